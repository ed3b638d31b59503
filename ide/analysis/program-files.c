/* Listing programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/program-files.h"

#include <string.h>

#define MAX_DEPTH 40 /* of folders */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void
add_folder (GPtrArray *paths, const char *folder, guint depth, GCancellable *cancellable, guint *n_links)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      const gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);
      const gboolean may_be = (is_folder || g_str_has_suffix (path, ".q")) && g_utf8_validate (path, -1, NULL);

      if (may_be && g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        *n_links += 1;
      else if (may_be && !is_folder)
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (may_be && depth < MAX_DEPTH)
        add_folder (paths, path, depth + 1, cancellable, n_links);
    }
}

GPtrArray *
rs_list_programs (const char *folder, GCancellable *cancellable, guint *n_links)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  guint n = 0;

  add_folder (paths, folder, 0, cancellable, &n);
  if (n_links != NULL)
    *n_links = n;
  return paths;
}
