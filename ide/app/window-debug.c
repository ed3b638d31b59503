/* The debugger's actions in the window, and what it shows where a program stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

#include "ide/debug/breakpoint-dialog.h"
#include "ide/debug/debug-run.h"

#include <glib/gi18n.h>

static RsDebugPoints *
get_points (RsWindow *self)
{
  return rs_debug_points_get (G_OBJECT (self->runs));
}

gboolean
rs_window_stands (RsWindow *self)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  return run != NULL && rs_debug_run_stands (run);
}

void
rs_window_update_debug_actions (RsWindow *self, gboolean can_run)
{
  static const char *const standing[] = { "debug-over", "debug-out", "debug-until" };
  RsRun *run = rs_runs_get_shown (self->runs);
  gboolean stands = rs_window_stands (self);
  gboolean runs = run != NULL && rs_run_get_state (run) == RS_RUN_IS_RUNNING && rs_debug_run_get_shown (self->runs) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (standing); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), standing[i])), stands);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "debug-step")), stands || can_run);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "debug-pause")), runs && !stands);
}

/* --- where it stands --- */

static void
on_stopped (RsDebugRun *run, const char *name, guint line, RsWindow *self)
{
  if (run != rs_debug_run_get_shown (self->runs))
    return;
  rs_debug_points_mark_here (get_points (self), name, line);
  if (line > 0)
    {
      rs_window_go_to (self, name, line, 1);
      rs_debug_points_mark_here (get_points (self), name, line); /* the page may be new */
    }
}

static void
on_changed (RsDebugRun *run, RsWindow *self)
{
  rs_window_update_run_actions (self);
}

static void
on_started (RsRuns *runs, RsRun *run, RsWindow *self)
{
  GObject *state = rs_run_get_debug_state (run);

  if (!RS_IS_DEBUG_RUN (state))
    return;
  g_signal_connect_object (state, "stopped", G_CALLBACK (on_stopped), self, 0);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
}

/* --- actions --- */

static void
on_toggle (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint line, column, moved_to;

  if (self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  if (rs_debug_points_toggle (get_points (self), rs_editor_page_get_document (self->current), line, &moved_to) != NULL && moved_to > 0)
    rs_editor_page_go_to (self->current, moved_to, 0);
  rs_window_queue_save_state (self);
}

static void
on_edit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDocument *document;
  RsDebugPoint *point;
  guint line, column;

  if (self->current == NULL)
    return;
  document = rs_editor_page_get_document (self->current);
  rs_editor_page_get_cursor (self->current, &line, &column);
  point = rs_debug_points_find (get_points (self), rs_document_get_name (document), line);
  if (point == NULL)
    point = rs_debug_points_toggle (get_points (self), document, line, NULL);
  if (point != NULL)
    rs_breakpoint_dialog_present (GTK_WINDOW (self), get_points (self), point);
  rs_window_queue_save_state (self);
}

static void
on_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (rs_window_stands (self))
    rs_debug_run_go_on (rs_debug_run_get_shown (self->runs), "step");
  else
    rs_window_start_paused (self);
}

static void
go_on (RsWindow *self, const char *verb)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run != NULL)
    rs_debug_run_go_on (run, verb);
}

static void
on_over (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_on (data, "over");
}

static void
on_out (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_on (data, "out");
}

void
rs_window_continue (RsWindow *self)
{
  go_on (self, "continue");
}

static void
on_until (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);
  guint line, column;

  if (run == NULL || self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  rs_debug_run_go_to (run, rs_document_get_name (rs_editor_page_get_document (self->current)), line);
}

static void
on_pause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run != NULL)
    rs_debug_run_pause (run);
}

static const GActionEntry entries[] = {
  { .name = "toggle-breakpoint", .activate = on_toggle },
  { .name = "edit-breakpoint", .activate = on_edit },
  { .name = "debug-step", .activate = on_step },
  { .name = "debug-over", .activate = on_over },
  { .name = "debug-out", .activate = on_out },
  { .name = "debug-until", .activate = on_until },
  { .name = "debug-pause", .activate = on_pause },
};

void
rs_window_init_debug (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_after (self->runs, "started", G_CALLBACK (on_started), self); /* the run has its debugger then */
}
