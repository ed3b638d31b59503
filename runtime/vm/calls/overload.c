/* Which function of a set a call means (manual 4.5), and what variadic parameters take.
 *
 * The candidate whose parameters are nearest to the arguments is called; a tie is an error. A function and a device
 * function with the same parameters may stand side by side: host code means the first, kernel and device functions the
 * second (4.5.1).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

/* Behind every distance between types (compiler/types/type.c). */
enum { COST_UNTYPED = 8192, COST_VARIADIC = 1000000, COST_DEFAULTS = 96 };

/* How well the arguments fit; -1: not at all. */
static int
fit (RsFunction *member, const RsValue *arguments, guint n, RsArena *arena)
{
  const RsProto *proto = member->proto;
  int score = 0;

  if (n < proto->n_required || (n > proto->n_parameters && !proto->is_variadic))
    return -1;
  if (proto->is_generic)
    return rs_vm_generic_distance (member, arguments, n, arena);
  for (guint i = 0; i < n && i < proto->n_parameters; i++)
    {
      const RsType *type = proto->parameters[i].type;
      int distance;

      if (proto->parameters[i].is_variadic)
        return score + COST_VARIADIC;
      if (type == NULL)
        {
          score += COST_UNTYPED;
          continue;
        }
      distance = rs_type_distance (type, rs_value_get_type (arguments[i], arena, TRUE));
      if (distance < 0)
        return -1;
      score += distance;
    }
  return score + (n < proto->n_parameters ? COST_DEFAULTS : 0);
}

gboolean
rs_vm_accepts (const RsValue *arguments, guint n, RsValue *result, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  RsFunction *function = arguments[0].tag == RS_TAG_FUNCTION ? arguments[0].function : NULL;
  gboolean fits = FALSE;

  if (function == NULL || (function->kind != RS_FUNCTION_CLOSURE && function->kind != RS_FUNCTION_OVERLOADS))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_TYPE,
                   "accepts needs a function of the program first");
      return FALSE;
    }
  if (function->kind == RS_FUNCTION_CLOSURE)
    fits = fit (function, arguments + 1, n - 1, arena) >= 0;
  for (guint i = 0; function->kind == RS_FUNCTION_OVERLOADS && i < function->n_members && !fits; i++)
    fits = fit (function->members[i], arguments + 1, n - 1, arena) >= 0;
  *result = rs_value_bool (fits);
  return TRUE;
}

static char *
describe_arguments (const RsValue *arguments, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *what = rs_value_describe_one (arguments[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", what);
    }
  return g_string_free (text, FALSE);
}

char *
rs_vm_list_parameters (const RsProto *proto)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < proto->n_parameters; i++)
    g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", proto->parameters[i].is_variadic ? "..." : "",
                            proto->parameters[i].name);
  return g_string_free (text, FALSE);
}

static gboolean
is_native (const RsThread *thread)
{
  return thread->n_frames > 0
         && (thread->frames[thread->n_frames - 1].proto->is_kernel
             || thread->frames[thread->n_frames - 1].proto->is_device);
}

/* The nearest of those that are device functions, or of those that are not; *n_best: how many are as near. */
static int
choose_kind (RsFunction *set, guint first, guint end, gboolean device, const RsValue *arguments, guint n, guint *n_best,
             RsArena *arena)
{
  int best = -1, best_score = G_MAXINT;

  *n_best = 0;
  for (guint i = first; i < end; i++)
    {
      const RsProto *proto = set->members[i]->proto;
      int score = proto->is_device == device ? fit (set->members[i], arguments, n, arena) : -1;

      if (score < 0 || score > best_score)
        continue;
      *n_best = score == best_score ? *n_best + 1 : 1;
      best = score == best_score ? best : (int)i;
      best_score = score;
    }
  return best;
}

