/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/learning.h"

#include "runtime/device/cache.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/place/copy-rates.h"

#include <string.h>

#define RATE_BYTES (1 << 30) /* what is kept of copies is ns for so many */

static char *
describe (RsDevice *device)
{
  g_autoptr (RsDeviceInfo) info = g_new0 (RsDeviceInfo, 1);

  device->table->describe (device, info);
  return g_strdup_printf ("%s\n%s\n%u\n%u\n%u\n%s\n%s", device->name, info->model, info->cores, info->threads,
                          info->simd_bits, info->compiler != NULL ? info->compiler : "",
                          device->identity != NULL ? device->identity : "");
}

guint64
rs_learning_hash_device (RsDevice *device)
{
  g_autofree char *text = describe (device);

  return rs_cost_file_hash (0, text, strlen (text));
}

RsCostFile *
rs_learning_open_file (const RsSettings *settings)
{
  g_autofree char *folder = rs_cache_dup_folder (settings), *machine = rs_cpu_dup_model ();

  return rs_cost_file_open (folder, machine);
}

/* FALSE: nothing is kept. */
static gboolean
recall (RsCostFile *file, guint64 device, const char *name, double unit, double *value)
{
  const gint64 kept = rs_cost_file_get (file, rs_cost_file_hash (0, name, strlen (name)), 0, device);

  *value = (double)kept / unit;
  return kept > 0;
}

static void
keep (RsCostFile *file, guint64 device, const char *name, double unit, double value)
{
  rs_cost_file_set (file, rs_cost_file_hash (0, name, strlen (name)), 0, device, MAX ((gint64)(value * unit), 1));
}

static void
find_rates (RsCopyRates *rates, RsEngine *engine, RsCostFile *file, guint64 device)
{
  if (recall (file, device, "copies in", RATE_BYTES, &rates->in)
      && recall (file, device, "copies out", RATE_BYTES, &rates->out)
      && recall (file, device, "a small copy", 1, &rates->latency))
    return;
  if (!rs_measure_copies (engine->device, rates))
    return;
  keep (file, device, "copies in", RATE_BYTES, rates->in);
  keep (file, device, "copies out", RATE_BYTES, rates->out);
  keep (file, device, "a small copy", 1, rates->latency);
}

static void
note_fetched (guint64 oid, guint64 bytes, gpointer costs)
{
  rs_costs_note_fetched (costs, oid, bytes);
}

void
rs_learning_begin (RsEngine *first, const RsSettings *settings)
{
  RsCostFile *file = rs_learning_open_file (settings);

  if (first->costs == NULL)
    first->costs = rs_costs_new ();
  for (RsEngine *engine = first; engine != NULL; engine = engine->next)
    {
      guint64 hash = rs_learning_hash_device (engine->device);

      rs_costs_set_device (first->costs, engine->number, hash);
      find_rates (&engine->copies, engine, file, hash);
      rs_memory_set_note_fetch (engine->device->memory, note_fetched, first->costs);
    }
  if (first->host != NULL)
    {
      rs_costs_set_device (first->costs, first->host->number, rs_learning_hash_device (first->host->device));
      rs_costs_set_cpu (first->costs, first->host->number);
    }
  rs_costs_keep (first->costs, file);
}

void
rs_learning_end (RsEngine *first)
{
  for (RsEngine *engine = first; engine != NULL && first->costs != NULL; engine = engine->next)
    rs_memory_set_note_fetch (engine->device->memory, NULL, NULL);
  g_clear_pointer (&first->costs, rs_costs_free);
}
