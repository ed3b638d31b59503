/* A row of work items in strips of kernel->cpu.strip, in GCC's vector types; passes/blocks/strips.c says when.
 *
 * A local that differs between work items is an array of vectors, which gcc keeps in registers; one that does not is a
 * scalar of the ordinary name, and everything that only depends on such is printed by the ordinary printer.
 * Neighbouring elements are one unaligned vector access, mathematical functions are libmvec's. What vectors can't do
 * themselves (gathers, stores of other types) goes lane by lane through small arrays.
 *
 * The strip at the end of a row begins early enough to be whole where running work items twice does no harm; else the
 * ordinary loop does the rest. Rows narrower than a strip run so, too, unless strips go through all rows: then single
 * vectors follow the strips.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/strips/c-strips.h"

static gboolean
has_straight_strips (const RsKernel *kernel)
{
  return kernel->cpu.strip > 0 && !kernel->cpu.strips_first && !rs_ir_has_loop (&kernel->body);
}

/* Locals are arrays of vectors, which only stay in registers where the loops over them are unrolled. */
gboolean
c_has_plain_strips (const Printer *p)
{
  for (const RsIrStatement *s = p->kernel->body.first; s != NULL; s = s->next)
    if (s->kind != RS_IR_STORE)
      return FALSE;
  return has_straight_strips (p->kernel);
}

/* The processor begins to fetch what is needed a few strips later: so much is computed for an element that it doesn't
 * see that far itself. */
static const char ahead_text[]
    = "static inline const void *rs_strip_ahead (const void *x, int n)\n"
      "{ for (int q = 0; q < n; q++) __builtin_prefetch ((const char *) x + 1024 + 64 * q); return x; }\n"
      "static inline void *rs_strip_ahead_to (void *x, int n)\n"
      "{ for (int q = 0; q < n; q++) __builtin_prefetch ((const char *) x + 1024 + 64 * q, 1); return x; }\n";

char *
c_strip_address (Strip *self, const char *element, guint n_vectors, gboolean writes)
{
  if (!self->is_straight)
    return g_strdup_printf ("&%s", element);
  c_define (self->p, g_strdup (ahead_text));
  return g_strdup_printf ("rs_strip_ahead%s (&%s, %u)", writes ? "_to" : "", element, n_vectors);
}

gboolean
c_strip_is_wide (const Strip *self, RsIrType type)
{
  return self->word == RS_IR_F32 && type == RS_IR_F64;
}

/* Eight elements from one precision to the other. gcc makes several instructions of its own conversion of vectors. */
static const char convert_text[]
    = "typedef double rs_strip_wide __attribute__ ((vector_size (64), may_alias));\n"
      "typedef float rs_strip_half __attribute__ ((vector_size (32), may_alias));\n"
      "#ifdef __AVX512F__\n"
      "typedef double rs_strip_8d __attribute__ ((vector_size (64)));\n"
      "typedef float rs_strip_8f __attribute__ ((vector_size (32)));\n"
      "static inline rs_strip_wide rs_strip_widen (rs_strip_half x)\n"
      "{ return (rs_strip_wide) __builtin_ia32_cvtps2pd512_mask ((rs_strip_8f) x, (rs_strip_8d) { 0 }, -1, 4); }\n"
      "static inline rs_strip_half rs_strip_halve (rs_strip_wide x)\n"
      "{ return (rs_strip_half) __builtin_ia32_cvtpd2ps512_mask ((rs_strip_8d) x, (rs_strip_8f) { 0 }, -1, 4); }\n"
      "#else\n"
      "static inline rs_strip_wide rs_strip_widen (rs_strip_half x)\n"
      "{ return __builtin_convertvector (x, rs_strip_wide); }\n"
      "static inline rs_strip_half rs_strip_halve (rs_strip_wide x)\n"
      "{ return __builtin_convertvector (x, rs_strip_half); }\n"
      "#endif\n";

