/* What stands before the function: the structures of compiler/kernel/ir/abi.h, prototypes of mathematical functions, and
 * the helpers that this kernel uses, each printed once from a template.
 *
 * In a template $T is the C type, $S its suffix, $U the unsigned type of its size, $F the suffix of libm ("f" or "").
 * Prototypes carry the simd attribute, which makes gcc call libmvec without any header and without -ffast-math.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include <string.h>

/* gcc 12 puts stores of a serial loop into the wrong order when it takes the loop apart (17-02-skewing). */
static const char options_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"no-tree-loop-distribution\")\n"
      "#endif\n";

/* What is only computed and stored in vectors of our own gains nothing from the loop transforms of level 3, which take a third of
 * the time to compile. Sums and products are contracted with expensive optimizations only. */
static const char plain_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"O1\", \"expensive-optimizations\")\n"
      "#endif\n";

/* Which products are part of a fused multiply-add depends on what else uses them: what a box adds would be rounded in another way
 * where the work items run, too. */
static const char products_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"fp-contract=off\")\n"
      "#else\n"
      "#pragma STDC FP_CONTRACT OFF\n"
      "#endif\n";

/* Without signs of zeros gcc 12 takes a vector times 0 for 0, be there NaN in it or not. */
static const char zeros_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"signed-zeros\")\n"
      "#endif\n";

/* Helpers that round by adding a large number need their sums in order, with fast mathematics too. */
static const char sums_text[]
    = "#if __FINITE_MATH_ONLY__ && defined __clang__\n"
      "#pragma clang fp reassociate(off)\n"
      "#elif __FINITE_MATH_ONLY__\n"
      "#pragma GCC optimize (\"no-associative-math\")\n"
      "#endif\n";

static const char abi_text[]
    = "typedef struct { void *data; long dims[16]; } RsKernelArray;\n"
      "typedef struct { int line, parameter, dimension, text; long index, size; int is_write, unused; } RsKernelWarning;\n"
      "typedef struct { int code, line, parameter, dimension; long index, size; int text, is_write, n_warnings, lock; long box;\n"
      "  RsKernelWarning warnings[8]; } RsKernelStatus;\n"
      "typedef struct RsKernelPadding RsKernelPadding;\n"
      "typedef struct RsKernelBox { long low[4], high[4], grid[4], block[4], index; RsKernelStatus *status; const int *stop;\n"
      "  void *scratch; void (*run_padded) (const struct RsKernelBox *, void *const *, const RsKernelPadding *); long phase; } RsKernelBox;\n";

G_STATIC_ASSERT (RS_MAX_GRID == 4);
G_STATIC_ASSERT (sizeof (RsKernelArray) == 136);
G_STATIC_ASSERT (RS_KERNEL_WARNINGS == 8 && sizeof (RsKernelWarning) == 40);
G_STATIC_ASSERT (sizeof (RsKernelStatus) == 56 + RS_KERNEL_WARNINGS * sizeof (RsKernelWarning));
G_STATIC_ASSERT (sizeof (RsKernelBox) == 176);
G_STATIC_ASSERT (G_STRUCT_OFFSET (RsKernelBox, index) == 128 && G_STRUCT_OFFSET (RsKernelBox, stop) == 144);

/* Of several boxes that fail the first one counts, as if they ran in their order; and in a box the first failure. */
static const char fail_text[]
    = "static __attribute__ ((noinline, cold)) void\n"
      "rs_fail (const RsKernelBox *box, int code, int line, int parameter, int dimension, long index, long size, int text,\n"
      "         int is_write)\n"
      "{\n"
      "  RsKernelStatus *status = box->status;\n"
      "  while (__atomic_exchange_n (&status->lock, 1, __ATOMIC_ACQUIRE))\n"
      "    ;\n"
      "  if (status->code == 0 || box->index < status->box)\n"
      "    {\n"
      "      status->line = line;\n"
      "      status->parameter = parameter;\n"
      "      status->dimension = dimension;\n"
      "      status->index = index;\n"
      "      status->size = size;\n"
      "      status->text = text;\n"
      "      status->is_write = is_write;\n"
      "      __atomic_store_n (&status->box, box->index, __ATOMIC_RELAXED);\n"
      "      __atomic_store_n (&status->code, code, __ATOMIC_RELEASE);\n"
      "    }\n"
      "  __atomic_store_n (&status->lock, 0, __ATOMIC_RELEASE);\n"
      "}\n";

