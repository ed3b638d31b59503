/* Calls of the program's own functions that are more than a closure with plain arguments: overloads, partial
 * applications, named and spread arguments, types used as functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <string.h>

/* --- closures with any arguments --- */

static gboolean
missing_argument (const RsProto *proto, const RsValue *arguments, guint n, GError **error)
{
  for (guint i = 0; i < proto->n_required; i++)
    if ((i >= n || arguments[i].tag == RS_TAG_NONE) && !proto->parameters[i].is_optional)
      {
        g_autofree char *known = rs_vm_list_parameters (proto);

        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                     "`%s` is called without its argument `%s`; its parameters are (%s)", proto->name,
                     proto->parameters[i].name, known);
        return TRUE;
      }
  return FALSE;
}

/* base[1]... holds n positional arguments, which may be unset; pushes the frame. */
static gboolean
push_closure (RsThread *thread, RsFunction *function, RsValue *base, guint n, RsValue *caller_end, RsValue *results,
              guint n_results, GError **error)
{
  const RsProto *proto = function->proto;

  if (n > proto->n_parameters && !proto->is_variadic)
    {
      g_autofree char *known = rs_vm_list_parameters (proto);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                   "`%s` takes %u argument%s (%s), but this call passes %u", proto->name, proto->n_parameters,
                   proto->n_parameters == 1 ? "" : "s", known, n);
      return FALSE;
    }
  if (missing_argument (proto, base + 1, n, error))
    return FALSE;
  if (proto->is_variadic)
    {
      for (guint i = n; i < proto->n_parameters; i++)
        rs_value_clear (&base[1 + i]);
      if (!rs_vm_collect_variadic (thread, proto, base + 1, n, error))
        return FALSE;
      n = proto->n_parameters;
    }
  return rs_thread_push (thread, function, proto, base, n, caller_end, results, n_results, error);
}

/* Puts positional and named arguments where the parameters are. (element-type RsValue), references. */
static GArray *
arrange (const RsProto *proto, GArray *positional, const RsArgumentList *list, const RsValue *values, GError **error)
{
  GArray *arranged = g_array_new (FALSE, TRUE, sizeof (RsValue));

  g_array_set_clear_func (arranged, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < positional->len; i++)
    {
      RsValue value = rs_value_ref (g_array_index (positional, RsValue, i));

      g_array_append_val (arranged, value);
    }
  for (guint i = 0; i < list->n; i++)
    {
      guint k = 0;

      if (list->names[i] == NULL)
        continue;
      while (k < proto->n_parameters && strcmp (proto->parameters[k].name, list->names[i]) != 0)
        k++;
      if (k == proto->n_parameters || proto->parameters[k].is_variadic)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_NAME, "`%s` has no parameter `%s`", proto->name,
                     list->names[i]);
      else if (k < arranged->len && g_array_index (arranged, RsValue, k).tag != RS_TAG_NONE)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_NAME, "`%s` is given its parameter `%s` twice",
                     proto->name, list->names[i]);
      else
        {
          if (k >= arranged->len)
            g_array_set_size (arranged, k + 1);
          g_array_index (arranged, RsValue, k) = rs_value_ref (values[i]);
          continue;
        }
      g_array_unref (arranged);
      return NULL;
    }
  return arranged;
}

/* Writes arguments behind base, beyond the end of the caller's registers if need be. */
static gboolean
place (RsThread *thread, RsValue *base, GArray *arguments, RsValue **end, GError **error)
{
  if (base + 1 + arguments->len + 16 > thread->stack_end)
    {
      rs_vm_set_overflow_error (thread, error);
      return FALSE;
    }
  for (guint i = 0; i < arguments->len; i++)
    {
      rs_value_clear (&base[1 + i]);
      base[1 + i] = rs_value_ref (g_array_index (arguments, RsValue, i));
    }
  *end = MAX (*end, base + 1 + arguments->len);
  return TRUE;
}

static void
clear_from (RsValue *from, RsValue *end)
{
  for (; from < end; from++)
    rs_value_clear (from);
}

static gboolean
call_arranged (RsThread *thread, RsFunction *function, RsValue *base, GArray *arguments, RsValue *results,
               guint n_results, GError **error)
{
  RsValue *caller_end = rs_thread_end (thread);
  RsValue *end = caller_end;

  if (place (thread, base, arguments, &end, error)
      && push_closure (thread, function, base, arguments->len, end, results, n_results, error))
    return TRUE;
  clear_from (caller_end, end); /* nothing may stay behind the last frame */
  return FALSE;
}

static gboolean
call_function (RsThread *thread, RsFunction *function, RsValue *base, GArray *positional, const RsArgumentList *list,
               const RsValue *values, RsValue *results, guint n_results, gboolean *pushed, GError **error);

