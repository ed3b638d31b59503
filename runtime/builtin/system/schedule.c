/* Which kernel suits the session's devices (manual 17.2.5), and what a GPU offers (manual 9.11).
 *
 * Kernels for other platforms run everywhere, too: where none suits, the first is taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/platform.h"
#include "compiler/kernel/ir/abi.h"
#include "runtime/builtin/call.h"
#include "runtime/sched/engine.h"
#include "runtime/value/function.h"

#include <string.h>

/* --- schedule --- */

/* The text of {!kernel target="cpu"} in node, or NULL. */
static const char *
find_target (const RsNode *node)
{
  const char *target = NULL;

  if (node->kind == RS_NODE_ATTRIBUTE && g_strcmp0 (node->name, "kernel") == 0)
    for (guint i = 0; i < node->n_children; i++)
      {
        const RsNode *parameter = node->children[i], *value = parameter != NULL ? rs_node_child (parameter, 0) : NULL;

        if (value != NULL && value->kind == RS_NODE_STRING && g_strcmp0 (parameter->name, "target") == 0)
          return value->text;
      }
  for (guint i = 0; target == NULL && i < node->n_children; i++)
    if (node->children[i] != NULL)
      target = find_target (node->children[i]);
  return target;
}

/* A kernel without targets suits every device. */
static gboolean
suits (const RsFunction *kernel, RsPlatform platform)
{
  const char *text = find_target (kernel->node);
  g_auto (GStrv) targets = NULL;
  gboolean found = FALSE;

  if (text == NULL)
    return TRUE;
  targets = g_strsplit_set (text, " ,|", -1);
  for (guint i = 0; targets[i] != NULL; i++)
    found = found || rs_platform_is_meant (platform, targets[i]);
  return found;
}

/* The first of the kernels that suits the platform; -1: none does. */
static gint64
find_kernel (const RsCell *kernels, RsPlatform platform)
{
  for (gint64 i = 0; i < kernels->n_elements; i++)
    if (suits (kernels->elements[i].function, platform))
      return i;
  return -1;
}

/* By the devices in the order in which the user named them; behind them the CPU, which runs what they can't. */
static gint64
choose_kernel (RsSession *session, const RsCell *kernels)
{
  const RsEngine *first = session->device == RS_DEVICE_INTERP ? NULL : rs_engine_get (session, NULL);
  gint64 chosen = -1;

  if (first != NULL && first->host != NULL && session->schedule.mode == RS_PLACE_CPU)
    chosen = find_kernel (kernels, RS_PLATFORM_CPU);
  for (const RsEngine *engine = first; engine != NULL && chosen < 0; engine = engine->next)
    chosen = find_kernel (kernels, engine->device->target->platform);
  if (chosen < 0)
    chosen = find_kernel (kernels, RS_PLATFORM_CPU);
  return MAX (chosen, 0);
}

RS_DEFINE_BUILTIN (SCHEDULE)
{
  RsValue last = call->arguments[call->n_arguments - 1];
  gint64 n = last.tag == RS_TAG_CELL ? last.cell->n_elements : 0;

  for (gint64 i = 0; i < n; i++)
    if (last.cell->elements[i].tag != RS_TAG_FUNCTION || !rs_function_is_kernel (last.cell->elements[i].function))
      n = 0;
  if (n == 0)
    return rs_call_fail_argument (call, call->n_arguments - 1, error, "schedule",
                                  "a cell of kernel functions, as in {gpu_kernel, cpu_kernel}");
  return rs_call_return (call, rs_value_int (choose_kernel (call->session, last.cell)));
}

/* --- gpu_feature --- */

static gint64
warp_size (const RsCall *call)
{
  if (call->session->device == RS_DEVICE_INTERP)
    return 1;
  return rs_target_get_warp (&rs_target_cpu,
                             (guint)rs_element_get_bytes (rs_element_of_precision (call->session->precision)));
}

RS_DEFINE_BUILTIN (GPU_FEATURE)
{
  const struct {
    const char *name;
    gint64 value;
  } features[] = {
    { "num_sm", g_get_num_processors () },
    { "cuda_arch", 0 },
    { "max_reg_per_block", 0 },
    { "max_shared_mem_per_block", (gint64)rs_target_cpu.block_bytes },
    { "max_shared_mem_per_sm", (gint64)rs_target_cpu.block_bytes },
    { "max_constant_memory", (gint64)rs_target_cpu.constant_bytes },
    { "warp_size", warp_size (call) },
    { "max_threads_per_block", rs_target_cpu.largest_block },
    { "max_warps_per_sm", rs_target_cpu.largest_block / warp_size (call) },
    { "max_blocks_per_sm", 1 },
  };
  g_autoptr (GString) all = NULL;
  const char *name;

  if (!rs_call_get_string (call, 0, &name, "gpu_feature", error))
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
