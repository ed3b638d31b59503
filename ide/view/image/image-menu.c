/* The menu of the viewer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-menu.h"

#include "runtime/figure/color-map.h"

#include <glib/gi18n.h>

static GMenuModel *
make_choices (const char *action, const char *const *texts, GVariant *const *targets, guint n)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (texts[i], NULL);

      g_menu_item_set_action_and_target_value (item, action, targets[i]);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
make_color_maps (void)
{
  g_autofree char *list = rs_color_map_list_names ();
  g_auto (GStrv) names = g_strsplit (list, ", ", -1);
  guint n = g_strv_length (names) + 1;
  g_autofree const char **texts = g_new (const char *, n);
  g_autofree GVariant **targets = g_new (GVariant *, n);

  texts[0] = _ ("As the Program Says");
  targets[0] = g_variant_new_string ("");
  for (guint i = 1; i < n; i++)
    {
      texts[i] = names[i - 1];
      targets[i] = g_variant_new_string (names[i - 1]);
    }
  return make_choices ("image.color-map", texts, targets, n);
}

static GMenuModel *
make_channels (void)
{
  const char *const texts[] = { _ ("In Colour"), _ ("Red"), _ ("Green"), _ ("Blue"), _ ("Alpha") };
  GVariant *targets[G_N_ELEMENTS (texts)];

  for (int i = 0; i < (int)G_N_ELEMENTS (texts); i++)
    targets[i] = g_variant_new_int32 (i - 1);
  return make_choices ("image.channel", texts, targets, G_N_ELEMENTS (texts));
}

static GMenuModel *
make_nan_colors (void)
{
  const char *const texts[] = { _ ("Magenta"), _ ("Black"), _ ("White") };
  GVariant *targets[]
      = { g_variant_new_string ("magenta"), g_variant_new_string ("black"), g_variant_new_string ("white") };

  return make_choices ("image.nan-color", texts, targets, G_N_ELEMENTS (texts));
}

static GMenuModel *
make_speeds (void)
{
  static const int speeds[] = { 2, 5, 10, 25 };
  const char *const texts[] = { _ ("2 a Second"), _ ("5 a Second"), _ ("10 a Second"), _ ("25 a Second") };
  GVariant *targets[G_N_ELEMENTS (texts)];

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    targets[i] = g_variant_new_int32 (speeds[i]);
  return make_choices ("image.speed", texts, targets, G_N_ELEMENTS (texts));
}

static void
append_submenu (GMenu *menu, const char *title, GMenuModel *choices)
{
  g_menu_append_submenu (menu, title, choices);
  g_object_unref (choices);
}

GtkWidget *
rs_image_menu_button_new (void)
{
  g_autoptr (GMenu) menu = g_menu_new (), files = g_menu_new (), window = g_menu_new (), looks = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  g_menu_append (files, _ ("Copy"), "image.copy");
  g_menu_append (files, _ ("Save as PNG…"), "image.save");
  append_submenu (looks, _ ("Colour Map"), make_color_maps ());
  append_submenu (looks, _ ("Channel"), make_channels ());
  append_submenu (looks, _ ("Colour of NaN"), make_nan_colors ());
  append_submenu (looks, _ ("Playback"), make_speeds ());
  g_menu_append (window, _ ("Narrower Range of Values"), "image.narrower");
  g_menu_append (window, _ ("Wider Range of Values"), "image.wider");
  g_menu_append (window, _ ("Brighter"), "image.brighter");
  g_menu_append (window, _ ("Darker"), "image.darker");
  g_menu_append (window, _ ("Range of Values as the Program Says"), "image.reset-window");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (looks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (window));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _ ("Colours, range of values, copy and save"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Menu of the image"), -1);
  return button;
}
