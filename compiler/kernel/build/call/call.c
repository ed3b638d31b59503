/* Calls: functions and lambdas are opened in place, built-in functions become operations.
 *
 * An opened function gets a frame with its own variables. Arguments are evaluated once; a parameter that the function
 * assigns becomes a variable, one whose elements it assigns shares the caller's vector, every other one stands for the
 * argument itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"

#define MAX_RECURSION 24 /* openings of one named function inside each other */
#define MAX_DEPTH 96     /* openings of any, such as the stages of a pipeline that lambdas make */
#define MAX_ARGUMENTS 32
#define MAX_HOST_CALLS 48 /* places that a host function is opened in, since each is text to compile */

static Frame *
open_frame (Build *b, const RsNode *node, Frame *lexical, int first_capture)
{
  Frame *frame = rs_arena_new0 (b->kernel->arena, Frame);

  frame->caller = b->frame;
  frame->lexical = lexical;
  frame->scope = node->scope;
  frame->node = node;
  frame->id = b->frames->len;
  frame->depth = b->frame->depth + 1;
  frame->first_capture = first_capture;
  frame->variables = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (b->frames, frame);
  return frame;
}

static void
bind_parameter (Build *b, Frame *frame, const RsSymbol *symbol, Value value, const RsNode *argument,
                const RsNode *place)
{
  Frame *caller = b->frame;
  gboolean writes_elements = value.kind == VALUE_NUMBER && value.shape.rank > 0
                             && (b_assigns_element (frame->node, symbol) || b_is_shared_vector (frame->node, symbol));
  Variable *variable = NULL;
  RsIrPlace line = b->line;

  if (value.kind == VALUE_ARRAY)
    value.boundary = RS_BOUNDARY_DEFAULT; /* how an array is read outside belongs to each parameter (STDLIB.md 1.4) */
  /* What does not fit is an error of the function. */
  b->line = b_line (b, frame->node);
  if (symbol->is_declared && value.kind != VALUE_FUNCTION)
    value = b_convert_for (b, value, symbol, place);
  b->line = line;
  if (value.kind == VALUE_OBJECT && symbol->is_declared && symbol->type && symbol->type->kind == RS_TYPE_CLASS
      && value.class->kind == RS_CLASS_MUTABLE)
    value = b_copy_object (b, &value, place);
  if (value.kind == VALUE_LAZY)
    b_lazy_bind (b, value.lazy);
  value = b_to_frame (b, value);
  if (b->reason)
    return;
  if (writes_elements && argument && argument->kind == RS_NODE_NAME && argument->symbol)
    variable = b_find_variable (b, caller, argument->symbol);
  if (variable && variable->kind == VARIABLE_LOCAL && variable->facts->shape.type == value.shape.type)
    {
      g_hash_table_insert (frame->variables, (gpointer)symbol, variable);
      return;
    }
  if (writes_elements && value.input > 0)
    {
      b_input_to_memory (b, value.input - 1); /* what it writes is the caller's vector, not a copy in each work item */
      return;
    }
  if (value.kind == VALUE_NUMBER && (symbol->is_assigned_again || writes_elements))
    {
      b->frame = frame;
      b_assign_variable (b, symbol, value, place);
      b->frame = caller;
      return;
    }
  b_declare_alias (b, frame, symbol, value);
}

/* What ...args takes: numbers become a vector, anything else a list. */
static Value
collect_rest (Build *b, const RsSymbol *symbol, const Value *arguments, guint n, const RsNode *place)
{
  const RsType *type = symbol->is_declared ? symbol->type : NULL;
  Value list = { .kind = VALUE_LIST, .n_items = n }, value;
  Shape shape = { .type = RS_IR_BOOL, .rank = 1, .dims = { n } };

  list.items = rs_arena_memdup (b->kernel->arena, arguments, n * sizeof *arguments);
  for (guint i = 0; i < n; i++)
    {
      if (!b_is_number (&arguments[i]))
        return list;
      shape.type = i == 0 ? arguments[i].shape.type
                   : shape.type != arguments[i].shape.type ? b_join_types (b, shape.type, arguments[i].shape.type)
                                                           : shape.type;
    }
  if (type && type->kind == RS_TYPE_ARRAY)
    shape.type = rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar;
  else if (n == 0)
    return list;
  if (n > BUILD_MAX_ELEMENTS)
    return b_not_supported (b, place, "so many arguments");
  value = b_value_new (b, shape);
  for (guint i = 0; i < n; i++)
    value.parts[i] = rs_ir_convert (b->kernel, arguments[i].parts[0], shape.type);
  return value;
}

