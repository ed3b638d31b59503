/* See meter.h: CUPTI's range profiler, a range for each kernel, and as many runs of it as its counters need.
 *
 * All of it is set up for one launch and taken down behind it. That costs some milliseconds; between the launches that
 * are measured the GPU is as it would be without, and a failure concerns one launch. The driver's tracer (tracer.c)
 * does not record in such a run: it would slow down and be slowed down.
 *
 * Threads: one call at a time; the calling thread has the context whose kernels are meant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/meter.h"

#include "plugins/cupti/counters.h"
#include "plugins/cupti/support.h"

#define MOST_RANGES 64u /* kernels of a launch: parts of a grid that is too large for one */

typedef struct {
  void *context;
  CuptiCounters counters;
} Prepared;

static struct {
  const char *const *metrics; /* borrowed until stop */
  GArray *prepared;           /* of Prepared, one for each context */
  const Prepared *current;    /* its kernels are being measured; NULL: none */
  void *ranges;               /* CUPTI's; NULL: not enabled */
  guint8 *data;               /* of the counters */
  gsize data_bytes;
} self;

/* --- whether, and what --- */

/* Which counters are there; NULL: CUPTI does not say. (transfer full) */
static guint8 *
read_availability (void *context)
{
  CuptiAvailability parameters = { .size = CuptiAvailability_BYTES, .context = context };

  if (cupti.cuptiProfilerGetCounterAvailability == NULL
      || cupti.cuptiProfilerGetCounterAvailability (&parameters) != CUPTI_OK || parameters.image_size == 0)
    return NULL;
  parameters.image = g_malloc0 (parameters.image_size);
  if (cupti.cuptiProfilerGetCounterAvailability (&parameters) == CUPTI_OK)
    return parameters.image;
  g_free (parameters.image);
  return NULL;
}

static char *
prepare_device (void *context, int device, CuptiCounters *counters)
{
  CuptiChipName chip = { .size = CuptiChipName_BYTES, .device = (gsize)device };
  g_autofree guint8 *availability = NULL;
  CuptiResult result;
  char *reason = cupti_check_support (device, CUPTI_PROFILING_RANGES);

  if (reason != NULL)
    return reason;
  result = cupti.cuptiDeviceGetChipName (&chip);
  if (result != CUPTI_OK)
    return cupti_explain (result, "tell what GPU this is", NULL);
  availability = read_availability (context);
  return cupti_counters_prepare (counters, CUPTI_HOST_RANGES, chip.name, availability, self.metrics, &reason) ? NULL
                                                                                                              : reason;
}

/* The metrics of the calling thread's device; NULL with the reason. */
static const Prepared *
find_prepared (char **reason)
{
  Prepared prepared = { NULL };
  int device = 0;

  if (!cupti_get_context (&prepared.context, &device))
    {
      *reason = g_strdup ("the driver does not tell which GPU runs the kernels");
      return NULL;
    }
  for (guint i = 0; i < self.prepared->len; i++)
    if (g_array_index (self.prepared, Prepared, i).context == prepared.context)
      return &g_array_index (self.prepared, Prepared, i);
  *reason = prepare_device (prepared.context, device, &prepared.counters);
  if (*reason != NULL)
    return NULL;
  g_array_append_val (self.prepared, prepared);
  return &g_array_index (self.prepared, Prepared, self.prepared->len - 1);
}

/* --- one launch --- */

static CuptiResult
make_data (const CuptiCounters *counters)
{
  CuptiRangeDataSize size = { .size = CuptiRangeDataSize_BYTES,
                              .ranges = self.ranges,
                              .metrics = (const char **)counters->metrics->pdata,
                              .n = counters->metrics->len,
                              .most_ranges = MOST_RANGES,
                              .most_nodes = MOST_RANGES };
  CuptiRangeDataInitialize initialize = { .size = CuptiRangeDataInitialize_BYTES, .ranges = self.ranges };
  CuptiResult result = cupti.cuptiRangeProfilerGetCounterDataSize (&size);

  if (result != CUPTI_OK)
    return result;
  self.data = g_malloc0 (size.bytes + 1);
  self.data_bytes = initialize.bytes = size.bytes;
  initialize.data = self.data;
  return cupti.cuptiRangeProfilerCounterDataImageInitialize (&initialize);
}

static CuptiResult
set_config (const CuptiCounters *counters)
{
  CuptiRangeConfig parameters = { .size = CuptiRangeConfig_BYTES,
                                  .ranges = self.ranges,
                                  .config_bytes = counters->config_bytes,
                                  .config = counters->config,
                                  .data_bytes = self.data_bytes,
                                  .data = self.data,
                                  .range = CUPTI_RANGE_AUTO,
                                  .replay = CUPTI_REPLAY_KERNELS,
                                  .most_ranges = MOST_RANGES,
                                  .n_nestings = 1,
                                  .least_nesting = 1,
                                  .target_nesting = 0 };

  return cupti.cuptiRangeProfilerSetConfig (&parameters);
}

