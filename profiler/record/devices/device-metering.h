/* Metrics of a GPU's kernels, for the length of a recording (run --metrics).
 *
 * A few launches of each kernel and launch configuration are measured by the device's plugin, which reads the counters
 * of the hardware and runs the kernels several times for them; the others run as always. What fails ends the
 * measuring, and nothing else. Of the sets "lines", "sass" and "curves", other launches have their program counters
 * sampled, the instructions at each line counted, or counters read in regular intervals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"
#include "profiler/record/devices/device-values.h"
#include "runtime/device/cupti.h"

typedef struct _RsDeviceMetering RsDeviceMetering;

/* sets: names of sets of metrics.def with commas between, or "all". kernel: only those of that name; NULL: all. NULL
 * with an error that lists the sets. Any thread. (transfer full) */
RsDeviceMetering *rs_device_metering_new (const char *sets, const char *kernel, GError **error);
/* The plugin is let go. Any thread. */
void rs_device_metering_stop (RsDeviceMetering *self);
void rs_device_metering_free (RsDeviceMetering *self);

/* For rs_cupti_listen: a CUDA device is being opened. */
const RsCuptiMarks *rs_device_metering_attach (RsDeviceMetering *self, const RsSettings *settings);

/* Why there are no values, or not all, as a sentence; NULL: there are. Any thread. (transfer full) */
char *rs_device_metering_dup_obstacle (RsDeviceMetering *self);

/* --- the writer's --- */

/* Appends the values since the last call. */
void rs_device_metering_take (RsDeviceMetering *self, RsDeviceValues *values);
/* What the trace should say of it, when that has changed since the last call. */
void rs_device_metering_tell_news (RsDeviceMetering *self, RsDeviceFactFunc func, gpointer data);
