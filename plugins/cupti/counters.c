/* See counters.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/counters.h"

#include <math.h>

static gboolean
has_metric (const CuptiCounters *self, const char *metric)
{
  CuptiHostMetric parameters = { .size = CuptiHostMetric_BYTES, .host = self->host, .metric = metric };

  return cupti.cuptiProfilerHostGetMetricProperties (&parameters) == CUPTI_OK;
}

/* Chips differ: what this one lacks is left out, so that it does not cost the others. */
static void
choose_metrics (CuptiCounters *self, const char *const *metrics)
{
  g_autoptr (GString) unknown = g_string_new (NULL);

  self->metrics = g_ptr_array_new ();
  for (guint i = 0; metrics[i] != NULL; i++)
    if (has_metric (self, metrics[i]))
      g_ptr_array_add (self->metrics, (gpointer)metrics[i]);
    else
      g_string_append_printf (unknown, "%s%s", unknown->len > 0 ? ", " : "", metrics[i]);
  self->unknown = unknown->len > 0 ? g_strdup (unknown->str) : NULL;
}

static CuptiResult
make_config (CuptiCounters *self)
{
  CuptiHostAddMetrics add = { .size = CuptiHostAddMetrics_BYTES,
                              .host = self->host,
                              .metrics = (const char **)self->metrics->pdata,
                              .n = self->metrics->len };
  CuptiHostConfigSize size = { .size = CuptiHostConfigSize_BYTES, .host = self->host };
  CuptiHostConfig config = { .size = CuptiHostConfig_BYTES, .host = self->host };
  CuptiHostPasses passes = { .size = CuptiHostPasses_BYTES };
  CuptiResult result = cupti.cuptiProfilerHostConfigAddMetrics (&add);

  if (result == CUPTI_OK)
    result = cupti.cuptiProfilerHostGetConfigImageSize (&size);
  if (result != CUPTI_OK)
    return result;
  self->config = g_malloc0 (size.bytes + 1);
  self->config_bytes = config.bytes = passes.bytes = size.bytes;
  config.image = passes.image = self->config;
  result = cupti.cuptiProfilerHostGetConfigImage (&config);
  if (result == CUPTI_OK)
    result = cupti.cuptiProfilerHostGetNumOfPasses (&passes);
  self->n_passes = passes.n;
  return result;
}

gboolean
cupti_counters_prepare (CuptiCounters *self, guint profiler, const char *chip, const guint8 *availability,
                        const char *const *metrics, char **reason)
{
  CuptiHostInitialize initialize
      = { .size = CuptiHostInitialize_BYTES, .profiler = profiler, .chip = chip, .availability = availability };
  CuptiResult result = cupti.cuptiProfilerHostInitialize (&initialize);

  *self = (CuptiCounters){ NULL };
  if (result != CUPTI_OK)
    {
      *reason = cupti_explain (result, "tell the counters of this GPU", NULL);
      return FALSE;
    }
  self->host = initialize.host;
  choose_metrics (self, metrics);
  if (self->metrics->len == 0)
    *reason = g_strdup_printf ("this GPU (%s) has none of these metrics: %s", chip, self->unknown);
  else if ((result = make_config (self)) != CUPTI_OK)
    *reason = cupti_explain (result, "choose the counters of these metrics", NULL);
  else
    return TRUE;
  cupti_counters_clear (self);
  return FALSE;
}

/* Whether the chip has these metrics in one run. */
static gboolean
are_one_run (guint profiler, const char *chip, const guint8 *availability, const GPtrArray *names)
{
  g_autofree char *reason = NULL;
  CuptiCounters counters;
  gboolean is_one;

  if (!cupti_counters_prepare (&counters, profiler, chip, availability, (const char *const *)names->pdata, &reason))
    return FALSE;
  is_one = counters.unknown == NULL && counters.n_passes <= 1;
  cupti_counters_clear (&counters);
  return is_one;
}

gboolean
cupti_counters_prepare_one_run (CuptiCounters *self, guint profiler, const char *chip, const guint8 *availability,
                                const char *const *metrics, char **reason)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) left_out = g_string_new (NULL);

  g_ptr_array_add (names, NULL);
  for (guint i = 0; metrics[i] != NULL; i++)
    {
      g_ptr_array_insert (names, (gint)names->len - 1, (gpointer)metrics[i]);
      if (are_one_run (profiler, chip, availability, names))
        continue;
      g_string_append_printf (left_out, "%s%s", left_out->len > 0 ? ", " : "", metrics[i]);
      g_ptr_array_remove_index (names, names->len - 2);
    }
  if (!cupti_counters_prepare (self, profiler, chip, availability,
                               names->len > 1 ? (const char *const *)names->pdata : metrics, reason))
    return FALSE;
  if (names->len == 1) /* why not, a single one would have told */
    {
      cupti_counters_clear (self);
      *reason = g_strdup_printf ("this GPU (%s) has none of these metrics in one run: %s", chip, left_out->str);
      return FALSE;
    }
  self->unknown = left_out->len > 0 ? g_strdup (left_out->str) : NULL;
  return TRUE;
}

void
cupti_counters_clear (CuptiCounters *self)
{
  CuptiHostDeinitialize parameters = { .size = CuptiHostDeinitialize_BYTES, .host = self->host };

  if (self->host != NULL)
    cupti.cuptiProfilerHostDeinitialize (&parameters);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_free (self->unknown);
  g_free (self->config);
  *self = (CuptiCounters){ NULL };
}

CuptiResult
cupti_counters_evaluate (const CuptiCounters *self, const guint8 *data, gsize data_bytes, gsize range, double *values)
{
  CuptiHostEvaluate parameters = { .size = CuptiHostEvaluate_BYTES,
                                   .host = self->host,
                                   .data = data,
                                   .data_bytes = data_bytes,
                                   .range = range,
                                   .metrics = (const char **)self->metrics->pdata,
                                   .n = self->metrics->len,
                                   .values = values };

  for (guint i = 0; i < self->metrics->len; i++)
    values[i] = NAN;
  return cupti.cuptiProfilerHostEvaluateToGpuValues (&parameters);
}
