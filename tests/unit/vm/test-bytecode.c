/* Lowering: the instructions of hot loops, because their number is what interpreted code costs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/bytecode.h"

#include <string.h>

static char *
dump (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsCompileOptions compile = { NULL, RS_PRECISION_SINGLE };
  g_autoptr (RsProgram) program = rs_program_compile (source, &compile, diagnostics);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  RsLowerOptions options
      = { .program = program, .module_index = program->modules->len - 1, .functions = functions, .is_main = TRUE };
  g_autoptr (RsBytecode) bytecode = NULL;

  g_assert_cmpuint (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR), ==, 0);
  bytecode = rs_bytecode_new (rs_program_get_main (program), &options, diagnostics);
  return rs_proto_dump (bytecode->root);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = strstr (text, part); p != NULL; p = strstr (p + 1, part))
    n++;
  return n;
}

static void
test_accumulation (void)
{
  g_autofree char *text = dump ("a = 0.0\nfor i = 0..9\n a += i*0.5\nendfor\n");

  g_assert_nonnull (strstr (text, "multiply-k"));
  g_assert_cmpuint (count (text, "add "), ==, 1);
  g_assert_cmpuint (count (text, "range"), ==, 0);
  g_assert_cmpuint (count (text, "move"), ==, 0);
}

static void
test_conditions (void)
{
  g_autofree char *text = dump ("i = 0\nwhile i < 10 && i != 7\n i += 1\nendwhile\n");

  g_assert_cmpuint (count (text, "unless-less-k"), ==, 1);
  g_assert_cmpuint (count (text, "unless-not-equal-k"), ==, 1);
  g_assert_cmpuint (count (text, "jump-false"), ==, 0);
}

static void
test_elements (void)
{
  g_autofree char *text
      = dump ("x = zeros(3,3)\nfor i = 0..2\n for j = 0..2\n  x[i,j] = x[j,i] + 1\n endfor\nendfor\n");

  g_assert_cmpuint (count (text, "index2"), ==, 1);
  g_assert_cmpuint (count (text, "store2"), ==, 1);
  /* the one that gives x its first value */
  g_assert_cmpuint (count (text, "move"), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bytecode/accumulation", test_accumulation);
  g_test_add_func ("/bytecode/conditions", test_conditions);
  g_test_add_func ("/bytecode/elements", test_elements);
  return g_test_run ();
}
