/* Functions of real numbers that the interpreter calls without an argument array: what makes sin (x) in a loop cost
 * little more than sin. They give what the built-ins of runtime/builtin give for scalars.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <math.h>

static double
fraction (double x)
{
  return x - floor (x);
}

static double
larger (double x, double y)
{
  return x < y ? y : x;
}

static double
smaller (double x, double y)
{
  return y < x ? y : x;
}

/* In kernel functions of single precision: as elements of arrays, and as compiled code. */
#define SINGLE(name)                                                                                                   \
  static double name##_of_single (double x)                                                                            \
  {                                                                                                                    \
    return (double)name##f ((float)x);                                                                                 \
  }
SINGLE (sin)
SINGLE (cos)
SINGLE (tan)
SINGLE (asin)
SINGLE (acos)
SINGLE (atan)
SINGLE (exp)
SINGLE (log)
SINGLE (log2)
SINGLE (log10)

static double
atan2_of_single (double x, double y)
{
  return (double)atan2f ((float)x, (float)y);
}

double (*const rs_vm_real_functions[2][RS_N_BUILTINS]) (double) = {
  {
      [RS_BUILTIN_ID_SQRT] = sqrt,
      [RS_BUILTIN_ID_SIN] = sin,
      [RS_BUILTIN_ID_COS] = cos,
      [RS_BUILTIN_ID_TAN] = tan,
      [RS_BUILTIN_ID_ASIN] = asin,
      [RS_BUILTIN_ID_ACOS] = acos,
      [RS_BUILTIN_ID_ATAN] = atan,
      [RS_BUILTIN_ID_EXP] = exp,
      [RS_BUILTIN_ID_LOG] = log,
      [RS_BUILTIN_ID_LOG2] = log2,
      [RS_BUILTIN_ID_LOG10] = log10,
      [RS_BUILTIN_ID_FLOOR] = floor,
      [RS_BUILTIN_ID_CEIL] = ceil,
      [RS_BUILTIN_ID_ROUND] = round,
      [RS_BUILTIN_ID_ABS] = fabs,
      [RS_BUILTIN_ID_FRAC] = fraction,
  },
  {
      [RS_BUILTIN_ID_SQRT] = sqrt,
      [RS_BUILTIN_ID_SIN] = sin_of_single,
      [RS_BUILTIN_ID_COS] = cos_of_single,
      [RS_BUILTIN_ID_TAN] = tan_of_single,
      [RS_BUILTIN_ID_ASIN] = asin_of_single,
      [RS_BUILTIN_ID_ACOS] = acos_of_single,
      [RS_BUILTIN_ID_ATAN] = atan_of_single,
      [RS_BUILTIN_ID_EXP] = exp_of_single,
      [RS_BUILTIN_ID_LOG] = log_of_single,
      [RS_BUILTIN_ID_LOG2] = log2_of_single,
      [RS_BUILTIN_ID_LOG10] = log10_of_single,
      [RS_BUILTIN_ID_FLOOR] = floor,
      [RS_BUILTIN_ID_CEIL] = ceil,
      [RS_BUILTIN_ID_ROUND] = round,
      [RS_BUILTIN_ID_ABS] = fabs,
      [RS_BUILTIN_ID_FRAC] = fraction,
  },
};

double (*const rs_vm_real_functions2[2][RS_N_BUILTINS]) (double, double) = {
  { [RS_BUILTIN_ID_MAX] = larger, [RS_BUILTIN_ID_MIN] = smaller, [RS_BUILTIN_ID_ATAN2] = atan2 },
  { [RS_BUILTIN_ID_MAX] = larger, [RS_BUILTIN_ID_MIN] = smaller, [RS_BUILTIN_ID_ATAN2] = atan2_of_single },
};
