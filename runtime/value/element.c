/* One element of an array as a value, and back: the conversions between host numbers and element types.
 *
 * Integers: the array's overflow rule decides what happens to a number that does not fit; host code checks unless the
 * variable says otherwise (LANGUAGE.md, "Integer arrays"). Scalars are truncated toward zero first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/array.h"

#include <math.h>

#include "runtime/base/error.h"

typedef struct {
  double low, high; /* exact, but for the upper bounds of 64 bits, which are the next power of two */
  gboolean high_is_open;
  const char *name;
} IntegerRange;

/* Bounds follow from the size and sign of a type; the table of elements has both. */
#define SIGNED_RANGE(bytes, text)                                                                                      \
  {                                                                                                                    \
    -ldexp (1, 8 * bytes - 1), bytes < 8 ? ldexp (1, 8 * bytes - 1) - 1 : 0x1p63, bytes == 8, text                     \
  }
#define UNSIGNED_RANGE(bytes, text) { 0, bytes < 8 ? ldexp (1, 8 * bytes) - 1 : 0x1p64, bytes == 8, text }
#define LOGICAL_RANGE(bytes, text) { 0, 0, FALSE, NULL }
#define FLOATING_RANGE(bytes, text) { 0, 0, FALSE, NULL }
#define COMPLEX_RANGE(bytes, text) { 0, 0, FALSE, NULL }

/* name is NULL when element is no integer. */
static IntegerRange
get_range (RsElement element)
{
  switch (element)
    {
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class)                                                           \
    case RS_ELEMENT_##NAME:                                                                                            \
      return (IntegerRange) class##_RANGE (bytes, text);
#include "compiler/types/elements.def"
#undef RS_ELEMENT
    default:
      return (IntegerRange){ 0, 0, FALSE, NULL };
    }
}

static RsValue
new_complex (double re, double im)
{
  RsComplex *complex = g_new (RsComplex, 1);

  *complex = (RsComplex){ .base = { .ref_count = 1, .tag = RS_TAG_COMPLEX }, .re = re, .im = im };
  return rs_value_object (complex);
}

RsValue
rs_array_get_element (RsArray *array, gint64 index)
{
  g_assert (index >= 0 && index < array->n_elements);
  gconstpointer data = rs_array_read (array);

  switch (array->element)
    {
    case RS_ELEMENT_BOOL:
      return rs_value_bool (((const guint8 *)data)[index]);
    case RS_ELEMENT_INT8:
      return rs_value_int (((const gint8 *)data)[index]);
    case RS_ELEMENT_UINT8:
      return rs_value_int (((const guint8 *)data)[index]);
    case RS_ELEMENT_INT16:
      return rs_value_int (((const gint16 *)data)[index]);
    case RS_ELEMENT_UINT16:
      return rs_value_int (((const guint16 *)data)[index]);
    case RS_ELEMENT_INT32:
      return rs_value_int (((const gint32 *)data)[index]);
    case RS_ELEMENT_UINT32:
      return rs_value_int (((const guint32 *)data)[index]);
    case RS_ELEMENT_INT64:
      return rs_value_int (((const gint64 *)data)[index]);
    case RS_ELEMENT_UINT64:
      {
        guint64 x = ((const guint64 *)data)[index];

        return x <= G_MAXINT64 ? rs_value_int ((gint64)x) : rs_value_scalar ((double)x);
      }
    case RS_ELEMENT_HALF:
      return rs_value_scalar ((double)((const _Float16 *)data)[index]);
    case RS_ELEMENT_SINGLE:
      return rs_value_scalar ((double)((const float *)data)[index]);
    case RS_ELEMENT_DOUBLE:
      return rs_value_scalar (((const double *)data)[index]);
    case RS_ELEMENT_CSINGLE:
      return new_complex ((double)((const float *)data)[2 * index], (double)((const float *)data)[2 * index + 1]);
    case RS_ELEMENT_CDOUBLE:
      return new_complex (((const double *)data)[2 * index], ((const double *)data)[2 * index + 1]);
    default:
      g_return_val_if_reached (RS_NONE);
    }
}

static gboolean
fits (IntegerRange range, double x)
{
  return x >= range.low && (range.high_is_open ? x < range.high : x <= range.high);
}

