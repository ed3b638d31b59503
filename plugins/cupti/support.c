/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cupti/support.h"

/* What stands against it on this device; NULL: nothing. */
static char *
explain_support (const CuptiDeviceSupported *answer)
{
  const struct {
    guint32 level;
    CuptiResult error;
  } rows[] = {
    { answer->wsl, 45 }, { answer->confidential, 41 }, { answer->mining, 42 },
    { answer->sli, 44 }, { answer->architecture, 38 },
  };

  if (answer->is_supported == CUPTI_SUPPORT_FULL)
    return NULL;
  if (answer->vgpu == CUPTI_SUPPORT_NONE || answer->vgpu == CUPTI_SUPPORT_FORBIDDEN)
    return cupti_explain (answer->vgpu == CUPTI_SUPPORT_FORBIDDEN ? 40 : 33, "", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].level == CUPTI_SUPPORT_NONE || rows[i].level == CUPTI_SUPPORT_FORBIDDEN)
      return cupti_explain (rows[i].error, "", NULL);
  return g_strdup ("CUPTI does not read counters of this GPU, and does not say why");
}

char *
cupti_check_support (int device, CuptiProfiling profiling)
{
  CuptiProfilerInitialize initialize = { .size = CuptiProfilerInitialize_BYTES };
  CuptiDeviceSupported parameters = { .size = CuptiDeviceSupported_BYTES, .device = device, .api = profiling };
  CuptiResult result = cupti.cuptiProfilerInitialize (&initialize);

  if (result != CUPTI_OK)
    return cupti_explain (result, "begin to read counters", NULL);
  result = cupti.cuptiProfilerDeviceSupported (&parameters);
  if (result != CUPTI_OK)
    return cupti_explain (result, "tell whether this GPU's counters can be read", NULL);
  return explain_support (&parameters);
}
