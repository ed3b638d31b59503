/* The main window: construction, closing, layout.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/app/dialogs/close-dialog.h"
#include "ide/app/welcome.h"
#include "ide/debug/points.h"
#include "ide/editor/style.h"
#include "ide/files/files-panel.h"

#include <glib/gi18n.h>

/* Icon and button of a tab, and what is around them, in pixels. */
#define TAB_BORDER 96

G_DEFINE_FINAL_TYPE (RsWindow, rs_window, ADW_TYPE_APPLICATION_WINDOW)

static void ask_to_close (RsWindow *self);

static gboolean
has_unsaved (RsWindow *self)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (gtk_text_buffer_get_modified (
            GTK_TEXT_BUFFER (rs_editor_page_get_document (g_ptr_array_index (self->pages, i)))))
      return TRUE;
  return FALSE;
}

static void
on_close_answered (gboolean agreed, gpointer data)
{
  g_autoptr (RsWindow) self = data;

  self->asking = FALSE;
  if (!agreed)
    return;
  /* A file may have been opened and changed since the question was put. */
  if (has_unsaved (self))
    {
      ask_to_close (self);
      return;
    }
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static void
ask_to_close (RsWindow *self)
{
  if (self->asking)
    return;
  self->asking = TRUE;
  rs_close_dialog_ask (GTK_WINDOW (self), self->pages, on_close_answered, g_object_ref (self));
}

static gboolean
rs_window_close_request (GtkWindow *window)
{
  RsWindow *self = RS_WINDOW (window);

  if (!self->closing)
    {
      rs_window_save_state (self);
      ask_to_close (self);
      return TRUE;
    }
  g_clear_handle_id (&self->save_state_source, g_source_remove);
  g_clear_handle_id (&self->pipeline_source, g_source_remove);
  g_clear_handle_id (&self->resize_source, g_source_remove);
  g_clear_handle_id (&self->clock_source, g_source_remove);
  g_clear_handle_id (&self->buttons_source, g_source_remove);
  rs_window_leave_runs (self);
  return GTK_WINDOW_CLASS (rs_window_parent_class)->close_request (window);
}

static void
on_focus_changed (RsWindow *self)
{
  rs_window_update_current (self);
}

/* Tabs of each frame take Ctrl+Page Down and Ctrl+Tab for themselves, wherever the focus is; they are the window's. */
static void
release_keys (GtkWidget *widget)
{
  if (ADW_IS_TAB_VIEW (widget))
    adw_tab_view_set_shortcuts (ADW_TAB_VIEW (widget), ADW_TAB_VIEW_SHORTCUT_NONE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    release_keys (child);
}

PanelFrame *
rs_window_create_frame (RsWindow *self)
{
  PanelFrame *frame = PANEL_FRAME (panel_frame_new ());
  GtkWidget *tabs = panel_frame_tab_bar_new ();

  gtk_widget_add_css_class (tabs, "rs-content"); /* names of files */
  gtk_widget_add_css_class (tabs, "rs-file-tabs");
  rs_window_watch_tabs (tabs);
  panel_frame_set_header (frame, PANEL_FRAME_HEADER (tabs));
  release_keys (GTK_WIDGET (frame));
  panel_frame_set_placeholder (frame, rs_welcome_new ());
  rs_window_list_pages (frame);
  g_signal_connect_object (frame, "notify::visible-child", G_CALLBACK (rs_window_update_current), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return frame;
}

static void
restore_points (RsWindow *self, const RsSessionState *state)
{
  guint n_bad
      = rs_debug_points_restore (rs_debug_points_get (G_OBJECT (self->runs)), (const char *const *)state->debug_points);
  g_autofree char *what = g_strdup_printf (ngettext ("%u breakpoint", "%u breakpoints", n_bad), n_bad);

  if (n_bad > 0)
    rs_session_state_tell_damage (what);
}

static void
restore_layout (RsWindow *self, const RsSessionState *state)
{
  gtk_window_set_default_size (GTK_WINDOW (self), state->width, state->height);
  if (state->maximized)
    gtk_window_maximize (GTK_WINDOW (self));
  panel_dock_set_bottom_height (self->dock, state->bottom_height);
  panel_dock_set_end_width (self->dock, state->end_width);
  panel_dock_set_start_width (self->dock, state->start_width);
  restore_points (self, state);
  rs_window_restore_panels (self, (const char *const *)state->panels);
  panel_dock_set_reveal_bottom (self->dock, state->bottom_shown);
  panel_dock_set_reveal_end (self->dock, state->end_shown && panel_frame_get_n_pages (self->end_frame) > 0);
  panel_dock_set_reveal_start (self->dock, state->start_shown && panel_frame_get_n_pages (self->start_frame) > 0);
  rs_style_set_font_size (state->font_size);
  rs_window_set_device (self, state->device);
  rs_window_set_precision (self, state->double_precision ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE);
}

static void
rs_window_dispose (GObject *object)
{
  RsWindow *self = RS_WINDOW (object);

  g_clear_handle_id (&self->save_state_source, g_source_remove);
  g_clear_handle_id (&self->pipeline_source, g_source_remove);
  g_clear_handle_id (&self->resize_source, g_source_remove);
  g_clear_handle_id (&self->clock_source, g_source_remove);
  g_clear_object (&self->chooser);
  g_clear_weak_pointer (&self->focus);
  g_clear_weak_pointer (&self->focus_before_menu);
  if (self->runs != NULL)
    g_signal_handlers_disconnect_by_data (self->runs, self);
  g_clear_object (&self->runs);
  g_clear_pointer (&self->compared, g_strfreev);
  g_clear_pointer (&self->raced, g_free);
  g_clear_pointer (&self->races, g_ptr_array_unref);
  g_clear_handle_id (&self->races_source, g_source_remove);
  g_clear_pointer (&self->ring, g_free);
  g_clear_pointer (&self->ring_when, g_free);
  g_clear_pointer (&self->saved, g_ptr_array_unref);
  g_clear_pointer (&self->figures, g_ptr_array_unref);
  rs_window_close_forms (self);
  g_clear_pointer (&self->plots, g_ptr_array_unref);
  g_clear_pointer (&self->traces, g_ptr_array_unref);
  g_clear_pointer (&self->panels, g_ptr_array_unref);
  self->current = NULL;
  rs_window_end_recent (self);
  rs_window_end_found (self);
  g_clear_pointer (&self->history, rs_place_history_free);
  rs_window_stop_reference_search (self);
  rs_window_stop_renaming (self);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
  if (self->times_job != NULL)
    rs_trace_job_cancel (self->times_job);
  g_clear_pointer (&self->times, g_hash_table_unref);
  G_OBJECT_CLASS (rs_window_parent_class)->dispose (object);
}

static void
rs_window_class_init (RsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = rs_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/window.ui");
  gtk_widget_class_bind_template_child (widget_class, RsWindow, title);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, header);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, panels_section);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, notices);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, dock);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, grid);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, start_frame);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, bottom_frame);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, end_frame);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, device_selector);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, precision_selector);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, place_label);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, line_label);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, end_run_button);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, debug_buttons);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, continue_button);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, pause_button);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, problems_label);
  gtk_widget_class_bind_template_child (widget_class, RsWindow, run_label);
}

