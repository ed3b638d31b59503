/* Kernels that go through an array across its rows (a transpose) run a box in narrow columns, so that a line of memory that
 * neighbouring rows of the grid need is still in the cache when they come.
 *
 * Requires: strips. Establishes: tile. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#define TILE 8 /* work items: so many lines of one cache set are kept on every processor */

typedef struct {
  const RsKernel *kernel;
  gboolean crosses;
} Survey;

static void
note_position (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_POSITION)
    *(guint *)data |= 1u << e->component;
}

/* The last dimension of the array follows another one of the grid than its last, which steps over whole rows. */
static void
survey_access (Survey *self, const RsIrExpression *const *subscripts, guint n)
{
  guint last = 0, others = 0, row = 1u << (self->kernel->grid_rank - 1);

  for (guint i = 0; i < n; i++)
    rs_ir_visit (subscripts[i], note_position, i + 1 == n ? &last : &others);
  self->crosses |= (others & row) && last != 0 && !(last & row);
}

static void
survey_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    survey_access (data, e->operands, e->n_operands);
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, survey_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        survey_access (self, (const RsIrExpression *const *)s->subscripts, s->n_subscripts);
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

/* Results belong to a whole box. */
static gboolean
has_results (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      RsKernelBinding binding = rs_kernel_parameter (kernel, i)->binding;

      if (binding == RS_BIND_ACCUMULATOR || binding == RS_BIND_FINAL)
        return TRUE;
    }
  return kernel->epilogue.first != NULL;
}

void
rs_pass_tiles (RsKernel *kernel)
{
  Survey survey = { .kernel = kernel };

  if (kernel->grid_rank < 2 || kernel->strip > 0 || kernel->lanes > 0 || kernel->has_collapsed || kernel->bins != 0
      || has_results (kernel))
    return;
  survey_block (&survey, &kernel->body);
  kernel->tile = survey.crosses ? TILE : 0;
  if (survey.crosses)
    rs_kernel_note (kernel, 0, 1, 0, "a box runs in columns of %u work items", TILE);
}
