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
add_folder (GPtrArray *paths, const char *folder, guint depth, GCancellable *cancellable)
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

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK) || !g_utf8_validate (path, -1, NULL))
        continue;
      if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          if (g_str_has_suffix (path, ".q"))
            g_ptr_array_add (paths, g_steal_pointer (&path));
        }
      else if (depth < MAX_DEPTH)
        add_folder (paths, path, depth + 1, cancellable);
    }
}

GPtrArray *
rs_list_programs (const char *folder, GCancellable *cancellable)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  add_folder (paths, folder, 0, cancellable);
  return paths;
}
