/* See stalls.h: CUPTI's sampling of program counters, around one launch at a time.
 *
 * Kernels run one after the other meanwhile, and once each. What CUPTI has of a launch comes in two ways: what is ready
 * when all kernels have ended is fetched, and the rest is put into a buffer of ours when sampling is switched off. A
 * program counter that comes in both counts for both.
 *
 * Names of functions are left to be freed by who asked, and may be the same that CUPTI gives to others in the process,
 * also later: they are left alone, which costs some bytes for each function that was sampled.
 *
 * Threads: one call at a time; the thread of begin and end has the context whose kernels are meant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/stalls.h"

#include "plugins/cupti/places.h"
#include "plugins/cupti/support.h"

#include <string.h>

#define MOST_COUNTERS 4096u /* program counters that are fetched at a time */
#define MOST_REASONS 256u
#define MOST_FETCHES 1000u

/* What CUPTI fills. */
typedef struct {
  CuptiSamples samples;
  CuptiSampledCounter *counters; /* [MOST_COUNTERS] */
  CuptiSampledReason *reasons;   /* [MOST_COUNTERS][n_reasons] */
} Buffer;

static struct {
  void *context;    /* of the next three; NULL: none yet */
  guint32 *numbers; /* [n_reasons] */
  char **names;     /* [n_reasons], of CUPTI_REASON_BYTES each */
  gsize n_reasons;
  Buffer fetched, rest;
  gboolean is_begun, is_enabled;
} self;

/* --- a context --- */

static void
buffer_clear (Buffer *buffer)
{
  g_free (buffer->counters);
  g_free (buffer->reasons);
  *buffer = (Buffer){ .counters = NULL };
}

/* As CUPTI wants it to be before it fills it. */
static void
buffer_reset (Buffer *buffer)
{
  buffer->samples
      = (CuptiSamples){ .size = sizeof buffer->samples, .most = MOST_COUNTERS, .counters = buffer->counters };
  memset (buffer->counters, 0, MOST_COUNTERS * sizeof *buffer->counters);
  for (gsize i = 0; i < MOST_COUNTERS; i++)
    {
      buffer->counters[i].size = sizeof *buffer->counters;
      buffer->counters[i].reasons = buffer->reasons + i * self.n_reasons;
    }
}

static void
forget_context (void)
{
  for (gsize i = 0; self.names != NULL && i < self.n_reasons; i++)
    g_free (self.names[i]);
  g_clear_pointer (&self.names, g_free);
  g_clear_pointer (&self.numbers, g_free);
  buffer_clear (&self.fetched);
  buffer_clear (&self.rest);
  self.context = NULL;
  self.n_reasons = 0;
}

/* What the GPU tells apart; sampling is on. */
static CuptiResult
read_reasons (void *context)
{
  CuptiReasonCount count = { .size = CuptiReasonCount_BYTES, .context = context };
  CuptiReasons reasons = { .size = CuptiReasons_BYTES, .context = context };
  gsize n = 0;
  CuptiResult result;

  if (self.context == context)
    return CUPTI_OK;
  forget_context ();
  count.n = &n;
  result = cupti.cuptiPCSamplingGetNumStallReasons (&count);
  if (result != CUPTI_OK)
    return result;
  self.n_reasons = n = CLAMP (n, 1, MOST_REASONS);
  self.numbers = g_new0 (guint32, n);
  self.names = g_new0 (char *, n);
  for (gsize i = 0; i < n; i++)
    self.names[i] = g_malloc0 (CUPTI_REASON_BYTES + 1);
  reasons.n = n;
  reasons.numbers = self.numbers;
  reasons.names = self.names;
  result = cupti.cuptiPCSamplingGetStallReasons (&reasons);
  if (result != CUPTI_OK)
    return result;
  for (guint i = 0; i < 2; i++)
    {
      Buffer *buffer = i == 0 ? &self.fetched : &self.rest;

      buffer->counters = g_new0 (CuptiSampledCounter, MOST_COUNTERS);
      buffer->reasons = g_new0 (CuptiSampledReason, MOST_COUNTERS * n);
    }
  self.context = context;
  return CUPTI_OK;
}

static CuptiResult
configure (void *context)
{
  CuptiSamplingAttribute attributes[] = {
    { .attribute = CUPTI_SAMPLING_MODE, .data = { CUPTI_SAMPLING_SERIAL } },
    { .attribute = CUPTI_SAMPLING_BUFFER, .data = { (guint64)GPOINTER_TO_SIZE (&self.rest.samples) } },
  };
  CuptiSamplingConfig parameters = {
    .size = CuptiSamplingConfig_BYTES, .context = context, .n = G_N_ELEMENTS (attributes), .attributes = attributes
  };
  CuptiResult result;

  buffer_reset (&self.fetched);
  buffer_reset (&self.rest);
  result = cupti.cuptiPCSamplingSetConfigurationAttribute (&parameters);
  for (guint i = 0; result == CUPTI_OK && i < G_N_ELEMENTS (attributes); i++)
    result = attributes[i].result;
  return result;
}

/* --- one launch --- */

static CuptiResult
disable (void)
{
  CuptiSamplingSwitch parameters = { .size = CuptiSamplingSwitch_BYTES, .context = self.context };

  if (!self.is_enabled)
    return CUPTI_OK;
  self.is_enabled = FALSE;
  return cupti.cuptiPCSamplingDisable (&parameters);
}

