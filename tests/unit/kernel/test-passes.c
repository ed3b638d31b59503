/* Small passes, text in and text out: simplify, structure, propagate, knowledge, dead-code, narrow, scan.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <string.h>

typedef struct {
  const char *before, *after;
} Case;

static void
strip_blanks (char *text)
{
  char *to = text;

  for (const char *from = text; *from; from++)
    if (!g_ascii_isspace (*from) || (to > text && !g_ascii_isspace (to[-1]) && to[-1] != '(' && from[1] != ')'))
      *to++ = g_ascii_isspace (*from) ? ' ' : *from;
  *to = '\0';
}

/* Runs pass over a kernel with that body and compares its body. Locals: 0 f32, 1 and 2 counters, 3 i64, 4 bool, 5
 * f64. */
static void
check (void (*pass) (RsKernel *), const Case *test)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 2) (precision single) (parameters (array \"x\" SINGLE 1 1 0 plain reads writes)"
      " (array \"u\" UINT8 1 1 1 plain reads) (number \"n\" INT64 0 1 2 plain) (number \"c\" BOOL 0 1 3 plain))\n"
      " (locals (f32 \"a\" 1) (i64 \"k\" 1 counter) (i64 \"l\" 1 counter) (i64 \"i\" 1) (bool \"b\" 1) (f64 \"d\" 1)) "
      "(messages \"m\") "
      "(body (do %s)))",
      test->before);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autofree char *problem = NULL, *printed = NULL, *expected = g_strdup_printf ("(body (do %s))", test->after);
  char *body;

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  pass (kernel);
  g_assert_null (rs_kernel_verify (kernel));
  printed = rs_kernel_print (kernel);
  body = strstr (printed, "(body");
  strip_blanks (body);
  strip_blanks (expected);
  if (!g_str_has_prefix (body, expected))
    g_test_message ("%s\ngives\n%s\nnot\n%s", test->before, body, expected);
  g_assert_true (g_str_has_prefix (body, expected));
}

