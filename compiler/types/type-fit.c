/* What can be said about a conversion before the program runs: whether any value of one type may become another.
 *
 * The counterpart of runtime/value/convert.c, which converts values: what is refused here is refused there whatever the
 * value is, so that it is an error at check time. Open sizes, open ranks and unknown types leave the question to the
 * run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

static gboolean
is_sized (gint64 size)
{
  return size != RS_SIZE_UNKNOWN;
}

/* Size d of an array type as size() sees it: a vec of N is 1 x N, and what lies beyond the rank is 1. */
static gint64
size_of (const RsType *type, int d)
{
  if (type->rank == 1)
    return d == 1 ? type->sizes[0] : 1;
  return d < type->rank ? type->sizes[d] : 1;
}

static gboolean
sizes_may_agree (gint64 a, gint64 b)
{
  return !is_sized (a) || !is_sized (b) || a == b;
}

static gboolean
shape_may_fit (const RsType *formal, const RsType *actual)
{
  if (formal->rank == 0 || actual->rank == 0)
    return TRUE;
  for (int d = 0; d < RS_MAX_RANK; d++)
    if (!sizes_may_agree (size_of (formal, d), size_of (actual, d)))
      return FALSE;
  return TRUE;
}

static gboolean
may_be_one_element (const RsType *type)
{
  for (int d = 0; d < type->rank; d++)
    if (is_sized (type->sizes[d]) && type->sizes[d] != 1)
      return FALSE;
  return TRUE;
}

static gboolean
element_may_fit (RsElement formal, RsElement actual)
{
  return formal == RS_ELEMENT_NONE || rs_element_is_complex (formal) || !rs_element_is_complex (actual);
}

static gboolean
cell_may_fit (const RsType *formal, const RsType *actual)
{
  if (formal->n_inputs > 0 && formal->rank == 2 && actual->rank == 1) /* {{a, b}, {c, d}}: rows */
    return TRUE;
  if (actual->n_inputs > 0 && formal->n_inputs > 0)
    {
      if (formal->n_inputs != actual->n_inputs)
        return FALSE;
      for (guint i = 0; i < formal->n_inputs; i++)
        if (!rs_type_may_convert (formal->inputs[i], actual->inputs[i]))
          return FALSE;
      return TRUE;
    }
  for (guint i = 0; i < actual->n_inputs; i++)
    if (!rs_type_may_convert (formal->item, actual->inputs[i]))
      return FALSE;
  if (formal->n_inputs == 0 && actual->n_inputs == 0 && !rs_type_may_convert (formal->item, actual->item))
    return FALSE;
  return shape_may_fit (formal, actual);
}

/* A value that is given to a type class has to belong to one of its types already, up to int for scalar. */
static gboolean
choice_may_fit (const RsType *formal, const RsType *actual)
{
  for (guint i = 0; i < formal->n_inputs; i++)
    if (rs_type_may_accept (formal->inputs[i], actual))
      return TRUE;
  return FALSE;
}

gboolean
rs_type_may_accept (const RsType *formal, const RsType *actual)
{
  if (formal->kind == RS_TYPE_NUMBER && actual->kind == RS_TYPE_ARRAY)
    return FALSE;
  if (formal->kind == RS_TYPE_ARRAY && formal->rank != 0 && actual->kind == RS_TYPE_ARRAY
      && actual->rank > formal->rank)
    return FALSE;
  return rs_type_may_convert (formal, actual);
}

static gboolean
is_plain_value (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY || type->kind == RS_TYPE_STRING
         || type->kind == RS_TYPE_RANGE || type->kind == RS_TYPE_CELL;
}

/* formal: a number or an array */
static gboolean
numeric_may_fit (const RsType *formal, const RsType *actual)
{
  if (actual->kind == RS_TYPE_STRING || actual->kind == RS_TYPE_FUNCTION || actual->kind == RS_TYPE_CELL)
    return FALSE;
  if (actual->kind != RS_TYPE_NUMBER && actual->kind != RS_TYPE_ARRAY)
    return TRUE;
  if (!element_may_fit (formal->element, actual->element))
    return FALSE;
  if (formal->kind == RS_TYPE_NUMBER)
    return actual->kind == RS_TYPE_NUMBER || may_be_one_element (actual);
  return actual->kind == RS_TYPE_ARRAY && shape_may_fit (formal, actual);
}

gboolean
rs_type_may_convert (const RsType *formal, const RsType *actual)
{
  if (formal->kind == RS_TYPE_UNKNOWN || actual->kind == RS_TYPE_UNKNOWN)
    return TRUE;
  if (actual->kind == RS_TYPE_CHOICE)
    {
      for (guint i = 0; i < actual->n_inputs; i++)
        if (rs_type_may_convert (formal, actual->inputs[i]))
          return TRUE;
      return actual->n_inputs == 0;
    }
  switch (formal->kind)
    {
    case RS_TYPE_CHOICE:
      return choice_may_fit (formal, actual);
    case RS_TYPE_NUMBER:
    case RS_TYPE_ARRAY:
      return numeric_may_fit (formal, actual);
    case RS_TYPE_STRING:
      return actual->kind != RS_TYPE_FUNCTION && (actual->kind == RS_TYPE_STRING || !is_plain_value (actual));
    case RS_TYPE_CELL:
      return actual->kind == RS_TYPE_CELL ? cell_may_fit (formal, actual)
                                          : actual->kind != RS_TYPE_FUNCTION && !is_plain_value (actual);
    case RS_TYPE_FUNCTION:
      return actual->kind == RS_TYPE_FUNCTION ? rs_type_accepts (formal, actual) : !is_plain_value (actual);
    default:
      return TRUE;
    }
}
