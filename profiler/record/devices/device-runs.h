/* One program on two devices, one after the other, and what it assigned on either
 * (runtime/debug/compare/comparison.h), kept in a recording of both runs (manual 18.3).
 *
 * What the program prints and shows comes from the first run; messages that both give come once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"
#include "runtime/debug/compare/comparison.h"

typedef struct {
  RsSource *source;
  const char *const *arguments;    /* of the program; NULL: none */
  const char *const *devices;      /* [2], as -d takes them */
  const RsSessionOptions *options; /* of both runs; the device is not used */
  double tolerance;                /* in parts of the largest number of an array */
  RsRecorder *recorder;            /* gets what the comparison has found, unless a run was stopped */
  /* A session whose program is compiled next; and after its run, before it is freed, which may change the status. */
  void (*begins) (RsSession *session, gpointer data);
  int (*ended) (RsSession *session, int status, gpointer data);
  gboolean (*is_stopped) (gpointer data);
  gpointer data;
  /* what has come of it */
  int status; /* the higher one of the two runs */
  gboolean is_compiled, is_whole;
} RsDeviceRuns;

/* The difference below which values of two devices count as equal: sums of a million numbers in another order, and
 * functions of the last place or two, stay below. */
double rs_device_runs_get_usual_tolerance (gboolean is_double);

/* FALSE with RS_RUNTIME_ERROR_DEVICE: there is no such device, and nothing has run. The recording is not stopped.
 * Threads: the sessions'. */
gboolean rs_device_runs_run (RsDeviceRuns *self, GError **error);
