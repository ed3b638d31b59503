/* Files that are dragged in the list: onto a folder's row into that folder, onto a file's row, or beside all rows, into
 * the folder around.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-question.h"
#include "ide/files/files-panel-private.h"

/* What moves where; all owned. */
typedef struct {
  RsFilesPanel *panel;
  GFile *file, *to;
} Move;

static void
move_free (gpointer data)
{
  Move *self = data;

  g_object_unref (self->panel);
  g_object_unref (self->file);
  g_object_unref (self->to);
  g_free (self);
}

static gboolean
on_agreed (gpointer data, GError **error)
{
  const Move *self = data;

  return rs_files_panel_move (self->panel, self->file, self->to, error);
}

/* Unless it is there already, or can't be: a folder in itself. */
static void
ask (RsFilesPanel *self, GFile *file, GFile *folder)
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  Move *move;

  if (parent == NULL || g_file_equal (parent, folder) || g_file_equal (file, folder)
      || g_file_has_prefix (folder, file))
    return;
  move = g_new (Move, 1);
  *move = (Move){ g_object_ref (self), g_object_ref (file), g_file_get_child (folder, name) };
  rs_file_question_move (GTK_WIDGET (self), file, folder, on_agreed, move, move_free);
}

/* --- from a row --- */

/* As files are dragged between programs, so that other parts of the window take it, too. */
static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, gpointer list_item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  GFile *file = row != NULL ? rs_file_tree_row_get_file (row) : NULL;
  GdkFileList *files = file != NULL ? gdk_file_list_new_from_array (&file, 1) : NULL;
  GValue value = G_VALUE_INIT;
  GdkContentProvider *provider;

  if (files == NULL)
    return NULL;
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  provider = gdk_content_provider_new_for_value (&value);
  g_value_unset (&value);
  return provider;
}

/* --- onto a row, or beside all --- */

/* That of the row around a widget; beside all rows the one that is shown. (transfer full) */
static GFile *
find_folder (RsFilesPanel *self, GtkWidget *there)
{
  GtkWidget *expander = gtk_widget_get_ancestor (there, GTK_TYPE_TREE_EXPANDER);
  GtkTreeListRow *row;

  if (expander == NULL && GTK_IS_TREE_EXPANDER (gtk_widget_get_first_child (there))) /* the border of a row */
    expander = gtk_widget_get_first_child (there);
  row = expander != NULL ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander)) : NULL;
  if (row == NULL)
    return g_object_ref (rs_file_tree_get_folder (self->tree));
  return rs_file_tree_row_is_folder (row) ? g_object_ref (rs_file_tree_row_get_file (row))
                                          : g_file_get_parent (rs_file_tree_row_get_file (row));
}

gboolean
rs_files_panel_drop (GtkWidget *there, const GValue *files)
{
  GtkWidget *panel = gtk_widget_get_ancestor (there, RS_TYPE_FILES_PANEL);
  GSList *list = g_value_get_boxed (files);
  g_autoptr (GFile) folder = NULL;

  if (panel == NULL || list == NULL)
    return FALSE;
  folder = find_folder (RS_FILES_PANEL (panel), there);
  ask (RS_FILES_PANEL (panel), list->data, folder);
  return TRUE;
}

void
rs_files_panel_add_row_moving (GtkWidget *row, GtkListItem *item)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY); /* other programs must not take the file away */
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), item);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (source));
}
