/* Whole numbers that surely fit 32 bits are computed in 32 bits, where the result becomes a floating-point number or a
 * comparison: twice as many fit a vector register, and their conversion is one instruction everywhere. What surely fits
 * the array that it is stored into is not tested. (In 8 and 16 bits: `small`.)
 *
 * Positions and sizes are not narrowed: gcc treats them as induction variables.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const RsRanges *ranges;
  guint n_narrowed; /* in the statement at hand */
} Narrow;

static gboolean
is_small (const Narrow *self, const RsIrExpression *e)
{
  return rs_ranges_get (self->ranges, e).is_known;
}

/* e, whose range is known, in 32 bits. */
static const RsIrExpression *
narrow (const Narrow *self, RsKernel *kernel, const RsIrExpression *e)
{
  RsIrExpression *copy;

  if (e->type == RS_IR_I32)
    return e;
  if (e->op == RS_IR_CONVERT && e->operands[0]->type != RS_IR_BOOL)
    return narrow (self, kernel, e->operands[0]);
  if (e->op == RS_IR_CONST || e->op == RS_IR_CONVERT || e->op == RS_IR_LOCAL)
    return rs_ir_convert (kernel, e->op == RS_IR_CONVERT ? e->operands[0] : e, RS_IR_I32);
  copy = rs_ir_new (kernel, e->op, RS_IR_I32, e->n_operands);
  for (guint i = 0; i < e->n_operands; i++)
    copy->operands[i] = e->op == RS_IR_SELECT && i == 0 ? e->operands[i] : narrow (self, kernel, e->operands[i]);
  return copy;
}

static gboolean
gains (const RsIrExpression *e)
{
  return e->type == RS_IR_I64 && e->op != RS_IR_CONST && e->op != RS_IR_LOCAL;
}

/* Whether e, a comparison with a constant or several of them, surely holds. */
static gboolean
is_certain (const Narrow *self, const RsIrExpression *e)
{
  const RsIrExpression *limit = e->n_operands == 2 ? e->operands[1] : NULL;
  RsRange range;

  if (e->op == RS_IR_AND)
    return is_certain (self, e->operands[0]) && is_certain (self, e->operands[1]);
  if ((e->op != RS_IR_LE && e->op != RS_IR_GE) || limit->op != RS_IR_CONST || !rs_ir_is_integer (limit->type))
    return FALSE;
  range = rs_ranges_get (self->ranges, e->operands[0]);
  return range.is_known && (e->op == RS_IR_LE ? range.high <= limit->value.integer : range.low >= limit->value.integer);
}

static const RsIrExpression *
narrow_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Narrow *self = data;

  if (e->op == RS_IR_SELECT && is_certain (self, e->operands[0]))
    return e->operands[1];
  if (e->op == RS_IR_CONVERT && rs_ir_is_floating (e->type) && gains (e->operands[0])
      && is_small (self, e->operands[0]))
    {
      self->n_narrowed++;
      return rs_ir_convert (kernel, narrow (self, kernel, e->operands[0]), e->type);
    }
  if (rs_ir_ops[e->op].rule == RS_IR_RULE_COMPARE && e->operands[0]->type == RS_IR_I64
      && (gains (e->operands[0]) || gains (e->operands[1])) && is_small (self, e->operands[0])
      && is_small (self, e->operands[1]))
    {
      self->n_narrowed++;
      return rs_ir_binary (kernel, e->op, narrow (self, kernel, e->operands[0]), narrow (self, kernel, e->operands[1]));
    }
  return e;
}

static void
narrow_block (Narrow *self, RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      self->n_narrowed = 0;
      rs_ir_map_statement (kernel, s, narrow_node, self);
      if (s->value && (s->kind == RS_IR_STORE) && gains (s->value) && is_small (self, s->value))
        {
          s->value = narrow (self, kernel, s->value);
          self->n_narrowed++;
        }
      rs_kernel_note (kernel, s->line, self->n_narrowed, 0, "whole numbers computed in 32 bits");
      if (s->kind == RS_IR_STORE && s->overflow != RS_OVERFLOW_WRAP
          && rs_ranges_fit (self->ranges, s->value, rs_kernel_parameter (kernel, s->index)->element))
        {
          s->overflow = RS_OVERFLOW_WRAP; /* the same, without a test */
          rs_kernel_note (kernel, s->line, 1, 0, "whole numbers stored without a test, as they fit");
        }
      narrow_block (self, kernel, &s->body);
      narrow_block (self, kernel, &s->other);
    }
}

void
rs_pass_narrow (RsKernel *kernel)
{
  g_autoptr (RsRanges) ranges = rs_ranges_new (kernel);
  Narrow self = { ranges, 0 };

  narrow_block (&self, kernel, &kernel->body);
}
