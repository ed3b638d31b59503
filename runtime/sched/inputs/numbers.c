/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/numbers.h"

#include "runtime/value/arithmetic/arithmetic.h"

#define MOST_ARGUMENTS 3 /* of an element-wise function */

typedef enum {
  NO_NUMBER,
  LITERAL, /* made of numbers of the text alone: the compiler's */
  NUMBER,
} Kind;

typedef struct {
  RsInputs *inputs;
  RsSession *session;
  gboolean has_failed;
} Walk;

/* Whether the node is an input; its value is borrowed. */
static gboolean
find_input (const Walk *self, const RsNode *node, RsValue *value)
{
  for (guint i = 0; i < self->inputs->inputs->len; i++)
    if (g_array_index (self->inputs->inputs, RsKernelInput, i).leaf == node)
      {
        *value = rs_inputs_get_value (self->inputs, i);
        return TRUE;
      }
  return FALSE;
}

static Kind
get_literal (const RsNode *node, RsValue *value)
{
  gint64 integer;

  if (node->flags & RS_NODE_IMAGINARY)
    return NO_NUMBER;
  *value = rs_node_get_integer (node, &integer) ? rs_value_int (integer) : rs_value_scalar (node->number);
  return LITERAL;
}

/* Whole numbers wrap at 64 bits, as in the virtual machine. FALSE: it is another operation. */
static gboolean
compute_whole (const RsNode *node, const RsValue *operands, RsValue *value)
{
  const guint64 a = (guint64)operands[0].integer, b = (guint64)operands[node->n_children - 1].integer;

  if (operands[0].tag == RS_TAG_SCALAR || operands[node->n_children - 1].tag == RS_TAG_SCALAR)
    return FALSE;
  switch (node->op)
    {
    case RS_OP_NEGATE:
      *value = rs_value_int ((gint64)(0 - a));
      return TRUE;
    case RS_OP_ADD:
      *value = rs_value_int ((gint64)(a + b));
      return TRUE;
    case RS_OP_SUBTRACT:
      *value = rs_value_int ((gint64)(a - b));
      return TRUE;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      *value = rs_value_int ((gint64)(a * b));
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
compute (Walk *self, const RsNode *node, const RsValue *operands, RsValue *value)
{
  const RsPrecision precision = self->session->precision;

  if (compute_whole (node, operands, value))
    return TRUE;
  if ((node->kind == RS_NODE_UNARY ? rs_value_unary (node->op, operands[0], precision, value, NULL)
                                   : rs_value_binary (node->op, operands[0], operands[1], precision, value, NULL))
      && rs_value_is_number (*value))
    return TRUE;
  rs_value_clear (value);
  self->has_failed = TRUE;
  return FALSE;
}

static void
add_number (Walk *self, const RsNode *node, RsValue value)
{
  RsValue known;

  if ((node->kind == RS_NODE_UNARY || node->kind == RS_NODE_BINARY || node->kind == RS_NODE_CALL)
      && !find_input (self, node, &known))
    rs_inputs_add (self->inputs, self->session, NULL, node, NULL, value);
}

static Kind evaluate (Walk *self, const RsNode *node, RsValue *value);

static Kind
evaluate_operation (Walk *self, const RsNode *node, RsValue *value)
{
  RsValue operands[2];
  Kind kinds[2], most = LITERAL;
  gboolean has_array = FALSE;

  g_assert (node->n_children >= 1 && node->n_children <= 2);
  for (guint i = 0; i < node->n_children; i++)
    {
      kinds[i] = evaluate (self, node->children[i], &operands[i]);
      most = MAX (most, kinds[i]);
      has_array |= kinds[i] == NO_NUMBER;
    }
  if (!has_array)
    return compute (self, node, operands, value) ? most : NO_NUMBER;
  for (guint i = 0; i < node->n_children; i++)
    if (kinds[i] == NUMBER)
      add_number (self, node->children[i], operands[i]);
  return NO_NUMBER;
}

/* Of numbers of the text alone it is a leaf, and so an input. */
static Kind
evaluate_call (Walk *self, const RsNode *node, RsValue *value)
{
  const RsNode *const *nodes = (const RsNode *const *)node->children + RS_CALL_FIRST_ARGUMENT;
  const guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  RsValue arguments[MOST_ARGUMENTS];
  Kind kinds[MOST_ARGUMENTS];
  gboolean has_array = n > MOST_ARGUMENTS;

  for (guint i = 0; i < MIN (n, MOST_ARGUMENTS); i++)
    {
      kinds[i] = evaluate (self, nodes[i], &arguments[i]);
      has_array |= kinds[i] == NO_NUMBER;
    }
  if (!has_array
      && self->session->host->compute (self->session, node->children[RS_CALL_CALLEE]->symbol->builtin, arguments, n,
                                       value))
    {
      if (rs_value_is_number (*value))
        return NUMBER;
      rs_value_clear (value); /* a complex number: the kernel's */
    }
  for (guint i = 0; i < MIN (n, MOST_ARGUMENTS); i++)
    if (kinds[i] == NUMBER)
      add_number (self, nodes[i], arguments[i]);
  return NO_NUMBER;
}

/* The value of a number. Operands that are numbers, of an operation that is none, become inputs. */
static Kind
evaluate (Walk *self, const RsNode *node, RsValue *value)
{
  if (find_input (self, node, value))
    return rs_value_is_number (*value) ? NUMBER : NO_NUMBER;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return get_literal (node, value);
    case RS_NODE_UNARY:
    case RS_NODE_BINARY:
      return evaluate_operation (self, node, value);
    case RS_NODE_CALL:
      return evaluate_call (self, node, value);
    default:
      return NO_NUMBER;
    }
}

gboolean
rs_inputs_add_numbers (RsInputs *self, RsSession *session, const RsNode *node)
{
  Walk walk = { self, session, FALSE };
  RsValue value;

  if (evaluate (&walk, node, &value) == NUMBER)
    add_number (&walk, node, value);
  return !walk.has_failed;
}
