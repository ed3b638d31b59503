/* Groups of work items: parameters of type thread_block, and what is asked of them (manual 9.8).
 *
 * A group is part of the block (or, for positions and sizes only, of the grid): its first work item and its size are
 * expressions of the position. Values go from one work item to another through shared memory with an element a work
 * item of the block, and barriers:
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
 * On a device whose warps hand values over by themselves, groups inside of a warp need no memory (RsIrExchange). All
 * work items of a block come by at once there, or the kernel is refused. Its warps are cut from whole blocks: where the
 * grid may cut off rows of a block, the kernel has both ways, and chooses at the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <string.h>

#define WARP_SIZE 32
#define MOST_BITS 32
#define N_PLACES 6 /* of groups of one size: warp, part, block, part of the grid, grid */

typedef enum { IN_WARP, IN_PART, IN_BLOCK, IN_PART_OF_GRID, IN_GRID } Place;

struct _Group {
  Place place;
  const RsIrExpression *first, *size; /* in the order of the block's or the grid's work items */
  const RsIrExpression *index;        /* of the work item, in the same order, from 0 */
  const RsIrExpression *usual;        /* the size that decides when it goes on: the last warp does with the others */
  gint64 most;                        /* the size is not larger; 0: unknown */
  gboolean is_of_warp;                /* lies in one warp */
  gboolean begins_warp;               /* first is where a warp begins */
};

static const RsIrExpression *
integer (Build *b, gint64 value)
{
  return rs_ir_integer (b->kernel, value);
}

static const RsIrExpression *
axis_leaf (Build *b, RsIrOp op, guint axis)
{
  return rs_ir_leaf (b->kernel, op, RS_IR_I64, 0, axis);
}

/* --- groups --- */

/* The place of the work item in its block, whose last ones may be cut off, or in the grid; and how many there are. */
static void
find_all (Build *b, Group *group, gboolean is_grid)
{
  group->index = integer (b, 0);
  group->size = integer (b, 1);
  for (guint axis = 0; axis < b->kernel->grid_rank; axis++)
    {
      const RsIrExpression *position = axis_leaf (b, RS_IR_POSITION, axis), *length = axis_leaf (b, RS_IR_GRID, axis);
      const RsIrExpression *block = axis_leaf (b, RS_IR_BLOCK, axis);

      if (!is_grid)
        {
          length = b_op (b, RS_IR_MIN, block,
                         b_sub (b, length, b_mul (b, b_op (b, RS_IR_FLOOR_DIV, position, block), block)));
          position = b_op (b, RS_IR_FLOOR_MOD, position, block);
        }
      group->index = b_add (b, b_mul (b, group->index, length), position);
      group->size = b_mul (b, group->size, length);
    }
  group->usual = group->size;
}

/* The part of n work items in which the work item is. */
static Group *
part_of (Build *b, const Group *group, gint64 n, Place place)
{
  Group *part = rs_arena_memdup (b->kernel->arena, group, sizeof *group);
  const RsIrExpression *own = b_sub (b, group->index, group->first), *before;

  before = b_mul (b, b_op (b, RS_IR_FLOOR_DIV, own, integer (b, n)), integer (b, n));
  part->first = b_add (b, group->first, before);
  part->size = b_op (b, RS_IR_MIN, integer (b, n), b_sub (b, group->size, before));
  part->usual = place == IN_WARP ? b_op (b, RS_IR_MIN, integer (b, n), group->size) : part->size;
  part->most = n;
  part->place = place;
  part->is_of_warp = group->is_of_warp || (group->begins_warp && WARP_SIZE % n == 0);
  part->begins_warp = group->begins_warp && n % WARP_SIZE == 0;
  return part;
}