gboolean
rs_vm_choose_overload (RsThread *thread, RsFunction *set, const RsValue *arguments, guint n, int *best, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  g_autofree char *text = NULL;
  gboolean native = is_native (thread);
  guint n_best = 0;

  g_assert (set->kind == RS_FUNCTION_OVERLOADS);
  *best = -1;
  for (guint tier = 0, first = 0; tier <= set->n_tiers && *best < 0; tier++)
    {
      guint end = tier < set->n_tiers ? set->tiers[tier] : set->n_members;

      *best = choose_kind (set, first, end, native, arguments, n, &n_best, arena);
      if (*best < 0)
        *best = choose_kind (set, first, end, !native, arguments, n, &n_best, arena);
      first = end;
    }
  if (*best < 0 && set->constructs != NULL) /* the class makes it from its members */
    return TRUE;
  if (*best < 0 && set->builtin == NULL && set->n_members == 1)
    *best = 0; /* its own message is better */
  if ((*best >= 0 && n_best <= 1) || (*best < 0 && set->builtin != NULL))
    return TRUE;
  text = describe_arguments (arguments, n);
  if (*best < 0)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERLOAD,
                 "none of the %u functions named `%s` takes these arguments: (%s)", set->n_members, set->name, text);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERLOAD,
                 "the call of `%s` is ambiguous: %u of its definitions fit (%s) equally well", set->name, n_best, text);
  return FALSE;
}

/* --- variadic parameters --- */

static gboolean
fail_variadic (const RsProto *proto, const RsType *type, guint i, RsValue value, GError **error)
{
  g_autofree char *want = rs_type_to_string (type), *have = rs_value_describe_one (value);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_TYPE,
               "argument %u of `%s` is %s; every argument for ...%s has to be "
               "%s %s",
               i + 1, proto->name, have, proto->parameters[proto->n_parameters - 1].name, rs_article (want), want);
  return FALSE;
}

/* ...args : vec[scalar]: an array of the numbers. */
static gboolean
collect_numbers (RsThread *thread, const RsProto *proto, const RsType *type, RsValue *arguments, guint first, guint n,
                 GError **error)
{
  g_autoptr (RsArray) array = rs_array_new_vector (type->element, n - first, error);

  if (array == NULL)
    return FALSE;
  array->overflow = type->overflow;
  for (guint i = first; i < n; i++)
    {
      RsType one = { .kind = RS_TYPE_NUMBER, .element = type->element };

      if (!rs_value_is_number (arguments[i])
          && !(arguments[i].tag == RS_TAG_COMPLEX && rs_element_is_complex (one.element)))
        return fail_variadic (proto, &one, i, arguments[i], error);
      if (!rs_array_set_element (array, i - first, arguments[i], error))
        return FALSE;
    }
  for (guint i = first; i < n; i++)
    rs_value_clear (&arguments[i]);
  arguments[first] = rs_value_object (g_steal_pointer (&array));
  return TRUE;
}

gboolean
rs_vm_collect_variadic (RsThread *thread, const RsProto *proto, RsValue *arguments, guint n, GError **error)
{
  g_assert (proto->n_parameters >= 1 && proto->parameters[proto->n_parameters - 1].is_variadic);

  guint first = proto->n_parameters - 1;
  const RsType *type = proto->parameters[first].type;
  const RsType *item = type != NULL && type->kind == RS_TYPE_CELL ? type->item : NULL;
  gint64 dims[1] = { n > first ? n - first : 0 };
  RsCell *cell;

  if (type != NULL && type->kind == RS_TYPE_ARRAY)
    return collect_numbers (thread, proto, type, arguments, first, MAX (n, first), error);
  for (guint i = first; i < n && item != NULL; i++)
    if (!rs_value_has_type (arguments[i], item))
      return fail_variadic (proto, item, i, arguments[i], error);
  cell = rs_cell_new (1, dims, error);
  if (cell == NULL)
    return FALSE;
  for (guint i = first; i < n; i++)
    {
      cell->elements[i - first] = arguments[i];
      arguments[i] = RS_NONE;
    }
  arguments[first] = rs_value_object (cell);
  return TRUE;
}
