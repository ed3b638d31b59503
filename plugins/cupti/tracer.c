/* Recording what the CUDA driver does.
 *
 * CUPTI asks for buffers, fills them on threads of the program and of its own, and gives them back, full or when they
 * are flushed, on any thread, late, even after the end. What is read of them is copied to the recorder at once;
 * nothing else happens on those threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/clock.h"
#include "plugins/cupti/curves.h"
#include "plugins/cupti/library.h"
#include "plugins/cupti/meter.h"
#include "plugins/cupti/records.h"
#include "plugins/cupti/sass.h"
#include "plugins/cupti/stalls.h"

#include <stdlib.h>
#include <time.h>

#define BUFFER_BYTES ((gsize)4 << 20) /* some 19,000 kernels, or 100,000 calls */
#define SPILL_BYTES ((gsize)64 << 10) /* instead, where there are too many and none can't be said */
#define MOST_BUFFERS 64               /* that are in CUPTI's hands */
#define MAY_DECLINE 27u               /* CUPTI version (CUDA 12.9) from which on NULL stands for no buffer */
#define HAS_SUBSCRIBERS 130300u       /* several tools at a time */
#define HAS_CLOCK_ATTRIBUTE 130400u
#define BATCH 64u

/* What is recorded, the first of it necessary. Kernels are kind 10: kind 3 would run them one after the other.
 * Launches (39) are told only while a kind of calls (4) is recorded. */
static const guint32 kinds[] = { 10, 4, 39, 1, 22, 2, 38, 17, 49, 51, 52, 8 };
#define UNIFIED_MEMORY 25u /* on demand */

static struct {
  GMutex lock;       /* the sink is called under it */
  RsDeviceSink sink; /* guarded by lock; take NULL: nobody records */
  CuptiSubscriber *subscriber;
  gboolean has_subscribers; /* the functions with a subscriber are used */
  gboolean has_our_clock;
  gboolean has_unified;    /* unified memory is recorded */
  CuptiOffsets *offsets;   /* made once; NULL: never needed */
  gint n_buffers;          /* atomic: in CUPTI's hands */
  gint64 dropped, damaged; /* atomic */
} self;

static guint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (guint64)now.tv_sec * 1000000000u + (guint64)now.tv_nsec;
}

/* --- buffers --- */

static void
give_buffer (guint8 **buffer, gsize *size, gsize *most)
{
  gboolean is_spill = __atomic_load_n (&self.n_buffers, __ATOMIC_RELAXED) >= MOST_BUFFERS;

  *most = 0; /* as many as it holds */
  *size = is_spill ? SPILL_BYTES : BUFFER_BYTES;
  *buffer = is_spill && cupti_version >= MAY_DECLINE ? NULL : calloc (1, *size);
  if (*buffer == NULL && cupti_version < MAY_DECLINE)
    *buffer = calloc (1, *size = SPILL_BYTES);
  if (*buffer == NULL)
    *size = 0;
  else
    __atomic_add_fetch (&self.n_buffers, 1, __ATOMIC_RELAXED);
}

static CuptiResult
get_next (guint8 *buffer, gsize valid, guint8 **record)
{
  return self.has_subscribers ? cupti.cuptiActivityGetNextRecord_v2 (self.subscriber, buffer, valid, record)
                              : cupti.cuptiActivityGetNextRecord (buffer, valid, record);
}

static void
hand_over (const RsDeviceRecord *records, guint n)
{
  g_mutex_lock (&self.lock);
  if (n > 0 && self.sink.take != NULL)
    self.sink.take (records, n, self.sink.data);
  g_mutex_unlock (&self.lock);
}

static void
use_our_clock (RsDeviceRecord *record)
{
  if (self.has_our_clock)
    return;
  record->start = cupti_offsets_convert (self.offsets, record->start);
  record->end = cupti_offsets_convert (self.offsets, record->end);
}

