/* Calls of what is written in C: built-in functions and methods of native objects. Checks around each call are here:
 * how many arguments, whether what an effect takes is there, what the call gave and whether the program is to stop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue.h"
#include "runtime/vm/vm-private.h"

#include <string.h>

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
  if (frame->pc[-1].op == RS_OPCODE_CALL_BUILTIN && frame->pc->b > 0)
    call->names = frame->proto->constants[frame->pc->b - 1].text;
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
  if (builtin->id >= RS_BUILTIN_ID_PROFILE_MARK && builtin->id <= RS_BUILTIN_ID_PROFILE_END)
    return rs_vm_profile (thread, builtin->id, &call, error);
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

gboolean
rs_vm_compute_builtin (RsSession *session, const RsBuiltin *builtin, const RsValue *arguments, guint n_arguments,
                       RsValue *result)
{
  RsCall call
      = { .session = session, .arguments = arguments, .n_arguments = n_arguments, .results = result, .n_results = 1 };

  *result = RS_NONE;
  return rs_builtin_functions[builtin->id] != NULL && rs_builtin_functions[builtin->id](&call, NULL);
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
rs_vm_call_builtin (RsThread *thread, guint id, const RsValue *base, guint n, const RsArgumentList *list,
                    RsValue *results, guint n_results, GError **error)
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
  RsCall call = { .session = thread->vm->session,
                  .arguments = arguments,
                  .n_arguments = n,
                  .results = &given,
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
