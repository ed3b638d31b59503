/* Whole numbers that depend on what a launch is given alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

gboolean
rs_ir_can_evaluate (const RsIrExpression *e)
{
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
    case RS_IR_NUMBER:
    case RS_IR_DIM:
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_FLOOR_DIV:
    case RS_IR_NEG:
    case RS_IR_MIN:
    case RS_IR_MAX:
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
    case RS_IR_CONVERT:
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < e->n_operands; i++)
    if (!rs_ir_can_evaluate (e->operands[i]))
      return FALSE;
  return !rs_ir_is_floating (e->type);
}

static gboolean
floor_div (gint64 a, gint64 b, gint64 *value)
{
  if (b == 0 || (a == G_MININT64 && b == -1))
    return FALSE;
  *value = a / b - (a % b != 0 && (a < 0) != (b < 0));
  return TRUE;
}

static gboolean
convert (gint64 a, RsIrType type, gint64 *value)
{
  *value = type == RS_IR_BOOL ? a != 0 : a;
  return type == RS_IR_BOOL || type == RS_IR_I64 || (type == RS_IR_I32 && a == (gint32)a);
}

gboolean
rs_ir_evaluate (const RsIrExpression *e, RsIrGiven given, gpointer data, gint64 *value)
{
  gint64 a = 0, b = 0;

  if ((e->n_operands > 0 && !rs_ir_evaluate (e->operands[0], given, data, &a))
      || (e->n_operands > 1 && !rs_ir_evaluate (e->operands[1], given, data, &b)))
    return FALSE;
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      *value = e->value.integer;
      return TRUE;
    case RS_IR_ADD:
      return !__builtin_add_overflow (a, b, value);
    case RS_IR_SUB:
      return !__builtin_sub_overflow (a, b, value);
    case RS_IR_MUL:
      return !__builtin_mul_overflow (a, b, value);
    case RS_IR_FLOOR_DIV:
      return floor_div (a, b, value);
    case RS_IR_NEG:
      return !__builtin_sub_overflow (0, a, value);
    case RS_IR_MIN:
      *value = MIN (a, b);
      return TRUE;
    case RS_IR_MAX:
      *value = MAX (a, b);
      return TRUE;
    case RS_IR_EQ:
      *value = a == b;
      return TRUE;
    case RS_IR_NE:
      *value = a != b;
      return TRUE;
    case RS_IR_LT:
      *value = a < b;
      return TRUE;
    case RS_IR_LE:
      *value = a <= b;
      return TRUE;
    case RS_IR_GT:
      *value = a > b;
      return TRUE;
    case RS_IR_GE:
      *value = a >= b;
      return TRUE;
    case RS_IR_AND:
      *value = a != 0 && b != 0;
      return TRUE;
    case RS_IR_OR:
      *value = a != 0 || b != 0;
      return TRUE;
    case RS_IR_NOT:
      *value = a == 0;
      return TRUE;
    case RS_IR_CONVERT:
      return convert (a, e->type, value);
    default: /* NUMBER, DIM */
      return given (e, data, value);
    }
}

typedef struct {
  const RsKernel *kernel;
  RsGivenNumber number, length;
  gpointer data;
} Given;

static gboolean
get_given (const RsIrExpression *e, gpointer data, gint64 *value)
{
  const Given *self = data;
  const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, e->index);

  return (e->op == RS_IR_DIM ? self->length : self->number) (parameter, e->component, value, self->data);
}

gboolean
rs_kernel_get_lengths (const RsKernel *kernel, RsGivenNumber number, RsGivenNumber length, gpointer data,
                       gint64 *lengths)
{
  Given given = { kernel, number, length, data };
  gint64 holds;

  if (kernel->condition != NULL && (!rs_ir_evaluate (kernel->condition, get_given, &given, &holds) || holds == 0))
    return FALSE;
  for (guint level = 0; level < RS_MAX_GRID; level++)
    if (kernel->lengths[level] != NULL
        && (!rs_ir_evaluate (kernel->lengths[level], get_given, &given, &lengths[level]) || lengths[level] <= 0
            || lengths[level] > G_MAXINT32))
      return FALSE;
  return TRUE;
}
