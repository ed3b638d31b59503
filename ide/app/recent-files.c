/* The files that the user has opened last: a path a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/recent-files.h"

#include <string.h>

#define MAX_RECENT 12

static char *
get_list_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "redshift", "recent", NULL);
}

/* A damaged list is an empty one. */
static char **
read_list (void)
{
  g_autofree char *path = get_list_path (), *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_utf8_validate (text, -1, NULL))
    return g_new0 (char *, 1);
  return g_strsplit (text, "\n", 2 * MAX_RECENT);
}

void
rs_recent_files_add (GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_auto (GStrv) old = NULL;
  g_autofree char *list = get_list_path (), *folder = g_path_get_dirname (list);
  g_autoptr (GString) text = NULL;
  guint n = 1;

  if (path == NULL || !g_utf8_validate (path, -1, NULL) || strchr (path, '\n') != NULL)
    return;
  old = read_list ();
  text = g_string_new (path);
  for (guint i = 0; old[i] != NULL && n < MAX_RECENT; i++)
    if (*old[i] != '\0' && !g_str_equal (old[i], path))
      {
        g_string_append_printf (text, "\n%s", old[i]);
        n++;
      }
  /* Without a list the welcome page has none: no reason to bother the user. */
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (list, text->str, -1, NULL);
}

char **
rs_recent_files_list (void)
{
  g_auto (GStrv) all = read_list ();
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '\0' && g_file_test (all[i], G_FILE_TEST_IS_REGULAR))
      g_strv_builder_add (found, all[i]);
  return g_strv_builder_end (found);
}
