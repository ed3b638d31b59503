/* Quotients and powers of arrays of integers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/integer-arithmetic.h"

#include "runtime/value/arithmetic/array-arithmetic.h"

RS_DEFINE_BINARY_LOOP (truncate_quotients, gint64, gint64, rs_integer_quotient (x, y, RS_QUOTIENT_TRUNCATE))
RS_DEFINE_BINARY_LOOP (floor_quotients, gint64, gint64, rs_integer_quotient (x, y, RS_QUOTIENT_FLOOR))
RS_DEFINE_BINARY_LOOP (ceil_quotients, gint64, gint64, rs_integer_quotient (x, y, RS_QUOTIENT_CEIL))

static gint64
power_or_zero (gint64 base, gint64 exponent)
{
  gint64 result = 0;

  rs_integer_power (base, exponent, &result);
  return result;
}

RS_DEFINE_BINARY_LOOP (squares, gint64, gint64, (gint64)((guint64)x * (guint64)x) + 0 * y)
RS_DEFINE_BINARY_LOOP (powers, gint64, gint64, power_or_zero (x, y))

#define LARGEST_ROOT 3037000499 /* whose square has 63 bits */

/* Whether 64 bits hold the square. */
RS_DEFINE_BINARY_LOOP (are_roots, gint64, guint8, (x >= -LARGEST_ROOT && x <= LARGEST_ROOT && y == 2))
RS_DEFINE_BINARY_LOOP (have_powers, gint64, guint8, rs_integer_power (x, y, &(gint64){ 0 }))

gboolean
rs_value_is_integral (RsValue value)
{
  if (value.tag == RS_TAG_ARRAY)
    return value.array->element != RS_ELEMENT_UINT64 && rs_compute_of_element (value.array->element) == RS_COMPUTE_INT;
  return value.tag == RS_TAG_BOOL || value.tag == RS_TAG_INT;
}

/* As sums and products are: rs_array_binary. */
static RsArray *
map_widening (const char *name, RsBinaryLoop loop, RsValue left, RsValue right, GError **error)
{
  RsElement element = rs_arithmetic_element (RS_OP_ADD, left, right, RS_PRECISION_DOUBLE);
  g_autoptr (GError) narrow = NULL;
  RsArray *result;

  if (element != RS_ELEMENT_INT32)
    return rs_array_map_binary (name, loop, RS_COMPUTE_INT, element, left, right, error);
  result = rs_array_map_binary (name, loop, RS_COMPUTE_INT, element, left, right, &narrow);
  if (result == NULL && g_error_matches (narrow, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW))
    return rs_array_map_binary (name, loop, RS_COMPUTE_INT, RS_ELEMENT_INT64, left, right, error);
  if (result == NULL)
    g_propagate_error (error, g_steal_pointer (&narrow));
  return result;
}

RsArray *
rs_array_quotient (RsQuotient rounding, RsValue left, RsValue right, GError **error)
{
  static const RsBinaryLoop loops[] = { truncate_quotients, floor_quotients, ceil_quotients };

  g_assert (rounding < G_N_ELEMENTS (loops));
  g_assert (rs_value_is_integral (left) && rs_value_is_integral (right));
  return map_widening ("operator /", loops[rounding], left, right, error);
}

RsArray *
rs_array_integer_power (RsValue left, RsValue right, GError **error)
{
  g_assert (rs_value_is_integral (left) && rs_value_is_integral (right));

  const gboolean is_square = right.tag == RS_TAG_INT && right.integer == 2;
  g_autoptr (RsArray) fits = rs_array_map_binary ("operator ^", is_square ? are_roots : have_powers, RS_COMPUTE_INT,
                                                  RS_ELEMENT_BOOL, left, right, error);

  if (fits == NULL || memchr (rs_array_read (fits), 0, (gsize)fits->n_elements) != NULL)
    return NULL;
  return map_widening ("operator ^", is_square ? squares : powers, left, right, error);
}
