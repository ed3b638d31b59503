/* The array panel: one drawing area for table, plot and histogram, two scroll bars for the table; images are in the
 * viewer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/array-panel.h"

#include "ide/debug/values/array-source.h"
#include "ide/view/curve-view.h"
#include "ide/view/image/image-viewer.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL_WIDTH 96
#define ROW_HEIGHT 22
#define HEAD_WIDTH 56
#define MOST_BINS 128
#define MOST_CELLS 500
#define LEAST_PHOTOGRAPH 16 /* rows and columns */

typedef enum { AS_TABLE, AS_IMAGE, AS_PLOT, AS_HISTOGRAM, N_VIEWS } View;

struct _RsArrayPanel {
  PanelWidget parent;

  RsRuns *runs;    /* borrowed: the window has it longer */
  RsDebugRun *run; /* owned; NULL: the shown run is not debugged */
  char *name;      /* NULL: nothing is shown */
  View view;
  gboolean is_choosing; /* the view itself, not the person */
  gboolean is_chosen;   /* by the person, for all arrays from then on */
  char *error;
  GtkLabel *title, *statistics;
  GtkDropDown *views;
  GtkSpinButton *plane;
  GtkDrawingArea *area;
  GtkAdjustment *rows, *columns; /* the first ones of the table */
  GtkWidget *vertical, *horizontal;

  gint64 n_rows, n_columns;
  GPtrArray *cells; /* of char **: `row` records */
  GtkWidget *stack; /* the area with its scroll bars, or the viewer */
  RsImageViewer *viewer;
  double least, most; /* of the array */
  double *numbers;    /* of a plot: least and most of each part; of a histogram: counts */
  guint n_numbers;
  double low, high; /* of the histogram's axis */
  guint n_channels; /* of the histogram */
};

G_DEFINE_FINAL_TYPE (RsArrayPanel, rs_array_panel, PANEL_TYPE_WIDGET)

/* --- what is asked for --- */

static void ask (RsArrayPanel *self);

/* Answers to what is not shown any more change nothing. */
static gboolean
is_current (RsArrayPanel *self, GPtrArray *records, const char *error)
{
  const char *const *fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;

  if (error != NULL)
    {
      g_free (self->error);
      self->error = g_strdup (error);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "drawing");
      gtk_widget_queue_draw (GTK_WIDGET (self->area));
      return FALSE;
    }
  if (fields == NULL || fields[1] == NULL || g_strcmp0 (fields[1], self->name) != 0)
    return FALSE;
  g_clear_pointer (&self->error, g_free);
  return TRUE;
}

static void
describe (RsArrayPanel *self, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

static void
on_statistics (GPtrArray *records, const char *error, gpointer data)
{
  RsArrayPanel *self = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  g_autofree char *text = NULL, *bad = NULL;

  if (!is_current (self, records, error) || g_strv_length (fields) < 8)
    {
      gtk_label_set_text (self->statistics, error);
      return;
    }
  bad = strcmp (fields[7], "0") != 0 ? g_strdup_printf (_ (", %s NaN or infinite"), fields[7]) : g_strdup ("");
  text = g_strdup_printf (ngettext ("%s element, least %s, mean %s, most %s, deviation %s%s",
                                    "%s elements, least %s, mean %s, most %s, deviation %s%s",
                                    (gulong)g_ascii_strtoull (fields[2], NULL, 10)),
                          fields[2], fields[3], fields[4], fields[5], fields[6], bad);
  gtk_label_set_text (self->statistics, text);
  self->least = *fields[3] != '\0' ? g_ascii_strtod (fields[3], NULL) : 0;
  self->most = *fields[5] != '\0' ? g_ascii_strtod (fields[5], NULL) : 1;
}

/* A page of the table is what is drawn of it as a whole. */
static void
set_extent (GtkAdjustment *adjustment, gint64 n, int n_visible)
{
  double page = CLAMP ((double)n_visible, 1, (double)MAX (n, 1));

  gtk_adjustment_configure (adjustment, gtk_adjustment_get_value (adjustment), 0, (double)n, 1, page, page);
}

static void
on_table (GPtrArray *records, const char *error, gpointer data)
{
  RsArrayPanel *self = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!is_current (self, records, error) || g_strv_length (fields) < 5)
    return;
  self->n_rows = g_ascii_strtoll (fields[2], NULL, 10);
  self->n_columns = g_ascii_strtoll (fields[3], NULL, 10);
  set_extent (self->rows, self->n_rows, gtk_widget_get_height (GTK_WIDGET (self->area)) / ROW_HEIGHT - 1);
  set_extent (self->columns, self->n_columns,
              (gtk_widget_get_width (GTK_WIDGET (self->area)) - HEAD_WIDTH) / CELL_WIDTH);
  gtk_spin_button_set_range (self->plane, 0, MAX (0, (double)g_ascii_strtoll (fields[4], NULL, 10) - 1));
  gtk_widget_set_visible (GTK_WIDGET (self->plane), g_ascii_strtoll (fields[4], NULL, 10) > 1);
  g_ptr_array_set_size (self->cells, 0);
  for (guint i = 1; i < records->len; i++)
    {
      char **row = g_ptr_array_index (records, i);

      if (g_strv_length (row) < 5)
        continue;
      g_ptr_array_add (self->cells, g_strdupv (row));
      g_string_append_printf (text, "%s: %s\n", row[2], row[4]);
    }
  describe (self, text->str);
}