gboolean
b_group_parameter (Build *b, const RsSymbol *symbol, Value *value)
{
  static const struct {
    const char *name;
    Place place;
  } names[] = { { "coalesced_threads", IN_WARP },
                { "this_thread_block", IN_BLOCK },
                { "this_grid", IN_GRID },
                { "this_multi_grid", IN_GRID } };
  Group *group;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (symbol->name, names[i].name))
      {
        group = rs_arena_new0 (b->kernel->arena, Group);
        group->place = names[i].place;
        find_all (b, group, names[i].place == IN_GRID);
        group->first = integer (b, 0);
        group->begins_warp = group->place <= IN_BLOCK;
        *value = (Value){ .kind = VALUE_GROUP,
                          .group = names[i].place == IN_WARP ? part_of (b, group, WARP_SIZE, IN_WARP) : group };
        b->kernel->has_groups = TRUE;
        b_need_blocks (b);
        return TRUE;
      }
  return FALSE;
}

/* --- waiting --- */

static const RsIrExpression *
order_of (Build *b, const Group *group)
{
  return b_add (b, b_mul (b, group->usual, integer (b, N_PLACES)), integer (b, group->place));
}

static RsIrStatement *
wait_for (Build *b, const RsIrExpression *order)
{
  RsIrStatement *barrier = b_emit (b, RS_IR_BARRIER);

  barrier->component = RS_IR_SCOPE_BLOCK;
  barrier->value = order;
  return barrier;
}

static const RsIrExpression *
order_of_scope (Build *b, RsIrScope scope)
{
  Group *group = rs_arena_new0 (b->kernel->arena, Group);

  group->first = integer (b, 0);
  group->place = IN_BLOCK;
  find_all (b, group, FALSE);
  return order_of (b, scope == RS_IR_SCOPE_WARP ? part_of (b, group, WARP_SIZE, IN_WARP) : group);
}

/* Whether the work items that the grid cuts off are the last ones of their blocks; NULL: always. */
static const RsIrExpression *
has_whole_rows (Build *b)
{
  const RsIrExpression *all = NULL;

  for (guint axis = 1; axis < b->kernel->grid_rank; axis++)
    {
      const RsIrExpression *left
          = b_op (b, RS_IR_FLOOR_MOD, axis_leaf (b, RS_IR_GRID, axis), axis_leaf (b, RS_IR_BLOCK, axis));
      const RsIrExpression *is_whole = b_op (b, RS_IR_EQ, left, integer (b, 0));

      all = all != NULL ? b_op (b, RS_IR_AND, all, is_whole) : is_whole;
    }
  return all;
}

/* Where the device's warps are others than the program's, all of the block wait. */
static void
wait_for_warp (Build *b, const RsIrExpression *order)
{
  const RsIrExpression *is_whole = has_whole_rows (b);
  RsIrBlock *outer = b->block;
  RsIrStatement *choice;

  if (is_whole == NULL)
    {
      wait_for (b, order)->component = RS_IR_SCOPE_WARP;
      return;
    }
  choice = b_emit (b, RS_IR_IF);
  choice->value = is_whole;
  b->block = &choice->body;
  wait_for (b, order)->component = RS_IR_SCOPE_WARP;
  b->block = &choice->other;
  wait_for (b, order);
  b->block = outer;
}

void
b_wait_for_scope (Build *b, RsIrScope scope)
{
  const RsIrExpression *order = b->kernel->has_groups ? order_of_scope (b, scope) : NULL;

  if (scope == RS_IR_SCOPE_WARP && b->request->target->has_shuffles)
    wait_for_warp (b, order);
  else
    wait_for (b, order)->component = scope;
}

/* --- exchange --- */

/* A call of a group that takes values from others of it. */
typedef struct {
  const Group *group;
  const char *method;
  const RsIrExpression *value;
  const RsIrExpression *other; /* shuffle: the work item of the block that is asked; the own one where there is none */
  const RsNode *place;
} Call;

typedef const RsIrExpression *(*Way) (Build *b, const Call *call);

/* The array of the element type, with an element a work item of the block. */
static guint
exchange_array (Build *b, RsElement element, const RsNode *place)
{
  const RsIrExpression *length = integer (b, 1);
  Value array;

  if (b->exchange[element] != 0)
    return b->exchange[element] - 1;
  for (guint axis = 0; axis < b->kernel->grid_rank; axis++)
    length = b_mul (b, length, b_op (b, RS_IR_MIN, axis_leaf (b, RS_IR_BLOCK, axis), axis_leaf (b, RS_IR_GRID, axis)));
  array = b_new_shared (b, place, "exchange", element, 1, &length);
  if (b->reason)
    return 0;
  b->exchange[element] = (guint)b->parameters[array.input] + 1;
  return b->exchange[element] - 1;
}

