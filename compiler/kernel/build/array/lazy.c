/* Arrays that are values and whose length is not known, or too large for registers: parts of arrays (x[:,j]), whole
 * arrays, ranges, and what is computed from them element by element.
 *
 * Such a value is a tree that says how to make one element; whoever uses all of them runs a loop: sum (x[:,j]), y[i,:]
 * = e. Nothing is stored. A variable may stand for such a value only where the arrays that it reads are not written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

#include <math.h>

#define MAX_OPERANDS 3

typedef enum { PART, CHOSEN, BINARY, CALL, NEGATIVE, NUMBERS, TRANSPOSED } LazyKind;

struct _Lazy {
  LazyKind kind;
  guint rank;
  const RsIrExpression *dims[BUILD_MAX_RANK]; /* I64 */
  Value array;              /* PART */
  Access access;            /* PART, CHOSEN */
  RsOperator op;            /* BINARY */
  const RsBuiltin *builtin; /* CALL */
  const RsNode *place;
  Value operands[MAX_OPERANDS]; /* CHOSEN: what of; the lists of indices of it, and of PART; others: as usual */
  guint n_operands;
  const RsIrExpression *low, *step; /* NUMBERS */
  gboolean is_single; /* BINARY, CALL, NEGATIVE: as in Shape */
};

static Value
lazy_value (Lazy *lazy)
{
  return (Value){ .kind = VALUE_LAZY, .lazy = lazy };
}

/* --- making --- */

/* Whether the indices of a list follow each other by a step that is known: p + (-2..9) of known p. */
static gboolean
make_range (Build *b, Axis *axis)
{
  gint64 step, next;

  if (axis->n < 2 || !b_constant_difference (axis->parts[1], axis->parts[0], &step) || step == 0)
    return FALSE;
  for (guint i = 2; i < axis->n; i++)
    if (!b_constant_difference (axis->parts[i], axis->parts[i - 1], &next) || next != step)
      return FALSE;
  axis->low = b_keep (b, b_number (axis->parts[0], b)).parts[0];
  axis->step = rs_ir_integer (b->kernel, step);
  axis->count = rs_ir_integer (b->kernel, axis->n);
  return TRUE;
}

/* Indices that are computed element by element: t[k], x[p,:]. Several of them, or beside others, are lists. */
static gboolean
add_list (Build *b, Lazy *lazy, const Axis *axis)
{
  const guint rank = axis->list->rank;

  if (lazy->n_operands == MAX_OPERANDS || lazy->rank + rank > BUILD_MAX_RANK || (rank > 1 && lazy->access.n > 1))
    {
      b_not_supported (b, lazy->place, "these lists of indices");
      return FALSE;
    }
  lazy->operands[lazy->n_operands++] = lazy_value ((Lazy *)axis->list);
  for (guint k = 0; k < rank; k++)
    lazy->dims[lazy->rank++] = axis->list->dims[k];
  return TRUE;
}

Value
b_lazy_part (Build *b, const Value *array, const Access *access, const RsNode *place)
{
  Lazy *lazy = rs_arena_new0 (b->kernel->arena, Lazy);

  *lazy
      = (Lazy){ .kind = array->kind == VALUE_LAZY ? CHOSEN : PART, .array = *array, .access = *access, .place = place };
  if (lazy->kind == CHOSEN)
    lazy->operands[lazy->n_operands++] = *array;
  for (guint k = 0; k < access->n; k++)
    {
      Axis *axis = &lazy->access.axes[k];

      if (!axis->is_list)
        {
          axis->parts = rs_arena_memdup (b->kernel->arena, axis->parts, sizeof *axis->parts);
          axis->parts[0] = b_keep (b, b_number (axis->parts[0], b)).parts[0];
          continue;
        }
      if (axis->list)
        {
          if (!add_list (b, lazy, axis))
            return b_scalar (b, 0);
          continue;
        }
      if (!axis->count && !make_range (b, axis))
        return b_not_supported (b, place, "a list of indices beside a part of unknown length");
      if (lazy->rank == BUILD_MAX_RANK)
        return b_not_supported (b, place, "parts of more than three dimensions");
      lazy->dims[lazy->rank++] = axis->count;
    }
  return lazy_value (lazy);
}

#define MOST_TERMS 8

