/* Which device runs which launch: a model in virtual time, without devices.
 *
 * Launches are in the order of the program. Each device runs those that it is given in that order, with the copies that
 * they need before them; copies out of a device run beside its launches. Arrays go from one device to another through
 * the host. Device 0 is the host's own, which uses the host's memory.
 *
 * What is chosen is the best that a beam search finds: launch after launch, the `width` most promising beginnings are
 * kept, by what the end is at least (the longest chain that is left, the work that is left spread over all devices).
 *
 * Threads: any; nothing is shared.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_MOST_PLACES 8    /* devices */
#define RS_MOST_PLACED 16   /* launches that are looked at together */
#define RS_PLACED_USES 12   /* arrays of one launch */
#define RS_NEVER G_MAXINT64 /* of a time */

/* Times are ns from now on. */
typedef struct {
  gint64 free_at;      /* when what it has to do is done */
  double in, out;      /* ns a byte, of copies; of device 0: not used */
  gint64 copy_latency; /* ns a copy, besides */
} RsPlace;

typedef struct {
  gint64 bytes;
  gint64 valid_at[RS_MOST_PLACES]; /* from when on it is valid there; RS_NEVER: it is not */
} RsPlacedArray;

typedef struct {
  guint array; /* index */
  gboolean reads, writes;
} RsPlacedUse;

typedef struct {
  RsPlacedUse uses[RS_PLACED_USES];
  guint n_uses;
  gint64 time[RS_MOST_PLACES]; /* of the kernel there; RS_NEVER: it can't run there */
} RsPlacedLaunch;

typedef struct {
  RsPlace places[RS_MOST_PLACES];
  guint n_places;
  RsPlacedArray *arrays;
  guint n_arrays;
  const RsPlacedLaunch *launches;
  guint n_launches; /* up to RS_MOST_PLACED */
} RsPlacementGraph;

/* A device for each launch; returns when the last one ends, RS_NEVER where a launch can't run anywhere. */
gint64 rs_placement_choose (const RsPlacementGraph *graph, guint width, guint *choice);
/* When the last launch ends with these devices; ends (may be NULL): when each does. Where is_done, the times of graph's
 * devices and arrays become those behind the launches. */
gint64 rs_placement_predict (RsPlacementGraph *graph, const guint *choice, gint64 *ends, gboolean is_done);
