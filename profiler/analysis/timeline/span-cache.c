/* Spans that were read for a timeline.
 *
 * One range a track and class, the newest. Where all of them together are too many, the newest alone stays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/span-cache.h"

struct _RsTimelineCache {
  RsChunkIndex *index; /* owned reference: what the file was */
  GArray *entries;     /* element-type RsCachedSpans */
  gsize n_spans;       /* of all */
};

static void
clear_entry (gpointer data)
{
  g_array_unref (((RsCachedSpans *)data)->spans);
}

RsTimelineCache *
rs_timeline_cache_new (void)
{
  RsTimelineCache *self = g_new0 (RsTimelineCache, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (RsCachedSpans));
  g_array_set_clear_func (self->entries, clear_entry);
  return self;
}

static void
clear (RsTimelineCache *self)
{
  g_array_set_size (self->entries, 0);
  self->n_spans = 0;
}

void
rs_timeline_cache_free (RsTimelineCache *self)
{
  if (self == NULL)
    return;
  rs_chunk_index_unref (self->index);
  g_array_unref (self->entries);
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
static RsCachedSpans *
find_entry (const RsTimelineCache *self, guint32 track, int class, guint *index)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      RsCachedSpans *entry = &g_array_index (self->entries, RsCachedSpans, i);

      if (entry->track == track && entry->class == class)
        {
          *index = i;
          return entry;
        }
    }
  return NULL;
}

const GArray *
rs_timeline_cache_find (const RsTimelineCache *self, guint32 track, int class, gint64 start, gint64 end)
{
  guint index;
  const RsCachedSpans *entry = find_entry (self, track, class, &index);

  return entry != NULL && entry->start <= start && end <= entry->end ? entry->spans : NULL;
}

void
rs_timeline_cache_put (RsTimelineCache *self, const RsCachedSpans *spans)
{
  guint index;
  const RsCachedSpans *entry = find_entry (self, spans->track, spans->class, &index);

  g_assert (spans->start <= spans->end && spans->spans != NULL);
  if (entry != NULL)
    {
      self->n_spans -= entry->spans->len;
      g_array_remove_index_fast (self->entries, index);
    }
  if (self->n_spans + spans->spans->len > RS_SPAN_CACHE_SIZE)
    clear (self);
  self->n_spans += spans->spans->len;
  g_array_append_vals (self->entries, spans, 1);
}