/* The bound arguments, with those of the call where they are open, then the rest; named ones of both behind. */
static gboolean
call_partial (RsThread *thread, RsFunction *function, RsValue *base, GArray *positional, const RsArgumentList *list,
              const RsValue *values, RsValue *results, guint n_results, gboolean *pushed, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RsValue));
  g_autoptr (RsFunction) target = NULL;
  guint n_named = 0, n_list = list != NULL ? list->n : 0, next = 0;
  g_autofree const char **names = g_new (const char *, function->n_bound + n_list + 1);
  g_autofree gboolean *spreads = g_new0 (gboolean, function->n_bound + n_list + 1);
  g_autofree RsValue *named = g_new (RsValue, function->n_bound + n_list + 1);
  RsArgumentList together = { .names = names, .is_spread = spreads };

  g_array_set_clear_func (all, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < function->n_bound; i++)
    {
      RsValue value = function->bound[i];

      if (value.tag == RS_TAG_NONE && next < positional->len)
        value = g_array_index (positional, RsValue, next++);
      if (function->bound_names != NULL && function->bound_names[i] != NULL)
        {
          names[n_named] = function->bound_names[i];
          named[n_named++] = value;
          continue;
        }
      rs_value_ref (value);
      g_array_append_val (all, value);
    }
  for (; next < positional->len; next++)
    {
      RsValue value = rs_value_ref (g_array_index (positional, RsValue, next));

      g_array_append_val (all, value);
    }
  for (guint i = 0; i < n_list; i++)
    if (list->names[i] != NULL)
      {
        names[n_named] = list->names[i];
        named[n_named++] = values[i];
      }
  together.n = n_named;
  target = rs_function_ref (function->members[0]);
  rs_function_ref (function); /* keeps what is bound while base[0] becomes the target, which the callee keeps there */
  rs_value_clear (base);
  *base = rs_value_object (rs_function_ref (target));
  {
    gboolean ok = call_function (thread, target, base, all, n_named > 0 ? &together : NULL, named, results, n_results,
                                 pushed, error);

    rs_function_unref (function);
    return ok;
  }
}

/* The member of a set that takes named arguments; -1: none does. */
static int
choose_by_names (RsFunction *function, GArray *positional, const RsArgumentList *list, const RsValue *values)
{
  for (guint i = 0; i < function->n_members; i++)
    {
      g_autoptr (GArray) arranged = arrange (function->members[i]->proto, positional, list, values, NULL);

      if (arranged != NULL && arranged->len >= function->members[i]->proto->n_required)
        return (int)i;
    }
  return -1;
}

static gboolean
call_type (RsThread *thread, const RsType *type, GArray *positional, const RsArgumentList *list, const RsValue *values,
           RsValue *results, guint n_results, GError **error)
{
  RsValue value;
  gboolean ok = rs_vm_has_names (list) && type->kind == RS_TYPE_CLASS
                    ? rs_vm_construct_list (thread, type, values, list, &value, error)
                    : rs_vm_construct (thread, type, (RsValue *)positional->data, positional->len, &value, error);

  if (!ok)
    return FALSE;
  if (n_results == 0)
    {
      rs_value_clear (&value);
      return TRUE;
    }
  rs_value_clear (&results[0]);
  results[0] = value;
  return TRUE;
}

static gboolean
call_overloads (RsThread *thread, RsFunction *function, RsValue *base, GArray *positional, const RsArgumentList *list,
                const RsValue *values, RsValue *results, guint n_results, gboolean *pushed, GError **error)
{
  const RsValue *arguments = (const RsValue *)positional->data;
  RsFunction *chosen;
  int best;

  if (rs_vm_has_names (list))
    {
      best = choose_by_names (function, positional, list, values);
      best = MAX (0, best);
    }
  else if (!rs_vm_choose_overload (thread, function, arguments, positional->len, &best, error))
    return FALSE;
  if (best < 0 && function->constructs != NULL)
    {
      *pushed = FALSE;
      return call_type (thread, function->constructs, positional, NULL, values, results, n_results, error);
    }
  if (best < 0)
    {
      *pushed = FALSE;
      return rs_vm_call_builtin (thread, function->builtin->id, arguments, positional->len, NULL, results, n_results,
                                 error);
    }
  chosen = function->members[best];
  rs_function_ref (chosen);
  rs_value_clear (base);
  *base = rs_value_object (chosen);
  return call_function (thread, chosen, base, positional, list, values, results, n_results, pushed, error);
}

static gboolean
call_generic (RsThread *thread, RsFunction *function, RsValue *base, GArray *positional, const RsArgumentList *list,
              const RsValue *values, RsValue *results, guint n_results, GError **error)
{
  g_autoptr (GArray) arranged = rs_vm_has_names (list) ? arrange (function->proto, positional, list, values, error)
                                                       : g_array_ref (positional);
  RsFunction *instance;

  if (arranged == NULL)
    return FALSE;
  instance = rs_vm_instantiate (thread->vm, function, (const RsValue *)arranged->data, arranged->len, error);
  if (instance == NULL)
    return FALSE;
  rs_value_clear (base);
  *base = rs_value_object (instance);
  return call_arranged (thread, instance, base, arranged, results, n_results, error);
}

