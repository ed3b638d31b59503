/* The looks of marks in the margin of a text, which several parts add and all views of the text have.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* As gtk_source_view_set_mark_attributes. Of two marks in a line the one of the higher priority lies above. */
void rs_margin_marks_set (GtkSourceView *view, const char *category, GtkSourceMarkAttributes *attributes, int priority);
/* Another view of the same text gets the looks that this one has, and tells it of clicks ("line-mark-activated"). */
void rs_margin_marks_share (GtkSourceView *view, GtkSourceView *other);
