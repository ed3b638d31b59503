/* What stands before the function: the structures of compiler/kernel/ir/abi.h, prototypes of mathematical functions,
 * and the helpers that this kernel uses, each printed once from a template.
 *
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

/* gcc 12 forgets that a loop is to run in vectors when it splits the range of the loop around it (a triangle). */
static const char lanes_text[] = "#if defined __GNUC__ && !defined __clang__\n"
                                 "#pragma GCC optimize (\"no-split-loops\")\n"
                                 "#endif\n";

/* What is only computed and stored in vectors of our own gains nothing from the loop transforms of level 3, which take
 * a third of the time to compile. Sums and products are contracted with expensive optimizations only. */
static const char plain_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"O1\", \"expensive-optimizations\")\n"
      "#endif\n";

/* Which products are part of a fused multiply-add depends on what else uses them: what a box adds would be rounded in
 * another way where the work items run, too. */
static const char products_text[]
    = "#if defined __GNUC__ && !defined __clang__\n"
      "#pragma GCC optimize (\"fp-contract=off\")\n"
      "#else\n"
      "#pragma STDC FP_CONTRACT OFF\n"
      "#endif\n";

/* Helpers that round by adding a large number need their sums in order, with fast mathematics too. */
static const char sums_text[]
    = "#if __FINITE_MATH_ONLY__ && defined __clang__\n"
      "#pragma clang fp reassociate(off)\n"
      "#elif __FINITE_MATH_ONLY__\n"
      "#pragma GCC optimize (\"no-associative-math\")\n"
      "#endif\n";

static const char abi_text[] = "typedef struct { void *data; long dims[16]; } RsKernelArray;\n"
                               "typedef struct { int line, parameter, dimension, text; long index, size; int is_write, "
                               "unused; } RsKernelWarning;\n"
                               "typedef struct { int code, line, parameter, dimension; long index, size; int text, "
                               "is_write, n_warnings, lock; long box;\n"
                               "  RsKernelWarning warnings[8]; } RsKernelStatus;\n"
                               "typedef struct RsKernelPadding RsKernelPadding;\n"
                               "typedef struct RsKernelBox { long low[4], high[4], grid[4], block[4], index; "
                               "RsKernelStatus *status; const int *stop;\n"
                               "  void *scratch; void (*run_padded) (const struct RsKernelBox *, void *const *, const "
                               "RsKernelPadding *); long phase, alone; } RsKernelBox;\n";

G_STATIC_ASSERT (RS_MAX_GRID == 4);
G_STATIC_ASSERT (sizeof (RsKernelArray) == 136);
G_STATIC_ASSERT (RS_KERNEL_WARNINGS == 8 && sizeof (RsKernelWarning) == 40);
G_STATIC_ASSERT (sizeof (RsKernelStatus) == 56 + RS_KERNEL_WARNINGS * sizeof (RsKernelWarning));
G_STATIC_ASSERT (sizeof (RsKernelBox) == 184);
G_STATIC_ASSERT (G_STRUCT_OFFSET (RsKernelBox, index) == 128 && G_STRUCT_OFFSET (RsKernelBox, stop) == 144);

/* Of several boxes that fail the first one counts, as if they ran in their order; and in a box the first failure. */
static const char fail_text[] = "static __attribute__ ((noinline, cold)) void\n"
                                "rs_fail (const RsKernelBox *box, int code, int line, int parameter, int dimension, "
                                "long index, long size, int text,\n"
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

/* sums[0..count-1], what each adds, become what all up to it and `before` have added; sums[-1] becomes before. There is
 * room up to the next multiple of 8. An addition has to wait for another one once in 8 or 4 elements. */
