/* See occupancy.h.
 *
 * Registers are given to warps in units of 256, from one of four parts of the multiprocessor each; that a block fits
 * is judged as if its warps were a multiple of four. The driver keeps some shared memory of each block for itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/occupancy.h"

#include <stdio.h>
#include <string.h>

#define WARP 32u
#define MOST_THREADS 1024u
#define MOST_REGISTERS 256u /* of a work item, as the hardware counts */
#define LARGEST_REGISTERS 255u
#define REGISTER_UNIT 256u
#define PARTS 4u
#define FREE_SHARED ((gsize)48 << 10) /* that a block may have without asking */

static const RsGpuLimits known[] = {
#define RS_GPU_LIMITS(major, minor, warps, blocks, registers, shared, of_block, reserved, unit)                        \
  { major, minor, warps, blocks, registers, (gsize)(shared) << 10, (gsize)(of_block) << 10, reserved, unit },
#include "profiler/analysis/hardware/gpu-limits.def"
#undef RS_GPU_LIMITS
};

const RsGpuLimits *
rs_gpu_limits_list (guint *n)
{
  *n = G_N_ELEMENTS (known);
  return known;
}

const RsGpuLimits *
rs_gpu_limits_find (guint major, guint minor)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].major == major && known[i].minor == minor)
      return &known[i];
  return NULL;
}

/* --- the calculator --- */

static guint64
round_up (guint64 n, guint64 unit)
{
  return (n + unit - 1) / unit * unit;
}

static guint64
limit_by_registers (const RsGpuLimits *limits, guint registers, guint64 warps)
{
  const guint64 of_warp = round_up ((guint64)registers * WARP, REGISTER_UNIT);

  if (registers > MOST_REGISTERS || of_warp * round_up (warps, PARTS) > limits->registers)
    return 0;
  if (of_warp == 0)
    return G_MAXUINT;
  return limits->registers / PARTS / of_warp * PARTS / warps;
}

static guint64
limit_by_shared_memory (const RsGpuLimits *limits, gsize bytes)
{
  gsize used, allowed;

  if (bytes > limits->shared_bytes)
    return 0;
  used = bytes + limits->reserved_bytes;
  allowed = (used > FREE_SHARED ? limits->shared_bytes_of_block : FREE_SHARED) + limits->reserved_bytes;
  used = round_up (used, limits->shared_unit);
  if (used > allowed)
    return 0;
  return used > 0 ? limits->shared_bytes / used : G_MAXUINT;
}

RsOccupancy
rs_occupancy_compute (const RsGpuLimits *limits, const RsLaunchShape *shape)
{
  const guint64 warps = (MAX (shape->threads, 1) + (guint64)WARP - 1) / WARP;
  const guint64 by[] = {
    shape->threads > MOST_THREADS ? 0 : limits->warps / warps,
    limit_by_registers (limits, shape->registers, warps),
    limit_by_shared_memory (limits, shape->shared_bytes),
    limits->blocks,
  };
  guint64 least = G_MAXUINT64;
  RsOccupancy result = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    least = MIN (least, by[i]);
  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    if (by[i] == least)
      result.limits |= 1u << i;
  result.blocks = (guint)least;
  result.share = (double)(least * warps) / limits->warps;
  return result;
}