typedef struct {
  const RsIrExpression *terms[MOST_TERMS];
  gboolean is_negative[MOST_TERMS];
  guint n;
  gint64 constant;     /* modulo 2^64, as sums of whole numbers are */
  gboolean is_shorter; /* some have fallen out */
} Terms;

/* terms += e, or -= e, but for what falls out. FALSE: there are too many. */
static gboolean
add_terms (Terms *terms, const RsIrExpression *e, gboolean is_negative)
{
  gint64 known;

  if (e->type == RS_IR_I64 && (e->op == RS_IR_ADD || e->op == RS_IR_SUB))
    return add_terms (terms, e->operands[0], is_negative)
           && add_terms (terms, e->operands[1], is_negative != (e->op == RS_IR_SUB));
  if (b_constant_integer (e, &known))
    {
      terms->constant = (gint64)((guint64)terms->constant + (is_negative ? 0 - (guint64)known : (guint64)known));
      return TRUE;
    }
  for (guint i = 0; i < terms->n; i++)
    if (terms->is_negative[i] != is_negative && rs_ir_equal (terms->terms[i], e))
      {
        terms->is_shorter = TRUE;
        terms->n--;
        terms->terms[i] = terms->terms[terms->n];
        terms->is_negative[i] = terms->is_negative[terms->n];
        return TRUE;
      }
  if (terms->n == MOST_TERMS)
    return FALSE;
  terms->terms[terms->n] = e;
  terms->is_negative[terms->n++] = is_negative;
  return TRUE;
}

/* high - low: n - 1 of m..m+n-1. */
static const RsIrExpression *
subtract (Build *b, const RsIrExpression *high, const RsIrExpression *low)
{
  const RsIrExpression *sum;
  Terms terms = { 0 };

  if (!add_terms (&terms, high, FALSE) || !add_terms (&terms, low, TRUE) || !terms.is_shorter)
    return b_sub (b, high, low);
  sum = rs_ir_integer (b->kernel, terms.constant);
  for (guint i = 0; i < terms.n; i++)
    sum = terms.is_negative[i] ? b_sub (b, sum, terms.terms[i]) : b_add (b, terms.terms[i], sum);
  return sum;
}

/* max (0, (high - low) / step + 1) numbers from low on. */
const RsIrExpression *
b_range_count (Build *b, const Value *range)
{
  gint64 step = 1;
  const RsIrExpression *n;

  if (range->step)
    b_constant_integer (range->step, &step);
  n = subtract (b, b_range_last (b, range, step), rs_ir_convert (b->kernel, range->low, RS_IR_I64));
  if (range->step)
    n = b_op (b, RS_IR_FLOOR_DIV, n, rs_ir_integer (b->kernel, step));
  n = b_op (b, RS_IR_MAX, b_add (b, n, rs_ir_integer (b->kernel, 1)), rs_ir_integer (b->kernel, 0));
  return b_keep (b, b_number (n, b)).parts[0];
}

Value
b_lazy_range (Build *b, const Value *range, const RsNode *place)
{
  Lazy *lazy = rs_arena_new0 (b->kernel->arena, Lazy);
  gint64 step = 1;

  if (range->shape.type != RS_IR_I64 || (range->step && (!b_constant_integer (range->step, &step) || step == 0)))
    return b_not_supported (b, place, "a range whose length is not known here");
  *lazy = (Lazy){ .kind = NUMBERS, .rank = 1, .dims = { b_range_count (b, range) }, .place = place,
                  .step = rs_ir_integer (b->kernel, step) };
  lazy->low = b_keep (b, b_number (rs_ir_convert (b->kernel, range->low, RS_IR_I64), b)).parts[0];
  return lazy_value (lazy);
}

typedef enum { ANY_LINE, ROW, COLUMN } Line;

/* Whether it is 1 x n or n x 1, as far as that is known. */
static Line
get_line (const Build *b, const Lazy *lazy)
{
  Line line = ANY_LINE;

  if (lazy->rank != 1)
    return ANY_LINE;
  if (lazy->kind == PART && lazy->access.n == 1 && lazy->array.kind == VALUE_ARRAY
      && b->inputs[lazy->array.input].is_column)
    return COLUMN;
  if (lazy->kind == NUMBERS || (lazy->kind == PART && lazy->access.n == 1))
    return ROW;
  if (lazy->kind == PART && lazy->access.n == 2)
    return lazy->access.axes[1].is_list ? ROW : COLUMN;
  for (guint i = 0; i < lazy->n_operands && lazy->kind != PART && lazy->kind != CHOSEN && line == ANY_LINE; i++)
    if (lazy->operands[i].kind == VALUE_LAZY)
      line = get_line (b, lazy->operands[i].lazy);
  return line;
}

