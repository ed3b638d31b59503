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

const RsIrExpression *
b_group_order (Build *b, RsIrScope scope)
{
  Group *group = rs_arena_new0 (b->kernel->arena, Group);

  group->first = integer (b, 0);
  group->place = IN_BLOCK;
  find_all (b, group, FALSE);
  return order_of (b, scope == RS_IR_SCOPE_WARP ? part_of (b, group, WARP_SIZE, IN_WARP) : group);
}

/* --- exchange --- */

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
begin_exchange (Build *b, Exchange *self, const Group *group, const RsIrExpression *value, const RsNode *place)
{
  RsElement element = value->type == RS_IR_F32   ? RS_ELEMENT_SINGLE
                      : value->type == RS_IR_F64 ? RS_ELEMENT_DOUBLE
                                                 : RS_ELEMENT_INT64;

  if (group->place > IN_BLOCK)
    {
      b_not_supported (b, place, "an exchange between all work items of the grid");
      return FALSE;
    }
  self->group = group;
  self->values = exchange_array (b, element, place);
  self->places = exchange_array (b, RS_ELEMENT_INT32, place);
  if (b->reason)
    return FALSE;
  self->call = rs_ir_constant (b->kernel, RS_IR_I32, ++b->kernel->n_group_calls);
  wait_for (b, integer (b, 0))->component = RS_IR_SCOPE_RESUMED;
  put (b, self->values, group->index, rs_ir_convert (b->kernel, value, rs_ir_type_of_element (element)));
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

static Value
shuffle (Build *b, const Group *group, const char *method, Value value, Value argument, const RsNode *place)
{
  const RsIrExpression *own = b_sub (b, group->index, group->first), *other, *inside, *result;
  Exchange exchange;
  RsIrType type = value.parts[0]->type;

  argument = b_keep (b, b_convert (b, argument, RS_IR_I64));
  other = g_str_equal (method, "shfl")        ? argument.parts[0]
          : g_str_equal (method, "shfl_up")   ? b_sub (b, own, argument.parts[0])
          : g_str_equal (method, "shfl_down") ? b_add (b, own, argument.parts[0])
                                              : b_op (b, RS_IR_BIT_XOR, own, argument.parts[0]);
  inside = b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, other, integer (b, 0)), b_op (b, RS_IR_LT, other, group->size));
  if (!begin_exchange (b, &exchange, group, value.parts[0], place))
    return value;
  other = keep (b, rs_ir_select (b->kernel, inside, b_add (b, group->first, other), group->index));
  other = rs_ir_select (b->kernel, meets (b, &exchange, other), other, group->index);
  result = keep (b, get (b, exchange.values, other));
  end_exchange (b, &exchange);
  if (type == RS_IR_BOOL)
    result = b_op (b, RS_IR_NE, result, integer (b, 0));
  return b_number (result, b);
}

/* --- votes --- */

static guint
new_local (Build *b, const char *name, gint64 start)
{
  guint local = rs_kernel_add_local (b->kernel, name, RS_IR_I64, 1);
  RsIrStatement *set = b_emit (b, RS_IR_SET);

  set->index = local;
  set->value = integer (b, start);
  return local;
}

static void
add_to (Build *b, guint local, RsIrOp op, const RsIrExpression *condition, const RsIrExpression *value)
{
  RsIrStatement *set = b_emit (b, RS_IR_SET);
  const RsIrExpression *old = rs_ir_local (b->kernel, local);

  set->index = local;
  set->value = rs_ir_select (b->kernel, condition, b_op (b, op, old, value), old);
}

/* Asks all that wait at this call: the masks of those whose value holds, and of those with the own value; all of
 * them. */
static Value
vote (Build *b, const Group *group, const char *method, const RsIrExpression *value, const RsNode *place)
{
  guint holds, equal, present, counter;
  const RsIrExpression *member, *bit, *other, *met, *own, *result, *is_set, *is_equal;
  RsIrBlock *outer = b->block;
  Exchange exchange;
  RsIrStatement *loop;

  if (group->most == 0 || group->most > MOST_BITS)
    return b_not_supported (b, place, "a vote of a group that may have more than 32 work items");
  if (!begin_exchange (b, &exchange, group, value, place))
    return b_integer (b, 0);
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
  is_set = b_op (b, RS_IR_AND, met, b_op (b, RS_IR_NE, other, rs_ir_constant (b->kernel, other->type, 0)));
  is_equal = b_op (b, RS_IR_AND, met, b_op (b, RS_IR_EQ, other, own));
  add_to (b, holds, RS_IR_BIT_OR, is_set, bit);
  add_to (b, equal, RS_IR_BIT_OR, is_equal, bit);
  add_to (b, present, RS_IR_BIT_OR, met, bit);
  b->block = outer;
  result
      = rs_ir_local (b->kernel, g_str_equal (method, "match_any") || g_str_equal (method, "match_all") ? equal : holds);
  if (g_str_equal (method, "all"))
    result = b_op (b, RS_IR_EQ, result, rs_ir_local (b->kernel, present));
  else if (g_str_equal (method, "any"))
    result = b_op (b, RS_IR_NE, result, integer (b, 0));
  else if (g_str_equal (method, "match_all"))
    result = rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, result, rs_ir_local (b->kernel, present)), result,
                           integer (b, 0));
  result = keep (b, result);
  end_exchange (b, &exchange);
  return b_number (result, b);
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
