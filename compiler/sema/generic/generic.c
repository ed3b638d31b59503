/* Instances of generic functions: deduction from a call, copies, the cache. See generic.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic-private.h"


#include "compiler/sema/infer/infer.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/names/types/binding.h"
#include "compiler/sema/names/types/generic-type.h"
#include "compiler/syntax/copy.h"

#include <string.h>

/* Instances of one function that may be inferred inside each other. */
#define MAX_OPEN 24
#define MAX_ARGUMENTS 64
/* From here on new sizes share one instance. */
#define MANY_INSTANCES 16

static const RsNode *
type_parameters_of (const RsNode *function)
{
  const RsNode *list = function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS)
                                                          : NULL;

  return list && list->n_children > 0 ? list : NULL;
}

/* --- deduction --- */

static const RsNode *
parameters_of (const RsNode *function)
{
  return rs_node_child (function, RS_FUNCTION_PARAMETERS);
}

static void
set_explicit (RsDeduction *deduction, const RsBinding *explicit, guint n)
{
  for (guint i = 0; i < n; i++)
    if (explicit[i].kind == RS_BINDING_VALUE)
      rs_deduction_set_value (deduction, i, explicit[i].value);
    else if (explicit[i].kind == RS_BINDING_TYPE)
      rs_deduction_set_type (deduction, i, explicit[i].type);
}

/* What an argument for the parameter has to be: of `...rest : vec[T]` each one is a T. */
static const RsNode *
type_of_argument (const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

  if (!type || !(parameter->flags & RS_NODE_VARIADIC))
    return type;
  return type->kind == RS_NODE_TYPE_NAME && rs_node_child (type, 0) && type->children[0]->kind != RS_NODE_TYPE_SIZES
             && type->children[0]->kind != RS_NODE_TYPE_DIMENSIONS
           ? type->children[0] : NULL;
}

/* What is not used needs no value. */
static void
fill_unused (RsDeduction *deduction, const RsNode *function)
{
  const RsNode *list = type_parameters_of (function);

  for (guint i = 0; list && i < list->n_children; i++)
    if (list->children[i] && list->children[i]->symbol && !rs_deduction_is_bound (deduction, i)
        && !rs_generic_uses_parameter (function, list->children[i]->symbol))
      rs_deduction_set_any (deduction, i);
}

RsDeduction *
rs_generic_deduce (RsArena *arena, const RsNode *function, const RsBinding *explicit, guint n_explicit,
                   const RsType *const *actuals, guint n, gboolean is_static, gboolean keep_sizes)
{
  RsDeduction *deduction = rs_deduction_new_for (arena, function->scope, type_parameters_of (function));
  const RsNode *list = parameters_of (function);
  guint n_parameters = list ? list->n_children : 0;

  if (is_static)
    rs_deduction_set_static (deduction);
  if (keep_sizes)
    rs_deduction_keep_sizes (deduction);
  if (function->flags & RS_NODE_KERNEL)
    rs_deduction_flatten (deduction);
  set_explicit (deduction, explicit, n_explicit);
  for (guint i = 0; i < n && n_parameters > 0; i++)
    {
      const RsNode *parameter = list->children[MIN (i, n_parameters - 1)];
      const RsNode *type = parameter ? type_of_argument (parameter) : NULL;

      if (i >= n_parameters && !(parameter->flags & RS_NODE_VARIADIC))
        break;
      if (actuals[i] && type && !rs_deduce (deduction, type, actuals[i], parameter->name))
        return deduction;
    }
  rs_deduction_finish (deduction);
  fill_unused (deduction, function);
  return deduction;
}

char *
rs_generic_describe_unbound (const RsNode *function, const char *parameter)
{
  const RsNode *list = type_parameters_of (function);
  g_autoptr (GString) example = g_string_new (NULL);

  for (guint i = 0; list && i < list->n_children; i++)
    g_string_append_printf (example, "%s%s", i > 0 ? ", " : "",
                            list->n_children == 1 ? "int" : list->children[i]->name);
  return g_strdup_printf (
      "the type parameter `%s` of `%s` can't be found from the arguments; name it in brackets, as in "
      "`%s[%s](...)`",
      parameter, function->name, function->name, example->str);
}