/* Double precision where the word is single. */
static const char wide_types_text[]
    = "static inline rs_strip_wide rs_strip_wide_of (double x) { return x - (rs_strip_wide) { 0 }; }\n"
      "static inline rs_strip_wide rs_strip_widen_0 (rs_strip x)\n"
      "{ return rs_strip_widen (((const rs_strip_half *) &x)[0]); }\n"
      "static inline rs_strip_wide rs_strip_widen_1 (rs_strip x)\n"
      "{ return rs_strip_widen (((const rs_strip_half *) &x)[1]); }\n"
      "static inline rs_strip rs_strip_narrow (rs_strip_wide low, rs_strip_wide high)\n"
      "{\n"
      "  rs_strip x;\n"
      "  ((rs_strip_half *) &x)[0] = rs_strip_halve (low), ((rs_strip_half *) &x)[1] = rs_strip_halve (high);\n"
      "  return x;\n"
      "}\n";

static void
need_wide (const Strip *self)
{
  c_define (self->p, g_strdup (convert_text));
  c_define (self->p, g_strdup (wide_types_text));
}

/* --- expressions --- */

static gboolean
is_contiguous_load (const Strip *self, const RsIrExpression *e)
{
  RsElement element;

  if (e->op != RS_IR_LOAD || e->boundary != RS_BOUNDARY_UNCHECKED)
    return FALSE;
  element = rs_kernel_parameter (self->p->kernel, e->index)->element;
  return element != RS_ELEMENT_CSINGLE && element != RS_ELEMENT_CDOUBLE && element != RS_ELEMENT_HALF
         && element != RS_ELEMENT_BOOL && rs_row_is_contiguous (&self->rows, e->operands, e->n_operands);
}

static char *
uniform_text (Strip *self, const RsIrExpression *e)
{
  g_autoptr (GString) value = g_string_new (NULL);

  c_append_expression (self->p, value, e);
  if (e->type == RS_IR_BOOL)
    return g_strdup_printf ("(rs_strip_choice ((%s) ? -1 : 0))", value->str);
  if (c_strip_is_wide (self, e->type))
    {
      need_wide (self);
      return g_strdup_printf ("(rs_strip_wide_of (%s))", value->str);
    }
  return g_strdup_printf ("(rs_strip_of (%s))", value->str);
}

char *
c_strip_element_type (Strip *self, RsElement element)
{
  const char *type = c_element_type (element);

  c_define (self->p, g_strdup_printf ("typedef %s rs_strip_%u __attribute__ ((vector_size (%u * sizeof (%s)), "
                                      "aligned (sizeof (%s)), may_alias));\n",
                                      type, element, self->lanes, type, type));
  return g_strdup_printf ("rs_strip_%u", element);
}

static char *
load_text (Strip *self, const RsIrExpression *e, RsIrType type)
{
  RsElement element = rs_kernel_parameter (self->p->kernel, e->index)->element;
  g_autofree char *vector = c_strip_element_type (self, element);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL), nothing = g_string_new (NULL);
  g_autofree char *address = NULL;

  if (e == self->packed)
    {
      c_append_local (self->p, text, self->packed_loop->index);
      return g_strdup_printf ("(pack[(%s - pack_low) * %u + u %% %u])", text->str, self->vectors / self->rows_together,
                              self->vectors / self->rows_together);
    }
  c_append_subscripts (self->p, nothing, e->index, e->operands, e->n_operands, e->boundary, names);
  c_append_element (self->p, text, e->index, (const char *const *)names->pdata, e->component);
  address = c_strip_address (self, text->str, 1, FALSE);
  g_string_printf (text, "(*(const %s *) %s)", vector, address);
  if (rs_ir_type_of_element (element) == type && element >= RS_ELEMENT_SINGLE)
    return g_strdup_printf ("((rs_strip) %s)", text->str);
  if (element < RS_ELEMENT_INT32) /* in two steps, which are one instruction each */
    {
      g_autofree char *wide = c_strip_element_type (self, RS_ELEMENT_INT32);

      return g_strdup_printf ("__builtin_convertvector (__builtin_convertvector (%s, %s), rs_strip)", text->str, wide);
    }
  if (self->word == RS_IR_F64 && element == RS_ELEMENT_SINGLE)
    {
      c_define (self->p, g_strdup (convert_text));
      return g_strdup_printf ("rs_strip_widen ((rs_strip_half) %s)", text->str);
    }
  return g_strdup_printf ("__builtin_convertvector (%s, rs_strip)", text->str);
}