gboolean
b_lazy_is_column (const Build *b, const Lazy *lazy)
{
  return get_line (b, lazy) == COLUMN;
}

/* A row and a column are an error, as the interpreter tells. */
static gboolean
has_both_lines (const Build *b, const Lazy *lazy)
{
  gboolean has[COLUMN + 1] = { FALSE };

  for (guint i = 0; i < lazy->n_operands; i++)
    if (lazy->operands[i].kind == VALUE_LAZY)
      has[get_line (b, lazy->operands[i].lazy)] = TRUE;
  return has[ROW] && has[COLUMN];
}

/* The dimensions of the operands, which must be those of each other. */
static gboolean
join_dims (Build *b, Lazy *lazy)
{
  if (has_both_lines (b, lazy))
    {
      b_not_supported (b, lazy->place, "a row beside a column");
      return FALSE;
    }
  for (guint i = 0; i < lazy->n_operands; i++)
    {
      const Value *operand = &lazy->operands[i];

      if (operand->kind == VALUE_NUMBER && operand->shape.rank == 0)
        continue;
      if (operand->kind != VALUE_LAZY || (lazy->rank > 0 && operand->lazy->rank != lazy->rank))
        {
          b_not_supported (b, lazy->place, "this operation on a part of unknown length");
          return FALSE;
        }
      for (guint k = 0; k < operand->lazy->rank; k++)
        if (lazy->rank == 0)
          lazy->dims[k] = operand->lazy->dims[k];
        else if (!rs_ir_equal (lazy->dims[k], operand->lazy->dims[k]))
          b_assert (b, b_op (b, RS_IR_EQ, lazy->dims[k], operand->lazy->dims[k]),
                    g_strdup ("the sizes of both sides differ"));
      lazy->rank = operand->lazy->rank;
    }
  return TRUE;
}

/* Adds to what is met of the elements of lazy: single precision where double is selected, other scalars. */
static void
find_precision (const Build *b, const Lazy *lazy, gboolean *is_single, gboolean *is_wide)
{
  RsElement element;

  switch (lazy->kind)
    {
    case PART:
      element = b->request->inputs[lazy->array.input].type->element;
      *is_single |= b_is_single_element (b, element);
      *is_wide |= !rs_element_is_integer (element) && element != RS_ELEMENT_BOOL && !b_is_single_element (b, element);
      break;
    case CHOSEN:
    case TRANSPOSED:
      find_precision (b, lazy->operands[0].lazy, is_single, is_wide);
      break;
    case NUMBERS:
      break;
    default:
      *is_single |= lazy->is_single;
      *is_wide |= !lazy->is_single;
    }
}

gboolean
b_lazy_is_single (const Build *b, const Lazy *lazy)
{
  gboolean is_single = FALSE, is_wide = FALSE;

  find_precision (b, lazy, &is_single, &is_wide);
  return is_single && !is_wide;
}

/* Whether elements that are made of the operands are rounded. */
static gboolean
gives_singles (const Build *b, const Lazy *lazy)
{
  gboolean is_single = FALSE, is_wide = FALSE;

  for (guint i = 0; i < lazy->n_operands; i++)
    if (lazy->operands[i].kind == VALUE_LAZY)
      find_precision (b, lazy->operands[i].lazy, &is_single, &is_wide);
  return is_single && !is_wide;
}

static Value
combine (Build *b, Lazy how, const Value *operands, guint n)
{
  Lazy *lazy = rs_arena_memdup (b->kernel->arena, &how, sizeof how);

  if (n > MAX_OPERANDS || b_rounds_vectors (b))
    return b_not_supported (b, how.place, "this operation on a part of unknown length");
  lazy->n_operands = n;
  for (guint i = 0; i < n; i++)
    lazy->operands[i] = operands[i];
  lazy->is_single = gives_singles (b, lazy);
  for (guint i = 0; i < n; i++)
    lazy->operands[i] = b_keep (b, b_round_if (b, operands[i], lazy->is_single));
  return join_dims (b, lazy) ? lazy_value (lazy) : b_scalar (b, 0);
}

