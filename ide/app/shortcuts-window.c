/* The shortcuts window, made from the keymap.
 *
 * GtkShortcutsWindow can only be filled through GtkBuilder before GTK 4.14, so its description is written here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/shortcuts-window.h"

#include "ide/app/keymap.h"

/* One without a key has no row. */
static void
append_row (GString *xml, const RsShortcut *shortcut)
{
  g_auto (GStrv) all = rs_keymap_dup_keys (shortcut);
  g_autofree char *keys = g_strjoinv (" ", all);
  g_autofree char *text = g_markup_printf_escaped ("<child><object class='GtkShortcutsShortcut'>"
                                                   "<property name='title'>%s</property>"
                                                   "<property name='accelerator'>%s</property></object></child>",
                                                   shortcut->label, keys);

  if (*keys != '\0')
    g_string_append (xml, text);
}

static char *
describe (void)
{
  GString *xml = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'><property name='modal'>1"
                               "</property><child><object class='GtkShortcutsSection'>"
                               "<property name='section-name'>all</property><property name='max-height'>14</property>");
  const char *section = "";

  for (guint i = 0; i < rs_keymap_count (); i++)
    {
      const RsShortcut *shortcut = rs_keymap_get (i);

      if (!g_str_equal (section, shortcut->section))
        {
          if (*section != '\0')
            g_string_append (xml, "</object></child>");
          section = shortcut->section;
          g_string_append_printf (xml, "<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>",
                                  section);
        }
      append_row (xml, shortcut);
    }
  g_string_append (xml, "</object></child></object></child></object></interface>");
  return g_string_free (xml, FALSE);
}

void
rs_shortcuts_window_present (GtkWindow *parent)
{
  g_autofree char *xml = describe ();
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (xml, -1);
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));

  gtk_window_set_transient_for (window, parent);
  gtk_window_present (window);
}
