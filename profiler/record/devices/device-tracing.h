/* A tracer of a device's driver, for the length of a recording.
 *
 * It begins when a device asks for it (runtime/device/cupti.h), so that a program that uses none pays nothing. Its
 * records are queued by whichever thread has them, and fetched by the recorder's writer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-events.h"
#include "profiler/record/devices/device-values.h"

typedef struct _RsDeviceTracing RsDeviceTracing;

/* One at a time in a process. Any thread; so are stop and free. find_track: called by the writer. */
RsDeviceTracing *rs_device_tracing_new (RsThreadTrackFunc find_track, gpointer data);
/* No more is recorded; what was is there for the last rs_device_tracing_take. */
void rs_device_tracing_stop (RsDeviceTracing *self);
void rs_device_tracing_free (RsDeviceTracing *self);

/* From now on, kernels of CUDA devices are measured in place of being traced: the two would disturb each other. Before
 * a device is opened. See device-metering.h. FALSE with an error: there are no such metrics. Any thread. */
gboolean rs_device_tracing_measure (RsDeviceTracing *self, const char *sets, const char *kernel, GError **error);
/* Why not all was measured that was asked for; NULL: it was, or nothing was asked for. Any thread. (transfer full) */
char *rs_device_tracing_dup_obstacle (RsDeviceTracing *self);

/* --- the writer's --- */

/* Whether anything has begun. */
gboolean rs_device_tracing_is_on (RsDeviceTracing *self);

/* A launch event of a host thread. */
void rs_device_tracing_add_launch (RsDeviceTracing *self, const RsTraceEvent *launch);
/* Appends the events that are complete; finish: the others, too. */
void rs_device_tracing_take (RsDeviceTracing *self, gboolean finish, GArray *events);
/* What was measured since the last call; empties values first. */
void rs_device_tracing_take_values (RsDeviceTracing *self, RsDeviceValues *values);
/* What the trace should say of it: name and value of each fact that has changed since the last call. */
void rs_device_tracing_tell (RsDeviceTracing *self, RsDeviceFactFunc func, gpointer data);
