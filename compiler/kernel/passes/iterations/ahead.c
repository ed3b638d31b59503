/* Looks ahead in serial loops: a condition that most iterations don't meet is computed for many of them at once, in
 * vectors.
 *
 *   for i=low..high                      for parts at..end of low..high
 *       p(i)                                 hit = c(at) || ... || c(end)
 *       if c(i)                              place = hit ? the first one with c(place) : end + 1
 *           e(i)                             for i=at..place-1
 *           break                                p(i);  q(i)
 *       endif                                if place <= end
 *       q(i)                                     p(place);  e(place);  break
 *
 *   for i=low..high                      for parts at..end of low..high
 *       if x[i] > m                          hit = x[at] > m || ... || x[end] > m
 *           m = x[i];  k = i                 if hit, and for some iterations after it, the loop as it was
 *
 * The first where nothing that the condition is made of is written in the loop before it is left; the second where the
 * loop does nothing without the condition. An iteration that looks ahead reads elements that the loop may not have come
 * to, never one outside of an array. The first iterations are done as they were; parts begin short and get longer, so
 * that a loop that is left soon loses little. `while` loops that count are such loops, too.
 *
 * Requires: propagate. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <string.h>

#define MOST_NODES 40 /* of a condition */
#define FIRST 16      /* iterations that don't look ahead */
#define SHORTEST 64   /* iterations of a part */
#define LONGEST 2048
#define MOST_PLAIN 512 /* iterations as they were behind a part with a hit */

typedef struct {
  RsKernel *kernel;
  guint n_locals;               /* of those that the kernel began with */
  RsIrStatement *loop, *branch; /* the branch whose condition is looked for */
  const RsIrExpression **known; /* by local: what it is before the branch, made of what no iteration changes; or NULL */
  guint8 *n_sets;               /* by local: statements of the loop that assign it, 2 at most */
  gboolean *is_stored;          /* by parameter: the loop writes to it outside of a branch that leaves it */
  const RsIrExpression *condition;
  gboolean leaves; /* the branch ends the loop */
  gboolean is_right;
} Ahead;

/* --- what the loop is made of --- */

static void
count_sets (Ahead *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP) && self->n_sets[s->index] < 2)
        self->n_sets[s->index]++;
      if (s->result > 0)
        self->n_sets[s->result - 1] = 2;
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        self->is_stored[s->index] = TRUE;
      count_sets (self, &s->body);
      count_sets (self, &s->other);
    }
}

/* Statements that stay within an iteration. */
static gboolean
is_plain (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if ((s->kind != RS_IR_SET && s->kind != RS_IR_SET_ELEMENT && s->kind != RS_IR_STORE && s->kind != RS_IR_ATOMIC
         && s->kind != RS_IR_IF)
        || !is_plain (&s->body) || !is_plain (&s->other))
      return FALSE;
  return TRUE;
}

/* Whether the block's last statement leaves the loop, and nothing else in it does. */
static gboolean
ends_loop (const RsIrBlock *block, const RsIrStatement *loop)
{
  const RsIrStatement *last = block->last;

  if (!last || last->kind != RS_IR_BREAK || last->label != loop->label)
    return FALSE;
  for (const RsIrStatement *s = block->first; s != last; s = s->next)
    if ((s->kind != RS_IR_SET && s->kind != RS_IR_SET_ELEMENT && s->kind != RS_IR_STORE && s->kind != RS_IR_ATOMIC
         && s->kind != RS_IR_IF)
        || !is_plain (&s->body) || !is_plain (&s->other))
      return FALSE;
  return TRUE;
}

/* The one branch that the loop can be taken apart at; NULL: there is none. */
static RsIrStatement *
find_branch (Ahead *self)
{
  RsIrStatement *found = NULL;

  for (RsIrStatement *s = self->loop->body.first; s; s = s->next)
    if (s->kind == RS_IR_IF && ends_loop (&s->body, self->loop) && !s->other.first)
      {
        if (found)
          return NULL;
        found = s;
      }
    else if (s->kind != RS_IR_SET && s->kind != RS_IR_STORE && s->kind != RS_IR_IF
             && !(s->kind == RS_IR_ATOMIC && s->result == 0))
      return NULL;
    else if (!is_plain (&s->body) || !is_plain (&s->other))
      return NULL;
  self->leaves = found != NULL;
  if (found)
    return found;
  for (RsIrStatement *s = self->loop->body.first; s; s = s->next)
    if (s->kind == RS_IR_IF && !s->next && !s->other.first)
      return is_plain (&s->body) ? s : NULL;
    else if (s->kind != RS_IR_SET)
      return NULL;
  return NULL;
}

