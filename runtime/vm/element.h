/* Elements of arrays without a call: what makes x[i] in an interpreted loop quick.
 *
 * These apply when no launch uses the array, the host has what is asked for, and the index is a number inside the
 * array; in every other case they say FALSE and the general way is taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

static inline gboolean
rs_element_get_index (const RsValue *index, gint64 *i)
{
  if (G_LIKELY (index->tag == RS_TAG_INT))
    *i = index->integer;
  else if (index->tag == RS_TAG_SCALAR && index->scalar > -1e15 && index->scalar < 1e15)
    *i = (gint64)index->scalar;
  else
    return FALSE;
  return TRUE;
}

static inline gboolean
rs_element_load (const RsArray *array, gint64 i, RsValue *value)
{
  if (G_UNLIKELY (__atomic_load_n (&array->pending_writes, __ATOMIC_ACQUIRE) != 0
                  || __atomic_load_n (&array->host_use, __ATOMIC_ACQUIRE) > RS_HOST_READS))
    return FALSE;
  switch (array->element)
    {
    case RS_ELEMENT_SINGLE:
      *value = rs_value_scalar (((const float *)array->data)[i]);
      return TRUE;
    case RS_ELEMENT_DOUBLE:
      *value = rs_value_scalar (((const double *)array->data)[i]);
      return TRUE;
    case RS_ELEMENT_INT32:
      *value = rs_value_int (((const gint32 *)array->data)[i]);
      return TRUE;
    case RS_ELEMENT_UINT8:
      *value = rs_value_int (((const guint8 *)array->data)[i]);
      return TRUE;
    default:
      return FALSE;
    }
}

static inline gboolean
rs_element_place1 (const RsArray *array, const RsValue *index, gint64 *place)
{
  gint64 n;

  if (!rs_element_get_index (index, place))
    return FALSE;
  if (array->rank == 1)
    n = array->dims[0];
  else if (array->rank == 2 && array->dims[0] == 1)
    n = array->dims[1];
  else
    return FALSE;
  return (guint64)*place < (guint64)n;
}

static inline gboolean
rs_element_place2 (const RsArray *array, const RsValue *row, const RsValue *column, gint64 *place)
{
  gint64 i, j;

  if (!rs_element_get_index (row, &i) || !rs_element_get_index (column, &j))
    return FALSE;
  if (array->rank == 1)
    {
      *place = j;
      return i == 0 && (guint64)j < (guint64)array->dims[0];
    }
  /* Without a sign: what is outside may overflow, and is not used. */
  *place = (gint64)((guint64)i * (guint64)array->dims[1] + (guint64)j);
  return array->rank == 2 && (guint64)i < (guint64)array->dims[0] && (guint64)j < (guint64)array->dims[1];
}

static inline gboolean
rs_element_place3 (const RsArray *array, const RsValue *row, const RsValue *column, const RsValue *channel,
                   gint64 *place)
{
  gint64 i, j, k;

  if (array->rank != 3 || !rs_element_get_index (row, &i) || !rs_element_get_index (column, &j)
      || !rs_element_get_index (channel, &k))
    return FALSE;
  *place = (gint64)(((guint64)i * (guint64)array->dims[1] + (guint64)j) * (guint64)array->dims[2] + (guint64)k);
  return (guint64)i < (guint64)array->dims[0] && (guint64)j < (guint64)array->dims[1]
         && (guint64)k < (guint64)array->dims[2];
}

static inline gboolean
rs_element_load1 (const RsArray *array, const RsValue *index, RsValue *value)
{
  gint64 place;

  return rs_element_place1 (array, index, &place) && rs_element_load (array, place, value);
}

static inline gboolean
rs_element_load2 (const RsArray *array, const RsValue *row, const RsValue *column, RsValue *value)
{
  gint64 place;

  return rs_element_place2 (array, row, column, &place) && rs_element_load (array, place, value);
}

static inline gboolean
rs_element_load3 (const RsArray *array, const RsValue *row, const RsValue *column, const RsValue *channel,
                  RsValue *value)
{
  gint64 place;

  return rs_element_place3 (array, row, column, channel, &place) && rs_element_load (array, place, value);
}

/* The new value of a floating element; FALSE when op is none of the four that are done here. */
static inline gboolean
rs_element_combine (RsOperator op, double old, double x, double *result)
{
  switch (op)
    {
    case RS_OP_NONE:
      *result = x;
      return TRUE;
    case RS_OP_ASSIGN_ADD:
      *result = old + x;
      return TRUE;
    case RS_OP_ASSIGN_SUBTRACT:
      *result = old - x;
      return TRUE;
    case RS_OP_ASSIGN_MULTIPLY:
      *result = old * x;
      return TRUE;
    default:
      return FALSE;
    }
}

