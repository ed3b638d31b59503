/* Where imported files lie: beside the file that imports them, in the folders given with -I, in the library.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/imports/find-import.h"

#include "compiler/library-folders.h"
#include "compiler/program.h"
#include "compiler/base/suggest.h"

#include <stdlib.h>
#include <string.h>

const char *
rs_library_get_folder (void)
{
  const char *chosen = g_getenv ("RS_LIBRARY_DIR");

  if (chosen && *chosen)
    return chosen;
  return g_file_test (RS_SOURCE_LIBRARY_DIR, G_FILE_TEST_IS_DIR) ? RS_SOURCE_LIBRARY_DIR : RS_INSTALLED_LIBRARY_DIR;
}

const char *
rs_help_get_folder (void)
{
  return g_file_test (RS_SOURCE_HELP_DIR, G_FILE_TEST_IS_DIR) ? RS_SOURCE_HELP_DIR : RS_INSTALLED_HELP_DIR;
}

gboolean
rs_library_contains (const char *path)
{
  const char *folder = rs_library_get_folder ();
  char *real = realpath (folder, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  gboolean is_inside = g_str_has_prefix (path, RS_LIBRARY_NAME) || g_strcmp0 (parent, real) == 0
                       || strcmp (parent, folder) == 0;

  free (real);
  return is_inside;
}

/* --- finding --- */

/* The canonical path of folder/name when that is a file, and not the one that imports it (importer, or NULL): a program
 * `imfilter.q` that imports "imfilter.q" means the library's. (transfer full) */
static char *
find_in_folder (const char *folder, const char *name, const char *importer)
{
  g_autofree char *path = g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (folder, name, NULL);
  char *real, *copy;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !(real = realpath (path, NULL)))
    return NULL;
  copy = g_strcmp0 (real, importer) == 0 ? NULL : g_strdup (real);
  free (real);
  return copy;
}

char *
rs_find_file (const char *path)
{
  return find_in_folder (".", path, NULL);
}

static char *
find_in_folders (const char *own_folder, const char *const *search_path, const char *name, const char *importer)
{
  char *path = find_in_folder (own_folder, name, importer);

  for (guint i = 0; !path && search_path && search_path[i]; i++)
    path = find_in_folder (search_path[i], name, importer);
  return path ? path : find_in_folder (rs_library_get_folder (), name, importer);
}

static char *
with_slashes (const char *name)
{
  return g_strdelimit (g_strdup (name), "\\", '/');
}

/* As written, then with backslashes as separators, then its last part next to the importing file. */
char *
rs_find_import (const char *name, const char *importer, const char *const *search_path)
{
  g_autofree char *own_folder = g_path_get_dirname (importer ? importer : ".");
  g_autofree char *slashes = with_slashes (name);
  g_autofree char *base = g_path_get_basename (slashes);
  char *path = find_in_folders (own_folder, search_path, name, importer);

  if (!path)
    path = find_in_folders (own_folder, search_path, slashes, importer);
  if (!path)
    path = find_in_folder (own_folder, base, importer);
  return path ? path : find_in_folder (own_folder, slashes, NULL); /* the file itself: a circle, which is no error */
}

/* --- the nearest name --- */

#define MOST_NAMES 10000
#define SHORTEST 4 /* shorter ones (t1, t2) are near to too many */

/* The names of the .q files in folder/within, without the ending. */
static void
collect_names (const char *folder, const char *within, GPtrArray *names)
{
  g_autofree char *path = g_path_is_absolute (within) ? g_strdup (within) : g_build_filename (folder, within, NULL);
  GDir *directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory && names->len < MOST_NAMES && (name = g_dir_read_name (directory)))
    if (g_str_has_suffix (name, ".q"))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".q")));
  if (directory)
    g_dir_close (directory);
}

static char *
without_ending (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return g_str_has_suffix (base, ".q") ? g_strndup (base, strlen (base) - strlen (".q")) : g_steal_pointer (&base);
}

char *
rs_suggest_import (const char *name, const char *importer, const char *const *search_path)
{
  g_autofree char *own_folder = g_path_get_dirname (importer ? importer : ".");
  g_autofree char *own_name = importer ? without_ending (importer) : NULL;
  g_autofree char *slashes = with_slashes (name);
  g_autofree char *within = g_path_get_dirname (slashes);
  g_autofree char *base = without_ending (slashes);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *file = NULL;
  const char *best;

  if (strlen (base) < SHORTEST)
    return NULL;
  collect_names (own_folder, within, names);
  for (guint i = 0; search_path && search_path[i]; i++)
    collect_names (search_path[i], within, names);
  collect_names (rs_library_get_folder (), within, names);
  for (guint i = names->len; own_name && i > 0; i--)
    if (strcmp (names->pdata[i - 1], own_name) == 0)
      g_ptr_array_remove_index_fast (names, i - 1);
  best = rs_suggest_among ((const char *const *)names->pdata, names->len, base);
  if (!best)
    return NULL;
  file = g_strconcat (best, ".q", NULL);
  return strcmp (within, ".") == 0 ? g_steal_pointer (&file) : g_build_filename (within, file, NULL);
}
