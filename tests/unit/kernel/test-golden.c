/* The C of a few kernels is the one in tests/kernels/golden, so that a change of the back end shows as a change of
 * text.
 *
 * RS_UPDATE_GOLDEN=1 test-golden writes the files anew; git diff shows what changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include "compiler/cpu/cpu.h"

static const char *const names[] = { "pointwise", "stencil", "branches" };

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *program = g_strdup_printf ("%s/%s.q", GOLDEN_FOLDER, name);
  g_autofree char *golden = g_strdup_printf ("%s/%s.c", GOLDEN_FOLDER, name);
  g_autofree char *text = NULL, *expected = NULL, *printed = NULL;
  float x[4] = { 0 };
  double g = 0;
  gint64 n = 0;
  TestValue values[] = { { "x", RS_ELEMENT_SINGLE, 2, { 2, 2 }, x }, { "y", RS_ELEMENT_SINGLE, 2, { 2, 2 }, x },
                         { "h", RS_ELEMENT_SINGLE, 1, { 4 }, x },    { "g", RS_ELEMENT_DOUBLE, 0, { 0 }, &g },
                         { "n", RS_ELEMENT_INT64, 0, { 0 }, &n } };
  g_autoptr (TestBuild) build = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (program, &text, NULL, NULL));
  build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), 2, RS_PRECISION_SINGLE);
  g_assert_nonnull (build->kernel);
  rs_kernel_optimize (build->kernel, NULL, &error);
  g_assert_no_error (error);
  printed = rs_kernel_print_c (build->kernel);
  if (g_getenv ("RS_UPDATE_GOLDEN"))
    g_assert_true (g_file_set_contents (golden, printed, -1, NULL));
  g_assert_true (g_file_get_contents (golden, &expected, NULL, NULL));
  g_assert_cmpstr (printed, ==, expected);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernel/golden/%s", names[i]);

      g_test_add_data_func (path, names[i], test_golden);
    }
  return g_test_run ();
}