/* Dropped files open, wherever they fall: before a text takes their names as text. What comes from the list of files
 * and stays there is moved. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);
  GtkWidget *there = gtk_widget_pick (data, x, y, GTK_PICK_DEFAULT);

  if (drop != NULL && gdk_drop_get_drag (drop) != NULL && there != NULL && rs_files_panel_drop (there, value))
    return TRUE;
  for (GSList *file = g_value_get_boxed (value); file != NULL; file = file->next)
    rs_window_open_file (data, file->data, 0, 0);
  return TRUE;
}

static void
add_drop_target (RsWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* The tabs of panels are as wide as the longest title needs: what does not fit is scrolled, not cut. */
static void
fit_tabs (GtkWidget *widget)
{
  static GtkCssProvider *provider;
  g_autofree char *css = NULL;
  int widest = 0;

  if (provider != NULL)
    return;
  for (guint i = 0; i < rs_panel_kinds_count (); i++)
    {
      g_autofree char *title = rs_panel_kind_dup_title (rs_panel_kind_get (i));
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, title);
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      widest = MAX (widest, width);
    }
  css = g_strdup_printf (".rs-panel-tabs tab { min-width: %dpx; }", widest + TAB_BORDER);
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_data (provider, css, -1);
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (widget), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
add_panel_tabs (PanelFrame *frame)
{
  GtkWidget *tabs = panel_frame_tab_bar_new ();

  fit_tabs (GTK_WIDGET (frame));
  gtk_widget_add_css_class (tabs, "rs-panel-tabs");
  rs_window_watch_tabs (tabs);
  panel_frame_tab_bar_set_expand_tabs (PANEL_FRAME_TAB_BAR (tabs), FALSE);
  panel_frame_set_header (frame, PANEL_FRAME_HEADER (tabs));
  rs_window_list_pages (frame);
}

static void
rs_window_init (RsWindow *self)
{
  self->pages = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  rs_window_init_recent (self);
  g_signal_connect_swapped (self->grid, "create-frame", G_CALLBACK (rs_window_create_frame), self);
  add_panel_tabs (self->start_frame);
  add_panel_tabs (self->bottom_frame);
  add_panel_tabs (self->end_frame);
  release_keys (GTK_WIDGET (self->start_frame));
  release_keys (GTK_WIDGET (self->bottom_frame));
  release_keys (GTK_WIDGET (self->end_frame));
  g_signal_connect_swapped (self, "notify::focus-widget", G_CALLBACK (on_focus_changed), self);
  rs_window_init_devices (self);
  rs_window_init_actions (self);
  rs_window_init_focus (self);
  rs_window_init_names (self);
  rs_window_init_references (self);
  rs_window_init_rename (self);
  rs_window_init_search (self);
  rs_window_init_found (self);
  rs_window_init_run (self);
  rs_window_init_figures (self);
  rs_window_init_panels (self);
  rs_window_init_files (self);
  rs_window_init_layout (self);
  rs_window_init_welcome (self);
  rs_window_init_state_actions (self);
  rs_window_init_control_actions (self);
  rs_window_init_notices (self);
  add_drop_target (self);
}

RsWindow *
rs_window_new (GtkApplication *application)
{
  RsWindow *self = g_object_new (RS_TYPE_WINDOW, "application", application, NULL);
  g_autoptr (RsSessionState) state = rs_session_state_load ();

  restore_layout (self, state);
  rs_window_restore_files (self, state);
  rs_window_restore_session (self, state);
  rs_window_update_current (self);
  rs_accessible_names_queue (GTK_WIDGET (self));
  return self;
}