guint
rs_generic_count_parameters (const RsNode *function)
{
  const RsNode *list = type_parameters_of (function);

  return list ? list->n_children : 0;
}

gboolean
rs_generic_is_untyped (const RsNode *function, guint i)
{
  const RsNode *list = parameters_of (function);

  return list && i < list->n_children && list->children[i] && !rs_node_child (list->children[i], RS_PARAMETER_TYPE);
}

/* --- the cache --- */

RsGenericInstance *
rs_generic_find_instance (const RsNode *function, const RsBinding *bindings)
{
  const GPtrArray *instances = function->scope ? function->scope->instances : NULL;

  for (guint i = 0; instances && i < instances->len; i++)
    {
      RsGenericInstance *instance = g_ptr_array_index (instances, i);

      if (!instance->constraints && rs_bindings_equal (instance->bindings, bindings, instance->n_bindings))
        return instance;
    }
  return NULL;
}

static void
keep_instance (RsScope *scope, RsGenericInstance *instance)
{
  if (!scope->instances)
    {
      scope->instances = g_ptr_array_new ();
      rs_arena_add_cleanup (scope->module->arena, (GDestroyNotify)g_ptr_array_unref, scope->instances);
    }
  g_ptr_array_add (scope->instances, instance);
}

/* --- copies --- */

typedef struct {
  RsArena *arena;
  const RsNode *list; /* type parameters */
  const RsBinding *bindings;
} Copying;

static int
index_of_parameter (const Copying *copying, const RsNode *node)
{
  for (guint i = 0; i < copying->list->n_children; i++)
    if (copying->list->children[i] && node->symbol && node->symbol->declaration == copying->list->children[i])
      return (int)i;
  return -1;
}

static RsNode *
new_integer (const Copying *copying, const RsNode *place, gint64 value)
{
  RsNode *number = rs_arena_new0 (copying->arena, RsNode);

  number->kind = RS_NODE_NUMBER;
  number->flags = RS_NODE_INTEGER;
  number->span = place->span;
  number->number = (double)value;
  return number;
}

static RsNode *replace_parameter (const RsNode *node, gpointer data);

/* size (x, 0..N-1) of x : cube{N} where N is 1: the length of a vector lies in dimension 1. */
static RsNode *
replace_sizes (const Copying *copying, const RsNode *node)
{
  RsNodeCopy how = { .arena = copying->arena, .replace = replace_parameter, .data = (gpointer)copying };
  RsNode *range;

  for (guint i = 0; i < copying->list->n_children; i++)
    if (copying->list->children[i] && copying->bindings[i].kind == RS_BINDING_VALUE && copying->bindings[i].value == 1
        && rs_generic_is_all_sizes (node, copying->list->children[i]))
      {
        RsNode *call = rs_arena_memdup (copying->arena, node, sizeof *node);

        call->children = rs_arena_memdup (copying->arena, node->children, node->n_children * sizeof *node->children);
        for (guint k = 0; k < node->n_children; k++)
          call->children[k] = rs_node_copy (&how, node->children[k]);
        range = call->children[RS_CALL_FIRST_ARGUMENT + 1];
        range->children[RS_RANGE_LOW] = new_integer (copying, node, 1);
        range->children[RS_RANGE_HIGH] = new_integer (copying, node, 1);
        return call;
      }
  return NULL;
}

/* An integer parameter stands for its number wherever the original's name means it. */
static RsNode *
replace_parameter (const RsNode *node, gpointer data)
{
  const Copying *copying = data;
  int i;

  if (node->kind == RS_NODE_CALL)
    return replace_sizes (copying, node);
  if (node->kind != RS_NODE_NAME && node->kind != RS_NODE_TYPE_NAME)
    return NULL;
  i = index_of_parameter (copying, node);
  if (i < 0 || copying->bindings[i].kind != RS_BINDING_VALUE)
    return NULL;
  return new_integer (copying, node, copying->bindings[i].value);
}

