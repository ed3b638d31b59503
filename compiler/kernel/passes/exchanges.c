/* What work items of a group take from each other, by the means of the target.
 *
 * Values go from one work item to another through shared memory with an element a work item of the block, and barriers:
 *
 *   barrier that all who come here at once leave at once: those who read at this moment do not see them yet
 *   values[own] = v; place[own] = number of the call
 *   barrier of the group
 *   r = place[other] is this call ? values[other] : v
 *   barrier that all who have waited here leave at once
 *   place[own] = 0
 *
 * Only those that wait at the same call meet. Which groups go on first when different ones wait is the interpreter's
 * rule (runtime/vm/kernel/groups.h): the smaller one, then that inside the other.
 *
 * On a device whose warps hand values over by themselves, groups inside of a warp need no memory. All work items of a
 * block come by at once there, or the kernel is refused. Its warps are cut from whole blocks: where the grid may cut
 * off rows of a block, the kernel has both ways, and chooses at the launch. So have the barriers of a warp.
 *
 * Requires: early ends are branches. Establishes: no exchange of a group; with has_shuffles, a barrier of a warp is one
 * of the device's. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  RsKernel *kernel;
  RsIrBlock *block;             /* to which statements go */
  RsIrPlace line;               /* of them */
  guint arrays[RS_N_ELEMENTS];  /* parameter + 1, with elements of this type; 0: there is none yet */
  gboolean *is_number;          /* [n_locals]: a result that is a number now */
  guint n_locals;               /* at the start */
  guint n_by_warp, n_by_memory; /* exchanges */
} Lowering;

/* An exchange of a group, taken apart. */
typedef struct {
  RsIrExchange exchange;
  const RsIrExpression *value;
  const RsIrExpression *other; /* SHUFFLE: the work item of the block that is asked */
  const RsIrExpression *index, *first, *size;
  const RsIrExpression *order;
  gint64 number;
  gboolean is_of_warp;
} Call;

/* --- making --- */

static RsIrStatement *
emit (Lowering *self, RsIrStatementKind kind)
{
  RsIrStatement *s = rs_ir_statement (self->kernel, kind, self->line);

  rs_ir_append (self->block, s);
  return s;
}

static const RsIrExpression *
integer (Lowering *self, gint64 value)
{
  return rs_ir_integer (self->kernel, value);
}

static const RsIrExpression *
op (Lowering *self, RsIrOp what, const RsIrExpression *x, const RsIrExpression *y)
{
  return rs_ir_binary (self->kernel, what, x, y);
}

static const RsIrExpression *
add (Lowering *self, const RsIrExpression *x, const RsIrExpression *y)
{
  return rs_ir_is_constant (x, 0) ? y : op (self, RS_IR_ADD, x, y);
}

static const RsIrExpression *
minus_one (Lowering *self, const RsIrExpression *x)
{
  return x->op == RS_IR_CONST ? integer (self, x->value.integer - 1) : op (self, RS_IR_SUB, x, integer (self, 1));
}

static const RsIrExpression *
axis_leaf (Lowering *self, RsIrOp what, guint axis)
{
  return rs_ir_leaf (self->kernel, what, RS_IR_I64, 0, axis);
}

static void
set_local (Lowering *self, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = emit (self, RS_IR_SET);

  set->index = (guint16)local;
  set->value = value;
}

/* e in a local of its own. */
static const RsIrExpression *
keep (Lowering *self, const RsIrExpression *e)
{
  const guint local = rs_kernel_add_local (self->kernel, "", e->type, 1);

  set_local (self, local, e);
  return rs_ir_local (self->kernel, local);
}

static RsIrStatement *
wait_for (Lowering *self, const RsIrExpression *order)
{
  RsIrStatement *barrier = emit (self, RS_IR_BARRIER);

  barrier->component = RS_IR_SCOPE_BLOCK;
  barrier->value = order;
  return barrier;
}

