/* Loop nests, their inputs, and leaves of element-wise expressions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"
#include "compiler/kernel/places/nest.h"
#include "sema-test.h"

/* The nest of the first loop with the attribute in front of it; text may hold both. */
static RsLoopNest
find_nest (const Compiled *c)
{
  const RsNode *block = c->module->root, *attribute = NULL;

  for (guint i = 0; i < block->n_children; i++)
    {
      if (block->children[i]->kind == RS_NODE_FOR || block->children[i]->kind == RS_NODE_WHILE)
        return rs_loop_nest_find (block->children[i], attribute);
      attribute = block->children[i]->kind == RS_NODE_ATTRIBUTE ? block->children[i] : NULL;
    }
  g_assert_not_reached ();
}

static void
assert_nest (const char *text, guint n_levels, const char *reason, const char *inputs)
{
  g_autofree char *whole = g_strconcat ("x = zeros(4,5)\ny = zeros(4,5)\nn = numel(x)\ns = 0.0\n", text, NULL);
  Compiled c = compile (whole);
  RsLoopNest nest = find_nest (&c);
  g_autoptr (GPtrArray) symbols = rs_loop_nest_get_inputs (&nest);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < symbols->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", ((RsSymbol *)g_ptr_array_index (symbols, i))->name);
  g_test_message ("%s", text);
  g_assert_cmpuint (nest.n_levels, ==, n_levels);
  if (reason && !(nest.reason && strstr (nest.reason, reason)))
    g_error ("expected the reason \"%s\", got \"%s\"", reason, nest.reason);
  if (!reason)
    g_assert_cmpstr (nest.reason, ==, NULL);
  g_assert_cmpstr (names->str, ==, inputs);
  compiled_clear (&c);
}

static void
test_levels (void)
{
  assert_nest ("for i=0..3\n  for j=0..4\n    y[i,j] = x[i,j]\n  endfor\nendfor\n", 2, NULL, "x y");
  assert_nest ("for i=0..size(y,0)-1\n  for j=0..size(y,1)-1\n    y[i,j] = 1\n  endfor\nendfor\n", 2, NULL, "y");
  assert_nest ("for i=0..3\n  for j=0..i\n    y[i,j] = 1\n  endfor\nendfor\n", 1, NULL, "y");
  assert_nest ("for i=0..3\n  for j=0..y[0,0]\n    y[i,j] = 1\n  endfor\nendfor\n", 1, NULL, "y");
  assert_nest (
      "function [] = h(a)\n  a[0] = 3\nendfunction\nfor i=0..3\n  for j=0..y[0,0]\n    h(y)\n  endfor\nendfor\n", 1,
      NULL, "y");
  assert_nest (
      "function [] = h(a)\n  a[0] = 3\nendfunction\nfor i=0..3\n  for j=0..y[0,0]\n    h(x)\n  endfor\nendfor\n", 2,
      NULL, "x");
  assert_nest ("for i=0..3\n  t = i\n  for j=0..4\n    y[i,j] = t\n  endfor\nendfor\n", 1, NULL, "y");
  assert_nest (
      "for i=0..3\n  for j=0..4\n    if x[i,j] > 1\n      break\n    endif\n    y[i,j] = 1\n  endfor\nendfor\n", 1,
      NULL, "x y");
  assert_nest ("{!parallel for; dim=1}\nfor i=0..3\n  for j=0..4\n    y[i,j] = 1\n  endfor\nendfor\n", 1, NULL, "y");
  assert_nest ("for i=0..3\n  {!serial for}\n  for j=0..4\n    y[i,j] = 1\n  endfor\nendfor\n", 1, NULL, "y");
}

static void
test_reasons (void)
{
  assert_nest ("while x[0,0] > 0\n  for d=-1..1\n    x[0,0] -= d\n  endfor\nendwhile\n", 1, NULL, "x");
  assert_nest ("n = 9\nwhile x[0,0] > 0\n  for d=-n..n\n    x[0,0] -= d\n  endfor\nendwhile\n", 0,
               "each on its own, or, where they are short, together with this one in order", "");
  assert_nest ("for i=0..3\n  print i\nendfor\n", 0, "`print` can be called from host code only", "");
  assert_nest ("for i=0..3\n  if x[i,0] > 1\n    break\n  endif\nendfor\n", 1, "`break` ends the loop early", "x");
  assert_nest ("for v=[1,2,3]\n  y[v,0] = 1\nendfor\n", 0, "runs over the elements of an array", "");
  assert_nest ("{!interpreted for}\nfor i=0..3\n  y[i,0] = 1\nendfor\n", 0, "{!interpreted for}", "");
  assert_nest ("function z = h(a)\n  z = sum(a[0..1])\nendfunction\nfor i=0..3\n  y[i,0] = h(i)\nendfor\n", 0,
               "`h` is a host function", "");
  assert_nest ("n = 2\nfunction z = h(a)\n  z = a*n\nendfunction\nfor i=0..3\n  y[i,0] = h(i)\nendfor\n", 0,
               "`h` is a host function", "");
  assert_nest ("function z = h(a)\n  z = a > 0 ? h(a - 1) : 0\nendfunction\nfor i=0..3\n  y[i,0] = h(i)\nendfor\n", 0,
               "`h` is a host function", "");
  assert_nest ("{!parallel for}\nfor i=0..3\n  y[i,0] = h(i)\nendfor\nfunction z = h(a)\n  z = a\nendfunction\n", 0,
               "`h` is a host function", "");
  /* No value on one of the ways. */
  assert_nest ("function z = h(a)\n  if a > 0\n    z = 1\n  endif\nendfunction\nfor i=0..3\n  y[i,0] = h(i)\nendfor\n",
               0, "`h` is a host function", "");
  assert_nest ("function z = h(a)\n  while a > 0\n    a -= 1\n    z = a\n  endwhile\nendfunction\nfor i=0..3\n"
               "  y[i,0] = h(i)\nendfor\n",
               0, "`h` is a host function", "");
  /* What only computes numbers, and reads and writes elements, could as well stand in the loop. */
  assert_nest ("function z = h(a)\n  return g(a)\nendfunction\nfunction z = g(a)\n  z = a > 0 ? sin(a) : 1\n"
               "endfunction\nfor i=0..3\n  y[i,0] = h(i)\nendfor\n",
               1, NULL, "y");
  assert_nest (
      "function z = h(a, i)\n  if i < 0\n    return 0\n  else\n    z = 1\n  endif\n  for k=i..2\n    if k > 1\n"
      "      break\n    endif\n    z += a[k]\n    a[k] = 0\n  endfor\nendfunction\nfor i=0..3\n"
      "  y[i,0] = h(x, i)\nendfor\n",
      1, NULL, "x y");
  assert_nest ("for i=0..3\n  try\n    y[i,0] = 1\n  catch e\n    y[i,0] = 2\n  endtry\nendfor\n", 0, "`try`", "");
  assert_nest ("for i=0..3\n  z = {1, i}\nendfor\n", 0, "cells", "");
  /* The text of an assertion is no obstacle. */
  assert_nest ("for i=0..3\n  assert(x[i,0] >= 0, \"negative\")\nendfor\n", 1, NULL, "x");
}

