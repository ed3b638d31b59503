/* A line of a panel of the debugger, made of a record; and which values of watched expressions are other ones than
 * where the program stood before.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  char *text;
  char **fields; /* of the record */
  char *name;    /* of a file; or NULL */
  guint line;
  gboolean is_changed; /* of a watched expression; and: */
  gboolean has_failed; /* the text has the reason */
} RsDebugRow;

/* name: copied, may be NULL; line: a number as text, may be NULL. (transfer full) */
RsDebugRow *rs_debug_row_new (const char *record, const char *name, const char *line);
void rs_debug_row_free (RsDebugRow *self);

/* Values by expression: where the program stands, and where it stood before. */
typedef struct {
  GHashTable *now, *before;
} RsWatchValues;

void rs_watch_values_init (RsWatchValues *self);
void rs_watch_values_clear (RsWatchValues *self);
/* The program stands anew. */
void rs_watch_values_begin (RsWatchValues *self);
/* Remembers the value of a `watch` record, and notes in the row whether it is another one than before. */
void rs_watch_values_take (RsWatchValues *self, RsDebugRow *row);
