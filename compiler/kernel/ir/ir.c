/* Making and rewriting kernel IR; see ir.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

#include <math.h>
#include <string.h>

const RsIrOpInfo rs_ir_ops[RS_IR_N_OPS] = {
#define RS_IR_OP(NAME, text, arity, rule, printing, c) \
  [RS_IR_##NAME] = { text, arity, RS_IR_RULE_##rule, RS_IR_PRINT_##printing, c },
#include "compiler/kernel/ir/ir-ops.def"
#undef RS_IR_OP
};

static const char *const type_names[RS_IR_N_TYPES] = { "none", "bool", "i32", "i64", "f32", "f64" };
static const char *const statement_names[RS_IR_N_STATEMENTS] = {
  "set",    "set-element", "store",  "atomic",   "reduce", "total", "finish", "if",
  "loop",   "forever",     "region", "break", "continue", "return", "assert", "allocate",
  "barrier",
};

const char *
rs_ir_type_get_name (RsIrType type)
{
  g_return_val_if_fail (type < RS_IR_N_TYPES, NULL);
  return type_names[type];
}

const char *
rs_ir_statement_kind_to_string (RsIrStatementKind kind)
{
  g_return_val_if_fail (kind < RS_IR_N_STATEMENTS, NULL);
  return statement_names[kind];
}

RsIrType
rs_ir_type_of_element (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_BOOL:
      return RS_IR_BOOL;
    case RS_ELEMENT_INT8:
    case RS_ELEMENT_UINT8:
    case RS_ELEMENT_INT16:
    case RS_ELEMENT_UINT16:
    case RS_ELEMENT_INT32:
      return RS_IR_I32;
    case RS_ELEMENT_UINT32:
    case RS_ELEMENT_INT64:
    case RS_ELEMENT_UINT64:
      return RS_IR_I64;
    case RS_ELEMENT_HALF:
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_CSINGLE:
      return RS_IR_F32;
    case RS_ELEMENT_DOUBLE:
    case RS_ELEMENT_CDOUBLE:
      return RS_IR_F64;
    default:
      return RS_IR_NONE;
    }
}

/* --- expressions --- */

RsIrExpression *
rs_ir_new (RsKernel *kernel, RsIrOp op, RsIrType type, guint n_operands)
{
  RsIrExpression *e
      = rs_arena_alloc (kernel->arena, sizeof (RsIrExpression) + n_operands * sizeof (RsIrExpression *));

  g_assert (op < RS_IR_N_OPS && type < RS_IR_N_TYPES);
  e->op = op;
  e->type = type;
  e->n_operands = n_operands;
  return e;
}

RsIrExpression *
rs_ir_unchecked_load (RsKernel *kernel, const RsIrExpression *load)
{
  RsIrExpression *copy = rs_ir_new (kernel, RS_IR_LOAD, load->type, load->n_operands);

  g_assert (load->op == RS_IR_LOAD);
  copy->boundary = RS_BOUNDARY_UNCHECKED;
  copy->component = load->component;
  copy->index = load->index;
  copy->line = load->line;
  for (guint i = 0; i < load->n_operands; i++)
    copy->operands[i] = load->operands[i];
  return copy;
}

static RsIrType
result_type (RsIrOp op, RsIrType operand)
{
  switch (rs_ir_ops[op].rule)
    {
    case RS_IR_RULE_COMPARE:
    case RS_IR_RULE_LOGIC:
    case RS_IR_RULE_TEST:
      return RS_IR_BOOL;
    case RS_IR_RULE_TO_INTEGER:
      return RS_IR_I64;
    default:
      return operand;
    }
}

const RsIrExpression *
rs_ir_unary (RsKernel *kernel, RsIrOp op, const RsIrExpression *a)
{
  RsIrExpression *e = rs_ir_new (kernel, op, result_type (op, a->type), 1);

  e->operands[0] = a;
  return e;
}

const RsIrExpression *
rs_ir_binary (RsKernel *kernel, RsIrOp op, const RsIrExpression *a, const RsIrExpression *b)
{
  RsIrExpression *e = rs_ir_new (kernel, op, result_type (op, a->type), 2);

  e->operands[0] = a;
  e->operands[1] = b;
  return e;
}

