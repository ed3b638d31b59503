/* Finds innermost loops of serial kernels whose iterations touch different elements, so that they can run in vectors
 * although the kernel as a whole has an order, and takes what they all read out of them.
 *
 *   for j=0..n-1                           for j=0..n-1
 *       for i=j+1..n-1                         t = x[j]
 *           x[i] -= a[j,i]*x[j]                for i=j+1..n-1  (apart)
 *                                                  x[i] -= a[j,i]*t
 *
 * Two iterations touch different elements by a store and another access to the same array where a subscript of both is
 * the same sum with a multiple of the counter in it, or where the bounds of the loops say that the one is always less
 * than the other: the access is looked at with another counter within the same bounds. An element that all iterations
 * read, and none writes, is loaded before the loop; that of a 'safe access, since the loop may run no time.
 *
 * Requires: propagate. Establishes: is_apart of LOOP. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/passes.h"

#include <string.h>

#define MOST_ACCESSES 24 /* in a loop; each pair costs some proofs */

/* A load or a store of the loop at hand. */
typedef struct {
  gboolean is_store;
  guint parameter;
  guint n;
  const RsIrExpression *const *subscripts;
  RsBoundary boundary;
  const RsIrExpression *load; /* NULL: a store */
} Access;

typedef struct {
  RsKernel *kernel;
  RsLinearFacts *facts;
  gboolean *is_set; /* by local, of those that the kernel began with: the loop at hand assigns it */
  guint n_locals;   /* of these */
  const RsIrStatement *loop;
  guint twin;       /* local: the counter of another iteration; 0: there is none yet */
  GArray *accesses; /* of Access, of the loop at hand */
  gboolean is_simple;
  gboolean has_changed; /* the kernel */
} Apart;

/* --- the loop --- */

static void
add_access (Apart *self, Access access)
{
  if (self->accesses->len >= MOST_ACCESSES)
    self->is_simple = FALSE;
  else
    g_array_append_val (self->accesses, access);
}

static void
collect_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    add_access (data, (Access){ .parameter = e->index,
                                .n = e->n_operands,
                                .subscripts = e->operands,
                                .boundary = e->boundary,
                                .load = e });
}

static gboolean
folds_indices (guint boundary)
{
  return boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CIRCULAR || boundary == RS_BOUNDARY_CLAMPED;
}