/* Whether the work items that the grid cuts off are the last ones of their blocks; NULL: always. */
static const RsIrExpression *
has_whole_rows (Lowering *self)
{
  const RsIrExpression *all = NULL;

  for (guint axis = 1; axis < self->kernel->grid_rank; axis++)
    {
      const RsIrExpression *left
          = op (self, RS_IR_FLOOR_MOD, axis_leaf (self, RS_IR_GRID, axis), axis_leaf (self, RS_IR_BLOCK, axis));
      const RsIrExpression *is_whole = op (self, RS_IR_EQ, left, integer (self, 0));

      all = all != NULL ? op (self, RS_IR_AND, all, is_whole) : is_whole;
    }
  return all;
}

/* A condition that is known, where it is one of a constant. */
static const RsIrExpression *
is_set (Lowering *self, const RsIrExpression *value)
{
  return value->op == RS_IR_CONST ? rs_ir_constant (self->kernel, RS_IR_BOOL, !rs_ir_is_constant (value, 0))
                                  : op (self, RS_IR_NE, value, rs_ir_constant (self->kernel, value->type, 0));
}

/* counted: the mask of those whose value holds, or is the own one; present: of all that are there. */
static const RsIrExpression *
count_votes (Lowering *self, const Call *call, const RsIrExpression *counted, const RsIrExpression *present)
{
  switch (call->exchange)
    {
    case RS_IR_EXCHANGE_ALL:
      return op (self, RS_IR_EQ, counted, present);
    case RS_IR_EXCHANGE_ANY:
      return op (self, RS_IR_NE, counted, integer (self, 0));
    case RS_IR_EXCHANGE_MATCH_ALL:
      return rs_ir_select (self->kernel, op (self, RS_IR_EQ, counted, present), counted, integer (self, 0));
    default:
      return counted;
    }
}

static gboolean
is_match (const Call *call)
{
  return call->exchange == RS_IR_EXCHANGE_MATCH_ANY || call->exchange == RS_IR_EXCHANGE_MATCH_ALL;
}

/* --- through memory --- */

/* The array of the element type, with an element a work item of the block. */
static guint
exchange_array (Lowering *self, RsElement element)
{
  RsKernelParameter parameter = { .binding = RS_BIND_SHARED,
                                  .name = (char *)"exchange",
                                  .element = element,
                                  .length = 1,
                                  .rank = 1,
                                  .reads = TRUE,
                                  .writes = TRUE };
  RsIrShared shared = { 0 };

  if (self->arrays[element] != 0)
    return self->arrays[element] - 1;
  for (guint axis = 0; axis < self->kernel->grid_rank; axis++)
    {
      const RsIrExpression *length
          = op (self, RS_IR_MIN, axis_leaf (self, RS_IR_BLOCK, axis), axis_leaf (self, RS_IR_GRID, axis));

      shared.dims[0] = axis > 0 ? op (self, RS_IR_MUL, shared.dims[0], length) : length;
    }
  shared.parameter = rs_kernel_add_parameter (self->kernel, &parameter, RS_IR_VIEW_PLAIN);
  g_array_append_val (self->kernel->shared, shared);
  self->arrays[element] = shared.parameter + 1;
  return shared.parameter;
}

/* Where a device declares how much there is before it knows how large blocks are, one that is too large fails, and is
 * kept from what lies behind. */
static guint8
exchange_boundary (const Lowering *self)
{
  return self->kernel->target->has_barriers ? RS_BOUNDARY_SAFE : RS_BOUNDARY_UNCHECKED;
}

/* A work item has an element of its own. */
static void
put (Lowering *self, guint array, const RsIrExpression *index, const RsIrExpression *value)
{
  RsIrStatement *store = emit (self, RS_IR_STORE);

  store->index = (guint16)array;
  store->boundary = exchange_boundary (self);
  store->overflow = RS_OVERFLOW_WRAP;
  store->is_unique = TRUE;
  store->n_subscripts = 1;
  store->subscripts = rs_arena_array (self->kernel->arena, const RsIrExpression *, 1);
  store->subscripts[0] = index;
  store->value = value;
}

static const RsIrExpression *
get (Lowering *self, guint array, const RsIrExpression *index)
{
  RsIrExpression *load = rs_ir_new (self->kernel, RS_IR_LOAD,
                                    rs_ir_type_of_element (rs_kernel_parameter (self->kernel, array)->element), 1);

  load->index = (guint16)array;
  load->boundary = exchange_boundary (self);
  load->line = self->line;
  load->operands[0] = index;
  return load;
}

