/* Name resolution: scopes, captures, overloads, what is read-only, what is not defined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sema-test.h"

static void
test_slots (void)
{
  Compiled c = compile (
      "function [y, z] = f(a, b)\n  t = a\n  y = t + b\n  z = t\nendfunction\n[p, q] = f(1, 2)\nprint p, q\n");
  const RsScope *f = inner (c.module->root->scope, 0);
  static const char *const names[] = { "a", "b", "y", "z", "t" };

  g_assert_cmpuint (f->variables->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (f->variables, i);

      g_assert_cmpstr (symbol->name, ==, names[i]);
      g_assert_cmpuint (symbol->slot, ==, i);
      g_assert_cmpint (symbol->is_parameter, ==, i < 2);
      g_assert_cmpint (symbol->is_output, ==, i == 2 || i == 3);
      g_assert_false (symbol->is_assigned_again);
    }
  g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 0);
  compiled_clear (&c);
}

static void
test_captures (void)
{
  Compiled c = compile ("function y = outer(x)\n"
                        "  function z = inner(w)\n"
                        "    z = w + x + late\n"
                        "    g = () -> x\n"
                        "  endfunction\n"
                        "  late = 2\n"
                        "  y = inner(1)\n"
                        "endfunction\n"
                        "print outer(1)\n");
  const RsScope *outer = inner (c.module->root->scope, 0), *in = inner (outer, 0), *lambda = inner (in, 0);
  const RsSymbol *x = find_variable (outer, "x");

  g_assert_true (x->is_captured);
  g_assert_cmpuint (in->captures->len, ==, 2);
  g_assert_true (find_capture (in, "x")->origin == x);
  g_assert_true (find_capture (in, "late")->origin == find_variable (outer, "late"));
  g_assert_true (find_capture (lambda, "x")->origin == find_capture (in, "x"));
  g_assert_true (rs_symbol_get_origin (find_capture (lambda, "x")) == x);
  compiled_clear (&c);
}

static void
test_functions (void)
{
  /* Called before the definition, by count, from inside another, and by itself. */
  Compiled c = compile ("print f(1)\nfunction y = f(a)\n  y = f(a, 1)\nendfunction\n"
                        "function y = f(a, b)\n  y = a\nendfunction\n"
                        "function y = fac(n)\n  y = n < 2 ? 1 : n * fac(n - 1)\nendfunction\nprint fac(3)\n");
  RsScope *root = c.module->root->scope;
  const RsSymbol *f = rs_scope_lookup (root, "f"), *fac = rs_scope_lookup (root, "fac");
  const RsSymbol *self = find_capture (inner (root, 2), "fac");

  g_assert_cmpint (f->kind, ==, RS_SYMBOL_FUNCTION);
  g_assert_cmpuint (f->overloads->len, ==, 2);
  g_assert_null (f->declaration);
  g_assert_true (nth_node (&c, RS_NODE_NAME, 1)->symbol == f);
  g_assert_true (self->origin == fac);
  g_assert_true (self->is_self);
  g_assert_false (find_capture (inner (root, 0), "f")->is_self);
  g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 0);
  compiled_clear (&c);
}

static void
test_recursive_lambda (void)
{
  Compiled c = compile ("factorial = x -> x > 0 ? x * factorial(x - 1) : 1\nprint factorial(4)\n");
  const RsSymbol *self = find_capture (inner (c.module->root->scope, 0), "factorial");

  g_assert_true (self->is_self);
  g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 0);
  compiled_clear (&c);
}

static void
test_output_function (void)
{
  Compiled c
      = compile ("function algo = make(n)\n  function y = __device__ algo(x : scalar)\n    y = x * n\n  endfunction\n"
                 "endfunction\nprint make(2)(3)\n");
  const RsScope *make = inner (c.module->root->scope, 0);
  const RsNode *function = nth_node (&c, RS_NODE_FUNCTION, 1);

  g_assert_cmpint (function->symbol->kind, ==, RS_SYMBOL_VARIABLE);
  g_assert_true (function->symbol == find_variable (make, "algo"));
  g_assert_false (function->symbol->is_assigned_again);
  g_assert_cmpuint (rs_diagnostics_get_length (c.diagnostics), ==, 0);
  compiled_clear (&c);
}

