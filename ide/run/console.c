/* The console.
 *
 * A program may print millions of lines a second; a GtkTextView shows some ten thousand of them well. A timer moves at
 * most BATCH_BYTES of the log into the view, as long as the run is under way or more is there, and removes the first
 * lines of the view when there are more than MAX_LINES.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/console.h"

#include "ide/editor/style.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define FLUSH_MS 60
#define BATCH_BYTES (64 * 1024)
#define MAX_LINES 10000
/* A line of the text view is laid out as a whole: longer ones are broken. */
#define MAX_LINE_BYTES 4000

struct _RsConsolePanel {
  PanelWidget parent;

  /* template */
  GtkScrolledWindow *scroller;
  GtkTextView *view;
  GtkButton *clear_button;
  GtkDropDown *run_selector;

  RsRuns *runs;          /* owned */
  RsRun *run;            /* owned: whose output is shown; NULL: none */
  RsOutputReader reader;
  guint flush_source, tick; /* 0: none waits */

  GtkTextTag *tags[RS_N_OUTPUT_STREAMS];
  GtkTextTag *link_tag, *note_tag;
  GRegex *place, *code;
  gsize line_length;   /* bytes of the last, unfinished line */
  gboolean follow;     /* the end stays in sight: the user has not scrolled away from it */
};

G_DEFINE_FINAL_TYPE (RsConsolePanel, rs_console_panel, PANEL_TYPE_WIDGET)

/* --- showing --- */

/* Valid UTF-8 without NULs, with long lines broken. (transfer full) */
static char *
make_readable (RsConsolePanel *self, const GString *text)
{
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize)text->len);
  GString *result = g_string_sized_new (text->len + 16);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gsize width = (gsize)(g_utf8_next_char (p) - p);

      if (*p == '\r' && p[1] == '\n')
        continue;
      if (self->line_length + width > MAX_LINE_BYTES && *p != '\n')
        {
          g_string_append_c (result, '\n');
          self->line_length = 0;
        }
      g_string_append_len (result, p, (gssize)width);
      self->line_length = *p == '\n' ? 0 : self->line_length + width;
    }
  return g_string_free (result, FALSE);
}

/* What matches becomes links: the group of the regex. */
static void
mark_links (RsConsolePanel *self, int from_offset, const char *text, const GRegex *regex, int group)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (regex, text, 0, &match);
  for (guint i = 0; i < 200 && g_match_info_matches (match); i++)
    {
      GtkTextIter start, end;
      int first, last;

      g_match_info_fetch_pos (match, group, &first, &last);
      gtk_text_buffer_get_iter_at_offset (buffer, &start, from_offset + (int)g_utf8_strlen (text, first));
      gtk_text_buffer_get_iter_at_offset (buffer, &end, from_offset + (int)g_utf8_strlen (text, last));
      gtk_text_buffer_apply_tag (buffer, self->link_tag, &start, &end);
      g_match_info_next (match, NULL);
    }
}

static void
append (RsConsolePanel *self, GtkTextTag *tag, const char *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter end;
  int offset;

  gtk_text_buffer_get_end_iter (buffer, &end);
  offset = gtk_text_iter_get_offset (&end);
  gtk_text_buffer_insert_with_tags (buffer, &end, text, -1, tag, NULL);
  if (strstr (text, ".q:") != NULL)
    mark_links (self, offset, text, self->place, 0);
  if (tag == self->tags[RS_OUTPUT_OF_REDSHIFT])
    mark_links (self, offset, text, self->code, 1);
}

static void
trim_view (RsConsolePanel *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  int excess = gtk_text_buffer_get_line_count (buffer) - MAX_LINES;
  GtkTextIter start, end;

  if (excess <= 0)
    return;
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_line (buffer, &end, excess);
  gtk_text_buffer_delete (buffer, &start, &end);
}

/* Whether the user moved away from the end or back to it. What the text view does by itself while it lays out new text
 * goes through the adjustment too; that is why only scrolling by hand is looked at. */
static gboolean
on_scrolled (RsConsolePanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  self->follow = gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment)
                 >= gtk_adjustment_get_upper (adjustment) - 40;
  return G_SOURCE_REMOVE;
}

static gboolean
show_end (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  RsConsolePanel *self = RS_CONSOLE_PANEL (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  self->tick = 0;
  if (self->follow)
    gtk_adjustment_set_value (adjustment,
                              gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment));
  return G_SOURCE_REMOVE;
}

/* The text view finds out the heights of new lines little by little, many times between two frames, and each move makes
 * it lay out lines: once a frame the end is brought in sight. */
static void
on_size_changed (RsConsolePanel *self, GtkAdjustment *adjustment)
{
  if (self->follow && self->view != NULL && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), show_end, NULL, NULL);
}

static gboolean
on_wheel (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  /* The scrolled window moves after this. */
  g_timeout_add_full (G_PRIORITY_DEFAULT, 250, G_SOURCE_FUNC (on_scrolled), g_object_ref (data), g_object_unref);
  return GDK_EVENT_PROPAGATE;
}

static void
on_bar_released (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  on_scrolled (data);
}