/* number + range, range - number: a range again, as long as that one. */
static gboolean
shift_range (Build *b, RsOperator op, const Value *x, const Value *y, const RsNode *place, Value *result)
{
  const Value *range = x->kind == VALUE_LAZY ? x : y, *number = range == x ? y : x;
  Lazy *lazy;

  if (range->lazy->kind != NUMBERS || number->kind != VALUE_NUMBER || number->shape.rank > 0
      || number->shape.type != RS_IR_I64 || number->shape.is_complex
      || !(op == RS_OP_ADD || (op == RS_OP_SUBTRACT && range == x)))
    return FALSE;
  lazy = rs_arena_memdup (b->kernel->arena, range->lazy, sizeof *lazy);
  lazy->place = place;
  lazy->low = op == RS_OP_ADD ? b_add (b, number->parts[0], lazy->low) : b_sub (b, lazy->low, number->parts[0]);
  lazy->low = b_keep (b, b_number (lazy->low, b)).parts[0];
  *result = lazy_value (lazy);
  return TRUE;
}

Value
b_lazy_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  gboolean both = x.kind == VALUE_LAZY && y.kind == VALUE_LAZY;
  Value range;

  if (!both && shift_range (b, op, &x, &y, place, &range))
    return range;
  if (both && op == RS_OP_MULTIPLY)
    return b_dynamic_product (b, x, y, place);
  if (both && (op == RS_OP_DIVIDE || op == RS_OP_POWER))
    return b_not_supported (b, place, "a matrix product of parts of unknown length");
  return combine (b, (Lazy){ .kind = BINARY, .op = op, .place = place }, (Value[]){ x, y }, 2);
}

Value
b_lazy_negative (Build *b, Value x, const RsNode *place)
{
  return combine (b, (Lazy){ .kind = NEGATIVE, .place = place }, &x, 1);
}

Value
b_lazy_call (Build *b, const RsBuiltin *builtin, const Value *arguments, guint n, const RsNode *place)
{
  return combine (b, (Lazy){ .kind = CALL, .builtin = builtin, .place = place }, arguments, n);
}

gboolean
b_lazy_has_columns (const Lazy *lazy)
{
  gboolean has = (lazy->kind == PART || lazy->kind == CHOSEN) && lazy->rank == 1 && lazy->access.n > 0
                 && !lazy->access.axes[lazy->access.n - 1].is_list;

  for (guint i = 0; i < lazy->n_operands; i++)
    has |= lazy->operands[i].kind == VALUE_LAZY && b_lazy_has_columns (lazy->operands[i].lazy);
  return has;
}

Value
b_lazy_transpose (Build *b, Value x, const RsNode *place)
{
  Lazy *lazy = rs_arena_new0 (b->kernel->arena, Lazy);
  guint rank = x.lazy->rank;

  if (rank > 2 || b_lazy_has_columns (x.lazy))
    return b_not_supported (b, place, "transposing this");
  *lazy = (Lazy){ .kind = TRANSPOSED, .place = place, .rank = 2, .n_operands = 1, .operands = { x } };
  lazy->dims[0] = x.lazy->dims[rank - 1];
  lazy->dims[1] = rank == 1 ? rs_ir_integer (b->kernel, 1) : x.lazy->dims[0];
  return lazy_value (lazy);
}

gboolean
b_lazy_is_range (const Lazy *lazy, const RsIrExpression **low, const RsIrExpression **step,
                 const RsIrExpression **count)
{
  *low = lazy->low;
  *step = lazy->step;
  *count = lazy->dims[0];
  return lazy->kind == NUMBERS;
}

/* --- one element --- */

Access
b_lazy_access (Build *b, const Lazy *lazy, const RsIrExpression *const *index)
{
  Access access = lazy->access;
  guint list = 0;

  access.is_lazy = FALSE;
  for (guint k = 0; k < access.n; k++)
    if (access.axes[k].is_list)
      {
        const RsIrExpression **part = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
        const Axis *axis = &lazy->access.axes[k];

        part[0] = axis->list ? b_to_indices (b, b_lazy_element (b, axis->list, &index[list])).parts[0]
                             : b_add (b, axis->low, b_mul (b, index[list], axis->step));
        list += axis->list ? axis->list->rank : 1;
        access.axes[k] = (Axis){ .n = 1, .parts = part };
      }
  return access;
}

