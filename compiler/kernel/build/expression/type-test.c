/* type(x, T) and accepts(f, x, ...) in a kernel: decided while the kernel is built, where every type is known.
 *
 * A choice that tests types is replaced by the branch that is taken, so that the other one may do what would not
 * compile for these types. Such choices stand where reductions or the user left a type open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"

#define MAX_ARGUMENTS 32

typedef enum { ANSWER_OPEN, ANSWER_NO, ANSWER_YES } Answer;

static gboolean
calls_builtin (const RsNode *call, guint id)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  return callee && callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && callee->symbol->builtin->id == id;
}

static Answer
answer_type_test (Build *b, const RsNode *call)
{
  RsBinding binding;
  const RsNode *tested = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  const RsType *type;
  RsIrBlock block;
  gboolean holds;
  Value value;

  if (call->n_children != RS_CALL_FIRST_ARGUMENT + 2
      || (tested->kind != RS_NODE_NAME && tested->kind != RS_NODE_INDEX && tested->kind != RS_NODE_FIELD)
      || !rs_generic_read_argument (b->kernel->arena, b->request->precision, call->children[RS_CALL_FIRST_ARGUMENT + 1],
                                    &binding)
      || binding.kind != RS_BINDING_TYPE)
    return ANSWER_OPEN;
  if (tested->kind == RS_NODE_NAME
      && rs_symbol_decides_type (rs_symbol_get_origin (tested->symbol), binding.type, &holds))
    return holds ? ANSWER_YES : ANSWER_NO;
  value = tested->kind == RS_NODE_NAME ? b_expression (b, tested) : b_lazy (b, tested, &block); /* its type only */
  type = b->reason ? &rs_type_unknown : b_type_of_value (b, &value);
  if (type->kind == RS_TYPE_UNKNOWN)
    return ANSWER_OPEN;
  return rs_type_accepts (binding.type, type) ? ANSWER_YES : ANSWER_NO;
}

/* Of a generic function, as reductions with type parameters ask. The arguments are evaluated for their types only. */
static Answer
answer_acceptance (Build *b, const RsNode *call)
{
  Value function = b_expression (b, call->children[RS_CALL_FIRST_ARGUMENT]), arguments[MAX_ARGUMENTS];
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT - 1;
  const RsNode *node = function.function;
  RsIrBlock block;

  if (function.kind == VALUE_FUNCTION && !node && function.overloads && function.overloads->len == 1)
    node = g_ptr_array_index (function.overloads, 0);
  if (b->reason || function.kind != VALUE_FUNCTION || !rs_node_is_generic (node) || n > MAX_ARGUMENTS)
    return ANSWER_OPEN;
  for (guint i = 0; i < n; i++)
    {
      arguments[i] = b_lazy (b, call->children[RS_CALL_FIRST_ARGUMENT + 1 + i], &block);
      if (b->reason || b_type_of_value (b, &arguments[i])->kind == RS_TYPE_UNKNOWN)
        return ANSWER_OPEN;
    }
  return b_instance_distance (b, &function, node, arguments, n) >= 0 ? ANSWER_YES : ANSWER_NO;
}

static Answer
answer (Build *b, const RsNode *node)
{
  Answer left, right;

  switch (node->kind)
    {
    case RS_NODE_TARGET_TEST:
      return rs_target_is_meant (b->kernel->target, node->text) ? ANSWER_YES : ANSWER_NO;
    case RS_NODE_META:
      return node->flags & RS_NODE_EVALUATED ? answer (b, rs_node_last (node)) : ANSWER_OPEN;
    case RS_NODE_UNARY:
      left = node->op == RS_OP_NOT ? answer (b, node->children[0]) : ANSWER_OPEN;
      return left == ANSWER_OPEN ? ANSWER_OPEN : left == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
    case RS_NODE_CALL:
      return calls_builtin (node, RS_BUILTIN_ID_TYPE) ? answer_type_test (b, node)
             : calls_builtin (node, RS_BUILTIN_ID_ACCEPTS) ? answer_acceptance (b, node) : ANSWER_OPEN;
    case RS_NODE_BINARY:
      if (node->op != RS_OP_AND && node->op != RS_OP_OR)
        return ANSWER_OPEN;
      left = answer (b, node->children[0]);
      right = answer (b, node->children[1]);
      if (node->op == RS_OP_AND)
        return left == ANSWER_NO || right == ANSWER_NO ? ANSWER_NO : MIN (left, right);
      return left == ANSWER_YES || right == ANSWER_YES ? ANSWER_YES
             : left == ANSWER_OPEN || right == ANSWER_OPEN ? ANSWER_OPEN : ANSWER_NO;
    default:
      return ANSWER_OPEN;
    }
}

gboolean
b_decide_types (Build *b, const RsNode *condition, gboolean *holds)
{
  Answer known = answer (b, condition);

  *holds = known == ANSWER_YES;
  return known != ANSWER_OPEN;
}
