/* What no program should look like: it ends in errors, in linear time, and in nothing worse.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

#include <string.h>
#include <time.h>

static char *
repeat (const char *text, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (out, text);
  return g_string_free (out, FALSE);
}

static guint
count_lines (const char *text)
{
  guint n = *text != '\0';

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* Parses n times opening, inside, n times closing: one error that names the limit, when there is one to be. */
static void
check_nesting (const char *opening, const char *inside, const char *closing, guint n, gboolean is_error)
{
  g_autofree char *before = repeat (opening, n);
  g_autofree char *after = repeat (closing, n);
  g_autofree char *text = g_strconcat ("x = ", before, inside, after, "\ny = 2\n", NULL);
  g_autofree char *errors = syntax_errors (text, -1);

  if (!is_error)
    {
      g_assert_cmpstr (errors, ==, "");
      return;
    }
  g_assert_cmpuint (count_lines (errors), ==, 1);
  g_assert_true (strstr (errors, "nested") != NULL || strstr (errors, "in a row") != NULL
                 || strstr (errors, "too deep") != NULL);
}

static void
test_nesting (void)
{
  static const struct {
    const char *opening, *inside, *closing;
  } shapes[] = {
    { "(", "1", ")" },        { "[", "1", "]" },         { "{", "1", "}" },       { "f(", "1", ")" },
    { "a[", "1", "]" },       { "-", "1", "" },          { "!", "1", "" },        { "2^-", "1", "" },
    { "x -> ", "1", "" },     { "a ? ", "1", " : 2" },   { "a = ", "1", "" },     { "(x) -> (", "1", ")" },
    { "vec[", "int", "]" },   { "$f(", "1", ")" },       { "1 + (", "1", ")" },   { "f(a, ", "1", ")" },
    { "", "1", " + 1" },      { "", "x", ".y" },         { "", "f", "(1)" },      { "", "1", "^2" },
    { "a ? 1 : ", "2", "" },  { "f(x := ", "1", ")" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      check_nesting (shapes[i].opening, shapes[i].inside, shapes[i].closing, 300, FALSE);
      check_nesting (shapes[i].opening, shapes[i].inside, shapes[i].closing, 100000, TRUE);
    }
}

/* Long sums inside of deep brackets: each alone would be allowed. */
static void
test_depth (void)
{
  GString *text = g_string_new ("x = ");
  g_autofree char *sum = repeat ("+1", 1900);
  g_autofree char *errors = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append_c (text, '(');
  g_string_append_c (text, '1');
  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "%s)", sum);
  errors = syntax_errors (text->str, (gssize)text->len);
  g_assert_cmpuint (count_lines (errors), ==, 1);
  g_assert_nonnull (strstr (errors, "too deep"));
  g_string_free (text, TRUE);
}

static void
test_nested_types (void)
{
  g_autofree char *opening = repeat ("[int -> ", 50000);
  g_autofree char *closing = repeat ("]", 50000);
  g_autofree char *text = g_strconcat ("x : ", opening, "int", closing, NULL);
  g_autofree char *arrows = repeat ("int -> ", 50000);
  g_autofree char *chain = g_strconcat ("x : [", arrows, "int]", NULL);
  g_autofree char *errors = syntax_errors (text, -1);
  g_autofree char *chain_errors = syntax_errors (chain, -1);

  g_assert_cmpuint (count_lines (errors), ==, 1);
  g_assert_cmpuint (count_lines (chain_errors), ==, 1);
}

static void
test_nested_blocks (void)
{
  g_autofree char *text = repeat ("if a\n", 20000);
  g_autofree char *errors = syntax_errors (text, -1);

  g_assert_cmpuint (count_lines (errors), ==, 1);
  g_assert_nonnull (strstr (errors, "nested"));
}

