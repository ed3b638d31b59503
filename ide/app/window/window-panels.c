/* The panels around the text: making, showing and restoring those of the registry, and actions on what they show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/debug/points.h"
#include "ide/debug/prompt.h"
#include "ide/editor/text/program-lines.h"
#include "ide/pipeline/pipeline-panel.h"

#include <glib/gi18n.h>
#include <string.h>

#define PIPELINE_DELAY_MS 150 /* the cursor moves on, most of the time */

/* --- the registry's panels --- */

static PanelWidget *
make_panel (RsWindow *self, const RsPanelKind *kind)
{
  PanelWidget *panel = g_object_ref_sink (kind->create (self->runs));
  g_autofree char *title = rs_panel_kind_dup_title (kind);

  panel_widget_set_id (panel, kind->id);
  panel_widget_set_title (panel, title);
  panel_widget_set_icon_name (panel, kind->icon);
  if (g_str_equal (kind->id, "console"))
    rs_console_panel_set_footer (RS_CONSOLE_PANEL (panel), rs_prompt_new (self->runs));
  if (g_str_equal (kind->id, "search") || g_str_equal (kind->id, "results"))
    rs_window_watch_found (self, panel);
  return panel;
}

/* A place whose panel was never made is empty. */
static void
release_panel (gpointer data)
{
  if (data != NULL)
    g_object_unref (data);
}

static PanelWidget *
get_panel_at (RsWindow *self, guint index)
{
  PanelWidget **slot = (PanelWidget **)&g_ptr_array_index (self->panels, index);

  if (*slot == NULL)
    *slot = make_panel (self, rs_panel_kind_get (index));
  return *slot;
}

PanelWidget *
rs_window_get_panel (RsWindow *self, const char *id)
{
  for (guint i = 0; i < self->panels->len; i++)
    if (g_str_equal (rs_panel_kind_get (i)->id, id))
      return get_panel_at (self, i);
  g_return_val_if_reached (NULL);
}

PanelWidget *
rs_window_find_panel (RsWindow *self, const char *id)
{
  for (guint i = 0; i < self->panels->len; i++)
    if (g_str_equal (rs_panel_kind_get (i)->id, id))
      return g_ptr_array_index (self->panels, i);
  return NULL;
}

RsConsolePanel *
rs_window_get_console (RsWindow *self)
{
  return RS_CONSOLE_PANEL (rs_window_get_panel (self, "console"));
}

RsProblemsPanel *
rs_window_get_problems (RsWindow *self)
{
  return RS_PROBLEMS_PANEL (rs_window_get_panel (self, "problems"));
}

static void
place_panel (RsWindow *self, PanelWidget *panel, RsPanelPlace place)
{
  PanelFrame *frames[] = { [RS_PANEL_AT_BOTTOM] = self->bottom_frame,
                           [RS_PANEL_AT_END] = self->end_frame,
                           [RS_PANEL_AT_START] = self->start_frame };

  panel_frame_add (frames[place], panel);
  rs_accessible_names_queue (GTK_WIDGET (self));
}

void
rs_window_show_panel (RsWindow *self, PanelWidget *panel)
{
  const RsPanelKind *kind = rs_panel_kind_find (panel_widget_get_id (panel));
  PanelPosition *position;

  if (gtk_widget_get_parent (GTK_WIDGET (panel)) == NULL)
    place_panel (self, panel, kind != NULL ? kind->place : RS_PANEL_AT_BOTTOM);
  position = panel_widget_get_position (panel);
  if (position != NULL && panel_position_get_area (position) == PANEL_AREA_END)
    panel_dock_set_reveal_end (self->dock, TRUE);
  else if (position != NULL && panel_position_get_area (position) == PANEL_AREA_START)
    panel_dock_set_reveal_start (self->dock, TRUE);
  else
    panel_dock_set_reveal_bottom (self->dock, TRUE);
  g_clear_object (&position);
  panel_widget_raise (panel);
  rs_window_queue_save_state (self);
}

/* --- the layout --- */

