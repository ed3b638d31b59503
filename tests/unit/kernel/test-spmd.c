/* Work items in step: the same results as one after the other, for every kind of control flow that the pass takes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"
#include "run-kernel.h"

#include <string.h>

#define ROWS 3
#define COLUMNS 211 /* groups and a rest */

static const char escape_time[]
    = "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"y\" SINGLE 2 1 0 plain writes) (number \"steps\" INT64 0 1 1 plain))\n"
      " (locals (f32 \"cr\" 1) (f32 \"ci\" 1) (f32 \"zr\" 1) (f32 \"zi\" 1) (i64 \"n\" 1) (f32 \"t\" 1)) (messages)\n"
      " (body (do\n"
      "  (set 1 %0 (add f32:-2 (mul f32:0.0118 (convert f32 (position 1)))))\n"
      "  (set 2 %1 (add f32:-0.4 (mul f32:0.3 (convert f32 (position 0)))))\n"
      "  (forever 3 1 (do\n"
      "   (if 3 (not (and (lt %4 @1) (lt (add (mul %2 %2) (mul %3 %3)) f32:4))) (do (break 3 1)) (do))\n"
      "   (set 4 %5 (add (sub (mul %2 %2) (mul %3 %3)) %0))\n"
      "   (set 5 %3 (add (mul (mul f32:2 %2) %3) %1))\n"
      "   (set 6 %2 %5)\n"
      "   (set 7 %4 (add %4 1))) (do))\n"
      "  (store 8 @0 safe default unique ((position 0) (position 1)) (convert f32 %4)))))\n";

/* Two loops, one in the other, with continue, a return, an integer division, and a mathematical function. */
static const char nested[]
    = "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"y\" SINGLE 2 1 0 plain writes) (number \"steps\" INT64 0 1 1 plain))\n"
      " (locals (i64 \"a\" 1) (i64 \"b\" 1) (f32 \"s\" 1)) (messages)\n"
      " (body (do\n"
      "  (set 1 %0 (floor-mod (position 1) 17))\n"
      "  (if 2 (eq %0 5) (do (store 2 @0 safe default unique ((position 0) (position 1)) f32:-1) (return 2)) (do))\n"
      "  (forever 3 1 (do\n"
      "   (if 3 (not (lt %0 @1)) (do (break 3 1)) (do))\n"
      "   (set 4 %0 (add %0 3))\n"
      "   (if 5 (eq (floor-mod %0 2) 0) (do (continue 5 1)) (do))\n"
      "   (set 6 %1 (trunc-div %0 2))\n"
      "   (forever 7 2 (do\n"
      "    (if 7 (le %1 0) (do (break 7 2)) (do (set 7 %2 (add %2 (sin (convert f32 %1))))))\n"
      "    (if 8 (gt %1 40) (do (break 8 1)) (do))\n"
      "    (set 9 %1 (sub %1 (add 1 (floor-mod (position 1) 3))))) (do))) (do (set 10 %2 (add %2 f32:0.25))))\n"
      "  (store 11 @0 safe default unique ((position 0) (position 1)) (add %2 (convert f32 %0))))))\n";

static RsKernel *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);
  g_autofree char *problem = NULL;

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  return kernel;
}

static void
run (const RsKernel *kernel, gint64 steps, float *y)
{
  g_autoptr (RunKernel) code = run_kernel_new (kernel);
  RsKernelArray array = { y, { ROWS, COLUMNS, 1 } };
  gint64 grid[] = { ROWS, COLUMNS };
  void *arguments[] = { &array, &steps };

  memset (y, 0, sizeof (float) * ROWS * COLUMNS);
  g_assert_cmpint (run_kernel_launch (code, grid, 1, arguments).code, ==, RS_KERNEL_OK);
}

/* In step against one after the other. Sums of sines may differ in the last digits. */
static void
compare (const char *text, gint64 steps)
{
  g_autoptr (RsKernel) plain = parse (text);
  g_autoptr (RsKernel) group = parse (text);
  float expected[ROWS * COLUMNS], y[ROWS * COLUMNS];

  rs_pass_spmd (group);
  g_assert_cmpuint (group->cpu.lanes, ==, 32);
  run (plain, steps, expected);
  run (group, steps, y);
  for (guint i = 0; i < ROWS * COLUMNS; i++)
    g_assert_cmpfloat_with_epsilon (y[i], expected[i], 1e-4f);
}

static void
test_escape_time (void)
{
  compare (escape_time, 200);
  compare (escape_time, 0);
  compare (escape_time, 1);
}

static void
test_nested (void)
{
  compare (nested, 60);
  compare (nested, 120);
}

static void
test_left_alone (void)
{
  g_autoptr (RsKernel) kernel
      = parse ("(kernel k (grid 1) (precision single) (parameters (array \"y\" SINGLE 1 1 0 plain writes)) (locals)"
               " (messages) (body (do (store 1 @0 safe default unique ((position 0)) f32:1))))");

  rs_pass_spmd (kernel);
  g_assert_cmpuint (kernel->cpu.lanes, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/spmd/escape-time", test_escape_time);
  g_test_add_func ("/kernel/spmd/nested", test_nested);
  g_test_add_func ("/kernel/spmd/left-alone", test_left_alone);
  return g_test_run ();
}