const RsIrExpression *
rs_ir_select (RsKernel *kernel, const RsIrExpression *condition, const RsIrExpression *a, const RsIrExpression *b)
{
  RsIrExpression *e = rs_ir_new (kernel, RS_IR_SELECT, a->type, 3);

  g_assert (condition->type == RS_IR_BOOL && a->type == b->type);
  e->operands[0] = condition;
  e->operands[1] = a;
  e->operands[2] = b;
  return e;
}

#define LARGEST_LENGTH 0x1p48 /* positions and lengths stay far below it */

/* x^n in the order of rs_power (runtime/value/arithmetic/power.h). */
static const RsIrExpression *
multiply_out (RsKernel *kernel, const RsIrExpression *x, guint n)
{
  const RsIrExpression *half, *square;

  if (n == 1)
    return x;
  half = multiply_out (kernel, x, n / 2);
  square = rs_ir_binary (kernel, RS_IR_MUL, half, half);
  return n % 2 ? rs_ir_binary (kernel, RS_IR_MUL, square, x) : square;
}

/* The largest integer whose power of n 64 bits hold. */
static gint64
largest_base (guint n)
{
  gint64 base = (gint64)pow (0x1p63, 1.0 / n) + 1;

  for (;; base--)
    {
      gint64 product = 1;
      gboolean fits = TRUE;

      for (guint i = 0; i < n; i++)
        fits = fits && !__builtin_mul_overflow (product, base, &product);
      if (fits)
        return base;
    }
}

/* The product of integers where 64 bits hold it, else that of scalars. */
static const RsIrExpression *
power_of_scalars (RsKernel *kernel, const RsIrPower *power, RsIrType type)
{
  RsIrExpression *whole = rs_ir_new (kernel, RS_IR_CONVERT, type, 1);
  gint64 largest = largest_base (power->exponent);
  const RsIrExpression *fits
      = rs_ir_binary (kernel, RS_IR_AND, rs_ir_binary (kernel, RS_IR_LE, power->base, rs_ir_integer (kernel, largest)),
                      rs_ir_binary (kernel, RS_IR_GE, power->base, rs_ir_integer (kernel, -largest)));

  whole->operands[0] = power->product;
  return rs_ir_select (kernel, fits, whole,
                       multiply_out (kernel, rs_ir_convert (kernel, power->base, type), power->exponent));
}

/* Positions have their square in 64 bits: a grid of 2^31 and more, and no array of that length, would have to be gone
 * through. */
static gboolean
may_leave (const RsIrExpression *x, guint n, const RsKernel *kernel)
{
  double bound = rs_ir_bound (x, kernel);

  return pow (bound, n) > 0x1p63 && !(n == 2 && bound >= LARGEST_LENGTH && bound <= 4 * LARGEST_LENGTH);
}

const RsIrExpression *
rs_ir_integer_power (RsKernel *kernel, const RsIrExpression *x, guint n)
{
  const RsIrExpression *product = multiply_out (kernel, x, n);

  g_assert (n >= 1);
  if (n > 1 && may_leave (x, n, kernel))
    {
      RsIrPower *power = rs_arena_new0 (kernel->arena, RsIrPower);

      *power = (RsIrPower){ kernel->powers, product, x, n };
      kernel->powers = power;
    }
  return product;
}

/* --- quotients that are whole --- */

#define LARGEST_DIVISOR 65536

/* A sum of whole numbers, divided by divisor: the terms whose factors it divides, and the rest. */
typedef struct {
  RsKernel *kernel;
  gint64 divisor;
  const RsIrExpression *quotient; /* of the terms so far; NULL: 0 */
  gint64 constant;                /* that was added to them; not divided yet */
} Quotient;

