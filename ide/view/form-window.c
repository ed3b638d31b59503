/* The window of a form: controls in a column, displays beside it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/form-window.h"

#include <adwaita.h>

#include "runtime/figure/canvas/canvas-cairo.h"
#include "runtime/figure/draw/draw.h"

#include <math.h>

#define CONTROLS_WIDTH 260
#define DISPLAY_WIDTH 420
#define DISPLAY_HEIGHT 320
#define MOST_WIDTH 1600 /* of a window, before it scrolls */
#define MOST_HEIGHT 900

/* A widget of the form on the screen. */
typedef struct {
  RsFormWindow *window; /* borrowed */
  guint index;
  RsWidgetKind kind;
  GtkLabel *label;      /* borrowed; NULL: the control shows its text itself */
  GtkWidget *control;   /* borrowed; NULL for texts */
  RsFigure *figure;     /* DISPLAY: owned */
} Row;

struct _RsFormWindow {
  GtkWindow parent;

  GtkBox *controls, *displays; /* borrowed */
  RsForm *form;                /* owned */
  GPtrArray *rows;             /* element-type Row, in the order of the form */
  gboolean is_updating;        /* the program changes a control, not the user */
};

G_DEFINE_FINAL_TYPE (RsFormWindow, rs_form_window, GTK_TYPE_WINDOW)

static void
row_free (gpointer data)
{
  Row *row = data;

  rs_figure_unref (row->figure);
  g_free (row);
}

/* --- what the user does --- */

static void
on_slider_changed (GtkRange *range, gpointer data)
{
  Row *row = data;

  if (!row->window->is_updating)
    rs_form_change (row->window->form, row->index, gtk_range_get_value (range));
}

static void
on_box_toggled (GtkCheckButton *button, gpointer data)
{
  Row *row = data;

  if (!row->window->is_updating)
    rs_form_change (row->window->form, row->index, gtk_check_button_get_active (button));
}

static void
on_button_clicked (GtkButton *button, gpointer data)
{
  Row *row = data;

  rs_form_click (row->window->form, row->index);
}

static gboolean
rs_form_window_close_request (GtkWindow *window)
{
  rs_form_close (RS_FORM_WINDOW (window)->form);
  return GTK_WINDOW_CLASS (rs_form_window_parent_class)->close_request (window);
}

/* --- making rows --- */

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const Row *row = data;
  g_autoptr (RsFigure) copy = rs_figure_copy (row->figure);
  RsCanvas *canvas = rs_canvas_cairo_new (cr, NULL);

  if (canvas == NULL)
    return;
  canvas->is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  rs_figure_draw (copy, canvas, width, height);
  g_free (canvas);
}

static GtkLabel *
add_label (RsFormWindow *self, const char *class)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  if (class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (label), class);
  gtk_box_append (self->controls, GTK_WIDGET (label));
  return label;
}

static GtkWidget *
make_slider (const RsWidget *widget)
{
  double range = widget->high - widget->low;
  double step = widget->is_whole ? 1 : CLAMP (range / 100, G_MINDOUBLE, G_MAXDOUBLE);
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, widget->low, widget->high, step);

  gtk_scale_set_draw_value (GTK_SCALE (scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (scale), GTK_POS_RIGHT);
  gtk_scale_set_digits (GTK_SCALE (scale), widget->is_whole ? 0 : (int)CLAMP (ceil (2 - log10 (range)), 0, 8));
  return scale;
}

static void
make_display (Row *row, const RsWidget *widget)
{
  row->figure = rs_figure_ref (widget->figure);
  row->control = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (row->control), draw, row, NULL);
  gtk_widget_set_size_request (row->control, DISPLAY_WIDTH / 2, DISPLAY_HEIGHT / 2);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (row->control), DISPLAY_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (row->control), DISPLAY_HEIGHT);
  gtk_widget_set_hexpand (row->control, TRUE);
  gtk_widget_set_vexpand (row->control, TRUE);
}

