/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/exchange/exported-tracks.h"

#define MOST_LANES 10000u /* of a track, for the order in which they stand */

typedef struct {
  guint32 id;
  char *name;   /* owned */
  guint64 rank; /* of its first lane */
  RsExportedLanes lanes;
  gpointer packing; /* owned */
  const RsExportedFormat *format;
} Track;

struct _RsExportedTracks {
  const RsExportedFormat *format;
  gpointer data;
  GHashTable *tracks; /* id -> Track, owned */
  Track *last;        /* whose span came last; NULL: none */
};

static void
track_free (gpointer data)
{
  Track *track = data;

  track->format->free_packing (track->packing);
  g_free (track->name);
  g_array_unref (track->lanes.lanes);
  g_free (track);
}

RsExportedTracks *
rs_exported_tracks_new (const GArray *rows, guint64 first, guint64 greatest, const RsExportedFormat *format,
                        gpointer data)
{
  RsExportedTracks *self = g_new (RsExportedTracks, 1);

  *self = (RsExportedTracks){ format, data, g_hash_table_new_full (NULL, NULL, NULL, track_free), NULL };
  for (guint i = 0; i < rows->len; i++)
    {
      const RsTrackRow *row = &g_array_index (rows, RsTrackRow, i);
      Track *track = g_new (Track, 1);

      *track = (Track){ .id = row->id,
                        .name = g_strdup (row->name),
                        .rank = MIN (first + (guint64)i * MOST_LANES, greatest - MOST_LANES),
                        .lanes = { g_array_new (FALSE, FALSE, sizeof (guint64)), data },
                        .format = format };
      track->packing = format->new_packing (&track->lanes);
      g_hash_table_insert (self->tracks, GUINT_TO_POINTER (row->id), track);
    }
  return self;
}

void
rs_exported_tracks_free (RsExportedTracks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tracks);
  g_free (self);
}

static guint64
add_lane (const RsExportedTracks *self, Track *track)
{
  const guint n = track->lanes.lanes->len;
  g_autofree char *name = n == 0 ? g_strdup (track->name) : g_strdup_printf ("%s (%u)", track->name, n + 1);
  const guint64 lane = self->format->add_lane (name, track->rank + n, self->data);

  g_array_append_val (track->lanes.lanes, lane);
  return lane;
}

void
rs_exported_tracks_write (RsExportedTracks *self, const RsTraceEvent *span)
{
  Track *track = self->last;
  guint lane;

  if (track == NULL || track->id != span->track)
    track = self->last = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (span->track));
  if (track == NULL)
    return;
  lane = self->format->pack (track->packing, span->start, span->end);
  self->format->write_span (span,
                            lane == track->lanes.lanes->len ? add_lane (self, track)
                                                            : g_array_index (track->lanes.lanes, guint64, lane),
                            self->data);
}

guint64
rs_exported_tracks_get_first (const RsExportedTracks *self, guint32 id, guint64 otherwise)
{
  const Track *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (id));

  return track != NULL && track->lanes.lanes->len > 0 ? g_array_index (track->lanes.lanes, guint64, 0) : otherwise;
}

void
rs_exported_tracks_foreach_packing (const RsExportedTracks *self, void (*func) (gpointer packing))
{
  GHashTableIter iter;
  gpointer track;

  g_hash_table_iter_init (&iter, self->tracks);
  while (g_hash_table_iter_next (&iter, NULL, &track))
    func (((Track *)track)->packing);
}
