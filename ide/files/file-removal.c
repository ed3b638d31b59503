/* A thread that removes a file, and the row that tells of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-removal.h"

#include <glib/gi18n.h>

#define SHOWN_MS 300u /* what is done within that time is not told of */
#define COUNT_MS 200u

typedef struct {
  GFile *file; /* owned, like what follows */
  gboolean for_good;
  GCancellable *cancellable;
  int n_gone; /* atomic: files that have gone so far */

  /* Of the main thread. */
  GApplication *application; /* that does not end meanwhile; NULL: there is none */
  GtkBox *works;             /* NULL: nothing tells of it */
  GtkWidget *row;            /* NULL: it does not show */
  GtkLabel *count;           /* borrowed from row; NULL: what goes to the trash goes as one */
  guint source;
  RsFileRemoved removed;
  gpointer data;
  GDestroyNotify destroy;
} Removal;

/* On the main thread: what data holds may be widgets. */
static void
removal_free (Removal *self)
{
  self->destroy (self->data);
  g_object_unref (self->file);
  g_object_unref (self->cancellable);
  g_clear_object (&self->works);
  g_clear_object (&self->application);
  g_free (self);
}

/* --- on the thread --- */

static gboolean
remove_one (Removal *self, GFile *file, GError **error)
{
  if (!g_file_delete (file, self->cancellable, error) && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return FALSE;
  g_clear_error (error); /* somebody else has */
  g_atomic_int_inc (&self->n_gone);
  return TRUE;
}

/* error: not NULL. */
static gboolean
remove_all (Removal *self, GFile *file, gboolean is_folder, GError **error)
{
  g_autoptr (GFileEnumerator) files = NULL;
  GFileInfo *info;
  GFile *child;

  if (is_folder)
    files = g_file_enumerate_children (file, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                       G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, self->cancellable, error);
  if (is_folder && files == NULL)
    return FALSE;
  while (is_folder)
    {
      if (!g_file_enumerator_iterate (files, &info, &child, self->cancellable, error))
        return FALSE;
      if (info == NULL)
        break;
      if (!remove_all (self, child, g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY, error))
        return FALSE;
    }
  return remove_one (self, file, error);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Removal *self = data;
  GError *error = NULL;
  gboolean done;

  if (self->for_good)
    done = remove_all (self, self->file,
                       g_file_query_file_type (self->file, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL)
                           == G_FILE_TYPE_DIRECTORY,
                       &error);
  else
    done = g_file_trash (self->file, self->cancellable, &error)
           || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  if (done)
    g_clear_error (&error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* --- the row --- */

static gboolean
on_count_time (gpointer data)
{
  Removal *self = data;
  const int n = g_atomic_int_get (&self->n_gone);
  g_autofree char *text = g_strdup_printf (ngettext ("%d file", "%d files", (gulong)n), n);

  gtk_label_set_text (self->count, text);
  return G_SOURCE_CONTINUE;
}

static gboolean
show_row (gpointer data)
{
  Removal *self = data;
  g_autofree char *name = g_file_get_basename (self->file), *shown = g_utf8_make_valid (name, -1),
                  *text
                  = g_strdup_printf (self->for_good ? _ ("Deleting “%s”") : _ ("Moving “%s” to the Trash"), shown);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "hexpand", TRUE, "ellipsize",
                                   PANGO_ELLIPSIZE_MIDDLE, NULL);
  GtkWidget *stop = gtk_button_new_from_icon_name ("process-stop-symbolic");

  self->source = 0;
  self->row = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_widget_add_css_class (label, "rs-content");
  gtk_widget_add_css_class (stop, "flat");
  gtk_widget_set_margin_start (self->row, 8);
  gtk_widget_set_tooltip_text (stop, _ ("Stop deleting; what has gone is gone"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (stop), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Stop deleting"), -1);
  g_signal_connect_object (stop, "clicked", G_CALLBACK (g_cancellable_cancel), self->cancellable, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->row), label);
  if (self->for_good)
    {
      self->count = GTK_LABEL (gtk_label_new (NULL));
      gtk_box_append (GTK_BOX (self->row), GTK_WIDGET (self->count));
      on_count_time (self);
      self->source = g_timeout_add (COUNT_MS, on_count_time, self);
    }
  gtk_box_append (GTK_BOX (self->row), stop);
  gtk_box_append (self->works, self->row);
  return G_SOURCE_REMOVE;
}

static void
hide_row (Removal *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->row != NULL && gtk_widget_get_parent (self->row) == GTK_WIDGET (self->works)) /* it may be closed */
    gtk_box_remove (self->works, self->row);
  g_clear_object (&self->row);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Removal *self = data;
  g_autoptr (GError) error = NULL;

  hide_row (self);
  if (!g_task_propagate_boolean (G_TASK (result), &error) && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  self->removed (error, self->data);
  if (self->application != NULL)
    g_application_release (self->application);
  removal_free (self);
}

void
rs_file_removal_start (GtkBox *works, GFile *file, gboolean for_good, RsFileRemoved removed, gpointer data,
                       GDestroyNotify destroy)
{
  GApplication *application = g_application_get_default ();
  Removal *self = g_new0 (Removal, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_done, self);

  *self = (Removal){ .file = g_object_ref (file),
                     .for_good = for_good,
                     .cancellable = g_cancellable_new (),
                     .removed = removed,
                     .data = data,
                     .destroy = destroy };
  if (application != NULL)
    {
      /* Where the window is closed meanwhile, the program does not end in the middle of it. */
      self->application = g_object_ref (application);
      g_application_hold (application);
    }
  if (works != NULL)
    {
      self->works = g_object_ref (works);
      self->source = g_timeout_add (SHOWN_MS, show_row, self);
    }
  g_task_set_task_data (task, self, NULL); /* the task may end on the thread */
  g_task_run_in_thread (task, run);
}
