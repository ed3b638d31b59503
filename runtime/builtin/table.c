/* The table of built-in functions, made from compiler/builtins.def, and the values of the constants.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/builtin.h"

#include <float.h>
#include <math.h>

#define IS_FUNCTION(flags) (((flags) & (RS_BUILTIN_HOST | RS_BUILTIN_CONSTANT | RS_BUILTIN_MACHINE)) == RS_BUILTIN_HOST)

const RsBuiltinFunction rs_builtin_functions[RS_N_BUILTINS] = {
#define RS_BUILTIN(ID, name, min, max, flags, result, signature, documentation, example, prints)                       \
  [RS_BUILTIN_ID_##ID] = IS_FUNCTION (flags) ? rs_builtin_##ID : NULL,
#include "compiler/builtins.def"
#undef RS_BUILTIN
};

RsValue
rs_builtin_get_constant (guint id, RsPrecision precision)
{
  switch (id)
    {
    case RS_BUILTIN_ID_PI:
      return rs_value_scalar (G_PI);
    case RS_BUILTIN_ID_EPS:
      return rs_value_scalar (precision == RS_PRECISION_DOUBLE ? DBL_EPSILON : (double)FLT_EPSILON);
    case RS_BUILTIN_ID_INF:
      return rs_value_scalar (HUGE_VAL);
    case RS_BUILTIN_ID_NAN:
      return rs_value_scalar (NAN);
    case RS_BUILTIN_ID_TRUE:
      return rs_value_bool (TRUE);
    case RS_BUILTIN_ID_NULL:
    case RS_BUILTIN_ID_NULLPTR:
      return RS_NULL;
    case RS_BUILTIN_ID_FALSE:
      return rs_value_bool (FALSE);
    default:
      g_return_val_if_reached (RS_NONE);
    }
}
