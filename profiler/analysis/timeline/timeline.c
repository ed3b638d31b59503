/* What a timeline draws.
 *
 * A query picks the level whose buckets are at most a pixel wide. Spans of the classes above it are read one by one:
 * for each class the index gives those that start in the range or less than the longest duration of that class before
 * it, so nothing that reaches into the range is missed and nothing else is scanned; what a cache holds of an earlier,
 * wider range is taken from there. Buckets, and spans shorter than a pixel, are joined by pixel.
 *
 * Lanes: spans first, in the order of start and descending end, each on the lowest free lane; that gives nesting depth
 * where spans nest. Joined items come last, so that zooming moves no span to another lane; each goes to the lowest
 * lane where it covers no span. Marks of the program are items without a length, on a lane of their own below.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/timeline.h"

#include "profiler/analysis/passes/lanes.h"
#include "profiler/analysis/timeline/span-cache.h"
#include "profiler/store/chunks/event-scan.h"

#define WIDEST 100000u
#define MOST_MARKS 100000u /* of a track */

/* Short spans of one pixel. */
typedef struct {
  RsTimelineItem item;
  gint64 weight; /* of item.name_id, see profiler/store/sums/sums.c */
} Joined;

typedef struct {
  RsTraceStore *store;
  gint64 start, end;
  gint64 pixel; /* ns, at least 1 */
  guint width;
  int finest;             /* see rs_trace_store_get_finest_level */
  int level;              /* -1: no level, everything from events */
  RsTimelineCache *cache; /* borrowed; NULL: none */
  RsChunkIndex *index;    /* owned; NULL: an earlier format */
  sqlite3_stmt *buckets;
  gboolean has_marks; /* the trace has some */
  GArray *items;      /* of RsTimelineItem: the result */
  /* Of the track at hand. */
  guint32 track;
  guint first_item; /* index in items */
  Joined *pixels;   /* [width + 2]; count 0: empty */
  guint *used;      /* [width + 2], of which n_used: the pixels that are not empty */
  guint n_used;
} Query;

static RsTimelineItem
read_span (Query *self, const RsScannedEvent *row)
{
  const RsTraceEvent *event = &row->event;
  gboolean has_launch = event->kind == RS_TRACE_LAUNCH || event->kind == RS_TRACE_KERNEL
                        || event->kind == RS_TRACE_CHUNK;
  const gboolean is_copy = event->kind == RS_TRACE_COPY || event->kind == RS_TRACE_DEVICE_COPY
                           || event->kind == RS_TRACE_MIGRATE || event->kind == RS_TRACE_PAGING;
  gint64 start = rs_trace_clamp_time (event->start);
  gint64 end = MAX (rs_trace_clamp_time (event->end), start);

  return (RsTimelineItem){
    .event = row->id,
    .start = start,
    .end = end,
    .track = self->track,
    .count = 1,
    .busy = end - start,
    .launch = has_launch ? event->a : (gint64)event->parent,
    .kind = event->kind,
    .name_id = event->name,
    .line = event->line,
    .name = "",
    .file = rs_trace_store_get_string (self->store, event->file),
    .detail = is_copy ? rs_trace_store_get_string (self->store, event->detail) : "",
  };
}

static void
join (Query *self, const RsTimelineItem *part, gint64 weight)
{
  gint64 index = (MAX (part->start, self->start) - self->start) / self->pixel;
  const guint pixel = (guint)MIN (index, (gint64)self->width + 1);
  Joined *joined = &self->pixels[pixel];
  RsTimelineItem *item = &joined->item;

  if (item->count == 0)
    {
      self->used[self->n_used++] = pixel;
      *joined = (Joined){ *part, weight };
      return;
    }
  if (item->name_id == part->name_id)
    joined->weight = rs_trace_add (joined->weight, weight);
  else if (joined->weight >= weight)
    joined->weight -= weight;
  else
    {
      joined->weight = weight - joined->weight;
      item->name_id = part->name_id;
      item->kind = part->kind;
    }
  item->start = MIN (item->start, part->start);
  item->end = MAX (item->end, part->end);
  item->busy = rs_trace_add (item->busy, part->busy);
  item->count = rs_trace_add (item->count, part->count);
  item->event = item->launch = item->line = 0;
  item->file = item->detail = "";
}

