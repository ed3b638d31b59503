/* The keys in the preferences: a row an action; its button waits for the new key.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/preferences-window.h"

#include "ide/app/keymap.h"

#include <glib/gi18n.h>

typedef struct {
  const RsShortcut *shortcut;
  GtkButton *key, *reset; /* borrowed */
  gboolean is_waiting;    /* the next key is the new one */
} KeyRow;

static GtkApplication *
get_application (KeyRow *row)
{
  return GTK_APPLICATION (g_application_get_default ());
}

static void
show_key (KeyRow *row)
{
  g_auto (GStrv) keys = rs_keymap_dup_keys (row->shortcut);
  g_autofree char *text = NULL;
  guint key;
  GdkModifierType modifiers;

  if (row->is_waiting)
    text = g_strdup (_ ("Press a key…"));
  else if (keys[0] != NULL && gtk_accelerator_parse (keys[0], &key, &modifiers))
    text = gtk_accelerator_get_label (key, modifiers);
  else
    text = g_strdup (_ ("none"));
  gtk_button_set_label (row->key, text);
  g_object_set_data (G_OBJECT (row->key), RS_PREFERENCES_WAITS_FOR_KEY, row->is_waiting ? row : NULL);
  /* The row's title is the button's name. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->key), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_visible (GTK_WIDGET (row->reset), rs_keymap_is_changed (row->shortcut));
}

static void
set_key (KeyRow *row, const char *key)
{
  g_autoptr (GError) error = NULL;

  row->is_waiting = FALSE;
  if (!rs_keymap_set (get_application (row), row->shortcut, key, &error))
    rs_preferences_tell (GTK_WIDGET (row->key), error->message);
  show_key (row);
}

static void
on_clicked (KeyRow *row)
{
  /* The row that was activated may have the focus. */
  gtk_widget_grab_focus (GTK_WIDGET (row->key));
  row->is_waiting = TRUE;
  show_key (row);
}

static void
on_reset (KeyRow *row)
{
  set_key (row, NULL);
}

static void
on_focus_left (KeyRow *row)
{
  row->is_waiting = FALSE;
  show_key (row);
}

/* Escape leaves things as they are, Backspace takes the key away; letters need a modifier, they are for typing. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  KeyRow *row = data;
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  gboolean types = (modifiers & ~GDK_SHIFT_MASK) == 0 && gdk_keyval_to_unicode (key) != 0;
  g_autofree char *name = NULL;

  if (!row->is_waiting)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Escape && modifiers == 0)
    on_focus_left (row);
  else if (key == GDK_KEY_BackSpace && modifiers == 0)
    set_key (row, "");
  else if (!types && gtk_accelerator_valid (gdk_keyval_to_lower (key), modifiers))
    {
      name = gtk_accelerator_name (gdk_keyval_to_lower (key), modifiers);
      set_key (row, name);
    }
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_row (const RsShortcut *shortcut)
{
  GtkWidget *widget = adw_action_row_new ();
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  KeyRow *row = g_new0 (KeyRow, 1);

  row->shortcut = shortcut;
  row->key = GTK_BUTTON (gtk_button_new ());
  row->reset = GTK_BUTTON (gtk_button_new_from_icon_name ("edit-undo-symbolic"));
  g_object_set_data_full (G_OBJECT (widget), "row", row, g_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), _ (shortcut->label));
  gtk_widget_set_valign (GTK_WIDGET (row->key), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (row->reset), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (row->reset), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->reset), _ ("Back to the key it had first"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Back to the key it had first"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (widget), GTK_WIDGET (row->reset));
  adw_action_row_add_suffix (ADW_ACTION_ROW (widget), GTK_WIDGET (row->key));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (widget), GTK_WIDGET (row->key));
  g_signal_connect_swapped (row->key, "clicked", G_CALLBACK (on_clicked), row);
  g_signal_connect_swapped (row->reset, "clicked", G_CALLBACK (on_reset), row);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), row);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_left), row);
  gtk_widget_add_controller (GTK_WIDGET (row->key), keys);
  gtk_widget_add_controller (GTK_WIDGET (row->key), focus);
  show_key (row);
  return widget;
}

GPtrArray *
rs_preferences_make_keys (void)
{
  GPtrArray *groups = g_ptr_array_new ();
  AdwPreferencesGroup *group = NULL;
  const char *section = "";

  for (guint i = 0; i < rs_keymap_count (); i++)
    {
      const RsShortcut *shortcut = rs_keymap_get (i);

      if (!g_str_equal (section, shortcut->section))
        {
          g_autofree char *title = g_strdup_printf (_ ("Keys: %s"), _ (shortcut->section));

          section = shortcut->section;
          group = g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", title, NULL);
          g_ptr_array_add (groups, group);
        }
      adw_preferences_group_add (group, make_row (shortcut));
    }
  return groups;
}