static RsNode *
copy_function (RsModule *module, const RsNode *function, const RsBinding *bindings, guint n)
{
  Copying copying = { module->arena, type_parameters_of (function), bindings };
  RsNodeCopy how = { .arena = module->arena, .replace = replace_parameter, .data = &copying };
  g_autofree char *arguments = rs_bindings_to_string (bindings, n);
  g_autofree char *name = g_strdup_printf ("%s[%s]", function->name, arguments);
  RsNode *copy = rs_node_copy (&how, function);

  copy->name = rs_names_intern (module->names, name, -1);
  copy->children[RS_FUNCTION_TYPE_PARAMETERS] = NULL;
  rs_generic_give_sizes (module, function, copy, bindings, n);
  return copy;
}

static RsSymbol *
symbol_of_copy (RsNode *copy, RsScope *scope)
{
  RsSymbol *symbol = rs_arena_new0 (scope->module->arena, RsSymbol);

  symbol->kind = RS_SYMBOL_FUNCTION;
  symbol->name = copy->name;
  symbol->scope = scope;
  symbol->first = symbol->declaration = copy;
  symbol->type = &rs_type_unknown;
  symbol->overloads = g_ptr_array_new ();
  rs_arena_add_cleanup (scope->module->arena, (GDestroyNotify)g_ptr_array_unref, symbol->overloads);
  g_ptr_array_add (symbol->overloads, copy);
  return symbol;
}

void
rs_generic_finish (RsGenericInstance *instance)
{
  RsScope *scope = instance->original->scope;

  instance->is_open = TRUE;
  keep_instance (scope, instance);
  instance->node->symbol = symbol_of_copy (instance->node, scope->parent);
  rs_resolve_instance (instance->node, instance->original, instance->bindings, instance->n_bindings);
  instance->node->scope->instance = instance;
  rs_infer_instance (instance->node, scope->precision);
  instance->findings = rs_diagnostics_new ();
  rs_arena_add_cleanup (scope->module->arena, (GDestroyNotify)rs_diagnostics_unref, instance->findings);
  if (scope->module->analyze_instance)
    scope->module->analyze_instance (instance->node, instance->findings);
  instance->is_open = FALSE;
}

/* Bindings that live as long as the module. */
RsBinding *
rs_generic_copy_bindings (RsModule *module, const RsBinding *bindings, guint n)
{
  RsBinding *copy = rs_arena_memdup (module->arena, bindings, n * sizeof *bindings);

  for (guint i = 0; i < n; i++)
    {
      copy[i].origin = NULL;
      copy[i].is_soft = FALSE;
      if (copy[i].kind == RS_BINDING_TYPE)
        copy[i].type = rs_type_copy (module->arena, copy[i].type);
    }
  return copy;
}

static guint
count_open (const GPtrArray *instances)
{
  guint n = 0;

  for (guint i = 0; instances && i < instances->len; i++)
    n += ((const RsGenericInstance *)g_ptr_array_index (instances, i))->is_open;
  return n;
}

