/* The border on copies gives what it gives one work item at a time, in every boundary mode, where windows are larger
 * than the image or than the memory for copies, and where other arrays end before the grid does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include "compiler/kernel/ir/ir.h"

#include <math.h>
#include <string.h>

#define LARGEST (40 * 700)

typedef struct {
  const char *body;
  guint n_pads;
} Case;

static const char *const modes[] = { "mirror", "circular", "clamped", "safe" };

static const Case cases[] = {
  { "s = 0.0\nfor k=-r..r\n for l=-2..2\n  s += (k + 2*l) * x[pos + [k,l]]\n endfor\nendfor\ny[pos] = s", 1 },
  { "s = 0.0\nfor k=-2..r\n s += x[pos[0]+k, pos[1]-r] * u[pos[0]-1, pos[1]+k] - m[pos]\nendfor\ny[pos] = s", 3 },
  { "s = 0.0\nfor k=0..2\n for l=-r..1\n  s += x[2*pos[0]+k, pos[1]+l]\n endfor\nendfor\ny[pos] = s * m[0,r]", 1 },
  { "s = 0.0\nfor l=-9..9\n for k=-1..1\n  s += exp(-0.01*abs(x[pos] - x[pos[0]+k, pos[1]+l]))\n "
    "endfor\nendfor\ny[pos] = s",
    1 },
  { "a = x[pos[0]-1,pos[1]+r] - x[pos[0]+2,pos[1]]\nif a > 3\n y[pos] = a\nelse\n y[pos] = m[pos]\nendif", 2 },
};

/* Values of y after running body in n_boxes on an image of the given size; after: the last pass. */
static void
run (const Case *test, const char *mode, const gint64 *size, gint64 r, guint n_boxes, const char *after, float *y)
{
  g_autofree char *text
      = g_strdup_printf ("function [] = __kernel__ k(x : mat'%s, y : mat, m : mat, u : mat'%s, r : int, "
                         "pos : ivec2)\n%s\nendfunction\n",
                         mode, mode, test->body);
  gsize n = size[0] * size[1];
  g_autofree float *x = g_new (float, n), *m = g_new0 (float, n);
  g_autofree guint8 *u = g_malloc (n);
  TestValue values[] = {
    { "x", RS_ELEMENT_SINGLE, 2, { size[0], size[1] }, x },
    { "y", RS_ELEMENT_SINGLE, 2, { size[0] - 1, size[1] - 1 }, y },
    { "m", RS_ELEMENT_SINGLE, 2, { size[0] - 2, size[1] - 3 }, m },
    { "u", RS_ELEMENT_UINT8, 2, { size[0], size[1] }, u },
    { "r", RS_ELEMENT_INT64, 0, { 0 }, &r },
  };
  g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), 2,
                                            RS_PRECISION_SINGLE);

  for (gsize i = 0; i < n; i++)
    {
      x[i] = (float)((i * 7919 + 13) % 17);
      m[i] = (float)((i * 31) % 7);
      u[i] = (guint8)((i * 7919) % 251);
      y[i] = -1;
    }
  build->after = after;
  test_build_run (build, size, n_boxes, NULL, NULL);
  g_assert_cmpuint (build->kernel->pads->len, ==, after == NULL ? test->n_pads : 0);
}

static void
test_same_results (void)
{
  static const struct {
    gint64 size[2], radius;
    guint n_boxes;
  } launches[] = { { { 20, 200 }, 3, 1 }, { { 37, 131 }, 2, 4 }, { { 8, 5 }, 4, 3 }, { { 11, 70 }, 30, 2 },
                   { { 3, 690 }, 2, 1 },  { { 40, 64 }, -1, 1 }, { { 9, 300 }, 400, 1 } };
  g_autofree float *padded = g_new (float, LARGEST), *single = g_new (float, LARGEST);

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint l = 0; l < G_N_ELEMENTS (launches); l++)
      {
        const gint64 *size = launches[l].size;
        const char *mode = modes[(c + l) % 4];

        g_test_message ("%s\n'%s, %d x %d, radius %d", cases[c].body, mode, (int)size[0], (int)size[1],
                        (int)launches[l].radius);
        run (&cases[c], mode, size, launches[l].radius, launches[l].n_boxes, NULL, padded);
        run (&cases[c], mode, size, launches[l].radius, launches[l].n_boxes, "strips", single);
        for (gint64 i = 0; i < size[0] * size[1]; i++)
          g_assert_cmpfloat_with_epsilon (padded[i], single[i], 1e-5 * MAX (1, fabsf (single[i])));
      }
}

/* What is not understood, or has to see the array itself, stays as it is. */
static void
test_left_alone (void)
{
  static const Case others[] = {
    { "s = 0.0\nfor k=-r..r\n s += x[pos[0]+k, pos[1]] * size(x,0)\nendfor\ny[pos] = s", 0 },
    { "s = 0.0\nfor k=-r..r\n s += x[pos[0]+k, pos[1]] + x[int(m[pos]), pos[1]]\nendfor\ny[pos] = s", 0 },
    { "s = 0.0\nfor k=-r..r\n s += x[pos[0]+k, pos[1]] + x[r, pos[1]]\nendfor\ny[pos] = s", 0 },
    { "y[pos] = x[pos[0]+1, pos[1]] + x[int(m[pos]), pos[1]]", 0 },
  };
  static const gint64 size[] = { 9, 140 };
  g_autofree float *y = g_new (float, LARGEST);

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    run (&others[i], "mirror", size, 2, 1, NULL, y);
}

/* The text form holds the copies. */
static void
test_text (void)
{
  static const char text[]
      = "(kernel k (grid 2) (precision single) (strip 64 f32)\n"
        " (parameters (array \"x\" SINGLE 2 1 0 plain reads)) (locals) (messages) (body (do)) (interior (do))\n"
        " (padded (bound 0 0 (dim @0 0)) (pad @0 mirror (axis 0 1 -1 1) (axis 1 2 0 3))))\n";
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error), *again;
  g_autofree char *printed = NULL, *printed_again = NULL, *problem = NULL;

  g_assert_no_error (error);
  problem = rs_kernel_verify (kernel);
  g_assert_cmpstr (problem, ==, NULL);
  printed = rs_kernel_print (kernel);
  again = rs_kernel_parse (printed, &error);
  g_assert_no_error (error);
  printed_again = rs_kernel_print (again);
  g_assert_cmpstr (printed, ==, printed_again);
  g_assert_nonnull (strstr (printed, "(pad @0 mirror (axis 0 1 -1 1) (axis 1 2 0 3))"));
  rs_kernel_free (kernel);
  rs_kernel_free (again);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/pad/same-results", test_same_results);
  g_test_add_func ("/kernel/pad/left-alone", test_left_alone);
  g_test_add_func ("/kernel/pad/text", test_text);
  return g_test_run ();
}
