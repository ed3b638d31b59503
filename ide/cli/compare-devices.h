/* redshift-cli run --compare-devices A,B: the words of the command line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/cli/common/own-trace.h"
#include "profiler/record/devices/device-runs.h"

typedef struct {
  char **devices;        /* [2] */
  double tolerance;      /* in parts of the largest number of an array */
  const char *trace;     /* where it is recorded */
  RsOwnTrace *own_trace; /* owned; where nobody has asked for one; NULL: somebody has */
} RsComparedDevices;

/* devices: "cpu,opencl:0"; tolerance: a number, or NULL; trace: NULL, or the file that --profile names, which is
 * borrowed. NULL: something is wrong, which was told. */
RsComparedDevices *
rs_compared_devices_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace);
void rs_compared_devices_free (RsComparedDevices *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsComparedDevices, rs_compared_devices_free)
