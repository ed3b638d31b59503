/* See fake-cupti.h.
 *
 * FAKE_VERSION, FAKE_KERNEL_BYTES: of the version that it stands for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/trace/fake-cupti/fake-cupti.h"

#include "plugins/cupti/types.h"
#include "tests/devices/standin/standin.h"
#include "tests/trace/fake-cupti/fake-ranges.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_BUFFERS 256
#define EXPORT __attribute__ ((visibility ("default")))

typedef struct {
  guint8 *bytes;
  gsize size, used;
} Buffer;

EXPORT FakeCupti fake_cupti;

static GMutex lock;
static Buffer buffers[MOST_BUFFERS]; /* guarded by lock; the last is being filled */
static guint n_buffers;
static CuptiRequested requested;
static CuptiCompleted completed;
static CuptiRequested2 requested_2;
static CuptiCompleted2 completed_2;
static CuptiClock our_clock;
static gboolean enabled[64];
static guint32 n_unified_wanted; /* bit k: counters of kind k */
static guint32 last_correlation;
static _Thread_local guint64 launches[16];
static _Thread_local guint n_launches;

static gint64
read_monotonic (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static gint64
read_clock (void)
{
  return our_clock != NULL ? (gint64)our_clock () : read_monotonic () + fake_cupti.clock_offset;
}

/* --- records --- */

/* What the library itself knows of the length of a record; kinds from 60 on are the test's. */
static gsize
get_bytes (guint32 kind)
{
  switch (kind)
    {
    case 1:
      return FAKE_VERSION >= 130500 ? 112 : 96;
    case 4:
      return 40;
    case 8:
      return FAKE_VERSION >= 130500 ? 192 : 184;
    case 10:
      return FAKE_KERNEL_BYTES;
    case 25:
      return FAKE_VERSION >= 130000 ? 104 : 64; /* with processors behind it, or without */
    case 39:
      return 24;
    default:
      return kind >= 60 && kind < 200 ? kind : 64;
    }
}

static gboolean
get_buffer (void)
{
  Buffer buffer = { 0 };
  gsize most = 0;

  if (requested_2 != NULL)
    requested_2 (&buffer.bytes, &buffer.size, &most, NULL);
  else if (requested != NULL)
    requested (&buffer.bytes, &buffer.size, &most);
  if (buffer.bytes == NULL || n_buffers == MOST_BUFFERS)
    {
      fake_cupti.n_declined++;
      return FALSE;
    }
  buffers[n_buffers++] = buffer;
  return TRUE;
}

static void
add_record (const guint8 *bytes, gsize n)
{
  Buffer *buffer;

  g_mutex_lock (&lock);
  buffer = n_buffers > 0 ? &buffers[n_buffers - 1] : NULL;
  if (buffer == NULL || buffer->used + n > buffer->size)
    buffer = get_buffer () ? &buffers[n_buffers - 1] : NULL;
  if (buffer != NULL && n <= buffer->size)
    {
      memcpy (buffer->bytes + buffer->used, bytes, n);
      buffer->used += n;
    }
  else
    __atomic_add_fetch (&fake_cupti.n_dropped, 1, __ATOMIC_RELAXED);
  g_mutex_unlock (&lock);
}

static void
put (guint8 *record, gsize offset, guint64 value, gsize n)
{
  memcpy (record + offset, &value, n);
}

static void
add_call_record (guint32 function, gint64 start, gint64 end, guint32 correlation)
{
  guint8 record[40] = { 0 };

  put (record, 0, 4, 4);
  put (record, 4, function, 4);
  put (record, 8, (guint64)start, 8);
  put (record, 16, (guint64)end, 8);
  put (record, 28, (guint64)syscall (SYS_gettid), 4);
  put (record, 32, correlation, 4);
  add_record (record, sizeof record);
}

static void
add_call (const FakeWork *work, guint32 correlation)
{
  gint64 now = read_clock ();
  gint64 start = work->start != 0 ? work->start - 2000 : now, end = work->start != 0 ? work->start - 500 : now;

  add_call_record (work->kernel != NULL ? 307 : 277, MIN (now, start), MIN (now, end), correlation);
}

static void
add_launch (guint32 correlation)
{
  guint8 record[24] = { 0 };

  put (record, 0, 39, 4);
  put (record, 4, CUPTI_OUR_LAUNCHES, 4);
  put (record, 8, launches[n_launches - 1], 8);
  put (record, 16, correlation, 4);
  add_record (record, sizeof record);
}

static void
add_kernel (const FakeWork *work, guint32 correlation)
{
  guint8 record[FAKE_KERNEL_BYTES] = { 0 };

  put (record, 0, 10, 4);
  put (record, 6, work->registers, 2);
  put (record, 16, (guint64)work->start, 8);
  put (record, 24, (guint64)work->end, 8);
  put (record, 44, 1, 4);
  put (record, 48, work->stream, 4);
  for (guint i = 0; i < 3; i++)
    {
      put (record, 52 + 4 * i, work->grid[i], 4);
      put (record, 64 + 4 * i, work->block[i], 4);
    }
  put (record, 76, work->shared_bytes, 4);
  put (record, 92, correlation, 4);
  put (record, 104, GPOINTER_TO_SIZE (work->kernel), 8);
  memset (record + 112, 0xaa, sizeof record - 112); /* what this version has behind it is not ours */
  add_record (record, sizeof record);
}

static void
add_copy (const FakeWork *work, guint32 correlation)
{
  guint8 record[112] = { 0 };

  put (record, 0, 1, 4);
  put (record, 4, 1, 1);
  put (record, 5, 1, 1);
  put (record, 6, 3, 1);
  put (record, 8, (guint64)work->bytes, 8);
  put (record, 16, (guint64)work->start, 8);
  put (record, 24, (guint64)work->end, 8);
  put (record, 36, 1, 4);
  put (record, 40, work->stream, 4);
  put (record, 44, correlation, 4);
  add_record (record, get_bytes (1));
}

static void
move_unified (const FakeMove *move)
{
  guint8 record[104];

  if (!enabled[25] || (n_unified_wanted >> move->what & 1) == 0)
    return;
  memset (record, 0xaa, sizeof record);
  put (record, 0, 25, 4);
  put (record, 4, move->what, 4);
  put (record, 8, (guint64)move->value, 8);
  put (record, 16, (guint64)move->start, 8);
  put (record, 24, (guint64)move->end, 8);
  put (record, 32, move->address, 8);
  put (record, 40, move->from, 4);
  put (record, 44, move->to, 4);
  put (record, 56, move->why, 4);
  add_record (record, get_bytes (25));
}

static guint32
run (const FakeWork *work)
{
  if (work->kernel != NULL)
    {
      fake_note_range ();
      fake_note_kernel ();
      fake_note_counted ();
      fake_note_curve ();
    }
  guint32 correlation = __atomic_add_fetch (&last_correlation, 1, __ATOMIC_RELAXED);

  if (n_launches > 0 && enabled[39] && enabled[4])
    add_launch (correlation);
  if (!work->without_call && enabled[4])
    add_call (work, correlation);
  if (work->kernel != NULL && enabled[10])
    add_kernel (work, correlation);
  else if (work->kernel == NULL && enabled[1])
    add_copy (work, correlation);
  return correlation;
}

/* --- the driver that stands in for one (tests/devices/standin) tells what runs --- */

static guint32
note_call (gint64 start, gint64 end)
{
  guint32 correlation = __atomic_add_fetch (&last_correlation, 1, __ATOMIC_RELAXED);

  if (n_launches > 0 && enabled[39] && enabled[4])
    add_launch (correlation);
  if (enabled[4])
    add_call_record (307, start, end, correlation);
  return correlation;
}

static void
note_kernel (guint32 correlation, const char *kernel, const unsigned *grid, const unsigned *block, gint64 start,
             gint64 end)
{
  FakeWork work = { .kernel = kernel, .start = start, .end = end, .registers = 24, .stream = 7 };

  fake_note_range ();
  fake_note_kernel ();
  fake_note_counted ();
  fake_note_curve ();
  memcpy (work.grid, grid, sizeof work.grid);
  memcpy (work.block, block, sizeof work.block);
  if (enabled[10])
    add_kernel (&work, correlation);
}

void
fake_watch_driver (gboolean watches)
{
  static const StandinTracer tracer = { note_call, note_kernel };
  void *driver = dlopen ("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  const StandinTracer **slot = driver != NULL ? dlsym (driver, "standin_tracer") : NULL;

  if (slot != NULL)
    __atomic_store_n (slot, watches ? &tracer : NULL, __ATOMIC_RELEASE);
}

static void
complete (gsize cut)
{
  Buffer full[MOST_BUFFERS];
  guint n;

  g_mutex_lock (&lock);
  n = n_buffers;
  memcpy (full, buffers, n * sizeof *full);
  n_buffers = 0;
  g_mutex_unlock (&lock);
  for (guint i = 0; i < n; i++)
    {
      gsize valid = full[i].used - MIN (cut, full[i].used);

      if (completed_2 != NULL)
        completed_2 (full[i].bytes, full[i].size, valid, NULL);
      else
        completed (NULL, 0, full[i].bytes, full[i].size, valid);
    }
}

static void
add_device (void)
{
  guint8 record[192] = { 0 };

  put (record, 0, 8, 4);
  put (record, 44, 132, 4);
  put (record, 52, 64, 4);
  put (record, 56, 32, 4);
  put (record, 60, 233472, 4);
  put (record, 64, 65536, 4);
  put (record, 104, 9, 4);
  put (record, 136, GPOINTER_TO_SIZE ("Fake GPU"), 8);
  add_record (record, get_bytes (8));
}

static void
forget (void)
{
  fake_cupti = (FakeCupti){ .version = FAKE_VERSION,
                            .run = run,
                            .move = move_unified,
                            .add_record = add_record,
                            .read_clock = read_clock,
                            .complete = complete,
                            .forget = forget,
                            .chip = "GH100",
                            .n_points = 3,
                            .clock_offset = G_GINT64_CONSTANT (1700000000000000000) };
  last_correlation = n_unified_wanted = 0;
  fake_read_fault ();
}

static void __attribute__ ((constructor)) begin (void)
{
  forget ();
}

/* --- CUPTI --- */

#define CUPTI_FUNCTION(need, name, parameters) EXPORT CuptiResult name parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION
EXPORT CuptiResult cuptiFinalize (void);

static int subscriber;

CuptiResult
cuptiGetVersion (guint32 *version)
{
  if (fake_cupti.version_result == 0)
    *version = fake_cupti.version;
  return fake_cupti.version_result;
}

CuptiResult
cuptiGetTimestamp (guint64 *time)
{
  *time = (guint64)read_clock ();
  return CUPTI_OK;
}

CuptiResult
cuptiSubscribe (CuptiSubscriber **out, CuptiCallback callback, void *data)
{
  if (fake_cupti.subscribe_result == 0)
    {
      *out = (CuptiSubscriber *)&subscriber;
      fake_cupti.is_subscribed = TRUE;
    }
  return fake_cupti.subscribe_result;
}

CuptiResult
cuptiUnsubscribe (CuptiSubscriber *which)
{
  fake_cupti.is_subscribed = FALSE;
  fake_cupti.n_unsubscribed++;
  fake_watch_driver (FALSE);
  our_clock = NULL;
  return which == (CuptiSubscriber *)&subscriber ? CUPTI_OK : 1;
}

CuptiResult
cuptiActivityEnable (guint32 kind)
{
  if (!fake_cupti.is_subscribed)
    return CUPTI_NO_DRIVER;
  if (fake_cupti.enable_result != 0 && (fake_cupti.refused_kind == 0 || fake_cupti.refused_kind == kind))
    return fake_cupti.enable_result;
  if (fake_cupti.n_enabled++ == 0)
    fake_cupti.knew_our_clock_first = our_clock != NULL;
  fake_cupti.n_kind_3 += kind == 3;
  enabled[kind] = TRUE;
  if (kind == 10)
    fake_watch_driver (TRUE);
  if (kind == 8)
    add_device ();
  return CUPTI_OK;
}

CuptiResult
cuptiActivityDisable (guint32 kind)
{
  enabled[kind] = FALSE;
  return CUPTI_OK;
}

CuptiResult
cuptiActivityRegisterCallbacks (CuptiRequested request, CuptiCompleted complete_func)
{
  requested = request;
  completed = complete_func;
  return CUPTI_OK;
}

CuptiResult
cuptiActivityGetNextRecord (guint8 *buffer, gsize valid, guint8 **record)
{
  guint8 *next = buffer;
  guint32 kind;

  if (*record != NULL)
    {
      memcpy (&kind, *record, sizeof kind);
      next = *record + get_bytes (kind);
    }
  if (next >= buffer + valid)
    return CUPTI_NO_MORE_RECORDS;
  *record = next;
  return CUPTI_OK;
}

CuptiResult
cuptiActivityGetNumDroppedRecords (void *context, guint32 stream, gsize *n)
{
  *n = __atomic_exchange_n (&fake_cupti.n_dropped, 0, __ATOMIC_RELAXED);
  return CUPTI_OK;
}

CuptiResult
cuptiActivityFlushAll (guint32 flags)
{
  fake_cupti.n_flushes++;
  fake_cupti.n_forced += flags == CUPTI_FLUSH_FORCED;
  if (!fake_cupti.holds_back)
    complete (0);
  return CUPTI_OK;
}

CuptiResult
cuptiActivityPushExternalCorrelationId (guint32 kind, guint64 id)
{
  if (kind != CUPTI_OUR_LAUNCHES || n_launches == G_N_ELEMENTS (launches))
    return 1;
  launches[n_launches++] = id;
  return CUPTI_OK;
}

CuptiResult
cuptiActivityPopExternalCorrelationId (guint32 kind, guint64 *id)
{
  if (n_launches == 0)
    return 18;
  *id = launches[--n_launches];
  return CUPTI_OK;
}

CuptiResult
cuptiActivityRegisterTimestampCallback (CuptiClock clock)
{
  if (fake_cupti.clock_result == 0)
    our_clock = clock;
  return fake_cupti.clock_result;
}

CuptiResult
cuptiActivitySetAttribute (guint32 attribute, gsize *size, void *value)
{
  return attribute == CUPTI_ATTRIBUTE_ZEROED_BUFFERS && *size == 1 ? CUPTI_OK : 1;
}

CuptiResult
cuptiActivityConfigureUnifiedMemoryCounter (CuptiUnifiedCounter *counters, guint32 n)
{
  if (fake_cupti.unified_result != 0 || enabled[25]) /* before the kind is recorded */
    return fake_cupti.unified_result != 0 ? fake_cupti.unified_result : 1;
  for (guint i = 0; i < n; i++)
    if (counters[i].scope == CUPTI_UNIFIED_OF_ALL_DEVICES && counters[i].is_wanted && counters[i].what < 32)
      n_unified_wanted |= 1u << counters[i].what;
  return CUPTI_OK;
}

CuptiResult
cuptiSetThreadIdType (guint32 type)
{
  return type == CUPTI_THREADS_OF_SYSTEM ? CUPTI_OK : 1;
}

/* It takes the driver's hooks away from under its callers: nobody should. */
CuptiResult
cuptiFinalize (void)
{
  abort ();
}

#if FAKE_VERSION >= 130000
CuptiResult
cuptiSubscribe_v2 (CuptiSubscriber **out, CuptiCallback callback, void *data, CuptiSubscription *subscription)
{
  gsize wanted = FAKE_VERSION >= 130300 ? sizeof *subscription : CUPTI_SUBSCRIPTION_SIZE;
  gboolean allows_others = wanted == sizeof *subscription && subscription->allows_others;

  if (subscription->size != wanted)
    return 1;
  if (fake_cupti.subscribe_result == CUPTI_OTHER_TOOL && fake_cupti.other_tool != NULL)
    g_strlcpy (subscription->other_name, fake_cupti.other_tool, subscription->other_size);
  if (fake_cupti.others_forbidden && allows_others)
    return CUPTI_OTHER_TOOL;
  fake_cupti.allows_others = allows_others;
  return cuptiSubscribe (out, callback, data);
}
#endif

#if FAKE_VERSION >= 130300
CuptiResult
cuptiActivityEnable_v2 (CuptiSubscriber *which, guint32 kind, void *configuration)
{
  return cuptiActivityEnable (kind);
}

CuptiResult
cuptiActivityDisable_v2 (CuptiSubscriber *which, guint32 kind, void *configuration)
{
  return cuptiActivityDisable (kind);
}

CuptiResult
cuptiActivityRegisterCallbacks_v2 (CuptiSubscriber *which, CuptiRequested2 request, CuptiCompleted2 complete_func)
{
  requested_2 = request;
  completed_2 = complete_func;
  return CUPTI_OK;
}

CuptiResult
cuptiActivityGetNextRecord_v2 (CuptiSubscriber *which, guint8 *buffer, gsize valid, guint8 **record)
{
  return cuptiActivityGetNextRecord (buffer, valid, record);
}

CuptiResult
cuptiActivityGetNumDroppedRecords_v2 (CuptiSubscriber *which, void *context, guint32 stream, gsize *n)
{
  return cuptiActivityGetNumDroppedRecords (context, stream, n);
}

CuptiResult
cuptiActivitySetAttribute_v2 (CuptiSubscriber *which, guint32 attribute, gsize *size, void *value)
{
  if (attribute == CUPTI_ATTRIBUTE_TIMESTAMPS && *size == sizeof (CuptiClock))
    return cuptiActivityRegisterTimestampCallback (*(CuptiClock *)value);
  return cuptiActivitySetAttribute (attribute, size, value);
}

CuptiResult
cuptiActivityPushExternalCorrelationId_v2 (CuptiSubscriber *which, guint32 kind, guint64 id)
{
  return cuptiActivityPushExternalCorrelationId (kind, id);
}

CuptiResult
cuptiActivityPopExternalCorrelationId_v2 (CuptiSubscriber *which, guint32 kind, guint64 *id)
{
  return cuptiActivityPopExternalCorrelationId (kind, id);
}
#endif