static void
bind_parameters (Build *b, Frame *frame, Value *arguments, const RsNode *const *nodes, guint n, const RsNode *place)
{
  const GPtrArray *variables = frame->scope->variables;
  Frame *caller = b->frame;
  guint next = 0;

  for (guint i = 0; i < variables->len && !b->reason; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      Value value;

      if (!symbol->is_parameter)
        continue;
      for (guint k = next; k < n; k++)
        arguments[k] = b_keep (b, arguments[k]);
      if (b_parameter_node (frame->node, next) && (b_parameter_node (frame->node, next)->flags & RS_NODE_VARIADIC))
        {
          value = collect_rest (b, symbol, arguments + MIN (next, n), n - MIN (next, n), place);
          b_declare_alias (b, frame, symbol, value);
          return;
        }
      if (next < n)
        value = arguments[next];
      else
        {
          b->frame = frame;
          value = b_keep (b, b_expression (b, b_parameter_node (frame->node, next)->children[RS_PARAMETER_DEFAULT]));
          b->frame = caller;
        }
      bind_parameter (b, frame, symbol, value, nodes && next < n ? nodes[next] : NULL, place);
      next++;
    }
}

/* --- bodies --- */

static Value
run_lambda (Build *b, const RsNode *node)
{
  const RsNode *body = rs_node_last (node);
  RsIrPlace line = b->line;
  Value value;

  b->line = b_line (b, body);
  value = b_expression (b, body);
  b->line = line;
  return value;
}

static guint
read_outputs (Build *b, Frame *frame, Value *results, guint n_results, const RsNode *place)
{
  guint n = 0;

  for (guint i = 0; i < frame->scope->variables->len && n < n_results; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (frame->scope->variables, i);
      Variable *variable;

      if (!symbol->is_output)
        continue;
      variable = g_hash_table_lookup (frame->variables, symbol);
      if (variable)
        results[n] = b_read_variable (b, variable, place);
      else
        results[n] = b_fail (b, place, "the output `%s` gets no value", symbol->name);
      n++;
    }
  return n;
}

static guint
run_function (Build *b, Frame *frame, Value *results, guint n_results, const RsNode *place)
{
  const RsNode *body = rs_node_child (frame->node, RS_FUNCTION_BODY);
  RsIrBlock *outer = b->block;
  RsIrStatement *region = NULL;

  if (!body)
    {
      b_fail (b, place, "`%s` has no body", frame->node->name ? frame->node->name : "this function");
      return 0;
    }
  if (b_contains (body, RS_NODE_RETURN))
    {
      region = b_emit (b, RS_IR_REGION);
      frame->return_label = region->label;
      b->block = &region->body;
    }
  b_block (b, body);
  b->block = outer;
  return b->reason ? 0 : read_outputs (b, frame, results, n_results, place);
}

static gboolean
takes_argument (const Build *b, const RsNode *node, guint i, const Value *argument)
{
  const RsType *type;

  if (argument->kind == VALUE_ARRAY)
    {
      type = b->request->inputs[argument->input].type;
      return argument->n_prefix == 0 && rs_function_takes_array (node, i, type->element, type->rank);
    }
  if (argument->kind != VALUE_NUMBER)
    return FALSE;
  return argument->shape.rank > 0
             ? rs_function_takes_vector (node, i,
                                         rs_ir_is_floating (argument->shape.type) && !argument->shape.is_complex)
             : rs_function_takes_number (node, i);
}

