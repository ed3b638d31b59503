/* Splits a launch into an interior, where accesses need no boundary handling, and the border around it.
 *
 * A subscript of the form `c * position + offset`, c > 0, stays inside its array for all positions between two bounds
 * that are the same for all work items, when the smallest and the largest offset are: offsets may contain counters of
 * loops, whose range is then taken, private variables that are assigned once, and numbers. Where the bounds of a loop
 * follow a position (for j=i..n-1) its first and its last value have to be inside. A subscript of several positions
 * (x[i*n + j]) stays inside for whole rows (integers.h). The interior is the box of positions in which all such
 * accesses stay inside; it runs a copy of the body in which they are 'unchecked. Accesses that are not understood keep
 * their boundary mode there.
 *
 * Where a function runs one work item, which asks whether it is in the interior, that has to pay: for positions that
 * are mapped, for accesses in loops, or for a few of them.
 *
 * Requires: nothing. Establishes: has_interior, where some access gains. Invalidates: nothing; body stays as it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/analysis/order/prefix.h"

#define GAIN_OF_MANY 4  /* accesses without a test that are worth one of the position */
#define LARGEST_TEST 64 /* nodes of it, where each work item asks */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  RsPositionBounds bounds;
  guint gain;    /* accesses without a test; those that run often count as GAIN_OF_MANY */
  guint n_loops; /* around the statement at hand */
} Split;

/* Adds the bounds of one access; FALSE when it is not understood. */
static gboolean
bound_access (Split *self, guint parameter, guint n, const RsIrExpression *const *subscripts, guint boundary)
{
  gboolean is_bounded
      = rs_position_bounds_add_access (self->kernel, &self->bounds, &self->locals, parameter, subscripts, n);
  gboolean is_mapped = boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CIRCULAR
                       || boundary == RS_BOUNDARY_CLAMPED;

  if (is_bounded)
    self->gain += is_mapped || self->n_loops > 0 ? GAIN_OF_MANY : 1;
  return is_bounded;
}

static void
note_access (RsKernel *kernel, RsIrPlace line, guint parameter, gboolean is_bounded)
{
  rs_kernel_note (kernel, line, is_bounded, 1, "boundary checks of `%s` left out in the interior",
                  rs_kernel_parameter (kernel, parameter)->name);
}

static gboolean
is_uniform_access (const RsIrExpression *load)
{
  for (guint i = 0; i < load->n_operands; i++)
    if (!rs_ir_is_uniform (load->operands[i]))
      return FALSE;
  return TRUE;
}

static const RsIrExpression *
relax_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Split *self = data;
  gboolean is_bounded;

  if (e->op == RS_IR_INSIDE)
    return bound_access (self, e->index, e->n_operands, e->operands, e->boundary)
               ? rs_ir_constant (kernel, RS_IR_BOOL, 1)
               : e;
  if (e->op == RS_IR_SELECT && rs_ir_is_constant (e->operands[0], 1))
    return e->operands[1];
  if (e->op != RS_IR_LOAD || e->boundary == RS_BOUNDARY_UNCHECKED
      || (kernel->has_prefix && is_uniform_access (e))) /* read once a box, before the sums */
    return e;
  is_bounded = bound_access (self, e->index, e->n_operands, e->operands, e->boundary);
  note_access (kernel, e->line, e->index, is_bounded);
  if (!is_bounded)
    return e;
  return rs_ir_unchecked_load (kernel, e);
}

static void
relax_block (Split *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_map_statement (self->kernel, s, relax_load, self);
      rs_known_locals_enter (&self->locals, s);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->boundary != RS_BOUNDARY_UNCHECKED)
        {
          gboolean is_bounded = bound_access (self, s->index, s->n_subscripts,
                                              (const RsIrExpression *const *)s->subscripts, s->boundary);

          note_access (self->kernel, s->line, s->index, is_bounded);
          s->boundary = is_bounded ? RS_BOUNDARY_UNCHECKED : s->boundary;
        }
      self->n_loops += s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER;
      relax_block (self, &s->body);
      self->n_loops -= s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER;
      relax_block (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

/* What it costs to find the interior is paid once a launch, or by each work item. */
static gboolean
pays (const Split *self)
{
  guint n = 0;

  if (self->kernel->target->dialect == RS_DIALECT_C)
    return self->gain > 0;
  for (guint k = 0; k < RS_MAX_GRID; k++)
    if (self->bounds.bounded[k])
      n += rs_ir_count (self->bounds.low[k]) + rs_ir_count (self->bounds.high[k]);
  return self->gain >= GAIN_OF_MANY && n <= LARGEST_TEST;
}

void
rs_pass_split (RsKernel *kernel)
{
  Split self = { .kernel = kernel };
  RsIrBlock interior;

  if (kernel->has_prefix && !rs_kernel_can_scan (kernel)) /* work items wait for each other, not for checks */
    return;
  interior = rs_ir_copy_block (kernel, &kernel->body);
  rs_known_locals_init (&self.locals, kernel, &interior);
  relax_block (&self, &interior);
  rs_known_locals_clear (&self.locals);
  if (self.gain == 0)
    return;
  rs_position_bounds_close (kernel, &self.bounds);
  if (!pays (&self))
    return;
  for (guint k = 0; k < RS_MAX_GRID; k++)
    {
      kernel->interior_bounded[k] = self.bounds.bounded[k];
      kernel->interior_low[k] = self.bounds.low[k];
      kernel->interior_high[k] = self.bounds.high[k];
    }
  kernel->interior = interior;
  kernel->has_interior = TRUE;
}
