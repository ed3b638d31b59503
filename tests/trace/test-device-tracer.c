/* The tracer of CUDA devices against a CUPTI that the test plays (fake-cupti): what is recorded, and each thing that
 * can go wrong.
 *
 * usage: test-device-tracer LIBCUPTI [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/transfers.h"
#include "profiler/record/recorder.h"
#include "profiler/store/store.h"
#include "runtime/device/cupti.h"
#include "tests/trace/fake-cupti/fake-cupti.h"

#include <dlfcn.h>
#include <glib/gstdio.h>

static const char *library;
static FakeCupti *fake;
static char *folder, *path;

/* --- recordings --- */

static RsRecorder *
begin (void)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (path, &error);

  g_assert_no_error (error);
  return recorder;
}

static const char *more_settings; /* NULL: none */

static gboolean
attach_with (const char *text)
{
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autofree char *assignment = g_strdup_printf ("PROFILER_CUPTI=%s", text);
  gboolean unknown;

  g_assert_true (rs_settings_parse (settings, assignment, &unknown, NULL));
  if (more_settings != NULL)
    g_assert_true (rs_settings_parse (settings, more_settings, &unknown, NULL));
  return rs_cupti_attach (settings);
}

static gboolean
attach (void)
{
  return attach_with (library);
}

static RsTraceStore *
finish (RsRecorder *recorder)
{
  g_autoptr (GError) error = NULL;
  RsTraceStore *store;

  g_assert_true (rs_recorder_stop (recorder, &error));
  g_assert_no_error (error);
  g_assert_false (fake->is_subscribed);
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  return store;
}

/* As the CUDA device does. */
static void
launch (guint64 id, const char *title, guint line, const FakeWork *work)
{
  RsTraceEvent event = { .kind = RS_TRACE_LAUNCH,
                         .name = rs_trace_name (title),
                         .file = rs_trace_name ("program.q"),
                         .line = line,
                         .a = (gint64)id,
                         .track = rs_trace_thread_track (),
                         .start = rs_trace_now () };

  rs_cupti_push (id);
  fake->run (work);
  rs_cupti_pop ();
  event.end = rs_trace_now ();
  rs_trace_emit (&event);
}

static FakeWork
make_kernel (const char *name, gint64 duration)
{
  gint64 now = fake->read_clock ();

  return (FakeWork){ .kernel = name,
                     .start = now,
                     .end = now + duration,
                     .grid = { 4, 16, 1 },
                     .block = { 32, 8, 1 },
                     .registers = 32,
                     .shared_bytes = 4096,
                     .stream = 7 };
}

/* --- traces --- */

static GArray *
read_events (RsTraceStore *store, guint32 kind)
{
  g_autoptr (GArray) all = rs_trace_store_read_events (store, 1, 1000000, NULL);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (RsEventRow));

  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, RsEventRow, i).kind == kind)
      g_array_append_val (rows, g_array_index (all, RsEventRow, i));
  return rows;
}

static RsEventRow
find_kernel (RsTraceStore *store, const char *name)
{
  g_autoptr (GArray) rows = read_events (store, RS_TRACE_KERNEL);

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (g_array_index (rows, RsEventRow, i).name, name))
      return g_array_index (rows, RsEventRow, i);
  g_test_message ("no kernel %s", name);
  g_test_fail ();
  return (RsEventRow){ 0 };
}

