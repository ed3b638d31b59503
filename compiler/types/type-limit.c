/* The elements that types have in arrays, and the largest and smallest numbers of types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

#include <float.h>

RsElement
rs_type_get_array_element (const RsType *type, RsPrecision precision)
{
  if (type->kind != RS_TYPE_NUMBER || type->is_element)
    return type->element;
  if (rs_type_equal (type, &rs_type_scalar))
    return rs_element_of_precision (precision);
  return rs_type_equal (type, &rs_type_int) ? RS_ELEMENT_INT32 : type->element;
}

static gint64
largest_of_bits (guint bits)
{
  return (gint64)(((guint64)1 << bits) - 1);
}

gboolean
rs_type_get_limit (const RsType *type, RsPrecision precision, gboolean largest, gboolean *is_integer, gint64 *integer,
                   double *scalar)
{
  RsElement element = rs_type_get_array_element (type, precision);
  guint bits = 8 * (guint)rs_element_get_bytes (element);

  if (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY)
    return FALSE;
  *is_integer = TRUE;
  switch (element)
    {
    case RS_ELEMENT_BOOL:
      *integer = largest;
      return TRUE;
    case RS_ELEMENT_INT8:
    case RS_ELEMENT_INT16:
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_INT64:
      *integer = largest ? largest_of_bits (bits - 1) : -largest_of_bits (bits - 1) - 1;
      return TRUE;
    case RS_ELEMENT_UINT8:
    case RS_ELEMENT_UINT16:
    case RS_ELEMENT_UINT32:
      *integer = largest ? largest_of_bits (bits) : 0;
      return TRUE;
    case RS_ELEMENT_UINT64: /* no host integer holds the largest */
      *is_integer = !largest;
      *integer = 0;
      *scalar = 0x1p64;
      return TRUE;
    case RS_ELEMENT_HALF:
      *scalar = 65504;
      break;
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_CSINGLE:
      *scalar = (double)FLT_MAX;
      break;
    default:
      *scalar = DBL_MAX;
    }
  *is_integer = FALSE;
  *scalar = largest ? *scalar : -*scalar;
  return TRUE;
}
