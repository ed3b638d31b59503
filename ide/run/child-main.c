/* The process of a run: the session, and what it tells the window.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/child.h"
#include "ide/run/running-session.h"

#include "ide/viewer/windows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLACE_US 50000                   /* between two places told by a loop */
#define PATIENCE_US (2 * G_USEC_PER_SEC) /* for the end of a run whose window is gone */

typedef struct {
  RsWindows *windows;
  RsLastPlace *place; /* NULL: there is no memory for it */
  RsRunningSession running;
  GMutex lock;
  RsRecording *recording; /* under lock; NULL: nothing is recorded */
  gint has_ended;         /* atomic */
  RsDebugHost *host;      /* NULL: without a debugger; set before the window is listened to */
} Child;

static void
send_text (Child *self, RsOutputStream stream, const char *text, gsize length)
{
  GVariant *bytes = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, length, 1);

  rs_windows_send (self->windows, RS_WIRE_OUTPUT, g_variant_new ("(u@ay)", stream, bytes));
}

static void
on_output (const char *text, gsize length, gpointer data)
{
  send_text (data, RS_OUTPUT_OF_PROGRAM, text, length);
}

static void
on_told (const char *text, gpointer data)
{
  send_text (data, RS_OUTPUT_OF_REDSHIFT, text, strlen (text));
}

static void
on_saved (const char *path, const char *what, gpointer data)
{
  rs_windows_send (((Child *)data)->windows, RS_WIRE_SAVED, g_variant_new ("(ss)", path, what));
}

/* From now on it can be asked to save what it holds; NULL: no longer. */
static void
publish_recording (Child *self, RsRecording *recording)
{
  g_mutex_lock (&self->lock);
  self->recording = recording;
  g_mutex_unlock (&self->lock);
}

static void
save_stretch (Child *self)
{
  g_mutex_lock (&self->lock);
  if (self->recording != NULL)
    rs_recording_save (self->recording);
  g_mutex_unlock (&self->lock);
}

static void
on_compile (const char *what, const char *device, gpointer data)
{
  rs_windows_send (((Child *)data)->windows, RS_WIRE_COMPILE,
                   g_variant_new ("(ss)", what != NULL ? what : "", device != NULL ? device : ""));
}

static void
on_record (const char *record, gpointer data)
{
  rs_windows_send (((Child *)data)->windows, RS_WIRE_RECORD, g_variant_new ("(^ay)", record));
}

static void
on_loop (const RsLoopNote *loop, gpointer data)
{
  rs_windows_send (((Child *)data)->windows, RS_WIRE_LOOP,
                   g_variant_new ("(suus)", loop->file, loop->line, (guint)loop->kind, loop->text));
}

static void
on_race (const RsRace *race, gpointer data)
{
  rs_windows_send (((Child *)data)->windows, RS_WIRE_RACE,
                   g_variant_new (RS_WIRE_RACE_TYPE, race->name, race->line, race->column, race->other_line,
                                  race->message, race->other_message));
}

static void
ask (Child *self, GVariant *value)
{
  const char *request;

  if (self->host == NULL || !g_variant_is_of_type (value, G_VARIANT_TYPE ("(ay)")))
    return;
  g_variant_get (value, "(^&ay)", &request);
  rs_debug_host_ask (self->host, request);
}

static void
on_message (RsWireKind kind, GVariant *value, gpointer data)
{
  Child *self = data;

  if (value != NULL && kind == RS_WIRE_ASK)
    ask (self, value);
  if (kind == RS_WIRE_SAVE)
    save_stretch (self);
  if (self->host != NULL && (value == NULL || kind == RS_WIRE_LEAVE))
    rs_debug_host_leave (self->host);
  if (value == NULL || kind == RS_WIRE_STOP)
    rs_running_session_stop (&self->running);
  if (value != NULL)
    return;
  g_usleep (PATIENCE_US); /* the window is gone */
  if (g_atomic_int_get (&self->has_ended) == 0)
    _exit (1);
}

static gpointer
note_places (gpointer data)
{
  Child *self = data;

  for (;;)
    {
      g_usleep (PLACE_US);
      g_mutex_lock (&self->running.lock);
      if (self->running.session != NULL)
        rs_session_tell_place (self->running.session);
      g_mutex_unlock (&self->running.lock);
    }
  return NULL;
}

typedef struct {
  const char *name, *text;
  const char **arguments;
  RsDebugStart start;
  gboolean checks_races;
} Program;

static void
send_end (Child *self, int status)
{
  rs_windows_send (self->windows, RS_WIRE_ENDED, g_variant_new ("(u)", (guint)status));
}

