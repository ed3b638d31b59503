/* Calls: of function values, built-ins and types, with plain, named, spread and open arguments.
 *
 * Function and arguments lie in consecutive temporaries that end the caller's frame, so that the callee's frame begins
 * on its arguments and nothing is copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"
#include "compiler/sema/rewrite/barrier.h"
#include "compiler/sema/generic/generic.h"

#include "compiler/sema/infer/infer.h"

#include <string.h>

/* ...f(x): every output of f. */
static void
lower_all_results (RsLower *lower, const RsNode *call, guint target)
{
  guint mark = lower->next;
  guint value = rs_lower_call_results (lower, call, RS_ALL_RESULTS);

  rs_lower_release (lower, mark);
  rs_lower_emit (lower, RS_OPCODE_MOVE, target, value, 0);
}

/* is_serial: of serial_do, which always has a list. */
static gboolean
lower_list (RsLower *lower, RsNode *const *nodes, guint n, gboolean is_serial, guint *list_index)
{
  RsArgumentList list = { .n = n, .is_serial = is_serial };
  guint first = rs_lower_take (lower, n);
  gboolean needed = is_serial;

  list.names = rs_arena_array (lower->bytecode->arena, const char *, n + 1);
  list.is_spread = rs_arena_array (lower->bytecode->arena, gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const RsNode *node = nodes[i];

      if (node->kind == RS_NODE_NAMED_ARGUMENT)
        {
          list.names[i] = node->name;
          node = node->children[0];
          needed = TRUE;
        }
      else if (node->kind == RS_NODE_SPREAD && node->n_children > 0 && node->children[0] != NULL)
        {
          list.is_spread[i] = TRUE;
          node = node->children[0];
          needed = TRUE;
        }
      if (node->kind == RS_NODE_PLACEHOLDER || node->kind == RS_NODE_COLON)
        rs_lower_emit (lower, RS_OPCODE_UNSET, first + i, 0, 0);
      else if (list.is_spread[i] && node->kind == RS_NODE_CALL)
        lower_all_results (lower, node, first + i);
      else
        rs_lower_to (lower, node, first + i);
    }
  if (needed)
    {
      g_array_append_val (lower->lists, list);
      *list_index = lower->lists->len - 1;
    }
  return needed;
}

gboolean
rs_lower_arguments (RsLower *lower, RsNode *const *nodes, guint n, guint *list_index)
{
  return lower_list (lower, nodes, n, FALSE, list_index);
}

static gboolean
has_placeholder (const RsNode *node)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    {
      const RsNode *argument = node->children[i];

      if (argument->kind == RS_NODE_PLACEHOLDER
          || (argument->kind == RS_NODE_NAMED_ARGUMENT && argument->children[0]->kind == RS_NODE_PLACEHOLDER))
        return TRUE;
    }
  return FALSE;
}

const RsBuiltin *
rs_lower_called_builtin (const RsNode *callee)
{
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? callee->symbol : NULL;

  while (symbol != NULL && symbol->kind == RS_SYMBOL_CAPTURED && symbol->origin != NULL)
    symbol = symbol->origin;
  if (symbol == NULL)
    return NULL;
  if (symbol->kind == RS_SYMBOL_BUILTIN && (symbol->builtin->flags & RS_BUILTIN_CONSTANT) == 0)
    return symbol->builtin;
  /* int(x), scalar(x): the function of that name, when there is one */
  if (symbol->kind == RS_SYMBOL_BUILTIN_TYPE && symbol->type != NULL && symbol->type->kind == RS_TYPE_NUMBER)
    return rs_builtin_find (symbol->name);
  return NULL;
}

static const RsType *
called_type (RsLower *lower, const RsNode *callee)
{
  const RsType *generic = rs_lower_generic_type (lower, callee);

  if (generic != NULL)
    return generic;
  if (callee->kind == RS_NODE_TYPE_OF_TEXT)
    return rs_lower_type (lower, callee->children[0]);
  if (callee->kind == RS_NODE_NAME && callee->symbol != NULL && callee->symbol->kind == RS_SYMBOL_BUILTIN_TYPE)
    return strcmp (callee->symbol->name, "object") == 0 ? &rs_type_object : callee->symbol->type;
  if (callee->kind == RS_NODE_NAME && callee->symbol != NULL && callee->symbol->kind == RS_SYMBOL_TYPE
      && callee->symbol->type != NULL && callee->symbol->type->kind != RS_TYPE_UNKNOWN)
    return callee->symbol->type;
  return NULL;
}

