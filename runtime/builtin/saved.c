/* save and load: values in a file, whose format QDAT.md describes, or in one of MATLAB.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/mat.h"
#include "runtime/builtin/qdat.h"
#include "runtime/builtin/replace-file.h"

/* What a writer gets through rs_replace_file. */
typedef struct
{
  const RsValue *values;
  guint n;
  RsPrecision precision;
} Job;

static gboolean
is_mat (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".mat");
}

#ifndef RS_HAVE_MATIO
static gboolean
fail_mat (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "this Redshift was built without the library for .mat files");
  return FALSE;
}
#define rs_mat_write(path, values, n, precision, error) fail_mat (error)
#define rs_mat_read(call, path, values, n, error) fail_mat (error)
#endif

static gboolean
write_mat (const char *path, gpointer data, GError **error)
{
  const Job *job = data;

  return rs_mat_write (path, job->values, job->n, job->precision, error);
}

static gboolean
write_qdat (const char *path, gpointer data, GError **error)
{
  const Job *job = data;

  return rs_qdat_write (path, job->values, job->n, job->precision, error);
}

RS_DEFINE_BUILTIN (SAVE)
{
  Job job = { call->arguments + 1, call->n_arguments - 1, rs_call_get_precision (call) };
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "save", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (rs_replace_file (path, is_mat (path) ? write_mat : write_qdat, &job, error))
    return TRUE;
  g_prefix_error (error, "save: can't write \"%s\": ", path);
  return FALSE;
}

RS_DEFINE_BUILTIN (LOAD)
{
  g_autofree char *found = NULL;
  guint n = MAX (1, call->n_results);
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "load", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  found = rs_call_find_file (call, path);
  if (is_mat (path) ? rs_mat_read (call, found, call->results, n, error)
                    : rs_qdat_read (call, found, call->results, n, error))
    return TRUE;
  g_prefix_error (error, "load: can't read \"%s\": ", path);
  return FALSE;
}
