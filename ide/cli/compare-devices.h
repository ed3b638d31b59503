/* redshift-cli run --compare-devices A,B: what the two runs share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/device-runs.h"

typedef struct {
  char **devices;           /* [2] */
  double tolerance;         /* in parts of the largest number of an array */
  const char *trace;        /* where it is recorded */
  char *folder;             /* owned; where the trace is that nobody has asked for; NULL: somebody has */
  char *own_trace;          /* owned; that trace */
  RsComparison *comparison; /* owned */
  guint side;               /* of the run at hand: 0, then 1 */
  GHashTable *told;         /* owned; messages of the first run: the second one does not repeat them */
  gboolean is_whole;        /* both have run */
} RsDeviceRuns;

/* devices: "cpu,opencl:0"; tolerance: a number, or NULL; trace: NULL, or the file that --profile names, which is
 * borrowed. NULL: something is wrong, which was told. */
RsDeviceRuns *rs_device_runs_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace);
void rs_device_runs_free (RsDeviceRuns *self);

/* For RsSessionOptions: the program's output is shown once, and what Redshift says. data: RsDeviceRuns. */
void rs_device_runs_drop_output (const char *text, gsize length, gpointer data);
void rs_device_runs_write_message (const char *text, gpointer data);

/* After both runs. */
void rs_device_runs_record (RsDeviceRuns *self, RsRecorder *recorder);
/* The report of the trace, which has ended, on standard error. */
void rs_device_runs_print (RsDeviceRuns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDeviceRuns, rs_device_runs_free)