/* Each place once, but for two threads that meet there at a time. */
static const char warn_text[]
    = "static __attribute__ ((noinline, cold)) void\n"
      "rs_warn (RsKernelStatus *status, RsKernelWarning warning)\n"
      "{\n"
      "  int n = __atomic_load_n (&status->n_warnings, __ATOMIC_RELAXED);\n"
      "  for (int i = 0; i < n && i < 8; i++)\n"
      "    if (status->warnings[i].line == warning.line && status->warnings[i].parameter == warning.parameter\n"
      "        && status->warnings[i].text == warning.text && status->warnings[i].is_write == warning.is_write)\n"
      "      return;\n"
      "  if (n < 8 && (n = __atomic_fetch_add (&status->n_warnings, 1, __ATOMIC_RELAXED)) < 8)\n"
      "    status->warnings[n] = warning;\n"
      "}\n";

typedef struct {
  const char *name;
  const char *text;
} Template;

#define HELPER(name, arguments, body) \
  { name, "static inline $T rs_" name "_$S (" arguments ") { " body " }\n" }
/* Where the code around is rarely run and kept small, these still cost more as calls. */
#define BOUNDARY_HELPER(name, body) \
  { name, "static inline __attribute__ ((always_inline)) $T rs_" name "_$S ($T i, $T n) { " body " }\n" }

/* Positions less than a size outside need no division, which is most of what the border of an image costs.
 * Division by zero gives 0, and the one quotient that does not fit wraps: nothing here may trap. */
static const Template templates[] = {
  HELPER ("min", "$T a, $T b", "return b < a ? b : a;"),
  HELPER ("max", "$T a, $T b", "return b > a ? b : a;"),
  HELPER ("trunc_div", "$T a, $T b", "return b == 0 ? 0 : b == -1 ? ($T) (0 - ($U) a) : a / b;"),
  HELPER ("floor_div", "$T a, $T b",
          "if (b == 0) return 0; if (b == -1) return ($T) (0 - ($U) a);"
          " $T q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0));"),
  HELPER ("floor_mod", "$T a, $T b",
          "if (b == 0 || b == -1) return 0; $T r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r;"),
  BOUNDARY_HELPER ("mirror",
          "if (i >= 0 && i < n) return i; if (i < 0 && i >= -n) return -1 - i; if (i >= n && i < 2 * n) return 2 * n - 1 - i;"
          " if (n <= 0) return 0; i %= 2 * n; i = i < 0 ? i + 2 * n : i; return i < n ? i : 2 * n - 1 - i;"),
  BOUNDARY_HELPER ("periodize",
          "if (i >= 0 && i < n) return i; if (i < 0 && i >= -n) return i + n; if (i >= n && i < 2 * n) return i - n;"
          " if (n <= 0) return 0; i %= n; return i < 0 ? i + n : i;"),
  BOUNDARY_HELPER ("clamp", "return i >= n ? (n > 0 ? n - 1 : 0) : i < 0 ? 0 : i;"),
  HELPER ("shift_left", "$T a, $T n", "return n < 0 || n >= 8 * (long) sizeof a ? 0 : ($T) (($U) a << n);"),
  HELPER ("shift_right", "$T a, $T n", "return a >> (n < 0 ? 0 : n >= 8 * (long) sizeof a ? 8 * sizeof a - 1 : n);"),
  HELPER ("int_pow", "$T a, $T n",
          "$T r = 1, x = a; for (long k = n < 0 ? -n : n; k > 0; k >>= 1) { if (k & 1) r *= x; x *= x; }"
          " return n < 0 ? 1 / r : r;"),
  HELPER ("round", "$T a",
          "$T t = __builtin_trunc$F (a); return __builtin_fabs$F (a - t) >= ($T) 0.5 ? t + __builtin_copysign$F (1, a) "
          ": t;"),
  HELPER ("round_half", "$T a", "return ($T) (_Float16) a;"),
};

