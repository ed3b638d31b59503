/* The recorder: order, several threads, drops, live reading, crash, full disk.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/analysis/traces/trim.h"
#include "profiler/record/recorder.h"
#include "profiler/store/store.h"

#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_LOST G_GINT64_CONSTANT (500000000) /* ns, of a process that is killed */

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("rs-recorder-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "test.rstrace", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  const char *const names[] = { "test.rstrace", "test.rstrace-wal", "test.rstrace-shm", "test.rstrace-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static void
emit (guint32 name, gint64 a)
{
  RsTraceEvent event = { .start = rs_trace_now (), .kind = RS_TRACE_COPY, .name = name,
                         .track = rs_trace_thread_track (), .line = 1, .a = a };

  event.end = event.start + 10;
  if (rs_trace_is_on ())
    rs_trace_emit (&event);
}

static RsRecorder *
start (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (self->path, &error);

  g_assert_no_error (error);
  g_assert_true (rs_trace_is_on ());
  return recorder;
}

static void
stop (RsRecorder *recorder)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rs_recorder_stop (recorder, &error));
  g_assert_no_error (error);
  g_assert_false (rs_trace_is_on ());
}

static void
test_order (Fixture *self, gconstpointer data)
{
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (RsTraceSummary) summary = NULL;
  RsRecorder *recorder;
  guint32 early = rs_trace_name ("named before");
  gint64 expected = 0;

  emit (early, -1);
  recorder = start (self);
  rs_recorder_set_meta (recorder, "program", "order.q");
  for (gint64 i = 0; i < 20000; i++)
    emit (i % 2 == 0 ? early : rs_trace_name ("named while recording"), i);
  stop (recorder);
  emit (early, -2);
  store = rs_trace_store_open (self->path, NULL);
  rows = rs_trace_store_read_events (store, 1, 50000, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      const RsEventRow *row = &g_array_index (rows, RsEventRow, i);

      g_assert_cmpint (row->id, ==, i + 1);
      if (row->kind != RS_TRACE_COPY)
        continue;
      g_assert_cmpint (row->a, ==, expected);
      g_assert_cmpstr (row->name, ==, expected % 2 == 0 ? "named before" : "named while recording");
      g_assert_cmpint (row->start, >=, 0);
      expected++;
    }
  g_assert_cmpint (expected, ==, 20000);
  summary = rs_trace_summary_read (store, NULL, NULL);
  g_assert_cmpstr (summary->program, ==, "order.q");
  g_assert_true (summary->complete);
  g_assert_cmpint (summary->dropped, ==, 0);
  g_assert_cmpint (summary->cpu_time, >, 0);
  g_assert_cmpint (summary->wall, >, 0);
  g_assert_cmpstr (summary->counters, !=, "");
}

typedef struct {
  guint32 name;
  gint64 first, n;
} Share;

static gpointer
emit_share (gpointer data)
{
  const Share *share = data;

  for (gint64 i = 0; i < share->n; i++)
    emit (share->name, share->first + i);
  return NULL;
}

