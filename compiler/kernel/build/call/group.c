/* Groups of work items: parameters of type thread_block, and what is asked of them (manual 9.8).
 *
 * A group is part of the block (or, for positions and sizes only, of the grid): its first work item and its size are
 * expressions of the position. What its work items take from each other is an operation of the IR (RsIrExchange), which
 * the pass `group-exchange` makes the target's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/target/target.h"

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
  part->is_of_warp = group->is_of_warp || (group->begins_warp && RS_WARP_SIZE % n == 0);
  part->begins_warp = group->begins_warp && n % RS_WARP_SIZE == 0;
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
                          .group = names[i].place == IN_WARP ? part_of (b, group, RS_WARP_SIZE, IN_WARP) : group };
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
  return order_of (b, scope == RS_IR_SCOPE_WARP ? part_of (b, group, RS_WARP_SIZE, IN_WARP) : group);
}

void
b_wait_for_scope (Build *b, RsIrScope scope)
{
  wait_for (b, b->kernel->has_groups ? order_of_scope (b, scope) : NULL)->component = scope;
}

/* --- exchange --- */

static const RsIrExpression *
keep (Build *b, const RsIrExpression *e)
{
  return b_keep (b, b_number (e, b)).parts[0];
}

/* The result of an exchange of the group; other: of a shuffle. */
static const RsIrExpression *
exchange (Build *b, const Group *group, RsIrExchange what, const RsIrExpression *value, const RsIrExpression *other,
          const RsNode *place)
{
  const RsIrType type = what == RS_IR_EXCHANGE_SHUFFLE                             ? value->type
                        : what == RS_IR_EXCHANGE_ALL || what == RS_IR_EXCHANGE_ANY ? RS_IR_BOOL
                                                                                   : RS_IR_I64;
  RsIrExpression *result = rs_ir_new (b->kernel, RS_IR_ELEMENT, type, 1);
  RsIrStatement *s;

  if (group->place > IN_BLOCK)
    b_not_supported (b, place, "an exchange between all work items of the grid");
  result->index = (guint16)rs_kernel_add_local (b->kernel, "", type, 2);
  result->operands[0] = integer (b, 0);
  s = wait_for (b, order_of (b, group));
  s->component = group->is_of_warp ? RS_IR_SCOPE_WARP : RS_IR_SCOPE_BLOCK;
  s->op = what;
  s->step = ++b->kernel->n_group_calls;
  s->n_subscripts = RS_IR_N_GROUP_PARTS;
  s->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, RS_IR_N_GROUP_PARTS);
  s->subscripts[RS_IR_GROUP_INDEX] = group->index;
  s->subscripts[RS_IR_GROUP_FIRST] = group->first;
  s->subscripts[RS_IR_GROUP_SIZE] = group->size;
  s->low = value;
  s->high = other;
  s->result = result->index + 1;
  return result;
}

static Value
shuffle (Build *b, const Group *group, const char *method, Value value, Value argument, const RsNode *place)
{
  const RsIrExpression *own = b_sub (b, group->index, group->first), *other, *inside, *result;
  RsIrType type = value.parts[0]->type;

  argument = b_keep (b, b_convert (b, argument, RS_IR_I64));
  other = g_str_equal (method, "shfl")        ? argument.parts[0]
          : g_str_equal (method, "shfl_up")   ? b_sub (b, own, argument.parts[0])
          : g_str_equal (method, "shfl_down") ? b_add (b, own, argument.parts[0])
                                              : b_op (b, RS_IR_BIT_XOR, own, argument.parts[0]);
  inside = b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, other, integer (b, 0)), b_op (b, RS_IR_LT, other, group->size));
  result = keep (b, rs_ir_is_floating (type) ? value.parts[0] : rs_ir_convert (b->kernel, value.parts[0], RS_IR_I64));
  other = keep (b, rs_ir_select (b->kernel, inside, b_add (b, group->first, other), group->index));
  result = exchange (b, group, RS_IR_EXCHANGE_SHUFFLE, result, other, place);
  if (type == RS_IR_BOOL)
    result = b_op (b, RS_IR_NE, result, integer (b, 0));
  return b_number (result, b);
}

static Value
vote (Build *b, const Group *group, RsIrExchange what, const RsIrExpression *value, const RsNode *place)
{
  if (group->most == 0 || group->most > MOST_BITS)
    return b_not_supported (b, place, "a vote of a group that may have more than 32 work items");
  return b_number (exchange (b, group, what, keep (b, value), NULL, place), b);
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
    return vote (b, group, RS_IR_EXCHANGE_BALLOT, integer (b, 1), node);
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
    RsIrExchange exchange;
  } methods[] = { { "sync", 0, RS_IR_EXCHANGE_NONE },
                  { "partition", 1, RS_IR_EXCHANGE_NONE },
                  { "shfl", 2, RS_IR_EXCHANGE_SHUFFLE },
                  { "shfl_up", 2, RS_IR_EXCHANGE_SHUFFLE },
                  { "shfl_down", 2, RS_IR_EXCHANGE_SHUFFLE },
                  { "shfl_xor", 2, RS_IR_EXCHANGE_SHUFFLE },
                  { "all", 1, RS_IR_EXCHANGE_ALL },
                  { "any", 1, RS_IR_EXCHANGE_ANY },
                  { "ballot", 1, RS_IR_EXCHANGE_BALLOT },
                  { "match_any", 1, RS_IR_EXCHANGE_MATCH_ANY },
                  { "match_all", 1, RS_IR_EXCHANGE_MATCH_ALL } };
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
      wait_for (b, order_of (b, group))->component = group->is_of_warp ? RS_IR_SCOPE_WARP : RS_IR_SCOPE_BLOCK;
      return (Value){ .kind = VALUE_NOTHING };
    }
  if (which == 1)
    return partition (b, group, arguments[0], node);
  if (n == 2)
    return shuffle (b, group, method, arguments[0], arguments[1], node);
  return vote (b, group, methods[which].exchange,
               rs_ir_convert (b->kernel, arguments[0].parts[0],
                              arguments[0].shape.type == RS_IR_I64 || arguments[0].shape.type == RS_IR_BOOL
                                  ? RS_IR_I64
                                  : RS_IR_F64),
               node);
}
