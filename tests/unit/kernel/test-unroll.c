/* Short loops become straight code, in the same order; others stay.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <string.h>

static char *
unroll (const char *body)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 1) (precision single) (parameters (array \"y\" SINGLE 1 1 0 plain writes) (number \"n\" INT64 0 "
      "1 1 plain))\n"
      " (locals (f32 \"s\" 1) (i64 \"k\" 1 counter) (i64 \"l\" 1 counter)) (messages) (body (do %s)))",
      body);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autofree char *problem = NULL;

  g_assert_no_error (error);
  rs_pass_unroll (kernel);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  return rs_kernel_print (kernel);
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *found = strstr (text, word); found != NULL; found = strstr (found + 1, word))
    n++;
  return n;
}

static void
test_nest (void)
{
  g_autofree char *text
      = unroll ("(loop 1 1 %1 -1 1 1 (do (loop 1 2 %2 4 0 -2 (do (set 1 %0 (add %0 (convert f32 (add %1 %2))))))))");
  const char *first = strstr (text, "(add -1 4)");
  const char *last = strstr (text, "(add 1 0)");

  g_assert_cmpuint (count (text, "(loop"), ==, 0);
  g_assert_cmpuint (count (text, "(set"), ==, 9);
  g_assert_nonnull (first);
  g_assert_nonnull (last);
  g_assert_true (first < last);
}

static void
test_empty (void)
{
  g_autofree char *text = unroll ("(loop 1 1 %1 3 2 1 (do (set 1 %0 f32:1)))");

  g_assert_cmpuint (count (text, "(set"), ==, 0);
}

static void
test_left_alone (void)
{
  g_autofree char *unknown = unroll ("(loop 1 1 %1 0 @1 1 (do (set 1 %0 f32:1)))");
  g_autofree char *many = unroll ("(loop 1 1 %1 0 9223372036854775807 1 (do (set 1 %0 f32:1)))");
  g_autofree char *left
      = unroll ("(loop 1 1 %1 0 3 1 (do (if 1 (gt %0 f32:2) (do (break 1 1)) (do)) (set 1 %0 f32:1)))");

  g_assert_cmpuint (count (unknown, "(loop"), ==, 1);
  g_assert_cmpuint (count (many, "(loop"), ==, 1);
  g_assert_cmpuint (count (left, "(loop"), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/unroll/nest", test_nest);
  g_test_add_func ("/kernel/unroll/empty", test_empty);
  g_test_add_func ("/kernel/unroll/left-alone", test_left_alone);
  return g_test_run ();
}
