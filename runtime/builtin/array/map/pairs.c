/* Element-wise functions of two and three arguments: mod, max, min, atan2, bits, interpolation, limits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/map/pairs.h"

#include "runtime/builtin/array/map/map.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/arithmetic/power.h"
#include "runtime/value/index/indexing.h"

#include <math.h>

/* The sign of b; by zero, 0 for integers and NaN for real numbers. */
static inline gint64
mod_integer (gint64 a, gint64 b)
{
  gint64 rest;

  if (b == 0 || b == -1)
    return 0;
  rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* Zero is +0, as in compiled code. */
static inline double
mod_double (double a, double b)
{
  double rest = fmod (a, b);

  return (rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest) + 0.0;
}

static inline float
mod_float (float a, float b)
{
  float rest = fmodf (a, b);

  return (rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest) + 0.0f;
}

static inline gint64
extend (RsBoundary boundary, gint64 index, gint64 size)
{
  rs_boundary_apply (boundary, size, &index);
  return index;
}

static inline gint64
shift_left (gint64 a, gint64 n)
{
  return n >= 0 && n < 64 ? (gint64)((guint64)a << n) : 0;
}

static inline gint64
shift_right (gint64 a, gint64 n)
{
  return n >= 0 && n < 64 ? a >> n : a < 0 ? -1 : 0;
}

RS_DEFINE_BINARY_LOOP (mod_int, gint64, gint64, mod_integer (x, y))
RS_DEFINE_BINARY_LOOP (mod_singles, float, float, mod_float (x, y))
RS_DEFINE_BINARY_LOOP (mod_doubles, double, double, mod_double (x, y))
RS_DEFINE_BINARY_LOOP (max_int, gint64, gint64, x < y ? y : x)
RS_DEFINE_BINARY_LOOP (max_single, float, float, x < y ? y : x)
RS_DEFINE_BINARY_LOOP (max_double, double, double, x < y ? y : x)
RS_DEFINE_BINARY_LOOP (min_int, gint64, gint64, y < x ? y : x)
RS_DEFINE_BINARY_LOOP (min_single, float, float, y < x ? y : x)
RS_DEFINE_BINARY_LOOP (min_double, double, double, y < x ? y : x)
RS_DEFINE_BINARY_LOOP (atan2_single, float, float, atan2f (x, y))
RS_DEFINE_BINARY_LOOP (atan2_double, double, double, atan2 (x, y))
RS_DEFINE_BINARY_LOOP (hypot_single, float, float, hypotf (x, y))
RS_DEFINE_BINARY_LOOP (hypot_double, double, double, hypot (x, y))
RS_DEFINE_BINARY_LOOP (and_int, gint64, gint64, x &y)
RS_DEFINE_BINARY_LOOP (or_int, gint64, gint64, x | y)
RS_DEFINE_BINARY_LOOP (xor_int, gint64, gint64, x ^ y)
RS_DEFINE_BINARY_LOOP (shl_int, gint64, gint64, shift_left (x, y))
RS_DEFINE_BINARY_LOOP (shr_int, gint64, gint64, shift_right (x, y))
RS_DEFINE_BINARY_LOOP (periodize_int, gint64, gint64, extend (RS_BOUNDARY_CIRCULAR, x, y))
RS_DEFINE_BINARY_LOOP (mirror_int, gint64, gint64, extend (RS_BOUNDARY_MIRROR, x, y))
RS_DEFINE_BINARY_LOOP (complex_single, float _Complex, float _Complex, CMPLXF (crealf (x), crealf (y)))
RS_DEFINE_BINARY_LOOP (complex_double, double _Complex, double _Complex, CMPLX (creal (x), creal (y)))

static const RsBinaryMap max_map = { "max", FALSE, { max_int, max_single, max_double } };
static const RsBinaryMap min_map = { "min", FALSE, { min_int, min_single, min_double } };

gboolean
rs_value_maximum (RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  return rs_map_binary (&max_map, left, right, precision, result, error);
}

gboolean
rs_value_minimum (RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  return rs_map_binary (&min_map, left, right, precision, result, error);
}

RS_DEFINE_BUILTIN (MOD)
{
  static const RsBinaryMap map = { "mod", FALSE, { mod_int, mod_singles, mod_doubles } };

  return rs_call_map_binary (call, &map, error);
}

RS_DEFINE_BUILTIN (ATAN2)
{
  static const RsBinaryMap map = { "atan2", TRUE, { NULL, atan2_single, atan2_double } };

  return rs_call_map_binary (call, &map, error);
}

RS_DEFINE_BUILTIN (HYPOT)
{
  static const RsBinaryMap map = { "hypot", TRUE, { NULL, hypot_single, hypot_double } };

  return rs_call_map_binary (call, &map, error);
}

/* Real numbers are truncated first, as when they are stored in an int. */
static gboolean
call_integers (RsCall *call, const RsBinaryMap *map, GError **error)
{
  RsValue integers[2] = { RS_NONE, RS_NONE };
  RsCall truncation = *call;
  gboolean good = TRUE;

  for (guint i = 0; i < 2 && good; i++)
    {
      truncation.arguments = &call->arguments[i];
      truncation.n_arguments = 1;
      truncation.results = &integers[i];
      good = rs_builtin_INT (&truncation, error);
    }
  good = good && rs_map_binary (map, integers[0], integers[1], rs_call_get_precision (call), &call->results[0], error);
  rs_value_clear (&integers[0]);
  rs_value_clear (&integers[1]);
  return good;
}

#define INTEGER_FUNCTION(ID, name, loop)                                                                               \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    static const RsBinaryMap map = { name, FALSE, { loop, NULL, NULL } };                                              \
    return call_integers (call, &map, error);                                                                          \
  }