/* Every event is either in the file or counted as dropped, and each thread's own are in order. */
static void
test_threads (Fixture *self, gconstpointer data)
{
  enum { THREADS = 6, EACH = 150000 };
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (RsTraceSummary) summary = NULL;
  RsRecorder *recorder = start (self);
  GThread *threads[THREADS];
  Share shares[THREADS];
  gint64 last[THREADS], found = 0;

  for (int i = 0; i < THREADS; i++)
    {
      shares[i] = (Share){ rs_trace_name ("work"), (gint64)i * EACH, EACH };
      last[i] = -1;
      threads[i] = g_thread_new ("emitter", emit_share, &shares[i]);
    }
  for (int i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
  stop (recorder);
  store = rs_trace_store_open (self->path, NULL);
  for (gint64 first = 1; first <= rs_trace_store_count_events (store); first += 100000)
    {
      g_autoptr (GArray) rows = rs_trace_store_read_events (store, first, 100000, NULL);

      for (guint i = 0; i < rows->len; i++)
        {
          const RsEventRow *row = &g_array_index (rows, RsEventRow, i);

          if (row->kind != RS_TRACE_COPY)
            continue;
          g_assert_cmpint (row->a, >, last[row->a / EACH]);
          last[row->a / EACH] = row->a;
          found++;
        }
    }
  summary = rs_trace_summary_read (store, NULL, NULL);
  g_test_message ("%" G_GINT64_FORMAT " written, %" G_GINT64_FORMAT " dropped", found, summary->dropped);
  g_assert_cmpint (found + summary->dropped, ==, THREADS * EACH);
}

/* More at once than a ring holds, faster than anything can write. */
static void
test_drops (Fixture *self, gconstpointer data)
{
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) totals = NULL;
  RsRecorder *recorder = start (self);
  RsTraceEvent event = { .kind = RS_TRACE_COPY, .track = rs_trace_thread_track () };
  g_autoptr (GArray) drops = NULL, outer = NULL;
  gint64 dropped;
  const gint64 n = 6000000;

  /* A span of 30 us holds each thousand, and one of seconds all of them: they are longer, and never lost. */
  for (gint64 i = 0; i < n; i++)
    {
      event.start = event.end = i;
      rs_trace_emit (&event);
      if (i % 1000 == 999)
        rs_trace_emit (&(RsTraceEvent){
            .kind = RS_TRACE_WAIT, .start = i - 999, .end = i + G_GINT64_CONSTANT (30000000), .track = event.track });
    }
  stop (recorder);
  store = rs_trace_store_open (self->path, NULL);
  dropped = rs_trace_store_get_meta_integer (store, "dropped");
  totals = rs_trace_store_read_totals (store, RS_TRACE_COPY, NULL);
  outer = rs_trace_store_read_totals (store, RS_TRACE_WAIT, NULL);
  drops = rs_trace_store_read_totals (store, RS_TRACE_DROP, NULL);
  g_assert_cmpint (dropped, >, 0);
  g_assert_cmpint (g_array_index (totals, RsTotalRow, 0).n + dropped, ==, n);
  g_assert_cmpint (g_array_index (outer, RsTotalRow, 0).n, ==, n / 1000);
  g_assert_cmpint (g_array_index (drops, RsTotalRow, 0).sum_a, ==, dropped);
}

typedef struct {
  guint32 name;
  gint64 n, total, min, max, sum_a;
} Expected;

/* Calls by the million, of two places, nested, with others between: the sums are exact, the events few. */
static void
test_folds (Fixture *self, gconstpointer data)
{
  RsRecorder *recorder = start (self);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) totals = NULL, folds = NULL;
  Expected expected[3] = { { rs_trace_name ("inner") }, { rs_trace_name ("outer") }, { rs_trace_name ("rare") } };
  gint64 time = rs_trace_now ();

  for (gint64 i = 0; i < 2000000; i++)
    {
      guint which = i % 100000 == 0 ? 2 : i % 3 == 0;
      gint64 duration = g_rand_int_range (random, 0, i % 1000 == 0 ? 100000 : 1500);
      const RsTraceEvent event = { .kind = RS_TRACE_FUNCTION, .name = expected[which].name, .line = which, .a = i,
                                   .start = time, .end = time + duration, .track = rs_trace_thread_track () };
      Expected *place = &expected[which];

      rs_trace_emit (&event);
      place->min = place->n == 0 ? duration : MIN (place->min, duration);
      place->max = MAX (place->max, duration);
      place->n++;
      place->total += duration;
      place->sum_a += i;
      time += duration;
    }
  stop (recorder);
  store = rs_trace_store_open (self->path, NULL);
  g_assert_cmpint (rs_trace_store_get_meta_integer (store, "dropped"), ==, 0);
  g_assert_cmpint (rs_trace_store_count_events (store), <, 200000);
  totals = rs_trace_store_read_totals (store, RS_TRACE_FUNCTION, NULL);
  folds = rs_trace_store_read_totals (store, RS_TRACE_FOLD, NULL);
  g_assert_cmpuint (totals->len, ==, 3);
  g_assert_cmpuint (folds->len, ==, 2);
  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < 3; k++)
      {
        const RsTotalRow *row = &g_array_index (totals, RsTotalRow, i);

        if (row->line != k)
          continue;
        g_assert_cmpint (row->n, ==, expected[k].n);
        g_assert_cmpint (row->total, ==, expected[k].total);
        g_assert_cmpint (row->min, ==, expected[k].min);
        g_assert_cmpint (row->max, ==, expected[k].max);
        g_assert_cmpint (row->sum_a, ==, expected[k].sum_a);
      }
}

