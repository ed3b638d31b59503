/* Collapsed dimensions and totals give what the plain loops give.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include <math.h>
#include <string.h>

#define MOST 4000

typedef struct {
  const char *body;
  gboolean collapses;
  guint from;
} Case;

static const Case cases[] = {
  { "y[pos] = 2*x[pos]", TRUE, 0 },
  { "y[pos] += x[pos] * g", TRUE, 0 },
  { "y[pos] = x[pos+[1,0,0]] - x[pos-[2,0,0]]", TRUE, 0 },
  { "y[pos] = x[pos+[0,1,0]] + x[pos+[0,-1,0]] + x[pos+[1,0,0]]", TRUE, 1 },
  { "s = 0.0\nfor k=-1..1\n for l=-2..2\n  s += x[pos[0]+k, pos[1]+l, pos[2]]\n endfor\nendfor\ny[pos] = s", TRUE, 1 },
  { "y[pos] = x[pos+[0,0,1]]", FALSE, 0 },
  { "y[pos] = x[pos] + pos[2]", FALSE, 0 },
  { "y[pos] = x[pos[1],pos[0],pos[2]]", FALSE, 0 },
};

/* x, y: rows x columns x channels, seen with channels_of_x of them. */
static void
run (const Case *test, const gint64 *dims, gint64 x_channels, const char *after, gboolean collapses, float *y)
{
  g_autofree char *text
      = g_strdup_printf ("function [] = __kernel__ k(x : cube'mirror, y : cube, g : scalar, pos : ivec3)\n%s\n"
                         "endfunction\n",
                         test->body);
  gsize n = dims[0] * dims[1] * dims[2], n_x = dims[0] * dims[1] * x_channels;
  g_autofree float *x = g_new (float, n_x);
  double g = 0.5;
  TestValue values[] = {
    { "x", RS_ELEMENT_SINGLE, 3, { dims[0], dims[1], x_channels }, x },
    { "y", RS_ELEMENT_SINGLE, 3, { dims[0], dims[1], dims[2] }, y },
    { "g", RS_ELEMENT_DOUBLE, 0, { 0 }, &g },
  };
  g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, 3, 3, RS_PRECISION_SINGLE);

  for (gsize i = 0; i < n_x; i++)
    x[i] = (i * 31) % 97;
  for (gsize i = 0; i < n; i++)
    y[i] = i;
  build->after = after;
  test_build_run (build, dims, 2, NULL, NULL);
  g_assert_cmpint (build->kernel->has_collapsed, ==, collapses);
  if (collapses)
    g_assert_cmpint (build->kernel->collapse_from, ==, test->from);
}

static void
test_collapse (void)
{
  static const gint64 sizes[][4] = { { 9, 70, 3, 3 }, { 5, 6, 3, 4 }, { 3, 2, 1, 1 } }; /* last: channels of x */
  g_autofree float *flat = g_new0 (float, MOST), *plain = g_new0 (float, MOST);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        if (!cases[i].collapses && s > 0)
          continue;
        g_test_message ("%s: %d channels", cases[i].body, (int)sizes[s][3]);
        run (&cases[i], sizes[s], sizes[s][3], NULL, cases[i].collapses, flat);
        if (!cases[i].collapses)
          continue;
        run (&cases[i], sizes[s], sizes[s][3], "split", FALSE, plain);
        for (gsize k = 0; k < (gsize)(sizes[s][0] * sizes[s][1] * sizes[s][2]); k++)
          g_assert_cmpfloat_with_epsilon (flat[k], plain[k], 1e-5 * MAX (1, fabs (plain[k])));
      }
}

/* --- totals --- */

static void
test_totals (void)
{
  static const struct { const char *body; guint n_totals; double expected[4]; } good[] = {
    { "t[0] += x[pos]", 1, { 4950 } },
    { "t[0] += 1\nif x[pos] > 49\n t[1] -= 2\nendif\nt[0] += 1", 2, { 200, -100 } },
    { "t[2] ^^= x[pos]\nt[9] += 1", 0, { 0, 0, 99 } },
    { "t[2] ^^= x[pos]", 1, { 0, 0, 99 } },
    { "t[3] __= -x[pos]", 1, { 0, 0, 0, -99 } },
    { "t[mod(pos,2)] += 1", 0, { 50, 50 } },
    { "t[0] += 1\nt[1] = t[0]*0", 0, { 100, 0 } },
    { "c[1] += 3\nt[0] += 1", 2, { 100, 0, 0, 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      float x[100], t[4] = { 0 };
      int c[2] = { 0 };
      gint64 grid[] = { 100 };
      guint n_totals = 0;
      TestValue values[] = { { "x", RS_ELEMENT_SINGLE, 1, { 100 }, x }, { "t", RS_ELEMENT_SINGLE, 1, { 4 }, t },
                             { "c", RS_ELEMENT_INT32, 1, { 2 }, c } };
      g_autofree char *text
          = g_strdup_printf ("function [] = __kernel__ k(x : vec, t : vec, c : vec[int], pos : int)\n%s\nendfunction\n",
                             good[i].body);
      g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, 3, 1, RS_PRECISION_SINGLE);

      for (int k = 0; k < 100; k++)
        x[k] = k;
      g_test_message ("%s", good[i].body);
      test_build_run (build, grid, 3, NULL, NULL);
      for (guint k = 0; k < build->kernel->locals->len; k++)
        n_totals += rs_kernel_local (build->kernel, k)->total != 0;
      g_assert_cmpuint (n_totals, ==, good[i].n_totals);
      for (guint k = 0; k < 4; k++)
        g_assert_cmpfloat (t[k], ==, good[i].expected[k]);
      if (strstr (good[i].body, "c[1]"))
        g_assert_cmpint (c[1], ==, 300);
    }
}

static void
test_text (void)
{
  static const char text[]
      = "(kernel k (grid 2) (parameters (array \"x\" SINGLE 2 1 0 plain reads writes)) (locals (f64 \"t\" 1 add))"
        " (messages) (body (do (total 1 add %0 f64:1)))"
        " (collapsed 0 (eq (dim @0 1) (grid 1)) (do (total 1 add %0 f64:1)))"
        " (epilogue (do (atomic 1 add @0.0 safe default shared (0 0) (convert f32 %0)))))";
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autofree char *once = NULL, *twice = NULL, *problem = NULL;
  g_autoptr (RsKernel) again = NULL;

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  once = rs_kernel_print (kernel);
  again = rs_kernel_parse (once, &error);
  g_assert_no_error (error);
  twice = rs_kernel_print (again);
  g_assert_cmpstr (once, ==, twice);
  g_assert_nonnull (strstr (twice, "(collapsed 0"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/collapse/same-results", test_collapse);
  g_test_add_func ("/kernel/totals/same-results", test_totals);
  g_test_add_func ("/kernel/collapse/text", test_text);
  return g_test_run ();
}