static void
collect_locals (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL)
    g_hash_table_add (data, GUINT_TO_POINTER (e->index + 1));
}

/* The C type of a lane. */
static const char *
lane_type (const Strip *self, guint local)
{
  return c_type (c_strip_is_wide (self, rs_kernel_local (self->p->kernel, local)->type) ? RS_IR_F64 : self->word);
}

/* Before a loop over lanes: the vectors that it reads, as arrays. */
static void
print_lane_arrays (Strip *self, GHashTable *locals, guint id)
{
  GHashTableIter iterator;
  gpointer key;

  g_hash_table_iter_init (&iterator, locals);
  while (g_hash_table_iter_next (&iterator, &key, NULL))
    {
      guint local = GPOINTER_TO_UINT (key) - 1;

      if (self->rows.is_uniform[local])
        continue;
      c_printf (self->p, "%s l%u_%u[%u] __attribute__ ((aligned (64)));", lane_type (self, local), local, id,
                self->lanes);
      if (c_strip_is_wide (self, rs_kernel_local (self->p->kernel, local)->type))
        c_printf (self->p, "for (int h = 0; h < 2; h++) ((rs_strip_wide *) l%u_%u)[h] = s%u[2 * u + h];", local, id,
                  local);
      else
        c_printf (self->p, "*(rs_strip *) l%u_%u = s%u[u];", local, id, local);
    }
}

static void
open_lanes (Strip *self, GHashTable *locals, guint id)
{
  GHashTableIter iterator;
  gpointer key;

  c_printf (self->p, "for (int lane = 0; lane < %u; lane++)", self->lanes);
  c_printf (self->p, "{");
  self->p->indent += 2;
  c_printf (self->p, "const long p%u = first + lane; (void) p%u;", self->last, self->last);
  g_hash_table_iter_init (&iterator, locals);
  while (g_hash_table_iter_next (&iterator, &key, NULL))
    {
      guint local = GPOINTER_TO_UINT (key) - 1;
      g_autoptr (GString) name = g_string_new (NULL);

      if (self->rows.is_uniform[local])
        continue;
      c_append_local (self->p, name, local);
      c_printf (self->p, "const %s %s = l%u_%u[lane];", lane_type (self, local), name->str, local, id);
    }
}

static void
close_lanes (Strip *self)
{
  self->p->indent -= 2;
  c_printf (self->p, "}");
}

/* e lane by lane; the name of the vector. */
static char *
lanes_text (Strip *self, const RsIrExpression *e)
{
  g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  guint id = self->n_names++;
  gboolean is_bool = e->type == RS_IR_BOOL, is_wide = c_strip_is_wide (self, e->type);

  rs_ir_visit (e, collect_locals, locals);
  print_lane_arrays (self, locals, id);
  c_printf (self->p, "%s w%u[%u] __attribute__ ((aligned (64)));",
            is_bool ? "rs_strip_word" : c_type (is_wide ? RS_IR_F64 : self->word), id, self->lanes);
  c_append_expression (self->p, value, e);
  open_lanes (self, locals, id);
  c_printf (self->p, "w%u[lane] = %s%s;", id, is_bool ? "-(rs_strip_word) " : "", value->str);
  close_lanes (self);
  if (is_wide)
    return g_strdup_printf ("(((rs_strip_wide *) w%u)[%u])", id, self->half);
  return g_strdup_printf ("(*(%s *) w%u)", is_bool ? "rs_strip_mask" : "rs_strip", id);
}

static char *
choose_text (const char *condition, const char *a, const char *b)
{
  return g_strdup_printf ("rs_strip_choose (%s, %s, %s)", condition, a, b);
}

/* Two operands in vectors. Each is printed once: `min` reads it twice. */
static char *
extreme_text (Strip *self, const RsIrExpression *e)
{
  g_autofree char *a = c_strip_text (self, e->operands[0]), *b = c_strip_text (self, e->operands[1]);

  return g_strdup_printf ("rs_strip_%s (%s, %s)", e->op == RS_IR_MIN ? "min" : "max", a, b);
}

