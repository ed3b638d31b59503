/* Copies of arrays that are only added to, passes/sums/bins.c: four in each box, which neighbouring work items take in
 * turn, so that equal ones do not wait for each other's store; or a larger one, where the loops of a work item add to
 * neighbours, in vectors. Where all additions are of one whole number the copies count them.
 *
 * A kernel with such arrays is two functions: one for boxes that are worth copies, with arrays of a limited number of
 * elements, and one that uses the arrays themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/analysis/order/free-sum.h"

#define MOST_BINS 8192
#define MOST_IN_ONE_COPY 32768
#define COPIES 4
#define STRIDE                                                                                                         \
  (MOST_BINS + 16) /* elements; a multiple of 4096 bytes would make stores look like those of other copies */
#define MOST_COUNTED 1048576

gboolean
c_has_bins (const Printer *p, guint parameter)
{
  return cpu (p)->n_copies > 0 && parameter < 64 && (p->kernel->cpu.bins >> parameter & 1) != 0;
}

/* --- what is counted --- */

/* Whether all additions to the array are of *value, or there are none. */
static gboolean
adds_only (const RsIrBlock *block, guint parameter, const RsIrExpression **value)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_ATOMIC && s->index == parameter)
        {
          *value = *value ? *value : s->value;
          if (!rs_ir_equal (*value, s->value))
            return FALSE;
        }
      if (!adds_only (&s->body, parameter, value) || !adds_only (&s->other, parameter, value))
        return FALSE;
    }
  return TRUE;
}

/* The whole number that is added to the array, by how often it is; 0: other values. */
static gint64
counted_value (const RsKernel *kernel, guint parameter)
{
  const RsIrExpression *value = NULL;
  double number;

  if (!adds_only (&kernel->body, parameter, &value) || value == NULL || value->op != RS_IR_CONST)
    return 0;
  number = rs_ir_is_floating (value->type) ? value->value.floating : (double)value->value.integer;
  return number >= -MOST_COUNTED && number <= MOST_COUNTED && number == (double)(gint64)number ? (gint64)number : 0;
}

static const char *
copy_type (const Printer *p, guint parameter)
{
  return counted_value (p->kernel, parameter) != 0
             ? "unsigned"
             : c_element_type (rs_kernel_parameter (p->kernel, parameter)->element);
}

/* Whether the array is added to in loops only, each iteration to the next element of a row. */
static gboolean
adds_rows (const RsIrBlock *block, guint parameter, const RsIrStatement *loop)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_ATOMIC && s->index == parameter && !(loop && rs_loop_follows_row (loop, s)))
        return FALSE;
      if (!adds_rows (&s->body, parameter, s->kind == RS_IR_LOOP ? s : NULL) || !adds_rows (&s->other, parameter, NULL))
        return FALSE;
    }
  return TRUE;
}

guint
c_count_copies (const Printer *p)
{
  for (guint i = 0; i < p->kernel->parameters->len && i < 64; i++)
    if ((p->kernel->cpu.bins >> i & 1) != 0 && !adds_rows (&p->kernel->body, i, NULL))
      return COPIES;
  return 1;
}

/* --- rows of work items ---
 *
 * Where each addition of a row of work items is to one and the same element (the sum of a row of a matrix) or to
 * neighbours (those of its columns), there is nothing to wait for: the row runs in vectors, in one copy. */

/* The same for all work items of a row, and no memory. */
static gboolean
is_fixed (const Printer *p, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT || e->op == RS_IR_RUNNING
      || (e->op == RS_IR_POSITION && e->component == p->kernel->grid_rank - 1))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_fixed (p, e->operands[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_fixed_addition (const Printer *p, const RsIrStatement *s)
{
  for (guint k = 0; k < s->n_subscripts; k++)
    if (!is_fixed (p, s->subscripts[k]))
      return FALSE;
  return TRUE;
}

/* The position in the row, and what is fixed. */
static gboolean
follows_row (const Printer *p, const RsIrExpression *e)
{
  if (e->op == RS_IR_POSITION)
    return e->component == p->kernel->grid_rank - 1;
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return FALSE;
  return (follows_row (p, e->operands[0]) && is_fixed (p, e->operands[1]))
         || (e->op == RS_IR_ADD && is_fixed (p, e->operands[0]) && follows_row (p, e->operands[1]));
}

/* To neighbours, and the only one to its array. */
static gboolean
is_addition_along (const Printer *p, const RsIrBlock *body, const RsIrStatement *s)
{
  const guint last = s->n_subscripts - 1;

  for (guint k = 0; k < last; k++)
    if (!is_fixed (p, s->subscripts[k]))
      return FALSE;
  for (const RsIrStatement *other = body->first; other; other = other->next)
    if (other != s && other->kind == RS_IR_ATOMIC && other->index == s->index)
      return FALSE;
  return follows_row (p, s->subscripts[last]);
}

static guint
number_of (const RsIrBlock *body, const RsIrStatement *statement)
{
  guint n = 0;

  for (const RsIrStatement *s = body->first; s != statement; s = s->next)
    n++;
  return n;
}

static gboolean
can_run_rows (const Printer *p, const RsIrBlock *body)
{
  gboolean has_fixed = FALSE;

  for (const RsIrStatement *s = body->first; s; s = s->next)
    if (s->kind == RS_IR_ATOMIC && c_has_bins (p, s->index) && s->boundary == RS_BOUNDARY_UNCHECKED
        && s->n_subscripts > 0)
      {
        const gboolean is_fixed = is_fixed_addition (p, s);

        has_fixed |= is_fixed;
        if (!is_fixed && !is_addition_along (p, body, s))
          return FALSE;
      }
    else if (s->kind != RS_IR_SET || rs_kernel_local (p->kernel, s->index)->length != 1)
      return FALSE;
  return has_fixed;
}

static void
print_row_sum (Printer *p, const RsIrBlock *body, const RsIrStatement *s)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) element = g_string_new (NULL);

  for (guint k = 0; k < s->n_subscripts; k++)
    g_ptr_array_add (subscripts, c_expression_text (p, s->subscripts[k]));
  p->dialect->append_element (p, element, s->index, (const char *const *)subscripts->pdata, s->component);
  c_printf (p, "%s += row_%u;", element->str, number_of (body, s));
}

