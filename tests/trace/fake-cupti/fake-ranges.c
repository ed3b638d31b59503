/* The counters of the library that stands for CUPTI: see fake-cupti.h.
 *
 * It takes calls in their order only, with sizes and arguments as the documentation of CUPTI has them, and refuses all
 * else. A metric's value is the length of its name, and for each range (kernel) 1000, and for each start before, 1
 * more. Kernels are not run several times: what that does to their memory is not shown here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/trace/fake-cupti/fake-ranges.h"

#include "plugins/cupti/types.h"
#include "tests/trace/fake-cupti/fake-cupti.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__ ((visibility ("default")))
#define INVALID_PARAMETER 1
#define INVALID_OPERATION 7
#define INVALID_METRIC 17
#define INVALID_CHIP 46
#define CONFIG "fake counters"
#define DATA "fake data"
#define PER_PASS 4u /* metrics */

extern FakeCupti fake_cupti;

typedef enum { DISABLED, ENABLED, CONFIGURED, STARTED, STOPPED } State;

typedef struct {
  gsize n_metrics;
} Host;

/* What is written into the data at its decoding. */
typedef struct {
  char magic[16];
  guint n_ranges, n_starts;
} Data;

static State state;
static gboolean is_initialized;
static guint n_calls; /* of the function that fails */

void
fake_note_range (void)
{
  if (__atomic_load_n (&fake_cupti.is_in_range, __ATOMIC_ACQUIRE))
    __atomic_add_fetch (&fake_cupti.n_ranges, 1, __ATOMIC_RELAXED);
}

gboolean
fake_is_due (void)
{
  return n_calls++ >= fake_cupti.skip;
}

void
fake_read_fault (void)
{
  const char *text = g_getenv ("RS_FAKE_CUPTI_FAULT"), *colon = text != NULL ? strchr (text, ':') : NULL;

  state = DISABLED;
  n_calls = 0;
  is_initialized = FALSE;
  if (colon == NULL)
    return;
  fake_cupti.failing = g_strndup (text, (gsize)(colon - text));
  fake_cupti.failure = atoi (colon + 1);
  if (strcmp (fake_cupti.failing, "chip") == 0)
    fake_cupti.chip = "ZZ999";
}

void
fake_put_data (guint8 *bytes, guint n)
{
  *(Data *)(gpointer)bytes = (Data){ DATA, n, 1 };
}

gsize
fake_get_data_bytes (void)
{
  return sizeof (Data);
}

#if FAKE_VERSION >= 25
static int ranges; /* its address stands for the object */
static Data *data;

/* The result of a call: what the test asks for, else whether it comes with this size in this state. */
static CuptiResult
answer (const char *function, gsize size, gsize wanted, gboolean is_right)
{
  if (fake_cupti.failing != NULL && strcmp (fake_cupti.failing, function) == 0 && fake_is_due ())
    return fake_cupti.failure;
  if (size != wanted)
    return INVALID_PARAMETER;
  return is_right ? CUPTI_OK : INVALID_OPERATION;
}

#define ANSWER(type, is_right) answer (__func__, p->size, type##_BYTES, p->priv == NULL && (is_right))

#define CUPTI_FUNCTION(need, name, parameters) EXPORT CuptiResult name parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION

/* --- whether --- */

CuptiResult
cuptiProfilerInitialize (CuptiProfilerInitialize *p)
{
  CuptiResult result = ANSWER (CuptiProfilerInitialize, TRUE);

  is_initialized = result == CUPTI_OK;
  return result;
}

static guint32
get_support (const char *what)
{
  return g_strcmp0 (fake_cupti.unsupported, what) == 0 ? CUPTI_SUPPORT_NONE : CUPTI_SUPPORT_FULL;
}

CuptiResult
cuptiProfilerDeviceSupported (CuptiDeviceSupported *p)
{
  CuptiResult result = ANSWER (CuptiDeviceSupported, is_initialized && p->api <= CUPTI_PROFILING_CURVES);

  p->is_supported = fake_cupti.unsupported != NULL ? CUPTI_SUPPORT_NONE : CUPTI_SUPPORT_FULL;
  p->architecture = get_support ("architecture");
  p->sli = get_support ("sli");
  p->vgpu = g_strcmp0 (fake_cupti.unsupported, "vgpu-forbidden") == 0 ? CUPTI_SUPPORT_FORBIDDEN : get_support ("vgpu");
  p->confidential = get_support ("confidential");
  p->mining = get_support ("mining");
  p->wsl = get_support ("wsl");
  return result;
}

