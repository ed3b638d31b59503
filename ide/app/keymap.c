/* The keys of all actions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/keymap.h"

#include "ide/app/window/panels.h"
#include "ide/settings/user-settings.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#define GROUP "Keys"

static const RsShortcut shortcuts[] = {
#define RS_SHORTCUT(action, label, section, ...) { action, label, section, { __VA_ARGS__ } },
#include "ide/app/shortcuts.def"
#undef RS_SHORTCUT
};

/* The panels come behind, as a section of their own. */
static const RsShortcut *
get_panel_shortcuts (void)
{
  static RsShortcut *panels;

  if (panels != NULL)
    return panels;
  panels = g_new0 (RsShortcut, rs_panel_kinds_count ());
  for (guint i = 0; i < rs_panel_kinds_count (); i++)
    {
      const RsPanelKind *kind = rs_panel_kind_get (i);

      panels[i] = (RsShortcut){ g_strconcat ("win.show-", kind->id, NULL),
                                rs_panel_kind_dup_title (kind),
                                N_ ("Panels"),
                                { kind->key, NULL, NULL } };
    }
  return panels;
}

guint
rs_keymap_count (void)
{
  return G_N_ELEMENTS (shortcuts) + rs_panel_kinds_count ();
}

const RsShortcut *
rs_keymap_get (guint index)
{
  return index < G_N_ELEMENTS (shortcuts) ? &shortcuts[index]
                                          : &get_panel_shortcuts ()[index - G_N_ELEMENTS (shortcuts)];
}

char **
rs_keymap_dup_keys (const RsShortcut *shortcut)
{
  g_autofree char *own = rs_user_settings_get (GROUP, shortcut->action);
  guint key;
  GdkModifierType modifiers;

  if (own != NULL && (*own == '\0' || gtk_accelerator_parse (own, &key, &modifiers)))
    {
      const char *keys[] = { *own != '\0' ? own : NULL, NULL };

      return g_strdupv ((char **)keys);
    }
  return g_strdupv ((char **)shortcut->keys);
}

gboolean
rs_keymap_is_changed (const RsShortcut *shortcut)
{
  g_autofree char *own = rs_user_settings_get (GROUP, shortcut->action);

  return own != NULL;
}

static gboolean
is_same_key (const char *a, const char *b)
{
  guint key_a, key_b;
  GdkModifierType modifiers_a, modifiers_b;

  return gtk_accelerator_parse (a, &key_a, &modifiers_a) && gtk_accelerator_parse (b, &key_b, &modifiers_b)
         && key_a == key_b && modifiers_a == modifiers_b;
}

const RsShortcut *
rs_keymap_find (const char *key)
{
  for (guint i = 0; i < rs_keymap_count (); i++)
    {
      g_auto (GStrv) keys = rs_keymap_dup_keys (rs_keymap_get (i));

      for (guint k = 0; keys[k] != NULL; k++)
        if (is_same_key (keys[k], key))
          return rs_keymap_get (i);
    }
  return NULL;
}

static void
apply (GtkApplication *application, const RsShortcut *shortcut)
{
  g_auto (GStrv) keys = rs_keymap_dup_keys (shortcut);

  gtk_application_set_accels_for_action (application, shortcut->action, (const char *const *)keys);
}

/* NULL: nobody who would lose it. */
static const RsShortcut *
find_other (const RsShortcut *shortcut, const char *const *keys)
{
  for (; *keys != NULL; keys++)
    {
      const RsShortcut *owner = rs_keymap_find (*keys);

      if (owner != NULL && owner != shortcut)
        return owner;
    }
  return NULL;
}

gboolean
rs_keymap_set (GtkApplication *application, const RsShortcut *shortcut, const char *key, GError **error)
{
  const char *const own[] = { key != NULL && *key != '\0' ? key : NULL, NULL };
  const RsShortcut *other = find_other (shortcut, key != NULL ? own : shortcut->keys);

  if (other != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, _ ("“%s” has that key: give it another one first"),
                   _ (other->label));
      return FALSE;
    }
  if (!rs_user_settings_set (GROUP, shortcut->action, key, error))
    return FALSE;
  apply (application, shortcut);
  return TRUE;
}

/* Own keys of actions that are none, and own keys that are none. */
static void
check_own_keys (void)
{
  g_auto (GStrv) names = rs_user_settings_list (GROUP);

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *own = rs_user_settings_get (GROUP, *name);
      gboolean is_known = FALSE;
      GdkModifierType modifiers;
      guint key;

      for (guint i = 0; i < rs_keymap_count () && !is_known; i++)
        is_known = g_str_equal (rs_keymap_get (i)->action, *name);
      if (!is_known || own == NULL || (*own != '\0' && !gtk_accelerator_parse (own, &key, &modifiers)))
        rs_user_settings_tell_damage (*name, own != NULL ? own : "");
    }
}

void
rs_keymap_apply (GtkApplication *application)
{
  check_own_keys ();
  for (guint i = 0; i < rs_keymap_count (); i++)
    apply (application, rs_keymap_get (i));
}
