/* Decides whether a row of work items runs in strips: all of a strip through each statement of the body, in SIMD
 * vectors, before the next statement.
 *
 * gcc vectorises the innermost loop only. In a body with loops of its own (the taps of a filter) that is the wrong one:
 * it is short, or it sums up, which may not be reassociated. In strips the work items are the vector's lanes, the loops
 * of the body stay loops, and the sums stay in registers.
 *
 * Where memory that a loop walks through does not depend on the row (the second matrix of a product), a strip goes
 * through all rows before the next strip begins, so that this memory stays in the cache.
 *
 * Powers have a quick way that a vector takes when it is right for all of its work items; and mathematical functions under
 * a condition are called in all work items where some need them.
 *
 * It needs work items that go the same way (loops with the same bounds for all, conditions that are uniform or only
 * choose values), floating-point values of one type, and memory accesses that are neighbours or uniform.
 *
 * Requires: propagate, split. Establishes: strip. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"
#include "compiler/kernel/row-values.h"

#define STRIP_BYTES 256 /* of one value: four vectors of 64 bytes hide the latency of an addition */

typedef struct {
  RsRowValues rows;
  RsIrType word;     /* NONE: none met so far */
  gboolean fits;
  gboolean has_loop;
  gboolean has_power;  /* in single precision, of an exponent that is the same for all */
  gboolean has_choice; /* a mathematical function under a condition, which gcc does not vectorise */
  guint conditions;    /* enclosing conditions that differ between work items */
  gboolean reuses;   /* a load in a loop is the same for all rows */
  guint depth;       /* enclosing loops of the body */
} Survey;

static gboolean
uses_row (const RsIrExpression *e, guint row)
{
  if (e->op == RS_IR_POSITION)
    return e->component == row;
  if (e->op == RS_IR_LOAD || e->op == RS_IR_LOCAL)
    return TRUE; /* unless it is a counter, which is looked at below */
  for (guint i = 0; i < e->n_operands; i++)
    if (uses_row (e->operands[i], row))
      return TRUE;
  return FALSE;
}

static gboolean
is_same_for_rows (const RsKernel *kernel, const RsIrExpression *e)
{
  gboolean has_counter = FALSE;

  for (guint i = 0; i < e->n_operands; i++)
    if (e->operands[i]->op == RS_IR_LOCAL && rs_kernel_local (kernel, e->operands[i]->index)->is_counter)
      has_counter = TRUE;
    else if (uses_row (e->operands[i], kernel->grid_rank - 2))
      return FALSE;
  return has_counter;
}

static void
note_word (Survey *self, RsIrType type)
{
  if (!rs_ir_is_floating (type) || (self->word != RS_IR_NONE && self->word != type))
    self->fits = FALSE;
  else
    self->word = type;
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_ELEMENT)
    self->fits = FALSE;
  if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED)
    self->fits = FALSE;
  if (rs_row_is_uniform (&self->rows, e))
    return;
  self->has_power |= e->op == RS_IR_POW && e->type == RS_IR_F32 && rs_row_is_uniform (&self->rows, e->operands[1]);
  self->has_choice |= self->conditions > 0 && rs_ir_ops[e->op].printing == RS_IR_PRINT_LIBM;
  if (e->op == RS_IR_LOAD && self->depth > 0
      && (e->boundary != RS_BOUNDARY_UNCHECKED || !rs_row_is_contiguous (&self->rows, e->operands, e->n_operands)))
    self->fits = FALSE;
  if (e->op == RS_IR_LOAD && self->depth > 0 && self->rows.kernel->grid_rank > 1)
    self->reuses |= is_same_for_rows (self->rows.kernel, e);
  if (rs_ir_is_floating (e->type))
    note_word (self, e->type);
}

/* Only assignments that read no memory: they may run where the condition does not hold. */
static gboolean
only_sets (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind != RS_IR_SET || rs_ir_has_load (s->value))
      return FALSE;
  return TRUE;
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && self->fits; s = s->next)
    {
      gboolean differs = s->kind == RS_IR_IF && !rs_row_is_uniform (&self->rows, s->value);

      rs_ir_visit_statement (s, survey_expression, self);
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_SET:
          if (!self->rows.is_uniform[s->index])
            note_word (self, s->value->type);
          break;
        case RS_IR_LOOP:
          self->fits = self->fits && self->rows.is_uniform[s->index];
          self->has_loop = TRUE;
          break;
        case RS_IR_IF:
          if (differs)
            self->fits = self->fits && only_sets (&s->body) && only_sets (&s->other);
          break;
        case RS_IR_STORE:
          self->fits = self->fits && s->boundary != RS_BOUNDARY_CHECKED && s->overflow != RS_OVERFLOW_CHECKED
                       && (self->depth == 0
                           || (s->boundary == RS_BOUNDARY_UNCHECKED
                               && rs_row_is_contiguous (&self->rows, s->subscripts, s->n_subscripts)));
          break;
        default:
          self->fits = FALSE;
        }
      self->depth += s->kind == RS_IR_LOOP;
      self->conditions += differs;
      survey_block (self, &s->body);
      survey_block (self, &s->other);
      self->conditions -= differs;
      self->depth -= s->kind == RS_IR_LOOP;
    }
}

void
rs_pass_strips (RsKernel *kernel)
{
  const RsIrBlock *block = rs_kernel_get_main_block (kernel);
  Survey survey = { .fits = TRUE };

  rs_row_values_init (&survey.rows, kernel, block);
  survey_block (&survey, block);
  if (kernel->exact_math)
    survey.has_power = survey.has_choice = FALSE;
  if (survey.fits && (survey.has_loop || survey.has_power || survey.has_choice) && survey.word != RS_IR_NONE && kernel->lanes == 0)
    kernel->strip = STRIP_BYTES / (survey.word == RS_IR_F32 ? sizeof (float) : sizeof (double));
  kernel->strips_first = kernel->strip > 0 && survey.reuses && !kernel->has_collapsed && kernel->ordered == 0;
  if (kernel->strip > 0)
    rs_kernel_note (kernel, 0, 1, 0, "a row runs in strips of %u work items, as SIMD vectors", kernel->strip);
  if (kernel->strips_first)
    rs_kernel_note (kernel, 0, 1, 0, "the rows become innermost: a strip goes through all of them");
  rs_row_values_clear (&survey.rows);
}
