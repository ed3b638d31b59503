/* How much launches compute and move: programs whose counts are known by hand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"

#include <math.h>

#include "compiler/kernel/analysis/work/work.h"

#define N 40
#define M 24

static double memory[1]; /* elements are not looked at */

static const TestValue values[] = {
  { "x", RS_ELEMENT_SINGLE, 2, { N, M }, memory, FALSE },
  { "b", RS_ELEMENT_SINGLE, 2, { N, M }, memory, FALSE },
  { "y", RS_ELEMENT_SINGLE, 2, { N, M }, memory, FALSE },
  { "c", RS_ELEMENT_SINGLE, 2, { M, N }, memory, FALSE },
  { "q", RS_ELEMENT_SINGLE, 2, { N, N }, memory, FALSE },
  { "u", RS_ELEMENT_UINT8, 2, { N, M }, memory, FALSE },
  { "v", RS_ELEMENT_SINGLE, 1, { N }, memory, FALSE },
  { "w", RS_ELEMENT_SINGLE, 1, { N }, memory, FALSE },
  { "half", RS_ELEMENT_SINGLE, 1, { N / 2 }, memory, FALSE },
  { "k", RS_ELEMENT_INT32, 1, { N }, memory, FALSE },
  { "z", RS_ELEMENT_CSINGLE, 1, { N }, memory, FALSE },
  { "n", RS_ELEMENT_INT64, 0, { 0 }, &(gint64){ N }, FALSE },
  { "m", RS_ELEMENT_INT64, 0, { 0 }, &(gint64){ M }, FALSE },
  { "a", RS_ELEMENT_DOUBLE, 0, { 0 }, &(double){ 1.5 }, FALSE },
};

typedef struct {
  const char *body; /* of a kernel with pos */
  const char *arguments;
  guint rank; /* of the grid */
  gint64 grid[2];
  double operations, read, written; /* bytes */
  guint doubts;
} Case;

#define SIZE ((double)N * M)

