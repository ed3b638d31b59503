/* Folds constants, and applies the laws of arithmetic that hold exactly.
 *
 * Floating-point numbers are folded only where the result is the one that the machine would compute: sums, products and
 * quotients in the node's own type, and comparisons. No law is used that a NaN, an infinity or the sign of zero breaks.
 *
 * Requires: nothing. Establishes: no operation of constants only; branches with a known condition are gone.
 * Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

static gboolean
is_constant (const RsIrExpression *e)
{
  return e->op == RS_IR_CONST;
}

static const RsIrExpression *
fold_integers (RsKernel *kernel, const RsIrExpression *e, gint64 a, gint64 b)
{
  gint64 result;
  gboolean fits;

  switch (e->op)
    {
    case RS_IR_ADD:
      fits = !__builtin_add_overflow (a, b, &result);
      break;
    case RS_IR_SUB:
      fits = !__builtin_sub_overflow (a, b, &result);
      break;
    case RS_IR_MUL:
      fits = !__builtin_mul_overflow (a, b, &result);
      break;
    case RS_IR_TRUNC_DIV:
      fits = b > 0;
      result = fits ? a / b : 0;
      break;
    case RS_IR_FLOOR_DIV:
      fits = b > 0;
      result = fits ? a / b - (a % b < 0) : 0;
      break;
    case RS_IR_FLOOR_MOD:
      fits = b > 0;
      result = fits ? a % b + (a % b < 0 ? b : 0) : 0;
      break;
    case RS_IR_MIN:
      fits = TRUE;
      result = MIN (a, b);
      break;
    case RS_IR_MAX:
      fits = TRUE;
      result = MAX (a, b);
      break;
    default:
      return e;
    }
  return fits && e->type == RS_IR_I64 ? rs_ir_integer (kernel, result) : e;
}

static const RsIrExpression *
fold_floats (RsKernel *kernel, const RsIrExpression *e, double a, double b)
{
  gboolean single = e->type == RS_IR_F32;

  switch (e->op)
    {
    case RS_IR_ADD:
      return rs_ir_constant (kernel, e->type, single ? (float)a + (float)b : a + b);
    case RS_IR_SUB:
      return rs_ir_constant (kernel, e->type, single ? (float)a - (float)b : a - b);
    case RS_IR_MUL:
      return rs_ir_constant (kernel, e->type, single ? (float)a * (float)b : a * b);
    case RS_IR_DIV:
      return rs_ir_constant (kernel, e->type, single ? (float)a / (float)b : a / b);
    default:
      return e;
    }
}

static const RsIrExpression *
fold_comparison (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *x = e->operands[0], *y = e->operands[1];
  gboolean floating = rs_ir_is_floating (x->type);
  int order;
  gboolean truth;

  if (floating && (x->value.floating != x->value.floating || y->value.floating != y->value.floating))
    return e;
  order = floating ? (x->value.floating > y->value.floating) - (x->value.floating < y->value.floating)
                   : (x->value.integer > y->value.integer) - (x->value.integer < y->value.integer);
  switch (e->op)
    {
    case RS_IR_EQ:
      truth = order == 0;
      break;
    case RS_IR_NE:
      truth = order != 0;
      break;
    case RS_IR_LT:
      truth = order < 0;
      break;
    case RS_IR_LE:
      truth = order <= 0;
      break;
    case RS_IR_GT:
      truth = order > 0;
      break;
    default:
      truth = order >= 0;
      break;
    }
  return rs_ir_constant (kernel, RS_IR_BOOL, truth);
}

static const RsIrExpression *
simplify_arithmetic (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *x = e->operands[0], *y = e->operands[1];
  gboolean integer = rs_ir_is_integer (e->type);

  if (is_constant (x) && is_constant (y))
    return integer ? fold_integers (kernel, e, x->value.integer, y->value.integer)
                   : fold_floats (kernel, e, x->value.floating, y->value.floating);
  switch (e->op)
    {
    case RS_IR_ADD:
      if (integer && rs_ir_is_constant (x, 0))
        return y;
      if (integer && rs_ir_is_constant (y, 0))
        return x;
      break;
    case RS_IR_SUB:
      if (integer && rs_ir_is_constant (y, 0))
        return x;
      break;
    case RS_IR_MUL:
      if (rs_ir_is_constant (x, 1))
        return y;
      if (rs_ir_is_constant (y, 1))
        return x;
      if (integer && (rs_ir_is_constant (x, 0) || rs_ir_is_constant (y, 0)))
        return rs_ir_convert (kernel, rs_ir_integer (kernel, 0), e->type);
      break;
    case RS_IR_DIV:
    case RS_IR_TRUNC_DIV:
    case RS_IR_FLOOR_DIV:
      if (rs_ir_is_constant (y, 1))
        return x;
      break;
    default:
      break;
    }
  return e;
}

/* The exact reciprocal of a power of two: x / 256 is x * (1/256). */
static const RsIrExpression *
simplify_division (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *y;
  gint64 n;

  if (e->op != RS_IR_DIV)
    return e;
  y = e->operands[1];
  if (!is_constant (y) || !(ABS (y->value.floating) >= 1 && ABS (y->value.floating) <= 65536))
    return e;
  n = (gint64)ABS (y->value.floating);
  if ((double)n != ABS (y->value.floating) || (n & (n - 1)) != 0)
    return e;
  return rs_ir_binary (kernel, RS_IR_MUL, e->operands[0], rs_ir_constant (kernel, e->type, 1 / y->value.floating));
}