static void
add_span (Query *self, const RsTimelineItem *item)
{
  if (item->start >= self->end || (item->end <= self->start && item->start < self->start))
    return;
  if (item->end - item->start < self->pixel)
    join (self, item, item->busy + 1);
  else
    g_array_append_vals (self->items, item, 1);
}

static gboolean
scan_class (Query *self, int class, GError **error)
{
  /* Every class but the last has a longest duration. */
  gint64 longest = class < RS_TRACE_N_CLASSES - 2 ? (gint64)1 << RS_TRACE_LEVEL_SHIFT (self->finest, class)
                                                  : G_MAXINT64 / 4;
  g_autoptr (GArray) read = self->cache != NULL ? g_array_new (FALSE, FALSE, sizeof (RsTimelineItem)) : NULL;
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  filter.one_track = TRUE;
  filter.track = self->track;
  filter.least_class = filter.greatest_class = class;
  filter.start_from = self->start > G_MININT64 + longest ? self->start - longest + 1 : G_MININT64;
  filter.start_to = self->end - 1;
  filter.end_from = self->start;
  scan = rs_event_scan_new (self->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    {
      RsTimelineItem item = read_span (self, &event);

      add_span (self, &item);
      if (read != NULL && read->len == RS_SPAN_CACHE_SIZE)
        g_clear_pointer (&read, g_array_unref);
      if (read != NULL)
        g_array_append_val (read, item);
    }
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  if (read != NULL)
    rs_timeline_cache_put (self->cache,
                           &(RsCachedSpans){ self->track, class, self->start, self->end, g_steal_pointer (&read) });
  return TRUE;
}

static gboolean
read_class (Query *self, int class, GError **error)
{
  const GArray *spans
      = self->cache != NULL ? rs_timeline_cache_find (self->cache, self->track, class, self->start, self->end) : NULL;

  if (spans == NULL)
    return scan_class (self, class, error);
  for (guint i = 0; i < spans->len; i++)
    add_span (self, &g_array_index (spans, RsTimelineItem, i));
  return TRUE;
}

static gboolean
read_buckets (Query *self, GError **error)
{
  sqlite3_stmt *query = self->buckets;
  int code;

  sqlite3_bind_int64 (query, 1, self->track);
  sqlite3_bind_int (query, 2, self->level);
  sqlite3_bind_int64 (query, 3, rs_trace_bucket_of (self->start, self->finest, self->level) - 1);
  sqlite3_bind_int64 (query, 4, rs_trace_bucket_of (self->end, self->finest, self->level));
  sqlite3_bind_int64 (query, 5, self->start);
  sqlite3_bind_int64 (query, 6, self->end);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      gint64 start = rs_trace_clamp_time (sqlite3_column_int64 (query, 0));
      RsTimelineItem item = {
        .start = start,
        .end = MAX (rs_trace_clamp_time (sqlite3_column_int64 (query, 1)), start),
        .track = self->track,
        .count = MAX (sqlite3_column_int64 (query, 2), 1),
        .busy = MAX (sqlite3_column_int64 (query, 3), 0),
        .kind = (guint32)sqlite3_column_int64 (query, 4),
        .name_id = (guint32)sqlite3_column_int64 (query, 5),
        .name = "",
        .file = "",
        .detail = "",
      };

      join (self, &item, MAX (sqlite3_column_int64 (query, 6), 0));
    }
  code = sqlite3_reset (query);
  if (code != SQLITE_OK)
    rs_trace_set_error (error, rs_trace_store_get_db (self->store), code, rs_trace_store_get_path (self->store));
  return code == SQLITE_OK;
}

/* --- marks --- */

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const RsTimelineItem *p = a, *q = b;

  if (p->start != q->start)
    return p->start < q->start ? -1 : 1;
  if (p->end != q->end)
    return p->end > q->end ? -1 : 1;
  return (p->event > q->event) - (p->event < q->event);
}

/* Below all that shows of the track, so that there is room for their names. */
static guint
find_free_lane (const Query *self)
{
  guint lane = 0;

  for (guint i = self->first_item; i < self->items->len; i++)
    {
      const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, i);

      lane = MAX (lane, item->depth + 1);
    }
  return lane;
}

