/* x^y in single precision for an exponent that is the same for all work items, as text that gcc vectorises.
 *
 * libmvec's powf is exact to half a unit in the last place but costs several times as much. This one computes
 * y * log2 (x) as the sum of two floats and 2^t from its fraction; on every 97th bit pattern of x it was off by at most
 * 1.7 units for the |y| <= 3 that were tried and by 2.3 for y = 7; tests/unit/kernel/test-power.c holds it to 4. Larger
 * exponents, and 0, go to powf; the choice is made outside the loop. Special cases are those of IEEE 754: 0,
 * infinities, NaN, negative x with whole y.
 *
 * log2 (1 + r) = C r + r^2 Q(r) on [sqrt(1/2) - 1, sqrt(2) - 1], Q and 2^f being Chebyshev interpolations. Nothing is
 * lost when a*b+c is contracted: the low part is what fma leaves of the high one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

static const char power_text[]
    = "static inline float\n"
      "rs_power_f32 (float x, float y)\n"
      "{\n"
      "  const float magnitude = __builtin_fabsf (x);\n"
      "  const _Bool tiny = magnitude < 0x1p-126f;\n"
      "  const float scaled = tiny ? magnitude * 0x1p24f : magnitude;\n"
      "  int bits, whole, n, half;\n"
      "  float m, r, q, e, high, low, p, t, f, g, a, b;\n"
      "  __builtin_memcpy (&bits, &scaled, 4);\n"
      "  whole = (bits - 0x3f3504f3) >> 23;\n"
      "  bits -= whole * 0x800000;\n"
      "  __builtin_memcpy (&m, &bits, 4);\n"
      "  r = m - 1.0f;\n"
      "  q = 0.097656376f;\n"
      "  q = q * r - 0.16673642f;\n"
      "  q = q * r + 0.1704131f;\n"
      "  q = q * r - 0.17919447f;\n"
      "  q = q * r + 0.20532894f;\n"
      "  q = q * r - 0.24046173f;\n"
      "  q = q * r + 0.28855988f;\n"
      "  q = q * r - 0.36067392f;\n"
      "  q = q * r + 0.4808982f;\n"
      "  q = q * r - 0.7213475f;\n"
      "  e = (float) (whole - (tiny ? 24 : 0));\n"
      "  high = __builtin_fmaf (r, 1.4426950216f, e);\n"
      "  low = __builtin_fmaf (r, 1.4426950216f, e - high) + r * 1.92596299e-08f;\n"
      "  low += r * r * q;\n"
      "  p = y * high;\n"
      "  t = __builtin_fmaf (y, high, -p) + y * low;\n"
      "  f = p + t;\n"
      "  f = f > 160.0f ? 160.0f : f;\n"
      "  f = f < -160.0f ? -160.0f : f;\n"
      "  n = (int) __builtin_rintf (f);\n"
      "  f = (p - (float) n) + t;\n"
      "  f = f > 1.0f ? 1.0f : f;\n"
      "  f = f < -1.0f ? -1.0f : f;\n"
      "  g = 0.00015461445f;\n"
      "  g = g * f + 0.0013400428f;\n"
      "  g = g * f + 0.009618057f;\n"
      "  g = g * f + 0.05550327f;\n"
      "  g = g * f + 0.24022651f;\n"
      "  g = g * f + 0.6931472f;\n"
      "  g = g * f + 1.0f;\n"
      "  half = n >> 1;\n"
      "  bits = (half + 127) * 0x800000;\n"
      "  __builtin_memcpy (&a, &bits, 4);\n"
      "  bits = (n - half + 127) * 0x800000;\n"
      "  __builtin_memcpy (&b, &bits, 4);\n"
      "  g = g * a * b;\n"
      "  const _Bool negative = y < 0, whole_y = __builtin_floorf (y) == y;\n"
      "  const _Bool odd_y = whole_y & (__builtin_floorf (y * 0.5f) * 2.0f != y);\n"
      "  const float infinity = __builtin_inff ();\n"
      "  const float at_zero = negative ? infinity : 0.0f, at_infinity = negative ? 0.0f : infinity;\n"
      "  const float below_zero = whole_y ? 1.0f : __builtin_nanf (\"\");\n"
      "  const int sign = odd_y ? (int) 0x80000000 : 0;\n"
      "  g = x < 0 ? g * below_zero : g;\n"
      "  g = magnitude == 0 ? at_zero : g;\n"
      "  g = magnitude == infinity ? at_infinity : g;\n"
      "  __builtin_memcpy (&bits, &g, 4);\n"
      "  __builtin_memcpy (&half, &x, 4);\n"
      "  bits |= half & sign;\n"
      "  __builtin_memcpy (&g, &bits, 4);\n"
      "  g = x != x ? x : g;\n"
      "  return g;\n"
      "}\n"
      "static inline float rs_pow_f32 (float x, float y)\n"
      "{ return (__builtin_fabsf (y) <= 8) & (y != 0) ? rs_power_f32 (x, y) : powf (x, y); }\n";

/* The same for a vector. What its quick part is not for (an x that is neither a normal positive number nor 0, a result
 * that is not normal) is rare, and then the whole vector takes the slow way. */
