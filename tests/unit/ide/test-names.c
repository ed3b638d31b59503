/* Names of an analysed program: hover, definition, what is refused, completion, calls. `§` in a text marks the place
 * that is asked about; it is taken out first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/call-hint.h"
#include "ide/analysis/completion/completion.h"
#include "ide/analysis/names/names.h"
#include "ide/analysis/names/rename.h"

#include <math.h>
#include <string.h>
#include <time.h>

#ifdef __SANITIZE_ADDRESS__
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

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

/* Line and column of the function that the call at the mark means. */
static void
check_overload (const char *call, guint line)
{
  static const char functions[] = "function y = f(x : scalar)\n    y = x\nendfunction\n"
                                  "function y = f(x : string)\n    y = 2\nendfunction\n"
                                  "function y = f(x, by = 2)\n    y = x\nendfunction\n"
                                  "function y = f(x : mat, ...more)\n    y = x\nendfunction\n";
  g_autofree char *text = g_strconcat (functions, call, "\n", NULL), *plain = NULL;
  guint32 offset;
  g_autoptr (RsAnalysis) analysis = analyse (text, &offset, &plain);
  g_autoptr (GError) error = NULL;
  RsPlace place;
  guint found, column;

  g_assert_true (rs_names_find_definition (analysis, offset, &place, &error));
  rs_source_locate (place.source, place.span.start, &found, &column);
  if (found != line || column != 14)
    g_error ("%s: %u:%u, not %u:14", call, found, column, line);
}

static void
test_overloads (void)
{
  check_overload ("z = f§(3.5)", 1);
  check_overload ("z = f§(\"text\")", 4);
  check_overload ("z = f§({1, 2})", 7);
  check_overload ("z = f§(3, 4)", 7);
  check_overload ("z = f§(3, by:=4)", 7);
  check_overload ("z = f§(zeros(2,2), 4, 5)", 10);
  check_overload ("z = f§(1, 2, 3, 4, 5)", 1); /* an error: none */
  check_overload ("w = \"text\"\nz = f§(w)", 4);
  check_overload ("z = f§", 1);
  check_overload ("g = f§\nz = 3", 1);
}

static RsReferences *
find_references (RsAnalysis *analysis, guint32 offset)
{
  g_autoptr (GError) error = NULL;
  RsReferences *references = rs_references_find (analysis, offset, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return references;
}

static void
test_references (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autoptr (RsReferences) references = find_references (analysis, find ("count", 2));
  g_autoptr (RsReferences) builtin = find_references (analysis, find ("sum(", 1));
  g_autoptr (GError) error = NULL;
  const RsReferencesFile *file;

  g_assert_cmpuint (references->n_places, ==, 3);
  g_assert_cmpuint (references->files->len, ==, 1);
  file = g_ptr_array_index (references->files, 0);
  g_assert_cmpuint (g_array_index (file->offsets, guint32, 0), ==, find ("count", 1));
  g_assert_cmpuint (g_array_index (file->offsets, guint32, 2), ==, find ("count", 3));
  g_assert_true (builtin->is_builtin);
  g_assert_cmpuint (builtin->n_places, ==, 1);
  g_assert_null (rs_references_find (analysis, find ("% count", 1) + 4, NULL, NULL, NULL, &error));
  g_assert_cmpstr (error->message, ==, "There is no name here");
}

/* In a text with a function of the library: where it is, what it is for. */
static void
test_library (void)
{
  g_autofree char *plain = NULL;
  guint32 offset;
  g_autoptr (RsAnalysis) analysis
      = analyse ("import \"imfilter.q\"\nprint gaussian_fil§ter(ones(4,4), 1.0)\n", &offset, &plain);
  g_autofree char *text = rs_names_describe (analysis, offset), *base = NULL, *word = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (RsCallHint) hint = { 0 };
  RsPlace place;

  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "gaussian_filter("));
  g_assert_nonnull (strchr (text, '\n')); /* the comment above it */
  g_assert_true (rs_names_find_definition (analysis, offset, &place, &error));
  base = g_path_get_basename (rs_source_get_name (place.source));
  word = rs_source_dup_span (place.source, place.span);
  g_assert_cmpstr (base, ==, "imfilter.q");
  g_assert_cmpstr (word, ==, "gaussian_filter");
  g_assert_true (rs_call_hint_find (analysis, plain, (guint32)strlen (plain) - 3, &hint));
  g_assert_nonnull (strstr (hint.signature, "gaussian_filter("));
  g_assert_cmpuint (hint.argument, ==, 1);
}