static void
add_term (Quotient *self, const RsIrExpression *term, gint64 factor, gboolean negate)
{
  if (factor != 1)
    term = rs_ir_binary (self->kernel, RS_IR_MUL, term, rs_ir_integer (self->kernel, factor));
  if (self->quotient != NULL)
    self->quotient = rs_ir_binary (self->kernel, negate ? RS_IR_SUB : RS_IR_ADD, self->quotient, term);
  else
    self->quotient = negate ? rs_ir_unary (self->kernel, RS_IR_NEG, term) : term;
}

/* FALSE: what is left of e is not known to be a multiple of the divisor. */
static gboolean
divide_sum (Quotient *self, const RsIrExpression *e, gboolean negate)
{
  gint64 factor;

  if (e->type != RS_IR_I64)
    return FALSE;
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return negate ? !__builtin_sub_overflow (self->constant, e->value.integer, &self->constant)
                    : !__builtin_add_overflow (self->constant, e->value.integer, &self->constant);
    case RS_IR_ADD:
    case RS_IR_SUB:
      return divide_sum (self, e->operands[0], negate)
             && divide_sum (self, e->operands[1], negate != (e->op == RS_IR_SUB));
    case RS_IR_MUL:
      for (guint i = 0; i < 2; i++)
        {
          factor = e->operands[i]->op == RS_IR_CONST ? e->operands[i]->value.integer : 0;
          if (factor != 0 && factor % self->divisor == 0)
            {
              add_term (self, e->operands[1 - i], factor / self->divisor, negate);
              return TRUE;
            }
        }
      return FALSE;
    default:
      return FALSE;
    }
}

const RsIrExpression *
rs_ir_exact_quotient (RsKernel *kernel, const RsIrExpression *e, gint64 divisor)
{
  g_assert (e->type == RS_IR_I64);

  Quotient self = { kernel, divisor };

  if (divisor < 2 || divisor > LARGEST_DIVISOR || !divide_sum (&self, e, FALSE) || self.quotient == NULL
      || self.constant % divisor != 0)
    return NULL;
  if (self.constant == 0)
    return self.quotient;
  return rs_ir_binary (kernel, RS_IR_ADD, self.quotient, rs_ir_integer (kernel, self.constant / divisor));
}

/* The divisor of a quotient of scalars, which may be a product with 1 / 2^n; 0: it is none, or no whole number. */
static gint64
get_divisor (const RsIrExpression *a)
{
  double value;

  if ((a->op != RS_IR_DIV && a->op != RS_IR_MUL) || a->operands[1]->op != RS_IR_CONST
      || !rs_ir_is_floating (a->operands[1]->type))
    return 0;
  value = a->op == RS_IR_DIV ? a->operands[1]->value.floating : 1 / a->operands[1]->value.floating;
  if (!(value >= 2 && value <= LARGEST_DIVISOR) || value != floor (value)
      || (a->op == RS_IR_MUL && ((gint64)value & ((gint64)value - 1)) != 0))
    return 0;
  return (gint64)value;
}

/* The whole number that scalar a surely is: 2 n / 2. NULL: that is not known. */
static const RsIrExpression *
find_quotient (RsKernel *kernel, const RsIrExpression *a)
{
  gint64 divisor = get_divisor (a);

  return divisor > 0 && a->operands[0]->op == RS_IR_CONVERT && a->operands[0]->operands[0]->type == RS_IR_I64
             ? rs_ir_exact_quotient (kernel, a->operands[0]->operands[0], divisor)
             : NULL;
}

/* Values of both types that fit 53 bits are folded on the way, so that literals stay constants. */
const RsIrExpression *
rs_ir_convert (RsKernel *kernel, const RsIrExpression *a, RsIrType type)
{
  const RsIrExpression *quotient = type == RS_IR_I64 && rs_ir_is_floating (a->type) ? find_quotient (kernel, a) : NULL;
  RsIrExpression *e;

  g_assert (type > RS_IR_NONE && type < RS_IR_N_TYPES);
  if (a->type == type)
    return a;
  if (quotient != NULL)
    return quotient;
  for (const RsIrPower *power = rs_ir_is_floating (type) ? kernel->powers : NULL; power; power = power->next)
    if (power->product == a)
      return power_of_scalars (kernel, power, type);
  if (a->op == RS_IR_CONST && type != RS_IR_BOOL)
    {
      double value = rs_ir_is_floating (a->type) ? a->value.floating : (double)a->value.integer;

      if (ABS (value) <= 9007199254740992.0 && (type != RS_IR_I32 || ABS (value) <= G_MAXINT32))
        return rs_ir_constant (kernel, type, value);
    }
  e = rs_ir_new (kernel, RS_IR_CONVERT, type, 1);
  e->operands[0] = a;
  return e;
}


