/* A run on its own thread.
 *
 * What the thread shares with the main thread is the Work structure: the session pointer (so that Stop finds it, under
 * a lock, as long as it lives) and the figures waiting to be shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/run.h"

#include "ide/run/child.h"
#include "ide/run/recording.h"

#include "profiler/record/device-runs.h"
#include "runtime/debug/protocol.h"

#include <stdio.h>
#include <string.h>

#define FIGURE_MS 15 /* the calls that follow a plot at once belong to the same picture */
#define LONG_COMPILE_US 300000 /* from which on it is told */

/* Counted by reference: the thread has one, the run one, each idle source one. */
typedef struct {
  RsRun *run;       /* owned */
  RsOutputLog *log; /* owned */
  char *name, *text, *folder, *device, *trace_path;
  char **arguments, **compared;
  RsPrecision precision;
  RsRunDebug debug;
  char **first;      /* of debug */
  RsDebugHost *host; /* owned; of a run in this process with a debugger */
  RsChild *child;    /* owned; of a run in a process of its own */

  GMutex lock;
  RsSession *session; /* under lock; NULL before and after */
  gboolean is_stopped; /* under lock */
  GPtrArray *figures; /* under lock; element-type RsFigure: those that have changed */
  GPtrArray *forms;   /* under lock; element-type RsForm: those that have changed */
  gboolean figures_scheduled;
  char *compiled, *compiled_for; /* under lock; what is compiled, for which device, since when; NULL: nothing */
  gint64 compile_started;

  gint was_let_go;    /* atomic */
  char *error_name;   /* of the session's thread until the end, then the main thread's */
  guint error_line, error_column;
  guint n_errors; /* that were told, with their places; of the session's thread */
  int status;
} Work;

struct _RsRun {
  GObject parent;

  char *title;
  Work *work;         /* owned */
  RsRunState state;
  gboolean was_stopped;
  guint n_errors; /* of the program, when it has ended */
  gint64 started, stopped;
  double elapsed;
  GPtrArray *figures; /* element-type RsFigure: open ones */
  GObject *debug_state;
};

G_DEFINE_FINAL_TYPE (RsRun, rs_run, G_TYPE_OBJECT)

enum { CHANGED, WRITTEN, FIGURE, FORM, ERROR_PLACE, N_SIGNALS };
static guint signals[N_SIGNALS];

static gint n_left_behind; /* atomic */

static void
work_clear (gpointer data)
{
  Work *work = data;

  rs_output_log_unref (work->log);
  g_free (work->name);
  g_free (work->text);
  g_free (work->folder);
  g_strfreev (work->arguments);
  g_strfreev (work->first);
  g_clear_pointer (&work->host, rs_debug_host_free);
  g_clear_pointer (&work->child, rs_child_free);
  g_free (work->device);
  g_free (work->trace_path);
  g_strfreev (work->compared);
  g_free (work->error_name);
  g_free (work->compiled);
  g_free (work->compiled_for);
  g_ptr_array_unref (work->figures);
  g_ptr_array_unref (work->forms);
  g_mutex_clear (&work->lock);
}

static void
work_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, work_clear);
}

/* --- on the session's thread --- */

static void
on_output (const char *text, gsize length, gpointer data)
{
  Work *work = data;

  if (g_atomic_int_get (&work->was_let_go) == 0)
    rs_output_log_write (work->log, RS_OUTPUT_OF_PROGRAM, text, length);
}

/* Counts errors, and keeps the place of the first one: `file.q:12:3: error: ...`. */
static void
note_error_place (Work *work, const char *text)
{
  const char *mark = strstr (text, ": error:");
  guint line, column;
  int used = 0;

  for (const char *p = text; mark != NULL && p < mark; p++)
    if (*p == ':' && sscanf (p, ":%u:%u%n", &line, &column, &used) == 2 && p + used == mark)
      {
        if (work->n_errors++ > 0)
          return;
        work->error_name = g_strndup (text, (gsize)(p - text));
        work->error_line = line;
        work->error_column = column;
        return;
      }
}

