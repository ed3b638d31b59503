/* See join.h. Sums and levels are made anew from the events, see part.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/traces/join.h"

#include "profiler/analysis/passes/range.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/store/chunks/event-scan.h"
#include "profiler/store/part.h"
#include "runtime/base/replace-file.h"

#define BATCH 4096u
#define LATEST (RS_CHUNK_TIME_LIMIT / 2) /* ns: what a clock may say; 73 years. Times of events are within the limit */

/* One of the traces. */
typedef struct {
  RsTraceStore *store;
  gint64 shift;       /* ns from its clock to that of all */
  gint64 before;      /* the greatest number of the traces before it: its own follow */
  GHashTable *tracks; /* old id -> new id; owned */
  RsEventScan *scan;  /* owned; NULL: at its end */
  RsScannedEvent next;
} Source;

typedef struct {
  RsTraceWriter *writer;
  GHashTable *strings;  /* text -> new id; texts are the stores' */
  guint32 n_tracks;     /* given so far */
  RsTraceEvent *events; /* [BATCH] */
  guint n;
  gint64 written;
  gint64 greatest; /* number of the traces so far */
  Source *sources;
  guint n_sources;
  GError **error;
} Joiner;

/* FALSE: it can't be written. */
static gboolean
map_string (Joiner *self, const Source *source, guint32 old, guint32 *id)
{
  const char *text = old != 0 ? rs_trace_store_get_string (source->store, old) : "";

  *id = *text != '\0' ? GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, text)) : 0;
  if (*text == '\0' || *id != 0)
    return TRUE;
  *id = g_hash_table_size (self->strings) + 1;
  g_hash_table_insert (self->strings, (gpointer)text, GUINT_TO_POINTER (*id));
  return rs_trace_writer_add_string (self->writer, *id, text, self->error);
}

/* Numbers of launches, arrays and frames, which each process counts from 1. */
static gint64
map_number (const Source *source, gint64 number)
{
  return number <= 0 ? number : number + source->before;
}

static gboolean
has_number_a (guint32 kind)
{
  return rs_trace_kind_is_of_launch (kind) || rs_trace_kind_is_of_object (kind) || kind == RS_TRACE_FRAME;
}

static gboolean
has_number_b (guint32 kind)
{
  return kind == RS_TRACE_FRAME || kind == RS_TRACE_SAMPLE || kind == RS_TRACE_COUNTER;
}

static gboolean
find_greatest (gint64 id, const RsTraceEvent *event, gpointer data)
{
  gint64 *greatest = data;

  *greatest = MAX (*greatest, (gint64)event->parent);
  if (has_number_a (event->kind))
    *greatest = MAX (*greatest, event->a);
  if (has_number_b (event->kind))
    *greatest = MAX (*greatest, event->b);
  return TRUE;
}

/* An event tells its launch by 32 bits. */
static gboolean
number_source (Joiner *self, Source *source)
{
  gint64 greatest = 0;

  source->before = self->greatest;
  if (!rs_trace_range_foreach (source->store, NULL, G_MAXUINT64, FALSE, find_greatest, &greatest, self->error))
    return FALSE;
  if (greatest <= G_MAXUINT32 - source->before)
    {
      self->greatest += greatest;
      return TRUE;
    }
  g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "%s and the traces before it have too many launches and arrays for one trace; join fewer, or parts "
               "of them (trace trim)",
               rs_trace_store_get_path (source->store));
  return FALSE;
}

static gboolean
flush (Joiner *self)
{
  const guint n = self->n;

  self->n = 0;
  self->written += n;
  return rs_trace_part_add_events (self->writer, self->events, n, self->error);
}

static gboolean
add_event (Joiner *self, const Source *source, const RsTraceEvent *event)
{
  RsTraceEvent *to = &self->events[self->n++];

  *to = *event;
  to->start += source->shift;
  to->end += source->shift;
  to->track = GPOINTER_TO_UINT (g_hash_table_lookup (source->tracks, GUINT_TO_POINTER (event->track)));
  to->parent = (guint32)map_number (source, event->parent);
  if (has_number_a (event->kind))
    to->a = map_number (source, event->a);
  if (has_number_b (event->kind))
    to->b = map_number (source, event->b);
  if (!map_string (self, source, event->name, &to->name) || !map_string (self, source, event->file, &to->file)
      || !map_string (self, source, event->detail, &to->detail))
    return FALSE;
  return self->n < BATCH
         || (flush (self) && (self->written % (BATCH * 64) != 0 || rs_trace_writer_commit (self->writer, self->error)));
}

static gboolean
add_tracks (Joiner *self, Source *source)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (source->store, self->error);
  g_autofree char *program = rs_trace_store_dup_meta (source->store, "program");
  g_autofree char *base = program != NULL ? g_path_get_basename (program) : g_strdup ("?");
  gboolean done = tracks != NULL;

  source->tracks = g_hash_table_new (NULL, NULL);
  for (guint i = 0; done && i < tracks->len; i++)
    {
      const RsTrackRow *row = &g_array_index (tracks, RsTrackRow, i);
      g_autofree char *name
          = g_strdup_printf ("process %u (%s): %s", (guint)(source - self->sources) + 1, base, row->name);

      g_hash_table_insert (source->tracks, GUINT_TO_POINTER (row->id), GUINT_TO_POINTER (++self->n_tracks));
      done = rs_trace_writer_add_track (self->writer, self->n_tracks, name, self->error);
    }
  return done;
}

/* FALSE: reading failed. */
static gboolean
step (Joiner *self, Source *source)
{
  if (rs_event_scan_next (source->scan, &source->next))
    return TRUE;
  return rs_event_scan_finish (g_steal_pointer (&source->scan), self->error);
}

