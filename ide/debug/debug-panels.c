/* The panels of the debugger: one class, a table of what each shows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/debug-panels.h"

#include "ide/debug/point-marks.h"
#include "ide/debug/values/short-numbers.h"

#include <glib/gi18n.h>

typedef struct {
  const char *name;        /* of the list, for screen readers */
  const char *placeholder; /* of an empty list */
  const char *entry;       /* what can be typed below it; NULL: nothing */
  void (*fill) (RsDebugPanel *self, RsDebugRun *run);
  void (*activate) (RsDebugPanel *self, RsDebugRun *run, guint index);
  void (*remove) (RsDebugPanel *self, RsDebugRun *run, guint index);
  void (*toggle) (RsDebugPanel *self, RsDebugRun *run, guint index); /* switches on or off; NULL: there is no switch */
  void (*enter) (RsDebugPanel *self, RsDebugRun *run, const char *text);
} Kind;

struct _RsDebugPanel {
  PanelWidget parent;

  const Kind *kind;
  RsRuns *runs;       /* borrowed: the window has it longer */
  RsDebugRun *run;    /* owned; NULL: the shown run is not debugged */
  GtkListBox *list;
  GtkEntry *entry;
};

G_DEFINE_FINAL_TYPE (RsDebugPanel, rs_debug_panel, PANEL_TYPE_WIDGET)

static RsDebugPoints *
get_points (RsDebugPanel *self)
{
  return rs_debug_points_get (G_OBJECT (self->runs));
}

/* The row's label. shown: text in fewer letters; NULL: it itself. style: of it; NULL: none. is_changed: since the
 * program stood before. */
static GtkWidget *
add_marked_line (RsDebugPanel *self, const char *text, const char *shown, const char *style, gboolean is_changed)
{
  g_autofree char *spoken = is_changed ? g_strdup_printf (_ ("%s, changed"), text) : g_strdup (text);
  GtkWidget *label = gtk_label_new (shown != NULL ? shown : text);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "rs-content");
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_widget_set_tooltip_text (label, spoken);
  gtk_widget_set_margin_start (label, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_list_box_append (self->list, row);
  return label;
}

static void
add_line (RsDebugPanel *self, const char *text)
{
  add_marked_line (self, text, NULL, NULL, FALSE);
}

static void
add_rows (RsDebugPanel *self, GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const RsDebugRow *row = g_ptr_array_index (rows, i);
      const gboolean is_value = row->fields != NULL && row->fields[0] != NULL && !row->has_failed
                                && g_str_equal (row->fields[0], "watch") && g_strv_length (row->fields) > 2;
      g_autofree char *value = is_value ? rs_short_numbers (row->fields[2]) : NULL;
      g_autofree char *shown = is_value ? g_strdup_printf ("%s = %s", row->fields[1], value) : NULL;

      add_marked_line (self, row->text, shown,
                       row->has_failed   ? "dim-label"
                       : row->is_changed ? "rs-changed"
                                         : NULL,
                       row->is_changed);
    }
}

static void
go_to (RsDebugPanel *self, const char *name, guint line)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", name, line, 1u);
}

/* --- calls --- */

static void
fill_stack (RsDebugPanel *self, RsDebugRun *run)
{
  if (run == NULL)
    return;
  add_rows (self, rs_debug_run_get_frames (run));
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int)rs_debug_run_get_frame (run)));
}

static void
activate_stack (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  if (run != NULL)
    rs_debug_run_look_at (run, index);
}

/* --- watches --- */

static void
fill_watches (RsDebugPanel *self, RsDebugRun *run)
{
  GPtrArray *watches = rs_debug_points_get_watches (get_points (self));

  if (run != NULL && rs_debug_run_stands (run) && rs_debug_run_get_watches (run)->len == watches->len)
    {
      add_rows (self, rs_debug_run_get_watches (run));
      return;
    }
  for (guint i = 0; i < watches->len; i++)
    add_line (self, g_ptr_array_index (watches, i));
}

static void
remove_watch (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  rs_debug_points_remove_watch (get_points (self), index);
}

static void
enter_watch (RsDebugPanel *self, RsDebugRun *run, const char *text)
{
  rs_debug_points_add_watch (get_points (self), text);
}

/* --- breakpoints --- */

static void
on_switched (GtkCheckButton *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW),
            *panel = gtk_widget_get_ancestor (GTK_WIDGET (button), RS_TYPE_DEBUG_PANEL);
  RsDebugPanel *self = RS_DEBUG_PANEL (panel);

  gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
  self->kind->toggle (self, self->run, (guint)gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
}