/* FALSE: something in it can't be read, and nothing behind that. */
static gboolean
read_buffer (guint8 *buffer, gsize valid)
{
  RsDeviceRecord batch[BATCH];
  guint8 *record = NULL, *before = NULL;
  gboolean is_good = TRUE;
  CuptiResult result;
  guint n = 0;

  while (is_good && (result = get_next (buffer, valid, &record)) != CUPTI_NO_MORE_RECORDS)
    {
      RsDeviceRecordKind kind;
      CuptiFields fields;
      CuptiReading reading;

      if (result != CUPTI_OK || record < buffer || record >= buffer + valid || (before != NULL && record <= before))
        {
          is_good = FALSE;
          break;
        }
      before = record;
      reading = cupti_read_fields (record, (gsize)(buffer + valid - record), &kind, &fields);
      is_good = reading != CUPTI_SHORT;
      if (reading != CUPTI_READ || !cupti_make_record (kind, &fields, &batch[n]))
        continue;
      use_our_clock (&batch[n]);
      if (++n == BATCH)
        {
          hand_over (batch, n);
          n = 0;
        }
    }
  hand_over (batch, n);
  return is_good;
}

static void
count_dropped (void)
{
  gsize n = 0;
  CuptiResult result = self.has_subscribers ? cupti.cuptiActivityGetNumDroppedRecords_v2 (self.subscriber, NULL, 0, &n)
                                            : cupti.cuptiActivityGetNumDroppedRecords (NULL, 0, &n);

  if (result == CUPTI_OK)
    __atomic_add_fetch (&self.dropped, (gint64)n, __ATOMIC_RELAXED);
}

static gboolean
is_recording (void)
{
  gboolean is;

  g_mutex_lock (&self.lock);
  is = self.sink.take != NULL;
  g_mutex_unlock (&self.lock);
  return is;
}

static void
take_buffer (guint8 *buffer, gsize valid)
{
  if (buffer == NULL)
    return;
  if (is_recording ())
    {
      if (valid > 0 && !read_buffer (buffer, valid))
        __atomic_add_fetch (&self.damaged, 1, __ATOMIC_RELAXED);
      count_dropped ();
    }
  free (buffer);
  __atomic_sub_fetch (&self.n_buffers, 1, __ATOMIC_RELAXED);
}

static void
completed (void *context, guint32 stream, guint8 *buffer, gsize size, gsize valid)
{
  take_buffer (buffer, MIN (valid, size));
}

static void
requested_2 (guint8 **buffer, gsize *size, gsize *most, void *details)
{
  give_buffer (buffer, size, most);
}

static void
completed_2 (guint8 *buffer, gsize size, gsize valid, void *details)
{
  take_buffer (buffer, MIN (valid, size));
}

/* --- beginning --- */

/* Subscribers are told of calls; this one asks for none and is there to be seen by other tools. */
static void
ignore (void *data, int domain, guint32 id, const void *details)
{
}

static CuptiResult
subscribe (char *other, gsize size)
{
  CuptiSubscription subscription
      = { .size = CUPTI_SUBSCRIPTION_SIZE, .name = "Redshift", .other_name = other, .other_size = size };
  CuptiResult result;

  self.has_subscribers = cupti_version >= HAS_SUBSCRIBERS && cupti.cuptiSubscribe_v2 != NULL
                         && cupti.cuptiActivityEnable_v2 != NULL && cupti.cuptiActivityDisable_v2 != NULL
                         && cupti.cuptiActivityRegisterCallbacks_v2 != NULL
                         && cupti.cuptiActivityGetNextRecord_v2 != NULL
                         && cupti.cuptiActivityGetNumDroppedRecords_v2 != NULL
                         && cupti.cuptiActivityPushExternalCorrelationId_v2 != NULL
                         && cupti.cuptiActivityPopExternalCorrelationId_v2 != NULL;
  if (cupti.cuptiSubscribe_v2 == NULL)
    return cupti.cuptiSubscribe (&self.subscriber, ignore, NULL);
  if (!self.has_subscribers)
    return cupti.cuptiSubscribe_v2 (&self.subscriber, ignore, NULL, &subscription);
  subscription.size = sizeof subscription;
  subscription.allows_others = 1;
  result = cupti.cuptiSubscribe_v2 (&self.subscriber, ignore, NULL, &subscription);
  if (result != CUPTI_OTHER_TOOL)
    return result;
  subscription.allows_others = 0; /* an earlier tool may have decided that */
  return cupti.cuptiSubscribe_v2 (&self.subscriber, ignore, NULL, &subscription);
}

