/* The sampling of performance monitors of the library that stands for CUPTI: see fake-cupti.h.
 *
 * Calls are taken in their order only, and with sizes and arguments as the documentation of CUPTI has them. Samples are
 * fake_cupti.n_points for each kernel, a microsecond each, from the time on at which sampling began; the GPU's clock is
 * five seconds before ours. A metric's value is as in fake-ranges.c, the samples in place of ranges.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/types.h"
#include "tests/trace/fake-cupti/fake-cupti.h"
#include "tests/trace/fake-cupti/fake-ranges.h"

#include <string.h>

extern FakeCupti fake_cupti;

static guint n_kernels;

void
fake_note_curve (void)
{
  if (fake_cupti.is_reading)
    n_kernels++;
}

#if FAKE_VERSION >= 25
#define EXPORT __attribute__ ((visibility ("default")))
#define INVALID_PARAMETER 1
#define INVALID_OPERATION 7
#define BEFORE G_GINT64_CONSTANT (5000000000)
#define MICROSECOND 1000

typedef enum { DISABLED, ENABLED, CONFIGURED, STARTED, STOPPED, DECODED } State;

static State state;
static int sampler; /* its address stands for the object */
static guint64 begun;
static gsize bytes;

#define CUPTI_FUNCTION(need, name, parameters) EXPORT CuptiResult name parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION

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

CuptiResult
cuptiDeviceGetTimestamp (void *context, guint64 *time)
{
  *time = (guint64)(g_get_monotonic_time () * 1000 - BEFORE);
  return context != NULL && !fake_cupti.without_gpu_clock ? CUPTI_OK : INVALID_OPERATION;
}

CuptiResult
cuptiPmSamplingGetCounterAvailability (CuptiCurvesAvailability *p)
{
  CuptiResult result = ANSWER (CuptiCurvesAvailability, p->device == 0 && state == DISABLED);

  p->image_size = 16;
  return result;
}

CuptiResult
cuptiPmSamplingEnable (CuptiCurvesEnable *p)
{
  CuptiResult result = ANSWER (CuptiCurvesEnable, p->device == 0 && state == DISABLED);

  if (result != CUPTI_OK)
    return result;
  p->sampler = &sampler;
  state = ENABLED;
  bytes = 0;
  fake_cupti.n_enables++;
  return CUPTI_OK;
}

CuptiResult
cuptiPmSamplingDisable (CuptiCurvesSwitch *p)
{
  CuptiResult result = ANSWER (CuptiCurvesSwitch, p->sampler == &sampler && state != DISABLED);

  state = DISABLED;
  fake_cupti.is_reading = FALSE;
  fake_watch_driver (FALSE);
  fake_cupti.n_disables++;
  return result;
}

CuptiResult
cuptiPmSamplingSetConfig (CuptiCurvesConfig *p)
{
  CuptiResult result = ANSWER (CuptiCurvesConfig, p->sampler == &sampler && p->config_bytes > 0 && p->config != NULL
                                                      && p->buffer_bytes > 0 && p->interval > 0 && state == ENABLED
                                                      && p->append == CUPTI_CURVES_KEEP_OLDEST);

  if (result == CUPTI_OK && fake_cupti.without_time_trigger && p->trigger == CUPTI_CURVES_BY_TIME)
    result = INVALID_PARAMETER;
  if (result == CUPTI_OK)
    state = CONFIGURED;
  return result;
}

CuptiResult
cuptiPmSamplingGetCounterDataSize (CuptiCurvesDataSize *p)
{
  p->bytes = fake_get_data_bytes ();
  return ANSWER (CuptiCurvesDataSize, p->sampler == &sampler && p->n > 0 && p->most > 0 && state >= ENABLED);
}

CuptiResult
cuptiPmSamplingCounterDataImageInitialize (CuptiCurvesDataInitialize *p)
{
  CuptiResult result = ANSWER (CuptiCurvesDataInitialize, p->sampler == &sampler && p->bytes == fake_get_data_bytes ());

  if (result == CUPTI_OK)
    bytes = p->bytes;
  return result;
}

CuptiResult
cuptiPmSamplingStart (CuptiCurvesSwitch *p)
{
  CuptiResult result = ANSWER (CuptiCurvesSwitch, p->sampler == &sampler && state == CONFIGURED && bytes > 0);

  if (result != CUPTI_OK)
    return result;
  state = STARTED;
  n_kernels = 0;
  begun = (guint64)(g_get_monotonic_time () * 1000 - BEFORE);
  fake_cupti.is_reading = TRUE;
  fake_watch_driver (TRUE);
  return CUPTI_OK;
}

CuptiResult
cuptiPmSamplingStop (CuptiCurvesSwitch *p)
{
  CuptiResult result = ANSWER (CuptiCurvesSwitch, p->sampler == &sampler && state == STARTED);

  if (result == CUPTI_OK)
    state = STOPPED;
  fake_cupti.is_reading = FALSE;
  fake_watch_driver (FALSE);
  return result;
}

CuptiResult
cuptiPmSamplingDecodeData (CuptiCurvesDecode *p)
{
  CuptiResult result = ANSWER (CuptiCurvesDecode, p->sampler == &sampler && state == STOPPED && p->bytes == bytes);

  if (result == CUPTI_OK)
    {
      fake_put_data (p->data, n_kernels * fake_cupti.n_points);
      state = DECODED;
    }
  p->end = 2;
  p->is_full = fake_cupti.is_full;
  return result;
}

CuptiResult
cuptiPmSamplingGetCounterDataInfo (CuptiCurvesDataInfo *p)
{
  p->n_total = p->n_filled = p->n_complete = n_kernels * fake_cupti.n_points;
  return ANSWER (CuptiCurvesDataInfo, p->bytes == bytes && state == DECODED);
}

CuptiResult
cuptiPmSamplingCounterDataGetSampleInfo (CuptiCurvesSample *p)
{
  CuptiResult result = ANSWER (CuptiCurvesSample, p->sampler == &sampler && state == DECODED
                                                      && p->index < n_kernels * fake_cupti.n_points);

  p->start = begun + p->index * MICROSECOND;
  p->end = p->start + MICROSECOND;
  return result;
}
#endif
