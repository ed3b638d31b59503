/* A table of texts, sorted by a click on a heading, filtered, with rows inside rows where there are any: what trees,
 * comparisons and answers to queries are shown in. Ctrl+C copies the selected row, Ctrl+Shift+C all that show, and so
 * does the menu of the second button: lines, with tabs between cells.
 *
 * Signals: "activated" (RsTextRow): Return or a double click; "chosen" (RsTextRow or NULL): another is selected, or the
 * rows are others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#define RS_TYPE_TEXT_ROW (rs_text_row_get_type ())
G_DECLARE_FINAL_TYPE (RsTextRow, rs_text_row, RS, TEXT_ROW, GObject)

RsTextRow *rs_text_row_new (guint n_cells);
/* Takes text. key: what the column is sorted by; NAN: by the text. */
void rs_text_row_set (RsTextRow *self, guint cell, char *text, double key);
/* Takes child. */
void rs_text_row_add (RsTextRow *self, RsTextRow *child);
/* Where it leads; file is copied; may be "". */
void rs_text_row_set_place (RsTextRow *self, const char *file, guint line);
/* What the pointer is told; takes hint. Without one: the cell's text. */
void rs_text_row_take_hint (RsTextRow *self, char *hint);
const char *rs_text_row_get_file (RsTextRow *self);
guint rs_text_row_get_line (RsTextRow *self);
const char *rs_text_row_get_text (RsTextRow *self, guint cell);

#define RS_TYPE_TEXT_TABLE (rs_text_table_get_type ())
G_DECLARE_FINAL_TYPE (RsTextTable, rs_text_table, RS, TEXT_TABLE, GtkWidget)

/* label: its accessible name. */
RsTextTable *rs_text_table_new (const char *label);
/* Other columns; there are no rows then. */
void rs_text_table_set_columns (RsTextTable *self, const char *const *titles, guint n);
/* (element-type RsTextRow) */
void rs_text_table_set_rows (RsTextTable *self, GListStore *rows);
/* Shows the rows with that text in a cell, or below them; "" or NULL: all. */
void rs_text_table_set_filter (RsTextTable *self, const char *text);
/* How many rows show. */
guint rs_text_table_count (RsTextTable *self);
/* A row that shows, in their order; NULL: there are no more. Borrowed. */
RsTextRow *rs_text_table_get_row (RsTextTable *self, guint index);
void rs_text_table_select (RsTextTable *self, guint index);
/* NULL: none. Borrowed. */
RsTextRow *rs_text_table_get_selected (RsTextTable *self);