#define SCAN(type, name)                                                                                               \
  "static inline " type " rs_scan_" name " (" type " *sums, long count, " type " before)\n"                            \
  "{\n"                                                                                                                \
  "  sums[-1] = before;\n"                                                                                             \
  "  for (long k = count; k % 8 != 0; k++) sums[k] = 0;\n"                                                             \
  "#if defined __AVX512F__ && !defined __clang__\n"                                                                    \
  "  typedef " type " Values __attribute__ ((vector_size (64)));\n"                                                    \
  "  typedef long Places __attribute__ ((vector_size (64)));\n"                                                        \
  "  const Values zero = { 0 };\n"                                                                                     \
  "  const Places one = { 8, 0, 1, 2, 3, 4, 5, 6 }, two = { 8, 8, 0, 1, 2, 3, 4, 5 }, four = { 8, 8, 8, 8, 0, 1, 2, "  \
  "3 };\n"                                                                                                             \
  "  for (long k = 0; k < count; k += 8)\n"                                                                            \
  "  {\n"                                                                                                              \
  "    Values v = *(Values *) (sums + k);\n"                                                                           \
  "    v += __builtin_shuffle (v, zero, one);\n"                                                                       \
  "    v += __builtin_shuffle (v, zero, two);\n"                                                                       \
  "    v += __builtin_shuffle (v, zero, four);\n"                                                                      \
  "    *(Values *) (sums + k) = v + before;\n"                                                                         \
  "    before += v[7];\n"                                                                                              \
  "  }\n"                                                                                                              \
  "#else\n"                                                                                                            \
  "  for (long k = 0; k < count; k += 4)\n"                                                                            \
  "  {\n"                                                                                                              \
  "    const " type " a = sums[k], b = a + sums[k + 1], c = b + sums[k + 2], d = b + (sums[k + 2] + sums[k + 3]);\n"   \
  "    sums[k] = before + a; sums[k + 1] = before + b; sums[k + 2] = before + c;\n"                                    \
  "    sums[k + 3] = before += d;\n"                                                                                   \
  "  }\n"                                                                                                              \
  "#endif\n"                                                                                                           \
  "  return before;\n"                                                                                                 \
  "}\n"