static gboolean
flush (gpointer data)
{
  RsConsolePanel *self = data;
  gboolean is_active = rs_run_is_active (self->run); /* asked first: what it prints last is read after that */
  guint64 n_left_out;
  g_autoptr (GPtrArray) batch
      = rs_output_log_read (rs_run_get_log (self->run), &self->reader, BATCH_BYTES, &n_left_out);

  if (n_left_out > 0)
    {
      g_autofree char *note
          = g_strdup_printf (_ ("%s… %" PRIu64 " lines left out …\n"), self->line_length > 0 ? "\n" : "", n_left_out);
      append (self, self->note_tag, note);
      self->line_length = 0;
    }
  for (guint i = 0; i < batch->len; i++)
    {
      const RsOutputPiece *piece = g_ptr_array_index (batch, i);
      g_autofree char *text = make_readable (self, piece->text);
      append (self, self->tags[piece->stream], text);
    }
  trim_view (self);
  if (is_active || rs_output_log_has_more (rs_run_get_log (self->run), &self->reader))
    return G_SOURCE_CONTINUE;
  self->flush_source = 0;
  return G_SOURCE_REMOVE;
}

static void
empty_view (RsConsolePanel *self)
{
  self->line_length = 0;
  self->follow = TRUE;
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->view), "", 0);
}

void
rs_console_panel_clear (RsConsolePanel *self)
{
  if (self->run != NULL)
    rs_output_log_skip (rs_run_get_log (self->run), &self->reader);
  empty_view (self);
}

/* The list is there when there is something to choose. */
static void
update_selector (RsConsolePanel *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  gtk_widget_set_visible (GTK_WIDGET (self->run_selector), n > 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RsRun) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (run == self->run && gtk_drop_down_get_selected (self->run_selector) != i)
        gtk_drop_down_set_selected (self->run_selector, i);
    }
}

/* A run that has ended may compute, and print, again. */
static void
keep_flushing (RsConsolePanel *self)
{
  if (self->flush_source == 0)
    self->flush_source = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, FLUSH_MS, flush, self, NULL);
}

static void
on_shown_changed (RsConsolePanel *self)
{
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_func (self->run, keep_flushing, self);
  g_set_object (&self->run, rs_runs_get_shown (self->runs));
  if (self->run != NULL)
    {
      g_signal_connect_object (self->run, "changed", G_CALLBACK (keep_flushing), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->run, "written", G_CALLBACK (keep_flushing), self, G_CONNECT_SWAPPED);
    }
  self->reader = (RsOutputReader){ 0 };
  empty_view (self);
  update_selector (self);
  keep_flushing (self);
}

static void
on_run_selected (RsConsolePanel *self)
{
  RsRun *run = gtk_drop_down_get_selected_item (self->run_selector);

  if (run != NULL && gtk_widget_get_visible (GTK_WIDGET (self->run_selector)))
    rs_runs_show (self->runs, run);
}

static char *
describe_run (RsRun *run)
{
  return g_strdup (rs_run_get_title (run));
}

/* --- links --- */

/* The link under the pointer; NULL when there is none. (transfer full) */
static char *
dup_link (RsConsolePanel *self, double x, double y)
{
  GtkTextIter at, start, end;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y, &buffer_x, &buffer_y);
  if (!gtk_text_view_get_iter_at_location (self->view, &at, buffer_x, buffer_y)
      || !gtk_text_iter_has_tag (&at, self->link_tag))
    return NULL;
  start = end = at;
  if (!gtk_text_iter_starts_tag (&start, self->link_tag))
    gtk_text_iter_backward_to_tag_toggle (&start, self->link_tag);
  gtk_text_iter_forward_to_tag_toggle (&end, self->link_tag);
  return gtk_text_iter_get_text (&start, &end);
}

/* A place is gone to, a code is explained. */
static void
follow (RsConsolePanel *self, const char *link)
{
  g_autofree char *name = NULL, *line = NULL, *column = NULL;
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (self->place, link, 0, &match))
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.explain", "s", link);
      return;
    }
  name = g_match_info_fetch (match, 1);
  line = g_match_info_fetch (match, 2);
  column = g_match_info_fetch (match, 3);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-place-of-run", "(suu)", name,
                              (guint)g_ascii_strtoull (line, NULL, 10),
                              column != NULL ? (guint)g_ascii_strtoull (column, NULL, 10) : 0);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RsConsolePanel *self = data;
  g_autofree char *link = dup_link (self, x, y);

  if (link != NULL && !gtk_text_buffer_get_has_selection (gtk_text_view_get_buffer (self->view)))
    follow (self, link);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RsConsolePanel *self = data;
  g_autofree char *link = dup_link (self, x, y);

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view), link != NULL ? "pointer" : "text");
}

/* The last code between start and end. (transfer full) */
static char *
dup_last_code (RsConsolePanel *self, const GtkTextIter *start, const GtkTextIter *end)
{
  g_autofree char *text = gtk_text_iter_get_text (start, end);
  g_autoptr (GMatchInfo) match = NULL;
  char *code = NULL;

  g_regex_match (self->code, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_free (code);
      code = g_match_info_fetch (match, 1);
    }
  return code;
}

