/* Rows that a loop assigns as levels of its nest: for i=0..n-1; y[i,:] = 2*x[i,:]; endfor.
 *
 * Where all that the iterations of a loop write are parts of arrays, each as long as the others, the loops over the
 * elements of these parts may be levels of the nest themselves: such a nest is what the text says with a loop over the
 * elements, and all that is done with nests is done with it, above all the choice of the level that follows memory.
 * How long the levels are, and whether the sizes of both sides agree, is found before the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

#define DEEPEST 32
#define MOST_RESOLVED 100 /* locals: each use of one is an expression of its own */

typedef struct {
  guint depth;
  guint n_resolved;
} Resolve;

/* The only value of a local that is set once, outside of branches; NULL: it has none, or more. */
static const RsIrExpression *
find_value (const RsIrBlock *block, guint local, guint *n_sets)
{
  const RsIrExpression *value = NULL;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      const RsIrExpression *inner = s->body.first ? find_value (&s->body, local, n_sets) : NULL;

      if (s->kind == RS_IR_SET && s->index == local)
        {
          value = s->value;
          (*n_sets)++;
        }
      if (s->kind == RS_IR_LOOP && inner)
        value = inner;
      if (s->other.first)
        find_value (&s->other, local, n_sets);
    }
  return *n_sets == 1 ? value : NULL;
}

static const RsIrExpression *
resolve_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Resolve *self = data;
  guint n_sets = 0;

  if (e->op == RS_IR_LOCAL && self->depth < DEEPEST && self->n_resolved++ < MOST_RESOLVED
      && !rs_kernel_local (kernel, e->index)->is_counter)
    {
      const RsIrExpression *value = find_value (&kernel->body, e->index, &n_sets);

      self->depth++;
      e = value ? rs_ir_map (kernel, value, resolve_node, self) : e;
      self->depth--;
    }
  return e;
}

/* e in terms of what the launch is given; NULL: it can't be said so. */
static const RsIrExpression *
resolve (Build *b, const RsIrExpression *e)
{
  Resolve self = { 0 };

  e = rs_ir_map (b->kernel, e, resolve_node, &self);
  return rs_ir_can_evaluate (e) ? e : NULL;
}

static guint
count_stores (const RsIrStatement *first)
{
  guint n = 0;

  for (const RsIrStatement *s = first; s; s = s->next)
    n += (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) + count_stores (s->body.first)
         + count_stores (s->other.first);
  return n;
}

/* The kernel is only for launches where condition holds. */
static void
require (Build *b, const RsIrExpression *condition)
{
  b->kernel->condition = b->kernel->condition ? b_op (b, RS_IR_AND, b->kernel->condition, condition) : condition;
}

/* The position in a level behind those of the text. */
static const RsIrExpression *
open_level (Build *b, guint level, const RsIrExpression *count)
{
  const RsIrExpression *length = resolve (b, count), **known = &b->kernel->lengths[level];
  const gboolean differs = length && *known && !rs_ir_equal (*known, length);
  guint dimension = 0;

  if (!length || (differs && !b->has_replaced))
    b_not_supported (b, NULL, "parts of different lengths");
  else if (differs) /* there is no other kernel for such a loop */
    require (b, b_op (b, RS_IR_EQ, *known, length));
  else
    *known = length;
  while (b->kernel->levels[dimension] != level)
    dimension++;
  b->kernel->counts[dimension] = *known;
  return rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, dimension);
}

Stored
b_open_stored (Build *b, const RsIrExpression *const *dims, guint rank, const RsIrExpression **index)
{
  Stored stored = { .block = b->block };

  if (b->request->n_opened == 0)
    {
      b->stored_rank = b->stored_rank == 0 || b->stored_rank == rank ? rank : RS_MAX_GRID;
      b_open_elements (b, dims, rank, index);
    }
  else if (rank != b->request->n_opened)
    b_not_supported (b, NULL, "parts of different dimensions");
  for (guint k = 0; k < rank && b->request->n_opened > 0; k++)
    index[k] = b->reason ? rs_ir_integer (b->kernel, 0) : open_level (b, b->nest.n_levels + k, dims[k]);
  stored.last = b->block->last;
  return stored;
}

void
b_close_stored (Build *b, const Stored *stored)
{
  if (b->request->n_opened > 0)
    b->n_opened_stores += count_stores (stored->last ? stored->last->next : b->block->first);
  b->block = stored->block;
}

/* Whether statements may be repeated for each element of the rows, but for what writes these; takes out of them what is
 * tested once for the launch. n_inner: how many levels of the nest are loops in the block. */
