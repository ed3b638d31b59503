/* Memory and gaps of random traces against models that look at every event.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/time/gaps.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>

#define TRACES 1000u
#define EVENTS 10000u   /* of one in 40: some chunks */
#define FEW_EVENTS 500u /* of the others */
#define PLACES 4u
#define OIDS 60u
#define SPAN_KINDS 7u

static const guint32 span_kinds[SPAN_KINDS] = { RS_TRACE_FUNCTION, RS_TRACE_LOOP, RS_TRACE_WAIT,   RS_TRACE_LAUNCH,
                                                RS_TRACE_BUILTIN,  RS_TRACE_COPY, RS_TRACE_COMPILE }; /* by rank */

typedef struct {
  char *folder, *path;
  RsTraceEvent *events; /* [EVENTS], in the order of writing */
} Fixture;

static guint n_events; /* of the trace at hand */

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("rs-reports-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "random.rstrace", NULL);
  self->events = g_new0 (RsTraceEvent, EVENTS);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->events);
  g_free (self->path);
  g_free (self->folder);
}

/* Oids come twice, are freed without having been made, and are not in order of time; some traces have long idle
 * stretches, and spans are from 1 ns to far longer than a chunk's time. */
static void
make_event (RsTraceEvent *event, GRand *random, gint64 *time, gint spread)
{
  gint what = g_rand_int_range (random, 0, 10);

  *time += g_rand_int_range (random, 0, g_rand_int_range (random, 0, 50) == 0 ? 200000 : 200);
  *event = (RsTraceEvent){ .start = *time - g_rand_int_range (random, 0, spread),
                           .name = 1 + (guint32)g_rand_int_range (random, 0, PLACES),
                           .file = PLACES + 1,
                           .line = 7,
                           .track = 1 + (guint32)g_rand_int_range (random, 0, 3) };
  event->end = event->start;
  if (what == 4 && g_rand_boolean (random))
    {
      event->kind = RS_TRACE_PAIRS;
      event->end += g_rand_int_range (random, 0, 5000);
      event->a = g_rand_int_range (random, 2, 100);
      event->b = g_rand_int_range (random, 0, 100000);
      event->threads = (guint32)g_rand_int_range (random, 0, 1000);
      return;
    }
  if (what < 5)
    {
      event->kind = what < 3 ? RS_TRACE_ALLOCATE : RS_TRACE_FREE;
      event->a = g_rand_int_range (random, 0, OIDS);
      event->b = g_rand_int_range (random, 0, 1000);
      return;
    }
  event->kind = what < 8 ? RS_TRACE_KERNEL : span_kinds[g_rand_int_range (random, 0, SPAN_KINDS)];
  event->end += 1 + (gint64)(g_rand_int (random) >> g_rand_int_range (random, 12, 31));
}

static void
write_trace (Fixture *self, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer = rs_trace_writer_create (self->path, 0, &error);
  gint spread = 1 + g_rand_int_range (random, 0, 3000);
  gint64 time = -1000;

  g_assert_no_error (error);
  n_events = seed % 40 == 0 ? EVENTS : FEW_EVENTS;
  for (guint32 i = 1; i <= PLACES + 1; i++)
    {
      g_autofree char *name = g_strdup_printf ("text %u", i);

      g_assert_true (rs_trace_writer_add_string (writer, i, name, &error));
    }
  for (guint i = 0; i < n_events; i++)
    make_event (&self->events[i], random, &time, spread);
  g_assert_true (rs_trace_writer_add_events (writer, self->events, n_events, &error));
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
}

/* --- memory --- */

typedef struct {
  gboolean there;
  gint64 bytes, since;
  guint place;
} Array;

typedef struct {
  Array arrays[OIDS];
  RsMemoryRow rows[PLACES + 1]; /* by name id */
  gint64 freed[PLACES + 1], lifetimes[PLACES + 1];
  gint64 bytes, peak, peak_time;
} MemoryModel;

