/* Runs a program on its own thread.
 *
 * The thread makes the session, runs it and frees it. What it shares with the main thread is the Run structure: the
 * session pointer (so that Stop finds it, under a lock, as long as it lives) and the figures waiting to be shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/runner.h"

#include "profiler/record/recorder.h"
#include "runtime/session.h"

#include <string.h>

#define FIGURE_MS 15 /* the calls that follow a plot at once belong to the same picture */

/* One run; counted by reference: the thread has one, the runner one, each idle source one. */
typedef struct {
  RsRunner *runner;   /* owned */
  RsConsole *console; /* owned */
  char *name, *text, *device, *trace_path;
  char **arguments;
  RsPrecision precision;

  GMutex lock;
  RsSession *session; /* under lock; NULL before and after */
  gboolean stopped;   /* under lock */
  GPtrArray *figures; /* under lock; element-type RsFigure: those that have changed */
  GPtrArray *forms;   /* under lock; element-type RsForm: those that have changed */
  gboolean figures_scheduled;

  char *error_name;   /* of the session's thread until the end, then the main thread's */
  guint error_line, error_column;
  int status;
} Run;

struct _RsRunner {
  GObject parent;

  RsConsole *console; /* owned */
  RsShowFigureFunc show_figure;
  RsShowFormFunc show_form;
  gpointer show_data;
  Run *run; /* NULL when nothing runs */
  gint64 started;
  double elapsed;
  gboolean stopped;
};

G_DEFINE_FINAL_TYPE (RsRunner, rs_runner, G_TYPE_OBJECT)

enum { FINISHED, ERROR_PLACE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
run_clear (gpointer data)
{
  Run *run = data;

  g_object_unref (run->runner);
  g_object_unref (run->console);
  g_free (run->name);
  g_free (run->text);
  g_strfreev (run->arguments);
  g_free (run->device);
  g_free (run->trace_path);
  g_free (run->error_name);
  g_ptr_array_unref (run->figures);
  g_ptr_array_unref (run->forms);
  g_mutex_clear (&run->lock);
}

static void
run_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, run_clear);
}

/* --- on the session's thread --- */

static void
on_output (const char *text, gsize length, gpointer data)
{
  Run *run = data;

  rs_console_write (run->console, RS_CONSOLE_OUTPUT, text, length);
}

/* Keeps the place of the first error: `file.q:12:3: error: ...`. */
static void
note_error_place (Run *run, const char *text)
{
  const char *mark = strstr (text, ": error:");
  const char *line_start = mark;
  guint line, column;
  int used = 0;

  if (mark == NULL || run->error_name != NULL)
    return;
  while (line_start > text && line_start[-1] != '\n')
    line_start--;
  for (const char *p = line_start; p < mark; p++)
    if (*p == ':' && sscanf (p, ":%u:%u%n", &line, &column, &used) == 2 && p + used == mark)
      {
        run->error_name = g_strndup (line_start, (gsize)(p - line_start));
        run->error_line = line;
        run->error_column = column;
        return;
      }
}

static void
on_message (const char *text, gpointer data)
{
  Run *run = data;
  gsize length = strlen (text);

  note_error_place (run, text);
  rs_console_write (run->console, RS_CONSOLE_MESSAGE, text, length);
  if (length > 0 && text[length - 1] != '\n')
    rs_console_write (run->console, RS_CONSOLE_MESSAGE, "\n", 1);
}

static gboolean
deliver_figures (gpointer data)
{
  Run *run = data;
  g_autoptr (GPtrArray) figures = NULL, forms = NULL;

  g_mutex_lock (&run->lock);
  forms = g_steal_pointer (&run->forms);
  run->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  figures = g_steal_pointer (&run->figures);
  run->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  run->figures_scheduled = FALSE;
  g_mutex_unlock (&run->lock);
  for (guint i = 0; i < forms->len; i++)
    run->runner->show_form (g_ptr_array_index (forms, i), run->runner->show_data);
  for (guint i = 0; i < figures->len; i++)
    run->runner->show_figure (g_ptr_array_index (figures, i), run->runner->show_data);
  return G_SOURCE_REMOVE;
}

/* Under the lock. */
static void
schedule_figures (Run *run)
{
  if (run->figures_scheduled)
    return;
  run->figures_scheduled = TRUE;
  g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, FIGURE_MS, deliver_figures, g_atomic_rc_box_acquire (run), run_unref);
}

static void
on_show_figure (gpointer data, RsFigure *figure)
{
  Run *run = data;

  g_mutex_lock (&run->lock);
  if (!g_ptr_array_find (run->figures, figure, NULL))
    g_ptr_array_add (run->figures, rs_figure_ref (figure));
  schedule_figures (run);
  g_mutex_unlock (&run->lock);
}

static void
on_show_form (gpointer data, RsForm *form)
{
  Run *run = data;

  g_mutex_lock (&run->lock);
  if (!g_ptr_array_find (run->forms, form, NULL))
    g_ptr_array_add (run->forms, rs_form_ref (form));
  schedule_figures (run);
  g_mutex_unlock (&run->lock);
}

static gboolean
on_is_interactive (gpointer data)
{
  return TRUE;
}

