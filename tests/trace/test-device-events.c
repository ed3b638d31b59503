/* Records of a device's driver, as bytes, to events: in any order, cut, and of noise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/records.h"
#include "profiler/record/devices/device-events.h"

#include <string.h>

#define NOW G_GINT64_CONSTANT (5000000000)

static guint32
find_track (int thread_id, gpointer data)
{
  return 1;
}

static void
put (guint8 *record, gsize offset, guint64 value, gsize n)
{
  memcpy (record + offset, &value, n);
}

/* --- a plain model: launch i has a call, and one or two kernels; every fifth has no launch --- */

typedef struct {
  guint8 bytes[112];
  gsize n;
} Bytes;

static Bytes
make_call (guint32 i)
{
  Bytes record = { .n = 40 };

  put (record.bytes, 0, 4, 4);
  put (record.bytes, 4, 307, 4);
  put (record.bytes, 8, i * 1000, 8);
  put (record.bytes, 16, i * 1000 + 100, 8);
  put (record.bytes, 32, i, 4);
  return record;
}

static Bytes
make_correlation (guint32 i)
{
  Bytes record = { .n = 24 };

  put (record.bytes, 0, 39, 4);
  put (record.bytes, 4, 3, 4);
  put (record.bytes, 8, i + 70000, 8);
  put (record.bytes, 16, i, 4);
  return record;
}

static Bytes
make_kernel (guint32 i, guint which)
{
  Bytes record = { .n = 112 };

  put (record.bytes, 0, 10, 4);
  put (record.bytes, 16, i * 1000 + 200 + which, 8);
  put (record.bytes, 24, i * 1000 + 300 + which, 8);
  for (guint k = 0; k < 6; k++)
    put (record.bytes, 52 + 4 * k, 1 + k, 4);
  put (record.bytes, 92, i, 4);
  return record;
}

static void
shuffle (GRand *random, GArray *array)
{
  for (guint i = array->len; i > 1; i--)
    {
      guint k = (guint)g_rand_int_range (random, 0, (gint32)i);
      Bytes kept = g_array_index (array, Bytes, k);

      g_array_index (array, Bytes, k) = g_array_index (array, Bytes, i - 1);
      g_array_index (array, Bytes, i - 1) = kept;
    }
}

static void
add_bytes (RsDeviceEvents *self, const Bytes *bytes, gint64 now, GArray *out)
{
  RsDeviceRecordKind kind;
  RsDeviceRecord record;
  CuptiFields fields;

  g_assert_cmpint (cupti_read_fields (bytes->bytes, bytes->n, &kind, &fields), ==, CUPTI_READ);
  g_assert_true (cupti_make_record (kind, &fields, &record));
  rs_device_events_add (self, &record, 1, now, out);
}

static gboolean
has_launch (guint32 i)
{
  return i % 5 != 0;
}

static void
check_kernels (const GArray *out, guint32 n)
{
  guint seen = 0;

  for (guint k = 0; k < out->len; k++)
    {
      const RsTraceEvent *event = &g_array_index (out, RsTraceEvent, k);
      guint32 i = (guint32)(event->start / 1000);

      if (event->kind != RS_TRACE_KERNEL)
        continue;
      seen++;
      g_assert_cmpint (event->a, ==, has_launch (i) ? i + 70000 : 0);
      g_assert_cmpuint (event->line, ==, has_launch (i) ? i : 0);
      g_assert_cmpint (event->b, ==, 720);
      g_assert_cmpint (event->end - event->start, ==, 100);
    }
  g_assert_cmpuint (seen, ==, n + n / 2);
}

static void
test_any_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint round = 0; round < 200; round++)
    {
      const guint32 n = 60;
      RsDeviceEvents *self = rs_device_events_new (find_track, NULL);
      g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (Bytes)),
                         out = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));

      for (guint32 i = 1; i <= n; i++)
        {
          g_array_append_val (records, (Bytes[]){ make_call (i) }[0]);
          g_array_append_val (records, (Bytes[]){ make_kernel (i, 0) }[0]);
          if (has_launch (i))
            g_array_append_val (records, (Bytes[]){ make_correlation (i) }[0]);
          if (i % 2 == 0)
            g_array_append_val (records, (Bytes[]){ make_kernel (i, 1) }[0]);
        }
      shuffle (random, records);
      for (guint k = 0; k < records->len; k++)
        {
          /* The host's launches come meanwhile, the last before the end. */
          if (k % 3 == 0)
            for (guint32 i = 1; i <= n; i++)
              if (i % records->len == k / 3 || (k + 3 >= records->len && i > k / 3))
                rs_device_events_add_launch (self,
                                             &(RsTraceEvent){ .kind = RS_TRACE_LAUNCH, .a = i + 70000, .line = i });
          add_bytes (self, &g_array_index (records, Bytes, k), NOW + k * 1000000, out);
        }
      rs_device_events_finish (self, out);
      check_kernels (out, n);
      g_assert_cmpint (rs_device_events_get_counts (self)->alone, ==, 0);
      g_assert_cmpint (rs_device_events_get_counts (self)->early, ==, 0);
      rs_device_events_free (self);
    }
}