enum { PAIR_PLACES = 3, MOST_LIVING = 50 };

/* What was told, by place (line - 1): allocations, and frees, which are at the same lines. */
typedef struct {
  gint64 n[PAIR_PLACES], bytes[PAIR_PLACES], oids[PAIR_PLACES], lifetimes[PAIR_PLACES], freed[PAIR_PLACES];
  gint64 held[PAIR_PLACES], at_peak[PAIR_PLACES];
  gint64 in_use, peak, peak_time, next_oid, time;
} MemoryModel;

/* An array: oid 0: none. */
typedef struct {
  gint64 oid, bytes, since;
  guint place;
} Living;

static void
tell_memory (MemoryModel *model, RsTraceKind kind, Living *array, guint32 name)
{
  const gint64 sign = kind == RS_TRACE_ALLOCATE ? 1 : -1;
  const guint place = array->place;

  rs_trace_emit (&(RsTraceEvent){ .start = model->time,
                                  .end = model->time,
                                  .kind = kind,
                                  .a = array->oid,
                                  .name = kind == RS_TRACE_ALLOCATE ? name : 0,
                                  .b = array->bytes,
                                  .line = place + 1,
                                  .track = rs_trace_thread_track () });
  model->held[place] += sign * array->bytes;
  model->in_use += sign * array->bytes;
  if (model->in_use > model->peak)
    {
      model->peak = model->in_use;
      model->peak_time = model->time;
      memcpy (model->at_peak, model->held, sizeof model->held);
    }
  if (kind == RS_TRACE_ALLOCATE)
    {
      model->n[place]++;
      model->bytes[place] += array->bytes;
      model->oids[place] += array->oid;
      array->since = model->time;
      return;
    }
  model->freed[place]++;
  model->lifetimes[place] += model->time - array->since;
  array->oid = 0;
}

static Living
make_array (MemoryModel *model, guint place, gint64 bytes, guint32 name)
{
  Living array = { ++model->next_oid, bytes, 0, place };

  tell_memory (model, RS_TRACE_ALLOCATE, &array, name);
  return array;
}

/* Arrays of random places: most are freed before the next or just after it, as those that a variable holds, some stay
 * for a while, some are told of meanwhile. */
static void
tell_random_memory (MemoryModel *model, GRand *random, guint32 name, gint64 n)
{
  Living living[MOST_LIVING] = { { 0 } }, last[PAIR_PLACES] = { { 0 } };

  for (gint64 i = 0; i < n; i++)
    {
      const gboolean is_wild = i % 100000 > 90000; /* else nearly all are pairs */
      const gint place = g_rand_int_range (random, 0, PAIR_PLACES);
      const gint64 bytes = is_wild ? g_rand_int_range (random, 0, 600) : 16 * (place + 1);
      Living array = make_array (model, (guint)place, bytes, name);
      Living *slot = &living[g_rand_int_range (random, 0, MOST_LIVING)];

      model->time += g_rand_int_range (random, 0, 3000);
      if (is_wild && g_rand_int_range (random, 0, 10) == 0)
        rs_trace_emit (&(RsTraceEvent){ .start = model->time,
                                        .end = model->time + 5,
                                        .kind = RS_TRACE_COPY,
                                        .a = array.oid,
                                        .track = rs_trace_thread_track () });
      if (g_rand_int_range (random, 0, is_wild ? 3 : 20000) == 0)
        {
          if (slot->oid != 0)
            tell_memory (model, RS_TRACE_FREE, slot, name);
          *slot = array;
        }
      else if (i / 50000 % 2 == 0)
        {
          if (last[place].oid != 0)
            tell_memory (model, RS_TRACE_FREE, &last[place], name);
          last[place] = array;
        }
      else
        tell_memory (model, RS_TRACE_FREE, &array, name);
      model->time += g_rand_int_range (random, 0, 3000);
    }
  for (guint i = 0; i < MOST_LIVING; i++)
    if (living[i].oid != 0)
      tell_memory (model, RS_TRACE_FREE, &living[i], name);
  for (guint i = 0; i < PAIR_PLACES; i++)
    if (last[i].oid != 0)
      tell_memory (model, RS_TRACE_FREE, &last[i], name);
}

