/* Things that stand in lines of a text.
 *
 * A sorted array. Things from the index split on have moved by shift lines more than their entries say; the index goes
 * where text comes and goes, so only the entries between two such places are written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/line-items.h"

typedef struct {
  int line; /* without shift */
  gpointer item;
} Entry;

struct _RsLineItems {
  GArray *entries; /* element-type Entry */
  GDestroyNotify free_item;
  guint split; /* index, from 0 to the length */
  int shift;   /* lines */
};

RsLineItems *
rs_line_items_new (GDestroyNotify free_item)
{
  RsLineItems *self = g_new0 (RsLineItems, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->free_item = free_item;
  return self;
}

void
rs_line_items_free (RsLineItems *self)
{
  rs_line_items_remove (self, 0, self->entries->len);
  g_array_unref (self->entries);
  g_free (self);
}

static Entry *
get (const RsLineItems *self, guint index)
{
  return &g_array_index (self->entries, Entry, index);
}

/* Writes into the entries on the way. */
static void
move_split (RsLineItems *self, guint index)
{
  for (; self->split > index; self->split--)
    get (self, self->split - 1)->line -= self->shift;
  for (; self->split < index; self->split++)
    get (self, self->split)->line += self->shift;
}

void
rs_line_items_add (RsLineItems *self, int line, gpointer item)
{
  const Entry entry = { line, item };

  move_split (self, self->entries->len);
  g_array_append_val (self->entries, entry);
  self->split = self->entries->len;
  self->shift = 0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return ((const Entry *)a)->line - ((const Entry *)b)->line;
}

/* Stable, as g_array_sort is. */
void
rs_line_items_sort (RsLineItems *self)
{
  move_split (self, self->entries->len);
  self->shift = 0;
  g_array_sort (self->entries, compare);
}

void
rs_line_items_remove (RsLineItems *self, guint first, guint count)
{
  if (count == 0)
    return;
  for (guint i = first; self->free_item != NULL && i < first + count; i++)
    self->free_item (get (self, i)->item);
  g_array_remove_range (self->entries, first, count);
  if (self->split > first)
    self->split -= MIN (self->split - first, count);
}

void
rs_line_items_remove_if (RsLineItems *self, RsLineItemFunc leaves, gpointer data)
{
  guint n = 0;

  move_split (self, self->entries->len);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry entry = *get (self, i);

      if (!leaves (entry.item, data))
        *get (self, n++) = entry;
      else if (self->free_item != NULL)
        self->free_item (entry.item);
    }
  g_array_set_size (self->entries, n);
  self->split = n;
}

guint
rs_line_items_get_length (const RsLineItems *self)
{
  return self->entries->len;
}

gpointer
rs_line_items_get (const RsLineItems *self, guint index)
{
  return get (self, index)->item;
}

int
rs_line_items_get_line (const RsLineItems *self, guint index)
{
  return get (self, index)->line + (index >= self->split ? self->shift : 0);
}

guint
rs_line_items_find (const RsLineItems *self, int line)
{
  guint above = self->entries->len, below = 0;

  while (below < above)
    {
      guint middle = below + (above - below) / 2;

      if (rs_line_items_get_line (self, middle) < line)
        below = middle + 1;
      else
        above = middle;
    }
  return below;
}

void
rs_line_items_move (RsLineItems *self, guint first, int count)
{
  move_split (self, first);
  self->shift += count;
}

void
rs_line_items_split_line (RsLineItems *self, int line, int count, RsLineItemFunc goes_down, gpointer data)
{
  guint first = rs_line_items_find (self, line), end = rs_line_items_find (self, line + 1), stay = first;
  g_autofree Entry *down = g_new (Entry, end - first + 1);
  guint n = 0;

  move_split (self, end);
  for (guint i = first; i < end; i++)
    if (goes_down (get (self, i)->item, data))
      down[n++] = *get (self, i);
    else
      *get (self, stay++) = *get (self, i);
  for (guint i = 0; i < n; i++)
    *get (self, stay + i) = down[i];
  rs_line_items_move (self, stay, count);
}