static char *
operation_text (Strip *self, const RsIrExpression *e)
{
  g_autofree char *a = c_strip_text (self, e->operands[0]);
  g_autofree char *b = e->n_operands > 1 ? c_strip_text (self, e->operands[1]) : NULL;
  g_autofree char *c = e->n_operands > 2 ? c_strip_text (self, e->operands[2]) : NULL;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_NOT:
      return g_strdup_printf ("(~%s)", a);
    case RS_IR_NEG:
      return g_strdup_printf ("(-%s)", a);
    case RS_IR_AND:
      return g_strdup_printf ("(%s & %s)", a, b);
    case RS_IR_OR:
      return g_strdup_printf ("(%s | %s)", a, b);
    case RS_IR_ABS:
      return g_strdup_printf ("rs_strip_abs (%s)", a);
    case RS_IR_COPY_SIGN:
      return g_strdup_printf ("rs_strip_copy_sign (%s, %s)", a, b);
    case RS_IR_SELECT:
      return choose_text (a, b, c);
    default:
      return g_strdup_printf ("(%s %s %s)", a, rs_ir_ops[e->op].c, b);
    }
}

/* rs_strip_<function>: libmvec's variant for the machine's vectors by its ABI name, which gcc would choose itself for a
 * loop over lanes, did it not unroll so short a loop before. */
static const char function_text[]
    = "#ifdef __AVX512F__\n"
      "rs_strip _ZGVeN$16v$V_$N (rs_strip$A);\n"
      "static inline rs_strip rs_strip_$N ($P) { return _ZGVeN$16v$V_$N ($X); }\n"
      "#elif defined __AVX2__ || defined __SSE2__\n"
      "#ifdef __AVX2__\n"
      "enum { rs_parts_$N = 2 };\n"
      "#define rs_part_of_$N _ZGVdN$8v$V_$N\n"
      "#else\n"
      "enum { rs_parts_$N = 4 };\n"
      "#define rs_part_of_$N _ZGVbN$4v$V_$N\n"
      "#endif\n"
      "typedef $T rs_part_$N __attribute__ ((vector_size (64 / rs_parts_$N), may_alias));\n"
      "rs_part_$N rs_part_of_$N (rs_part_$N$B);\n"
      "static inline rs_strip rs_strip_$N ($P)\n"
      "{\n"
      "  rs_part_$N *const px = (rs_part_$N *) &x$Y;\n"
      "  for (int i = 0; i < rs_parts_$N; i++)\n"
      "    px[i] = rs_part_of_$N (px[i]$Z);\n"
      "  return x;\n"
      "}\n"
      "#else\n"
      "static inline rs_strip rs_strip_$N ($P)\n"
      "{ for (int i = 0; i < (int) (64 / sizeof ($T)); i++) x[i] = $N (x[i]$W); return x; }\n"
      "#endif\n";

static void
define_function (Strip *self, const RsIrOpInfo *info, const char *name)
{
  gboolean is_single = self->word == RS_IR_F32, binary = info->arity == 2;
  const char *pairs[][2] = {
    { "$16", is_single ? "16" : "8" },    { "$8", is_single ? "8" : "4" },
    { "$4", is_single ? "4" : "2" },      { "$N", name },
    { "$T", c_type (self->word) },        { "$V", binary ? "v" : "" },
    { "$A", binary ? ", rs_strip" : "" }, { "$P", binary ? "rs_strip x, rs_strip y" : "rs_strip x" },
    { "$X", binary ? "x, y" : "x" },      { "$Y", binary ? ", *const py = ($R *) &y" : "" },
    { "$Z", binary ? ", py[i]" : "" },    { "$W", binary ? ", y[i]" : "" },
    { "$B", binary ? ", $R" : "" },       { "$R", "rs_part_" },
  };
  GString *text = g_string_new (function_text);
  g_autofree char *part = g_strconcat ("rs_part_", name, NULL);

  c_need_function (self->p, info, self->word);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_string_replace (text, pairs[i][0], g_str_equal (pairs[i][0], "$R") ? part : pairs[i][1], 0);
  c_define (self->p, g_string_free (text, FALSE));
}

