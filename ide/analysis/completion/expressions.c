/* Expressions at an offset of a tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/expressions.h"

#include <string.h>

#define MOST_DEPTH 1024 /* the parser allows 1000 */

/* The nodes around an offset, outermost first. */
typedef struct {
  const RsNode *nodes[MOST_DEPTH];
  guint n;
} Path;

static gboolean
is_around (const RsNode *node, guint32 offset)
{
  return node->span.start <= offset && offset < node->span.end;
}

static void
find_path (const RsNode *node, guint32 offset, Path *path)
{
  while (node != NULL && path->n < MOST_DEPTH)
    {
      const RsNode *inner = NULL;

      path->nodes[path->n++] = node;
      for (guint i = 0; i < node->n_children && inner == NULL; i++)
        if (node->children[i] != NULL && is_around (node->children[i], offset))
          inner = node->children[i];
      node = inner;
    }
}

static gboolean
is_link (const RsNode *node)
{
  return node->kind == RS_NODE_NAME || node->kind == RS_NODE_FIELD || node->kind == RS_NODE_INDEX;
}

/* Whether node is what a member or an element is taken of. */
static gboolean
goes_on (const RsNode *node, const RsNode *around)
{
  return (around->kind == RS_NODE_FIELD || around->kind == RS_NODE_INDEX) && around->children[0] == node;
}

static char *
dup_text (const RsModule *module, const RsNode *node)
{
  return g_strndup (rs_source_get_text (module->source) + node->span.start, node->span.end - node->span.start);
}

static gboolean
is_callee (const Path *path, guint index)
{
  const RsNode *around = index > 0 ? path->nodes[index - 1] : NULL;

  return around != NULL && around->kind == RS_NODE_CALL && around->children[RS_CALL_CALLEE] == path->nodes[index];
}

gboolean
rs_expression_find (const RsModule *module, guint32 offset, RsExpression *found)
{
  Path path = { .n = 0 };
  guint part, whole;

  *found = (RsExpression){ NULL, NULL };
  find_path (module->root, offset, &path);
  if (path.n > 0 && path.nodes[path.n - 1]->kind == RS_NODE_PARAMETER)
    {
      const RsNode *parameter = path.nodes[path.n - 1];

      if (parameter->name != NULL && offset < parameter->span.start + strlen (parameter->name))
        found->whole = g_strdup (parameter->name);
      return found->whole != NULL;
    }
  part = path.n;
  while (part > 0 && !is_link (path.nodes[part - 1])
         && (path.nodes[part - 1]->kind == RS_NODE_NUMBER || path.nodes[part - 1]->kind == RS_NODE_STRING))
    part--; /* an index that is a number */
  if (part == 0 || !is_link (path.nodes[part - 1]) || rs_node_find_effect (path.nodes[part - 1]) != NULL
      || is_callee (&path, part - 1))
    return FALSE;
  part--;
  whole = part;
  while (whole > 0 && goes_on (path.nodes[whole], path.nodes[whole - 1]) && !is_callee (&path, whole - 1)
         && rs_node_find_effect (path.nodes[whole - 1]) == NULL)
    whole--;
  found->whole = dup_text (module, path.nodes[whole]);
  if (part != whole)
    found->part = dup_text (module, path.nodes[part]);
  return TRUE;
}

void
rs_expression_clear (RsExpression *self)
{
  g_clear_pointer (&self->whole, g_free);
  g_clear_pointer (&self->part, g_free);
}

/* --- calls --- */

static gboolean
has_line (const RsModule *module, const RsNode *node, guint line)
{
  guint first, last;

  rs_source_locate (module->source, node->span.start, &first, NULL);
  rs_source_locate (module->source, node->span.end, &last, NULL);
  return first <= line && line <= last;
}

/* The innermost named function whose lines hold the line; NULL: none. */
static const RsNode *
find_function_of_line (const RsModule *module, const RsNode *node, guint line)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i], *inner;

      if (child == NULL || !has_line (module, child, line))
        continue;
      inner = find_function_of_line (module, child, line);
      if (inner != NULL || child->kind == RS_NODE_FUNCTION)
        return inner != NULL ? inner : child;
    }
  return NULL;
}

static gboolean
names_one_of (const RsNode *node, const RsNode *lambda)
{
  for (guint i = 0; i + 1 < lambda->n_children && node->name != NULL; i++)
    if (lambda->children[i] != NULL && g_strcmp0 (lambda->children[i]->name, node->name) == 0)
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && names_one_of (node->children[i], lambda))
      return TRUE;
  return FALSE;
}

gboolean
rs_expression_is_of_call (const RsModule *module, guint32 offset, const char *function, guint line)
{
  Path path = { .n = 0 };
  gboolean is_lambda = strcmp (function, "lambda") == 0;

  find_path (module->root, offset, &path);
  for (guint i = path.n; i-- > 0;)
    {
      const RsNode *node = path.nodes[i];

      if (node->kind == RS_NODE_FUNCTION)
        return !is_lambda && find_function_of_line (module, module->root, line) == node;
      if (node->kind != RS_NODE_LAMBDA)
        continue;
      if (is_lambda)
        return has_line (module, node, line);
      /* What the lambda has from outside is outside, too. */
      if (names_one_of (path.nodes[path.n - 1], node))
        return FALSE;
    }
  return !is_lambda && find_function_of_line (module, module->root, line) == NULL;
}
