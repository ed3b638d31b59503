/* Type classes, [A|B], in their simplest form (manual 3.7): nested classes are opened, a type stands once whatever its
 * 'const says, ?? takes in everything, and a class of one type is that type.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

gboolean
rs_type_takes_errors (const RsType *type)
{
  gboolean takes = type->kind == RS_TYPE_UNKNOWN || type->kind == RS_TYPE_STRING;

  for (guint i = 0; !takes && type->kind == RS_TYPE_CHOICE && i < type->n_inputs; i++)
    takes = rs_type_takes_errors (type->inputs[i]);
  return takes;
}

gboolean
rs_type_may_be_caught (const RsType *type)
{
  gboolean may = rs_type_takes_errors (type) || type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;

  for (guint i = 0; !may && type->kind == RS_TYPE_CHOICE && i < type->n_inputs; i++)
    may = rs_type_may_be_caught (type->inputs[i]);
  return may;
}

static const RsType *
without_const (RsArena *arena, const RsType *type)
{
  RsType *plain;

  if (!type->is_const)
    return type;
  plain = rs_arena_memdup (arena, type, sizeof *type);
  plain->is_const = FALSE;
  return plain;
}

static gboolean
contains (const GPtrArray *types, const RsType *type)
{
  for (guint i = 0; i < types->len; i++)
    if (rs_type_equal (g_ptr_array_index (types, i), type))
      return TRUE;
  return FALSE;
}

static void
collect (RsArena *arena, const RsType *const *types, guint n, GPtrArray *found)
{
  for (guint i = 0; i < n; i++)
    if (types[i]->kind == RS_TYPE_CHOICE)
      collect (arena, types[i]->inputs, types[i]->n_inputs, found);
    else if (n == 1)
      g_ptr_array_add (found, (gpointer)types[i]);
    else
      {
        const RsType *type = without_const (arena, types[i]);

        if (!contains (found, type))
          g_ptr_array_add (found, (gpointer)type);
      }
}

const RsType *
rs_type_choice (RsArena *arena, const RsType *const *types, guint n)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  RsType *type;

  g_assert (n >= 1);
  collect (arena, types, n, found);
  for (guint i = 0; i < found->len; i++)
    if (((const RsType *)g_ptr_array_index (found, i))->kind == RS_TYPE_UNKNOWN)
      return &rs_type_unknown;
  if (found->len == 1)
    return g_ptr_array_index (found, 0);
  type = rs_arena_new0 (arena, RsType);
  type->kind = RS_TYPE_CHOICE;
  type->inputs = rs_arena_memdup (arena, found->pdata, found->len * sizeof *found->pdata);
  type->n_inputs = found->len;
  return type;
}
