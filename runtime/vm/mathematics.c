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

double (*const rs_vm_real_functions[RS_N_BUILTINS]) (double) = {
  [RS_BUILTIN_ID_SQRT] = sqrt,     [RS_BUILTIN_ID_SIN] = sin,     [RS_BUILTIN_ID_COS] = cos,
  [RS_BUILTIN_ID_TAN] = tan,       [RS_BUILTIN_ID_ASIN] = asin,   [RS_BUILTIN_ID_ACOS] = acos,
  [RS_BUILTIN_ID_ATAN] = atan,     [RS_BUILTIN_ID_EXP] = exp,     [RS_BUILTIN_ID_LOG] = log,
  [RS_BUILTIN_ID_LOG2] = log2,     [RS_BUILTIN_ID_LOG10] = log10, [RS_BUILTIN_ID_FLOOR] = floor,
  [RS_BUILTIN_ID_CEIL] = ceil,     [RS_BUILTIN_ID_ROUND] = round, [RS_BUILTIN_ID_ABS] = fabs,
  [RS_BUILTIN_ID_FRAC] = fraction,
};

double (*const rs_vm_real_functions2[RS_N_BUILTINS]) (double, double) = {
  [RS_BUILTIN_ID_MAX] = larger,
  [RS_BUILTIN_ID_MIN] = smaller,
  [RS_BUILTIN_ID_ATAN2] = atan2,
};