/* --- the condition --- */

static const RsIrExpression *
take_known (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Ahead *self = data;

  if (e->op == RS_IR_ELEMENT && self->n_sets[e->index] > 0)
    self->is_right = FALSE;
  if (e->op != RS_IR_LOCAL || e->index == self->loop->index)
    return e;
  if (self->known[e->index])
    return self->known[e->index];
  if (self->n_sets[e->index] > 0 && self->leaves)
    self->is_right = FALSE;
  return e;
}

static gboolean
has_local (const Ahead *self, const RsIrExpression *e, gboolean counter)
{
  if (e->op == RS_IR_LOCAL
      && (counter ? e->index == self->loop->index : e->index != self->loop->index && self->n_sets[e->index] > 0))
    return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (has_local (self, e->operands[i], counter))
      return TRUE;
  return FALSE;
}

/* The counter, and what is the same in all iterations, added up. */
static gboolean
follows (const Ahead *self, const RsIrExpression *e)
{
  const gboolean is_sum = e->op == RS_IR_ADD || e->op == RS_IR_SUB;

  if (e->op == RS_IR_LOCAL)
    return e->index == self->loop->index;
  return is_sum
         && ((follows (self, e->operands[0]) && !has_local (self, e->operands[1], TRUE))
             || (e->op == RS_IR_ADD && !has_local (self, e->operands[0], TRUE) && follows (self, e->operands[1])));
}

/* Whether neighbouring iterations read neighbouring elements, or the same one, of an array that the loop leaves alone:
 * others would be gathered one by one. Where nothing checks that they are inside of the array, iterations that the loop
 * does not come to may read outside. */
static gboolean
is_read_ahead (const Ahead *self, const RsIrExpression *load)
{
  const RsIrExpression *last = load->operands[load->n_operands - 1];

  for (guint k = 0; k + 1 < load->n_operands; k++)
    if (has_local (self, load->operands[k], TRUE) || rs_ir_has_load (load->operands[k]))
      return FALSE;
  return !self->is_stored[load->index] && load->boundary != RS_BOUNDARY_CHECKED
         && load->boundary != RS_BOUNDARY_UNCHECKED && load->boundary != RS_IR_BOUNDARY_REPORTED
         && !rs_ir_has_load (last) && (!has_local (self, last, TRUE) || follows (self, last));
}

/* What would be slow in vectors, or may not be computed ahead. */
static void
check_node (const RsIrExpression *e, gpointer data)
{
  Ahead *self = data;
  const RsIrPrinting printing = rs_ir_ops[e->op].printing;

  if (e->op == RS_IR_RUNNING || e->op == RS_IR_SAMPLE || printing == RS_IR_PRINT_LIBM
      || printing == RS_IR_PRINT_LIBM_SCALAR || e->op == RS_IR_FLOOR_MOD || e->op == RS_IR_FLOOR_DIV
      || e->op == RS_IR_TRUNC_DIV || e->op == RS_IR_MOD || e->op == RS_IR_INT_POW)
    self->is_right = FALSE;
  if (e->op == RS_IR_LOAD && !is_read_ahead (self, e))
    self->is_right = FALSE;
}

/* The condition of the branch, made of the counter and what no iteration changes before it is met. Where the loop goes
 * on, it depends on what the branch assigns: else it may hold as often as not. */
static gboolean
read_condition (Ahead *self)
{
  self->is_right = TRUE;
  for (RsIrStatement *s = self->loop->body.first; s != self->branch; s = s->next)
    if (s->kind == RS_IR_SET && self->n_sets[s->index] == 1)
      {
        const RsIrExpression *value;
        const gboolean was_right = self->is_right;

        self->is_right = TRUE;
        value = rs_ir_map (self->kernel, s->value, take_known, self);
        self->is_right &= !(value->op == RS_IR_LOCAL && value->index == s->index) && rs_ir_count (value) <= MOST_NODES
                          && !has_local (self, value, FALSE);
        self->known[s->index] = self->is_right ? value : NULL;
        self->is_right = was_right && (self->is_right || self->leaves);
      }
    else if (s->kind == RS_IR_SET && !self->leaves)
      self->is_right = FALSE;
  if (self->is_right)
    self->condition = rs_ir_map (self->kernel, self->branch->value, take_known, self);
  if (!self->is_right || rs_ir_count (self->condition) > MOST_NODES || !rs_ir_has_load (self->condition)
      || !has_local (self, self->condition, TRUE))
    return FALSE;
  rs_ir_visit (self->condition, check_node, self);
  return self->is_right && (self->leaves || has_local (self, self->condition, FALSE));
}

