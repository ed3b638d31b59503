/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/editor/text-menu.h"

#include <glib/gi18n.h>

/* What the toolkit had in the menu (of letters' case): owned by the view. */
#define OWN_MENU "rs-own-menu"

static gboolean
is_word_letter (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

/* What is selected in one line, or else the name at the cursor. (transfer full) NULL: neither. */
static char *
dup_watched (GtkTextBuffer *buffer)
{
  GtkTextIter start, end, before;

  if (gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    return gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (&end) ? gtk_text_iter_get_text (&start, &end)
                                                                            : NULL;
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  end = before = start;
  while (gtk_text_iter_backward_char (&before) && is_word_letter (gtk_text_iter_get_char (&before)))
    start = before;
  while (is_word_letter (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  return gtk_text_iter_compare (&start, &end) < 0 && g_unichar_isalpha (gtk_text_iter_get_char (&start))
             ? gtk_text_iter_get_text (&start, &end)
             : NULL;
}

static void
add_watch (GMenu *menu, const char *watched)
{
  g_auto (GStrv) parts = g_strsplit (watched, "_", -1);
  g_autofree char *shown = g_strjoinv ("__", parts), *label = g_strdup_printf (_ ("_Watch “%s”"), shown);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.watch-expression", "s", watched);
  g_menu_append_item (menu, item);
}

static void
update (GtkTextView *view)
{
  g_autoptr (GMenu) menu = g_menu_new (), names = g_menu_new (), points = g_menu_new ();
  GMenuModel *own = g_object_get_data (G_OBJECT (view), OWN_MENU);
  g_autofree char *watched = dup_watched (gtk_text_view_get_buffer (view));

  g_menu_append (names, _ ("Go to _Definition"), "win.go-to-definition");
  g_menu_append (names, _ ("_Find References"), "win.find-references");
  g_menu_append (names, _ ("_Rename…"), "win.rename");
  g_menu_append (names, _ ("Documen_tation"), "win.look-up");
  g_menu_append (points, _ ("Set or Remove _Breakpoint"), "win.toggle-breakpoint");
  g_menu_append (points, _ ("Switch the Breakpoint _Off or On"), "win.switch-breakpoint");
  g_menu_append (points, _ ("_Condition of the Breakpoint…"), "win.edit-breakpoint");
  g_menu_append (points, _ ("Run to _Here"), "win.debug-until");
  if (watched != NULL)
    add_watch (points, watched);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (names));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (points));
  if (own != NULL)
    g_menu_append_section (menu, NULL, own);
  gtk_text_view_set_extra_menu (view, G_MENU_MODEL (menu));
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  GtkTextView *view = GTK_TEXT_VIEW (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter at, start, end;
  int left, top;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y, &left, &top);
  gtk_text_view_get_iter_at_location (view, &at, left, top);
  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end) || gtk_text_iter_compare (&at, &start) < 0
      || gtk_text_iter_compare (&at, &end) > 0)
    gtk_text_buffer_place_cursor (buffer, &at);
  gtk_widget_grab_focus (GTK_WIDGET (view));
  update (view);
}

static gboolean
on_key (GtkEventController *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0))
    update (GTK_TEXT_VIEW (gtk_event_controller_get_widget (controller)));
  return FALSE;
}

void
rs_text_menu_add (GtkSourceView *view)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GMenuModel *own = gtk_text_view_get_extra_menu (GTK_TEXT_VIEW (view));

  if (own != NULL)
    g_object_set_data_full (G_OBJECT (view), OWN_MENU, g_object_ref (own), g_object_unref);
  gtk_text_view_set_input_hints (GTK_TEXT_VIEW (view), GTK_INPUT_HINT_NO_EMOJI);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), NULL);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
}
