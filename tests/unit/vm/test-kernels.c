/* Kernels: parallel_do and its special parameters, the same on every device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/vm/run.h"

static void
test_positions (void)
{
  rs_expect_output (
      "function [] = __kernel__ k(x : vec, y : vec, pos : int)\n y[pos] = 2*x[pos] + x[pos+1]\nendfunction\n"
      "x = [1.0,2,3,4]\ny = zeros(4)\nparallel_do(4, x, y, k)\nprint y\n",
      "[ 4, 7, 10, 8]\n");
  rs_expect_output ("function [] = __kernel__ k(y : mat, pos : ivec2)\n y[pos] = 10*pos[0] + pos[1]\nendfunction\n"
                    "y = zeros(2,3)\nparallel_do(size(y), y, k)\nprint y[1,2], \" \", y[0,1], \" \", sum(y)\n",
                    "12 1 36\n");
}

/* A position is taken apart where its type is known; the same accesses by an untyped vector are not. */
static void
test_position_arithmetic (void)
{
  static const char *const types[] = { " : ivec2", "" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("function [] = __kernel__ k(x : mat'circular, y : mat, pos%s)\n d = 1\n y[pos] = x[pos + "
                             "[d,2]] + x[pos - 1] * x[pos - [-1,0]]\n"
                             "endfunction\nx = [[1.0,2,3],[4,5,6]]\ny = zeros(2,3)\nparallel_do(size(x), x, y, "
                             "k)\nprint y[0,0], \" \", y[1,2], \" \", sum(y)\n",
                             types[i]);

      rs_expect_output (text, "30 8 106\n");
    }
}

static void
test_untyped (void)
{
  rs_expect_output ("function [] = __kernel__ k(x, pos)\n x[pos] = x[pos] + 1\nendfunction\n"
                    "x = [1.0, 2]\nparallel_do(2, x, k)\nprint x\n",
                    "[ 2, 3]\n");
}

static void
test_blocks (void)
{
  rs_expect_output (
      "function [] = __kernel__ k(bad : vec, hits : vec, pos : ivec2, blkpos : ivec2, blkidx : ivec2, blkdim : ivec2)\n"
      " if pos[0] != blkidx[0]*blkdim[0] + blkpos[0] || pos[1] != blkidx[1]*blkdim[1] + blkpos[1]\n  bad[0] += 1\n "
      "endif\n"
      " hits[0] += 1\nendfunction\nbad = zeros(1)\nhits = zeros(1)\nparallel_do([32,64], bad, hits, k)\nprint bad[0], "
      "hits[0]\n",
      "02048\n");
}

static void
test_outputs (void)
{
  rs_expect_output ("function [s] = __kernel__ k(x : vec, pos : int)\n s += x[pos]\nendfunction\nx = [1.0, 2, 3]\n"
                    "print parallel_do(3, x, k)\n",
                    "6\n");
}

static void
test_barriers (void)
{
  rs_expect_output (
      "function [] = __kernel__ k(x : vec, pos : int, blkpos : int, blkdim : int)\n"
      " s = shared(blkdim)\n s[blkpos] = x[pos]\n syncthreads\n x[pos] = s[blkdim-1-blkpos]\nendfunction\n"
      "x = [1.0, 2, 3, 4]\nparallel_do([[4],[2]], x, k)\nprint x\n",
      "[ 2, 1, 4, 3]\n");
  rs_expect_output (
      "function [s] = __kernel__ k(x : vec, pos : int)\n t = x[pos]\n syncthreads\n s ^^= t\nendfunction\n"
      "x = [-3.0, -1, -2]\nprint parallel_do(3, x, k)\n",
      "-1\n");
}

static void
test_boundaries (void)
{
  rs_expect_output (
      "function [] = __kernel__ k(x : vec'circular, y : vec, pos : int)\n y[pos] = x[pos+1]\nendfunction\n"
      "x = [1.0, 2, 3]\ny = zeros(3)\nparallel_do(3, x, y, k)\nprint y\n",
      "[ 2, 3, 1]\n");
  rs_expect_error ("function [] = __kernel__ k(x : vec'checked, y : vec, pos : int)\n y[pos] = x[pos+1]\nendfunction\n"
                   "x = [1.0, 2, 3]\ny = zeros(3)\nparallel_do(3, x, y, k)\nprint y\n",
                   1, "");
}

static void
test_device_functions (void)
{
  rs_expect_output ("function y = __device__ sq(x : scalar)\n y = x*x\nendfunction\n"
                    "function [] = __kernel__ k(y : vec, pos : int)\n y[pos] = sq(pos)\nendfunction\n"
                    "y = zeros(4)\nparallel_do(4, y, k)\nprint y, \" \", sq(5)\n",
                    "[ 0, 1, 4, 9] 25\n");
}

static void
test_captures (void)
{
  rs_expect_output ("function r = outer(w : vec, n)\n"
                    " function [] = __kernel__ k(pos : int)\n  r[pos] = w[pos] * n\n endfunction\n"
                    " r = zeros(3)\n parallel_do(3, k)\nendfunction\nprint outer([1.0, 2, 3], 10)\n",
                    "[ 10, 20, 30]\n");
}

static void
test_precision (void)
{
  const char *text = "function [] = __kernel__ k(y : vec, pos : int)\n x = 1.0\n x = x / 3\n y[0] = x == 1.0/3\n"
                     " y[1] = 16777216.0 + 1.0\nendfunction\ny = zeros(2)\nparallel_do(1, y, k)\nprint y[1]\n";
  g_autoptr (RsRun) single = rs_run (text, "interp", RS_PRECISION_SINGLE, NULL, NULL);
  g_autoptr (RsRun) both = rs_run (text, "interp", RS_PRECISION_DOUBLE, NULL, NULL);

  g_assert_cmpstr (single->output->str, ==, "16777216\n");
  g_assert_cmpstr (both->output->str, ==, "16777217\n");
}

static void
test_wrong_calls (void)
{
  rs_expect_error ("function y = f(x)\n y = x\nendfunction\ng = f\nparallel_do(3, g)\n", 1, "kernel");
  rs_expect_error ("function [] = __kernel__ k(x : vec, pos : int)\n x[pos] = 1\nendfunction\nx = zeros(3)\nn = -1\n"
                   "parallel_do(n, x, k)\n",
                   1, "negative");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/kernels/positions", test_positions);
  g_test_add_func ("/vm/kernels/position-arithmetic", test_position_arithmetic);
  g_test_add_func ("/vm/kernels/untyped", test_untyped);
  g_test_add_func ("/vm/kernels/blocks", test_blocks);
  g_test_add_func ("/vm/kernels/outputs", test_outputs);
  g_test_add_func ("/vm/kernels/barriers", test_barriers);
  g_test_add_func ("/vm/kernels/boundaries", test_boundaries);
  g_test_add_func ("/vm/kernels/device-functions", test_device_functions);
  g_test_add_func ("/vm/kernels/captures", test_captures);
  g_test_add_func ("/vm/kernels/precision", test_precision);
  g_test_add_func ("/vm/kernels/wrong-calls", test_wrong_calls);
  return g_test_run ();
}
