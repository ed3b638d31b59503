/* Expressions under a pointer, and the calls that they belong to. `§` in a line marks the pointer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/expressions.h"

#include <string.h>

static RsModule *
parse (const char *text)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("/tmp/main.q", text, -1);

  return rs_parse (source, names, diagnostics);
}

static void
test_find (void)
{
  static const struct {
    const char *text, *whole, *part; /* whole NULL: nothing */
  } cases[] = {
    { "y = §p.x", "p.x", "p" },
    { "y = p.§x", "p.x", NULL },
    { "y = x§[2]", "x[2]", NULL },
    { "y = x[§2]", "x[2]", NULL },
    { "y = §x[i,j]", "x[i,j]", "x" },
    { "y = x[i,§j]", "j", NULL },
    { "y = §a.b[i].c", "a.b[i].c", "a" },
    { "y = a.§b[i].c", "a.b[i].c", "a.b" },
    { "y = a.b§[i].c", "a.b[i].c", "a.b[i]" },
    { "y = a.b[i].§c", "a.b[i].c", NULL },
    { "§y = 1", "y", NULL },
    { "§y[3] += 1", "y[3]", "y" },
    { "y = §f(x)", NULL, NULL }, /* the name of a function */
    { "y = f(§x)", "x", NULL },
    { "y = f(3)§[1]", NULL, NULL },   /* an element of what a call gives */
    { "y = x[f(1)]§.c", NULL, NULL }, /* a call among the indices */
    { "y = §x[f(1)].c", "x", NULL },  /* up to there */
    { "y = §obj.method(3)", "obj", NULL },
    { "y = obj.§method(3)", NULL, NULL },
    { "y = a §+ b", NULL, NULL },
    { "y = -a§[1]", "a[1]", NULL },
    { "for §i = 1..3\nend", "i", NULL },
    { "function y = f(§count : int, b)\nend", "count", NULL },
    { "function y = f(count : §int, b)\nend", NULL, NULL },
    { "% §x", NULL, NULL },
    { "y = \"§x\"", NULL, NULL },
    { "y = 12§", NULL, NULL },
    { "§", NULL, NULL },
    { "y = x[§", NULL, NULL }, /* text that is being written */
    { "print §x, y", "x", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *mark = strstr (cases[i].text, "§");
      g_autofree char *text
          = g_strdup_printf ("%.*s%s\n", (int)(mark - cases[i].text), cases[i].text, mark + strlen ("§"));
      g_autoptr (RsModule) module = parse (text);
      g_auto (RsExpression) found = { NULL, NULL };
      gboolean is_found = rs_expression_find (module, (guint32)(mark - cases[i].text), &found);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (found.whole, ==, cases[i].whole);
      g_assert_cmpstr (found.part, ==, cases[i].part);
      g_assert_cmpint (is_found, ==, cases[i].whole != NULL);
    }
}

static const char program[] = "k = 5\n"                     /* 1 */
                              "function y = outer(a)\n"     /* 2 */
                              "    function z = inner(b)\n" /* 3 */
                              "        z = b + a\n"         /* 4 */
                              "    end\n"                   /* 5 */
                              "    f = u -> u + a\n"        /* 6 */
                              "    y = inner(a) + f(2)\n"   /* 7 */
                              "end\n"                       /* 8 */
                              "print outer(k)\n";           /* 9 */

static guint32
find (const char *word)
{
  return (guint32)(strstr (program, word) - program);
}

static void
test_calls (void)
{
  g_autoptr (RsModule) module = parse (program);
  static const struct {
    const char *at, *function;
    guint line;
    gboolean is_of_call;
  } cases[] = {
    { "b + a", "inner", 4, TRUE },     { "b + a", "outer", 7, FALSE },    { "b + a", "main program", 9, FALSE },
    { "a) + f", "outer", 7, TRUE },    { "a) + f", "inner", 4, FALSE },   { "u + a", "lambda", 6, TRUE },
    { "u + a", "outer", 6, FALSE },   /* the lambda's own */
    { "a\n    y", "outer", 7, TRUE }, /* what it has from outside */
    { "a\n    y", "inner", 4, FALSE }, { "k)", "main program", 9, TRUE }, { "k = 5", "main program", 9, TRUE },
    { "k = 5", "outer", 7, FALSE },    { "k = 5", "lambda", 6, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s in %s:%u", cases[i].at, cases[i].function, cases[i].line);
      g_assert_cmpint (rs_expression_is_of_call (module, find (cases[i].at), cases[i].function, cases[i].line), ==,
                       cases[i].is_of_call);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expressions/find", test_find);
  g_test_add_func ("/expressions/calls", test_calls);
  return g_test_run ();
}