Value
b_lazy_element (Build *b, const Lazy *lazy, const RsIrExpression *const *index)
{
  Value elements[MAX_OPERANDS], result;
  Access access;

  switch (lazy->kind)
    {
    case PART:
      access = b_lazy_access (b, lazy, index);
      return b_load_access (b, &lazy->array, &access, lazy->place);
    case CHOSEN:
      access = b_lazy_access (b, lazy, index);
      return b_index_lazy (b, lazy->place, lazy->operands[0].lazy, &access);
    case NUMBERS:
      return b_number (b_add (b, lazy->low, b_mul (b, index[0], lazy->step)), b);
    case TRANSPOSED:
      return b_lazy_element (b, lazy->operands[0].lazy,
                             lazy->operands[0].lazy->rank == 1
                               ? index : (const RsIrExpression *[]){ index[1], index[0] });
    default:
      break;
    }
  for (guint i = 0; i < lazy->n_operands; i++)
    elements[i] = lazy->operands[i].kind == VALUE_LAZY ? b_lazy_element (b, lazy->operands[i].lazy, index)
                                                       : lazy->operands[i];
  if (b->reason)
    return b_scalar (b, 0);
  result = lazy->kind == BINARY ? b_binary (b, lazy->op, elements[0], elements[1], lazy->place)
           : lazy->kind == CALL ? b_intrinsic (b, lazy->place, lazy->builtin, elements, lazy->n_operands)
                                : b_binary (b, RS_OP_SUBTRACT, b_integer (b, 0), elements[0], lazy->place);
  return b_round_if (b, result, lazy->is_single);
}

RsIrType
b_lazy_type (Build *b, const Lazy *lazy)
{
  const RsIrExpression *index[BUILD_MAX_RANK];
  RsIrBlock *block = b->block, nothing = { 0 };
  Value element;

  for (guint k = 0; k < lazy->rank; k++)
    index[k] = rs_ir_integer (b->kernel, 0);
  b->block = &nothing; /* only its type is asked for */
  element = b_lazy_element (b, lazy, index);
  b->block = block;
  if (element.kind == VALUE_NUMBER && (element.shape.is_complex || element.shape.rank > 0))
    b_not_supported (b, lazy->place, "this kind of index");
  return element.shape.type;
}

const RsIrExpression *
b_lazy_numel (Build *b, const Lazy *lazy)
{
  const RsIrExpression *n = lazy->dims[0];

  for (guint k = 1; k < lazy->rank; k++)
    n = b_mul (b, n, lazy->dims[k]);
  return n;
}

/* --- loops over all elements --- */

static const RsIrExpression *
open_dimension (Build *b, const RsIrExpression *count)
{
  const RsIrExpression *high = b_keep (b, b_number (b_sub (b, count, rs_ir_integer (b->kernel, 1)), b)).parts[0];
  RsIrStatement *loop = b_emit (b, RS_IR_LOOP);

  loop->index = rs_kernel_add_local (b->kernel, "k", RS_IR_I64, 1);
  rs_kernel_local (b->kernel, loop->index)->is_counter = TRUE;
  loop->low = rs_ir_integer (b->kernel, 0);
  loop->high = high;
  loop->step = 1;
  b->block = &loop->body;
  return rs_ir_local (b->kernel, loop->index);
}

RsIrBlock *
b_open_elements (Build *b, const RsIrExpression *const *dims, guint rank, const RsIrExpression **index)
{
  RsIrBlock *outer = b->block;

  for (guint k = 0; k < rank; k++)
    index[k] = open_dimension (b, dims[k]);
  return outer;
}

const RsIrExpression *const *
b_lazy_dims (const Lazy *lazy, guint *rank)
{
  *rank = lazy->rank;
  return lazy->dims;
}

static double
neutral_element (RsIrOp op, RsIrType type)
{
  switch (op)
    {
    case RS_IR_MUL:
    case RS_IR_AND:
      return 1;
    case RS_IR_MIN:
      return rs_ir_is_floating (type) ? INFINITY : 9.2e18;
    case RS_IR_MAX:
      return rs_ir_is_floating (type) ? -INFINITY : -9.2e18;
    default:
      return 0;
    }
}

