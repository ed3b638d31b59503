/* The text of a document, which is kept beside the buffer: after each of many changes, and of their undoing, it is what
 * the buffer holds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/document.h"

#include <string.h>

/* All that ends a line, and letters of one to four bytes. */
static const char *const pieces[] = {
  "x", "for", "\n", "\r\n",         "\r",    "\n\n", "x = zeros(4)\n", "  ", "%{\n%}", /* these are ASCII */
  "ä", "→ß",  "𝛼",  "\xe2\x80\xa9", "é\n𝛼𝛽",
};
#define N_ASCII 9

static void
check (RsDocument *document)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (document);
  g_autofree char *expected = NULL, *copy = rs_document_dup_text (document);
  RsSource *source = rs_document_get_source (document);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  expected = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_cmpstr (copy, ==, expected);
  g_assert_cmpstr (rs_source_get_text (source), ==, expected);
}

static void
on_changed (GtkTextBuffer *buffer, guint *n_changes)
{
  (*n_changes)++;
  check (RS_DOCUMENT (buffer));
}

/* n_pieces: how many of them may come in. Never two deletions behind each other: GTK 4.8 loses memory when it joins
 * them for one step of undo. */
static void
change (GtkTextBuffer *buffer, GRand *random, int n_pieces)
{
  static gboolean has_deleted;
  int n = gtk_text_buffer_get_char_count (buffer), at = g_rand_int_range (random, 0, n + 1);
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, at);
  has_deleted = !has_deleted && (n > 400 || g_rand_int_range (random, 0, 3) == 0);
  if (has_deleted)
    {
      /* In either direction. */
      const int other = at + g_rand_int_range (random, -60, 60);

      gtk_text_buffer_get_iter_at_offset (buffer, &end, CLAMP (other, 0, n));
      gtk_text_buffer_delete (buffer, &start, &end);
    }
  else
    for (int i = g_rand_int_range (random, 1, 6); i > 0; i--)
      gtk_text_buffer_insert (buffer, &start, pieces[g_rand_int_range (random, 0, n_pieces)], -1);
}

/* With undo there are no letters of several bytes: GTK 4.8 puts deletions together wrongly that hold some. */
static void
test_copy (gconstpointer data)
{
  gboolean with_undo = GPOINTER_TO_INT (data);

  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (RsDocument) document = rs_document_new ();
      GtkTextBuffer *buffer = GTK_TEXT_BUFFER (document);
      guint n_changes = 0;

      g_signal_connect (document, "changed", G_CALLBACK (on_changed), &n_changes);
      gtk_text_buffer_set_text (buffer, "% a\nx = 1\n", -1);
      for (guint i = 0; i < 200; i++)
        {
          int what = g_rand_int_range (random, 0, 10);

          if (what == 0 && with_undo && gtk_text_buffer_get_can_undo (buffer))
            gtk_text_buffer_undo (buffer);
          else if (what == 1 && with_undo && gtk_text_buffer_get_can_redo (buffer))
            gtk_text_buffer_redo (buffer);
          else if (what == 2)
            rs_document_replace_text (document, with_undo ? "a\nb\n" : "a\nb 𝛼\n");
          else
            change (buffer, random, with_undo ? N_ASCII : G_N_ELEMENTS (pieces));
          check (document);
        }
      g_assert_cmpuint (n_changes, >, 100);
      gtk_text_buffer_set_text (buffer, "", -1);
      check (document);
      rs_document_discard (document);
    }
}

/* The same source as long as nothing changes: who has seen it need not look again. */
static void
test_source (void)
{
  g_autoptr (RsDocument) document = rs_document_new ();
  RsSource *source = NULL;

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (document), "x = 1\n", -1);
  source = rs_source_ref (rs_document_get_source (document));
  g_assert_true (rs_document_get_source (document) == source);
  gtk_text_buffer_insert_at_cursor (GTK_TEXT_BUFFER (document), "y", 1);
  g_assert_true (rs_document_get_source (document) != source);
  g_assert_cmpstr (rs_source_get_text (source), ==, "x = 1\n");
  rs_source_unref (source);
  rs_document_discard (document);
}

static void
on_refused (RsDocument *document, int most, guint *n)
{
  g_assert_cmpint (most, ==, 40000);
  (*n)++;
}

static void
count_call (GtkTextBuffer *buffer, const GtkTextIter *at, const char *text, int length, guint *n)
{
  (void)buffer, (void)at, (void)text, (void)length;
  (*n)++;
}

/* Characters of two bytes, so many that they are too long as bytes only. */
static char *
make_wide_line (void)
{
  GString *text = g_string_new ("\n");

  for (guint i = 0; i < 20001; i++)
    g_string_append (text, "\xc3\xa4");
  return g_string_free (text, FALSE);
}

/* What no file may hold is not inserted; what was there comes back. */
static void
test_long_line (void)
{
  g_autoptr (RsDocument) document = rs_document_new ();
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (document);
  g_autofree char *long_line = g_strnfill (40001, 'a'), *line = g_strnfill (30000, 'b');
  g_autofree char *with_end = g_strconcat (line, "\n", NULL), *wide = make_wide_line ();
  GtkTextIter start, end;
  guint n = 0, n_heard = 0;

  g_signal_connect (document, "line-refused", G_CALLBACK (on_refused), &n);
  gtk_text_buffer_insert_at_cursor (buffer, "x = 1\n", -1);
  gtk_text_buffer_insert_at_cursor (buffer, long_line, -1);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 6);
  gtk_text_buffer_insert_at_cursor (buffer, line, -1);
  gtk_text_buffer_insert_at_cursor (buffer, line, -1); /* behind it, in the same line */
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 30006);
  g_signal_connect (document, "insert-text", G_CALLBACK (count_call), &n_heard);
  gtk_text_buffer_insert_at_cursor (buffer, with_end, -1); /* its first line goes on behind the other */
  gtk_text_buffer_insert_at_cursor (buffer, wide, -1);     /* 40,002 bytes */
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (n_heard, ==, 0); /* who moves marks with the text does not hear of it */
  gtk_text_buffer_insert_at_cursor (buffer, "\n", -1);
  gtk_text_buffer_insert_at_cursor (buffer, line, -1);
  g_assert_cmpuint (n_heard, ==, 2);
  gtk_text_buffer_get_iter_at_line (buffer, &end, 2);
  start = end;
  gtk_text_iter_backward_char (&start);
  gtk_text_buffer_delete (buffer, &start, &end); /* would be one line of 60000 */
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 60007);
  check (document);
  g_assert_cmpint (gtk_text_buffer_get_line_count (buffer), ==, 3);
  gtk_text_buffer_get_iter_at_line (buffer, &start, 1);
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_undo (buffer);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 60007);
  g_assert_cmpuint (n, ==, 5);
  rs_document_replace_text (document, long_line); /* a text that was kept is not lost */
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 40001);
  check (document);
  rs_document_discard (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/document/copy", GINT_TO_POINTER (FALSE), test_copy);
  g_test_add_data_func ("/document/undo", GINT_TO_POINTER (TRUE), test_copy);
  g_test_add_func ("/document/source", test_source);
  g_test_add_func ("/document/long-line", test_long_line);
  return g_test_run ();
}