/* Those of a pixel become one, which has the first one's name. */
static void
add_marks (Query *self, GArray *marks)
{
  const guint lane = find_free_lane (self);
  RsTimelineItem *last = NULL;

  g_array_sort (marks, compare_starts);
  for (guint i = 0; i < marks->len; i++)
    {
      RsTimelineItem *mark = &g_array_index (marks, RsTimelineItem, i);

      mark->depth = lane;
      if (last == NULL || mark->start - last->start >= self->pixel)
        {
          g_array_append_vals (self->items, mark, 1);
          last = &g_array_index (self->items, RsTimelineItem, self->items->len - 1);
          continue;
        }
      last->end = mark->start;
      last->count++;
      last->event = last->launch = last->line = 0;
      last->file = "";
    }
}

static gboolean
read_marks (Query *self, GError **error)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (RsTimelineItem));
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  filter.one_track = TRUE;
  filter.track = self->track;
  filter.kinds = G_GUINT64_CONSTANT (1) << RS_TRACE_MARK;
  filter.start_from = self->start;
  filter.start_to = self->end - 1;
  scan = rs_event_scan_new (self->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (marks->len < MOST_MARKS && rs_event_scan_next (scan, &event))
    {
      const RsTimelineItem item = read_span (self, &event);

      g_array_append_val (marks, item);
    }
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  add_marks (self, marks);
  return TRUE;
}

static gboolean
find_marks (Query *self, GError **error)
{
  sqlite3_stmt *query = rs_trace_store_prepare (self->store, "SELECT 1 FROM totals WHERE kind = ?", error);

  if (query == NULL)
    return FALSE;
  sqlite3_bind_int (query, 1, RS_TRACE_MARK);
  self->has_marks = sqlite3_step (query) == SQLITE_ROW;
  return rs_trace_store_finish (self->store, query, error);
}

/* --- lanes --- */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RsTimelineItem *p = a, *q = b;

  if (p->depth != q->depth)
    return p->depth < q->depth ? -1 : 1;
  return compare_starts (a, b);
}

/* A span of 0 ns still needs room. */
static gint64
drawn_end (const RsTimelineItem *item)
{
  return MAX (item->end, item->start + 1);
}

/* Packs spans, which are sorted by start, into lanes. Returns the lanes: each an array of indices into spans. */
static GPtrArray *
pack_spans (RsTimelineItem *spans, guint n)
{
  GPtrArray *lanes = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (RsLanes) free_from = rs_lanes_new ();

  for (guint i = 0; i < n; i++)
    {
      spans[i].depth = rs_lanes_take (free_from, spans[i].start, drawn_end (&spans[i]));
      if (spans[i].depth == lanes->len)
        g_ptr_array_add (lanes, g_array_new (FALSE, FALSE, sizeof (guint)));
      g_array_append_val ((GArray *)lanes->pdata[spans[i].depth], i);
    }
  return lanes;
}

/* Whether a lane is free between start and end. *cursor moves on to the first span that ends after start. */
static gboolean
lane_is_free (const RsTimelineItem *spans, const GArray *lane, guint *cursor, gint64 start, gint64 end)
{
  while (*cursor < lane->len && drawn_end (&spans[g_array_index (lane, guint, *cursor)]) <= start)
    (*cursor)++;
  return *cursor == lane->len || spans[g_array_index (lane, guint, *cursor)].start >= end;
}

/* The joined items of the track, by start. Each is cut where the next begins, so that they share a lane. */
static GArray *
collect_joined (Query *self)
{
  GArray *joined = g_array_new (FALSE, FALSE, sizeof (RsTimelineItem));

  for (guint i = 0; i < self->n_used; i++)
    {
      RsTimelineItem *item = &self->pixels[self->used[i]].item;

      g_array_append_val (joined, *item);
      item->count = 0;
    }
  self->n_used = 0;
  g_array_sort (joined, compare_starts);
  for (guint i = 0; i < joined->len; i++)
    {
      RsTimelineItem *item = &g_array_index (joined, RsTimelineItem, i);

      if (i + 1 < joined->len && item->count > 1)
        item->end = MIN (item->end, MAX (item[1].start, item->start + 1));
      item->busy = MIN (item->busy, item->end - item->start);
    }
  return joined;
}

