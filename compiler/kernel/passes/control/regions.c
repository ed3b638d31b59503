/* Cuts a kernel with shared memory and barriers into regions.
 *
 * The work items of a block run one after the other; between two barriers each of them runs its region. Where barriers
 * stand in control flow that is the same for all work items of a block, a region is a loop over the work items (and
 * vectorises), and the control flow around it runs once a block: so do assignments to locals that have one value for
 * the block. Everywhere else (a barrier under a condition of the work item) each work item is resumed behind the
 * barrier at which it waits, until all have ended; that serves any control flow, one work item at a time.
 *
 * What a work item has to keep from one region to the next is marked: is_kept. Regions are numbered in the order of the
 * text; a local that is named in two of them is kept, and one that is named inside a loop around a barrier, unless it
 * is a temporary, which is assigned before it is used.
 *
 * Requires: nothing. Establishes: blocks, is_uniform, is_kept. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include "compiler/kernel/analysis/needed.h"
#include "compiler/kernel/passes/control/regions.h"

typedef struct {
  RsKernel *kernel;
  gboolean *uniform;   /* by local: assumed, until shown otherwise */
  gboolean *divergent; /* by label: left by some work items only */
  gboolean changed;
  gboolean fails; /* a barrier under a condition of the work item */
} Regions;

/* --- what is the same for a block --- */

static gboolean
is_uniform (const Regions *self, const RsIrExpression *e)
{
  if (rs_ir_is_block_index (e))
    return TRUE;
  if (e->op == RS_IR_POSITION || e->op == RS_IR_ELEMENT)
    return FALSE;
  if (e->op == RS_IR_LOCAL && !self->uniform[e->index])
    return FALSE;
  if (e->op == RS_IR_LOAD
      && (rs_kernel_parameter (self->kernel, e->index)->writes || e->boundary == RS_BOUNDARY_CHECKED))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_uniform (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

gboolean
rs_regions_hold_barrier (const RsIrStatement *s)
{
  if (s->kind == RS_IR_BARRIER)
    return TRUE;
  for (const RsIrStatement *t = s->body.first; t; t = t->next)
    if (rs_regions_hold_barrier (t))
      return TRUE;
  for (const RsIrStatement *t = s->other.first; t; t = t->next)
    if (rs_regions_hold_barrier (t))
      return TRUE;
  return FALSE;
}

static gboolean
block_jumps_out (const RsIrBlock *block, GArray *labels)
{
  gboolean out = FALSE;

  for (const RsIrStatement *s = block->first; s && !out; s = s->next)
    {
      gboolean known = FALSE;

      if (s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE)
        {
          for (guint i = 0; i < labels->len; i++)
            known = known || g_array_index (labels, guint32, i) == s->label;
          out = !known;
        }
      if (s->label && s->kind != RS_IR_BREAK && s->kind != RS_IR_CONTINUE)
        g_array_append_val (labels, s->label);
      out = out || block_jumps_out (&s->body, labels) || block_jumps_out (&s->other, labels);
    }
  return out;
}

static gboolean
jumps_out (const RsIrStatement *s)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE)
    return TRUE;
  if (s->label)
    g_array_append_val (labels, s->label);
  return block_jumps_out (&s->body, labels) || block_jumps_out (&s->other, labels);
}

static gboolean block_is_scalar (const Regions *self, const RsIrBlock *block);

