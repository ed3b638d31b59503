/* Showing a place of a text.
 *
 * gtk_text_view_scroll_to_mark is no help: it scrolls once, by the heights that are known at that time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/place-keeper.h"

#define PART_ABOVE 0.4

struct _RsPlaceKeeper {
  GObject parent;

  GtkTextView *view; /* borrowed */
  GtkTextMark *mark; /* owned; NULL: nothing is kept */
  guint scroll_source; /* scrolls before the next frame; 0: not asked for */
};

G_DEFINE_FINAL_TYPE (RsPlaceKeeper, rs_place_keeper, G_TYPE_OBJECT)

static void
forget (RsPlaceKeeper *self)
{
  if (self->mark == NULL)
    return;
  if (!gtk_text_mark_get_deleted (self->mark))
    gtk_text_buffer_delete_mark (gtk_text_mark_get_buffer (self->mark), self->mark);
  g_clear_object (&self->mark);
}

/* The height of the text without what is left free below it. */
static gboolean
text_fits (GtkTextView *view, double page)
{
  GtkTextIter end;
  int y, height;

  gtk_text_buffer_get_end_iter (gtk_text_view_get_buffer (view), &end);
  gtk_text_view_get_line_yrange (view, &end, &y, &height);
  return gtk_text_view_get_top_margin (view) + y + height <= page;
}

static void
scroll_down (GtkTextView *view, const GtkTextIter *place)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  double page = gtk_adjustment_get_page_size (adjustment);
  int y, height;

  gtk_text_view_get_line_yrange (view, place, &y, &height);
  gtk_adjustment_set_value (adjustment, text_fits (view, page) ? 0
                                          : gtk_text_view_get_top_margin (view) + y + height / 2.0 - PART_ABOVE * page);
}

static void
scroll_sideways (GtkTextView *view, const GtkTextIter *place)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  double page = gtk_adjustment_get_page_size (adjustment);
  GdkRectangle cursor;
  int right;

  gtk_text_view_get_iter_location (view, place, &cursor);
  /* Room for the next characters, so that the place does not stick to the edge. */
  right = gtk_text_view_get_left_margin (view) + cursor.x + 4 * MAX (cursor.width, 10);
  gtk_adjustment_set_value (adjustment, right <= page ? 0 : right - page * (1 - PART_ABOVE));
}

/* Between the text view's own first look at new lines and the frame: scrolling inside of a frame would move scroll bars
 * that have had their turn. */
#define SCROLL_PRIORITY (GTK_PRIORITY_RESIZE - 1)

static gboolean
on_idle (gpointer data)
{
  RsPlaceKeeper *self = data;
  GtkTextIter place;

  self->scroll_source = 0;
  if (self->mark == NULL)
    return G_SOURCE_REMOVE;
  gtk_text_buffer_get_iter_at_mark (gtk_text_view_get_buffer (self->view), &place, self->mark);
  scroll_down (self->view, &place);
  scroll_sideways (self->view, &place);
  return G_SOURCE_REMOVE;
}

static void
queue (RsPlaceKeeper *self)
{
  if (self->mark != NULL && self->scroll_source == 0)
    self->scroll_source = g_idle_add_full (SCROLL_PRIORITY, on_idle, self, NULL);
}

void
rs_place_keeper_show_cursor (RsPlaceKeeper *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter place;

  forget (self);
  gtk_text_buffer_get_iter_at_mark (buffer, &place, gtk_text_buffer_get_insert (buffer));
  self->mark = g_object_ref (gtk_text_buffer_create_mark (buffer, NULL, &place, TRUE));
  queue (self);
}

/* --- somebody goes elsewhere --- */

static void
on_mark_set (GtkTextBuffer *buffer, GtkTextIter *place, GtkTextMark *mark, RsPlaceKeeper *self)
{
  GtkTextIter kept;

  if (self->mark == NULL || mark != gtk_text_buffer_get_insert (buffer))
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &kept, self->mark);
  if (!gtk_text_iter_equal (place, &kept))
    forget (self);
}

static gboolean
on_scroll (GtkEventController *controller, double dx, double dy, gpointer data)
{
  forget (data);
  return GDK_EVENT_PROPAGATE;
}

static void
on_press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  forget (data);
}

static void
add_controllers (RsPlaceKeeper *self, GtkWidget *scroller)
{
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_object (wheel, "scroll", G_CALLBACK (on_scroll), self, 0);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_press), self, 0);
  gtk_widget_add_controller (scroller, wheel);
  gtk_widget_add_controller (scroller, GTK_EVENT_CONTROLLER (click));
}

/* --- life --- */

static void
rs_place_keeper_dispose (GObject *object)
{
  RsPlaceKeeper *self = RS_PLACE_KEEPER (object);

  g_clear_handle_id (&self->scroll_source, g_source_remove);
  forget (self);
  G_OBJECT_CLASS (rs_place_keeper_parent_class)->dispose (object);
}

static void
rs_place_keeper_class_init (RsPlaceKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_place_keeper_dispose;
}

static void
rs_place_keeper_init (RsPlaceKeeper *self)
{
}

RsPlaceKeeper *
rs_place_keeper_new (GtkTextView *view)
{
  RsPlaceKeeper *self = g_object_new (RS_TYPE_PLACE_KEEPER, NULL);
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW);

  self->view = view;
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "changed", G_CALLBACK (queue), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view)), "changed", G_CALLBACK (queue), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_text_view_get_buffer (view), "mark-set", G_CALLBACK (on_mark_set), self, 0);
  g_signal_connect_object (gtk_text_view_get_buffer (view), "changed", G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  add_controllers (self, scroller);
  return self;
}
