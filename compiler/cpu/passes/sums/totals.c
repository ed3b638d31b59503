/* Work items that all update one element (`count[0] += 1`) add up in a variable of their box, which updates the element
 * once: an atomic operation a work item would cost a hundred times as much, and no vector has one.
 *
 * Sums of floating-point numbers are kept in double precision, so that they lose less than one by one.
 *
 * The element must be the same for all work items, and the kernel must not see the array in any other way.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/known-locals.h"
#include "compiler/kernel/passes/passes.h"

typedef struct {
  RsKernel *kernel;
  guint n_accesses; /* of the parameter, or of any that may be the same array */
  guint n_updates;  /* of those, the ones that could become totals */
  guint parameter;
  guint8 op;
} Survey;

static gboolean
may_be_same (const Survey *self, guint parameter)
{
  return parameter == self->parameter || self->kernel->same_arrays_possible;
}

static void
count_load (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_LOAD && may_be_same (self, e->index))
    self->n_accesses++;
}

static gboolean
is_candidate (const RsKernel *kernel, const RsIrStatement *s)
{
  RsElement element;

  if (s->kind != RS_IR_ATOMIC || s->result > 0 || s->is_unique || s->boundary == RS_BOUNDARY_CHECKED
      || s->overflow == RS_OVERFLOW_CHECKED)
    return FALSE;
  element = rs_kernel_parameter (kernel, s->index)->element;
  if (rs_element_is_integer (element) && rs_ir_is_floating (s->value->type)) /* rounded one by one */
    return FALSE;
  if (s->op != RS_IR_ADD
      && !((s->op == RS_IR_MIN || s->op == RS_IR_MAX) && rs_ir_is_floating (rs_ir_type_of_element (element))))
    return FALSE;
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!rs_ir_is_uniform (s->subscripts[i]))
      return FALSE;
  return TRUE;
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_visit_statement (s, count_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && may_be_same (self, s->index))
        {
          self->n_accesses++;
          self->n_updates += s->index == self->parameter && s->op == self->op && is_candidate (self->kernel, s);
        }
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

/* An update of the same element in the epilogue already: its total serves both. */
static RsIrStatement *
find_total (RsKernel *kernel, const RsIrStatement *update)
{
  for (RsIrStatement *s = kernel->epilogue.first; s; s = s->next)
    {
      gboolean same = s->index == update->index && s->component == update->component && s->op == update->op;

      for (guint i = 0; same && i < s->n_subscripts; i++)
        same = rs_ir_equal (s->subscripts[i], update->subscripts[i]);
      if (same)
        return s;
    }
  return NULL;
}

static guint
local_of_total (const RsIrStatement *final)
{
  const RsIrExpression *e = final->value;

  while (e->op == RS_IR_CONVERT)
    e = e->operands[0];
  return e->index;
}

static void
make_total (RsKernel *kernel, RsIrStatement *s)
{
  RsIrType type = rs_ir_is_floating (s->value->type) ? RS_IR_F64 : RS_IR_I64;
  RsIrStatement *final = find_total (kernel, s);

  if (!final)
    {
      guint local = rs_kernel_add_local (kernel, "total", type, 1);

      rs_kernel_local (kernel, local)->total = s->op;
      final = rs_arena_memdup (kernel->arena, s, sizeof *s);
      final->previous = final->next = NULL;
      final->value = rs_ir_convert (kernel, rs_ir_local (kernel, local), s->value->type);
      rs_ir_append (&kernel->epilogue, final);
    }
  rs_kernel_note (kernel, s->line, 1, 0, "updates of `%s` added up in each box",
                  rs_kernel_parameter (kernel, s->index)->name);
  s->kind = RS_IR_TOTAL;
  s->index = local_of_total (final);
  s->value = rs_ir_convert (kernel, s->value, type);
  s->subscripts = NULL;
  s->n_subscripts = 0;
}

static void
total_block (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      if (is_candidate (kernel, s))
        {
          Survey survey = { .kernel = kernel, .parameter = s->index, .op = s->op };

          survey_block (&survey, &kernel->body);
          if (survey.n_accesses == survey.n_updates)
            make_total (kernel, s);
        }
      total_block (kernel, &s->body);
      total_block (kernel, &s->other);
    }
}

void
rs_pass_totals (RsKernel *kernel)
{
  total_block (kernel, &kernel->body);
}