/* Whether s does nothing but compute values of the block, so that it runs once for all. */
static gboolean
is_scalar (const Regions *self, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      return self->uniform[s->index] && is_uniform (self, s->value);
    case RS_IR_LOOP:
      return self->uniform[s->index] && is_uniform (self, s->low) && is_uniform (self, s->high)
             && block_is_scalar (self, &s->body);
    case RS_IR_IF:
      return is_uniform (self, s->value) && block_is_scalar (self, &s->body) && block_is_scalar (self, &s->other);
    case RS_IR_FOREVER:
    case RS_IR_REGION:
      return block_is_scalar (self, &s->body) && block_is_scalar (self, &s->other);
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
block_is_scalar (const Regions *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (!is_scalar (self, s))
      return FALSE;
  return TRUE;
}

static void
demote (Regions *self, guint local)
{
  self->changed |= self->uniform[local];
  self->uniform[local] = FALSE;
}

/* Everything that a statement assigns which runs for each work item. */
static void
demote_all (Regions *self, const RsIrStatement *s)
{
  if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP)
    demote (self, s->index);
  if (s->result > 0)
    demote (self, s->result - 1);
  if (s->kind == RS_IR_RETURN && !self->kernel->target->has_barriers)
    self->fails = TRUE;
  for (const RsIrStatement *t = s->body.first; t; t = t->next)
    demote_all (self, t);
  for (const RsIrStatement *t = s->other.first; t; t = t->next)
    demote_all (self, t);
}

static void
classify (Regions *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && !self->fails; s = s->next)
    {
      if (s->kind == RS_IR_BARRIER || is_scalar (self, s))
        continue;
      if (!rs_regions_hold_barrier (s) && !jumps_out (s))
        {
          demote_all (self, s);
          continue;
        }
      /* The control flow of the block. */
      if ((s->kind == RS_IR_IF && !is_uniform (self, s->value))
          || (s->kind == RS_IR_LOOP
              && (!self->uniform[s->index] || !is_uniform (self, s->low) || !is_uniform (self, s->high))))
        self->fails = TRUE;
      classify (self, &s->body);
      classify (self, &s->other);
    }
}

gboolean
rs_regions_is_item_statement (const RsKernel *kernel, const RsIrStatement *s)
{
  g_autofree gboolean *uniform = g_new0 (gboolean, kernel->locals->len + 1);
  Regions self = { .kernel = (RsKernel *)kernel, .uniform = uniform };

  for (guint i = 0; i < kernel->locals->len; i++)
    uniform[i] = rs_kernel_local (kernel, i)->is_uniform;
  return s->kind != RS_IR_BARRIER && !is_scalar (&self, s) && !rs_regions_hold_barrier (s) && !jumps_out (s);
}

/* --- what is kept --- */

typedef struct {
  RsKernel *kernel;
  gint *region;  /* by local: the one that names it; -1: none so far */
  gint *defined; /* by local: the region that begins by assigning it */
  guint current;
  guint barrier_loops; /* loops around a barrier that are open */
} Keep;

static void
keep_local (Keep *self, guint index)
{
  RsIrLocal *local = rs_kernel_local (self->kernel, index);

  if (local->is_uniform)
    return;
  if ((self->region[index] >= 0 && self->region[index] != (gint)self->current)
      || (self->barrier_loops > 0 && local->name[0] != '\0' && !local->is_counter
          && self->defined[index] != (gint)self->current))
    local->is_kept = TRUE;
  self->region[index] = (gint)self->current;
}

static void
keep_expression (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    keep_local (data, e->index);
}

/* Whether the work items of a region, of which s is a statement, all assign a local before they read it. */
static void
note_definition (Keep *self, const RsIrStatement *s)
{
  if (s->kind == RS_IR_SET && self->region[s->index] != (gint)self->current)
    self->defined[s->index] = (gint)self->current;
}

static void
keep_block (Keep *self, const RsIrBlock *block, gboolean is_block_level)
{
  gboolean by_regions = self->kernel->blocks == RS_IR_BLOCKS_REGIONS;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean of_block = by_regions && !rs_regions_is_item_statement (self->kernel, s);
      gboolean around = s->kind != RS_IR_BARRIER && (of_block || rs_regions_hold_barrier (s));
      gboolean loop = around && (s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER);

      /* A statement of the block ends a region before and behind it. */
      if (s->kind == RS_IR_BARRIER || of_block)
        self->current++;
      self->barrier_loops += loop;
      rs_ir_visit_statement (s, keep_expression, self);
      if (is_block_level)
        note_definition (self, s);
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP)
        keep_local (self, s->index);
      if (s->result > 0)
        keep_local (self, s->result - 1);
      /* The counter of a loop around a barrier is read at its back edge. */
      if (loop && s->kind == RS_IR_LOOP && !rs_kernel_local (self->kernel, s->index)->is_uniform)
        rs_kernel_local (self->kernel, s->index)->is_kept = TRUE;
      keep_block (self, &s->body, is_block_level && of_block);
      self->current += around;
      keep_block (self, &s->other, is_block_level && of_block);
      self->current += around;
      self->barrier_loops -= loop;
    }
}

