/* Expressions of integer arrays: which element type the result has, as the interpreter gives it operation by operation
 * (runtime/value/arithmetic/array-arithmetic.c), and what that rests on.
 *
 * Compiled code computes with 64 bits throughout. A result of 32 bits has them only where every operation below it
 * fits; what is not sure to do so has a witness, and is interpreted when it does not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/analysis/integers.h"

/* --- element types --- */

static RsElement
promote (RsElement element)
{
  switch (element)
    {
    case RS_ELEMENT_UINT32:
    case RS_ELEMENT_INT64:
      return RS_ELEMENT_INT64;
    case RS_ELEMENT_NONE:
    case RS_ELEMENT_UINT64:
      return RS_ELEMENT_NONE;
    default:
      return rs_element_is_integer (element) || element == RS_ELEMENT_BOOL ? RS_ELEMENT_INT32 : RS_ELEMENT_NONE;
    }
}

static RsElement
join (RsElement a, RsElement c)
{
  a = promote (a);
  c = promote (c);
  return a == RS_ELEMENT_NONE || c == RS_ELEMENT_NONE ? RS_ELEMENT_NONE : MAX (a, c);
}

G_STATIC_ASSERT (RS_ELEMENT_INT64 > RS_ELEMENT_INT32);

/* Numbers count as 32 bits: others have a witness. */
static RsElement
element_of_leaf (const RsType *type)
{
  if (type->kind == RS_TYPE_ARRAY)
    return type->element;
  return type->kind == RS_TYPE_NUMBER && (type->element == RS_ELEMENT_BOOL || rs_element_is_integer (type->element))
             ? RS_ELEMENT_INT32
             : RS_ELEMENT_NONE;
}

static RsElement
element_of_call (Build *b, const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  const RsNode *argument = call->children[RS_CALL_FIRST_ARGUMENT];
  RsElement first = b_integer_element (b, argument);

  if (callee->kind != RS_NODE_NAME || callee->symbol == NULL)
    return RS_ELEMENT_NONE;
  if (g_hash_table_contains (b->cuts, call))
    return RS_ELEMENT_INT32;
  if (n == 1 && argument->kind == RS_NODE_BINARY && (argument->op == RS_OP_DIVIDE || argument->op == RS_OP_DOT_DIVIDE)
      && (g_str_equal (callee->symbol->name, "int") || g_str_equal (callee->symbol->name, "floor")
          || g_str_equal (callee->symbol->name, "ceil")))
    return join (b_integer_element (b, argument->children[0]), b_integer_element (b, argument->children[1]));
  if (callee->symbol->kind != RS_SYMBOL_BUILTIN)
    return RS_ELEMENT_NONE;
  switch (callee->symbol->builtin->id)
    {
    case RS_BUILTIN_ID_MAX:
    case RS_BUILTIN_ID_MIN:
    case RS_BUILTIN_ID_MOD:
      return n == 2 ? join (first, b_integer_element (b, call->children[RS_CALL_FIRST_ARGUMENT + 1])) : RS_ELEMENT_NONE;
    case RS_BUILTIN_ID_INT:
      return n == 1 ? promote (first) : RS_ELEMENT_NONE;
    case RS_BUILTIN_ID_ABS: /* of fewer bits, -128 is an error */
      return n == 1 && first == RS_ELEMENT_INT32 ? first : RS_ELEMENT_NONE;
    default:
      return RS_ELEMENT_NONE;
    }
}

RsElement
b_integer_element (Build *b, const RsNode *node)
{
  gint64 integer;

  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].leaf == node)
      return element_of_leaf (b->request->inputs[i].type);
  for (guint i = 0; i < b->request->n_parts; i++)
    if (b->request->parts[i].leaf == node)
      return element_of_leaf (b->request->inputs[b->request->parts[i].array].type);
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_TARGET_TEST:
      return RS_ELEMENT_INT32;
    case RS_NODE_NUMBER:
      return rs_node_get_integer (node, &integer) ? RS_ELEMENT_INT32 : RS_ELEMENT_NONE;
    case RS_NODE_UNARY:
      return node->op == RS_OP_NOT      ? RS_ELEMENT_BOOL
             : node->op == RS_OP_NEGATE ? promote (b_integer_element (b, node->children[0]))
                                        : b_integer_element (b, node->children[0]);
    case RS_NODE_BINARY:
      if (node->op >= RS_OP_LESS && node->op <= RS_OP_OR)
        return RS_ELEMENT_BOOL;
      if (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT || node->op == RS_OP_MULTIPLY
          || node->op == RS_OP_DOT_MULTIPLY)
        return join (b_integer_element (b, node->children[0]), b_integer_element (b, node->children[1]));
      if ((node->op == RS_OP_POWER || node->op == RS_OP_DOT_POWER) && node->children[1]->kind == RS_NODE_NUMBER
          && rs_node_get_integer (node->children[1], &integer))
        return join (b_integer_element (b, node->children[0]), RS_ELEMENT_INT32);
      return RS_ELEMENT_NONE;
    case RS_NODE_CALL:
      return element_of_call (b, node);
    default:
      return RS_ELEMENT_NONE;
    }
}

/* --- what has to fit --- */

typedef struct {
  Build *b;
  RsRanges *ranges;
  GHashTable *seen;                /* set of RsIrExpression */
  const RsIrExpression *condition; /* something does not fit; NULL: all surely does */
} Watch;

static void watch (Watch *self, const RsIrExpression *e);

static void
watch_local (Watch *self, guint local, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_SET && s->index == local)
        watch (self, s->value);
      watch_local (self, local, &s->body);
      watch_local (self, local, &s->other);
    }
}

static void
watch (Watch *self, const RsIrExpression *e)
{
  Build *b = self->b;
  RsKernel *kernel = b->kernel;
  const RsIrExpression *outside;

  if (!rs_ir_is_integer (e->type) || !g_hash_table_add (self->seen, (gpointer)e))
    return;
  for (guint i = 0; i < e->n_operands && !rs_ir_reads_array (e); i++)
    watch (self, e->operands[i]);
  if (e->op == RS_IR_LOCAL)
    watch_local (self, e->index, b->block);
  else if (e->op != RS_IR_MIN && e->op != RS_IR_MAX && e->op != RS_IR_SELECT
           && !rs_ranges_fit (self->ranges, e, RS_ELEMENT_INT32))
    {
      outside = b_op (b, RS_IR_OR, b_op (b, RS_IR_LT, e, rs_ir_integer (kernel, G_MININT32)),
                      b_op (b, RS_IR_GT, e, rs_ir_integer (kernel, G_MAXINT32)));
      self->condition = self->condition ? b_op (b, RS_IR_OR, self->condition, outside) : outside;
    }
}

void
b_watch_range (Build *b, const RsIrExpression *e)
{
  g_autoptr (RsRanges) ranges = rs_ranges_new (b->kernel);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Watch self = { .b = b, .ranges = ranges, .seen = seen };

  watch (&self, e);
  if (self.condition)
    b_witness (b, self.condition);
}