/* A row with a switch. code: the text of its line; NULL: it has none. */
static void
add_switched_line (RsDebugPanel *self, const char *text, const char *code, gboolean is_off)
{
  GtkWidget *label = add_marked_line (self, text, NULL, is_off ? "dim-label" : NULL, FALSE);
  GtkWidget *row = gtk_widget_get_parent (label), *button = gtk_check_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *spoken = g_strdup_printf (_ ("%s: stops there"), text);

  g_object_ref (label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), !is_off);
  gtk_widget_set_tooltip_text (button, _ ("Stops there (Space)"));
  gtk_widget_set_can_focus (button, FALSE); /* the row has the keys */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_signal_connect (button, "toggled", G_CALLBACK (on_switched), NULL);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), label);
  g_object_unref (label);
  if (code != NULL)
    {
      GtkWidget *line = gtk_label_new (code);

      gtk_label_set_xalign (GTK_LABEL (line), 0);
      gtk_label_set_ellipsize (GTK_LABEL (line), PANGO_ELLIPSIZE_END);
      gtk_widget_set_hexpand (line, TRUE);
      gtk_widget_add_css_class (line, "monospace");
      gtk_widget_add_css_class (line, "dim-label");
      gtk_widget_add_css_class (line, "rs-content");
      gtk_widget_set_tooltip_text (line, code);
      gtk_box_append (GTK_BOX (box), line);
    }
}

static void
fill_breakpoints (RsDebugPanel *self, RsDebugRun *run)
{
  GPtrArray *points = rs_debug_points_get_all (get_points (self));

  for (guint i = 0; i < points->len; i++)
    {
      const RsDebugPoint *point = g_ptr_array_index (points, i);
      g_autofree char *base = g_path_get_basename (point->name);
      g_autofree char *code = rs_debug_point_dup_text (point), *details = rs_point_marks_describe_details (point);
      g_autofree char *text = g_strdup_printf ("%s:%u%s", base, rs_debug_point_get_line (point), details);

      add_switched_line (self, text, code, point->is_off);
    }
  for (guint i = 0; run != NULL && i < rs_debug_run_get_watched (run)->len; i++)
    {
      const RsWatched *watched = g_ptr_array_index (rs_debug_run_get_watched (run), i);
      g_autofree char *text
          = g_strdup_printf (watched->is_off ? _ ("%s, when it is written, off") : _ ("%s, when it is written"),
                             watched->what);

      add_switched_line (self, text, NULL, watched->is_off);
    }
}

static RsDebugPoint *
get_point (RsDebugPanel *self, guint index)
{
  GPtrArray *points = rs_debug_points_get_all (get_points (self));

  return index < points->len ? g_ptr_array_index (points, index) : NULL;
}

/* Behind the breakpoints; NULL: none of them. */
static const RsWatched *
get_watched (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  guint n = rs_debug_points_get_all (get_points (self))->len;
  GPtrArray *watched = run != NULL ? rs_debug_run_get_watched (run) : NULL;

  return watched != NULL && index >= n && index - n < watched->len ? g_ptr_array_index (watched, index - n) : NULL;
}

static void
activate_breakpoint (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  const RsDebugPoint *point = get_point (self, index);

  if (point != NULL)
    go_to (self, point->name, rs_debug_point_get_line (point));
}

static void
remove_breakpoint (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  RsDebugPoint *point = get_point (self, index);
  const RsWatched *watched = get_watched (self, run, index);

  if (point != NULL)
    rs_debug_points_remove (get_points (self), point);
  else if (watched != NULL)
    rs_debug_run_unwatch (run, watched->number);
}

static void
toggle_breakpoint (RsDebugPanel *self, RsDebugRun *run, guint index)
{
  RsDebugPoint *point = get_point (self, index);
  const RsWatched *watched = get_watched (self, run, index);
  g_autofree char *command
      = watched != NULL ? g_strdup_printf ("%s %d", watched->is_off ? "enable" : "disable", watched->number) : NULL;

  if (point != NULL)
    rs_debug_points_switch (get_points (self), point);
  else if (command != NULL)
    rs_debug_run_command (run, command);
}

