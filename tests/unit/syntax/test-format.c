/* The formatter: what it changes, what it leaves alone, and that it does nothing twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/format.h"
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "", "" },
  { "\n\nx=1\n\n\n\ny=2", "x = 1\n\ny = 2\n" },
  { "x  =  a+b * c   % why  \n", "x = a+b * c % why\n" },
  { "x+=1;y^^=2 ;\r\n", "x += 1; y ^^= 2;\n" },
  { "print a,b ,c", "print a, b, c\n" },
  { "f( a,b , c )[ 0,1 ]", "f(a,b, c)[0,1]\n" },
  { "p(x:=1, y = 2)", "p(x:=1, y = 2)\n" },
  { "g=(x,y)->x&&y||a|>b", "g = (x,y) -> x && y || a |> b\n" },
  { "x : mat' const'unchecked = [1.,  -2]", "x : mat' const'unchecked = [1., -2]\n" },
  { "if a\nb\nelseif c\n      d\nelse\n\te\nendif", "if a\n    b\nelseif c\n    d\nelse\n    e\nendif\n" },
  { "for i=0..2\nwhile a\nb\nend\nend", "for i = 0..2\n    while a\n        b\n    end\nend\n" },
  { "match a with\n    | 1 ->\n  b\n| _ -> c\nd\nendmatch",
    "match a with\n| 1 ->\n    b\n| _ -> c\n    d\nendmatch\n" },
  { "repeat\na\nuntil b\ntry\na\ncatch e\nb\nendtry", "repeat\n    a\nuntil b\ntry\n    a\ncatch e\n    b\nendtry\n" },
  { "function y=f(x)\n% about\ny=x\nendfunction", "function y = f(x)\n    % about\n    y = x\nendfunction\n" },
  { "type p : class\nx : scalar\nendtype\ntype v : vec[p]\nx",
    "type p : class\n    x : scalar\nendtype\ntype v : vec[p]\nx\n" },
  { "if a\nm = [[1,2],\n     [3,4]]\nendif", "if a\n    m = [[1,2],\n         [3,4]]\nendif\n" },
  { "if a\nx = a _ % one\n  + b\nendif", "if a\n    x = a _ % one\n      + b\nendif\n" },
  { "for i=0..2; print i; endfor", "for i = 0..2; print i; endfor\n" },
  { "{!parallel for;  dim=2}\n#pragma a  (on)\n", "{!parallel for; dim=2}\n#pragma a  (on)\n" },
  { "x = \"a  ,b\"", "x = \"a  ,b\"\n" },
  { "% only\n", "% only\n" },
};

static char *
format (const char *text)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  char *formatted = rs_format_source (source, diagnostics);

  g_assert_cmpint (formatted == NULL, ==, rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0);
  return formatted;
}

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *once = format (cases[i].text);
      g_autofree char *twice = format (once);

      g_assert_cmpstr (once, ==, cases[i].expected);
      g_assert_cmpstr (twice, ==, once);
    }
}

static void
test_errors (void)
{
  g_assert_null (format ("x = )"));
  g_assert_null (format ("if a"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/format/cases", test_cases);
  g_test_add_func ("/syntax/format/errors", test_errors);
  return g_test_run ();
}
