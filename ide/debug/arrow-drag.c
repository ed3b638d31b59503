/* Drawing the arrow: a gesture of the text's view, which comes before those of its margin. A click on the arrow is one
 * on the margin.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/arrow-drag.h"

#define DRAWN "rs-arrow-drawn"   /* of the gesture: it has begun on the arrow */
#define TARGET "rs-arrow-target" /* of the view: the mark that shows where it would be dropped */

static GtkSourceView *
get_view (GtkGestureDrag *gesture)
{
  return GTK_SOURCE_VIEW (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
}

/* The line at a height of the view. */
static void
find_place (GtkSourceView *view, double y, GtkTextIter *at)
{
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_WIDGET, 0, (int)y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (view), at, buffer_y, NULL);
}

/* From 1. */
static guint
find_line (GtkSourceView *view, double y)
{
  GtkTextIter at;

  find_place (view, y, &at);
  return (guint)gtk_text_iter_get_line (&at) + 1;
}

/* line: 0: none. */
static void
show_target (GtkSourceView *view, guint line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextMark *mark = g_object_get_data (G_OBJECT (view), TARGET);
  GtkTextIter at;

  if (mark != NULL && !gtk_text_mark_get_deleted (mark))
    gtk_text_buffer_delete_mark (buffer, mark);
  g_object_set_data (G_OBJECT (view), TARGET, NULL);
  if (line == 0)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &at, (int)line - 1);
  mark = GTK_TEXT_MARK (
      gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (buffer), NULL, RS_DEBUG_MARK_HERE, &at));
  g_object_set_data_full (G_OBJECT (view), TARGET, g_object_ref (mark), g_object_unref);
}

static void
on_begin (GtkGestureDrag *gesture, double x, double y, RsDebugPoints *points)
{
  GtkSourceView *view = get_view (gesture);
  GtkWidget *margin = GTK_WIDGET (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT));
  const guint here = rs_debug_points_get_here (points, gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));

  const gboolean is_on_arrow = here > 0 && x < gtk_widget_get_width (margin) && here == find_line (view, y);

  g_object_set_data (G_OBJECT (gesture), DRAWN, is_on_arrow ? view : NULL);
  gtk_gesture_set_state (GTK_GESTURE (gesture), is_on_arrow ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED);
}

/* The line under the pointer; 0: the pointer has not left the arrow. *start: the height where it is. */
static guint
find_target (GtkGestureDrag *gesture, double *start)
{
  double x, dx, dy;
  guint line;

  if (!gtk_gesture_drag_get_start_point (gesture, &x, start) || !gtk_gesture_drag_get_offset (gesture, &dx, &dy))
    return 0;
  line = find_line (get_view (gesture), *start + dy);
  return line != find_line (get_view (gesture), *start) ? line : 0;
}

static void
on_update (GtkGestureDrag *gesture, double dx, double dy, RsDebugPoints *points)
{
  double y;

  if (g_object_get_data (G_OBJECT (gesture), DRAWN) != NULL)
    show_target (get_view (gesture), find_target (gesture, &y));
}

static void
on_end (GtkGestureDrag *gesture, double dx, double dy, RsDebugPoints *points)
{
  GtkSourceView *view = get_view (gesture);
  RsDocument *document = RS_DOCUMENT (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  double y = 0;
  const guint line = find_target (gesture, &y);
  GtkTextIter at;

  if (g_object_steal_data (G_OBJECT (gesture), DRAWN) == NULL) /* one that is denied ends as well */
    return;
  show_target (view, 0);
  if (line != 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (view), "win.debug-jump-to", "(su)", rs_document_get_name (document),
                                  line);
      return;
    }
  find_place (view, y, &at);
  g_signal_emit_by_name (view, "line-mark-activated", &at, GDK_BUTTON_PRIMARY, 0, 1);
}

static void
on_cancel (GtkGesture *gesture, GdkEventSequence *sequence, RsDebugPoints *points)
{
  g_object_set_data (G_OBJECT (gesture), DRAWN, NULL);
  show_target (get_view (GTK_GESTURE_DRAG (gesture)), 0);
}

void
rs_arrow_drag_add (RsDebugPoints *points, GtkSourceView *view)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_begin), points, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_update), points, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (on_end), points, 0);
  g_signal_connect_object (drag, "cancel", G_CALLBACK (on_cancel), points, 0);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (drag));
}
