/* From program text to results: kernels, loops and expressions are built, optimised, compiled and run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "build-program.h"
#include "run-opencl.h"

#include <math.h>
#include <string.h>

#define MAX_EXPECTED 8

typedef struct {
  const char *body;
  double expected[MAX_EXPECTED]; /* y[0], y[1], ... as far as they are not NaN-free zero */
} Case;

/* k(x, m, c, u, v, y, n, g, pos): x = 1..6, m = 3 x 4 with m[i,j] = 10 i + j, c = 2 x 2 x 3, u bytes, v ints; n = 3,
 * g = 0.5. */
static void
run_case (const Case *test, RsPrecision precision)
{
  gboolean is_double = precision == RS_PRECISION_DOUBLE;
  g_autofree char *text = g_strdup_printf (
      "lerp2 = __device__ (a : scalar, b : scalar, d : scalar) -> a + (b - a) * d\n"
      "orth = __device__ (p : vec2) -> [-p[1], p[0]]\n"
      "function y = __device__ fact(n : int)\n  y = 1\n  for i=2..n\n    y = y * i\n  endfor\nendfunction\n"
      "function [a, b] = __device__ both(p, q)\n  a = p + q\n  b = p - q\nendfunction\n"
      "function y = __device__ early(p)\n  y = 0.0\n  if p > 2\n    y = 5.5\n    return\n  endif\n  y = "
      "p\nendfunction\n"
      "function [] = __device__ put(q, a)\n  q[0] = a\nendfunction\n"
      "function [] = __kernel__ k(x : vec, m : mat, c : cube, u : mat, v : vec, y : vec, n : int, g : scalar, pos : "
      "int)\n"
      "%s\nendfunction\n",
      test->body);
  double d[32], x64[6] = { 1, 2, 3, 4, 5, 6 }, m64[12], c64[12], y64[MAX_EXPECTED] = { 0 }, g = 0.5;
  float x32[6] = { 1, 2, 3, 4, 5, 6 }, m32[12], c32[12], y32[MAX_EXPECTED] = { 0 };
  guint8 u[4] = { 200, 100, 50, 255 };
  int v[5] = { 5, 4, 3, 2, 1 };
  gint64 n = 3, grid[] = { 1 };
  RsElement scalar = is_double ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
  TestValue values[] = {
    { "x", scalar, 1, { 6 }, is_double ? (void *)x64 : (void *)x32 },
    { "m", scalar, 2, { 3, 4 }, is_double ? (void *)m64 : (void *)m32 },
    { "c", scalar, 3, { 2, 2, 3 }, is_double ? (void *)c64 : (void *)c32 },
    { "u", RS_ELEMENT_UINT8, 2, { 2, 2 }, u },
    { "v", RS_ELEMENT_INT32, 1, { 5 }, v },
    { "y", scalar, 1, { MAX_EXPECTED }, is_double ? (void *)y64 : (void *)y32 },
    { "n", RS_ELEMENT_INT64, 0, { 0 }, &n },
    { "g", RS_ELEMENT_DOUBLE, 0, { 0 }, &g },
  };
  g_autoptr (TestBuild) build = NULL;

  for (int i = 0; i < 12; i++)
    {
      m64[i] = m32[i] = (i / 4) * 10 + i % 4;
      c64[i] = c32[i] = i;
    }
  g_test_message ("%s", test->body);
  build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, G_N_ELEMENTS (values), 1, precision);
  g_assert_cmpint (test_build_run (build, grid, 1, NULL, d).code, ==, RS_KERNEL_OK);
  for (guint i = 0; i < MAX_EXPECTED; i++)
    {
      double actual = is_double ? y64[i] : y32[i];

      if (fabs (actual - test->expected[i]) > (is_double ? 1e-12 : 2e-6) * MAX (1, fabs (test->expected[i])))
        g_test_message ("y[%u] = %g instead of %g", i, actual, test->expected[i]);
      g_assert_cmpfloat_with_epsilon (actual, test->expected[i],
                                      (is_double ? 1e-12 : 2e-6) * MAX (1, fabs (test->expected[i])));
    }
}

