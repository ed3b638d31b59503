/* Which functions a rewriting of kernels looks at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/each-kernel.h"

static void
visit (RsModule *module, RsNode *node, void (*rewrite) (RsModule *module, RsNode *kernel))
{
  if (node->kind == RS_NODE_MACRO)
    return;
  if ((node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA) && (node->flags & RS_NODE_KERNEL))
    rewrite (module, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      visit (module, node->children[i], rewrite);
}

void
rs_rewrite_kernels (RsModule *module, void (*rewrite) (RsModule *module, RsNode *kernel))
{
  visit (module, module->root, rewrite);
}