static void
place_joined (Query *self, GPtrArray *lanes)
{
  g_autoptr (GArray) joined = collect_joined (self);
  g_autofree guint *cursors = g_new0 (guint, lanes->len + 1);
  g_autoptr (GArray) ends = g_array_new (FALSE, TRUE, sizeof (gint64)); /* of the last joined item by lane */

  for (guint i = 0; i < joined->len; i++)
    {
      RsTimelineItem *item = &g_array_index (joined, RsTimelineItem, i);
      const RsTimelineItem *spans = &g_array_index (self->items, RsTimelineItem, self->first_item);
      guint depth = 0;

      for (;; depth++)
        {
          if (depth == ends->len)
            {
              g_array_set_size (ends, depth + 1);
              g_array_index (ends, gint64, depth) = G_MININT64;
            }
          if (g_array_index (ends, gint64, depth) > item->start)
            continue;
          if (depth >= lanes->len
              || lane_is_free (spans, lanes->pdata[depth], &cursors[depth], item->start, drawn_end (item)))
            break;
        }
      item->depth = depth;
      g_array_index (ends, gint64, depth) = drawn_end (item);
      g_array_append_val (self->items, *item);
    }
}

/* The least class from class on of which the track may have spans; RS_TRACE_N_CLASSES: none. Earlier formats don't
 * tell. */
static int
next_class (const Query *self, int class)
{
  const RsPartGroup *group;
  guint at;

  if (self->index == NULL)
    return class;
  at = rs_chunk_index_find_group (self->index, self->track, class);
  group = at < self->index->groups->len ? &g_array_index (self->index->groups, RsPartGroup, at) : NULL;
  return group != NULL && group->track == self->track ? group->class : RS_TRACE_N_CLASSES;
}

static gboolean
read_track (Query *self, guint32 track, GError **error)
{
  guint n;
  RsTimelineItem *spans;
  g_autoptr (GPtrArray) lanes = NULL;

  self->track = track;
  self->first_item = self->items->len;
  for (int class = next_class (self, self->level + 1); class < RS_TRACE_N_CLASSES; class = next_class (self, class + 1))
    if (!read_class (self, class, error))
      return FALSE;
  if (self->level >= 0 && next_class (self, 0) <= self->level && !read_buckets (self, error))
    return FALSE;
  n = self->items->len - self->first_item;
  spans = (RsTimelineItem *)(gpointer)self->items->data + self->first_item;
  if (n > 0)
    qsort (spans, n, sizeof *spans, compare_starts);
  lanes = pack_spans (spans, n);
  place_joined (self, lanes);
  if (self->has_marks && !read_marks (self, error))
    return FALSE;
  spans = (RsTimelineItem *)(gpointer)self->items->data + self->first_item;
  n = self->items->len - self->first_item;
  if (n > 0)
    qsort (spans, n, sizeof *spans, compare_places);
  for (guint i = 0; i < n; i++)
    spans[i].name = rs_trace_store_get_string (self->store, spans[i].name_id);
  return TRUE;
}

/* The parts of chunks that hold spans of a class, and that no cache has. */
static guint
count_parts (Query *self, const GArray *tracks, int class)
{
  guint n = 0;

  for (guint i = 0; i < tracks->len; i++)
    {
      const guint32 track = g_array_index (tracks, guint32, i);
      const guint at = rs_chunk_index_find_group (self->index, track, class);
      const RsPartGroup *group = at < self->index->groups->len ? &g_array_index (self->index->groups, RsPartGroup, at)
                                                               : NULL;
      guint begin, end;

      if (group == NULL || group->track != track || group->class != class
          || (self->cache != NULL && rs_timeline_cache_find (self->cache, track, class, self->start, self->end)))
        continue;
      rs_chunk_index_find_parts (self->index, group, self->end - 1, self->start, &begin, &end);
      n += end - begin;
    }
  return n;
}

/* For who wants a picture at once. */
static void
choose_coarser_level (Query *self, const RsTimelineQuery *query, const GArray *tracks)
{
  const gboolean is_coarse = query->most_parts > 0 && self->index != NULL && self->level + 1 < RS_TRACE_N_LEVELS
                             && count_parts (self, tracks, self->level + 1) > query->most_parts;

  if (is_coarse)
    self->level++;
  if (query->is_coarse != NULL)
    *query->is_coarse = is_coarse;
}

