/* Names of an analysed program: hover, definition, references, renaming there and back. `§` in a text marks the place
 * that is asked about; it is taken out first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion.h"
#include "ide/analysis/names.h"

#include <glib/gstdio.h>
#include <string.h>

static const char program[] = "% Doubles a number.\n"
                              "function y = twice(x : scalar)\n"
                              "    y = 2*x\n"
                              "endfunction\n"
                              "type point : mutable class\n"
                              "    x : scalar\n"
                              "    name : string\n"
                              "endtype\n"
                              "function [] = main()\n"
                              "    count = 3\n"
                              "    image = zeros(4,5)\n"
                              "    p = point(x:=1, name:=\"a\")\n"
                              "    print twice(count) + count, sum(image), p.name % count\n"
                              "endfunction\n";

/* text without its mark. */
static RsAnalysis *
analyse (const char *text, guint32 *offset, char **plain)
{
  const char *mark = strstr (text, "§");
  g_autoptr (RsSource) source = NULL;

  *plain = mark != NULL ? g_strdup_printf ("%.*s%s", (int)(mark - text), text, mark + strlen ("§")) : g_strdup (text);
  *offset = mark != NULL ? (guint32)(mark - text) : 0;
  source = rs_source_new_from_text ("/tmp/main.q", *plain, -1);
  return rs_analysis_new (source, NULL, RS_PRECISION_SINGLE);
}

/* Offset of the n-th occurrence. */
static guint32
find (const char *word, guint n)
{
  const char *at = strstr (program, word);

  while (n-- > 1)
    at = strstr (at + 1, word);
  return (guint32)(at - program);
}

static RsAnalysis *
analyse_program (void)
{
  g_autofree char *plain = NULL;
  guint32 offset;
  RsAnalysis *analysis = analyse (program, &offset, &plain);

  g_assert_false (rs_analysis_has_errors (analysis));
  return analysis;
}