/* --- the loops --- */

static RsIrStatement *
new_set (Ahead *self, RsIrBlock *block, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (self->kernel, RS_IR_SET, self->loop->line);

  set->index = local;
  set->value = value;
  rs_ir_append (block, set);
  return set;
}

static RsIrStatement *
new_branch (Ahead *self, RsIrBlock *block, const RsIrExpression *condition)
{
  RsIrStatement *branch = rs_ir_statement (self->kernel, RS_IR_IF, self->loop->line);

  branch->value = condition;
  rs_ir_append (block, branch);
  return branch;
}

static void
new_break (Ahead *self, RsIrBlock *block, guint32 label)
{
  RsIrStatement *jump = rs_ir_statement (self->kernel, RS_IR_BREAK, self->loop->line);

  jump->label = label;
  rs_ir_append (block, jump);
}

typedef struct {
  guint from;
  const RsIrExpression *to;
} Change;

static const RsIrExpression *
replace_local (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Change *change = data;

  return e->op == RS_IR_LOCAL && e->index == change->from ? change->to : e;
}

/* A loop from low to high whose body is that of `body` (taken over) with a counter of its own. */
static RsIrStatement *
new_loop (Ahead *self, RsIrBlock *block, const RsIrExpression *low, const RsIrExpression *high, RsIrBlock body)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *loop = rs_ir_statement (kernel, RS_IR_LOOP, self->loop->line);
  const guint counter = rs_kernel_add_local (kernel, rs_kernel_local (kernel, self->loop->index)->name, RS_IR_I64, 1);
  Change change = { self->loop->index, rs_ir_local (kernel, counter) };

  rs_kernel_local (kernel, counter)->is_counter = TRUE;
  loop->index = (guint16)counter;
  loop->label = ++kernel->n_labels;
  loop->step = 1;
  loop->low = low;
  loop->high = high;
  loop->body = body;
  rs_ir_map_block (kernel, &loop->body, replace_local, &change);
  rs_ir_append (block, loop);
  return loop;
}

static void
retarget (RsIrBlock *block, guint32 from, guint32 to)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_BREAK && s->label == from)
        s->label = to;
      retarget (&s->body, from, to);
      retarget (&s->other, from, to);
    }
}

static const RsIrExpression *
binary (Ahead *self, RsIrOp op, const RsIrExpression *a, gint64 b)
{
  return rs_ir_binary (self->kernel, op, a, rs_ir_integer (self->kernel, b));
}

/* hit = whether an iteration from at to end meets the condition */
static void
append_look (Ahead *self, RsIrBlock *block, const RsIrExpression *at, const RsIrExpression *end, guint hit)
{
  RsKernel *kernel = self->kernel;
  RsIrBlock body = { 0 };

  new_set (self, block, hit, rs_ir_constant (kernel, RS_IR_I32, 0));
  new_set (self, &body, hit,
           rs_ir_binary (kernel, RS_IR_BIT_OR, rs_ir_local (kernel, hit),
                         rs_ir_select (kernel, self->condition, rs_ir_constant (kernel, RS_IR_I32, 1),
                                       rs_ir_constant (kernel, RS_IR_I32, 0))));
  new_loop (self, block, at, end, body);
}

static RsIrBlock
copy_between (RsKernel *kernel, const RsIrBlock *block, const RsIrStatement *from, const RsIrStatement *to)
{
  RsIrBlock copy = rs_ir_copy_block (kernel, block), part = { 0 };
  gboolean is_inside = FALSE;
  const RsIrStatement *old = block->first;

  for (RsIrStatement *s = copy.first, *next; s; s = next, old = old->next)
    {
      next = s->next;
      if (old == to)
        break;
      is_inside |= old == from;
      rs_ir_remove (&copy, s);
      if (is_inside)
        rs_ir_append (&part, s);
    }
  return part;
}

