/* See queue-depth.h, and the report of queues.
 *
 * Launches and kernels come in about the order of their ids, which count up: one of 65,536 places by its id puts both
 * together, and gives the launch on when a later one takes the place. So they come in the order of their submission to
 * a sweep over time, which keeps the ends of those that are in the queue in a heap.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/queue-depth.h"

#include "profiler/analysis/reports.h"
#include "profiler/analysis/timeline/timeline.h"
#include "profiler/store/chunks/event-scan.h"

#include <glib/gi18n.h>
#include <string.h>

#define PLACES 65536u
#define MOST_QUEUES 64u
#define MOST_QUEUED 1000000u /* at a time; more are a damaged file */

/* One whose kernel or launch may still come. */
typedef struct {
  gint64 id; /* 0: none */
  gint64 submitted, start, end;
  guint queue; /* index + 1; 0: no kernel has come */
  gboolean is_launched;
} Launch;

/* A queue while it is read. */
typedef struct {
  RsQueueDepth *depth; /* owned by the result */
  GArray *ends;        /* of gint64: of the launches in it, a heap with the least first */
  gint64 now;          /* up to here it is known */
  double area;         /* launches by ns, in the range */
} Queue;

typedef struct {
  RsTraceStore *store;
  RsQueueDepths *result;
  GArray *queues;       /* of Queue */
  GHashTable *by_track; /* track -> index of a queue + 1 */
  GHashTable *names;    /* track -> name, borrowed */
  guint32 last_track;   /* of the kernel before, and its queue; 0: none */
  guint last_queue;
  Launch *places;            /* [PLACES] */
  RsQueueChangeFunc changed; /* NULL: nobody asks for changes */
  gpointer data;
} Reader;

static void
depth_free (gpointer data)
{
  RsQueueDepth *depth = data;

  g_free (depth->name);
  g_free (depth->depths);
  g_free (depth);
}

/* --- the sweep --- */

static void
push_end (GArray *heap, gint64 end)
{
  guint at = heap->len;
  gint64 *ends;

  g_array_append_val (heap, end);
  ends = (gint64 *)(gpointer)heap->data;
  for (; at > 0 && ends[(at - 1) / 2] > end; at = (at - 1) / 2)
    ends[at] = ends[(at - 1) / 2];
  ends[at] = end;
}

static void
pop_end (GArray *heap)
{
  gint64 *ends = (gint64 *)(gpointer)heap->data;
  const guint n = heap->len - 1;
  const gint64 last = ends[n];
  guint at = 0, child;

  while ((child = 2 * at + 1) < n)
    {
      if (child + 1 < n && ends[child + 1] < ends[child])
        child++;
      if (ends[child] >= last)
        break;
      ends[at] = ends[child];
      at = child;
    }
  ends[at] = last;
  heap->len = n;
}

static guint
point_of (const RsQueueDepths *result, gint64 time)
{
  if (result->n_points == 1)
    return 0;

  const double at = (double)(time - result->from) / (double)MAX (result->to - result->from, 1);

  return (guint)CLAMP (at * result->n_points, 0, result->n_points - 1);
}

/* The queue stays as it is until that time. */
static void
go_on (const RsQueueDepths *result, Queue *queue, gint64 time)
{
  const gint64 from = MAX (queue->now, result->from), to = MIN (time, result->to);
  const guint n = queue->ends->len;
  RsQueueDepth *depth = queue->depth;

  queue->now = MAX (queue->now, time);
  if (to <= from)
    return;
  queue->area += (double)n * (double)(to - from);
  depth->empty += n == 0 ? to - from : 0;
  if (n > 0)
    for (guint i = point_of (result, from), last = point_of (result, to - 1); i <= last; i++)
      depth->depths[i] = MAX (depth->depths[i], n);
  if (n > depth->most)
    {
      depth->most = n;
      depth->most_at = from;
    }
}

static void
tell_change (const Reader *self, const Queue *queue, gint64 time)
{
  if (self->changed != NULL)
    self->changed (queue->depth->name, (guint)(queue - (const Queue *)(gpointer)self->queues->data), time,
                   queue->ends->len, self->data);
}

static void
end_until (const Reader *self, Queue *queue, gint64 time)
{
  while (queue->ends->len > 0 && g_array_index (queue->ends, gint64, 0) <= time)
    {
      const gint64 end = g_array_index (queue->ends, gint64, 0);

      go_on (self->result, queue, end);
      pop_end (queue->ends);
      tell_change (self, queue, MAX (queue->now, end));
    }
  go_on (self->result, queue, time);
}

static void
give_on (Reader *self, const Launch *launch)
{
  RsQueueDepths *result = self->result;
  const gint64 waited = MAX (launch->start - launch->submitted, 0);
  Queue *queue;

  if (launch->id == 0 || !launch->is_launched || launch->queue == 0)
    return;
  queue = &g_array_index (self->queues, Queue, launch->queue - 1);
  end_until (self, queue, launch->submitted);
  if (queue->ends->len < MOST_QUEUED)
    push_end (queue->ends, launch->end);
  tell_change (self, queue, MAX (queue->now, launch->submitted));
  result->longest = MAX (result->longest, launch->end - launch->submitted);
  if (launch->submitted < result->from || launch->submitted >= result->to)
    return;
  queue->depth->launches++;
  queue->depth->waited = rs_trace_add (queue->depth->waited, waited);
  queue->depth->longest_waited = MAX (queue->depth->longest_waited, waited);
}