/* The viewer fetches what it shows; it is told of a picture when the array, or what it holds, is another. */
static void
on_image (GPtrArray *records, const char *error, gpointer data)
{
  RsArrayPanel *self = data;
  g_autoptr (RsArraySource) source = NULL;
  RsPictureShape shape;
  double low, high;

  if (!is_current (self, records, error) || self->run == NULL)
    return;
  if (rs_array_source_read_shape (g_ptr_array_index (records, 0), &shape))
    source = rs_array_source_new (self->run, self->name, &shape);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "image");
  rs_array_source_choose_window (self->least, self->most, &low, &high);
  rs_image_viewer_set_source (self->viewer, RS_IMAGE_SOURCE (source), low, high, NULL, self->name);
}

static void
take_numbers (RsArrayPanel *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  g_free (self->numbers);
  self->n_numbers = g_strv_length (words);
  self->numbers = g_new (double, self->n_numbers + 1);
  for (guint i = 0; i < self->n_numbers; i++)
    self->numbers[i] = g_ascii_strtod (words[i], NULL);
}

static void
on_curve (GPtrArray *records, const char *error, gpointer data)
{
  RsArrayPanel *self = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;

  if (!is_current (self, records, error) || g_strv_length (fields) < 4)
    return;
  take_numbers (self, fields[3]);
  describe (self, fields[3]);
}

static void
on_histogram (GPtrArray *records, const char *error, gpointer data)
{
  RsArrayPanel *self = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  int n_channels;

  if (!is_current (self, records, error) || g_strv_length (fields) < 8)
    return;
  self->low = g_ascii_strtod (fields[2], NULL);
  self->high = g_ascii_strtod (fields[3], NULL);
  take_numbers (self, fields[4]);
  n_channels = atoi (fields[7]);
  self->n_channels = (guint)CLAMP (n_channels, 1, 4);
  describe (self, fields[4]);
}

static char *
number_text (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static void
ask_for_view (RsArrayPanel *self)
{
  int width = MAX (gtk_widget_get_width (GTK_WIDGET (self->area)), 100),
      height = MAX (gtk_widget_get_height (GTK_WIDGET (self->area)), 100);
  g_autofree char *across = number_text (width);
  g_autofree char *row = number_text ((gint64)gtk_adjustment_get_value (self->rows)),
                  *n_rows = number_text (MIN (height / ROW_HEIGHT, MOST_CELLS));
  g_autofree char *column = number_text ((gint64)gtk_adjustment_get_value (self->columns));
  g_autofree char *n_columns = number_text (MIN (width / CELL_WIDTH + 1, MOST_CELLS));
  g_autofree char *plane = number_text ((gint64)gtk_spin_button_get_value (self->plane)),
                  *bins = number_text (CLAMP (width / 6, 8, MOST_BINS));
  GDestroyNotify done = g_object_unref;

  switch (self->view)
    {
    case AS_TABLE:
      rs_debug_run_request (self->run, on_table, g_object_ref (self), done, "table", self->name, row, n_rows, column,
                            n_columns, plane, NULL);
      break;
    case AS_IMAGE:
      rs_debug_run_request (self->run, on_image, g_object_ref (self), done, "image", self->name, NULL);
      break;
    case AS_PLOT:
      rs_debug_run_request (self->run, on_curve, g_object_ref (self), done, "curve", self->name, across, NULL);
      break;
    default:
      rs_debug_run_request (self->run, on_histogram, g_object_ref (self), done, "histogram", self->name, bins, NULL);
    }
}

static void
ask (RsArrayPanel *self)
{
  gboolean is_table = self->view == AS_TABLE;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->error != NULL      ? "drawing"
                                                             : self->name == NULL     ? "nothing"
                                                             : self->view == AS_IMAGE ? "image"
                                                                                      : "drawing");
  gtk_widget_set_visible (self->vertical, is_table);
  if (!is_table)
    gtk_widget_set_visible (GTK_WIDGET (self->plane), FALSE);
  gtk_widget_set_visible (self->horizontal, is_table);
  if (self->name == NULL || self->run == NULL || !gtk_widget_get_mapped (self->stack))
    return;
  rs_debug_run_request (self->run, on_statistics, g_object_ref (self), g_object_unref, "statistics", self->name, NULL);
  ask_for_view (self);
}