static void
test_simplify (void)
{
  static const Case cases[] = {
    { "(set 1 %3 (add (mul 3 4) (floor-div -7 2)))", "(set 1 %3 8)" },
    { "(set 1 %3 (add (mul @2 1) 0))", "(set 1 %3 @2)" },
    { "(set 1 %3 (mul @2 0))", "(set 1 %3 0)" },
    { "(set 1 %0 (add f32:0.5 f32:0.25))", "(set 1 %0 f32:0.75)" },
    { "(set 1 %0 (add %0 f32:0))", "(set 1 %0 (add %0 f32:0))" }, /* -0 + 0 is 0 */
    { "(set 1 %0 (div %0 f32:4))", "(set 1 %0 (mul %0 f32:0.25))" },
    { "(set 1 %0 (div %0 f32:49))", "(set 1 %0 (div %0 f32:49))" },
    { "(set 1 %4 (not (not (lt @2 3))))", "(set 1 %4 (lt @2 3))" },
    { "(set 1 %4 (and (lt 1 2) (lt @2 3)))", "(set 1 %4 (lt @2 3))" },
    { "(set 1 %4 (lt f32:nan f32:1))", "(set 1 %4 (lt f32:nan f32:1))" },
    { "(if 1 (gt 1 2) (do (set 1 %0 f32:1)) (do (set 1 %0 f32:2) (set 1 %3 1)))", "(set 1 %0 f32:2) (set 1 %3 1)" },
    { "(set 1 %3 (trunc-div 1 0))", "(set 1 %3 (trunc-div 1 0))" },
    { "(set 1 %0 (convert f32 (convert i64 (load @1 safe 1 @2))))", "(set 1 %0 (convert f32 (load @1.0 safe 1 @2)))" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_simplify, &cases[i]);
}

static void
test_structure (void)
{
  static const Case cases[] = {
    { "(if 1 @3 (do (return 1)) (do)) (set 1 %0 f32:1)", "(if 1 @3 (do) (do (set 1 %0 f32:1)))" },
    { "(region 1 1 (do (if 1 @3 (do (set 1 %0 f32:2) (break 1 1)) (do)) (set 1 %0 f32:1))) (set 1 %3 1)",
      "(if 1 @3 (do (set 1 %0 f32:2)) (do (set 1 %0 f32:1))) (set 1 %3 1)" },
    { "(loop 1 1 %1 0 9 1 (do (if 1 @3 (do (continue 1 1)) (do)) (set 1 %0 f32:1)))",
      "(loop 1 1 %1 0 9 1 (do (if 1 @3 (do) (do (set 1 %0 f32:1)))))" },
    { "(loop 1 1 %1 0 9 1 (do (if 1 @3 (do (break 1 1)) (do)) (set 1 %0 f32:1)))",
      "(loop 1 1 %1 0 9 1 (do (if 1 @3 (do (break 1 1)) (do)) (set 1 %0 f32:1)))" },
    { "(return 1) (set 1 %0 f32:1)", "" },
    { "(region 1 1 (do (loop 1 2 %1 0 9 1 (do (if 1 @3 (do (break 1 1)) (do)))) (set 1 %0 f32:1)))",
      "(region 1 1 (do (loop 1 2 %1 0 9 1 (do (if 1 @3 (do (break 1 1)) (do)))) (set 1 %0 f32:1)))" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_structure, &cases[i]);
}

static void
test_knowledge (void)
{
  static const Case cases[] = {
    /* nothing is known without an assertion */
    { "(set 1 %3 @2) (set 2 %0 (load @0 safe 2 %3))", "(set 1 %3 @2) (set 2 %0 (load @0.0 safe 2 %3))" },
    { "(assert 1 0 (and (ge @2 0) (lt @2 (dim @0 0)))) (store 2 @0 safe default unique (@2) (load @0 mirror 2 @2))",
      "(assert 1 0 (and (ge @2 0) (lt @2 (dim @0 0)))) (store 2 @0.0 unchecked default unique (@2) (load @0.0 "
      "unchecked 2 @2))" },
    /* not in front of it, and not by half */
    { "(set 1 %0 (load @0 safe 1 @2)) (assert 2 0 (ge @2 0)) (set 3 %0 (load @0 safe 3 @2))",
      "(set 1 %0 (load @0.0 safe 1 @2)) (assert 2 0 (ge @2 0)) (set 3 %0 (load @0.0 safe 3 @2))" },
    /* of a local, until it is assigned again */
    { "(set 1 %3 @2) (assert 1 0 (and (ge %3 0) (lt %3 (dim @0 0)))) (set 2 %0 (load @0 safe 2 %3)) (set 3 %3 (add %3 "
      "1)) "
      "(set 4 %0 (load @0 safe 4 %3))",
      "(set 1 %3 @2) (assert 1 0 (and (ge %3 0) (lt %3 (dim @0 0)))) (set 2 %0 (load @0.0 unchecked 2 %3)) "
      "(set 3 %3 (add %3 1)) (set 4 %0 (load @0.0 safe 4 %3))" },
    /* remainders and loops with asserted bounds */
    { "(assert 1 0 (and (le @2 (dim @0 0)) (gt @2 0))) (set 2 %0 (load @0 safe 2 (floor-mod (position 0) @2)))",
      "(assert 1 0 (and (le @2 (dim @0 0)) (gt @2 0))) (set 2 %0 (load @0.0 unchecked 2 (floor-mod (position 0) "
      "@2)))" },
    { "(assert 1 0 (le @2 (dim @0 0))) (loop 2 1 %1 0 (sub @2 1) 1 (do (set 3 %0 (load @0 safe 3 %1))))",
      "(assert 1 0 (le @2 (dim @0 0))) (loop 2 1 %1 0 (sub @2 1) 1 (do (set 3 %0 (load @0.0 unchecked 3 %1))))" },
    /* branches, and numbers with one possible value */
    { "(assert 1 0 (gt @2 10)) (if 2 (gt @2 0) (do (set 3 %0 f32:1)) (do (set 4 %0 f32:2)))",
      "(assert 1 0 (gt @2 10)) (set 3 %0 f32:1)" },
    { "(assert 1 0 (le @2 16)) (if 2 (and (gt @2 20) @3) (do (set 3 %0 f32:1)) (do)) (set 4 %3 1)",
      "(assert 1 0 (le @2 16)) (set 4 %3 1)" },
    { "(assert 1 0 (eq @2 4)) (loop 2 1 %1 0 (sub @2 1) 1 (do (set 3 %3 (mul %1 @2))))",
      "(assert 1 0 (eq @2 4)) (loop 2 1 %1 0 3 1 (do (set 3 %3 (mul %1 4))))" },
    /* what the host knows needs no check, and goes */
    { "(assert 1 known (and (ge @2 0) (lt @2 (dim @0 0)))) (set 2 %0 (load @0 safe 2 @2))",
      "(set 2 %0 (load @0.0 unchecked 2 @2))" },
    /* what only a branch says is no reason to leave a check out */
    { "(assert 1 0 (ge @2 0)) (if 2 (lt @2 (dim @0 0)) (do (set 3 %0 (load @0 safe 3 @2))) (do))",
      "(assert 1 0 (ge @2 0)) (if 2 (lt @2 (dim @0 0)) (do (set 3 %0 (load @0.0 safe 3 @2))) (do))" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_knowledge, &cases[i]);
}

static void
test_dead_code (void)
{
  static const Case cases[] = {
    { "(set 1 %3 5) (set 1 %0 f32:1) (store 1 @0 safe default unique (0) %0)",
      "(set 1 %0 f32:1) (store 1 @0.0 safe default unique (0) %0)" },
    { "(set 1 %3 0) (loop 1 1 %1 0 9 1 (do (set 1 %3 (add %3 1))))", "" },
    { "(set 1 %0 (load @0 checked 1 @2))", "(set 1 %0 (load @0.0 checked 1 @2))" }, /* it may fail */
    { "(if 1 @3 (do (set 1 %3 1)) (do))", "" },
    { "(set 1 %3 1) (set 1 %0 (convert f32 %3))", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_dead_code, &cases[i]);
}

static void
test_propagate (void)
{
  static const Case cases[] = {
    { "(set 1 %3 (add (position 0) @2)) (store 1 @0 safe default shared (%3) f32:1)",
      "(set 1 %3 (add (position 0) @2)) (store 1 @0.0 safe default shared ((add (position 0) @2)) f32:1)" },
    { "(store 1 @0 safe default shared (%3) f32:1) (set 1 %3 @2)",
      "(store 1 @0.0 safe default shared (%3) f32:1) (set 1 %3 @2)" },
    { "(if 1 @3 (do (set 1 %3 @2)) (do)) (store 1 @0 safe default shared (%3) f32:1)",
      "(if 1 @3 (do (set 1 %3 @2)) (do)) (store 1 @0.0 safe default shared (%3) f32:1)" },
    { "(set 1 %3 1) (set 1 %3 2) (store 1 @0 safe default shared (%3) f32:1)",
      "(set 1 %3 1) (set 1 %3 2) (store 1 @0.0 safe default shared (%3) f32:1)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_propagate, &cases[i]);
}

static void
test_narrow (void)
{
  static const Case cases[] = {
    { "(set 1 %0 (convert f32 (add (convert i64 (load @1 safe 1 @2)) 7)))",
      "(set 1 %0 (convert f32 (add (load @1.0 safe 1 @2) i32:7)))" },
    { "(set 1 %0 (convert f32 (mul (convert i64 (load @1 safe 1 @2)) 100000000)))", /* does not fit */
      "(set 1 %0 (convert f32 (mul (convert i64 (load @1.0 safe 1 @2)) 100000000)))" },
    { "(set 1 %4 (gt (mul (convert i64 (load @1 safe 1 @2)) 2) 100))",
      "(set 1 %4 (gt (mul (load @1.0 safe 1 @2) i32:2) i32:100))" },
    { "(set 1 %0 (convert f32 (add @2 1)))", "(set 1 %0 (convert f32 (add @2 1)))" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (rs_pass_narrow, &cases[i]);
}

static void
run_single (RsKernel *kernel)
{
  kernel->is_serial = TRUE;
  rs_pass_single (kernel);
}

static void
test_single (void)
{
  static const Case cases[] = {
    { "(set 1 %0 (convert f32 (add (convert f64 (load @0 safe 1 @2)) f64:3)))",
      "(set 1 %0 (add (load @0.0 safe 1 @2) f32:3))" },
    { "(set 1 %0 (convert f32 (add (convert f64 (load @0 safe 1 @2)) f64:0.1)))", /* no single-precision number */
      "(set 1 %0 (add (load @0.0 safe 1 @2) f32:0.10000000149011612))" },
    { "(set 1 %0 (convert f32 (mul (convert f64 %0) f64:1e-60)))", /* 0 in single precision */
      "(set 1 %0 (convert f32 (mul (convert f64 %0) f64:9.9999999999999997e-61)))" },
    { "(set 1 %0 (convert f32 (add (convert f64 %0) (mul (convert f64 %0) f64:3))))", /* contracted */
      "(set 1 %0 (add %0 (mul %0 f32:3)))" },
    { "(set 1 %0 (convert f32 (mul (convert f64 %0) (mul (convert f64 %0) f64:3))))", /* rounds twice */
      "(set 1 %0 (mul %0 (mul %0 f32:3)))" },
    { "(set 1 %5 (add (convert f64 %0) f64:3)) (set 1 %5 (min %5 f64:4)) (set 1 %0 (convert f32 %5))",
      "(set 1 %5 (add %0 f32:3)) (set 1 %5 (min %5 f32:4)) (set 1 %0 %5)" },
    { "(set 1 %5 (add (convert f64 %0) f64:3)) (set 1 %0 (convert f32 %5)) (set 1 %4 (gt %5 f64:3))",
      "(set 1 %5 (add (convert f64 %0) f64:3)) (set 1 %0 (convert f32 %5)) (set 1 %4 (gt %5 f64:3))" },
    { "(set 1 %5 (abs (convert f64 %0))) (set 1 %4 (gt %5 f64:3))", "(set 1 %5 (abs %0)) (set 1 %4 (gt %5 f32:3))" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (run_single, &cases[i]);
}

/* --- the pipeline --- */

static void
test_pipeline (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_new ("k", 1);

  g_assert_true (rs_kernel_optimize (kernel, "simplify", &error));
  g_assert_no_error (error);
  g_assert_true (rs_kernel_optimize (kernel, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (rs_kernel_optimize (kernel, "nonsense", &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_nonnull (strstr (error->message, "simplify, structure"));
}

#define VALUE "(convert f64 (load @1.0 safe 1 (position 0)))"
#define ADD "(reduce 1 add @0.0 " VALUE ")"
#define USE "(store 1 @2.0 safe wrap unique ((position 0)) (convert f32 (running @0)))"

/* Runs the passes for running sums: what they leave, as text. sums: the accumulator's parameter, number 0. */
static char *
print_with_sums (const char *sums, const char *body)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 1) (precision single) (prefix) (parameters (accumulator \"s\" DOUBLE 0 1 0 plain %s prefix)"
      " (array \"x\" SINGLE 1 1 1 plain reads) (array \"y\" SINGLE 1 1 2 plain reads writes))"
      " (locals (f64 \"a\" 1) (i64 \"k\" 1 counter)) (messages) (body (do %s)))",
      sums, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autoptr (RsKernel) again = NULL;
  g_autofree char *printed_again = NULL;
  char *printed;

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  rs_pass_split (kernel);
  rs_pass_prefix (kernel);
  rs_pass_scan (kernel);
  g_assert_null (rs_kernel_verify (kernel));
  printed = rs_kernel_print (kernel);
  again = rs_kernel_parse (printed, &error);
  g_assert_no_error (error);
  printed_again = rs_kernel_print (again);
  g_assert_cmpstr (printed, ==, printed_again);
  return printed;
}

static void
test_scan (void)
{
  static const struct
  {
    const char *sums, *body;
    gboolean in_vectors;
  } cases[] = {
    { "sum", ADD USE, TRUE },
    { "sum", USE ADD, TRUE },
    { "sum", "(if 1 (gt " VALUE " f64:0) (do " ADD ") (do)) " USE, TRUE },
    { "sum", ADD USE ADD, FALSE },
    { "sum", "(loop 1 1 %1 0 9 1 (do " ADD ")) " USE, FALSE },
    { "sum", "(if 1 (gt " VALUE " f64:0) (do (return 1)) (do)) " ADD USE, FALSE },
    { "maximum", "(reduce 1 max @0.0 " VALUE ") " USE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *printed = print_with_sums (cases[i].sums, cases[i].body);

      g_test_message ("%s", printed);
      g_assert_nonnull (strstr (printed, "(totals"));
      g_assert_cmpint (strstr (printed, " (scan)") != NULL, ==, cases[i].in_vectors);
      g_assert_cmpint (strstr (printed, "(interior-totals") != NULL, ==, cases[i].in_vectors);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/passes/simplify", test_simplify);
  g_test_add_func ("/kernel/passes/structure", test_structure);
  g_test_add_func ("/kernel/passes/knowledge", test_knowledge);
  g_test_add_func ("/kernel/passes/dead-code", test_dead_code);
  g_test_add_func ("/kernel/passes/propagate", test_propagate);
  g_test_add_func ("/kernel/passes/narrow", test_narrow);
  g_test_add_func ("/kernel/passes/single", test_single);
  g_test_add_func ("/kernel/passes/scan", test_scan);
  g_test_add_func ("/kernel/passes/pipeline", test_pipeline);
  return g_test_run ();
}
