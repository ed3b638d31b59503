/* The recording of a run that is profiled: the same in the window and in the process of a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"

typedef struct _RsRecording RsRecording;

/* Says a sentence to the user. */
typedef void (*RsRecordingTell) (const char *text, gpointer data);

/* Of which run: everything is copied. */
typedef struct {
  const char *path;      /* of the trace */
  const char *name;      /* of the program's file */
  const char *device;    /* as it was asked for */
  const char *ring;      /* "10s,100MB": the last stretch only, as of rs_recorder_ring_new; NULL: all of it */
  const char *ring_when; /* "work>20ms": save that stretch when this has taken longer; NULL: no such thing */
} RsRecordingRequest;

/* Who hears of it; data lives as long as the recording. */
typedef struct {
  RsRecordingTell tell;
  /* The last stretch was saved while the program goes on; what: a sentence that says why, and how much. On a thread of
   * its own. */
  void (*saved) (const char *path, const char *what, gpointer data);
  gpointer data;
} RsRecordingListener;

/* Begins it, with samples of lines, before the run's session is made. Whatever can't be recorded is told. NULL: there
 * is no recording. (transfer full)
 *
 * Threads: the one that runs the program, and stop as well. */
RsRecording *rs_recording_start (const RsRecordingRequest *request, const RsRecordingListener *listener);
/* (transfer none) */
RsRecorder *rs_recording_get_recorder (RsRecording *self);
/* Has the last stretch saved; nothing where all is kept. Any thread, until stop is called. */
void rs_recording_save (RsRecording *self);
/* The program has ended with that exit status. What could not be written is told. (transfer full) */
void rs_recording_stop (RsRecording *self, int status);
