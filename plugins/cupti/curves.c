/* See curves.h: CUPTI's sampling of performance monitors, around one launch at a time.
 *
 * Kernels run once, so all metrics have to be had in one run. The hardware reads its counters each INTERVAL; where it
 * has no clock for that (Turing, GA100), each CYCLES of its system clock, which is about as often.
 *
 * Times are those of the GPU's clock, which is compared with ours when a launch begins.
 *
 * Threads: one call at a time; the calling thread has the context whose kernels are meant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/curves.h"

#include "plugins/cupti/counters.h"
#include "plugins/cupti/support.h"

#include <time.h>

#define INTERVAL 10000u          /* ns */
#define CYCLES 15000u            /* of about 1.5 GHz */
#define MOST_SAMPLES 4096u       /* of a launch: 40 ms */
#define BUFFER_BYTES (64u << 20) /* of the hardware */
#define INVALID_PARAMETER 1      /* what CUPTI answers where there is no such trigger */
#define NOT_SUPPORTED 27         /* likewise */

typedef struct {
  void *context;
  int device;
  CuptiCounters counters;
} Prepared;

static struct {
  const char *const *metrics; /* borrowed until stop */
  GArray *prepared;           /* of Prepared, one for each context */
  const Prepared *current;    /* its kernels are being read; NULL: none */
  void *sampler;              /* CUPTI's; NULL: not enabled */
  guint8 *data;               /* of the counters */
  gsize bytes;
  gint64 begun;      /* ns */
  gint64 difference; /* of our clock to the GPU's, ns */
  gboolean is_compared;
} self;

static gint64
read_clock (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* --- whether, and what --- */

/* Which counters are there; NULL: CUPTI does not say. (transfer full) */
static guint8 *
read_availability (int device)
{
  CuptiCurvesAvailability parameters = { .size = CuptiCurvesAvailability_BYTES, .device = (gsize)device };

  if (cupti.cuptiPmSamplingGetCounterAvailability == NULL
      || cupti.cuptiPmSamplingGetCounterAvailability (&parameters) != CUPTI_OK || parameters.image_size == 0)
    return NULL;
  parameters.image = g_malloc0 (parameters.image_size);
  if (cupti.cuptiPmSamplingGetCounterAvailability (&parameters) == CUPTI_OK)
    return parameters.image;
  g_free (parameters.image);
  return NULL;
}

static char *
prepare_device (Prepared *prepared)
{
  CuptiChipName chip = { .size = CuptiChipName_BYTES, .device = (gsize)prepared->device };
  g_autofree guint8 *availability = NULL;
  char *reason = cupti_check_support (prepared->device, CUPTI_PROFILING_CURVES);
  CuptiResult result;

  if (reason != NULL)
    return reason;
  result = cupti.cuptiDeviceGetChipName (&chip);
  if (result != CUPTI_OK)
    return cupti_explain (result, "tell what GPU this is", NULL);
  availability = read_availability (prepared->device);
  return cupti_counters_prepare_one_run (&prepared->counters, CUPTI_HOST_CURVES, chip.name, availability, self.metrics,
                                         &reason)
             ? NULL
             : reason;
}

/* The metrics of the calling thread's device; NULL with the reason. */
static const Prepared *
find_prepared (char **reason)
{
  Prepared prepared = { NULL };

  if (!cupti_get_context (&prepared.context, &prepared.device))
    {
      *reason = g_strdup ("the driver does not tell which GPU runs the kernels");
      return NULL;
    }
  for (guint i = 0; i < self.prepared->len; i++)
    if (g_array_index (self.prepared, Prepared, i).context == prepared.context)
      return &g_array_index (self.prepared, Prepared, i);
  *reason = prepare_device (&prepared);
  if (*reason != NULL)
    return NULL;
  g_array_append_val (self.prepared, prepared);
  return &g_array_index (self.prepared, Prepared, self.prepared->len - 1);
}

/* --- one launch --- */

static CuptiResult
enable (void)
{
  CuptiCurvesEnable parameters = { .size = CuptiCurvesEnable_BYTES, .device = (gsize)self.current->device };
  CuptiResult result = cupti.cuptiPmSamplingEnable (&parameters);

  self.sampler = result == CUPTI_OK ? parameters.sampler : NULL;
  return result;
}

static CuptiResult
set_config (void)
{
  const CuptiCounters *counters = &self.current->counters;
  CuptiCurvesConfig parameters = { .size = CuptiCurvesConfig_BYTES,
                                   .sampler = self.sampler,
                                   .config_bytes = counters->config_bytes,
                                   .config = counters->config,
                                   .buffer_bytes = BUFFER_BYTES,
                                   .interval = INTERVAL,
                                   .trigger = CUPTI_CURVES_BY_TIME,
                                   .append = CUPTI_CURVES_KEEP_OLDEST };
  CuptiResult result = cupti.cuptiPmSamplingSetConfig (&parameters);

  if (result != INVALID_PARAMETER && result != NOT_SUPPORTED)
    return result;
  parameters.trigger = CUPTI_CURVES_BY_CLOCK;
  parameters.interval = CYCLES;
  return cupti.cuptiPmSamplingSetConfig (&parameters);
}

static CuptiResult
make_data (void)
{
  const CuptiCounters *counters = &self.current->counters;
  CuptiCurvesDataSize size = { .size = CuptiCurvesDataSize_BYTES,
                               .sampler = self.sampler,
                               .metrics = (const char **)counters->metrics->pdata,
                               .n = counters->metrics->len,
                               .most = MOST_SAMPLES };
  CuptiCurvesDataInitialize initialize = { .size = CuptiCurvesDataInitialize_BYTES, .sampler = self.sampler };
  CuptiResult result = cupti.cuptiPmSamplingGetCounterDataSize (&size);

  if (result != CUPTI_OK)
    return result;
  self.data = g_malloc0 (size.bytes + 1);
  self.bytes = initialize.bytes = size.bytes;
  initialize.data = self.data;
  return cupti.cuptiPmSamplingCounterDataImageInitialize (&initialize);
}

static void
compare_clocks (void)
{
  guint64 time = 0;

  self.begun = read_clock ();
  self.is_compared = cupti.cuptiDeviceGetTimestamp != NULL
                     && cupti.cuptiDeviceGetTimestamp (self.current->context, &time) == CUPTI_OK;
  self.difference = self.begun - (gint64)time;
}

static void
disable (void)
{
  CuptiCurvesSwitch parameters = { .size = CuptiCurvesSwitch_BYTES, .sampler = self.sampler };

  if (self.sampler != NULL)
    cupti.cuptiPmSamplingDisable (&parameters);
  self.sampler = NULL;
  self.current = NULL;
  g_clear_pointer (&self.data, g_free);
}

static CuptiResult
start_sampling (void)
{
  CuptiCurvesSwitch parameters = { .size = CuptiCurvesSwitch_BYTES, .sampler = self.sampler };

  compare_clocks ();
  return cupti.cuptiPmSamplingStart (&parameters);
}

static gboolean
begin (char **reason)
{
  CuptiResult result;

  self.current = find_prepared (reason);
  if (self.current == NULL)
    return FALSE;
  cupti_synchronize (); /* kernels from before would be read, too */
  result = enable ();
  if (result == CUPTI_OK)
    result = set_config ();
  if (result == CUPTI_OK)
    result = make_data ();
  if (result == CUPTI_OK)
    result = start_sampling ();
  if (result == CUPTI_OK)
    return TRUE;
  *reason = cupti_explain (result, "begin to read counters while a kernel runs", NULL);
  disable ();
  return FALSE;
}

static gboolean
stop_sampling (gboolean *is_full, char **reason)
{
  CuptiCurvesSwitch stop = { .size = CuptiCurvesSwitch_BYTES, .sampler = self.sampler };
  CuptiCurvesDecode decode
      = { .size = CuptiCurvesDecode_BYTES, .sampler = self.sampler, .data = self.data, .bytes = self.bytes };
  CuptiResult result;

  cupti_synchronize ();
  result = cupti.cuptiPmSamplingStop (&stop);
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "end the reading of counters", NULL);
  else if ((result = cupti.cuptiPmSamplingDecodeData (&decode)) != CUPTI_OK)
    *reason = cupti_explain (result, "decode the counters that were read while a kernel ran", NULL);
  *is_full |= decode.is_full != 0 || decode.end == CUPTI_CURVES_DATA_FULL;
  return *reason == NULL;
}

