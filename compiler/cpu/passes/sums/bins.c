/* Arrays that work items only add to (a histogram) get a copy of their own in each box, which is added to the array at
 * its end: an atomic operation costs ten times a plain one, and two threads that need the same line far more.
 *
 * The kernel must not see the array in any other way. Whether the array is small enough for copies is seen at run time;
 * rows/c-bins.c prints both.
 *
 * Requires: totals. Establishes: bins. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const RsKernel *kernel;
  guint64 added, other; /* parameters that are added to, and those that are accessed in another way */
} Survey;

static void
note_load (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_LOAD && e->index < 64)
    self->other |= G_GUINT64_CONSTANT (1) << e->index;
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->index < 64)
        {
          RsElement element = rs_kernel_parameter (self->kernel, s->index)->element;
          gboolean is_addition = s->kind == RS_IR_ATOMIC && s->op == RS_IR_ADD && !s->is_unique && s->result == 0
                                 && s->boundary != RS_BOUNDARY_CHECKED
                                 && (element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_DOUBLE);

          *(is_addition ? &self->added : &self->other) |= G_GUINT64_CONSTANT (1) << s->index;
        }
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

void
rs_pass_bins (RsKernel *kernel)
{
  Survey survey = { .kernel = kernel }, totals = { .kernel = kernel };

  if (kernel->same_arrays_possible || kernel->exact_math)
    return;
  survey_block (&survey, &kernel->body);
  survey_block (&totals, &kernel->epilogue); /* once a box already */
  kernel->cpu.bins = survey.added & ~survey.other & ~totals.added & ~totals.other;
  for (guint i = 0; i < MIN (kernel->parameters->len, 64); i++)
    if (kernel->cpu.bins >> i & 1)
      rs_kernel_note (kernel, 0, 1, 0, "`%s` may have a copy in each box, where it is small",
                      rs_kernel_parameter (kernel, i)->name);
}