static gboolean
check_block (Build *b, RsIrBlock *block, gboolean is_branch, guint n_inner)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s; s = next)
    {
      const RsIrExpression *condition;

      next = s->next;
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_SET:
        case RS_IR_SET_ELEMENT:
        case RS_IR_STORE:
        case RS_IR_ATOMIC:
          break;
        case RS_IR_IF:
          if (!check_block (b, &s->body, TRUE, 0) || !check_block (b, &s->other, TRUE, 0))
            return FALSE;
          break;
        case RS_IR_LOOP:
          if (n_inner == 0 || !check_block (b, &s->body, is_branch, n_inner - 1))
            return FALSE;
          break;
        case RS_IR_ASSERT:
          condition = (is_branch && !b->has_replaced) || s->is_warning || s->is_known ? NULL : resolve (b, s->value);
          if (!condition)
            return FALSE;
          require (b, condition);
          rs_ir_remove (block, s);
          break;
        default:
          return FALSE;
        }
    }
  return TRUE;
}

/* --- statements as a nest: parts of arrays that are outside end the program, at their line --- */

typedef struct {
  Build *b;
  gboolean is_last; /* the subscript at the last position, else at the first */
} Edge;

static guint
count_positions (const RsIrExpression *e)
{
  guint n = e->op == RS_IR_POSITION;

  for (guint i = 0; i < e->n_operands; i++)
    n += count_positions (e->operands[i]);
  return n;
}

/* Whether it grows, or falls, by the same for each position. */
static gboolean
is_linear (const RsIrExpression *e)
{
  if (e->op == RS_IR_POSITION || count_positions (e) == 0)
    return TRUE;
  return (e->op == RS_IR_ADD || e->op == RS_IR_SUB || e->op == RS_IR_MUL) && count_positions (e) == 1
         && is_linear (e->operands[0]) && is_linear (e->operands[1]);
}

static const RsIrExpression *
position_at_edge (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Edge *edge = data;

  if (e->op != RS_IR_POSITION)
    return e;
  return edge->is_last ? b_sub (edge->b, kernel->counts[e->component], rs_ir_integer (kernel, 1))
                       : rs_ir_integer (kernel, 0);
}

static void
require_inside (Build *b, guint parameter, guint n, const RsIrExpression *const *subscripts)
{
  for (guint k = 0; k < n && !b->reason; k++)
    for (guint i = 0; i < 2; i++)
      {
        Edge edge = { b, i == 1 };
        const RsIrExpression *at = is_linear (subscripts[k])
                                       ? resolve (b, rs_ir_map (b->kernel, subscripts[k], position_at_edge, &edge))
                                       : NULL;

        if (!at || !rs_ir_is_integer (at->type))
          {
            b_not_supported (b, NULL, "parts like these");
            return;
          }
        require (b, b_op (b, RS_IR_GE, at, rs_ir_integer (b->kernel, 0)));
        require (b, b_op (b, RS_IR_LT, at, rs_ir_leaf (b->kernel, RS_IR_DIM, RS_IR_I64, parameter, k)));
      }
}

static void
require_load_inside (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    require_inside (data, e->index, e->n_operands, e->operands);
}

static void
require_all_inside (Build *b)
{
  for (const RsIrStatement *s = b->kernel->body.first; s; s = s->next)
    {
      rs_ir_visit_statement (s, require_load_inside, b);
      if (s->kind == RS_IR_STORE)
        require_inside (b, s->index, s->n_subscripts, s->subscripts);
      else if (s->kind != RS_IR_SET)
        b_not_supported (b, NULL, "parts like these");
    }
}

/* What each iteration tests, and the launch knows, is tested before it: where it doesn't hold, the loop is interpreted
 * and ends with the same error. */
static void
hoist_tests (Build *b)
{
  RsIrStatement *next;

  for (RsIrStatement *s = b->kernel->body.first; s; s = next)
    {
      const RsIrExpression *condition;

      next = s->next;
      if (s->kind != RS_IR_ASSERT || s->is_warning || s->is_known || !(condition = resolve (b, s->value)))
        continue;
      require (b, condition);
      rs_ir_remove (&b->kernel->body, s);
    }
}

void
b_finish_opened (Build *b)
{
  if (b->request->openable && b->request->n_opened == 0)
    *b->request->openable = b->stored_rank;
  if (b->request->n_opened == 0)
    {
      if (!b->request->serial)
        hoist_tests (b);
      return;
    }
  if (b->n_opened_stores == 0 || count_stores (b->kernel->body.first) != b->n_opened_stores
      || !check_block (b, &b->kernel->body, FALSE, (guint)__builtin_popcount (b->request->inner_levels)))
    b_not_supported (b, NULL, "rows beside other work");
  if (!b->reason && (b->request->node->flags & RS_NODE_STEP) != 0)
    require_all_inside (b);
}
