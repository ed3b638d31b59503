/* The files that the user has opened last: a path a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/recent-files.h"

#include "ide/settings/damage.h"
#include "runtime/base/user-file.h"

#include <string.h>

#define MAX_RECENT 12

static char *
get_list_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "redshift", "recent", NULL);
}

static char **
read_list (void)
{
  g_autofree char *path = get_list_path ();
  g_autoptr (GError) error = NULL;
  guint n_bad;
  g_auto (GStrv) lines = rs_user_file_load_lines (path, &n_bad, &error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  if (error != NULL)
    rs_damage_tell (path, error->message);
  for (guint i = 0; lines[i] != NULL && i < 2 * MAX_RECENT; i++)
    if (g_path_is_absolute (lines[i]))
      g_strv_builder_add (paths, lines[i]);
    else
      n_bad++;
  rs_damage_tell_lines (path, n_bad);
  return g_strv_builder_end (paths);
}

void
rs_recent_files_add (GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_auto (GStrv) old = NULL;
  g_autofree char *list = get_list_path ();
  g_autoptr (GString) text = NULL;
  guint n = 1;

  if (path == NULL || !g_utf8_validate (path, -1, NULL) || strchr (path, '\n') != NULL)
    return;
  old = read_list ();
  text = g_string_new (path);
  for (guint i = 0; old[i] != NULL && n < MAX_RECENT; i++)
    if (!g_str_equal (old[i], path))
      {
        g_string_append_printf (text, "\n%s", old[i]);
        n++;
      }
  /* Without a list the welcome page has none: no reason to bother the user. */
  if (rs_damage_may_write (list, NULL))
    rs_user_file_save (list, text->str, text->len, NULL);
}

char **
rs_recent_files_list (void)
{
  g_auto (GStrv) all = read_list ();
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (g_file_test (all[i], G_FILE_TEST_IS_REGULAR))
      g_strv_builder_add (found, all[i]);
  return g_strv_builder_end (found);
}
