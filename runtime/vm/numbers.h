/* Arithmetic of numbers that C does not have as an operator, exact for integers (LANGUAGE.md "Numbers").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/arithmetic/integer-arithmetic.h"
#include "runtime/vm/vm-private.h"

#include <math.h>

/* Of DIVIDE_TRUNCATE to DOT_DIVIDE_CEIL. */
static inline RsQuotient
rs_opcode_get_quotient (RsOpcode op)
{
  return op == RS_OPCODE_DIVIDE_TRUNCATE || op == RS_OPCODE_DOT_DIVIDE_TRUNCATE ? RS_QUOTIENT_TRUNCATE
         : op == RS_OPCODE_DIVIDE_FLOOR || op == RS_OPCODE_DOT_DIVIDE_FLOOR     ? RS_QUOTIENT_FLOOR
                                                                                : RS_QUOTIENT_CEIL;
}

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
