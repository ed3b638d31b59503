/* Calls that are more than a closure with plain arguments: built-ins, overloads, partial applications, named and spread
 * arguments, types used as functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue.h"
#include "runtime/vm/vm-private.h"

#include <string.h>

/* --- taking apart --- */

static gint64
count_parts (RsValue value)
{
  switch ((RsTag)value.tag)
    {
    case RS_TAG_ARRAY:
      return value.array->n_elements;
    case RS_TAG_CELL:
      return value.cell->n_elements;
    case RS_TAG_RANGE:
      return value.range->count;
    default:
      return -1;
    }
}

static RsValue
get_part (RsValue value, gint64 i)
{
  if (value.tag == RS_TAG_ARRAY)
    return rs_array_get_element (value.array, i);
  if (value.tag == RS_TAG_CELL)
    return rs_value_ref (value.cell->elements[i]);
  return value.range->is_integer ? rs_value_int ((gint64)(value.range->low + (double)i * value.range->step))
                                 : rs_value_scalar (value.range->low + (double)i * value.range->step);
}

gboolean
rs_vm_take_apart (RsValue value, RsValue *results, guint n, GError **error)
{
  gint64 count = count_parts (value);

  if (count != n)
    {
      g_autofree char *what = rs_value_describe_one (value);

      if (count < 0)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OUTPUTS,
                     "one value (%s) can't be taken apart into %u variables", what, n);
      else
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OUTPUTS,
                     "%s is taken apart into %u variables; it needs as many "
                     "as it has elements (%" G_GINT64_FORMAT "), _ for those that are not wanted",
                     what, n, count);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    results[i] = get_part (value, i);
  return TRUE;
}

/* A row or a column; a matrix of several rows has no order to unpack it in. */
static gboolean
is_one_dimensional (RsValue value)
{
  int rank = value.tag == RS_TAG_ARRAY ? value.array->rank : value.tag == RS_TAG_CELL ? value.cell->rank : 1;
  const gint64 *dims = value.tag == RS_TAG_ARRAY  ? value.array->dims
                       : value.tag == RS_TAG_CELL ? value.cell->dims
                                                  : NULL;
  int longer = 0;

  for (int d = 0; d < rank && dims != NULL; d++)
    longer += dims[d] != 1;
  return longer <= 1;
}

static gboolean
append_parts (GArray *items, RsValue value, gint64 limit, GError **error)
{
  gint64 count = count_parts (value);

  if (count < 0)
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD, "... spreads vectors and cells, not %s", what);
      return FALSE;
    }
  if (!is_one_dimensional (value))
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD,
                   "... spreads vectors, which have one dimension, not %s", what);
      return FALSE;
    }
  if (count > limit)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD, "... of %" G_GINT64_FORMAT " elements: too many",
                   count);
      return FALSE;
    }
  for (gint64 i = 0; i < count; i++)
    {
      RsValue part = get_part (value, i);

      g_array_append_val (items, part);
    }
  return TRUE;
}

GArray *
rs_vm_spread (const RsValue *values, guint n, const RsArgumentList *list, gint64 limit, GError **error)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (RsValue));

  g_array_set_clear_func (items, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < n; i++)
    if (list == NULL || !list->is_spread[i])
      {
        RsValue value = rs_value_ref (values[i]);

        g_array_append_val (items, value);
      }
    else if (!append_parts (items, values[i], limit, error))
      {
        g_array_unref (items);
        return NULL;
      }
  return items;
}

/* --- built-ins --- */

#define MOST_FETCHED_DEPTH 8 /* of cells in cells */

static gboolean
has_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    if ((at == text || !g_ascii_isalpha (at[-1])) && !g_ascii_isalpha (at[length]))
      return TRUE;
  return FALSE;
}

/* Makes sure that an error names the function that the program called: some are made of others, or leave the checks
 * to the arrays. The user's own messages (error, assert) stay as they are. Always FALSE. */
static gboolean
name_function (const RsBuiltin *builtin, GError **error)
{
  if (error && *error && (builtin->flags & RS_BUILTIN_EFFECT) == 0 && !has_word ((*error)->message, builtin->name))
    g_prefix_error (error, "%s: ", builtin->name);
  return FALSE;
}

/* Where the program calls it. */
static void
set_place (RsThread *thread, RsCall *call)
{
  const RsFrame *frame = rs_thread_top (thread);

  call->path = rs_source_get_name (frame->proto->module->source);
  call->line = rs_proto_get_line (frame->proto, (guint)(frame->pc - frame->proto->code) - 1);
}

static gboolean
check_number_of_arguments (const RsBuiltin *builtin, guint n, GError **error)
{
  if ((int)n >= builtin->min_arguments && (builtin->max_arguments < 0 || (int)n <= builtin->max_arguments))
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
               "%s is called with %u argument%s; it is used as: %s", builtin->name, n, n == 1 ? "" : "s",
               builtin->signature);
  return FALSE;
}

