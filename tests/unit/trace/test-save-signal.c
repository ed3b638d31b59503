/* SIGUSR1 while a recording ends: no handler uses a recorder that is freed.
 *
 * What stands for the recorder lies on a page that can't be read, so that the handler faults on it and stays there for
 * as long as the test wants.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/common/signals.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#define LET_IN_US 200000 /* that the end of the recording gets to come about wrongly */

static gsize page;
static gpointer *recorder;                     /* a page, unreadable until the handler has stayed long enough */
static gint is_inside, has_ended, ended_early; /* atomic */

static void
on_fault (int number)
{
  g_atomic_int_set (&is_inside, 1);
  g_usleep (LET_IN_US);
  g_atomic_int_set (&ended_early, g_atomic_int_get (&has_ended));
  mprotect (recorder, page, PROT_READ);
}

static gpointer
map_page (void)
{
  gpointer memory = mmap (NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (memory != MAP_FAILED);
  return memory;
}

static gpointer
stand_there (gpointer data)
{
  *(pthread_t *)data = pthread_self ();
  g_atomic_int_set (&is_inside, 0);
  while (g_atomic_int_get (&has_ended) == 0)
    g_usleep (1000);
  return NULL;
}

static void
test_handler (void)
{
  const struct sigaction action = { .sa_handler = on_fault };
  pthread_t id = 0;
  gpointer output;
  GThread *thread;

  page = (gsize)sysconf (_SC_PAGESIZE);
  recorder = map_page ();
  output = map_page ();
  for (gsize i = 0; i < page / sizeof *recorder; i++) /* whichever field is its output */
    recorder[i] = output;
  g_assert_cmpint (mprotect (recorder, page, PROT_NONE), ==, 0);
  sigaction (SIGSEGV, &action, NULL);
  rs_signals_save_recordings ((RsRecorder *)recorder);
  g_atomic_int_set (&is_inside, -1);
  thread = g_thread_new ("handler", stand_there, &id);
  while (g_atomic_int_get (&is_inside) != 0)
    g_usleep (1000);
  g_assert_cmpint (pthread_kill (id, SIGUSR1), ==, 0);
  while (g_atomic_int_get (&is_inside) != 1)
    g_usleep (1000);
  rs_signals_save_recordings (NULL);
  g_atomic_int_set (&has_ended, 1);
  g_thread_join (thread);
  g_assert_cmpint (ended_early, ==, 0);
  munmap (recorder, page);
  munmap (output, page);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/save-signal/handler", test_handler);
  return g_test_run ();
}