static char *
function_call_text (Strip *self, const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];
  g_autofree char *name = g_strconcat (info->c, self->word == RS_IR_F32 ? "f" : "", NULL);
  g_autofree char *x = c_strip_text (self, e->operands[0]);
  g_autofree char *y = info->arity == 2 ? c_strip_text (self, e->operands[1]) : NULL;

  if (e->op == RS_IR_POW && self->word == RS_IR_F32 && rs_row_is_uniform (&self->rows, e->operands[1]))
    {
      g_autoptr (GString) exponent = g_string_new (NULL);

      c_append_expression (self->p, exponent, e->operands[1]);
      c_need_strip_power (self->p);
      return g_strdup_printf ("rs_strip_power (%s, %s)", x, exponent->str);
    }
  define_function (self, info, name);
  return y ? g_strdup_printf ("rs_strip_%s (%s, %s)", name, x, y) : g_strdup_printf ("rs_strip_%s (%s)", name, x);
}

static gboolean
is_vector_function (const Strip *self, const RsIrExpression *e)
{
  return rs_ir_ops[e->op].printing == RS_IR_PRINT_LIBM && e->type == self->word && !self->p->kernel->exact_math;
}

/* Operations on the word, or comparisons of it, that vectors have. */
static gboolean
is_vector_op (const Strip *self, const RsIrExpression *e)
{
  switch ((RsIrOp)e->op)
    {
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_DIV:
    case RS_IR_NEG:
    case RS_IR_ABS:
    case RS_IR_COPY_SIGN:
    case RS_IR_MIN:
    case RS_IR_MAX:
    case RS_IR_SELECT:
      return e->type == self->word;
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
      return e->operands[0]->type == self->word;
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Half of a value in double precision where vectors are single. */
static char *
wide_text (Strip *self, const RsIrExpression *e)
{
  g_autofree char *single = NULL;

  need_wide (self);
  switch ((RsIrOp)e->op)
    {
    case RS_IR_LOCAL:
      return g_strdup_printf ("s%u[2 * u + %u]", e->index, self->half);
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_DIV:
    case RS_IR_NEG:
      return operation_text (self, e);
    case RS_IR_CONVERT:
      if (e->operands[0]->type != self->word)
        return lanes_text (self, e);
      single = c_strip_text (self, e->operands[0]);
      return g_strdup_printf ("rs_strip_widen_%u (%s)", self->half, single);
    default:
      return lanes_text (self, e);
    }
}

static char *
narrowed_text (Strip *self, const RsIrExpression *e)
{
  const guint half = self->half;
  g_autofree char *low = NULL, *high = NULL;

  need_wide (self);
  self->half = 0;
  low = c_strip_text (self, e);
  self->half = 1;
  high = c_strip_text (self, e);
  self->half = half;
  return g_strdup_printf ("rs_strip_narrow (%s, %s)", low, high);
}

char *
c_strip_text (Strip *self, const RsIrExpression *e)
{
  char *channel;

  if (rs_row_is_uniform (&self->rows, e))
    return uniform_text (self, e);
  if (c_strip_is_wide (self, e->type))
    return wide_text (self, e);
  if (e->op == RS_IR_CONVERT && e->type == self->word && c_strip_is_wide (self, e->operands[0]->type))
    return narrowed_text (self, e->operands[0]);
  if (e->op == RS_IR_LOCAL && e->type == self->word)
    return g_strdup_printf ("s%u[u]", e->index);
  if (is_contiguous_load (self, e) && e->type == self->word)
    return load_text (self, e, self->word);
  if (e->op == RS_IR_CONVERT && e->type == self->word && is_contiguous_load (self, e->operands[0]))
    return load_text (self, e->operands[0], self->word);
  if ((channel = c_strip_channel_text (self, e)) != NULL)
    return channel;
  if (is_vector_function (self, e))
    return function_call_text (self, e);
  if (!is_vector_op (self, e))
    return lanes_text (self, e);
  return e->op == RS_IR_MIN || e->op == RS_IR_MAX ? extreme_text (self, e) : operation_text (self, e);
}

/* --- statements --- */

void
c_open_vectors (Strip *self)
{
  if (self->rows_together > 1)
    c_printf (self->p, "_Pragma (\"GCC unroll %u\")", self->vectors);
  c_printf (self->p, "for (int u = 0; u < %u; u++)", self->vectors);
  c_printf (self->p, "{");
  self->p->indent += 2;
  if (self->rows_together > 1)
    {
      guint vectors = self->vectors / self->rows_together;

      c_printf (self->p, "const long p%u = row + u / %u, first = strip + u %% %u * %u, p%u = first; (void) p%u;",
                self->last - 1, vectors, vectors, self->lanes, self->last, self->last);
      return;
    }
  c_printf (self->p, "const long first = strip + u * %u, p%u = first; (void) p%u;", self->lanes, self->last,
            self->last);
}

void
c_close_vectors (Strip *self)
{
  self->p->indent -= 2;
  c_printf (self->p, "}");
}

/* Both halves are read before one is written. */
static void
print_wide_set (Strip *self, const RsIrStatement *s)
{
  g_autofree char *low = c_strip_text (self, s->value), *high = NULL;

  self->half = 1;
  high = c_strip_text (self, s->value);
  self->half = 0;
  c_printf (self->p, "const rs_strip_wide low = %s, high = %s;", low, high);
  c_printf (self->p, "s%u[2 * u] = low, s%u[2 * u + 1] = high;", s->index, s->index);
}

/* condition: the mask (an array of vectors) under which to assign, or NULL. */
static void
print_strip_set (Strip *self, const RsIrStatement *s, const char *condition)
{
  g_autofree char *value = NULL;

  if (self->rows.is_uniform[s->index])
    {
      RsIrStatement copy = *s;
      RsIrBlock one = { &copy, &copy };

      copy.next = copy.previous = NULL;
      c_print_block (self->p, &one);
      return;
    }
  c_open_vectors (self);
  if (c_strip_is_wide (self, s->value->type)) /* under no condition: passes/blocks/strips.c */
    {
      print_wide_set (self, s);
      c_close_vectors (self);
      return;
    }
  value = c_strip_text (self, s->value);
  if (condition)
    c_printf (self->p, "s%u[u] = rs_strip_choose (%s[u], %s, s%u[u]);", s->index, condition, value, s->index);
  else
    c_printf (self->p, "s%u[u] = %s;", s->index, value);
  c_close_vectors (self);
}

static void
print_strip_store (Strip *self, const RsIrStatement *s)
{
  RsElement element = rs_kernel_parameter (self->p->kernel, s->index)->element;
  gboolean direct = s->boundary == RS_BOUNDARY_UNCHECKED && s->value->type == self->word
                    && rs_ir_type_of_element (element) == self->word && element != RS_ELEMENT_CSINGLE
                    && element != RS_ELEMENT_CDOUBLE && element != RS_ELEMENT_HALF
                    && rs_row_is_contiguous (&self->rows, s->subscripts, s->n_subscripts);

  c_open_vectors (self);
  if (direct)
    {
      g_autofree char *value = c_strip_text (self, s->value), *vector = c_strip_element_type (self, element);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GString) text = g_string_new (NULL), nothing = g_string_new (NULL);
      g_autofree char *address = NULL;

      c_append_subscripts (self->p, nothing, s->index, s->subscripts, s->n_subscripts, s->boundary, names);
      c_append_element (self->p, text, s->index, (const char *const *)names->pdata, 0);
      address = c_strip_address (self, text->str, 1, TRUE);
      c_printf (self->p, "*(%s *) %s = (%s) %s;", vector, address, vector, value);
    }
  else
    {
      g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
      RsIrStatement copy = *s;
      RsIrBlock one = { &copy, &copy };
      guint id = self->n_names++;

      copy.next = copy.previous = NULL;
      rs_ir_visit_statement (s, collect_locals, locals);
      print_lane_arrays (self, locals, id);
      open_lanes (self, locals, id);
      c_print_block (self->p, &one);
      close_lanes (self);
    }
  c_close_vectors (self);
}

static void
print_strip_if (Strip *self, const RsIrStatement *s)
{
  g_autoptr (GString) uniform = g_string_new (NULL);
  g_autofree char *mask = NULL, *other = NULL, *value = NULL;

  if (rs_row_is_uniform (&self->rows, s->value))
    {
      c_append_expression (self->p, uniform, s->value);
      c_printf (self->p, "if (%s)", uniform->str);
      c_printf (self->p, "{");
      self->p->indent += 2;
      c_print_strip_block (self, &s->body, NULL);
      self->p->indent -= 2;
      c_printf (self->p, "}");
      if (!s->other.first)
        return;
      c_printf (self->p, "else");
      c_printf (self->p, "{");
      self->p->indent += 2;
      c_print_strip_block (self, &s->other, NULL);
      self->p->indent -= 2;
      c_printf (self->p, "}");
      return;
    }
  mask = g_strdup_printf ("m%u", self->n_names++);
  other = g_strdup_printf ("m%u", self->n_names++);
  c_printf (self->p, "rs_strip_mask %s[%u], %s[%u];", mask, self->vectors, other, self->vectors);
  c_open_vectors (self);
  value = c_strip_text (self, s->value);
  c_printf (self->p, "%s[u] = %s; %s[u] = ~%s[u];", mask, value, other, mask);
  c_close_vectors (self);
  c_print_strip_block (self, &s->body, mask);
  c_print_strip_block (self, &s->other, other);
}

static void
print_strip_loop (Strip *self, const RsIrStatement *s)
{
  RsWindow window;

  if (c_strip_find_window (self, s, &window))
    {
      c_print_window (self, &window);
      return;
    }
  c_open_loop (self->p, s);
  c_print_strip_block (self, &s->body, NULL);
  c_close_loop (self->p);
}

/* Returns the last statement that was printed: several stores may be one of a pixel. */
static const RsIrStatement *
print_strip_statement (Strip *self, const RsIrStatement *s, const char *condition)
{
  const RsIrStatement *last = s;

  c_print_line (self->p, s->line);
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      print_strip_set (self, s, condition);
      break;
    case RS_IR_STORE:
      last = c_print_pixel_stores (self, s);
      if (last == NULL)
        print_strip_store (self, last = s);
      break;
    case RS_IR_IF:
      print_strip_if (self, s);
      break;
    case RS_IR_LOOP:
      print_strip_loop (self, s);
      break;
    default:
      g_assert_not_reached (); /* passes/blocks/strips.c leaves such kernels alone */
    }
  return last;
}

