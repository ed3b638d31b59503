/* Numbers of declared types that hold less than a register: each value of an integer type (x : uint8'sat) is clipped,
 * wrapped or checked as its type says, each one of scalar'half or scalar'single rounded.
 *
 * In a register every integer has 64 bits, so that plain `int` asks only about what is no integer: host code checks it,
 * kernel and device functions take the nearest integer (LANGUAGE.md, "Integer variables"). Elements of vectors that are
 * declared so, or stored into one by one, have 32 bits; what arithmetic makes of vectors has 64, as on the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <math.h>

typedef struct {
  gint64 low, high;
} Limits;

static gboolean
is_unsigned (RsElement element)
{
  return element == RS_ELEMENT_UINT8 || element == RS_ELEMENT_UINT16 || element == RS_ELEMENT_UINT32
         || element == RS_ELEMENT_UINT64;
}

/* Of any integer element but UINT64. */
static Limits
limits_of (RsElement element)
{
  guint bits = 8 * (guint)rs_element_get_bytes (element);

  if (is_unsigned (element))
    return (Limits){ 0, (G_GINT64_CONSTANT (1) << bits) - 1 };
  if (bits == 64)
    return (Limits){ G_MININT64, G_MAXINT64 };
  return (Limits){ -(G_GINT64_CONSTANT (1) << (bits - 1)), (G_GINT64_CONSTANT (1) << (bits - 1)) - 1 };
}

/* A number of single precision says so: `scalar` alone is double; arrays have the selected precision unless they say
 * so. */
static gboolean
is_rounded (const Build *b, const RsType *type)
{
  return type->element == RS_ELEMENT_HALF || b_is_single_element (b, type->element)
         || (type->kind == RS_TYPE_NUMBER
             && (type->element == RS_ELEMENT_SINGLE || type->element == RS_ELEMENT_CSINGLE));
}

gboolean
b_has_range (const Build *b, const RsType *type)
{
  if (type == NULL || (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY))
    return FALSE;
  if (!rs_element_is_integer (type->element))
    return is_rounded (b, type);
  return type->overflow != RS_OVERFLOW_DEFAULT
         || (type->element != RS_ELEMENT_INT64 && (type->kind == RS_TYPE_NUMBER || type->element != RS_ELEMENT_INT32));
}

/* `int`, or the elements of a vec[int], without a rule. */
static gboolean
is_plain_int (const RsType *type)
{
  return type != NULL && type->overflow == RS_OVERFLOW_DEFAULT
         && ((type->kind == RS_TYPE_NUMBER && type->element == RS_ELEMENT_INT64)
             || (type->kind == RS_TYPE_ARRAY && type->element == RS_ELEMENT_INT32));
}

static gboolean
is_inside (const Build *b, const RsIrExpression *e, Limits limits)
{
  Limits own;

  if (limits.low < 0 && rs_ir_is_floating (e->type) && rs_ir_bound (e, b->kernel) < (double)limits.high)
    return TRUE;
  if (e->op == RS_IR_CONVERT && e->type == RS_IR_I64 && !rs_ir_is_floating (e->operands[0]->type))
    return is_inside (b, e->operands[0], limits);
  if (e->type == RS_IR_BOOL)
    return TRUE;
  if (e->op == RS_IR_CONST && e->type == RS_IR_I64)
    return e->value.integer >= limits.low && e->value.integer <= limits.high;
  if (e->op == RS_IR_CONST && rs_ir_is_floating (e->type))
    return e->value.floating >= (double)limits.low && e->value.floating < (double)limits.high;
  if (!rs_ir_reads_array (e) || !rs_element_is_integer (rs_kernel_parameter (b->kernel, e->index)->element)
      || rs_kernel_parameter (b->kernel, e->index)->element == RS_ELEMENT_UINT64)
    return FALSE;
  own = limits_of (rs_kernel_parameter (b->kernel, e->index)->element);
  return own.low >= limits.low && own.high <= limits.high;
}