static void
test_describe (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  static const struct {
    const char *word;
    guint n;
    const char *expected; /* what the description begins with; NULL: there is none */
  } cases[] = {
    { "twice(count", 1, "function y = twice(x : scalar)\nDoubles a number." },
    { "count = 3", 1, "count : int (variable)" },
    { "image", 2, "image : mat(4,5) (variable)" },
    { "x : scalar", 1, "x : scalar (parameter)" },
    { "sum(", 1, "s = sum(x)" },
    { "name % count", 1, "name : string (member of point)" },
    { "point(x", 1, "type point" },
    { "count\n", 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = rs_names_describe (analysis, find (cases[i].word, cases[i].n));

      if (cases[i].expected == NULL ? text != NULL : text == NULL || !g_str_has_prefix (text, cases[i].expected))
        g_error ("%s: %s, not %s", cases[i].word, text, cases[i].expected);
    }
}

static void
check_definition (const RsAnalysis *analysis, guint32 from, guint32 expected)
{
  g_autoptr (GError) error = NULL;
  RsPlace place;

  g_assert_true (rs_names_find_definition (analysis, from, &place, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (place.span.start, ==, expected);
}

static void
test_definition (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autoptr (GError) error = NULL;
  RsPlace place;

  check_definition (analysis, find ("twice", 2), find ("twice", 1));
  check_definition (analysis, find ("count", 3), find ("count", 1));
  check_definition (analysis, find ("name %", 1), find ("name", 1));
  g_assert_false (rs_names_find_definition (analysis, find ("sum(", 1), &place, &error));
  g_assert_cmpstr (error->message, ==, "“sum” is a built-in: it has no definition in Quasar");
}

static void
test_references (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autoptr (GArray) places = rs_names_find_references (analysis, find ("count", 2));

  g_assert_cmpuint (places->len, ==, 3);
  g_assert_cmpuint (g_array_index (places, RsPlace, 0).span.start, ==, find ("count", 1));
  g_assert_cmpuint (g_array_index (places, RsPlace, 2).span.start, ==, find ("count", 3));
}

static char *
replace (const char *text, const GArray *places, const char *name)
{
  GString *result = g_string_new (NULL);
  guint32 at = 0;

  for (guint i = 0; i < places->len; i++)
    {
      const RsPlace *place = &g_array_index (places, RsPlace, i);

      g_string_append_len (result, text + at, place->span.start - at);
      g_string_append (result, name);
      at = place->span.end;
    }
  g_string_append (result, text + at);
  return g_string_free (result, FALSE);
}

/* There and back again leaves every byte, and in between the program has no errors. */
static void
test_rename (void)
{
  static const char *const words[] = { "count", "twice", "image", "p =", "y" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (RsAnalysis) first = analyse_program (), second = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *old = rs_names_get_word (first, find (words[i], 1));
      g_autoptr (GArray) there
          = rs_names_rename (first, find (words[i], words[i][0] == 'y' ? 2 : 1), "renamed_one", &error),
          back = NULL;
      g_autofree char *changed = NULL, *again = NULL, *plain = NULL;
      guint32 offset;

      g_assert_no_error (error);
      changed = replace (program, there, "renamed_one");
      g_assert_null (strstr (program, "renamed_one"));
      second = analyse (changed, &offset, &plain);
      g_assert_false (rs_analysis_has_errors (second));
      back = rs_names_rename (second, (guint32)(strstr (changed, "renamed_one") - changed),
                              words[i][0] == 'y' ? "y" : old, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (back->len, ==, there->len);
      again = replace (changed, back, words[i][0] == 'y' ? "y" : old);
      g_assert_cmpstr (again, ==, program);
    }
}

static void
check_refused (const char *word, const char *new_name, const char *reason)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autoptr (GError) error = NULL;

  g_assert_null (rs_names_rename (analysis, find (word, 1), new_name, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, reason) == NULL)
    g_error ("%s to %s: %s", word, new_name, error->message);
}

static void
test_refused (void)
{
  g_autofree char *plain = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsAnalysis) wrong = NULL;
  guint32 offset;

  check_refused ("count", "image", "means something else already");
  check_refused ("count", "twice", "means something else already");
  check_refused ("count", "sum", "is a built-in");
  check_refused ("count", "2x", "is no name");
  check_refused ("count", "endfor", "is no name");
  check_refused ("sum(", "total", "is a built-in");
  wrong = analyse ("co§unt = (1\n", &offset, &plain);
  g_assert_null (rs_names_rename (wrong, offset, "other", &error));
  g_assert_nonnull (strstr (error->message, "has errors"));
}

/* --- completion --- */

/* The proposals at the mark, joined by blanks. */
static char *
complete (const char *analysed, const char *text)
{
  g_autofree char *plain = NULL, *marked = NULL;
  guint32 offset, at, start;
  g_autoptr (RsAnalysis) analysis = analyse (analysed, &offset, &marked), unused = analyse (text, &at, &plain);
  g_autoptr (GPtrArray) proposals = rs_complete (analysis, plain, at, &start);
  GString *result = g_string_new (NULL);

  for (guint i = 0; i < proposals->len; i++)
    g_string_append_printf (result, "%s%s", i > 0 ? " " : "",
                            ((const RsProposal *)g_ptr_array_index (proposals, i))->text);
  return g_string_free (result, FALSE);
}

static void
check_complete (const char *line, const char *expected)
{
  const char *end = program + strlen (program) - strlen ("endfunction\n");
  g_autofree char *text = NULL, *found = NULL;

  text = g_strdup_printf ("%.*s    %s\nendfunction\n", (int)(end - program), program, line);
  found = complete (program, text);
  if (expected[0] == '^' ? !g_str_has_prefix (found, expected + 1) : strcmp (found, expected) != 0)
    g_error ("%s: “%s”, not “%s”", line, found, expected);
}

static void
test_complete (void)
{
  check_complete ("x = cou§", "^count");
  check_complete ("x = tw§", "twice");
  check_complete ("x = ima§", "^image imag");
  check_complete ("x = p.§", "x name");
  check_complete ("x = p.na§", "name");
  check_complete ("x : mat'mir§", "mirror");
  check_complete ("% cou§", "");
  check_complete ("print \"cou§\"", "");
  check_complete ("print \"cou§", "");
  check_complete ("endfo§", "endfor");
  check_complete ("x = 3co§", "");
  check_complete ("x = poi§", "^point");
}

static void
test_complete_import (void)
{
  g_autofree char *found = complete ("x = 1\n", "import \"imfil§\"\n");

  g_assert_nonnull (strstr (found, "imfilter.q"));
}

static void
test_call (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autofree char *own = NULL, *builtin = NULL, *none = NULL;
  guint argument;

  own = rs_describe_call (analysis, program, find ("count) +", 1), &argument);
  g_assert_cmpstr (own, ==, "function y = twice(x : scalar)");
  g_assert_cmpuint (argument, ==, 0);
  builtin = rs_describe_call (analysis, program, find ("5)", 1), &argument);
  g_assert_true (g_str_has_prefix (builtin, "y = zeros(") || strstr (builtin, "zeros(") != NULL);
  g_assert_cmpuint (argument, ==, 1);
  none = rs_describe_call (analysis, program, find ("count = 3", 1), &argument);
  g_assert_null (none);
}

/* The first list in a text of 20,000 lines. */
static void
test_speed (void)
{
  GString *text = g_string_new ("function [] = main()\n");
  g_autofree char *plain = NULL;
  g_autoptr (RsAnalysis) analysis = NULL;
  g_autoptr (GPtrArray) proposals = NULL;
  guint32 offset, start;
  gint64 began;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "    variable%u = %u\n", i, i);
  g_string_append (text, "    x = var§\nendfunction\n");
  analysis = analyse (text->str, &offset, &plain);
  began = g_get_monotonic_time ();
  proposals = rs_complete (analysis, plain, offset, &start);
  g_test_message ("first list after %.1f ms", (double)(g_get_monotonic_time () - began) / 1000);
  g_assert_cmpuint (proposals->len, >, 100);
  g_string_free (text, TRUE);
}

/* Nothing that is typed may crash: every offset of a text, whole and cut off. */
static void
test_any_place (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();

  for (guint32 i = 0; i <= strlen (program); i++)
    {
      g_autofree char *cut = g_strndup (program, i), *described = rs_names_describe (analysis, i), *call = NULL;
      g_autoptr (GArray) references = rs_names_find_references (analysis, i);
      g_autoptr (GPtrArray) proposals = NULL;
      guint32 start;
      guint argument;

      proposals = rs_complete (analysis, cut, i, &start);
      g_assert_cmpuint (start, <=, i);
      call = rs_describe_call (analysis, cut, i, &argument);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/describe", test_describe);
  g_test_add_func ("/names/definition", test_definition);
  g_test_add_func ("/names/references", test_references);
  g_test_add_func ("/names/rename", test_rename);
  g_test_add_func ("/names/refused", test_refused);
  g_test_add_func ("/completion/words", test_complete);
  g_test_add_func ("/completion/import", test_complete_import);
  g_test_add_func ("/completion/call", test_call);
  g_test_add_func ("/completion/speed", test_speed);
  g_test_add_func ("/completion/any-place", test_any_place);
  return g_test_run ();
}
