/* Integers as they were written: beyond 2^53 a double can't hold them.
 *
 * The parser keeps the text of such a literal in the node; whoever makes a constant of it asks here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"

#include <math.h>
#include <string.h>

gboolean
rs_node_get_integer (const RsNode *node, gint64 *value)
{
  gsize length;
  guint base;
  gint64 sum = 0;

  if (node->kind != RS_NODE_NUMBER || !(node->flags & RS_NODE_INTEGER) || (node->flags & RS_NODE_IMAGINARY))
    return FALSE;
  if (!node->text)
    {
      *value = (gint64)node->number;
      return fabs (node->number) <= RS_MAX_EXACT_INTEGER;
    }
  length = strlen (node->text);
  base = rs_number_base (node->text, length);
  for (gsize i = 0; i < length - (base != 10); i++)
    if (__builtin_mul_overflow (sum, (gint64)base, &sum)
        || __builtin_add_overflow (sum, (gint64)g_ascii_xdigit_value (node->text[i]), &sum))
      return FALSE;
  *value = sum;
  return TRUE;
}