/* C leaves open what becomes of a number that is too large, and processors differ. Choices between numbers that are there
 * anyway: loops vectorise. */
#define TO_INTEGER(type, suffix)                                                                                       \
  "{\n"                                                                                                                \
  "  const " type " w = v < 0x1p63" suffix " ? v : 0;\n" /* NaN: 0 */                                                  \
  "  const long r = (long) (w > -0x1p63" suffix " ? w : -0x1p63" suffix ");\n"                                         \
  "  return v >= 0x1p63" suffix " ? 0x7fffffffffffffffL : r;\n"                                                        \
  "}\n"

/* sums[0..count-1], what each adds, become what all up to it and `before` have added; sums[-1] becomes before. There is room up
 * to the next multiple of 8. An addition has to wait for another one once in 8 or 4 elements. */
#define SCAN(type, name)                                                                                            \
  "static inline " type " rs_scan_" name " (" type " *sums, long count, " type " before)\n"                         \
  "{\n"                                                                                                             \
  "  sums[-1] = before;\n"                                                                                          \
  "  for (long k = count; k % 8 != 0; k++) sums[k] = 0;\n"                                                          \
  "#if defined __AVX512F__ && !defined __clang__\n"                                                                 \
  "  typedef " type " Values __attribute__ ((vector_size (64)));\n"                                                 \
  "  typedef long Places __attribute__ ((vector_size (64)));\n"                                                     \
  "  const Values zero = { 0 };\n"                                                                                  \
  "  const Places one = { 8, 0, 1, 2, 3, 4, 5, 6 }, two = { 8, 8, 0, 1, 2, 3, 4, 5 }, four = { 8, 8, 8, 8, 0, 1, 2, 3 };\n" \
  "  for (long k = 0; k < count; k += 8)\n"                                                                         \
  "  {\n"                                                                                                           \
  "    Values v = *(Values *) (sums + k);\n"                                                                        \
  "    v += __builtin_shuffle (v, zero, one);\n"                                                                    \
  "    v += __builtin_shuffle (v, zero, two);\n"                                                                    \
  "    v += __builtin_shuffle (v, zero, four);\n"                                                                   \
  "    *(Values *) (sums + k) = v + before;\n"                                                                      \
  "    before += v[7];\n"                                                                                           \
  "  }\n"                                                                                                           \
  "#else\n"                                                                                                         \
  "  for (long k = 0; k < count; k += 4)\n"                                                                         \
  "  {\n"                                                                                                           \
  "    const " type " a = sums[k], b = a + sums[k + 1], c = b + sums[k + 2], d = b + (sums[k + 2] + sums[k + 3]);\n" \
  "    sums[k] = before + a; sums[k + 1] = before + b; sums[k + 2] = before + c;\n"                                  \
  "    sums[k + 3] = before += d;\n"                                                                                \
  "  }\n"                                                                                                           \
  "#endif\n"                                                                                                        \
  "  return before;\n"                                                                                              \
  "}\n"