static const Case cases[] = {
  /* arithmetic and types */
  { "y[0] = 7 / 2\ny[1] = int(7/2)\ny[2] = floor(-7/2)\ny[3] = mod(-7, 3)\ny[4] = -2^2\ny[5] = 2^-1\ny[6] = ceil(7/2)",
    { 3.5, 3, -4, 2, -4, 0.5, 4 } },
  { "s = 0\ns += 0.25\nt = numel(x)\nt = 2.75\ny[0] = s\ny[1] = t\nn2 = 9\nn2 /= 2\ny[2] = n2\ny[3] = g^2\ny[4] = "
    "x[3]^0.5",
    { 0.25, 2, 4, 0.25, 2 } },
  { "a : int = 3.9\ny[0] = a\nb = a / 2\ny[1] = b\ny[2] = x[1] > 1.5\ny[3] = 1 + (x[1] > 1.5)\ny[4] = !(n == 3)\ny[5] "
    "= 3000000 * 3000000 / 1000000000000",
    { 3, 1.5, 1, 2, 0, 9 } },
  { "y[0] = 2^n\ny[1] = 10^(n-5)\ny[2] = 2.5 ^ n\ny[3] = mod(-7.5, 2)\ny[4] = float(n)/2\ny[5] = int(-2.7)\ny[6] = "
    "round(2.5) + sign(-3)*10",
    { 8, 0.01, 15.625, 0.5, 1.5, -2, -7 } },
  /* conditions and the lazy operators */
  { "y[0] = n > 2 ? 10 : 20\nif n == 1\n y[1] = 1\nelseif n == 3\n y[1] = 3\nelse\n y[1] = 9\nendif\ny[2] = (n > 5 && "
    "x[100] > 0) || n == 3\n"
    "match n with\n| 1 -> y[3] = 1\n| 3 -> y[3] = 33\n| _ -> y[3] = 9\nendmatch",
    { 10, 3, 1, 33 } },
  { "a = n > 2 ? lerp2(0, 10, g) : fact(30)\ny[0] = a\ny[1] = n < 2 ? fact(20) : fact(4)\nb = (n > 5) && (fact(3) > "
    "2)\ny[2] = b",
    { 5, 24, 0 } },
  /* loops */
  { "s = 0\nfor i=1..4\n s += i\nendfor\ny[0] = s\ny[1] = i\nt = 0\nfor i=10..-3..0\n t += i\n if i < 5\n  break\n "
    "endif\nendfor\ny[2] = t\ny[3] = i",
    { 10, 4, 21, 4 } },
  { "s = 0.0\nfor a=0..0.25..1\n s += a\nendfor\ny[0] = s\nk = 0\nwhile k < 5\n k += 1\n if mod(k,2) == 0\n  "
    "continue\n endif\n y[1] += k\nendwhile\n"
    "repeat\n k -= 1\nuntil k <= 2\ny[2] = k\nfor i=5..4\n y[3] = 99\nendfor\nstep = 2\nfor i=0..step*n..13\n y[4] += "
    "i\nendfor",
    { 2.5, 9, 2, 0, 18 } },
  { "for v2=[3,1,2]\n y[0] = 10*y[0] + v2\nendfor\nfor i=0..n/2\n y[1] += 1\nendfor", { 312, 2 } },
  /* small vectors */
  { "p = [1,2,3]\nq = p .* p + 1\ny[0] = sum(q)\ny[1] = max(q)\nq[1] = 0.5\ny[2] = q[1]\nk = n - 1\ny[3] = q[k]\nq[k] "
    "+= 1\ny[4] = q[2]\ny[5] = dotprod(p, p)\ny[6..7] = p[0..1]",
    { 17, 10, 0, 10, 11, 14, 1, 2 } },
  { "p = orth([g, 2])\ny[0..1] = p\nA = [[1,2],[3,4]]\nB = A * A\ny[2] = B[1,0]\ny[3] = A[n-2, 1]\nw = A * "
    "[1,1]\ny[4..5] = w\n[a, b] = [p[1], p[0]]\ny[6] = a\ny[7] = b",
    { -2, 0.5, 15, 4, 3, 7, 0.5, -2 } },
  { "z = zeros(4)\nz[n] = 7\ny[0] = sum(z)\no = ones(2)\ny[1..2] = 2*o\n[a,b] = both(5, 3)\ny[3] = a\ny[4] = b\nput(z, "
    "4)\ny[5] = z[0]\ny[6] = early(3)\ny[7] = early(1.5)",
    { 7, 2, 2, 8, 2, 4, 5.5, 1.5 } },
  /* arrays in memory */
  { "y[0] = m[1,2]\np = [2,3]\ny[1] = m[p]\ny[2] = m[-1,0]\ny[3..5] = c[1,0,0..2]\ny[6] = x[5.9]\nm[5,5] = 3\ny[7] = "
    "c[[1,1,2]]",
    { 12, 23, 0, 6, 7, 8, 6, 11 } },
  { "y[0] = u[0,0] + u[1,1]\ny[1] = u[0,0] / u[0,1]\nu[0,0] = 300\ny[2] = u[0,0]\nv[1] += 10\ny[3] = v[1]\ny[4] = "
    "x[0,1]\ny[5] = sum(x[1..3])\ny[6] = x[[0,5]] * transpose([1,1])",
    { 455, 2, 44, 14, 2, 9, 7 } },
  { "y[0] = size(m,0)\ny[1] = size(x,1)\nsz = size(c)\ny[2] = sz[2]\ny[3] = numel(m)\ny[4] = pos2ind(size(m), "
    "[2,1])\nq = ind2pos([3,4], 7)\ny[5] = q[0]\ny[6] = q[1]\ny[7] = size(x,0)",
    { 3, 6, 3, 12, 9, 1, 3, 1 } },
  { "y[pos] = 2\ny[0] *= 3\ny[1] -= 4\ny[2] ^^= 9\ny[3] __= -1\ny[4] += 0.5\ny[0] /= 4", { 1.5, -4, 9, -1, 0.5 } },
  /* complex numbers */
  { "z = complex(g, 1.0)\nw = z * z\ny[0] = real(w)\ny[1] = imag(w)\ny[2] = abs(z)\ny[3] = imag(conj(z))\ny[4] = "
    "real(w / z)\nq = 0i\nq = q * q + z\ny[5] = imag(q)\ny[6] = angle(2i)",
    { -0.75, 1, 1.118033988749895, -1, 0.5, 1, 1.5707963267948966 } },
  /* functions */
  { "y[0] = sin(g)\ny[1] = atan2(g, 2)\ny[2] = exp2(3)\ny[3] = frac(-0.25)\ny[4] = clamp(7, 5)\ny[5] = "
    "saturate(1.5)\ny[6] = periodize(-1, 4) + 10*mirror_ext(-2, 4)\ny[7] = xor(6, 3) + 10*shl(1, 3)",
    { 0.479425538604203, 0.24497866312686414, 8, 0.75, 5, 1, 13, 85 } },
  { "y[:] = 1\ny[3] = sum(y[:])", { 1, 1, 1, 8, 1, 1, 1, 1 } },
  { "h = t -> t * g\ny[0] = h(4)\nfunction r = __device__ inner(q)\n r = q + n\nendfunction\ny[1] = inner(2)\ny[2] = "
    "isnan(0.0/0.0)\ny[3] = isinf(1.0/0.0)\ny[4] = abs(-n)\ny[5] = pi",
    { 2, 5, 1, 1, 3, 3.141592653589793 } },
};