void
c_need_helper (Printer *p, const char *name, RsIrType type)
{
  if (g_str_equal (name, "scan"))
    c_define (p, g_strdup (type == RS_IR_F64 ? SCAN ("double", "f64") : SCAN ("long", "i64")));
  else if (g_str_equal (name, "round_half"))
    c_define (p, g_strdup_printf ("static inline %s rs_round_half_%s (%s a) { return (%s) (_Float16) a; }\n",
                                  c_type (type), rs_ir_type_get_name (type), c_type (type), c_type (type)));
  else if (!c_need_template (p, name, type))
    g_assert_not_reached ();
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

/* The new value of an integer element, from the wide result `r`; *fails: text of the way out of one that does not
 * fit. */
static const char *
atomic_conversion (RsElement element, RsOverflow overflow, gboolean floating, const char **fails)
{
  *fails = overflow == RS_OVERFLOW_CHECKED
               ? floating ? "if (!(r ABOVE (double) LOW - 1 && r < (double) HIGH + 1)) return 0; "
                          : "if (r < LOW || r > HIGH) return 0; "
               : "";
  if (overflow == RS_OVERFLOW_SATURATE)
    return floating ? "r != r ? 0 : r <= (double) LOW ? LOW : r >= (double) HIGH ? HIGH : (ELEMENT) r"
                    : "r < LOW ? LOW : r > HIGH ? HIGH : r";
  if (floating && overflow == RS_OVERFLOW_WRAP && element >= RS_ELEMENT_INT64)
    return "rs_wrap (r)";
  return floating && element != RS_ELEMENT_UINT64 ? "(long) r" : "r";
}

/* Where no other thread runs the launch the new value is stored; STORE: as what the C compiler may not look at where it
 * is told that iterations do not depend on each other. */
#define EXCHANGE                                                                                                       \
  "  while (alone ? (STORE = new, 0)\n"                                                                                \
  "               : !__atomic_compare_exchange (m, &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));\n"

/* rs_atomic_<op>_<element>_<type><rule>: integers are combined in 128 bits (sums of small ones in 64), or with a scalar
 * in double precision, and then converted under the rule of the array. Returns whether the value fits. got, keep: text
 * of one that tells the new value. */
static char *
integer_atomic (RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow, const char *name, const char *got,
                const char *keep)
{
  const char *e = c_element_type (element), *fails;
  gboolean floating = rs_ir_is_floating (type);
  const gboolean is_narrow = op == RS_IR_ADD && type == RS_IR_I32 && element < RS_ELEMENT_INT64;
  const char *wide = floating ? "double" : is_narrow ? "long" : "__int128";
  const char *conversion = atomic_conversion (element, overflow, floating, &fails);
  const char *low, *high;
  GString *text = g_string_new (NULL);

  c_get_limits (element, &low, &high);
  g_string_append_printf (text,
                          "static inline int %s (long alone, %s *m, %s w%s)\n"
                          "{\n"
                          "  %s old, new;\n"
                          "  LOAD\n"
                          "  do { const %s a = old, v = w, r = %s; %snew = (%s) (%s); }\n" EXCHANGE "%s"
                          "  return 1;\n"
                          "}\n",
                          name, e, c_type (type), got, e, wide, atomic_expression (op), fails, e, conversion, keep);
  g_string_replace (text, "ABOVE", c_above_low (element), 0);
  g_string_replace (text, "ELEMENT", e, 0);
  g_string_replace (text, "LOW", low, 0);
  g_string_replace (text, "HIGH", high, 0);
  return g_string_free (text, FALSE);
}

static char *
atomic_name (RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow, gboolean wants_result, gboolean is_plain)
{
  gboolean integer = element >= RS_ELEMENT_INT8 && element <= RS_ELEMENT_UINT64;
  char *name = g_strdup_printf ("rs_%s_%s_%u%s%s%s%s", is_plain ? "update" : "atomic", rs_ir_ops[op].text, element,
                                integer ? "_" : "",
                                integer                                             ? rs_ir_type_get_name (type)
                                : type == RS_IR_F32 && element == RS_ELEMENT_DOUBLE ? "_single"
                                                                                    : "",
                                !integer || overflow == RS_OVERFLOW_WRAP ? ""
                                : overflow == RS_OVERFLOW_SATURATE       ? "_sat"
                                                                         : "_checked",
                                wants_result ? "_get" : "");

  return g_strdelimit (name, "-", '_');
}

/* Relaxed order suffices: a launch ends with a barrier of the team. */
char *
c_need_atomic (Printer *p, RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow, gboolean wants_result,
               gboolean is_plain)
{
  const char *e = c_element_type (element);
  const char *t = c_type (element == RS_ELEMENT_DOUBLE ? type : rs_ir_type_of_element (element));
  gboolean integer = element >= RS_ELEMENT_INT8 && element <= RS_ELEMENT_UINT64;
  g_autofree char *got = wants_result ? g_strdup_printf (", %s *got", e) : g_strdup ("");
  g_autofree char *store = is_plain ? g_strdup ("*m") : g_strdup_printf ("*(volatile %s *) m", e);
  static const char *const load_plain = "if (alone) old = *m; else __atomic_load (m, &old, __ATOMIC_RELAXED);";
  const char *keep = wants_result ? "  *got = new;\n" : "";
  char *name = atomic_name (op, element, type, overflow, wants_result, is_plain), *made;
  GString *text;

  if (op == RS_IR_ADD && integer && overflow == RS_OVERFLOW_WRAP && !rs_ir_is_floating (type))
    made = g_strdup_printf ("static inline int %s (long alone, %s *m, %s v%s)\n"
                            "{\n"
                            "  const %s new = alone ? (STORE = (%s) ((unsigned long) *m + (unsigned long) v))\n"
                            "                       : __atomic_add_fetch (m, (%s) v, __ATOMIC_RELAXED);\n%s"
                            "  return 1;\n"
                            "}\n",
                            name, e, c_type (type), got, e, e, e, wants_result ? keep : "  (void) new;\n");
  else if (integer)
    {
      c_need_wrap (p);
      made = integer_atomic (op, element, type, overflow, name, got, keep);
    }
  else
    made = g_strdup_printf ("static inline void %s (long alone, %s *m, %s v%s)\n"
                            "{\n"
                            "  %s old, new;\n"
                            "  LOAD\n"
                            "  do { %s a = old; new = (%s) (%s); }\n" EXCHANGE "%s"
                            "}\n",
                            name, e, t, got, e, t, t, atomic_expression (op), keep);
  text = g_string_new (made);
  g_free (made);
  g_string_replace (text, "STORE", store, 0);
  g_string_replace (text, "LOAD", is_plain ? load_plain : "__atomic_load (m, &old, __ATOMIC_RELAXED);", 0);
  c_define (p, g_string_free (text, FALSE));
  return name;
}

void
c_append_prelude (Printer *p, GString *out)
{
  if (c_has_plain_strips (p))
    g_string_append (out, plain_text);
  g_string_append (out, options_text);
  if (cpu (p)->has_lane_sums)
    g_string_append (out, lanes_text);
  if (p->kernel->cpu.scans)
    g_string_append (out, products_text);
  if (cpu (p)->has_ordered_sums)
    g_string_append (out, sums_text);
  g_string_append (out, abi_text);
  for (guint i = 0; i < p->helper_order->len; i++)
    g_string_append (out, g_ptr_array_index (p->helper_order, i));
}
