/* Quotients and powers of integers, exact (LANGUAGE.md "Numbers"): of numbers for the virtual machine, of arrays for
 * rs_value_binary and for int (a ./ b) and its like.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

typedef enum
{
  RS_QUOTIENT_TRUNCATE,
  RS_QUOTIENT_FLOOR,
  RS_QUOTIENT_CEIL,
} RsQuotient;

/* By zero 0, as in compiled code; -2^63 by -1 is the nearest integer. */
static inline gint64
rs_integer_quotient (gint64 a, gint64 b, RsQuotient rounding)
{
  gint64 q;

  if (b == 0)
    return 0;
  if (b == -1)
    return a == G_MININT64 ? G_MAXINT64 : -a;
  q = a / b;
  if (a % b != 0)
    {
      if (rounding == RS_QUOTIENT_FLOOR && (a < 0) != (b < 0))
        q--;
      else if (rounding == RS_QUOTIENT_CEIL && (a < 0) == (b < 0))
        q++;
    }
  return q;
}

/* FALSE when the result is no integer of 64 bits. */
static inline gboolean
rs_integer_power (gint64 base, gint64 exponent, gint64 *result)
{
  gint64 power = 1;

  if (exponent < 0)
    return FALSE;
  while (exponent > 0)
    {
      if ((exponent & 1) != 0 && __builtin_mul_overflow (power, base, &power))
        return FALSE;
      exponent >>= 1;
      if (exponent > 0 && __builtin_mul_overflow (base, base, &base))
        return FALSE;
    }
  *result = power;
  return TRUE;
}

/* Whether value is an integer, a logical value or an array of such that signed 64 bits hold. */
gboolean
rs_value_is_integral (RsValue value);

/* left and right: integral, at least one an ARRAY. Elements have 32 bits, and 64 where one needs them. (transfer
 * full) */
RsArray *
rs_array_quotient (RsQuotient rounding, RsValue left, RsValue right, GError **error);
/* NULL without an error: a result is no integer of 64 bits. (transfer full) */
RsArray *
rs_array_integer_power (RsValue left, RsValue right, GError **error);