/* What the block accesses and assigns. A loop, and all that leaves the loop, is too much. */
static void
survey_block (Apart *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && self->is_simple; s = s->next)
    {
      const gboolean writes = s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC;

      self->is_simple &= s->kind == RS_IR_SET || s->kind == RS_IR_IF || s->kind == RS_IR_STORE
                         || (s->kind == RS_IR_ATOMIC && s->is_unique && s->result == 0);
      if (s->kind == RS_IR_SET && s->index < self->n_locals)
        self->is_set[s->index] = TRUE;
      rs_ir_visit_statement (s, collect_load, self);
      if (writes)
        add_access (self, (Access){ .is_store = TRUE,
                                    .parameter = s->index,
                                    .n = s->n_subscripts,
                                    .subscripts = (const RsIrExpression *const *)s->subscripts,
                                    .boundary = s->boundary });
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

static gboolean
survey_loop (Apart *self, const RsIrStatement *loop)
{
  memset (self->is_set, 0, (self->n_locals + 1) * sizeof *self->is_set);
  g_array_set_size (self->accesses, 0);
  self->loop = loop;
  self->is_set[loop->index] = self->is_simple = TRUE;
  survey_block (self, &loop->body);
  return self->is_simple;
}

/* The same in all iterations, and no memory. */
static gboolean
is_fixed (const Apart *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT || e->op == RS_IR_RUNNING
      || (e->op == RS_IR_LOCAL && e->index < self->n_locals && self->is_set[e->index]))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_fixed (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* The counter, times a number that is not 0, and what is the same in all iterations, added up. */
static gboolean
moves (const Apart *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOCAL)
    return e->index == self->loop->index;
  if (e->op == RS_IR_MUL)
    return moves (self, e->operands[0]) && e->operands[1]->op == RS_IR_CONST && e->operands[1]->value.integer != 0;
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return FALSE;
  return (moves (self, e->operands[0]) && is_fixed (self, e->operands[1]))
         || (is_fixed (self, e->operands[0]) && moves (self, e->operands[1]));
}

static gboolean
is_understood (const Apart *self, const RsIrExpression *e)
{
  return rs_ir_is_integer (e->type) && (is_fixed (self, e) || moves (self, e));
}

/* --- two accesses --- */

static const RsIrExpression *
take_twin (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Apart *self = data;

  return e->op == RS_IR_LOCAL && e->index == self->loop->index ? rs_ir_local (kernel, self->twin) : e;
}

static gboolean
is_certain (const Apart *self, RsIrOp op, const RsIrExpression *a, const RsIrExpression *b)
{
  return rs_linear_facts_decide (self->facts, rs_ir_binary (self->kernel, op, a, b)) == RS_TRUTH_YES;
}

/* Whether subscript k of `a`, in one iteration, is never that of b in another one. */
static gboolean
differs (Apart *self, const Access *a, const Access *b, guint k)
{
  const RsIrExpression *other;

  if (!is_understood (self, a->subscripts[k]) || !is_understood (self, b->subscripts[k]))
    return FALSE;
  if (rs_ir_equal (a->subscripts[k], b->subscripts[k]))
    return moves (self, a->subscripts[k]);
  other = rs_ir_map (self->kernel, b->subscripts[k], take_twin, self);
  return is_certain (self, RS_IR_LT, a->subscripts[k], other) || is_certain (self, RS_IR_GT, a->subscripts[k], other);
}

static gboolean
are_apart (Apart *self, const Access *a, const Access *b)
{
  if (a->n != b->n || folds_indices (a->boundary) || folds_indices (b->boundary))
    return FALSE;
  for (guint k = 0; k < a->n; k++)
    if (differs (self, a, b, k))
      return TRUE;
  return FALSE;
}

/* What holds of a counter inside its loop. */
static void
assume_bounds (Apart *self, const RsIrStatement *loop, guint counter)
{
  const RsIrExpression *e = rs_ir_local (self->kernel, counter);
  const gboolean up = loop->step > 0;

  rs_linear_facts_assign (self->facts, counter, NULL, FALSE);
  if (is_fixed (self, loop->low))
    rs_linear_facts_assume (self->facts, rs_ir_binary (self->kernel, up ? RS_IR_GE : RS_IR_LE, e, loop->low), TRUE,
                            FALSE);
  if (is_fixed (self, loop->high))
    rs_linear_facts_assume (self->facts, rs_ir_binary (self->kernel, up ? RS_IR_LE : RS_IR_GE, e, loop->high), TRUE,
                            FALSE);
}

static gboolean
is_loop_apart (Apart *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    for (guint k = 0; k < self->accesses->len; k++)
      {
        const Access *store = &g_array_index (self->accesses, Access, i);
        const Access *other = &g_array_index (self->accesses, Access, k);

        if (!store->is_store || store->parameter != other->parameter || (other->is_store && k < i))
          continue;
        if (!are_apart (self, store, other))
          return FALSE;
      }
  return TRUE;
}

/* --- what all iterations read --- */

/* Whether the loop writes to the array, never this element. */
static gboolean
can_leave (Apart *self, const Access *load)
{
  gboolean is_written = FALSE;

  if (load->is_store || load->boundary != RS_BOUNDARY_SAFE)
    return FALSE;
  for (guint k = 0; k < load->n; k++)
    if (!is_fixed (self, load->subscripts[k]))
      return FALSE;
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const Access *store = &g_array_index (self->accesses, Access, i);

      if (!store->is_store || store->parameter != load->parameter)
        continue;
      is_written = TRUE;
      if (!are_apart (self, store, load))
        return FALSE;
    }
  return is_written;
}

typedef struct {
  const RsIrExpression *load;
  guint local;
} Hoisted;

static const RsIrExpression *
replace_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Hoisted *hoisted = data;

  return e->op == RS_IR_LOAD && rs_ir_equal (e, hoisted->load) ? rs_ir_local (kernel, hoisted->local) : e;
}

static void
hoist (Apart *self, RsIrBlock *block, RsIrStatement *loop, const RsIrExpression *load)
{
  RsKernel *kernel = self->kernel;
  const char *name = rs_kernel_parameter (kernel, load->index)->name;
  RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, loop->line);
  Hoisted hoisted = { load, rs_kernel_add_local (kernel, name, load->type, 1) };

  self->has_changed = TRUE;
  set->index = hoisted.local;
  set->value = load;
  rs_ir_map_block (kernel, &loop->body, replace_load, &hoisted);
  rs_ir_insert_after (block, loop->previous, set);
  rs_kernel_note (kernel, loop->line, 1, 0, "an element of `%s` is read once before a loop", name);
}

