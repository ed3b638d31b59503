/* A table whose rows come and go, and whose reader does not lose the place: the selected row is selected again, and the
 * first one that shows is the first again, once they are back. Rows are known by their names; all are of one height.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef struct _RsRowMemory RsRowMemory;

/* The model of view is a GtkSingleSelection. get_name: of a row's item; (transfer none). */
RsRowMemory *rs_row_memory_new (GtkColumnView *view, GtkScrolledWindow *scrolled, const char *(*get_name) (gpointer));
/* Before the widgets go. */
void rs_row_memory_free (RsRowMemory *self);

/* What shows the selected row; NULL: nothing does. (transfer none) */
GtkWidget *rs_row_memory_get_row (RsRowMemory *self);
/* Before rows are taken away or added: what scrolls until they are laid out is not the reader. */
void rs_row_memory_hold (RsRowMemory *self);