/* total = total op e for the element e of the loops that are open; what it begins with goes behind `mark` of the block
 * around them. */
static const RsIrExpression *
fold_into_local (Build *b, const RsIrExpression *e, RsIrOp op, RsIrBlock *outer, RsIrStatement *mark)
{
  guint local = rs_kernel_add_local (b->kernel, "total", e->type, 1);
  const RsIrExpression *total = rs_ir_local (b->kernel, local);
  RsIrStatement *first = rs_ir_statement (b->kernel, RS_IR_SET, b->line), *next = b_emit (b, RS_IR_SET);

  first->index = next->index = local;
  first->value = rs_ir_constant (b->kernel, e->type, neutral_element (op, e->type));
  next->value = b_op (b, op, total, e);
  rs_ir_insert_after (outer, mark, first);
  return total;
}

/* The largest (smallest) of nothing but NaN is NaN: there, and only there, is what was found above (below) the other
 * end. */
static const RsIrExpression *
nan_unless_found (Build *b, RsIrOp op, const RsIrExpression *total, const RsIrExpression *other_end)
{
  return rs_ir_select (b->kernel, b_op (b, op == RS_IR_MAX ? RS_IR_LT : RS_IR_GT, total, other_end),
                       rs_ir_constant (b->kernel, total->type, NAN), total);
}

/* acc = acc op e, for every element e; sums and products of floating-point numbers in double precision. */
Value
b_lazy_fold (Build *b, const Lazy *lazy, RsIrOp op, const RsNode *place)
{
  const RsIrExpression *index[BUILD_MAX_RANK], *other_end = NULL;
  gboolean is_logic = op == RS_IR_AND || op == RS_IR_OR, is_sum = op == RS_IR_ADD || op == RS_IR_MUL;
  gboolean is_extreme = op == RS_IR_MIN || op == RS_IR_MAX;
  RsIrBlock *outer;
  RsIrStatement *mark;
  Value element, result;
  RsIrType type;

  if (is_extreme)
    b_assert (b, b_op (b, RS_IR_GT, b_lazy_numel (b, lazy), rs_ir_integer (b->kernel, 0)),
              g_strdup ("there is no smallest or largest of nothing"));
  mark = b->block->last;
  outer = b_open_elements (b, lazy->dims, lazy->rank, index);
  element = b_lazy_element (b, lazy, index);
  if (b->reason || element.kind != VALUE_NUMBER || (element.shape.is_complex && op != RS_IR_ADD))
    {
      b->block = outer;
      return b_not_supported (b, place, "this reduction");
    }
  if (is_logic)
    element = b_number (b_condition (b, element, place), b);
  else if (element.shape.type == RS_IR_BOOL)
    element = b_convert (b, element, RS_IR_I64);
  if (is_extreme)
    element = b_keep (b, element);
  type = is_sum && rs_ir_is_floating (element.shape.type) ? RS_IR_F64 : element.shape.type;
  result = b_value_new (b, element.shape);
  result.shape.type = type;
  for (guint c = 0; c < b_shape_parts (&element.shape); c++)
    result.parts[c] = fold_into_local (b, rs_ir_convert (b->kernel, element.parts[c], type), op, outer, mark);
  if (is_extreme && rs_ir_is_floating (type))
    other_end = fold_into_local (b, element.parts[0], op == RS_IR_MAX ? RS_IR_MIN : RS_IR_MAX, outer, mark);
  b->block = outer;
  if (other_end)
    result.parts[0] = nan_unless_found (b, op, result.parts[0], other_end);
  result = b_keep (b, result);
  return rs_ir_is_floating (type) ? b_convert (b, result, b->scalar) : result;
}

/* --- as a small array, as a variable --- */

Value
b_lazy_elements (Build *b, const Lazy *lazy, const Shape *shape, const RsNode *place)
{
  const RsIrExpression *index[BUILD_MAX_RANK];
  Value result = b_value_new (b, *shape), element;
  guint n = b_shape_count (shape);

  b_assert (b, b_op (b, RS_IR_EQ, b_lazy_numel (b, lazy), rs_ir_integer (b->kernel, n)),
            g_strdup_printf ("an array of %u is needed here", n));
  for (guint i = 0; i < n && !b->reason; i++)
    {
      if (lazy->rank != 1)
        return b_not_supported (b, place, "this part as a small array");
      index[0] = rs_ir_integer (b->kernel, i);
      element = b_lazy_element (b, lazy, index);
      element = shape->is_complex ? b_to_complex (b, element) : b_convert (b, element, shape->type);
      for (guint c = 0; c < (shape->is_complex ? 2u : 1u) && !b->reason; c++)
        result.parts[i * (shape->is_complex ? 2 : 1) + c] = element.parts[c];
    }
  return b->reason ? b_scalar (b, 0) : b_keep (b, result);
}

