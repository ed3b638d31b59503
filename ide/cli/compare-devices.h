/* redshift-cli run --compare-devices A,B: the words of the command line, and the table at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/device-runs.h"

typedef struct {
  char **devices;    /* [2] */
  double tolerance;  /* in parts of the largest number of an array */
  const char *trace; /* where it is recorded */
  char *folder;      /* owned; where the trace is that nobody has asked for; NULL: somebody has */
  char *own_trace;   /* owned; that trace */
} RsComparedDevices;

/* devices: "cpu,opencl:0"; tolerance: a number, or NULL; trace: NULL, or the file that --profile names, which is
 * borrowed. NULL: something is wrong, which was told. */
RsComparedDevices *
rs_compared_devices_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace);
void rs_compared_devices_free (RsComparedDevices *self);

/* The report of the trace, which has ended, on standard error. */
void rs_compared_devices_print (RsComparedDevices *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsComparedDevices, rs_compared_devices_free)
