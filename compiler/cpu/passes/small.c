/* Integers in 8 and 16 bits: gcc computes in the 64 bits that the text says, in eighths and quarters of a vector
 * register, unless variables, minima and maxima are declared as small as what they hold. Values in the text keep their
 * types: a small variable is widened where it is read.
 *
 * Only where work items are printed one by one: other ways have types of their own for what a local holds.
 *
 * Requires: narrow, the ways in which rows run. Establishes: small of locals, component of MIN and MAX. Invalidates:
 * nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const RsRanges *ranges;
  guint n_extremes;
} Small;

/* The element type of 8 or 16 bits that holds both operands of a minimum or maximum; NONE: there is none. */
static RsElement
find_element (const Small *self, const RsIrExpression *e)
{
  RsElement element = rs_ranges_get_element (self->ranges, e->operands[0]);
  RsElement other = rs_ranges_get_element (self->ranges, e->operands[1]);

  if (element == RS_ELEMENT_NONE || other == RS_ELEMENT_NONE)
    return RS_ELEMENT_NONE;
  if (!rs_ranges_fit (self->ranges, e->operands[1], element))
    element = other;
  return rs_ranges_fit (self->ranges, e->operands[0], element) ? element : RS_ELEMENT_NONE;
}

static const RsIrExpression *
make_small (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Small *self = data;
  RsElement element = (e->op == RS_IR_MIN || e->op == RS_IR_MAX) && rs_ir_is_integer (e->type) ? find_element (self, e)
                                                                                               : RS_ELEMENT_NONE;
  RsIrExpression *copy;

  if (element == RS_ELEMENT_NONE)
    return e;
  copy = rs_ir_new (kernel, e->op, e->type, e->n_operands);
  copy->component = element;
  copy->operands[0] = e->operands[0];
  copy->operands[1] = e->operands[1];
  self->n_extremes++;
  return copy;
}

void
rs_pass_small (RsKernel *kernel)
{
  RsIrBlock *const blocks[] = { &kernel->body, &kernel->interior, &kernel->collapsed, &kernel->epilogue };
  g_autoptr (RsRanges) ranges = NULL;
  Small self = { 0 };
  guint n_locals = 0;

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_SMALL))
    return;
  self.ranges = ranges = rs_ranges_new (kernel);
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      RsIrLocal *local = rs_kernel_local (kernel, i);

      if (local->length == 1 && !local->is_counter && local->total == 0 && rs_ir_is_integer (local->type))
        local->small = rs_ranges_get_element (ranges, rs_ir_local (kernel, i));
      n_locals += local->small != RS_ELEMENT_NONE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    rs_ir_map_block (kernel, blocks[i], make_small, &self);
  rs_kernel_note (kernel, 0, n_locals, 0, "variables of 8 or 16 bits");
  rs_kernel_note (kernel, 0, self.n_extremes, 0, "minima and maxima in 8 or 16 bits");
}
