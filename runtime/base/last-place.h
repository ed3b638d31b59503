/* The place where a program is, in memory that two processes share: what is left of a program that was killed.
 *
 * The program stores an offset of its source; whoever reads it afterwards turns that into a line. It is stored before
 * built-ins, operators on arrays, methods and launches, and now and then in loops (rs_session_tell_place).
 *
 * Threads: one stores; the other process reads when that one has ended, or at any time and may then see a mixture.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_LAST_PLACE_NAME 4096 /* bytes of the longest name, with its NUL */

/* All zero: no place yet. */
typedef struct {
  struct {
    guint32 offset; /* bytes from the start of the source */
    char name[RS_LAST_PLACE_NAME];
  } slots[2];
  guint32 current; /* the slot that counts */
  guint32 is_set;
} RsLastPlace;

/* Memory of its own that a child can inherit: a descriptor, closed on exec; -1 with errno. */
int rs_last_place_open (void);
/* NULL with errno. */
RsLastPlace *rs_last_place_map (int fd);
void rs_last_place_unmap (RsLastPlace *place);

/* In another source than before. A longer name is cut. */
void rs_last_place_enter (RsLastPlace *place, const char *name, guint32 offset);
/* In the same one. */
static inline void
rs_last_place_move (RsLastPlace *place, guint32 offset)
{
  __atomic_store_n (&place->slots[place->current & 1].offset, offset, __ATOMIC_RELAXED);
}

/* FALSE: none was stored. Trusts nothing of what is there. *name: (transfer full). */
gboolean rs_last_place_read (const RsLastPlace *place, char **name, guint32 *offset);
