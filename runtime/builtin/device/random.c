/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/random.h"

RsLaunchResult
rs_device_random (RsSession *session, const char *title, RsRandomKind kind, guint64 seed, guint64 counter,
                  RsArray *array, GError **error)
{
  const RsValue arguments[] = { rs_value_object (array), rs_value_int (array->n_elements),
                                rs_value_int ((gint64)(seed & G_MAXUINT32)), rs_value_int ((gint64)(seed >> 32)),
                                rs_value_int ((gint64)counter) };
  const RsDeviceCall call = { .kernel = kind == RS_RANDOM_NORMAL              ? "normal"
                                        : array->element == RS_ELEMENT_DOUBLE ? "uniform_double"
                                                                              : "uniform_single",
                              .title = title,
                              .rank = 1,
                              .grid = { array->n_elements / 2 + (array->n_elements & 1) },
                              .needs_device = TRUE,
                              .is_exact = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = array };

  return rs_device_should_make (session, array) ? rs_device_launch (session, &call, error) : RS_LAUNCH_INTERPRET;
}

RsLaunchResult
rs_device_random_whole (RsSession *session, guint64 seed, guint64 counter, gint64 n, RsArray *array, GError **error)
{
  const guint64 values = (guint64)n;
  const RsValue arguments[] = { rs_value_object (array),
                                rs_value_int (array->n_elements),
                                rs_value_int ((gint64)(seed & G_MAXUINT32)),
                                rs_value_int ((gint64)(seed >> 32)),
                                rs_value_int ((gint64)counter),
                                rs_value_int (n),
                                rs_value_int ((gint64)(-values % values)) };
  const RsDeviceCall call = { .kernel = "uniform_whole",
                              .title = "randi",
                              .rank = 1,
                              .grid = { array->n_elements / 2 + (array->n_elements & 1) },
                              .needs_device = TRUE,
                              .is_exact = TRUE,
                              .arguments = arguments,
                              .n_arguments = G_N_ELEMENTS (arguments),
                              .overwritten = array };

  return array->element == RS_ELEMENT_INT32 && rs_device_should_make (session, array)
             ? rs_device_launch (session, &call, error)
             : RS_LAUNCH_INTERPRET;
}