/* Where a device declares how much there is before it knows how large blocks are, one that is too large fails, and is
 * kept from what lies behind. */
static guint8
exchange_boundary (const Build *b)
{
  return b->request->target->has_barriers ? RS_BOUNDARY_SAFE : RS_BOUNDARY_UNCHECKED;
}

static void
put (Build *b, guint array, const RsIrExpression *index, const RsIrExpression *value)
{
  RsIrStatement *store = b_emit (b, RS_IR_STORE);

  store->index = array;
  store->boundary = exchange_boundary (b);
  store->overflow = RS_OVERFLOW_WRAP;
  store->n_subscripts = 1;
  store->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
  store->subscripts[0] = index;
  store->value = value;
}

static const RsIrExpression *
get (Build *b, guint array, const RsIrExpression *index)
{
  RsIrExpression *load
      = rs_ir_new (b->kernel, RS_IR_LOAD, rs_ir_type_of_element (rs_kernel_parameter (b->kernel, array)->element), 1);

  load->index = array;
  load->boundary = exchange_boundary (b);
  load->line = b->line;
  load->operands[0] = index;
  return load;
}

static const RsIrExpression *
keep (Build *b, const RsIrExpression *e)
{
  return b_keep (b, b_number (e, b)).parts[0];
}

typedef struct {
  const Group *group;
  guint values, places; /* arrays */
  const RsIrExpression *call; /* its number */
} Exchange;

/* Gives value to the others of the group and waits for them. FALSE: the group can't be waited for in compiled code. */
static gboolean
begin_exchange (Build *b, Exchange *self, const Call *call)
{
  const Group *group = call->group;
  RsElement element = call->value->type == RS_IR_F32   ? RS_ELEMENT_SINGLE
                      : call->value->type == RS_IR_F64 ? RS_ELEMENT_DOUBLE
                                                       : RS_ELEMENT_INT64;

  if (group->place > IN_BLOCK)
    {
      b_not_supported (b, call->place, "an exchange between all work items of the grid");
      return FALSE;
    }
  self->group = group;
  self->values = exchange_array (b, element, call->place);
  self->places = exchange_array (b, RS_ELEMENT_INT32, call->place);
  if (b->reason)
    return FALSE;
  self->call = rs_ir_constant (b->kernel, RS_IR_I32, ++b->kernel->n_group_calls);
  wait_for (b, integer (b, 0))->component = RS_IR_SCOPE_RESUMED;
  put (b, self->values, group->index, call->value);
  put (b, self->places, group->index, self->call);
  wait_for (b, order_of (b, group));
  return TRUE;
}

/* Whether the work item at an index of the block waits at this call, too. */
static const RsIrExpression *
meets (Build *b, const Exchange *self, const RsIrExpression *index)
{
  return b_op (b, RS_IR_EQ, get (b, self->places, index), self->call);
}

/* Those who have waited go on together: order 0 comes before any group. */
static void
end_exchange (Build *b, const Exchange *self)
{
  wait_for (b, integer (b, 0));
  put (b, self->places, self->group->index, rs_ir_constant (b->kernel, RS_IR_I32, 0));
}

/* What the warp hands over, as it has it. */
static const RsIrExpression *
exchange_in_warp (Build *b, RsIrExchange exchange, RsIrType type, const RsIrExpression *value,
                  const RsIrExpression *place)
{
  RsIrStatement *s = wait_for (b, integer (b, 0));
  RsIrExpression *e = rs_ir_new (b->kernel, RS_IR_ELEMENT, type, 1);

  e->index = rs_kernel_add_local (b->kernel, "got", type, 2);
  e->operands[0] = integer (b, 0);
  s->component = RS_IR_SCOPE_WARP;
  s->op = exchange;
  s->low = value;
  s->high = place;
  s->result = e->index + 1;
  return keep (b, e);
}

static void
set_local (Build *b, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = b_emit (b, RS_IR_SET);

  set->index = local;
  set->value = value;
}