static void
test_single (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    run_case (&cases[i], RS_PRECISION_SINGLE);
}

static void
test_double (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i += 3)
    run_case (&cases[i], RS_PRECISION_DOUBLE);
}

/* --- what can't be compiled says why, with its line --- */

static void
test_reasons (void)
{
  static const struct {
    const char *body, *reason;
  } bad[] = {
    { "s = \"text\"", "line 2: not supported yet in compiled code: strings" },
    { "print n", "line 2: not supported yet in compiled code: print" },
    { "s = shared(4)\na = zeros(n)",
      "line 3: not supported yet in compiled code: memory that is allocated in a kernel" },
    { "y[pos] = m[2]", "line 2: not supported yet in compiled code: one index into a matrix" },
    { "q = [1,2]\nq = [1,2,3]", "line 3: `q` changes its size here; give the new value another name" },
    { "rec = __device__ (a) -> a\ny[0] = loopy(3)", "line 6: `loopy` calls itself, or calls go deeper than 24" },
  };
  float m[4] = { 0 };
  gint64 n = 3;
  TestValue values[] = { { "m", RS_ELEMENT_SINGLE, 2, { 2, 2 }, m }, { "y", RS_ELEMENT_SINGLE, 1, { 4 }, m },
                         { "n", RS_ELEMENT_INT64, 0, { 0 }, &n } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("function [] = __kernel__ k(m : mat, y : vec, n : int, pos : int)\n%s\nendfunction\n"
                             "function y = __device__ loopy(n)\n y = loopy(n - 1)\nendfunction\n",
                             bad[i].body);
      g_autoptr (TestBuild) build = test_build (text, RS_KERNEL_FROM_FUNCTION, values, 3, 1, RS_PRECISION_SINGLE);

      g_assert_null (build->kernel);
      g_assert_cmpstr (build->reason, ==, bad[i].reason);
    }
}

