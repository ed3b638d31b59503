/* See part.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/part.h"

#define MOST_DECISIONS 100000u /* a program that makes code all the time */
#define MOST_ARGUMENTS 256u    /* of a launch */

struct _RsTracePast {
  GArray *lasting;    /* of RsTraceEvent */
  guint n_decisions;  /* among them, with candidates */
  GHashTable *arrays; /* oid -> RsTraceEvent, owned: those that are there */
  GHashTable *places; /* of launches: file and line -> GArray of RsTraceEvent: arguments of the last one; owned */
};

RsTracePast *
rs_trace_past_new (void)
{
  RsTracePast *self = g_new0 (RsTracePast, 1);

  self->lasting = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  self->arrays = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
  return self;
}

void
rs_trace_past_free (RsTracePast *self)
{
  g_array_unref (self->lasting);
  g_hash_table_unref (self->arrays);
  g_hash_table_unref (self->places);
  g_free (self);
}

static void
add_argument (RsTracePast *self, const RsTraceEvent *event)
{
  const gint64 place = (gint64)((guint64)event->file << 32 | event->line);
  GArray *arguments = g_hash_table_lookup (self->places, &place);

  if (event->parent == 0) /* of no launch */
    return;
  if (arguments == NULL)
    {
      arguments = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
      g_hash_table_insert (self->places, g_memdup2 (&place, sizeof place), arguments);
    }
  else if (arguments->len > 0 && g_array_index (arguments, RsTraceEvent, 0).parent != event->parent)
    g_array_set_size (arguments, 0);
  if (arguments->len < MOST_ARGUMENTS)
    g_array_append_vals (arguments, event, 1);
}

void
rs_trace_past_add (RsTracePast *self, const RsTraceEvent *event)
{
  RsTraceEvent *kept;

  switch (event->kind)
    {
    case RS_TRACE_FRAME:
      g_array_append_vals (self->lasting, event, 1);
      return;
    case RS_TRACE_DECISION:
    case RS_TRACE_CANDIDATE:
      if (self->n_decisions == MOST_DECISIONS)
        return;
      self->n_decisions++;
      g_array_append_vals (self->lasting, event, 1);
      return;
    case RS_TRACE_ALLOCATE:
      kept = g_memdup2 (event, sizeof *event);
      g_hash_table_replace (self->arrays, &kept->a, kept);
      return;
    case RS_TRACE_FREE:
      g_hash_table_remove (self->arrays, &event->a);
      return;
    case RS_TRACE_ARGUMENT:
      add_argument (self, event);
      return;
    default:
      return;
    }
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const RsTraceEvent *p = a, *q = b;

  return p->start != q->start ? (p->start < q->start ? -1 : 1) : 0;
}

GArray *
rs_trace_past_list (const RsTracePast *self)
{
  const guint n = self->lasting->len;
  GArray *events = g_array_sized_new (FALSE, FALSE, sizeof (RsTraceEvent), n + g_hash_table_size (self->arrays));
  GHashTableIter iter;
  gpointer array, arguments;

  g_array_append_vals (events, self->lasting->data, n);
  g_hash_table_iter_init (&iter, self->arrays);
  while (g_hash_table_iter_next (&iter, NULL, &array))
    g_array_append_vals (events, array, 1);
  if (events->len > n)
    qsort (&g_array_index (events, RsTraceEvent, n), events->len - n, sizeof (RsTraceEvent), compare_starts);
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, NULL, &arguments))
    g_array_append_vals (events, ((GArray *)arguments)->data, ((GArray *)arguments)->len);
  return events;
}

/* --- sums --- */

static gboolean
add_fold_sums (RsTraceWriter *writer, const RsTraceEvent *fold, GError **error)
{
  const RsTraceEvent key = { .kind = fold->threads, .name = fold->name, .file = fold->file, .line = fold->line };
  const gint64 mean = fold->a > 0 ? fold->b / fold->a : 0;
  const RsTotalRow sums = { .kind = key.kind, .n = fold->a, .total = fold->b, .min = mean, .max = mean };

  return rs_trace_writer_add_sums (writer, &sums, &key, error);
}

static gboolean
add_pair_sums (RsTraceWriter *writer, const RsTraceEvent *pairs, GError **error)
{
  const RsTotalRow sums = { .n = pairs->a, .sum_b = (gint64)((guint64)pairs->a * pairs->threads) };
  RsTraceEvent key = { .kind = RS_TRACE_ALLOCATE, .name = pairs->name, .file = pairs->file, .line = pairs->line };

  if (!rs_trace_writer_add_sums (writer, &sums, &key, error))
    return FALSE;
  key.kind = RS_TRACE_FREE;
  key.name = 0;
  return rs_trace_writer_add_sums (writer, &sums, &key, error);
}

gboolean
rs_trace_part_add_events (RsTraceWriter *writer, const RsTraceEvent *events, gsize n, GError **error)
{
  gboolean done = TRUE;

  for (gsize i = 0; done && i < n; i++)
    if (G_UNLIKELY (events[i].kind == RS_TRACE_FOLD))
      done = add_fold_sums (writer, &events[i], error);
    else if (G_UNLIKELY (events[i].kind == RS_TRACE_PAIRS))
      done = add_pair_sums (writer, &events[i], error);
  return done && rs_trace_writer_add_events (writer, events, n, error);
}