static CuptiResult
hand_over_sample (gsize index, double *values, RsDeviceCurveFunc func, gpointer data)
{
  const CuptiCounters *counters = &self.current->counters;
  CuptiCurvesSample sample = {
    .size = CuptiCurvesSample_BYTES, .sampler = self.sampler, .data = self.data, .bytes = self.bytes, .index = index
  };
  CuptiResult result = cupti.cuptiPmSamplingCounterDataGetSampleInfo (&sample);

  if (result == CUPTI_OK)
    result = cupti_counters_evaluate (counters, self.data, self.bytes, index, values);
  if (result != CUPTI_OK)
    return result;
  if (!self.is_compared)
    self.difference = self.begun - (gint64)sample.start;
  self.is_compared = TRUE;
  for (guint i = 0; i < counters->metrics->len; i++)
    func (counters->metrics->pdata[i], (gint64)(sample.start + (guint64)self.difference),
          (gint64)(MAX (sample.end, sample.start) + (guint64)self.difference), values[i], data);
  return CUPTI_OK;
}

static gboolean
hand_over (RsDeviceCurveFunc func, gpointer data, char **reason)
{
  CuptiCurvesDataInfo info = { .size = CuptiCurvesDataInfo_BYTES, .data = self.data, .bytes = self.bytes };
  g_autofree double *values = g_new (double, self.current->counters.metrics->len);
  CuptiResult result = cupti.cuptiPmSamplingGetCounterDataInfo (&info);

  for (gsize i = 0; result == CUPTI_OK && i < MIN (info.n_complete, MOST_SAMPLES); i++)
    result = hand_over_sample (i, values, func, data);
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "compute metrics of the counters that were read while a kernel ran", NULL);
  return result == CUPTI_OK;
}

static gboolean
end (RsDeviceCurveFunc func, gpointer data, gboolean *is_full, char **reason)
{
  gboolean is_good = stop_sampling (is_full, reason) && hand_over (func, data, reason);

  disable ();
  return is_good;
}

/* --- all --- */

static gboolean
start (const char *library, const char *const *metrics, char **text)
{
  if (!cupti_open_for (library, CUPTI_FOR_CURVES, text))
    return FALSE;
  self.metrics = metrics;
  self.prepared = g_array_new (FALSE, FALSE, sizeof (Prepared));
  return TRUE;
}

/* Of the first device. */
static const char *
describe (void)
{
  return self.prepared != NULL && self.prepared->len > 0 ? g_array_index (self.prepared, Prepared, 0).counters.unknown
                                                         : NULL;
}

static void
stop (void)
{
  for (guint i = 0; self.prepared != NULL && i < self.prepared->len; i++)
    cupti_counters_clear (&g_array_index (self.prepared, Prepared, i).counters);
  g_clear_pointer (&self.prepared, g_array_unref);
}

const RsDeviceCurveReader cupti_curve_reader
    = { .start = start, .begin = begin, .end = end, .describe = describe, .stop = stop };