/* Effects can't be taken back: what they take has to be there before. */
static void
fetch (RsValue value, guint depth)
{
  if (value.tag == RS_TAG_ARRAY)
    rs_array_read (value.array);
  for (gint64 i = 0; value.tag == RS_TAG_CELL && depth < MOST_FETCHED_DEPTH && i < value.cell->n_elements; i++)
    fetch (value.cell->elements[i], depth + 1);
}

static gboolean
check_contents (RsSession *session, const RsValue *arguments, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    fetch (arguments[i], 0);
  return G_LIKELY (rs_array_loss == NULL) || rs_session_before_effect (session, error);
}

/* FALSE: the program is to stop, and a loop of the built-in that was called may have ended early: what it gave is
 * dropped. */
static gboolean
is_kept (const RsSession *session, GError **error)
{
  return !rs_session_is_stopped (session) || !rs_error_set_stopped (error);
}

static gboolean
call_implementation (RsThread *thread, const RsBuiltin *builtin, const RsValue *arguments, guint n, RsValue *given,
                     guint n_results, GError **error)
{
  RsCall call = { .session = thread->vm->session,
                  .arguments = arguments,
                  .n_arguments = n,
                  .results = given,
                  .is_single = rs_thread_top (thread)->proto->is_single,
                  .n_results = n_results == RS_ANY_RESULT || n_results == RS_ALL_RESULTS ? 1 : n_results };
  gboolean ok;

  for (guint i = 0; i < n; i++)
    if (arguments[i].tag == RS_TAG_NONE)
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "argument %u of %s has no value", i + 1,
                     builtin->name);
        return FALSE;
      }
  if (builtin->id == RS_BUILTIN_ID_ACCEPTS)
    return rs_vm_accepts (arguments, n, &given[0], error);
  if (rs_builtin_functions[builtin->id] == NULL)
    {
      if ((builtin->flags & RS_BUILTIN_HOST) == 0)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_ONLY,
                     "%s can only be called in kernel and device functions", builtin->name);
      else
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED, "not supported yet: %s", builtin->name);
      return FALSE;
    }
  if ((builtin->flags & RS_BUILTIN_EFFECT) != 0) /* nobody else asks, and finding a line takes time */
    {
      set_place (thread, &call);
      /* inv, which only warns, looks itself: its matrix may stay on a device */
      if (builtin->id != RS_BUILTIN_ID_INV && !check_contents (call.session, arguments, n, error))
        return FALSE;
    }
  if (G_UNLIKELY (rs_trace_is_on ()) && rs_vm_is_worth_timing (thread, builtin, arguments, n))
    {
      gint64 start = rs_trace_now ();

      ok = rs_builtin_functions[builtin->id](&call, error);
      rs_vm_emit_builtin (thread, builtin->name, arguments, n, given, call.n_results, start);
    }
  else
    ok = rs_builtin_functions[builtin->id](&call, error);
  return ok ? is_kept (call.session, error) : name_function (builtin, error);
}

/* What a built-in gave, for what the caller wants. */
static gboolean
hand_over (const RsBuiltin *builtin, RsValue *given, RsValue *results, guint n_results, GError **error)
{
  if ((n_results == 1 || n_results == RS_ALL_RESULTS) && given[0].tag == RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NO_OUTPUT, "%s returns no value", builtin->name);
      return FALSE;
    }
  if (n_results == RS_ANY_RESULT || n_results == RS_ALL_RESULTS)
    n_results = 1;
  if (n_results > 1 && given[1].tag == RS_TAG_NONE)
    {
      RsValue whole = given[0];
      gboolean ok;

      given[0] = RS_NONE;
      ok = rs_vm_take_apart (whole, given, n_results, error);
      rs_value_clear (&whole);
      if (!ok)
        return FALSE;
    }
  for (guint i = 0; i < n_results; i++)
    {
      rs_value_clear (&results[i]);
      results[i] = given[i];
      given[i] = RS_NONE;
    }
  return TRUE;
}

/* The limit of an array that a work item makes (manual 8.3.2), as compiled kernels have it. */
static gboolean
check_dynamic_memory (const RsThread *thread, RsValue value, GError **error)
{
  gint64 limit = rs_settings_get_integer (thread->vm->session->settings, RS_SETTING_RUNTIME_DYNAMIC_MEMORY_ARRAY_KB)
                 * 1024;
  gint64 bytes;

  if (value.tag != RS_TAG_ARRAY || limit <= 0)
    return TRUE;
  bytes = value.array->n_elements * (gint64)rs_element_get_bytes (value.array->element) + RS_DYNAMIC_OVERHEAD_BYTES;
  if (bytes <= limit)
    return TRUE;
  for (guint i = thread->n_frames; i > 0; i--)
    if (thread->frames[i - 1].proto->is_kernel)
      {
        g_autofree char *text = rs_launch_describe_memory (TRUE, bytes, limit);

        if (!rs_kernel_is_cooperative (thread->frames[i - 1].proto->node))
          g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, text);
        return *error == NULL;
      }
  return TRUE;
}