/* The remainder with the sign of b; zero is +0. That of single precision is in c-modulo.c. */
static const Template typed_templates[] = {
  { "abs_f32", "static inline float rs_abs_f32 (float a) { return __builtin_fabsf (a); }\n" },
  { "abs_f64", "static inline double rs_abs_f64 (double a) { return __builtin_fabs (a); }\n" },
  { "abs_i32", "static inline int rs_abs_i32 (int a) { return a < 0 ? (int) (0 - (unsigned) a) : a; }\n" },
  { "abs_i64", "static inline long rs_abs_i64 (long a) { return a < 0 ? (long) (0 - (unsigned long) a) : a; }\n" },
  { "to_integer_f32", "static inline long rs_to_integer_f32 (float v)\n" TO_INTEGER ("float", "f") },
  { "to_integer_f64", "static inline long rs_to_integer_f64 (double v)\n" TO_INTEGER ("double", "") },
  { "scan_f64", SCAN ("double", "f64") },
  { "scan_i64", SCAN ("long", "i64") },
  { "mod_f64", "static inline double rs_mod_f64 (double a, double b) { double r = __builtin_fmod (a, b);\n"
               "  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0; }\n" },
};

static const char *
unsigned_type (RsIrType type)
{
  return type == RS_IR_I32 ? "unsigned int" : "unsigned long";
}

static char *
expand (const char *text, RsIrType type)
{
  GString *out = g_string_new (text);

  g_string_replace (out, "$T", c_type (type), 0);
  g_string_replace (out, "$S", rs_ir_type_get_name (type), 0);
  g_string_replace (out, "$U", unsigned_type (type), 0);
  g_string_replace (out, "$F", type == RS_IR_F32 ? "f" : "", 0);
  return g_string_free (out, FALSE);
}

/* Takes text. */
void
c_define (Printer *p, char *text)
{
  if (g_hash_table_contains (p->helpers, text))
    {
      g_free (text);
      return;
    }
  g_hash_table_add (p->helpers, text);
  g_ptr_array_add (p->helper_order, text);
}

void
c_need_helper (Printer *p, const char *name, RsIrType type)
{
  g_autofree char *typed = g_strdup_printf ("%s_%s", name, rs_ir_type_get_name (type));

  for (guint i = 0; i < G_N_ELEMENTS (typed_templates); i++)
    if (g_str_equal (typed_templates[i].name, typed))
      {
        c_define (p, g_strdup (typed_templates[i].text));
        return;
      }
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    if (g_str_equal (templates[i].name, name))
      {
        c_define (p, expand (templates[i].text, type));
        return;
      }
  g_assert_not_reached ();
}

/* The low 64 bits of the integer that a double stands for; NaN and infinities give 0, as on the host. */
void
c_need_wrap (Printer *p)
{
  c_define (p, g_strdup ("static inline long rs_wrap (double v)\n"
                         "{\n"
                         "  if (v > -0x1p63 && v < 0x1p63) return (long) v;\n"
                         "  if (v - v != 0) return 0;\n"
                         "  const double rest = __builtin_fmod (v, 0x1p64);\n"
                         "  return (long) (rest < 0 ? 0 - (unsigned long) -rest : (unsigned long) rest);\n"
                         "}\n"));
}

void
c_need_fail (Printer *p)
{
  c_define (p, g_strdup (fail_text));
}

void
c_need_warn (Printer *p)
{
  c_define (p, g_strdup (warn_text));
}

void
c_need_function (Printer *p, const RsIrOpInfo *info, RsIrType type)
{
  const char *t = c_type (type);
  g_autofree char *second = info->arity == 2 ? g_strdup_printf (", %s", t) : g_strdup ("");
  gboolean simd = info->printing == RS_IR_PRINT_LIBM && !p->kernel->exact_math;

  c_define (p, g_strdup_printf ("%s%s %s%s (%s%s);\n",
                              simd ? "__attribute__ ((simd (\"notinbranch\"), const)) " : "__attribute__ ((const)) ", t,
                              info->c, type == RS_IR_F32 ? "f" : "", t, second));
}

