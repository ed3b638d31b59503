/* Decides whether neighbouring work items run in step, in SIMD lanes with masks.
 *
 * A loop that each work item leaves at another time (of unknown length, or with a `break`) can't be vectorised by the C
 * compiler. In step, lanes that have left are masked, and the loop ends when all have left: an order of magnitude for
 * kernels that do little else. Everything that is no arithmetic is done lane by lane, so that it pays only where
 * arithmetic dominates. Loops with a counter become loops of unknown length that step it, and what a work item reads at
 * its own position in each round is read before.
 *
 * Requires: nothing. Establishes: lanes; no LOOP where there are lanes. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

/* Vectors of 64 bytes, two of them in turn, so that their chains of operations overlap. */
#define VECTORS 2

typedef struct {
  const gboolean *may_fault; /* by parameter: read without a check where a condition may keep work items from it */
  gboolean has_divergent_loop;
  gboolean has_obstacle;
  guint n_memory_in_loops; /* stores, and loads that have to stay there */
  guint depth;             /* of loops */
  gboolean has_double;
} Survey;

static void
find_changing (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT || e->op == RS_IR_LOAD;
}

/* Whether a load in a loop gives the same in each round, and may be done before the first. */
static gboolean
is_constant_load (const gboolean *may_fault, const RsIrExpression *e)
{
  gboolean changes = FALSE;

  if (e->op != RS_IR_LOAD || e->boundary == RS_BOUNDARY_CHECKED || e->boundary == RS_IR_BOUNDARY_REPORTED
      || may_fault[e->index])
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    rs_ir_visit (e->operands[i], find_changing, &changes);
  return !changes;
}

/* In the copy of the body that still has the checks of the program. */
static void
note_unchecked (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_UNCHECKED)
    ((gboolean *)data)[e->index] = TRUE;
}

static void
note_all_unchecked (const RsIrBlock *block, gboolean *may_fault)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, note_unchecked, may_fault);
      note_all_unchecked (&s->body, may_fault);
      note_all_unchecked (&s->other, may_fault);
    }
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_ELEMENT || (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED))
    self->has_obstacle = TRUE;
  self->n_memory_in_loops += e->op == RS_IR_LOAD && self->depth > 0 && !is_constant_load (self->may_fault, e);
  self->has_double |= e->type == RS_IR_F64;
}

/* Whether a loop with this body may be left before its end. */
static gboolean
may_leave (const RsIrBlock *body)
{
  for (const RsIrStatement *s = body->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_BREAK || s->kind == RS_IR_RETURN || may_leave (&s->body) || may_leave (&s->other))
      return TRUE;
  return FALSE;
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
          self->n_memory_in_loops += self->depth > 0;
          break;
        case RS_IR_LOOP:
          self->has_obstacle |= s->unroll > 0;
          self->has_divergent_loop |= may_leave (&s->body);
          break;
        case RS_IR_FOREVER:
          self->has_divergent_loop = TRUE;
          break;
        default:
          break;
        }
      self->depth += s->kind == RS_IR_FOREVER || s->kind == RS_IR_LOOP;
      survey_block (self, &s->body);
      survey_block (self, &s->other);
      self->depth -= s->kind == RS_IR_FOREVER || s->kind == RS_IR_LOOP;
    }
}

static RsIrStatement *
make_set (RsKernel *kernel, guint local, const RsIrExpression *value, RsIrPlace line)
{
  RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, line);

  set->index = (guint16)local;
  set->value = value;
  return set;
}

/* An expression that has the value that e has now: e itself, or a new local that is set before `place`. */
static const RsIrExpression *
keep_value (RsKernel *kernel, RsIrBlock *block, RsIrStatement *place, const RsIrExpression *e)
{
  guint local;

  if (e->n_operands == 0 && e->op != RS_IR_LOCAL)
    return e;
  local = rs_kernel_add_local (kernel, "t", RS_IR_I64, 1);
  rs_ir_insert_after (block, place->previous, make_set (kernel, local, e, place->line));
  return rs_ir_local (kernel, local);
}

