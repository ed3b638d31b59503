/* Places by id, read when they are needed; memory is bounded whatever the file holds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/sqlite.h"

#include <glib.h>

typedef struct {
  guint32 kind, name, file, line, detail;
} RsPlace;

typedef struct _RsPlaceCache RsPlaceCache;

RsPlaceCache *rs_place_cache_new (sqlite3 *db);
void rs_place_cache_free (RsPlaceCache *cache);

/* A page of places. */
#define RS_PLACE_PAGE 256u
#define RS_PLACE_SLOTS 512u

typedef struct {
  gint64 number; /* -1: none */
  gboolean full; /* nothing can be added to it */
  RsPlace places[RS_PLACE_PAGE];
} RsPlacePage;

struct _RsPlaceCache {
  sqlite3 *db;
  sqlite3_stmt *read;
  RsPlacePage *slots[RS_PLACE_SLOTS]; /* by number modulo RS_PLACE_SLOTS; NULL: not used yet */
};

/* Reads a page. */
RsPlacePage *rs_place_cache_read (RsPlaceCache *cache, guint32 number);

/* All zero for an id that the file does not have. Valid until the next call. */
static inline const RsPlace *
rs_place_cache_get (RsPlaceCache *self, guint32 id)
{
  RsPlacePage *page = self->slots[id / RS_PLACE_PAGE % RS_PLACE_SLOTS];

  if (G_UNLIKELY (page == NULL || page->number != id / RS_PLACE_PAGE))
    page = rs_place_cache_read (self, id / RS_PLACE_PAGE);
  return &page->places[id % RS_PLACE_PAGE];
}

/* Forgets what a writer may have added to since. */
void rs_place_cache_refresh (RsPlaceCache *cache);