static gboolean
begin_source (Joiner *self, Source *source)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;

  filter.in_order = TRUE;
  if (!number_source (self, source) || !add_tracks (self, source))
    return FALSE;
  source->scan = rs_event_scan_new (source->store, &filter, self->error);
  return source->scan != NULL && step (self, source);
}

/* All of them are walked at once, the earliest event first: memory that processes have at a time adds up. */
static gboolean
add_events (Joiner *self)
{
  for (;;)
    {
      Source *first = NULL;

      for (Source *source = self->sources; source < self->sources + self->n_sources; source++)
        if (source->scan != NULL
            && (first == NULL || source->next.event.start + source->shift < first->next.event.start + first->shift))
          first = source;
      if (first == NULL)
        return flush (self);
      if (!add_event (self, first, &first->next.event) || !step (self, first))
        return FALSE;
    }
}

/* ns on the machine's clock at which it begins. */
static gboolean
find_origin (RsTraceStore *store, gint64 *origin, GError **error)
{
  *origin = rs_trace_store_get_meta_integer (store, "origin");
  if (*origin > 0 && *origin <= LATEST)
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "%s does not tell when it began on its machine's clock: it was imported, or is of an older version",
               rs_trace_store_get_path (store));
  return FALSE;
}

static gboolean
write_facts (Joiner *self, RsTraceStore *const *stores, guint n, gint64 first)
{
  static const char *const names[] = { "program", "device",  "precision", "version", "started",
                                       "system",  "machine", "cores",     "clock",   "line-samples" };
  gint64 end = 0, origin, dropped = 0, from, to, more;
  g_autofree char *wall = NULL, *lost = NULL, *begin = g_strdup_printf ("%" G_GINT64_FORMAT, first);
  gboolean done = rs_trace_writer_set_meta (self->writer, "origin", begin, self->error);

  for (guint i = 0; done && i < n; i++)
    {
      done = find_origin (stores[i], &origin, self->error);
      rs_trace_get_bounds (stores[i], &from, &to);
      end = MAX (end, origin - first + CLAMP (to, 0, LATEST));
      more = rs_trace_store_get_meta_integer (stores[i], "dropped");
      dropped += CLAMP (more, 0, LATEST / n);
    }
  wall = g_strdup_printf ("%" G_GINT64_FORMAT, end);
  lost = g_strdup_printf ("%" G_GINT64_FORMAT, dropped);
  for (guint i = 0; done && i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = rs_trace_store_dup_meta (stores[0], names[i]);

      done = value == NULL || rs_trace_writer_set_meta (self->writer, names[i], value, self->error);
    }
  return done && rs_trace_writer_set_meta (self->writer, "wall", wall, self->error)
         && (dropped == 0 || rs_trace_writer_set_meta (self->writer, "dropped", lost, self->error));
}

/* No two recordings of a machine begin in the same nanosecond. */
static gboolean
check_is_other (RsTraceStore *const *stores, guint n, gint64 origin, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (rs_trace_store_get_meta_integer (stores[i], "origin") == origin)
      {
        g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                     "%s and %s are of the same recording; give one of them", rs_trace_store_get_path (stores[i]),
                     rs_trace_store_get_path (stores[n]));
        return FALSE;
      }
  return TRUE;
}

static gboolean
is_whole (RsTraceStore *const *stores, guint n)
{
  for (guint i = 0; i < n; i++)
    if (rs_trace_store_get_meta_integer (stores[i], "complete") == 0 || *rs_trace_store_get_damage (stores[i]) != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
check (RsTraceStore *const *stores, guint n, const char *path, gint64 *first, GError **error)
{
  gint64 origin;

  *first = G_MAXINT64;
  for (guint i = 0; i < n; i++)
    {
      if (rs_is_same_file (rs_trace_store_get_path (stores[i]), path))
        {
          g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
                       "%s is one of the traces; give all of them together another name", path);
          return FALSE;
        }
      if (!find_origin (stores[i], &origin, error) || !check_is_other (stores, i, origin, error))
        return FALSE;
      *first = MIN (*first, origin);
    }
  return TRUE;
}

static void
clear_sources (Joiner *self)
{
  for (Source *source = self->sources; source < self->sources + self->n_sources; source++)
    {
      if (source->scan != NULL)
        rs_event_scan_finish (source->scan, NULL);
      g_clear_pointer (&source->tracks, g_hash_table_unref);
    }
}

gboolean
rs_trace_join (RsTraceStore *const *stores, guint n, const char *path, gint64 *n_events, GError **error)
{
  g_assert (n >= 1);

  g_autoptr (GHashTable) strings = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree RsTraceEvent *events = g_new (RsTraceEvent, BATCH);
  g_autofree Source *sources = g_new0 (Source, n);
  Joiner joiner = { .strings = strings, .events = events, .sources = sources, .n_sources = n, .error = error };
  gint64 first, origin;
  gboolean done;

  if (!check (stores, n, path, &first, error))
    return FALSE;
  joiner.writer = rs_trace_writer_create (path, 0, error);
  if (joiner.writer == NULL)
    return FALSE;
  done = write_facts (&joiner, stores, n, first);
  for (guint i = 0; done && i < n; i++)
    {
      sources[i].store = stores[i];
      done = find_origin (stores[i], &origin, error);
      sources[i].shift = origin - first;
      done = done && begin_source (&joiner, &sources[i]);
    }
  done = done && add_events (&joiner);
  clear_sources (&joiner);
  if (!done)
    rs_trace_writer_drop (joiner.writer);
  if (n_events != NULL)
    *n_events = joiner.written;
  return rs_trace_writer_close (joiner.writer, done && is_whole (stores, n), done ? error : NULL) && done;
}