static const Case cases[] = {
  /* arithmetic */
  { "y[pos] = a*x[pos] + b[pos]",
    "x : mat, b : mat, y : mat, a : scalar",
    2,
    { N, M },
    2 * SIZE,
    8 * SIZE,
    4 * SIZE,
    0 },
  { "t = x[pos]\n y[pos] = (((t + a)*t + 2)*t + 3)*t - 4",
    "x : mat, y : mat, a : scalar",
    2,
    { N, M },
    7 * SIZE,
    4 * SIZE,
    4 * SIZE,
    0 },
  { "y[pos] = sqrt((x[pos] - b[pos])^2 + a)",
    "x : mat, b : mat, y : mat, a : scalar",
    2,
    { N, M },
    4 * SIZE,
    8 * SIZE,
    4 * SIZE,
    0 },
  { "y[pos] = max(exp(x[pos]), 0.5)", "x : mat, y : mat", 2, { N, M }, 2 * SIZE, 4 * SIZE, 4 * SIZE, 0 },
  { "z[pos] = z[pos] * z[pos]", "z : cvec, pos : int", 1, { N }, 6 * N, 8 * N, 8 * N, 0 },
  { "u[pos] = u[pos] / 2 + 3", "u : mat[uint8]", 2, { N, M }, 2 * SIZE, SIZE, SIZE, 0 },
  /* comparisons, signs and whole numbers are none; of a choice both sides */
  { "y[pos] = x[pos] > 0 ? -x[pos] : abs(b[pos])", "x : mat, b : mat, y : mat", 2, { N, M }, 0, 8 * SIZE, 4 * SIZE, 0 },
  { "k[pos] = 3*pos + 1", "k : vec[int], pos : int", 1, { N }, 0, 0, 4 * N, 0 },
  /* loops */
  { "s = 0.0\n for j=0..size(x,1)-1\n s += x[pos,j]*w[j]\n endfor\n v[pos] = s",
    "x : mat, w : vec, v : vec, pos : int",
    1,
    { N },
    2 * SIZE,
    4 * (SIZE + M),
    4 * N,
    0 },
  { "s = 0.0\n for j=0..pos\n s += q[pos,j]*w[j]\n endfor\n v[pos] = s",
    "q : mat, w : vec, v : vec, pos : int",
    1,
    { N },
    N *(N + 1),
    4 * (N * (N + 1) / 2 + N),
    4 * N,
    0 },
  { "s = 0.0\n for i=-1..1\n for j=-1..1\n s += x[pos + [i,j]]\n endfor\n endfor\n y[pos] = s / 9",
    "x : mat, y : mat",
    2,
    { N, M },
    10 * SIZE,
    4 * SIZE,
    4 * SIZE,
    0 },
  { "s = 0.0\n for j=0..n-1\n s += 0.5\n endfor\n v[pos] = s",
    "v : vec, n : int, pos : int",
    1,
    { N },
    N *N,
    0,
    4 * N,
    0 },
  { "s = 0.0\n for j=10..9\n s += 0.5\n endfor\n v[pos] = s + a",
    "v : vec, a : scalar, pos : int",
    1,
    { N },
    N,
    0,
    4 * N,
    0 },
  /* memory: parts, turned, strides, positions out of data */
  { "y[pos] = c[pos[1],pos[0]]", "c : mat, y : mat", 2, { N, M }, 0, 4 * SIZE, 4 * SIZE, 0 },
  { "half[pos] = v[2*pos]", "v : vec, half : vec, pos : int", 1, { N / 2 }, 0, 4 * N / 2, 4 * N / 2, 0 },
  { "half[pos] = v[pos+3]", "v : vec, half : vec, pos : int", 1, { N / 4 }, 0, 4 * N / 4, 4 * N / 4, 0 },
  { "v[pos] = w[k[pos]]", "v : vec, w : vec, k : vec[int], pos : int", 1, { N }, 0, 8 * N, 4 * N, 0 },
  { "v[pos] = w[k[pos]]", "v : vec, w : vec, k : vec[int], pos : int", 1, { N / 4 }, 0, 8 * N / 4, 4 * N / 4, 0 },
  { "v[k[pos]] += w[pos]", "v : vec, w : vec, k : vec[int], pos : int", 1, { N }, N, 12 * N, 4 * N, 0 },
  /* conditions on positions: all work items of a small grid, some of a large one */
  { "if pos < 10\n v[pos] = w[pos] * 2\n endif", "v : vec, w : vec, pos : int", 1, { N }, 10, 4 * N, 4 * N, 0 },
  { "if pos >= n-3\n return\n endif\n v[pos] = w[pos] * 2 + a",
    "v : vec, w : vec, n : int, a : scalar, pos : int",
    1,
    { N },
    2 * (N - 3),
    4 * N,
    4 * N,
    0 },
  { "if n > 100\n v[pos] = w[pos] * 2\n else\n v[pos] = w[pos] + a + a\n endif",
    "v : vec, w : vec, n : int, a : scalar, pos : int",
    1,
    { N },
    2 * N,
    4 * N,
    4 * N,
    0 },
  /* what data decide */
  { "if x[pos] > 0.5\n y[pos] = x[pos] * 2\n else\n y[pos] = x[pos] * 2 + 1\n endif",
    "x : mat, y : mat",
    2,
    { N, M },
    2 * SIZE,
    4 * SIZE,
    4 * SIZE,
    RS_WORK_AT_MOST },
  { "t = x[pos]\n while t < 100\n t = t * 2\n endwhile\n y[pos] = t",
    "x : mat, y : mat",
    2,
    { N, M },
    SIZE,
    4 * SIZE,
    4 * SIZE,
    RS_WORK_AT_LEAST | RS_WORK_AT_MOST },
  { "s = 0.0\n for j=0..9\n s += 1.5\n if s > a\n break\n endif\n endfor\n v[pos] = s",
    "v : vec, a : scalar, pos : int",
    1,
    { N },
    10 * N,
    0,
    4 * N,
    RS_WORK_AT_MOST },
};

static RsWork
count (TestBuild *build, const gint64 *grid, const guint *same)
{
  const gint64 block[RS_MAX_GRID] = { 1, 1, 1, 1 };
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (build->kernel, &n);
  g_autofree RsKernelArray *arrays = g_new0 (RsKernelArray, n);
  g_autofree void **arguments = g_new0 (void *, n);
  gint64 sizes[RS_MAX_GRID] = { grid[0], MAX (grid[1], 1), 1, 1 };
  RsWork work;

  for (guint i = 0; i < n; i++)
    {
      const TestValue *value = &g_array_index (build->inputs, TestValue, parameters[i].input);

      for (guint k = 0; k < G_N_ELEMENTS (arrays[i].dims); k++)
        arrays[i].dims[k] = 1;
      for (int k = 0; k < value->rank; k++)
        arrays[i].dims[k] = value->dims[k];
      if (parameters[i].binding == RS_BIND_ARRAY)
        arguments[i] = &arrays[i];
      else if (parameters[i].binding == RS_BIND_NUMBER && parameters[i].element == RS_ELEMENT_SINGLE)
        {
          arguments[i] = arrays[i].dims;
          *(float *)arguments[i] = (float)*(double *)value->data;
        }
      else if (parameters[i].binding == RS_BIND_NUMBER)
        arguments[i] = value->data;
    }
  rs_kernel_plan_work (build->kernel);
  rs_kernel_count_work (build->kernel, sizes, block, arguments, same, &work);
  return work;
}

static void
check (double actual, double expected, const char *what, const char *body)
{
  if (actual != expected)
    g_test_message ("%s of `%s`: %g instead of %g", what, body, actual, expected);
  g_assert_cmpfloat (actual, ==, expected);
}

