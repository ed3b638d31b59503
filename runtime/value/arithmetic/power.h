/* Powers of real numbers (LANGUAGE.md "Numbers"): products for small whole exponents and a root for 0.5, as compiled
 * code has them, so that they are the same bits everywhere; the C library's otherwise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <math.h>

#define RS_MOST_FACTORS 16

#define RS_DEFINE_POWER(name, T, trunc_, fabs_, sqrt_, pow_)                                                           \
  static inline T name (T x, T y)                                                                                      \
  {                                                                                                                    \
    if (y == (T)0.5)                                                                                                   \
      return x == -(T)INFINITY ? (T)INFINITY : sqrt_ (x);                                                              \
    if (y != trunc_ (y) || fabs_ (y) > RS_MOST_FACTORS)                                                                \
      return pow_ (x, y);                                                                                              \
    if (y == 0)                                                                                                        \
      return 1;                                                                                                        \
    const unsigned n = (unsigned)fabs_ (y);                                                                            \
    T product = x;                                                                                                     \
    for (int bit = 30 - __builtin_clz (n); bit >= 0; bit--)                                                            \
      {                                                                                                                \
        product *= product;                                                                                            \
        if ((n >> bit & 1) != 0)                                                                                       \
          product *= x;                                                                                                \
      }                                                                                                                \
    return y < 0 ? 1 / product : product;                                                                              \
  }

RS_DEFINE_POWER (rs_power, double, trunc, fabs, sqrt, pow)
RS_DEFINE_POWER (rs_power_single, float, truncf, fabsf, sqrtf, powf)

/* power: x^n in floating point, which may not hold n and so not know that it is odd. */
static inline double
rs_power_sign (double power, double x, gint64 n)
{
  return (n & 1) != 0 ? copysign (power, x) : power;
}
