/* See history.h. Events are in blocks of 4,096, which a snapshot holds a reference of; the last one goes on being
 * filled behind what the snapshot has of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/history.h"

#include "profiler/store/part.h"

#define BLOCK_EVENTS 4096u

typedef struct {
  gatomicrefcount ref_count;
  guint n;
  gint64 latest; /* end of an event */
  RsTraceEvent events[BLOCK_EVENTS];
} Block;

struct _RsHistory {
  RsHistoryLimits limits;
  gint64 origin;
  GQueue blocks; /* of Block, owned references */
  gint64 latest; /* end of an event of the program's so far */
  gint64 from;   /* what ended before is not all there */
  RsTracePast *past;
  GHashTable *tracks; /* id -> name, owned */
  GHashTable *facts;  /* name -> value, both owned */
};

struct _RsHistorySnapshot {
  gint64 origin, from, to;
  gboolean is_cut;
  GPtrArray *blocks; /* of Block, owned references */
  guint n_last;      /* events of the last one */
  GArray *past;      /* of RsTraceEvent */
  GHashTable *tracks, *facts;
};

static void
block_unref (gpointer data)
{
  Block *self = data;

  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

static Block *
block_new (void)
{
  Block *self = g_malloc (sizeof *self);

  g_atomic_ref_count_init (&self->ref_count);
  self->n = 0;
  self->latest = G_MININT64;
  return self;
}

RsHistory *
rs_history_new (const RsHistoryLimits *limits, gint64 origin)
{
  RsHistory *self = g_new0 (RsHistory, 1);

  g_assert (limits->ns >= 0 && limits->bytes >= 1 << 20);
  self->limits = *limits;
  self->origin = self->latest = self->from = origin;
  g_queue_init (&self->blocks);
  self->past = rs_trace_past_new ();
  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
rs_history_free (RsHistory *self)
{
  if (self == NULL)
    return;
  g_queue_clear_full (&self->blocks, block_unref);
  rs_trace_past_free (self->past);
  g_hash_table_unref (self->tracks);
  g_hash_table_unref (self->facts);
  g_free (self);
}

gsize
rs_history_get_size (const RsHistory *self)
{
  return self->blocks.length * sizeof (Block);
}

static void
forget_oldest (RsHistory *self)
{
  Block *oldest = g_queue_pop_head (&self->blocks);

  for (guint i = 0; i < oldest->n; i++)
    rs_trace_past_add (self->past, &oldest->events[i]);
  self->from = MAX (self->from, oldest->latest);
  block_unref (oldest);
}

static gboolean
is_too_old (const RsHistory *self)
{
  const Block *oldest = self->blocks.head->data;

  return self->limits.ns > 0 && oldest->latest < self->latest - self->limits.ns;
}

static Block *
get_block (RsHistory *self)
{
  Block *last = self->blocks.tail != NULL ? self->blocks.tail->data : NULL;

  if (last != NULL && last->n < BLOCK_EVENTS)
    return last;
  while (self->blocks.length > 0
         && (rs_history_get_size (self) + sizeof (Block) > self->limits.bytes || is_too_old (self)))
    forget_oldest (self);
  last = block_new ();
  g_queue_push_tail (&self->blocks, last);
  return last;
}

void
rs_history_add_events (RsHistory *self, const RsTraceEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      Block *block = get_block (self);

      block->events[block->n++] = events[i];
      block->latest = MAX (block->latest, events[i].end);
      if (events[i].kind != RS_TRACE_RECORD && events[i].kind != RS_TRACE_CPU_TIME
          && events[i].kind != RS_TRACE_COUNTER)
        self->latest = MAX (self->latest, events[i].end);
    }
}

void
rs_history_set_track (RsHistory *self, guint32 id, const char *name)
{
  g_hash_table_insert (self->tracks, GUINT_TO_POINTER (id), g_strdup (name));
}

void
rs_history_set_meta (RsHistory *self, const char *name, const char *value)
{
  g_hash_table_insert (self->facts, g_strdup (name), g_strdup (value));
}

/* --- snapshots --- */

static GHashTable *
copy_tracks (GHashTable *tracks)
{
  GHashTable *copy = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer id, name;

  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, &id, &name))
    g_hash_table_insert (copy, id, g_strdup (name));
  return copy;
}

static GHashTable *
copy_facts (GHashTable *facts)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, facts);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (copy, g_strdup (name), g_strdup (value));
  return copy;
}

gint64
rs_history_get_latest (const RsHistory *self)
{
  return self->latest;
}

RsHistorySnapshot *
rs_history_take (const RsHistory *self, gint64 now)
{
  RsHistorySnapshot *snapshot = g_new0 (RsHistorySnapshot, 1);

  snapshot->origin = self->origin;
  snapshot->to = now;
  snapshot->from = self->limits.ns > 0 ? MAX (self->from, now - self->limits.ns) : self->from;
  snapshot->is_cut = snapshot->from > self->origin;
  snapshot->blocks = g_ptr_array_new_with_free_func (block_unref);
  for (GList *link = self->blocks.head; link != NULL; link = link->next)
    {
      Block *block = link->data;

      g_atomic_ref_count_inc (&block->ref_count);
      g_ptr_array_add (snapshot->blocks, block);
      snapshot->n_last = block->n;
    }
  snapshot->past = rs_trace_past_list (self->past);
  snapshot->tracks = copy_tracks (self->tracks);
  snapshot->facts = copy_facts (self->facts);
  return snapshot;
}

