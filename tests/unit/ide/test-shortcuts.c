/* The keyboard shortcuts: none is a desktop's, none is given twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>
#include <string.h>

#define N_(text) text

typedef struct {
  const char *action;
  const char *keys[3];
} Shortcut;

static const Shortcut shortcuts[] = {
#define RS_SHORTCUT(action, label, section, ...) { action, { __VA_ARGS__ } },
#include "ide/app/shortcuts.def"
#undef RS_SHORTCUT
#define RS_PANEL(id, title, icon, place, is_open, create, key) { "win.show-" id, { key } },
#include "ide/app/window/panels.def"
#undef RS_PANEL
};

static const Shortcut desktop[] = {
#define GNOME_SHORTCUT(name, key) { name, { key } },
#include "tests/unit/ide/gnome-shortcuts.def"
#undef GNOME_SHORTCUT
};

/* Modifiers in one order, everything in lower case. (transfer full) */
static char *
normalize (const char *key)
{
  static const char *const modifiers[] = { "<control>", "<shift>", "<alt>", "<super>" };
  g_autofree char *lower = g_ascii_strdown (key, -1);
  GString *text = g_string_new (NULL);
  const char *name = strrchr (lower, '>');

  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (strstr (lower, modifiers[i]) != NULL)
      g_string_append (text, modifiers[i]);
  g_string_append (text, name != NULL ? name + 1 : lower);
  return g_string_free (text, FALSE);
}

static void
test_desktop (void)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (desktop); i++)
    g_hash_table_insert (taken, normalize (desktop[i].keys[0]), (gpointer)desktop[i].action);
  g_assert_cmpuint (g_hash_table_size (taken), ==, G_N_ELEMENTS (desktop));
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    for (const char *const *key = shortcuts[i].keys; *key != NULL; key++)
      {
        g_autofree char *own = normalize (*key);
        const char *other = g_hash_table_lookup (taken, own);

        if (other != NULL)
          g_test_message ("%s of %s is the desktop's %s", *key, shortcuts[i].action, other);
        g_assert_null (other);
        g_assert_null (strstr (own, "<super>"));
      }
}

static void
test_once (void)
{
  g_autoptr (GHashTable) given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    for (const char *const *key = shortcuts[i].keys; *key != NULL; key++)
      {
        char *own = normalize (*key);
        const char *other = g_hash_table_lookup (given, own);

        if (other != NULL)
          g_test_message ("%s is given to %s and %s", *key, shortcuts[i].action, other);
        g_assert_null (other);
        g_hash_table_insert (given, own, (gpointer)shortcuts[i].action);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shortcuts/desktop", test_desktop);
  g_test_add_func ("/shortcuts/once", test_once);
  return g_test_run ();
}
