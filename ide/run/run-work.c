/* The thread of a run: a session in this process, or a process of its own that is listened to.
 *
 * What the thread shares with the main thread is the RsRunWork: the session (so that Stop finds it, as long as it
 * lives) and the figures waiting to be shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/run-private.h"

#include "runtime/debug/protocol.h"

#include <stdio.h>
#include <string.h>

#define MOST_LOOPS 10000 /* that are kept: a program may decide anew for ever */
#define FIGURE_MS 15     /* the calls that follow a plot at once belong to the same picture */

static void
work_clear (gpointer data)
{
  RsRunWork *work = data;

  rs_output_log_free (work->log);
  g_free (work->name);
  g_free (work->text);
  g_free (work->folder);
  g_strfreev (work->arguments);
  g_strfreev (work->first);
  g_clear_pointer (&work->host, rs_debug_host_free);
  g_clear_pointer (&work->child, rs_child_free);
  g_free (work->device);
  g_free (work->trace_path);
  g_free (work->recording_path);
  g_free (work->ring);
  g_free (work->ring_when);
  g_strfreev (work->compared);
  g_free (work->error_name);
  g_free (work->compiled);
  g_free (work->compiled_for);
  g_clear_pointer (&work->races, g_ptr_array_unref);
  g_ptr_array_unref (work->loops);
  g_ptr_array_unref (work->figures);
  g_ptr_array_unref (work->forms);
  g_mutex_clear (&work->lock);
  rs_running_session_clear (&work->running);
}

void
rs_run_work_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, work_clear);
}

static void
on_output (const char *text, gsize length, gpointer data)
{
  RsRunWork *work = data;

  if (g_atomic_int_get (&work->was_let_go) == 0)
    rs_output_log_write (work->log, RS_OUTPUT_OF_PROGRAM, text, length);
}

/* Counts errors, and keeps the place of the first one: `file.q:12:3: error: ...`. */
static void
note_error_place (RsRunWork *work, const char *text)
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
  RsRunWork *work = data;
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
  RsRunWork *work = data;

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
write_record (RsRunWork *work, const char *record, const char *text)
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
  RsRunWork *work = data;

  if (work->debug.tell == NULL)
    return; /* a process that has lost its memory */
  if (rs_debug_record_is_shown (record) && g_atomic_int_get (&work->was_let_go) == 0)
    {
      g_autofree char *text = rs_debug_record_to_text (record);

      write_record (work, record, text);
    }
  work->debug.tell (record, work->debug.data);
}

/* Under the lock. */
static void
schedule_figures (RsRunWork *work)
{
  if (work->figures_scheduled)
    return;
  work->figures_scheduled = TRUE;
  g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, FIGURE_MS, rs_run_deliver_figures, g_atomic_rc_box_acquire (work),
                      rs_run_work_unref);
}

static void
loop_free (gpointer data)
{
  RsRunLoop *loop = data;

  g_free (loop->name);
  g_free (loop->text);
  g_free (loop);
}

static void
on_loop (const RsLoopNote *note, gpointer data)
{
  RsRunWork *work = data;
  RsRunLoop *loop;

  if (work->loops->len >= MOST_LOOPS || work->loops_are_whole)
    return;
  loop = g_new (RsRunLoop, 1);
  *loop = (RsRunLoop){ g_strdup (note->file), note->line, note->kind, g_strdup (note->text) };
  g_ptr_array_add (work->loops, loop);
}

static void
race_free (gpointer data)
{
  RsRunRace *race = data;

  g_free (race->name);
  g_free (race->message);
  g_free (race->other_message);
  g_free (race);
}

static void
on_race (const RsRace *found, gpointer data)
{
  RsRunWork *work = data;
  RsRunRace *race = g_new (RsRunRace, 1);

  *race = (RsRunRace){ .name = g_strdup (found->name),
                       .line = found->line,
                       .column = found->column,
                       .other_line = found->other_line,
                       .message = g_strdup (found->message),
                       .other_message = g_strdup (found->other_message) };
  g_ptr_array_add (work->races, race);
}