static void
test_read_only (void)
{
  assert_messages ("a = 1\nfunction [] = __device__ g(x : scalar)\n  a += x\nendfunction\ng(4)\n",
                   "3 error `a` is a closure variable of g and read-only");
  assert_messages ("a = 1\nf = () -> a += 1\nf()\n",
                   "2 error `a` is a closure variable of this function and read-only");
  assert_messages ("a = 1\nfunction y = g(x)\n  a = a + x\n  y = a\nendfunction\nprint g(4)\n",
                   "3 warning `a` is a new variable here");
  assert_messages (
      "a = 1\nfunction y = g(x)\n  for i=0..x\n    a = a + x\n  endfor\n  y = a\nendfunction\nprint g(4)\n",
      "4 error `a` is a closure variable of g and read-only");
  /* Elements may be written. */
  assert_messages ("a = [1.0,2.0]\nfunction [] = g(x)\n  a[0] += x\n  a[1] = x\nendfunction\ng(4)\n", "");
  assert_messages ("function y = g(n)\n  y = 0.0\n  for i=0..n\n    y += 0.5\n  endfor\nendfunction\nprint g(4)\n", "");
}

static void
test_before_assignment (void)
{
  Compiled c = compile ("sum = sum([1,2,3])\nprint sum\nt = sum([1,2])\nprint t\n");
  const RsNode *first = nth_node (&c, RS_NODE_CALL, 0), *third = nth_node (&c, RS_NODE_CALL, 2);
  const RsNode *printed = nth_node (&c, RS_NODE_CALL, 1)->children[1];

  /* The call is of the built-in, also later: a number can't be called. */
  g_assert_cmpint (first->children[0]->symbol->kind, ==, RS_SYMBOL_BUILTIN);
  g_assert_cmpint (third->children[0]->symbol->kind, ==, RS_SYMBOL_BUILTIN);
  g_assert_cmpint (printed->symbol->kind, ==, RS_SYMBOL_VARIABLE);
  compiled_clear (&c);

  c = compile ("function y = f(x)\n  y = max(x, 1)\nendfunction\nmax = 3\nprint f(2), max\n");
  g_assert_cmpint (nth_node (&c, RS_NODE_CALL, 0)->children[0]->symbol->kind, ==, RS_SYMBOL_BUILTIN);
  compiled_clear (&c);

  /* A function as a value hides the built-in. */
  c = compile ("max = (a, b) -> a\nprint max(1, 2)\n");
  g_assert_cmpint (nth_node (&c, RS_NODE_CALL, 1)->children[0]->symbol->kind, ==, RS_SYMBOL_VARIABLE);
  compiled_clear (&c);
}

static void
test_undefined (void)
{
  assert_messages ("colours = 1\nprint colour\n", "2 error `colour` is not defined; did you mean `colours`?");
  assert_messages (
      "print len([1,2])\n",
      "1 error `len` is not defined; write numel(x) for the number of elements, size(x,d) for one dimension");
  /* The variable of a line that can't be read is there, and nothing more is said about it. */
  assert_messages ("a = [1 2]\nprint a\nfor k in 1..3\nprint k\nendfor\n",
                   "1 error a comma has to stand between elements, as in [1, 2]\n"
                   "3 error expected `=` and the range of the loop, as in `for i = 0..9`, found `in`");
  assert_messages ("print zerso(3)\n", "1 error `zerso` is not defined; did you mean `zeros`?");
  assert_messages ("print qqqq\n", "1 error `qqqq` is not defined\n");
  assert_messages ("qqqq += 1\n", "1 error `qqqq` is not defined\n");
  assert_messages ("import \"nowhere.dll\"\nvideo_open(3)\n", "1 warning the library `nowhere.dll` can't be loaded");
  assert_messages ("import \"Quasar.UI.dll\"\nx = 1\nprint x\n", "");
  assert_messages ("function y = f(a, a)\n  y = a\nendfunction\nprint f(1, 2)\n",
                   "1 error two parameters of this function are named `a`");
}

