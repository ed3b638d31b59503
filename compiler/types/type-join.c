/* The common type of two values that one variable may hold, for inference.
 *
 * A join never claims more than both sides know: what has no common description is UNKNOWN. Real and complex numbers
 * are not joined, because functions distinguish them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/class.h"

static const RsType *
join_numbers (const RsType *a, const RsType *b)
{
  if (rs_element_is_complex (a->element) || rs_element_is_complex (b->element))
    return &rs_type_unknown;
  if (rs_element_is_floating (a->element) || rs_element_is_floating (b->element))
    return &rs_type_scalar;
  if (a->element == RS_ELEMENT_BOOL && b->element == RS_ELEMENT_BOOL)
    return &rs_type_bool;
  return &rs_type_int;
}

/* Same element or item; the rank stays when it agrees, sizes where they agree. */
static const RsType *
join_shapes (RsArena *arena, const RsType *a, const RsType *b)
{
  RsType *joined = rs_arena_memdup (arena, a, sizeof *a);

  if (a->rank != b->rank)
    joined->rank = 0;
  for (int i = 0; i < RS_MAX_RANK; i++)
    if (joined->rank == 0 || a->sizes[i] != b->sizes[i])
      joined->sizes[i] = RS_SIZE_UNKNOWN;
  if (a->boundary != b->boundary)
    joined->boundary = RS_BOUNDARY_DEFAULT;
  return joined;
}

/* The same function, of whose outputs different things have been found out. */
static const RsType *
join_outputs (RsArena *arena, const RsType *function)
{
  RsType *joined = rs_arena_memdup (arena, function, sizeof *function);
  const RsType **outputs = rs_arena_array (arena, const RsType *, function->n_outputs + 1);

  for (guint i = 0; i < function->n_outputs; i++)
    outputs[i] = &rs_type_unknown;
  joined->outputs = outputs;
  return joined;
}

/* Objects of one class; with a pointer on either side, a pointer to it. Of two classes nothing is known: what a base
 * class lacks may be asked of an object of the derived one. */
static const RsType *
join_objects (RsArena *arena, const RsType *a, const RsType *b)
{
  gboolean pointer = a->kind == RS_TYPE_POINTER || b->kind == RS_TYPE_POINTER;
  const RsClass *first = rs_type_get_class (a), *second = rs_type_get_class (b), *common = first;
  RsType *joined;

  if (!first || !second)
    {
      const RsType *null = first ? b : a;

      common = first ? first : second;
      if (!common || null->kind != RS_TYPE_POINTER || null->item->kind != RS_TYPE_UNKNOWN)
        return &rs_type_unknown;
    }
  else if (first != second)
    return &rs_type_unknown;
  if (!pointer)
    return common->type;
  joined = rs_arena_new0 (arena, RsType);
  joined->kind = RS_TYPE_POINTER;
  joined->item = common->type;
  return joined;
}

static gboolean
is_object (const RsType *type)
{
  return type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;
}

const RsType *
rs_type_join (RsArena *arena, const RsType *a, const RsType *b)
{
  if (rs_type_equal (a, b))
    return a;
  if (is_object (a) && is_object (b))
    return join_objects (arena, a, b);
  if (a->kind != b->kind)
    return &rs_type_unknown;
  switch (a->kind)
    {
    case RS_TYPE_NUMBER:
      return join_numbers (a, b);
    case RS_TYPE_ARRAY:
      return a->element == b->element && a->overflow == b->overflow ? join_shapes (arena, a, b) : &rs_type_unknown;
    case RS_TYPE_CELL:
      {
        RsType *joined = rs_arena_memdup (arena, join_shapes (arena, a, b), sizeof *a);

        joined->item = rs_type_join (arena, a->item, b->item);
        joined->inputs = NULL;
        joined->n_inputs = 0;
        return joined;
      }
    case RS_TYPE_FUNCTION:
      return a->declaration && a->declaration == b->declaration ? join_outputs (arena, a) : &rs_type_unknown;
    default:
      return &rs_type_unknown;
    }
}
