/* What a launch means in numbers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/launch-values.h"

#include "compiler/kernel/ir/abi.h"
#include "runtime/base/error.h"

#include <string.h>

#define GROUPS_PER_UNIT 8

gint64
rs_launch_count_items (const RsDeviceLaunch *launch)
{
  gint64 n = 1;

  for (guint k = 0; k < launch->rank; k++)
    n *= MAX (launch->grid[k], 0);
  return n;
}

gboolean
rs_launch_is_empty (const RsDeviceLaunch *launch)
{
  for (guint k = 0; k < launch->rank; k++)
    if (launch->grid[k] <= 0)
      return TRUE;
  return FALSE;
}

gint64
rs_launch_get_length (const RsDeviceLaunch *launch, guint d)
{
  g_assert (d < RS_MAX_GRID);
  return d == 0 && launch->whole > 0 ? launch->whole : launch->grid[d];
}

guint
rs_launch_get_positions (const RsDeviceLaunch *launch, guint w)
{
  const RsPlanGrid *grid = &launch->kernel->plan.grid;

  return w < G_N_ELEMENTS (grid->positions) ? MAX (grid->positions[w], 1) : 1;
}

gint64
rs_launch_get_extent (const RsDeviceLaunch *launch, guint w)
{
  const guint positions = rs_launch_get_positions (launch, w);

  g_assert (w < 3);
  if (w >= MIN (launch->rank, 3))
    return 1;
  if (w == 2 && launch->rank == 4)
    return launch->grid[0] * launch->grid[1];
  return (launch->grid[launch->rank - 1 - w] + positions - 1) / positions;
}

gint64
rs_launch_count_groups (const RsDeviceLaunch *launch, guint units)
{
  g_assert (launch->kernel->plan.grid.group_items > 0 && units > 0);

  const guint group_items = launch->kernel->plan.grid.group_items;
  const gint64 groups = (rs_launch_count_items (launch) + group_items - 1) / group_items;

  return CLAMP (groups, 1, (gint64)units * GROUPS_PER_UNIT);
}

gboolean
rs_launch_check_block (const RsDeviceLaunch *launch, const RsDevice *device, gsize items, GError **error)
{
  const guint largest = launch->kernel->largest_block;

  if (items <= largest || largest == 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
               "a block of %" G_GSIZE_FORMAT
               " work items is too large for the device %s, which runs this kernel in blocks of up to %u",
               items, device->name, largest);
  return FALSE;
}

/* A number as the kernel takes it. */
static void
set_number (const RsDeviceLaunch *launch, const RsPlanArgument *argument, gpointer value)
{
  static const gsize bytes[] = {
    [RS_ARGUMENT_BOOL] = 1, [RS_ARGUMENT_I32] = 4, [RS_ARGUMENT_I64] = 8, [RS_ARGUMENT_F32] = 4, [RS_ARGUMENT_F64] = 8
  };
  const guint8 *from = (const guint8 *)launch->arguments[argument->parameter] + argument->index * bytes[argument->type];

  if (argument->type == RS_ARGUMENT_BOOL)
    memcpy (value, &(gint32){ *from }, sizeof (gint32));
  else
    memcpy (value, from, bytes[argument->type]);
}

static const RsKernelArray *
get_array (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  return launch->arguments[argument->parameter];
}

static gint64
count_elements (const RsKernelArray *array)
{
  gint64 n = 1;

  for (guint k = 0; k < G_N_ELEMENTS (array->dims); k++)
    n *= array->dims[k];
  return n;
}

/* The 64 bits of a running sum as it is before the launch. */
static gint64
get_begin (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  gint64 bits = 0;

  for (guint i = 0; i < launch->n_accumulators; i++)
    if (launch->accumulators[i].argument == argument->parameter)
      memcpy (&bits, launch->accumulators[i].results, sizeof bits);
  return bits;
}

gint64
rs_launch_get_integer (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_OFFSET:
    case RS_ARGUMENT_TEXTURE: /* the device's own */
      return 0;
    case RS_ARGUMENT_LOW:
      return argument->index == 0 ? launch->first : 0;
    case RS_ARGUMENT_LENGTH:
      return get_array (launch, argument)->dims[argument->index];
    case RS_ARGUMENT_COUNT:
      return count_elements (get_array (launch, argument));
    case RS_ARGUMENT_HIGH:
      return launch->grid[argument->index] + (argument->index == 0 ? launch->first : 0);
    case RS_ARGUMENT_GRID:
      return rs_launch_get_length (launch, argument->index);
    case RS_ARGUMENT_BLOCK:
      return launch->block[argument->index];
    case RS_ARGUMENT_BEGIN:
      return get_begin (launch, argument);
    default:
      g_return_val_if_reached (0);
    }
}

void
rs_launch_get_numbers (const RsDeviceLaunch *launch, const RsPlanArgument *argument, gpointer to)
{
  const GArray *numbers = launch->kernel->plan.numbers;

  g_assert (argument->kind == RS_ARGUMENT_NUMBERS);
  memset (to, 0, argument->index);
  for (guint i = 0; i < numbers->len; i++)
    {
      const RsPlanArgument *number = &g_array_index (numbers, RsPlanArgument, i);
      guint8 *at = (guint8 *)to + number->offset;

      if (number->kind == RS_ARGUMENT_NUMBER)
        set_number (launch, number, at);
      else
        memcpy (at, &(gint64){ rs_launch_get_integer (launch, number) }, sizeof (gint64));
    }
}

gpointer
rs_launch_get_memory (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  g_assert (argument->parameter < launch->n_arguments);
  return get_array (launch, argument)->data;
}

gsize
rs_launch_get_partial_bytes (const RsDeviceLaunch *launch, const RsPlanArgument *argument, gint64 n_groups)
{
  g_assert (argument->kind == RS_ARGUMENT_PARTIAL && n_groups > 0);
  for (guint i = 0; i < launch->n_accumulators; i++)
    if (launch->accumulators[i].argument == argument->parameter)
      return (gsize)n_groups * launch->accumulators[i].length * sizeof (double);
  g_return_val_if_reached (0);
}

void
rs_launch_set_status (RsDeviceLaunch *launch, const RsDeviceStatus *status)
{
  RsKernelStatus *to = &launch->status;

  to->code = status->code;
  to->line = status->line;
  to->parameter = status->parameter;
  to->dimension = status->dimension;
  to->text = status->text;
  to->is_write = status->is_write;
  to->index = status->index;
  to->size = status->size;
}
