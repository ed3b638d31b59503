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
 * Strips are also made where {!kernel_transform enable="simdprocessing"} or a local {!kernel_tiling} asks for vectors,
 * of as many work items as that names, in whole vectors.
 *
 * Powers have a quick way that a vector takes when it is right for all of its work items; and mathematical functions
 * under a condition are called in all work items where some need them.
 *
 * It needs work items that go the same way (loops with the same bounds for all, conditions that are uniform or only
 * choose values), floating-point values (elements are converted when they are read and stored; sums may be in double
 * precision beside single), and memory accesses that are neighbours or uniform.
 *
 * Requires: propagate, split. Establishes: strip. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/row-values.h"
#include "compiler/kernel/passes/passes.h"

#define STRIP_BYTES 256 /* of one value: four vectors of 64 bytes hide the latency of an addition */
#define MOST_VECTORS 16 /* of a strip that is asked for */
#define MOST_SETS 3     /* assignments to variables of which a strip holds twice as many vectors */

typedef struct {
  RsRowValues rows;
  gboolean has_single, has_double;
  gboolean reads_single; /* elements that are converted when they are read */
  guint n_sets;          /* assignments to variables that differ between work items */
  const char *narrow;    /* why double precision can't stand beside single, in the user's words; NULL: it can */
  RsIrPlace narrow_line;
  const char *obstacle; /* in the user's words; NULL: none so far */
  RsIrPlace obstacle_line;
  gboolean has_loop;
  gboolean has_power;           /* in single precision, of an exponent that is the same for all */
  gboolean has_choice;          /* a mathematical function under a condition, which gcc does not vectorise */
  guint conditions;             /* enclosing conditions that differ between work items */
  gboolean reuses;              /* a load in a loop is the same for all rows */
  guint depth;                  /* enclosing loops of the body */
  RsIrPlace line;               /* of the statement */
  const RsIrExpression *stored; /* behind all loops, converted to the type of the array */
  const RsIrExpression *read;   /* the element that was met last, which may be converted when it is read */
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
note_obstacle (Survey *self, RsIrPlace line, const char *text)
{
  if (self->obstacle != NULL)
    return;
  self->obstacle = text;
  self->obstacle_line = line;
}

static void
note_word (Survey *self, RsIrType type, RsIrPlace line)
{
  if (!rs_ir_is_floating (type))
    note_obstacle (self, line, "whole numbers or truth values that differ between neighbours are kept in variables");
  self->has_single |= type == RS_IR_F32;
  self->has_double |= type == RS_IR_F64;
}

/* What is done with single-precision vectors only. */
static void
note_narrow (Survey *self, RsIrType type, const char *text)
{
  if (type != RS_IR_F64 || self->narrow != NULL)
    return;
  self->narrow = text;
  self->narrow_line = self->line;
}

/* An element that is not converted at once has to have the type of the vectors. */
static void
note_read (Survey *self, const RsIrExpression *next)
{
  const RsIrExpression *e = self->read;

  self->read = NULL;
  self->reads_single |= e != NULL && e->type == RS_IR_F32;
  if (e != NULL && !(next != NULL && next->op == RS_IR_CONVERT && next->operands[0] == e))
    note_word (self, e->type, e->line);
}

/* Operands are met before what is made of them. */
static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  note_read (self, e);
  if (e->op == RS_IR_ELEMENT)
    note_obstacle (self, self->line, "a small vector is indexed by a variable");
  if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED)
    note_obstacle (self, e->line, "an access can end the launch with an error");
  if (rs_row_is_uniform (&self->rows, e))
    return;
  self->has_power |= e->op == RS_IR_POW && e->type == RS_IR_F32 && rs_row_is_uniform (&self->rows, e->operands[1]);
  self->has_choice |= self->conditions > 0 && rs_ir_ops[e->op].printing == RS_IR_PRINT_LIBM;
  if (e->op == RS_IR_LOAD && self->depth > 0
      && (e->boundary != RS_BOUNDARY_UNCHECKED || !rs_row_is_contiguous (&self->rows, e->operands, e->n_operands)))
    note_obstacle (self, e->line,
                   "in a loop, an array is read where neighbours do not read neighbours, or with boundary handling");
  if (e->op == RS_IR_LOAD && self->depth > 0 && self->rows.kernel->grid_rank > 1)
    self->reuses |= is_same_for_rows (self->rows.kernel, e);
  if (rs_ir_is_floating (e->type) && e->op == RS_IR_LOAD)
    self->read = e;
  else if (rs_ir_is_floating (e->type) && e != self->stored)
    note_word (self, e->type, self->line);
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
survey_store (Survey *self, const RsIrStatement *s)
{
  if (s->boundary == RS_BOUNDARY_CHECKED || s->overflow == RS_OVERFLOW_CHECKED)
    note_obstacle (self, s->line, "an access can end the launch with an error");
  else if (self->conditions > 0)
    note_narrow (self, s->value->type, "under a condition, single and double precision are mixed");
  else if (self->depth > 0
           && (s->boundary != RS_BOUNDARY_UNCHECKED
               || !rs_row_is_contiguous (&self->rows, s->subscripts, s->n_subscripts)))
    note_obstacle (
        self, s->line,
        "in a loop, an array is written where neighbours do not write neighbours, or with boundary handling");
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && !self->obstacle; s = s->next)
    {
      gboolean differs = s->kind == RS_IR_IF && !rs_row_is_uniform (&self->rows, s->value);

      self->line = s->line;
      self->stored = s->kind == RS_IR_STORE && self->depth == 0 && s->value->op == RS_IR_CONVERT ? s->value : NULL;
      rs_ir_visit_statement (s, survey_expression, self);
      note_read (self, NULL);
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_SET:
          if (self->rows.is_uniform[s->index])
            break;
          self->n_sets++;
          note_word (self, s->value->type, s->line);
          if (self->conditions > 0)
            note_narrow (self, s->value->type, "under a condition, single and double precision are mixed");
          break;
        case RS_IR_LOOP:
          if (!self->rows.is_uniform[s->index])
            note_obstacle (self, s->line, "a loop has other bounds in each work item");
          self->has_loop = TRUE;
          break;
        case RS_IR_IF:
          if (differs && !(only_sets (&s->body) && only_sets (&s->other)))
            note_obstacle (self, s->line,
                           "a condition that differs between neighbours decides about more than variables");
          break;
        case RS_IR_STORE:
          survey_store (self, s);
          break;
        default:
          note_obstacle (self, s->line, "there is a statement that each work item runs on its own");
        }
      self->depth += s->kind == RS_IR_LOOP;
      self->conditions += differs;
      survey_block (self, &s->body);
      survey_block (self, &s->other);
      self->conditions -= differs;
      self->depth -= s->kind == RS_IR_LOOP;
    }
}

