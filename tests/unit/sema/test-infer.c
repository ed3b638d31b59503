/* Inference: types of variables, integer rules, checks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sema-test.h"

typedef struct {
  const char *text, *type;
} Row;

static void
test_expressions (void)
{
  static const Row rows[] = {
    { "1", "int" },
    { "1.5", "scalar" },
    { "2i", "cscalar" },
    { "\"a\"", "string" },
    { "1 + 2", "int" },
    { "1 / 2", "scalar" },
    { "1 + 0.5", "scalar" },
    { "1 + 2i", "cscalar" },
    { "1 < 2", "bool" },
    { "-3", "int" },
    { "!true", "bool" },
    { "[1,2,3]", "ivec(3)" },
    { "[1,2.5]", "vec(2)" },
    { "[[1,2],[3,4.5],[5,6]]", "mat(3,2)" },
    { "[1,2i]", "cvec(2)" },
    { "0..4", "ivec(5)" },
    { "0..0.5..4", "vec" },
    { "[0..4]", "ivec(5)" },
    { "zeros(3)", "vec(3)" },
    { "zeros(3,4)", "mat(3,4)" },
    { "zeros([3,4,5])", "cube" },
    { "zeros(3,4) + 1", "mat(3,4)" },
    { "zeros(3,4) .* zeros(3,4)", "mat(3,4)" },
    { "zeros(3,4) > 1", "mat[bool](3,4)" },
    { "[1,2,3] + 1", "ivec(3)" },
    { "[1,2,3] / 2", "vec(3)" },
    { "[1,2,3] .* 0.5", "vec(3)" },
    { "zeros(3,4) * zeros(4,2)", "?\?" },
    { "size(zeros(2,2))", "ivec(2)" },
    { "size(zeros(2,2), 0)", "int" },
    { "size(zeros(2,3,1))", "ivec" },
    { "size(zeros(2,2), 0..1)", "ivec(2)" },
    { "numel([1])", "int" },
    { "sqrt(2)", "scalar" },
    { "sqrt([1,2])", "vec(2)" },
    { "abs(2i)", "scalar" },
    { "sum([1,2])", "int" },
    { "sum(zeros(3,3), 0)", "?\?" },
    { "int(2.5)", "int" },
    { "zeros(3,4)[0,1]", "scalar" },
    { "[1,2][0]", "int" },
    { "zeros(3,4)[0,:]", "vec(4)" },
    { "zeros(3,4)[[1,2]]", "scalar" },
    { "mat[uint8](2,3)", "mat[uint8](2,3)" },
    { "mat[uint8](2,3)[0,0]", "int" },
    { "vec[int](4)", "ivec(4)" },
    { "true ? 1 : 2.5", "scalar" },
    { "true ? 1 : \"a\"", "?\?" },
    { "pi", "scalar" },
    { "x -> 2.5", "[?\? -> scalar]" },
    { "(x -> 2.5)(1)", "scalar" },
    { "load(\"file\")", "?\?" },
    { "\"a\" + 1", "string" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("v = %s\n", rows[i].text);
      Compiled c = compile (text);
      g_autofree char *type = rs_type_to_string (find_variable (c.module->root->scope, "v")->type);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpstr (type, ==, rows[i].type);
      compiled_clear (&c);
    }
}

static void
assert_variable (const char *text, const char *name, const char *type, RsIntegerRule rule)
{
  Compiled c = compile (text);
  const RsSymbol *symbol = find_variable (c.module->root->scope, name);
  g_autofree char *found = rs_type_to_string (symbol->type);

  g_test_message ("%s", text);
  g_assert_cmpstr (found, ==, type);
  g_assert_cmpint (symbol->integer_rule, ==, rule);
  compiled_clear (&c);
}

static void
test_variables (void)
{
  assert_variable ("s = 0\ns += 0.5\n", "s", "scalar", RS_INTEGER_LITERAL);
  assert_variable ("s = -1\ns = s - 1\n", "s", "int", RS_INTEGER_LITERAL);
  assert_variable ("n = numel([1,2])\nn = n / 2\n", "n", "int", RS_INTEGER_COMPUTED);
  assert_variable ("n = numel([1,2])\nn /= 2\n", "n", "int", RS_INTEGER_COMPUTED);
  assert_variable ("n : int = 2.5\n", "n", "int", RS_INTEGER_DECLARED);
  assert_variable ("s = 0.0\ns = 1\n", "s", "scalar", RS_INTEGER_NO);
  assert_variable ("x = 1\nx = \"a\"\n", "x", "?\?", RS_INTEGER_LITERAL);
  assert_variable ("x = zeros(2,2)\nx = zeros(2,3)\n", "x", "mat(2,:)", RS_INTEGER_NO);
  assert_variable ("x = zeros(2)\nx = zeros(2,3)\n", "x", "cube{:}", RS_INTEGER_NO);
  assert_variable ("x = 2.5\nx = 2i\n", "x", "?\?", RS_INTEGER_NO);
  assert_variable ("for i=0..3\n  k = i\nendfor\n", "k", "int", RS_INTEGER_COMPUTED);
  assert_variable ("for v=[0.5,1.5]\n  k = v\nendfor\n", "v", "scalar", RS_INTEGER_NO);
  assert_variable ("[h, w] = size(zeros(3,4))\n", "w", "int", RS_INTEGER_COMPUTED);
  /* Types that depend on each other around a loop. */
  assert_variable ("a = 1\nb = 2.5\nfor i=0..3\n  t = a\n  a = b\n  b = t\nendfor\n", "b", "scalar", RS_INTEGER_NO);
  assert_variable ("function y = f(x)\n  y = 2.5\nendfunction\nv = f(1)\n", "v", "scalar", RS_INTEGER_NO);
  assert_variable ("function [a, b] = f(x)\n  a = 2.5\n  b = \"x\"\nendfunction\n[v, w] = f(1)\n", "w", "string",
                   RS_INTEGER_NO);
  assert_variable ("function y = f(x)\n  y = x\nendfunction\nv = f(1)\n", "v", "?\?", RS_INTEGER_NO);
}

