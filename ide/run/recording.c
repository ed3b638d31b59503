/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/run/recording.h"

#include "runtime/base/error.h"
#include "runtime/sched/peaks.h"

#include <glib/gi18n.h>

static void
sample_lines (RsRecorder *recorder, const char *name, RsRecordingTell tell, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (rs_recorder_sample_lines (recorder, RS_LINE_RATE, name, &error))
    return;
  text = g_strdup_printf (_ ("warning: this profile has no times of single lines: %s"), error->message);
  tell (text, data);
}

RsRecorder *
rs_recording_start (const char *path, const char *name, const char *device, RsRecordingTell tell, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *peaks = rs_peaks_dup_text (NULL, device), *text = NULL;
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_autoptr (RsRecorderRing) ring = rs_recorder_ring_new_from (settings, &error);
  RsRecorder *recorder = error == NULL ? rs_recorder_start_ring (path, ring, &error) : NULL;

  if (recorder == NULL)
    {
      text = rs_error_dup_text (error);
      tell (text, data);
      return NULL;
    }
  rs_recorder_keep (recorder);
  sample_lines (recorder, name, tell, data);
  rs_recorder_set_meta (recorder, "program", name);
  rs_recorder_set_meta (recorder, "device", device);
  rs_recorder_set_meta (recorder, "peaks", peaks);
  return recorder;
}
