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

static gint64
floor_div (gint64 a, gint64 b)
{
  return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
}

gint64
rs_ir_evaluate (const RsIrExpression *e, RsIrGiven given, gpointer data)
{
  const gint64 a = e->n_operands > 0 ? rs_ir_evaluate (e->operands[0], given, data) : 0;
  const gint64 b = e->n_operands > 1 ? rs_ir_evaluate (e->operands[1], given, data) : 0;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return e->value.integer;
    case RS_IR_ADD:
      return (gint64)((guint64)a + (guint64)b);
    case RS_IR_SUB:
      return (gint64)((guint64)a - (guint64)b);
    case RS_IR_MUL:
      return (gint64)((guint64)a * (guint64)b);
    case RS_IR_FLOOR_DIV:
      return floor_div (a, b);
    case RS_IR_NEG:
      return (gint64) - (guint64)a;
    case RS_IR_MIN:
      return MIN (a, b);
    case RS_IR_MAX:
      return MAX (a, b);
    case RS_IR_EQ:
      return a == b;
    case RS_IR_NE:
      return a != b;
    case RS_IR_LT:
      return a < b;
    case RS_IR_LE:
      return a <= b;
    case RS_IR_GT:
      return a > b;
    case RS_IR_GE:
      return a >= b;
    case RS_IR_AND:
      return a != 0 && b != 0;
    case RS_IR_OR:
      return a != 0 || b != 0;
    case RS_IR_NOT:
      return a == 0;
    case RS_IR_CONVERT:
      return e->type == RS_IR_BOOL ? a != 0 : a;
    default: /* NUMBER, DIM */
      return given (e, data);
    }
}

typedef struct {
  const RsKernel *kernel;
  RsGivenNumber number;
  RsGivenLength length;
  gpointer data;
} Given;

static gint64
get_given (const RsIrExpression *e, gpointer data)
{
  const Given *self = data;
  const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, e->index);

  return e->op == RS_IR_DIM ? self->length (parameter, e->component, self->data) : self->number (parameter, self->data);
}

gboolean
rs_kernel_get_lengths (const RsKernel *kernel, RsGivenNumber number, RsGivenLength length, gpointer data,
                       gint64 *lengths)
{
  Given given = { kernel, number, length, data };

  if (kernel->condition != NULL && !rs_ir_evaluate (kernel->condition, get_given, &given))
    return FALSE;
  for (guint level = 0; level < RS_MAX_GRID; level++)
    if (kernel->lengths[level] != NULL)
      {
        lengths[level] = rs_ir_evaluate (kernel->lengths[level], get_given, &given);
        if (lengths[level] <= 0)
          return FALSE;
      }
  return TRUE;
}
