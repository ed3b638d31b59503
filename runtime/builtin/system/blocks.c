/* The blocks of launches, by the devices that these go to: max_block_size, opt_block_size, opt_block_cnt (manual 2.4.4,
 * 9.8.2), and what a GPU offers (manual 9.11).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/sched/queue/block-limits.h"

#include <string.h>

/* --- sizes of blocks --- */

static gint64
round_down_to_power (gint64 x)
{
  gint64 power = 1;

  while (power <= x / 2)
    power *= 2;
  return power;
}

/* Halves the longest side until the block is small enough. */
static void
limit_block (gint64 *block, guint n, gint64 most)
{
  for (;;)
    {
      gint64 total = 1;
      guint longest = 0;

      for (guint i = 0; i < n; i++)
        {
          block[i] = CLAMP (block[i], 1, most);
          if (__builtin_mul_overflow (total, block[i], &total))
            total = G_MAXINT64;
          longest = block[i] > block[longest] ? i : longest;
        }
      if (total <= most)
        return;
      block[longest] = block[longest] % 2 == 0 ? block[longest] / 2 : round_down_to_power (block[longest]);
    }
}

/* The first argument may be the kernel, which may say how large its blocks are at most. */
static gboolean
return_block (RsCall *call, gint64 *block, guint n, GError **error)
{
  RsValue kernel = call->arguments[0];
  gint64 most;

  if (!rs_block_limits_find_largest (call->session, kernel.tag == RS_TAG_FUNCTION ? kernel.function : NULL, &most,
                                     error))
    return FALSE;
  limit_block (block, n, most);
  return rs_call_return_integers (call, block, n, error);
}

/* max_block_size(kernel, wanted), max_block_size(wanted), max_block_size(kernel) */
RS_DEFINE_BUILTIN (MAX_BLOCK_SIZE)
{
  gint64 block[RS_MAX_RANK] = { 32, 32 };
  guint n = 2, first = call->arguments[0].tag == RS_TAG_FUNCTION;

  if (call->n_arguments > first && !rs_call_get_integers (call, first, block, RS_MAX_RANK, &n, "max_block_size", error))
    return FALSE;
  return return_block (call, block, n, error);
}

/* Largest power of two up to `most` that divides length. */
static gint64
divisor (gint64 length, gint64 most)
{
  gint64 power = most;

  while (power > 1 && length % power != 0)
    power /= 2;
  return power;
}

RS_DEFINE_BUILTIN (OPT_BLOCK_SIZE)
{
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK] = { 16, 32 };
  guint n = 2;

  if (call->arguments[0].tag != RS_TAG_FUNCTION)
    return rs_call_fail_argument (call, 0, error, "opt_block_size", "a kernel function");
  if (call->n_arguments == 2)
    {
      if (!rs_call_get_integers (call, 1, dims, RS_MAX_RANK, &n, "opt_block_size", error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        block[i] = n == 1   ? divisor (dims[i], 256)
                   : i == 0 ? divisor (dims[i], 16)
                   : i == 1 ? divisor (dims[i], 32)
                            : 1;
    }
  return return_block (call, block, n, error);
}

/* --- how many --- */

/* Halves the largest count until all blocks have room. */
static void
limit_count (gint64 *count, guint n, gint64 most)
{
  for (;;)
    {
      guint largest = 0;
      gint64 total = 1;

      for (guint i = 0; i < n; i++)
        {
          if (__builtin_mul_overflow (total, count[i], &total))
            total = G_MAXINT64;
          largest = count[i] > count[largest] ? i : largest;
        }
      if (total <= most)
        return;
      count[largest] = MAX (1, MIN (count[largest] / 2, most));
    }
}

/* Blocks of a launch: as many as the dimensions need, and the device has room for at a time. */
RS_DEFINE_BUILTIN (OPT_BLOCK_CNT)
{
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK], count[RS_MAX_RANK], items = 1, room;
  const RsDevice *device;
  guint n, m;

  if (call->arguments[0].tag != RS_TAG_FUNCTION)
    return rs_call_fail_argument (call, 0, error, "opt_block_cnt", "a kernel function");
  if (!rs_call_get_integers (call, 1, block, RS_MAX_RANK, &n, "opt_block_cnt", error))
    return FALSE;
  if (!rs_block_limits_find_device (call->session, &device, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (__builtin_mul_overflow (items, MAX (block[i], 1), &items))
      items = G_MAXINT64;
  room = rs_block_limits_count_blocks (device, items);
  if (call->n_arguments == 2)
    {
      for (guint i = 0; i < n; i++)
        count[i] = i == 0 && room < G_MAXINT64 ? room : 1;
      return rs_call_return_integers (call, count, n, error);
    }
  if (!rs_call_get_integers (call, 2, dims, RS_MAX_RANK, &m, "opt_block_cnt", error))
    return FALSE;
  if (n != m)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "opt_block_cnt",
                         "the block has %u dimensions, the data %u", n, m);
  for (guint i = 0; i < n; i++)
    count[i] = dims[i] / MAX (block[i], 1) + (dims[i] % MAX (block[i], 1) > 0);
  limit_count (count, n, room);
  return rs_call_return_integers (call, count, n, error);
}

/* --- gpu_feature --- */

/* What the CPU offers in a GPU's place. */
static RsDeviceFeatures
get_features (const RsDevice *device)
{
  if (device != NULL && device->features.units > 0)
    return device->features;
  return (RsDeviceFeatures){ .units = g_get_num_processors (),
                             .unit_bytes = rs_target_cpu.block_bytes,
                             .constant_bytes = rs_target_cpu.constant_bytes,
                             .unit_items = rs_target_cpu.largest_block,
                             .unit_blocks = 1 };
}

static gint64
get_warp_size (const RsSession *session, const RsTarget *target)
{
  if (session->device == RS_DEVICE_INTERP)
    return 1;
  return rs_target_get_warp (target, (guint)rs_element_get_bytes (rs_element_of_precision (session->precision)));
}

RS_DEFINE_BUILTIN (GPU_FEATURE)
{
  const RsDevice *device = NULL;
  const gboolean is_open = rs_block_limits_find_device (call->session, &device, error);
  const RsTarget *target = device != NULL ? device->target : &rs_target_cpu;
  const RsDeviceFeatures own = get_features (device);
  const gint64 warp = get_warp_size (call->session, target);
  const struct {
    const char *name;
    gint64 value;
  } features[] = {
    { "num_sm", own.units },
    { "cuda_arch", own.architecture },
    { "max_reg_per_block", own.registers },
    { "max_shared_mem_per_block", (gint64)target->block_bytes },
    { "max_shared_mem_per_sm", (gint64)own.unit_bytes },
    { "max_constant_memory", (gint64)own.constant_bytes },
    { "warp_size", warp },
    { "max_threads_per_block", target->largest_block },
    { "max_warps_per_sm", own.unit_items / warp },
    { "max_blocks_per_sm", own.unit_blocks },
  };
  g_autoptr (GString) all = NULL;
  const char *name;

  if (!is_open || !rs_call_get_string (call, 0, &name, "gpu_feature", error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (strcmp (features[i].name, name) == 0)
      return rs_call_return (call, rs_value_int (features[i].value));
  all = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", features[i].name);
  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "gpu_feature",
                       "there is no feature \"%s\"; there are %s", name, all->str);
}
