/* A run, as the main thread sees it: its state, its signals, and what the window asks of it. run-work.c has its thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/run-private.h"

#include <string.h>

#define LONG_COMPILE_US 300000 /* from which on it is told */

struct _RsRun {
  GObject parent;

  char *title;
  RsRunWork *work; /* owned */
  RsRunState state;
  gboolean was_stopped;
  guint n_errors; /* of the program, when it has ended */
  gint64 started, stopped;
  gint64 stood; /* since when it stands; 0: it does not */
  double elapsed;
  GPtrArray *figures; /* element-type RsFigure: open ones */
  GObject *debug_state;
};

G_DEFINE_FINAL_TYPE (RsRun, rs_run, G_TYPE_OBJECT)

enum { CHANGED, WRITTEN, FIGURE, FORM, ERROR_PLACE, SAVED, N_SIGNALS };
static guint signals[N_SIGNALS];

static gint n_left_behind; /* atomic */

/* Seconds that it has run, without those that it stood. */
static double
count_elapsed (const RsRun *self)
{
  return (double)((self->stood != 0 ? self->stood : g_get_monotonic_time ()) - self->started) / 1e6;
}

void
rs_run_set_standing (RsRun *self, gboolean stands)
{
  const gint64 now = g_get_monotonic_time ();

  if (stands == (self->stood != 0))
    return;
  if (!stands)
    self->started += now - self->stood;
  self->stood = stands ? now : 0;
}

/* --- what the thread leaves --- */

/* Of the open figures the run keeps the list. */
static void
note_figure (RsRun *self, RsFigure *figure)
{
  guint index;
  gboolean is_known = g_ptr_array_find (self->figures, figure, &index);

  if (rs_figure_is_closed (figure) && is_known)
    g_ptr_array_remove_index (self->figures, index);
  else if (!rs_figure_is_closed (figure) && !is_known)
    g_ptr_array_add (self->figures, rs_figure_ref (figure));
}

gboolean
rs_run_deliver_figures (gpointer data)
{
  RsRunWork *work = data;
  g_autoptr (GPtrArray) figures = NULL, forms = NULL;

  g_mutex_lock (&work->lock);
  forms = g_steal_pointer (&work->forms);
  work->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  figures = g_steal_pointer (&work->figures);
  work->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  work->figures_scheduled = FALSE;
  g_mutex_unlock (&work->lock);
  if (g_atomic_int_get (&work->was_let_go) != 0)
    return G_SOURCE_REMOVE;
  for (guint i = 0; i < forms->len; i++)
    g_signal_emit (work->run, signals[FORM], 0, g_ptr_array_index (forms, i));
  for (guint i = 0; i < figures->len; i++)
    {
      g_autoptr (RsFigure) figure = rs_figure_ref (g_ptr_array_index (figures, i));

      note_figure (work->run, figure);
      g_signal_emit (work->run, signals[FIGURE], 0, figure);
    }
  return G_SOURCE_REMOVE;
}

gboolean
rs_run_deliver_saved (gpointer data)
{
  const RsRunSaved *saved = data;

  if (g_atomic_int_get (&saved->work->was_let_go) == 0 && saved->work->run != NULL)
    g_signal_emit (saved->work->run, signals[SAVED], 0, saved->path, saved->what);
  return G_SOURCE_REMOVE;
}

