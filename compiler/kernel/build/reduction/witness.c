/* Witnesses: kernels that are right only as long as something does not turn up (a NaN whose place in the order of a
 * loop would count, an integer beyond 32 bits) tell whether it has. Then the launch counts for nothing and the place is
 * interpreted.
 *
 * The witness is the largest of numbers that are 0 or 1: in single precision, as vectors of the values around it are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

static guint
witness (Build *b)
{
  RsKernelParameter parameter = { .binding = RS_BIND_ACCUMULATOR,
                                  .name = (char *)"witness",
                                  .length = 1,
                                  .element = RS_ELEMENT_DOUBLE,
                                  .reduce = RS_REDUCE_MAXIMUM,
                                  .is_witness = TRUE };

  if (b->witness == 0)
    b->witness = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN) + 1;
  return b->witness - 1;
}

void
b_witness (Build *b, const RsIrExpression *condition)
{
  RsKernel *kernel = b->kernel;
  guint parameter = witness (b);
  RsIrStatement *s = b_emit (b, RS_IR_REDUCE);

  s->op = RS_IR_MAX;
  s->index = parameter;
  s->value = rs_ir_convert (kernel,
                            rs_ir_select (kernel, condition, rs_ir_constant (kernel, RS_IR_F32, 1),
                                          rs_ir_constant (kernel, RS_IR_F32, 0)),
                            RS_IR_F64);
}

typedef struct {
  const RsKernel *kernel;
  guint stored; /* parameter */
  gboolean is_read;
} Search;

static void
find_load (const RsIrExpression *e, gpointer data)
{
  Search *self = data;

  if (e->op == RS_IR_LOAD && (e->index == self->stored || self->kernel->same_arrays_possible))
    self->is_read = TRUE;
}

static void
search_block (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && !self->is_read; s = s->next)
    {
      rs_ir_visit_statement (s, find_load, self);
      search_block (self, &s->body);
      search_block (self, &s->other);
    }
}

static gboolean
is_read (const RsKernel *kernel, guint stored)
{
  Search search = { kernel, stored, FALSE };

  search_block (&search, &kernel->body);
  return search.is_read;
}

static gboolean
can_run_again (const RsKernel *kernel, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_ATOMIC || (s->kind == RS_IR_STORE && is_read (kernel, s->index))
        || !can_run_again (kernel, &s->body) || !can_run_again (kernel, &s->other))
      return FALSE;
  return TRUE;
}

gboolean
b_can_run_again (const Build *b)
{
  return can_run_again (b->kernel, &b->kernel->body);
}