/* --- positions --- */

static void
test_positions (void)
{
  static const struct { const char *text; guint rank;
  } kernels[] = {
    { "function [] = __kernel__ k(y, pos)\n y[pos] = 100*pos[0] + 10*pos[1]\nendfunction\n", 2 },
    { "function [] = __kernel__ k(y : mat, pos : ivec2)\n y[pos] = 100*pos[0] + 10*pos[1]\nendfunction\n", 2 },
    { "function [] = __kernel__ k(y : cube, pos : ivec3)\n y[pos] = 100*pos[0] + 10*pos[1] + pos[2]\nendfunction\n",
      2 },
    { "function [] = __kernel__ k(y : mat, pos : int)\n y[floor(pos/5), mod(pos,5)] = 100*floor(pos/5) + "
      "10*mod(pos,5)\nendfunction\n",
      2 },
    { "function [] = __kernel__ k(y : mat, pos : vec2)\n y[...pos] = 100*pos[0] + 10*pos[1]\nendfunction\n", 2 },
    { "function [] = __kernel__ k(y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2, blkdim : ivec2)\n"
      " y[blkidx .* blkdim + blkpos] = 100*pos[0] + 10*pos[1]\nendfunction\n",
      2 },
    { "k = __kernel__ (y : mat, pos : ivec2) -> y[pos] = 100*pos[0] + 10*pos[1]\n", 2 },
    { "function [] = __kernel__ k(y : mat, pos : int)\n for j=0..size(y,1)-1\n  y[pos,j] = 100*pos + 10*j\n "
      "endfor\nendfunction\n",
      1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      float y[15] = { 0 };
      gint64 grid[] = { 3, 5 };
      TestValue values[] = { { "y", RS_ELEMENT_SINGLE, 2, { 3, 5 }, y } };
      g_autoptr (TestBuild) build = test_build (kernels[i].text, RS_KERNEL_FROM_FUNCTION, values, 1, kernels[i].rank,
                                                RS_PRECISION_SINGLE);

      g_test_message ("%s", kernels[i].text);
      if (rs_kernel_get_grid_rank (build->kernel) < kernels[i].rank)
        grid[0] *= grid[1];
      test_build_run (build, grid, 2, NULL, NULL);
      for (int k = 0; k < 15; k++)
        g_assert_cmpfloat (y[k], ==, 100 * (k / 5) + 10 * (k % 5));
    }
}

/* --- loops of host code --- */

static TestBuild *
build_loop (const char *body, float *x, float *y, double *s)
{
  static gint64 zero = 0, one = 1;
  static double before = -1;
  g_autofree char *text
      = g_strdup_printf ("x = zeros(100)\ny = zeros(100)\ns = 0.0\nt = 0.0\nm = zeros(10,10)\n%s\n", body);
  TestValue values[] = {
    { "x", RS_ELEMENT_SINGLE, 1, { 100 }, x },
    { "y", RS_ELEMENT_SINGLE, 1, { 100 }, y },
    { "m", RS_ELEMENT_SINGLE, 2, { 10, 10 }, y },
    { "s", RS_ELEMENT_DOUBLE, 0, { 0 }, s },
    { "n", RS_ELEMENT_INT64, 0, { 0 }, &one },
    { "k", RS_ELEMENT_DOUBLE, 0, { 0 }, &before, TRUE },
    { "t", RS_ELEMENT_DOUBLE, 0, { 0 }, s },
    { "low0", RS_ELEMENT_INT64, 0, { 0 }, &zero, TRUE },
    { "step0", RS_ELEMENT_INT64, 0, { 0 }, &one, TRUE },
    { "low1", RS_ELEMENT_INT64, 0, { 0 }, &zero, TRUE },
    { "step1", RS_ELEMENT_INT64, 0, { 0 }, &one, TRUE },
  };

  return test_build (text, RS_KERNEL_FROM_LOOP, values, G_N_ELEMENTS (values), 1, RS_PRECISION_SINGLE);
}

static void
test_loops (void)
{
  static const struct {
    const char *body;
    double numbers[2];
    double y10;
  } good[] = {
    { "for i=0..99\n y[i] = 2*x[i]\nendfor", { 0 }, 20 },
    { "for i=0..99\n s += x[i]\nendfor\nprint s", { 4950 }, 0 },
    { "for i=0..99\n s = max(s, x[i])\n t = t - 1\nendfor\nprint s, t", { 99, -100 }, 0 },
    { "for i=0..99\n if x[i] > 50\n  s += 1\n endif\nendfor\nprint s", { 49 }, 0 },
    { "for i=0..99\n t = x[i] + 1\n y[i] = t\nendfor", { 0 }, 11 },
    { "for i=0..99\n t = x[i] + 1\n y[i] = t\nendfor\nprint t", { 100 }, 11 },
    { "for i=0..99\n q = 0.0\n for k=0..3\n  q += x[i] * k\n endfor\n y[i] = q\nendfor", { 0 }, 60 },
    { "for i=0..99\n y[i] += x[i]\nendfor", { 0 }, 10 },
    { "for i=0..99\n y[mod(i,20)] += 1\nendfor", { 0 }, 5 },
    { "for i=0..99\n t = i\n t = x[i] / 2\nendfor\nprint t", { 49.5 }, 0 },
    { "n = numel(y)\nfor i=0..99\n n = x[i] / 2\nendfor\nprint n", { 49 }, 0 },
    { "for i=0..99\n y[i] = s\n s = x[i]\nendfor\nprint s", { 99 }, 9 },
    { "for i=0..99\n y[i] = s\n s = t\n t = -x[i]\nendfor\nprint s", { -98 }, -8 },
    { "k = -1.0\nfor i=0..99\n if x[i] < 50\n  k = i\n endif\nendfor\nprint k", { 49 }, 0 },
    { "k = -1.0\nfor i=0..99\n if x[i] > 200\n  k = i\n elseif x[i] < 98\n  k = i\n endif\nendfor\nprint k",
      { 97 },
      0 },
    { "for i=0..9\n for j=0..9\n  m[i,j] = m[i,j] + x[10*i+j]\n endfor\nendfor", { 0 }, 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      float x[100], y[100] = { 0 };
      double s = 0, numbers[8] = { 0 };
      gint64 grid[2] = { strstr (good[i].body, "i=0..99") ? 100 : 10, 10 };
      g_autoptr (TestBuild) build = NULL;

      for (int k = 0; k < 100; k++)
        x[k] = k;
      g_test_message ("%s", good[i].body);
      build = build_loop (good[i].body, x, y, &s);
      g_assert_nonnull (build->kernel);
      g_assert_false (rs_kernel_can_fail (build->kernel)); /* floats do not overflow, accesses are 'safe */
      test_build_run (build, grid, 3, NULL, numbers);
      g_assert_cmpfloat (numbers[0], ==, good[i].numbers[0]);
      g_assert_cmpfloat (numbers[1], ==, good[i].numbers[1]);
      g_assert_cmpfloat (y[10], ==, good[i].y10);
    }
}

static void
test_dependent_loops (void)
{
  static const struct { const char *body, *reason;
  } bad[] = {
    { "for i=1..99\n y[i] = y[i-1] + 1\nendfor", "may be" },
    { "for i=0..99\n y[0] = x[i]\nendfor", "may be written by several iterations" },
    { "for i=0..99\n y[i] = s\n s = 0.5*s + x[i]\nendfor",
      "line 7: `s` may still have its value from another iteration" },
    { "for i=0..99\n y[i] = s\n s = y[i+1]\nendfor", "line 7: `s` may still have its value from another iteration" },
    { "for i=0..99\n if x[i] > 5\n  t = x[i]\n endif\nendfor\nprint t", "does not get a value in every iteration" },
    { "for i=0..99\n s += x[i]\n y[i] = s\nendfor", "line 7: `s` may still have its value from another iteration" },
    { "n = numel(x)\nfor i=0..99\n n += x[i]\nendfor\nprint n", "integer" },
    { "for i=0..99\n if x[i] > 5\n  q = 1\n endif\n y[i] = q\nendfor",
      "may still have its value from another iteration" },
  };
  float x[100] = { 0 }, y[100] = { 0 };
  double s = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (TestBuild) build = NULL;

      g_test_message ("%s", bad[i].body);
      build = build_loop (bad[i].body, x, y, &s);
      g_assert_null (build->kernel);
      g_assert_nonnull (strstr (build->reason, bad[i].reason));
    }
}

/* --- expressions --- */

static void
test_expressions (void)
{
  static const struct { const char *text; gboolean reduces, is_bool; double expected; } good[] = {
    { "r = 2*(a+1) ./ b\n", FALSE, FALSE, 2.0 * (10 + 1) / 20 },
    { "r = sqrt(a.*a) - g\n", FALSE, FALSE, 9.5 },
    { "r = (a > 5) .* a\n", FALSE, FALSE, 10 },
    { "r = a >= b\n", FALSE, TRUE, 0 },
    { "r = sum(a.*b)\n", TRUE, FALSE, 2.0 * 99 * 100 * 199 / 6 },
    { "r = max(a + 1)\n", TRUE, FALSE, 100 },
    { "r = sum(a > 5)\n", TRUE, TRUE, 94 },
    { "r = a.^2\n", FALSE, FALSE, 100 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      float a[100], b[100], out[100] = { 0 };
      guint8 *bytes = (guint8 *)out;
      double g = 0.5, numbers[8] = { 0 };
      gint64 grid[] = { 100 };
      RsKernelArray result = { out, { 10, 10, 1 } };
      TestValue values[] = { { "a", RS_ELEMENT_SINGLE, 2, { 10, 10 }, a }, { "b", RS_ELEMENT_SINGLE, 2, { 10, 10 }, b },
                             { "g", RS_ELEMENT_DOUBLE, 0, { 0 }, &g } };
      g_autofree char *text = g_strconcat (good[i].text, "a = zeros(10,10)\nb = a\ng = 0.5\n", NULL);
      g_autofree char *program = g_strconcat ("function r = f(a, b, g)\n", good[i].text, "endfunction\n", NULL);
      g_autoptr (TestBuild) build = NULL;

      for (int k = 0; k < 100; k++)
        {
          a[k] = k;
          b[k] = 2 * k;
        }
      g_test_message ("%s", good[i].text);
      build = test_build (program, RS_KERNEL_FROM_EXPRESSION, values, 3, 1, RS_PRECISION_SINGLE);
      test_build_run (build, grid, 2, &result, numbers);
      if (good[i].reduces && good[i].is_bool) /* counted in an integer */
        {
          gint64 count;

          memcpy (&count, numbers, sizeof count);
          g_assert_cmpint (count, ==, (gint64)good[i].expected);
        }
      else if (good[i].reduces)
        g_assert_cmpfloat (numbers[0], ==, good[i].expected);
      else if (good[i].is_bool)
        g_assert_cmpfloat (bytes[10], ==, good[i].expected);
      else
        g_assert_cmpfloat_with_epsilon (out[10], good[i].expected, 1e-6 * good[i].expected);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (g_strcmp0 (g_getenv ("RS_TEST_TARGET"), "opencl") == 0 && !run_opencl_is_there ())
    {
      g_print ("1..0 # SKIP there is no OpenCL device (package pocl-opencl-icd)\n");
      return 0;
    }
  g_test_add_func ("/kernel/build/single", test_single);
  g_test_add_func ("/kernel/build/double", test_double);
  g_test_add_func ("/kernel/build/reasons", test_reasons);
  g_test_add_func ("/kernel/build/positions", test_positions);
  g_test_add_func ("/kernel/build/loops", test_loops);
  g_test_add_func ("/kernel/build/dependent-loops", test_dependent_loops);
  g_test_add_func ("/kernel/build/expressions", test_expressions);
  return g_test_run ();
}
