/* save and load: values in a file, whose format QDAT.md describes, in one of MATLAB, or in one of NumPy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/mat.h"
#include "runtime/builtin/npy.h"
#include "runtime/builtin/qdat.h"
#include "runtime/builtin/replace-file.h"

#ifndef RS_HAVE_MATIO
static gboolean
fail_mat (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "this Redshift was built without the library for .mat files");
  return FALSE;
}

gboolean
rs_mat_write (const char *path, const RsValue *values, guint n, RsPrecision precision, GError **error)
{
  return fail_mat (error);
}

gboolean
rs_mat_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  return fail_mat (error);
}
#endif

typedef struct
{
  const char *ending;
  gboolean (*write) (const char *path, const RsValue *values, guint n, RsPrecision precision, GError **error);
  gboolean (*read) (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);
} Format;

/* The last one is that of all other names. */
static const Format formats[] = {
  { ".mat", rs_mat_write, rs_mat_read },
  { ".npy", rs_npy_write, rs_npy_read },
  { "", rs_qdat_write, rs_qdat_read },
};

static gboolean
ends_with (const char *path, const char *ending)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ending);
}

static const Format *
find_format (const char *path)
{
  const Format *format = formats;

  while (!ends_with (path, format->ending))
    format++;
  return format;
}

/* What a writer gets through rs_replace_file. */
typedef struct
{
  const Format *format;
  const RsValue *values;
  guint n;
  RsPrecision precision;
} Job;

static gboolean
write_values (const char *path, gpointer data, GError **error)
{
  const Job *job = data;

  return job->format->write (path, job->values, job->n, job->precision, error);
}

RS_DEFINE_BUILTIN (SAVE)
{
  Job job = { NULL, call->arguments + 1, call->n_arguments - 1, rs_call_get_precision (call) };
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "save", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  job.format = find_format (path);
  if (rs_replace_file (path, write_values, &job, error))
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
  if (find_format (path)->read (call, found, call->results, n, error))
    return TRUE;
  g_prefix_error (error, "load: can't read \"%s\": ", path);
  return FALSE;
}