/* By the device's warp where it can be. */
static const RsIrExpression *
exchange (Build *b, const Call *call, Way in_warp, Way through_memory)
{
  const RsIrExpression *is_whole, *result;
  RsIrBlock *outer = b->block;
  RsIrStatement *choice;
  guint local;

  if (!call->group->is_of_warp || !b->request->target->has_shuffles)
    return through_memory (b, call);
  is_whole = has_whole_rows (b);
  if (is_whole == NULL)
    return in_warp (b, call);
  choice = b_emit (b, RS_IR_IF);
  choice->value = is_whole;
  b->block = &choice->body;
  result = in_warp (b, call);
  local = rs_kernel_add_local (b->kernel, "result", result->type, 1);
  set_local (b, local, result);
  b->block = &choice->other;
  set_local (b, local, rs_ir_convert (b->kernel, through_memory (b, call), result->type));
  b->block = outer;
  return rs_ir_local (b->kernel, local);
}

/* --- shuffles --- */

static const RsIrExpression *
shuffle_through_memory (Build *b, const Call *call)
{
  Exchange exchange;
  const RsIrExpression *other, *result;

  if (!begin_exchange (b, &exchange, call))
    return call->value;
  other = rs_ir_select (b->kernel, meets (b, &exchange, call->other), call->other, call->group->index);
  result = keep (b, get (b, exchange.values, other));
  end_exchange (b, &exchange);
  return result;
}

static const RsIrExpression *
shuffle_in_warp (Build *b, const Call *call)
{
  const RsIrExpression *place = b_op (b, RS_IR_BIT_AND, call->other, integer (b, WARP_SIZE - 1));

  return exchange_in_warp (b, RS_IR_EXCHANGE_SHUFFLE, call->value->type, call->value, keep (b, place));
}

static Value
shuffle (Build *b, const Group *group, const char *method, Value value, Value argument, const RsNode *place)
{
  const RsIrExpression *own = b_sub (b, group->index, group->first), *other, *inside, *result;
  RsIrType type = value.parts[0]->type;
  Call call = { .group = group, .method = method, .place = place };

  argument = b_keep (b, b_convert (b, argument, RS_IR_I64));
  other = g_str_equal (method, "shfl")        ? argument.parts[0]
          : g_str_equal (method, "shfl_up")   ? b_sub (b, own, argument.parts[0])
          : g_str_equal (method, "shfl_down") ? b_add (b, own, argument.parts[0])
                                              : b_op (b, RS_IR_BIT_XOR, own, argument.parts[0]);
  inside = b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, other, integer (b, 0)), b_op (b, RS_IR_LT, other, group->size));
  call.value
      = keep (b, rs_ir_is_floating (type) ? value.parts[0] : rs_ir_convert (b->kernel, value.parts[0], RS_IR_I64));
  call.other = keep (b, rs_ir_select (b->kernel, inside, b_add (b, group->first, other), group->index));
  result = exchange (b, &call, shuffle_in_warp, shuffle_through_memory);
  if (type == RS_IR_BOOL)
    result = b_op (b, RS_IR_NE, result, integer (b, 0));
  return b_number (result, b);
}

/* --- votes --- */

static guint
new_local (Build *b, const char *name, gint64 start)
{
  guint local = rs_kernel_add_local (b->kernel, name, RS_IR_I64, 1);

  set_local (b, local, integer (b, start));
  return local;
}

static void
add_to (Build *b, guint local, RsIrOp op, const RsIrExpression *condition, const RsIrExpression *value)
{
  const RsIrExpression *old = rs_ir_local (b->kernel, local);

  set_local (b, local, rs_ir_select (b->kernel, condition, b_op (b, op, old, value), old));
}

static const RsIrExpression *
is_set (Build *b, const RsIrExpression *value)
{
  return b_op (b, RS_IR_NE, value, rs_ir_constant (b->kernel, value->type, 0));
}

static gboolean
is_match (const Call *call)
{
  return g_str_has_prefix (call->method, "match");
}

