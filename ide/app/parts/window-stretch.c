/* Profiles of the last stretch: how they are asked for, and the bar that tells of what was saved of one while its
 * program goes on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/dialogs/stretch-dialog.h"

#include <glib/gi18n.h>

#define BAR "saved-stretch"
enum { RESPONSE_OPEN = 1 };

/* --- the bar --- */

static void
close_bar (RsWindow *self)
{
  GtkWidget *bar = rs_window_find_notice (self, BAR);

  if (bar != NULL)
    gtk_box_remove (self->notices, bar);
  g_clear_pointer (&self->saved, g_ptr_array_unref);
}

/* Opens all that it tells of, the newest in front. */
static void
on_bar_response (GtkInfoBar *bar, int response, RsWindow *self)
{
  g_autoptr (GPtrArray) saved = g_steal_pointer (&self->saved);

  close_bar (self);
  for (guint i = 0; response == RESPONSE_OPEN && saved != NULL && i < saved->len; i++)
    rs_window_open_trace (self, saved->pdata[i], NULL);
}

static GtkWidget *
make_bar (RsWindow *self)
{
  GtkWidget *bar = rs_window_add_notice (self, BAR, GTK_MESSAGE_INFO);

  gtk_info_bar_add_action_widget (GTK_INFO_BAR (bar), gtk_button_new_with_label (_ ("Show the Trace")), RESPONSE_OPEN);
  gtk_info_bar_add_action_widget (GTK_INFO_BAR (bar), gtk_button_new_with_label (_ ("Dismiss")), GTK_RESPONSE_CLOSE);
  g_signal_connect (bar, "response", G_CALLBACK (on_bar_response), self);
  return bar;
}

static void
on_saved (RsRun *run, const char *path, const char *what, RsWindow *self)
{
  GtkWidget *bar = rs_window_find_notice (self, BAR);
  g_autofree char *text = NULL;

  if (self->saved == NULL)
    self->saved = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->saved, g_strdup (path));
  if (self->saved->len == 1)
    text = g_strdup_printf ("%s: %s", rs_run_get_title (run), what);
  else
    text = g_strdup_printf (_ ("%s: %s (%u times so far)"), rs_run_get_title (run), what, self->saved->len);
  rs_window_set_notice_text (bar != NULL ? bar : make_bar (self), text);
}

void
rs_window_watch_stretch (RsWindow *self, RsRun *run)
{
  if (!rs_run_keeps_stretch (run))
    return;
  close_bar (self); /* it tells of the run before */
  g_signal_connect_object (run, "saved", G_CALLBACK (on_saved), self, 0);
}

/* --- actions --- */

static void
on_answer (const char *ring, const char *ring_when, gpointer data)
{
  rs_window_profile_stretch (data, ring, ring_when);
}

static void
on_profile_stretch (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_stretch_dialog_present (GTK_WINDOW (self), rs_document_get_title (rs_editor_page_get_document (self->current)),
                             self->ring, self->ring_when, on_answer, self);
}

static void
on_save_stretch (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsRun *run = rs_runs_get_shown (((RsWindow *)data)->runs);

  if (run != NULL)
    rs_run_save_stretch (run);
}

static const GActionEntry entries[] = {
  { .name = "profile-stretch", .activate = on_profile_stretch },
  { .name = "save-stretch", .activate = on_save_stretch },
};

void
rs_window_update_stretch_actions (RsWindow *self, gboolean can_record)
{
  RsRun *run = rs_runs_get_shown (self->runs);
  GActionMap *map = G_ACTION_MAP (self);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "profile-stretch")), can_record);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "save-stretch")),
                               run != NULL && rs_run_is_active (run) && rs_run_keeps_stretch (run));
}

void
rs_window_init_stretch (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