static void
enter_watched (RsDebugPanel *self, RsDebugRun *run, const char *text)
{
  if (run != NULL) /* the console tells what came of it, while none stands too */
    rs_debug_run_watch (run, text);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* --- all --- */

enum { STACK, WATCHES, BREAKPOINTS };

static const Kind kinds[] = {
  [STACK] = { N_ ("Calls"), N_ ("No program is paused"), NULL, fill_stack, activate_stack, NULL, NULL, NULL },
  [WATCHES] = { N_ ("Watched expressions"), N_ ("No expression is watched"), N_ ("An expression to watch"),
                fill_watches, NULL, remove_watch, NULL, enter_watch },
  [BREAKPOINTS] = { N_ ("Breakpoints"), N_ ("No breakpoints. Ctrl+F8 or a click in the margin sets one."),
                    N_ ("A variable: stop when it is written"), fill_breakpoints, activate_breakpoint,
                    remove_breakpoint, toggle_breakpoint, enter_watched },
};

/* Who goes through the rows stays where they were. */
static void
select_again (RsDebugPanel *self, int index, gboolean has_focus)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, index);

  if (row == NULL && index > 0)
    row = gtk_list_box_get_row_at_index (self->list, index - 1);
  gtk_list_box_select_row (self->list, row);
  if (has_focus)
    gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : GTK_WIDGET (self->list));
}

static void
refresh (RsDebugPanel *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  const int index = selected != NULL ? gtk_list_box_row_get_index (selected) : -1;
  const gboolean has_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL;
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, row);
  self->kind->fill (self, self->run);
  if (index >= 0 && self->kind->remove != NULL) /* the calls have a selection of their own */
    select_again (self, index, has_focus);
}

static void
follow (RsDebugPanel *self)
{
  rs_debug_run_follow_shown (self->runs, &self->run, G_CALLBACK (refresh), self);
  refresh (self);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, RsDebugPanel *self)
{
  if (self->kind->activate != NULL)
    self->kind->activate (self, self->run, (guint)gtk_list_box_row_get_index (row));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, RsDebugPanel *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL || self->kind->remove == NULL)
    return FALSE;
  if (key == GDK_KEY_Delete)
    self->kind->remove (self, self->run, (guint)gtk_list_box_row_get_index (row));
  else if (key == GDK_KEY_space && self->kind->toggle != NULL)
    self->kind->toggle (self, self->run, (guint)gtk_list_box_row_get_index (row));
  else
    return FALSE;
  return TRUE;
}

static void
on_entered (GtkEntry *entry, RsDebugPanel *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (*text == '\0')
    return;
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  self->kind->enter (self, self->run, text);
}

static void
name (GtkWidget *widget, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (text), -1);
}

static PanelWidget *
panel_new (RsRuns *runs, const Kind *kind)
{
  RsDebugPanel *self = g_object_new (RS_TYPE_DEBUG_PANEL, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *placeholder = gtk_label_new (_ (kind->placeholder));
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->kind = kind;
  self->runs = runs;
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  name (GTK_WIDGET (self->list), kind->name);
  gtk_label_set_wrap (GTK_LABEL (placeholder), TRUE);
  gtk_list_box_set_placeholder (self->list, placeholder);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), scrolled);
  if (kind->entry != NULL)
    {
      self->entry = GTK_ENTRY (gtk_entry_new ());
      gtk_entry_set_placeholder_text (self->entry, _ (kind->entry));
      name (GTK_WIDGET (self->entry), kind->entry);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
      g_signal_connect (self->entry, "activate", G_CALLBACK (on_entered), self);
    }
  panel_widget_set_child (PANEL_WIDGET (self), box);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_object (runs, "shown-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_points (self), "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  if (kind == &kinds[BREAKPOINTS])
    g_signal_connect_object (get_points (self), "counted", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  follow (self);
  return PANEL_WIDGET (self);
}

PanelWidget *
rs_stack_panel_new (RsRuns *runs)
{
  return panel_new (runs, &kinds[STACK]);
}

PanelWidget *
rs_watches_panel_new (RsRuns *runs)
{
  return panel_new (runs, &kinds[WATCHES]);
}

PanelWidget *
rs_breakpoints_panel_new (RsRuns *runs)
{
  return panel_new (runs, &kinds[BREAKPOINTS]);
}

static GtkWidget *
get_default_focus (PanelWidget *panel)
{
  RsDebugPanel *self = RS_DEBUG_PANEL (panel);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    row = gtk_list_box_get_row_at_index (self->list, 0);
  return row != NULL ? GTK_WIDGET (row) : self->entry != NULL ? GTK_WIDGET (self->entry) : GTK_WIDGET (self->list);
}

static void
rs_debug_panel_dispose (GObject *object)
{
  g_clear_object (&RS_DEBUG_PANEL (object)->run);
  G_OBJECT_CLASS (rs_debug_panel_parent_class)->dispose (object);
}

static void
rs_debug_panel_class_init (RsDebugPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_debug_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = get_default_focus;
}

static void
rs_debug_panel_init (RsDebugPanel *self)
{
}
