/* The inside of what is measured of a GPU's kernels: launches (device-metering.c) and what the trace says of them
 * (device-facts.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-metering.h"

/* What a launch may be observed by, one at a time. */
typedef enum { MEASURING, SAMPLING, COUNTING, CURVES, N_ACTIVITIES } Activity;

/* Launches of a kernel in one launch configuration that are observed so: each takes milliseconds, and those that are
 * measured run anew. They take turns, so that a kernel with few launches has something of all. */
extern const guint rs_device_most_launches[N_ACTIVITIES];

struct _RsDeviceMetering {
  GPtrArray *names; /* of the metrics, up to a NULL; constant, as the next three */
  char *sets, *kernel;
  gboolean wanted[N_ACTIVITIES];
  GMutex lock;                  /* the plugin's functions are called under it; held between begin and end */
  const RsDeviceTracer *plugin; /* guarded by lock, as all below; NULL: not begun, or there is none */
  gboolean is_on[N_ACTIVITIES];
  Activity activity; /* of the launch at hand */
  gboolean was_tried;
  GHashTable *turns;               /* Configuration -> Turns (owned) */
  char *reader;                    /* "CUPTI 13.0"; NULL: none */
  char *obstacle;                  /* NULL: none */
  gsize n_passes;                  /* runs of a kernel; 0: not known yet */
  char *unknown;                   /* metrics, counters and curves that the device lacks; NULL: none */
  gint64 n_launches[N_ACTIVITIES]; /* that were observed */
  RsDeviceSampleLosses losses;
  gint64 n_uncounted; /* records of counters that were lost */
  gboolean is_cut;    /* a curve */
  GMutex value_lock;
  RsDeviceValues values; /* guarded by value_lock */
  gboolean has_news;     /* guarded by value_lock */
};
