/* Interior and border: the same results as without the split, for every mode and for windows larger than the array.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"
#include "run-kernel.h"

#include <string.h>

#define ROWS 9
#define COLUMNS 13

/* y[i,j] = sum over k, l of (50 + 3*k + l) * x[i+k, 2*j - l + 1], exact in single precision, with a radius that is
 * known at launch; t is a private variable. */
static const char window[]
    = "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"x\" SINGLE 2 1 0 plain reads) (array \"y\" SINGLE 2 1 1 plain writes)\n"
      "  (number \"r\" INT64 0 1 2 plain))\n"
      " (locals (f32 \"s\" 1) (i64 \"k\" 1 counter) (i64 \"l\" 1 counter) (i64 \"t\" 1)) (messages)\n"
      " (body (do\n"
      "  (loop 1 1 %1 (sub 0 @2) @2 1 (do\n"
      "   (set 2 %3 (add (position 0) %1))\n"
      "   (loop 3 2 %2 @2 (sub 0 @2) -1 (do\n"
      "    (set 4 %0 (add %0 (mul (convert f32 (add 50 (add (mul 3 %1) %2)))\n"
      "     (load @0 MODE 4 %3 (add 1 (sub (mul 2 (position 1)) %2))))))))))\n"
      "  (store 5 @1 safe default unique ((position 0) (position 1)) %0))))\n";

static RsKernel *
parse (const char *mode)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (window);
  RsKernel *kernel;
  g_autofree char *problem = NULL;

  g_string_replace (text, "MODE", mode, 0);
  kernel = rs_kernel_parse (text->str, &error);
  g_string_free (text, TRUE);
  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  return kernel;
}

static void
run (const RsKernel *kernel, gint64 radius, float *y)
{
  g_autoptr (RunKernel) code = run_kernel_new (kernel);
  float x[ROWS * 2 * COLUMNS];
  RsKernelArray ax = { x, { ROWS, 2 * COLUMNS, 1 } }, ay = { y, { ROWS, COLUMNS, 1 } };
  gint64 grid[] = { ROWS + 1, COLUMNS + 2 }; /* some stores fall outside */
  void *arguments[] = { &ax, &ay, &radius };

  for (int i = 0; i < ROWS * 2 * COLUMNS; i++)
    x[i] = (float)(i % 17);
  memset (y, 0, sizeof (float) * ROWS * COLUMNS);
  g_assert_cmpint (run_kernel_launch (code, grid, 3, arguments).code, ==, RS_KERNEL_OK);
}