static void
model_pairs (const RsTraceEvent *event, MemoryModel *model)
{
  model->rows[event->name].allocations += event->a;
  model->rows[event->name].bytes += event->a * event->threads;
  model->freed[event->name] += event->a;
  model->lifetimes[event->name] += event->b;
}

static void
model_memory (const RsTraceEvent *events, MemoryModel *model)
{
  for (guint i = 0; i < n_events; i++)
    {
      const RsTraceEvent *event = &events[i];
      Array *array = &model->arrays[event->kind == RS_TRACE_ALLOCATE || event->kind == RS_TRACE_FREE ? event->a : 0];

      if (event->kind == RS_TRACE_FREE)
        {
          model->bytes -= event->b;
          if (array->there)
            {
              model->freed[array->place]++;
              model->lifetimes[array->place] += event->start - array->since;
            }
          array->there = FALSE;
        }
      if (event->kind == RS_TRACE_PAIRS)
        model_pairs (event, model);
      if (event->kind != RS_TRACE_ALLOCATE)
        continue;
      model->bytes += event->b;
      *array = (Array){ TRUE, event->b, event->start, event->name };
      model->rows[event->name].allocations++;
      model->rows[event->name].bytes += event->b;
      if (model->bytes <= model->peak)
        continue;
      model->peak = model->bytes;
      model->peak_time = event->start;
      for (guint place = 0; place <= PLACES; place++)
        model->rows[place].at_peak = 0;
      for (guint k = 0; k < OIDS; k++)
        if (model->arrays[k].there)
          model->rows[model->arrays[k].place].at_peak += model->arrays[k].bytes;
    }
  for (guint k = 0; k < OIDS; k++)
    if (model->arrays[k].there)
      {
        model->rows[model->arrays[k].place].left++;
        model->rows[model->arrays[k].place].left_bytes += model->arrays[k].bytes;
      }
}

static void
test_memory (Fixture *self, gconstpointer data)
{
  for (guint32 seed = 1; seed <= TRACES; seed++)
    {
      MemoryModel model = { 0 };
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (RsMemoryReport) report = NULL;
      g_autoptr (GError) error = NULL;

      write_trace (self, seed);
      model_memory (self->events, &model);
      store = rs_trace_store_open (self->path, &error);
      report = rs_memory_report_read (store, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (report->peak_bytes, ==, model.peak);
      g_assert_cmpint (rs_trace_store_get_meta_integer (store, "peak-bytes"), ==, model.peak);
      g_assert_cmpint (report->peak_time, ==, model.peak_time);
      g_assert_cmpuint (report->rows->len, ==, PLACES);
      for (guint i = 0; i < PLACES; i++)
        {
          const RsMemoryRow *row = &g_array_index (report->rows, RsMemoryRow, i);
          guint place = (guint)g_ascii_digit_value (row->name[5]);
          const RsMemoryRow *wanted = &model.rows[place];

          g_assert_cmpint (row->allocations, ==, wanted->allocations);
          g_assert_cmpint (row->bytes, ==, wanted->bytes);
          g_assert_cmpint (row->at_peak, ==, wanted->at_peak);
          g_assert_cmpint (row->left, ==, wanted->left);
          g_assert_cmpint (row->left_bytes, ==, wanted->left_bytes);
          g_assert_cmpint (row->lifetime, ==, model.lifetimes[place] / model.freed[place]);
        }
    }
}

/* --- gaps --- */

/* By kind of what the host did: SPAN_KINDS: nothing that fills a thirty-second of the gap. */
typedef struct {
  gint64 n, idle;
  gint64 gaps[SPAN_KINDS + 1], totals[SPAN_KINDS + 1];
} GapModel;

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *p = a, *q = b;

  return *p < *q ? -1 : *p > *q;
}

static gboolean
fills (const RsTraceEvent *event, gint64 from, gint64 to)
{
  return (MIN (to, event->end) - MAX (from, event->start)) * 32 >= to - from;
}