static void
check_refused (const char *word, const char *new_name, const char *reason)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();
  g_autoptr (RsReferences) references = find_references (analysis, find (word, 1));
  g_autoptr (GError) error = NULL;

  g_assert_false (rs_rename_check (analysis, references, new_name, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, reason) == NULL)
    g_error ("%s to %s: %s", word, new_name, error->message);
}

/* The sentence with which a new text is refused. */
static void
check_text_refused (const char *text, const char *new_name, const char *reason)
{
  g_autofree char *plain = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = NULL;
  g_autoptr (RsReferences) references = NULL;
  guint32 offset;
  g_autoptr (RsAnalysis) analysis = analyse (text, &offset, &plain);

  references = rs_references_find (analysis, offset, NULL, NULL, NULL, &error);
  texts = references != NULL ? rs_rename_make_texts (analysis, references, new_name, NULL, NULL, NULL, &error) : NULL;
  g_assert_null (texts);
  if (strstr (error->message, reason) == NULL)
    g_error ("%s: %s, not %s", text, error->message, reason);
}

static void
test_refused (void)
{
  check_refused ("count", "image", "means something else already");
  check_refused ("count", "twice", "means something else already");
  check_refused ("count", "sum", "is a built-in");
  check_refused ("count", "2x", "is no name");
  check_refused ("count", "endfor", "is no name");
  check_refused ("sum(", "total", "is a built-in");
  check_refused ("main", "begin", "is where the program begins");
  check_refused ("name : string", "x", "means something else already");
  check_text_refused ("co§unt = (1\n", "other", "has errors");
  check_text_refused ("function [] = __kernel__ k(x : mat, p§os : ivec2)\n  x[pos] = 1\nendfunction\n"
                      "x = ones(2,2)\nparallel_do(size(x), x, k)\n",
                      "place", "is given by the launch");
  check_text_refused ("function y = f(te§xt)\n  y = eval(text)\nendfunction\nprint f(\"1\")\n", "words", "“eval”");
  /* A field of something of which nothing is known may be this one. */
  check_text_refused ("type point : mutable class\n  p§x : scalar\nendtype\nfunction y = get(any)\n"
                      "  y = any.px\nendfunction\nprint get(point(px:=1))\n",
                      "left", "main.q:5");
  /* Where an inner function means an outer name, and the new one is its own. */
  check_text_refused ("co§unt = 3\nfunction y = f(x)\n  y = x + count\n  total = y\nendfunction\nprint f(1)\n", "total",
                      "means something else");
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

#define MOST_MILLISECONDS 50 /* of processor time */

/* The first list of a program of 20,000 lines. */
static void
test_complete_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *plain = NULL;
  g_autoptr (RsAnalysis) analysis = NULL;
  double least = INFINITY;
  guint32 offset, start;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text,
                            "function y = compute_%u(x : scalar)\n    count_%u = x + %u\n    y = count_%u\n"
                            "endfunction\n",
                            i, i, i, i);
  g_string_append (text, "z = com§\n");
  analysis = analyse (text->str, &offset, &plain);
  for (guint i = 0; i < 5; i++)
    {
      clock_t before = clock ();
      g_autoptr (GPtrArray) proposals = rs_complete (analysis, plain, offset, &start);

      const double taken = 1e3 * (double)(clock () - before) / CLOCKS_PER_SEC;

      least = MIN (least, taken);
      g_assert_cmpuint (proposals->len, >=, 100);
    }
  g_test_message ("%.1f ms", least);
  if (!IS_SANITIZED)
    g_assert_cmpfloat (least, <=, MOST_MILLISECONDS);
}

/* The call around the mark: "signature|argument|parameter"; "" for none. */
static void
check_call (const char *line, const char *expected)
{
  const char *end = program + strlen (program) - strlen ("endfunction\n");
  g_autofree char *text = g_strdup_printf ("%.*s    %s\nendfunction\n", (int)(end - program), program, line);
  g_autofree char *plain = NULL, *found = NULL;
  g_autoptr (RsAnalysis) analysis = analyse_program (), unused = NULL;
  g_auto (RsCallHint) hint = { 0 };
  guint32 offset;

  unused = analyse (text, &offset, &plain);
  if (rs_call_hint_find (analysis, plain, offset, &hint))
    found = g_strdup_printf ("%s|%u|%.*s", hint.signature, hint.argument,
                             (int)(hint.parameter.end - hint.parameter.start), hint.signature + hint.parameter.start);
  if (g_strcmp0 (found != NULL ? found : "", expected) != 0)
    g_error ("%s: “%s”, not “%s”", line, found, expected);
}

