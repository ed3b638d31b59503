/* The debugger's actions in the window, and what it shows where a program stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/debug/breakpoint-dialog.h"
#include "ide/debug/debug-run.h"
#include "ide/debug/debug-settings.h"
#include "ide/debug/item-dialog.h"
#include "ide/debug/prompt.h"
#include "ide/debug/values/array-panel.h"
#include "ide/debug/values/data-tips.h"
#include "ide/debug/values/inline-values.h"
#include "ide/editor/text/program-lines.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#define PAUSE_BUTTON_MS 300 /* that a program runs before it may be paused with the mouse */

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

static void
show_debug_buttons (RsWindow *self, gboolean stands, gboolean runs)
{
  gtk_widget_set_visible (GTK_WIDGET (self->debug_buttons), stands || runs);
  gtk_widget_set_visible (self->continue_button, stands);
  gtk_widget_set_visible (self->pause_button, runs && !stands);
}

static gboolean
on_runs_on (gpointer data)
{
  RsWindow *self = data;

  self->buttons_source = 0;
  show_debug_buttons (self, FALSE, TRUE);
  return G_SOURCE_REMOVE;
}

/* Between two steps, and for a short run, the buttons stay as they are. */
static void
update_debug_buttons (RsWindow *self, gboolean stands, gboolean runs)
{
  if (stands || !runs)
    {
      g_clear_handle_id (&self->buttons_source, g_source_remove);
      show_debug_buttons (self, stands, runs);
    }
  else if (self->buttons_source == 0 && !gtk_widget_get_visible (self->pause_button))
    self->buttons_source = g_timeout_add (PAUSE_BUTTON_MS, on_runs_on, self);
}

void
rs_window_update_debug_actions (RsWindow *self, gboolean can_run)
{
  static const char *const standing[] = { "debug-over",        "debug-out",      "debug-until",  "debug-item",
                                          "debug-jump",        "debug-jump-to",  "debug-caller", "debug-called",
                                          "debug-choose-call", "debug-step-into" };
  RsRun *run = rs_runs_get_shown (self->runs);
  gboolean stands = rs_window_stands (self);
  gboolean runs = run != NULL && rs_run_get_state (run) == RS_RUN_IS_RUNNING
                  && rs_debug_run_get_shown (self->runs) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (standing); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), standing[i])),
                                 stands);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "debug-step")),
                               stands || can_run);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "debug-pause")),
                               runs && !stands);
  if (stands)
    {
      g_autofree char *text = g_strdup_printf (_ ("Continue %s (F5)"), rs_run_get_title (run));

      gtk_widget_set_tooltip_text (self->continue_button, text);
    }
  update_debug_buttons (self, stands, runs);
}

/* --- where it stands --- */

/* Who types commands goes on there. The focus may be in a row that goes meanwhile. */
void
rs_window_follow_run (RsWindow *self, const char *name, guint line, guint column)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  const gboolean is_typing = focus != NULL && rs_prompt_is (focus);

  rs_window_go_to (self, name, line, column);
  if (is_typing)
    gtk_widget_grab_focus (focus);
}

static gboolean
shows_debugger (RsWindow *self)
{
  static const char *const ids[] = { "variables", "stack", "watches", "breakpoints", "array" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (gtk_widget_get_mapped (GTK_WIDGET (rs_window_get_panel (self, ids[i]))))
      return TRUE;
  return FALSE;
}

#define COVERED "covered-panel"

/* What is in front where that panel is to come. */
static PanelWidget *
find_covered (RsWindow *self, PanelWidget *panel)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (panel), PANEL_TYPE_FRAME);

  return panel_frame_get_visible_child (frame != NULL ? PANEL_FRAME (frame) : self->end_frame);
}

static gboolean
may_stop (RsWindow *self)
{
  const GPtrArray *points = rs_debug_points_get_all (get_points (self));

  for (guint i = 0; i < points->len; i++)
    if (!((const RsDebugPoint *)g_ptr_array_index (points, i))->is_off)
      return TRUE;
  return FALSE;
}

/* A run that no breakpoint stops: what the variables of an earlier one have come before is in front again. */
static void
uncover (RsWindow *self)
{
  PanelWidget *variables = rs_window_get_panel (self, "variables");
  g_autoptr (PanelWidget) covered = NULL;
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (variables), PANEL_TYPE_FRAME);

  if (may_stop (self))
    return;
  covered = g_object_steal_data (G_OBJECT (variables), COVERED);
  if (covered != NULL && frame != NULL && panel_frame_get_visible_child (PANEL_FRAME (frame)) == variables
      && gtk_widget_get_ancestor (GTK_WIDGET (covered), PANEL_TYPE_FRAME) == frame)
    panel_widget_raise (covered);
}