/* What a line of a message begins; the lines of the program below it belong to it. */
static RsOutputStream
get_stream (const char *line, RsOutputStream before)
{
  static const struct {
    const char *word;
    RsOutputStream stream;
  } kinds[] = {
    { "error:", RS_OUTPUT_OF_REDSHIFT },
    { "warning:", RS_OUTPUT_WARNING },
    { "note:", RS_OUTPUT_REMARK },
    { "stopped\n", RS_OUTPUT_REMARK }, /* by the person */
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *found = strstr (line, kinds[i].word);

      if (found != NULL && (found == line || (found > line + 1 && found[-1] == ' ' && found[-2] == ':')))
        return kinds[i].stream;
    }
  return before;
}

static void
on_message (const char *text, gpointer data)
{
  Work *work = data;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  RsOutputStream stream = RS_OUTPUT_OF_REDSHIFT;

  if (g_atomic_int_get (&work->was_let_go) != 0)
    return;
  for (guint i = 0; lines[i] != NULL && (lines[i][0] != '\0' || lines[i + 1] != NULL); i++)
    {
      g_autofree char *line = g_strconcat (lines[i], "\n", NULL);

      stream = get_stream (line, stream);
      note_error_place (work, line);
      rs_output_log_write (work->log, stream, line, strlen (line));
    }
}

static void
on_compile (const char *what, const char *device, gpointer data)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  g_free (work->compiled);
  g_free (work->compiled_for);
  work->compiled = g_strdup (what);
  work->compiled_for = g_strdup (device);
  work->compile_started = g_get_monotonic_time ();
  g_mutex_unlock (&work->lock);
}

/* An error, or the first line of a stop for one, is that in the console; the rest are remarks. */
static void
write_record (Work *work, const char *record, const char *text)
{
  const char *end = strchr (text, '\n');
  gsize n = 0;

  if (g_str_has_prefix (record, "error\t"))
    n = strlen (text);
  else if (g_str_has_prefix (record, "stopped\terror\t") && end != NULL)
    n = (gsize)(end + 1 - text);
  if (n > 0)
    rs_output_log_write (work->log, RS_OUTPUT_OF_REDSHIFT, text, n);
  if (text[n] != '\0')
    rs_output_log_write (work->log, RS_OUTPUT_REMARK, text + n, strlen (text + n));
}

/* What the user reads of it is in the console, among what the program prints; panels show the rest. */
static void
on_record (const char *record, gpointer data)
{
  Work *work = data;

  if (work->debug.tell == NULL)
    return; /* a process that has lost its memory */
  if (rs_debug_record_is_shown (record) && g_atomic_int_get (&work->was_let_go) == 0)
    {
      g_autofree char *text = rs_debug_record_to_text (record);

      write_record (work, record, text);
    }
  work->debug.tell (record, work->debug.data);
}

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

static gboolean
deliver_figures (gpointer data)
{
  Work *work = data;
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

/* Under the lock. */
static void
schedule_figures (Work *work)
{
  if (work->figures_scheduled)
    return;
  work->figures_scheduled = TRUE;
  g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, FIGURE_MS, deliver_figures, g_atomic_rc_box_acquire (work), work_unref);
}

static void
on_show_figure (gpointer data, RsFigure *figure)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  if (!g_ptr_array_find (work->figures, figure, NULL))
    g_ptr_array_add (work->figures, rs_figure_ref (figure));
  schedule_figures (work);
  g_mutex_unlock (&work->lock);
}

static void
on_show_form (gpointer data, RsForm *form)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  if (!g_ptr_array_find (work->forms, form, NULL))
    g_ptr_array_add (work->forms, rs_form_ref (form));
  schedule_figures (work);
  g_mutex_unlock (&work->lock);
}

static gboolean
on_is_interactive (gpointer data)
{
  Work *work = data;

  return g_atomic_int_get (&work->was_let_go) == 0;
}

static const RsDisplay display = { .show_figure = on_show_figure,
                                   .close_figure = on_show_figure,
                                   .show_form = on_show_form,
                                   .is_interactive = on_is_interactive };

static RsSessionOptions
get_session_options (Work *work)
{
  return (RsSessionOptions){
    .device = work->device,
    .precision = work->precision,
    .working_folder = work->folder,
    .display = &display,
    .display_data = work,
    .write_output = on_output,
    .write_message = on_message,
    .note_compile = on_compile,
    .output_data = work,
  };
}

/* Stop may be pressed while the session is being made. */
static void
publish_session (RsSession *session, gpointer data)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  work->session = session;
  if (work->is_stopped && session != NULL)
    rs_session_stop (session);
  g_mutex_unlock (&work->lock);
}

