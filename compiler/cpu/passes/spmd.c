/* Decides whether neighbouring work items run in step, in SIMD lanes with masks.
 *
 * A loop of unknown length that each work item leaves at another time can't be vectorised by the C compiler. In step,
 * lanes that have left are masked, and the loop ends when all have left: an order of magnitude for kernels that do
 * little else. Everything that is no arithmetic is done lane by lane, so that it pays only where arithmetic dominates.
 *
 * Requires: nothing. Establishes: lanes. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

/* Vectors of 64 bytes, two of them in turn, so that their chains of operations overlap. */
#define VECTORS 2

typedef struct {
  gboolean has_divergent_loop;
  gboolean has_obstacle;
  guint n_memory_in_loops; /* loads and stores inside loops of unknown length */
  guint forever_depth;
  gboolean has_double;
} Survey;

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_ELEMENT || (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED))
    self->has_obstacle = TRUE;
  self->n_memory_in_loops += e->op == RS_IR_LOAD && self->forever_depth > 0;
  self->has_double |= e->type == RS_IR_F64;
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, survey_expression, self);
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_SET_ELEMENT:
        case RS_IR_ATOMIC:
        case RS_IR_REDUCE:
        case RS_IR_TOTAL:
        case RS_IR_FINISH:
        case RS_IR_ASSERT:
          self->has_obstacle = TRUE;
          break;
        case RS_IR_STORE:
          self->has_obstacle |= s->boundary == RS_BOUNDARY_CHECKED || s->overflow == RS_OVERFLOW_CHECKED;
          self->n_memory_in_loops += self->forever_depth > 0;
          break;
        case RS_IR_LOOP:
          /* Its bounds would have to be the same in all lanes. */
          self->has_obstacle = TRUE;
          break;
        case RS_IR_FOREVER:
          self->has_divergent_loop = TRUE;
          break;
        default:
          break;
        }
      self->forever_depth += s->kind == RS_IR_FOREVER;
      survey_block (self, &s->body);
      survey_block (self, &s->other);
      self->forever_depth -= s->kind == RS_IR_FOREVER;
    }
}

void
rs_pass_spmd (RsKernel *kernel)
{
  Survey survey = { 0 };

  survey_block (&survey, &kernel->body);
  if (!survey.has_divergent_loop || survey.has_obstacle || survey.n_memory_in_loops > 0 || kernel->exact_math)
    return;
  kernel->cpu.lanes = VECTORS * kernel->target->vector_bytes / (survey.has_double ? sizeof (double) : sizeof (float));
  rs_kernel_note (kernel, 0, 1, 0, "%u work items run in step, with masks for those that have left a loop", kernel->cpu.lanes);
}