/* A sum in double precision of elements in single takes as many of them together as one in single. */
static void
choose_length (RsKernel *kernel, const Survey *survey)
{
  const RsIrType word = survey->has_single ? RS_IR_F32 : RS_IR_F64;
  guint size = word == RS_IR_F32 ? sizeof (float) : sizeof (double), lanes = kernel->target->vector_bytes / size;

  kernel->cpu.strip_word = word;
  kernel->cpu.strip = STRIP_BYTES / (survey->reads_single && survey->n_sets <= MOST_SETS ? sizeof (float) : size);
  if (kernel->wishes.vector > 0)
    kernel->cpu.strip = CLAMP ((kernel->wishes.vector + lanes - 1) / lanes, 1, MOST_VECTORS) * lanes;
  rs_kernel_note (kernel, 0, 1, 0, "a row runs in strips of %u work items, as SIMD vectors", kernel->cpu.strip);
  if (kernel->wishes.vector_line > 0)
    rs_kernel_note (kernel, kernel->wishes.vector_line, 1, 0, "strips are asked for%s",
                    kernel->wishes.vector == 0 || kernel->wishes.vector == kernel->cpu.strip
                        ? ""
                        : "; their length is a whole number of vectors");
}

static void
refuse (RsKernel *kernel, const Survey *survey)
{
  if (kernel->wishes.vector_line == 0)
    return;
  if (kernel->cpu.lanes > 0)
    rs_kernel_note (kernel, kernel->wishes.vector_line, 1, 0,
                    "vectors of %u work items run in step, since loops end at different times in them",
                    kernel->cpu.lanes);
  else if (survey->obstacle != NULL)
    rs_kernel_note (kernel, kernel->wishes.vector_line, 1, 0, "no vectors, although they are asked for: line %u: %s",
                    rs_place_line (survey->obstacle_line), survey->obstacle);
  else
    rs_kernel_note (kernel, kernel->wishes.vector_line, 1, 0,
                    "no vectors of our own, although they are asked for: only whole numbers are computed");
}

void
rs_pass_strips (RsKernel *kernel)
{
  const RsIrBlock *block = rs_kernel_get_main_block (kernel);
  gboolean is_asked = kernel->wishes.vector_line > 0;
  Survey survey = { 0 };

  rs_row_values_init (&survey.rows, kernel, block);
  survey_block (&survey, block);
  if (kernel->exact_math)
    survey.has_power = survey.has_choice = FALSE;
  if (survey.has_single && survey.has_double && survey.narrow != NULL)
    note_obstacle (&survey, survey.narrow_line, survey.narrow);
  if (survey.obstacle == NULL && (survey.has_loop || survey.has_power || survey.has_choice || is_asked)
      && (survey.has_single || survey.has_double) && rs_cpu_schedule_allows (kernel, RS_CPU_STRIPS))
    choose_length (kernel, &survey);
  else
    refuse (kernel, &survey);
  kernel->cpu.strips_first = survey.reuses && rs_cpu_schedule_allows (kernel, RS_CPU_STRIPS_FIRST);
  if (kernel->cpu.strips_first)
    rs_kernel_note (kernel, 0, 1, 0, "the rows become innermost: a strip goes through all of them");
  rs_row_values_clear (&survey.rows);
}
