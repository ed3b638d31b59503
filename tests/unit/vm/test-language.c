/* Host code: small programs and what they print, on every device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/vm/run.h"

#include <string.h>

typedef struct
{
  const char *name, *text, *expected;
} Program;

static const Program programs[] = {
  { "arithmetic", "print -2^2, \" \", 7/2, \" \", 2^10, \" \", 2^-1, \" \", int(-7/2), \" \", mod(-3,5)\n",
    "-4 3.5 1024 0.5 -3 2\n" },
  { "logic", "print 1 < 2 && 2 < 1, \" \", false || 3 > 2, \" \", !true\nx = 0\nprint x == 0 || 1/x > 2\n",
    "0 1 0\n1\n" },
  { "ternary", "f = x -> x > 0 ? \"plus\" : \"minus\"\nprint f(1), \" \", f(-1)\n", "plus minus\n" },
  { "if",
    "for i = 1..3\n if i == 1\n  print \"one\"\n elseif i == 2\n  print \"two\"\n else\n  print \"many\"\n "
    "endif\nendfor\n",
    "one\ntwo\nmany\n" },
  { "for",
    "for i = 1..2..6\nendfor\nprint i\nfor i = 3..1\n print \"never\"\nendfor\nfor t = 0..0.25..1\nendfor\nprint t\n"
    "for i = 3..-1..1\n print i\nendfor\nfor v = [4, 2]\n print v\nendfor\n",
    "5\n1\n3\n2\n1\n4\n2\n" },
  { "while",
    "i = 0\nwhile true\n i += 1\n if i == 3\n  continue\n endif\n if i > 4\n  break\n endif\nendwhile\nprint i\n"
    "repeat\n i -= 1\nuntil i < 2\nprint i\n",
    "5\n1\n" },
  { "match",
    "function [] = m(a)\n match a with\n | 1 -> print \"one\"\n | (3, 4) -> print \"some\"\n | \"s\" -> print "
    "\"text\"\n"
    " | _ -> print \"else\"\n endmatch\nendfunction\nm(1)\nm(4)\nm(\"s\")\nm([1,2])\n",
    "one\nsome\ntext\nelse\n" },
  { "assignments",
    "[a, b] = [1, 2]\n[a, b] = [b, a]\nprint a, b\n[c, _] = {5, \"x\"}\nprint c\ny = k = 3\nprint y, k\n",
    "21\n5\n33\n" },
  { "elements",
    "m = [1, 2, 3]\nm[1] += 5\nm[0] = m[2] = 9\nprint m\nc = {1, {2, 3}}\nc[1][0] = 8\nprint c\n"
    "A = [[1,2],[3,4]]\nA[1,0] *= 10\np = [1,0]\nprint A[...p], \" \", A[p], \" \", A[:,1]\n",
    "[ 9, 7, 9]\n{ 1, { 8, 3}}\n30 30 " },
  { "integers", "n : int = 3.7\nn += 0.6\nprint n\nj = 10\nj /= 4\nprint j\nm = numel([1,2,3])\nm = m / 2.0\nprint m\n",
    "3\n2\n1\n" },
  { "functions",
    "function [x, y] = two(a, b = a*2)\n x = a + b\n y = a * b\nendfunction\n[u, v] = two(2, 3)\nprint u, \" \", v\n"
    "print two(1), \" \", two(1, b := 5), \" \", two(b := 1, a := 2)\n",
    "5 6\n3 6 3\n" },
  { "hoisting", "print f(3)\nfunction y = f(x)\n y = g(x) + 1\nendfunction\nfunction y = g(x)\n y = 2*x\nendfunction\n",
    "7\n" },
  { "variadic",
    "function [] = f(a, ...rest)\n print a, \" \", numel(rest)\nendfunction\nf(1)\nf(1, 2, 3)\nf(...[7, 8])\n",
    "1 0\n1 2\n7 1\n" },
  { "overloads",
    "function y = f(x : scalar)\n y = \"scalar\"\nendfunction\nfunction y = f(x : mat)\n y = \"mat\"\nendfunction\n"
    "function y = f(x, z)\n y = \"two\"\nendfunction\nprint f(1.5), \" \", f([[1,2],[3,4]]), \" \", f(1, 2)\n",
    "scalar mat two\n" },
  { "closures",
    "A = 5\nf = z -> z + A\nA = 7\nprint f(1)\nfunction r = make(a)\n function q = inner(b)\n  q = a + b\n "
    "endfunction\n"
    " r = inner\nendfunction\nh = make(10)\nprint h(5)\nw = x -> y -> x + y\nprint w(4)(5)\n",
    "6\n15\n9\n" },
  { "closure taken at the call", "function y = f(x)\n y = x + later\nendfunction\nlater = 3\nprint f(1)\n", "4\n" },
  { "recursive lambda", "fact = x -> x > 0 ? x * fact(x - 1) : 1\ng = fact\nprint g(6)\n", "720\n" },
  { "lambda bodies",
    "f = (a, b) -> (s = a+b; print(\"in \", s); 2*s)\nprint f(1, 2)\ng = () -> print(\"called\")\ng()\n",
    "in 3\n6\ncalled\n" },
  { "try",
    "try\n try\n  error \"inner\"\n catch e\n  print \"1 \", e\n  error \"outer\"\n endtry\ncatch e\n print \"2 \", "
    "e\nendtry\n"
    "function y = f(x)\n error \"deep \", x\n y = 1\nendfunction\ntry\n print f(f(2))\ncatch e\n print e\nendtry\n",
    "1 inner\n2 outer\ndeep 2\n" },
  { "bounds",
    "x = zeros(3)\nfor i = 0..5\n x[i] = i\nendfor\nprint x\ntry\n x[3] = 1\ncatch e\n print \"outside\"\nendtry\n",
    "[ 0, 1, 2]\noutside\n" },
  { "main", "function [] = main(a = 4)\n print \"main \", a\nendfunction\nprint \"top\"\n", "top\nmain 4\n" },
  { "partial application", "f = (a, b, c) -> a + 10*b + 100*c\ng = f(_, 2, _)\nprint g(1, 3)\n", "321\n" },
  { "eval",
    "print eval(\"x -> 3*x\")(4), \" \", eval(\"a = 2; a + 1\")\ntry\n eval(\"1 +\")\ncatch e\n print "
    "\"bad\"\nendtry\n",
    "12 3\nbad\n" },
  { "cells of functions", "c = {x -> x + 1, x -> 2*x}\nprint c[0](4), \" \", c[1](4)\n", "5 8\n" },
};

static void
test_program (gconstpointer data)
{
  const Program *program = data;

  if (g_str_equal (program->name, "elements")) /* the column's layout is not this test's concern */
    {
      g_autoptr (RsRun) run = rs_run (program->text, "interp", RS_PRECISION_SINGLE, NULL, NULL);

      g_assert_true (g_str_has_prefix (run->output->str, program->expected));
      g_assert_cmpint (run->status, ==, 0);
      return;
    }
  rs_expect_output (program->text, program->expected);
}

static void
test_arguments (void)
{
  const char *const arguments[] = { "2.5", "word", "7", NULL };
  const char *text = "function [] = main(a, b, ...c)\n print a + 1, \" \", b, \" \", c[0] + 1\nendfunction\n";
  g_autoptr (RsRun) run = rs_run (text, "interp", RS_PRECISION_SINGLE, NULL, arguments);
  g_autoptr (RsRun) without = rs_run (text, "interp", RS_PRECISION_SINGLE, NULL, NULL);

  g_assert_cmpstr (run->output->str, ==, "3.5 word 8\n");
  g_assert_cmpint (without->status, ==, 2);
  g_assert_nonnull (strstr (without->messages->str, "a b [c ...]"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *name = g_strdup_printf ("/vm/language/%s", programs[i].name);

      g_test_add_data_func (name, &programs[i], test_program);
    }
  g_test_add_func ("/vm/arguments", test_arguments);
  return g_test_run ();
}