static void
assert_meta (RsTraceStore *store, const char *name, const char *expected)
{
  g_autofree char *value = rs_trace_store_dup_meta (store, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
assert_says (RsTraceStore *store, const char *part)
{
  g_autofree char *value = rs_trace_store_dup_meta (store, "device-tracer");

  g_assert_nonnull (value);
  if (strstr (value, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", value, part);
}

static const char *
get_track_name (RsTraceStore *store, guint32 id)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, NULL);

  for (guint i = 0; i < tracks->len; i++)
    if (g_array_index (tracks, RsTrackRow, i).id == id)
      return g_array_index (tracks, RsTrackRow, i).name;
  return "";
}

/* --- what is recorded --- */

static void
test_kernels (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) copies = NULL, calls = NULL;
  FakeWork own, blas, alone = { .start = 1, .bytes = 1000, .stream = 9 };
  RsEventRow row;

  fake->forget ();
  g_assert_true (attach ());
  g_assert_true (attach ()); /* a second device */
  own = make_kernel ("q_main_line_3", 5000);
  launch (41, "loop of main", 3, &own);
  blas = make_kernel ("ampere_sgemm_64x64", 70000);
  launch (42, "x*y", 4, &blas);
  alone.start = fake->read_clock ();
  alone.end = alone.start + 300;
  fake->run (&alone);
  store = finish (recorder);
  row = find_kernel (store, "loop of main");
  g_assert_cmpint (row.a, ==, 41);
  g_assert_cmpint (row.b, ==, 128 * 128);
  g_assert_cmpuint (row.line, ==, 3);
  g_assert_cmpstr (row.file, ==, "program.q");
  g_assert_cmpstr (row.detail, ==, "128x128 / 8x32, 32 registers, 4096 bytes shared");
  g_assert_cmpint (row.end - row.start, ==, 5000);
  g_assert_cmpstr (get_track_name (store, row.track), ==, "cuda:0 stream 7");
  g_assert_cmpint (rs_trace_store_find_kernel (store, 41), ==, row.id);
  row = find_kernel (store, "ampere_sgemm_64x64");
  g_assert_cmpint (row.a, ==, 42);
  g_assert_cmpuint (row.line, ==, 4);
  copies = read_events (store, RS_TRACE_DEVICE_COPY);
  g_assert_cmpuint (copies->len, ==, 1);
  g_assert_cmpint (g_array_index (copies, RsEventRow, 0).b, ==, 1000);
  g_assert_cmpstr (g_array_index (copies, RsEventRow, 0).detail, ==, "host->device");
  calls = read_events (store, RS_TRACE_DRIVER_CALL);
  g_assert_cmpuint (calls->len, ==, 3);
  g_assert_cmpstr (g_array_index (calls, RsEventRow, 0).name, ==, "cuLaunchKernel");
  g_assert_cmpstr (get_track_name (store, g_array_index (calls, RsEventRow, 0).track), ==, "host");
  assert_meta (store, "device cuda:0",
               "Fake GPU; compute capability 9.0; 132 multiprocessors, each with 64 warps, 32 blocks, 65536 "
               "registers and 233472 bytes of shared memory");
  assert_says (store, "CUPTI");
  assert_meta (store, "device-dropped", NULL);
  assert_meta (store, "device-alone", NULL);
  g_assert_cmpuint (fake->n_kind_3, ==, 0);
  g_assert_cmpuint (fake->n_forced, ==, 1);
  g_assert_cmpuint (fake->n_unsubscribed, ==, 1);
  g_assert_true (fake->knew_our_clock_first);
  g_assert_cmpint (fake->allows_others, ==, fake->version >= 130300);
}

/* A program without a CUDA device asks for nothing. */
static void
test_unused (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  rs_cupti_push (1);
  rs_cupti_pop ();
  store = finish (recorder);
  assert_meta (store, "device-tracer", NULL);
  g_assert_cmpuint (fake->n_enabled, ==, 0);
  g_assert_false (attach ()); /* nobody records */
}

static void
test_twice (void)
{
  for (guint i = 0; i < 3; i++)
    {
      RsRecorder *recorder = begin ();
      g_autoptr (RsTraceStore) store = NULL;
      FakeWork work;

      fake->forget ();
      g_assert_true (attach ());
      work = make_kernel ("again", 100);
      fake->run (&work);
      store = finish (recorder);
      g_assert_cmpint (find_kernel (store, "again").end - find_kernel (store, "again").start, ==, 100);
    }
}

/* --- unified memory --- */

static void
play_unified (void)
{
  const gint64 now = fake->read_clock ();
  const guint32 host = G_MAXUINT32;
  const gint64 pc = 0x55d0c0ffee12; /* of a fault of the host, which tells no device */
  const FakeMove moves[] = {
    { 1, host, 0, 3, now, now + 2000, 65536, 0x7000 },    { 2, 0, host, 2, now + 3000, now + 4000, 4096, 0x8000 },
    { 8, 0, 1, 1, now + 5000, now + 6000, 8192, 0x9000 }, { 3, 1, 0, 1, now + 7000, 7, pc, 0xa000 },
    { 4, 0, 0, 2, now + 8000, now + 8500, 12, 0xb000 },   { 5, 3, 0, 0, now + 9000, 0, 65536, 0xc000 },
    { 6, 0, 0, 0, now + 9500, now + 9900, 0, 0xd000 },    { 7, 0, 1, 4, now + 9950, 0, 4096, 0xe000 },
    { 99, 0, 1, 4, now + 9990, 0, 4096, 0xe000 }, /* of a later version */
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    fake->move (&moves[i]);
}

static void
assert_row (RsTraceStore *store, const RsEventRow *row, const char *name, const char *detail, gint64 b, gint64 ns,
            const char *track)
{
  g_assert_cmpstr (row->name, ==, name);
  g_assert_cmpstr (row->detail, ==, detail);
  g_assert_cmpint (row->b, ==, b);
  g_assert_cmpint (row->end - row->start, ==, ns);
  g_assert_cmpstr (get_track_name (store, row->track), ==, track);
}

static void
test_unified (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) moved = NULL, missed = NULL, transfers = NULL;
  const RsEventRow *row;

  fake->forget ();
  more_settings = "PROFILER_UNIFIEDMEMORY=true";
  g_assert_true (attach ());
  play_unified ();
  more_settings = NULL;
  store = finish (recorder);
  moved = read_events (store, RS_TRACE_MIGRATE);
  g_assert_cmpuint (moved->len, ==, 3);
  row = &g_array_index (moved, RsEventRow, 0);
  assert_row (store, &row[0], "unified memory: prefetched", "host->device", 65536, 2000, "cuda:0 unified memory");
  g_assert_cmpint (row[0].a, ==, 0x7000);
  assert_row (store, &row[1], "unified memory: used elsewhere", "device->host", 4096, 1000, "cuda:0 unified memory");
  assert_row (store, &row[2], "unified memory: asked for", "cuda:0->cuda:1", 8192, 1000, "cuda:1 unified memory");
  missed = read_events (store, RS_TRACE_PAGING);
  g_assert_cmpuint (missed->len, ==, 5);
  row = &g_array_index (missed, RsEventRow, 0);
  assert_row (store, &row[0], "page fault of the host", "read", 1, 0, "host unified memory");
  assert_row (store, &row[1], "page faults of the device", "written", 12, 500, "cuda:0 unified memory");
  assert_row (store, &row[2], "a page goes to and fro", "", 65536, 0, "host unified memory");
  assert_row (store, &row[3], "slowed down, as a page goes to and fro", "", 0, 400, "cuda:0 unified memory");
  assert_row (store, &row[4], "used where it lies", "no memory left", 4096, 0, "cuda:0 unified memory");
  transfers = rs_transfers_read (store, NULL, NULL);
  g_assert_cmpuint (transfers->len, ==, 3);
  g_assert_cmpint (g_array_index (transfers, RsTransferRow, 0).bytes, ==, 65536);
  g_assert_true (g_array_index (transfers, RsTransferRow, 0).is_migration);
  assert_meta (store, "device-damaged", NULL);
}

/* Nobody asked, or it can't be had: kernels are recorded as ever. */
static void
test_without_unified (void)
{
  for (guint i = 0; i < 2; i++)
    {
      RsRecorder *recorder = begin ();
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (GArray) moved = NULL;
      FakeWork work;

      fake->forget ();
      fake->unified_result = i > 0 ? 29 : 0;
      more_settings = i > 0 ? "PROFILER_UNIFIEDMEMORY=true" : NULL;
      g_assert_true (attach ());
      play_unified ();
      work = make_kernel ("beside", 100);
      fake->run (&work);
      more_settings = NULL;
      store = finish (recorder);
      moved = read_events (store, RS_TRACE_MIGRATE);
      g_assert_cmpuint (moved->len, ==, 0);
      g_assert_cmpint (find_kernel (store, "beside").end - find_kernel (store, "beside").start, ==, 100);
      if (i > 0)
        assert_says (store, "without unified memory: this GPU does not tell of unified memory (CUPTI error 29)");
    }
}

/* --- why nothing is recorded --- */

static void
assert_refused (const char *what, const char *sentence)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;

  g_assert_false (attach_with (what));
  rs_cupti_push (1);
  rs_cupti_pop ();
  store = finish (recorder);
  assert_says (store, "not recorded: ");
  assert_says (store, sentence);
}

