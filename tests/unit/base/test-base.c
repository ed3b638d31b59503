/* Sources, diagnostics, arenas and interned names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/arena.h"
#include "compiler/base/diagnostics.h"
#include "compiler/base/names.h"

#include <glib/gstdio.h>
#include <string.h>

static void
check_place (const RsSource *source, guint32 offset, guint expected_line, guint expected_column)
{
  guint line, column;

  rs_source_locate (source, offset, &line, &column);
  g_assert_cmpuint (line, ==, expected_line);
  g_assert_cmpuint (column, ==, expected_column);
}

static void
test_source_places (void)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("a.q", "one\nt\xc3\xa4o\n\nlast", -1);
  g_autofree char *line = rs_source_dup_line (source, 2);
  g_autofree char *span = rs_source_dup_span (source, (RsSpan){ 4, 6 });

  g_assert_cmpuint (rs_source_get_n_lines (source), ==, 4);
  check_place (source, 0, 1, 1);
  check_place (source, 3, 1, 4);
  check_place (source, 4, 2, 1);
  check_place (source, 7, 2, 3);
  check_place (source, 9, 3, 1);
  check_place (source, 14, 4, 5);
  check_place (source, 1000, 4, 5);
  g_assert_cmpuint (rs_source_find_column (source, 2, 3), ==, 7);
  g_assert_cmpuint (rs_source_find_column (source, 2, 4), ==, 4); /* the line ends before it */
  g_assert_cmpuint (rs_source_find_column (source, 4, 0), ==, 10);
  g_assert_cmpuint (rs_source_find_column (source, 5, 1), ==, 0);
  g_assert_cmpstr (line, ==, "t\xc3\xa4o");
  g_assert_cmpstr (span, ==, "t\xc3");
  g_assert_null (rs_source_dup_line (source, 5));
}

static void
test_source_encodings (void)
{
  static const struct {
    const char *text;
    const char *expected;
  } cases[] = {
    { "", "" },
    { "\xef\xbb\xbfx = 1", "x = 1" },
    { "% \xe4\n", "% \xc3\xa4\n" },
    { "% \xc3\xa4\n", "% \xc3\xa4\n" },
    { "\xef\xbb\xbf\xff", "\xc3\xbf" },
    { "a\r\nb\r\n", "a\r\nb\r\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsSource) source = rs_source_new_from_text ("a.q", cases[i].text, -1);

      g_assert_cmpstr (rs_source_get_text (source), ==, cases[i].expected);
      g_assert_cmpuint (rs_source_get_length (source), ==, strlen (cases[i].expected));
    }
}

static void
test_source_files (void)
{
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) binary = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (RsSource) source = NULL;
  int file = g_file_open_tmp ("source-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, "x = 1\n", -1, NULL));
  source = rs_source_new_from_file (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (rs_source_get_name (source), ==, path);
  g_assert_cmpstr (rs_source_get_text (source), ==, "x = 1\n");
  g_assert_true (g_file_set_contents (path, "x\0y", 3, NULL));
  g_assert_null (rs_source_new_from_file (path, &binary));
  g_assert_error (binary, G_CONVERT_ERROR, G_CONVERT_ERROR_ILLEGAL_SEQUENCE);
  g_unlink (path);
  g_assert_null (rs_source_new_from_file (path, &missing));
  g_assert_error (missing, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void
test_diagnostics_order (void)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("a.q", "x = 1\ny = 2\n", -1);

  rs_diagnostics_report_text (diagnostics, "W1", RS_SEVERITY_WARNING, source, (RsSpan){ 6, 7 }, "second 2");
  rs_diagnostics_report_text (diagnostics, "E1", RS_SEVERITY_ERROR, source, (RsSpan){ 0, 1 }, "first");
  rs_diagnostics_report_text (diagnostics, "E1", RS_SEVERITY_ERROR, source, (RsSpan){ 0, 1 }, "first");
  g_assert_cmpuint (rs_diagnostics_get_length (diagnostics), ==, 3);
  g_assert_cmpuint (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR), ==, 2);
  rs_diagnostics_sort (diagnostics);
  g_assert_cmpuint (rs_diagnostics_get_length (diagnostics), ==, 2);
  g_assert_cmpstr (rs_diagnostics_get (diagnostics, 0)->message, ==, "first");
  g_assert_cmpstr (rs_diagnostics_get (diagnostics, 1)->message, ==, "second 2");
}

static void
test_diagnostics_text (void)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("a.q", "x = 1\n\ty = )\n", -1);
  g_autofree char *text = NULL;

  rs_diagnostics_report_text (diagnostics, "E1", RS_SEVERITY_ERROR, source, (RsSpan){ 11, 12 }, "no expression");
  text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));
  g_assert_cmpstr (text, ==, "a.q:2:6: error: no expression [E1]\n  \ty = )\n  \t    ^\n");
}

