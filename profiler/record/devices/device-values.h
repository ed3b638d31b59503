/* What was measured of a device's kernels and is on its way into the trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/writer.h"

typedef struct {
  GArray *metrics;                 /* of RsMetricValue */
  GArray *lines[RS_N_LINE_TABLES]; /* of RsLineValue */
  GArray *curves;                  /* of RsCurveValue */
} RsDeviceValues;

void rs_device_values_init (RsDeviceValues *self);
void rs_device_values_clear (RsDeviceValues *self);
void rs_device_values_empty (RsDeviceValues *self);
/* Appends what from has, and empties that. */
void rs_device_values_move (RsDeviceValues *self, RsDeviceValues *from);
/* FALSE with an error: writer has failed. */
gboolean rs_device_values_write (const RsDeviceValues *self, RsTraceWriter *writer, GError **error);
