/* Filters in strips give what they give one work item at a time, at every width of the grid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include <math.h>
#include <string.h>

#define ROWS 7 /* of most grids */
#define LARGEST_ROWS 20
#define LARGEST 150

static const char *const bodies[] = {
  "s = 0.0\nfor k=-2..2\n for l=-2..2\n  s += x[pos + [k,l]]\n endfor\nendfor\ny[pos] = s / 25",
  "s = 0.0\nfor k=-1..1\n for l=-n..n\n  s += m[k+1,l+n] * x[pos[0]+k, pos[1]+l]\n endfor\nendfor\ny[pos] = s",
  "c = x[pos]\ns = 0.0\nw = 0.0\nfor k=-2..2\n for l=-2..2\n  v = x[pos + [k,l]]\n  d = v - c\n  e = exp(-0.1*d*d)\n  "
  "s += e*v\n  w += e\n endfor\nendfor\ny[pos] = s / w",
  "s = 0.0\nb = 0.0\nfor l=-3..3\n v = x[pos[0], pos[1]+l]\n if v > 5 && v < 12\n  s += v\n else\n  s -= 1\n endif\n b "
  "= max(b, abs(v - 7))\nendfor\ny[pos] = s + b + pos[1]",
  "s = 0.0\nfor l=0..n\n t = float(u[pos[0], pos[1]+l])\n s += t*t\nendfor\ny[pos] = s",
  "s = y[pos]\nfor l=1..3\n if n > 2\n  s += x[pos[0], pos[1]+l] > 6 ? 1.0 : 0.5\n endif\nendfor\ny[pos] = s",
  "s = 0.0\ni = pos[0] + n\nfor l=1..3\n j = pos[1] + l\n s += x[i,j]\nendfor\ny[pos] = s + sqrt(s)",
  "s = 0.0\nfor k=0..size(z,0)-1\n s += x[pos[0],k] * z[k,pos[1]]\nendfor\ny[pos] = s",
};

static void
run_rows (const char *body, gint64 rows, gint64 columns, RsPrecision precision, const char *after,
          gboolean expect_strips, double *out)
{
  gboolean is_double = precision == RS_PRECISION_DOUBLE;
  guint size = is_double ? sizeof (double) : sizeof (float);
  RsElement scalar = is_double ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
  g_autofree char *text = g_strdup_printf (
      "function [] = __kernel__ k(x : mat'mirror, y : mat, m : mat, z : mat, u : mat'clamped, n : int, "
      "pos : ivec2)\n%s\nendfunction\n",
      body);
  gsize n_elements = rows * columns;
  g_autofree char *x = g_malloc (n_elements * size), *y = g_malloc (n_elements * size), *m = g_malloc (21 * size);
  g_autofree guint8 *u = g_malloc (n_elements);
  gint64 n = 3, grid[] = { rows, columns };
  TestValue values[] = {
    { "x", scalar, 2, { rows, columns }, x }, { "y", scalar, 2, { rows, columns }, y }, { "m", scalar, 2, { 3, 7 }, m },
    { "z", scalar, 2, { rows, columns }, x },
    { "u", RS_ELEMENT_UINT8, 2, { rows, columns }, u }, { "n", RS_ELEMENT_INT64, 0, { 0 }, &n },
  };
  g_autoptr (TestBuild) build = NULL;

  for (gsize i = 0; i < n_elements; i++)
    {
      double value = (i * 7919 + 13) % 17;

      u[i] = value * 15;
      if (is_double)
        ((double *)x)[i] = value, ((double *)y)[i] = i;
      else
        ((float *)x)[i] = value, ((float *)y)[i] = i;
    }
  for (guint i = 0; i < 21; i++)
    if (is_double)
      ((double *)m)[i] = i * 0.25;
    else
      ((float *)m)[i] = i * 0.25;
  build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), 2, precision);
  build->after = after;
  test_build_run (build, grid, 1, NULL, NULL);
  g_assert_cmpint (build->kernel->cpu.strip, ==, expect_strips ? (is_double ? 32 : 64) : 0);
  if (expect_strips)
    g_assert_cmpint (build->kernel->cpu.strips_first, ==, strstr (body, "z[k,") != NULL);
  for (gsize i = 0; i < n_elements; i++)
    out[i] = is_double ? ((double *)y)[i] : ((float *)y)[i];
}

