/* Stepping into one of the calls of the line where a program stands: a menu has them where there are several.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/debug/debug-run.h"
#include "ide/view/popover.h"

/* Below the cursor, which is in the line. */
static void
place_at_cursor (GtkPopover *popover, GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GdkRectangle place;
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_iter_location (view, &at, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &place.x, &place.y);
  place.width = MAX (place.width, 1);
  gtk_widget_set_parent (GTK_WIDGET (popover), GTK_WIDGET (view));
  gtk_popover_set_pointing_to (popover, &place);
}

static void
show_menu (RsWindow *self, GPtrArray *records)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *popover;

  for (guint i = 0; i < records->len; i++)
    {
      char **fields = g_ptr_array_index (records, i);
      g_auto (GStrv) parts = g_strsplit (fields[1], "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts); /* no mnemonic */
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.debug-step-into", "s", fields[1]);
      g_menu_append_item (menu, item);
    }
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  place_at_cursor (GTK_POPOVER (popover), GTK_TEXT_VIEW (rs_editor_page_get_view (self->current)));
  rs_popover_drop_when_closed (GTK_POPOVER (popover));
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
on_calls (GPtrArray *records, const char *error, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = self->runs != NULL ? rs_debug_run_get_shown (self->runs) : NULL;

  if (run == NULL || self->current == NULL || self->pages == NULL)
    return;
  if (error != NULL || records->len == 0)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else if (records->len == 1)
    rs_debug_run_step_into (run, ((char **)g_ptr_array_index (records, 0))[1]);
  else
    show_menu (self, records);
}

static void
on_choose_call (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);

  if (run == NULL)
    return;
  rs_debug_run_look_at (run, 0); /* the menu comes up where the program stands */
  rs_debug_run_request_in (run, 0, on_calls, g_object_ref (self), g_object_unref, "calls", NULL);
}

static void
on_step_into (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsDebugRun *run = rs_debug_run_get_shown (((RsWindow *)data)->runs);

  if (run != NULL)
    rs_debug_run_step_into (run, g_variant_get_string (parameter, NULL));
}

static const GActionEntry entries[] = {
  { .name = "debug-choose-call", .activate = on_choose_call },
  { .name = "debug-step-into", .activate = on_step_into, .parameter_type = "s" },
};

void
rs_window_init_calls (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