static void
add_row (RsFormWindow *self, guint index, const RsWidget *widget)
{
  Row *row = g_new0 (Row, 1);

  *row = (Row){ .window = self, .index = index, .kind = widget->kind };
  g_ptr_array_add (self->rows, row);
  switch (widget->kind)
    {
    case RS_WIDGET_HEADING:
      row->label = add_label (self, "heading");
      return;
    case RS_WIDGET_LABEL:
      row->label = add_label (self, NULL);
      return;
    case RS_WIDGET_SLIDER:
      row->label = add_label (self, NULL);
      row->control = make_slider (widget);
      g_signal_connect (row->control, "value-changed", G_CALLBACK (on_slider_changed), row);
      break;
    case RS_WIDGET_CHECKBOX:
      row->control = gtk_check_button_new ();
      g_signal_connect (row->control, "toggled", G_CALLBACK (on_box_toggled), row);
      break;
    case RS_WIDGET_BUTTON:
      row->control = gtk_button_new ();
      g_signal_connect (row->control, "clicked", G_CALLBACK (on_button_clicked), row);
      break;
    case RS_WIDGET_DISPLAY:
      make_display (row, widget);
      gtk_box_append (self->displays, row->control);
      return;
    }
  gtk_box_append (self->controls, row->control);
}

static void
update_row (Row *row, const RsWidget *widget)
{
  if (row->label != NULL)
    gtk_label_set_text (row->label, widget->text);
  if (row->control != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row->control), GTK_ACCESSIBLE_PROPERTY_LABEL, widget->text, -1);
  if (row->kind == RS_WIDGET_SLIDER)
    gtk_range_set_value (GTK_RANGE (row->control), widget->value);
  else if (row->kind == RS_WIDGET_CHECKBOX)
    {
      gtk_check_button_set_label (GTK_CHECK_BUTTON (row->control), widget->text);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (row->control), widget->value != 0);
    }
  else if (row->kind == RS_WIDGET_BUTTON)
    gtk_button_set_label (GTK_BUTTON (row->control), widget->text);
}

/* --- the window --- */

RsForm *
rs_form_window_get_form (RsFormWindow *self)
{
  return self->form;
}

void
rs_form_window_update (RsFormWindow *self)
{
  self->is_updating = TRUE;
  rs_form_lock (self->form);
  gtk_window_set_title (GTK_WINDOW (self), self->form->title);
  for (guint i = 0; i < self->form->widgets->len; i++)
    {
      const RsWidget *widget = rs_form_get (self->form, i);

      if (i == self->rows->len)
        add_row (self, i, widget);
      update_row (g_ptr_array_index (self->rows, i), widget);
    }
  if (self->form->width > 0 && self->form->height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), self->form->width, self->form->height);
  rs_form_unlock (self->form);
  self->is_updating = FALSE;
}

gboolean
rs_form_window_show_figure (RsFormWindow *self, RsFigure *figure)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      if (row->figure == figure)
        {
          gtk_widget_queue_draw (row->control);
          return TRUE;
        }
    }
  return FALSE;
}

static void
rs_form_window_finalize (GObject *object)
{
  RsFormWindow *self = RS_FORM_WINDOW (object);

  g_ptr_array_unref (self->rows);
  rs_form_unref (self->form);
  G_OBJECT_CLASS (rs_form_window_parent_class)->finalize (object);
}

static void
rs_form_window_class_init (RsFormWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_form_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = rs_form_window_close_request;
}

static GtkBox *
make_box (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_margin_start (box, 10);
  gtk_widget_set_margin_end (box, 10);
  gtk_widget_set_margin_top (box, 10);
  gtk_widget_set_margin_bottom (box, 10);
  return GTK_BOX (box);
}

/* As large as what it holds, but not larger than a screen: display servers end clients whose windows are too large. */
static GtkWidget *
make_scrolled (GtkWidget *child)
{
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());

  gtk_scrolled_window_set_propagate_natural_width (scrolled, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (scrolled, TRUE);
  gtk_scrolled_window_set_max_content_width (scrolled, MOST_WIDTH);
  gtk_scrolled_window_set_max_content_height (scrolled, MOST_HEIGHT);
  gtk_scrolled_window_set_child (scrolled, child);
  return GTK_WIDGET (scrolled);
}

static void
rs_form_window_init (RsFormWindow *self)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->controls = make_box ();
  self->displays = make_box ();
  gtk_widget_set_size_request (GTK_WIDGET (self->controls), CONTROLS_WIDTH, -1);
  gtk_box_append (GTK_BOX (both), GTK_WIDGET (self->controls));
  gtk_box_append (GTK_BOX (both), GTK_WIDGET (self->displays));
  gtk_window_set_child (GTK_WINDOW (self), make_scrolled (both));
}

RsFormWindow *
rs_form_window_new (RsForm *form, GtkWindow *parent)
{
  RsFormWindow *self = g_object_new (RS_TYPE_FORM_WINDOW, "transient-for", parent, NULL);

  self->form = rs_form_ref (form);
  rs_form_window_update (self);
  return self;
}