static gboolean
call_function (RsThread *thread, RsFunction *function, RsValue *base, GArray *positional, const RsArgumentList *list,
               const RsValue *values, RsValue *results, guint n_results, gboolean *pushed, GError **error)
{
  g_autoptr (GArray) arranged = NULL;

  switch (function->kind)
    {
    case RS_FUNCTION_BUILTIN:
      *pushed = FALSE;
      return rs_vm_call_builtin (thread, function->builtin->id, (const RsValue *)positional->data, positional->len,
                                 NULL, results, n_results, error);
    case RS_FUNCTION_OVERLOADS:
      return call_overloads (thread, function, base, positional, list, values, results, n_results, pushed, error);
    case RS_FUNCTION_PARTIAL:
      return call_partial (thread, function, base, positional, list, values, results, n_results, pushed, error);
    default:
      *pushed = TRUE;
      if (function->proto->is_generic)
        return call_generic (thread, function, base, positional, list, values, results, n_results, error);
      if (!rs_vm_has_names (list))
        return call_arranged (thread, function, base, positional, results, n_results, error);
      arranged = arrange (function->proto, positional, list, values, error);
      return arranged != NULL && call_arranged (thread, function, base, arranged, results, n_results, error);
    }
}

gboolean
rs_vm_call_value (RsThread *thread, RsValue *base, guint n, const RsArgumentList *list, RsValue *results,
                  guint n_results, gboolean *pushed, GError **error)
{
  g_autoptr (GArray) positional = NULL;
  g_autofree RsValue *values = NULL;
  g_autofree char *what = NULL;

  *pushed = FALSE;
  if (base[0].tag != RS_TAG_FUNCTION && base[0].tag != RS_TAG_TYPE)
    {
      what = rs_value_describe_one (base[0]);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CALL,
                   "%s can't be called; elements are written with square brackets: x[i]", what);
      return FALSE;
    }
  positional = rs_vm_positional_arguments (base + 1, n, list, error);
  if (positional == NULL)
    return FALSE;
  if (base[0].tag == RS_TAG_TYPE)
    return call_type (thread, base[0].type->type, positional, list, base + 1, results, n_results, error);
  /* Named values are read while arguments are being put in their place. */
  values = g_memdup2 (base + 1, n * sizeof (RsValue));
  for (guint i = 0; i < n; i++)
    rs_value_ref (values[i]);
  {
    gboolean ok
        = call_function (thread, base[0].function, base, positional, list, values, results, n_results, pushed, error);

    for (guint i = 0; i < n; i++)
      rs_value_clear (&values[i]);
    return ok;
  }
}

gboolean
rs_vm_partial (RsValue *base, guint n, const RsArgumentList *list, GError **error)
{
  g_autoptr (GArray) bound = g_array_new (FALSE, FALSE, sizeof (RsValue));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  RsFunction *partial;

  if (base[0].tag != RS_TAG_FUNCTION)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER, "only functions take arguments");
      return FALSE;
    }
  g_array_set_clear_func (bound, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < n; i++)
    {
      RsValue value = base[1 + i];

      if (list != NULL && list->is_spread[i])
        {
          if (!rs_vm_append_parts (bound, value, RS_MAX_REGISTERS, error))
            return FALSE;
        }
      else
        {
          rs_value_ref (value);
          g_array_append_val (bound, value);
        }
      while (names->len < bound->len)
        g_ptr_array_add (names, list != NULL && !list->is_spread[i] ? (gpointer)list->names[i] : NULL);
    }
  partial = rs_function_new_partial (base[0].function, (const RsValue *)bound->data,
                                     list != NULL ? (const char *const *)names->pdata : NULL, bound->len);
  rs_value_clear (base);
  *base = rs_value_object (partial);
  return TRUE;
}

/* --- from C --- */

gboolean
rs_vm_call (RsSession *session, RsFunction *function, const RsValue *arguments, guint n_arguments, RsValue *results,
            guint n_results, GError **error)
{
  RsThread *thread = session->vm->current;
  RsValue *base = rs_thread_end (thread);
  guint until = thread->n_frames;
  gboolean pushed, ok;

  if (base + n_arguments + 17 >= thread->stack_end)
    {
      rs_vm_set_overflow_error (thread, error);
      return FALSE;
    }
  base[0] = rs_value_object (rs_function_ref (function));
  for (guint i = 0; i < n_arguments; i++)
    base[1 + i] = rs_value_ref (arguments[i]);
  ok = rs_vm_call_value (thread, base, n_arguments, NULL, results, n_results, &pushed, error);
  if (ok && pushed)
    {
      thread->frames[until].is_entry = TRUE;
      ok = rs_interpret (thread, until, error) == RS_RUN_DONE;
    }
  clear_from (base, base + 1 + n_arguments);
  return ok;
}
