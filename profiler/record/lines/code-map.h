/* What an address in code belongs to: function, library, and the line of the program for generated code.
 *
 * Objects are read when a sample first falls into them. Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  gboolean is_generated; /* code of kernels and loops, by its line table */
  const char *function;  /* NULL: not known */
  const char *object;    /* base name of the file */
  const char *file;      /* is_generated: of the program; else NULL */
  guint line;
} RsCodePlace;

typedef struct _RsCodeMap RsCodeMap;

RsCodeMap *rs_code_map_new (void);
void rs_code_map_free (RsCodeMap *map);

/* Takes note of objects that were loaded since. */
void rs_code_map_refresh (RsCodeMap *map);
/* FALSE: no object has it. Texts live as long as the map. */
gboolean rs_code_map_find (RsCodeMap *map, gsize address, RsCodePlace *place);