static void
test_refused (void)
{
  static const struct {
    FakeCupti how;
    const char *sentence;
  } rows[] = {
    { { .version = 15 }, "is too old (CUPTI version 15); that of CUDA 12 or 13 is needed" },
    { { .version = 140000 }, "is newer than this version of Redshift knows" },
    { { .version_result = 999 }, "the NVIDIA driver does not answer CUPTI (error 999)" },
    { { .subscribe_result = 999 }, "the NVIDIA driver does not answer CUPTI (error 999)" },
    { { .subscribe_result = 15 }, "the NVIDIA driver does not answer CUPTI (error 15)" },
    { { .subscribe_result = 35 }, "administrators only (CUPTI error 35)" },
    { { .enable_result = 35 }, "NVreg_RestrictProfilingToAdminUsers=0" },
    { { .subscribe_result = 39, .other_tool = "CUPTI for Kineto" }, "another tool is recording the GPU already" },
    { { .enable_result = 13 }, "CUPTI could not record kernels (error 13)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      fake->forget ();
      if (rows[i].how.version != 0)
        fake->version = rows[i].how.version;
      fake->version_result = rows[i].how.version_result;
      fake->subscribe_result = rows[i].how.subscribe_result;
      fake->enable_result = rows[i].how.enable_result;
      fake->other_tool = rows[i].how.other_tool;
      assert_refused (library, rows[i].sentence);
    }
}

static void
test_other_tool (void)
{
  fake->forget ();
  if (fake->version < 130000)
    {
      g_test_skip ("this version does not tell the other tool's name");
      return;
    }
  fake->subscribe_result = 39;
  fake->other_tool = "CUPTI for Kineto";
  assert_refused (library, "CUPTI for Kineto (CUPTI error 39); end it first");
}

static void
test_missing (void)
{
  assert_refused ("/no/such/libcupti.so",
                  "libcupti could not be opened (it is part of the CUDA toolkit; the setting PROFILER_CUPTI says");
}

/* Something else of that name. */
static void
test_foreign (void)
{
  assert_refused ("libm.so.6", "has no cuptiGetVersion; the libcupti of CUDA 12 or 13 is needed");
}

/* An earlier subscriber wants to be alone: so be it, if it has left. */
static void
test_alone (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  fake->others_forbidden = TRUE;
  g_assert_true (attach ());
  store = finish (recorder);
  g_assert_false (fake->allows_others);
}

/* What a driver can't record is left out, and the rest is there. */
static void
test_without_a_kind (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  FakeWork work;

  fake->forget ();
  fake->enable_result = 27;
  fake->refused_kind = 51;
  g_assert_true (attach ());
  work = make_kernel ("there", 100);
  fake->run (&work);
  store = finish (recorder);
  find_kernel (store, "there");
}

/* --- records that are not as they should be --- */

static void
test_unknown_kind (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  guint8 record[120] = { 120 };
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  memset (record + 4, 0xff, sizeof record - 4);
  fake->add_record (record, sizeof record);
  work = make_kernel ("behind it", 100);
  fake->run (&work);
  fake->add_record (record, sizeof record);
  store = finish (recorder);
  find_kernel (store, "behind it");
  assert_meta (store, "device-damaged", NULL);
}

static void
test_short_buffer (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) kernels = NULL;
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("whole", 100);
  launch (1, "whole", 1, &work);
  work = make_kernel ("cut", 100);
  launch (2, "cut", 2, &work);
  fake->complete (fake->version < 130000 ? 120 : 200);
  store = finish (recorder);
  find_kernel (store, "whole");
  kernels = read_events (store, RS_TRACE_KERNEL);
  g_assert_cmpuint (kernels->len, ==, 1);
  assert_meta (store, "device-damaged", "1");
}

