/* Mutates programs and interprets those that have no errors: `fuzz-run FIRST_SEED COUNT [FILE...]`.
 *
 * Every seed gives the same text, as fuzz-parse's do. A run is stopped after half a second; what is looked for are
 * crashes, reports of sanitizers, and runs that do not stop. Runs in a temporary folder, since programs write files.
 * With
 * FUZZ_SHOW=1 each text is written before it is run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mutate.h"

#include "runtime/session.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUN_US (G_USEC_PER_SEC / 2)
#define MAX_SECONDS 4 /* of processor time for one text, with sanitizers; without, it takes a quarter */
#define STOP_US (20 * G_USEC_PER_SEC) /* with sanitizers, beside other processes */

static RsSession *running;
static gint64 started; /* 0: nothing runs */
static guint32 current;
static GMutex lock;
static GCond ended;
static gboolean over;

static gpointer
watch (gpointer data)
{
  g_mutex_lock (&lock);
  while (!over)
    {
      gint64 now = g_get_monotonic_time ();

      if (running != NULL && now - started > RUN_US)
        rs_session_stop (running);
      if (running != NULL && now - started > RUN_US + STOP_US)
        g_error ("seed %u: the run does not stop", current);
      g_cond_wait_until (&ended, &lock, now + RUN_US / 5);
    }
  g_mutex_unlock (&lock);
  return NULL;
}

static void
set_running (RsSession *session)
{
  g_mutex_lock (&lock);
  running = session;
  started = g_get_monotonic_time ();
  g_mutex_unlock (&lock);
}

static void
drop_output (const char *text, gsize length, gpointer data)
{
}

static void
drop_message (const char *text, gpointer data)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static guint
run (guint32 seed)
{
  GString *text = seed % 4 == 0 ? fuzz_make_text (seed) : fuzz_make_gentle_text (seed);
  g_autoptr (RsSettings) settings = rs_settings_new ();
  RsSessionOptions options = { .settings = settings, .device = "interp", .write_output = drop_output,
                               .write_message = drop_message };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSession) session = rs_session_new (&options, &error);
  int status;

  g_assert_no_error (error);
  current = seed;
  if (g_getenv ("FUZZ_SHOW") != NULL)
    {
      fwrite (text->str, 1, text->len, stdout);
      fflush (stdout);
    }
  if (memchr (text->str, 0, text->len) != NULL || strstr (text->str, "import") != NULL)
    status = 2;
  else
    {
      clock_t start = clock ();

      set_running (session);
      status = rs_session_run_text (session, "fuzz.q", text->str, NULL);
      set_running (NULL);
      if (clock () - start > MAX_SECONDS * CLOCKS_PER_SEC)
        g_error ("seed %u: %.1f s", seed, (double)(clock () - start) / CLOCKS_PER_SEC);
    }
  g_assert_cmpint (status, <=, 2);
  g_string_free (text, TRUE);
  return status != 2;
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  guint32 first, count;
  guint n_run = 0;
  GThread *watcher;

  if (argc < 3)
    {
      g_printerr ("usage: %s FIRST_SEED COUNT [FILE...]\n", argv[0]);
      return 2;
    }
  first = (guint32)strtoul (argv[1], NULL, 10);
  count = (guint32)strtoul (argv[2], NULL, 10);
  fuzz_add_files (argv + 3, argc - 3);
  folder = g_dir_make_tmp ("redshift-fuzz-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_assert_cmpint (chdir (folder), ==, 0);
  watcher = g_thread_new ("watch", watch, NULL);
  for (guint32 i = 0; i < count; i++)
    n_run += run (first + i);
  g_mutex_lock (&lock);
  over = TRUE;
  g_cond_signal (&ended);
  g_mutex_unlock (&lock);
  g_thread_join (watcher);
  printf ("%u of %u texts ran\n", n_run, count);
  fuzz_free ();
  return 0;
}