/* Each array that a copy tells of is an allocation of its own. */
static void
check_copied_arrays (RsTraceStore *store)
{
  g_autoptr (GHashTable) made = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gint64 n = 0;

  for (gint64 first = 1; first <= rs_trace_store_count_events (store); first += 100000)
    {
      g_autoptr (GArray) rows = rs_trace_store_read_events (store, first, 100000, NULL);

      for (guint i = 0; i < rows->len; i++)
        {
          const RsEventRow *row = &g_array_index (rows, RsEventRow, i);

          if (row->kind == RS_TRACE_ALLOCATE)
            g_hash_table_add (made, g_memdup2 (&row->a, sizeof row->a));
          if (row->kind != RS_TRACE_COPY)
            continue;
          g_assert_true (g_hash_table_contains (made, &row->a));
          n++;
        }
    }
  g_assert_cmpint (n, >, 100);
}

/* Its time; the first is never held. */
static gint64
find_first_allocation (RsTraceStore *store)
{
  g_autoptr (GArray) rows = rs_trace_store_read_events (store, 1, 1000, NULL);

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, RsEventRow, i).kind == RS_TRACE_ALLOCATE)
      return g_array_index (rows, RsEventRow, i).start;
  g_assert_not_reached ();
}

static void
check_totals (RsTraceStore *store, RsTraceKind kind, const MemoryModel *model, const gint64 *n)
{
  g_autoptr (GArray) totals = rs_trace_store_read_totals (store, kind, NULL);

  g_assert_cmpuint (totals->len, ==, PAIR_PLACES);
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *row = &g_array_index (totals, RsTotalRow, i);

      g_assert_cmpint (row->n, ==, n[row->line - 1]);
      g_assert_cmpint (row->total, ==, 0);
      g_assert_cmpint (row->sum_b, ==, model->bytes[row->line - 1]);
      g_assert_cmpint (row->sum_a, ==, model->oids[row->line - 1]);
    }
}

/* A trace that is cut out of the whole says the same of memory; it does not know the numbers of the arrays. */
static void
check_trimmed (RsTraceStore *store, const char *folder, const MemoryModel *model)
{
  g_autofree char *path = g_build_filename (folder, "trimmed.rstrace", NULL);
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  const RsTraceKind kinds[] = { RS_TRACE_ALLOCATE, RS_TRACE_FREE };
  g_autoptr (RsTraceStore) trimmed = NULL;
  g_autoptr (GError) error = NULL;

  rs_trace_trim (store, &all, path, NULL, &error);
  g_assert_no_error (error);
  trimmed = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (GArray) totals = rs_trace_store_read_totals (trimmed, kinds[k], NULL);

      g_assert_cmpuint (totals->len, ==, PAIR_PLACES);
      for (guint i = 0; i < totals->len; i++)
        {
          const RsTotalRow *row = &g_array_index (totals, RsTotalRow, i);

          g_assert_cmpint (row->n, ==, model->n[row->line - 1]);
          g_assert_cmpint (row->sum_b, ==, model->bytes[row->line - 1]);
        }
    }
  g_assert_cmpint (rs_trace_store_get_meta_integer (trimmed, "peak-bytes"), ==, model->peak);
  g_unlink (path);
}

/* Small arrays by the hundred thousand that are made and freed again, with others among them: what is said of memory
 * is that of the single events, and the events are few. */
