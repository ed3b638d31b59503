/* Element-wise functions of one argument: elementary functions, rounding, parts of complex numbers, tests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/map/map.h"
#include "runtime/builtin/device/along.h"

#include <math.h>

#define DEFINE_LOOP(name, T, R, EXPRESSION)                                                                            \
  static void name (gconstpointer in, gpointer out, gsize n)                                                           \
  {                                                                                                                    \
    const T *restrict p = in;                                                                                          \
    R *restrict r = out;                                                                                               \
    for (gsize i = 0; i < n; i++)                                                                                      \
      {                                                                                                                \
        const T x = p[i];                                                                                              \
        r[i] = (R)(EXPRESSION);                                                                                        \
      }                                                                                                                \
  }

#define SINGLE(name, E) DEFINE_LOOP (name##_single, float, float, E)
#define DOUBLE(name, E) DEFINE_LOOP (name##_double, double, double, E)
#define CSINGLE(name, E) DEFINE_LOOP (name##_csingle, float _Complex, float _Complex, E)
#define CDOUBLE(name, E) DEFINE_LOOP (name##_cdouble, double _Complex, double _Complex, E)

/* A function of the C library that takes real numbers, or real and complex ones. */
#define REAL_FUNCTION(ID, name, single, real)                                                                          \
  SINGLE (name, single (x))                                                                                            \
  DOUBLE (name, real (x))                                                                                              \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    static const RsUnaryMap map = { #name, RS_MAP_FLOATING, { NULL, name##_single, name##_double, NULL, NULL } };      \
    return rs_call_map (call, &map, error);                                                                            \
  }

#define COMPLEX_FUNCTION(ID, name, single, real, csingle, cdouble)                                                     \
  SINGLE (name, single (x))                                                                                            \
  DOUBLE (name, real (x))                                                                                              \
  CSINGLE (name, csingle (x))                                                                                          \
  CDOUBLE (name, cdouble (x))                                                                                          \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    static const RsUnaryMap map                                                                                        \
        = { #name, RS_MAP_FLOATING, { NULL, name##_single, name##_double, name##_csingle, name##_cdouble } };          \
    return rs_call_map (call, &map, error);                                                                            \
  }

COMPLEX_FUNCTION (SQRT, sqrt, sqrtf, sqrt, csqrtf, csqrt)
COMPLEX_FUNCTION (SIN, sin, sinf, sin, csinf, csin)
COMPLEX_FUNCTION (COS, cos, cosf, cos, ccosf, ccos)
COMPLEX_FUNCTION (TAN, tan, tanf, tan, ctanf, ctan)
COMPLEX_FUNCTION (ASIN, asin, asinf, asin, casinf, casin)
COMPLEX_FUNCTION (ACOS, acos, acosf, acos, cacosf, cacos)
COMPLEX_FUNCTION (ATAN, atan, atanf, atan, catanf, catan)
COMPLEX_FUNCTION (SINH, sinh, sinhf, sinh, csinhf, csinh)
COMPLEX_FUNCTION (COSH, cosh, coshf, cosh, ccoshf, ccosh)
COMPLEX_FUNCTION (TANH, tanh, tanhf, tanh, ctanhf, ctanh)
COMPLEX_FUNCTION (ASINH, asinh, asinhf, asinh, casinhf, casinh)
COMPLEX_FUNCTION (ACOSH, acosh, acoshf, acosh, cacoshf, cacosh)
COMPLEX_FUNCTION (ATANH, atanh, atanhf, atanh, catanhf, catanh)
COMPLEX_FUNCTION (EXP, exp, expf, exp, cexpf, cexp)
COMPLEX_FUNCTION (LOG, log, logf, log, clogf, clog)
REAL_FUNCTION (CBRT, cbrt, cbrtf, cbrt)
REAL_FUNCTION (EXP2, exp2, exp2f, exp2)
REAL_FUNCTION (LOG2, log2, log2f, log2)
REAL_FUNCTION (LOG10, log10, log10f, log10)
REAL_FUNCTION (ERF, erf, erff, erf)
REAL_FUNCTION (ERFC, erfc, erfcf, erfc)
REAL_FUNCTION (GAMMA, gamma, tgammaf, tgamma)
REAL_FUNCTION (LOG_GAMMA, lgamma, lgammaf, lgamma)

