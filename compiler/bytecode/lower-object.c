/* Objects: members read and written, constructors with named members, methods.
 *
 * A place that touches a member carries an EXTRA word in which the virtual machine keeps the position that it found.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/sema/infer/infer.h"

static const RsType *
type_of (RsLower *lower, const RsNode *node)
{
  return rs_infer_expression (lower->bytecode->arena, node, lower->options->precision);
}

/* --- members --- */

static void
emit_get (RsLower *lower, guint result, guint object, const char *name)
{
  rs_lower_emit (lower, RS_OPCODE_GET_FIELD, result, object, rs_lower_string_constant (lower, name));
  rs_lower_emit (lower, RS_OPCODE_EXTRA, 0, 0, 0);
  if (lower->rounds) /* members of numbers have the precision of arrays in kernels */
    rs_lower_emit (lower, RS_OPCODE_ROUND, result, 0, 0);
}

static void
emit_set (RsLower *lower, guint object, const char *name, guint value)
{
  rs_lower_emit (lower, RS_OPCODE_SET_FIELD, object, rs_lower_string_constant (lower, name), value);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, 0, 0, 0);
}

guint
rs_lower_field (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_FIELD);

  guint mark = lower->next;
  guint object = rs_lower_expression (lower, node->children[0], RS_ANYWHERE);
  guint result;

  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.end > 0 ? node->span.end - 1 : 0;
  emit_get (lower, result, object, node->name);
  return result;
}

void
rs_lower_field_store (RsLower *lower, const RsNode *target, guint value)
{
  g_assert (target->kind == RS_NODE_FIELD);

  guint mark = lower->next;
  guint object = rs_lower_expression (lower, target->children[0], RS_ANYWHERE);

  lower->offset = target->span.start;
  emit_set (lower, object, target->name, value);
  rs_lower_release (lower, mark);
}

guint
rs_lower_field_compound (RsLower *lower, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_FIELD);

  const RsNode *target = node->children[RS_ASSIGN_TARGET], *value = node->children[RS_ASSIGN_VALUE];
  guint result = rs_lower_take (lower, 1);
  guint mark = lower->next;
  guint right = rs_lower_expression (lower, value, RS_ANYWHERE);
  guint object = rs_lower_expression (lower, target->children[0], RS_ANYWHERE);

  lower->offset = node->span.start;
  emit_get (lower, result, object, target->name);
  rs_lower_emit (lower, rs_lower_compound_opcode (node->op), result, result, right);
  if (lower->rounds)
    rs_lower_emit (lower, RS_OPCODE_ROUND, result, 0, 0);
  emit_set (lower, object, target->name, result);
  rs_lower_release (lower, mark);
  return result;
}

/* --- constructors --- */

static gboolean
is_given (const RsNode *call, const RsClass *class, guint member)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (argument->kind == RS_NODE_NAMED_ARGUMENT ? argument->name == class->names[member]
                                                   : i - RS_CALL_FIRST_ARGUMENT == member)
        return TRUE;
    }
  return FALSE;
}

/* The arguments of the call and, named, the defaults that have to be computed. (transfer container) */
static GPtrArray *
collect_arguments (RsLower *lower, const RsNode *call, const RsClass *class)
{
  GPtrArray *nodes = g_ptr_array_new ();

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    g_ptr_array_add (nodes, call->children[i]);
  for (guint i = 0; class != NULL && i < class->n_members; i++)
    if (class->members[i].default_kind == RS_DEFAULT_EXPRESSION && !is_given (call, class, i))
      {
        RsNode *argument = rs_arena_new0 (lower->bytecode->arena, RsNode);

        argument->kind = RS_NODE_NAMED_ARGUMENT;
        argument->name = class->names[i];
        argument->span = call->span;
        argument->children = rs_arena_array (lower->bytecode->arena, RsNode *, 1);
        argument->children[0] = (RsNode *)class->members[i].default_value;
        argument->n_children = 1;
        g_ptr_array_add (nodes, argument);
      }
  return nodes;
}

guint
rs_lower_construct_object (RsLower *lower, const RsNode *call, const RsType *type)
{
  g_assert (call->kind == RS_NODE_CALL && type->kind == RS_TYPE_CLASS);

  g_autoptr (GPtrArray) nodes = collect_arguments (lower, call, rs_type_get_class (type));
  guint first = lower->next;
  guint list = 0;
  gboolean has_list;

  if (nodes->len == 0)
    rs_lower_take (lower, 1);
  has_list = rs_lower_arguments (lower, (RsNode *const *)nodes->pdata, nodes->len, &list);
  lower->offset = call->span.start;
  rs_lower_emit (lower, has_list ? RS_OPCODE_CONSTRUCT_LIST : RS_OPCODE_CONSTRUCT, first, has_list ? list : nodes->len,
                 rs_lower_type_constant (lower, type, NULL));
  return first;
}

/* --- methods --- */

/* The arguments behind those in `first`: function, object. has_list: *list has an entry for the object, too. */
static gboolean
lower_arguments (RsLower *lower, const RsNode *call, guint *list)
{
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  RsArgumentList shifted = { .n = n + 1 };
  const RsArgumentList *plain;

  if (!rs_lower_arguments (lower, call->children + RS_CALL_FIRST_ARGUMENT, n, list))
    return FALSE;
  plain = &g_array_index (lower->lists, RsArgumentList, *list);
  shifted.names = rs_arena_array (lower->bytecode->arena, const char *, n + 1);
  shifted.is_spread = rs_arena_array (lower->bytecode->arena, gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    {
      shifted.names[i + 1] = plain->names[i];
      shifted.is_spread[i + 1] = plain->is_spread[i];
    }
  g_array_append_val (lower->lists, shifted);
  *list = lower->lists->len - 1;
  return TRUE;
}

static guint
call_function (RsLower *lower, const RsNode *call, guint n_results)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = rs_lower_take (lower, 2);
  guint list;

  rs_lower_to (lower, callee->children[0], first + 1);
  rs_lower_name (lower, callee, (int)first);
  if (lower_arguments (lower, call, &list))
    rs_lower_emit (lower, RS_OPCODE_CALL_LIST, first, list, n_results);
  else
    {
      lower->offset = call->span.start;
      rs_lower_emit (lower, RS_OPCODE_CALL, first, n + 1, n_results);
    }
  return first;
}