/* --- drawing --- */

static void
draw_text (RsArrayPanel *self, cairo_t *cr, double x, double y, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->area), text);

  pango_layout_set_width (layout, (int)width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

/* As many lines as it needs. */
static void
draw_message (RsArrayPanel *self, cairo_t *cr, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->area), text);

  pango_layout_set_width (layout, (int)width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  cairo_move_to (cr, 8, 8);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_table (RsArrayPanel *self, cairo_t *cr, int width)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      char **row = g_ptr_array_index (self->cells, i);
      g_auto (GStrv) cells = g_strsplit (row[4], "\t", -1);
      double y = ROW_HEIGHT * (i + 1.0);

      draw_text (self, cr, 4, y, HEAD_WIDTH - 8, row[2]);
      for (guint k = 0; cells[k] != NULL; k++)
        {
          draw_text (self, cr, HEAD_WIDTH + CELL_WIDTH * (double)k, y, CELL_WIDTH - 6, cells[k]);
          if (i == 0)
            {
              g_autofree char *number = number_text (g_ascii_strtoll (row[3], NULL, 10) + k);

              draw_text (self, cr, HEAD_WIDTH + CELL_WIDTH * (double)k, 2, CELL_WIDTH - 6, number);
            }
        }
    }
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, 0, ROW_HEIGHT - 0.5);
  cairo_line_to (cr, width, ROW_HEIGHT - 0.5);
  cairo_move_to (cr, HEAD_WIDTH - 8.5, 0);
  cairo_line_to (cr, HEAD_WIDTH - 8.5, ROW_HEIGHT * (self->cells->len + 1.0));
  cairo_stroke (cr);
}

static void
get_range (const RsArrayPanel *self, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < self->n_numbers; i++)
    if (isfinite (self->numbers[i]))
      {
        *low = MIN (*low, self->numbers[i]);
        *high = MAX (*high, self->numbers[i]);
      }
  if (*low > *high)
    *low = *high = 0;
  if (*low == *high)
    *high += 1;
}

static void
draw_plot (RsArrayPanel *self, cairo_t *cr, int width, int height)
{
  guint n = self->n_numbers / 2;
  double low, high, bottom = height - 4, top = ROW_HEIGHT;
  g_autofree char *text = NULL;

  get_range (self, &low, &high);
  text = g_strdup_printf ("%.6g … %.6g", low, high);
  draw_text (self, cr, 4, 2, width, text);
  cairo_new_path (cr); /* the text's place is no point of the curve */
  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < n; i++)
    {
      double x = n > 1 ? (double)i / (n - 1) * (width - 2) + 1 : width / 2.0;

      if (!isfinite (self->numbers[2 * i]))
        continue;
      cairo_line_to (cr, x, bottom - (self->numbers[2 * i] - low) / (high - low) * (bottom - top));
      cairo_line_to (cr, x, bottom - (self->numbers[2 * i + 1] - low) / (high - low) * (bottom - top));
    }
  cairo_stroke (cr);
}

