/* Which kernel suits the machine (manual 17.2.5), and what a GPU offers (manual 9.11).
 *
 * The only device so far is the CPU: kernels for GPUs are chosen where there is none for it, since they run on it too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/abi.h"
#include "compiler/base/platform.h"
#include "runtime/builtin/call.h"
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
suits (const RsFunction *kernel)
{
  const char *text = find_target (kernel->node);
  g_auto (GStrv) targets = NULL;
  gboolean found = FALSE;

  if (text == NULL)
    return TRUE;
  targets = g_strsplit_set (text, " ,|", -1);
  for (guint i = 0; targets[i] != NULL; i++)
    found = found || rs_platform_is_target (targets[i]);
  return found;
}

RS_DEFINE_BUILTIN (SCHEDULE)
{
  RsValue last = call->arguments[call->n_arguments - 1];
  gint64 n = last.tag == RS_TAG_CELL ? last.cell->n_elements : 0, chosen = -1;

  for (gint64 i = 0; i < n; i++)
    if (last.cell->elements[i].tag != RS_TAG_FUNCTION || !rs_function_is_kernel (last.cell->elements[i].function))
      n = 0;
  if (n == 0)
    return rs_call_fail_argument (call, call->n_arguments - 1, error, "schedule",
                                  "a cell of kernel functions, as in {gpu_kernel, cpu_kernel}");
  for (gint64 i = 0; i < n && chosen < 0; i++)
    if (suits (last.cell->elements[i].function))
      chosen = i;
  return rs_call_return (call, rs_value_int (MAX (chosen, 0)));
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