/* The most special kind of the spans at a moment. */
static guint
find_kind (const RsTraceEvent *events, const GArray *spans, gint64 moment)
{
  guint best = SPAN_KINDS;

  for (guint i = 0; i < spans->len; i++)
    for (guint k = 0; k < SPAN_KINDS; k++)
      {
        const RsTraceEvent *event = &events[g_array_index (spans, guint, i)];

        if (event->kind == span_kinds[k] && event->start <= moment && moment < event->end
            && (best == SPAN_KINDS || k > best))
          best = k;
      }
  return best;
}

static void
explain (const RsTraceEvent *events, gint64 from, gint64 to, GapModel *model)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_there[SPAN_KINDS + 1] = { FALSE };

  g_array_append_val (times, from);
  g_array_append_val (times, to);
  for (guint i = 0; i < n_events; i++)
    for (guint k = 0; k < SPAN_KINDS; k++)
      if (events[i].kind == span_kinds[k] && fills (&events[i], from, to))
        {
          const gint64 start = MAX (from, events[i].start), end = MIN (to, events[i].end);

          g_array_append_val (times, start);
          g_array_append_val (times, end);
          g_array_append_val (spans, i);
        }
  g_array_sort (times, compare_times);
  for (guint i = 0; i + 1 < times->len; i++)
    {
      const gint64 time = g_array_index (times, gint64, i), next = g_array_index (times, gint64, i + 1);
      const guint kind = find_kind (events, spans, time);

      model->totals[kind] += next - time;
      is_there[kind] |= next > time;
    }
  for (guint k = 0; k <= SPAN_KINDS; k++)
    model->gaps[k] += is_there[k];
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const RsTraceEvent *p = a, *q = b;

  return p->start < q->start ? -1 : p->start > q->start;
}

/* In the order of time, whatever the order of writing is. */
static void
model_gaps (const RsTraceEvent *events, GapModel *model)
{
  g_autofree RsTraceEvent *sorted = g_memdup2 (events, sizeof *events * n_events);
  gint64 last = G_MININT64;

  qsort (sorted, n_events, sizeof *sorted, compare_starts);
  for (guint i = 0; i < n_events; i++)
    {
      if (sorted[i].kind != RS_TRACE_KERNEL)
        continue;
      if (last > G_MININT64 && sorted[i].start > last)
        {
          explain (events, last, sorted[i].start, model);
          model->idle += sorted[i].start - last;
          model->n++;
        }
      last = MAX (last, sorted[i].end);
    }
}

static void
test_gaps (Fixture *self, gconstpointer data)
{
  gint64 n = 0;

  for (guint32 seed = 1; seed <= TRACES; seed++)
    {
      GapModel model = { 0 }, found = { 0 };
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (RsGapReport) report = NULL;
      g_autoptr (GError) error = NULL;

      write_trace (self, seed);
      model_gaps (self->events, &model);
      store = rs_trace_store_open (self->path, &error);
      report = rs_gap_report_read (store, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (report->gaps, ==, model.n);
      g_assert_cmpint (report->idle, ==, model.idle);
      for (guint i = 0; i < report->rows->len; i++)
        {
          const RsGapRow *row = &g_array_index (report->rows, RsGapRow, i);
          guint k = 0;

          while (k < SPAN_KINDS && g_strcmp0 (row->what, rs_trace_kind_to_string (span_kinds[k])) != 0)
            k++;
          g_assert_true (k < SPAN_KINDS || row->what[0] == '\0');
          found.gaps[k] = MAX (found.gaps[k], row->gaps);
          found.totals[k] += row->total;
        }
      for (guint k = 0; k <= SPAN_KINDS; k++)
        {
          g_assert_cmpint (found.gaps[k], <=, model.gaps[k]);
          g_assert_cmpint (found.totals[k], ==, model.totals[k]);
          n += k < SPAN_KINDS ? found.gaps[k] : 0;
        }
    }
  g_assert_cmpint (n, >, 10); /* some were explained */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/trace/reports/memory", Fixture, NULL, set_up, test_memory, tear_down);
  g_test_add ("/trace/reports/gaps", Fixture, NULL, set_up, test_gaps, tear_down);
  return g_test_run ();
}