void
c_print_strip_block (Strip *self, const RsIrBlock *block, const char *condition)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    s = print_strip_statement (self, s, condition);
}

/* --- the row --- */

static const char types_text[]
    = "typedef $F rs_strip __attribute__ ((vector_size (64), may_alias));\n"
      "typedef $W rs_strip_word;\n"
      "typedef $W rs_strip_mask __attribute__ ((vector_size (64), may_alias));\n"
      "static inline rs_strip rs_strip_of ($F x) { return x - (rs_strip) { 0 }; }\n"
      "static inline rs_strip_mask rs_strip_choice (rs_strip_word x) { return x - (rs_strip_mask) { 0 }; }\n"
      "static inline rs_strip rs_strip_choose (rs_strip_mask c, rs_strip a, rs_strip b)\n"
      "{ return (rs_strip) ((c & (rs_strip_mask) a) | (~c & (rs_strip_mask) b)); }\n"
      "static inline rs_strip rs_strip_min (rs_strip a, rs_strip b) { return rs_strip_choose (b < a, b, a); }\n"
      "static inline rs_strip rs_strip_max (rs_strip a, rs_strip b) { return rs_strip_choose (b > a, b, a); }\n"
      "static inline rs_strip rs_strip_abs (rs_strip a)\n"
      "{ return (rs_strip) ((rs_strip_mask) a & ~($W) ((unsigned $W) 1 << (8 * sizeof ($W) - 1))); }\n"
      "static inline rs_strip rs_strip_copy_sign (rs_strip a, rs_strip b)\n"
      "{ return (rs_strip) ((rs_strip_mask) rs_strip_abs (a) ^ (rs_strip_mask) b ^ (rs_strip_mask) rs_strip_abs (b)); "
      "}\n";

