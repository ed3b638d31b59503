/* Vectors of one element as results of kernels, see single-element.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/single-element.h"

#include "compiler/sema/rewrite/each-kernel.h"

#include <string.h>

/* vec(1), vec1 */
static gboolean
is_single (const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE), *sizes;

  if (!type || !type->name || type->kind != RS_NODE_TYPE_NAME)
    return FALSE;
  sizes = rs_node_last (type);
  while (sizes && sizes->kind != RS_NODE_NUMBER && sizes->n_children == 1)
    sizes = sizes->children[0];
  return strcmp (type->name, "vec") == 0 && sizes && sizes->kind == RS_NODE_NUMBER && sizes->number == 1;
}

static RsNode *
first_element (RsModule *module, RsNode *name)
{
  RsNode *index = rs_arena_new0 (module->arena, RsNode), *zero = rs_arena_new0 (module->arena, RsNode);

  zero->kind = RS_NODE_NUMBER;
  zero->flags = RS_NODE_INTEGER;
  zero->span = index->span = name->span;
  index->kind = RS_NODE_INDEX;
  index->n_children = 2;
  index->children = rs_arena_memdup (module->arena, ((RsNode *[]){ name, zero }), 2 * sizeof (RsNode *));
  return index;
}

static void
rewrite (RsModule *module, const char *name, RsNode *node)
{
  if (node->kind == RS_NODE_ASSIGN && node->op != RS_OP_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
      && node->children[RS_ASSIGN_TARGET]->name == name)
    node->children[RS_ASSIGN_TARGET] = first_element (module, node->children[RS_ASSIGN_TARGET]);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      rewrite (module, name, node->children[i]);
}

static void
rewrite_kernel (RsModule *module, RsNode *function)
{
  gboolean is_lambda = function->kind == RS_NODE_LAMBDA;
  const RsNode *list = is_lambda ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);
  RsNode *body = is_lambda ? rs_node_last (function) : rs_node_child (function, RS_FUNCTION_BODY);

  for (guint i = 0; list && body && i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i];

      if (parameter && parameter->kind == RS_NODE_PARAMETER && parameter->name && is_single (parameter))
        rewrite (module, parameter->name, body);
    }
}

void
rs_rewrite_single_elements (RsModule *module)
{
  rs_rewrite_kernels (module, rewrite_kernel);
}