/* A launch that never comes is waited for, but not for ever. */
static void
test_patience (void)
{
  RsDeviceEvents *self = rs_device_events_new (find_track, NULL);
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  const Bytes kernel = make_kernel (3, 0), other = make_kernel (4, 0);

  add_bytes (self, &kernel, NOW, out);
  g_assert_cmpuint (out->len, ==, 0);
  add_bytes (self, &other, NOW + G_GINT64_CONSTANT (2100000000), out);
  g_assert_cmpuint (out->len, ==, 1);
  g_assert_cmpint (rs_device_events_get_counts (self)->alone, ==, 1);
  rs_device_events_free (self);
}

/* Millions of calls: what is remembered of them stays bounded, and the newest are known. */
static void
test_many_calls (void)
{
  RsDeviceEvents *self = rs_device_events_new (find_track, NULL);
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));

  for (guint32 i = 1; i <= 1000000; i++)
    {
      const RsDeviceRecord records[] = { { .kind = RS_DEVICE_LAUNCH, .correlation = i, .value = i },
                                         { .kind = RS_DEVICE_CALL, .correlation = i, .start = i, .end = i + 1 },
                                         { .kind = RS_DEVICE_KERNEL, .correlation = i, .start = i + 2, .end = i + 3 } };

      rs_device_events_add_launch (self, &(RsTraceEvent){ .kind = RS_TRACE_LAUNCH, .a = i, .line = 1 });
      rs_device_events_add (self, records, 3, i, out);
      g_assert_cmpuint (out->len, ==, 1);
      g_assert_cmpuint (g_array_index (out, RsTraceEvent, 0).line, ==, 1);
      g_array_set_size (out, 0);
    }
  rs_device_events_free (self);
}

/* --- noise --- */

static void
feed (RsDeviceEvents *self, const guint8 *bytes, gsize n, GArray *out)
{
  RsDeviceRecordKind kind;
  RsDeviceRecord record;
  CuptiFields fields;
  g_autofree guint8 *exact = g_memdup2 (bytes, n); /* so that a sanitizer sees its end */

  if (cupti_read_fields (exact, n, &kind, &fields) != CUPTI_READ)
    return;
  fields.text = 0; /* it is CUPTI's to be right */
  if (cupti_make_record (kind, &fields, &record))
    rs_device_events_add (self, &record, 1, NOW, out);
}

static void
test_noise (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  static const guint8 kinds[] = { 1, 2, 4, 8, 10, 17, 22, 38, 39, 49, 51, 52 };
  RsDeviceEvents *self = rs_device_events_new (find_track, NULL);
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));

  for (guint i = 0; i < 200000; i++)
    {
      guint8 bytes[256];
      gsize n = (gsize)g_rand_int_range (random, 0, sizeof bytes);

      for (guint k = 0; k < sizeof bytes; k += 4)
        put (bytes, k, i % 3 == 0 ? 0xffffffff : g_rand_int (random), 4);
      if (i % 8 != 0)
        put (bytes, 0, kinds[i % sizeof kinds], 4);
      /* Few correlations, so that things meet; few lanes, which are never forgotten. */
      put (bytes, 32, g_rand_int (random) % 3, 4);
      put (bytes, 36, g_rand_int (random) % 3, 4);
      put (bytes, 40, g_rand_int (random) % 3, 4);
      put (bytes, 44, g_rand_int (random) % 50, 4);
      put (bytes, 48, g_rand_int (random) % 3, 4);
      put (bytes, 52, g_rand_int (random) % 3, 4);
      put (bytes, 56, g_rand_int (random) % 3, 4);
      put (bytes, 60, g_rand_int (random) % 3, 4);
      put (bytes, 92, g_rand_int (random) % 50, 4);
      put (bytes, 24, g_rand_int (random) % 3, 4);
      put (bytes, 28, g_rand_int (random) % 3, 4);
      feed (self, bytes, n, out);
      if (out->len > 10000)
        g_array_set_size (out, 0);
    }
  rs_device_events_finish (self, out);
  rs_device_events_free (self);
}

/* Every record cut at every length: never read beyond, and the same once its beginning is there. */
static void
test_cut (void)
{
  const Bytes records[] = { make_call (7), make_correlation (7), make_kernel (7, 0) };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    for (gsize n = 0; n <= records[i].n; n++)
      {
        g_autofree guint8 *exact = g_memdup2 (records[i].bytes, n);
        RsDeviceRecordKind kind;
        CuptiFields fields;
        CuptiReading reading = cupti_read_fields (exact, n, &kind, &fields);

        g_assert_cmpint (reading, ==, n == records[i].n || (i == 1 && n >= 20) ? CUPTI_READ : CUPTI_SHORT);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/device-events/any-order", test_any_order);
  g_test_add_func ("/trace/device-events/patience", test_patience);
  g_test_add_func ("/trace/device-events/many-calls", test_many_calls);
  g_test_add_func ("/trace/device-events/noise", test_noise);
  g_test_add_func ("/trace/device-events/cut", test_cut);
  return g_test_run ();
}