/* counted: the mask of those whose value holds, or is the own one; present: of all that are there. */
static const RsIrExpression *
count_votes (Build *b, const Call *call, const RsIrExpression *counted, const RsIrExpression *present)
{
  if (g_str_equal (call->method, "all"))
    return b_op (b, RS_IR_EQ, counted, present);
  if (g_str_equal (call->method, "any"))
    return b_op (b, RS_IR_NE, counted, integer (b, 0));
  if (g_str_equal (call->method, "match_all"))
    return rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, counted, present), counted, integer (b, 0));
  return counted;
}

/* Asks all that wait at this call: the masks of those whose value holds, and of those with the own value; all of
 * them. */
static const RsIrExpression *
vote_through_memory (Build *b, const Call *call)
{
  const Group *group = call->group;
  guint holds, equal, present, counter;
  const RsIrExpression *member, *bit, *other, *met, *own, *result;
  RsIrBlock *outer = b->block;
  Exchange exchange;
  RsIrStatement *loop;

  if (!begin_exchange (b, &exchange, call))
    return integer (b, 0);
  holds = new_local (b, "holds", 0);
  equal = new_local (b, "equal", 0);
  present = new_local (b, "present", 0);
  own = keep (b, get (b, exchange.values, group->index));
  counter = rs_kernel_add_local (b->kernel, "member", RS_IR_I64, 1);
  rs_kernel_local (b->kernel, counter)->is_counter = TRUE;
  loop = b_emit (b, RS_IR_LOOP);
  loop->index = counter;
  loop->low = integer (b, 0);
  loop->high = b_sub (b, group->size, integer (b, 1));
  loop->step = 1;
  b->block = &loop->body;
  member = b_add (b, group->first, rs_ir_local (b->kernel, counter));
  bit = b_op (b, RS_IR_SHIFT_LEFT, integer (b, 1), rs_ir_local (b->kernel, counter));
  met = keep (b, meets (b, &exchange, member));
  other = keep (b, get (b, exchange.values, member));
  add_to (b, holds, RS_IR_BIT_OR, b_op (b, RS_IR_AND, met, is_set (b, other)), bit);
  add_to (b, equal, RS_IR_BIT_OR, b_op (b, RS_IR_AND, met, b_op (b, RS_IR_EQ, other, own)), bit);
  add_to (b, present, RS_IR_BIT_OR, met, bit);
  b->block = outer;
  result = keep (b, count_votes (b, call, rs_ir_local (b->kernel, is_match (call) ? equal : holds),
                                 rs_ir_local (b->kernel, present)));
  end_exchange (b, &exchange);
  return result;
}

/* Of the mask of a warp, that of the group. */
static const RsIrExpression *
mask_of (Build *b, const Group *group, const RsIrExpression *mask)
{
  const RsIrExpression *first = b_op (b, RS_IR_BIT_AND, group->first, integer (b, WARP_SIZE - 1)), *all;

  all = b_sub (b, b_op (b, RS_IR_SHIFT_LEFT, integer (b, 1), group->size), integer (b, 1));
  return b_op (b, RS_IR_BIT_AND, b_op (b, RS_IR_SHIFT_RIGHT, mask, first), all);
}

/* Warps compare bits: of the two zeros one is taken, and what is no number equals nothing. */
static const RsIrExpression *
match_in_warp (Build *b, const Call *call)
{
  const RsIrExpression *value = call->value, *mask;

  if (rs_ir_is_floating (value->type))
    value = keep (b, rs_ir_select (b->kernel, is_set (b, value), value, rs_ir_constant (b->kernel, value->type, 0)));
  mask = mask_of (b, call->group, exchange_in_warp (b, RS_IR_EXCHANGE_MATCH, RS_IR_I64, value, NULL));
  return rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, value, value), mask, integer (b, 0));
}

static const RsIrExpression *
ballot_in_warp (Build *b, const Group *group, const RsIrExpression *condition)
{
  return mask_of (b, group, exchange_in_warp (b, RS_IR_EXCHANGE_BALLOT, RS_IR_I64, condition, NULL));
}

