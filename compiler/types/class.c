/* Questions about classes that need their description only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/class.h"

#include "compiler/sema/names/symbol.h"
#include "compiler/base/suggest.h"

#include <string.h>

const RsClass *
rs_type_get_class (const RsType *type)
{
  if (type->kind == RS_TYPE_POINTER)
    type = type->item;
  return type->kind == RS_TYPE_CLASS && type->class_symbol ? type->class_symbol->class_description : NULL;
}

int
rs_class_find_member (const RsClass *class, const char *name)
{
  for (guint i = 0; i < class->n_members; i++)
    if (class->names[i] == name)
      return (int)i;
  for (guint i = 0; i < class->n_members; i++)
    if (strcmp (class->names[i], name) == 0)
      return (int)i;
  return -1;
}

gboolean
rs_class_is_a (const RsClass *class, const RsClass *base, guint *steps)
{
  guint n = 0;

  for (; class; class = class->base, n++)
    if (class == base)
      {
        if (steps)
          *steps = n;
        return TRUE;
      }
  return FALSE;
}

static gboolean
contains (const RsClass *class, const RsClass *part, guint depth)
{
  if (!class || class == part || depth > 100)
    return class == part;
  for (guint i = 0; i < class->n_members; i++)
    if (class->members[i].type->kind == RS_TYPE_CLASS
        && contains (rs_type_get_class (class->members[i].type), part, depth + 1))
      return TRUE;
  return FALSE;
}

gboolean
rs_class_contains (const RsClass *class, const RsClass *part)
{
  return contains (class, part, 0);
}

const char *
rs_class_suggest_member (const RsClass *class, const char *name)
{
  return rs_suggest_among (class->names, class->n_members, name);
}