#define MAX_BOUND_DEPTH 8

static double
bound_of_element (RsElement element)
{
  guint bytes = rs_element_get_bytes (element);

  return bytes > 4 ? 0x1p63
                   : ldexp (1, (int)(8 * bytes)
                                   - (element == RS_ELEMENT_INT8 || element == RS_ELEMENT_INT16
                                      || element == RS_ELEMENT_INT32));
}

/* A number that |e| does not exceed, e being an integer. */
static double
bound_of_integer (const RsIrExpression *e, const RsKernel *kernel, guint depth)
{
  double sum;

  switch (e->op)
    {
    case RS_IR_CONVERT:
      return depth > MAX_BOUND_DEPTH || rs_ir_is_floating (e->operands[0]->type) || e->type != RS_IR_I64
               ? 0x1p63 : bound_of_integer (e->operands[0], kernel, depth + 1);
    case RS_IR_ADD:
    case RS_IR_SUB:
      if (depth > MAX_BOUND_DEPTH || e->type != RS_IR_I64)
        return 0x1p63;
      sum = bound_of_integer (e->operands[0], kernel, depth + 1) + bound_of_integer (e->operands[1], kernel, depth + 1);
      return MIN (sum, 0x1p63);
    case RS_IR_CONST:
      return fabs ((double)e->value.integer);
    case RS_IR_POSITION:
    case RS_IR_GRID:
    case RS_IR_BLOCK:
    case RS_IR_DIM:
      return LARGEST_LENGTH;
    case RS_IR_LOAD:
    case RS_IR_SAMPLE: /* an integer is that of an element */
      return bound_of_element (rs_kernel_parameter (kernel, e->index)->element);
    default:
      return e->type == RS_IR_BOOL ? 1 : e->type == RS_IR_I32 ? 0x1p31 : 0x1p63;
    }
}

static double
bound_of (const RsIrExpression *e, const RsKernel *kernel, guint depth)
{
  double bounds[3] = { 0, 0, 0 };

  if (!rs_ir_is_floating (e->type))
    return bound_of_integer (e, kernel, depth);
  if (e->op == RS_IR_CONST)
    return isnan (e->value.floating) ? INFINITY : fabs (e->value.floating);
  if (depth > MAX_BOUND_DEPTH || e->n_operands > 3 || rs_ir_reads_array (e) || e->op == RS_IR_ELEMENT)
    return INFINITY;
  for (guint i = e->op == RS_IR_SELECT; i < e->n_operands; i++)
    {
      bounds[i] = bound_of (e->operands[i], kernel, depth + 1);
      if (isinf (bounds[i]))
        return INFINITY;
    }
  switch (e->op)
    {
    case RS_IR_CONVERT:
    case RS_IR_NEG:
    case RS_IR_ABS:
      return bounds[0];
    case RS_IR_FLOOR:
    case RS_IR_CEIL:
    case RS_IR_TRUNC:
    case RS_IR_ROUND:
      return bounds[0] + 1;
    case RS_IR_ADD:
    case RS_IR_SUB:
      return bounds[0] + bounds[1];
    case RS_IR_MUL:
      return bounds[0] * bounds[1];
    case RS_IR_MIN:
    case RS_IR_MAX:
    case RS_IR_SELECT:
      return MAX (MAX (bounds[0], bounds[1]), bounds[2]);
    default:
      return INFINITY;
    }
}

double
rs_ir_bound (const RsIrExpression *e, const RsKernel *kernel)
{
  return bound_of (e, kernel, 0);
}

