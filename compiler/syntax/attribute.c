/* Which code attribute a statement has: several may stand before it, {!author} next to {!parallel for}; and what those
 * in the body of a function say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"

#include "compiler/base/platform.h"

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

guint
rs_attribute_get_least_blocks (const RsNode *function)
{
  const RsNode *value = rs_attribute_get_value (function, "cuda_launch_bounds", "min_blocks_per_sm");

  return value && value->kind == RS_NODE_NUMBER && value->number >= 1 && value->number <= 64 ? (guint)value->number : 0;
}

/* The text of {!kernel target="cpu"} in node, or NULL. */
static const char *
find_target (const RsNode *node)
{
  const char *target = NULL;

  if (node->kind == RS_NODE_ATTRIBUTE && g_strcmp0 (node->name, "kernel") == 0)
    for (guint i = 0; i < node->n_children; i++)
      {
        const RsNode *parameter = node->children[i], *value = parameter ? rs_node_child (parameter, 0) : NULL;

        if (value && value->kind == RS_NODE_STRING && g_strcmp0 (parameter->name, "target") == 0)
          return value->text;
      }
  for (guint i = 0; !target && i < node->n_children; i++)
    if (node->children[i])
      target = find_target (node->children[i]);
  return target;
}

guint
rs_attribute_get_platforms (const RsNode *function)
{
  const char *text = find_target (function);
  g_auto (GStrv) targets = text ? g_strsplit_set (text, " ,|", -1) : NULL;
  guint platforms = 0;

  if (!text)
    return (1u << RS_N_PLATFORMS) - 1;
  for (guint i = 0; targets[i]; i++)
    for (guint platform = 0; platform < RS_N_PLATFORMS; platform++)
      if (rs_platform_is_meant (platform, targets[i]))
        platforms |= 1u << platform;
  return platforms;
}