static int
run_program (Child *self, RsSession *session, const Program *program)
{
  int status;

  if (self->host != NULL)
    {
      rs_debug_host_open (self->host, session, program->name, program->text, &program->start);
      rs_running_session_publish (&self->running, session);
      status = rs_debug_host_run (self->host, program->arguments);
    }
  else
    {
      rs_running_session_publish (&self->running, session);
      status = program->checks_races ? rs_running_session_check_races (session, program->name, program->text,
                                                                       program->arguments, on_race, on_told, self)
                                     : rs_session_run_text (session, program->name, program->text, program->arguments);
    }
  rs_session_close_forms (session);
  rs_windows_flush (self->windows);
  return status;
}

/* With a debugger it returns when what the program has left is not wanted any more; its end is told before. */
static int
run_session (Child *self, const RsSessionOptions *options, const Program *program)
{
  g_autoptr (GError) error = NULL;
  RsSession *session = rs_session_new (options, &error);
  int status;

  if (session == NULL)
    {
      g_autofree char *text = rs_error_dup_text (error);

      on_told (text, self);
      return 2;
    }
  status = run_program (self, session, program);
  if (self->host != NULL)
    {
      send_end (self, status);
      rs_debug_host_stay (self->host);
    }
  rs_running_session_publish (&self->running, NULL);
  if (self->host != NULL)
    rs_debug_host_close (self->host);
  rs_session_free (session);
  return status;
}

static int
run_request (Child *self, GVariant *request)
{
  const char *folder, *device;
  const RsRecordingListener listener = { on_told, on_saved, self };
  RsRecordingRequest recorded = { 0 };
  g_autofree const char **arguments = NULL, **first = NULL, **compared = NULL;
  Program program;
  RsSessionOptions options;
  RsRecording *recording = NULL;
  guint precision;
  int status;

  g_variant_get (request, "(&s&sm&s&sum&s^a&sb^a&sb^a&sm&sm&sb)", &program.name, &program.text, &folder, &device,
                 &precision, &recorded.path, &arguments, NULL, &first, &program.start.is_paused, &compared,
                 &recorded.ring, &recorded.ring_when, &program.checks_races);
  recorded.name = program.name;
  recorded.device = device;
  program.arguments = arguments;
  program.start.first = first;
  options = (RsSessionOptions){ .device = device,
                                .precision = (RsPrecision)precision,
                                .working_folder = folder,
                                .display = &rs_windows_display,
                                .display_data = self->windows,
                                .write_output = on_output,
                                .write_message = on_told,
                                .note_compile = on_compile,
                                .note_loop = on_loop,
                                .output_data = self,
                                .last_place = self->place };
  if (recorded.path != NULL)
    recording = rs_recording_start (&recorded, &listener);
  publish_recording (self, recording);
  if (g_strv_length ((char **)compared) == 2)
    {
      status = rs_running_session_compare (&self->running, program.name, program.text, program.arguments, compared,
                                           &options, recording != NULL ? rs_recording_get_recorder (recording) : NULL,
                                           on_told, self);
      rs_windows_flush (self->windows);
    }
  else
    status = run_session (self, &options, &program);
  publish_recording (self, NULL);
  if (recording != NULL)
    rs_recording_stop (recording, status);
  return status;
}

/* -1: the process was not started by the window. */
static int
take_descriptor (const char *variable)
{
  const char *text = g_getenv (variable);
  int fd = text != NULL ? atoi (text) : -1;

  g_unsetenv (variable);
  return fd;
}

int
rs_child_main (void)
{
  int fd = take_descriptor (RS_WIRE_FD), place = take_descriptor (RS_CHILD_PLACE_FD), status;
  g_autoptr (GVariant) request = NULL;
  gboolean is_debugged;
  RsWireKind kind;
  static Child self;

  request = fd >= 0 ? rs_wire_receive (fd, &kind) : NULL;
  if (request == NULL || kind != RS_WIRE_RUN || !g_variant_is_of_type (request, G_VARIANT_TYPE (RS_CHILD_REQUEST)))
    {
      g_printerr ("redshift-ide: --run is for the window, which starts it\n");
      return 2;
    }
  rs_running_session_init (&self.running);
  g_mutex_init (&self.lock);
  self.place = place >= 0 ? rs_last_place_map (place) : NULL;
  g_variant_get_child (request, 7, "b", &is_debugged);
  self.host = is_debugged ? rs_debug_host_new (on_record, &self) : NULL;
  self.windows = rs_windows_new_connected (fd, on_message, &self);
  g_thread_unref (g_thread_new ("places", note_places, &self));
  status = run_request (&self, request);
  g_atomic_int_set (&self.has_ended, 1);
  send_end (&self, status); /* where it was told, this one does not count */
  _exit (0);                /* threads wait in system calls */
}