/* In a loop of host code that is not forced to be parallel: a function that computes numbers from numbers, short
 * vectors and elements of arrays, which could as well stand in the loop. */
static gboolean
is_text_of_loop (const Build *b, const RsNode *node, const Value *arguments, guint n)
{
  if (b->nest.n_levels == 0 || b->nest.request == RS_LOOP_PARALLEL || !rs_function_is_simple (node))
    return FALSE;
  for (const Frame *frame = b->frame; frame && frame != b->root; frame = frame->caller)
    if ((frame->node->flags & RS_NODE_DEVICE) || frame->scope->is_kernel)
      return FALSE;
  for (guint i = 0; i < n; i++)
    if (!takes_argument (b, node, i, &arguments[i]))
      return FALSE;
  return TRUE;
}

/* The host's other functions see numbers in double precision and check their indices, so they are not opened. */
static gboolean
may_be_opened (Build *b, const RsNode *node, const Value *arguments, guint n, const RsNode *place)
{
  const char *name = node->name ? node->name : "this function";

  if (node->kind == RS_NODE_LAMBDA || (node->flags & RS_NODE_DEVICE) || (node->scope && node->scope->is_kernel))
    {
      if (node->flags & RS_NODE_KERNEL)
        b_fail (b, place, "the kernel function `%s` can only be launched with parallel_do", name);
      return (node->flags & RS_NODE_KERNEL) == 0;
    }
  if (is_text_of_loop (b, node, arguments, n))
    {
      if (b->frames->len > MAX_HOST_CALLS)
        b_not_supported (b, place, "so many calls of host functions");
      return b->reason == NULL;
    }
  b_fail (b, place, "`%s` is a host function; with __device__ it could be called here", name);
  return FALSE;
}

/* A serial loop is built in double precision, like the host; device functions have their own there, too. So have host
 * functions that might not end in single precision. */
static RsIrType
scalar_of_function (const Build *b, const RsNode *node)
{
  gboolean is_native = (node->flags & RS_NODE_DEVICE) || (node->scope && node->scope->is_kernel);

  if (node->kind == RS_NODE_FUNCTION && !is_native && rs_function_needs_double (node))
    return RS_IR_F64;
  if (!is_native || b->selected == RS_PRECISION_DOUBLE)
    return b->root_scalar;
  return rs_scope_computes_double (node->scope) ? RS_IR_F64 : RS_IR_F32;
}

/* A lambda inside itself is one with other captured values, since it is bound before it has a name. */
static gboolean
may_go_deeper (Build *b, const RsNode *node, const RsNode *place)
{
  guint n = 0;

  for (const Frame *frame = b->frame; frame; frame = frame->caller)
    n += frame->node == node && node->kind != RS_NODE_LAMBDA;
  if (n < MAX_RECURSION && b->frame->depth < MAX_DEPTH)
    return TRUE;
  b_fail (b, place, "`%s` calls itself, or calls go deeper than %d", node->name ? node->name : "a function",
          n < MAX_RECURSION ? MAX_DEPTH : MAX_RECURSION);
  return FALSE;
}

static guint
open_in_place (Build *b, const Value *function, const RsNode *node, Value *arguments, const RsNode *const *nodes,
               guint n, Value *results, guint n_results, const RsNode *place)
{
  Frame *frame, *caller = b->frame;
  RsIrType scalar = b->scalar;
  guint32 no_label = 0;
  guint n_values = 0;

  if (rs_node_is_generic (node) && !(node = b_instance (b, function, node, arguments, n, place)))
    return 0;
  if (!may_go_deeper (b, node, place))
    return 0;
  frame = open_frame (b, node, function->lexical, function->first_capture);
  b->scalar = scalar_of_function (b, node);
  bind_parameters (b, frame, arguments, nodes, n, place);
  if (b->reason)
    return 0;
  b->frame = frame;
  g_array_append_val (b->loop_labels, no_label);
  if (node->kind == RS_NODE_LAMBDA && (node->flags & RS_NODE_KERNEL) != 0)
    b_block (b, rs_node_last (node));
  else if (node->kind == RS_NODE_LAMBDA)
    {
      results[0] = run_lambda (b, node);
      n_values = results[0].kind != VALUE_NOTHING;
    }
  else
    n_values = run_function (b, frame, results, n_results, place);
  g_array_set_size (b->loop_labels, b->loop_labels->len - 1);
  b->frame = caller;
  b->scalar = scalar;
  for (guint i = 0; i < n_values; i++)
    results[i] = b_to_frame (b, results[i]);
  return n_values;
}