CuptiResult
cuptiDeviceGetChipName (CuptiChipName *p)
{
  p->name = fake_cupti.chip;
  return ANSWER (CuptiChipName, is_initialized);
}

CuptiResult
cuptiProfilerGetCounterAvailability (CuptiAvailability *p)
{
  if (p->image != NULL && p->image_size >= sizeof CONFIG)
    memcpy (p->image, CONFIG, sizeof CONFIG);
  p->image_size = sizeof CONFIG;
  return ANSWER (CuptiAvailability, p->context != NULL && state == DISABLED);
}

/* --- which --- */

CuptiResult
cuptiProfilerHostInitialize (CuptiHostInitialize *p)
{
  CuptiResult result = ANSWER (CuptiHostInitialize, p->profiler <= CUPTI_HOST_CURVES);

  if (result != CUPTI_OK)
    return result;
  if (strcmp (p->chip, "GH100") != 0)
    return INVALID_CHIP;
  p->host = g_new0 (Host, 1);
  fake_cupti.n_host_objects++;
  return CUPTI_OK;
}

CuptiResult
cuptiProfilerHostDeinitialize (CuptiHostDeinitialize *p)
{
  CuptiResult result = ANSWER (CuptiHostDeinitialize, p->host != NULL);

  if (result == CUPTI_OK)
    {
      g_free (p->host);
      fake_cupti.n_host_objects--;
    }
  return result;
}

CuptiResult
cuptiProfilerHostGetSupportedChips (CuptiHostChips *p)
{
  static const char *const names[] = { "GH100" };

  p->n = 1;
  p->names = names;
  return ANSWER (CuptiHostChips, TRUE);
}

static gboolean
is_known (const char *metric)
{
  return strchr (metric, '.') != NULL
         && (fake_cupti.unknown_metric == NULL || strstr (metric, fake_cupti.unknown_metric) == NULL);
}

CuptiResult
cuptiProfilerHostGetMetricProperties (CuptiHostMetric *p)
{
  CuptiResult result = ANSWER (CuptiHostMetric, p->host != NULL);

  return result == CUPTI_OK && !is_known (p->metric) ? INVALID_METRIC : result;
}

CuptiResult
cuptiProfilerHostConfigAddMetrics (CuptiHostAddMetrics *p)
{
  CuptiResult result = ANSWER (CuptiHostAddMetrics, p->host != NULL && p->n > 0);

  for (gsize i = 0; result == CUPTI_OK && i < p->n; i++)
    if (!is_known (p->metrics[i]))
      result = INVALID_METRIC;
  if (result == CUPTI_OK)
    ((Host *)p->host)->n_metrics += p->n;
  return result;
}

CuptiResult
cuptiProfilerHostGetConfigImageSize (CuptiHostConfigSize *p)
{
  p->bytes = sizeof CONFIG + sizeof (gsize);
  return ANSWER (CuptiHostConfigSize, p->host != NULL);
}

CuptiResult
cuptiProfilerHostGetConfigImage (CuptiHostConfig *p)
{
  CuptiResult result = ANSWER (CuptiHostConfig, p->host != NULL && p->bytes == sizeof CONFIG + sizeof (gsize));

  if (result == CUPTI_OK)
    {
      memcpy (p->image, CONFIG, sizeof CONFIG);
      memcpy (p->image + sizeof CONFIG, &((Host *)p->host)->n_metrics, sizeof (gsize));
    }
  return result;
}

static gboolean
is_config (const guint8 *image, gsize bytes)
{
  return bytes == sizeof CONFIG + sizeof (gsize) && memcmp (image, CONFIG, sizeof CONFIG) == 0;
}

CuptiResult
cuptiProfilerHostGetNumOfPasses (CuptiHostPasses *p)
{
  CuptiResult result = ANSWER (CuptiHostPasses, is_config (p->image, p->bytes));
  gsize n;

  if (result != CUPTI_OK)
    return result;
  memcpy (&n, p->image + sizeof CONFIG, sizeof n);
  p->n = (n + PER_PASS - 1) / PER_PASS;
  return CUPTI_OK;
}

CuptiResult
cuptiProfilerHostEvaluateToGpuValues (CuptiHostEvaluate *p)
{
  const Data *decoded = (gconstpointer)p->data;
  CuptiResult result = ANSWER (CuptiHostEvaluate, p->host != NULL && p->data_bytes >= sizeof (Data)
                                                      && strcmp (decoded->magic, DATA) == 0
                                                      && p->range < decoded->n_ranges);

  for (gsize i = 0; result == CUPTI_OK && i < p->n; i++)
    p->values[i] = (double)strlen (p->metrics[i]) + 1000.0 * (double)p->range + (decoded->n_starts - 1);
  return result;
}