INTEGER_FUNCTION (AND, "and", and_int)
INTEGER_FUNCTION (OR, "or", or_int)
INTEGER_FUNCTION (XOR, "xor", xor_int)
INTEGER_FUNCTION (SHL, "shl", shl_int)
INTEGER_FUNCTION (SHR, "shr", shr_int)
INTEGER_FUNCTION (PERIODIZE, "periodize", periodize_int)
INTEGER_FUNCTION (MIRROR_EXT, "mirror_ext", mirror_int)

RS_DEFINE_BUILTIN (POW)
{
  const RsValue x = call->arguments[0], y = call->arguments[1];

  if (call->is_single && rs_value_is_number (x) && rs_value_is_number (y)
      && (x.tag == RS_TAG_SCALAR || y.tag == RS_TAG_SCALAR))
    {
      const double power = rs_power_single ((float)rs_value_to_double (x), (float)rs_value_to_double (y));

      return rs_call_return (call, rs_value_scalar (y.tag == RS_TAG_SCALAR
                                                        ? power
                                                        : rs_power_sign (power, rs_value_to_double (x), y.integer)));
    }
  return rs_value_binary (RS_OP_DOT_POWER, call->arguments[0], call->arguments[1], rs_call_get_precision (call),
                          &call->results[0], error);
}

/* a + (b - a)*t */
RS_DEFINE_BUILTIN (LERP)
{
  const RsValue *arguments = call->arguments;
  RsPrecision precision = rs_call_get_precision (call);
  RsValue difference = RS_NONE, part = RS_NONE;
  gboolean good = rs_value_binary (RS_OP_SUBTRACT, arguments[1], arguments[0], precision, &difference, error)
                  && rs_value_binary (RS_OP_DOT_MULTIPLY, difference, arguments[2], precision, &part, error)
                  && rs_value_binary (RS_OP_ADD, arguments[0], part, precision, &call->results[0], error);

  rs_value_clear (&difference);
  rs_value_clear (&part);
  return good;
}

RS_DEFINE_BUILTIN (CLAMP)
{
  RsValue low = call->n_arguments == 3 ? call->arguments[1] : rs_value_int (0), raised = RS_NONE;
  RsPrecision precision = rs_call_get_precision (call);
  gboolean good
      = rs_value_maximum (call->arguments[0], low, precision, &raised, error)
        && rs_value_minimum (raised, call->arguments[call->n_arguments - 1], precision, &call->results[0], error);

  rs_value_clear (&raised);
  return good;
}

static gboolean
is_real_numeric (RsValue value)
{
  return rs_value_is_number (value) || value.tag == RS_TAG_RANGE
         || (value.tag == RS_TAG_ARRAY && !rs_element_is_complex (value.array->element));
}

RS_DEFINE_BUILTIN (COMPLEX)
{
  RsValue re = call->arguments[0], im = call->n_arguments == 2 ? call->arguments[1] : rs_value_int (0);
  RsPrecision precision = rs_call_get_precision (call);
  g_autoptr (RsArray) a = NULL, b = NULL;
  RsElement element;

  if (call->n_arguments == 1
      && (re.tag == RS_TAG_COMPLEX || (re.tag == RS_TAG_ARRAY && rs_element_is_complex (re.array->element))))
    return rs_call_return (call, rs_value_ref (re));
  for (guint i = 0; i < call->n_arguments; i++)
    if (!is_real_numeric (call->arguments[i]))
      return rs_call_fail_argument (call, i, error, "complex", "a real number or array");
  if (rs_value_is_number (re) && rs_value_is_number (im))
    return rs_call_return (call, rs_value_new_complex (rs_value_to_double (re), rs_value_to_double (im)));
  if (!rs_value_is_number (re))
    re = (a = rs_value_to_array (re, precision, error)) != NULL ? rs_value_object (a) : RS_NONE;
  if (re.tag != RS_TAG_NONE && !rs_value_is_number (im))
    im = (b = rs_value_to_array (im, precision, error)) != NULL ? rs_value_object (b) : RS_NONE;
  if (re.tag == RS_TAG_NONE || im.tag == RS_TAG_NONE)
    return FALSE;
  element = rs_arithmetic_element (RS_OP_DIVIDE, re, im, precision) == RS_ELEMENT_DOUBLE ? RS_ELEMENT_CDOUBLE
                                                                                         : RS_ELEMENT_CSINGLE;
  return rs_call_return_array (
      call, rs_array_map_binary ("complex", element == RS_ELEMENT_CSINGLE ? complex_single : complex_double,
                                 rs_compute_of_element (element), element, re, im, error));
}