/* Bars, of several channels over each other. */
static void
draw_histogram (RsArrayPanel *self, cairo_t *cr, int width, int height, const GdkRGBA *color)
{
  const guint n = self->n_numbers / MAX (self->n_channels, 1);
  const double w = (double)width / MAX (n, 1);
  double most = 1, bottom = height - 4, top = ROW_HEIGHT;
  g_autofree char *text = g_strdup_printf ("%.6g … %.6g", self->low, self->high);

  for (guint i = 0; i < self->n_numbers; i++)
    most = MAX (most, self->numbers[i]);
  draw_text (self, cr, 4, 2, width, text);
  for (guint channel = 0; channel < self->n_channels; channel++)
    {
      for (guint i = 0; i < n; i++)
        {
          double h = self->numbers[channel * n + i] / most * (bottom - top);

          cairo_rectangle (cr, i * w + 0.5, bottom - h, MAX (w - 1, 1), h);
        }
      rs_curve_set_color (cr, self->n_channels, channel, color, self->n_channels > 1 ? 0.5 : 1);
      cairo_fill (cr);
    }
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RsArrayPanel *self = data;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  if (self->error != NULL)
    draw_message (self, cr, width - 16, self->error);
  else if (self->view == AS_TABLE)
    draw_table (self, cr, width);
  else if (self->view == AS_PLOT)
    draw_plot (self, cr, width, height);
  else
    draw_histogram (self, cr, width, height, &color);
}

/* --- the panel --- */

static void
on_view_changed (RsArrayPanel *self)
{
  self->view = (View)MIN (gtk_drop_down_get_selected (self->views), N_VIEWS - 1);
  self->is_chosen |= !self->is_choosing;
  g_clear_pointer (&self->numbers, g_free);
  self->n_numbers = 0;
  ask (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

static void
follow (RsArrayPanel *self)
{
  rs_debug_run_follow_shown (self->runs, &self->run, G_CALLBACK (ask), self);
  ask (self);
}

/* Rows x columns x red, green and blue, more than a table of a few numbers. */
static gboolean
looks_like_photograph (RsArrayPanel *self)
{
  char **fields = self->run != NULL ? rs_debug_run_find_variable (self->run, self->name) : NULL;
  g_auto (GStrv) sizes = fields != NULL ? g_strsplit (fields[3], "x", -1) : NULL;

  return sizes != NULL && g_strv_length (sizes) == 3 && atoi (sizes[0]) >= LEAST_PHOTOGRAPH
         && atoi (sizes[1]) >= LEAST_PHOTOGRAPH && (strcmp (sizes[2], "3") == 0 || strcmp (sizes[2], "4") == 0);
}

static void
choose_view (RsArrayPanel *self)
{
  if (self->is_chosen)
    return;
  self->is_choosing = TRUE;
  gtk_drop_down_set_selected (self->views, looks_like_photograph (self) ? AS_IMAGE : AS_TABLE);
  self->is_choosing = FALSE;
}

void
rs_array_panel_show (RsArrayPanel *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
  g_clear_pointer (&self->error, g_free);
  gtk_label_set_text (self->title, name);
  gtk_label_set_text (self->statistics, "");
  gtk_adjustment_set_value (self->rows, 0);
  gtk_adjustment_set_value (self->columns, 0);
  gtk_spin_button_set_value (self->plane, 0);
  choose_view (self);
  ask (self);
}

/* --- moving in the table --- */

static void
move_by (GtkAdjustment *adjustment, double n)
{
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + n);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, RsArrayPanel *self)
{
  const double page = gtk_adjustment_get_page_size (self->rows);
  const gboolean whole = (state & GDK_CONTROL_MASK) != 0;

  if (self->view != AS_TABLE || (state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
      move_by (self->rows, -1);
      break;
    case GDK_KEY_Down:
      move_by (self->rows, 1);
      break;
    case GDK_KEY_Left:
      move_by (self->columns, -1);
      break;
    case GDK_KEY_Right:
      move_by (self->columns, 1);
      break;
    case GDK_KEY_Page_Up:
      move_by (self->rows, -page);
      break;
    case GDK_KEY_Page_Down:
      move_by (self->rows, page);
      break;
    case GDK_KEY_Home:
    case GDK_KEY_End:
      gtk_adjustment_set_value (self->columns, key == GDK_KEY_Home ? 0 : gtk_adjustment_get_upper (self->columns));
      if (whole)
        gtk_adjustment_set_value (self->rows, key == GDK_KEY_Home ? 0 : gtk_adjustment_get_upper (self->rows));
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, RsArrayPanel *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->view != AS_TABLE)
    return GDK_EVENT_PROPAGATE;
  move_by (self->columns, (state & GDK_SHIFT_MASK) != 0 ? dy : dx);
  move_by (self->rows, (state & GDK_SHIFT_MASK) != 0 ? 0 : 3 * dy);
  return GDK_EVENT_STOP;
}

static void
add_input (RsArrayPanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (gtk_widget_grab_focus), self->area);
  gtk_widget_add_controller (GTK_WIDGET (self->area), keys);
  gtk_widget_add_controller (GTK_WIDGET (self->area), wheel);
  gtk_widget_add_controller (GTK_WIDGET (self->area), GTK_EVENT_CONTROLLER (click));
}

static void
make_table (RsArrayPanel *self, GtkGrid *grid)
{
  self->rows = gtk_adjustment_new (0, 0, 1, 1, 10, 1);
  self->columns = gtk_adjustment_new (0, 0, 1, 1, 5, 1);
  self->vertical = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->rows);
  self->horizontal = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->columns);
  self->area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->area), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->area), TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self->area), TRUE);
  gtk_drawing_area_set_draw_func (self->area, draw, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Elements of the array"), -1);
  add_input (self);
  gtk_grid_attach (grid, GTK_WIDGET (self->area), 0, 0, 1, 1);
  gtk_grid_attach (grid, self->vertical, 1, 0, 1, 1);
  gtk_grid_attach (grid, self->horizontal, 0, 1, 1, 1);
  g_signal_connect_swapped (self->rows, "value-changed", G_CALLBACK (ask), self);
  g_signal_connect_swapped (self->columns, "value-changed", G_CALLBACK (ask), self);
  g_signal_connect_swapped (self->area, "resize", G_CALLBACK (ask), self);
}