static const RsDisplay display = { .show_figure = on_show_figure,
                                   .close_figure = on_show_figure,
                                   .show_form = on_show_form,
                                   .is_interactive = on_is_interactive };

static RsSession *
make_session (Run *run, GError **error)
{
  const RsSessionOptions options = {
    .device = run->device,
    .precision = run->precision,
    .display = &display,
    .display_data = run,
    .write_output = on_output,
    .write_message = on_message,
    .output_data = run,
  };

  return rs_session_new (&options, error);
}

/* Stop may be pressed while the session is being made. */
static void
publish_session (Run *run, RsSession *session)
{
  g_mutex_lock (&run->lock);
  run->session = session;
  if (run->stopped && session != NULL)
    rs_session_stop (session);
  g_mutex_unlock (&run->lock);
}

static int
run_session (Run *run)
{
  g_autoptr (GError) error = NULL;
  RsSession *session = make_session (run, &error);
  int status;

  if (session == NULL)
    {
      on_message (error->message, run);
      return 2;
    }
  publish_session (run, session);
  status = rs_session_run_text (session, run->name, run->text, (const char *const *)run->arguments);
  publish_session (run, NULL);
  rs_session_free (session);
  return status;
}

static RsRecorder *
start_recorder (Run *run)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (run->trace_path, &error);

  if (recorder == NULL)
    {
      on_message (error->message, run);
      return NULL;
    }
  rs_recorder_set_meta (recorder, "program", run->name);
  rs_recorder_set_meta (recorder, "device", run->device);
  return recorder;
}

static gboolean deliver_end (gpointer data);

static gpointer
run_thread (gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = run->trace_path != NULL ? start_recorder (run) : NULL;

  if (run->trace_path != NULL && recorder == NULL)
    g_clear_pointer (&run->trace_path, g_free);
  run->status = run_session (run);
  if (recorder != NULL && !rs_recorder_stop (recorder, &error))
    on_message (error->message, run);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver_end, run, run_unref);
  return NULL;
}

/* --- on the main thread --- */

static gboolean
deliver_end (gpointer data)
{
  Run *run = data;
  g_autoptr (RsRunner) self = g_object_ref (run->runner);

  deliver_figures (run);
  self->elapsed = (double)(g_get_monotonic_time () - self->started) / 1e6;
  self->run = NULL;
  if (run->error_name != NULL && run->status != 0)
    g_signal_emit (self, signals[ERROR_PLACE], 0, run->error_name, run->error_line, run->error_column);
  g_signal_emit (self, signals[FINISHED], 0, run->status, run->trace_path);
  run_unref (run); /* the runner's */
  return G_SOURCE_REMOVE;
}

gboolean
rs_runner_start (RsRunner *self, const RsRunRequest *request)
{
  Run *run;

  if (self->run != NULL)
    return FALSE;
  run = g_atomic_rc_box_new0 (Run);
  run->runner = g_object_ref (self);
  run->console = g_object_ref (self->console);
  run->name = g_strdup (request->name);
  run->text = g_strdup (request->text);
  run->arguments = g_strdupv ((char **)request->arguments);
  run->device = g_strdup (request->device);
  run->precision = request->precision;
  run->trace_path = g_strdup (request->trace_path);
  run->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  run->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  g_mutex_init (&run->lock);
  self->run = run;
  self->stopped = FALSE;
  self->started = g_get_monotonic_time ();
  g_thread_unref (g_thread_new ("session", run_thread, g_atomic_rc_box_acquire (run)));
  return TRUE;
}

void
rs_runner_stop (RsRunner *self)
{
  Run *run = self->run;

  if (run == NULL)
    return;
  self->stopped = TRUE;
  g_mutex_lock (&run->lock);
  run->stopped = TRUE;
  if (run->session != NULL)
    rs_session_stop (run->session);
  g_mutex_unlock (&run->lock);
}

gboolean
rs_runner_is_running (RsRunner *self)
{
  return self->run != NULL;
}

gboolean
rs_runner_was_stopped (RsRunner *self)
{
  return self->stopped;
}

double
rs_runner_get_elapsed (RsRunner *self)
{
  return self->run != NULL ? (double)(g_get_monotonic_time () - self->started) / 1e6 : self->elapsed;
}

static void
rs_runner_dispose (GObject *object)
{
  g_clear_object (&RS_RUNNER (object)->console);
  G_OBJECT_CLASS (rs_runner_parent_class)->dispose (object);
}

static void
rs_runner_class_init (RsRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_runner_dispose;
  signals[FINISHED] = g_signal_new ("finished", RS_TYPE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                    G_TYPE_INT, G_TYPE_STRING);
  signals[ERROR_PLACE] = g_signal_new ("error-place", RS_TYPE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_UINT, G_TYPE_UINT);
}

static void
rs_runner_init (RsRunner *self)
{
}

RsRunner *
rs_runner_new (RsConsole *console, RsShowFigureFunc show_figure, RsShowFormFunc show_form, gpointer data)
{
  RsRunner *self = g_object_new (RS_TYPE_RUNNER, NULL);

  self->console = g_object_ref (console);
  self->show_figure = show_figure;
  self->show_form = show_form;
  self->show_data = data;
  return self;
}
