/* A tree of files: GtkDirectoryList for each folder, filtered and sorted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-tree.h"

#include <string.h>

#define ATTRIBUTES                                                                                                     \
  G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE         \
                                 "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN "," G_FILE_ATTRIBUTE_STANDARD_IS_BACKUP

struct _RsFileTree {
  GObject parent;

  GFile *folder;           /* owned, like what follows */
  GtkDirectoryList *files; /* of the folder itself */
  GtkFilter *filter;
  GtkSorter *sorter;
  GtkTreeListModel *rows;
  char *text;          /* that names have to hold, case folded; "": all do */
  GHashTable *to_open; /* set of paths of folders that are to be opened once they are there */
  guint open_source;
};

G_DEFINE_FINAL_TYPE (RsFileTree, rs_file_tree, G_TYPE_OBJECT)

static gboolean
is_folder (GFileInfo *info)
{
  return g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;
}

static GFile *
get_file (GFileInfo *info)
{
  return G_FILE (g_file_info_get_attribute_object (info, "standard::file"));
}

static gboolean
shows (gpointer item, gpointer data)
{
  const RsFileTree *self = data;
  GFileInfo *info = item;
  g_autofree char *name = NULL;

  if (g_file_info_get_is_hidden (info) || g_file_info_get_is_backup (info))
    return FALSE;
  if (*self->text == '\0' || is_folder (info))
    return TRUE;
  name = g_utf8_casefold (g_file_info_get_display_name (info), -1);
  return strstr (name, self->text) != NULL;
}

/* Folders first; numbers in names by their value. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  GFileInfo *first = (GFileInfo *)a, *second = (GFileInfo *)b;
  g_autofree char *first_key = NULL, *second_key = NULL;

  if (is_folder (first) != is_folder (second))
    return is_folder (first) ? -1 : 1;
  first_key = g_utf8_collate_key_for_filename (g_file_info_get_display_name (first), -1);
  second_key = g_utf8_collate_key_for_filename (g_file_info_get_display_name (second), -1);
  return strcmp (first_key, second_key);
}

/* files: (transfer full). (transfer full) */
static GListModel *
order (RsFileTree *self, GtkDirectoryList *files)
{
  GtkFilterListModel *shown = gtk_filter_list_model_new (G_LIST_MODEL (files), g_object_ref (self->filter));

  return G_LIST_MODEL (gtk_sort_list_model_new (G_LIST_MODEL (shown), g_object_ref (self->sorter)));
}

static GListModel *
create_children (gpointer item, gpointer data)
{
  return is_folder (item) ? order (data, gtk_directory_list_new (ATTRIBUTES, get_file (item))) : NULL;
}

/* --- rows --- */

static GFileInfo *
get_info (GtkTreeListRow *row)
{
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);

  return G_FILE_INFO (item); /* the row keeps it */
}

GFile *
rs_file_tree_row_get_file (GtkTreeListRow *row)
{
  return get_file (get_info (row));
}

gboolean
rs_file_tree_row_is_folder (GtkTreeListRow *row)
{
  return is_folder (get_info (row));
}

const char *
rs_file_tree_row_get_name (GtkTreeListRow *row)
{
  return g_file_info_get_display_name (get_info (row));
}

guint
rs_file_tree_find (RsFileTree *self, GFile *file)
{
  GListModel *model = G_LIST_MODEL (self->rows);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
      GFile *there = rs_file_tree_row_get_file (row);

      if (g_file_equal (there, file))
        return i;
      if (rs_file_tree_row_is_folder (row) && g_file_has_prefix (file, there))
        gtk_tree_list_row_set_expanded (row, TRUE); /* its rows follow */
    }
  return GTK_INVALID_LIST_POSITION;
}

char **
rs_file_tree_dup_open (RsFileTree *self)
{
  GListModel *model = G_LIST_MODEL (self->rows);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer path;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
      const char *there = g_file_peek_path (rs_file_tree_row_get_file (row));

      if (gtk_tree_list_row_get_expanded (row) && there != NULL && g_utf8_validate (there, -1, NULL))
        g_strv_builder_add (paths, there);
    }
  g_hash_table_iter_init (&iter, self->to_open);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_strv_builder_add (paths, path);
  return g_strv_builder_end (paths);
}

/* --- folders that are to be opened --- */

static gboolean
on_open_time (gpointer data)
{
  RsFileTree *self = data;
  GListModel *model = G_LIST_MODEL (self->rows);

  self->open_source = 0;
  for (guint i = 0; i < g_list_model_get_n_items (model) && g_hash_table_size (self->to_open) > 0; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
      const char *path = g_file_peek_path (rs_file_tree_row_get_file (row));

      if (path != NULL && g_hash_table_remove (self->to_open, path))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
  return G_SOURCE_REMOVE;
}

/* Not while the model tells of its change. */
static void
open_soon (RsFileTree *self)
{
  if (self->open_source == 0 && g_hash_table_size (self->to_open) > 0)
    self->open_source = g_idle_add (on_open_time, self);
}

void
rs_file_tree_open (RsFileTree *self, const char *const *paths)
{
  for (; paths != NULL && *paths != NULL; paths++)
    g_hash_table_add (self->to_open, g_strdup (*paths));
  open_soon (self);
}

/* --- life --- */

GListModel *
rs_file_tree_get_model (RsFileTree *self)
{
  return G_LIST_MODEL (self->rows);
}

GFile *
rs_file_tree_get_folder (RsFileTree *self)
{
  return self->folder;
}

const GError *
rs_file_tree_get_error (RsFileTree *self)
{
  return gtk_directory_list_get_error (self->files);
}

void
rs_file_tree_set_filter (RsFileTree *self, const char *text)
{
  g_free (self->text);
  self->text = g_utf8_casefold (text, -1);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
rs_file_tree_dispose (GObject *object)
{
  RsFileTree *self = RS_FILE_TREE (object);

  g_clear_handle_id (&self->open_source, g_source_remove);
  g_clear_object (&self->rows);
  g_clear_object (&self->files);
  g_clear_object (&self->filter);
  g_clear_object (&self->sorter);
  g_clear_object (&self->folder);
  G_OBJECT_CLASS (rs_file_tree_parent_class)->dispose (object);
}

static void
rs_file_tree_finalize (GObject *object)
{
  RsFileTree *self = RS_FILE_TREE (object);

  g_free (self->text);
  g_hash_table_unref (self->to_open);
  G_OBJECT_CLASS (rs_file_tree_parent_class)->finalize (object);
}

static void
rs_file_tree_class_init (RsFileTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_file_tree_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_file_tree_finalize;
}

static void
rs_file_tree_init (RsFileTree *self)
{
  self->text = g_strdup ("");
  self->to_open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->filter = GTK_FILTER (gtk_custom_filter_new (shows, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, NULL, NULL));
}

RsFileTree *
rs_file_tree_new (GFile *folder)
{
  RsFileTree *self = g_object_new (RS_TYPE_FILE_TREE, NULL);

  self->folder = g_object_ref (folder);
  self->files = gtk_directory_list_new (ATTRIBUTES, folder);
  self->rows
      = gtk_tree_list_model_new (order (self, g_object_ref (self->files)), FALSE, FALSE, create_children, self, NULL);
  g_signal_connect_object (self->rows, "items-changed", G_CALLBACK (open_soon), self, G_CONNECT_SWAPPED);
  return self;
}
