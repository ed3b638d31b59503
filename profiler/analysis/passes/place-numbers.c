/* See place-numbers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/place-numbers.h"

static guint
hash_place (gconstpointer data)
{
  const RsPlace *place = data;
  const guint64 mixed = (place->name + place->file * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                         + place->line * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f)
                         + place->detail * G_GUINT64_CONSTANT (0xff51afd7ed558ccd) + place->kind)
                        * G_GUINT64_CONSTANT (0x165667b19e3779f9);

  return (guint)(mixed >> 32);
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const RsPlace *p = a, *q = b;

  return p->name == q->name && p->line == q->line && p->kind == q->kind && p->file == q->file && p->detail == q->detail;
}

void
rs_place_numbers_init (RsPlaceNumbers *self)
{
  *self = (RsPlaceNumbers){ .places = g_array_new (FALSE, FALSE, sizeof (RsPlace)),
                            .numbers = g_hash_table_new_full (hash_place, are_equal, g_free, NULL) };
}

void
rs_place_numbers_clear (RsPlaceNumbers *self)
{
  g_array_unref (self->places);
  g_hash_table_unref (self->numbers);
}

/* Of most events that come there are few places. */
guint32
rs_place_numbers_find (RsPlaceNumbers *self, const RsPlace *place)
{
  guint32 *recent = &self->recent[hash_place (place) & (RS_PLACE_NUMBERS_RECENT - 1)];
  gpointer number;

  if (*recent < self->places->len && are_equal (place, rs_place_numbers_get (self, *recent)))
    return *recent;
  if (!g_hash_table_lookup_extended (self->numbers, place, NULL, &number))
    {
      number = GUINT_TO_POINTER (self->places->len);
      g_hash_table_insert (self->numbers, g_memdup2 (place, sizeof *place), number);
      g_array_append_vals (self->places, place, 1);
    }
  *recent = GPOINTER_TO_UINT (number);
  return *recent;
}
