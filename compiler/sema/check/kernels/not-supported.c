/* "not supported yet: ...": the constructs of not-supported.def, reported at their place.
 *
 * Last step of a compilation. A program that uses one of them must fail here and not compute something else; libraries
 * that it merely imports are judged the same way, since their top level runs too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check.h"

#include "compiler/base/messages.h"

#include <string.h>

typedef struct {
  RsModule *module;
  RsDiagnostics *diagnostics;
  guint kernel_depth;
} Walk;

static gboolean
has_modifier (const RsNode *node, const char *name)
{
  for (const char **modifier = node->modifiers; modifier && *modifier; modifier++)
    if (strcmp (*modifier, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_shared_designator (const Walk *walk, const RsNode *node)
{
  return has_modifier (node, "shared");
}

static const char *
find_construct (const Walk *walk, const RsNode *node)
{
#define RS_NOT_SUPPORTED_NODE(KIND, construct)                                                                         \
  if (node->kind == RS_NODE_##KIND)                                                                                    \
    return construct;
#define RS_NOT_SUPPORTED_TEST(test, construct)                                                                         \
  if (test (walk, node))                                                                                               \
    return construct;
#include "compiler/sema/check/kernels/not-supported.def"
#undef RS_NOT_SUPPORTED_NODE
#undef RS_NOT_SUPPORTED_TEST
  return NULL;
}

static void
visit (Walk *walk, const RsNode *node)
{
  const char *construct = find_construct (walk, node);
  gboolean native = (node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE))
                    && (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA);

  if (node->kind == RS_NODE_MACRO) /* judged where it is used */
    return;
  if (construct)
    {
      rs_message_report (walk->diagnostics, RS_SEVERITY_ERROR, walk->module->source, node->span, RS_SAY (NOT_SUPPORTED),
                         construct);
      return;
    }
  if (node->kind == RS_NODE_REDUCTION) /* what is not supported in it counts where it is applied */
    return;
  walk->kernel_depth += native;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      visit (walk, node->children[i]);
  walk->kernel_depth -= native;
}

void
rs_report_unsupported (RsProgram *program, RsDiagnostics *diagnostics)
{
  for (guint i = 0; i < program->modules->len; i++)
    {
      Walk walk = { g_ptr_array_index (program->modules, i), diagnostics, 0 };

      visit (&walk, walk.module->root);
    }
}