static const RsIrExpression *
clipped (Build *b, const RsIrExpression *e, Limits limits)
{
  e = rs_ir_to_integer (b->kernel, e);
  if (limits.low == G_MININT64)
    return e;
  e = b_op (b, RS_IR_MAX, e, rs_ir_integer (b->kernel, limits.low));
  return b_op (b, RS_IR_MIN, e, rs_ir_integer (b->kernel, limits.high));
}

/* A floating-point number modulo 2^64; NaN and infinities are 0. */
static const RsIrExpression *
modulo (Build *b, const RsIrExpression *e)
{
  RsIrType type = e->type;
  const RsIrExpression *rest, *negative, *is_near;

  e = b_keep (b, b_number (e, b)).parts[0];
  is_near = b_op (b, RS_IR_LT, rs_ir_unary (b->kernel, RS_IR_ABS, e), rs_ir_constant (b->kernel, type, 0x1p63));
  rest = b_op (b, RS_IR_MOD, rs_ir_unary (b->kernel, RS_IR_TRUNC, e), rs_ir_constant (b->kernel, type, 0x1p64));
  rest = b_keep (b, b_number (rest, b)).parts[0];
  negative = b_op (b, RS_IR_SUB, rest, rs_ir_constant (b->kernel, type, 0x1p64));
  rest = rs_ir_select (b->kernel, b_op (b, RS_IR_GE, rest, rs_ir_constant (b->kernel, type, 0x1p63)), negative, rest);
  return rs_ir_select (b->kernel, is_near, e, rest);
}

static const RsIrExpression *
wrapped (Build *b, const RsIrExpression *e, RsElement element)
{
  guint bits = 8 * (guint)rs_element_get_bytes (element);
  const RsIrExpression *shift = rs_ir_integer (b->kernel, 64 - bits);

  if (rs_ir_is_floating (e->type) && rs_ir_to_integer (b->kernel, e)->op == RS_IR_TO_INTEGER)
    e = modulo (b, e);
  e = rs_ir_to_integer (b->kernel, e);
  if (bits == 64)
    return e;
  if (is_unsigned (element))
    return b_op (b, RS_IR_BIT_AND, e, rs_ir_integer (b->kernel, limits_of (element).high));
  return b_op (b, RS_IR_SHIFT_RIGHT, b_op (b, RS_IR_SHIFT_LEFT, e, shift), shift);
}

/* Whether e, in a local, is one of the numbers. */
static const RsIrExpression *
fits (Build *b, const RsIrExpression *e, Limits limits)
{
  const RsIrExpression *low, *high;

  if (rs_ir_is_floating (e->type))
    {
      const RsIrExpression *x = rs_ir_convert (b->kernel, e, RS_IR_F64);

      low = limits.low == G_MININT64
                ? b_op (b, RS_IR_GE, x, rs_ir_constant (b->kernel, RS_IR_F64, -0x1p63))
                : b_op (b, RS_IR_GT, x, rs_ir_constant (b->kernel, RS_IR_F64, (double)limits.low - 1));
      high = b_op (b, RS_IR_LT, x, rs_ir_constant (b->kernel, RS_IR_F64, (double)limits.high + 1));
    }
  else
    {
      low = b_op (b, RS_IR_GE, e, rs_ir_integer (b->kernel, limits.low));
      high = b_op (b, RS_IR_LE, e, rs_ir_integer (b->kernel, limits.high));
    }
  return b_op (b, RS_IR_AND, low, high);
}

/* In the words of the interpreter; % stands for the value. */
static char *
say_what_fails (const Build *b, const RsType *type)
{
  g_autofree char *name = rs_type_to_string (type);
  const RsSymbol *into = b->into;
  const RsNode *node = into != NULL && into->is_parameter ? into->scope->node : NULL;
  const char *function = node != NULL && node->kind == RS_NODE_LAMBDA ? "lambda" : node != NULL ? node->name : NULL;

  if (into == NULL)
    return g_strdup_printf ("a value does not fit the type %s that was declared for it", name);
  return g_strdup_printf (type->kind == RS_TYPE_ARRAY ? "%s %s%s%s: an element does not fit %s"
                                                      : "%s %s%s%s has type %s, which can't hold %%",
                          into->is_parameter ? "parameter" : "variable", into->name, function != NULL ? " of " : "",
                          function != NULL ? function : "",
                          type->kind == RS_TYPE_ARRAY ? rs_element_get_name (type->element) : name);
}