static void
test_long_line (void)
{
  g_autofree char *elements = repeat ("1, ", 1000000);
  g_autofree char *text = g_strconcat ("x = [", elements, "1]\ny = )\n", NULL);
  g_autofree char *errors = syntax_errors (text, -1);

  g_assert_cmpstr (errors, ==, "2:5 expected an expression, found `)`");
}

/* Ten megabytes on one line, of things that nest, or do not. */
static void
test_endless_lines (void)
{
  static const char *const pieces[] = { "(",    ")",    "[",   "]",  "(]", "{!", "'",       "\"",  "a ",      "1+",
                                        "a.",   "_",    "\\",  "#",  "%",  "$",  "...",     "->",  "f(x -> ", "a'b",
                                        "x : ", "vec[", "if ", "| ", "; ", ", ", "match (", "\xff" };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      guint n = 1000000 / strlen (pieces[i]);
      g_autofree char *text = repeat (pieces[i], n);
      g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
      g_autoptr (RsNames) names = rs_names_new ();
      g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
      clock_t start = clock ();
      g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

      g_assert_nonnull (module->root);
      g_assert_cmpuint (rs_diagnostics_get_length (diagnostics), <=, 201);
      /* Far more than a linear parser needs under sanitizers, far less than a quadratic one. */
      g_assert_cmpint (clock () - start, <, 20 * CLOCKS_PER_SEC);
    }
}

static void
test_error_limit (void)
{
  g_autofree char *text = repeat ("x = )\n", 1000);
  g_autofree char *errors = syntax_errors (text, -1);

  g_assert_cmpuint (count_lines (errors), ==, 201);
  g_assert_nonnull (strstr (errors, "more than 200 errors"));
}

static void
test_binary (void)
{
  GRand *random = g_rand_new_with_seed (1);
  char text[4096];

  for (guint round = 0; round < 50; round++)
    {
      g_autofree char *errors = NULL;

      for (gsize i = 0; i < sizeof text; i++)
        text[i] = (char)g_rand_int_range (random, 0, 256);
      errors = syntax_errors (text, sizeof text);
      g_assert_cmpuint (count_lines (errors), >, 0);
    }
  g_rand_free (random);
}

static void
test_empty (void)
{
  static const char *const texts[] = { "", "\n", "% comment", "\xef\xbb\xbf", "_", "_\n_\n", ";;;", " \t\r\n" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *errors = syntax_errors (texts[i], -1);

      g_assert_cmpstr (errors, ==, "");
    }
}

static void
test_speed (void)
{
  g_autofree char *text = repeat ("function y = f(x : mat, k : scalar = 1.5)\n"
                                  "  for i = 0..size(x,0)-1\n"
                                  "    y[i] = k * x[i,0] + sqrt(abs(x[i,1])) ^ 2 % comment\n"
                                  "  endfor\n"
                                  "endfunction\n",
                                  2000);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  clock_t start = clock ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  double milliseconds = (double)(clock () - start) * 1000 / CLOCKS_PER_SEC;

  g_assert_cmpuint (rs_diagnostics_get_length (diagnostics), ==, 0);
  g_test_minimized_result (milliseconds / 10, "%.2f ms for 1,000 lines", milliseconds / 10);
  /* A bound that holds with sanitizers, too. */
  g_assert_cmpfloat (milliseconds, <, 2000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/limits/nesting", test_nesting);
  g_test_add_func ("/syntax/limits/depth", test_depth);
  g_test_add_func ("/syntax/limits/types", test_nested_types);
  g_test_add_func ("/syntax/limits/blocks", test_nested_blocks);
  g_test_add_func ("/syntax/limits/long-line", test_long_line);
  g_test_add_func ("/syntax/limits/endless-lines", test_endless_lines);
  g_test_add_func ("/syntax/limits/errors", test_error_limit);
  g_test_add_func ("/syntax/limits/binary", test_binary);
  g_test_add_func ("/syntax/limits/empty", test_empty);
  g_test_add_func ("/syntax/limits/speed", test_speed);
  return g_test_run ();
}