/* One operation as an expression of the old value `a` and `v`. */
static const char *
atomic_expression (RsIrOp op)
{
  switch (op)
    {
    case RS_IR_ADD:
      return "a + v";
    case RS_IR_MUL:
      return "a * v";
    case RS_IR_DIV:
      return "a / v";
    case RS_IR_TRUNC_DIV:
      return "v == 0 ? 0 : a / v";
    case RS_IR_MIN:
      return "v < a ? v : a";
    case RS_IR_MAX:
      return "v > a ? v : a";
    case RS_IR_BIT_AND:
      return "a & v";
    case RS_IR_BIT_OR:
      return "a | v";
    case RS_IR_BIT_XOR:
      return "a ^ v";
    case RS_IR_POW:
      return "__builtin_pow (a, v)";
    default:
      g_assert_not_reached ();
    }
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
static const char *
above_low (RsElement element)
{
  return element == RS_ELEMENT_INT64 ? ">=" : ">";
}

/* Conversion of a value in a register to an integer element: rs_saturate_<element>_<type>, rs_fits_<element>_<type>. */
void
c_need_store (Printer *p, RsElement element, RsIrType type, RsOverflow overflow)
{
  const Limits *l = &limits[element];
  const char *t = c_type (type), *s = rs_ir_type_get_name (type), *e = c_element_type (element);
  /* What the type of the value holds at most, where the element holds more. */
  const char *high = type == RS_IR_I32 && rs_element_get_bytes (element) >= 4              ? limits[RS_ELEMENT_INT32].high
                     : element == RS_ELEMENT_UINT64 && !rs_ir_is_floating (type) ? limits[RS_ELEMENT_INT64].high
                                                                                 : l->high;

  if (overflow == RS_OVERFLOW_SATURATE)
    c_define (p, g_strdup_printf ("static inline %s rs_saturate_%u_%s (%s v)"
                                " { return v >= (%s) %s ? (%s) %s : v <= (%s) %s ? (%s) %s : v == v ? (%s) v : 0; }\n",
                                e, element, s, t, t, high, e, high, t, l->low, e, l->low, e));
  else if (rs_ir_is_floating (type))
    c_define (p, g_strdup_printf ("static inline int rs_fits_%u_%s (%s v)"
                                " { return (double) v %s (double) %s - 1 && (double) v < (double) %s + 1; }\n",
                                element, s, t, above_low (element), l->low, l->high));
  else
    c_define (p, g_strdup_printf ("static inline int rs_fits_%u_%s (%s v) { return v >= %s && v <= %s; }\n", element, s,
                                  t, l->low, high));
}

/* The new value of an integer element, from the wide result `r`; *fails: text of the way out of one that does not fit. */
static const char *
atomic_conversion (RsElement element, RsOverflow overflow, gboolean floating, const char **fails)
{
  *fails = overflow == RS_OVERFLOW_CHECKED ? floating ? "if (!(r ABOVE (double) LOW - 1 && r < (double) HIGH + 1)) return 0; "
                                                      : "if (r < LOW || r > HIGH) return 0; "
                                           : "";
  if (overflow == RS_OVERFLOW_SATURATE)
    return floating ? "r != r ? 0 : r <= (double) LOW ? LOW : r >= (double) HIGH ? HIGH : (ELEMENT) r"
                    : "r < LOW ? LOW : r > HIGH ? HIGH : r";
  if (floating && overflow == RS_OVERFLOW_WRAP && element >= RS_ELEMENT_INT64)
    return "rs_wrap (r)";
  return floating && element != RS_ELEMENT_UINT64 ? "(long) r" : "r";
}

/* rs_atomic_<op>_<element>_<type><rule>: integers are combined in 128 bits, or with a scalar in double precision, and
 * then converted under the rule of the array. Returns whether the value fits. got, keep: text of one that tells the new
 * value. */
static char *
integer_atomic (RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow, const char *name, const char *got,
                const char *keep)
{
  const char *e = c_element_type (element), *fails;
  gboolean floating = rs_ir_is_floating (type);
  const char *wide = floating ? "double" : "__int128";
  const char *conversion = atomic_conversion (element, overflow, floating, &fails);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "static inline int %s (%s *m, %s w%s)\n"
                          "{\n"
                          "  %s old, new;\n"
                          "  __atomic_load (m, &old, __ATOMIC_RELAXED);\n"
                          "  do { const %s a = old, v = w, r = %s; %snew = (%s) (%s); }\n"
                          "  while (!__atomic_compare_exchange (m, &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));\n"
                          "%s"
                          "  return 1;\n"
                          "}\n",
                          name, e, c_type (type), got, e, wide, atomic_expression (op), fails, e, conversion, keep);
  g_string_replace (text, "ABOVE", above_low (element), 0);
  g_string_replace (text, "ELEMENT", e, 0);
  g_string_replace (text, "LOW", limits[element].low, 0);
  g_string_replace (text, "HIGH", limits[element].high, 0);
  return g_string_free (text, FALSE);
}