static void
test_by_hand (gconstpointer data)
{
  const Case *test = data;
  g_autofree char *text = g_strdup_printf ("function [] = __kernel__ f(%s%s)\n %s\nendfunction\n", test->arguments,
                                           test->rank == 2 ? ", pos : ivec2" : "", test->body);
  g_autoptr (TestBuild) build
      = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), test->rank, RS_PRECISION_SINGLE);
  RsWork work;

  g_assert_nonnull (build->kernel);
  work = count (build, test->grid, NULL);
  check (work.single_operations + work.double_operations, test->operations, "operations", test->body);
  check (work.bytes_read, test->read, "bytes read", test->body);
  check (work.bytes_written, test->written, "bytes written", test->body);
  g_assert_cmpuint (work.doubts, ==, test->doubts);
}

/* Of a large grid some work items stand for all. */
static void
test_samples (void)
{
  static const char text[]
      = "function [] = __kernel__ f(v : vec, n : int, pos : int)\n if pos < n\n v[pos] = v[pos] * 2 + "
        "1\n endif\nendfunction\n";
  const TestValue large[] = { { "v", RS_ELEMENT_SINGLE, 1, { 100000 }, memory, FALSE },
                              { "n", RS_ELEMENT_INT64, 0, { 0 }, &(gint64){ 25000 }, FALSE } };
  const gint64 grid[] = { 100000, 1 };
  g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, large, 2, 1, RS_PRECISION_SINGLE);
  const RsWork work = count (build, grid, NULL);

  g_assert_cmpuint (work.doubts, ==, RS_WORK_ABOUT);
  g_assert_cmpfloat_with_epsilon (work.single_operations, 50000, 1000);
}

/* One array under two names is read once. */
static void
test_same_array (void)
{
  static const char text[] = "function [] = __kernel__ f(x : mat, b : mat, y : mat, pos : ivec2)\n"
                             " y[pos] = x[pos] + b[pos[0],0] + b[pos]\nendfunction\n";
  const guint both[] = { 0, 0, 2 }, written[] = { 0, 0, 0 };
  const gint64 grid[] = { N, M };
  g_autoptr (TestBuild) build
      = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), 2, RS_PRECISION_SINGLE);
  RsWork work = count (build, grid, NULL);

  g_assert_cmpfloat (work.bytes_read, ==, 8 * SIZE);
  work = count (build, grid, both);
  g_assert_cmpfloat (work.bytes_read, ==, 4 * SIZE);
  g_assert_cmpfloat (work.bytes_written, ==, 4 * SIZE);
  work = count (build, grid, written);
  g_assert_cmpfloat (work.bytes_read, ==, 4 * SIZE);
  g_assert_cmpfloat (work.bytes_written, ==, 4 * SIZE);
}

static void
test_precision (void)
{
  static const char text[]
      = "function [] = __kernel__ f(x : mat, y : mat, pos : ivec2)\n y[pos] = x[pos] * 2 + 1\nendfunction\n";
  const TestValue wide[] = { { "x", RS_ELEMENT_DOUBLE, 2, { N, M }, memory, FALSE },
                             { "y", RS_ELEMENT_DOUBLE, 2, { N, M }, memory, FALSE } };
  const gint64 grid[] = { N, M };
  g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, wide, 2, 2, RS_PRECISION_DOUBLE);
  const RsWork work = count (build, grid, NULL);

  g_assert_cmpfloat (work.double_operations, ==, 2 * SIZE);
  g_assert_cmpfloat (work.single_operations, ==, 0);
  g_assert_cmpfloat (work.bytes_read, ==, 8 * SIZE);
}

/* An empty launch, and lengths that overflow. */
static void
test_extremes (void)
{
  static const char text[]
      = "function [] = __kernel__ f(v : vec, pos : int)\n s = 0.0\n for i=0..numel(v)-1\n for j=0..i\n "
        "s += v[j]\n endfor\n endfor\n v[pos] = s\nendfunction\n";
  TestValue large[] = { { "v", RS_ELEMENT_SINGLE, 1, { G_MAXINT64 / 2 }, memory, FALSE } };
  const gint64 empty[] = { 0, 1 }, huge[] = { G_MAXINT64, G_MAXINT64 };
  g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, large, 1, 1, RS_PRECISION_SINGLE);
  RsWork work = count (build, empty, NULL);

  g_assert_cmpfloat (work.single_operations, ==, 0);
  g_assert_cmpfloat (work.bytes_read, ==, 0);
  work = count (build, huge, NULL);
  g_assert_true (isfinite (work.single_operations) && work.single_operations > 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernel/work/by-hand/%u", i);

      g_test_add_data_func (path, &cases[i], test_by_hand);
    }
  g_test_add_func ("/kernel/work/samples", test_samples);
  g_test_add_func ("/kernel/work/same-array", test_same_array);
  g_test_add_func ("/kernel/work/precision", test_precision);
  g_test_add_func ("/kernel/work/extremes", test_extremes);
  return g_test_run ();
}