/* --- around kernels --- */

CuptiResult
cuptiRangeProfilerEnable (CuptiRangeEnable *p)
{
  CuptiResult result = ANSWER (CuptiRangeEnable, is_initialized && p->context != NULL && state == DISABLED);

  if (result == CUPTI_OK)
    {
      p->ranges = &ranges;
      state = ENABLED;
      fake_cupti.n_enables++;
    }
  return result;
}

CuptiResult
cuptiRangeProfilerDisable (CuptiRangeDisable *p)
{
  CuptiResult result = ANSWER (CuptiRangeDisable, p->ranges == &ranges && state != DISABLED);

  state = DISABLED;
  __atomic_store_n (&fake_cupti.is_in_range, FALSE, __ATOMIC_RELEASE);
  fake_watch_driver (FALSE);
  fake_cupti.n_disables++;
  return result;
}

CuptiResult
cuptiRangeProfilerGetCounterDataSize (CuptiRangeDataSize *p)
{
  p->bytes = sizeof (Data);
  return ANSWER (CuptiRangeDataSize, p->ranges == &ranges && p->n > 0 && p->most_ranges > 0
                                         && p->most_nodes >= p->most_ranges && state == ENABLED);
}

CuptiResult
cuptiRangeProfilerCounterDataImageInitialize (CuptiRangeDataInitialize *p)
{
  CuptiResult result = ANSWER (CuptiRangeDataInitialize, p->ranges == &ranges && p->bytes == sizeof (Data));

  if (result == CUPTI_OK)
    *(Data *)(gpointer)p->data = (Data){ DATA, 0, 0 };
  return result;
}

CuptiResult
cuptiRangeProfilerSetConfig (CuptiRangeConfig *p)
{
  CuptiResult result
      = ANSWER (CuptiRangeConfig, p->ranges == &ranges && is_config (p->config, p->config_bytes)
                                      && p->data_bytes == sizeof (Data) && strcmp ((const char *)p->data, DATA) == 0
                                      && p->range == CUPTI_RANGE_AUTO && p->replay == CUPTI_REPLAY_KERNELS
                                      && p->most_ranges > 0 && p->n_nestings == 1 && p->least_nesting == 1
                                      && p->pass == 0 && state == ENABLED);

  if (result == CUPTI_OK)
    {
      data = (gpointer)p->data;
      state = CONFIGURED;
    }
  return result;
}

CuptiResult
cuptiRangeProfilerStart (CuptiRangeStart *p)
{
  CuptiResult result = ANSWER (CuptiRangeStart, p->ranges == &ranges && state == CONFIGURED);

  if (result != CUPTI_OK)
    return result;
  state = STARTED;
  fake_cupti.n_starts++;
  fake_cupti.n_ranges = 0;
  __atomic_store_n (&fake_cupti.is_in_range, TRUE, __ATOMIC_RELEASE);
  fake_watch_driver (TRUE);
  return CUPTI_OK;
}

CuptiResult
cuptiRangeProfilerStop (CuptiRangeStop *p)
{
  CuptiResult result = ANSWER (CuptiRangeStop, p->ranges == &ranges && state == STARTED);

  __atomic_store_n (&fake_cupti.is_in_range, FALSE, __ATOMIC_RELEASE);
  fake_watch_driver (FALSE);
  if (result == CUPTI_OK)
    state = STOPPED;
  p->is_complete = fake_cupti.failing == NULL || strcmp (fake_cupti.failing, "replay") != 0;
  return result;
}

CuptiResult
cuptiRangeProfilerDecodeData (CuptiRangeDecode *p)
{
  CuptiResult result = ANSWER (CuptiRangeDecode, p->ranges == &ranges && state == STOPPED);

  if (result == CUPTI_OK)
    {
      data->n_ranges = __atomic_load_n (&fake_cupti.n_ranges, __ATOMIC_RELAXED);
      data->n_starts = fake_cupti.n_starts;
    }
  p->dropped = fake_cupti.dropped_ranges;
  return result;
}

CuptiResult
cuptiRangeProfilerGetCounterDataInfo (CuptiRangeDataInfo *p)
{
  const Data *decoded = (gconstpointer)p->data;
  CuptiResult result = ANSWER (CuptiRangeDataInfo, p->bytes == sizeof (Data) && strcmp (decoded->magic, DATA) == 0);

  if (result == CUPTI_OK)
    p->n = decoded->n_ranges;
  return result;
}
#endif
