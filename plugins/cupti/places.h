/* From addresses of compiled code to lines of the program.
 *
 * CUPTI says where in which binary something was. Binaries are told by the device that loads them, and known by the
 * checksum that CUPTI makes of them; their line tables lead to the lines.
 *
 * Threads: one call at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cupti/library.h"

typedef struct {
  guint64 checksum, address;
  const char *function; /* CUPTI's, which stays; NULL: none */
  char *file;           /* owned; NULL: not known */
  guint32 line;
} CuptiPlace;

/* As often as cupti_places_end; the binaries are those of all between the first and the last. */
void cupti_places_begin (void);
void cupti_places_end (void);

/* bytes: copied. Nothing happens where none has begun. */
void cupti_places_add_binary (gconstpointer bytes, gsize size);
/* checksum: all of it, or the lower half. Valid until the end. */
const CuptiPlace *cupti_places_find (guint64 checksum, guint64 address, const char *function);
