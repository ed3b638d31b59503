/* Spans that were read for a timeline.
 *
 * One range a track and class, the newest. Where all of them together are too many, the newest alone stays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/span-cache.h"

struct _RsTimelineCache {
  RsChunkIndex *index; /* owned reference: what the file was */
  GHashTable *entries; /* set of RsCachedSpans, by track and class; owned */
  gsize n_spans;       /* of all */
};

static void
free_entry (gpointer data)
{
  g_array_unref (((RsCachedSpans *)data)->spans);
  g_free (data);
}

static guint
hash_entry (gconstpointer data)
{
  const RsCachedSpans *entry = data;

  return entry->track * 31 + (guint)entry->class;
}

static gboolean
are_entries_alike (gconstpointer a, gconstpointer b)
{
  const RsCachedSpans *p = a, *q = b;

  return p->track == q->track && p->class == q->class;
}

RsTimelineCache *
rs_timeline_cache_new (void)
{
  RsTimelineCache *self = g_new0 (RsTimelineCache, 1);

  self->entries = g_hash_table_new_full (hash_entry, are_entries_alike, free_entry, NULL);
  return self;
}

static void
clear (RsTimelineCache *self)
{
  g_hash_table_remove_all (self->entries);
  self->n_spans = 0;
}

void
rs_timeline_cache_free (RsTimelineCache *self)
{
  if (self == NULL)
    return;
  rs_chunk_index_unref (self->index);
  g_hash_table_unref (self->entries);
  g_free (self);
}

void
rs_timeline_cache_begin (RsTimelineCache *self, RsChunkIndex *index)
{
  if (self->index == index)
    return;
  clear (self);
  rs_chunk_index_unref (self->index);
  self->index = rs_chunk_index_ref (index);
}

/* NULL: nothing is known of the track and class. */
static const RsCachedSpans *
find_entry (const RsTimelineCache *self, guint32 track, int class)
{
  return g_hash_table_lookup (self->entries, &(RsCachedSpans){ .track = track, .class = class });
}

const GArray *
rs_timeline_cache_find (const RsTimelineCache *self, guint32 track, int class, gint64 start, gint64 end)
{
  const RsCachedSpans *entry = find_entry (self, track, class);

  return entry != NULL && entry->start <= start && end <= entry->end ? entry->spans : NULL;
}

void
rs_timeline_cache_put (RsTimelineCache *self, const RsCachedSpans *spans)
{
  const RsCachedSpans *entry = find_entry (self, spans->track, spans->class);

  g_assert (spans->start <= spans->end && spans->spans != NULL);
  if (entry != NULL)
    {
      self->n_spans -= entry->spans->len;
      g_hash_table_remove (self->entries, entry);
    }
  if (self->n_spans + spans->spans->len > RS_SPAN_CACHE_SIZE)
    clear (self);
  self->n_spans += spans->spans->len;
  g_hash_table_add (self->entries, g_memdup2 (spans, sizeof *spans));
}