/* What stands where no array was chosen yet. */
static GtkWidget *
make_introduction (void)
{
  GtkWidget *label = gtk_label_new (_ ("An array of a paused program shows here as a table, an image, a plot or a "
                                       "histogram.\n\nSet a breakpoint, run the program, and double-click an array "
                                       "among the variables."));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (label, TRUE);
  gtk_widget_set_margin_start (label, 18);
  gtk_widget_set_margin_end (label, 18);
  return label;
}

PanelWidget *
rs_array_panel_new (RsRuns *runs)
{
  RsArrayPanel *self = g_object_new (RS_TYPE_ARRAY_PANEL, NULL);
  const char *const names[] = { _ ("Table"), _ ("Image"), _ ("Plot"), _ ("Histogram"), NULL };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *grid = gtk_grid_new ();

  self->runs = runs;
  self->title = GTK_LABEL (gtk_label_new (NULL));
  self->statistics = GTK_LABEL (gtk_label_new (NULL));
  self->views = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (names));
  self->plane = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (0, 1, 1));
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "monospace");
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "rs-content");
  gtk_widget_set_margin_start (row, 8);
  gtk_label_set_xalign (self->statistics, 0);
  gtk_label_set_wrap (self->statistics, TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->statistics), 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->views), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Shown as"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->plane), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Plane"), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->plane), _ ("Plane of an array of more than two dimensions"));
  gtk_widget_set_visible (GTK_WIDGET (self->plane), FALSE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->plane));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->views));
  gtk_box_append (GTK_BOX (box), row);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->statistics));
  make_table (self, GTK_GRID (grid));
  self->stack = gtk_stack_new ();
  self->viewer = rs_image_viewer_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), make_introduction (), "nothing");
  gtk_stack_add_named (GTK_STACK (self->stack), grid, "drawing");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->viewer), "image");
  g_signal_connect_swapped (self->stack, "map", G_CALLBACK (ask), self);
  gtk_box_append (GTK_BOX (box), self->stack);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  g_signal_connect_swapped (self->views, "notify::selected", G_CALLBACK (on_view_changed), self);
  g_signal_connect_swapped (self->plane, "value-changed", G_CALLBACK (ask), self);
  g_signal_connect_object (runs, "shown-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  follow (self);
  return PANEL_WIDGET (self);
}

static GtkWidget *
get_default_focus (PanelWidget *panel)
{
  return GTK_WIDGET (RS_ARRAY_PANEL (panel)->views);
}

static void
rs_array_panel_dispose (GObject *object)
{
  RsArrayPanel *self = RS_ARRAY_PANEL (object);

  g_clear_object (&self->run);
  G_OBJECT_CLASS (rs_array_panel_parent_class)->dispose (object);
}

static void
rs_array_panel_finalize (GObject *object)
{
  RsArrayPanel *self = RS_ARRAY_PANEL (object);

  g_ptr_array_unref (self->cells);
  g_free (self->name);
  g_free (self->error);
  g_free (self->numbers);
  G_OBJECT_CLASS (rs_array_panel_parent_class)->finalize (object);
}

static void
rs_array_panel_class_init (RsArrayPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_array_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_array_panel_finalize;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = get_default_focus;
}

static void
rs_array_panel_init (RsArrayPanel *self)
{
  self->cells = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
}
