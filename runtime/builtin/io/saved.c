/* save and load: values in a file, whose format QDAT.md describes, in one of MATLAB, or in one of NumPy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/replace-file.h"
#include "runtime/builtin/io/input.h"
#include "runtime/builtin/io/mat/mat.h"
#include "runtime/builtin/io/npy.h"
#include "runtime/builtin/io/qdat.h"

#include <string.h>

#ifndef RS_HAVE_MATIO
static gboolean
fail_mat (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY,
               "this Redshift was built without the library for .mat files");
  return FALSE;
}

gboolean
rs_mat_write (const char *path, const char *const *names, const RsValue *values, guint n, RsPrecision precision,
              GError **error)
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
  gboolean (*write) (const char *path, const char *const *names, const RsValue *values, guint n, RsPrecision precision,
                     GError **error);
  gboolean (*read) (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);
} Format;

/* The last one is that of all other names. */
static const Format formats[] = {
  { ".mat", rs_mat_write, rs_mat_read },
  { ".npy", rs_npy_write, rs_npy_read },
  { "", rs_qdat_write, rs_qdat_read },
};

/* Names of files that other functions, or none, read and write. */
static const struct
{
  const char *ending, *advice;
} foreign[] = {
#define IMAGE "an image is written by imwrite and read by imread"
  { ".bmp", IMAGE }, { ".gif", IMAGE }, { ".jpeg", IMAGE }, { ".jpg", IMAGE }, { ".pbm", IMAGE },  { ".pgm", IMAGE },
  { ".png", IMAGE }, { ".pnm", IMAGE }, { ".ppm", IMAGE },  { ".tif", IMAGE }, { ".tiff", IMAGE }, { ".webp", IMAGE },
#undef IMAGE
  { ".csv", "numbers with commas between them are written by csvwrite and read by csvread" },
  { ".json", "JSON is written by fprintf of what jsonencode gives, and read by jsondecode" },
  { ".txt", "text is written by fprintf and read by fgets" },
  { ".npz", "of NumPy's files, those of one array (.npy) are written and read" },
  { ".h5", "an HDF5 file is only read, as a .mat file of version 7.3" },
  { ".hdf5", "an HDF5 file is only read, as a .mat file of version 7.3" },
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

/* Which functions the name asks for, or NULL. */
static const char *
find_advice (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    if (ends_with (path, foreign[i].ending))
      return foreign[i].advice;
  return NULL;
}

/* What a writer gets through rs_replace_file. */
typedef struct
{
  const Format *format;
  const char *const *names; /* [n] */
  const RsValue *values;
  guint n;
  RsPrecision precision;
} Job;

static gboolean
write_values (const char *path, gpointer data, GError **error)
{
  const Job *job = data;

  return job->format->write (path, job->names, job->values, job->n, job->precision, error);
}

static gboolean
check_name (const char *path, GError **error)
{
  const char *advice = find_advice (path);

  if (advice == NULL)
    return TRUE;
  g_set_error (
      error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
      "no program that knows such names could read it: %s; what save writes has a name that ends in .qdat, .mat or "
      ".npy",
      advice);
  return FALSE;
}

/* [n + 1] and NULL: of each argument of the call, empty where it is no variable. (transfer full) */
static char **
split_names (const RsCall *call)
{
  char **names = g_new0 (char *, call->n_arguments + 1);
  const char *at = call->names;

  for (guint i = 0; i < call->n_arguments; i++)
    {
      const char *end = at != NULL ? strchr (at, '\n') : NULL;

      names[i] = end != NULL ? g_strndup (at, (gsize)(end - at)) : g_strdup ("");
      at = end != NULL ? end + 1 : NULL;
    }
  return names;
}

RS_DEFINE_BUILTIN (SAVE)
{
  g_auto (GStrv) names = split_names (call);
  Job job = { NULL, (const char *const *)names + 1, call->arguments + 1, call->n_arguments - 1,
              rs_call_get_precision (call) };
  g_autofree char *target = NULL;
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "save", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  job.format = find_format (path);
  target = rs_call_resolve_path (call, path);
  if (check_name (path, error) && rs_replace_file (target, write_values, &job, error))
    return TRUE;
  g_prefix_error (error, "save: can't write \"%s\": ", path);
  return FALSE;
}

/* Programs have had save write its own form under such names; so only after a failure that the file has to do with. */
static void
add_advice (const char *path, GError **error)
{
  static const RsRuntimeError kinds[]
      = { RS_RUNTIME_ERROR_FILE, RS_RUNTIME_ERROR_FILE_CONTENTS, RS_RUNTIME_ERROR_FILE_FORM, RS_RUNTIME_ERROR_LIBRARY };
  const char *advice = find_advice (path);
  gboolean is_of_file = FALSE;
  char *message;

  for (guint i = 0; error != NULL && i < G_N_ELEMENTS (kinds); i++)
    is_of_file |= g_error_matches (*error, RS_RUNTIME_ERROR, kinds[i]);
  if (advice == NULL || !is_of_file)
    return;
  message = g_strdup_printf ("%s; %s", (*error)->message, advice);
  g_free ((*error)->message);
  (*error)->message = message;
}

RS_DEFINE_BUILTIN (LOAD)
{
  g_auto (RsInput) input = { 0 };
  guint n = MAX (1, call->n_results);
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "load", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (rs_input_open (&input, call, path, error) && find_format (path)->read (call, input.path, call->results, n, error))
    return TRUE;
  add_advice (path, error);
  g_prefix_error (error, "load: can't read \"%s\": ", path);
  return FALSE;
}