void
c_define_strip_types (Printer *p, gboolean is_single)
{
  GString *text = g_string_new (types_text);

  g_string_replace (text, "$W", is_single ? "int" : "long", 0);
  g_string_replace (text, "$F", is_single ? "float" : "double", 0);
  c_define (p, g_string_free (text, FALSE));
}

void
c_print_strip_locals (const Strip *self)
{
  const RsKernel *kernel = self->p->kernel;

  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (local->is_counter || local->length > 1)
        continue;
      c_append_local (self->p, name, i);
      if (self->rows.is_uniform[i])
        c_printf (self->p, "%s %s = 0;", c_type (local->type), name->str);
      else if (c_strip_is_wide (self, local->type))
        {
          need_wide (self);
          c_printf (self->p, "rs_strip_wide s%u[%u] = { 0 };", i, 2 * self->vectors);
        }
      else
        c_printf (self->p, "rs_strip s%u[%u] = { 0 };", i, self->vectors);
    }
}

typedef struct {
  const RsKernel *kernel;
  gboolean reads; /* an array that is written is also read */
} Memory;

static void
note_load (const RsIrExpression *e, gpointer data)
{
  Memory *self = data;

  if (e->op == RS_IR_LOAD && rs_kernel_parameter (self->kernel, e->index)->writes)
    self->reads = TRUE;
}