char *
rs_console_panel_dup_code (RsConsolePanel *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter start, end;
  char *code;

  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  code = dup_last_code (self, &start, &end);
  if (code != NULL)
    return code;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return dup_last_code (self, &start, &end);
}

/* --- life --- */

static GtkWidget *
rs_console_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_CONSOLE_PANEL (widget)->view);
}

static void
rs_console_panel_dispose (GObject *object)
{
  RsConsolePanel *self = RS_CONSOLE_PANEL (object);

  self->view = NULL;
  g_clear_handle_id (&self->flush_source, g_source_remove);
  if (self->runs != NULL)
    g_signal_handlers_disconnect_by_data (self->runs, self);
  g_clear_object (&self->run);
  g_clear_object (&self->runs);
  G_OBJECT_CLASS (rs_console_panel_parent_class)->dispose (object);
}

static void
rs_console_panel_finalize (GObject *object)
{
  RsConsolePanel *self = RS_CONSOLE_PANEL (object);

  g_regex_unref (self->place);
  g_regex_unref (self->code);
  G_OBJECT_CLASS (rs_console_panel_parent_class)->finalize (object);
}

static void
rs_console_panel_class_init (RsConsolePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_console_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_console_panel_finalize;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_console_panel_get_default_focus;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/console.ui");
  gtk_widget_class_bind_template_child (widget_class, RsConsolePanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, RsConsolePanel, view);
  gtk_widget_class_bind_template_child (widget_class, RsConsolePanel, clear_button);
  gtk_widget_class_bind_template_child (widget_class, RsConsolePanel, run_selector);
}

static void
add_controllers (RsConsolePanel *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkWidget *bar = gtk_scrolled_window_get_vscrollbar (self->scroller);

  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_wheel), self);
  gtk_widget_add_controller (GTK_WIDGET (self->scroller), wheel);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_bar_released), self);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), motion);
}

static const char *const tag_names[RS_N_OUTPUT_STREAMS] = {
  [RS_OUTPUT_OF_PROGRAM] = "program",
  [RS_OUTPUT_OF_REDSHIFT] = "error",
  [RS_OUTPUT_WARNING] = "warning",
  [RS_OUTPUT_REMARK] = "remark",
};

static void
rs_console_panel_init (RsConsolePanel *self)
{
  GtkTextBuffer *buffer;

  self->follow = TRUE;
  self->place = g_regex_new ("([^\\s:\"'()][^:\\n\"'()]*\\.q):(\\d+)(?::(\\d+))?", G_REGEX_OPTIMIZE, 0, NULL);
  self->code = g_regex_new ("\\[([EWN]\\d{4})\\]$", G_REGEX_OPTIMIZE | G_REGEX_MULTILINE, 0, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  buffer = gtk_text_view_get_buffer (self->view);
  for (guint i = 0; i < RS_N_OUTPUT_STREAMS; i++)
    self->tags[i] = gtk_text_buffer_create_tag (buffer, tag_names[i], "insert-hyphens", FALSE, NULL);
  rs_style_color_tag (self->tags[RS_OUTPUT_OF_REDSHIFT], "#b3261e", "#f08a6e");
  rs_style_color_tag (self->tags[RS_OUTPUT_WARNING], "#8a5100", "#e5b567");
  rs_style_color_tag (self->tags[RS_OUTPUT_REMARK], "#606060", "#b0b0b0");
  self->note_tag
      = gtk_text_buffer_create_tag (buffer, NULL, "style", PANGO_STYLE_ITALIC, "insert-hyphens", FALSE, NULL);
  rs_style_color_tag (self->note_tag, "#606060", "#b0b0b0");
  self->link_tag = gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scroller), "changed",
                           G_CALLBACK (on_size_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->clear_button, "clicked", G_CALLBACK (rs_console_panel_clear), self);
  add_controllers (self);
}

PanelWidget *
rs_console_panel_new (RsRuns *runs)
{
  RsConsolePanel *self = g_object_new (RS_TYPE_CONSOLE_PANEL, NULL);
  GtkExpression *title
      = gtk_cclosure_expression_new (G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (describe_run), NULL, NULL);

  self->runs = g_object_ref (runs);
  gtk_drop_down_set_expression (self->run_selector, title);
  gtk_drop_down_set_model (self->run_selector, G_LIST_MODEL (runs));
  gtk_expression_unref (title);
  g_signal_connect_swapped (self->run_selector, "notify::selected", G_CALLBACK (on_run_selected), self);
  g_signal_connect_swapped (runs, "shown-changed", G_CALLBACK (on_shown_changed), self);
  return PANEL_WIDGET (self);
}

void
rs_console_panel_set_footer (RsConsolePanel *self, GtkWidget *footer)
{
  GtkWidget *child = g_object_ref (panel_widget_get_child (PANEL_WIDGET (self))),
            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  panel_widget_set_child (PANEL_WIDGET (self), NULL);
  gtk_widget_set_vexpand (child, TRUE);
  gtk_box_append (GTK_BOX (box), child);
  gtk_box_append (GTK_BOX (box), footer);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  g_object_unref (child);
}
