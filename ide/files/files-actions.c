/* What is done with files of the list: opened, made, renamed, deleted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-question.h"
#include "ide/files/files-panel-private.h"

#include <glib/gi18n.h>

void
rs_files_panel_open (RsFilesPanel *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
}

void
rs_files_panel_activate (RsFilesPanel *self, GtkTreeListRow *row)
{
  if (rs_file_tree_row_is_folder (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  else
    rs_files_panel_open (self, rs_file_tree_row_get_file (row));
}

static void
on_open (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (RS_FILES_PANEL (widget));

  if (row != NULL)
    rs_files_panel_activate (RS_FILES_PANEL (widget), row);
}

void
rs_files_panel_get_place (RsFilesPanel *self, GdkRectangle *place)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  graphene_rect_t bounds;
  double y = 80;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list))
      && gtk_widget_compute_bounds (focus, GTK_WIDGET (self), &bounds))
    y = bounds.origin.y + bounds.size.height;
  *place = (GdkRectangle){ gtk_widget_get_width (GTK_WIDGET (self)) / 2, (int)y, 1, 1 };
}

/* A question about a name: what it belongs to. */
typedef struct {
  RsFilesPanel *panel; /* owned, like what follows */
  GFile *file;         /* that is renamed, or the folder of the new one */
  gboolean is_folder;  /* what is made */
} Naming;

static Naming *
naming_new (RsFilesPanel *self, GFile *file, gboolean is_folder)
{
  Naming *naming = g_new (Naming, 1);

  *naming = (Naming){ g_object_ref (self), g_object_ref (file), is_folder };
  return naming;
}

static void
naming_free (gpointer data)
{
  Naming *naming = data;

  g_object_unref (naming->panel);
  g_object_unref (naming->file);
  g_free (naming);
}

static gboolean
make_file (const char *name, gpointer data, GError **error)
{
  const Naming *naming = data;
  g_autoptr (GFile) file = g_file_get_child (naming->file, name);
  g_autoptr (GFileOutputStream) stream = NULL;

  if (naming->is_folder)
    {
      if (!g_file_make_directory (file, NULL, error))
        return FALSE;
      rs_files_panel_want (naming->panel, file);
      return TRUE;
    }
  stream = g_file_create (file, G_FILE_CREATE_NONE, NULL, error);
  if (stream == NULL || !g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error))
    return FALSE;
  rs_files_panel_open (naming->panel, file);
  rs_files_panel_want (naming->panel, file);
  return TRUE;
}

static void
ask_new (RsFilesPanel *self, const char *label, const char *name, gboolean is_folder)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (self);
  g_autoptr (GFile) folder = NULL;
  GdkRectangle place;

  if (row == NULL)
    folder = g_object_ref (rs_file_tree_get_folder (self->tree));
  else if (rs_file_tree_row_is_folder (row))
    folder = g_object_ref (rs_file_tree_row_get_file (row));
  else
    folder = g_file_get_parent (rs_file_tree_row_get_file (row));
  rs_files_panel_get_place (self, &place);
  rs_file_question_ask_name (PANEL_WIDGET (self), &place, label, name, make_file, naming_new (self, folder, is_folder),
                             naming_free);
}

static void
on_new_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_new (RS_FILES_PANEL (widget), _ ("Name of the new file"), "untitled.q", FALSE);
}

static void
on_new_folder (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_new (RS_FILES_PANEL (widget), _ ("Name of the new folder"), _ ("folder"), TRUE);
}

gboolean
rs_files_panel_move (RsFilesPanel *self, GFile *file, GFile *to, GError **error)
{
  if (!g_file_move (file, to, G_FILE_COPY_NOFOLLOW_SYMLINKS | G_FILE_COPY_NO_FALLBACK_FOR_MOVE, NULL, NULL, NULL,
                    error))
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.file-renamed", "(^ay^ay)", g_file_peek_path (file),
                              g_file_peek_path (to));
  rs_files_panel_want (self, to);
  return TRUE;
}

static gboolean
rename_file (const char *name, gpointer data, GError **error)
{
  const Naming *naming = data;
  g_autoptr (GFile) folder = g_file_get_parent (naming->file), file = g_file_get_child (folder, name);

  return g_file_equal (file, naming->file) || rs_files_panel_move (naming->panel, naming->file, file, error);
}

void
rs_files_panel_rename (RsFilesPanel *self)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (self);
  g_autofree char *name = NULL;
  GdkRectangle place;
  GFile *file;

  if (row == NULL)
    return;
  file = rs_file_tree_row_get_file (row);
  name = g_file_get_basename (file);
  rs_files_panel_get_place (self, &place);
  if (g_utf8_validate (name, -1, NULL))
    rs_file_question_ask_name (PANEL_WIDGET (self), &place, _ ("New name"), name, rename_file,
                               naming_new (self, file, FALSE), naming_free);
}

static void
on_rename (GtkWidget *widget, const char *action, GVariant *parameter)
{
  rs_files_panel_rename (RS_FILES_PANEL (widget));
}

static void
on_delete (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsFilesPanel *self = RS_FILES_PANEL (widget);
  GtkTreeListRow *row = rs_files_panel_get_selected (self);

  if (row != NULL)
    rs_file_question_delete (widget, GTK_BOX (self->works), row);
}

static void
on_copy_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (RS_FILES_PANEL (widget));
  const char *path = row != NULL ? g_file_peek_path (rs_file_tree_row_get_file (row)) : NULL;

  if (path != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
}

static void
on_show_only (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (RS_FILES_PANEL (widget));

  if (row != NULL && rs_file_tree_row_is_folder (row))
    {
      g_autoptr (GFile) folder = g_object_ref (rs_file_tree_row_get_file (row));

      rs_files_panel_choose_folder (RS_FILES_PANEL (widget), folder);
    }
}

void
rs_files_panel_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "files.open", NULL, on_open);
  gtk_widget_class_install_action (widget_class, "files.show-only", NULL, on_show_only);
  gtk_widget_class_install_action (widget_class, "files.new-file", NULL, on_new_file);
  gtk_widget_class_install_action (widget_class, "files.new-folder", NULL, on_new_folder);
  gtk_widget_class_install_action (widget_class, "files.rename", NULL, on_rename);
  gtk_widget_class_install_action (widget_class, "files.delete", NULL, on_delete);
  gtk_widget_class_install_action (widget_class, "files.copy-path", NULL, on_copy_path);
}