void
b_lazy_bind (Build *b, const Lazy *lazy)
{
  if (lazy->kind == PART)
    b->inputs[lazy->array.input].is_bound = TRUE;
  for (guint i = 0; i < lazy->n_operands; i++)
    if (lazy->operands[i].kind == VALUE_LAZY)
      b_lazy_bind (b, lazy->operands[i].lazy);
}

gboolean
b_lazy_reads_small_integers (const Build *b, const Lazy *lazy)
{
  const RsElement element = lazy->kind == PART ? b->request->inputs[lazy->array.input].type->element : RS_ELEMENT_NONE;
  gboolean reads = rs_element_is_integer (element) && element != RS_ELEMENT_INT32;

  for (guint i = 0; i < lazy->n_operands; i++)
    reads |= lazy->operands[i].kind == VALUE_LAZY && b_lazy_reads_small_integers (b, lazy->operands[i].lazy);
  return reads;
}

static gboolean
reads_memory (const Lazy *lazy)
{
  gboolean reads = lazy->kind == PART;

  for (guint i = 0; i < lazy->n_operands; i++)
    reads |= lazy->operands[i].kind == VALUE_LAZY && reads_memory (lazy->operands[i].lazy);
  return reads;
}

Value
b_lazy_kept (Build *b, Value value, gboolean is_assigned_again, const RsNode *place)
{
  if (value.kind != VALUE_LAZY || !(is_assigned_again || (b->copies_parts && reads_memory (value.lazy))))
    return value;
  if (b_lazy_has_columns (value.lazy))
    return b_not_supported (b, place, "a copy of a column");
  return b_dynamic_copy (b, value.lazy, place);
}

/* Whether two inputs are the same array. */
static gboolean
are_same (const Build *b, guint one, guint other)
{
  return one == other
         || (b->request->same_arrays_possible && b->request->inputs[one].same_as != 0
             && b->request->inputs[one].same_as == b->request->inputs[other].same_as);
}

static gboolean
is_written (const Build *b, guint input)
{
  for (guint i = 0; i < b->n_inputs; i++)
    if (b->parameters[i] >= 0 && rs_kernel_parameter (b->kernel, b->parameters[i])->writes && are_same (b, input, i))
      return TRUE;
  return FALSE;
}

/* Once it is known that variables stand for parts of arrays that are written, they get copies. */
void
b_finish_lazy (Build *b)
{
  for (guint i = 0; i < b->n_inputs; i++)
    if (b->inputs[i].is_bound && b->parameters[i] >= 0 && is_written (b, i))
      {
        if (b->copies_parts)
          b_not_supported (b, b->request->node,
                           "a variable that holds a part of unknown length of an array that is written");
        b->copies_parts = b->again = TRUE;
      }
}

/* Whether an element of lazy may be read after another one has been written into input. */
gboolean
b_lazy_overlaps (const Build *b, const Lazy *lazy, const Value *array, const Access *access)
{
  gboolean is_same = lazy->kind == PART && are_same (b, lazy->array.input, array->input);

  for (guint k = 0; is_same && lazy->array.input == array->input && lazy->access.n == access->n && k <= access->n; k++)
    {
      const Axis *x = &lazy->access.axes[k], *y = &access->axes[k];

      if (k == access->n)
        return FALSE; /* the same element */
      if (x->is_list != y->is_list
          || (x->is_list ? !x->count || !y->count || !rs_ir_equal (x->low, y->low) || !rs_ir_equal (x->step, y->step)
                         : !rs_ir_equal (x->parts[0], y->parts[0])))
        break;
    }
  for (guint i = 0; i < lazy->n_operands && !is_same; i++)
    is_same = lazy->operands[i].kind == VALUE_LAZY && b_lazy_overlaps (b, lazy->operands[i].lazy, array, access);
  return is_same;
}