static void
on_show_figure (gpointer data, RsFigure *figure)
{
  RsRunWork *work = data;

  g_mutex_lock (&work->lock);
  if (!g_ptr_array_find (work->figures, figure, NULL))
    g_ptr_array_add (work->figures, rs_figure_ref (figure));
  schedule_figures (work);
  g_mutex_unlock (&work->lock);
}

static void
on_show_form (gpointer data, RsForm *form)
{
  RsRunWork *work = data;

  g_mutex_lock (&work->lock);
  if (!g_ptr_array_find (work->forms, form, NULL))
    g_ptr_array_add (work->forms, rs_form_ref (form));
  schedule_figures (work);
  g_mutex_unlock (&work->lock);
}

static gboolean
on_is_interactive (gpointer data)
{
  RsRunWork *work = data;

  return g_atomic_int_get (&work->was_let_go) == 0;
}

static const RsDisplay display = { .show_figure = on_show_figure,
                                   .close_figure = on_show_figure,
                                   .show_form = on_show_form,
                                   .is_interactive = on_is_interactive };

static RsSessionOptions
get_session_options (RsRunWork *work)
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
    .note_loop = on_loop,
    .output_data = work,
  };
}

/* NULL, and it has been said, when there is none. */
static RsSession *
open_session (RsRunWork *work)
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
  rs_running_session_publish (&work->running, session);
  if (work->host != NULL)
    rs_debug_host_open (work->host, session, work->name, work->text, &work->debug.start);
  return session;
}

static int
run_in_session (RsRunWork *work, RsSession *session)
{
  const char *const *arguments = (const char *const *)work->arguments;

  if (work->host != NULL)
    return rs_debug_host_run (work->host, arguments);
  if (work->races != NULL)
    return rs_running_session_check_races (session, work->name, work->text, arguments, on_race, on_message, work);
  return rs_session_run_text (session, work->name, work->text, arguments);
}

static void
close_session (RsRunWork *work, RsSession *session)
{
  if (work->host != NULL)
    rs_debug_host_close (work->host);
  rs_running_session_publish (&work->running, NULL);
  rs_session_free (session);
}

static void
schedule (RsRunWork *work, GSourceFunc function)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, function, g_atomic_rc_box_acquire (work), rs_run_work_unref);
}

/* The last thing that the run's thread does with it. */
static void
end_thread (RsRunWork *work)
{
  if (work->debug.tell != NULL)
    work->debug.tell (NULL, work->debug.data);
  schedule (work, rs_run_release);
  rs_run_work_unref (work);
}

void
rs_run_saved_free (gpointer data)
{
  RsRunSaved *saved = data;

  rs_run_work_unref (saved->work);
  g_free (saved->path);
  g_free (saved->what);
  g_free (saved);
}

static void
on_saved (const char *path, const char *what, gpointer data)
{
  RsRunWork *work = data;
  RsRunSaved *saved = g_new (RsRunSaved, 1);
  g_autofree char *line = g_strdup_printf ("note: %s: %s\n", what, path);

  *saved = (RsRunSaved){ g_atomic_rc_box_acquire (work), g_strdup (path), g_strdup (what) };
  on_message (line, work);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, rs_run_deliver_saved, saved, rs_run_saved_free);
}

/* --- in a process of its own --- */

static void
on_program_ended (int status, gboolean is_whole, gpointer data)
{
  RsRunWork *work = data;

  work->status = status;
  work->loops_are_whole = TRUE;
  if (!is_whole)
    g_clear_pointer (&work->trace_path, g_free);
  schedule (work, rs_run_deliver_end);
}

static const RsChildCallbacks child_callbacks = {
  .write_output = on_output,
  .write_message = on_message,
  .note_compile = on_compile,
  .show_figure = on_show_figure,
  .show_form = on_show_form,
  .tell = on_record,
  .end_program = on_program_ended,
  .saved = on_saved,
  .race = on_race,
  .note_loop = on_loop,
};