static void
disable (void)
{
  CuptiRangeDisable parameters = { .size = CuptiRangeDisable_BYTES, .ranges = self.ranges };

  if (self.ranges != NULL)
    cupti.cuptiRangeProfilerDisable (&parameters);
  self.ranges = NULL;
  self.current = NULL;
  g_clear_pointer (&self.data, g_free);
}

static CuptiResult
enable (void *context)
{
  CuptiRangeEnable parameters = { .size = CuptiRangeEnable_BYTES, .context = context };
  CuptiResult result = cupti.cuptiRangeProfilerEnable (&parameters);

  self.ranges = result == CUPTI_OK ? parameters.ranges : NULL;
  return result;
}

static CuptiResult
start_ranges (void)
{
  CuptiRangeStart parameters = { .size = CuptiRangeStart_BYTES, .ranges = self.ranges };

  return cupti.cuptiRangeProfilerStart (&parameters);
}

static gboolean
begin (char **reason)
{
  CuptiResult result;

  self.current = find_prepared (reason);
  if (self.current == NULL)
    return FALSE;
  cupti_synchronize (); /* kernels from before would be ranges, too */
  result = enable (self.current->context);
  if (result == CUPTI_OK)
    result = make_data (&self.current->counters);
  if (result == CUPTI_OK)
    result = set_config (&self.current->counters);
  if (result == CUPTI_OK)
    result = start_ranges ();
  if (result == CUPTI_OK)
    return TRUE;
  *reason = cupti_explain (result, "begin to read counters around a kernel", NULL);
  disable ();
  return FALSE;
}

static gboolean
stop_ranges (char **reason)
{
  CuptiRangeStop stop = { .size = CuptiRangeStop_BYTES, .ranges = self.ranges };
  CuptiRangeDecode decode = { .size = CuptiRangeDecode_BYTES, .ranges = self.ranges };
  CuptiResult result;

  cupti_synchronize ();
  result = cupti.cuptiRangeProfilerStop (&stop);
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "run a kernel again for its counters", NULL);
  else if (!stop.is_complete)
    *reason = g_strdup ("CUPTI did not run a kernel as often as its counters need; ask for fewer metrics at a time");
  else if ((result = cupti.cuptiRangeProfilerDecodeData (&decode)) != CUPTI_OK)
    *reason = cupti_explain (result, "decode the counters of a kernel", NULL);
  else if (decode.dropped > 0)
    *reason = g_strdup_printf ("a launch has more kernels than can be measured at a time (%u)", MOST_RANGES);
  return *reason == NULL;
}

static gboolean
hand_over (RsDeviceMetricFunc func, gpointer data, char **reason)
{
  const CuptiCounters *counters = &self.current->counters;
  CuptiRangeDataInfo info = { .size = CuptiRangeDataInfo_BYTES, .data = self.data, .bytes = self.data_bytes };
  g_autofree double *values = g_new (double, counters->metrics->len);
  CuptiResult result = cupti.cuptiRangeProfilerGetCounterDataInfo (&info);

  for (gsize range = 0; result == CUPTI_OK && range < MIN (info.n, MOST_RANGES); range++)
    {
      result = cupti_counters_evaluate (counters, self.data, self.data_bytes, range, values);
      for (guint i = 0; result == CUPTI_OK && i < counters->metrics->len; i++)
        func ((guint)range, counters->metrics->pdata[i], values[i], data);
    }
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "compute metrics of a kernel's counters", NULL);
  else if (info.n == 0)
    *reason = g_strdup ("CUPTI has seen no kernel in a launch");
  return *reason == NULL;
}

static gboolean
end (RsDeviceMetricFunc func, gpointer data, char **reason)
{
  gboolean is_good = stop_ranges (reason) && hand_over (func, data, reason);

  disable ();
  return is_good;
}

/* --- all --- */

static gboolean
start (const char *library, const char *const *metrics, char **text)
{
  if (!cupti_open_for (library, CUPTI_FOR_METRICS, text))
    return FALSE;
  self.metrics = metrics;
  self.prepared = g_array_new (FALSE, FALSE, sizeof (Prepared));
  return TRUE;
}

/* Of the first device. */
static void
describe (gsize *n_passes, const char **unknown)
{
  const gboolean is_there = self.prepared != NULL && self.prepared->len > 0;

  *n_passes = is_there ? g_array_index (self.prepared, Prepared, 0).counters.n_passes : 0;
  *unknown = is_there ? g_array_index (self.prepared, Prepared, 0).counters.unknown : NULL;
}

static void
stop (void)
{
  for (guint i = 0; self.prepared != NULL && i < self.prepared->len; i++)
    cupti_counters_clear (&g_array_index (self.prepared, Prepared, i).counters);
  g_clear_pointer (&self.prepared, g_array_unref);
}

const RsDeviceMeter cupti_meter = { .start = start, .begin = begin, .end = end, .describe = describe, .stop = stop };