static void
set_state (RsRun *self, RsRunState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
rs_run_deliver_end (gpointer data)
{
  RsRunWork *work = data;
  RsRun *self = work->run;

  if (g_atomic_int_get (&work->was_let_go) != 0)
    {
      g_atomic_int_add (&n_left_behind, -1);
      return G_SOURCE_REMOVE;
    }
  rs_run_deliver_figures (work);
  self->n_errors = work->n_errors;
  self->elapsed = count_elapsed (self);
  self->state = RS_RUN_HAS_ENDED; /* whoever is told of the error may ask for the status */
  if (work->error_name != NULL && work->status != 0)
    g_signal_emit (self, signals[ERROR_PLACE], 0, work->error_name, work->error_line, work->error_column);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

gboolean
rs_run_release (gpointer data)
{
  g_clear_object (&((RsRunWork *)data)->run);
  return G_SOURCE_REMOVE;
}

void
rs_run_note_written (RsRun *self)
{
  g_signal_emit (self, signals[WRITTEN], 0);
}

void
rs_run_set_computing (RsRun *self, gboolean is_computing, int status)
{
  RsRunWork *work = self->work;

  if (is_computing && self->state == RS_RUN_HAS_ENDED)
    {
      self->started = g_get_monotonic_time ();
      self->stood = 0;
      self->was_stopped = FALSE;
      self->n_errors = 0;
      rs_running_session_go_on (&work->running);
      set_state (self, RS_RUN_IS_RUNNING);
    }
  else if (!is_computing && rs_run_is_active (self))
    {
      self->elapsed = count_elapsed (self);
      work->status = status;
      set_state (self, RS_RUN_HAS_ENDED);
    }
}

void
rs_run_start (RsRun *self)
{
  g_return_if_fail (self->state == RS_RUN_IS_NEW);

  self->started = g_get_monotonic_time ();
  self->work->run = g_object_ref (self);
  rs_run_work_start (self->work);
  set_state (self, RS_RUN_IS_RUNNING);
}

void
rs_run_stop (RsRun *self)
{
  RsRunWork *work = self->work;

  if (self->state != RS_RUN_IS_RUNNING)
    return;
  self->was_stopped = TRUE;
  self->stopped = g_get_monotonic_time ();
  rs_running_session_stop (&work->running);
  if (work->child != NULL)
    rs_child_stop (work->child);
  set_state (self, RS_RUN_IS_STOPPING);
}

void
rs_run_save_stretch (RsRun *self)
{
  RsRunWork *work = self->work;

  if (work->child != NULL)
    {
      rs_child_save_stretch (work->child);
      return;
    }
  g_mutex_lock (&work->lock);
  if (work->recording != NULL)
    rs_recording_save (work->recording);
  g_mutex_unlock (&work->lock);
}

gboolean
rs_run_keeps_stretch (RsRun *self)
{
  return self->work->ring != NULL;
}

gboolean
rs_run_ask (RsRun *self, const char *request)
{
  RsRunWork *work = self->work;

  g_return_val_if_fail (work->debug.tell != NULL, FALSE);

  return work->host != NULL ? rs_debug_host_ask (work->host, request) : rs_child_ask (work->child, request);
}

void
rs_run_leave (RsRun *self)
{
  RsRunWork *work = self->work;

  if (work->host != NULL)
    rs_debug_host_leave (work->host);
  else if (work->child != NULL)
    rs_child_leave (work->child);
}

void
rs_run_let_go (RsRun *self)
{
  static const char text[]
      = "the run was let go: what it was doing when it was stopped goes on by itself, and its results are dropped\n";

  if (self->state != RS_RUN_IS_STOPPING)
    return;
  if (self->work->child != NULL)
    {
      rs_child_kill (self->work->child); /* its thread sees that, and the run ends as ever */
      return;
    }
  g_atomic_int_inc (&n_left_behind);
  g_atomic_int_set (&self->work->was_let_go, 1);
  self->elapsed = count_elapsed (self);
  rs_output_log_write (self->work->log, RS_OUTPUT_OF_REDSHIFT, text, strlen (text));
  set_state (self, RS_RUN_WAS_LET_GO);
}

gboolean
rs_run_any_left_behind (void)
{
  return g_atomic_int_get (&n_left_behind) > 0;
}

RsRunState
rs_run_get_state (RsRun *self)
{
  return self->state;
}

gboolean
rs_run_is_active (RsRun *self)
{
  return self->state == RS_RUN_IS_RUNNING || self->state == RS_RUN_IS_STOPPING;
}

gboolean
rs_run_was_stopped (RsRun *self)
{
  return self->was_stopped;
}

guint
rs_run_get_n_errors (RsRun *self)
{
  return self->n_errors;
}

int
rs_run_get_status (RsRun *self)
{
  return self->state == RS_RUN_HAS_ENDED ? self->work->status : 1;
}

double
rs_run_get_elapsed (RsRun *self)
{
  return rs_run_is_active (self) ? count_elapsed (self) : self->elapsed;
}

gint64
rs_run_get_stopping_ms (RsRun *self)
{
  return self->was_stopped ? (g_get_monotonic_time () - self->stopped) / 1000 : 0;
}

gboolean
rs_run_get_compile (RsRun *self, char **what, char **device)
{
  gboolean is_long;

  g_mutex_lock (&self->work->lock);
  is_long = self->work->compiled != NULL && g_get_monotonic_time () - self->work->compile_started >= LONG_COMPILE_US;
  *what = g_strdup (is_long ? self->work->compiled : NULL);
  *device = g_strdup (is_long ? self->work->compiled_for : NULL);
  g_mutex_unlock (&self->work->lock);
  return is_long;
}

const char *
rs_run_get_name (RsRun *self)
{
  return self->work->name;
}

const char *
rs_run_get_title (RsRun *self)
{
  return self->title;
}

const char *
rs_run_get_folder (RsRun *self)
{
  return self->work->folder;
}

const char *
rs_run_get_device (RsRun *self)
{
  return self->work->device;
}

const char *const *
rs_run_get_arguments (RsRun *self)
{
  return (const char *const *)self->work->arguments;
}

const char *
rs_run_get_trace_path (RsRun *self)
{
  return self->state == RS_RUN_HAS_ENDED ? self->work->trace_path : NULL;
}

const char *
rs_run_get_recording_path (RsRun *self)
{
  return self->work->recording_path;
}

gboolean
rs_run_is_recorded (RsRun *self)
{
  return self->work->trace_path != NULL;
}

GPtrArray *
rs_run_get_loops (RsRun *self)
{
  g_return_val_if_fail (self->state == RS_RUN_HAS_ENDED, NULL);

  return self->work->loops;
}

GPtrArray *
rs_run_get_races (RsRun *self)
{
  return self->state == RS_RUN_HAS_ENDED ? self->work->races : NULL;
}

gboolean
rs_run_is_compared (RsRun *self)
{
  return self->work->compared != NULL;
}

RsOutputLog *
rs_run_get_log (RsRun *self)
{
  return self->work->log;
}

GPtrArray *
rs_run_get_figures (RsRun *self)
{
  return self->figures;
}

void
rs_run_set_debug_state (RsRun *self, GObject *state)
{
  g_set_object (&self->debug_state, state);
}

GObject *
rs_run_get_debug_state (RsRun *self)
{
  return self->debug_state;
}

static void
rs_run_finalize (GObject *object)
{
  RsRun *self = RS_RUN (object);

  rs_run_work_unref (self->work);
  g_ptr_array_unref (self->figures);
  g_clear_object (&self->debug_state);
  g_free (self->title);
  G_OBJECT_CLASS (rs_run_parent_class)->finalize (object);
}

static void
rs_run_class_init (RsRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_run_finalize;
  signals[CHANGED] = g_signal_new ("changed", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[WRITTEN] = g_signal_new ("written", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FIGURE]
      = g_signal_new ("figure", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FORM]
      = g_signal_new ("form", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[ERROR_PLACE] = g_signal_new ("error-place", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                       3, G_TYPE_STRING, G_TYPE_UINT, G_TYPE_UINT);
  signals[SAVED] = g_signal_new ("saved", RS_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                 G_TYPE_STRING, G_TYPE_STRING);
}

static void
rs_run_init (RsRun *self)
{
  self->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
}

RsRun *
rs_run_new (const RsRunRequest *request)
{
  RsRun *self = g_object_new (RS_TYPE_RUN, NULL);

  self->title = g_strdup (request->title != NULL ? request->title : request->name);
  self->work = rs_run_work_new (request);
  return self;
}