static void
describe_frame (PanelFrame *frame, const char *place, GStrvBuilder *panels)
{
  for (guint i = 0; i < panel_frame_get_n_pages (frame); i++)
    {
      PanelWidget *panel = panel_frame_get_page (frame, i);
      gboolean is_front = panel == panel_frame_get_visible_child (frame);
      g_autofree char *text = g_strconcat (panel_widget_get_id (panel), ":", place, is_front ? ":front" : "", NULL);

      if (rs_panel_kind_find (panel_widget_get_id (panel)) != NULL)
        g_strv_builder_add (panels, text);
    }
}

char **
rs_window_describe_panels (RsWindow *self)
{
  g_autoptr (GStrvBuilder) panels = g_strv_builder_new ();

  describe_frame (self->bottom_frame, "bottom", panels);
  describe_frame (self->end_frame, "end", panels);
  describe_frame (self->start_frame, "start", panels);
  return g_strv_builder_end (panels);
}

static gboolean
read_place (const char *word, RsPanelPlace *place)
{
  static const char *const words[]
      = { [RS_PANEL_AT_BOTTOM] = "bottom", [RS_PANEL_AT_END] = "end", [RS_PANEL_AT_START] = "start" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i], word))
      {
        *place = (RsPanelPlace)i;
        return TRUE;
      }
  return FALSE;
}

/* FALSE: the entry says nothing that this program understands. */
static gboolean
restore_panel (RsWindow *self, const char *entry, GPtrArray *front)
{
  g_auto (GStrv) parts = g_strsplit (entry, ":", -1);
  guint n = g_strv_length (parts);
  PanelWidget *panel;
  RsPanelPlace place;

  if (n < 2 || n > 3 || rs_panel_kind_find (parts[0]) == NULL || (n == 3 && !g_str_equal (parts[2], "front"))
      || !read_place (parts[1], &place))
    return FALSE;
  panel = rs_window_get_panel (self, parts[0]);
  if (gtk_widget_get_parent (GTK_WIDGET (panel)) != NULL)
    return FALSE;
  place_panel (self, panel, place);
  if (n == 3)
    g_ptr_array_add (front, panel);
  return TRUE;
}

static void
place_first_panels (RsWindow *self)
{
  for (guint i = 0; i < rs_panel_kinds_count (); i++)
    if (rs_panel_kind_get (i)->is_open)
      place_panel (self, get_panel_at (self, i), rs_panel_kind_get (i)->place);
  panel_widget_raise (PANEL_WIDGET (rs_window_get_console (self)));
}

void
rs_window_restore_panels (RsWindow *self, const char *const *panels)
{
  g_autoptr (GPtrArray) front = g_ptr_array_new ();
  g_autoptr (GString) skipped = g_string_new (NULL);

  if (panels == NULL)
    {
      place_first_panels (self);
      return;
    }
  for (; *panels != NULL; panels++)
    if (!restore_panel (self, *panels, front))
      g_string_append_printf (skipped, "%s“%s”", skipped->len > 0 ? ", " : "", *panels);
  for (guint i = 0; i < front->len; i++)
    panel_widget_raise (g_ptr_array_index (front, i));
  if (skipped->len > 0)
    rs_session_state_tell_damage (skipped->str);
}

static void
on_show_kind (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  PanelWidget *panel = rs_window_get_panel (self, g_action_get_name (G_ACTION (action)) + strlen ("show-"));

  if (g_str_equal (panel_widget_get_id (panel), "search"))
    rs_window_update_search (self);
  if (g_str_equal (panel_widget_get_id (panel), "files"))
    rs_window_follow_file (self);
  rs_window_show_panel (self, panel);
  rs_window_focus_panel (self, panel);
  rs_window_update_pipeline (self);
}

/* What the button of its tab does. */
static void
on_close_panel (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *id = g_variant_get_string (parameter, NULL);

  if (rs_panel_kind_find (id) != NULL)
    panel_widget_close (rs_window_get_panel (data, id));
}

