/* A table of arrays, each with pages of elements that are made when one of theirs is accessed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/races/shadow.h"

#define PAGE 1024
#define MOST_PAGES (1u << 14) /* 1 GB */

/* One access. item.index 0: there was none. */
typedef struct {
  RsShadowItem item;
  guint32 line;
  gboolean is_update;
} Mark;

typedef struct {
  Mark writer, reader, other; /* other: a reader beside it */
} Cell;

typedef struct {
  gint64 n_pages;
  Cell **pages; /* [n_pages]; NULL: none of theirs was accessed */
} Shadow;

struct _RsShadows {
  GHashTable *arrays; /* oid (owned) -> Shadow */
  guint n_pages;
  guint64 n_left_out;
};

static void
shadow_free (gpointer data)
{
  Shadow *shadow = data;

  for (gint64 i = 0; i < shadow->n_pages; i++)
    g_free (shadow->pages[i]);
  g_free (shadow->pages);
  g_free (shadow);
}

RsShadows *
rs_shadows_new (void)
{
  RsShadows *self = g_new0 (RsShadows, 1);

  self->arrays = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, shadow_free);
  return self;
}

guint64
rs_shadows_free (RsShadows *self)
{
  const guint64 n_left_out = self->n_left_out;

  g_hash_table_unref (self->arrays);
  g_free (self);
  return n_left_out;
}

void
rs_shadows_clear (RsShadows *self)
{
  g_hash_table_remove_all (self->arrays);
  self->n_pages = 0;
}

/* NULL: there are too many. */
static Cell *
get_cell (RsShadows *self, const RsShadowAccess *access)
{
  Shadow *shadow = g_hash_table_lookup (self->arrays, &access->oid);
  Cell **page;

  if (shadow == NULL)
    {
      shadow = g_new0 (Shadow, 1);
      shadow->n_pages = access->n_elements / PAGE + 1;
      shadow->pages = g_new0 (Cell *, (gsize)shadow->n_pages);
      g_hash_table_insert (self->arrays, g_memdup2 (&access->oid, sizeof access->oid), shadow);
    }
  page = &shadow->pages[access->place / PAGE];
  if (*page == NULL && self->n_pages < MOST_PAGES)
    {
      *page = g_new0 (Cell, PAGE);
      self->n_pages++;
    }
  return *page != NULL ? &(*page)[access->place % PAGE] : NULL;
}

/* Whether a barrier, or being the same, puts the access before the item. */
static gboolean
is_ordered (const Mark *mark, const RsShadowItem *item)
{
  return mark->item.index == 0 || mark->item.index == item->index || mark->item.grid_phase != item->grid_phase
         || (mark->item.block == item->block && mark->item.phase != item->phase);
}

static gboolean
races_with (const Mark *mark, const RsShadowItem *item, gboolean is_write, RsShadowRace *race)
{
  *race = (RsShadowRace){ mark->item.index, mark->line, is_write };
  return !is_ordered (mark, item);
}

gboolean
rs_shadows_note (RsShadows *self, const RsShadowAccess *access, const RsShadowItem *item, RsShadowRace *race)
{
  const Mark mark = { *item, access->line, access->is_update };
  Cell *cell = get_cell (self, access);
  gboolean is_race;

  if (cell == NULL)
    {
      self->n_left_out++;
      return FALSE;
    }
  is_race = !(access->is_update && cell->writer.is_update) && races_with (&cell->writer, item, TRUE, race);
  if (access->is_write)
    {
      is_race = is_race || races_with (&cell->reader, item, FALSE, race)
                || races_with (&cell->other, item, FALSE, race);
      cell->writer = mark;
    }
  else if (is_ordered (&cell->reader, item))
    cell->reader = mark;
  else
    cell->other = mark;
  return is_race;
}