SINGLE (frac, x - floorf (x))
DOUBLE (frac, x - floor (x))
SINGLE (saturate, x < 0 ? 0 : x > 1 ? 1 : x)
DOUBLE (saturate, x < 0 ? 0 : x > 1 ? 1 : x)
SINGLE (factorial, roundf (tgammaf (x + 1)))
DOUBLE (factorial, x < 23 ? round (tgamma (x + 1)) : tgamma (x + 1))
DEFINE_LOOP (same_single, float, float, x)
DEFINE_LOOP (same_double, double, double, x)

RS_DEFINE_BUILTIN (FRAC)
{
  static const RsUnaryMap map = { "frac", RS_MAP_FLOATING, { NULL, frac_single, frac_double } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (SATURATE)
{
  static const RsUnaryMap map = { "saturate", RS_MAP_FLOATING, { NULL, saturate_single, saturate_double } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (FACTORIAL)
{
  static const RsUnaryMap map = { "factorial", RS_MAP_FLOATING, { NULL, factorial_single, factorial_double } };
  g_autoptr (RsArray) array = NULL;

  if (call->arguments[0].tag != RS_TAG_COMPLEX && (array = rs_call_get_array (call, 0, "factorial", error)) == NULL)
    return FALSE;
  for (gint64 i = 0; array != NULL && !rs_element_is_complex (array->element) && i < array->n_elements; i++)
    {
      double x = rs_value_to_double (rs_array_get_element (array, i));

      if (x < 0 || (x != trunc (x) && !isnan (x)))
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "factorial",
                             "the factorial is one of whole numbers from 0 on; for %g there is gamma(x+1)", x);
    }
  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (FLOAT)
{
  static const RsUnaryMap map = { "float", RS_MAP_FLOATING, { NULL, same_single, same_double } };

  return rs_call_map (call, &map, error);
}

/* Rounding leaves integers as they are. */
#define ROUNDING_FUNCTION(ID, name, single, real)                                                                      \
  SINGLE (name, single (x))                                                                                            \
  DOUBLE (name, real (x))                                                                                              \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    static const RsUnaryMap map = { #name, RS_MAP_SAME, { same_int, name##_single, name##_double, NULL, NULL } };      \
    return rs_call_map (call, &map, error);                                                                            \
  }

DEFINE_LOOP (same_int, gint64, gint64, x)
ROUNDING_FUNCTION (FLOOR, floor, floorf, floor)
ROUNDING_FUNCTION (CEIL, ceil, ceilf, ceil)
ROUNDING_FUNCTION (ROUND, round, roundf, round)

DEFINE_LOOP (sign_int, gint64, gint64, (x > 0) - (x < 0))
SINGLE (sign, x > 0 ? 1 : x < 0 ? -1 : x) /* zeros keep their signs */
DOUBLE (sign, x > 0 ? 1 : x < 0 ? -1 : x)

RS_DEFINE_BUILTIN (SIGN)
{
  static const RsUnaryMap map = { "sign", RS_MAP_SAME, { sign_int, sign_single, sign_double } };

  return rs_call_map (call, &map, error);
}

DEFINE_LOOP (abs_int, gint64, gint64, (gint64)(x < 0 ? -(guint64)x : (guint64)x))
SINGLE (abs, fabsf (x))
DOUBLE (abs, fabs (x))
DEFINE_LOOP (abs_csingle, float _Complex, float, cabsf (x))
DEFINE_LOOP (abs_cdouble, double _Complex, double, cabs (x))
DEFINE_LOOP (real_csingle, float _Complex, float, crealf (x))
DEFINE_LOOP (real_cdouble, double _Complex, double, creal (x))
DEFINE_LOOP (imag_csingle, float _Complex, float, cimagf (x))
DEFINE_LOOP (imag_cdouble, double _Complex, double, cimag (x))
DEFINE_LOOP (zero_int, gint64, gint64, 0 * x)
DEFINE_LOOP (zero_single, float, float, 0 * (x != x))
DEFINE_LOOP (zero_double, double, double, 0 * (x != x))
DEFINE_LOOP (angle_single, float, float, x < 0 ? (float)G_PI : 0)
DEFINE_LOOP (angle_double, double, double, x < 0 ? G_PI : 0)
DEFINE_LOOP (angle_csingle, float _Complex, float, cargf (x))
DEFINE_LOOP (angle_cdouble, double _Complex, double, carg (x))
CSINGLE (conj, conjf (x))
CDOUBLE (conj, conj (x))

RS_DEFINE_BUILTIN (ABS)
{
  static const RsUnaryMap map = { "abs", RS_MAP_REAL, { abs_int, abs_single, abs_double, abs_csingle, abs_cdouble } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (REAL)
{
  static const RsUnaryMap map
      = { "real", RS_MAP_REAL, { same_int, same_single, same_double, real_csingle, real_cdouble } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (IMAG)
{
  static const RsUnaryMap map
      = { "imag", RS_MAP_REAL, { zero_int, zero_single, zero_double, imag_csingle, imag_cdouble } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (CONJ)
{
  static const RsUnaryMap map
      = { "conj", RS_MAP_SAME, { same_int, same_single, same_double, conj_csingle, conj_cdouble } };

  return rs_call_map (call, &map, error);
}

/* Of a real array a real one, integers as scalars. */
RS_DEFINE_BUILTIN (ANGLE)
{
  RsValue argument = call->arguments[0];
  gboolean is_complex = argument.tag == RS_TAG_COMPLEX
                        || (argument.tag == RS_TAG_ARRAY && rs_element_is_complex (argument.array->element));
  static const RsUnaryMap real_map = { "angle", RS_MAP_FLOATING, { NULL, angle_single, angle_double } };
  static const RsUnaryMap complex_map = { "angle", RS_MAP_REAL, { NULL, NULL, NULL, angle_csingle, angle_cdouble } };

  return rs_call_map (call, is_complex ? &complex_map : &real_map, error);
}

#define TEST_FUNCTION(ID, name, whole, test, any)                                                                      \
  DEFINE_LOOP (name##_int, gint64, guint8, whole + 0 * x)                                                              \
  DEFINE_LOOP (name##_single, float, guint8, test (x) != 0)                                                            \
  DEFINE_LOOP (name##_double, double, guint8, test (x) != 0)                                                           \
  DEFINE_LOOP (name##_csingle, float _Complex, guint8, (test (crealf (x)) != 0) any (test (cimagf (x)) != 0))          \
  DEFINE_LOOP (name##_cdouble, double _Complex, guint8, (test (creal (x)) != 0) any (test (cimag (x)) != 0))           \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    static const RsUnaryMap map                                                                                        \
        = { #name, RS_MAP_LOGICAL, { name##_int, name##_single, name##_double, name##_csingle, name##_cdouble } };     \
    return rs_call_map (call, &map, error);                                                                            \
  }

TEST_FUNCTION (ISNAN, isnan, 0, isnan, ||)
TEST_FUNCTION (ISINF, isinf, 0, isinf, ||)
TEST_FUNCTION (ISFINITE, isfinite, 1, isfinite, &&)

/* What does not fit 64 bits stays at their ends. */
DEFINE_LOOP (int_single, float, gint64, rs_truncate ((double)x))
DEFINE_LOOP (int_double, double, gint64, rs_truncate (x))

DEFINE_LOOP (not_int, gint64, gint64, ~x)
DEFINE_LOOP (not_single, float, gint64, ~rs_truncate ((double)x))
DEFINE_LOOP (not_double, double, gint64, ~rs_truncate (x))

/* Real numbers are truncated first, as in and, or, xor. */
RS_DEFINE_BUILTIN (NOT)
{
  static const RsUnaryMap map = { "not", RS_MAP_INTEGER, { not_int, not_single, not_double } };

  return rs_call_map (call, &map, error);
}

RS_DEFINE_BUILTIN (INT)
{
  static const RsUnaryMap map = { "int", RS_MAP_INTEGER, { same_int, int_single, int_double } };

  if (call->arguments[0].tag == RS_TAG_ARRAY)
    {
      RsArray *result;

      switch (rs_device_truncate (call->session, map.name, call->arguments[0].array, &result, error))
        {
        case RS_LAUNCH_QUEUED:
          return rs_call_return_array (call, result);
        case RS_LAUNCH_FAILED:
          return FALSE;
        case RS_LAUNCH_INTERPRET:
          break;
        }
    }
  return rs_call_map (call, &map, error);
}

static gint64
next_power (gint64 x)
{
  gint64 power = 1;

  while (power < x && power < (G_GINT64_CONSTANT (1) << 62))
    power <<= 1;
  return power;
}

static gint64
previous_power (gint64 x)
{
  gint64 power = 1;

  while (power <= x / 2)
    power <<= 1;
  return power;
}

/* x >= 1; smaller ones give 1. Exact: frexp splits a number without rounding. */
static double
next_power_real (double x)
{
  int exponent;
  double fraction = frexp (x, &exponent);

  if (!(x > 1) || isinf (x))
    return isinf (x) ? x : 1;
  return ldexp (1, fraction == 0.5 ? exponent - 1 : exponent);
}

static double
previous_power_real (double x)
{
  int exponent;

  (void)frexp (x, &exponent);
  if (!(x > 1) || isinf (x))
    return isinf (x) ? x : 1;
  return ldexp (1, exponent - 1);
}

/* Integers, of whatever width, give int: the power above a uint8 may not fit it. */
static gboolean
is_whole (RsValue value)
{
  return value.tag == RS_TAG_BOOL || value.tag == RS_TAG_INT || (value.tag == RS_TAG_RANGE && value.range->is_integer)
         || (value.tag == RS_TAG_ARRAY && rs_compute_of_element (value.array->element) == RS_COMPUTE_INT);
}

DEFINE_LOOP (nextpow2_int, gint64, gint64, next_power (x))
DEFINE_LOOP (nextpow2_single, float, float, next_power_real ((double)x))
DEFINE_LOOP (nextpow2_double, double, double, next_power_real (x))
DEFINE_LOOP (prevpow2_int, gint64, gint64, previous_power (x))
DEFINE_LOOP (prevpow2_single, float, float, previous_power_real ((double)x))
DEFINE_LOOP (prevpow2_double, double, double, previous_power_real (x))

RS_DEFINE_BUILTIN (NEXTPOW2)
{
  static const RsUnaryMap map = { "nextpow2", RS_MAP_SAME, { NULL, nextpow2_single, nextpow2_double } };
  static const RsUnaryMap integer_map = { "nextpow2", RS_MAP_INTEGER, { nextpow2_int } };

  return rs_call_map (call, is_whole (call->arguments[0]) ? &integer_map : &map, error);
}

RS_DEFINE_BUILTIN (PREVPOW2)
{
  static const RsUnaryMap map = { "prevpow2", RS_MAP_SAME, { NULL, prevpow2_single, prevpow2_double } };
  static const RsUnaryMap integer_map = { "prevpow2", RS_MAP_INTEGER, { prevpow2_int } };

  return rs_call_map (call, is_whole (call->arguments[0]) ? &integer_map : &map, error);
}