char *
rs_occupancy_describe_limits (guint limits)
{
  static const char *const names[] = { "warps", "registers", "shared memory", "blocks" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (limits & 1u << i)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", names[i]);
  return g_string_free (text, FALSE);
}

GArray *
rs_occupancy_make_curve (const RsGpuLimits *limits, const RsLaunchShape *shape, RsOccupancyCurve curve)
{
  static const gint64 firsts[] = { WARP, 8, 0 }, steps[] = { WARP, 8, 2048 };
  const gint64 lasts[] = { MOST_THREADS, LARGEST_REGISTERS + 1, (gint64)limits->shared_bytes_of_block };
  GArray *points = g_array_new (FALSE, FALSE, sizeof (RsOccupancyPoint));

  g_assert (curve < G_N_ELEMENTS (firsts));
  for (gint64 value = firsts[curve]; value <= lasts[curve]; value += steps[curve])
    {
      RsOccupancyPoint point = { .value = curve == RS_CURVE_REGISTERS ? MIN (value, LARGEST_REGISTERS) : value };
      RsLaunchShape other = *shape;

      if (curve == RS_CURVE_THREADS)
        other.threads = (guint)point.value;
      else if (curve == RS_CURVE_REGISTERS)
        other.registers = (guint)point.value;
      else
        other.shared_bytes = (gsize)point.value;
      point.occupancy = rs_occupancy_compute (limits, &other);
      g_array_append_val (points, point);
    }
  return points;
}

char *
rs_occupancy_describe_curve (const RsGpuLimits *limits, const RsLaunchShape *shape, RsOccupancyCurve curve)
{
  g_autoptr (GArray) points = rs_occupancy_make_curve (limits, shape, curve);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint first = 0, last; first < points->len; first = last + 1)
    {
      const RsOccupancyPoint *point = &g_array_index (points, RsOccupancyPoint, first);

      for (last = first; last + 1 < points->len; last++)
        if (g_array_index (points, RsOccupancyPoint, last + 1).occupancy.share != point->occupancy.share)
          break;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, first > 0 ? ", " : "", point->value);
      if (last > first)
        g_string_append_printf (text, " to %" G_GINT64_FORMAT, g_array_index (points, RsOccupancyPoint, last).value);
      g_string_append_printf (text, ": %.0f %%", 100 * point->occupancy.share);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- of a trace --- */

const RsGpuLimits *
rs_occupancy_find_device (RsTraceStore *store, char **device)
{
  static const char capability[] = "compute capability ";

  for (guint i = 0; i < 64; i++)
    {
      g_autofree char *name = g_strdup_printf ("device cuda:%u", i);
      g_autofree char *text = rs_trace_store_dup_meta (store, name);
      const char *number = text != NULL ? strstr (text, capability) : NULL;
      guint major, minor;

      if (number == NULL || sscanf (number + strlen (capability), "%u.%u", &major, &minor) != 2)
        continue;
      *device = g_steal_pointer (&text);
      return rs_gpu_limits_find (major, minor);
    }
  *device = g_strdup ("");
  return NULL;
}

/* A number of at most 2^30, and where it ends. */
static gboolean
read_number (const char **text, guint *value)
{
  char *end;
  guint64 number = g_ascii_strtoull (*text, &end, 10);

  if (end == *text || number > G_MAXINT32 / 2)
    return FALSE;
  *text = end;
  *value = (guint)number;
  return TRUE;
}

/* "512x512 / 16x16, 32 registers, 4096 bytes shared". FALSE: it is of another device. */
static gboolean
read_shape (const char *configuration, RsLaunchShape *shape)
{
  const char *text = strstr (configuration, " / "), *registers = strstr (configuration, " registers"),
             *shared = strstr (configuration, " bytes shared");
  guint64 threads = 1;
  guint number;

  *shape = (RsLaunchShape){ 0 };
  if (text == NULL || registers == NULL)
    return FALSE;
  for (text += 3; threads <= MOST_THREADS && read_number (&text, &number); text++)
    {
      threads *= number;
      if (*text != 'x')
        break;
    }
  shape->threads = (guint)MIN (threads, G_MAXINT32);
  while (registers > configuration && g_ascii_isdigit (registers[-1]))
    registers--;
  if (!read_number (&registers, &shape->registers))
    return FALSE;
  while (shared != NULL && shared > configuration && g_ascii_isdigit (shared[-1]))
    shared--;
  if (shared != NULL && read_number (&shared, &number))
    shape->shared_bytes = number;
  return shape->threads > 0;
}

GArray *
rs_occupancy_read (RsTraceStore *store, const RsTraceRange *range, const RsGpuLimits *limits, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, RS_TRACE_KERNEL, TRUE, error);
  GArray *rows;

  if (totals == NULL)
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsOccupancyRow));
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsOccupancyRow row = { .name = total->name,
                             .file = total->file,
                             .line = total->line,
                             .configuration = total->detail,
                             .launches = total->n,
                             .total = total->total };

      if (!read_shape (total->detail, &row.shape))
        continue;
      if (limits != NULL)
        row.occupancy = rs_occupancy_compute (limits, &row.shape);
      g_array_append_val (rows, row);
    }
  return rows;
}