/* --- built-ins with instructions of their own --- */

static RsOpcode
exact_division (const RsBuiltin *builtin, gboolean is_dotted)
{
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_INT:
      return is_dotted ? RS_OPCODE_DOT_DIVIDE_TRUNCATE : RS_OPCODE_DIVIDE_TRUNCATE;
    case RS_BUILTIN_ID_FLOOR:
      return is_dotted ? RS_OPCODE_DOT_DIVIDE_FLOOR : RS_OPCODE_DIVIDE_FLOOR;
    case RS_BUILTIN_ID_CEIL:
      return is_dotted ? RS_OPCODE_DOT_DIVIDE_CEIL : RS_OPCODE_DIVIDE_CEIL;
    default:
      return RS_OPCODE_EXTRA;
    }
}

/* type(x, "int8") of a variable that is declared so; TRUE when lowered. */
static gboolean
lower_type_test (RsLower *lower, const RsNode *node, guint target)
{
  const RsNode *argument = node->children[RS_CALL_FIRST_ARGUMENT];
  RsConstant constant = { .kind = RS_CONSTANT_BUILTIN_VALUE };
  RsBinding binding;
  gboolean holds;

  if (argument->kind != RS_NODE_NAME
      || !rs_generic_read_argument (lower->bytecode->arena, lower->options->precision,
                                    node->children[RS_CALL_FIRST_ARGUMENT + 1], &binding)
      || binding.kind != RS_BINDING_TYPE
      || !rs_symbol_decides_type (rs_symbol_get_origin (argument->symbol), binding.type, &holds))
    return FALSE;
  constant.integer = holds ? RS_BUILTIN_ID_TRUE : RS_BUILTIN_ID_FALSE;
  rs_lower_emit (lower, RS_OPCODE_LOAD, target, rs_lower_constant (lower, constant), 0);
  return TRUE;
}

/* maxvalue(T), minvalue(T): of the selected precision, whatever the kernel that asks computes with. */
static gboolean
lower_limit (RsLower *lower, const RsNode *type_node, gboolean largest, guint target)
{
  RsConstant constant = { 0 };
  RsBinding binding;
  gboolean is_integer;

  if (!rs_generic_read_argument (lower->bytecode->arena, lower->options->precision, type_node, &binding)
      || binding.kind != RS_BINDING_TYPE
      || !rs_type_get_limit (binding.type, lower->options->precision, largest, &is_integer, &constant.integer,
                             &constant.number))
    return FALSE;
  constant.kind = is_integer ? RS_CONSTANT_INT : RS_CONSTANT_SCALAR;
  rs_lower_emit (lower, RS_OPCODE_LOAD, target, rs_lower_constant (lower, constant), 0);
  return TRUE;
}