static void
test_inputs (void)
{
  assert_nest ("for i=0..3\n  s += x[i,0]\nendfor\nprint s\n", 1, NULL, "x s");
  assert_nest ("for i=0..3\n  t = x[i,0]\n  t = t + 1\n  y[i,0] = t\nendfor\n", 1, NULL, "x y");
  assert_nest ("for i=0..3\n  if x[i,0] > 1\n    t = 1\n  else\n    t = 2\n  endif\n  y[i,0] = t\nendfor\n", 1, NULL,
               "x y");
  /* Set by some iterations only: the old value may survive, which matters when it is read. */
  assert_nest ("f = 0\nfor i=0..3\n  if x[i,0] > 1\n    f = 1\n  endif\nendfor\nprint f\n", 1, NULL, "x f");
  assert_nest ("f = 0\nfor i=0..3\n  if x[i,0] > 1\n    f = 1\n    y[i,0] = f\n  endif\nendfor\nf = 3\nprint f\n", 1,
               NULL, "x y");
  assert_nest ("for i=0..3\n  a = 0.0\n  for k=0..4\n    a += x[i,k]\n  endfor\n  y[i,0] = a\nendfor\nk = 3\nprint k\n",
               1, NULL, "x y");
  /* Private, and read afterwards: a result, not an input. */
  assert_nest ("for i=0..3\n  t = x[i,0]\nendfor\nprint t\n", 1, NULL, "x");
  /* A device function with a closure. */
  assert_nest (
      "function z = __device__ d(a : scalar)\n  z = a * n\nendfunction\nfor i=0..3\n  y[i,0] = d(x[i,0])\nendfor\n", 1,
      NULL, "d x y");
}

static void
assert_leaves (const char *expression, gboolean is_elementwise, const char *expected)
{
  g_autofree char *text
      = g_strdup_printf ("function r = f(A, B, s : scalar)\n  r = %s\nendfunction\nprint f(1,2,3)\n", expression);
  Compiled c = compile (text);
  const RsNode *value = nth_node (&c, RS_NODE_ASSIGN, 0)->children[RS_ASSIGN_VALUE];
  g_autoptr (GPtrArray) leaves = rs_expression_get_leaves (value);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < leaves->len; i++)
    {
      g_autofree char *leaf = rs_source_dup_span (c.module->source, ((RsNode *)g_ptr_array_index (leaves, i))->span);

      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", leaf);
    }
  g_test_message ("%s", expression);
  g_assert_cmpstr (names->str, ==, expected);
  g_assert_cmpint (rs_expression_is_elementwise (value), ==, is_elementwise);
  compiled_clear (&c);
}

static void
test_leaves (void)
{
  assert_leaves ("A .* B + 2", TRUE, "A B");
  assert_leaves ("sqrt(A) - A[0..1] * s", TRUE, "A A[0..1] s");
  assert_leaves ("sum(A .* B)", TRUE, "A B");
  assert_leaves ("sum(A)", TRUE, "A");
  assert_leaves ("sum(A, 1) + 1", TRUE, "sum(A, 1)");
  assert_leaves ("max(A, B) > 1", TRUE, "A B");
  assert_leaves ("max(A) + B", TRUE, "max(A) B");
  assert_leaves ("A", FALSE, "A");
  assert_leaves ("2 * 3 + 1", FALSE, "");
  assert_leaves ("s * 2 + pi", FALSE, "s pi");
  assert_leaves ("A[0,1] + s", FALSE, "A[0,1] s");
  assert_leaves ("A[0] + s", TRUE, "A[0] s");
  assert_leaves ("A[0,:] + numel(B)", TRUE, "A[0,:] numel(B)");
  assert_leaves ("transpose(A)", FALSE, "transpose(A)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nest/levels", test_levels);
  g_test_add_func ("/nest/reasons", test_reasons);
  g_test_add_func ("/nest/inputs", test_inputs);
  g_test_add_func ("/leaves", test_leaves);
  return g_test_run ();
}
