/* Expressions as text: $str.
 *
 * Assumptions are printed as the manual prints them: one comparison in parentheses, several with blanks around their
 * operators.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/meta/meta-private.h"

#include <string.h>

static gboolean
is_meta (const RsNode *node, const char *name)
{
  return node->kind == RS_NODE_META && node->name && strcmp (node->name, name) == 0;
}

/* $assump (x), or substitutions in it. */
static gboolean
gives_assumptions (const RsNode *node)
{
  if (is_meta (node, "assump"))
    return TRUE;
  return is_meta (node, "subs") && node->n_children > 0 && rs_node_last (node)
         && gives_assumptions (rs_node_last (node));
}

static gboolean
is_comparison (const RsNode *node)
{
  return node->kind == RS_NODE_BINARY && node->op >= RS_OP_LESS && node->op <= RS_OP_NOT_EQUAL;
}

static void
append_assumption (const RsNode *node, GString *out)
{
  g_autofree char *left = NULL, *right = NULL;

  if (node->kind == RS_NODE_BINARY && node->op == RS_OP_AND)
    {
      append_assumption (node->children[0], out);
      g_string_append (out, " && ");
      append_assumption (node->children[1], out);
    }
  else if (is_comparison (node))
    {
      left = rs_node_to_string (node->children[0]);
      right = rs_node_to_string (node->children[1]);
      g_string_append_printf (out, "%s %s %s", left, rs_operator_to_string (node->op), right);
    }
  else if (node->kind == RS_NODE_CALL && node->n_children == 3 && rs_logic_called_builtin (node))
    {
      left = rs_node_to_string (node->children[1]);
      right = rs_node_to_string (node->children[2]);
      g_string_append_printf (out, "%s(%s,%s)", rs_logic_called_builtin (node)->name, left, right);
    }
  else
    {
      left = rs_node_to_string (node);
      g_string_append (out, left);
    }
}

char *
rs_meta_to_text (const RsNode *argument, const RsNode *value)
{
  g_autofree char *text = rs_node_to_string (value);
  GString *out;

  /* A text is itself, without its quotes. */
  if (value->kind == RS_NODE_STRING && argument->kind == RS_NODE_META)
    return g_strdup (value->text ? value->text : "");
  if (!gives_assumptions (argument))
    return g_steal_pointer (&text);
  if (is_comparison (value))
    return g_strdup_printf ("(%s)", text);
  out = g_string_new (NULL);
  append_assumption (value, out);
  return g_string_free (out, FALSE);
}
