/* Tracks as formats have them whose rows hold no spans that overlap: of one track there are lanes, each a row.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* Of one track the lanes, from 0. */
typedef struct {
  GArray *lanes; /* element-type guint64: what the format calls each */
  gpointer data; /* that of the format */
} RsExportedLanes;

/* What a format does. data: that given to rs_exported_tracks_new. */
typedef struct {
  /* Finds lanes for the spans of a track: what new_packing returns goes to the others. */
  gpointer (*new_packing) (const RsExportedLanes *lanes);
  void (*free_packing) (gpointer packing);
  guint (*pack) (gpointer packing, gint64 start, gint64 end);
  /* Writes that there is such a lane, rank-th of all. Returns what the format calls it. */
  guint64 (*add_lane) (const char *name, guint64 rank, gpointer data);
  void (*write_span) (const RsTraceEvent *span, guint64 lane, gpointer data);
} RsExportedFormat;

typedef struct _RsExportedTracks RsExportedTracks;

/* Of the rows of rs_trace_store_read_tracks; lanes stand in the order of their tracks, at ranks from first to
 * greatest. (transfer full) */
RsExportedTracks *rs_exported_tracks_new (const GArray *rows, guint64 first, guint64 greatest,
                                          const RsExportedFormat *format, gpointer data);
void rs_exported_tracks_free (RsExportedTracks *tracks);

/* Spans of a track come in the order of their starts. Those of a track that the trace does not have are left out. */
void rs_exported_tracks_write (RsExportedTracks *tracks, const RsTraceEvent *span);
/* What the format calls the first lane of the track; otherwise: where it has none yet. */
guint64 rs_exported_tracks_get_first (const RsExportedTracks *tracks, guint32 track, guint64 otherwise);
void rs_exported_tracks_foreach_packing (const RsExportedTracks *tracks, void (*func) (gpointer packing));

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsExportedTracks, rs_exported_tracks_free)
