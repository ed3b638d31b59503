/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/record/devices/device-values.h"

#define N_ARRAYS (RS_N_LINE_TABLES + 2)

static void
list_arrays (const RsDeviceValues *self, GArray *arrays[N_ARRAYS])
{
  for (guint i = 0; i < RS_N_LINE_TABLES; i++)
    arrays[i] = self->lines[i];
  arrays[RS_N_LINE_TABLES] = self->metrics;
  arrays[RS_N_LINE_TABLES + 1] = self->curves;
}

void
rs_device_values_init (RsDeviceValues *self)
{
  self->metrics = g_array_new (FALSE, FALSE, sizeof (RsMetricValue));
  self->curves = g_array_new (FALSE, FALSE, sizeof (RsCurveValue));
  for (guint i = 0; i < RS_N_LINE_TABLES; i++)
    self->lines[i] = g_array_new (FALSE, FALSE, sizeof (RsLineValue));
}

void
rs_device_values_clear (RsDeviceValues *self)
{
  GArray *arrays[N_ARRAYS];

  list_arrays (self, arrays);
  for (guint i = 0; i < N_ARRAYS; i++)
    g_array_unref (arrays[i]);
}

void
rs_device_values_empty (RsDeviceValues *self)
{
  GArray *arrays[N_ARRAYS];

  list_arrays (self, arrays);
  for (guint i = 0; i < N_ARRAYS; i++)
    g_array_set_size (arrays[i], 0);
}

void
rs_device_values_move (RsDeviceValues *self, RsDeviceValues *from)
{
  GArray *to[N_ARRAYS], *arrays[N_ARRAYS];

  list_arrays (self, to);
  list_arrays (from, arrays);
  for (guint i = 0; i < N_ARRAYS; i++)
    g_array_append_vals (to[i], arrays[i]->data, arrays[i]->len);
  rs_device_values_empty (from);
}

gboolean
rs_device_values_write (const RsDeviceValues *self, RsTraceWriter *writer, GError **error)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < self->metrics->len; i++)
    done = rs_trace_writer_add_metric (writer, &g_array_index (self->metrics, RsMetricValue, i), error);
  for (guint table = 0; table < RS_N_LINE_TABLES; table++)
    for (guint i = 0; done && i < self->lines[table]->len; i++)
      done = rs_trace_writer_add_line_value (writer, table, &g_array_index (self->lines[table], RsLineValue, i), error);
  for (guint i = 0; done && i < self->curves->len; i++)
    done = rs_trace_writer_add_curve (writer, &g_array_index (self->curves, RsCurveValue, i), error);
  return done;
}