/* Whether some region reads the local before it assigns it. */
static gboolean
is_needed (const RsKernel *kernel, const RsIrBlock *block, guint local)
{
  const RsIrStatement *first = NULL;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean is_item = rs_regions_is_item_statement (kernel, s);

      first = first ? first : s;
      if (is_item && s->next && rs_regions_is_item_statement (kernel, s->next))
        continue;
      if (is_item ? rs_statements_need_local (first, s, local)
                  : is_needed (kernel, &s->body, local) || is_needed (kernel, &s->other, local))
        return TRUE;
      first = NULL;
    }
  return FALSE;
}

/* The end of a loop around a barrier is evaluated once: it goes into a local, which may be kept. */
static void
name_ends (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_LOOP && rs_regions_hold_barrier (s) && s->high->op != RS_IR_CONST
          && s->high->op != RS_IR_NUMBER)
        {
          RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, s->line);

          set->index = rs_kernel_add_local (kernel, "end", RS_IR_I64, 1);
          set->value = s->high;
          rs_ir_insert_after (block, s->previous, set);
          s->high = rs_ir_local (kernel, set->index);
        }
      name_ends (kernel, &s->body);
      name_ends (kernel, &s->other);
    }
}

/* Barriers that only work items need which are resumed one by one. */
static void
drop_barriers (RsIrBlock *block)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s != NULL; s = next)
    {
      next = s->next;
      drop_barriers (&s->body);
      drop_barriers (&s->other);
      if (s->kind == RS_IR_BARRIER && s->component == RS_IR_SCOPE_RESUMED)
        rs_ir_remove (block, s);
    }
}

void
rs_pass_regions (RsKernel *kernel)
{
  Regions self = { .kernel = kernel };
  Keep keep = { .kernel = kernel };
  guint n;

  if (!kernel->has_blocks)
    return;
  name_ends (kernel, &kernel->body);
  n = kernel->locals->len;
  self.uniform = g_new (gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    self.uniform[i] = rs_kernel_local (kernel, i)->length == 1;
  do
    {
      self.changed = FALSE;
      classify (&self, &kernel->body);
    }
  while (self.changed && !self.fails);
  kernel->blocks = self.fails ? RS_IR_BLOCKS_RESUMED : RS_IR_BLOCKS_REGIONS;
  rs_kernel_note (kernel, 0, 1, 0,
                  self.fails ? "each work item goes on behind the barrier at which it waits"
                             : "the work items of a block run region by region, from barrier to barrier");
  if (!self.fails)
    drop_barriers (&kernel->body);
  for (guint i = 0; i < n && !self.fails; i++)
    rs_kernel_local (kernel, i)->is_uniform = self.uniform[i];
  keep.region = g_new (gint, n + 1);
  keep.defined = g_new (gint, n + 1);
  for (guint i = 0; i < n; i++)
    keep.region[i] = keep.defined[i] = -1;
  keep_block (&keep, &kernel->body, kernel->blocks == RS_IR_BLOCKS_REGIONS);
  for (guint i = 0; i < n && kernel->blocks == RS_IR_BLOCKS_REGIONS; i++)
    rs_kernel_local (kernel, i)->is_kept = rs_kernel_local (kernel, i)->is_kept && is_needed (kernel, &kernel->body, i);
  g_free (keep.region);
  g_free (keep.defined);
  g_free (self.uniform);
}
