/* Marks of what was found in a text: all places lightly, the one that the user has gone to strongly. They move with
 * edits, and are not undone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

typedef struct {
  guint line, column; /* from 1; columns in letters */
  char *text;         /* owned: what stands there, on one line */
} RsFoundPlace;

/* (element-type RsFoundPlace) (transfer full) */
GArray *rs_found_places_new (void);
void rs_found_places_add (GArray *places, guint line, guint column, const char *text);

/* Marks these and no others, of very many the first ones; places where something else stands now are left out. places:
 * NULL: none. */
void rs_found_marks_set (GtkSourceBuffer *buffer, const GArray *places);
/* Marks this place strongly and no other one. text: NULL: none is. FALSE: something else stands there now. */
gboolean rs_found_marks_set_current (GtkSourceBuffer *buffer, guint line, guint column, const char *text);
/* The same for a part of the text; an empty one: none is. */
void rs_found_marks_set_current_part (GtkSourceBuffer *buffer, const GtkTextIter *start, const GtkTextIter *end);
