/* Which code attribute a statement has: several may stand before it, {!author} next to {!parallel for}.
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