gboolean
c_print_bin_row (Printer *p, const char *low, const char *high, void (*print_items) (Printer *, const RsIrBlock *),
                 const RsIrBlock *body)
{
  const guint last = p->kernel->grid_rank - 1;
  g_autoptr (GString) sums = g_string_new (NULL);

  if (!can_run_rows (p, body))
    return FALSE;
  c_printf (p, "if (%s < %s)", low, high);
  c_printf (p, "{");
  p->indent += 2;
  for (const RsIrStatement *s = body->first; s; s = s->next)
    if (s->kind == RS_IR_ATOMIC && is_fixed_addition (p, s))
      {
        c_printf (p, "%s row_%u = 0;", copy_type (p, s->index), number_of (body, s));
        g_string_append_printf (sums, "%srow_%u", sums->len > 0 ? ", " : "", number_of (body, s));
      }
  g_string_append_printf (p->body, "#pragma omp simd reduction(+:%s)\n", sums->str);
  c_printf (p, "for (long p%u = %s; p%u < %s; p%u++)", last, low, last, high, last);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const int copy = 0;");
  cpu (p)->bin_row = body;
  print_items (p, body);
  cpu (p)->bin_row = NULL;
  p->indent -= 2;
  c_printf (p, "}");
  for (const RsIrStatement *s = body->first; s; s = s->next)
    if (s->kind == RS_IR_ATOMIC && is_fixed_addition (p, s))
      print_row_sum (p, body, s);
  p->indent -= 2;
  c_printf (p, "}");
  return TRUE;
}

/* --- printing --- */

/* In place of the array's declaration: the array is the first copy. */
void
c_print_bins (Printer *p, guint parameter, const char *name)
{
  const char *type = copy_type (p, parameter);

  c_printf (p, "%s copies_%u[%d] __attribute__ ((aligned (64)));", type, parameter, COPIES * STRIDE);
  c_printf (p, "for (int copy = 0; copy < %u; copy++)", cpu (p)->n_copies);
  c_printf (p, "  __builtin_memset (copies_%u + copy * %d, 0, %s_n * sizeof (%s));", parameter, STRIDE, name, type);
  c_printf (p, "%s *const %s = copies_%u;", type, name, parameter);
}

/* Whether an addition needs no test of its subscript: a byte is a subscript of each copy, and what lies behind the end
 * of the array is not looked at. */
gboolean
c_is_inside_bins (const Printer *p, const RsIrStatement *s)
{
  const RsIrExpression *e = s->n_subscripts == 1 ? s->subscripts[0] : NULL;

  if (!e || s->kind != RS_IR_ATOMIC || s->boundary != RS_BOUNDARY_SAFE || !c_has_bins (p, s->index))
    return FALSE;
  while (e->op == RS_IR_CONVERT && rs_ir_is_integer (e->type))
    e = e->operands[0];
  return e->op == RS_IR_LOAD && rs_kernel_parameter (p->kernel, e->index)->element == RS_ELEMENT_UINT8;
}

/* The addition of the C variable v to an element. */
void
c_append_bin_addition (Printer *p, GString *out, const RsIrStatement *s, const char *element)
{
  const char *value = counted_value (p->kernel, s->index) != 0 ? "1" : "v";

  if (cpu (p)->bin_row && is_fixed_addition (p, s))
    g_string_append_printf (out, "row_%u += %s;", number_of (cpu (p)->bin_row, s), value);
  else
    g_string_append_printf (out, "(&%s)[copy * %d] += %s;", element, STRIDE, value);
}

/* Before the loop over the work items from low to high, C expressions: most of them in groups, one a copy. Leaves the C
 * variable `at`, where the rest begins. print_items prints the body of such a loop. */