typedef struct {
  guint values, places;       /* arrays */
  const RsIrExpression *call; /* its number */
} Memory;

/* Gives the value to the others of the group and waits for them. */
static Memory
begin_exchange (Lowering *self, const Call *call)
{
  const RsElement element = call->value->type == RS_IR_F32   ? RS_ELEMENT_SINGLE
                            : call->value->type == RS_IR_F64 ? RS_ELEMENT_DOUBLE
                                                             : RS_ELEMENT_INT64;
  Memory memory;

  memory.values = exchange_array (self, element);
  memory.places = exchange_array (self, RS_ELEMENT_INT32);
  memory.call = rs_ir_constant (self->kernel, RS_IR_I32, (double)call->number);
  wait_for (self, integer (self, 0))->component = RS_IR_SCOPE_RESUMED;
  put (self, memory.values, call->index, call->value);
  put (self, memory.places, call->index, memory.call);
  wait_for (self, call->order);
  return memory;
}

/* Whether the work item at an index of the block waits at this call, too. */
static const RsIrExpression *
meets (Lowering *self, const Memory *memory, const RsIrExpression *index)
{
  return op (self, RS_IR_EQ, get (self, memory->places, index), memory->call);
}

/* Those who have waited go on together: order 0 comes before any group. */
static void
end_exchange (Lowering *self, const Memory *memory, const Call *call)
{
  wait_for (self, integer (self, 0));
  put (self, memory->places, call->index, rs_ir_constant (self->kernel, RS_IR_I32, 0));
}

static guint
new_mask (Lowering *self, const char *name)
{
  const guint local = rs_kernel_add_local (self->kernel, name, RS_IR_I64, 1);

  set_local (self, local, integer (self, 0));
  return local;
}

static void
add_to_mask (Lowering *self, guint local, const RsIrExpression *condition, const RsIrExpression *bit)
{
  const RsIrExpression *old = rs_ir_local (self->kernel, local);

  set_local (self, local, rs_ir_select (self->kernel, condition, op (self, RS_IR_BIT_OR, old, bit), old));
}

/* Asks all that wait at this call: the masks of those whose value holds, and of those with the own value; all of
 * them. */
static const RsIrExpression *
vote_through_memory (Lowering *self, const Call *call, const Memory *memory)
{
  const guint holds = new_mask (self, "holds"), equal = new_mask (self, "equal"), present = new_mask (self, "present");
  const RsIrExpression *own = keep (self, get (self, memory->values, call->index)), *member, *bit, *met, *other;
  const guint counter = rs_kernel_add_local (self->kernel, "member", RS_IR_I64, 1);
  RsIrBlock *outer = self->block;
  RsIrStatement *loop = emit (self, RS_IR_LOOP);

  rs_kernel_local (self->kernel, counter)->is_counter = TRUE;
  loop->index = (guint16)counter;
  loop->low = integer (self, 0);
  loop->high = minus_one (self, call->size);
  loop->step = 1;
  self->block = &loop->body;
  member = add (self, call->first, rs_ir_local (self->kernel, counter));
  bit = op (self, RS_IR_SHIFT_LEFT, integer (self, 1), rs_ir_local (self->kernel, counter));
  met = keep (self, meets (self, memory, member));
  other = keep (self, get (self, memory->values, member));
  add_to_mask (self, holds, op (self, RS_IR_AND, met, is_set (self, other)), bit);
  add_to_mask (self, equal, op (self, RS_IR_AND, met, op (self, RS_IR_EQ, other, own)), bit);
  add_to_mask (self, present, met, bit);
  self->block = outer;
  return count_votes (self, call, rs_ir_local (self->kernel, is_match (call) ? equal : holds),
                      rs_ir_local (self->kernel, present));
}