static const RsIrExpression *
simplify_logic (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *x = e->operands[0];
  gboolean decides = e->op == RS_IR_OR;

  if (e->op == RS_IR_NOT)
    {
      if (is_constant (x))
        return rs_ir_constant (kernel, RS_IR_BOOL, !x->value.integer);
      return x->op == RS_IR_NOT ? x->operands[0] : e;
    }
  if (is_constant (x))
    return x->value.integer == decides ? x : e->operands[1];
  if (is_constant (e->operands[1]) && e->operands[1]->value.integer != decides)
    return x;
  return e;
}

static const RsIrExpression *
simplify_convert (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *x = e->operands[0];

  if (x->type == e->type)
    return x;
  /* i32 -> i64 -> anything wider than i32 */
  if (x->op == RS_IR_CONVERT && x->type == RS_IR_I64 && x->operands[0]->type == RS_IR_I32
      && (rs_ir_is_floating (e->type) || e->type == RS_IR_I32))
    return rs_ir_convert (kernel, x->operands[0], e->type);
  /* one number or another one, chosen as such */
  if (x->op == RS_IR_SELECT && is_constant (x->operands[1]) && is_constant (x->operands[2])
      && rs_ir_is_floating (e->type))
    return rs_ir_select (kernel, x->operands[0], rs_ir_convert (kernel, x->operands[1], e->type),
                         rs_ir_convert (kernel, x->operands[2], e->type));
  return is_constant (x) ? rs_ir_convert (kernel, x, e->type) : e;
}

/* A value of single precision and a number that it could have are compared as such. */
static const RsIrExpression *
simplify_comparison (RsKernel *kernel, const RsIrExpression *e)
{
  const RsIrExpression *x = e->operands[0], *y = e->operands[1];

  if (is_constant (x) && is_constant (y))
    return fold_comparison (kernel, e);
  if (x->type != RS_IR_F64 || x->op != RS_IR_CONVERT || x->operands[0]->type != RS_IR_F32 || !is_constant (y)
      || (double)(float)y->value.floating != y->value.floating)
    return e;
  return rs_ir_binary (kernel, e->op, x->operands[0], rs_ir_constant (kernel, RS_IR_F32, y->value.floating));
}

/* A length that the kernel was made for. */
static const RsIrExpression *
simplify_length (RsKernel *kernel, const RsIrExpression *e)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, e->index);

  return parameter->last_length > 0 && rs_kernel_view (kernel, e->index) == RS_IR_VIEW_PLAIN
                 && e->component + 1 == parameter->rank
             ? rs_ir_integer (kernel, parameter->last_length)
             : e;
}

static const RsIrExpression *
simplify_operation (RsKernel *kernel, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
      return simplify_logic (kernel, e);
    case RS_IR_CONVERT:
      return simplify_convert (kernel, e);
    case RS_IR_TO_INTEGER:
      return rs_ir_to_integer (kernel, e->operands[0]);
    case RS_IR_DIM:
      return simplify_length (kernel, e);
    case RS_IR_SELECT:
      if (is_constant (e->operands[0]))
        return e->operands[e->operands[0]->value.integer ? 1 : 2];
      return e;
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
      return simplify_comparison (kernel, e);
    case RS_IR_NEG:
      if (is_constant (e->operands[0]) && rs_ir_is_floating (e->type))
        return rs_ir_constant (kernel, e->type, -e->operands[0]->value.floating);
      return e;
    default:
      return e->n_operands == 2 && !rs_ir_reads_array (e) && e->op != RS_IR_INSIDE
                 ? simplify_division (kernel, simplify_arithmetic (kernel, e))
                 : e;
    }
}

static const RsIrExpression *
simplify_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const RsIrExpression *simple = simplify_operation (kernel, e);

  *(guint *)data += simple != e;
  return simple;
}

/* The branch that is always taken in place of the statement. */
static void
simplify_branches (RsKernel *kernel, RsIrBlock *block)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s; s = next)
    {
      next = s->next;
      simplify_branches (kernel, &s->body);
      simplify_branches (kernel, &s->other);
      if (s->kind == RS_IR_IF && is_constant (s->value))
        {
          RsIrBlock *taken = s->value->value.integer ? &s->body : &s->other;
          RsIrStatement *place = s;

          while (taken->first)
            {
              RsIrStatement *moved = taken->first;

              rs_ir_remove (taken, moved);
              rs_ir_insert_after (block, place, moved);
              place = moved;
            }
          rs_ir_remove (block, s);
          rs_kernel_note (kernel, s->line, 1, 0, "branches whose condition is known");
        }
    }
}

void
rs_pass_simplify (RsKernel *kernel)
{
  guint n_folded = 0;

  rs_ir_map_block (kernel, &kernel->body, simplify_node, &n_folded);
  rs_kernel_note (kernel, 0, n_folded, 0, "operations computed or shortened");
  simplify_branches (kernel, &kernel->body);
}
