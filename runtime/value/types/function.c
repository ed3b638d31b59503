/* Function values: closures, overload sets, partial applications, built-ins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/function.h"

static RsFunction *
new_function (RsFunctionKind kind, const char *name)
{
  RsFunction *function = g_new0 (RsFunction, 1);

  function->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_FUNCTION };
  function->kind = kind;
  function->name = name;
  return function;
}

RsFunction *
rs_function_new_closure (RsModule *module, RsInstance *instance, const RsProto *proto)
{
  RsFunction *function = new_function (RS_FUNCTION_CLOSURE, proto->name);

  function->module = rs_module_ref (module);
  function->instance = instance;
  function->proto = proto;
  function->node = proto->node;
  function->captures = g_new0 (RsValue, MAX (1, proto->n_captures));
  return function;
}

RsFunction *
rs_function_new_builtin (const RsBuiltin *builtin)
{
  RsFunction *function = new_function (RS_FUNCTION_BUILTIN, builtin->name);

  function->builtin = builtin;
  return function;
}

RsFunction *
rs_function_new_overloads (const char *name, RsFunction *const *members, guint n_members)
{
  RsFunction *function = new_function (RS_FUNCTION_OVERLOADS, name);

  function->members = g_new (RsFunction *, MAX (1, n_members));
  function->n_members = n_members;
  for (guint i = 0; i < n_members; i++)
    function->members[i] = rs_function_ref (members[i]);
  return function;
}

RsFunction *
rs_function_new_partial (RsFunction *target, const RsValue *bound, const char *const *names, guint n_bound)
{
  RsFunction *function = new_function (RS_FUNCTION_PARTIAL, target->name);

  function->members = g_new (RsFunction *, 1);
  function->members[0] = rs_function_ref (target);
  function->n_members = 1;
  function->bound = g_new (RsValue, MAX (1, n_bound));
  function->n_bound = n_bound;
  for (guint i = 0; i < n_bound; i++)
    function->bound[i] = rs_value_ref (bound[i]);
  if (names != NULL)
    {
      function->bound_names = g_new0 (char *, n_bound + 1);
      for (guint i = 0; i < n_bound; i++)
        function->bound_names[i] = g_strdup (names[i]);
    }
  return function;
}

void
rs_function_unref (RsFunction *function)
{
  rs_object_unref (&function->base);
}

void
rs_function_free (RsFunction *function)
{
  if (function->kind == RS_FUNCTION_CLOSURE)
    {
      for (guint i = 0; i < function->proto->n_captures; i++)
        rs_value_clear (&function->captures[i]);
      g_clear_pointer (&function->module, rs_module_unref);
    }
  for (guint i = 0; i < function->n_members; i++)
    rs_function_unref (function->members[i]);
  for (guint i = 0; i < function->n_bound; i++)
    {
      rs_value_clear (&function->bound[i]);
      if (function->bound_names != NULL)
        g_free (function->bound_names[i]);
    }
  g_free (function->bound_names);
  g_clear_pointer (&function->arena, rs_arena_free);
  g_clear_pointer (&function->captures, g_free);
  g_clear_pointer (&function->members, g_free);
  g_clear_pointer (&function->tiers, g_free);
  g_clear_pointer (&function->bound, g_free);
  function->n_members = function->n_bound = function->n_tiers = 0;
}

gboolean
rs_function_is_kernel (const RsFunction *function)
{
  return function->kind == RS_FUNCTION_CLOSURE && (function->node->flags & RS_NODE_KERNEL) != 0;
}
