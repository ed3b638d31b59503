/* Which code attribute a statement has: several may stand before it, {!author} next to {!parallel for}; and what those
 * in the body of a function say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"

#include <string.h>

static gboolean
is_about_loops (const RsNode *attribute)
{
  return attribute->name && attribute->text
         && (strncmp (attribute->text, "for", 3) == 0 || strncmp (attribute->text, "while", 5) == 0)
         && (strcmp (attribute->name, "parallel") == 0 || strcmp (attribute->name, "serial") == 0
             || strcmp (attribute->name, "interpreted") == 0);
}

const RsNode *
rs_attribute_for_next (const RsNode *attribute, const RsNode *statement)
{
  if (statement->kind == RS_NODE_PRAGMA)
    return attribute;
  if (statement->kind != RS_NODE_ATTRIBUTE)
    return NULL;
  return is_about_loops (statement) || !attribute ? statement : attribute;
}

const RsNode *
rs_attribute_get_value (const RsNode *function, const char *name, const char *parameter)
{
  const RsNode *body = function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_BODY) : NULL;
  const RsNode *found = NULL;

  for (guint i = 0; body && i < body->n_children; i++)
    {
      const RsNode *attribute = body->children[i];

      if (!attribute || attribute->kind != RS_NODE_ATTRIBUTE || g_strcmp0 (attribute->name, name) != 0)
        continue;
      for (guint k = 0; k < attribute->n_children; k++)
        if (attribute->children[k] && g_strcmp0 (attribute->children[k]->name, parameter) == 0
            && rs_node_child (attribute->children[k], 0))
          found = rs_node_child (attribute->children[k], 0);
    }
  return found;
}

gint64
rs_attribute_get_launch_bound (const RsNode *function)
{
  const RsNode *value = rs_attribute_get_value (function, "cuda_launch_bounds", "max_threads_per_block");

  return value && value->kind == RS_NODE_NUMBER && value->number >= 1 && value->number < 0x1p53 ? (gint64)value->number
                                                                                              : G_MAXINT64;
}