/* Relaxed order suffices: a launch ends with a barrier of the team. */
char *
c_need_atomic (Printer *p, RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow, gboolean wants_result)
{
  const char *e = c_element_type (element);
  const char *t = c_type (element == RS_ELEMENT_DOUBLE ? type : rs_ir_type_of_element (element));
  gboolean integer = element >= RS_ELEMENT_INT8 && element <= RS_ELEMENT_UINT64;
  g_autofree char *got = wants_result ? g_strdup_printf (", %s *got", e) : g_strdup ("");
  const char *keep = wants_result ? "  *got = new;\n" : "";
  char *name = g_strdup_printf ("rs_atomic_%s_%u%s%s%s%s", rs_ir_ops[op].text, element, integer ? "_" : "",
                                integer ? rs_ir_type_get_name (type) : type == RS_IR_F32 && element == RS_ELEMENT_DOUBLE ? "_single" : "",
                                !integer || overflow == RS_OVERFLOW_WRAP ? ""
                                : overflow == RS_OVERFLOW_SATURATE       ? "_sat"
                                                                         : "_checked",
                                wants_result ? "_get" : "");

  g_strdelimit (name, "-", '_');

  if (op == RS_IR_ADD && integer && overflow == RS_OVERFLOW_WRAP && !rs_ir_is_floating (type))
    c_define (p, g_strdup_printf (wants_result
                                    ? "static inline int %s (%s *m, %s v%s)"
                                      " { *got = __atomic_add_fetch (m, (%s) v, __ATOMIC_RELAXED); return 1; }\n"
                                    : "static inline int %s (%s *m, %s v%s)"
                                      " { __atomic_fetch_add (m, (%s) v, __ATOMIC_RELAXED); return 1; }\n",
                                  name, e, c_type (type), got, e));
  else if (integer)
    {
      c_need_wrap (p);
      c_define (p, integer_atomic (op, element, type, overflow, name, got, keep));
    }
  else
    c_define (p, g_strdup_printf (
                     "static inline void %s (%s *m, %s v%s)\n"
                     "{\n"
                     "  %s old, new;\n"
                     "  __atomic_load (m, &old, __ATOMIC_RELAXED);\n"
                     "  do { %s a = old; new = (%s) (%s); }\n"
                     "  while (!__atomic_compare_exchange (m, &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));\n"
                     "%s"
                     "}\n",
                     name, e, t, got, e, t, t, atomic_expression (op), keep));
  return name;
}

void
c_append_prelude (Printer *p, GString *out)
{
  if (c_has_plain_strips (p))
    g_string_append (out, plain_text);
  g_string_append (out, options_text);
  if (p->has_product_with_zero)
    g_string_append (out, zeros_text);
  if (p->kernel->has_scan)
    g_string_append (out, products_text);
  if (p->has_ordered_sums)
    g_string_append (out, sums_text);
  g_string_append (out, abi_text);
  for (guint i = 0; i < p->helper_order->len; i++)
    g_string_append (out, g_ptr_array_index (p->helper_order, i));
}