/* The action win.show-ID of every panel, and its line in the View menu. */
static void
add_panel_actions (RsWindow *self)
{
  for (guint i = 0; i < rs_panel_kinds_count (); i++)
    {
      const RsPanelKind *kind = rs_panel_kind_get (i);
      g_autofree char *name = g_strconcat ("show-", kind->id, NULL);
      g_autofree char *full = g_strconcat ("win.", name, NULL);
      g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);

      g_signal_connect (action, "activate", G_CALLBACK (on_show_kind), self);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
      g_menu_append (self->panels_section, _ (kind->title), full);
    }
}

/* --- traces: one panel for each; the registry's is the first --- */

/* Forgets those whose tab was closed. */
static void
drop_closed_traces (RsWindow *self)
{
  for (guint i = self->traces->len; i-- > 0;)
    if (gtk_widget_get_root (GTK_WIDGET (g_ptr_array_index (self->traces, i))) == NULL)
      g_ptr_array_remove_index (self->traces, i);
}

RsProfilePanel *
rs_window_get_profile (RsWindow *self)
{
  PanelWidget *front = panel_frame_get_visible_child (self->bottom_frame);

  drop_closed_traces (self);
  if (front != NULL && RS_IS_PROFILE_PANEL (front))
    return RS_PROFILE_PANEL (front);
  if (self->traces->len > 0)
    return g_ptr_array_index (self->traces, self->traces->len - 1);
  return RS_PROFILE_PANEL (rs_window_get_panel (self, "profile"));
}

static RsProfilePanel *
find_trace (RsWindow *self, const char *path)
{
  RsProfilePanel *first = RS_PROFILE_PANEL (rs_window_get_panel (self, "profile"));

  if (rs_profile_panel_get_path (first) == NULL || g_str_equal (rs_profile_panel_get_path (first), path))
    return first;
  for (guint i = 0; i < self->traces->len; i++)
    if (g_strcmp0 (rs_profile_panel_get_path (g_ptr_array_index (self->traces, i)), path) == 0)
      return g_ptr_array_index (self->traces, i);
  return NULL;
}

/* The least that no profile has. */
static guint
find_free_number (RsWindow *self)
{
  guint number = 2; /* the profile panel itself is 1 */
  guint64 taken = 0;

  for (guint i = 0; i < self->traces->len; i++)
    {
      const guint other = rs_profile_panel_get_number (g_ptr_array_index (self->traces, i));

      taken |= G_GUINT64_CONSTANT (1) << MIN (other, 63);
    }
  while (number < 63 && (taken >> number & 1) != 0)
    number++;
  return number;
}

/* The panel of the trace at path; where none has it, one for it. */
static RsProfilePanel *
take_panel (RsWindow *self, const char *path)
{
  RsProfilePanel *panel;
  g_autofree char *id = NULL;

  drop_closed_traces (self);
  panel = find_trace (self, path);
  if (panel != NULL)
    return panel;
  id = g_strdup_printf ("trace-%u", ++self->last_trace);
  panel = g_object_ref_sink (RS_PROFILE_PANEL (rs_profile_panel_new (self->runs)));
  rs_profile_panel_set_number (panel, find_free_number (self));
  panel_widget_set_id (PANEL_WIDGET (panel), id);
  panel_widget_set_icon_name (PANEL_WIDGET (panel), "redshift-profile-symbolic");
  g_ptr_array_add (self->traces, panel);
  return panel;
}

void
rs_window_open_trace (RsWindow *self, const char *path, const char *page)
{
  RsProfilePanel *panel = take_panel (self, path);

  /* Read again, too: a recording of that name may be a new one. */
  rs_profile_panel_open (panel, path);
  if (page != NULL)
    gtk_widget_activate_action (GTK_WIDGET (panel), "trace.show", "s", page);
  rs_window_read_times (self, path);
  rs_window_show_panel (self, PANEL_WIDGET (panel));
  rs_window_update_layout (self);
}

static gboolean
console_shows (RsWindow *self)
{
  return panel_dock_get_reveal_bottom (self->dock)
         && panel_frame_get_visible_child (self->bottom_frame) == PANEL_WIDGET (rs_window_get_console (self));
}