RsGenericInstance *
rs_generic_instantiate (const RsNode *function, const RsBinding *bindings, const char **reason)
{
  g_assert (rs_node_is_generic (function));

  RsScope *scope = function->scope;
  RsModule *module = scope->module;
  guint n = type_parameters_of (function)->n_children;
  RsGenericInstance *instance = rs_generic_find_instance (function, bindings);
  g_autofree RsBinding *opened = NULL;

  *reason = NULL;
  if (!instance && scope->instances && scope->instances->len >= MANY_INSTANCES)
    {
      opened = g_new (RsBinding, n);
      if (rs_generic_open_sizes (function, bindings, n, opened))
        {
          bindings = opened;
          instance = rs_generic_find_instance (function, bindings);
        }
    }
  if (instance)
    return instance;
  for (guint i = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_TYPE && rs_type_get_nesting (bindings[i].type) > RS_GENERIC_MAX_NESTING)
      {
        *reason = rs_arena_printf (module->arena,
                                   "the instances of `%s` do not end: its type parameter `%s` nests deeper than %d",
                                   function->name, bindings[i].name, RS_GENERIC_MAX_NESTING);
        return NULL;
      }
  if (count_open (scope->instances) >= MAX_OPEN)
    return NULL;
  instance = rs_arena_new0 (module->arena, RsGenericInstance);
  instance->original = function;
  instance->bindings = rs_generic_copy_bindings (module, bindings, n);
  instance->n_bindings = n;
  instance->node = copy_function (module, function, instance->bindings, n);
  rs_generic_finish (instance);
  return instance;
}

/* --- calls --- */

RsNode *
rs_generic_type_node (RsArena *arena, const RsNode *expression)
{
  RsNode *node;

  switch (expression->kind)
    {
    case RS_NODE_TYPE_OF_TEXT:
      return rs_node_child (expression, 0);
    case RS_NODE_STRING: /* "int8", as type() and cast() take it */
      if (!expression->text || !rs_type_name_is_builtin (expression->text))
        return NULL;
      node = rs_arena_new0 (arena, RsNode);
      node->kind = RS_NODE_TYPE_NAME;
      node->span = expression->span;
      node->name = expression->text;
      return node;
    case RS_NODE_NAME:
      node = rs_arena_memdup (arena, expression, sizeof *expression);
      node->kind = RS_NODE_TYPE_NAME;
      if (node->symbol && rs_symbol_get_origin (node->symbol)->kind == RS_SYMBOL_FUNCTION)
        node->symbol = rs_scope_find_type (rs_symbol_get_origin (node->symbol)->scope, node->name);
      if (!node->symbol ? expression->symbol != NULL
                        : node->symbol->kind != RS_SYMBOL_TYPE && node->symbol->kind != RS_SYMBOL_BUILTIN_TYPE)
        return NULL;
      return node;
    case RS_NODE_INDEX:
      if (!rs_node_child (expression, 0) || expression->children[0]->kind != RS_NODE_NAME)
        return NULL;
      node = rs_arena_memdup (arena, expression->children[0], sizeof *node);
      node->kind = RS_NODE_TYPE_NAME;
      if (node->symbol && rs_symbol_get_origin (node->symbol)->kind == RS_SYMBOL_FUNCTION)
        node->symbol = rs_scope_find_type (rs_symbol_get_origin (node->symbol)->scope, node->name);
      node->span = expression->span;
      node->n_children = expression->n_children - RS_INDEX_FIRST;
      node->children = rs_arena_array (arena, RsNode *, node->n_children);
      for (guint i = 0; i < node->n_children; i++)
        {
          RsNode *child = expression->children[RS_INDEX_FIRST + i];

          node->children[i] = child ? rs_generic_type_node (arena, child) : NULL;
          if (!node->children[i])
            node->children[i] = child;
          if (!child)
            return NULL;
        }
      return node;
    default:
      return NULL;
    }
}

gboolean
rs_generic_is_allocation (const RsNode *callee)
{
  const RsNode *name = callee && callee->kind == RS_NODE_INDEX ? rs_node_child (callee, RS_INDEX_ARRAY) : NULL;

  if (!name || name->kind != RS_NODE_NAME || !name->symbol || name->symbol->kind != RS_SYMBOL_BUILTIN
      || callee->n_children != 2 || !callee->children[RS_INDEX_FIRST])
    return FALSE;
  switch (name->symbol->builtin->id)
    {
    case RS_BUILTIN_ID_ZEROS:
    case RS_BUILTIN_ID_UNINIT:
    case RS_BUILTIN_ID_SHARED:
    case RS_BUILTIN_ID_SHARED_ZEROS:
      return TRUE;
    default:
      return FALSE;
    }
}