static const RsIrExpression *
checked (Build *b, const RsIrExpression *e, Limits limits, const RsType *type)
{
  char *text = say_what_fails (b, type);

  e = b_keep (b, b_number (e, b)).parts[0];
  b_assert_number (b, fits (b, e, limits), type->kind == RS_TYPE_NUMBER && b->into ? e : NULL, text);
  return rs_ir_convert (b->kernel, e, RS_IR_I64);
}

/* Vectors of `int` have 32 bits. What is made of positions, lengths and counters by adding and small factors is taken
 * to fit: a test would cost the loops that vectorise. */
#define USUAL_LENGTH 0x1p20
#define LARGEST_USUAL 0x1p31

static double
usual_bound (const Build *b, const RsIrExpression *e)
{
  double x, y;

  switch (e->op)
    {
    case RS_IR_CONST:
      return rs_ir_is_floating (e->type) ? INFINITY : fabs ((double)e->value.integer);
    case RS_IR_POSITION:
    case RS_IR_GRID:
    case RS_IR_BLOCK:
    case RS_IR_DIM:
    case RS_IR_NUMBER:
      return USUAL_LENGTH;
    case RS_IR_LOCAL:
      return rs_kernel_local (b->kernel, e->index)->is_counter ? USUAL_LENGTH : INFINITY;
    case RS_IR_CONVERT:
      return rs_ir_is_floating (e->operands[0]->type) ? INFINITY : usual_bound (b, e->operands[0]);
    case RS_IR_LOAD:
    case RS_IR_SAMPLE:
      return rs_element_get_bytes (rs_kernel_parameter (b->kernel, e->index)->element) <= 2 ? 0x1p16 : INFINITY;
    case RS_IR_NEG:
      return usual_bound (b, e->operands[0]);
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_MIN:
    case RS_IR_MAX:
      x = usual_bound (b, e->operands[0]);
      y = usual_bound (b, e->operands[1]);
      return e->op == RS_IR_MUL ? x * y : x + y;
    case RS_IR_FLOOR_MOD:
    case RS_IR_MIRROR:
    case RS_IR_PERIODIZE:
      return usual_bound (b, e->operands[1]);
    default:
      return e->type == RS_IR_BOOL ? 1 : INFINITY;
    }
}

static gboolean
usually_fits (const Build *b, const RsIrExpression *e, Limits limits)
{
  return (limits.low == G_MININT64 && !rs_ir_is_floating (e->type)) || is_inside (b, e, limits)
         || (limits.high == G_MAXINT32 && usual_bound (b, e) < LARGEST_USUAL);
}

/* A number for a plain `int`, in each of its parts. */
static const RsIrExpression *
into_int (Build *b, const RsIrExpression *e, const RsType *type)
{
  const RsScope *scope = b->into != NULL ? b->into->scope : b->frame->scope;
  Limits limits = limits_of (type->element);

  if (usually_fits (b, e, limits))
    return rs_ir_convert (b->kernel, e, RS_IR_I64);
  return scope->is_kernel ? clipped (b, e, limits) : checked (b, e, limits, type);
}

static Value
into_plain_int (Build *b, Value value, const RsType *type)
{
  Value result = b_value_new (b, value.shape);

  if (value.shape.is_complex)
    return value;
  result.shape.type = RS_IR_I64;
  result.input = rs_ir_is_floating (value.shape.type) ? 0 : value.input;
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    result.parts[i] = into_int (b, value.parts[i], type);
  return result;
}

/* Whether an element of the vector is beyond 32 bits: then all of them have 64 (a literal of large numbers). */
static const RsIrExpression *
is_wide (Build *b, const Value *vector, Limits limits)
{
  const RsIrExpression *any = NULL;

  for (guint i = 0; i < b_shape_count (&vector->shape); i++)
    {
      const RsIrExpression *wide = rs_ir_unary (b->kernel, RS_IR_NOT, fits (b, vector->parts[i], limits));

      any = any ? b_op (b, RS_IR_OR, any, wide) : wide;
    }
  return any;
}

