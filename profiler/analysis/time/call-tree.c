/* The call tree.
 *
 * Spans come in the order of their ends; a tree needs them in the order of their starts, the longer of two first. They
 * are put into it while they are read (start-order.h), samples among them: so only those that are open, and what chunks
 * reach over each other, are in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-tree.h"

#include "profiler/analysis/time/call-forest.h"
#include "profiler/analysis/time/lines.h"

/* That wait for their turn: 200 MiB. Only what comes in no order at all needs so many. */
#define MOST 5000000u

/* Which parts of kernels on workers are what: by the low half of the launch's id. */
typedef struct {
  guint32 launch, what;
} Kernel;

typedef struct {
  RsTraceStore *store;
  RsCallSources sources;
  GArray *kernels;      /* element-type Kernel, by launch; of equal ones the last counts */
  RsPlaceNumbers whats; /* of what was folded: kind RS_TRACE_FOLD, and as detail its kind */
  RsStartOrder *order;
  gboolean is_full;
  gint64 from, to; /* what is shown of spans */
} Reader;

static guint64
choose_kinds (RsCallSources sources)
{
  const guint64 one = 1;
  guint64 kinds = 0;

  if ((sources & RS_CALLS_SPANS) != 0)
    kinds |= one << RS_TRACE_FUNCTION | one << RS_TRACE_LOOP | one << RS_TRACE_LAUNCH | one << RS_TRACE_KERNEL
             | one << RS_TRACE_COMPILE | one << RS_TRACE_COPY | one << RS_TRACE_WAIT | one << RS_TRACE_BUILTIN
             | one << RS_TRACE_FOLD | one << RS_TRACE_STRETCH;
  if ((sources & RS_CALLS_SAMPLES) != 0)
    kinds |= one << RS_TRACE_SAMPLE;
  if (sources == RS_CALLS_BOTH)
    kinds |= one << RS_TRACE_CHUNK;
  return kinds;
}

/* As a whole: which of two spans holds the other can't be told from what lies in the range. */
static void
add_spanning (Reader *self, guint32 track, const RsStarted *item)
{
  if (item->start >= self->from || item->end > self->from)
    rs_start_order_add (self->order, track, item);
}

static guint32
find_kernel (Reader *self, guint32 launch)
{
  guint low = 0, high = self->kernels->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->kernels, Kernel, middle).launch <= launch)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0 && g_array_index (self->kernels, Kernel, low - 1).launch == launch)
    return g_array_index (self->kernels, Kernel, low - 1).what;
  return rs_place_numbers_find (&self->whats, &(RsPlace){ .kind = RS_TRACE_CHUNK });
}

static gboolean
add_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  RsStarted item = { .start = event->start, .end = MAX (event->end, event->start), .id = (guint32)event_id };
  RsPlace what = { event->kind, event->name, event->file, event->line, 0 };

  if (event->kind == RS_TRACE_SAMPLE)
    {
      item.end = RS_STARTED_INSTANT;
      item.a = MAX (event->a, 0);
      item.b = event->b;
      item.what = rs_place_numbers_find (&self->whats, &what);
      rs_start_order_add (self->order, (self->sources & RS_CALLS_SPANS) != 0 ? event->track : 0, &item);
    }
  else if (event->kind == RS_TRACE_FOLD)
    {
      /* How many of them lie in a part of the stretch is not known: all are where it starts. */
      if ((choose_kinds (self->sources) >> (event->threads & 63) & 1) == 0 || event->start < self->from)
        return TRUE;
      what.detail = event->threads;
      item.a = event->a;
      item.b = event->b;
      item.end = MIN (item.end, self->to);
      item.what = rs_place_numbers_find (&self->whats, &what);
      add_spanning (self, event->track, &item);
    }
  else
    {
      item.what = event->kind == RS_TRACE_CHUNK ? find_kernel (self, (guint32)event->a)
                                                : rs_place_numbers_find (&self->whats, &what);
      add_spanning (self, event->track, &item);
    }
  self->is_full = rs_start_order_count_waiting (self->order) > MOST;
  return !self->is_full;
}

static void
pass (gint64 bound, gpointer data)
{
  rs_start_order_pass (((Reader *)data)->order, bound);
}

/* The parts of kernels get the names and places of these. */
static gboolean
add_kernel (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const RsPlace part = { RS_TRACE_CHUNK, event->name, event->file, event->line, 0 };

  g_array_append_val (self->kernels, ((Kernel){ (guint32)event->a, rs_place_numbers_find (&self->whats, &part) }));
  return TRUE;
}

static int
compare_kernels (gconstpointer a, gconstpointer b)
{
  const Kernel *p = a, *q = b;

  return (p->launch > q->launch) - (p->launch < q->launch);
}

static gboolean
read_events (Reader *self, const RsTraceRange *range, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL; /* a kernel's event may be outside of the range, its parts inside */
  RsTraceRange open = *range;

  open.with_open = TRUE;
  if (self->sources == RS_CALLS_BOTH
      && !rs_trace_range_foreach (self->store, &all, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE, add_kernel, self,
                                  error))
    return FALSE;
  g_array_sort (self->kernels, compare_kernels);
  if (!rs_trace_range_foreach_by_start (self->store, &open, choose_kinds (self->sources), add_event, pass, self, error))
    return FALSE;
  if (self->is_full)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                   "more than %u spans or samples lie one over the other: select a shorter range of the timeline",
                   MOST);
      return FALSE;
    }
  rs_start_order_finish (self->order);
  return TRUE;
}

RsCallNode *
rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  Reader reader = { .store = store, .sources = sources };
  g_autoptr (RsCallForest) forest = NULL;
  RsCallNode *root = NULL;

  range = range != NULL ? range : &all;
  if (sources == RS_CALLS_BOTH && !rs_trace_check_samples (store, NULL))
    reader.sources = RS_CALLS_SPANS;
  else if (sources == RS_CALLS_SAMPLES && !rs_trace_check_samples (store, error))
    return NULL;
  reader.from = range->from;
  reader.to = range->to;
  reader.kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));
  rs_place_numbers_init (&reader.whats);
  forest = rs_call_forest_new (store, range, reader.sources, &reader.whats, error);
  reader.order = rs_start_order_new (rs_call_forest_add, forest);
  if (forest != NULL && read_events (&reader, range, error))
    root = rs_call_forest_finish (forest);
  rs_start_order_free (reader.order);
  rs_place_numbers_clear (&reader.whats);
  g_array_unref (reader.kernels);
  return root;
}