static void
test_same_results (gconstpointer mode)
{
  static const gint64 radii[] = { 0, 1, 3, 20, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
    {
      g_autoptr (RsKernel) plain = parse (mode);
      g_autoptr (RsKernel) split = parse (mode);
      g_autofree char *problem = NULL;
      float expected[ROWS * COLUMNS], y[ROWS * COLUMNS];

      rs_pass_split (split);
      g_assert_true (split->has_interior);
      problem = rs_kernel_verify (split);
      g_assert_cmpstr (problem, ==, NULL);
      run (plain, radii[i], expected);
      run (split, radii[i], y);
      g_assert_cmpmem (y, sizeof y, expected, sizeof expected);
    }
}

static void
test_interior_has_no_checks (void)
{
  g_autoptr (RsKernel) kernel = parse ("mirror");
  g_autofree char *text = NULL;
  const char *interior;

  rs_pass_split (kernel);
  text = rs_kernel_print (kernel);
  interior = strstr (text, "(interior");
  g_assert_nonnull (interior);
  g_assert_null (strstr (interior, "mirror"));
  g_assert_null (strstr (interior, " safe "));
}

static void
test_not_understood (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel
      = rs_kernel_parse ("(kernel k (grid 1) (precision single) (parameters (array \"x\" SINGLE 1 1 0 plain reads "
                         "writes)) (locals) (messages)"
                         " (body (do (store 1 @0 safe default shared ((mul (position 0) (position 0))) f32:1))))",
                         &error);

  g_assert_no_error (error);
  rs_pass_split (kernel);
  g_assert_false (kernel->has_interior);
}

/* y[i*n + j] = x[(i-1)*n + j + 1] + x[i*n + j - r]: rows of an image in a vector. */
static const char flat[]
    = "(kernel k (grid 2) (precision single)\n"
      " (parameters (array \"x\" SINGLE 1 1 0 plain reads) (array \"y\" SINGLE 1 1 1 plain writes)\n"
      "  (number \"n\" INT64 0 1 2 plain) (number \"r\" INT64 0 1 3 plain))\n"
      " (locals (i64 \"t\" 1)) (messages)\n"
      " (body (do\n"
      "  (set 2 %0 (mul (add (position 0) -1) @2))\n"
      "  (store 5 @1 safe default shared ((add (mul (position 0) @2) (position 1)))\n"
      "   (add (load @0 safe 4 (add (add %0 (position 1)) 1)) (load @0 safe 4 (sub (add (mul @2 (position 0)) "
      "(position 1)) @3)))))))\n";

static void
run_flat (const RsKernel *kernel, gint64 n, gint64 r, float *y)
{
  g_autoptr (RunKernel) code = run_kernel_new (kernel);
  float x[ROWS * COLUMNS];
  RsKernelArray ax = { x, { ROWS * COLUMNS, 1 } }, ay = { y, { ROWS * COLUMNS, 1 } };
  gint64 grid[] = { ROWS, COLUMNS };
  void *arguments[] = { &ax, &ay, &n, &r };

  for (int i = 0; i < ROWS * COLUMNS; i++)
    x[i] = (float)(i % 17);
  memset (y, 0, sizeof (float) * ROWS * COLUMNS);
  g_assert_cmpint (run_kernel_launch (code, grid, 1, arguments).code, ==, RS_KERNEL_OK);
}

static void
test_flat (void)
{
  static const gint64 strides[] = { COLUMNS, COLUMNS + 4, 1, 0, -COLUMNS, G_GINT64_CONSTANT (1) << 40, G_MAXINT64 };
  static const gint64 offsets[] = { 0, 5, -5, 1000, G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (strides) * G_N_ELEMENTS (offsets); i++)
    {
      gint64 n = strides[i % G_N_ELEMENTS (strides)], r = offsets[i / G_N_ELEMENTS (strides)];
      g_autoptr (GError) error = NULL;
      g_autoptr (RsKernel) plain = rs_kernel_parse (flat, &error), split = rs_kernel_parse (flat, &error);
      g_autofree char *problem = NULL, *text = NULL;
      float expected[ROWS * COLUMNS], y[ROWS * COLUMNS];

      g_assert_no_error (error);
      rs_pass_split (split);
      g_assert_true (split->has_interior);
      g_assert_true (split->interior_bounded[0]);
      g_assert_false (split->interior_bounded[1]);
      text = rs_kernel_print (split);
      g_assert_null (strstr (strstr (text, "(interior"), " safe "));
      problem = rs_kernel_verify (split);
      g_assert_cmpstr (problem, ==, NULL);
      run_flat (plain, n, r, expected);
      run_flat (split, n, r, y);
      g_assert_cmpmem (y, sizeof y, expected, sizeof expected);
    }
}

#define LAGS 8

/* y[p] = sum of x[i]*x[i + p] for i up to n-1-p: the last element is the same for all positions. */
static const char lags[]
    = "(kernel k (grid 1) (precision single)\n"
      " (parameters (array \"x\" SINGLE 1 1 0 plain reads) (array \"y\" SINGLE 1 1 1 plain writes)\n"
      "  (number \"n\" INT64 0 1 2 plain))\n"
      " (locals (f32 \"s\" 1) (i64 \"i\" 1 counter)) (messages)\n"
      " (body (do\n"
      "  (loop 1 1 %1 0 (sub (sub @2 1) (position 0)) 1 (do\n"
      "   (set 2 %0 (add %0 (mul (load @0 safe 2 %1) (load @0 safe 2 (add %1 (position 0))))))))\n"
      "  (store 3 @1 safe default unique ((position 0)) %0))))\n";

static void
run_lags (const RsKernel *kernel, gint64 n, float *y)
{
  g_autoptr (RunKernel) code = run_kernel_new (kernel);
  float x[ROWS];
  RsKernelArray ax = { x, { ROWS, 1 } }, ay = { y, { LAGS, 1 } };
  gint64 grid[] = { LAGS };
  void *arguments[] = { &ax, &ay, &n };

  for (int i = 0; i < ROWS; i++)
    x[i] = (float)(i % 5);
  memset (y, 0, sizeof (float) * LAGS);
  g_assert_cmpint (run_kernel_launch (code, grid, 1, arguments).code, ==, RS_KERNEL_OK);
}

/* The position in a bound of the loop and the one of the subscript cancel each other. */
static void
test_positions_that_cancel (void)
{
  static const gint64 counts[] = { ROWS, ROWS - 3, ROWS + 1, ROWS + 20, 1, 0, -5 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RsKernel) plain = rs_kernel_parse (lags, &error), split = rs_kernel_parse (lags, &error);
      g_autofree char *text = NULL;
      float expected[LAGS], y[LAGS];

      g_assert_no_error (error);
      rs_pass_split (split);
      g_assert_true (split->has_interior);
      text = rs_kernel_print (split);
      g_assert_null (strstr (strstr (text, "(interior"), " safe "));
      run_lags (plain, counts[i], expected);
      run_lags (split, counts[i], y);
      g_assert_cmpmem (y, sizeof y, expected, sizeof expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/kernel/split/safe", "safe", test_same_results);
  g_test_add_data_func ("/kernel/split/mirror", "mirror", test_same_results);
  g_test_add_data_func ("/kernel/split/circular", "circular", test_same_results);
  g_test_add_data_func ("/kernel/split/clamped", "clamped", test_same_results);
  g_test_add_func ("/kernel/split/interior-has-no-checks", test_interior_has_no_checks);
  g_test_add_func ("/kernel/split/flat", test_flat);
  g_test_add_func ("/kernel/split/positions-that-cancel", test_positions_that_cancel);
  g_test_add_func ("/kernel/split/not-understood", test_not_understood);
  return g_test_run ();
}
