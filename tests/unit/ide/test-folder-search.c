/* The search of a folder: files that are left out or written meanwhile, and a folder that is gone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/folder-search.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  GMainLoop *loop;
  char *summary;
  guint n_found;
} Outcome;

static void
on_found (RsFolderSearch *search, GPtrArray *matches, Outcome *outcome)
{
  outcome->n_found += matches->len;
}

static void
on_ended (RsFolderSearch *search, const char *summary, Outcome *outcome)
{
  outcome->summary = g_strdup (summary);
  g_main_loop_quit (outcome->loop);
}

static void
look (const char *folder, Outcome *outcome)
{
  const RsFolderQuery query = { folder, "needle", TRUE, FALSE, FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsFolderSearch) search = NULL;

  *outcome = (Outcome){ .loop = g_main_loop_new (NULL, FALSE) };
  search = rs_folder_search_new (&query, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (search, "found", G_CALLBACK (on_found), outcome);
  g_signal_connect (search, "ended", G_CALLBACK (on_ended), outcome);
  g_main_loop_run (outcome->loop);
  g_signal_handlers_disconnect_by_data (search, outcome);
  g_main_loop_unref (outcome->loop);
}

static void
test_gone (void)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-search-XXXXXX", NULL), *summary = NULL;
  Outcome outcome;

  g_assert_cmpint (g_rmdir (folder), ==, 0);
  look (folder, &outcome);
  summary = outcome.summary;
  g_assert_nonnull (strstr (summary, folder));
  g_assert_nonnull (strstr (summary, "removed or renamed"));
}

static void
write_in (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
unlink_in (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* What is left out is told. */
static void
test_left_out (void)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-search-XXXXXX", NULL), *summary = NULL;
  g_autofree char *link = g_build_filename (folder, "linked.q", NULL);
  Outcome outcome;

  write_in (folder, "seen.q", "needle\n");
  write_in (folder, ".hidden.q", "needle\n");
  write_in (folder, ".other", "needle\n");
  g_assert_cmpint (symlink ("seen.q", link), ==, 0);
  look (folder, &outcome);
  summary = outcome.summary;
  g_assert_cmpuint (outcome.n_found, ==, 1);
  g_assert_cmpstr (summary, ==, "1 place in 1 file read; 2 hidden files or folders left out; 1 link not followed");
  for (const char *const *name = (const char *const[]){ "seen.q", ".hidden.q", ".other", "linked.q", NULL };
       *name != NULL; name++)
    unlink_in (folder, *name);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

typedef struct {
  char *path;
  gint is_over, n_written;
} Writer;

/* Grows without a pause. */
static gpointer
append (gpointer data)
{
  Writer *writer = data;
  FILE *file = g_fopen (writer->path, "a");

  while (g_atomic_int_get (&writer->is_over) == 0)
    {
      fputc ('x', file);
      fflush (file);
      g_atomic_int_inc (&writer->n_written);
    }
  fclose (file);
  return NULL;
}

static void
test_written (void)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-search-XXXXXX", NULL), *summary = NULL;
  g_autofree char *quiet = g_build_filename (folder, "a.q", NULL), *busy = g_build_filename (folder, "b.q", NULL);
  g_autoptr (GString) text = g_string_new ("needle\n");
  const char *told = "1 file was written while it was read";
  Writer writer = { busy, 0, 0 };
  Outcome outcome;
  GThread *thread;

  g_assert_true (g_file_set_contents (quiet, text->str, (gssize)text->len, NULL));
  while (text->len < 4000000)
    g_string_append (text, "a line of a file that is long enough to be written while it is read\n");
  g_assert_true (g_file_set_contents (busy, text->str, (gssize)text->len, NULL));
  thread = g_thread_new ("writer", append, &writer);
  while (g_atomic_int_get (&writer.n_written) < 100)
    g_thread_yield ();
  /* The writer may rest for the time of a reading; then the text is that of one moment. */
  for (guint i = 0; i < 1000 && (summary == NULL || strstr (summary, told) == NULL); i++)
    {
      look (folder, &outcome);
      g_free (summary);
      summary = outcome.summary;
      g_assert_cmpuint (outcome.n_found, ==, 2);
    }
  g_atomic_int_set (&writer.is_over, 1);
  g_thread_join (thread);
  g_assert_nonnull (strstr (summary, told));
  g_unlink (quiet);
  g_unlink (busy);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folder-search/gone", test_gone);
  g_test_add_func ("/folder-search/left-out", test_left_out);
  g_test_add_func ("/folder-search/written", test_written);
  return g_test_run ();
}
