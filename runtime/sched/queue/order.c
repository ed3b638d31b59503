/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/queue/launch-private.h"

#include "runtime/memory/replica.h"

#define FEW_USES 256 /* before the table is looked through */

#define MOST_PARTS 16 /* of an array, that are told apart */

/* Who uses some bytes of an array: numbers of launches, from 1; 0: none. */
typedef struct {
  RsExtent part;
  guint64 written[RS_MOST_QUEUES];
  guint64 read[RS_MOST_QUEUES];
} PartUse;

typedef struct {
  PartUse all;   /* its part: what any of them uses */
  GArray *parts; /* of PartUse: all of it, part by part; NULL: every launch so far used the same */
  guint writer;  /* the queue of the last launch that writes it */
} Use;

static void
extents_free (gpointer data)
{
  rs_extents_clear (data);
  g_free (data);
}

RsOrder *
rs_order_new (void)
{
  RsOrder *self = g_new0 (RsOrder, 1);

  self->n_references = 1;
  self->spoiled = g_hash_table_new_full (NULL, NULL, NULL, extents_free);
  g_mutex_init (&self->lock);
  return self;
}

RsOrder *
rs_order_ref (RsOrder *self)
{
  self->n_references++;
  return self;
}

void
rs_order_unref (RsOrder *self)
{
  g_assert (self->n_references > 0);
  if (--self->n_references > 0)
    return;
  g_clear_error (&self->error);
  rs_error_place_clear (&self->error_place);
  g_hash_table_unref (self->spoiled);
  g_clear_pointer (&self->uses, g_hash_table_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

guint
rs_order_add_queue (RsOrder *self, gpointer queue)
{
  guint i = 0;

  while (i + 1 < RS_MOST_QUEUES && self->queues[i] != NULL)
    i++;
  g_assert (self->queues[i] == NULL);
  self->queues[i] = queue;
  self->n_queues = MAX (self->n_queues, i + 1);
  return i;
}

void
rs_order_remove_queue (RsOrder *self, guint queue)
{
  g_assert (queue < RS_MOST_QUEUES && self->queues[queue] != NULL);
  self->queues[queue] = NULL;
}

/* --- what waits for what --- */

static guint64
get_ended (const RsOrder *self, guint queue)
{
  return __atomic_load_n (&self->ended.n[queue], __ATOMIC_ACQUIRE);
}

gboolean
rs_order_is_reached (const RsOrder *self, guint queue, const RsQueueCounts *waits)
{
  g_assert (queue < RS_MOST_QUEUES);
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    if (i != queue && waits->n[i] > 0 && get_ended (self, i) < waits->n[i])
      return FALSE;
  return TRUE;
}

static gboolean
has_part_ended (const RsOrder *self, const PartUse *use)
{
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    if (MAX (use->written[i], use->read[i]) > get_ended (self, i))
      return FALSE;
  return TRUE;
}

static void
use_free (gpointer data)
{
  Use *use = data;

  g_clear_pointer (&use->parts, g_array_unref);
  g_free (use);
}

static gboolean
has_ended (gpointer oid, gpointer value, gpointer data)
{
  return has_part_ended (data, &((const Use *)value)->all);
}

static gpointer
get_key (const RsArray *array)
{
  return GSIZE_TO_POINTER ((gsize)array->oid);
}

static Use *
get_use (RsOrder *self, const RsArray *array)
{
  Use *use = g_hash_table_lookup (self->uses, get_key (array));

  if (use == NULL)
    g_hash_table_insert (self->uses, get_key (array), use = g_new0 (Use, 1));
  return use;
}

static void
wait_for_part (const PartUse *use, const RsMemoryUse *now, RsQueueCounts *waits)
{
  if (!rs_extent_overlaps (use->part, now->part))
    return;
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    {
      waits->n[i] = MAX (waits->n[i], use->written[i]);
      if ((now->access & RS_ACCESS_WRITE) != 0)
        waits->n[i] = MAX (waits->n[i], use->read[i]);
    }
}

/* more becomes part of use. */
static void
join_part (PartUse *use, const PartUse *more)
{
  use->part = (RsExtent){ MIN (use->part.first, more->part.first), MAX (use->part.end, more->part.end) };
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    {
      use->written[i] = MAX (use->written[i], more->written[i]);
      use->read[i] = MAX (use->read[i], more->read[i]);
    }
}

/* One that has the same bytes takes it; where there are too many, those that have ended go, or all become one. */
static void
add_part (const RsOrder *self, GArray *parts, const PartUse *used)
{
  for (guint i = 0; i < parts->len; i++)
    {
      PartUse *part = &g_array_index (parts, PartUse, i);

      if (part->part.first != used->part.first || part->part.end != used->part.end)
        continue;
      join_part (part, used);
      return;
    }
  for (guint i = parts->len; i-- > 0 && parts->len >= MOST_PARTS;)
    if (has_part_ended (self, &g_array_index (parts, PartUse, i)))
      g_array_remove_index_fast (parts, i);
  while (parts->len >= MOST_PARTS)
    {
      join_part (&g_array_index (parts, PartUse, 0), &g_array_index (parts, PartUse, parts->len - 1));
      g_array_set_size (parts, parts->len - 1);
    }
  g_array_append_vals (parts, used, 1);
}

/* The launch uses an array in another part than those before it. */
static gboolean
is_other_part (const Use *use, RsExtent part)
{
  return use->all.part.end > 0 && (part.first != use->all.part.first || part.end != use->all.part.end);
}

static void
add_use (RsOrder *self, guint queue, const RsMemoryUse *now, RsQueueCounts *waits, guint64 number)
{
  Use *use = get_use (self, now->array);
  PartUse used = { .part = now->part };

  used.written[queue] = (now->access & RS_ACCESS_WRITE) != 0 ? number : 0;
  used.read[queue] = (now->access & RS_ACCESS_READ) != 0 ? number : 0;
  if (use->parts == NULL && is_other_part (use, now->part))
    {
      use->parts = g_array_new (FALSE, FALSE, sizeof (PartUse));
      g_array_append_val (use->parts, use->all);
    }
  if (use->parts == NULL)
    wait_for_part (&use->all, now, waits);
  for (guint i = 0; use->parts != NULL && i < use->parts->len; i++)
    wait_for_part (&g_array_index (use->parts, PartUse, i), now, waits);
  if (use->parts != NULL)
    add_part (self, use->parts, &used);
  if (use->all.part.end == 0)
    use->all.part = used.part;
  join_part (&use->all, &used);
  if ((now->access & RS_ACCESS_WRITE) != 0)
    use->writer = queue;
}

void
rs_order_submit (RsOrder *self, guint queue, RsLaunch *launch)
{
  g_assert (queue < self->n_queues && self->queues[queue] != NULL);

  guint64 number = ++self->submitted.n[queue];

  if (self->n_queues < 2)
    return;
  if (self->uses == NULL)
    self->uses = g_hash_table_new_full (NULL, NULL, NULL, use_free);
  if (g_hash_table_size (self->uses) > FEW_USES)
    g_hash_table_foreach_remove (self->uses, has_ended, self);
  for (guint i = 0; i < launch->n_uses; i++)
    add_use (self, queue, &launch->uses[i], &launch->waits, number);
  launch->waits.n[queue] = 0; /* a queue is in order by itself */
}

void
rs_order_find_waits (const RsOrder *self, guint queue, const RsArray *array, gboolean writes, RsQueueCounts *waits)
{
  const Use *use = self->uses != NULL ? g_hash_table_lookup (self->uses, get_key (array)) : NULL;
  const RsMemoryUse now
      = { .access = writes ? RS_ACCESS_WRITE : RS_ACCESS_READ, .part = { 0, (gsize)rs_array_get_bytes (array) } };

  g_assert (queue < RS_MOST_QUEUES);
  if (use == NULL)
    return;
  if (use->parts == NULL)
    wait_for_part (&use->all, &now, waits);
  for (guint i = 0; use->parts != NULL && i < use->parts->len; i++)
    wait_for_part (&g_array_index (use->parts, PartUse, i), &now, waits);
  waits->n[queue] = 0;
}

gboolean
rs_order_is_used (const RsOrder *self, guint queue, const RsArray *array, gboolean *is_written)
{
  const Use *use = self->uses != NULL ? g_hash_table_lookup (self->uses, get_key (array)) : NULL;
  gboolean is_last;

  g_assert (queue < RS_MOST_QUEUES);
  *is_written = FALSE;
  if (use == NULL)
    return FALSE;
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    *is_written |= use->all.written[i] > get_ended (self, i);
  is_last = use->writer == queue && use->all.written[queue] > get_ended (self, queue);
  return is_last || (!*is_written && use->all.read[queue] > get_ended (self, queue));
}

/* --- failures --- */

static void
spoil (RsOrder *self, const RsMemoryUse *use)
{
  RsExtents *parts = g_hash_table_lookup (self->spoiled, get_key (use->array));

  if (parts == NULL)
    g_hash_table_insert (self->spoiled, get_key (use->array), parts = g_new0 (RsExtents, 1));
  rs_extents_add (parts, use->part);
}

void
rs_order_fail (RsOrder *self, RsLaunch *launch, GError *error, gboolean is_fault)
{
  launch->has_failed = TRUE;
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < launch->n_uses; i++)
    {
      const RsMemoryUse *use = &launch->uses[i];

      if ((use->access & RS_ACCESS_WRITE) == 0)
        continue;
      spoil (self, use);
      if (is_fault)
        rs_memory_set_undefined (use->array, error->message);
    }
  if (error != NULL && (self->error == NULL || launch->work.id < self->error_launch))
    {
      g_clear_error (&self->error);
      self->error = g_steal_pointer (&error);
      self->error_launch = launch->work.id;
      rs_launch_describe_place (launch, self->error, &self->error_place);
    }
  g_clear_error (&error);
  __atomic_store_n (&self->has_error, 1, __ATOMIC_RELEASE);
  g_mutex_unlock (&self->lock);
}

gboolean
rs_order_is_spoiled (RsOrder *self, const RsLaunch *launch)
{
  gboolean is_spoiled = FALSE;

  if (!__atomic_load_n (&self->has_error, __ATOMIC_ACQUIRE))
    return FALSE;
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < launch->n_uses && !is_spoiled; i++)
    {
      const RsMemoryUse *use = &launch->uses[i];
      const RsExtents *parts = g_hash_table_lookup (self->spoiled, get_key (use->array));
      RsExtent found;

      is_spoiled = parts != NULL && rs_extents_find (parts, use->part, TRUE, &found);
    }
  g_mutex_unlock (&self->lock);
  return is_spoiled;
}

GError *
rs_order_take_error (RsOrder *self, RsErrorPlace *place)
{
  GError *error;

  if (!__atomic_load_n (&self->has_error, __ATOMIC_ACQUIRE))
    return NULL;
  g_mutex_lock (&self->lock);
  error = g_steal_pointer (&self->error);
  *place = self->error_place;
  self->error_place = (RsErrorPlace){ 0 };
  g_hash_table_remove_all (self->spoiled);
  self->has_error = 0;
  g_mutex_unlock (&self->lock);
  return error;
}
