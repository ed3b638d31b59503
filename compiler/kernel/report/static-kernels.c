/* Walks a module for its kernel functions and loop nests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/static-kernels.h"

typedef struct {
  RsModule *module;
  RsPrecision precision;
  RsStaticKernelFunc function;
  gpointer data;
} Visit;

static void
visit_function (const Visit *self, const RsNode *node)
{
  const RsSymbol *unknown = NULL;
  RsTypedRequest typed;
  gboolean is_typed = rs_typed_request_init_function (&typed, self->module, node, self->precision, &unknown);

  self->function (is_typed ? &typed : NULL, node, node->name != NULL ? node->name : "(lambda)", unknown, self->data);
  rs_typed_request_clear (&typed);
}

/* TRUE when the nest was taken, so that loops inside it are not looked at. */
static gboolean
visit_loop (const Visit *self, const RsNode *node, const RsNode *attribute)
{
  RsLoopNest nest = rs_loop_nest_find (node, attribute);
  const RsSymbol *unknown = NULL;
  gboolean is_typed, is_taken;
  RsTypedRequest typed;

  if (nest.n_levels == 0 || nest.request == RS_LOOP_SERIAL || nest.request == RS_LOOP_INTERPRETED)
    return FALSE;
  is_typed = rs_typed_request_init_loop (&typed, self->module, node, &nest, self->precision, FALSE, &unknown);
  is_taken = self->function (is_typed ? &typed : NULL, node, "loop", unknown, self->data);
  rs_typed_request_clear (&typed);
  return is_taken;
}

static void
visit (const Visit *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  if (node == NULL)
    return;
  if (node->scope != NULL && (node->flags & RS_NODE_KERNEL) != 0
      && (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA))
    {
      visit_function (self, node);
      return;
    }
  if (node->kind == RS_NODE_FUNCTION && (node->flags & RS_NODE_DEVICE) != 0)
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL || child->kind != RS_NODE_FOR || !visit_loop (self, child, attribute))
        visit (self, child);
      attribute = child != NULL ? rs_attribute_for_next (attribute, child) : NULL;
    }
}

void
rs_static_kernels_visit (RsModule *module, RsPrecision precision, RsStaticKernelFunc function, gpointer data)
{
  const Visit self = { module, precision, function, data };

  visit (&self, module->root);
}
