/* Nodes of call trees, for those who show them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-tree.h"

#include <glib/gi18n.h>

void
rs_call_node_free (RsCallNode *node)
{
  if (node == NULL)
    return;
  g_ptr_array_unref (node->children);
  g_free (node);
}

char *
rs_call_node_describe (const RsCallNode *node)
{
  g_autofree char *base = NULL;

  if (node->kind == RS_TRACE_FRAME && *node->name == '\0' && node->line == 0)
    return g_strdup (_ ("outside of the program's lines"));
  if (*node->name == '\0' && node->kind != 0 && node->kind != RS_TRACE_LOOP)
    return g_strdup (rs_trace_kind_to_string (node->kind));
  if ((node->kind != RS_TRACE_LOOP && node->kind != RS_TRACE_FRAME) || *node->file == '\0' || node->line == 0)
    return g_strdup (node->name);
  base = g_path_get_basename (node->file);
  return node->kind == RS_TRACE_FRAME ? g_strdup_printf ("%s %s:%u", node->name, base, node->line)
                                      : g_strdup_printf (_ ("loop at %s:%u"), base, node->line);
}

const char *
rs_call_node_get_kind_text (const RsCallNode *node)
{
  if (node->kind == RS_TRACE_FRAME)
    return node->line > 0 ? _ ("line") : _ ("code");
  return node->kind != 0 ? rs_trace_kind_to_string (node->kind) : _ ("track");
}
