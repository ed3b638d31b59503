/* Expressions and types as text: canonical, and the same tree when it is read again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "(x+y)*(3*x)^99", "(x+y)*(3*x)^99" },
  { "((a)) + (b * c)", "a+b*c" },
  { "a - (b - c)", "a-(b-c)" },
  { "-(a + b) ^ 2", "-(a+b)^2" },
  { "(-a) ^ b", "(-a)^b" },
  { "2 ^ -3", "2^-3" },
  { "2 ^ (-3 * x)", "2^(-3*x)" },
  { "(a ^ b) ^ c", "a^b^c" },
  { "a ^ (b ^ c)", "a^(b^c)" },
  { "a==4&&(b<5||!(c))", "a==4 && (b<5 || !c)" },
  { "!(a == b)", "!(a==b)" },
  { "(!a) == b", "(!a)==b" },
  { "c ? a : (d ? e : f)", "c ? a : d ? e : f" },
  { "(c ? a : d) ? e : f", "(c ? a : d) ? e : f" },
  { "(0 .. n - 1) + 1", "(0..n-1)+1" },
  { "0..2..n-1", "0..2..n-1" },
  { "f( a ,b:=2 )[ : ,0..3].x", "f(a, b:=2)[:, 0..3].x" },
  { "[ [1,2.0], [x , \"s\"] ]", "[[1, 2.0], [x, \"s\"]]" },
  { "'a, b'", "{a, b}" },
  { "x->x+1", "(x) -> x+1" },
  { "__device__ (x : mat' const, ...r)->(a = 1; r)", "__device__ (x : mat'const, ...r) -> (a=1; r)" },
  { "(x -> x)(2)", "((x) -> x)(2)" },
  { "x += (y = 2)", "x+=y=2" },
  { "(x = y) + 2", "(x=y)+2" },
  { "x : cube ( : , : , 3 ) ' const", "x : cube(:, :, 3)'const" },
  { "x:[__device__(cube[T],ivec2'const)->vec3]", "x : [__device__ (cube[T], ivec2'const) -> vec3]" },
  { "x:[int->int->int]", "x : [int -> ([int -> int])]" },
  { "x:[(...scalar)->()]", "x : [...scalar -> ()]" },
  { "x:[ A | B ]", "x : [A|B]" },
  { "x : cube{4}[^T]", "x : cube[^T]{4}" },
  { "x:'const", "x : 'const" },
  { "x:vec[??]", "x : vec[??]" },
  { "mat[uint8'sat](2,3)", "mat[uint8'sat](2, 3)" },
  { "$subs(a=b,$assump(a))", "$subs(a:=b, $assump(a))" },
  { "print a,b", "print(a, b)" },
  { "im |> f |> g(1)", "im |> f |> g(1)" },
  { "1e-4 + 1500.0 + 10 + 2i + 0.1", "0.0001+1500.0+10+2i+0.1" },
  { "1e300 - 123456789012", "1e+300-123456789012" },
  { "f(...a, _, -1)", "f(...a, _, -1)" },
};

static char *
print (const char *text)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

  g_assert_cmpuint (rs_diagnostics_get_length (diagnostics), ==, 0);
  g_assert_cmpuint (module->root->n_children, ==, 1);
  return rs_node_to_string (module->root->children[0]);
}

static void
test_print (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *once = print (cases[i].text);
      g_autofree char *twice = print (once);

      g_assert_cmpstr (once, ==, cases[i].expected);
      g_assert_cmpstr (twice, ==, once);
    }
}

static void
test_dump (void)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", "x:mat'const = a + 2\nreturn", -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *dump = rs_ast_dump (module);

  g_assert_cmpstr (dump, ==,
                   "block 1:1-2:7\n"
                   "  expression 1:1-1:20\n"
                   "    assign = 1:1-1:20\n"
                   "      typed 1:1-1:12\n"
                   "        name x 1:1-1:2\n"
                   "        type-name mat 'const 1:3-1:12\n"
                   "      binary + 1:15-1:20\n"
                   "        name a 1:15-1:16\n"
                   "        number 2 1:19-1:20\n"
                   "  return 2:1-2:7\n"
                   "    -\n");
}

static void
test_operators (void)
{
  g_assert_cmpint (rs_operator_of_assignment (RS_OP_ASSIGN_DOT_POWER), ==, RS_OP_DOT_POWER);
  g_assert_cmpint (rs_operator_of_assignment (RS_OP_ASSIGN_ADD), ==, RS_OP_ADD);
  g_assert_cmpint (rs_operator_of_assignment (RS_OP_ASSIGN), ==, RS_OP_NONE);
  g_assert_cmpint (rs_operator_of_assignment (RS_OP_ASSIGN_MAXIMUM), ==, RS_OP_NONE);
  g_assert_cmpstr (rs_operator_to_string (RS_OP_ASSIGN_MINIMUM), ==, "__=");
  g_assert_cmpstr (rs_node_kind_to_string (RS_NODE_NAMED_ARGUMENT), ==, "named-argument");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/print", test_print);
  g_test_add_func ("/syntax/dump", test_dump);
  g_test_add_func ("/syntax/operators", test_operators);
  return g_test_run ();
}