static guint
open_function (Build *b, const Value *function, const RsNode *node, Value *arguments, const RsNode *const *nodes,
               guint n, Value *results, guint n_results, const RsNode *place)
{
  if (!node->scope || !may_be_opened (b, node, arguments, n, place))
    return 0;
  return open_in_place (b, function, node, arguments, nodes, n, results, n_results, place);
}

void
b_open_work_item (Build *b, const Value *function, const RsNode *kernel, Value *arguments, const RsNode *const *nodes,
                  guint n, const RsNode *place)
{
  open_in_place (b, function, kernel, arguments, nodes, n, NULL, 0, place);
}

/* --- calls of values --- */

guint
b_call_value (Build *b, Value function, Value *arguments, const RsNode *const *nodes, guint n, Value *results,
            guint n_results, const RsNode *place)
{
  const RsNode *node;

  if (function.n_items > 0)
    return b_call_choice (b, &function, arguments, nodes, n, results, n_results, place);
  node = b_choose_overload (b, &function, arguments, n, place);
  if (b->reason)
    return 0;
  if (node)
    return open_function (b, &function, node, arguments, nodes, n, results, n_results, place);
  if (function.builtin)
    {
      results[0] = b_intrinsic (b, place, function.builtin, arguments, n);
      return results[0].kind != VALUE_NOTHING;
    }
  b_not_supported (b, place, "a call that fits no definition of the function, or a variable number of arguments");
  return 0;
}

Value
b_call_function (Build *b, Value function, Value *arguments, guint n, guint n_results, Value *results,
                 const RsNode *place)
{
  Value own[1] = { { .kind = VALUE_NOTHING } };
  guint n_values
      = b_call_value (b, function, arguments, NULL, n, results ? results : own, results ? n_results : 1, place);

  if (b->reason || n_values == 0)
    return (Value){ .kind = VALUE_NOTHING };
  return results ? results[0] : own[0];
}

/* --- arguments --- */

static guint
build_arguments (Build *b, const RsNode *node, Value *arguments, const RsNode **nodes)
{
  guint n = 0;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children && !b->reason; i++)
    {
      const RsNode *child = node->children[i];
      gboolean spreads = child->kind == RS_NODE_SPREAD && child->n_children > 0;
      RsIrStatement *mark = b->block->last;
      Value value;

      if (child->kind == RS_NODE_NAMED_ARGUMENT)
        b_not_supported (b, child, "named arguments");
      value = b_expression (b, spreads ? child->children[0] : child);
      for (guint k = 0; k < n && b->block->last != mark; k++)
        arguments[k] = b_pin (b, arguments[k], mark, FALSE);
      for (guint k = 0; spreads && value.kind == VALUE_LIST && k < value.n_items && n < MAX_ARGUMENTS; k++)
        {
          nodes[n] = child;
          arguments[n++] = value.items[k];
        }
      for (guint k = 0; spreads && value.kind == VALUE_NUMBER && k < b_shape_count (&value.shape) && n < MAX_ARGUMENTS;
           k++)
        {
          nodes[n] = child;
          arguments[n++] = b_number (value.parts[k], b);
        }
      if (n >= MAX_ARGUMENTS)
        b_not_supported (b, node, "so many arguments");
      else if (!spreads)
        {
          nodes[n] = child;
          arguments[n++] = value;
        }
    }
  return n;
}

