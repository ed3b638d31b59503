/* Removals of files: what they hold is let go of on the main thread, and the program does not end in the middle.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-removal.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#define MANY 500

typedef struct {
  GThread *thread;
  guint n_removed, n_destroyed;
} Seen;

static void
on_removed (const GError *error, gpointer data)
{
  Seen *seen = data;

  g_assert_no_error (error);
  g_assert_true (g_thread_self () == seen->thread);
  seen->n_removed++;
}

static void
on_destroy (gpointer data)
{
  Seen *seen = data;

  g_assert_true (g_thread_self () == seen->thread);
  seen->n_destroyed++;
}

static void
make_files (const char *folder, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.txt", folder, i);

      g_assert_true (g_file_set_contents (path, "", 0, NULL));
    }
}

/* Widgets may be let go of on the main thread only: a task may end on the thread that did it. */
static void
test_thread (void)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-removal-XXXXXX", NULL);
  Seen seen = { .thread = g_thread_self () };

  make_files (folder, MANY);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.txt", folder, i);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      rs_file_removal_start (NULL, file, TRUE, on_removed, &seen, on_destroy);
      while (seen.n_destroyed == i)
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (seen.n_removed, ==, i + 1);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
on_activate (GApplication *application, gpointer folder)
{
  static Seen seen;
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  seen = (Seen){ .thread = g_thread_self () };
  rs_file_removal_start (NULL, file, TRUE, on_removed, &seen, on_destroy);
}

/* Nothing else holds the program here: it has no window. */
static void
test_end (void)
{
  g_autofree char *folder = g_dir_make_tmp ("redshift-removal-XXXXXX", NULL);
  g_autoptr (GApplication) application = g_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  make_files (folder, MANY);
  g_application_set_default (application);
  g_signal_connect (application, "activate", G_CALLBACK (on_activate), folder);
  g_assert_cmpint (g_application_run (application, 0, NULL), ==, 0);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_application_set_default (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ide/file-removal/thread", test_thread);
  g_test_add_func ("/ide/file-removal/end", test_end);
  return g_test_run ();
}