static void
run (const char *body, gint64 columns, RsPrecision precision, const char *after, gboolean expect_strips, double *out)
{
  run_rows (body, ROWS, columns, precision, after, expect_strips, out);
}

static void
test_same_results (void)
{
  static const gint64 columns[] = { 150, 70, 40, 3 };
  g_autofree double *strips = g_new (double, ROWS * LARGEST), *single = g_new (double, ROWS * LARGEST);

  for (guint b = 0; b < G_N_ELEMENTS (bodies); b++)
    for (guint c = b % 2; c < G_N_ELEMENTS (columns); c += 2)
      {
        RsPrecision precision = (b + c) % 3 == 0 ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;

        g_test_message ("%s\n%d columns", bodies[b], (int)columns[c]);
        run (bodies[b], columns[c], precision, NULL, TRUE, strips);
        run (bodies[b], columns[c], precision, "spmd", FALSE, single);
        for (gint64 i = 0; i < ROWS * columns[c]; i++)
          g_assert_cmpfloat_with_epsilon (strips[i], single[i], 2e-6 * MAX (1, fabs (single[i])));
      }
}

/* Rows that run together, with those that are left at the end. */
static void
test_rows_together (void)
{
  static const char *const products[] = {
    "s = 0.0\nfor k=0..size(z,0)-1\n s += x[pos[0],k] * z[k,pos[1]]\nendfor\ny[pos] = s",
    "s = y[pos]\nfor k=0..size(z,0)-1\n s += x[pos[0],k] * z[k,pos[1]]\nendfor\ny[pos] = s",
    "s = 0.0\nt = 0.0\nfor k=0..size(z,0)-1\n s += x[pos[0],k] * z[k,pos[1]]\n t += x[pos[0],k]*x[pos[0],k] + "
    "z[k,pos[1]]\nendfor\ny[pos] = s + t",
  };
  static const gint64 widths[] = { 140, 70, 40, 17, 9 };
  g_autofree double *together = g_new (double, LARGEST_ROWS *LARGEST), *single = g_new (double, LARGEST_ROWS *LARGEST);

  for (guint b = 0; b < G_N_ELEMENTS (products); b++)
    for (gint64 rows = 11; rows <= LARGEST_ROWS; rows += 1 + b)
      {
        RsPrecision precision = rows % 4 == 0 ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
        gint64 columns = widths[(rows + b) % G_N_ELEMENTS (widths)];

        g_test_message ("%s\n%d x %d", products[b], (int)rows, (int)columns);
        run_rows (products[b], rows, columns, precision, NULL, TRUE, together);
        run_rows (products[b], rows, columns, precision, "spmd", FALSE, single);
        for (gint64 i = 0; i < rows * columns; i++)
          g_assert_cmpfloat_with_epsilon (together[i], single[i], 2e-6 * MAX (1, fabs (single[i])));
      }
}

/* Where work items go different ways, or reach memory that is no neighbour, they stay one by one. */
static void
test_left_alone (void)
{
  static const char *const others[] = {
    "y[pos] = x[pos] * 2",
    "s = 0.0\nfor l=0..pos[1]\n s += x[pos[0],l]\nendfor\ny[pos] = s",
    "s = 0.0\nfor l=0..3\n s += x[pos[1],pos[0]+l]\nendfor\ny[pos] = s",
    "s = 0.0\nfor l=0..3\n if x[pos] > 5\n  s += x[pos[0],pos[1]+l]\n endif\nendfor\ny[pos] = s",
    "q = [1.0, 2.0, 3.0]\ns = 0.0\nfor l=0..2\n s += q[l]\nendfor\ny[pos] = s",
  };
  g_autofree double *out = g_new (double, ROWS * LARGEST);

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    run (others[i], 40, RS_PRECISION_SINGLE, NULL, FALSE, out);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/strips/same-results", test_same_results);
  g_test_add_func ("/kernel/strips/rows-together", test_rows_together);
  g_test_add_func ("/kernel/strips/left-alone", test_left_alone);
  return g_test_run ();
}
