/* See join.h. Sums and levels are made anew from the events, see part.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/join.h"

#include "profiler/analysis/range.h"
#include "profiler/analysis/summary.h"
#include "profiler/store/part.h"
#include "runtime/base/replace-file.h"

#define BATCH 4096u

typedef struct {
  RsTraceWriter *writer;
  GHashTable *strings;  /* text -> new id; texts are the stores' */
  guint32 n_tracks;     /* given so far */
  RsTraceEvent *events; /* [BATCH] */
  guint n;
  gint64 written;
  /* Of the trace at hand. */
  RsTraceStore *store;
  guint index;
  gint64 shift;       /* ns from its clock to that of all */
  gint64 before;      /* the greatest number of the traces before it: its own follow */
  gint64 greatest;    /* of its own */
  GHashTable *tracks; /* old id -> new id */
  gboolean done;
  GError **error;
} Joiner;

static guint32
map_string (Joiner *self, guint32 old)
{
  const char *text = old != 0 ? rs_trace_store_get_string (self->store, old) : "";
  guint32 id;

  if (*text == '\0')
    return 0;
  id = GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, text));
  if (id != 0)
    return id;
  id = g_hash_table_size (self->strings) + 1;
  g_hash_table_insert (self->strings, (gpointer)text, GUINT_TO_POINTER (id));
  self->done = self->done && rs_trace_writer_add_string (self->writer, id, text, self->error);
  return id;
}

/* Numbers of launches, arrays and frames, which each process counts from 1. */
static gint64
map_number (const Joiner *self, gint64 number)
{
  return number <= 0 ? number : number + self->before;
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
  Joiner *self = data;

  self->greatest = MAX (self->greatest, (gint64)event->parent);
  if (has_number_a (event->kind))
    self->greatest = MAX (self->greatest, event->a);
  if (has_number_b (event->kind))
    self->greatest = MAX (self->greatest, event->b);
  return TRUE;
}

/* An event tells its launch by 32 bits. */
static gboolean
check_numbers (Joiner *self)
{
  self->greatest = 0;
  if (!rs_trace_range_foreach (self->store, NULL, G_MAXUINT64, FALSE, find_greatest, self, self->error))
    return FALSE;
  if (self->greatest <= G_MAXUINT32 - self->before)
    return TRUE;
  g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "%s and the traces before it have too many launches and arrays for one trace; join fewer, or parts "
               "of them (trace trim)",
               rs_trace_store_get_path (self->store));
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
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Joiner *self = data;
  RsTraceEvent *to = &self->events[self->n++];

  *to = *event;
  to->start += self->shift;
  to->end += self->shift;
  to->name = map_string (self, event->name);
  to->file = map_string (self, event->file);
  to->detail = map_string (self, event->detail);
  to->track = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (event->track)));
  to->parent = (guint32)map_number (self, event->parent);
  if (has_number_a (event->kind))
    to->a = map_number (self, event->a);
  if (has_number_b (event->kind))
    to->b = map_number (self, event->b);
  if (self->done && self->n == BATCH)
    self->done = flush (self)
                 && (self->written % (BATCH * 64) != 0 || rs_trace_writer_commit (self->writer, self->error));
  return self->done;
}

static gboolean
add_tracks (Joiner *self)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (self->store, self->error);
  g_autofree char *program = rs_trace_store_dup_meta (self->store, "program");
  g_autofree char *base = program != NULL ? g_path_get_basename (program) : g_strdup ("?");
  gboolean done = tracks != NULL;

  for (guint i = 0; done && i < tracks->len; i++)
    {
      const RsTrackRow *row = &g_array_index (tracks, RsTrackRow, i);
      g_autofree char *name = g_strdup_printf ("process %u (%s): %s", self->index + 1, base, row->name);

      g_hash_table_insert (self->tracks, GUINT_TO_POINTER (row->id), GUINT_TO_POINTER (++self->n_tracks));
      done = rs_trace_writer_add_track (self->writer, self->n_tracks, name, self->error);
    }
  return done;
}

static gboolean
add_trace (Joiner *self)
{
  self->tracks = g_hash_table_new (NULL, NULL);
  self->done = check_numbers (self) && add_tracks (self);
  self->done = self->done && rs_trace_range_foreach (self->store, NULL, G_MAXUINT64, TRUE, add_event, self, self->error)
               && self->done && flush (self);
  g_clear_pointer (&self->tracks, g_hash_table_unref);
  self->before += self->greatest;
  return self->done;
}

/* ns on the machine's clock at which it begins. */
static gboolean
find_origin (RsTraceStore *store, gint64 *origin, GError **error)
{
  *origin = rs_trace_store_get_meta_integer (store, "origin");
  if (*origin > 0)
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
      end = MAX (end, origin - first + to);
      more = rs_trace_store_get_meta_integer (stores[i], "dropped");
      dropped += MAX (more, 0);
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

gboolean
rs_trace_join (RsTraceStore *const *stores, guint n, const char *path, gint64 *n_events, GError **error)
{
  g_autoptr (GHashTable) strings = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree RsTraceEvent *events = g_new (RsTraceEvent, BATCH);
  Joiner joiner = { .strings = strings, .events = events, .error = error };
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
      joiner.store = stores[i];
      joiner.index = i;
      done = find_origin (stores[i], &origin, error);
      joiner.shift = origin - first;
      done = done && add_trace (&joiner);
    }
  if (!done)
    rs_trace_writer_drop (joiner.writer);
  if (n_events != NULL)
    *n_events = joiner.written;
  return rs_trace_writer_close (joiner.writer, done && is_whole (stores, n), done ? error : NULL) && done;
}