static void
test_pairs (Fixture *self, gconstpointer data)
{
  for (guint32 seed = 1; seed <= 5; seed++)
    {
      RsRecorder *recorder = start (self);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      const gint64 begun = rs_trace_now ();
      MemoryModel model = { .time = begun };
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (RsMemoryReport) report = NULL;
      const gint64 n = 300000;

      tell_random_memory (&model, random, rs_trace_name ("x"), n);
      stop (recorder);
      store = rs_trace_store_open (self->path, NULL);
      g_assert_cmpint (rs_trace_store_get_meta_integer (store, "dropped"), ==, 0);
      g_assert_cmpint (rs_trace_store_count_events (store), <, n / 3);
      check_totals (store, RS_TRACE_ALLOCATE, &model, model.n);
      check_totals (store, RS_TRACE_FREE, &model, model.freed);
      check_copied_arrays (store);
      check_trimmed (store, self->folder, &model);
      g_assert_cmpint (rs_trace_store_get_meta_integer (store, "peak-bytes"), ==, model.peak);
      report = rs_memory_report_read (store, NULL, NULL);
      g_assert_cmpint (report->peak_bytes, ==, model.peak);
      g_assert_cmpint (report->peak_time - find_first_allocation (store), ==, model.peak_time - begun);
      g_assert_cmpuint (report->rows->len, ==, PAIR_PLACES);
      for (guint i = 0; i < PAIR_PLACES; i++)
        {
          const RsMemoryRow *row = &g_array_index (report->rows, RsMemoryRow, i);

          g_assert_cmpint (row->allocations, ==, model.n[row->line - 1]);
          g_assert_cmpint (row->bytes, ==, model.bytes[row->line - 1]);
          g_assert_cmpint (row->left, ==, 0);
          g_assert_cmpint (row->at_peak, ==, model.at_peak[row->line - 1]);
          g_assert_cmpint (row->lifetime, ==, model.lifetimes[row->line - 1] / model.freed[row->line - 1]);
        }
    }
}

/* A thread that is still for long after it made an array, and after many: both are in the file meanwhile. */
static void
test_still_pairs (Fixture *self, gconstpointer data)
{
  RsRecorder *recorder = start (self);
  MemoryModel model = { .time = rs_trace_now () };
  g_autoptr (RsTraceStore) store = NULL;
  gint64 until = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND, n = 0;

  for (gint64 i = 0; i < 1000; i++)
    {
      Living array = make_array (&model, 0, 16, 0);

      model.time += 100;
      tell_memory (&model, RS_TRACE_FREE, &array, 0);
    }
  make_array (&model, 0, 16, 0);
  while (n < 1001 && g_get_monotonic_time () < until)
    {
      g_autoptr (GArray) totals = NULL;

      g_usleep (10000);
      g_clear_pointer (&store, rs_trace_store_close);
      store = rs_trace_store_open (self->path, NULL);
      totals = rs_trace_store_read_totals (store, RS_TRACE_ALLOCATE, NULL);
      n = totals->len > 0 ? g_array_index (totals, RsTotalRow, 0).n : 0;
    }
  g_assert_cmpint (n, ==, 1001);
  g_assert_cmpint (rs_trace_store_get_meta_integer (store, "complete"), ==, 0);
  stop (recorder);
}

/* Threads that come and go while recordings start and stop. */
static void
test_restart (Fixture *self, gconstpointer data)
{
  for (guint round = 0; round < 20; round++)
    {
      RsRecorder *recorder = start (self);
      GThread *threads[4];
      Share share = { 0, 0, 500 };
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (GArray) totals = NULL;

      for (int i = 0; i < 4; i++)
        threads[i] = g_thread_new ("short", emit_share, &share);
      if (round % 2 == 0)
        stop (g_steal_pointer (&recorder));
      for (int i = 0; i < 4; i++)
        g_thread_join (threads[i]);
      if (recorder == NULL)
        continue;
      stop (recorder);
      store = rs_trace_store_open (self->path, NULL);
      totals = rs_trace_store_read_totals (store, RS_TRACE_COPY, NULL);
      g_assert_cmpint (g_array_index (totals, RsTotalRow, 0).n, ==, 2000);
    }
}

#define BUSY_NS 20000000

static gpointer
be_busy (gpointer data)
{
  struct timespec used;

  emit (0, 4711);
  do
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  while (used.tv_sec == 0 && used.tv_nsec < BUSY_NS);
  return NULL;
}

/* A thread that has ended before the writer looks at processor times leaves what it took. */
static void
test_short_thread (Fixture *self, gconstpointer data)
{
  RsRecorder *recorder = start (self);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  guint32 track = G_MAXUINT32;
  gint64 taken = 0;

  g_thread_join (g_thread_new ("busy", be_busy, NULL));
  g_usleep (100000); /* it is forgotten meanwhile */
  stop (recorder);
  store = rs_trace_store_open (self->path, NULL);
  rows = rs_trace_store_read_events (store, 1, 100, NULL);
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, RsEventRow, i).a == 4711)
      track = g_array_index (rows, RsEventRow, i).track;
  g_assert_cmpuint (track, !=, G_MAXUINT32);
  for (guint i = 0; i < rows->len; i++)
    {
      const RsEventRow *row = &g_array_index (rows, RsEventRow, i);

      taken += row->kind == RS_TRACE_CPU_TIME && row->track == track ? row->a : 0;
    }
  g_assert_cmpint (taken, >=, BUSY_NS / 10 * 9); /* counted from its first event on */
}

