/* Counts and last places of a row, in 32 bits: what work items leave in 64 bits would take twice the vectors.
 *
 *   for part_low..part_high of low..high
 *       k_row = 0                        if c k += 1
 *       for row=0..part_high-part_low-1
 *           if c  k_row += 1             if c m = max (m, f(p))
 *           if c  m_row = max (m_row, row)
 *       k += k_row
 *       if m_row >= 0  m = max (m, f(part_low + m_row))
 *
 * A part is short enough for 32 bits to hold the count, and f grows with the position. In the body the names of the
 * accumulators stand for those of the part.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/ir/known-locals.h"

#define PART (1 << 22) /* work items */
#define MOST_ADDED 64  /* by a statement to a count */
#define MOST_STATEMENTS 4

typedef struct {
  guint n_statements;
  const RsIrStatement *statement; /* the last one */
  gboolean is_count;              /* all of them add a small whole number */
} Updates;

static gboolean
is_small_whole (const RsIrExpression *e)
{
  if (e->op != RS_IR_CONST)
    return FALSE;
  return e->type == RS_IR_I64 ? ABS (e->value.integer) <= MOST_ADDED
                              : ABS (e->value.floating) <= MOST_ADDED && e->value.floating == (int)e->value.floating;
}

static void
find_updates (const RsIrBlock *block, guint parameter, Updates *updates)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_REDUCE && s->index == parameter)
        {
          updates->n_statements++;
          updates->statement = s;
          updates->is_count &= s->op == RS_IR_ADD && is_small_whole (s->value);
        }
      find_updates (&s->body, parameter, updates);
      find_updates (&s->other, parameter, updates);
    }
}

/* Whether e grows with the position in the last dimension, and is the same for a row otherwise. */
static gboolean
grows (const RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *a = e->n_operands > 0 ? e->operands[0] : NULL, *b = e->n_operands > 1 ? e->operands[1] : NULL;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_POSITION:
      return e->component == kernel->grid_rank - 1;
    case RS_IR_ADD:
      return (grows (kernel, a) && rs_ir_is_uniform (b)) || (rs_ir_is_uniform (a) && grows (kernel, b));
    case RS_IR_SUB:
      return grows (kernel, a) && rs_ir_is_uniform (b);
    case RS_IR_MUL:
      return grows (kernel, a) && b->op == RS_IR_CONST && b->value.integer > 0;
    default:
      return FALSE;
    }
}

/* The statement of a last or first place; NULL: the accumulator is none. */
static const RsIrStatement *
place_of (const Printer *p, const Updates *updates)
{
  const RsIrStatement *s = updates->statement;

  return updates->n_statements == 1 && (s->op == RS_IR_MAX || s->op == RS_IR_MIN) && s->value->type == RS_IR_I64
                 && grows (p->kernel, s->value)
             ? s
             : NULL;
}

static gboolean
may_be_narrow (const Printer *p, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);

  return parameter->binding == RS_BIND_ACCUMULATOR && !parameter->is_prefix && parameter->length == 1;
}

static gboolean
is_count (const Printer *p, guint i, const Updates *updates)
{
  return updates->is_count && updates->n_statements > 0 && updates->n_statements <= MOST_STATEMENTS
         && rs_kernel_parameter (p->kernel, i)->reduce == RS_REDUCE_SUM;
}

typedef void (*ForNarrow) (Printer *p, const char *name, const RsIrStatement *place);

/* Calls for each accumulator of the body that is kept in 32 bits; place: NULL of a count. Returns how many there
 * are. */
static guint
for_narrow (Printer *p, const RsIrBlock *body, ForNarrow call)
{
  guint n = 0;

  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      Updates updates = { .is_count = TRUE };
      const RsIrStatement *place;
      g_autoptr (GString) name = g_string_new (NULL);

      if (!may_be_narrow (p, i))
        continue;
      find_updates (body, i, &updates);
      place = is_count (p, i, &updates) ? NULL : place_of (p, &updates);
      if (!is_count (p, i, &updates) && !place)
        continue;
      n++;
      c_append_parameter (p, name, i);
      g_string_append (name, "_0");
      if (call)
        call (p, name->str, place);
    }
  return n;
}

static void
print_row_variable (Printer *p, const char *name, const RsIrStatement *place)
{
  c_printf (p, "int %s_row;", name);
}

static void
print_start (Printer *p, const char *name, const RsIrStatement *place)
{
  c_printf (p, "int %s = %s;", name, !place ? "0" : place->op == RS_IR_MAX ? "-1" : "0x7fffffff");
}

static void
print_keep (Printer *p, const char *name, const RsIrStatement *place)
{
  c_printf (p, "%s_row = %s;", name, name);
}

static void
print_end (Printer *p, const char *name, const RsIrStatement *place)
{
  g_autofree char *value = NULL;

  if (!place)
    {
      c_printf (p, "%s += %s_row;", name, name);
      return;
    }
  value = c_expression_text (p, place->value);
  c_printf (p, "if (%s_row %s)", name, place->op == RS_IR_MAX ? ">= 0" : "!= 0x7fffffff");
  c_printf (p, "{ const long p%u = part_low + %s_row, v = %s; %s = v %s %s ? v : %s; }", p->kernel->grid_rank - 1, name,
            value, name, place->op == RS_IR_MAX ? ">" : "<", name, name);
}

gboolean
c_open_counts (Printer *p, const RsIrBlock *body, const char *low, const char *high)
{
  if (cpu (p)->gathers || p->kernel->has_collapsed || p->kernel->has_prefix || cpu (p)->n_copies > 0
      || !c_row_takes_clauses (p, body) || for_narrow (p, body, NULL) == 0)
    return FALSE;
  c_printf (p, "for (long part_low = %s, part_high; part_low < %s; part_low = part_high)", low, high);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "part_high = %s - part_low < %d ? %s : part_low + %d;", high, PART, high, PART);
  for_narrow (p, body, print_row_variable);
  c_printf (p, "{");
  p->indent += 2;
  for_narrow (p, body, print_start);
  cpu (p)->counts = body;
  return TRUE;
}

void
c_close_counts (Printer *p, const RsIrBlock *body)
{
  cpu (p)->counts = NULL;
  for_narrow (p, body, print_keep);
  p->indent -= 2;
  c_printf (p, "}");
  for_narrow (p, body, print_end);
  p->indent -= 2;
  c_printf (p, "}");
}

char *
c_narrow_text (const Printer *p, const RsIrStatement *s)
{
  Updates updates = { .is_count = TRUE };

  if (!cpu (p)->counts || s->kind != RS_IR_REDUCE || !may_be_narrow (p, s->index))
    return NULL;
  find_updates (cpu (p)->counts, s->index, &updates);
  if (is_count (p, s->index, &updates))
    return g_strdup_printf ("%d",
                            s->value->type == RS_IR_I64 ? (int)s->value->value.integer : (int)s->value->value.floating);
  return place_of (p, &updates) == s ? g_strdup ("row") : NULL;
}