/* int(a/b), floor(a/b), ceil(a/b), mod(a,b), some tests of types: TRUE when lowered. */
static gboolean
lower_special (RsLower *lower, const RsNode *node, const RsBuiltin *builtin, guint target)
{
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  const RsNode *argument = n > 0 ? node->children[RS_CALL_FIRST_ARGUMENT] : NULL;
  const RsNode *left, *right;
  guint mark = lower->next;
  RsOpcode op = RS_OPCODE_EXTRA;
  guint a, b;

  if (n == 2 && builtin->id == RS_BUILTIN_ID_TYPE)
    return lower_type_test (lower, node, target);
  if (n == 1 && (builtin->id == RS_BUILTIN_ID_MAXVALUE || builtin->id == RS_BUILTIN_ID_MINVALUE))
    return lower_limit (lower, argument, builtin->id == RS_BUILTIN_ID_MAXVALUE, target);
  if (n == 1 && argument->kind == RS_NODE_BINARY
      && (argument->op == RS_OP_DIVIDE || argument->op == RS_OP_DOT_DIVIDE))
    {
      op = exact_division (builtin, argument->op == RS_OP_DOT_DIVIDE);
      left = argument->children[0];
      right = argument->children[1];
    }
  else if (n == 2 && builtin->id == RS_BUILTIN_ID_MOD && argument->kind != RS_NODE_SPREAD
           && node->children[RS_CALL_FIRST_ARGUMENT + 1]->kind != RS_NODE_SPREAD)
    {
      op = RS_OPCODE_MODULO;
      left = argument;
      right = node->children[RS_CALL_FIRST_ARGUMENT + 1];
    }
  if (op == RS_OPCODE_EXTRA || has_placeholder (node))
    return FALSE;
  a = rs_lower_expression (lower, left, RS_ANYWHERE);
  b = rs_lower_expression (lower, right, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  lower->offset = node->span.start;
  rs_lower_emit (lower, op, target, a, b);
  if (lower->rounds)
    rs_lower_emit (lower, RS_OPCODE_ROUND, target, 0, 0);
  return TRUE;
}

/* The kernel stands where a function is wanted, so that a number of the same name does not hide it: the same rule as
 * for calls. */
static const RsSymbol *
find_hidden_kernel (const RsNode *argument)
{
  const RsSymbol *symbol = argument->kind == RS_NODE_NAME ? argument->symbol : NULL;

  if (symbol == NULL || symbol->kind != RS_SYMBOL_VARIABLE || !symbol->is_data || symbol->scope->functions == NULL)
    return NULL;
  return g_hash_table_lookup (symbol->scope->functions, argument->name);
}

static guint
lower_launch (RsLower *lower, const RsNode *node, const RsBuiltin *builtin, guint n_results)
{
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  const RsSymbol *kernel = n > 0 ? find_hidden_kernel (rs_node_last (node)) : NULL;
  guint first = lower->next;
  guint list;
  gboolean is_serial = builtin->id == RS_BUILTIN_ID_SERIAL_DO;
  gboolean has_list = lower_list (lower, node->children + RS_CALL_FIRST_ARGUMENT, n, is_serial, &list);

  if (kernel != NULL)
    {
      RsNode name = *rs_node_last (node);

      name.symbol = (RsSymbol *)kernel;
      rs_lower_name (lower, &name, (int)(first + n - 1));
    }
  lower->offset = node->span.start;
  if (n_results == RS_ALL_RESULTS)
    n_results = 1;
  rs_lower_emit (lower, has_list ? RS_OPCODE_PARALLEL_DO_LIST : RS_OPCODE_PARALLEL_DO, first, has_list ? list : n,
                 n_results == RS_ANY_RESULT ? 0 : n_results);
  if (n_results == RS_ANY_RESULT)
    rs_lower_emit (lower, RS_OPCODE_UNSET, first, 0, 0);
  return first;
}

static gboolean
has_spread (const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i]->kind == RS_NODE_SPREAD)
      return TRUE;
  return FALSE;
}

/* shared (...dims): the sizes as one vector. */
static void
lower_spread_sizes (RsLower *lower, const RsNode *node)
{
  RsNode sizes = { .kind = RS_NODE_MATRIX, .span = node->span };

  sizes.children = node->children + RS_CALL_FIRST_ARGUMENT;
  sizes.n_children = node->n_children - RS_CALL_FIRST_ARGUMENT;
  rs_lower_to (lower, &sizes, rs_lower_take (lower, 1));
}

static guint
lower_shared (RsLower *lower, const RsNode *node, const RsType *element, gboolean copies)
{
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = lower->next;
  guint list;

  if (n == 0)
    rs_lower_take (lower, 1);
  if (has_spread (node))
    {
      lower_spread_sizes (lower, node);
      n = 1;
    }
  else if (rs_lower_arguments (lower, node->children + RS_CALL_FIRST_ARGUMENT, n, &list))
    rs_lower_unsupported (lower, node, "named arguments of shared");
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_SHARED, first, n, rs_lower_type_constant (lower, element, NULL));
  rs_lower_emit (lower, RS_OPCODE_EXTRA, lower->proto->n_shared++, copies, 0);
  return first;
}

static guint construct (RsLower *lower, const RsNode *node, const RsType *type, gboolean zero);

/* shared[T] (dims), zeros[T] (dims) */
static gboolean
lower_allocation (RsLower *lower, const RsNode *node, guint *first)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  RsArena *arena = lower->bytecode->arena;
  const RsType *type = rs_generic_is_allocation (callee)
                           ? rs_generic_allocated_type (arena, lower->options->precision, callee, 0)
                           : NULL;
  guint id;

  if (!type)
    return FALSE;
  id = callee->children[RS_INDEX_ARRAY]->symbol->builtin->id;
  if (id == RS_BUILTIN_ID_SHARED || id == RS_BUILTIN_ID_SHARED_ZEROS)
    *first = lower_shared (lower, node, type, FALSE);
  else
    *first = construct (lower, node, type, id == RS_BUILTIN_ID_ZEROS);
  return TRUE;
}

