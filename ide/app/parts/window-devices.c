/* What programs run on: the actions win.device and win.precision, and the header's lists, which show their states in
 * words.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/devices/device-list.h"

#include <glib/gi18n.h>

#define DEVICE_CHARS 20 /* of its name, on the button */

static GAction *
find (RsWindow *self, const char *name)
{
  return g_action_map_lookup_action (G_ACTION_MAP (self), name);
}

static const char *
get_state (RsWindow *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_get_state (find (self, name));

  /* The action holds it. */
  return g_variant_get_string (state, NULL);
}

const char *
rs_window_get_device (RsWindow *self)
{
  return get_state (self, "device");
}

RsPrecision
rs_window_get_precision (RsWindow *self)
{
  return g_str_equal (get_state (self, "precision"), "double") ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
}

/* Which of the usable devices stands at that place of the header's list; NULL: none. */
static const RsDeviceChoice *
get_listed (guint position)
{
  const GPtrArray *choices = rs_device_list_model_get_choices (rs_device_list_model_get ());

  for (guint i = 0; i < choices->len; i++)
    {
      const RsDeviceChoice *choice = g_ptr_array_index (choices, i);

      if (choice->is_usable && position-- == 0)
        return choice;
    }
  return NULL;
}

static void
on_device_selected (RsWindow *self)
{
  const RsDeviceChoice *choice = get_listed (gtk_drop_down_get_selected (self->device_selector));

  if (choice != NULL && !g_str_equal (choice->id, rs_window_get_device (self)))
    g_action_activate (find (self, "device"), g_variant_new_string (choice->id));
}

static void
on_precision_selected (RsWindow *self)
{
  g_action_activate (find (self, "precision"),
                     g_variant_new_string (gtk_drop_down_get_selected (self->precision_selector) == 1 ? "double"
                                                                                                      : "single"));
}

/* G_MAXUINT: it can't be chosen (yet). */
static guint
find_listed (const char *device, guint *n)
{
  const RsDeviceChoice *choice;
  guint found = G_MAXUINT;

  for (*n = 0; (choice = get_listed (*n)) != NULL; ++*n)
    if (g_str_equal (choice->id, device))
      found = *n;
  return found;
}

/* Whether the header's list has just these titles. */
static gboolean
shows_titles (RsWindow *self, GtkStringList *titles)
{
  GListModel *model = gtk_drop_down_get_model (self->device_selector);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (titles));

  if (!GTK_IS_STRING_LIST (model) || g_list_model_get_n_items (model) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), gtk_string_list_get_string (titles, i)))
      return FALSE;
  return TRUE;
}

/* The list stays as it is where nothing is new: it may just be reporting which of its rows was chosen.
 *
 * A device that was chosen and is not there any more has a place of its own behind the others: the header never names
 * another one than runs are started on. */
static void
show_device (RsWindow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  const RsDeviceChoice *choice;
  guint n, found = find_listed (rs_window_get_device (self), &n);

  for (guint i = 0; (choice = get_listed (i)) != NULL; i++)
    gtk_string_list_append (titles, choice->title);
  if (found == G_MAXUINT)
    {
      choice = rs_device_list_model_find (rs_device_list_model_get (), rs_window_get_device (self));
      gtk_string_list_append (titles, choice != NULL ? choice->title : rs_window_get_device (self));
    }
  g_signal_handlers_block_by_func (self->device_selector, on_device_selected, self);
  if (!shows_titles (self, titles))
    gtk_drop_down_set_model (self->device_selector, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->device_selector, MIN (found, n));
  g_signal_handlers_unblock_by_func (self->device_selector, on_device_selected, self);
}

/* new_name: NULL: it was deleted. */
static void
on_configuration_renamed (RsConfigurations *configurations, const char *name, const char *new_name, RsWindow *self)
{
  if (g_str_equal (rs_window_get_device (self), name))
    rs_window_set_device (self, new_name != NULL ? new_name : "auto");
}

static void
on_device_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  RsWindow *self = data;

  g_simple_action_set_state (action, state);
  show_device (self);
  rs_window_queue_save_state (self);
}

static void
on_precision_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  RsWindow *self = data;

  g_simple_action_set_state (action, state);
  gtk_drop_down_set_selected (self->precision_selector, rs_window_get_precision (self) == RS_PRECISION_DOUBLE ? 1 : 0);
  for (guint i = 0; i < self->pages->len; i++)
    rs_checker_set_precision (rs_editor_page_get_checker (g_ptr_array_index (self->pages, i)),
                              rs_window_get_precision (self));
  rs_window_queue_save_state (self);
}

void
rs_window_set_device (RsWindow *self, const char *device)
{
  g_action_change_state (find (self, "device"), g_variant_new_string (device));
}

void
rs_window_set_precision (RsWindow *self, RsPrecision precision)
{
  g_action_change_state (find (self, "precision"),
                         g_variant_new_string (precision == RS_PRECISION_DOUBLE ? "double" : "single"));
}

static const GActionEntry entries[] = {
  { .name = "device", .parameter_type = "s", .state = "'auto'", .change_state = on_device_changed },
  { .name = "precision", .parameter_type = "s", .state = "'single'", .change_state = on_precision_changed },
};

/* --- the header's list --- */

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_END, "max-width-chars",
                                               DEVICE_CHARS, "xalign", 0.0, NULL));
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const char *title = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), title);
}

/* A long name is cut on the button, which would take the header's room, and whole in the list. */
static void
limit_device_button (RsWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_drop_down_set_list_factory (self->device_selector, gtk_drop_down_get_factory (self->device_selector));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_drop_down_set_factory (self->device_selector, factory);
}

void
rs_window_init_devices (RsWindow *self)
{
  limit_device_button (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  show_device (self);
  g_signal_connect_object (rs_device_list_model_get (), "changed", G_CALLBACK (show_device), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (rs_device_list_model_get_configurations (rs_device_list_model_get ()), "renamed",
                           G_CALLBACK (on_configuration_renamed), self, 0);
  g_signal_connect_swapped (self->device_selector, "notify::selected", G_CALLBACK (on_device_selected), self);
  g_signal_connect_swapped (self->precision_selector, "notify::selected", G_CALLBACK (on_precision_selected), self);
}
