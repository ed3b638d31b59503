/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/copy-rates.h"

#include "runtime/trace.h"

#define BYTES (4 << 20)
#define ROUNDS 3 /* the first ones touch the memory */

typedef gboolean (*Copy) (RsDevice *device, gpointer memory, gpointer host, guint64 *ticket);

static gboolean
copy_in (RsDevice *device, gpointer memory, gpointer host, guint64 *ticket)
{
  return device->table->copy_in (device, memory, 0, host, BYTES, ticket, NULL);
}

static gboolean
copy_out (RsDevice *device, gpointer memory, gpointer host, guint64 *ticket)
{
  return device->table->copy_out (device, host, memory, 0, BYTES, ticket, NULL);
}

/* ns a byte of the fastest round; negative: the device failed. */
static double
measure (RsDevice *device, gpointer memory, gpointer host, Copy copy)
{
  gint64 least = G_MAXINT64;

  for (int i = 0; i < ROUNDS; i++)
    {
      gint64 start = rs_trace_now ();
      guint64 ticket = 0;

      if (!copy (device, memory, host, &ticket) || (ticket != 0 && !device->table->wait (device, ticket, NULL, NULL)))
        return -1;
      least = MIN (least, rs_trace_now () - start);
    }
  return (double)least / BYTES;
}

gboolean
rs_measure_copies (RsDevice *device, double *in, double *out)
{
  g_autofree guint8 *host = g_try_malloc0 (BYTES);
  gpointer memory;

  g_return_val_if_fail (device->table->allocate != NULL, FALSE);
  memory = host != NULL ? device->table->allocate (device, BYTES, NULL) : NULL;
  if (memory == NULL)
    return FALSE;
  *in = measure (device, memory, host, copy_in);
  *out = *in >= 0 ? measure (device, memory, host, copy_out) : -1;
  device->table->free (device, memory, BYTES);
  return *in >= 0 && *out >= 0;
}