static void
test_no_times (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) kernels = NULL, lost = NULL;
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("q_f", 100);
  work.start = work.end = 0;
  launch (1, "f", 1, &work);
  store = finish (recorder);
  kernels = read_events (store, RS_TRACE_KERNEL);
  g_assert_cmpuint (kernels->len, ==, 0);
  lost = read_events (store, RS_TRACE_DROP);
  g_assert_cmpuint (lost->len, ==, 1);
  g_assert_cmpstr (g_array_index (lost, RsEventRow, 0).name, ==, "f");
  g_assert_cmpint (g_array_index (lost, RsEventRow, 0).a, ==, 1);
  g_assert_cmpint (g_array_index (lost, RsEventRow, 0).start, >=, 0);
  assert_meta (store, "device-without-times", "1");
}

static void
test_dropped (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("f", 100);
  fake->run (&work);
  __atomic_store_n (&fake->n_dropped, 5, __ATOMIC_RELAXED);
  fake->complete (0);
  work = make_kernel ("g", 100);
  fake->run (&work);
  __atomic_store_n (&fake->n_dropped, 2, __ATOMIC_RELAXED);
  store = finish (recorder);
  find_kernel (store, "f");
  find_kernel (store, "g");
  assert_meta (store, "device-dropped", "7");
}