void
c_print_bin_groups (Printer *p, const char *low, const char *high, void (*print_items) (Printer *, const RsIrBlock *),
                    const RsIrBlock *body)
{
  guint last = p->kernel->grid_rank - 1;

  c_printf (p, "long at = %s;", low);
  c_printf (p, "for (; at + %d <= %s; at += %d)", COPIES, high, COPIES);
  c_printf (p, "{");
  g_string_append_printf (p->body, "#pragma GCC unroll %d\n", COPIES);
  c_printf (p, "for (int copy = 0; copy < %d; copy++)", COPIES);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long p%u = at + copy;", last);
  print_items (p, body);
  p->indent -= 2;
  c_printf (p, "}");
  c_printf (p, "}");
}

/* At the end of the box. */
void
c_print_bin_results (Printer *p)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      RsElement element = rs_kernel_parameter (p->kernel, i)->element;
      const char *type = c_element_type (element);
      gint64 value = counted_value (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);
      g_autofree char *atomic = NULL;

      if (!c_has_bins (p, i))
        continue;
      atomic = c_need_atomic (p, RS_IR_ADD, element, rs_ir_type_of_element (element), RS_OVERFLOW_WRAP, FALSE, FALSE);
      c_append_parameter (p, name, i);
      c_printf (p, "for (long bin = 0; bin < %s_n; bin++)", name->str);
      c_printf (p, "{");
      c_printf (p, "  const %s *const c = copies_%u + bin;", copy_type (p, i), i);
      if (cpu (p)->n_copies == 1 && value != 0)
        c_printf (p, "  const %s sum = %" G_GINT64_FORMAT ".0 * (double) c[0];", type, value);
      else if (cpu (p)->n_copies == 1)
        c_printf (p, "  const %s sum = c[0];", type);
      else if (value != 0)
        c_printf (p, "  const %s sum = %" G_GINT64_FORMAT ".0 * ((double) c[0] + c[%d] + c[%d] + c[%d]);", type, value,
                  STRIDE, 2 * STRIDE, 3 * STRIDE);
      else
        c_printf (p, "  const %s sum = (c[0] + c[%d]) + (c[%d] + c[%d]);", type, STRIDE, 2 * STRIDE, 3 * STRIDE);
      c_printf (p, "  if (sum != 0)");
      c_printf (p, "    %s (box->alone, (%s *) a%u->data + bin, sum);", atomic, type, i);
      c_printf (p, "}");
    }
}

#define UNKNOWN_ROUNDS 64
#define ROW_LENGTH                                                                                                     \
  1024 /* at a guess, of what a loop adds to; an addition to a copy takes a tenth of one to the array */

/* How often a work item adds to the array at least, at a guess where the bounds of loops are no numbers. */
static gint64
count_additions (const RsIrBlock *block, guint parameter)
{
  gint64 n = 0;

  for (const RsIrStatement *s = block->first; s && n < MOST_BINS; s = s->next)
    {
      gint64 inside = count_additions (&s->body, parameter) + count_additions (&s->other, parameter), rounds = 1;

      if (s->kind == RS_IR_LOOP && s->low->op == RS_IR_CONST && s->high->op == RS_IR_CONST)
        rounds = CLAMP ((s->high->value.integer - s->low->value.integer) / s->step + 1, 0, MOST_BINS);
      else if (s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER)
        rounds = UNKNOWN_ROUNDS;
      n += rounds * inside + (s->kind == RS_IR_ATOMIC && s->index == parameter);
    }
  return MIN (n, MOST_BINS);
}

/* The kernel itself: the function with copies where the box makes more additions than the arrays have elements. */
void
c_print_bin_choice (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  const guint n_copies = c_count_copies (p);

  c_printf (p, "void");
  c_printf (p, "%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)", kernel->name);
  c_printf (p, "{");
  c_printf (p, "  long items = 1;");
  for (guint k = 0; k < kernel->grid_rank; k++)
    c_printf (p, "  items *= box->high[%u] - box->low[%u];", k, k);
  c_printf (p, "  _Bool copies = items <= 0x7fffffffL;");
  for (guint i = 0; i < kernel->parameters->len && i < 64; i++)
    if (kernel->cpu.bins >> i & 1)
      {
        const gint64 counted = n_copies == 1 ? ROW_LENGTH : count_additions (&kernel->body, i);
        const gint64 additions = MAX (counted, 1);

        c_printf (p, "  {");
        c_printf (p, "    const RsKernelArray *const a = arguments[%u];", i);
        c_printf (p, "    long n = 1;");
        for (guint k = 0; k < (guint)rs_kernel_parameter (kernel, i)->rank; k++)
          c_printf (p, "    n *= a->dims[%u];", k);
        c_printf (p, "    copies &= n <= %d && n <= %" G_GINT64_FORMAT " * items;",
                  n_copies == 1 ? MOST_IN_ONE_COPY : MOST_BINS, additions);
        c_printf (p, "  }");
      }
  c_printf (p, "  if (copies)");
  c_printf (p, "    copies_%s (box, arguments);", kernel->name);
  c_printf (p, "  else");
  c_printf (p, "    direct_%s (box, arguments);", kernel->name);
  c_printf (p, "}");
}