static void
test_twice (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = start (self);

  g_assert_null (rs_recorder_start (self->path, &error));
  g_assert_nonnull (error);
  g_assert_true (rs_trace_is_on ());
  stop (recorder);
}

/* Another connection sees events within half a second while recording goes on. */
static void
test_live (Fixture *self, gconstpointer data)
{
  RsRecorder *recorder = start (self);
  g_autoptr (RsTraceStore) store = NULL;

  emit (0, 1);
  g_usleep (500000);
  store = rs_trace_store_open (self->path, NULL);
  g_assert_cmpint (rs_trace_store_count_events (store), >, 0);
  g_assert_cmpint (rs_trace_store_get_meta_integer (store, "complete"), ==, 0);
  g_clear_pointer (&store, rs_trace_store_close);
  stop (recorder);
}

static void
test_crash (Fixture *self, gconstpointer data)
{
  pid_t child = fork ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (RsTraceSummary) summary = NULL;
  g_autoptr (GArray) totals = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (child == 0)
    {
      rs_recorder_start (self->path, NULL);
      for (gint64 i = 0; i < 1000; i++)
        emit (0, i);
      g_usleep (500000);
      kill (getpid (), SIGKILL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  totals = rs_trace_store_read_totals (store, RS_TRACE_COPY, &error);
  g_assert_cmpint (g_array_index (totals, RsTotalRow, 0).n, ==, 1000);
  summary = rs_trace_summary_read (store, NULL, &error);
  g_assert_false (summary->complete);
  g_assert_cmpint (summary->wall, >, 0);
}

/* What the child of test_crashes tells its parent. */
typedef struct {
  gint is_recording; /* atomic */
  gint64 last;       /* atomic; when it emitted last */
} Progress;

static void G_GNUC_NORETURN
record_until_killed (const char *path, Progress *progress)
{
  RsRecorder *recorder = rs_recorder_start (path, NULL);

  if (recorder == NULL)
    _exit (1);
  rs_recorder_keep (recorder);
  __atomic_store_n (&progress->is_recording, 1, __ATOMIC_RELEASE);
  for (gint64 i = 0;; i++)
    {
      emit (0, i);
      __atomic_store_n (&progress->last, rs_trace_now (), __ATOMIC_RELEASE);
      if (i % 100 == 0)
        g_usleep (100);
    }
}

static gboolean
count_one (gint64 id, const RsTraceEvent *event, gpointer data)
{
  ++*(gint64 *)data;
  return TRUE;
}

/* When the last event of the trace was, on the clock of rs_trace_now; its events are counted in its sums. */
static gint64
read_last (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, &error);
  g_autoptr (GArray) totals = NULL, last = NULL;
  gint64 n, counted = 0, there = 0;

  g_assert_no_error (error);
  totals = rs_trace_store_read_totals (store, RS_TRACE_COPY, &error);
  g_assert_no_error (error);
  n = rs_trace_store_count_events (store);
  if (n == 0)
    return 0;
  for (guint i = 0; i < totals->len; i++)
    counted += g_array_index (totals, RsTotalRow, i).n;
  g_assert_true (
      rs_trace_range_foreach (store, NULL, G_GUINT64_CONSTANT (1) << RS_TRACE_COPY, FALSE, count_one, &there, &error));
  g_assert_no_error (error);
  g_assert_cmpint (counted, ==, there);
  last = rs_trace_store_read_events (store, MAX (n - 1000, 1), 1001, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rs_trace_store_get_damage (store)[0] == NULL, ==, TRUE);
  for (guint i = last->len; i > 0; i--)
    if (g_array_index (last, RsEventRow, i - 1).kind == RS_TRACE_COPY)
      return g_array_index (last, RsEventRow, i - 1).end + rs_trace_store_get_meta_integer (store, "origin");
  return 0;
}

/* Processes that are killed at random moments of their first second lose the last half of a second at most. RS_KILLS:
 * how many. */
static void
test_crashes (Fixture *self, gconstpointer data)
{
  const char *wanted = g_getenv ("RS_KILLS");
  const guint n = wanted != NULL ? (guint)g_ascii_strtoull (wanted, NULL, 10) : 8;
  Progress *progress = mmap (NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  g_assert_true (progress != MAP_FAILED);
  for (guint i = 0; i < n; i++)
    {
      pid_t child;
      gint64 saved, began;
      int status;

      *progress = (Progress){ 0 };
      child = fork ();
      if (child == 0)
        record_until_killed (self->path, progress);
      g_assert_cmpint (child, >, 0);
      while (__atomic_load_n (&progress->is_recording, __ATOMIC_ACQUIRE) == 0)
        {
          g_assert_cmpint (waitpid (child, &status, WNOHANG), ==, 0); /* else it could not begin */
          g_usleep (100);
        }
      began = rs_trace_now ();
      g_usleep ((gulong)g_test_rand_int_range (0, 1000000));
      kill (child, SIGKILL);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      saved = read_last (self->path);
      if (saved > 0)
        g_test_message ("%" G_GINT64_FORMAT " ms are missing", (progress->last - saved) / 1000000);
      if (saved > 0)
        g_assert_cmpint (progress->last - saved, <=, MOST_LOST);
      else
        g_assert_cmpint (progress->last - began, <=, MOST_LOST);
    }
  munmap (progress, sizeof *progress);
}

/* A child may write files of 4 MiB at most, which is how a full disk looks to the writer. Exit status: 1 when the
 * recording reports the failure as it should. */
static int
record_into_little_room (const char *path)
{
  const struct rlimit limit = { 4 << 20, 4 << 20 };
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (path, NULL);
  gint64 began = rs_trace_now ();

  if (recorder == NULL || setrlimit (RLIMIT_FSIZE, &limit) != 0)
    return 10;
  while (rs_trace_is_on () && rs_trace_now () - began < G_GINT64_CONSTANT (20000000000))
    {
      for (gint64 i = 0; i < 50; i++)
        emit (0, i);
      g_usleep (1000);
    }
  if (rs_trace_is_on ())
    return 11;
  if (rs_recorder_stop (recorder, &error))
    return 12;
  return error != NULL && strstr (error->message, "ended early") != NULL ? 1 : 13;
}

static void
test_full (Fixture *self, gconstpointer data)
{
  pid_t child = fork ();
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (child == 0)
    _exit (record_into_little_room (self->path));
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rs_trace_store_count_events (store), >, 1000);
  g_assert_cmpint (rs_trace_store_get_meta_integer (store, "complete"), ==, 0);
}

static void
test_no_folder (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (rs_recorder_start ("/no/such/folder/x.rstrace", &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND);
  g_assert_false (rs_trace_is_on ());
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/trace/recorder/crash", Fixture, NULL, set_up, test_crash, tear_down);
  g_test_add ("/trace/recorder/crashes", Fixture, NULL, set_up, test_crashes, tear_down);
  g_test_add ("/trace/recorder/full-disk", Fixture, NULL, set_up, test_full, tear_down);
  g_test_add ("/trace/recorder/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/trace/recorder/threads", Fixture, NULL, set_up, test_threads, tear_down);
  g_test_add ("/trace/recorder/drops", Fixture, NULL, set_up, test_drops, tear_down);
  g_test_add ("/trace/recorder/folds", Fixture, NULL, set_up, test_folds, tear_down);
  g_test_add ("/trace/recorder/pairs", Fixture, NULL, set_up, test_pairs, tear_down);
  g_test_add ("/trace/recorder/still-pairs", Fixture, NULL, set_up, test_still_pairs, tear_down);
  g_test_add ("/trace/recorder/restart", Fixture, NULL, set_up, test_restart, tear_down);
  g_test_add ("/trace/recorder/short-thread", Fixture, NULL, set_up, test_short_thread, tear_down);
  g_test_add ("/trace/recorder/twice", Fixture, NULL, set_up, test_twice, tear_down);
  g_test_add ("/trace/recorder/live", Fixture, NULL, set_up, test_live, tear_down);
  g_test_add_func ("/trace/recorder/no-folder", test_no_folder);
  return g_test_run ();
}