static gboolean
prepare (Query *self, const RsTimelineQuery *query, GError **error)
{
  self->start = rs_trace_clamp_time (query->start);
  self->end = MAX (rs_trace_clamp_time (query->end), self->start + 1);
  self->width = CLAMP (query->width, 1, WIDEST);
  self->pixel = (self->end - self->start - 1) / self->width + 1;
  self->level = -1;
  self->finest = rs_trace_store_get_finest_level (self->store);
  while (self->level + 1 < RS_TRACE_N_LEVELS
         && (gint64)1 << RS_TRACE_LEVEL_SHIFT (self->finest, self->level + 1) <= self->pixel)
    self->level++;
  /* Earlier formats have no index that says whether the file is still the same. */
  if (rs_trace_store_get_reader (self->store) != NULL)
    {
      self->index = rs_chunk_index_ref (rs_chunk_reader_get_index (rs_trace_store_get_reader (self->store)));
      rs_chunk_index_need_parts (self->index, rs_trace_store_get_db (self->store));
    }
  if (query->cache != NULL && self->index != NULL)
    {
      self->cache = query->cache;
      rs_timeline_cache_begin (self->cache, self->index);
    }
  self->pixels = g_new0 (Joined, self->width + 2);
  self->used = g_new (guint, self->width + 2);
  self->items = g_array_new (FALSE, FALSE, sizeof (RsTimelineItem));
  self->buckets = rs_trace_store_prepare (
      self->store,
      "SELECT first, last, n, busy, kind, name, weight FROM levels WHERE track = ? AND level = ?"
      " AND bucket BETWEEN ? AND ? AND (last > ?5 OR first >= ?5) AND first < ?6",
      error);
  return self->buckets != NULL;
}

static GArray *
all_tracks (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) rows = rs_trace_store_read_tracks (store, error);
  GArray *ids;

  if (rows == NULL)
    return NULL;
  ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (ids, g_array_index (rows, RsTrackRow, i).id);
  return ids;
}

GArray *
rs_timeline_query (RsTraceStore *store, const RsTimelineQuery *query, GError **error)
{
  Query self = { .store = store };
  g_autoptr (GArray) tracks = NULL;
  gboolean done;

  g_return_val_if_fail (query->start < query->end, NULL);
  if (query->tracks == NULL)
    tracks = all_tracks (store, error);
  else
    {
      tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_vals (tracks, query->tracks, query->n_tracks);
    }
  if (tracks == NULL)
    return NULL;
  done = prepare (&self, query, error) && find_marks (&self, error);
  if (done)
    choose_coarser_level (&self, query, tracks);
  for (guint i = 0; done && i < tracks->len; i++)
    done = read_track (&self, g_array_index (tracks, guint32, i), error);
  if (!done)
    g_clear_pointer (&self.items, g_array_unref);
  sqlite3_finalize (self.buckets);
  g_free (self.pixels);
  g_free (self.used);
  rs_chunk_index_unref (self.index);
  return self.items;
}

static gboolean
is_of_recording (const RsTrackRow *track)
{
  return g_str_equal (track->name, RS_TRACE_RECORDER_TRACK) || g_str_equal (track->name, RS_TRACE_TRACER_TRACK);
}

/* FALSE: there is no span. */
static gboolean
get_extent (const GArray *tracks, gboolean with_recording, gint64 *start, gint64 *end)
{
  gboolean any = FALSE;

  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      if (track->n_spans == 0 || (is_of_recording (track) && !with_recording))
        continue;
      *start = any ? MIN (*start, track->first) : track->first;
      *end = any ? MAX (*end, track->last) : track->last;
      any = TRUE;
    }
  return any;
}

gboolean
rs_timeline_get_extent (RsTraceStore *store, gint64 *start, gint64 *end, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);

  return tracks != NULL && get_extent (tracks, TRUE, start, end);
}

gboolean
rs_timeline_get_program_extent (RsTraceStore *store, gint64 *start, gint64 *end, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);

  return tracks != NULL && (get_extent (tracks, FALSE, start, end) || get_extent (tracks, TRUE, start, end));
}