/* The caret stays under its place when only a part of a long line is shown. */
static void
test_diagnostics_long_line (void)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *line = g_strnfill (1000, 'a');
  g_autoptr (RsSource) source = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  line[500] = 'B';
  source = rs_source_new_from_text ("a.q", line, -1);
  rs_diagnostics_report_text (diagnostics, "E1", RS_SEVERITY_NOTE, source, (RsSpan){ 500, 501 }, "here");
  text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "a.q:1:501: note: here [E1]");
  g_assert_cmpuint (strlen (lines[1]), <, 200);
  g_assert_cmpint (strchr (lines[1], 'B') - lines[1], ==, strchr (lines[2], '^') - lines[2]);
}

static void
test_arena (void)
{
  g_autoptr (RsArena) arena = rs_arena_new ();

  for (gsize size = 0; size < 3000; size += 7)
    {
      guint8 *memory = rs_arena_alloc (arena, size);

      g_assert_cmpuint ((gsize)memory % 16, ==, 0);
      for (gsize i = 0; i < size; i++)
        {
          g_assert_cmpuint (memory[i], ==, 0);
          memory[i] = 0xff;
        }
    }
  g_assert_nonnull (rs_arena_alloc (arena, 5 << 20));
  g_assert_cmpuint (rs_arena_get_size (arena), >, 5 << 20);
  g_assert_cmpstr (rs_arena_strndup (arena, "abcdef", 3), ==, "abc");
  g_assert_cmpstr (rs_arena_printf (arena, "%d-%s", 4, "x"), ==, "4-x");
}

static gpointer
intern_many (gpointer names)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *text = g_strdup_printf ("name%u", i % 500);

      g_assert_true (rs_names_intern (names, text, -1) == rs_names_intern (names, text, (gssize)strlen (text)));
    }
  return NULL;
}

static void
test_names (void)
{
  g_autoptr (RsNames) names = rs_names_new ();
  const char *first = rs_names_intern (names, "alpha beta", 5);
  GThread *threads[4];

  g_assert_cmpstr (first, ==, "alpha");
  g_assert_true (first == rs_names_intern (names, "alpha", -1));
  g_assert_true (first != rs_names_intern (names, "Alpha", -1));
  g_assert_cmpstr (rs_names_intern (names, "", 0), ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("intern", intern_many, names);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_true (first == rs_names_intern (names, "alpha", -1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/source/places", test_source_places);
  g_test_add_func ("/base/source/encodings", test_source_encodings);
  g_test_add_func ("/base/source/files", test_source_files);
  g_test_add_func ("/base/diagnostics/order", test_diagnostics_order);
  g_test_add_func ("/base/diagnostics/text", test_diagnostics_text);
  g_test_add_func ("/base/diagnostics/long-line", test_diagnostics_long_line);
  g_test_add_func ("/base/arena", test_arena);
  g_test_add_func ("/base/names", test_names);
  return g_test_run ();
}