/* --- events --- */

/* "cuda:0" of "cuda:0 stream 7". (transfer full) */
static char *
name_device (const Reader *self, guint32 track)
{
  const char *name = g_hash_table_lookup (self->names, GUINT_TO_POINTER (track));
  const char *stream = name != NULL ? strstr (name, " stream ") : NULL;

  return stream != NULL ? g_strndup (name, (gsize)(stream - name)) : g_strdup (name != NULL ? name : "");
}

static guint
add_queue (Reader *self, guint32 track, const char *name)
{
  Queue queue = { .depth = g_new0 (RsQueueDepth, 1), .now = self->result->from };

  queue.ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  queue.depth->name = g_strdup (name);
  queue.depth->first_track = track;
  queue.depth->depths = g_new0 (guint32, self->result->n_points);
  g_ptr_array_add (self->result->queues, queue.depth);
  g_array_append_val (self->queues, queue);
  return self->queues->len;
}

/* Index + 1; 0: there are too many. */
static guint
find_queue (Reader *self, guint32 track)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_track, GUINT_TO_POINTER (track)));
  g_autofree char *name = index == 0 ? name_device (self, track) : NULL;

  if (index != 0)
    return index;
  for (guint i = 0; i < self->queues->len && index == 0; i++)
    if (strcmp (g_array_index (self->queues, Queue, i).depth->name, name) == 0)
      index = i + 1;
  if (index == 0 && self->queues->len < MOST_QUEUES)
    index = add_queue (self, track, name);
  if (index != 0)
    g_hash_table_insert (self->by_track, GUINT_TO_POINTER (track), GUINT_TO_POINTER (index));
  return index;
}

static void
add_event (Reader *self, const RsTraceEvent *event)
{
  Launch *launch = &self->places[(guint64)event->a % PLACES];

  if (event->a == 0)
    return;
  if (launch->id != event->a)
    {
      give_on (self, launch);
      *launch = (Launch){ .id = event->a };
    }
  if (event->kind == RS_TRACE_LAUNCH)
    {
      launch->submitted = rs_trace_clamp_time (event->start);
      launch->is_launched = TRUE;
      return;
    }
  launch->start = launch->queue == 0 ? rs_trace_clamp_time (event->start)
                                     : MIN (launch->start, rs_trace_clamp_time (event->start));
  launch->end = launch->queue == 0 ? rs_trace_clamp_time (event->end)
                                   : MAX (launch->end, rs_trace_clamp_time (event->end));
  if (launch->queue == 0)
    {
      if (self->last_queue == 0 || self->last_track != event->track)
        self->last_queue = find_queue (self, event->track);
      self->last_track = event->track;
      launch->queue = self->last_queue;
    }
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const Launch *p = a, *q = b;

  return (p->id > q->id) - (p->id < q->id);
}

static void
finish (Reader *self)
{
  const RsQueueDepths *result = self->result;

  qsort (self->places, PLACES, sizeof *self->places, compare_ids);
  for (guint i = 0; i < PLACES; i++)
    give_on (self, &self->places[i]);
  for (guint i = 0; i < self->queues->len; i++)
    {
      Queue *queue = &g_array_index (self->queues, Queue, i);

      end_until (self, queue, self->changed != NULL ? G_MAXINT64 : result->to); /* changes go down to 0 */
      queue->depth->mean = queue->area / (double)MAX (result->to - result->from, 1);
      g_array_unref (queue->ends);
    }
}

static gboolean
read_events (Reader *self, gint64 longest, GError **error)
{
  const guint64 one = 1;
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  filter.kinds = one << RS_TRACE_LAUNCH | one << RS_TRACE_KERNEL;
  filter.in_order = TRUE;
  if (longest > 0)
    {
      filter.start_from = rs_trace_add (self->result->from, -longest);
      filter.start_to = rs_trace_add (self->result->to, longest);
    }
  scan = rs_event_scan_new (self->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    add_event (self, &event.event);
  return rs_event_scan_finish (scan, error);
}

/* FALSE with an error. */
static gboolean
find_extent (RsTraceStore *store, const RsTraceRange *range, RsQueueDepths *result, GError **error)
{
  g_autoptr (GError) none = NULL;
  gint64 start = 0, end = 1;

  if (!rs_timeline_get_program_extent (store, &start, &end, &none) && none != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&none));
      return FALSE;
    }
  result->from = range != NULL ? MAX (range->from, start) : start;
  result->to = MAX (range != NULL ? MIN (range->to, end) : end, result->from + 1);
  return TRUE;
}

