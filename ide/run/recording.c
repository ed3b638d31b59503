/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/run/recording.h"

#include "profiler/analysis/time/summary.h"
#include "runtime/base/error.h"
#include "runtime/device-peaks.h"

#include <glib/gi18n.h>

struct _RsRecording {
  RsRecorder *recorder;
  RsRecorderRing *ring; /* owned; NULL: all is kept */
  RsRecordingListener listener;
};

static void
on_saved (const char *path, const char *reason, gint64 ns, const GError *error, gpointer data)
{
  const RsRecordingListener *listener = &((RsRecording *)data)->listener;
  g_autofree char *length = rs_format_duration (ns), *text = NULL;

  if (error != NULL)
    text = g_strdup_printf (_ ("warning: the last stretch of the run was not saved (%s): %s"), reason, error->message);
  else
    text = g_strdup_printf (_ ("%s: the last %s of the run are saved"), reason, length);
  if (error != NULL)
    listener->tell (text, listener->data);
  else
    listener->saved (path, text, listener->data);
}

static void
sample_lines (RsRecording *self, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (rs_recorder_sample_lines (self->recorder, RS_LINE_RATE, name, &error))
    return;
  text = g_strdup_printf (_ ("warning: this profile has no times of single lines: %s"), error->message);
  self->listener.tell (text, self->listener.data);
}

static void
recording_free (RsRecording *self)
{
  rs_recorder_ring_free (self->ring);
  g_free (self);
}

static gboolean
start (RsRecording *self, const RsRecordingRequest *request, GError **error)
{
  if (request->ring != NULL)
    {
      self->ring = rs_recorder_ring_new (request->ring, request->ring_when, error);
      if (self->ring == NULL)
        return FALSE;
      self->ring->saved = on_saved;
      self->ring->data = self;
    }
  self->recorder = rs_recorder_start_ring (request->path, self->ring, error);
  return self->recorder != NULL;
}

RsRecording *
rs_recording_start (const RsRecordingRequest *request, const RsRecordingListener *listener)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) peaks = rs_device_peaks_find (NULL, request->device);
  RsRecording *self = g_new0 (RsRecording, 1);

  self->listener = *listener;
  if (!start (self, request, &error))
    {
      g_autofree char *text = rs_error_dup_text (error);

      listener->tell (text, listener->data);
      recording_free (self);
      return NULL;
    }
  rs_recorder_keep (self->recorder);
  sample_lines (self, request->name);
  rs_recorder_set_meta (self->recorder, "program", request->name);
  rs_recorder_set_meta (self->recorder, "device", request->device);
  rs_recorder_set_facts (self->recorder, peaks);
  return self;
}

RsRecorder *
rs_recording_get_recorder (RsRecording *self)
{
  return self->recorder;
}

void
rs_recording_save (RsRecording *self)
{
  rs_recorder_request_save (self->recorder, _ ("asked for by hand"));
}

void
rs_recording_stop (RsRecording *self, int status)
{
  g_autoptr (GError) error = NULL;

  if (self->ring != NULL && status != 0)
    rs_recorder_set_meta (self->recorder, "saved", "the program has ended with an error");
  if (!rs_recorder_stop (self->recorder, &error))
    self->listener.tell (error->message, self->listener.data);
  recording_free (self);
}