const RsIrExpression *
rs_ir_to_integer (RsKernel *kernel, const RsIrExpression *a)
{
  if (!rs_ir_is_floating (a->type) || bound_of (a, kernel, 0) < 0x1p63)
    return rs_ir_convert (kernel, a, RS_IR_I64);
  return rs_ir_unary (kernel, RS_IR_TO_INTEGER, a);
}

const RsIrExpression *
rs_ir_integer (RsKernel *kernel, gint64 value)
{
  RsIrExpression *e = rs_ir_new (kernel, RS_IR_CONST, RS_IR_I64, 0);

  e->value.integer = value;
  return e;
}

const RsIrExpression *
rs_ir_constant (RsKernel *kernel, RsIrType type, double value)
{
  RsIrExpression *e = rs_ir_new (kernel, RS_IR_CONST, type, 0);

  g_assert (type > RS_IR_NONE && type < RS_IR_N_TYPES);
  if (type == RS_IR_F32)
    e->value.floating = (float)value;
  else if (type == RS_IR_F64)
    e->value.floating = value;
  else
    e->value.integer = type == RS_IR_BOOL ? value != 0 : (gint64)value;
  return e;
}

const RsIrExpression *
rs_ir_leaf (RsKernel *kernel, RsIrOp op, RsIrType type, guint index, guint component)
{
  RsIrExpression *e = rs_ir_new (kernel, op, type, 0);

  e->index = index;
  e->component = component;
  return e;
}

const RsIrExpression *
rs_ir_local (RsKernel *kernel, guint local)
{
  g_assert (local < kernel->locals->len);
  return rs_ir_leaf (kernel, RS_IR_LOCAL, rs_kernel_local (kernel, local)->type, local, 0);
}

static gboolean
relates_position_to_block (const RsIrExpression *e, RsIrOp op)
{
  return e->op == op && e->operands[0]->op == RS_IR_POSITION && e->operands[1]->op == RS_IR_BLOCK
         && e->operands[0]->component == e->operands[1]->component;
}

gboolean
rs_ir_is_block_index (const RsIrExpression *e)
{
  return relates_position_to_block (e, RS_IR_FLOOR_DIV);
}

gboolean
rs_ir_is_block_position (const RsIrExpression *e)
{
  return relates_position_to_block (e, RS_IR_FLOOR_MOD);
}

gboolean
rs_ir_equal (const RsIrExpression *a, const RsIrExpression *b)
{
  if (a == b)
    return TRUE;
  if (a->op != b->op || a->type != b->type || a->index != b->index || a->component != b->component
      || a->boundary != b->boundary || a->n_operands != b->n_operands)
    return FALSE;
  if (a->op == RS_IR_CONST && a->value.integer != b->value.integer)
    return FALSE;
  for (guint i = 0; i < a->n_operands; i++)
    if (!rs_ir_equal (a->operands[i], b->operands[i]))
      return FALSE;
  return TRUE;
}

void
rs_ir_visit (const RsIrExpression *e, RsIrVisit visit, gpointer data)
{
  for (guint i = 0; i < e->n_operands; i++)
    rs_ir_visit (e->operands[i], visit, data);
  visit (e, data);
}

void
rs_ir_visit_statement (const RsIrStatement *s, RsIrVisit visit, gpointer data)
{
  for (guint i = 0; i < s->n_subscripts; i++)
    rs_ir_visit (s->subscripts[i], visit, data);
  if (s->value)
    rs_ir_visit (s->value, visit, data);
  if (s->low)
    rs_ir_visit (s->low, visit, data);
  if (s->high)
    rs_ir_visit (s->high, visit, data);
}

gboolean
rs_ir_has_load (const RsIrExpression *e)
{
  if (rs_ir_reads_array (e))
    return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (rs_ir_has_load (e->operands[i]))
      return TRUE;
  return FALSE;
}

guint
rs_ir_count (const RsIrExpression *e)
{
  guint n = 1;

  for (guint i = 0; i < e->n_operands; i++)
    n += rs_ir_count (e->operands[i]);
  return n;
}

