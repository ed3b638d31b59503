/* The shortcuts window, made from shortcuts.def and panels.def.
 *
 * GtkShortcutsWindow can only be filled through GtkBuilder before GTK 4.14, so its description is written here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/shortcuts-window.h"

#include "ide/app/panels.h"

typedef struct {
  const char *label;
  const char *section;
  const char *keys[3];
} Row;

static const Row rows[] = {
#define RS_SHORTCUT(action, label, section, ...) { label, section, { __VA_ARGS__ } },
#include "ide/app/shortcuts.def"
#undef RS_SHORTCUT
};

static void
append_row (GString *xml, const Row *row)
{
  g_autofree char *keys = g_strjoinv (" ", (char **)row->keys);
  g_autofree char *text = g_markup_printf_escaped ("<child><object class='GtkShortcutsShortcut'>"
                                                   "<property name='title'>%s</property>"
                                                   "<property name='accelerator'>%s</property></object></child>",
                                                   row->label, keys);

  g_string_append (xml, text);
}

/* The last group of shortcuts.def is about views; these belong to it. */
static void
append_panels (GString *xml)
{
  for (guint i = 0; i < rs_panel_kinds_count (); i++)
    {
      const RsPanelKind *kind = rs_panel_kind_get (i);
      g_autofree char *title = rs_panel_kind_dup_title (kind);
      const Row row = { title, "", { kind->key, NULL } };

      if (kind->key != NULL)
        append_row (xml, &row);
    }
}

static char *
describe (void)
{
  GString *xml = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'><property name='modal'>1"
                               "</property><child><object class='GtkShortcutsSection'>"
                               "<property name='section-name'>all</property><property name='max-height'>14</property>");
  const char *section = "";

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (!g_str_equal (section, rows[i].section))
        {
          if (*section != '\0')
            g_string_append (xml, "</object></child>");
          section = rows[i].section;
          g_string_append_printf (xml, "<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>",
                                  section);
        }
      append_row (xml, &rows[i]);
    }
  append_panels (xml);
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
