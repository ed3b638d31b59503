/* print, disp, error, assert, and the clock.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/builtin/figure/forms.h"
#include "runtime/builtin/text/printing.h"

#include "runtime/trace/trace.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/exception.h"

/* The texts of the arguments from first on, joined. */
static GString *
join_texts (const RsCall *call, guint first)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < call->n_arguments; i++)
    rs_value_format (call->arguments[i], FALSE, text);
  return text;
}

static gboolean
write_line (RsCall *call, GError **error)
{
  g_autoptr (GString) text = NULL;

  text = join_texts (call, 0); /* waits for what it needs, and notes what is lost */
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  g_string_append_c (text, '\n');
  rs_session_write (call->session, text->str, text->len);
  return TRUE;
}

RS_DEFINE_BUILTIN (PRINT)
{
  return write_line (call, error);
}

RS_DEFINE_BUILTIN (DISP)
{
  return write_line (call, error);
}

RS_DEFINE_BUILTIN (ERROR)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *message = NULL;
  RsValue thrown = call->arguments[0];

  if (call->n_arguments == 1 && (thrown.tag == RS_TAG_OBJECT || rs_value_get_exception (thrown) != NULL))
    {
      message = rs_exception_dup_message (thrown);
      rs_value_clear (&call->session->thrown);
      call->session->thrown = rs_value_ref (thrown);
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_THROWN, message);
      return FALSE;
    }
  if (call->n_arguments > 1 && thrown.tag == RS_TAG_STRING
      && rs_format_has_places (thrown.string->text, call->n_arguments - 1))
    {
      text = g_string_new (NULL);
      if (!rs_call_print_format (call, 0, text, "error", error))
        return FALSE;
    }
  else
    text = join_texts (call, 0);
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_USER, text->str);
  return FALSE;
}

/* FALSE for what is no array of logical values. */
static gboolean
all_true (RsValue value, gboolean *holds)
{
  if (value.tag != RS_TAG_ARRAY || rs_element_is_complex (value.array->element))
    return FALSE;
  *holds = TRUE;
  for (gint64 i = 0; *holds && i < value.array->n_elements; i++)
    *holds = rs_value_to_double (rs_array_get_element (value.array, i)) != 0;
  return TRUE;
}

RS_DEFINE_BUILTIN (ASSERT)
{
  g_autoptr (GString) text = NULL;
  gboolean holds;

  /* All elements of size(x) == size(y) have to hold (manual 6). */
  if (!all_true (call->arguments[0], &holds) && !rs_value_is_true (call->arguments[0], &holds, error))
    {
      g_prefix_error (error, "assert: ");
      return FALSE;
    }
  if (holds)
    return TRUE;
  text = join_texts (call, 1);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ASSERT, "assertion failed%s%s", text->len > 0 ? ": " : "",
               text->str);
  return FALSE;
}

RS_DEFINE_BUILTIN (TIC)
{
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  call->session->tic = rs_trace_now ();
  return TRUE;
}

RS_DEFINE_BUILTIN (TOC)
{
  g_autofree char *text = NULL;
  double elapsed;

  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  elapsed = (double)(rs_trace_now () - call->session->tic) / 1e6;
  if (call->n_arguments > 0 || call->n_results > 0)
    call->results[0] = rs_value_scalar (elapsed);
  if (call->n_arguments > 0)
    return TRUE;
  text = elapsed < 1000 ? g_strdup_printf ("Elapsed time: %.3f ms\n", elapsed)
                        : g_strdup_printf ("Elapsed time: %.3f s\n", elapsed / 1000);
  rs_session_write (call->session, text, strlen (text));
  return TRUE;
}

/* In short sleeps, so that Stop ends it. What the user does to forms is handled meanwhile. */
RS_DEFINE_BUILTIN (PAUSE)
{
  double milliseconds = 0;
  gint64 end;

  if (call->n_arguments == 1 && !rs_call_get_number (call, 0, &milliseconds, "pause", error))
    return FALSE;
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  rs_session_flush (call->session);
  end = g_get_monotonic_time () + (gint64)(CLAMP (milliseconds, 0, 1e12) * 1000);
  if (!rs_forms_wait (call->session, NULL, end, error))
    return FALSE;
  while (!rs_session_is_stopped (call->session) && g_get_monotonic_time () < end)
    {
      const gint64 left = end - g_get_monotonic_time ();

      g_usleep ((gulong)CLAMP (left, 0, 50000));
      rs_error_poll ();
    }
  return !rs_error_set_stopped (error);
}

/* Interpreted work items run in one thread, which sees its writes in their order. */
RS_DEFINE_BUILTIN (MEMFENCE)
{
  return TRUE;
}

/* On the host: waits for every launch. */
RS_DEFINE_BUILTIN (SYNCTHREADS)
{
  return call->session->synchronize == NULL || call->session->synchronize (call->session, error);
}