const RsType *
rs_generic_allocated_type (RsArena *arena, RsPrecision precision, const RsNode *callee, int rank)
{
  g_assert (rs_generic_is_allocation (callee));

  const RsNode *item = callee->children[RS_INDEX_FIRST];
  RsBinding binding;
  RsType *type;

  if (!rs_generic_read_argument (arena, precision, item, &binding) || binding.kind != RS_BINDING_TYPE)
    return NULL;
  if (binding.type->kind == RS_TYPE_NUMBER && binding.type->element == RS_ELEMENT_DOUBLE && item->kind != RS_NODE_NAME)
    return rs_type_array (arena, RS_ELEMENT_DOUBLE, rank); /* scalar'double, whatever the selected precision */
  if (g_strcmp0 (item->name, "int64") != 0)
    return rs_type_array_of (arena, binding.type, rank, precision);
  type = (RsType *)rs_type_array (arena, RS_ELEMENT_INT64, rank); /* a number of that type is any integer */
  type->overflow = binding.type->overflow;
  return type;
}

gboolean
rs_generic_read_argument (RsArena *arena, RsPrecision precision, const RsNode *node, RsBinding *binding)
{
  RsNode *type_node;
  const RsType *type;
  gint64 value;

  *binding = (RsBinding){ .kind = RS_BINDING_OPEN };
  if (rs_size_from_node (node, &value))
    {
      *binding = (RsBinding){ .kind = RS_BINDING_VALUE, .value = value };
      return TRUE;
    }
  type_node = rs_generic_type_node (arena, node);
  if (!type_node)
    return FALSE;
  type = rs_type_from_node (arena, type_node, precision, rs_scope_lookup_type_node, NULL);
  if (type->kind == RS_TYPE_UNKNOWN && type_node->kind != RS_NODE_TYPE_UNKNOWN)
    return FALSE;
  *binding = (RsBinding){ .kind = RS_BINDING_TYPE, .type = type };
  return TRUE;
}

const RsNode *
rs_generic_callee (RsArena *arena, RsPrecision precision, const RsNode *callee, RsBinding **explicit, guint *n_explicit)
{
  const RsNode *name = callee && callee->kind == RS_NODE_INDEX ? rs_node_child (callee, RS_INDEX_ARRAY) : callee;
  const RsSymbol *symbol = name && name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;

  *explicit = NULL;
  *n_explicit = 0;
  if (!symbol || symbol->kind != RS_SYMBOL_FUNCTION || !symbol->declaration
      || !rs_node_is_generic (symbol->declaration))
    return NULL;
  if (name == callee)
    return symbol->declaration;
  *n_explicit = callee->n_children - RS_INDEX_FIRST;
  *explicit = rs_arena_array (arena, RsBinding, *n_explicit + 1);
  for (guint i = 0; i < *n_explicit; i++)
    if (!callee->children[RS_INDEX_FIRST + i]
        || !rs_generic_read_argument (arena, precision, callee->children[RS_INDEX_FIRST + i], &(*explicit)[i]))
      return NULL;
  return symbol->declaration;
}

/* --- constructors of generic classes --- */

static gboolean
takes (const RsNode *function, guint n)
{
  const RsNode *list = parameters_of (function);
  guint most = list ? list->n_children : 0, fewest = 0;

  for (guint i = 0; i < most; i++)
    {
      if (list->children[i]->flags & RS_NODE_VARIADIC)
        return TRUE;
      fewest += !rs_node_child (list->children[i], RS_PARAMETER_DEFAULT);
    }
  return n >= fewest && n <= most;
}

static gboolean
has_member (const RsSymbol *type, const char *name)
{
  const RsNode *definition = rs_node_child (type->declaration, RS_TYPE_DEFINITION_DEFINITION);

  for (guint i = 0; definition && i < definition->n_children; i++)
    if (definition->children[i] && definition->children[i]->kind == RS_NODE_MEMBER
        && definition->children[i]->name == name)
      return TRUE;
  return FALSE;
}