void
rs_window_follow_trace (RsWindow *self, const char *path)
{
  RsProfilePanel *panel = take_panel (self, path);

  rs_profile_panel_open (panel, path);
  if (!console_shows (self))
    rs_window_show_panel (self, PANEL_WIDGET (panel));
  else if (gtk_widget_get_parent (GTK_WIDGET (panel)) == NULL)
    place_panel (self, PANEL_WIDGET (panel), RS_PANEL_AT_BOTTOM);
  rs_window_update_layout (self);
}

gboolean
rs_window_has_trace (RsWindow *self, const char *path)
{
  RsProfilePanel *panel = find_trace (self, path);

  return panel != NULL && g_strcmp0 (rs_profile_panel_get_path (panel), path) == 0;
}

static void
on_compare_trace (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *others[] = { g_variant_get_string (parameter, NULL), NULL };

  rs_profile_panel_compare_with (rs_window_get_profile (data), others, NULL);
}

static void
on_compare_traces (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree const char **others = NULL, **more = NULL;

  g_variant_get (parameter, "(^a&s^a&s)", &others, &more);
  rs_profile_panel_compare_with (rs_window_get_profile (data), others, more);
}

/* --- what the compiler makes of the kernel at the cursor --- */

static gboolean
on_update_pipeline (gpointer data)
{
  RsWindow *self = data;
  PanelWidget *panel = rs_window_find_panel (self, "pipeline");
  guint line, column;

  self->pipeline_source = 0;
  if (self->current == NULL || panel == NULL)
    return G_SOURCE_REMOVE;
  rs_editor_page_get_cursor (self->current, &line, &column);
  rs_pipeline_panel_show (RS_PIPELINE_PANEL (panel),
                          rs_checker_get_analysis (rs_editor_page_get_checker (self->current)), line);
  return G_SOURCE_REMOVE;
}

void
rs_window_update_pipeline (RsWindow *self)
{
  if (self->pipeline_source == 0)
    self->pipeline_source = g_timeout_add (PIPELINE_DELAY_MS, on_update_pipeline, self);
}

/* --- problems --- */

void
rs_window_show_problem_counts (RsWindow *self)
{
  guint errors = rs_problems_panel_count (rs_window_get_problems (self), RS_SEVERITY_ERROR);
  guint warnings = rs_problems_panel_count (rs_window_get_problems (self), RS_SEVERITY_WARNING);
  g_autofree char *error_text = g_strdup_printf (ngettext ("%u error", "%u errors", errors), errors);
  g_autofree char *warning_text = g_strdup_printf (ngettext ("%u warning", "%u warnings", warnings), warnings);
  g_autofree char *text = g_strdup_printf ("%s, %s", error_text, warning_text);
  g_autofree char *title = errors + warnings > 0 ? g_strdup_printf (_ ("Problems (%u)"), errors + warnings)
                                                 : g_strdup (_ ("Problems"));

  gtk_label_set_text (self->problems_label, text);
  panel_widget_set_title (PANEL_WIDGET (rs_window_get_problems (self)), title);
}

static void
on_checked (RsChecker *checker, RsWindow *self)
{
  rs_problems_panel_set (rs_window_get_problems (self), checker,
                         rs_analysis_get_diagnostics (rs_checker_get_analysis (checker)));
  rs_window_show_problem_counts (self);
  rs_window_update_current (self);
  rs_window_update_pipeline (self);
}

void
rs_window_watch_page (RsWindow *self, RsEditorPage *page)
{
  RsChecker *checker = rs_editor_page_get_checker (page);

  rs_checker_set_precision (checker, rs_window_get_precision (self));
  g_signal_connect_object (checker, "checked", G_CALLBACK (on_checked), self, 0);
  rs_debug_points_add_page (rs_debug_points_get (G_OBJECT (self->runs)), page);
}

void
rs_window_forget_page (RsWindow *self, RsEditorPage *page)
{
  RsChecker *checker = rs_editor_page_get_checker (page);

  rs_debug_points_remove_page (rs_debug_points_get (G_OBJECT (self->runs)), page);
  g_signal_handlers_disconnect_by_data (checker, self);
  rs_problems_panel_set (rs_window_get_problems (self), checker, NULL);
  rs_window_show_problem_counts (self);
}

/* --- actions --- */

static void
on_clear_console (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_console_panel_clear (rs_window_get_console (data));
}

