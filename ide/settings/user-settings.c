/* What the user wants of the window itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/user-settings.h"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "redshift", "ide.ini", NULL);
}

/* A damaged file is an empty one, with a warning. */
static GKeyFile *
get_file (void)
{
  static GKeyFile *file;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (file != NULL)
    return file;
  file = g_key_file_new ();
  path = get_path ();
  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, &error)
      && !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_message ("%s is not used: %s", path, error->message);
  return file;
}

char *
rs_user_settings_get (const char *group, const char *key)
{
  return g_key_file_get_string (get_file (), group, key, NULL);
}

gboolean
rs_user_settings_set (const char *group, const char *key, const char *value, GError **error)
{
  g_autofree char *path = get_path (), *folder = g_path_get_dirname (path);

  if (value != NULL)
    g_key_file_set_string (get_file (), group, key, value);
  else
    g_key_file_remove_key (get_file (), group, key, NULL);
  g_mkdir_with_parents (folder, 0700);
  return g_key_file_save_to_file (get_file (), path, error);
}