static void
hoist_loads (Apart *self, RsIrBlock *block, RsIrStatement *loop)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const Access *access = &g_array_index (self->accesses, Access, i);
      gboolean is_done = !can_leave (self, access);

      for (guint k = 0; k < i && !is_done; k++)
        is_done = !g_array_index (self->accesses, Access, k).is_store
                  && rs_ir_equal (g_array_index (self->accesses, Access, k).load, access->load);
      if (!is_done)
        hoist (self, block, loop, access->load);
    }
}

/* --- the walk --- */

/* Whether the loop writes to an array that it accesses elsewhere, too. */
static gboolean
has_pair (const Apart *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    for (guint k = 0; k < self->accesses->len; k++)
      if (i != k && g_array_index (self->accesses, Access, i).is_store
          && g_array_index (self->accesses, Access, i).parameter == g_array_index (self->accesses, Access, k).parameter)
        return TRUE;
  return FALSE;
}

static void
look_at_loop (Apart *self, RsIrBlock *block, RsIrStatement *loop)
{
  if (!survey_loop (self, loop) || !has_pair (self))
    return;
  if (self->twin == 0)
    self->twin = rs_kernel_add_local (self->kernel, "other", RS_IR_I64, 1);
  rs_linear_facts_forget (self->facts, &loop->body);
  assume_bounds (self, loop, loop->index);
  assume_bounds (self, loop, self->twin);
  loop->is_apart = is_loop_apart (self);
  self->has_changed |= loop->is_apart;
  if (loop->is_apart)
    rs_kernel_note (self->kernel, loop->line, 1, 0, "iterations of a loop touch different elements");
  hoist_loads (self, block, loop);
}

static void
note_assigned (Apart *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP) && s->index < self->n_locals)
        self->is_set[s->index] = TRUE;
      if (s->result > 0)
        self->is_set[s->result - 1] = TRUE;
      note_assigned (self, &s->body);
      note_assigned (self, &s->other);
    }
}

/* The bounds of a loop around others, as far as its body leaves them alone. */
static void
enter_outer_loop (Apart *self, const RsIrStatement *loop)
{
  memset (self->is_set, 0, (self->n_locals + 1) * sizeof *self->is_set);
  self->is_set[loop->index] = TRUE;
  note_assigned (self, &loop->body);
  rs_linear_facts_forget (self->facts, &loop->body);
  assume_bounds (self, loop, loop->index);
}

static void
walk_block (Apart *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      guint mark = rs_linear_facts_mark (self->facts);

      if (s->kind == RS_IR_SET)
        {
          rs_linear_facts_assign (self->facts, s->index, s->value, FALSE);
          continue;
        }
      if (s->kind == RS_IR_LOOP && !rs_ir_has_loop (&s->body))
        look_at_loop (self, block, s);
      else
        {
          if (s->kind == RS_IR_LOOP)
            enter_outer_loop (self, s);
          else
            rs_linear_facts_forget (self->facts, &s->body);
          walk_block (self, &s->body);
          rs_linear_facts_forget (self->facts, &s->other);
          walk_block (self, &s->other);
        }
      rs_linear_facts_release (self->facts, mark);
      rs_linear_facts_forget (self->facts, &s->body);
      rs_linear_facts_forget (self->facts, &s->other);
    }
}

void
rs_pass_apart (RsKernel *kernel)
{
  Apart self = { .kernel = kernel };
  guint n_arrays = 0;

  for (guint i = 0; i < kernel->parameters->len; i++)
    n_arrays += rs_kernel_parameter (kernel, i)->binding == RS_BIND_ARRAY;
  if (!kernel->is_serial || kernel->has_blocks || (kernel->same_arrays_possible && n_arrays > 1)
      || rs_kernel_has_dynamic (kernel))
    return;
  self.n_locals = kernel->locals->len;
  self.is_set = g_new0 (gboolean, self.n_locals + 1);
  self.accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  self.facts = rs_linear_facts_new (kernel);
  walk_block (&self, &kernel->body);
  if (self.twin != 0 && !self.has_changed)
    g_array_set_size (kernel->locals, self.twin);
  rs_linear_facts_free (self.facts);
  g_array_unref (self.accesses);
  g_free (self.is_set);
}