static void
exchange_through_memory (Lowering *self, const Call *call, guint result)
{
  const Memory memory = begin_exchange (self, call);
  const RsIrExpression *other;

  if (call->exchange == RS_IR_EXCHANGE_SHUFFLE)
    {
      other = rs_ir_select (self->kernel, meets (self, &memory, call->other), call->other, call->index);
      set_local (self, result, get (self, memory.values, other));
    }
  else
    set_local (self, result, vote_through_memory (self, call, &memory));
  end_exchange (self, &memory, call);
  self->n_by_memory++;
}

/* --- by the warp --- */

/* What the warp hands over, as it has it. */
static const RsIrExpression *
warp_exchange (Lowering *self, RsIrExchange exchange, RsIrType type, const RsIrExpression *value,
               const RsIrExpression *place)
{
  RsIrStatement *s = wait_for (self, integer (self, 0));
  RsIrExpression *e = rs_ir_new (self->kernel, RS_IR_ELEMENT, type, 1);

  e->index = (guint16)rs_kernel_add_local (self->kernel, "got", type, 2);
  e->operands[0] = integer (self, 0);
  s->component = RS_IR_SCOPE_WARP;
  s->op = exchange;
  s->low = value;
  s->high = place;
  s->result = e->index + 1;
  return e;
}

/* Of the mask of a warp, that of the group. */
static const RsIrExpression *
mask_of (Lowering *self, const Call *call, const RsIrExpression *mask)
{
  const RsIrExpression *last = integer (self, self->kernel->target->warp_width - 1), *first, *all;

  first = op (self, RS_IR_BIT_AND, call->first, last);
  all = minus_one (self, op (self, RS_IR_SHIFT_LEFT, integer (self, 1), call->size));
  return op (self, RS_IR_BIT_AND, op (self, RS_IR_SHIFT_RIGHT, mask, first), all);
}

/* Warps compare bits: of the two zeros one is taken, and what is no number equals nothing. */
static const RsIrExpression *
match_by_warp (Lowering *self, const Call *call)
{
  const RsIrExpression *value = call->value, *mask;

  if (rs_ir_is_floating (value->type))
    value = keep (self, rs_ir_select (self->kernel, is_set (self, value), value,
                                      rs_ir_constant (self->kernel, value->type, 0)));
  mask = keep (self, warp_exchange (self, RS_IR_EXCHANGE_WARP_MATCH, RS_IR_I64, value, NULL));
  mask = mask_of (self, call, mask);
  return rs_ir_select (self->kernel, op (self, RS_IR_EQ, value, value), mask, integer (self, 0));
}

static const RsIrExpression *
ballot_by_warp (Lowering *self, const Call *call, const RsIrExpression *condition)
{
  const RsIrExpression *mask = warp_exchange (self, RS_IR_EXCHANGE_WARP_BALLOT, RS_IR_I64, condition, NULL);

  return mask_of (self, call, keep (self, mask));
}

static void
exchange_by_warp (Lowering *self, const Call *call, guint result)
{
  const RsIrExpression *last = integer (self, self->kernel->target->warp_width - 1), *present, *counted, *place;

  if (call->exchange == RS_IR_EXCHANGE_SHUFFLE)
    {
      place = keep (self, op (self, RS_IR_BIT_AND, call->other, last));
      set_local (self, result,
                 warp_exchange (self, RS_IR_EXCHANGE_WARP_SHUFFLE, call->value->type, call->value, place));
    }
  else
    {
      present = keep (self, ballot_by_warp (self, call, rs_ir_constant (self->kernel, RS_IR_BOOL, 1)));
      counted = is_match (call) ? match_by_warp (self, call)
                                : ballot_by_warp (self, call, keep (self, is_set (self, call->value)));
      if (call->exchange != RS_IR_EXCHANGE_BALLOT && call->exchange != RS_IR_EXCHANGE_MATCH_ANY)
        counted = keep (self, counted);
      set_local (self, result, count_votes (self, call, counted, present));
    }
  self->n_by_warp++;
}

/* --- statements --- */

/* Opens a branch for blocks that a device cuts into the program's warps; the other one stays to be filled. NULL: all
 * blocks are cut so. */