/* Where a run stands first, its variables come in sight if nothing of the debugger is. The keyboard stays where it
 * is. */
static void
show_variables (RsWindow *self, RsDebugRun *run)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  PanelWidget *variables = rs_window_get_panel (self, "variables"), *covered;

  if (g_object_get_data (G_OBJECT (run), "has-stood") != NULL)
    return;
  g_object_set_data (G_OBJECT (run), "has-stood", run);
  if (shows_debugger (self))
    return;
  covered = find_covered (self, variables);
  g_object_set_data_full (G_OBJECT (variables), COVERED, covered != NULL ? g_object_ref (covered) : NULL,
                          g_object_unref);
  rs_window_show_panel (self, variables);
  if (focus != NULL && gtk_widget_get_mapped (focus))
    gtk_widget_grab_focus (focus);
}

static void
on_stopped (RsDebugRun *run, const char *name, guint line, RsWindow *self)
{
  if (run != rs_debug_run_get_shown (self->runs))
    return;
  line = rs_debug_points_find_now (get_points (self), name, line);
  rs_debug_points_mark_here (get_points (self), name, line);
  if (line > 0)
    {
      rs_window_follow_run (self, name, line, 1);
      rs_debug_points_mark_here (get_points (self), name, line); /* the page may be new */
      show_variables (self, run);
    }
}

/* At the line that is looked at, in the page that shows it. */
static void
show_values (RsWindow *self, RsDebugRun *run)
{
  GPtrArray *frames = rs_debug_run_get_frames (run);
  const RsDebugRow *frame = rs_debug_run_stands (run) && rs_debug_run_get_frame (run) < frames->len
                                ? g_ptr_array_index (frames, rs_debug_run_get_frame (run))
                                : NULL;

  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      gboolean is_here = frame != NULL
                         && g_strcmp0 (frame->name, rs_document_get_name (rs_editor_page_get_document (page))) == 0;

      rs_inline_values_show (page, is_here ? run : NULL, is_here ? frame->line : 0);
      rs_data_tips_show (page, frame != NULL ? run : NULL);
    }
}

/* What was to be computed before there was a workspace. */
static void
compute_waiting (RsWindow *self, RsDebugRun *run)
{
  g_autofree char *text = rs_debug_run_has_workspace (run) ? g_object_steal_data (G_OBJECT (run), "to-compute") : NULL;

  if (text != NULL)
    rs_window_enter (self, text);
}

static void
on_changed (RsDebugRun *run, RsWindow *self)
{
  rs_window_update_run_actions (self);
  if (run == rs_debug_run_get_shown (self->runs)) /* one that is leaving tells later than the next one */
    show_values (self, run);
  compute_waiting (self, run);
}

void
rs_window_begin_names (RsWindow *self, const char *name)
{
  g_autoptr (GPtrArray) documents = rs_window_find_documents (self, name);

  for (guint i = 0; i < documents->len; i++)
    rs_debug_points_begin (get_points (self), rs_document_get_name (g_ptr_array_index (documents, i)));
}

/* Once a run: what is written while its program stands is not what goes on. */
static void
on_edited (GtkTextBuffer *buffer, RsDebugRun *run)
{
  if (!rs_debug_run_stands (run) || g_object_get_data (G_OBJECT (run), "edit-told") != NULL)
    return;
  g_object_set_data (G_OBJECT (run), "edit-told", run);
  rs_debug_run_remark (run, _ ("the program goes on with the text that it began with: what is written now counts from "
                               "its next start on"));
}

/* documents: of the run's program (element-type RsDocument). */
static void
begin_lines (RsRun *run, GPtrArray *documents)
{
  for (guint i = 0; i < documents->len; i++)
    {
      GtkTextBuffer *buffer = g_ptr_array_index (documents, i);

      rs_program_lines_begin (buffer);
      if (rs_run_is_recorded (run))
        rs_profile_lines_begin (buffer);
    }
}

