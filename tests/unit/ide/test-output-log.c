/* The output of a run: order, bounds, readers at their own places, and lines that went before they were read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/output-log.h"

#include <string.h>

static void
write_text (RsOutputLog *log, RsOutputStream stream, const char *text)
{
  rs_output_log_write (log, stream, text, strlen (text));
}

/* Everything that follows, with a bar before what Redshift says. */
static char *
read_all (RsOutputLog *log, RsOutputReader *reader, guint64 *n_missed)
{
  GString *text = g_string_new (NULL);

  *n_missed = 0;
  while (rs_output_log_has_more (log, reader))
    {
      guint64 missed;
      g_autoptr (GPtrArray) pieces = rs_output_log_read (log, reader, 1000, &missed);

      *n_missed += missed;
      for (guint i = 0; i < pieces->len; i++)
        {
          const RsOutputPiece *piece = g_ptr_array_index (pieces, i);

          g_string_append_printf (text, "%s%s", piece->stream == RS_OUTPUT_OF_REDSHIFT ? "|" : "", piece->text->str);
        }
    }
  return g_string_free (text, FALSE);
}

static void
test_order (void)
{
  g_autoptr (RsOutputLog) log = rs_output_log_new ();
  RsOutputReader first = { 0 }, second = { 0 };
  g_autofree char *text = NULL, *rest = NULL, *all = NULL;
  guint64 n_missed;

  write_text (log, RS_OUTPUT_OF_PROGRAM, "one\ntwo\n");
  write_text (log, RS_OUTPUT_OF_REDSHIFT, "warning\n");
  text = read_all (log, &first, &n_missed);
  g_assert_cmpstr (text, ==, "one\ntwo\n|warning\n");
  write_text (log, RS_OUTPUT_OF_PROGRAM, "three");
  rest = read_all (log, &first, &n_missed);
  g_assert_cmpstr (rest, ==, "three");
  all = read_all (log, &second, &n_missed);
  g_assert_cmpstr (all, ==, "one\ntwo\n|warning\nthree");
  g_assert_cmpuint (n_missed, ==, 0);
  g_assert_cmpuint (rs_output_log_get_n_lines (log), ==, 3);
}

static void
test_bounds (void)
{
  g_autoptr (RsOutputLog) log = rs_output_log_new ();
  RsOutputReader reader = { 0 };
  g_autofree char *text = NULL;
  guint64 n_missed, n_read = 0;
  guint n = 300000;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = g_strdup_printf ("line %u\n", i);

      write_text (log, RS_OUTPUT_OF_PROGRAM, line);
    }
  text = read_all (log, &reader, &n_missed);
  g_assert_cmpuint (strlen (text), <=, RS_OUTPUT_LOG_BYTES);
  g_assert_cmpuint (strlen (text), >, RS_OUTPUT_LOG_BYTES / 2);
  g_assert_true (g_str_has_suffix (text, "line 299999\n"));
  for (const char *p = text; *p != '\0'; p++)
    n_read += *p == '\n';
  g_assert_cmpuint (n_missed + n_read, ==, n);
}

static void
test_skip (void)
{
  g_autoptr (RsOutputLog) log = rs_output_log_new ();
  RsOutputReader reader = { 0 };
  g_autofree char *text = NULL;
  guint64 n_missed;

  write_text (log, RS_OUTPUT_OF_PROGRAM, "old\n");
  rs_output_log_skip (log, &reader);
  g_assert_false (rs_output_log_has_more (log, &reader));
  write_text (log, RS_OUTPUT_OF_PROGRAM, "new\n");
  text = read_all (log, &reader, &n_missed);
  g_assert_cmpstr (text, ==, "new\n");
  g_assert_cmpuint (n_missed, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output-log/order", test_order);
  g_test_add_func ("/output-log/bounds", test_bounds);
  g_test_add_func ("/output-log/skip", test_skip);
  return g_test_run ();
}