static RsIrStatement *
open_choice (Lowering *self)
{
  const RsIrExpression *is_whole = has_whole_rows (self);
  RsIrStatement *choice = is_whole != NULL ? emit (self, RS_IR_IF) : NULL;

  if (choice == NULL)
    return NULL;
  choice->value = is_whole;
  self->block = &choice->body;
  return choice;
}

/* Where the device's warps are others than the program's, all of the block wait. */
static void
lower_barrier (Lowering *self, const RsIrStatement *s)
{
  RsIrStatement *choice = open_choice (self);

  wait_for (self, s->value)->component = RS_IR_SCOPE_WARP;
  if (choice == NULL)
    return;
  self->block = &choice->other;
  wait_for (self, s->value);
}

static void
lower_exchange (Lowering *self, const RsIrStatement *s)
{
  const Call call = { .exchange = s->op,
                      .value = s->low,
                      .other = s->high,
                      .index = s->subscripts[RS_IR_GROUP_INDEX],
                      .first = s->subscripts[RS_IR_GROUP_FIRST],
                      .size = s->subscripts[RS_IR_GROUP_SIZE],
                      .order = s->value,
                      .number = s->step,
                      .is_of_warp = s->component == RS_IR_SCOPE_WARP };
  const guint result = s->result - 1u;
  RsIrStatement *choice;

  self->is_number[result] = TRUE;
  if (!call.is_of_warp || !self->kernel->target->has_shuffles)
    {
      exchange_through_memory (self, &call, result);
      return;
    }
  choice = open_choice (self);
  exchange_by_warp (self, &call, result);
  if (choice == NULL)
    return;
  self->block = &choice->other;
  exchange_through_memory (self, &call, result);
}

static gboolean
is_lowered (const Lowering *self, const RsIrStatement *s)
{
  return s->kind == RS_IR_BARRIER
         && (rs_ir_exchange_is_of_group (s->op)
             || (s->op == RS_IR_EXCHANGE_NONE && s->component == RS_IR_SCOPE_WARP && self->kernel->target->has_shuffles
                 && self->kernel->grid_rank > 1));
}

/* Puts the statements in the place of s. */
static void
replace (RsIrBlock *block, RsIrStatement *s, RsIrBlock *by)
{
  RsIrStatement *place = s;

  while (by->first != NULL)
    {
      RsIrStatement *moved = by->first;

      rs_ir_remove (by, moved);
      rs_ir_insert_after (block, place, moved);
      place = moved;
    }
  rs_ir_remove (block, s);
}

static void
lower_block (Lowering *self, RsIrBlock *block)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s != NULL; s = next)
    {
      RsIrBlock lowered = { 0 };

      next = s->next;
      lower_block (self, &s->body);
      lower_block (self, &s->other);
      if (!is_lowered (self, s))
        continue;
      self->block = &lowered;
      self->line = s->line;
      if (s->op == RS_IR_EXCHANGE_NONE)
        lower_barrier (self, s);
      else
        lower_exchange (self, s);
      replace (block, s, &lowered);
    }
}

/* The results of exchanges, of which nobody sees but the first element, become numbers. */
static const RsIrExpression *
read_number (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Lowering *self = data;

  return e->op == RS_IR_ELEMENT && e->index < self->n_locals && self->is_number[e->index]
             ? rs_ir_local (kernel, e->index)
             : e;
}

void
rs_pass_exchanges (RsKernel *kernel)
{
  Lowering self = { .kernel = kernel, .n_locals = kernel->locals->len };

  if (!kernel->has_blocks)
    return;
  self.is_number = g_new0 (gboolean, self.n_locals + 1);
  lower_block (&self, &kernel->body);
  for (guint i = 0; i < self.n_locals; i++)
    if (self.is_number[i])
      rs_kernel_local (kernel, i)->length = 1;
  if (self.n_by_warp + self.n_by_memory > 0)
    rs_ir_map_block (kernel, &kernel->body, read_number, &self);
  rs_kernel_note (kernel, 0, self.n_by_warp, 0, "values that work items give each other go through the warp");
  rs_kernel_note (kernel, 0, self.n_by_memory, 0, "values that work items give each other go through shared memory");
  g_free (self.is_number);
}
