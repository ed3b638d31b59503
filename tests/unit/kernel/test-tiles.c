/* Kernels that go through arrays across their rows give in tiles what they give row by row.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/passes/passes.h"

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
  g_assert_cmpint (build->kernel->cpu.tile, ==, test->tile);
  if (test->tile == 0)
    return;
  g_assert_cmpint (build->kernel->cpu.tile_across, ==, test->across);
  g_assert_cmpint (build->kernel->cpu.tile_turned, ==, test->turned);
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

/* --- what code attributes ask for: text in, text out --- */

/* Runs pass over a kernel with that head, whose work items copy an element, and looks for text in what comes out and in
 * the list of what was changed. */
static void
check_wish (void (*pass) (RsKernel *), const char *head, const char *body, const char *printed, const char *noted)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (precision single) %s\n (parameters (array \"x\" SINGLE 2 1 0 plain reads)"
      " (array \"y\" SINGLE 2 1 1 plain writes)%s)\n (locals (i64 \"k\" 1)) (messages) (body (do %s)))",
      head, strstr (body, "reduce") != NULL ? " (accumulator \"s\" DOUBLE 0 1 2 plain sum)" : "", body);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);
  g_autofree char *first = NULL, *again = NULL, *problem = NULL;
  g_autoptr (RsKernel) read = NULL;
  guint n;

  g_assert_no_error (error);
  pass (kernel);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  first = rs_kernel_print (kernel);
  if (strstr (first, printed) == NULL)
    g_error ("%s is not in %s", printed, first);
  read = rs_kernel_parse (first, &error);
  g_assert_no_error (error);
  again = rs_kernel_print (read);
  g_assert_cmpstr (first, ==, again);
  for (const RsKernelChange *change = rs_kernel_get_changes (kernel, &n); n > 0; n--, change++)
    if (strstr (change->text, noted) != NULL)
      return;
  g_error ("%s is not among the changes of %s", noted, first);
}

static const char copy[] = "(store 1 @1.0 unchecked default shared ((position 0) (position 1)) (load @0.0 unchecked 1 "
                           "(position 0) (position 1)))";
static const char turn[] = "(store 1 @1.0 unchecked default shared ((position 1) (position 0)) (load @0.0 unchecked 1 "
                           "(position 1) (position 0)))";
static const char add[] = "(reduce 1 add @2.0 (convert f64 (load @0.0 unchecked 1 (position 0) (position 1))))";
static const char keep[]
    = "(set 1 %0 (position 1)) (store 1 @1.0 unchecked default shared ((position 0) (position 1)) (convert f32 %0))";

static void
test_boxes (void)
{
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 8 32)", copy, "(box 8 32)",
              "threads take boxes of 8 x 32 work items");
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 8 20)", copy, "(box 8 32)", "with whole vectors along rows");
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 8 20) (strip 64 f32)", copy, "(box 8 64)", "boxes of 8 x 64");
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 48 32)", turn, "(tile 48 0 turned)", "a box is a tile");
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 8 20) (ordered 1)", copy, "(wants-box 3 8 20)",
              "runs in order, as a whole");
  check_wish (rs_pass_tiles, "(grid 2) (wants-box 3 8 20)", add, "(wants-box 3 8 20)", "each box has a result");
}

static void
test_vectors (void)
{
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 0)", copy, "(strip 64 f32)", "strips are asked for");
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 8)", copy, "(strip 16 f32)", "a whole number of vectors");
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 1000000000)", copy, "(strip 256 f32)",
              "a whole number of vectors");
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 8)", add, "(wants-vector 3 8)",
              "no vectors, although they are asked for: line 1");
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 8)", keep, "(wants-vector 3 8)",
              "whole numbers or truth values");
  check_wish (rs_pass_strips, "(grid 2) (wants-vector 3 8) (lanes 32)", copy, "(lanes 32)",
              "vectors of 32 work items run in step");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/tiles/same-results", test_same_results);
  g_test_add_func ("/kernel/tiles/boxes", test_boxes);
  g_test_add_func ("/kernel/tiles/vectors", test_vectors);
  return g_test_run ();
}
