/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/copy-rates.h"

#include "runtime/trace/trace.h"

#define BYTES (4 << 20)
#define ROUNDS 3 /* the first ones touch the memory */

#define FEW_BYTES 64

typedef gboolean (*Copy) (RsDevice *device, gpointer memory, gpointer host, gsize bytes, guint64 *ticket);

static gboolean
copy_in (RsDevice *device, gpointer memory, gpointer host, gsize bytes, guint64 *ticket)
{
  return device->table->copy_in (device, memory, 0, host, bytes, ticket, NULL);
}

static gboolean
copy_out (RsDevice *device, gpointer memory, gpointer host, gsize bytes, guint64 *ticket)
{
  return device->table->copy_out (device, host, memory, 0, bytes, ticket, NULL);
}

/* ns of the fastest round; negative: the device failed. */
static double
measure (RsDevice *device, gpointer memory, gpointer host, gsize bytes, Copy copy)
{
  gint64 least = G_MAXINT64;

  for (int i = 0; i < ROUNDS; i++)
    {
      gint64 start = rs_trace_now (), taken;
      guint64 ticket = 0;

      if (!copy (device, memory, host, bytes, &ticket)
          || (ticket != 0 && !device->table->wait (device, ticket, NULL, NULL)))
        return -1;
      taken = rs_trace_now () - start;
      least = MIN (least, taken);
    }
  return (double)least;
}

gboolean
rs_measure_copies (RsDevice *device, RsCopyRates *rates)
{
  double in, out, few_in, few_out;
  g_autofree guint8 *host = g_try_malloc0 (BYTES);
  gpointer memory;

  g_return_val_if_fail (device->table->allocate != NULL, FALSE);
  *rates = (RsCopyRates){ 0 };
  memory = host != NULL ? device->table->allocate (device, BYTES, NULL) : NULL;
  if (memory == NULL)
    return FALSE;
  in = measure (device, memory, host, BYTES, copy_in);
  out = measure (device, memory, host, BYTES, copy_out);
  few_in = measure (device, memory, host, FEW_BYTES, copy_in);
  few_out = measure (device, memory, host, FEW_BYTES, copy_out);
  device->table->free (device, memory, BYTES);
  if (in < 0 || out < 0 || few_in < 0 || few_out < 0)
    return FALSE;
  *rates = (RsCopyRates){ in / BYTES, out / BYTES, MAX (few_in, few_out) };
  return TRUE;
}