static const char strip_power_text[]
    = "static inline rs_strip rs_strip_fma (rs_strip a, rs_strip b, rs_strip c)\n"
      "{\n"
      "#ifdef __AVX512F__\n"
      "  return __builtin_ia32_vfmaddps512_mask (a, b, c, (unsigned short) -1, 4);\n"
      "#else\n"
      "  for (int i = 0; i < 16; i++)\n"
      "    a[i] = __builtin_fmaf (a[i], b[i], c[i]);\n"
      "  return a;\n"
      "#endif\n"
      "}\n"
      "#if defined __AVX512DQ__ && !defined __clang__\n"
      "static inline _Bool rs_strip_is_odd (rs_strip x, rs_strip n)\n"
      "{\n"
      "  const rs_strip_mask low = (rs_strip_mask) rs_strip_of (12582912.0f - 125), range = rs_strip_choice (250);\n"
      /* all but +0 and normal */
      "  const unsigned short x_odd = __builtin_ia32_fpclassps512_mask (x, 0xfd, (unsigned short) -1);\n"
      "  return !__builtin_ia32_kortestzhi (x_odd, __builtin_ia32_ucmpd512_mask ((rs_strip_mask) n - low, range, 6, "
      "(unsigned short) -1));\n"
      "}\n"
      "static inline rs_strip rs_strip_where_zero (rs_strip x, rs_strip a, rs_strip b)\n"
      "{\n"
      "  const rs_strip_mask bits = (rs_strip_mask) x;\n"
      "  return __builtin_ia32_blendmps_512_mask (b, a, __builtin_ia32_ptestnmd512 (bits, bits, (unsigned short) "
      "-1));\n"
      "}\n"
      "#else\n"
      "static inline _Bool rs_strip_is_odd (rs_strip x, rs_strip n)\n"
      "{\n"
      "  typedef unsigned words __attribute__ ((vector_size (64)));\n"
      "  const words bits = (words) x, low = (words) rs_strip_of (12582912.0f - 125);\n"
      "  const rs_strip_mask odd = (bits - 0x800000u >= 0x7f000000u & bits != 0) | ((words) n - low > 250u);\n"
      "  int all = 0;\n"
      "  for (int i = 0; i < 16; i++)\n"
      "    all |= odd[i];\n"
      "  return all != 0;\n"
      "}\n"
      "static inline rs_strip rs_strip_where_zero (rs_strip x, rs_strip a, rs_strip b)\n"
      "{ return rs_strip_choose ((rs_strip_mask) x == 0, a, b); }\n"
      "#endif\n"
      "static __attribute__ ((noinline, cold)) rs_strip rs_strip_power_slowly (rs_strip x, float y)\n"
      "{\n"
      "  for (int i = 0; i < 16; i++)\n"
      "    x[i] = powf (x[i], y);\n"
      "  return x;\n"
      "}\n"
      "static inline rs_strip rs_strip_power (rs_strip x, float y)\n"
      "{\n"
      "  const rs_strip_mask bits = (rs_strip_mask) x, whole = (bits - 0x3f3504f3) >> 23;\n"
      "  const rs_strip y_16 = rs_strip_of (y), e = __builtin_convertvector (whole, rs_strip);\n"
      "  const rs_strip r = (rs_strip) (bits - whole * 0x800000) - 1.0f, c = rs_strip_of (1.4426950216f);\n"
      "  rs_strip q = 0.097656376f * r - 0.16673642f;\n"
      "  q = q * r + 0.1704131f;\n"
      "  q = q * r - 0.17919447f;\n"
      "  q = q * r + 0.20532894f;\n"
      "  q = q * r - 0.24046173f;\n"
      "  q = q * r + 0.28855988f;\n"
      "  q = q * r - 0.36067392f;\n"
      "  q = q * r + 0.4808982f;\n"
      "  q = q * r - 0.7213475f;\n"
      "  const rs_strip high = rs_strip_fma (r, c, e);\n"
      "  const rs_strip low = rs_strip_fma (r, c, e - high) + r * 1.92596299e-08f + r * r * q;\n"
      "  const rs_strip p = y * high, t = rs_strip_fma (y_16, high, -p) + y * low;\n"
      /* a whole number in the low bits */
      "  const rs_strip n = p + t + 12582912.0f, f = (p - (n - 12582912.0f)) + t;\n"
      "  rs_strip g = 0.00015461445f * f + 0.0013400428f;\n"
      "  g = g * f + 0.009618057f;\n"
      "  g = g * f + 0.05550327f;\n"
      "  g = g * f + 0.24022651f;\n"
      "  g = g * f + 0.6931472f;\n"
      "  g = g * f + 1.0f;\n"
      "  if (__builtin_expect (!(__builtin_fabsf (y) <= 8) | (y == 0), 0) || __builtin_expect (rs_strip_is_odd (x, n), "
      "0))\n"
      "    return rs_strip_power_slowly (x, y);\n"
      "  g = (rs_strip) ((rs_strip_mask) g + ((rs_strip_mask) n << 23));\n"
      "  return rs_strip_where_zero (x, rs_strip_of (y > 0 ? 0.0f : __builtin_inff ()), g);\n"
      "}\n"
      /* a copy takes long to compile */
      "static __attribute__ ((noinline)) float rs_strip_power_one (float x, float y)\n"
      "{ return rs_strip_power (rs_strip_of (x), y)[0]; }\n";

