/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/queue/block-limits.h"

#include "runtime/sched/engine.h"
#include "runtime/sched/place/place.h"
#include "runtime/sched/specialize/specialization.h"

/* --- which devices --- */

/* The session's first engine, which is opened only where the user named a device; NULL: there is none. */
static gboolean
find_first (RsSession *session, RsEngine **first, GError **error)
{
  GError *failed = NULL;

  *first = session->device == RS_DEVICE_PLUGIN ? rs_engine_get (session, &failed) : session->slots[RS_SLOT_QUEUE];
  if (*first != NULL && (*first)->device == NULL)
    *first = NULL;
  if (failed != NULL)
    g_propagate_error (error, failed);
  return failed == NULL;
}

/* What {!sched} names; NULL: nothing that is there. */
static RsEngine *
find_scheduled (const RsSession *session, RsEngine *first)
{
  if (first->host != NULL && session->schedule.mode == RS_PLACE_CPU)
    return first->host;
  for (RsEngine *engine = first; engine != NULL && session->schedule.index >= 0; engine = engine->next)
    if ((gint)engine->number == session->schedule.index)
      return engine;
  return NULL;
}

gboolean
rs_block_limits_find_device (RsSession *session, const RsDevice **device, GError **error)
{
  RsEngine *first, *scheduled;

  *device = NULL;
  if (!find_first (session, &first, error))
    return FALSE;
  scheduled = first != NULL ? find_scheduled (session, first) : NULL;
  if (first != NULL)
    *device = (scheduled != NULL ? scheduled : first)->device;
  return TRUE;
}

/* --- blocks --- */

/* By the driver, of what was compiled of the kernel for the device. */
static gint64
get_compiled_limit (RsSession *session, const RsEngine *engine, const RsFunction *kernel)
{
  GHashTable *sites = session->slots[RS_SLOT_SITES];
  const RsSite *site = sites != NULL ? g_hash_table_lookup (sites, kernel->node) : NULL;
  gint64 limit = G_MAXINT64;
  GHashTableIter iterator;
  gpointer value;

  if (site == NULL)
    return limit;
  g_hash_table_iter_init (&iterator, site->specializations);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    {
      const RsSpecialization *code = value;

      if (code->engine == engine && code->code != NULL && code->code->largest_block > 0)
        limit = MIN (limit, (gint64)code->code->largest_block);
    }
  return limit;
}

static gint64
get_limit (RsSession *session, const RsEngine *engine, const RsFunction *kernel)
{
  const gint64 compiled = kernel != NULL ? get_compiled_limit (session, engine, kernel) : G_MAXINT64;

  return MIN (compiled, (gint64)engine->device->target->largest_block);
}

static gint64
get_bound (const RsFunction *kernel)
{
  return kernel != NULL && kernel->kind == RS_FUNCTION_CLOSURE ? rs_attribute_get_launch_bound (kernel->node)
                                                               : G_MAXINT64;
}

gboolean
rs_block_limits_find_largest (RsSession *session, const RsFunction *kernel, gint64 *largest, GError **error)
{
  const gint64 bound = get_bound (kernel);
  const RsEngine *scheduled;
  RsEngine *first;

  if (!find_first (session, &first, error))
    return FALSE;
  scheduled = first != NULL ? find_scheduled (session, first) : NULL;
  *largest = first == NULL || (scheduled == NULL && first->host != NULL && rs_place_names_cpu (session))
                 ? (gint64)rs_target_cpu.largest_block
                 : G_MAXINT64;
  for (const RsEngine *engine = scheduled != NULL ? scheduled : first; engine != NULL; engine = engine->next)
    {
      const gint64 limit = get_limit (session, engine, kernel);

      *largest = MIN (*largest, limit);
      if (engine == scheduled)
        break;
    }
  *largest = MIN (*largest, bound);
  return TRUE;
}

gint64
rs_block_limits_count_blocks (const RsDevice *device, gint64 items)
{
  const RsDeviceFeatures *features = device != NULL ? &device->features : NULL;
  gint64 blocks;

  if (features == NULL || features->units == 0 || features->unit_blocks == 0)
    return G_MAXINT64;
  blocks = (gint64)features->unit_items / MAX (items, 1);
  return (gint64)features->units * CLAMP (blocks, 1, (gint64)features->unit_blocks);
}
