/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/queue/launch-private.h"

#include "runtime/memory/replica.h"

#define FEW_USES 256 /* before the table is looked through */

/* Numbers of launches, from 1; 0: none. */
typedef struct {
  guint64 written[RS_MOST_QUEUES];
  guint64 read[RS_MOST_QUEUES];
  guint writer; /* the queue of the last launch that writes it */
} Use;

RsOrder *
rs_order_new (void)
{
  RsOrder *self = g_new0 (RsOrder, 1);

  self->n_references = 1;
  self->spoiled = g_hash_table_new (NULL, NULL);
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
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    if (i != queue && waits->n[i] > 0 && get_ended (self, i) < waits->n[i])
      return FALSE;
  return TRUE;
}

static gboolean
has_ended (gpointer oid, gpointer value, gpointer data)
{
  const Use *use = value;
  const RsOrder *self = data;

  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    if (MAX (use->written[i], use->read[i]) > get_ended (self, i))
      return FALSE;
  return TRUE;
}

static Use *
get_use (RsOrder *self, const RsArray *array)
{
  gpointer oid = GSIZE_TO_POINTER ((gsize)array->oid);
  Use *use = g_hash_table_lookup (self->uses, oid);

  if (use == NULL)
    g_hash_table_insert (self->uses, oid, use = g_new0 (Use, 1));
  return use;
}

static void
add_use (RsOrder *self, guint queue, const RsLaunchParameter *parameter, RsQueueCounts *waits, guint64 number)
{
  Use *use = get_use (self, parameter->array);

  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    {
      waits->n[i] = MAX (waits->n[i], use->written[i]);
      if (parameter->writes)
        waits->n[i] = MAX (waits->n[i], use->read[i]);
    }
  if (parameter->writes)
    {
      use->written[queue] = number;
      use->writer = queue;
    }
  if (parameter->reads)
    use->read[queue] = number;
}

void
rs_order_submit (RsOrder *self, guint queue, RsLaunch *launch)
{
  guint64 number = ++self->submitted.n[queue];

  if (self->n_queues < 2)
    return;
  if (self->uses == NULL)
    self->uses = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (g_hash_table_size (self->uses) > FEW_USES)
    g_hash_table_foreach_remove (self->uses, has_ended, self);
  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->array != NULL)
      add_use (self, queue, launch->parameters[i], &launch->waits, number);
  launch->waits.n[queue] = 0; /* a queue is in order by itself */
}

gboolean
rs_order_is_used (const RsOrder *self, guint queue, const RsArray *array, gboolean *is_written)
{
  const Use *use = self->uses != NULL ? g_hash_table_lookup (self->uses, GSIZE_TO_POINTER ((gsize)array->oid)) : NULL;
  gboolean is_last;

  *is_written = FALSE;
  if (use == NULL)
    return FALSE;
  for (guint i = 0; i < RS_MOST_QUEUES; i++)
    *is_written |= use->written[i] > get_ended (self, i);
  is_last = use->writer == queue && use->written[queue] > get_ended (self, queue);
  return is_last || (!*is_written && use->read[queue] > get_ended (self, queue));
}

/* --- failures --- */

static gpointer
get_key (const RsArray *array)
{
  return GSIZE_TO_POINTER ((gsize)array->oid);
}

void
rs_order_fail (RsOrder *self, const RsLaunch *launch, GError *error, gboolean is_fault)
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array == NULL || !parameter->writes)
        continue;
      g_hash_table_add (self->spoiled, get_key (parameter->array));
      if (is_fault)
        rs_memory_set_undefined (parameter->array, error->message);
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
  for (guint i = 0; i < launch->work.n_arguments && !is_spoiled; i++)
    is_spoiled = launch->parameters[i]->array != NULL
                 && g_hash_table_contains (self->spoiled, get_key (launch->parameters[i]->array));
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
