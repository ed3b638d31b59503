/* The session of a run as other threads see it, and a program's sessions on two devices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/running-session.h"

#include "profiler/record/devices/device-runs.h"
#include "runtime/base/error.h"

void
rs_running_session_init (RsRunningSession *self)
{
  *self = (RsRunningSession){ 0 };
  g_mutex_init (&self->lock);
}

void
rs_running_session_clear (RsRunningSession *self)
{
  g_mutex_clear (&self->lock);
}

void
rs_running_session_publish (RsRunningSession *self, RsSession *session)
{
  g_mutex_lock (&self->lock);
  self->session = session;
  if (session != NULL && self->is_stopped)
    rs_session_stop (session);
  g_mutex_unlock (&self->lock);
}

void
rs_running_session_stop (RsRunningSession *self)
{
  g_mutex_lock (&self->lock);
  self->is_stopped = TRUE;
  if (self->session != NULL)
    rs_session_stop (self->session);
  g_mutex_unlock (&self->lock);
}

void
rs_running_session_go_on (RsRunningSession *self)
{
  g_mutex_lock (&self->lock);
  self->is_stopped = FALSE;
  g_mutex_unlock (&self->lock);
}

/* --- races --- */

static void
tell_looked_at (guint n_launches, guint64 n_left_out, RsRecordingTell tell, gpointer data)
{
  g_autofree char *looked
      = n_launches == 0
            ? g_strdup ("note: looked for races: no kernel was launched; loops that run in parallel by themselves have "
                        "none\n")
            : g_strdup_printf ("note: looked for races in %u launch%s of kernels\n", n_launches,
                               n_launches == 1 ? "" : "es");

  tell (looked, data);
  if (n_left_out > 0)
    {
      g_autofree char *left = g_strdup_printf ("warning: %" G_GUINT64_FORMAT
                                               " accesses were not looked at: the arrays are too large\n",
                                               n_left_out);

      tell (left, data);
    }
}

int
rs_running_session_check_races (RsSession *session, const char *name, const char *text, const char *const *arguments,
                                RsRaceFound found, RsRecordingTell tell, gpointer data)
{
  g_autoptr (RsSource) source = rs_source_new_from_text (name, text, -1);
  RsRaces *races;
  guint64 n_left_out;
  guint n_launches;
  int status;

  if (!rs_session_compile (session, source))
    return 2;
  races = rs_races_begin (session, found, data);
  status = rs_session_run_compiled (session, arguments);
  rs_races_end (races, &n_launches, &n_left_out);
  tell_looked_at (n_launches, n_left_out, tell, data);
  return status;
}

/* --- two devices --- */

static void
begin_compared (RsSession *session, gpointer data)
{
  rs_running_session_publish (data, session);
}

static int
end_compared (RsSession *session, int status, gpointer data)
{
  rs_session_close_forms (session);
  rs_running_session_publish (data, NULL);
  return status;
}

static gboolean
is_stopped (gpointer data)
{
  RsRunningSession *self = data;
  gboolean answer;

  g_mutex_lock (&self->lock);
  answer = self->is_stopped;
  g_mutex_unlock (&self->lock);
  return answer;
}

int
rs_running_session_compare (RsRunningSession *self, const char *name, const char *text, const char *const *arguments,
                            const char *const *devices, const RsSessionOptions *options, RsRecorder *recorder,
                            RsRecordingTell tell, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *told = NULL;
  g_autoptr (RsSource) source = rs_source_new_from_text (name, text, -1);
  RsDeviceRuns runs = {
    .source = source,
    .arguments = arguments,
    .devices = devices,
    .options = options,
    .tolerance = rs_device_runs_get_usual_tolerance (options->precision == RS_PRECISION_DOUBLE),
    .recorder = recorder,
    .begins = begin_compared,
    .ended = end_compared,
    .is_stopped = is_stopped,
    .data = self,
  };

  if (recorder == NULL)
    return 2;
  if (rs_device_runs_run (&runs, &error))
    return runs.status;
  told = rs_error_dup_text (error);
  tell (told, data);
  return 2;
}
