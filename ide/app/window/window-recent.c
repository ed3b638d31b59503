/* Going from page to page: in the order of use (Ctrl+Tab, as long as Ctrl is held), and by the menus beside the tabs,
 * which list the pages of their frame.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

/* --- the order of use --- */

void
rs_window_note_use (RsWindow *self, RsEditorPage *page)
{
  /* As long as Ctrl is held the order stays: each Tab goes one further. */
  if (self->walk != NULL || page == NULL)
    return;
  g_ptr_array_remove (self->recent, page);
  g_ptr_array_insert (self->recent, 0, page);
}

void
rs_window_forget_use (RsWindow *self, RsEditorPage *page)
{
  g_ptr_array_remove (self->recent, page);
  g_clear_pointer (&self->walk, g_ptr_array_unref);
}

static void
end_walk (RsWindow *self)
{
  if (self->walk == NULL)
    return;
  g_clear_pointer (&self->walk, g_ptr_array_unref);
  rs_window_note_use (self, self->current);
}

static gboolean
is_control_held (RsWindow *self)
{
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (GTK_WIDGET (self)));
  GdkDevice *keyboard = seat != NULL ? gdk_seat_get_keyboard (seat) : NULL;

  return keyboard != NULL && (gdk_device_get_modifier_state (keyboard) & GDK_CONTROL_MASK) != 0;
}

static void
walk (RsWindow *self, int step)
{
  PanelWidget *page;

  if (self->recent->len == 0)
    return;
  if (self->walk == NULL)
    {
      self->walk = g_ptr_array_copy (self->recent, NULL, NULL);
      self->walked = 0;
    }
  self->walked = (self->walked + self->walk->len + (guint)step) % self->walk->len;
  page = g_ptr_array_index (self->walk, self->walked);
  panel_widget_raise (page);
  panel_widget_focus_default (page);
  if (!is_control_held (self)) /* by the menu, or its own key */
    end_walk (self);
}

static void
on_recent_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  walk (data, 1);
}

static void
on_recent_page_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  walk (data, -1);
}

static void
on_key_released (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  if (key == GDK_KEY_Control_L || key == GDK_KEY_Control_R)
    end_walk (data);
}

/* --- the menus beside the tabs --- */

static GtkMenuButton *
find_menu_button (GtkWidget *widget)
{
  GtkMenuButton *button = GTK_IS_MENU_BUTTON (widget) ? GTK_MENU_BUTTON (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && button == NULL;
       child = gtk_widget_get_next_sibling (child))
    button = find_menu_button (child);
  return button;
}

/* A mnemonic would take away the underscores of names. */
static char *
dup_label (PanelWidget *page)
{
  GString *text = g_string_new (RS_IS_EDITOR_PAGE (page)
                                    ? rs_document_get_title (rs_editor_page_get_document (RS_EDITOR_PAGE (page)))
                                    : panel_widget_get_title (page));

  g_string_replace (text, "_", "__", 0);
  if (panel_widget_get_modified (page))
    g_string_prepend (text, "• ");
  return g_string_free (text, FALSE);
}

static void
add_pages (GMenu *menu, PanelFrame *frame)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < panel_frame_get_n_pages (frame); i++)
    {
      g_autofree char *label = dup_label (panel_frame_get_page (frame, i));
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "pages.show", "u", i);
      g_menu_append_item (section, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* One by one: a section of sections has two lines above it. */
static void
add_sections (GMenu *menu, GMenuModel *own)
{
  for (int i = 0; own != NULL && i < g_menu_model_get_n_items (own); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new_from_model (own, i);

      g_menu_append_item (menu, item);
    }
}

static guint
find_shown (PanelFrame *frame)
{
  for (guint i = 0; i < panel_frame_get_n_pages (frame); i++)
    if (panel_frame_get_page (frame, i) == panel_frame_get_visible_child (frame))
      return i;
  return 0;
}

/* The pages come before what the frame's own menu has. */
static void
make_menu (GtkMenuButton *button, gpointer data)
{
  PanelFrame *frame = data;
  GSimpleAction *action = g_object_get_data (G_OBJECT (frame), "rs-show-page");
  GMenuModel *own = g_object_get_data (G_OBJECT (button), "rs-own-menu");
  g_autoptr (GMenu) menu = g_menu_new ();

  g_simple_action_set_state (action, g_variant_new_uint32 (find_shown (frame)));
  add_pages (menu, frame);
  add_sections (menu, own);
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
on_show_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PanelFrame *frame = data;
  const guint index = g_variant_get_uint32 (parameter);

  if (index >= panel_frame_get_n_pages (frame))
    return;
  panel_widget_raise (panel_frame_get_page (frame, index));
  panel_widget_focus_default (panel_frame_get_page (frame, index));
}

void
rs_window_list_pages (PanelFrame *frame)
{
  GtkMenuButton *button = find_menu_button (GTK_WIDGET (panel_frame_get_header (frame)));
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action
      = g_simple_action_new_stateful ("show", G_VARIANT_TYPE_UINT32, g_variant_new_uint32 (0));
  GMenuModel *own;

  g_return_if_fail (button != NULL);
  own = gtk_menu_button_get_menu_model (button);
  g_signal_connect (action, "activate", G_CALLBACK (on_show_page), frame);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (frame), "pages", G_ACTION_GROUP (group));
  g_object_set_data_full (G_OBJECT (frame), "rs-show-page", g_object_ref (action), g_object_unref);
  if (own != NULL)
    g_object_set_data_full (G_OBJECT (button), "rs-own-menu", g_object_ref (own), g_object_unref);
  gtk_menu_button_set_create_popup_func (button, make_menu, frame, NULL);
}

static const GActionEntry entries[] = {
  { .name = "recent-page", .activate = on_recent_page },
  { .name = "recent-page-back", .activate = on_recent_page_back },
};

void
rs_window_init_recent (RsWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->recent = g_ptr_array_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

void
rs_window_end_recent (RsWindow *self)
{
  g_clear_pointer (&self->walk, g_ptr_array_unref);
  g_clear_pointer (&self->recent, g_ptr_array_unref);
}