static void
at_place (Ahead *self, RsIrBlock *block, const RsIrExpression *place)
{
  Change change = { self->loop->index, place };

  rs_ir_map_block (self->kernel, block, replace_local, &change);
}

typedef struct {
  RsIrBlock *round; /* the body of the loop over parts */
  const RsIrExpression *at, *end, *high, *size;
  guint hit;
} Parts;

/* What is done with a part of a loop that the branch leaves: the label is that of what is left then. */
static void
append_leaving (Ahead *self, const Parts *parts, guint32 label)
{
  RsKernel *kernel = self->kernel;
  const RsIrBlock *body = &self->loop->body;
  const guint place = rs_kernel_add_local (kernel, "place", RS_IR_I64, 1);
  const RsIrExpression *at_hit = rs_ir_local (kernel, place), *zero = rs_ir_constant (kernel, RS_IR_I32, 0);
  const RsIrExpression *is_hit = rs_ir_binary (kernel, RS_IR_NE, rs_ir_local (kernel, parts->hit), zero);
  RsIrBlock search = { 0 }, before, rest;
  RsIrStatement *found, *loop;

  new_set (self, parts->round, place, binary (self, RS_IR_ADD, parts->end, 1));
  found = new_branch (self, &search, self->condition);
  new_set (self, &found->body, place, rs_ir_local (kernel, self->loop->index));
  new_break (self, &found->body, 0);
  loop = new_loop (self, &new_branch (self, parts->round, is_hit)->body, parts->at, parts->end, search);
  retarget (&loop->body, 0, loop->label);
  before = copy_between (kernel, body, body->first, self->branch);
  rest = copy_between (kernel, body, self->branch->next, NULL);
  if (self->branch->next == NULL)
    rest = (RsIrBlock){ 0 };
  rs_ir_append_block (&before, &rest);
  if (before.first)
    new_loop (self, parts->round, parts->at, binary (self, RS_IR_SUB, at_hit, 1), before);
  found = new_branch (self, parts->round, is_hit);
  found->body = copy_between (kernel, body, body->first, self->branch);
  rest = rs_ir_copy_block (kernel, &self->branch->body);
  retarget (&rest, self->loop->label, label);
  rs_ir_append_block (&found->body, &rest);
  at_place (self, &found->body, at_hit);
}

/* What is done with a part of a loop that goes on behind the branch. plain: how many iterations follow a hit. */
static void
append_going_on (Ahead *self, const Parts *parts, guint plain)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *is_hit
      = rs_ir_binary (kernel, RS_IR_NE, rs_ir_local (kernel, parts->hit), rs_ir_constant (kernel, RS_IR_I32, 0));
  const RsIrExpression *run = rs_ir_local (kernel, plain);
  RsIrStatement *choice = new_branch (self, parts->round, is_hit);

  new_set (self, &choice->body, parts->end->index,
           rs_ir_binary (kernel, RS_IR_MIN, parts->high, rs_ir_binary (kernel, RS_IR_ADD, parts->end, run)));
  new_loop (self, &choice->body, parts->at, parts->end, rs_ir_copy_block (kernel, &self->loop->body));
  new_set (self, &choice->body, plain, binary (self, RS_IR_MIN, binary (self, RS_IR_ADD, run, SHORTEST), MOST_PLAIN));
  new_set (self, &choice->body, parts->size->index, rs_ir_integer (kernel, SHORTEST / 2));
  choice->other = copy_between (kernel, &self->loop->body, self->loop->body.first, self->branch);
  at_place (self, &choice->other, parts->end);
  new_set (self, &choice->other, plain, rs_ir_integer (kernel, 0));
}