/* Whether one of the functions with the name of the type is meant: members are named for the class itself. */
static gboolean
calls_function (const RsSymbol *function, const RsSymbol *type, const RsNode *call)
{
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_NAMED_ARGUMENT
        && has_member (type, call->children[i]->name))
      return FALSE;
  for (guint i = 0; i < function->overloads->len; i++)
    if (takes (g_ptr_array_index (function->overloads, i), n))
      return TRUE;
  return FALSE;
}

const RsType *
rs_generic_constructed_type (RsArena *arena, RsPrecision precision, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsNode *name = callee && callee->kind == RS_NODE_INDEX ? rs_node_child (callee, RS_INDEX_ARRAY) : NULL;
  const RsSymbol *symbol = name && name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;
  RsSymbol *type = NULL;
  RsNode *node;
  const RsType *result;

  if (symbol && symbol->kind == RS_SYMBOL_TYPE)
    type = (RsSymbol *)symbol;
  else if (symbol && symbol->kind == RS_SYMBOL_FUNCTION)
    type = rs_scope_find_type (symbol->scope, symbol->name);
  if (!rs_symbol_is_generic_type (type)
      || (symbol->kind == RS_SYMBOL_FUNCTION && calls_function (symbol, type, call)))
    return NULL;
  node = rs_generic_type_node (arena, callee);
  if (!node)
    return NULL;
  node->symbol = type;
  result = rs_type_from_node (arena, node, precision, rs_scope_lookup_type_node, NULL);
  return result->kind == RS_TYPE_UNKNOWN ? NULL : result;
}

static guint
find_parameter (const RsNode *list, const char *name)
{
  for (guint i = 0; list && i < list->n_children; i++)
    if (list->children[i] && list->children[i]->name == name)
      return i;
  return G_MAXUINT;
}

RsGenericInstance *
rs_generic_instance_of_call (RsArena *arena, const RsNode *function, const RsNode *call, const RsBinding *explicit,
                             guint n_explicit, RsPrecision precision, gboolean may_make, const char **reason)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsType *actuals[MAX_ARGUMENTS] = { NULL };
  const RsNode *list = parameters_of (function);
  RsDeduction *deduction;
  const RsBinding *bindings;
  const char *unbound;
  guint n = 0, n_bindings;

  *reason = NULL;
  if (!function->scope)
    return NULL;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children && n < MAX_ARGUMENTS; i++)
    {
      const RsNode *argument = call->children[i];
      guint at = n;

      if (!argument || argument->kind == RS_NODE_SPREAD || argument->kind == RS_NODE_PLACEHOLDER)
        return NULL;
      if (argument->kind == RS_NODE_NAMED_ARGUMENT)
        {
          at = find_parameter (list, argument->name);
          argument = rs_node_child (argument, 0);
        }
      if (at >= MAX_ARGUMENTS || !argument)
        return NULL;
      actuals[at] = rs_infer_expression (arena, argument, precision);
      n = MAX (n, at + 1);
    }
  deduction = rs_generic_deduce (arena, function, explicit, n_explicit, actuals, n, TRUE, FALSE);
  if ((*reason = rs_deduction_get_reason (deduction)))
    return NULL;
  if ((unbound = rs_deduction_get_unbound (deduction)))
    {
      if (!rs_deduction_is_open (deduction))
        {
          g_autofree char *text = rs_generic_describe_unbound (function, unbound);

          *reason = rs_arena_printf (arena, "%s", text);
        }
      return NULL;
    }
  /* A dimension that is known only in part may still grow. */
  if (rs_deduction_is_open (deduction))
    return NULL;
  bindings = rs_deduction_get_bindings (deduction, &n_bindings);
  return may_make ? rs_generic_instantiate (function, bindings, reason) : rs_generic_find_instance (function, bindings);
}
