/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/record/device-runs.h"

#include "profiler/analysis/device-comparison.h"

double
rs_comparison_get_usual_tolerance (gboolean is_double)
{
  return is_double ? 1e-10 : 1e-4;
}

void
rs_recorder_add_comparison (RsRecorder *recorder, RsComparison *comparison, const char *const *devices,
                            double tolerance)
{
  g_autoptr (GPtrArray) statements = rs_comparison_list (comparison);
  g_autofree char *head
      = rs_device_comparison_format_head (devices, tolerance, rs_comparison_count_unkept (comparison));

  rs_recorder_set_meta (recorder, "compared", head);
  for (guint i = 0; i < statements->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("compared %u", i + 1);
      g_autofree char *text = rs_device_comparison_format (statements->pdata[i]);

      rs_recorder_set_meta (recorder, name, text);
    }
}