static const RsIrExpression *
zip_quotient (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  const char *name = data;
  const RsIrExpression *exact
      = y->op == RS_IR_CONST && y->type == RS_IR_I64 ? rs_ir_exact_quotient (b->kernel, x, y->value.integer) : NULL;

  if (exact != NULL)
    return exact;
  if (g_str_equal (name, "ceil"))
    return rs_ir_unary (b->kernel, RS_IR_NEG, b_op (b, RS_IR_FLOOR_DIV, rs_ir_unary (b->kernel, RS_IR_NEG, x), y));
  return b_divide (b, g_str_equal (name, "int") ? RS_IR_TRUNC_DIV : RS_IR_FLOOR_DIV, x, y);
}

static gboolean
is_integral (const Value *value)
{
  return value->kind == VALUE_NUMBER && (value->shape.type == RS_IR_I64 || value->shape.type == RS_IR_BOOL);
}

/* int(a/b), floor(a/b), ceil(a/b) of integers are exact. */
static gboolean
exact_quotient (Build *b, const RsNode *node, const char *name, Value *result)
{
  const RsNode *argument = rs_node_child (node, RS_CALL_FIRST_ARGUMENT);
  Value x, y;

  if (node->n_children != 2 || argument->kind != RS_NODE_BINARY
      || (argument->op != RS_OP_DIVIDE && argument->op != RS_OP_DOT_DIVIDE))
    return FALSE;
  if (!g_str_equal (name, "int") && !g_str_equal (name, "floor") && !g_str_equal (name, "ceil"))
    return FALSE;
  x = b_expression (b, argument->children[0]);
  y = b_expression (b, argument->children[1]);
  if (!is_integral (&x) || !is_integral (&y) || (argument->op == RS_OP_DIVIDE && x.shape.rank > 0 && y.shape.rank > 0))
    {
      Value quotient;

      if (!b_find_leaf (b, argument, &quotient)) /* a number that is computed already */
        quotient = b_binary (b, argument->op, x, y, argument);
      *result = b_intrinsic (b, node, rs_builtin_find (name), &quotient, 1);
      return TRUE;
    }
  *result = b_zip (b, b_convert (b, x, RS_IR_I64), b_convert (b, y, RS_IR_I64), argument, zip_quotient, (gpointer)name);
  return TRUE;
}

/* int(x), scalar(x): the name of a type as a function of numbers; vec(n), mat(r,c), vec3(): zeroed. */
static Value
call_type (Build *b, const RsNode *node, const RsSymbol *symbol)
{
  const RsType *type = symbol->type;
  Value arguments[MAX_ARGUMENTS];
  const RsNode *nodes[MAX_ARGUMENTS];
  guint n = build_arguments (b, node, arguments, nodes), count = 1;
  Shape shape = { 0 };
  Value result, zero;

  if (b->reason)
    return b_scalar (b, 0);
  if (type && type->kind == RS_TYPE_NUMBER && n == 1 && b_is_number (&arguments[0])
      && !rs_element_is_complex (type->element)
      && (type->element == RS_ELEMENT_INT64 || type->element == RS_ELEMENT_INT32
          || rs_element_is_floating (type->element)))
    return b_convert (b, b_has_range (b, type) ? b_into_range (b, arguments[0], type, node) : arguments[0],
                      rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar);
  if (!type || type->kind != RS_TYPE_ARRAY || type->rank < 1 || type->rank > BUILD_MAX_RANK
      || rs_element_is_complex (type->element))
    return b_not_supported (b, node, "this type as a function");
  shape.rank = type->rank;
  shape.type = rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar;
  zero = b_number (rs_ir_constant (b->kernel, shape.type, 0), b);
  for (guint i = 0; i < shape.rank; i++)
    {
      gint64 size = type->sizes[i];

      if (i < n && (!b_is_number (&arguments[i]) || !b_constant_integer (arguments[i].parts[0], &size)))
        size = -1;
      if (size < 1 || size > BUILD_MAX_ELEMENTS || count * size > BUILD_MAX_ELEMENTS)
        return n == shape.rank && (shape.type != RS_IR_I64
                                     || (type->element == RS_ELEMENT_INT32 && type->overflow == RS_OVERFLOW_DEFAULT))
                 ? b_dynamic_fill (b, arguments, n, &zero, node)
                 : b_not_supported (b, node, "memory that is allocated in a kernel");
      shape.dims[i] = size;
      count *= size;
    }
  result = b_value_new (b, shape);
  result.integers = b_make_integers (b, type);
  for (guint i = 0; i < count; i++)
    result.parts[i] = rs_ir_constant (b->kernel, shape.type, 0);
  return result;
}

