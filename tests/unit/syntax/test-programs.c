/* Whole programs: those in the tree and the acceptance programs, where they are, parse without errors; those whose
 * header expects a compile-time error or a warning may have one. Their trees survive being written into a package, and
 * being formatted; formatting what has been formatted changes nothing.
 *
 * The acceptance programs are looked for in ACCEPTANCE_DIR, else in ../shared/acceptance beside the source tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

#include "compiler/package/tree.h"
#include "compiler/syntax/copy.h"
#include "compiler/syntax/format.h"

#include <string.h>

static RsModule *
parse (const char *path, const char *text, RsNames *names, RsDiagnostics *diagnostics)
{
  g_autoptr (RsSource) source = rs_source_new_from_text (path, text, -1);

  return rs_parse (source, names, diagnostics);
}

static void
check_tree_as_bytes (const RsModule *module, const char *path)
{
  g_autoptr (GBytes) bytes = rs_tree_encode (module->root), again = NULL;
  g_autoptr (RsArena) arena = rs_arena_new ();
  g_autoptr (GError) error = NULL;
  const RsNode *root
      = rs_tree_decode (bytes, rs_source_get_length (module->source), arena, module->names, &error);

  g_assert_no_error (error);
  g_assert_true (rs_node_equal (root, module->root));
  again = rs_tree_encode (root);
  g_assert_true (g_bytes_equal (bytes, again));
}

static void
check_formatting (const RsModule *module, const char *path)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *once = rs_format_source (module->source, diagnostics), *twice = NULL;
  g_autoptr (RsModule) formatted = NULL;

  g_assert_nonnull (once);
  formatted = parse (path, once, module->names, diagnostics);
  twice = rs_format_source (formatted->source, diagnostics);
  if (!rs_node_equal (formatted->root, module->root) || g_strcmp0 (once, twice) != 0)
    {
      g_test_message ("%s: %s", path,
                      g_strcmp0 (once, twice) != 0 ? "formatted twice, it differs"
                                                   : "formatted, it means something else");
      g_test_fail ();
    }
}

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
  if (*errors != '\0' && strstr (text, "% expect: check-error") == NULL
      && strstr (text, "% expect: check-warning") == NULL)
    {
      g_test_message ("%s: %s", path, errors);
      g_test_fail ();
    }
  if (*errors == '\0')
    {
      g_autoptr (RsNames) names = rs_names_new ();
      g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
      g_autoptr (RsModule) module = parse (path, text, names, diagnostics);

      check_tree_as_bytes (module, path);
      check_formatting (module, path);
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