/* assert(condition): its text is the message. */
static guint
lower_assertion (RsLower *lower, const RsNode *node, const RsBuiltin *builtin)
{
  const RsNode *condition = node->children[RS_CALL_FIRST_ARGUMENT];
  g_autofree char *source = rs_node_to_string (condition);
  guint first = rs_lower_take (lower, 2);

  rs_lower_to (lower, condition, first);
  rs_lower_emit (lower, RS_OPCODE_LOAD, first + 1,
                 rs_lower_string_constant (lower, rs_arena_printf (lower->bytecode->arena, "%s", source)), 0);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_CALL_BUILTIN, first, 2, 0);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, builtin->id, 0, 0);
  return first;
}

/* Names of the arguments that are variables, a line each, as a constant; 0: they do not count, else its number + 1. */
static guint
lower_argument_names (RsLower *lower, const RsNode *node, const RsBuiltin *builtin)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (builtin->id != RS_BUILTIN_ID_SAVE)
    return 0;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    g_string_append_printf (names, "%s\n", node->children[i]->kind == RS_NODE_NAME ? node->children[i]->name : "");
  return rs_lower_string_constant (lower, rs_arena_printf (lower->bytecode->arena, "%s", names->str)) + 1;
}

static guint
call_builtin (RsLower *lower, const RsNode *node, const RsBuiltin *builtin, guint n_results)
{
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  gboolean in_kernel = lower->proto->is_kernel || lower->proto->is_device;
  guint first = lower->next;
  guint list = 0, names = 0;

  if (rs_builtin_is_launch (builtin))
    return lower_launch (lower, node, builtin, n_results);
  if (builtin->id == RS_BUILTIN_ID_SYNCTHREADS && in_kernel)
    {
      RsBarrierScope scope = rs_barrier_get_scope (node);

      lower->proto->has_barrier = TRUE;
      lower->proto->has_grid_barrier |= scope >= RS_BARRIER_GRID;
      rs_lower_emit (lower, RS_OPCODE_BARRIER, 0, scope, 0);
      return rs_lower_take (lower, 1);
    }
  if (builtin->id == RS_BUILTIN_ID_SHARED || builtin->id == RS_BUILTIN_ID_SHARED_ZEROS)
    return lower_shared (lower, node, &rs_type_scalar, FALSE);
  if (builtin->id == RS_BUILTIN_ID_SHARED_COPY)
    return lower_shared (lower, node, &rs_type_scalar, TRUE);
  if (builtin->id == RS_BUILTIN_ID_EVAL && n == 1)
    {
      rs_lower_to (lower, node->children[RS_CALL_FIRST_ARGUMENT], rs_lower_take (lower, 1));
      rs_lower_emit (lower, RS_OPCODE_EVALUATE, first, 0, 0);
      return first;
    }
  if (builtin->id == RS_BUILTIN_ID_ASSERT && n == 1 && !has_spread (node) && !has_placeholder (node))
    return lower_assertion (lower, node, builtin);
  /* On the host every level of synchronisation is the same wait; its name is a word, no value. */
  if (builtin->id == RS_BUILTIN_ID_SYNCTHREADS || builtin->id == RS_BUILTIN_ID_MEMFENCE)
    n = 0;
  if (n_results == 1 || n_results == RS_ANY_RESULT)
    {
      rs_lower_take (lower, 1);
      if (lower_special (lower, node, builtin, first))
        return first;
      rs_lower_release (lower, first);
    }
  if (rs_lower_arguments (lower, node->children + RS_CALL_FIRST_ARGUMENT, n, &list))
    rs_lower_emit (lower, RS_OPCODE_CALL_BUILTIN_LIST, first, list, n_results);
  else
    {
      lower->offset = node->span.start;
      rs_lower_emit (lower, RS_OPCODE_CALL_BUILTIN, first, n, n_results);
      names = lower_argument_names (lower, node, builtin);
    }
  rs_lower_emit (lower, RS_OPCODE_EXTRA, builtin->id, names, 0);
  if (in_kernel && lower->rounds && n_results == 1)
    rs_lower_emit (lower, RS_OPCODE_ROUND, first, 0, 0);
  return first;
}

/* --- the others --- */