Integers
b_integers_of (const RsType *type)
{
  Integers none = { 0 };

  if (type->kind != RS_TYPE_ARRAY || !rs_element_is_integer (type->element))
    return none;
  return (Integers){ .element = type->element, .overflow = type->overflow };
}

gboolean
b_are_small (const Integers *integers)
{
  return integers->element != RS_ELEMENT_NONE
         && (integers->element != RS_ELEMENT_INT32 || integers->overflow != RS_OVERFLOW_DEFAULT);
}

Integers
b_make_integers (Build *b, const RsType *type)
{
  Integers integers = b_integers_of (type);

  if (b_are_small (&integers) && !b->has_small_integers)
    b->has_small_integers = b->again = TRUE;
  return integers;
}

const RsIrExpression *
b_into_element (Build *b, const RsIrExpression *e, const Variable *variable, const Value *old)
{
  const RsSymbol *symbol = variable->symbol;
  Integers integers = symbol->is_declared && b_has_range (b, symbol->type) ? b_integers_of (symbol->type)
                                                                            : variable->facts->integers;
  gboolean has_range = b_are_small (&integers);
  RsElement element = has_range ? integers.element : RS_ELEMENT_INT32;
  RsOverflow overflow = has_range ? integers.overflow : RS_OVERFLOW_DEFAULT;
  Limits limits = limits_of (element);
  const RsIrExpression *good;

  if (usually_fits (b, e, limits))
    return rs_ir_convert (b->kernel, e, RS_IR_I64);
  if (overflow == RS_OVERFLOW_SATURATE)
    return clipped (b, e, limits);
  if (overflow == RS_OVERFLOW_WRAP
      || (symbol->scope->is_kernel && overflow == RS_OVERFLOW_DEFAULT && !b->request->check_bounds))
    return wrapped (b, e, element);
  e = b_keep (b, b_number (e, b)).parts[0];
  good = fits (b, e, limits);
  if (!has_range && !symbol->is_declared && !rs_ir_is_floating (e->type))
    good = b_op (b, RS_IR_OR, good, is_wide (b, old, limits));
  b_assert (
      b, good,
      g_strdup_printf ("a value does not fit the elements of %s, which are %s; declare it 'sat or 'unchecked to clip "
                       "or wrap",
                       symbol->name, rs_element_get_name (element)));
  return rs_ir_convert (b->kernel, e, RS_IR_I64);
}

static Value
rounded (Build *b, Value value, RsElement element)
{
  Value result = b_convert (b, value, b->scalar);
  const RsIrExpression **parts = result.parts;

  result.parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, b_shape_parts (&result.shape));
  for (guint i = 0; i < b_shape_parts (&result.shape); i++)
    result.parts[i] = element == RS_ELEMENT_HALF
                        ? rs_ir_unary (b->kernel, RS_IR_ROUND_HALF, parts[i])
                        : rs_ir_convert (b->kernel, rs_ir_convert (b->kernel, parts[i], RS_IR_F32), b->scalar);
  return result;
}

Value
b_into_range (Build *b, Value value, const RsType *type, const RsNode *place)
{
  Value result;
  Limits limits;

  if (!b->reason && is_plain_int (type))
    return into_plain_int (b, value, type);
  if (b->reason || !b_has_range (b, type))
    return value;
  if (is_rounded (b, type))
    return rounded (b, value, type->element);
  if (type->element == RS_ELEMENT_UINT64)
    return b_not_supported (b, place, "numbers of type uint64");
  limits = limits_of (type->element);
  result = b_value_new (b, value.shape);
  result.shape.type = RS_IR_I64;
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    {
      const RsIrExpression *e = value.parts[i];

      result.parts[i] = is_inside (b, e, limits)                ? rs_ir_convert (b->kernel, e, RS_IR_I64)
                        : type->overflow == RS_OVERFLOW_SATURATE ? clipped (b, e, limits)
                        : type->overflow == RS_OVERFLOW_WRAP     ? wrapped (b, e, type->element)
                                                                 : checked (b, e, limits, type);
    }
  return result;
}
