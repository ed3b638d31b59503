/* Sums under a condition become sums of a choice, which run in vectors:
 *
 *   if c; s += v; else; s -= w; endif     s += c ? v : -w
 *   if c; s += v; endif                   s += c ? v : 0
 *
 * Only of numbers in single precision, where the values cost little and reading them harms nothing where the condition
 * does not hold: every work item computes them. Running sums stay as they are.
 *
 * Requires: nothing that concluded from a condition what is inside of an array (knowledge). Establishes: nothing.
 * Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#define MOST_NODES 16 /* of a value */

typedef struct {
  const RsIrExpression *condition;
  gboolean is_cheap;
} Value;

/* Whether part is computed wherever e is. */
static gboolean
computes (const RsIrExpression *e, const RsIrExpression *part)
{
  const gboolean is_choice = e->op == RS_IR_AND || e->op == RS_IR_OR || e->op == RS_IR_SELECT;

  if (rs_ir_equal (e, part))
    return TRUE;
  for (guint i = 0; i < (is_choice ? 1 : e->n_operands); i++)
    if (computes (e->operands[i], part))
      return TRUE;
  return FALSE;
}

static gboolean
has_load_inside (const RsIrExpression *e)
{
  for (guint i = 0; i < e->n_operands; i++)
    if (rs_ir_has_load (e->operands[i]))
      return TRUE;
  return FALSE;
}

static void
check_node (const RsIrExpression *e, gpointer data)
{
  Value *self = data;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_LOAD: /* one that follows the loop, or that the condition has made anyway */
      self->is_cheap
          &= computes (self->condition, e)
             || (e->boundary != RS_BOUNDARY_CHECKED && e->boundary != RS_BOUNDARY_UNCHECKED && !has_load_inside (e));
      break;
    case RS_IR_CONST:
    case RS_IR_LOCAL:
    case RS_IR_NUMBER:
    case RS_IR_POSITION:
    case RS_IR_DIM:
    case RS_IR_CONVERT:
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_NEG:
    case RS_IR_ABS:
    case RS_IR_MIN:
    case RS_IR_MAX:
    case RS_IR_SELECT:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
      break;
    default:
      self->is_cheap = FALSE;
    }
}

/* The only statement of the block, which adds a number of single precision to an accumulator; NULL: it is another one.
 * Counts and sums in double precision are as fast with the branch. */
static RsIrStatement *
only_sum (const RsKernel *kernel, const RsIrBlock *block, const RsIrExpression *condition)
{
  RsIrStatement *s = block->first;
  Value value = { .condition = condition, .is_cheap = TRUE };

  if (!s || s->next || s->kind != RS_IR_REDUCE || s->op != RS_IR_ADD || s->value->type != RS_IR_F64
      || s->value->op != RS_IR_CONVERT || s->value->operands[0]->type != RS_IR_F32
      || rs_kernel_parameter (kernel, s->index)->is_prefix)
    return NULL;
  rs_ir_visit (s->value, check_node, &value);
  return value.is_cheap && rs_ir_count (s->value) <= MOST_NODES ? s : NULL;
}

/* condition ? a : b, NULL being 0. */
static const RsIrExpression *
choose (RsKernel *kernel, const RsIrExpression *condition, const RsIrStatement *a, const RsIrStatement *b)
{
  const RsIrExpression *zero = rs_ir_constant (kernel, RS_IR_F32, 0);

  return rs_ir_convert (kernel,
                        rs_ir_select (kernel, condition, a ? a->value->operands[0] : zero,
                                      b ? b->value->operands[0] : zero),
                        RS_IR_F64);
}

static void
rewrite (RsKernel *kernel, RsIrBlock *block, RsIrStatement *branch, RsIrStatement *then, RsIrStatement *other)
{
  RsIrStatement *sum = then ? then : other;

  sum->value = choose (kernel, branch->value, then, other);
  rs_ir_remove (then ? &branch->body : &branch->other, sum);
  rs_ir_insert_after (block, branch, sum);
  rs_ir_remove (block, branch);
  rs_kernel_note (kernel, branch->line, 1, 0, "the sum `%s` takes a choice, not a branch",
                  rs_kernel_parameter (kernel, sum->index)->name);
}

static void
choose_in_block (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first, *next; s; s = next)
    {
      RsIrStatement *then, *other;

      next = s->next;
      if (s->kind != RS_IR_IF)
        continue;
      choose_in_block (kernel, &s->body);
      choose_in_block (kernel, &s->other);
      then = only_sum (kernel, &s->body, s->value);
      other = only_sum (kernel, &s->other, s->value);
      if ((then && !s->other.first) || (other && !s->body.first)
          || (then && other && then->index == other->index && then->component == other->component))
        rewrite (kernel, block, s, then, other);
    }
}

void
rs_pass_choices (RsKernel *kernel)
{
  choose_in_block (kernel, &kernel->body);
}
