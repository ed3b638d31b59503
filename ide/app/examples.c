/* The programs that come with Redshift.
 *
 * Nothing describes them but themselves: the first line of a program is its title, and the picture of the same name in
 * `results` shows what it makes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/examples.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define MAX_COPIES 1000

static void
example_free (gpointer data)
{
  RsExample *example = data;

  g_free (example->name);
  g_free (example->title);
  g_free (example->summary);
  g_free (example->path);
  g_free (example->picture);
  g_free (example);
}

/* Those of the sources go first: they are those of this build. */
static const char *
find_folder (void)
{
  return g_file_test (RS_SOURCE_EXAMPLES_DIR, G_FILE_TEST_IS_DIR) ? RS_SOURCE_EXAMPLES_DIR : RS_INSTALLED_EXAMPLES_DIR;
}

/* "% Optical flow: how each point moves" is the title "Optical flow" and the rest. */
static void
read_heading (RsExample *example, const char *text)
{
  g_autofree char *line = g_strndup (text, strcspn (text, "\n"));
  char *words = line + strspn (line, "% ");
  char *colon = strchr (words, ':');

  if (colon == NULL)
    colon = strpbrk (words, ";,.");
  if (colon != NULL)
    *colon = '\0';
  example->title = g_strdup (*words != '\0' ? words : example->name);
  example->summary = g_strdup (colon != NULL ? g_strstrip (colon + 1) : "");
}

static char *
find_picture (const char *folder, const char *name)
{
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".q"));
  g_autofree char *file = g_strconcat (stem, ".png", NULL);
  char *path = g_build_filename (folder, "results", file, NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  path = g_build_filename (folder, "images", file, NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  return NULL;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const RsExample *const *left = a, *const *right = b;

  return g_utf8_collate ((*left)->title, (*right)->title);
}

GPtrArray *
rs_examples_list (void)
{
  GPtrArray *examples = g_ptr_array_new_with_free_func (example_free);
  const char *folder = find_folder (), *name;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      RsExample *example;

      if (!g_str_has_suffix (name, ".q") || !g_file_get_contents (path, &text, NULL, NULL)
          || !g_utf8_validate (text, -1, NULL))
        continue;
      example = g_new0 (RsExample, 1);
      example->name = g_strdup (name);
      example->path = g_steal_pointer (&path);
      example->picture = find_picture (folder, name);
      read_heading (example, text);
      g_ptr_array_add (examples, example);
    }
  g_ptr_array_sort (examples, compare);
  return examples;
}

/* --- copies --- */

static char *
get_target_folder (void)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  return documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR)
           ? g_build_filename (documents, "Redshift Examples", NULL)
           : g_build_filename (g_get_user_data_dir (), "redshift", "examples", NULL);
}

/* What is there already stays. */
static gboolean
copy_missing (const char *from, const char *to, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (from), target = g_file_new_for_path (to);
  g_autofree char *folder = g_path_get_dirname (to);
  g_autoptr (GError) own_error = NULL;

  g_mkdir_with_parents (folder, 0777);
  if (g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL, &own_error)
      || g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&own_error));
  return FALSE;
}

/* The files of the examples' folder that the text names: its imports and what it reads. */
static gboolean
copy_companions (const char *text, const char *from, const char *to, GError **error)
{
  g_autoptr (GRegex) quoted = g_regex_new ("\"([A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*\\.[a-z0-9]+)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (quoted, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      g_autofree char *source = g_build_filename (from, name, NULL), *target = g_build_filename (to, name, NULL);

      if (g_file_test (source, G_FILE_TEST_IS_REGULAR) && !copy_missing (source, target, error))
        return FALSE;
    }
  return TRUE;
}

/* "gaussian.q", or "gaussian-2.q" where the user has made something else of the first copy. */
static char *
find_target (const char *folder, const RsExample *example, const char *text)
{
  g_autofree char *stem = g_strndup (example->name, strlen (example->name) - strlen (".q"));

  for (int i = 1; i < MAX_COPIES; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (example->name) : g_strdup_printf ("%s-%d.q", stem, i), *old = NULL;
      char *path = g_build_filename (folder, name, NULL);

      if (!g_file_get_contents (path, &old, NULL, NULL) || g_str_equal (old, text))
        return path;
      g_free (path);
    }
  return g_build_filename (folder, example->name, NULL);
}

char *
rs_example_copy (const RsExample *example, GError **error)
{
  g_autofree char *from = g_path_get_dirname (example->path), *to = get_target_folder (), *text = NULL, *target = NULL;

  if (!g_file_get_contents (example->path, &text, NULL, error))
    return NULL;
  target = find_target (to, example, text);
  if (!copy_missing (example->path, target, error) || !copy_companions (text, from, to, error))
    return NULL;
  return g_steal_pointer (&target);
}
