/* A direct-mapped cache of pages of places.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/place-cache.h"

RsPlaceCache *
rs_place_cache_new (sqlite3 *db)
{
  RsPlaceCache *self = g_new0 (RsPlaceCache, 1);

  self->db = db;
  return self;
}

void
rs_place_cache_free (RsPlaceCache *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->read);
  for (guint i = 0; i < RS_PLACE_SLOTS; i++)
    g_free (self->slots[i]);
  g_free (self);
}

void
rs_place_cache_refresh (RsPlaceCache *self)
{
  for (guint i = 0; i < RS_PLACE_SLOTS; i++)
    if (self->slots[i] != NULL && !self->slots[i]->full)
      self->slots[i]->number = -1;
}

static guint32
column (sqlite3_stmt *row, int index)
{
  return (guint32)sqlite3_column_int64 (row, index);
}

static void
read_page (RsPlaceCache *self, RsPlacePage *page, gint64 number)
{
  gint64 first = number * RS_PLACE_PAGE;

  memset (page, 0, sizeof *page);
  page->number = number;
  if (self->read == NULL
      && sqlite3_prepare_v3 (self->db, "SELECT id, kind, name, file, line, detail FROM places WHERE id BETWEEN ? AND ?",
                             -1, SQLITE_PREPARE_PERSISTENT, &self->read, NULL)
             != SQLITE_OK)
    return;
  sqlite3_bind_int64 (self->read, 1, first);
  sqlite3_bind_int64 (self->read, 2, first + RS_PLACE_PAGE - 1);
  /* A damaged file may answer without end. */
  for (guint i = 0; i < RS_PLACE_PAGE && sqlite3_step (self->read) == SQLITE_ROW; i++)
    {
      gint64 index = sqlite3_column_int64 (self->read, 0) - first;

      if (index < 0 || index >= RS_PLACE_PAGE)
        break;
      page->places[index] = (RsPlace){ column (self->read, 1), column (self->read, 2), column (self->read, 3),
                                       column (self->read, 4), column (self->read, 5) };
    }
  page->full = page->places[RS_PLACE_PAGE - 1].kind != 0;
  if (sqlite3_reset (self->read) != SQLITE_OK)
    page->number = -1;
}

RsPlacePage *
rs_place_cache_read (RsPlaceCache *self, guint32 number)
{
  RsPlacePage **slot = &self->slots[number % RS_PLACE_SLOTS];

  if (*slot == NULL)
    *slot = g_new (RsPlacePage, 1);
  read_page (self, *slot, number);
  return *slot;
}