static void
on_started (RsRuns *runs, RsRun *run, RsWindow *self)
{
  GObject *state = rs_run_get_debug_state (run);
  g_autoptr (GPtrArray) documents = rs_window_find_documents (self, rs_run_get_name (run));

  begin_lines (run, documents);
  uncover (self);
  if (!RS_IS_DEBUG_RUN (state))
    return;
  for (guint i = 0; i < documents->len; i++)
    g_signal_connect_object (g_ptr_array_index (documents, i), "changed", G_CALLBACK (on_edited), state, 0);
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
  if (rs_debug_points_toggle (get_points (self), rs_editor_page_get_document (self->current), line, &moved_to) != NULL
      && moved_to > 0)
    rs_editor_page_go_to (self->current, moved_to, 0);
  rs_window_queue_save_state (self);
}

/* Of the cursor's line; where there is none nothing is done. */
static void
on_switch_point (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugPoint *point;
  guint line, column;

  if (self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  point = rs_debug_points_find (get_points (self), rs_document_get_name (rs_editor_page_get_document (self->current)),
                                line);
  if (point != NULL)
    rs_debug_points_switch (get_points (self), point);
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

/* Where the program is to go, or to go on: at the cursor. */
static void
do_at_cursor (RsWindow *self, void (*act) (RsDebugRun *run, const char *name, guint line))
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);
  guint line, column;

  if (run == NULL || self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  act (run, rs_document_get_name (rs_editor_page_get_document (self->current)), line);
}

static void
on_until (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  do_at_cursor (data, rs_debug_run_go_to);
}

static void
on_jump (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  do_at_cursor (data, rs_debug_run_jump);
}

static void
on_jump_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsDebugRun *run = rs_debug_run_get_shown (((RsWindow *)data)->runs);
  const char *name;
  guint line;

  g_variant_get (parameter, "(&su)", &name, &line);
  if (run != NULL)
    rs_debug_run_jump (run, name, line);
}

/* Looks at the function that called the one that is looked at, or that it called. */
static void
look_at_call (RsWindow *self, int step)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);
  const gint64 frame = run != NULL ? (gint64)rs_debug_run_get_frame (run) + step : -1;

  if (frame < 0 || frame >= (gint64)rs_debug_run_get_frames (run)->len)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    rs_debug_run_look_at (run, (guint)frame);
}

static void
on_caller (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  look_at_call (data, 1);
}

static void
on_called (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  look_at_call (data, -1);
}

static void
on_pause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run != NULL)
    rs_debug_run_pause (run);
}

/* --- computing --- */

void
rs_window_wait_for_workspace (RsWindow *self, const char *text)
{
  RsDebugRun *run;

  if (rs_runs_any_active (self->runs))
    {
      gtk_widget_error_bell (GTK_WIDGET (self)); /* the program runs: pause it first */
      return;
    }
  rs_window_start_workspace (self);
  run = rs_debug_run_get_shown (self->runs);
  if (run != NULL)
    g_object_set_data_full (G_OBJECT (run), "to-compute", g_strdup (text), g_free);
}

/* In the function where the program stands, else with what it has left, else in an empty workspace. */
static void
compute (RsWindow *self, const char *text)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  rs_window_show_panel (self, PANEL_WIDGET (rs_window_get_console (self)));
  if (run != NULL && (rs_debug_run_stands (run) || rs_debug_run_has_workspace (run) || rs_debug_run_is_computing (run)))
    rs_debug_run_evaluate (run, text);
  else
    rs_window_wait_for_workspace (self, text);
}

static void
on_evaluate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_window_show_panel (data, PANEL_WIDGET (rs_window_get_console (data)));
  rs_window_enter (data, g_variant_get_string (parameter, NULL));
}

static char *
dup_line (GtkTextBuffer *buffer, int line)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_text (&start, &end);
}

static gboolean
is_section_line (GtkTextBuffer *buffer, int line)
{
  g_autofree char *text = dup_line (buffer, line);

  return g_str_has_prefix (g_strchug (text), "%%");
}

/* The selection; in a text with %% lines the section around the cursor, else its line. (transfer full) */
static char *
dup_what_to_compute (GtkTextBuffer *buffer)
{
  int n = gtk_text_buffer_get_line_count (buffer), first, last;
  gboolean has_sections = FALSE;
  GtkTextIter start, end;

  if (gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    return gtk_text_iter_get_text (&start, &end);
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  first = last = gtk_text_iter_get_line (&start);
  for (int i = 0; i < n && !has_sections; i++)
    has_sections = is_section_line (buffer, i);
  if (!has_sections)
    return dup_line (buffer, first);
  while (first > 0 && !is_section_line (buffer, first))
    first--;
  while (last + 1 < n && !is_section_line (buffer, last + 1))
    last++;
  gtk_text_buffer_get_iter_at_line (buffer, &start, first);
  gtk_text_buffer_get_iter_at_line (buffer, &end, last);
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_text (&start, &end);
}

static void
on_compute (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autofree char *text = self->current != NULL
                              ? dup_what_to_compute (GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)))
                              : NULL;

  if (text != NULL && *g_strstrip (text) != '\0')
    compute (self, text);
}