/* The loop becomes a region in `block`. */
static void
rebuild (Ahead *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *loop = self->loop, *region = rs_ir_statement (kernel, RS_IR_REGION, loop->line), *first, *rounds;
  const guint low = rs_kernel_add_local (kernel, "low", RS_IR_I64, 1),
              high = rs_kernel_add_local (kernel, "high", RS_IR_I64, 1),
              at = rs_kernel_add_local (kernel, "at", RS_IR_I64, 1),
              end = rs_kernel_add_local (kernel, "end", RS_IR_I64, 1),
              size = rs_kernel_add_local (kernel, "length", RS_IR_I64, 1),
              plain = self->leaves ? 0 : rs_kernel_add_local (kernel, "plain", RS_IR_I64, 1);
  Parts parts = { .at = rs_ir_local (kernel, at),
                  .end = rs_ir_local (kernel, end),
                  .high = rs_ir_local (kernel, high),
                  .size = rs_ir_local (kernel, size),
                  .hit = rs_kernel_add_local (kernel, "hit", RS_IR_I32, 1) };

  region->label = ++kernel->n_labels;
  rs_ir_insert_after (block, loop->previous, region);
  rs_ir_remove (block, loop);
  new_set (self, &region->body, low, loop->low);
  new_set (self, &region->body, high, loop->high);
  first = new_loop (self, &region->body, rs_ir_local (kernel, low),
                    rs_ir_binary (kernel, RS_IR_MIN, parts.high,
                                  binary (self, RS_IR_ADD, rs_ir_local (kernel, low), FIRST - 1)),
                    rs_ir_copy_block (kernel, &loop->body));
  retarget (&first->body, loop->label, region->label);
  first->unroll = RS_UNROLL_RARE;
  new_set (self, &region->body, at, binary (self, RS_IR_ADD, rs_ir_local (kernel, low), FIRST));
  new_set (self, &region->body, size, rs_ir_integer (kernel, SHORTEST));
  if (!self->leaves)
    new_set (self, &region->body, plain, rs_ir_integer (kernel, 0));
  rounds = rs_ir_statement (kernel, RS_IR_FOREVER, loop->line);
  rounds->label = ++kernel->n_labels;
  rs_ir_append (&region->body, rounds);
  parts.round = &rounds->body;
  new_break (self, &new_branch (self, parts.round, rs_ir_binary (kernel, RS_IR_GT, parts.at, parts.high))->body,
             rounds->label);
  new_set (self, parts.round, end,
           rs_ir_binary (kernel, RS_IR_MIN, parts.high,
                         binary (self, RS_IR_SUB, rs_ir_binary (kernel, RS_IR_ADD, parts.at, parts.size), 1)));
  new_set (self, parts.round, size, binary (self, RS_IR_MIN, binary (self, RS_IR_MUL, parts.size, 2), LONGEST));
  append_look (self, parts.round, parts.at, parts.end, parts.hit);
  if (self->leaves)
    append_leaving (self, &parts, region->label);
  else
    append_going_on (self, &parts, plain);
  new_set (self, parts.round, at, binary (self, RS_IR_ADD, parts.end, 1));
}

static void
look_at_loop (RsKernel *kernel, RsIrBlock *block, RsIrStatement *loop)
{
  Ahead self = { .kernel = kernel, .n_locals = kernel->locals->len, .loop = loop };
  const RsIrPlace line = loop->line;

  if (loop->step != 1)
    return;
  self.branch = find_branch (&self);
  if (!self.branch)
    return;
  self.known = g_new0 (const RsIrExpression *, self.n_locals + 1);
  self.n_sets = g_new0 (guint8, self.n_locals + 1);
  self.is_stored = g_new0 (gboolean, kernel->parameters->len + 1);
  if (self.leaves)
    {
      RsIrBlock after = self.branch->body;

      self.branch->body = (RsIrBlock){ 0 };
      count_sets (&self, &loop->body);
      self.branch->body = after;
    }
  else
    count_sets (&self, &loop->body);
  if (read_condition (&self))
    {
      rebuild (&self, block);
      rs_kernel_note (kernel, line, 1, 0,
                      self.leaves ? "a loop that is left at a condition looks ahead"
                                  : "a loop looks ahead for iterations that do something");
    }
  g_free (self.known);
  g_free (self.n_sets);
  g_free (self.is_stored);
}

static void
walk_block (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == RS_IR_LOOP && !rs_ir_has_loop (&s->body))
        look_at_loop (kernel, block, s);
      else
        {
          walk_block (kernel, &s->body);
          walk_block (kernel, &s->other);
        }
    }
}

void
rs_pass_ahead (RsKernel *kernel)
{
  guint n_arrays = 0;

  for (guint i = 0; i < kernel->parameters->len; i++)
    n_arrays += rs_kernel_parameter (kernel, i)->binding == RS_BIND_ARRAY;
  if (kernel->is_serial && !kernel->has_blocks && !rs_kernel_has_dynamic (kernel)
      && !(kernel->same_arrays_possible && n_arrays > 1))
    walk_block (kernel, &kernel->body);
}