/* A scalar that does not fit, as the low 64 bits of the integer that it stands for; NaN and infinities give 0. */
static guint64
wrap (double x)
{
  double rest;

  if (!isfinite (x))
    return 0;
  rest = fmod (trunc (x), 0x1p64);
  return rest < 0 ? -(guint64)-rest : (guint64)rest;
}

static guint64
saturate (IntegerRange range, double x)
{
  if (isnan (x))
    return 0;
  if (x < range.low)
    return (guint64)(gint64)range.low;
  if (range.high_is_open)
    return range.low < 0 ? (guint64)G_MAXINT64 : G_MAXUINT64;
  return (guint64)range.high;
}

/* The bits of value as an integer element; *bits is stored with the element's width. */
static gboolean
to_integer (RsArray *array, RsValue value, guint64 *bits, GError **error)
{
  IntegerRange range = get_range (array->element);
  double x = trunc (rs_value_to_double (value));
  /* An int64 beyond 2^53 loses digits as a double, but never crosses a bound of a type that it fits. */
  gboolean does_fit = value.tag == RS_TAG_SCALAR || array->element != RS_ELEMENT_INT64 ? fits (range, x) : TRUE;

  if (does_fit || array->overflow == RS_OVERFLOW_WRAP)
    {
      if (value.tag != RS_TAG_SCALAR)
        *bits = (guint64)value.integer;
      else if (does_fit)
        *bits = range.low < 0 ? (guint64)(gint64)x : (guint64)x;
      else
        *bits = wrap (x);
      return TRUE;
    }
  if (array->overflow == RS_OVERFLOW_SATURATE)
    {
      *bits = saturate (range, x);
      return TRUE;
    }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW, "%.17g does not fit into an element of type %s",
               rs_value_to_double (value), range.name);
  return FALSE;
}

static void
store_integer (gpointer data, RsElement element, gint64 index, guint64 bits)
{
  switch (element)
    {
    case RS_ELEMENT_INT8:
    case RS_ELEMENT_UINT8:
      ((guint8 *)data)[index] = (guint8)bits;
      break;
    case RS_ELEMENT_INT16:
    case RS_ELEMENT_UINT16:
      ((guint16 *)data)[index] = (guint16)bits;
      break;
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_UINT32:
      ((guint32 *)data)[index] = (guint32)bits;
      break;
    default:
      ((guint64 *)data)[index] = bits;
    }
}

static gboolean
store_floating (RsArray *array, gint64 index, double re, double im)
{
  gpointer data = rs_array_write (array);

  switch (array->element)
    {
    case RS_ELEMENT_BOOL:
      ((guint8 *)data)[index] = re != 0 || im != 0;
      return TRUE;
    case RS_ELEMENT_HALF:
      ((_Float16 *)data)[index] = (_Float16)re;
      return TRUE;
    case RS_ELEMENT_SINGLE:
      ((float *)data)[index] = (float)re;
      return TRUE;
    case RS_ELEMENT_DOUBLE:
      ((double *)data)[index] = re;
      return TRUE;
    case RS_ELEMENT_CSINGLE:
      ((float *)data)[2 * index] = (float)re;
      ((float *)data)[2 * index + 1] = (float)im;
      return TRUE;
    case RS_ELEMENT_CDOUBLE:
      ((double *)data)[2 * index] = re;
      ((double *)data)[2 * index + 1] = im;
      return TRUE;
    default:
      g_return_val_if_reached (FALSE);
    }
}

static gboolean
set_complex (RsArray *array, gint64 index, const RsComplex *complex, GError **error)
{
  if (array->element == RS_ELEMENT_CSINGLE || array->element == RS_ELEMENT_CDOUBLE)
    return store_floating (array, index, complex->re, complex->im);
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STORE_TYPE,
                       "a complex number can't be stored into an array of real numbers");
  return FALSE;
}

gboolean
rs_array_set_element (RsArray *array, gint64 index, RsValue value, GError **error)
{
  guint64 bits;

  g_assert (index >= 0 && index < array->n_elements);
  if (value.tag == RS_TAG_COMPLEX)
    return set_complex (array, index, value.complex, error);
  if (!rs_value_is_number (value))
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STORE_TYPE,
                           "an element of an array has to be a number");
      return FALSE;
    }
  if (get_range (array->element).name == NULL)
    return store_floating (array, index, rs_value_to_double (value), 0);
  if (!to_integer (array, value, &bits, error))
    return FALSE;
  store_integer (rs_array_write (array), array->element, index, bits);
  return TRUE;
}
