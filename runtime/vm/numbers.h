/* Arithmetic of numbers that C does not have as an operator, exact for integers (LANGUAGE.md "Numbers").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/vm/vm-private.h"

#include <math.h>

/* With the sign of the divisor. */
static inline gint64
rs_modulo_of_integers (gint64 a, gint64 b)
{
  gint64 r;

  if (b == -1)
    return 0;
  r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* Zero is +0, as in compiled code. */
static inline double
rs_modulo_of_scalars (double a, double b)
{
  double r = fmod (a, b);

  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0;
}

/* Integer powers of integers; FALSE when the result is no 64-bit integer. */
static inline gboolean
rs_power_of_integers (gint64 base, gint64 exponent, gint64 *result)
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

static inline gint64
rs_divide_integers (gint64 a, gint64 b, RsOpcode op)
{
  gint64 q;

  if (b == 0)
    return 0; /* as in compiled code; mod (a, 0) is 0, too */
  if (b == -1 && a == G_MININT64)
    return rs_truncate ((double)a / (double)b);
  q = a / b;
  if (a % b != 0)
    {
      if (op == RS_OPCODE_DIVIDE_FLOOR && (a < 0) != (b < 0))
        q--;
      else if (op == RS_OPCODE_DIVIDE_CEIL && (a < 0) == (b < 0))
        q++;
    }
  return q;
}
