/* x^y with an exponent that is the same for all work items: accuracy, special cases.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "run-kernel.h"

#include <math.h>
#include <string.h>

#define SAMPLES 200000
#define WORST_ULP 4.0

/* is_optimized: as the runtime does it, in vectors. */
static void
raise_all (float *x, float *y, gint64 n, float exponent, gboolean is_optimized)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (
      "(kernel k (grid 1) (precision single)\n"
      " (parameters (array \"x\" SINGLE 1 1 0 plain reads) (array \"y\" SINGLE 1 1 1 plain writes)\n"
      "  (number \"g\" SINGLE 0 1 2 plain)) (locals) (messages)\n"
      " (body (do (store 1 @1 unchecked default unique ((position 0)) (pow (load @0 unchecked 1 (position 0)) @2)))))",
      &error);
  g_autoptr (RunKernel) code = NULL;
  RsKernelArray ax = { x, { n, 1 } }, ay = { y, { n, 1 } };
  void *arguments[] = { &ax, &ay, &exponent };
  gint64 grid[] = { n };

  g_assert_no_error (error);
  if (is_optimized)
    g_assert_true (rs_kernel_optimize (kernel, NULL, &error));
  code = run_kernel_new (kernel);
  g_assert_cmpint (run_kernel_launch (code, grid, 1, arguments).code, ==, RS_KERNEL_OK);
}

static double
distance_in_ulp (float got, double want)
{
  int exponent = MAX (ilogb (want), -126);

  return fabs ((double)got - want) / ldexp (1.0, exponent - 23);
}

/* Every kind of value, and in the second half only such as are neither very large nor very small, all in a row. */
static void
fill (float *x)
{
  for (guint i = 0; i < SAMPLES; i++)
    {
      guint32 bits = i < SAMPLES / 2 ? i * 42934u : 0x38000000u + (i - SAMPLES / 2) * 1342u;

      memcpy (&x[i], &bits, sizeof bits);
    }
}

static void
test_accuracy (gconstpointer data)
{
  static const float exponents[] = { 0.45f, 2.2f, -2.2f, 1.0f / 3, 7.5f, -3, 2, 12.5f };
  g_autofree float *x = g_new (float, SAMPLES), *y = g_new (float, SAMPLES);

  for (guint j = 0; j < G_N_ELEMENTS (exponents); j++)
    {
      fill (x);
      raise_all (x, y, SAMPLES, exponents[j], data != NULL);
      for (guint i = 0; i < SAMPLES; i++)
        {
          double want = pow ((double)x[i], (double)exponents[j]);

          if (isnan (want))
            g_assert_true (isnan (y[i]));
          else if (fabs (want) > 3.4e38 || want == 0)
            g_assert_true (isinf (y[i]) || fabsf (y[i]) > 3.4e38f || fabsf (y[i]) <= 1.5e-45f);
          else if (distance_in_ulp (y[i], want) > WORST_ULP)
            g_error ("%.9g ^ %g is %.9g, expected %.9g", x[i], exponents[j], y[i], want);
        }
    }
}

static void
test_special_cases (gconstpointer data)
{
  static const float exponents[] = { 2, 3, -3, -2, 0.5f, -0.5f, 0 };

  for (guint j = 0; j < G_N_ELEMENTS (exponents); j++)
    {
      static const float special[] = { 0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1, -1, -2, 1e-42f };
      float x[16 * G_N_ELEMENTS (special)], y[G_N_ELEMENTS (x)];

      for (guint i = 0; i < G_N_ELEMENTS (x); i++) /* whole vectors of one, and mixed ones */
        x[i] = special[(i < 80 ? i / 16 : i) % G_N_ELEMENTS (special)];
      raise_all (x, y, G_N_ELEMENTS (x), exponents[j], data != NULL);
      for (guint i = 0; i < G_N_ELEMENTS (x); i++)
        {
          float want = powf (x[i], exponents[j]);

          if (isnan (want))
            g_assert_true (isnan (y[i]));
          else if (isinf (want) || want == 0)
            {
              g_assert_cmpfloat (y[i], ==, want);
              g_assert_cmpint (!signbit (y[i]), ==, !signbit (want));
            }
          else
            g_assert_cmpfloat_with_epsilon (y[i] / want, 1.0f, 5e-7f);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/kernel/power/accuracy", NULL, test_accuracy);
  g_test_add_data_func ("/kernel/power/accuracy-in-vectors", "vectors", test_accuracy);
  g_test_add_data_func ("/kernel/power/special-cases", NULL, test_special_cases);
  g_test_add_data_func ("/kernel/power/special-cases-in-vectors", "vectors", test_special_cases);
  return g_test_run ();
}
