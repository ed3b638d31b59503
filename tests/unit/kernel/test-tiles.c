/* Kernels that go through arrays across their rows give in tiles what they give row by row.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include <string.h>

#define LARGEST 110

typedef struct {
  const char *body;
  guint rank;
  guint tile, across;
  gboolean turned;
} Case;

static const Case cases[] = {
  { "y[pos[1],pos[0]] = x[pos] + 1", 2, 32, 0, TRUE },
  { "y[pos[1]+2,pos[0]-1] = x[pos]", 2, 32, 0, TRUE },
  { "if x[pos] > 40\n y[pos[1],pos[0]] = 2*x[pos]\nendif", 2, 32, 0, TRUE },
  { "y[pos] = x[pos[1],pos[0]]", 2, 32, 0, FALSE },
  { "y[pos] = x[pos]\nz[pos[1],pos[0]] = x[pos]", 2, 32, 0, FALSE },
  { "s = 0.0\nfor k=0..n\n s += x[pos[1]+k,pos[0]]\nendfor\ny[pos[1],pos[0]] = s", 2, 32, 0, FALSE },
  { "y[pos[1],pos[0]] += x[pos]", 2, 32, 0, FALSE },
  { "y[pos[2],pos[0]+3*pos[1]] = x[pos[0],pos[2]] + pos[1]", 3, 32, 1, FALSE },
  { "y[pos[2],pos[1]] = x[pos[1],pos[2]] + pos[0]", 3, 32, 1, TRUE },
  { "y[pos] = 2*x[pos]", 2, 0, 0, FALSE },
  { "y[pos[0],2*pos[1]] = x[pos]", 2, 0, 0, FALSE },
};

static void
run (const Case *test, const char *x_mode, const gint64 *dims, guint n_boxes, const char *after, float *out)
{
  g_autofree char *text = g_strdup_printf ("function [] = __kernel__ k(x : mat%s, y : mat, z : mat'unchecked, n : int, "
                                           "pos : ivec%u)\n%s\nendfunction\n",
                                           x_mode, test->rank, test->body);
  gint64 grid[] = { dims[0], dims[1], 1 }, n = 3;
  gsize size = LARGEST * LARGEST;
  g_autofree float *x = g_new (float, size);
  TestValue values[] = {
    { "x", RS_ELEMENT_SINGLE, 2, { dims[0], dims[1] }, x },
    { "y", RS_ELEMENT_SINGLE, 2, { dims[1], dims[0] }, out },
    { "z", RS_ELEMENT_SINGLE, 2, { dims[1], dims[0] }, out + size },
    { "n", RS_ELEMENT_INT64, 0, { 0 }, &n },
  };
  g_autoptr (TestBuild) build = NULL;

  if (test->rank == 3)
    {
      grid[0] = 2;
      grid[1] = dims[0] / 4;
      grid[2] = dims[1];
    }
  for (gsize i = 0; i < size; i++)
    {
      x[i] = (float)((i * 31) % 97);
      out[i] = (float)i;
      out[size + i] = 0;
    }
  build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), test->rank, RS_PRECISION_SINGLE);
  build->after = after;
  test_build_run (build, grid, n_boxes, NULL, NULL);
  if (after != NULL)
    return;
  g_assert_cmpint (build->kernel->tile, ==, test->tile);
  if (test->tile == 0)
    return;
  g_assert_cmpint (build->kernel->tile_across, ==, test->across);
  g_assert_cmpint (build->kernel->tile_turned, ==, test->turned);
}

static void
test_same_results (void)
{
  static const gint64 sizes[][2] = { { 64, 96 }, { 71, 45 }, { 3, 100 }, { 100, 5 } };
  static const char *const modes[] = { "'unchecked", "", "'mirror" };
  g_autofree float *tiles = g_new (float, 2 * LARGEST * LARGEST), *rows = g_new (float, 2 * LARGEST * LARGEST);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint s = i % 2; s < G_N_ELEMENTS (sizes); s += 2)
      {
        const char *mode = strstr (cases[i].body, "+k") != NULL || cases[i].rank == 3 ? "'mirror" : modes[(i + s) % 3];

        g_test_message ("%s, %s, %d x %d", cases[i].body, mode, (int)sizes[s][0], (int)sizes[s][1]);
        run (&cases[i], mode, sizes[s], 1 + s, NULL, tiles);
        run (&cases[i], mode, sizes[s], 1, "strips", rows);
        g_assert_cmpmem (tiles, 2 * LARGEST * LARGEST * sizeof (float), rows, 2 * LARGEST * LARGEST * sizeof (float));
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/tiles/same-results", test_same_results);
  return g_test_run ();
}