static CuptiResult
enable (void *context)
{
  CuptiSamplingSwitch parameters = { .size = CuptiSamplingSwitch_BYTES, .context = context };
  CuptiResult result = cupti.cuptiPCSamplingEnable (&parameters);

  if (result != CUPTI_OK)
    return result;
  result = read_reasons (context);
  if (result == CUPTI_OK)
    result = configure (context);
  self.is_enabled = TRUE;
  if (result == CUPTI_OK)
    return CUPTI_OK;
  self.context = context;
  disable ();
  self.context = NULL; /* what it has is asked anew */
  return result;
}

static gboolean
begin (char **reason)
{
  CuptiResult result;
  void *context;
  int device = 0;

  if (!cupti_get_context (&context, &device))
    {
      *reason = g_strdup ("the driver does not tell which GPU runs the kernels");
      return FALSE;
    }
  if (context != self.context)
    *reason = cupti_check_support (device, CUPTI_PROFILING_SAMPLES);
  if (*reason != NULL)
    return FALSE;
  cupti_synchronize (); /* kernels from before would be sampled, too */
  result = enable (context);
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "begin to sample where a kernel waits", NULL);
  return result == CUPTI_OK;
}

static const char *
find_reason (guint32 number)
{
  for (gsize i = 0; i < self.n_reasons; i++)
    if (self.numbers[i] == number)
      return self.names[i];
  return NULL;
}

/* What CUPTI has put into a buffer. Its numbers are not trusted: those of another version may mean more. */
static void
hand_over (const Buffer *buffer, RsDeviceLineFunc func, gpointer data)
{
  for (gsize i = 0; i < MIN (buffer->samples.n, MOST_COUNTERS); i++)
    {
      const CuptiSampledCounter *counter = &buffer->counters[i];
      const CuptiPlace *place = cupti_places_find (counter->checksum, counter->address, counter->function);

      for (gsize k = 0; counter->reasons != NULL && k < MIN (counter->n_reasons, self.n_reasons); k++)
        {
          const char *name = find_reason (counter->reasons[k].number);

          if (name != NULL && counter->reasons[k].samples > 0)
            func (counter->function, place->file, place->line, name, counter->reasons[k].samples, data);
        }
    }
}

/* A range tells its sums again with each part. */
static void
add_losses (const CuptiSamples *samples, CuptiSamples *last, RsDeviceSampleLosses *losses)
{
  const gboolean goes_on = last->n > 0 && last->range == samples->range;
  const guint64 dropped = goes_on ? last->dropped : 0, others = goes_on ? last->others : 0;

  losses->dropped += samples->dropped > dropped ? (gint64)(samples->dropped - dropped) : 0;
  losses->others += samples->others > others ? (gint64)(samples->others - others) : 0;
  losses->is_full |= samples->is_full != 0;
  *last = *samples;
  last->n = 1;
}

/* What is ready. */
static CuptiResult
fetch (RsDeviceLineFunc func, gpointer data, RsDeviceSampleLosses *losses, CuptiSamples *last)
{
  CuptiSamplingFetch parameters
      = { .size = CuptiSamplingFetch_BYTES, .context = self.context, .samples = &self.fetched.samples };
  CuptiResult result = CUPTI_OK;

  for (guint i = 0; i < MOST_FETCHES; i++)
    {
      buffer_reset (&self.fetched);
      result = cupti.cuptiPCSamplingGetData (&parameters);
      if (result == CUPTI_OUT_OF_MEMORY)
        losses->is_full = TRUE;
      if (result != CUPTI_OK)
        break;
      add_losses (&self.fetched.samples, last, losses);
      hand_over (&self.fetched, func, data);
      if (self.fetched.samples.n == 0 || self.fetched.samples.n_left == 0)
        break;
    }
  return result == CUPTI_OUT_OF_MEMORY ? CUPTI_OK : result;
}

static gboolean
end (RsDeviceLineFunc func, gpointer data, RsDeviceSampleLosses *losses, char **reason)
{
  CuptiSamples last = { .n = 0 };
  CuptiResult result, disabled;

  cupti_synchronize ();
  result = fetch (func, data, losses, &last);
  disabled = disable ();
  if (result == CUPTI_OK && disabled == CUPTI_OK && self.rest.samples.n > 0)
    {
      add_losses (&self.rest.samples, &last, losses);
      hand_over (&self.rest, func, data);
    }
  if (result != CUPTI_OK)
    *reason = cupti_explain (result, "hand over where a kernel waited", NULL);
  else if (disabled != CUPTI_OK)
    *reason = cupti_explain (disabled, "end the sampling of a kernel", NULL);
  return *reason == NULL;
}

/* --- all --- */

static gboolean
start (const char *library, char **text)
{
  if (!cupti_open_for (library, CUPTI_FOR_SAMPLES, text))
    return FALSE;
  cupti_places_begin ();
  self.is_begun = TRUE;
  return TRUE;
}

static void
stop (void)
{
  disable ();
  forget_context ();
  if (self.is_begun)
    cupti_places_end ();
  self.is_begun = FALSE;
}

const RsDeviceSampler cupti_sampler
    = { .start = start, .add_binary = cupti_places_add_binary, .begin = begin, .end = end, .stop = stop };
