/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/learning.h"

#include "runtime/device/cache.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/copy-rates.h"

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

static guint64
get_rate_hash (const char *direction)
{
  return rs_cost_file_hash (0, direction, strlen (direction));
}

static void
find_rates (RsEngine *engine, RsCostFile *file, guint64 device)
{
  const guint64 in = get_rate_hash ("copies in"), out = get_rate_hash ("copies out");
  gint64 ns_in = rs_cost_file_get (file, in, 0, device), ns_out = rs_cost_file_get (file, out, 0, device);

  engine->copy_in = (double)ns_in / RATE_BYTES;
  engine->copy_out = (double)ns_out / RATE_BYTES;
  if (ns_in > 0 && ns_out > 0)
    return;
  if (!rs_measure_copies (engine->device, &engine->copy_in, &engine->copy_out))
    {
      engine->copy_in = engine->copy_out = 0;
      return;
    }
  rs_cost_file_set (file, in, 0, device, MAX ((gint64)(engine->copy_in * RATE_BYTES), 1));
  rs_cost_file_set (file, out, 0, device, MAX ((gint64)(engine->copy_out * RATE_BYTES), 1));
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
      find_rates (engine, file, hash);
    }
  if (first->host != NULL)
    rs_costs_set_device (first->costs, first->host->number, rs_learning_hash_device (first->host->device));
  rs_costs_keep (first->costs, file);
}