static const RsIrExpression *
vote_in_warp (Build *b, const Call *call)
{
  const RsIrExpression *yes = rs_ir_constant (b->kernel, RS_IR_BOOL, 1), *present, *counted;

  present = keep (b, ballot_in_warp (b, call->group, yes));
  counted = keep (b, is_match (call) ? match_in_warp (b, call)
                                     : ballot_in_warp (b, call->group, keep (b, is_set (b, call->value))));
  return keep (b, count_votes (b, call, counted, present));
}

static Value
vote (Build *b, const Group *group, const char *method, const RsIrExpression *value, const RsNode *place)
{
  const Call call = { .group = group, .method = method, .value = keep (b, value), .place = place };

  if (group->most == 0 || group->most > MOST_BITS)
    return b_not_supported (b, place, "a vote of a group that may have more than 32 work items");
  return b_number (exchange (b, &call, vote_in_warp, vote_through_memory), b);
}

/* --- members --- */

static gboolean
is_outside (Build *b, const RsNode *place)
{
  if (b->frame != b->root)
    b_not_supported (b, place, "a thread_block outside of the kernel function that it was given to");
  return b->reason != NULL;
}

Value
b_group_member (Build *b, const Group *group, const RsNode *node)
{
  if (is_outside (b, node))
    return b_integer (b, 0);
  if (g_str_equal (node->name, "thread_idx"))
    return b_number (b_sub (b, group->index, group->first), b);
  if (g_str_equal (node->name, "size"))
    return b_number (group->size, b);
  if (g_str_equal (node->name, "active_mask"))
    return vote (b, group, "ballot", integer (b, 1), node);
  return b_not_supported (b, node, "this member of a thread_block");
}

static Value
partition (Build *b, const Group *group, Value argument, const RsNode *place)
{
  gint64 n = 0;

  argument = b_convert (b, argument, RS_IR_I64);
  if (!b_constant_integer (argument.parts[0], &n) || n < 1)
    return b_not_supported (b, place, "parts of a group whose size is not known");
  b_assert (b, b_op (b, RS_IR_GE, group->size, integer (b, n)),
            g_strdup_printf ("partition: this group is smaller than a part of %" G_GINT64_FORMAT " work items", n));
  return (Value){ .kind = VALUE_GROUP,
                  .group = part_of (b, group, n, group->place >= IN_PART_OF_GRID ? IN_PART_OF_GRID : IN_PART) };
}

Value
b_group_call (Build *b, const Group *group, const char *method, Value *arguments, guint n, const RsNode *node)
{
  static const struct {
    const char *name;
    guint n;
  } methods[] = { { "sync", 0 },      { "partition", 1 }, { "shfl", 2 },     { "shfl_up", 2 },
                  { "shfl_down", 2 }, { "shfl_xor", 2 },  { "all", 1 },      { "any", 1 },
                  { "ballot", 1 },    { "match_any", 1 }, { "match_all", 1 } };
  guint which = 0;

  if (is_outside (b, node))
    return b_integer (b, 0);
  while (which < G_N_ELEMENTS (methods) && (!g_str_equal (methods[which].name, method) || methods[which].n != n))
    which++;
  for (guint i = 0; i < n; i++)
    if (arguments[i].kind != VALUE_NUMBER || arguments[i].shape.rank > 0 || arguments[i].shape.is_complex)
      which = G_N_ELEMENTS (methods);
  if (which == G_N_ELEMENTS (methods))
    return b_not_supported (b, node, "this call of a thread_block");
  if (n == 0)
    {
      if (group->place > IN_BLOCK)
        return b_not_supported (b, node, "a barrier of the grid in a kernel with groups");
      if (group->is_of_warp && b->request->target->has_shuffles)
        wait_for_warp (b, order_of (b, group));
      else
        wait_for (b, order_of (b, group));
      return (Value){ .kind = VALUE_NOTHING };
    }
  if (which == 1)
    return partition (b, group, arguments[0], node);
  if (n == 2)
    return shuffle (b, group, method, arguments[0], arguments[1], node);
  return vote (b, group, method,
               rs_ir_convert (b->kernel, arguments[0].parts[0],
                              arguments[0].shape.type == RS_IR_I64 || arguments[0].shape.type == RS_IR_BOOL
                                  ? RS_IR_I64
                                  : RS_IR_F64),
               node);
}
