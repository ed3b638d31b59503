/* Between which numbers the integers of a kernel surely lie; see integers.h.
 *
 * The range of an expression follows from its leaves: elements of narrow integer arrays, constants, counters of loops
 * with known bounds, and locals, which hold nothing but what the statements of the kernel put into them. Locals begin
 * with 0 alone; every SET adds the range of its value, again and again until nothing changes. What still grows after
 * some rounds is unknown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"

#define ROUNDS 4

struct _RsRanges {
  const RsKernel *kernel;
  RsRange *locals; /* by local */
  gboolean changed;
  guint round;
};

static const RsRange unknown = { FALSE, 0, 0 };

static RsRange
fit (gint64 low, gint64 high)
{
  return low >= G_MININT32 && high <= G_MAXINT32 ? (RsRange){ TRUE, low, high } : unknown;
}

static RsRange
join (RsRange a, RsRange b)
{
  return a.is_known && b.is_known ? fit (MIN (a.low, b.low), MAX (a.high, b.high)) : unknown;
}

static RsRange
range_of_element (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_INT8:
      return (RsRange){ TRUE, -128, 127 };
    case RS_ELEMENT_UINT8:
      return (RsRange){ TRUE, 0, 255 };
    case RS_ELEMENT_INT16:
      return (RsRange){ TRUE, -32768, 32767 };
    case RS_ELEMENT_UINT16:
      return (RsRange){ TRUE, 0, 65535 };
    case RS_ELEMENT_INT32:
      return (RsRange){ TRUE, G_MININT32, G_MAXINT32 };
    default:
      return unknown;
    }
}

static RsRange
range_of_product (RsRange a, RsRange b)
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

static RsRange
range_of_operation (const RsRanges *self, const RsIrExpression *e)
{
  RsRange a = rs_ranges_get (self, e->operands[0]);
  RsRange b = e->n_operands > 1 ? rs_ranges_get (self, e->operands[1]) : a;

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
    case RS_IR_FLOOR_MOD:
      return b.low > 0 ? fit (0, b.high - 1) : unknown;
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

RsRange
rs_ranges_get (const RsRanges *self, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      return rs_ir_is_integer (e->type) ? fit (e->value.integer, e->value.integer) : unknown;
    case RS_IR_LOAD:
    case RS_IR_SAMPLE:
      return rs_ir_is_integer (e->type) ? range_of_element (rs_kernel_parameter (self->kernel, e->index)->element)
                                        : unknown;
    case RS_IR_LOCAL:
      return rs_ir_is_integer (e->type) ? self->locals[e->index] : unknown;
    case RS_IR_CONVERT:
      if (e->operands[0]->type == RS_IR_BOOL)
        return (RsRange){ TRUE, 0, 1 };
      return rs_ir_is_integer (e->operands[0]->type) ? rs_ranges_get (self, e->operands[0]) : unknown;
    case RS_IR_SELECT:
      return rs_ir_is_integer (e->type)
                 ? join (rs_ranges_get (self, e->operands[1]), rs_ranges_get (self, e->operands[2]))
                 : unknown;
    default:
      return rs_ir_is_integer (e->type) && e->n_operands > 0 && e->op != RS_IR_ELEMENT ? range_of_operation (self, e)
                                                                                       : unknown;
    }
}

/* --- locals --- */

static void
widen (RsRanges *self, guint local, RsRange range)
{
  RsRange *known = &self->locals[local];
  RsRange joined = join (*known, range);

  if (known->is_known == joined.is_known && known->low == joined.low && known->high == joined.high)
    return;
  *known = self->round < ROUNDS ? joined : unknown;
  self->changed = TRUE;
}

static void
read_block (RsRanges *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_LOOP)
        widen (self, s->index, join (rs_ranges_get (self, s->low), rs_ranges_get (self, s->high)));
      else if (s->result > 0)
        widen (self, s->result - 1u, unknown);
      else if (s->kind == RS_IR_SET)
        widen (self, s->index, rs_ir_is_integer (s->value->type) ? rs_ranges_get (self, s->value) : unknown);
      read_block (self, &s->body);
      read_block (self, &s->other);
    }
}

RsRanges *
rs_ranges_new (const RsKernel *kernel)
{
  RsRanges *self = g_new0 (RsRanges, 1);

  self->kernel = kernel;
  self->locals = g_new0 (RsRange, kernel->locals->len + 1);
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      self->locals[i].is_known = rs_ir_is_integer (local->type) && local->length == 1 && local->total == 0;
    }
  do
    {
      self->changed = FALSE;
      read_block (self, &kernel->body);
      read_block (self, &kernel->interior);
      read_block (self, &kernel->collapsed);
      read_block (self, &kernel->epilogue);
      read_block (self, &kernel->totals);
      self->round++;
    }
  while (self->changed);
  return self;
}

void
rs_ranges_free (RsRanges *self)
{
  g_free (self->locals);
  g_free (self);
}

/* --- elements --- */

static gboolean
holds (RsElement element, RsRange range)
{
  RsRange all = range_of_element (element);

  return range.is_known && all.is_known && range.low >= all.low && range.high <= all.high;
}

RsElement
rs_ranges_get_element (const RsRanges *self, const RsIrExpression *e)
{
  static const RsElement elements[] = { RS_ELEMENT_UINT8, RS_ELEMENT_INT8, RS_ELEMENT_UINT16, RS_ELEMENT_INT16 };
  RsRange range = rs_ranges_get (self, e);

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (holds (elements[i], range))
      return elements[i];
  return RS_ELEMENT_NONE;
}

gboolean
rs_ranges_fit (const RsRanges *self, const RsIrExpression *e, RsElement element)
{
  return rs_ir_is_integer (e->type) && holds (element, rs_ranges_get (self, e));
}
