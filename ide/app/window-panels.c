/* The window's panels: problems, console, profile; and the actions on them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

#include <glib/gi18n.h>

void
rs_window_show_panel (RsWindow *self, PanelWidget *panel)
{
  PanelPosition *position;

  if (gtk_widget_get_parent (GTK_WIDGET (panel)) == NULL)
    panel_frame_add (self->bottom_frame, panel);
  position = panel_widget_get_position (panel);
  if (position != NULL && panel_position_get_area (position) == PANEL_AREA_END)
    panel_dock_set_reveal_end (self->dock, TRUE);
  else
    panel_dock_set_reveal_bottom (self->dock, TRUE);
  g_clear_object (&position);
  panel_widget_raise (panel);
}

void
rs_window_open_trace (RsWindow *self, const char *path)
{
  rs_profile_panel_open (self->profile, path);
  rs_window_show_panel (self, PANEL_WIDGET (self->profile));
}

/* --- problems --- */

static void
show_problem_counts (RsWindow *self)
{
  guint errors = rs_problems_panel_count (self->problems, RS_SEVERITY_ERROR);
  guint warnings = rs_problems_panel_count (self->problems, RS_SEVERITY_WARNING);
  g_autofree char *error_text = g_strdup_printf (ngettext ("%u error", "%u errors", errors), errors);
  g_autofree char *warning_text = g_strdup_printf (ngettext ("%u warning", "%u warnings", warnings), warnings);
  g_autofree char *text = g_strdup_printf ("%s, %s", error_text, warning_text);
  g_autofree char *title = errors + warnings > 0 ? g_strdup_printf (_ ("Problems (%u)"), errors + warnings)
                                                 : g_strdup (_ ("Problems"));

  gtk_label_set_text (self->problems_label, text);
  panel_widget_set_title (PANEL_WIDGET (self->problems), title);
}

static void
on_checked (RsChecker *checker, RsWindow *self)
{
  rs_problems_panel_set (self->problems, checker, rs_checker_get_diagnostics (checker));
  show_problem_counts (self);
  rs_window_update_current (self);
}

RsPrecision
rs_window_get_precision (RsWindow *self)
{
  return gtk_drop_down_get_selected (self->precision_selector) == 1 ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
}

void
rs_window_watch_page (RsWindow *self, RsEditorPage *page)
{
  RsChecker *checker = rs_editor_page_get_checker (page);

  rs_checker_set_precision (checker, rs_window_get_precision (self));
  g_signal_connect_object (checker, "checked", G_CALLBACK (on_checked), self, 0);
}

void
rs_window_forget_page (RsWindow *self, RsEditorPage *page)
{
  RsChecker *checker = rs_editor_page_get_checker (page);

  g_signal_handlers_disconnect_by_data (checker, self);
  rs_problems_panel_set (self->problems, checker, NULL);
  show_problem_counts (self);
}

static void
on_precision_changed (RsWindow *self)
{
  for (guint i = 0; i < self->pages->len; i++)
    rs_checker_set_precision (rs_editor_page_get_checker (g_ptr_array_index (self->pages, i)), rs_window_get_precision (self));
  rs_window_queue_save_state (self);
}

/* --- actions --- */

static void
on_show_console (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_window_show_panel (self, PANEL_WIDGET (self->console));
}

static void
on_show_problems (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_window_show_panel (self, PANEL_WIDGET (self->problems));
}

static void
on_show_profile (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  rs_window_show_panel (self, PANEL_WIDGET (self->profile));
}

static void
on_clear_console (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_console_clear (((RsWindow *)data)->console);
}

static void
on_next_problem (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_problems_panel_move (((RsWindow *)data)->problems, TRUE);
}

static void
on_previous_problem (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_problems_panel_move (((RsWindow *)data)->problems, FALSE);
}

static void
on_timeline_zoom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  double factor = g_variant_get_double (parameter);

  if (factor > 0.001 && factor < 1000)
    rs_timeline_zoom_by (rs_profile_panel_get_timeline (((RsWindow *)data)->profile), factor);
}

static void
on_timeline_pan (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  double part = g_variant_get_double (parameter);

  if (part > -1000 && part < 1000)
    rs_timeline_pan_by (rs_profile_panel_get_timeline (((RsWindow *)data)->profile), part);
}

static void
on_timeline_show_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_show_all (rs_profile_panel_get_timeline (((RsWindow *)data)->profile));
}

static void
on_timeline_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_select_adjacent (rs_profile_panel_get_timeline (((RsWindow *)data)->profile), TRUE);
}

static void
on_timeline_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_timeline_select_adjacent (rs_profile_panel_get_timeline (((RsWindow *)data)->profile), FALSE);
}

static void
on_timeline_select (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_profile_panel_select_by_name (((RsWindow *)data)->profile, g_variant_get_string (parameter, NULL));
}

static void
on_timeline_go_to_source (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_profile_panel_go_to_source (((RsWindow *)data)->profile);
}

static const GActionEntry entries[] = {
  { .name = "show-console", .activate = on_show_console },
  { .name = "show-problems", .activate = on_show_problems },
  { .name = "show-profile", .activate = on_show_profile },
  { .name = "clear-console", .activate = on_clear_console },
  { .name = "next-problem", .activate = on_next_problem },
  { .name = "previous-problem", .activate = on_previous_problem },
  { .name = "timeline-zoom", .activate = on_timeline_zoom, .parameter_type = "d" },
  { .name = "timeline-pan", .activate = on_timeline_pan, .parameter_type = "d" },
  { .name = "timeline-show-all", .activate = on_timeline_show_all },
  { .name = "timeline-next", .activate = on_timeline_next },
  { .name = "timeline-previous", .activate = on_timeline_previous },
  { .name = "timeline-select", .activate = on_timeline_select, .parameter_type = "s" },
  { .name = "timeline-go-to-source", .activate = on_timeline_go_to_source },
};

void
rs_window_init_panels (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->problems = g_object_ref_sink (rs_problems_panel_new ());
  self->console = g_object_ref_sink (rs_console_new ());
  self->profile = g_object_ref_sink (rs_profile_panel_new ());
  panel_frame_add (self->bottom_frame, PANEL_WIDGET (self->problems));
  panel_frame_add (self->bottom_frame, PANEL_WIDGET (self->console));
  panel_frame_add (self->bottom_frame, PANEL_WIDGET (self->profile));
  panel_frame_set_visible_child (self->bottom_frame, PANEL_WIDGET (self->console));
  g_signal_connect_swapped (self->precision_selector, "notify::selected", G_CALLBACK (on_precision_changed), self);
  g_signal_connect_swapped (self->device_selector, "notify::selected", G_CALLBACK (rs_window_queue_save_state), self);
  show_problem_counts (self);
}