static void
test_kinds_of_assignment (void)
{
  Compiled c = compile ("x : mat = zeros(2,2)\nint n = 5\n[a, b] = size(x)\nfor i=0..3\n  t = i\nendfor\n"
                        "try\n  t = 1\ncatch e\n  print e\nendtry\nm : vec\nprint n, a, b, m\n");
  const RsScope *root = c.module->root->scope;

  g_assert_true (find_variable (root, "x")->is_declared);
  g_assert_cmpint (find_variable (root, "x")->type->kind, ==, RS_TYPE_ARRAY);
  g_assert_cmpint (find_variable (root, "n")->integer_rule, ==, RS_INTEGER_DECLARED);
  g_assert_true (find_variable (root, "m")->is_declared);
  g_assert_true (find_variable (root, "t")->is_assigned_again);
  g_assert_true (find_variable (root, "i")->is_assigned_again);
  g_assert_false (find_variable (root, "a")->is_assigned_again);
  g_assert_nonnull (find_variable (root, "e"));
  compiled_clear (&c);
}

/* What eval does: a text of its own inside the scope of a finished function. */
static void
test_eval (void)
{
  Compiled c = compile ("level = 1\nother = 2\nfunction y = f(a)\n  y = a + level\nendfunction\nprint f(1), other\n");
  RsScope *f = inner (c.module->root->scope, 0);
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", "b = a + level + other + y\nprint b, nothing\n", -1);
  g_autoptr (RsModule) module = rs_parse (source, c.program->names, c.diagnostics);
  guint n_captures = f->captures->len;

  rs_resolver_finish (rs_resolver_new (module, f, RS_PRECISION_SINGLE, c.diagnostics), NULL, FALSE);
  g_assert_cmpuint (f->captures->len, ==, n_captures);
  g_assert_true (find_capture (module->root->scope, "a")->origin == find_variable (f, "a"));
  g_assert_true (find_capture (module->root->scope, "level")->origin == find_capture (f, "level"));
  g_assert_true (find_capture (module->root->scope, "other")->origin == find_variable (c.module->root->scope, "other"));
  g_assert_nonnull (find_variable (module->root->scope, "b"));
  g_assert_cmpuint (rs_diagnostics_count (c.diagnostics, RS_SEVERITY_ERROR), ==, 1);
  compiled_clear (&c);
}

static void
test_editor (void)
{
  static const char text[] = "offset = 2\nfunction y = f(a : scalar)\n  y = a + offset\nendfunction\nprint f(1)\n";
  Compiled c = compile (text);
  guint32 at = (guint32)(strrchr (text, '+') + 3 - text);
  RsNode *node = rs_symbol_node_at (c.module, at);
  g_autoptr (GPtrArray) references = rs_symbol_get_references (c.module, node->symbol);
  g_autoptr (GPtrArray) outline = rs_module_get_outline (c.module);
  const RsOutlineItem *first = g_ptr_array_index (outline, 0), *second = g_ptr_array_index (outline, 1);

  g_assert_cmpstr (node->name, ==, "offset");
  g_assert_cmpuint (references->len, ==, 2);
  g_assert_cmpstr (rs_scope_at (c.module, at)->node->name, ==, "f");
  g_assert_true (rs_scope_at (c.module, 0) == c.module->root->scope);
  g_assert_cmpuint (outline->len, ==, 2);
  g_assert_cmpstr (first->name, ==, "offset");
  g_assert_cmpstr (first->detail, ==, "int");
  g_assert_cmpstr (second->name, ==, "f");
  g_assert_cmpstr (second->detail, ==, "(a : scalar) -> y : scalar");
  compiled_clear (&c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resolve/slots", test_slots);
  g_test_add_func ("/resolve/captures", test_captures);
  g_test_add_func ("/resolve/functions", test_functions);
  g_test_add_func ("/resolve/recursive-lambda", test_recursive_lambda);
  g_test_add_func ("/resolve/output-function", test_output_function);
  g_test_add_func ("/resolve/read-only", test_read_only);
  g_test_add_func ("/resolve/before-assignment", test_before_assignment);
  g_test_add_func ("/resolve/undefined", test_undefined);
  g_test_add_func ("/resolve/kinds-of-assignment", test_kinds_of_assignment);
  g_test_add_func ("/resolve/eval", test_eval);
  g_test_add_func ("/resolve/editor", test_editor);
  return g_test_run ();
}