static RsQueueDepths *
read_depths (RsTraceStore *store, const RsTraceRange *range, guint n_points, gint64 longest, RsQueueChangeFunc changed,
             gpointer data, GError **error)
{
  g_autoptr (RsQueueDepths) result = g_atomic_rc_box_new0 (RsQueueDepths);
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  g_autoptr (GArray) queues = g_array_new (FALSE, FALSE, sizeof (Queue));
  g_autoptr (GHashTable) by_track = g_hash_table_new (NULL, NULL), names = g_hash_table_new (NULL, NULL);
  g_autofree Launch *places = g_new0 (Launch, PLACES);
  Reader reader = { .store = store,
                    .result = result,
                    .queues = queues,
                    .by_track = by_track,
                    .names = names,
                    .places = places,
                    .changed = changed,
                    .data = data };
  gboolean done;

  result->n_points = MAX (n_points, 1);
  result->queues = g_ptr_array_new_with_free_func (depth_free);
  if (tracks == NULL || !find_extent (store, range, result, error))
    return NULL;
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      g_hash_table_insert (names, GUINT_TO_POINTER (track->id), (gpointer)track->name);
    }
  done = read_events (&reader, longest, error);
  finish (&reader);
  return done ? g_steal_pointer (&result) : NULL;
}

RsQueueDepths *
rs_queue_depths_read (RsTraceStore *store, const RsTraceRange *range, guint n_points, gint64 longest, GError **error)
{
  return read_depths (store, range, n_points, longest, NULL, NULL, error);
}

gboolean
rs_queue_depths_foreach_change (RsTraceStore *store, RsQueueChangeFunc func, gpointer data, GError **error)
{
  g_autoptr (RsQueueDepths) depths = read_depths (store, NULL, 1, 0, func, data, error);

  return depths != NULL;
}

RsQueueDepths *
rs_queue_depths_cut (const RsQueueDepths *self, gint64 from, gint64 to, guint n_points)
{
  RsQueueDepths *result = g_atomic_rc_box_new0 (RsQueueDepths);

  result->from = MAX (from, self->from);
  result->to = MAX (MIN (to, self->to), result->from + 1);
  result->n_points = MAX (n_points, 1);
  result->queues = g_ptr_array_new_with_free_func (depth_free);
  for (guint i = 0; i < self->queues->len; i++)
    {
      const RsQueueDepth *whole = g_ptr_array_index (self->queues, i);
      RsQueueDepth *depth = g_new0 (RsQueueDepth, 1);

      depth->name = g_strdup (whole->name);
      depth->first_track = whole->first_track;
      depth->depths = g_new0 (guint32, result->n_points);
      for (guint k = point_of (self, result->from); k <= point_of (self, result->to - 1); k++)
        {
          const double at = ((double)k + 0.5) / self->n_points * (double)(self->to - self->from) + (double)self->from;
          guint32 *point = &depth->depths[point_of (result, CLAMP ((gint64)at, result->from, result->to - 1))];

          *point = MAX (*point, whole->depths[k]);
        }
      g_ptr_array_add (result->queues, depth);
    }
  return result;
}

RsQueueDepths *
rs_queue_depths_ref (RsQueueDepths *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_ptr_array_unref (((RsQueueDepths *)data)->queues);
}

void
rs_queue_depths_unref (RsQueueDepths *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* --- the report --- */

static const RsReportColumn queues_columns[] = {
  { N_ ("device"), "device", RS_CELL_TEXT },
  { N_ ("launches"), "launches", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("queued at most"), "most", RS_CELL_INTEGER },
  { N_ ("at"), "most_at_ns", RS_CELL_TIME },
  { N_ ("mean"), "mean", RS_CELL_NUMBER },
  { N_ ("empty"), "empty_ns", RS_CELL_DURATION },
  { N_ ("share"), "empty_share", RS_CELL_SHARE },
  { N_ ("wait a launch"), "mean_waited_ns", RS_CELL_DURATION },
  { N_ ("longest"), "longest_waited_ns", RS_CELL_DURATION },
};

static gboolean
read_queues (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (RsQueueDepths) depths = rs_queue_depths_read (store, range, 1, 0, error);

  if (depths == NULL)
    return FALSE;
  for (guint i = 0; i < depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);

      rs_report_add_text (report, depth->name);
      rs_report_add_integer (report, depth->launches);
      rs_report_add_integer (report, depth->most);
      rs_report_add_integer (report, depth->most_at);
      rs_report_add_number (report, depth->mean);
      rs_report_add_integer (report, depth->empty);
      rs_report_add_number (report, (double)depth->empty / (double)(depths->to - depths->from));
      rs_report_add_integer (report, depth->waited / MAX (depth->launches, 1));
      rs_report_add_integer (report, depth->longest_waited);
    }
  if (depths->queues->len == 0)
    rs_report_take_note (report, g_strdup (_ ("no device has run a launch here")));
  else
    rs_report_take_head (report, g_strdup (_ ("launches that were submitted and had not ended; an empty queue while "
                                              "the host works is a device that waits for it")));
  return TRUE;
}

RS_REPORT_KIND (queues, N_ ("Queues"));