static void
test_no_call (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("of a graph", 100);
  work.without_call = TRUE;
  fake->run (&work);
  store = finish (recorder);
  g_assert_cmpint (find_kernel (store, "of a graph").a, ==, 0);
  assert_meta (store, "device-alone", "1");
}

/* A kernel that starts before it was launched, as the clocks have it. */
static void
test_early (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  guint8 call[40] = { 4 };
  FakeWork work;
  guint32 correlation;
  guint64 time;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("early", 1234);
  work.without_call = TRUE;
  correlation = fake->run (&work);
  time = (guint64)work.start + 100;
  memcpy (call + 8, &time, sizeof time);
  memcpy (call + 16, &time, sizeof time);
  memcpy (call + 32, &correlation, sizeof correlation);
  fake->add_record (call, sizeof call);
  store = finish (recorder);
  g_assert_cmpint (find_kernel (store, "early").end - find_kernel (store, "early").start, ==, 1234);
  assert_meta (store, "device-early", "1");
}

/* --- buffers and clocks --- */

static gpointer
complete_all (gpointer data)
{
  fake->complete (0);
  return NULL;
}

static void
complete_elsewhere (void)
{
  g_thread_join (g_thread_new ("of the driver", complete_all, NULL));
}

static void
test_foreign_thread (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  g_assert_true (attach ());
  for (guint i = 1; i <= 100; i++)
    {
      FakeWork work = make_kernel ("q_f", 100 + i);

      launch (i, "f", i, &work);
      if (i % 7 == 0)
        complete_elsewhere ();
    }
  store = finish (recorder);
  for (guint i = 1; i <= 100; i++)
    {
      RsEventRow row;

      g_assert_true (rs_trace_store_read_event (store, rs_trace_store_find_kernel (store, i), &row, NULL));
      g_assert_cmpuint (row.line, ==, i);
      g_assert_cmpint (row.end - row.start, ==, 100 + i);
    }
}

static void
test_late (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  FakeWork work;

  fake->forget ();
  g_assert_true (attach ());
  work = make_kernel ("in time", 100);
  fake->run (&work);
  store = finish (recorder);
  work = make_kernel ("late", 100);
  fake->run (&work); /* disabled: leaves nothing */
  fake->add_record ((const guint8[64]){ 2 }, 64);
  complete_elsewhere ();
  rs_cupti_push (1);
  rs_cupti_pop ();
  find_kernel (store, "in time");
}