void
rs_history_snapshot_free (RsHistorySnapshot *self)
{
  g_ptr_array_unref (self->blocks);
  g_array_unref (self->past);
  g_hash_table_unref (self->tracks);
  g_hash_table_unref (self->facts);
  g_free (self);
}

gint64
rs_history_snapshot_get_length (const RsHistorySnapshot *self)
{
  return self->to - self->from;
}

typedef struct {
  const RsHistorySnapshot *snapshot;
  RsTraceWriter *writer;
  GHashTable *strings; /* set of ids that were written */
  GError **error;
} Saving;

static gboolean
write_string (Saving *self, guint32 id)
{
  if (id == 0 || !g_hash_table_add (self->strings, GUINT_TO_POINTER (id)))
    return TRUE;
  return rs_trace_writer_add_string (self->writer, id, rs_trace_get_text (id), self->error);
}

static gboolean
write_run (Saving *self, const RsTraceEvent *events, guint n)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < n; i++)
    done = write_string (self, events[i].name) && write_string (self, events[i].file)
           && write_string (self, events[i].detail);
  return done && rs_trace_part_add_events (self->writer, events, n, self->error);
}

static guint
count_events (const RsHistorySnapshot *self, guint i)
{
  return i + 1 < self->blocks->len ? BLOCK_EVENTS : self->n_last;
}

/* What came before the stretch: what was forgotten, and what is still in its first blocks. */
static gboolean
write_past (Saving *self)
{
  const RsHistorySnapshot *snapshot = self->snapshot;
  g_autoptr (RsTracePast) past = rs_trace_past_new ();
  g_autoptr (GArray) events = NULL;

  for (guint i = 0; i < snapshot->past->len; i++)
    rs_trace_past_add (past, &g_array_index (snapshot->past, RsTraceEvent, i));
  for (guint i = 0; i < snapshot->blocks->len; i++)
    for (guint k = 0; k < count_events (snapshot, i); k++)
      {
        const Block *block = snapshot->blocks->pdata[i];

        if (block->events[k].end < snapshot->from)
          rs_trace_past_add (past, &block->events[k]);
      }
  events = rs_trace_past_list (past);
  return write_run (self, (const RsTraceEvent *)(gpointer)events->data, events->len)
         && rs_trace_writer_commit (self->writer, self->error);
}

static gboolean
write_block (Saving *self, const Block *block, guint n)
{
  gboolean done = TRUE;
  guint first = 0;

  for (guint i = 0; done && i < n; i++)
    {
      if (block->events[i].end >= self->snapshot->from)
        continue;
      done = write_run (self, block->events + first, i - first);
      first = i + 1;
    }
  return done && write_run (self, block->events + first, n - first)
         && rs_trace_writer_commit (self->writer, self->error);
}

static gboolean
write_tracks (Saving *self)
{
  GHashTableIter iter;
  gpointer key, value;
  gboolean done = TRUE;

  g_hash_table_iter_init (&iter, self->snapshot->tracks);
  while (done && g_hash_table_iter_next (&iter, &key, &value))
    done = rs_trace_writer_add_track (self->writer, GPOINTER_TO_UINT (key), value, self->error);
  return done;
}

static gboolean
write_facts (Saving *self, const char *reason)
{
  const RsHistorySnapshot *snapshot = self->snapshot;
  const gint64 from = snapshot->from - snapshot->origin, to = snapshot->to - snapshot->origin;
  g_autofree char *part = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, from, to);
  g_autofree char *wall = g_strdup_printf ("%" G_GINT64_FORMAT, to - from);
  GHashTableIter iter;
  gpointer key, value;
  gboolean done;

  done = rs_trace_writer_set_meta (self->writer, "saved", reason, self->error);
  g_hash_table_iter_init (&iter, snapshot->facts);
  while (done && g_hash_table_iter_next (&iter, &key, &value))
    done = rs_trace_writer_set_meta (self->writer, key, value, self->error);
  done = done && rs_trace_writer_set_meta (self->writer, "wall", wall, self->error);
  return done && (!snapshot->is_cut || rs_trace_writer_set_meta (self->writer, "part", part, self->error));
}

gboolean
rs_history_snapshot_write (const RsHistorySnapshot *self, RsTraceWriter *writer, const char *reason, GError **error)
{
  g_autoptr (GHashTable) strings = g_hash_table_new (NULL, NULL);
  Saving saving = { self, writer, strings, error };
  gboolean done = write_tracks (&saving) && write_facts (&saving, reason) && write_past (&saving);

  for (guint i = 0; done && i < self->blocks->len; i++)
    done = write_block (&saving, self->blocks->pdata[i], count_events (self, i));
  return done;
}
