/* The recording of a run that is profiled: the same in the window and in the process of a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"

/* Says a sentence to the user. */
typedef void (*RsRecordingTell) (const char *text, gpointer data);

/* Begins it, with samples of lines, before the run's session is made. path: of the trace; name: of the program's file;
 * device: as it was asked for. Whatever can't be recorded is told. NULL: there is no recording. (transfer full)
 *
 * Threads: the one that runs the program. */
RsRecorder *
rs_recording_start (const char *path, const char *name, const char *device, RsRecordingTell tell, gpointer data);