static void
test_call (void)
{
  check_call ("twice(§", "function y = twice(x : scalar)|0|x : scalar");
  check_call ("twice(cou§nt)", "function y = twice(x : scalar)|0|x : scalar");
  check_call ("twice(count, §", "function y = twice(x : scalar)|1|");
  check_call ("z = twice(mod(5, §2))", "y = mod(a, b)|1|b");
  check_call ("z = twice(mod(5, 2)§)", "function y = twice(x : scalar)|0|x : scalar");
  check_call ("z = mod(twice(5), §", "y = mod(a, b)|1|b");
  check_call ("z = mod(max([1,2,§3]), 2)", "m = max(x), y = max(a, b)|0|x");
  check_call ("z = max(1, §2)", "m = max(x), y = max(a, b)|1|b");
  check_call ("z = mod([1,2,§3], 2)", "y = mod(a, b)|0|a");
  check_call ("z = mod((1 + §2), 2)", "y = mod(a, b)|0|a");
  check_call ("z = mod(image[1,§2], 2)", "y = mod(a, b)|0|a");
  check_call ("q = point(name:=§", "point(x : scalar, name : string)|0|name : string");
  check_call ("q = point(x:=1, name:=§\"\")", "point(x : scalar, name : string)|1|name : string");
  check_call ("z = mod(5, 2)§", "");
  check_call ("z = mod§(5, 2)", "");
  check_call ("z = (1 + §2)", "");
  check_call ("z = image[§1]", "");
  check_call ("z = mod(5,\n    § 2)", "y = mod(a, b)|1|b");
  check_call ("z = mod(5,\n    §", "");
  check_call ("function y = mod(a, §b)", "");
}

/* Brackets and commas in texts that are default values. */
static void
test_call_with_texts (void)
{
  static const char function[] = "function y = f(x : scalar, open = \"(\", close = \"], }\", by = 2)\n"
                                 "    y = x * by\nendfunction\n";
  static const char *const rows[][2]
      = { { "print f(1, by = §3)\n", "by = 2" }, { "print f(1, close = §\"a\")\n", "close = \"], }\"" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (function, rows[i][0], NULL), *plain = NULL, *found = NULL;
      g_autoptr (RsAnalysis) analysis = NULL;
      g_auto (RsCallHint) hint = { 0 };
      guint32 offset;

      analysis = analyse (text, &offset, &plain);
      g_assert_true (rs_call_hint_find (analysis, plain, offset, &hint));
      found = g_strndup (hint.signature + hint.parameter.start, hint.parameter.end - hint.parameter.start);
      g_assert_cmpstr (found, ==, rows[i][1]);
    }
}

/* What is known of the names of a text that ends anywhere. */
static void
check_cut (const char *cut)
{
  g_autofree char *plain = NULL;
  guint32 offset;
  g_autoptr (RsAnalysis) analysis = analyse (cut, &offset, &plain);
  const RsNameTable *table = rs_analysis_get_names (analysis);
  const GArray *names = rs_name_table_get_names (table, 0);

  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);
      g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));
      g_autofree char *described = rs_names_describe (analysis, name->offset);

      g_assert_true (rs_name_stands_at (rs_analysis_get_source (analysis), name->offset, name->name));
      rs_name_table_get_keys (table, 0, name, keys);
    }
}

/* Nothing that is typed may crash: every offset of a text, whole and cut off. */
static void
test_any_place (void)
{
  g_autoptr (RsAnalysis) analysis = analyse_program ();

  for (guint32 i = 0; i <= strlen (program); i++)
    {
      g_autofree char *cut = g_strndup (program, i), *described = rs_names_describe (analysis, i);
      g_autoptr (RsReferences) references = rs_references_find (analysis, i, NULL, NULL, NULL, NULL);
      g_auto (RsCallHint) hint = { 0 };
      g_autoptr (GPtrArray) proposals = NULL;
      guint32 start;

      proposals = rs_complete (analysis, cut, i, &start);
      g_assert_cmpuint (start, <=, i);
      rs_call_hint_find (analysis, cut, i, &hint);
      check_cut (cut);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/describe", test_describe);
  g_test_add_func ("/names/definition", test_definition);
  g_test_add_func ("/names/overloads", test_overloads);
  g_test_add_func ("/names/references", test_references);
  g_test_add_func ("/names/library", test_library);
  g_test_add_func ("/names/refused", test_refused);
  g_test_add_func ("/completion/words", test_complete);
  g_test_add_func ("/completion/import", test_complete_import);
  g_test_add_func ("/completion/large", test_complete_large);
  g_test_add_func ("/completion/call", test_call);
  g_test_add_func ("/call/texts", test_call_with_texts);
  g_test_add_func ("/completion/any-place", test_any_place);
  return g_test_run ();
}
