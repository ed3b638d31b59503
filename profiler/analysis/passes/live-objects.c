/* Open addressing with linear probes; what follows a removed object moves up, so that there are no tombstones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/live-objects.h"

#define LEAST_SLOTS 1024u

void
rs_live_objects_init (RsLiveObjects *self)
{
  *self = (RsLiveObjects){ g_new0 (RsLiveObject, LEAST_SLOTS), LEAST_SLOTS - 1, 0 };
}

void
rs_live_objects_clear (RsLiveObjects *self)
{
  g_clear_pointer (&self->slots, g_free);
}

/* Where an oid stands, or the free slot where it would. */
static guint
find_slot (const RsLiveObjects *self, gint64 oid)
{
  guint at = (guint)((guint64)oid * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> 32) & self->mask;

  while (self->slots[at].used && self->slots[at].oid != oid)
    at = (at + 1) & self->mask;
  return at;
}

RsLiveObject *
rs_live_objects_find (const RsLiveObjects *self, gint64 oid)
{
  guint at = find_slot (self, oid);

  return self->slots[at].used ? &self->slots[at] : NULL;
}

static void
grow (RsLiveObjects *self)
{
  RsLiveObject *old = self->slots;
  guint n = self->mask + 1;

  self->mask = 2 * n - 1;
  self->slots = g_new0 (RsLiveObject, 2 * (gsize)n);
  for (guint i = 0; i < n; i++)
    if (old[i].used)
      self->slots[find_slot (self, old[i].oid)] = old[i];
  g_free (old);
}

RsLiveObject *
rs_live_objects_add (RsLiveObjects *self, gint64 oid)
{
  RsLiveObject *object;

  if (self->n >= self->mask / 2)
    grow (self);
  object = &self->slots[find_slot (self, oid)];
  object->oid = oid;
  object->used = TRUE;
  self->n++;
  return object;
}

void
rs_live_objects_remove (RsLiveObjects *self, RsLiveObject *object)
{
  guint hole = (guint)(object - self->slots);

  self->slots[hole].used = FALSE;
  self->n--;
  for (guint at = (hole + 1) & self->mask; self->slots[at].used; at = (at + 1) & self->mask)
    {
      RsLiveObject moved = self->slots[at];
      guint to;

      self->slots[at].used = FALSE;
      to = find_slot (self, moved.oid);
      self->slots[to] = moved;
    }
}
