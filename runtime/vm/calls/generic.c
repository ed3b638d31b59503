/* Instances of generic functions at run time: deduced from values, or named in brackets.
 *
 * The checker has made those whose types it knew; others are made here, when they are first called, and kept with the
 * function like the checker's. An instance is a closure of its own over what the generic closure captured.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer.h"

/* --- closures --- */

static RsFunction *
new_closure (RsFunction *function, const RsProto *proto)
{
  RsFunction *closure = rs_function_new_closure (function->module, function->instance, proto);

  closure->home = function->home;
  closure->home_depth = function->home_depth;
  for (guint i = 0; i < proto->n_captures && i < function->proto->n_captures; i++)
    /* Its own name is the generic function to an instance too. */
    closure->captures[i] = proto->captures[i].source == RS_CAPTURE_SELF ? rs_value_object (rs_function_ref (function))
                                                                        : rs_value_ref (function->captures[i]);
  return closure;
}

static gboolean
fail (RsFunction *function, const char *reason, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INSTANCE, "`%s` can't be called like this: %s", function->name,
               reason);
  return FALSE;
}

static RsFunction *
instantiate (RsVm *vm, RsFunction *function, const RsBinding *bindings, GError **error)
{
  const char *reason;
  RsGenericInstance *instance = rs_generic_instantiate (function->node, bindings, &reason);
  const RsProto *proto;

  if (instance == NULL)
    {
      fail (function, reason != NULL ? reason : "its instances do not end", error);
      return NULL;
    }
  proto = rs_vm_get_instance_proto (vm, function, instance, error);
  return proto != NULL ? new_closure (function, proto) : NULL;
}

/* --- from arguments --- */

/* The type of the items of a cell that holds arrays of one kind only; else NULL. */
static const RsType *
common_item (const RsCell *cell, RsArena *arena)
{
  const RsArray *first = NULL;

  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      RsValue item = cell->elements[i];

      if (item.tag == RS_TAG_NONE)
        continue;
      if (item.tag != RS_TAG_ARRAY
          || (first != NULL && (item.array->rank != first->rank || item.array->element != first->element)))
        return NULL;
      first = item.array;
    }
  return first != NULL ? rs_type_array (arena, first->element, first->rank) : NULL;
}

static gboolean
is_lambda (RsValue value)
{
  return value.tag == RS_TAG_FUNCTION && value.function->kind == RS_FUNCTION_CLOSURE
         && value.function->node->kind == RS_NODE_LAMBDA;
}

/* Of a cell as deduction asks for it: for vec[vec[T]], what its items are counts. With with_results, lambdas tell what
 * they return. */
static const RsType *
type_of_argument (RsValue value, gboolean with_results, RsArena *arena)
{
  const RsType *type = rs_value_get_type (value, arena, TRUE), *item = NULL;
  RsType *precise;

  if (with_results && is_lambda (value))
    return rs_infer_expression (arena, value.function->node, value.function->node->scope->precision);
  if (value.tag != RS_TAG_CELL || value.cell->item != NULL)
    return type;
  if (value.cell->type != NULL && value.cell->type->kind == RS_TYPE_CELL)
    item = value.cell->type->item;
  if (item == NULL || item->kind == RS_TYPE_UNKNOWN)
    item = common_item (value.cell, arena);
  if (item == NULL)
    return type;
  precise = rs_arena_memdup (arena, type, sizeof *type);
  precise->item = item;
  return precise;
}

static RsDeduction *
deduce_from (RsFunction *function, const RsValue *arguments, guint n, gboolean with_results, RsArena *arena)
{
  const RsType **types = rs_arena_array (arena, const RsType *, n + 1);

  for (guint i = 0; i < n; i++)
    types[i] = arguments[i].tag != RS_TAG_NONE ? type_of_argument (arguments[i], with_results, arena) : NULL;
  return rs_generic_deduce (arena, function->node, function->arguments, function->n_arguments, types, n, FALSE, FALSE);
}

/* What lambdas return is asked only where nothing else tells a parameter. */
static RsDeduction *
deduce (RsFunction *function, const RsValue *arguments, guint n, RsArena *arena)
{
  RsDeduction *deduction = deduce_from (function, arguments, n, FALSE, arena);
  gboolean asks = rs_deduction_get_reason (deduction) == NULL && rs_deduction_get_unbound (deduction) != NULL;

  for (guint i = 0; asks && i < n; i++)
    if (is_lambda (arguments[i]))
      return deduce_from (function, arguments, n, TRUE, arena);
  return deduction;
}

RsFunction *
rs_vm_instantiate (RsVm *vm, RsFunction *function, const RsValue *arguments, guint n, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  RsDeduction *deduction = deduce (function, arguments, n, arena);
  const char *reason = rs_deduction_get_reason (deduction), *unbound = rs_deduction_get_unbound (deduction);
  g_autofree char *text = NULL;
  guint n_bindings;

  g_assert (function->kind == RS_FUNCTION_CLOSURE && function->proto->is_generic);
  if (reason == NULL && unbound != NULL)
    reason = text = rs_generic_describe_unbound (function->node, unbound);
  if (reason != NULL)
    {
      fail (function, reason, error);
      return NULL;
    }
  return instantiate (vm, function, rs_deduction_get_bindings (deduction, &n_bindings), error);
}

