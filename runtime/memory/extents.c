/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/extents.h"

#include <string.h>

void
rs_extents_clear (RsExtents *self)
{
  g_free (self->items);
  *self = (RsExtents){ 0 };
}

/* Replaces n ranges from place i on by those given. */
static void
splice (RsExtents *self, guint i, guint n, const RsExtent *by, guint n_by)
{
  guint length = self->n - n + n_by;

  if (length > self->n_allocated)
    {
      self->n_allocated = MAX (length, 2 * self->n_allocated);
      self->items = g_renew (RsExtent, self->items, self->n_allocated);
    }
  if (self->n > i + n)
    memmove (self->items + i + n_by, self->items + i + n, (self->n - i - n) * sizeof *self->items);
  if (n_by > 0)
    memcpy (self->items + i, by, n_by * sizeof *by);
  self->n = length;
}

/* The first range that ends behind place (is_touching: or there). */
static guint
find_place (const RsExtents *self, gsize place, gboolean is_touching)
{
  guint low = 0, high = self->n;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (self->items[middle].end > place || (is_touching && self->items[middle].end == place))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

void
rs_extents_add (RsExtents *self, RsExtent range)
{
  guint i, n = 0;

  if (rs_extent_is_empty (range))
    return;
  i = find_place (self, range.first, TRUE);
  for (; i + n < self->n && self->items[i + n].first <= range.end; n++)
    {
      range.first = MIN (range.first, self->items[i + n].first);
      range.end = MAX (range.end, self->items[i + n].end);
    }
  splice (self, i, n, &range, 1);
}

void
rs_extents_remove (RsExtents *self, RsExtent range)
{
  RsExtent rest[2];
  guint i, n = 0, n_rest = 0;

  if (rs_extent_is_empty (range))
    return;
  i = find_place (self, range.first, FALSE);
  for (; i + n < self->n && self->items[i + n].first < range.end; n++)
    {
      RsExtent item = self->items[i + n];

      if (item.first < range.first)
        rest[n_rest++] = (RsExtent){ item.first, range.first };
      if (item.end > range.end)
        rest[n_rest++] = (RsExtent){ range.end, item.end };
    }
  splice (self, i, n, rest, n_rest);
}

gboolean
rs_extents_find (const RsExtents *self, RsExtent range, gboolean is_inside, RsExtent *found)
{
  guint i;

  if (rs_extent_is_empty (range))
    return FALSE;
  i = find_place (self, range.first, FALSE);
  if (is_inside)
    {
      if (i == self->n || self->items[i].first >= range.end)
        return FALSE;
      *found = (RsExtent){ MAX (range.first, self->items[i].first), MIN (range.end, self->items[i].end) };
      return TRUE;
    }
  if (i < self->n && self->items[i].first <= range.first)
    range.first = self->items[i++].end;
  if (i < self->n)
    range.end = MIN (range.end, self->items[i].first);
  *found = range;
  return !rs_extent_is_empty (range);
}

gboolean
rs_extents_contains (const RsExtents *self, RsExtent range)
{
  RsExtent missing;

  return !rs_extents_find (self, range, FALSE, &missing);
}

gboolean
rs_extents_are_in (const RsExtents *self, const RsExtents *other)
{
  for (guint i = 0; i < self->n; i++)
    if (!rs_extents_contains (other, self->items[i]))
      return FALSE;
  return TRUE;
}