static gpointer
child_thread (gpointer data)
{
  RsRunWork *work = data;
  const RsRunRequest request = {
    .name = work->name,
    .text = work->text,
    .folder = work->folder,
    .device = work->device,
    .precision = work->precision,
    .arguments = (const char *const *)work->arguments,
    .trace_path = work->trace_path,
    .ring = work->ring,
    .ring_when = work->ring_when,
    .compared = (const char *const *)work->compared,
    .debug = work->debug,
    .checks_races = work->races != NULL,
  };

  rs_child_run (work->child, &request, &child_callbacks, work);
  end_thread (work);
  return NULL;
}

static int
run_compared (RsRunWork *work, RsRecording *recording)
{
  RsRecorder *recorder = recording != NULL ? rs_recording_get_recorder (recording) : NULL;
  const RsSessionOptions options = get_session_options (work);

  return rs_running_session_compare (&work->running, work->name, work->text, (const char *const *)work->arguments,
                                     (const char *const *)work->compared, &options, recorder, on_message, work);
}

/* From now on it can be asked to save what it holds; NULL: no longer. */
static void
publish_recording (RsRunWork *work, RsRecording *recording)
{
  g_mutex_lock (&work->lock);
  work->recording = recording;
  g_mutex_unlock (&work->lock);
}

/* NULL: the run is not recorded. */
static RsRecording *
start_recording (RsRunWork *work)
{
  const RsRecordingListener listener = { on_message, on_saved, work };
  const RsRecordingRequest request = {
    .path = work->trace_path,
    .name = work->name,
    .device = work->device,
    .ring = work->ring,
    .ring_when = work->ring_when,
  };
  RsRecording *recording = work->trace_path != NULL ? rs_recording_start (&request, &listener) : NULL;

  if (recording == NULL)
    g_clear_pointer (&work->trace_path, g_free);
  publish_recording (work, recording);
  return recording;
}

static gpointer
run_thread (gpointer data)
{
  RsRunWork *work = data;
  RsRecording *recording = start_recording (work);
  const gboolean is_compared = work->compared != NULL;
  RsSession *session;

  session = is_compared ? NULL : open_session (work);
  work->status = is_compared ? run_compared (work, recording) : session != NULL ? run_in_session (work, session) : 2;
  if (session != NULL)
    rs_session_close_forms (session); /* nobody answers their buttons */
  if (session != NULL && work->host == NULL)
    close_session (work, g_steal_pointer (&session));
  publish_recording (work, NULL);
  if (recording != NULL)
    rs_recording_stop (recording, work->status);
  work->loops_are_whole = TRUE;
  schedule (work, rs_run_deliver_end);
  if (session != NULL)
    {
      rs_debug_host_stay (work->host);
      close_session (work, session);
    }
  end_thread (work);
  return NULL;
}

/* --- on the main thread --- */

RsRunWork *
rs_run_work_new (const RsRunRequest *request)
{
  RsRunWork *work = g_atomic_rc_box_new0 (RsRunWork);

  work->log = rs_output_log_new ();
  work->name = g_strdup (request->name);
  work->text = g_strdup (request->text);
  work->folder = g_strdup (request->folder);
  work->arguments = g_strdupv ((char **)request->arguments);
  work->device = g_strdup (request->device);
  work->precision = request->precision;
  work->child = request->is_isolated ? rs_child_new () : NULL;
  work->trace_path = g_strdup (request->trace_path);
  work->recording_path = request->ring == NULL ? g_strdup (request->trace_path) : NULL;
  work->ring = g_strdup (request->ring);
  work->ring_when = g_strdup (request->ring_when);
  work->compared = g_strdupv ((char **)request->compared);
  work->loops = g_ptr_array_new_with_free_func (loop_free);
  work->races = request->checks_races ? g_ptr_array_new_with_free_func (race_free) : NULL;
  work->debug = request->debug;
  work->first = g_strdupv ((char **)request->debug.start.first);
  work->debug.start.first = (const char *const *)work->first;
  if (request->debug.tell != NULL && !request->is_isolated)
    work->host = rs_debug_host_new (on_record, work);
  work->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  work->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  g_mutex_init (&work->lock);
  rs_running_session_init (&work->running);
  return work;
}

void
rs_run_work_start (RsRunWork *work)
{
  g_thread_unref (
      g_thread_new ("session", work->child != NULL ? child_thread : run_thread, g_atomic_rc_box_acquire (work)));
}