/* x.f (...): a member that is a function, or the function f with x in front. */
static Value
call_method (Build *b, const RsNode *node)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  Value object = b_keep (b, b_expression (b, callee->children[0]));
  gboolean is_member = object.kind == VALUE_OBJECT && rs_class_find_member (object.class, callee->name) >= 0;
  Value arguments[MAX_ARGUMENTS + 1] = { object }, function, results[1] = { { .kind = VALUE_NOTHING } };
  const RsNode *nodes[MAX_ARGUMENTS + 1] = { callee->children[0] };
  guint n;

  if (b->reason)
    return object;
  if (object.kind == VALUE_GROUP)
    {
      n = build_arguments (b, node, arguments + 1, nodes + 1);
      return b->reason ? b_scalar (b, 0) : b_group_call (b, object.group, callee->name, arguments + 1, n, node);
    }
  if (!is_member && !callee->symbol)
    return b_not_supported (b, node, "this method");
  function = is_member ? b_field (b, callee) : b_symbol_value (b, b->frame, callee->symbol, callee);
  n = build_arguments (b, node, arguments + 1, nodes + 1);
  if (!b->reason && function.kind != VALUE_FUNCTION)
    return b_not_supported (b, node, "calling this value");
  if (b->reason)
    return b_scalar (b, 0);
  b_call_value (b, function, arguments + is_member, nodes + is_member, n + !is_member, results, 1, node);
  return results[0];
}

Value
b_call (Build *b, const RsNode *node)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  Value arguments[MAX_ARGUMENTS], function, result = { .kind = VALUE_NOTHING };
  const RsNode *nodes[MAX_ARGUMENTS];
  Value results[1] = { result };
  guint n;

  if (callee->kind == RS_NODE_NAME && callee->symbol)
    {
      const RsSymbol *symbol = callee->symbol;

      if (symbol->kind == RS_SYMBOL_BUILTIN && exact_quotient (b, node, symbol->name, &result))
        return result;
      if (symbol->kind == RS_SYMBOL_BUILTIN_TYPE)
        return call_type (b, node, symbol);
      if (symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_SYNCTHREADS)
        {
          b_barrier (b, node);
          return result;
        }
      if (symbol->kind == RS_SYMBOL_BUILTIN && rs_builtin_is_launch (symbol->builtin))
        {
          n = build_arguments (b, node, arguments, nodes);
          if (!b->reason)
            b_launch (b, node, arguments, nodes, n);
          return result;
        }
      /* One thread runs all work items of a block, and stores are not moved across others to the same array. */
      if (symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_MEMFENCE)
        return result;
    }
  if (b_is_shared_call (node))
    return b_shared (b, node);
  if (b_call_of_type (b, node, &result))
    return result;
  if (b_construct (b, node, &result))
    return result;
  if (callee->kind == RS_NODE_FIELD)
    return call_method (b, node);
  function = b_expression (b, callee);
  if (!b->reason && function.kind != VALUE_FUNCTION)
    return b_not_supported (b, node, "calling this value");
  n = build_arguments (b, node, arguments, nodes);
  if (b->reason)
    return b_scalar (b, 0);
  return b_call_value (b, function, arguments, nodes, n, results, 1, node) ? results[0] : result;
}