const RsIrExpression *
rs_ir_map (RsKernel *kernel, const RsIrExpression *e, RsIrMap map, gpointer data)
{
  RsIrExpression *copy = NULL;

  for (guint i = 0; i < e->n_operands; i++)
    {
      const RsIrExpression *operand = rs_ir_map (kernel, e->operands[i], map, data);

      if (operand == e->operands[i])
        continue;
      if (!copy)
        copy = rs_arena_memdup (kernel->arena, e, sizeof *e + e->n_operands * sizeof (RsIrExpression *));
      copy->operands[i] = operand;
    }
  return map (kernel, copy ? copy : e, data);
}

/* --- statements --- */

RsIrStatement *
rs_ir_statement (RsKernel *kernel, RsIrStatementKind kind, RsIrPlace line)
{
  RsIrStatement *s = rs_arena_new0 (kernel->arena, RsIrStatement);

  g_assert (kind < RS_IR_N_STATEMENTS);
  s->kind = kind;
  s->line = line;
  if (kind == RS_IR_LOOP || kind == RS_IR_FOREVER || kind == RS_IR_REGION)
    s->label = ++kernel->n_labels;
  return s;
}

void
rs_ir_insert_after (RsIrBlock *block, RsIrStatement *place, RsIrStatement *statement)
{
  RsIrStatement *next = place ? place->next : block->first;

  statement->previous = place;
  statement->next = next;
  if (place)
    place->next = statement;
  else
    block->first = statement;
  if (next)
    next->previous = statement;
  else
    block->last = statement;
}

void
rs_ir_append (RsIrBlock *block, RsIrStatement *statement)
{
  g_assert (statement->previous == NULL && statement->next == NULL);
  rs_ir_insert_after (block, block->last, statement);
}

void
rs_ir_remove (RsIrBlock *block, RsIrStatement *statement)
{
  g_assert (statement->previous != NULL || block->first == statement);
  g_assert (statement->next != NULL || block->last == statement);
  if (statement->previous)
    statement->previous->next = statement->next;
  else
    block->first = statement->next;
  if (statement->next)
    statement->next->previous = statement->previous;
  else
    block->last = statement->previous;
  statement->previous = statement->next = NULL;
}

void
rs_ir_append_block (RsIrBlock *to, RsIrBlock *from)
{
  g_assert (to != from);
  if (!from->first)
    return;
  if (to->last)
    {
      to->last->next = from->first;
      from->first->previous = to->last;
    }
  else
    to->first = from->first;
  to->last = from->last;
  from->first = from->last = NULL;
}

void
rs_ir_map_statement (RsKernel *kernel, RsIrStatement *s, RsIrMap map, gpointer data)
{
  for (guint i = 0; i < s->n_subscripts; i++)
    s->subscripts[i] = rs_ir_map (kernel, s->subscripts[i], map, data);
  if (s->value)
    s->value = rs_ir_map (kernel, s->value, map, data);
  if (s->low)
    s->low = rs_ir_map (kernel, s->low, map, data);
  if (s->high)
    s->high = rs_ir_map (kernel, s->high, map, data);
}

void
rs_ir_map_block (RsKernel *kernel, RsIrBlock *block, RsIrMap map, gpointer data)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_map_statement (kernel, s, map, data);
      rs_ir_map_block (kernel, &s->body, map, data);
      rs_ir_map_block (kernel, &s->other, map, data);
    }
}

gboolean
rs_ir_has_loop (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER || rs_ir_has_loop (&s->body) || rs_ir_has_loop (&s->other))
      return TRUE;
  return FALSE;
}

RsIrBlock
rs_ir_copy_block (RsKernel *kernel, const RsIrBlock *block)
{
  RsIrBlock copy = { 0 };

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      RsIrStatement *t = rs_arena_memdup (kernel->arena, s, sizeof *s);

      if (s->n_subscripts)
        t->subscripts
            = rs_arena_memdup (kernel->arena, s->subscripts, s->n_subscripts * sizeof (RsIrExpression *));
      t->previous = t->next = NULL;
      t->body = rs_ir_copy_block (kernel, &s->body);
      t->other = rs_ir_copy_block (kernel, &s->other);
      rs_ir_append (&copy, t);
    }
  return copy;
}