static void
on_show_array (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PanelWidget *panel = rs_window_get_panel (data, "array");

  rs_window_show_panel (data, panel);
  rs_array_panel_show (RS_ARRAY_PANEL (panel), g_variant_get_string (parameter, NULL));
}

/* What is selected among the variables: without showing the panel, which has it when it is shown. */
static void
on_follow_array (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_array_panel_show (RS_ARRAY_PANEL (rs_window_get_panel (data, "array")), g_variant_get_string (parameter, NULL));
}

static void
on_stop_when_written (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run != NULL)
    rs_debug_run_watch (run, g_variant_get_string (parameter, NULL));
  rs_window_show_panel (self, rs_window_get_panel (self, "breakpoints"));
}

static void
on_watch_expression (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_debug_points_add_watch (get_points (self), g_variant_get_string (parameter, NULL));
  rs_window_show_panel (self, rs_window_get_panel (self, "watches"));
}

static void
on_item (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run != NULL)
    rs_item_dialog_present (GTK_WINDOW (self), run);
}

/* --- switches --- */

static const struct {
  const char *action;
  RsDebugSetting setting;
} switches[] = {
  { "stop-on-nan", RS_DEBUG_SETTING_NAN },
  { "stop-on-warnings", RS_DEBUG_SETTING_WARNINGS },
  { "step-into-library", RS_DEBUG_SETTING_LIBRARY },
};

static void
show_switches (RsWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), switches[i].action);

      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_boolean (
                                     rs_debug_settings_is_on (rs_debug_settings_get (), switches[i].setting)));
    }
}

static void
on_switch (GSimpleAction *action, GVariant *state, gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), switches[i].action))
      rs_debug_settings_set_value (rs_debug_settings_get (), switches[i].setting,
                                   g_variant_get_boolean (state) ? "on" : "off");
}

static const GActionEntry entries[] = {
  { .name = "evaluate", .activate = on_evaluate, .parameter_type = "s" },
  { .name = "compute", .activate = on_compute },
  { .name = "look-at-array", .activate = on_show_array, .parameter_type = "s" },
  { .name = "follow-array", .activate = on_follow_array, .parameter_type = "s" },
  { .name = "debug-item", .activate = on_item },
  { .name = "stop-when-written", .activate = on_stop_when_written, .parameter_type = "s" },
  { .name = "watch-expression", .activate = on_watch_expression, .parameter_type = "s" },
  { .name = "toggle-breakpoint", .activate = on_toggle },
  { .name = "switch-breakpoint", .activate = on_switch_point },
  { .name = "edit-breakpoint", .activate = on_edit },
  { .name = "debug-step", .activate = on_step },
  { .name = "debug-over", .activate = on_over },
  { .name = "debug-out", .activate = on_out },
  { .name = "debug-until", .activate = on_until },
  { .name = "debug-jump", .activate = on_jump },
  { .name = "debug-jump-to", .activate = on_jump_to, .parameter_type = "(su)" },
  { .name = "debug-caller", .activate = on_caller },
  { .name = "debug-called", .activate = on_called },
  { .name = "debug-pause", .activate = on_pause },
  { .name = "stop-on-nan", .state = "false", .change_state = on_switch },
  { .name = "stop-on-warnings", .state = "false", .change_state = on_switch },
  { .name = "step-into-library", .state = "false", .change_state = on_switch },
};

void
rs_window_init_debug (RsWindow *self)
{
  static const char *const changes[] = { "added", "removed", "edited" };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  rs_window_init_calls (self);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (get_points (self), changes[i], G_CALLBACK (rs_window_queue_save_state), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (get_points (self), "changed", G_CALLBACK (rs_window_show_line), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_points (self), "counted", G_CALLBACK (rs_window_show_line), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (rs_debug_settings_get (), "changed", G_CALLBACK (show_switches), self, G_CONNECT_SWAPPED);
  show_switches (self);
  g_signal_connect_after (self->runs, "started", G_CALLBACK (on_started), self); /* the run has its debugger then */
}