void
c_need_strip_power (Printer *p)
{
  cpu (p)->has_ordered_sums = TRUE;
  c_define_strip_types (p, TRUE);
  c_need_function (p, &rs_ir_ops[RS_IR_POW], RS_IR_F32);
  c_define (p, g_strdup (strip_power_text));
}

void
c_need_power (Printer *p)
{
  c_need_function (p, &rs_ir_ops[RS_IR_POW], RS_IR_F32);
  c_define (p, g_strdup (power_text));
}

/* As runtime/value/arithmetic/power.h has it, for exponents that are no literals. */
void
c_need_exact_power (Printer *p, RsIrType type)
{
  const gboolean single = type == RS_IR_F32;
  GString *text = g_string_new (
      "static inline $T rs_power_$S ($T x, $T y)\n"
      "{\n"
      "  if (y == ($T) 0.5) return x == -__builtin_inf$F () ? __builtin_inf$F () : __builtin_sqrt$F (x);\n"
      "  if (y != __builtin_trunc$F (y) || __builtin_fabs$F (y) > 16) return pow$F (x, y);\n"
      "  if (y == 0) return 1;\n"
      "  const unsigned n = __builtin_fabs$F (y);\n"
      "  $T product = x;\n"
      "  for (int bit = 30 - __builtin_clz (n); bit >= 0; bit--)\n"
      "    { product *= product; if (n >> bit & 1) product *= x; }\n"
      "  return y < 0 ? 1 / product : product;\n"
      "}\n");

  c_need_function (p, &rs_ir_ops[RS_IR_POW], type);
  g_string_replace (text, "$T", c_type (type), 0);
  g_string_replace (text, "$S", rs_ir_type_get_name (type), 0);
  g_string_replace (text, "$F", single ? "f" : "", 0);
  c_define (p, g_string_free (text, FALSE));
}
