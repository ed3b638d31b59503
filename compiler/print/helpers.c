/* The helpers that all dialects use, each printed once from a template.
 *
 * In a template $T is the C type, $S its suffix, $U the unsigned type of its size, $A what stands before a function
 * that is never called but put in its place; $trunc, $fabs, $copysign and $fmod are the dialect's functions of that
 * name for the type.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/print/print.h"

typedef struct {
  const char *name;
  const char *text;
} Template;

#define HELPER(name, arguments, body) \
  { name, "static inline $T rs_" name "_$S (" arguments ") { " body " }\n" }
/* Where the code around is rarely run and kept small, these still cost more as calls. */
#define BOUNDARY_HELPER(name, body) \
  { name, "static inline $A$T rs_" name "_$S ($T i, $T n) { " body " }\n" }

/* Positions less than a size outside need no division, which is most of what the border of an image costs.
 * Division by zero gives 0, and the one quotient that does not fit wraps: nothing here may trap. */
static const Template templates[] = {
  HELPER ("min", "$T a, $T b", "return b < a ? b : a;"),
  HELPER ("max", "$T a, $T b", "return b > a ? b : a;"),
  HELPER ("plus_zero", "$T a", "return a + 0;"),
  HELPER ("from_zero", "$T a", "return 0 - a;"),
  HELPER ("trunc_div", "$T a, $T b", "return b == 0 ? 0 : b == -1 ? ($T) (0 - ($U) a) : a / b;"),
  HELPER ("floor_div", "$T a, $T b",
          "if (b == 0) return 0; if (b == -1) return ($T) (0 - ($U) a);"
          " $T q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0));"),
  HELPER ("floor_mod", "$T a, $T b",
          "if (b == 0 || b == -1) return 0; $T r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r;"),
  BOUNDARY_HELPER ("mirror",
                   "if (i >= 0 && i < n) return i; if (i < 0 && i >= -n) return -1 - i; if (i >= n && i < 2 * n) "
                   "return 2 * n - 1 - i;"
                   " if (n <= 0) return 0; i %= 2 * n; i = i < 0 ? i + 2 * n : i; return i < n ? i : 2 * n - 1 - i;"),
  BOUNDARY_HELPER (
      "periodize",
      "if (i >= 0 && i < n) return i; if (i < 0 && i >= -n) return i + n; if (i >= n && i < 2 * n) return i - n;"
      " if (n <= 0) return 0; i %= n; return i < 0 ? i + n : i;"),
  BOUNDARY_HELPER ("clamp", "return i >= n ? (n > 0 ? n - 1 : 0) : i < 0 ? 0 : i;"),
  HELPER ("shift_left", "$T a, $T n", "return n < 0 || n >= 8 * (long) sizeof a ? 0 : ($T) (($U) a << n);"),
  HELPER ("shift_right", "$T a, $T n", "return a >> (n < 0 ? 0 : n >= 8 * (long) sizeof a ? 8 * sizeof a - 1 : n);"),
  HELPER ("int_pow", "$T a, $T n",
          "$T r = 1, x = a; for (long k = n < 0 ? -n : n; k > 0; k >>= 1) { if (k & 1) r *= x; x *= x; }"
          " return n < 0 ? 1 / r : r;"),
  HELPER ("copy_sign", "$T a, $T b", "return $copysign (a, b);"),
  HELPER ("round", "$T a",
          "$T t = $trunc (a); return $fabs (a - t) >= ($T) 0.5 ? t + $copysign (1, a) "
          ": t;"),
};

/* C leaves open what becomes of a number that is too large, and processors differ. Choices between numbers that are
 * there anyway: loops vectorise. */
#define TO_INTEGER(type, suffix)                                                                                       \
  "{\n"                                                                                                                \
  "  const " type " w = v < 0x1p63" suffix " ? v : 0;\n" /* NaN: 0 */                                                  \
  "  const long r = (long) (w > -0x1p63" suffix " ? w : -0x1p63" suffix ");\n"                                         \
  "  return v >= 0x1p63" suffix " ? 0x7fffffffffffffffL : r;\n"                                                        \
  "}\n"

/* The same where there is no vector: processors give the smallest integer for most of what has none, x86 for all, and
 * gcc leaves that to them. clang does not. */
#define ONE_TO_INTEGER(type, suffix)                                                                                   \
  "#ifdef __clang__\n" TO_INTEGER (type, suffix) "#else\n"                                                             \
                                                 "{\n"                                                                 \
                                                 "  const long r = (long) v;\n"                                        \
                                                 "  return r != -0x7fffffffffffffffL - 1 ? r"                          \
                                                 " : v > 0 ? 0x7fffffffffffffffL : v == v ? r : 0;\n"                  \
                                                 "}\n"                                                                 \
                                                 "#endif\n"

/* The remainder with the sign of b; zero is +0. That of single precision is in c-modulo.c. */
static const Template typed_templates[] = {
  { "abs_f32", "static inline float rs_abs_f32 (float a) { return $fabs (a); }\n" },
  { "abs_f64", "static inline double rs_abs_f64 (double a) { return $fabs (a); }\n" },
  { "abs_i32", "static inline int rs_abs_i32 (int a) { return a < 0 ? (int) (0 - (unsigned) a) : a; }\n" },
  { "abs_i64", "static inline long rs_abs_i64 (long a) { return a < 0 ? (long) (0 - (unsigned long) a) : a; }\n" },
  { "to_integer_f32", "static inline long rs_to_integer_f32 (float v)\n" TO_INTEGER ("float", "f") },
  { "to_integer_f64", "static inline long rs_to_integer_f64 (double v)\n" TO_INTEGER ("double", "") },
  { "one_to_integer_f32", "static inline long rs_one_to_integer_f32 (float v)\n" ONE_TO_INTEGER ("float", "f") },
  { "one_to_integer_f64", "static inline long rs_one_to_integer_f64 (double v)\n" ONE_TO_INTEGER ("double", "") },
  { "mod_f64", "static inline double rs_mod_f64 (double a, double b) { double r = $fmod (a, b);\n"
               "  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0; }\n" },
};