static guint
call_member (RsLower *lower, const RsNode *call, guint n_results)
{
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = rs_lower_take (lower, 1);
  guint list;

  rs_lower_field (lower, call->children[RS_CALL_CALLEE], (int)first);
  if (rs_lower_arguments (lower, call->children + RS_CALL_FIRST_ARGUMENT, n, &list))
    rs_lower_emit (lower, RS_OPCODE_CALL_LIST, first, list, n_results);
  else
    {
      lower->offset = call->span.start;
      rs_lower_emit (lower, RS_OPCODE_CALL, first, n, n_results);
    }
  return first;
}

static guint
call_what_is_there (RsLower *lower, const RsNode *call, guint n_results)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = rs_lower_take (lower, 2);
  guint list = 0;
  gboolean has_list;

  rs_lower_to (lower, callee->children[0], first + 1);
  if (callee->symbol != NULL)
    rs_lower_name (lower, callee, (int)first);
  else
    rs_lower_emit (lower, RS_OPCODE_UNSET, first, 0, 0);
  has_list = lower_arguments (lower, call, &list);
  lower->offset = call->span.start;
  rs_lower_emit (lower, RS_OPCODE_CALL_METHOD, first, n, n_results);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, rs_lower_string_constant (lower, callee->name), has_list ? list + 1 : 0, 0);
  return first;
}

guint
rs_lower_method_call (RsLower *lower, const RsNode *call, guint n_results)
{
  g_assert (call->kind == RS_NODE_CALL && call->children[RS_CALL_CALLEE]->kind == RS_NODE_FIELD);

  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsType *object = type_of (lower, callee->children[0]);
  const RsClass *class = rs_type_get_class (object);
  gboolean is_typed = class != NULL && class->kind != RS_CLASS_DYNAMIC;

  if (is_typed && rs_class_find_member (class, callee->name) >= 0)
    return call_member (lower, call, n_results);
  if (callee->symbol != NULL && (is_typed || object->kind == RS_TYPE_NUMBER || object->kind == RS_TYPE_ARRAY))
    return call_function (lower, call, n_results);
  return call_what_is_there (lower, call, n_results);
}

gboolean
rs_lower_is_method (RsLower *lower, const RsNode *callee)
{
  g_assert (callee->kind == RS_NODE_FIELD);

  const RsClass *class = rs_type_get_class (type_of (lower, callee->children[0]));

  return callee->symbol != NULL && (class == NULL || rs_class_find_member (class, callee->name) < 0);
}

/* --- parameters that are only read --- */

typedef struct {
  RsLower *lower;
  const RsSymbol *symbol;
  gboolean is_read_only;
} Reads;

static void
look_for_reads (Reads *reads, const RsNode *node)
{
  const RsNode *object = rs_node_child (node, 0);
  const RsSymbol *callee;

  if (!reads->is_read_only)
    return;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NAME:
      if (rs_symbol_get_origin (node->symbol) == reads->symbol)
        reads->is_read_only = FALSE;
      return;
    case RS_NODE_FIELD:
      if (object != NULL && object->kind == RS_NODE_NAME && object->symbol == reads->symbol)
        {
          const RsType *type = type_of (reads->lower, node);

          reads->is_read_only = type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY
                                || type->kind == RS_TYPE_STRING;
          return;
        }
      break;
    case RS_NODE_CALL: /* another function might change the object meanwhile */
      callee = object != NULL && object->kind == RS_NODE_NAME ? rs_symbol_get_origin (object->symbol) : NULL;
      if (callee == NULL || (callee->kind != RS_SYMBOL_BUILTIN && callee->kind != RS_SYMBOL_BUILTIN_TYPE
                             && !(callee->kind == RS_SYMBOL_TYPE || callee->constructs != NULL)))
        reads->is_read_only = FALSE;
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      for (const RsNode *target = object; target != NULL; target = rs_node_child (target, 0))
        if (target->kind == RS_NODE_FIELD)
          reads->is_read_only = FALSE;
      break;
    case RS_NODE_FUNCTION:
    case RS_NODE_LAMBDA:
    case RS_NODE_META:
      reads->is_read_only = FALSE;
      break;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      look_for_reads (reads, node->children[i]);
}

const RsType *
rs_lower_parameter_type (RsLower *lower, const RsNode *body, const RsSymbol *symbol)
{
  const RsClass *class = symbol->type->kind == RS_TYPE_CLASS ? rs_type_get_class (symbol->type) : NULL;
  Reads reads = { lower, symbol, TRUE };
  RsType *pointer;

  if (class == NULL || class->kind != RS_CLASS_MUTABLE || body == NULL)
    return symbol->type;
  look_for_reads (&reads, body);
  if (!reads.is_read_only)
    return symbol->type;
  pointer = rs_arena_new0 (lower->bytecode->arena, RsType);
  pointer->kind = RS_TYPE_POINTER;
  pointer->item = symbol->type;
  return pointer;
}