static CuptiResult
set_attribute (guint32 attribute, gsize size, void *value)
{
  if (self.has_subscribers && cupti.cuptiActivitySetAttribute_v2 != NULL)
    return cupti.cuptiActivitySetAttribute_v2 (self.subscriber, attribute, &size, value);
  return cupti.cuptiActivitySetAttribute != NULL ? cupti.cuptiActivitySetAttribute (attribute, &size, value)
                                                 : CUPTI_NO_DRIVER;
}

static void
measure_offset (void)
{
  gint64 before = (gint64)read_clock ();
  guint64 theirs = 0;

  if (cupti.cuptiGetTimestamp (&theirs) == CUPTI_OK)
    cupti_offsets_add (self.offsets, (gint64)theirs, before, (gint64)read_clock ());
}

/* Before any kind is recorded, so that all records are in one clock. */
static void
choose_clock (void)
{
  CuptiClock clock = read_clock;
  CuptiResult result = CUPTI_NO_DRIVER;

  if (self.has_subscribers && cupti_version >= HAS_CLOCK_ATTRIBUTE)
    result = set_attribute (CUPTI_ATTRIBUTE_TIMESTAMPS, sizeof clock, &clock);
  if (result != CUPTI_OK && cupti.cuptiActivityRegisterTimestampCallback != NULL)
    result = cupti.cuptiActivityRegisterTimestampCallback (clock);
  self.has_our_clock = result == CUPTI_OK;
  if (self.has_our_clock)
    return;
  if (self.offsets == NULL)
    self.offsets = cupti_offsets_new ();
  measure_offset ();
}

static CuptiResult
enable (guint32 kind)
{
  return self.has_subscribers ? cupti.cuptiActivityEnable_v2 (self.subscriber, kind, NULL)
                              : cupti.cuptiActivityEnable (kind);
}

static void
disable_one (guint32 kind)
{
  if (self.has_subscribers)
    cupti.cuptiActivityDisable_v2 (self.subscriber, kind, NULL);
  else
    cupti.cuptiActivityDisable (kind);
}

static void
disable (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    disable_one (kinds[i]);
  if (self.has_unified)
    disable_one (UNIFIED_MEMORY);
  self.has_unified = FALSE;
}

/* NULL, or why it is not told. (transfer full) */
static char *
begin_unified (void)
{
  CuptiUnifiedCounter counters[CUPTI_UNIFIED_BETWEEN_DEVICES];
  CuptiResult result;

  if (cupti.cuptiActivityConfigureUnifiedMemoryCounter == NULL)
    return g_strdup ("it has no cuptiActivityConfigureUnifiedMemoryCounter");
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    counters[i] = (CuptiUnifiedCounter){ CUPTI_UNIFIED_OF_ALL_DEVICES, i + 1, 0, 1 };
  cupti_begin_driver ();
  result = cupti.cuptiActivityConfigureUnifiedMemoryCounter (counters, G_N_ELEMENTS (counters));
  if (result == CUPTI_OK)
    result = enable (UNIFIED_MEMORY);
  self.has_unified = result == CUPTI_OK;
  return self.has_unified ? NULL : cupti_explain (result, "tell of unified memory", NULL);
}