static gboolean
call_builtin_with (RsThread *thread, const RsBuiltin *builtin, const RsValue *arguments, guint n, RsValue *results,
                   guint n_results, GError **error)
{
  RsValue few[4] = { RS_NONE, RS_NONE, RS_NONE, RS_NONE };
  guint n_given = n_results == RS_ANY_RESULT || n_results == RS_ALL_RESULTS ? 1 : MAX (1, n_results);
  g_autofree RsValue *many = n_given > G_N_ELEMENTS (few) ? g_new0 (RsValue, n_given) : NULL;
  RsValue *given = many != NULL ? many : few;
  gboolean ok;

  rs_vm_tell_place (thread);
  ok = check_number_of_arguments (builtin, n, error)
       && call_implementation (thread, builtin, arguments, n, given, n_results, error)
       && (builtin->result != RS_RESULT_ALLOCATION || check_dynamic_memory (thread, given[0], error))
       && hand_over (builtin, given, results, n_results, error);
  for (guint i = 0; i < n_given; i++)
    rs_value_clear (&given[i]);
  return ok;
}

gboolean
rs_vm_call_builtin (RsThread *thread, guint id, RsValue *base, guint n, const RsArgumentList *list, RsValue *results,
                    guint n_results, GError **error)
{
  const RsBuiltin *builtin = rs_builtin_get (id);
  g_autoptr (GArray) items = NULL;

  if (list == NULL)
    return call_builtin_with (thread, builtin, base, n, results, n_results, error);
  items = rs_vm_spread (base, n, list, RS_MAX_REGISTERS, error);
  return items != NULL
         && call_builtin_with (thread, builtin, (RsValue *)items->data, items->len, results, n_results, error);
}

/* --- methods of native objects --- */

gboolean
rs_vm_call_native (RsThread *thread, const RsNativeMethod *method, const RsValue *arguments, guint n, RsValue *results,
                   guint n_results, GError **error)
{
  RsValue given = RS_NONE;
  RsCall call = { .session = thread->vm->session, .arguments = arguments, .n_arguments = n, .results = &given,
                  .n_results = n_results == RS_ANY_RESULT || n_results == RS_ALL_RESULTS ? 1 : n_results };
  gboolean ok = FALSE;

  rs_vm_tell_place (thread);
  set_place (thread, &call);
  if ((int)n - 1 < method->min_arguments || (method->max_arguments >= 0 && (int)n - 1 > method->max_arguments))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                 "%s is called with %u argument%s; it is used as: %s", method->name, n - 1, n == 2 ? "" : "s",
                 method->usage);
  else
    ok = method->call (&call, error) && is_kept (call.session, error);
  if (ok && n_results > 0 && n_results != RS_ANY_RESULT && given.tag == RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NO_OUTPUT, "%s returns no value", method->name);
      ok = FALSE;
    }
  if (ok && n_results > 0)
    {
      rs_value_clear (&results[0]);
      results[0] = given;
      return TRUE;
    }
  rs_value_clear (&given);
  return ok;
}

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

static gboolean
has_names (const RsArgumentList *list)
{
  for (guint i = 0; list != NULL && i < list->n; i++)
    if (list->names[i] != NULL)
      return TRUE;
  return FALSE;
}

GArray *
rs_vm_positional_arguments (const RsValue *values, guint n, const RsArgumentList *list, GError **error)
{
  GArray *items;

  if (!has_names (list))
    return rs_vm_spread (values, n, list, RS_MAX_REGISTERS, error);
  items = g_array_new (FALSE, FALSE, sizeof (RsValue));
  g_array_set_clear_func (items, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < n; i++)
    {
      RsValue value = rs_value_ref (values[i]);

      if (list->names[i] != NULL)
        rs_value_clear (&value);
      else if (!list->is_spread[i])
        g_array_append_val (items, value);
      else
        {
          gboolean ok = append_parts (items, value, RS_MAX_REGISTERS, error);

          rs_value_clear (&value);
          if (!ok)
            {
              g_array_unref (items);
              return NULL;
            }
        }
    }
  return items;
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
  gboolean ok = has_names (list) && type->kind == RS_TYPE_CLASS
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

  if (has_names (list))
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
      return call_builtin_with (thread, function->builtin, arguments, positional->len, results, n_results, error);
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
  g_autoptr (GArray) arranged = has_names (list) ? arrange (function->proto, positional, list, values, error)
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
      return call_builtin_with (thread, function->builtin, (RsValue *)positional->data, positional->len, results,
                                n_results, error);
    case RS_FUNCTION_OVERLOADS:
      return call_overloads (thread, function, base, positional, list, values, results, n_results, pushed, error);
    case RS_FUNCTION_PARTIAL:
      return call_partial (thread, function, base, positional, list, values, results, n_results, pushed, error);
    default:
      *pushed = TRUE;
      if (function->proto->is_generic)
        return call_generic (thread, function, base, positional, list, values, results, n_results, error);
      if (!has_names (list))
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
          if (!append_parts (bound, value, RS_MAX_REGISTERS, error))
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
rs_vm_call (RsSession *session, RsFunction *function, const RsValue *arguments, guint n_arguments,
            RsValue *results, guint n_results, GError **error)
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
