/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/base/error.h"

#include "compiler/base/diagnostics.h"

/* clang-format off */ /* it takes the name for a difference */
G_DEFINE_QUARK (rs-runtime-error-quark, rs_runtime_error)
/* clang-format on */

static const char *const codes[] = {
#define RS_ERROR(NAME, code) code,
#include "runtime/errors.def"
#undef RS_ERROR
};

const char *
rs_error_get_code (const GError *error)
{
  if (error->domain != RS_RUNTIME_ERROR)
    return codes[RS_RUNTIME_ERROR_FILE];
  g_return_val_if_fail (error->code >= 0 && error->code < RS_N_RUNTIME_ERRORS, NULL);
  return codes[error->code];
}

char *
rs_error_dup_text (const GError *error)
{
  return rs_text_with_code (error->message, rs_error_get_code (error));
}

gboolean
rs_error_is_refusal (const GError *error)
{
  return g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED)
         || g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_PROGRAM_ARGUMENTS);
}

void
rs_error_place_clear (RsErrorPlace *place)
{
  g_free (place->backtrace);
  g_clear_pointer (&place->source, rs_source_unref);
  *place = (RsErrorPlace){ 0 };
}

static _Thread_local const gint *stop_flag;

void
rs_error_watch_stop (const gint *flag)
{
  stop_flag = flag;
}

const gint *
rs_error_get_stop_flag (void)
{
  return stop_flag;
}

static _Thread_local struct {
  void (*poll) (gpointer data);
  gpointer data;
} poller;

void
rs_error_watch_poll (void (*poll) (gpointer data), gpointer data)
{
  poller.poll = poll;
  poller.data = data;
}

gboolean
rs_error_is_polled (void)
{
  return poller.poll != NULL;
}

void
rs_error_poll (void)
{
  if (poller.poll != NULL)
    poller.poll (poller.data);
}

gboolean
rs_error_set_stopped (GError **error)
{
  rs_error_poll ();
  if (stop_flag == NULL || __atomic_load_n (stop_flag, __ATOMIC_RELAXED) == 0)
    return FALSE;
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  return TRUE;
}