/* Records in CUPTI's own clock, which is 54 years ahead of ours. */
static void
test_other_clock (void)
{
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;
  FakeWork work;
  RsEventRow row, host;

  fake->forget ();
  fake->clock_result = 1;
  g_assert_true (attach ());
  work = make_kernel ("q_f", 4321);
  launch (9, "f", 1, &work);
  store = finish (recorder);
  row = find_kernel (store, "f");
  g_assert_true (rs_trace_store_read_event (store, rs_trace_store_find_launch (store, 9), &host, NULL));
  g_assert_cmpint (row.end - row.start, ==, 4321);
  g_assert_cmpint (ABS (row.start - host.start), <, 50000000);
}

static void
fill_buffers (guint32 version, guint n)
{
  RsRecorder *recorder = begin ();
  g_autofree guint8 *record = g_malloc0 (4 << 20);
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  fake->version = version;
  fake->holds_back = TRUE;
  g_assert_true (attach ());
  for (guint i = 0; i < n; i++)
    fake->add_record (record, (4 << 20) - 64);
  fake->complete (G_MAXSIZE);
  store = finish (recorder);
}

/* More than the program should hold: none is given; before CUDA 12.9, which takes no for an error, small ones are. */
static void
test_many_buffers (void)
{
  guint32 version = fake->version;

  fill_buffers (version, 70);
  g_assert_cmpuint (fake->n_declined, >, 0);
  if (version >= 130000)
    return;
  fill_buffers (26, 70);
  g_assert_cmpuint (fake->n_declined, ==, 0);
}

/* For tests/bench/trace.py, with -m perf: 1.8 million records, as fast as the writer's queue takes them. */
static void
test_speed (void)
{
  const guint n = 600000;
  RsRecorder *recorder = begin ();
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  g_assert_true (attach ());
  for (guint i = 1; i <= n; i++)
    {
      FakeWork work = make_kernel ("q_f", 100);

      launch (i, "f", 1, &work);
      if (i % 30000 == 0)
        {
          fake->complete (0);
          g_usleep (150000);
        }
    }
  store = finish (recorder);
  g_assert_cmpint (rs_trace_store_get_meta_integer (store, "device-dropped"), ==, 0);
}

int
main (int argc, char **argv)
{
  void *handle;
  int status;

  g_test_init (&argc, &argv, NULL);
  library = argv[1];
  handle = dlopen (library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    g_error ("%s", dlerror ());
  fake = dlsym (handle, FAKE_CUPTI_NAME);
  folder = g_dir_make_tmp ("rs-tracer-XXXXXX", NULL);
  path = g_build_filename (folder, "t.rstrace", NULL);
  g_test_add_func ("/trace/tracer/kernels", test_kernels);
  g_test_add_func ("/trace/tracer/unused", test_unused);
  g_test_add_func ("/trace/tracer/twice", test_twice);
  g_test_add_func ("/trace/tracer/unified", test_unified);
  g_test_add_func ("/trace/tracer/without-unified", test_without_unified);
  g_test_add_func ("/trace/tracer/refused", test_refused);
  g_test_add_func ("/trace/tracer/other-tool", test_other_tool);
  g_test_add_func ("/trace/tracer/missing", test_missing);
  g_test_add_func ("/trace/tracer/foreign", test_foreign);
  g_test_add_func ("/trace/tracer/alone", test_alone);
  g_test_add_func ("/trace/tracer/without-a-kind", test_without_a_kind);
  g_test_add_func ("/trace/tracer/unknown-kind", test_unknown_kind);
  g_test_add_func ("/trace/tracer/short-buffer", test_short_buffer);
  g_test_add_func ("/trace/tracer/no-times", test_no_times);
  g_test_add_func ("/trace/tracer/dropped", test_dropped);
  g_test_add_func ("/trace/tracer/no-call", test_no_call);
  g_test_add_func ("/trace/tracer/early", test_early);
  g_test_add_func ("/trace/tracer/foreign-thread", test_foreign_thread);
  g_test_add_func ("/trace/tracer/late", test_late);
  g_test_add_func ("/trace/tracer/other-clock", test_other_clock);
  g_test_add_func ("/trace/tracer/many-buffers", test_many_buffers);
  if (g_test_perf ())
    g_test_add_func ("/trace/tracer/speed", test_speed);
  status = g_test_run ();
  g_unlink (path);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  return status;
}
