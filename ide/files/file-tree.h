/* The files of a folder as a tree: a list model of GtkTreeListRow whose items are GFileInfo, folders first, in the
 * order of names. Folders are read when they are opened, and watched from then on; hidden files are left out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#define RS_TYPE_FILE_TREE (rs_file_tree_get_type ())
G_DECLARE_FINAL_TYPE (RsFileTree, rs_file_tree, RS, FILE_TREE, GObject)

RsFileTree *rs_file_tree_new (GFile *folder);

/* The rows. (transfer none) */
GListModel *rs_file_tree_get_model (RsFileTree *self);
GFile *rs_file_tree_get_folder (RsFileTree *self);
/* Why the folder itself can't be read; NULL: it can. (transfer none) */
const GError *rs_file_tree_get_error (RsFileTree *self);

/* Files whose names hold the text show, and all folders. "": all files. */
void rs_file_tree_set_filter (RsFileTree *self, const char *text);

/* Of a row. (transfer none) */
GFile *rs_file_tree_row_get_file (GtkTreeListRow *row);
gboolean rs_file_tree_row_is_folder (GtkTreeListRow *row);
const char *rs_file_tree_row_get_name (GtkTreeListRow *row);

/* The position of a file's row; GTK_INVALID_LIST_POSITION: it does not show. Opens the folders on the way that are
 * there; those that are still being read are not. */
guint rs_file_tree_find (RsFileTree *self, GFile *file);

/* Paths of the folders that are open, and back: they are opened as soon as they are there. */
char **rs_file_tree_dup_open (RsFileTree *self);
void rs_file_tree_open (RsFileTree *self, const char *const *paths);
