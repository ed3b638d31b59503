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
/* What a mark of the margin says: asked for by the tooltip beside its line, and where the cursor is in it. describe:
 * (transfer full), while the mark is in its text. */
typedef char *(*RsMarginDescribe) (GtkTextMark *mark, gpointer data);
void rs_margin_marks_set_describer (GtkTextMark *mark, RsMarginDescribe describe, gpointer data);
/* What those of a line, from 0, say, one a line of text; "": nothing. (transfer full) */
char *rs_margin_marks_describe_line (GtkSourceBuffer *buffer, int line);
/* Another view of the same text gets the looks that this one has, and tells it of clicks ("line-mark-activated"). */
void rs_margin_marks_share (GtkSourceView *view, GtkSourceView *other);
