/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/cli/common/signals.h"

#include <signal.h>

static const int numbers[] = { SIGTERM, SIGHUP, SIGINT };

static RsSession *volatile running;    /* NULL: none */
static volatile sig_atomic_t received; /* number of the first signal; 0: none */

static void
handle (int number)
{
  RsSession *session = running;

  if (received != 0)
    {
      /* Blocked while this runs: it ends the process when the handler returns. */
      signal (number, SIG_DFL);
      raise (number);
      return;
    }
  received = number;
  if (session != NULL)
    rs_session_stop (session);
}

void
rs_signals_catch (RsSession *session, gboolean also_interrupt)
{
  const struct sigaction action = { .sa_handler = handle };
  struct sigaction previous;

  running = session;
  for (guint i = 0; i < G_N_ELEMENTS (numbers) - !also_interrupt; i++)
    if (sigaction (numbers[i], NULL, &previous) == 0 && previous.sa_handler != SIG_IGN)
      sigaction (numbers[i], &action, NULL);
}

void
rs_signals_release (void)
{
  running = NULL;
}

static RsRecorder *saved; /* atomic; NULL: none */
static gint n_saving;     /* atomic; threads in the handler */

static void
save (int number)
{
  RsRecorder *recorder;

  __atomic_add_fetch (&n_saving, 1, __ATOMIC_SEQ_CST);
  recorder = __atomic_load_n (&saved, __ATOMIC_SEQ_CST);
  if (recorder != NULL)
    rs_recorder_request_save (recorder, "SIGUSR1");
  __atomic_sub_fetch (&n_saving, 1, __ATOMIC_SEQ_CST);
}

/* The recorder before may go afterwards: no handler that has read of it, on whichever thread, is still at work. */
void
rs_signals_save_recordings (RsRecorder *recorder)
{
  const struct sigaction action = { .sa_handler = save, .sa_flags = SA_RESTART };

  __atomic_store_n (&saved, recorder, __ATOMIC_SEQ_CST);
  sigaction (SIGUSR1, &action, NULL);
  while (__atomic_load_n (&n_saving, __ATOMIC_SEQ_CST) > 0)
    g_usleep (100);
}

gboolean
rs_signals_have_come (void)
{
  return received != 0;
}

const char *
rs_signals_get_name (void)
{
  return received == SIGTERM ? "SIGTERM" : received == SIGHUP ? "SIGHUP" : received == SIGINT ? "SIGINT" : NULL;
}

void
rs_signals_die (void)
{
  if (received == 0)
    return;
  signal (received, SIG_DFL);
  raise (received);
}