/* `for i = low..step..high` becomes `i = low; while i <= high ... i += step`. */
static void
make_endless (RsKernel *kernel, RsIrBlock *block, RsIrStatement *loop)
{
  const RsIrExpression *counter = rs_ir_local (kernel, loop->index);
  const RsIrExpression *high = keep_value (kernel, block, loop, loop->high);
  RsIrStatement *test = rs_ir_statement (kernel, RS_IR_IF, loop->line),
                *leave = rs_ir_statement (kernel, RS_IR_BREAK, loop->line);

  rs_ir_insert_after (block, loop->previous, make_set (kernel, loop->index, loop->low, loop->line));
  leave->label = loop->label;
  test->value = rs_ir_binary (kernel, loop->step > 0 ? RS_IR_GT : RS_IR_LT, counter, high);
  rs_ir_append (&test->body, leave);
  rs_ir_insert_after (&loop->body, NULL, test);
  rs_ir_append (&loop->other,
                make_set (kernel, loop->index,
                          rs_ir_binary (kernel, RS_IR_ADD, counter, rs_ir_integer (kernel, loop->step)), loop->line));
  rs_kernel_local (kernel, loop->index)->is_counter = FALSE;
  loop->kind = RS_IR_FOREVER;
  loop->low = loop->high = NULL;
  loop->step = 0;
}

/* The constant loads of a loop, each in a local that is set before the loop. */
typedef struct {
  const gboolean *may_fault;
  RsIrBlock *block; /* that holds the loop */
  RsIrStatement *loop;
  GPtrArray *loads;
  GArray *locals; /* of guint */
} Hoist;

static const RsIrExpression *
hoist_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Hoist *self = data;
  guint local, i = 0;

  if (!is_constant_load (self->may_fault, e))
    return e;
  while (i < self->loads->len && !rs_ir_equal (self->loads->pdata[i], e))
    i++;
  if (i == self->loads->len)
    {
      local = rs_kernel_add_local (kernel, "t", e->type, 1);
      rs_ir_insert_after (self->block, self->loop->previous, make_set (kernel, local, e, e->line));
      g_ptr_array_add (self->loads, (gpointer)e);
      g_array_append_val (self->locals, local);
    }
  return rs_ir_local (kernel, g_array_index (self->locals, guint, i));
}

static void
hoist_loads (RsKernel *kernel, RsIrBlock *block, const gboolean *may_fault)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_FOREVER || s->kind == RS_IR_LOOP)
      {
        Hoist hoist = { may_fault, block, s, g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (guint)) };

        rs_ir_map_block (kernel, &s->body, hoist_load, &hoist);
        rs_ir_map_block (kernel, &s->other, hoist_load, &hoist);
        g_ptr_array_unref (hoist.loads);
        g_array_unref (hoist.locals);
      }
    else
      {
        hoist_loads (kernel, &s->body, may_fault);
        hoist_loads (kernel, &s->other, may_fault);
      }
}

static void
make_loops_endless (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      make_loops_endless (kernel, &s->body);
      make_loops_endless (kernel, &s->other);
      if (s->kind == RS_IR_LOOP)
        make_endless (kernel, block, s);
    }
}

void
rs_pass_spmd (RsKernel *kernel)
{
  g_autofree gboolean *may_fault = g_new0 (gboolean, kernel->parameters->len + 1);
  Survey survey = { .may_fault = may_fault };
  RsIrBlock *const blocks[] = { &kernel->body, &kernel->interior, &kernel->collapsed };

  note_all_unchecked (&kernel->body, may_fault);
  survey_block (&survey, &kernel->body);
  if (!survey.has_divergent_loop || survey.has_obstacle || survey.n_memory_in_loops > 0 || kernel->exact_math)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      hoist_loads (kernel, blocks[i], may_fault);
      make_loops_endless (kernel, blocks[i]);
    }
  kernel->cpu.lanes = VECTORS * kernel->target->vector_bytes / (survey.has_double ? sizeof (double) : sizeof (float));
  rs_kernel_note (kernel, 0, 1, 0, "%u work items run in step, with masks for those that have left a loop",
                  kernel->cpu.lanes);
}