/* NULL, and it has been said, when there is none. */
static RsSession *
open_session (Work *work)
{
  g_autoptr (GError) error = NULL;
  const RsSessionOptions options = get_session_options (work);
  RsSession *session = rs_session_new (&options, &error);

  if (session == NULL)
    {
      g_autofree char *text = rs_error_dup_text (error);

      on_message (text, work);
      if (work->host != NULL)
        rs_debug_host_close (work->host);
      return NULL;
    }
  publish_session (session, work);
  if (work->host != NULL)
    rs_debug_host_open (work->host, session, work->name, work->text, &work->debug.start);
  return session;
}

static int
run_in_session (Work *work, RsSession *session)
{
  const char *const *arguments = (const char *const *)work->arguments;

  if (work->host != NULL)
    return rs_debug_host_run (work->host, arguments);
  return rs_session_run_text (session, work->name, work->text, arguments);
}

static void
close_session (Work *work, RsSession *session)
{
  if (work->host != NULL)
    rs_debug_host_close (work->host);
  publish_session (NULL, work);
  rs_session_free (session);
}

static gboolean deliver_end (gpointer data);
static gboolean release_run (gpointer data);

static void
schedule (Work *work, GSourceFunc function)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, function, g_atomic_rc_box_acquire (work), work_unref);
}

/* The last thing that the run's thread does with it. */
static void
end_thread (Work *work)
{
  if (work->debug.tell != NULL)
    work->debug.tell (NULL, work->debug.data);
  schedule (work, release_run);
  work_unref (work);
}

/* --- in a process of its own --- */

static void
on_program_ended (int status, gboolean is_whole, gpointer data)
{
  Work *work = data;

  work->status = status;
  if (!is_whole)
    g_clear_pointer (&work->trace_path, g_free);
  schedule (work, deliver_end);
}

static const RsChildCallbacks child_callbacks = {
  .write_output = on_output,
  .write_message = on_message,
  .note_compile = on_compile,
  .show_figure = on_show_figure,
  .show_form = on_show_form,
  .tell = on_record,
  .end_program = on_program_ended,
};

static gpointer
child_thread (gpointer data)
{
  Work *work = data;
  const RsRunRequest request = {
    .name = work->name,
    .text = work->text,
    .folder = work->folder,
    .device = work->device,
    .precision = work->precision,
    .arguments = (const char *const *)work->arguments,
    .trace_path = work->trace_path,
    .compared = (const char *const *)work->compared,
    .debug = work->debug,
  };

  rs_child_run (work->child, &request, &child_callbacks, work);
  end_thread (work);
  return NULL;
}

static gboolean
is_stopped (gpointer data)
{
  Work *work = data;
  gboolean answer;

  g_mutex_lock (&work->lock);
  answer = work->is_stopped;
  g_mutex_unlock (&work->lock);
  return answer;
}

static int
end_compared (RsSession *session, int status, gpointer data)
{
  rs_session_close_forms (session);
  publish_session (NULL, data);
  return status;
}

static int
run_compared (Work *work, RsRecorder *recorder)
{
  const RsSessionOptions options = get_session_options (work);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (RsSource) source = rs_source_new_from_text (work->name, work->text, -1);
  RsDeviceRuns runs = {
    .source = source,
    .arguments = (const char *const *)work->arguments,
    .devices = (const char *const *)work->compared,
    .options = &options,
    .tolerance = rs_device_runs_get_usual_tolerance (options.precision == RS_PRECISION_DOUBLE),
    .recorder = recorder,
    .begins = publish_session,
    .ended = end_compared,
    .is_stopped = is_stopped,
    .data = work,
  };

  if (recorder == NULL) /* why there is none was told */
    return 2;
  if (rs_device_runs_run (&runs, &error))
    return runs.status;
  text = rs_error_dup_text (error);
  on_message (text, work);
  return 2;
}

static gpointer
run_thread (gpointer data)
{
  Work *work = data;
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = work->trace_path != NULL
                             ? rs_recording_start (work->trace_path, work->name, work->device, on_message, work)
                             : NULL;
  const gboolean is_compared = work->compared != NULL;
  RsSession *session;

  if (work->trace_path != NULL && recorder == NULL)
    g_clear_pointer (&work->trace_path, g_free);
  session = is_compared ? NULL : open_session (work);
  work->status = is_compared ? run_compared (work, recorder) : session != NULL ? run_in_session (work, session) : 2;
  if (session != NULL)
    rs_session_close_forms (session); /* nobody answers their buttons */
  if (session != NULL && work->host == NULL)
    close_session (work, g_steal_pointer (&session));
  if (recorder != NULL && !rs_recorder_stop (recorder, &error))
    on_message (error->message, work);
  schedule (work, deliver_end);
  if (session != NULL)
    {
      rs_debug_host_stay (work->host);
      close_session (work, session);
    }
  end_thread (work);
  return NULL;
}