static void
on_next_problem (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_problems_panel_move (rs_window_get_problems (data), TRUE);
}

static void
on_previous_problem (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_problems_panel_move (rs_window_get_problems (data), FALSE);
}

static void
on_timeline_zoom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  double factor = g_variant_get_double (parameter);

  if (factor > 0.001 && factor < 1000)
    rs_timeline_zoom_by (rs_profile_panel_get_timeline (rs_window_get_profile (data)), factor);
}

static void
on_timeline_pan (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  double part = g_variant_get_double (parameter);

  if (part > -1000 && part < 1000)
    rs_timeline_pan_by (rs_profile_panel_get_timeline (rs_window_get_profile (data)), part);
}

static void
on_timeline_show_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_show_all (rs_profile_panel_get_timeline (rs_window_get_profile (data)));
}

static void
on_timeline_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_select_adjacent (rs_profile_panel_get_timeline (rs_window_get_profile (data)), TRUE);
}

static void
on_timeline_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_select_adjacent (rs_profile_panel_get_timeline (rs_window_get_profile (data)), FALSE);
}

static void
on_timeline_select (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_profile_panel_select_by_name (rs_window_get_profile (data), g_variant_get_string (parameter, NULL));
}

static void
on_timeline_go_to_source (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_profile_panel_go_to_source (rs_window_get_profile (data));
}

/* A line of the text that was profiled, wherever it is now. NULL: the text is not open. */
static RsEditorPage *
find_profiled (RsWindow *self, GVariant *parameter, const char **name, guint *line, guint *column)
{
  RsEditorPage *page;

  g_variant_get (parameter, "(&suu)", name, line, column);
  page = rs_window_find_page_by_name (self, *name);
  if (page != NULL)
    *line = rs_profile_lines_find_now (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), *line, NULL);
  return page;
}

static void
on_go_to_profiled (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name;
  guint line, column;

  find_profiled (data, parameter, &name, &line, &column);
  rs_window_go_to (data, name, line, column);
}

/* The keyboard stays: who looks through a timeline goes on with its keys. */
static void
on_show_profiled (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name;
  guint line, column;
  RsEditorPage *page = find_profiled (data, parameter, &name, &line, &column);

  if (page != NULL)
    panel_widget_raise (PANEL_WIDGET (page));
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (name);

      rs_window_go_to (data, name, line, column);
      page = rs_window_find_page (data, file); /* its text has no name before it is there */
    }
  if (page != NULL)
    rs_editor_page_show_line (page, line, column);
}

static const GActionEntry entries[] = {
  { .name = "close-panel", .activate = on_close_panel, .parameter_type = "s" },
  { .name = "compare-trace", .activate = on_compare_trace, .parameter_type = "s" },
  { .name = "compare-traces", .activate = on_compare_traces, .parameter_type = "(asas)" },
  { .name = "clear-console", .activate = on_clear_console },
  { .name = "next-problem", .activate = on_next_problem },
  { .name = "previous-problem", .activate = on_previous_problem },
  { .name = "timeline-zoom", .activate = on_timeline_zoom, .parameter_type = "d" },
  { .name = "timeline-pan", .activate = on_timeline_pan, .parameter_type = "d" },
  { .name = "timeline-show-all", .activate = on_timeline_show_all },
  { .name = "go-to-profiled", .activate = on_go_to_profiled, .parameter_type = "(suu)" },
  { .name = "show-profiled", .activate = on_show_profiled, .parameter_type = "(suu)" },
  { .name = "timeline-next", .activate = on_timeline_next },
  { .name = "timeline-previous", .activate = on_timeline_previous },
  { .name = "timeline-select", .activate = on_timeline_select, .parameter_type = "s" },
  { .name = "timeline-go-to-source", .activate = on_timeline_go_to_source },
};

void
rs_window_init_panels (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->panels = g_ptr_array_new_with_free_func (release_panel);
  g_ptr_array_set_size (self->panels, (int)rs_panel_kinds_count ());
  self->traces = g_ptr_array_new_with_free_func (g_object_unref);
  add_panel_actions (self);
  rs_window_show_problem_counts (self);
}
