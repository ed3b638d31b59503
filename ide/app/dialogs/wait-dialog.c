/* Waiting with Cancel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/wait-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Longer than that, and who waits wants to know how far it is. */
#define PATIENCE_MS 500
#define UPDATE_MS 100

struct _RsWaitDialog {
  GtkWindow *parent; /* weak pointer */
  char *heading;
  GCancellable *cancellable; /* owned */
  RsWaitDescribe describe;
  gpointer data;
  AdwMessageDialog *dialog; /* weak pointer; NULL: it does not show */
  GtkProgressBar *bar;      /* borrowed from the dialog */
  guint source;
};

static gboolean
update (gpointer data)
{
  RsWaitDialog *self = data;
  double part = -1;
  g_autofree char *text = NULL;

  if (self->dialog == NULL)
    {
      self->source = 0;
      return G_SOURCE_REMOVE;
    }
  text = self->describe (self->data, &part);
  adw_message_dialog_set_body (self->dialog, text);
  if (part >= 0)
    gtk_progress_bar_set_fraction (self->bar, MIN (part, 1));
  else
    gtk_progress_bar_pulse (self->bar);
  return G_SOURCE_CONTINUE;
}

static void
on_response (RsWaitDialog *self)
{
  g_cancellable_cancel (self->cancellable);
}

static gboolean
on_patience_ends (gpointer data)
{
  RsWaitDialog *self = data;

  self->source = 0;
  if (self->parent == NULL)
    return G_SOURCE_REMOVE;
  g_set_weak_pointer (&self->dialog, ADW_MESSAGE_DIALOG (adw_message_dialog_new (self->parent, self->heading, "")));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, self->heading, -1);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (self->bar));
  adw_message_dialog_add_response (self->dialog, "cancel", _ ("_Cancel"));
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (on_response), self);
  self->source = g_timeout_add (UPDATE_MS, update, self);
  update (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return G_SOURCE_REMOVE;
}

RsWaitDialog *
rs_wait_dialog_begin (GtkWindow *parent, const char *heading, GCancellable *cancellable, RsWaitDescribe describe,
                      gpointer data)
{
  RsWaitDialog *self = g_new0 (RsWaitDialog, 1);

  g_set_weak_pointer (&self->parent, parent);
  self->heading = g_strdup (heading);
  self->cancellable = g_object_ref (cancellable);
  self->describe = describe;
  self->data = data;
  self->source = g_timeout_add (PATIENCE_MS, on_patience_ends, self);
  return self;
}

void
rs_wait_dialog_end (RsWaitDialog *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->dialog != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->dialog, self);
      gtk_window_destroy (GTK_WINDOW (self->dialog));
    }
  g_clear_weak_pointer (&self->dialog);
  g_clear_weak_pointer (&self->parent);
  g_object_unref (self->cancellable);
  g_free (self->heading);
  g_free (self);
}
