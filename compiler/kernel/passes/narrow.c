/* Whole numbers that surely fit 32 bits are computed in 32 bits, where the result becomes a floating-point number or a
 * comparison: twice as many fit a vector register, and their conversion is one instruction everywhere.
 *
 * The range of an expression follows from its leaves: elements of narrow integer arrays, constants, counters of loops
 * with known bounds. Positions and sizes are not narrowed: gcc treats them as induction variables.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  gboolean is_known;
  gint64 low, high;
} Range;

typedef struct {
  const RsKernel *kernel;
  Range *counters; /* by local */
  guint n_narrowed; /* in the statement at hand */
} Narrow;

static const Range unknown = { FALSE, 0, 0 };

static Range
range_of_element (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_INT8:
      return (Range){ TRUE, -128, 127 };
    case RS_ELEMENT_UINT8:
      return (Range){ TRUE, 0, 255 };
    case RS_ELEMENT_INT16:
      return (Range){ TRUE, -32768, 32767 };
    case RS_ELEMENT_UINT16:
      return (Range){ TRUE, 0, 65535 };
    case RS_ELEMENT_INT32:
      return (Range){ TRUE, G_MININT32, G_MAXINT32 };
    default:
      return unknown;
    }
}

static Range
fit (gint64 low, gint64 high)
{
  return low >= G_MININT32 && high <= G_MAXINT32 ? (Range){ TRUE, low, high } : unknown;
}

static Range range_of (const Narrow *self, const RsIrExpression *e);

static Range
range_of_product (Range a, Range b)
{
  gint64 corners[4] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
  gint64 low = corners[0], high = corners[0];

  for (guint i = 1; i < 4; i++)
    {
      low = MIN (low, corners[i]);
      high = MAX (high, corners[i]);
    }
  return fit (low, high);
}

static Range
range_of_operation (const Narrow *self, const RsIrExpression *e)
{
  Range a = range_of (self, e->operands[0]);
  Range b = e->n_operands > 1 ? range_of (self, e->operands[1]) : a;

  if (!a.is_known || !b.is_known)
    return unknown;
  switch (e->op)
    {
    case RS_IR_ADD:
      return fit (a.low + b.low, a.high + b.high);
    case RS_IR_SUB:
      return fit (a.low - b.high, a.high - b.low);
    case RS_IR_MUL:
      return range_of_product (a, b);
    case RS_IR_NEG:
      return fit (-a.high, -a.low);
    case RS_IR_ABS:
      return fit (0, MAX (ABS (a.low), ABS (a.high)));
    case RS_IR_MIN:
      return fit (MIN (a.low, b.low), MIN (a.high, b.high));
    case RS_IR_MAX:
      return fit (MAX (a.low, b.low), MAX (a.high, b.high));
    default:
      return unknown;
    }
}

/* Of an integer expression; always inside 32 bits when known. */
static Range
range_of (const Narrow *self, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      return rs_ir_is_integer (e->type) ? fit (e->value.integer, e->value.integer) : unknown;
    case RS_IR_LOAD:
      return rs_ir_is_integer (e->type) ? range_of_element (rs_kernel_parameter (self->kernel, e->index)->element)
                                        : unknown;
    case RS_IR_LOCAL:
      return self->counters[e->index];
    case RS_IR_CONVERT:
      if (e->operands[0]->type == RS_IR_BOOL)
        return (Range){ TRUE, 0, 1 };
      return rs_ir_is_integer (e->operands[0]->type) ? range_of (self, e->operands[0]) : unknown;
    case RS_IR_SELECT:
      {
        Range a = range_of (self, e->operands[1]), b = range_of (self, e->operands[2]);

        return a.is_known && b.is_known ? fit (MIN (a.low, b.low), MAX (a.high, b.high)) : unknown;
      }
    default:
      return rs_ir_is_integer (e->type) && e->n_operands > 0 && e->op != RS_IR_ELEMENT ? range_of_operation (self, e)
                                                                                       : unknown;
    }
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

static const RsIrExpression *
narrow_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Narrow *self = data;

  if (e->op == RS_IR_CONVERT && rs_ir_is_floating (e->type) && gains (e->operands[0])
      && range_of (self, e->operands[0]).is_known)
    {
      self->n_narrowed++;
      return rs_ir_convert (kernel, narrow (self, kernel, e->operands[0]), e->type);
    }
  if (rs_ir_ops[e->op].rule == RS_IR_RULE_COMPARE && e->operands[0]->type == RS_IR_I64
      && (gains (e->operands[0]) || gains (e->operands[1])) && range_of (self, e->operands[0]).is_known
      && range_of (self, e->operands[1]).is_known)
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
      if (s->kind == RS_IR_LOOP)
        {
          Range low = range_of (self, s->low), high = range_of (self, s->high);

          self->counters[s->index]
              = low.is_known && high.is_known ? fit (MIN (low.low, high.low), MAX (low.high, high.high)) : unknown;
        }
      self->n_narrowed = 0;
      rs_ir_map_statement (kernel, s, narrow_node, self);
      if (s->value && (s->kind == RS_IR_STORE) && gains (s->value) && range_of (self, s->value).is_known)
        {
          s->value = narrow (self, kernel, s->value);
          self->n_narrowed++;
        }
      rs_kernel_note (kernel, s->line, self->n_narrowed, 0, "whole numbers computed in 32 bits");
      narrow_block (self, kernel, &s->body);
      narrow_block (self, kernel, &s->other);
    }
}

void
rs_pass_narrow (RsKernel *kernel)
{
  g_autofree Range *counters = g_new0 (Range, kernel->locals->len + 1);
  Narrow self = { kernel, counters, 0 };

  narrow_block (&self, kernel, &kernel->body);
}