/* --- on the main thread --- */

static void
set_state (RsRun *self, RsRunState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
deliver_end (gpointer data)
{
  Work *work = data;
  RsRun *self = work->run;

  if (g_atomic_int_get (&work->was_let_go) != 0)
    {
      g_atomic_int_add (&n_left_behind, -1);
      return G_SOURCE_REMOVE;
    }
  deliver_figures (work);
  self->n_errors = work->n_errors;
  self->elapsed = (double)(g_get_monotonic_time () - self->started) / 1e6;
  self->state = RS_RUN_HAS_ENDED; /* whoever is told of the error may ask for the status */
  if (work->error_name != NULL && work->status != 0)
    g_signal_emit (self, signals[ERROR_PLACE], 0, work->error_name, work->error_line, work->error_column);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* The thread is at its end. */
static gboolean
release_run (gpointer data)
{
  g_clear_object (&((Work *)data)->run);
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
  Work *work = self->work;

  if (is_computing && self->state == RS_RUN_HAS_ENDED)
    {
      self->started = g_get_monotonic_time ();
      self->was_stopped = FALSE;
      self->n_errors = 0;
      g_mutex_lock (&work->lock);
      work->is_stopped = FALSE;
      g_mutex_unlock (&work->lock);
      set_state (self, RS_RUN_IS_RUNNING);
    }
  else if (!is_computing && rs_run_is_active (self))
    {
      self->elapsed = (double)(g_get_monotonic_time () - self->started) / 1e6;
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
  g_thread_unref (g_thread_new ("session", self->work->child != NULL ? child_thread : run_thread,
                                g_atomic_rc_box_acquire (self->work)));
  set_state (self, RS_RUN_IS_RUNNING);
}

void
rs_run_stop (RsRun *self)
{
  Work *work = self->work;

  if (self->state != RS_RUN_IS_RUNNING)
    return;
  self->was_stopped = TRUE;
  self->stopped = g_get_monotonic_time ();
  g_mutex_lock (&work->lock);
  work->is_stopped = TRUE;
  if (work->session != NULL)
    rs_session_stop (work->session);
  if (work->child != NULL)
    rs_child_stop (work->child);
  g_mutex_unlock (&work->lock);
  set_state (self, RS_RUN_IS_STOPPING);
}

gboolean
rs_run_ask (RsRun *self, const char *request)
{
  Work *work = self->work;

  g_return_val_if_fail (work->debug.tell != NULL, FALSE);

  return work->host != NULL ? rs_debug_host_ask (work->host, request) : rs_child_ask (work->child, request);
}

void
rs_run_leave (RsRun *self)
{
  Work *work = self->work;

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
  self->elapsed = (double)(g_get_monotonic_time () - self->started) / 1e6;
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
  return rs_run_is_active (self) ? (double)(g_get_monotonic_time () - self->started) / 1e6 : self->elapsed;
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

  work_unref (self->work);
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
  Work *work = self->work = g_atomic_rc_box_new0 (Work);

  self->title = g_strdup (request->title != NULL ? request->title : request->name);
  work->log = rs_output_log_new ();
  work->name = g_strdup (request->name);
  work->text = g_strdup (request->text);
  work->folder = g_strdup (request->folder);
  work->arguments = g_strdupv ((char **)request->arguments);
  work->device = g_strdup (request->device);
  work->precision = request->precision;
  work->child = request->is_isolated ? rs_child_new () : NULL;
  work->trace_path = g_strdup (request->trace_path);
  work->compared = g_strdupv ((char **)request->compared);
  work->debug = request->debug;
  work->first = g_strdupv ((char **)request->debug.start.first);
  work->debug.start.first = (const char *const *)work->first;
  if (request->debug.tell != NULL && !request->is_isolated)
    work->host = rs_debug_host_new (on_record, work);
  work->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  work->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  g_mutex_init (&work->lock);
  return self;
}