static inline gboolean
rs_element_store (RsArray *array, gint64 i, RsOperator op, const RsValue *value)
{
  double x;

  if (G_UNLIKELY (!rs_value_is_number (*value) || __atomic_load_n (&array->pending_writes, __ATOMIC_ACQUIRE) != 0
                  || __atomic_load_n (&array->pending_reads, __ATOMIC_ACQUIRE) != 0
                  || __atomic_load_n (&array->host_use, __ATOMIC_ACQUIRE) != RS_HOST_OWNS))
    return FALSE;
  switch (array->element)
    {
    case RS_ELEMENT_SINGLE:
      if (!rs_element_combine (op, ((float *)array->data)[i], rs_value_to_double (*value), &x))
        return FALSE;
      if (G_UNLIKELY ((float)x - (float)x != 0)) /* NaN and infinite numbers may be errors: not here */
        return FALSE;
      ((float *)array->data)[i] = (float)x;
      break;
    case RS_ELEMENT_DOUBLE:
      if (!rs_element_combine (op, ((double *)array->data)[i], rs_value_to_double (*value), &x))
        return FALSE;
      if (G_UNLIKELY (x - x != 0))
        return FALSE;
      ((double *)array->data)[i] = x;
      break;
    case RS_ELEMENT_INT32:
      if (op != RS_OP_NONE || value->tag != RS_TAG_INT || value->integer != (gint32)value->integer)
        return FALSE;
      ((gint32 *)array->data)[i] = (gint32)value->integer;
      break;
    case RS_ELEMENT_UINT8:
      if (op != RS_OP_NONE || value->tag != RS_TAG_INT || value->integer != (guint8)value->integer)
        return FALSE;
      ((guint8 *)array->data)[i] = (guint8)value->integer;
      break;
    default:
      return FALSE;
    }
  array->version++;
  return TRUE;
}

static inline gboolean
rs_element_store1 (RsArray *array, const RsValue *index, RsOperator op, const RsValue *value)
{
  gint64 place;

  return rs_element_place1 (array, index, &place) && rs_element_store (array, place, op, value);
}

static inline gboolean
rs_element_store2 (RsArray *array, const RsValue *row, const RsValue *column, RsOperator op, const RsValue *value)
{
  gint64 place;

  return rs_element_place2 (array, row, column, &place) && rs_element_store (array, place, op, value);
}

static inline gboolean
rs_element_store3 (RsArray *array, const RsValue *row, const RsValue *column, const RsValue *channel, RsOperator op,
                   const RsValue *value)
{
  gint64 place;

  return rs_element_place3 (array, row, column, channel, &place) && rs_element_store (array, place, op, value);
}

/* Whether a value is already what a declared type asks for: an array of that element, rank and size. */
/* An object that a parameter or variable of the type takes as it is: where a copy is due (see rs_value_copy_object),
 * only one that nobody else refers to. is_moved: the reference goes over. */
static inline gboolean
rs_object_fits (RsValue value, const RsType *type, gboolean is_moved)
{
  const RsClass *class;

  if (value.tag != RS_TAG_OBJECT || (type->kind != RS_TYPE_CLASS && type->kind != RS_TYPE_POINTER))
    return FALSE;
  class = value.class_object->class;
  if (class == NULL || class != rs_type_get_class (type))
    return FALSE;
  return type->kind == RS_TYPE_POINTER || class->kind != RS_CLASS_MUTABLE
         || (is_moved && value.object->ref_count == 1);
}

static inline gboolean
rs_fits_exactly (RsValue value, const RsType *type)
{
  if (value.tag != RS_TAG_ARRAY || type->kind != RS_TYPE_ARRAY || value.array->element != type->element
      || value.array->rank != type->rank
      || (type->overflow != RS_OVERFLOW_DEFAULT && value.array->overflow != type->overflow))
    return FALSE;
  for (int d = 0; d < type->rank; d++)
    if (type->sizes[d] != RS_SIZE_UNKNOWN && type->sizes[d] != value.array->dims[d])
      return FALSE;
  return TRUE;
}

/* Whether a kernel or device function takes the array as it is for a parameter of that type: one of integers for
 * scalars or other integers, and of open size. What it stores is seen by those who hold the array (LANGUAGE.md, Loops
 * and kernels). */
static inline gboolean
rs_keeps_integers (RsValue value, const RsType *type)
{
  if (value.tag != RS_TAG_ARRAY || type->kind != RS_TYPE_ARRAY || !rs_element_is_integer (value.array->element)
      || !(rs_element_is_floating (type->element) || rs_element_is_integer (type->element))
      || rs_element_is_complex (type->element) || type->overflow != RS_OVERFLOW_DEFAULT
      || value.array->rank != type->rank)
    return FALSE;
  for (int d = 0; d < type->rank; d++)
    if (type->sizes[d] != RS_SIZE_UNKNOWN)
      return FALSE;
  return TRUE;
}

/* --- cells of anything --- */

/* The element of a cell that is a list; NULL: the general way. */
static inline RsValue *
rs_element_of_list (const RsCell *cell, const RsValue *index)
{
  gint64 i;

  if (cell->rank != 1 || cell->item != NULL || cell->type != NULL || !rs_element_get_index (index, &i)
      || (guint64)i >= (guint64)cell->n_elements)
    return NULL;
  return &cell->elements[i];
}

static inline gboolean
rs_element_load_list (RsValue object, const RsValue *index, RsValue *value)
{
  const RsValue *element = object.tag == RS_TAG_CELL ? rs_element_of_list (object.cell, index) : NULL;

  if (element == NULL || element->tag == RS_TAG_NONE)
    return FALSE;
  *value = rs_value_ref (*element);
  return TRUE;
}

static inline gboolean
rs_element_store_list (RsValue object, const RsValue *index, guint op, RsValue value)
{
  RsValue *element
      = object.tag == RS_TAG_CELL && value.tag != RS_TAG_NONE ? rs_element_of_list (object.cell, index) : NULL;
  RsValue old;

  if (element == NULL || (op != RS_OP_NONE && op != RS_OP_ASSIGN))
    return FALSE;
  old = *element;
  *element = rs_value_ref (value);
  rs_value_clear (&old);
  return TRUE;
}