static void
note_loads (Memory *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_visit_statement (s, note_load, self);
      note_loads (self, &s->body);
      note_loads (self, &s->other);
    }
}

/* Strips of self->vectors, as long as a whole one fits between low and high, from the C variable `rest` on. */
static void
print_strips (Strip *self, const RsIrBlock *body, const char *low, const char *high, gboolean all_rows)
{
  Printer *p = self->p;
  guint items = self->vectors * self->lanes;

  c_printf (p, "for (; rest < %s; rest += %u)", high, items);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "long strip = rest;");
  if (!self->may_repeat)
    c_printf (p, "if (strip + %u > %s) break;", items, high);
  else
    {
      c_printf (p, "if (strip + %u > %s)", items, high);
      c_printf (p, "  { if (%s - %s < %u) break; strip = %s - %u; }", high, low, items, high, items);
    }
  if (all_rows)
    c_print_rows_of_strip (self, body);
  else
    {
      c_print_strip_locals (self);
      c_print_strip_block (self, body, NULL);
    }
  p->indent -= 2;
  c_printf (p, "}");
}

void
c_print_strips (Printer *p, const RsIrBlock *body, const char *low, const char *high, gboolean all_rows)
{
  const RsKernel *kernel = p->kernel;
  gboolean is_single = kernel->cpu.strip_word == RS_IR_F32;
  Strip self = { .p = p,
                 .word = is_single ? RS_IR_F32 : RS_IR_F64,
                 .lanes = p->kernel->target->vector_bytes / (is_single ? 4 : 8),
                 .last = kernel->grid_rank - 1,
                 .rows_together = 1,
                 .is_straight = has_straight_strips (kernel) };
  Memory memory = { kernel, kernel->same_arrays_possible };

  self.vectors = kernel->cpu.strip / self.lanes;
  rs_row_values_init (&self.rows, kernel, body);
  note_loads (&memory, body);
  self.may_repeat = !memory.reads;
  c_define_strip_types (p, is_single);
  if (all_rows)
    c_open_rows (&self, body);
  c_printf (p, "long rest = %s;", low);
  print_strips (&self, body, low, high, all_rows);
  if (all_rows) /* columns of a narrow matrix */
    {
      self.vectors = 1;
      print_strips (&self, body, low, high, TRUE);
    }
  rs_row_values_clear (&self.rows);
}