static guint
construct (RsLower *lower, const RsNode *node, const RsType *type, gboolean zero)
{
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = lower->next;
  guint list = 0;

  if (type->kind == RS_TYPE_CLASS)
    return rs_lower_construct_object (lower, node, type);
  if (n == 0)
    rs_lower_take (lower, 1);
  if (rs_lower_arguments (lower, node->children + RS_CALL_FIRST_ARGUMENT, n, &list))
    {
      lower->offset = node->span.start;
      rs_lower_emit (lower, RS_OPCODE_CONSTRUCT_LIST, first, list, rs_lower_type_constant (lower, type, NULL));
      return first;
    }
  lower->offset = node->span.start;
  rs_lower_emit (lower, zero ? RS_OPCODE_CONSTRUCT : RS_OPCODE_CONSTRUCT_UNSET, first, n,
                 rs_lower_type_constant (lower, type, NULL));
  return first;
}

/* obj.f(a, _) binds the object, too. */
static guint
partial (RsLower *lower, const RsNode *node)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  gboolean is_method = callee->kind == RS_NODE_FIELD && rs_lower_is_method (lower, callee);
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  guint first = rs_lower_take (lower, 1);
  guint list;
  gboolean listed;

  if (is_method)
    {
      rs_lower_name (lower, callee, (int)first);
      g_ptr_array_add (nodes, callee->children[0]);
    }
  else
    rs_lower_to (lower, callee, first);
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    g_ptr_array_add (nodes, node->children[i]);
  listed = rs_lower_arguments (lower, (RsNode *const *)nodes->pdata, nodes->len, &list);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_PARTIAL, first, nodes->len, listed ? list + 1 : 0);
  return first;
}

static guint
call_value (RsLower *lower, const RsNode *node, guint n_results)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  guint n = node->n_children - RS_CALL_FIRST_ARGUMENT;
  guint first = rs_lower_take (lower, 1);
  guint list = 0;

  rs_lower_to (lower, callee, first);
  rs_lower_instance_of_pointers (lower, node, first);
  if (rs_lower_arguments (lower, node->children + RS_CALL_FIRST_ARGUMENT, n, &list))
    rs_lower_emit (lower, RS_OPCODE_CALL_LIST, first, list, n_results);
  else
    {
      lower->offset = node->span.start;
      rs_lower_emit (lower, RS_OPCODE_CALL, first, n, n_results);
    }
  return first;
}

guint
rs_lower_call_results (RsLower *lower, const RsNode *node, guint n_results)
{
  g_assert (node->kind == RS_NODE_CALL);

  const RsNode *callee = node->children[RS_CALL_CALLEE];
  const RsBuiltin *builtin = rs_lower_called_builtin (callee);
  const RsType *type = called_type (lower, callee);
  const RsSymbol *function = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  guint first;

  if (lower_allocation (lower, node, &first))
    return first;
  if (type == NULL)
    type = rs_generic_constructed_type (lower->bytecode->arena, lower->options->precision, node);
  if (callee->kind == RS_NODE_FIELD && !has_placeholder (node))
    first = rs_lower_method_call (lower, node, n_results);
  else if (function != NULL && rs_is_member_construction (node, function))
    first = rs_lower_construct_object (lower, node, function->constructs->type);
  else if (has_placeholder (node))
    first = partial (lower, node);
  else if (builtin != NULL)
    first = call_builtin (lower, node, builtin, n_results);
  else if (type != NULL)
    first = construct (lower, node, type, TRUE);
  else
    first = call_value (lower, node, n_results);
  if (n_results < RS_ALL_RESULTS && first + n_results > lower->next)
    rs_lower_take (lower, first + n_results - lower->next);
  return first;
}

guint
rs_lower_call (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_CALL);

  guint mark = lower->next;
  guint first;

  if (target >= (int)lower->first_temporary && (guint)target + 1 == lower->next
      && lower->leaves == NULL) /* the last temporary: straight into it */
    {
      rs_lower_release (lower, (guint)target);
      first = rs_lower_call_results (lower, node, 1);
      rs_lower_release (lower, (guint)target + 1);
      return first;
    }
  first = rs_lower_call_results (lower, node, 1);

  if (target == RS_ANYWHERE)
    {
      rs_lower_release (lower, MAX (mark, first + 1));
      return first;
    }
  rs_lower_release (lower, mark);
  rs_lower_emit (lower, RS_OPCODE_MOVE, (guint)target, first, 0);
  return (guint)target;
}
