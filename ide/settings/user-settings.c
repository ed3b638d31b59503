/* What the user wants of the window itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/user-settings.h"

#include "ide/settings/damage.h"
#include "ide/settings/notices.h"
#include "runtime/base/user-file.h"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "redshift", "ide.ini", NULL);
}

static GKeyFile *
get_file (void)
{
  static GKeyFile *file;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  guint n_bad;

  if (file != NULL)
    return file;
  path = get_path ();
  file = rs_user_file_load_keys (path, &n_bad, &error);
  if (error != NULL)
    rs_damage_tell (path, rs_notices_get_reason (error));
  rs_damage_tell_lines (path, n_bad);
  return file;
}

char **
rs_user_settings_list (const char *group)
{
  char **keys = g_key_file_get_keys (get_file (), group, NULL, NULL);

  return keys != NULL ? keys : g_new0 (char *, 1);
}

void
rs_user_settings_tell_damage (const char *key, const char *value)
{
  g_autofree char *path = get_path (), *what = g_strdup_printf ("“%s=%s”", key, value);

  rs_damage_tell (path, what);
}

char *
rs_user_settings_get (const char *group, const char *key)
{
  return g_key_file_get_string (get_file (), group, key, NULL);
}

gboolean
rs_user_settings_set (const char *group, const char *key, const char *value, GError **error)
{
  g_autofree char *path = get_path ();

  if (value != NULL)
    g_key_file_set_string (get_file (), group, key, value);
  else
    g_key_file_remove_key (get_file (), group, key, NULL);
  return rs_damage_may_write (path, error) && rs_user_file_save_keys (path, get_file (), error);
}
