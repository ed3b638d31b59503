/* Rules for kernel and device functions that their text alone can break.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check-private.h"

#include <string.h>

gboolean
rs_is_special_parameter (const char *name)
{
  static const char *const names[] = { "pos", "blkpos", "blkidx", "blkdim", "blkcnt", "warpSize", "warpsize" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

void
rs_check_function (RsCheck *self, const RsNode *function)
{
  const RsNode *parameters = function->kind == RS_NODE_LAMBDA ? function
                                                              : rs_node_child (function, RS_FUNCTION_PARAMETERS);

  for (guint i = 0; parameters && (function->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) && i < parameters->n_children; i++)
    if (parameters->children[i] && parameters->children[i]->kind == RS_NODE_PARAMETER)
      rs_check_native_parameter (self, parameters->children[i]);
  if (!(function->flags & RS_NODE_KERNEL) || !parameters)
    return;
  for (guint i = 0; i < parameters->n_children; i++)
    {
      const RsNode *parameter = parameters->children[i];

      if (!parameter || parameter->kind != RS_NODE_PARAMETER)
        continue;
      if (rs_node_child (parameter, RS_PARAMETER_DEFAULT))
        rs_check_report (self, RS_SEVERITY_ERROR, parameter,
                         "a kernel function can't have optional arguments; pass `%s` with every launch",
                         parameter->name ? parameter->name : "it");
      if (parameter->symbol && parameter->symbol->type->kind == RS_TYPE_STRING)
        rs_check_report (self, RS_SEVERITY_ERROR, parameter,
                         "a string can't be passed to a kernel function; make it a vector first");
    }
}

void
rs_check_parallel_value (RsCheck *self, const RsNode *node, const char *what)
{
  if (self->in_parallel)
    rs_check_report (self, RS_SEVERITY_ERROR, node,
                     "the loop can't be made parallel, as {!parallel for} demands: its body makes %s", what);
}
