/* Whole programs: those in the tree and the acceptance programs, where they are, parse without errors; those whose
 * header expects a compile-time error may have one.
 *
 * The acceptance programs are looked for in ACCEPTANCE_DIR, else in ../shared/acceptance beside the source tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

#include <string.h>

static void
check_program (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *errors = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  errors = syntax_errors (text, (gssize)length);
  if (*errors != '\0' && strstr (text, "% expect: check-error") == NULL)
    {
      g_test_message ("%s: %s", path, errors);
      g_test_fail ();
    }
}

/* Returns the number of programs below the folder. */
static guint
check_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        n += check_folder (child);
      else if (g_str_has_suffix (name, ".q"))
        {
          check_program (child);
          n++;
        }
    }
  return n;
}

static void
test_tree (void)
{
  static const char *const folders[] = { "examples", "data/library", "tests/language" };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("SOURCE_ROOT"), folders[i], NULL);

      g_assert_cmpuint (check_folder (path), >, 0);
    }
}

static void
test_acceptance (void)
{
  g_autofree char *path = g_getenv ("ACCEPTANCE_DIR") != NULL
                            ? g_strdup (g_getenv ("ACCEPTANCE_DIR"))
                            : g_build_filename (g_getenv ("SOURCE_ROOT"), "..", "shared", "acceptance", NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("there are no acceptance programs here (ACCEPTANCE_DIR names their folder)");
      return;
    }
  g_assert_cmpuint (check_folder (path), >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/programs/tree", test_tree);
  g_test_add_func ("/syntax/programs/acceptance", test_acceptance);
  return g_test_run ();
}