static void
test_checks (void)
{
  assert_messages ("print mod(1)\n", "1 error `mod` can't be called with 1 argument; its form is");
  assert_messages ("function y = f(a, b = 2)\n  y = a + b\nendfunction\nprint f()\n",
                   "4 error `f` is called without its argument `a`");
  assert_messages ("function y = f(a)\n  y = a\nendfunction\nprint f(b := 2)\n", "4 error `f` has no parameter `b`");
  assert_messages ("function y = f(... a)\n  y = numel(a)\nendfunction\nprint f(), f(1,2,3)\n", "");
  assert_messages ("function y = f(a, b)\n  y = a\nendfunction\nc = [1,2]\nprint f(...c)\n", "");
  assert_messages ("function y = f(a : mat)\n  y = a\nendfunction\nprint f(\"text\")\n",
                   "4 error parameter a of f has type mat, but the value is a string");
  assert_messages ("print (1 + 1 : cube)\n", "1 error type check failed: this is an integer, not a `cube`");
  assert_messages ("x = 2.5\ny = (x : cube)\nprint y\n", "2 error type check failed: this is a scalar, not a `cube`");
  assert_messages ("x = 2.5\ny = (x : scalar)\nprint y\n", "");
  assert_messages ("function [] = f()\n  print 1\nendfunction\nx = f()\n", "4 error this call gives no value");
  assert_messages ("s = 0\nfor i=0..3\n  s += 0.5\nendfor\nprint s\n",
                   "1 warning `s` is an integer here and becomes a scalar in line 3");
  assert_messages ("n = numel([1,2])\nn = n * 0.3\nprint n\n",
                   "2 warning `n` is an integer, so that this value loses its fraction");
  assert_messages ("n = numel([1,2])\nn = int(n * 0.3)\nn /= 2\nprint n\n", "");
  /* An output counts from its first value, not from its declaration. */
  assert_messages ("function y = f(n)\n  y = 0\n  for i=0..n\n    y += 0.5\n  endfor\nendfunction\nprint f(2)\n",
                   "2 warning `y` is an integer here and becomes a scalar in line 4");
  assert_messages ("M : int'const = 4\nprint M\nM = 5\n", "3 error `M` is declared 'const and has its value already");
  assert_messages ("function [] = f(x : mat'const)\n  x[0,0] = 1\nendfunction\n",
                   "2 error `x` is declared 'const; its elements");
  assert_messages ("function [] = f(x : mat'const)\n  x = x + 1\n  print x\nendfunction\n", "");
  assert_messages ("break\n", "1 error `break` stands outside of a loop");
}

static void
test_kernels (void)
{
  static const char host[] = "function y = host_only(x)\n  y = x\nendfunction\n";
  g_autofree char *calls_host
      = g_strdup_printf ("%sfunction [] = __kernel__ k(y : vec, pos : int)\n  y[pos] = host_only(pos)\n"
                         "endfunction\ny = zeros(4)\nparallel_do(4, y, k)\n",
                         host);
  g_autofree char *few = g_strdup_printf ("function [] = __kernel__ k(y : vec, pos : int)\n  y[pos] = 1\nendfunction\n"
                                          "parallel_do(4, k)\n");

  assert_messages (calls_host, "5 error a kernel function cannot call the host function `host_only`");
  assert_messages (few, "4 error `k` needs 1 argument from parallel_do, but this launch passes 0");
  assert_messages ("function [] = __kernel__ k(y : vec, s = 2, pos : int)\n  y[pos] = s\nendfunction\n",
                   "1 error a kernel function can't have optional arguments");
  assert_messages ("function [] = __kernel__ k(y : vec, pos : int)\n  y[pos] = 1\nendfunction\nk(zeros(3), 1)\n",
                   "4 error `k` is a kernel function, which can't be called directly");
  assert_messages ("function [] = k(y)\n  y[0] = 1\nendfunction\nparallel_do(3, zeros(3), k)\n",
                   "4 error parallel_do launches kernel functions");
  assert_messages ("x = zeros(4)\n{!parallel for}\nfor i=0..3\n  if x[i] > 3\n    break\n  endif\n  x[i] = 1\nendfor\n",
                   "5 error `break` is not possible in a parallel loop");
  assert_messages (
      "x = zeros(4)\n{!parallel for}\nfor i=0..3\n  while x[i] > 3\n    break\n  endwhile\n  x[i] = 1\nendfor\n", "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/infer/expressions", test_expressions);
  g_test_add_func ("/infer/variables", test_variables);
  g_test_add_func ("/check/calls", test_checks);
  g_test_add_func ("/check/kernels", test_kernels);
  return g_test_run ();
}