static const char *
unsigned_type (RsIrType type)
{
  return type == RS_IR_I32 ? "unsigned int" : "unsigned long";
}

static char *
expand (const Dialect *dialect, const char *text, RsIrType type)
{
  static const char *const functions[] = { "trunc", "fabs", "copysign", "fmod" };
  GString *out = g_string_new (text);

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *name = g_strconcat ("$", functions[i], NULL);
      g_autofree char *spelled = g_strconcat (dialect->prefix, functions[i], dialect->suffix[type == RS_IR_F64], NULL);

      g_string_replace (out, name, spelled, 0);
    }
  g_string_replace (out, "$T", c_type (type), 0);
  g_string_replace (out, "$S", rs_ir_type_get_name (type), 0);
  g_string_replace (out, "$U", unsigned_type (type), 0);
  g_string_replace (out, "$A", dialect->always_inline, 0);
  return g_string_free (out, FALSE);
}

gboolean
c_need_template (Printer *p, const char *name, RsIrType type)
{
  g_autofree char *typed = g_strdup_printf ("%s_%s", name, rs_ir_type_get_name (type));
  const char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (typed_templates) && text == NULL; i++)
    if (g_str_equal (typed_templates[i].name, typed))
      text = typed_templates[i].text;
  for (guint i = 0; i < G_N_ELEMENTS (templates) && text == NULL; i++)
    if (g_str_equal (templates[i].name, name))
      text = templates[i].text;
  if (text != NULL)
    c_define (p, expand (p->dialect, text, type));
  return text != NULL;
}

/* The low 64 bits of the integer that a double stands for; NaN and infinities give 0, as on the host. */
void
c_need_wrap (Printer *p)
{
  c_define (p, expand (p->dialect, "static inline long rs_wrap (double v)\n"
                         "{\n"
                         "  if (v > -0x1p63 && v < 0x1p63) return (long) v;\n"
                         "  if (v - v != 0) return 0;\n"
                         "  const double rest = $fmod (v, 0x1p64);\n"
                         "  return (long) (rest < 0 ? 0 - (unsigned long) -rest : (unsigned long) rest);\n"
                         "}\n", RS_IR_F64));
}

typedef struct {
  const char *low, *high;
} Limits;

static const Limits limits[RS_N_ELEMENTS] = {
  [RS_ELEMENT_INT8] = { "-128", "127" },
  [RS_ELEMENT_UINT8] = { "0", "255" },
  [RS_ELEMENT_INT16] = { "-32768", "32767" },
  [RS_ELEMENT_UINT16] = { "0", "65535" },
  [RS_ELEMENT_INT32] = { "-2147483648L", "2147483647L" },
  [RS_ELEMENT_UINT32] = { "0", "4294967295L" },
  [RS_ELEMENT_INT64] = { "(-9223372036854775807L - 1)", "9223372036854775807L" },
  [RS_ELEMENT_UINT64] = { "0", "18446744073709551615UL" },
};

/* How a double that fits compares with LOW - 1; that of INT64 is LOW again. */
const char *
c_above_low (RsElement element)
{
  return element == RS_ELEMENT_INT64 ? ">=" : ">";
}

void
c_get_limits (RsElement element, const char **low, const char **high)
{
  *low = limits[element].low;
  *high = limits[element].high;
}

gboolean
c_is_integer_element (RsElement element)
{
  return element >= RS_ELEMENT_INT8 && element <= RS_ELEMENT_UINT64;
}

/* Conversion of a value in a register to an integer element: rs_saturate_<element>_<type>, rs_fits_<element>_<type>. */
void
c_need_store (Printer *p, RsElement element, RsIrType type, RsOverflow overflow)
{
  const Limits *l = &limits[element];
  const char *t = c_type (type), *s = rs_ir_type_get_name (type), *e = c_element_type (element);
  /* What the type of the value holds at most, where the element holds more. */
  const char *high = type == RS_IR_I32 && rs_element_get_bytes (element) >= 4    ? limits[RS_ELEMENT_INT32].high
                     : element == RS_ELEMENT_UINT64 && !rs_ir_is_floating (type) ? limits[RS_ELEMENT_INT64].high
                                                                                 : l->high;

  if (overflow == RS_OVERFLOW_SATURATE)
    c_define (p, g_strdup_printf ("static inline %s rs_saturate_%u_%s (%s v)"
                                " { return v >= (%s) %s ? (%s) %s : v <= (%s) %s ? (%s) %s : v == v ? (%s) v : 0; }\n",
                                e, element, s, t, t, high, e, high, t, l->low, e, l->low, e));
  else if (rs_ir_is_floating (type))
    c_define (p, g_strdup_printf ("static inline int rs_fits_%u_%s (%s v)"
                                " { return (double) v %s (double) %s - 1 && (double) v < (double) %s + 1; }\n",
                                element, s, t, c_above_low (element), l->low, l->high));
  else
    c_define (p, g_strdup_printf ("static inline int rs_fits_%u_%s (%s v) { return v >= %s && v <= %s; }\n", element, s,
                                  t, l->low, high));
}

