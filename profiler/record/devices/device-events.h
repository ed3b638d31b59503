/* Events of what a tracer of a device's driver reports.
 *
 * A kernel's record says what ran when and which call of the driver started it, by a number. Which launch of the
 * program that was, says another record with that number, and where in the program it stands, the launch's event on
 * its host thread. They come in any order, so records wait until all is known, for two seconds at most: then the
 * kernel stands for itself.
 *
 * Nothing is bent: a kernel that starts before the call that launched it is counted and shown so. What the tracer
 * lost the times of is shown as a stretch with something lost: its call.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"
#include "runtime/trace/trace.h"

typedef struct _RsDeviceEvents RsDeviceEvents;

/* The track of a thread, by its number. */
typedef guint32 (*RsThreadTrackFunc) (int thread_id, gpointer data);

RsDeviceEvents *rs_device_events_new (RsThreadTrackFunc find_track, gpointer data);
void rs_device_events_free (RsDeviceEvents *events);

/* A launch event of the host; may come before or after the records of what it started. */
void rs_device_events_add_launch (RsDeviceEvents *self, const RsTraceEvent *launch);

/* Appends what is complete to out (of RsTraceEvent). now: CLOCK_MONOTONIC, ns. */
void rs_device_events_add (RsDeviceEvents *self, const RsDeviceRecord *records, gsize n, gint64 now, GArray *out);
/* What still waits is appended as it is. */
void rs_device_events_finish (RsDeviceEvents *self, GArray *out);

typedef struct {
  gint64 early;         /* kernels that start before their call */
  gint64 without_times; /* whose times the tracer lost */
  gint64 alone;         /* kernels without a call that started them */
} RsDeviceCounts;

const RsDeviceCounts *rs_device_events_get_counts (const RsDeviceEvents *self);

/* Devices that were described since the last call. */
typedef void (*RsDeviceDescriptionFunc) (guint32 device, guint32 text, gpointer data);
void rs_device_events_take_descriptions (RsDeviceEvents *self, RsDeviceDescriptionFunc func, gpointer data);
