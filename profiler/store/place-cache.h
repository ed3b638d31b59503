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

/* All zero for an id that the file does not have. Valid until the next call. */
const RsPlace *rs_place_cache_get (RsPlaceCache *cache, guint32 id);
/* Forgets what a writer may have added to since. */
void rs_place_cache_refresh (RsPlaceCache *cache);