int
rs_vm_generic_distance (RsFunction *function, const RsValue *arguments, guint n, RsArena *arena)
{
  RsDeduction *deduction = deduce (function, arguments, n, arena);
  guint n_untyped = 0;

  if (rs_deduction_get_reason (deduction) != NULL || rs_deduction_get_unbound (deduction) != NULL)
    return -1;
  for (guint i = 0; i < n && i < function->proto->n_parameters; i++)
    n_untyped += rs_generic_is_untyped (function->node, i);
  return rs_deduction_get_distance (deduction) + 100 * (int)n_untyped;
}

/* --- in brackets --- */

static gboolean
read_index (RsFunction *function, RsValue index, RsBinding *binding, GError **error)
{
  *binding = (RsBinding){ 0 };
  if (index.tag == RS_TAG_TYPE)
    {
      binding->kind = RS_BINDING_TYPE;
      binding->type = index.type->type;
    }
  else if (rs_value_is_number (index) && rs_value_to_double (index) == (double)(gint64)rs_value_to_double (index))
    {
      binding->kind = RS_BINDING_VALUE;
      binding->value = (gint64)rs_value_to_double (index);
    }
  else
    {
      g_autofree char *what = rs_value_describe_one (index);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE_BRACKETS,
                   "the brackets behind `%s` hold types and whole numbers, not %s", function->name, what);
      return FALSE;
    }
  return TRUE;
}

/* Some of the parameters are given, the call says what the others are. */
static RsFunction *
with_arguments (RsFunction *function, const RsBinding *bindings, guint n)
{
  RsFunction *closure = new_closure (function, function->proto);

  closure->arena = rs_arena_new ();
  closure->arguments = rs_arena_memdup (closure->arena, bindings, n * sizeof *bindings);
  closure->n_arguments = n;
  for (guint i = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_TYPE)
      closure->arguments[i].type = rs_type_copy (closure->arena, bindings[i].type);
  return closure;
}

/* A set of overloads in brackets: those members that take as many. */
static gboolean
instantiate_overloads (RsVm *vm, RsFunction *set, const RsValue *indices, guint n, RsValue *result, GError **error)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_function_unref);

  for (guint i = 0; i < set->n_members; i++)
    {
      RsFunction *member = set->members[i];
      RsValue value = RS_NONE;

      if (!member->proto->is_generic || rs_generic_count_parameters (member->node) < n)
        continue;
      if (!rs_vm_instantiate_with (vm, member, indices, n, &value, error))
        return FALSE;
      g_ptr_array_add (members, value.function);
    }
  if (members->len == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE_BRACKETS, "no function `%s` has %u type parameter%s",
                   set->name, n, n == 1 ? "" : "s");
      return FALSE;
    }
  *result = rs_value_object (
      members->len == 1 ? rs_function_ref (members->pdata[0])
                        : rs_function_new_overloads (set->name, (RsFunction *const *)members->pdata, members->len));
  return TRUE;
}

gboolean
rs_vm_instantiate_with (RsVm *vm, RsFunction *function, const RsValue *indices, guint n, RsValue *result,
                        GError **error)
{
  g_autofree RsBinding *bindings = g_new0 (RsBinding, n + 1);
  RsFunction *instance;
  guint n_parameters;

  if (function->kind == RS_FUNCTION_OVERLOADS)
    return instantiate_overloads (vm, function, indices, n, result, error);
  if (function->kind != RS_FUNCTION_CLOSURE || !function->proto->is_generic)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE_BRACKETS,
                   "`%s` is a function without type parameters; it is called with parentheses: %s(...)", function->name,
                   function->name);
      return FALSE;
    }
  n_parameters = rs_generic_count_parameters (function->node);
  if (n > n_parameters || function->n_arguments > 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE_BRACKETS,
                   "`%s` has %u type parameter%s; the brackets hold %u", function->name, n_parameters,
                   n_parameters == 1 ? "" : "s", n + function->n_arguments);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!read_index (function, indices[i], &bindings[i], error))
      return FALSE;
  if (n < n_parameters)
    {
      *result = rs_value_object (with_arguments (function, bindings, n));
      return TRUE;
    }
  {
    g_autoptr (RsArena) arena = rs_arena_new ();
    RsDeduction *deduction = rs_generic_deduce (arena, function->node, bindings, n, NULL, 0, FALSE,
                                                FALSE); /* as deduction would have it */
    guint n_bindings;

    instance = instantiate (vm, function, rs_deduction_get_bindings (deduction, &n_bindings), error);
  }
  if (instance == NULL)
    return FALSE;
  *result = rs_value_object (instance);
  return TRUE;
}

/* --- $specialize --- */

gboolean
rs_vm_specialize (RsVm *vm, RsValue value, const RsNode *node, RsValue *result, GError **error)
{
  RsGenericInstance *instance = node->scope->instance;
  const RsProto *proto;

  if (value.tag != RS_TAG_FUNCTION || value.function->kind != RS_FUNCTION_CLOSURE
      || value.function->node != instance->original)
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPECIALIZE,
                   "$specialize was made for another function than the one found here, %s", what);
      return FALSE;
    }
  proto = rs_vm_get_instance_proto (vm, value.function, instance, error);
  if (proto == NULL)
    return FALSE;
  *result = rs_value_object (new_closure (value.function, proto));
  return TRUE;
}