static CuptiResult
begin (void)
{
  CuptiResult result;

  choose_clock ();
  set_attribute (CUPTI_ATTRIBUTE_ZEROED_BUFFERS, 1, &(guint8){ 1 });
  if (cupti.cuptiSetThreadIdType != NULL)
    cupti.cuptiSetThreadIdType (CUPTI_THREADS_OF_SYSTEM);
  result = self.has_subscribers ? cupti.cuptiActivityRegisterCallbacks_v2 (self.subscriber, requested_2, completed_2)
                                : cupti.cuptiActivityRegisterCallbacks (give_buffer, completed);
  if (result == CUPTI_OK)
    result = enable (kinds[0]);
  /* What else this driver or device can't record is left out. */
  for (guint i = 1; result == CUPTI_OK && i < G_N_ELEMENTS (kinds); i++)
    enable (kinds[i]);
  return result;
}

static void
set_sink (const RsDeviceSink *sink)
{
  g_mutex_lock (&self.lock);
  self.sink = sink != NULL ? *sink : (RsDeviceSink){ NULL, NULL };
  g_mutex_unlock (&self.lock);
}

/* (transfer full) */
static char *
describe (gboolean wants_unified)
{
  g_autofree char *what = cupti_describe (), *why = wants_unified ? begin_unified () : NULL;

  return why != NULL ? g_strdup_printf ("%s, without unified memory: %s", what, why) : g_steal_pointer (&what);
}

static gboolean
start (const char *library, gboolean wants_unified, const RsDeviceSink *sink, char **text)
{
  char other[128] = "";
  CuptiResult result;

  if (!cupti_open (library, text))
    return FALSE;
  self.dropped = self.damaged = 0;
  result = subscribe (other, sizeof other);
  if (result != CUPTI_OK)
    {
      *text = cupti_explain (result, "begin", other);
      return FALSE;
    }
  set_sink (sink);
  result = begin ();
  if (result != CUPTI_OK)
    {
      set_sink (NULL);
      disable ();
      cupti.cuptiUnsubscribe (self.subscriber);
      *text = cupti_explain (result, "record kernels", other);
      return FALSE;
    }
  *text = describe (wants_unified);
  return TRUE;
}

static void
poll (void)
{
  if (!self.has_our_clock)
    measure_offset ();
  cupti.cuptiActivityFlushAll (0);
}

/* cuptiFinalize is left alone: it takes away what other threads may be in the middle of. */
static void
stop (RsDeviceLosses *losses)
{
  cupti_synchronize ();
  if (!self.has_our_clock)
    measure_offset ();
  cupti.cuptiActivityFlushAll (CUPTI_FLUSH_FORCED);
  disable ();
  count_dropped ();
  set_sink (NULL);
  cupti.cuptiUnsubscribe (self.subscriber);
  losses->dropped = __atomic_load_n (&self.dropped, __ATOMIC_RELAXED);
  losses->damaged = __atomic_load_n (&self.damaged, __ATOMIC_RELAXED);
}

/* --- launches --- */

static void
push (guint64 launch)
{
  if (self.has_subscribers)
    cupti.cuptiActivityPushExternalCorrelationId_v2 (self.subscriber, CUPTI_OUR_LAUNCHES, launch);
  else
    cupti.cuptiActivityPushExternalCorrelationId (CUPTI_OUR_LAUNCHES, launch);
}

static void
pop (void)
{
  guint64 launch;

  if (self.has_subscribers)
    cupti.cuptiActivityPopExternalCorrelationId_v2 (self.subscriber, CUPTI_OUR_LAUNCHES, &launch);
  else
    cupti.cuptiActivityPopExternalCorrelationId (CUPTI_OUR_LAUNCHES, &launch);
}

static const RsDeviceTracer tracer = { .start = start,
                                       .poll = poll,
                                       .stop = stop,
                                       .push = push,
                                       .pop = pop,
                                       .meter = &cupti_meter,
                                       .sampler = &cupti_sampler,
                                       .line_counter = &cupti_line_counter,
                                       .curve_reader = &cupti_curve_reader };

gconstpointer redshift_plugin_cupti (void);

gconstpointer
redshift_plugin_cupti (void)
{
  return &tracer;
}
