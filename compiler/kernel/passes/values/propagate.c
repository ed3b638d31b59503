/* Puts the value of an integer local that is assigned once in the place of the local, where the value is an index
 * computation: `r = pos[0] + k; x[r,c]` becomes `x[pos[0]+k, c]`.
 *
 * Later passes then see through it, and the assignment mostly turns out to be dead.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/known-locals.h"
#include "compiler/kernel/passes/passes.h"

#define LARGEST_VALUE 9 /* nodes; larger ones are cheaper computed once */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  guint n_replaced; /* in the statement at hand */
} Propagate;

static gboolean
is_index (const Propagate *self, const RsIrExpression *e)
{
  /* Where blocks run one after the other their number and the positions in them are at hand. */
  if (self->kernel->has_blocks && (rs_ir_is_block_index (e) || rs_ir_is_block_position (e)))
    return TRUE;
  switch (e->op)
    {
    case RS_IR_CONST:
    case RS_IR_NUMBER:
    case RS_IR_POSITION:
    case RS_IR_GRID:
    case RS_IR_BLOCK:
    case RS_IR_DIM:
      return TRUE;
    case RS_IR_LOCAL:
      return rs_kernel_local (self->kernel, e->index)->is_counter;
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_NEG:
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_index (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

static const RsIrExpression *
propagate_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Propagate *self = data;
  const RsIrExpression *value;

  if (e->op != RS_IR_LOCAL || e->type != RS_IR_I64 || rs_kernel_local (kernel, e->index)->is_counter)
    return e;
  value = self->locals.values[e->index];
  if (!value || !is_index (self, value) || rs_ir_count (value) > LARGEST_VALUE)
    return e;
  self->n_replaced++;
  return value;
}

static void
propagate_block (Propagate *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      self->n_replaced = 0;
      rs_ir_map_statement (self->kernel, s, propagate_node, self);
      rs_kernel_note (self->kernel, s->line, self->n_replaced, 0,
                      "variables replaced by the index computation that they hold");
      rs_known_locals_enter (&self->locals, s);
      propagate_block (self, &s->body);
      propagate_block (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

void
rs_pass_propagate (RsKernel *kernel)
{
  Propagate self = { .kernel = kernel };

  rs_known_locals_init (&self.locals, kernel, &kernel->body);
  propagate_block (&self, &kernel->body);
  rs_known_locals_clear (&self.locals);
}
