/* See formats.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/formats.h"

#include "profiler/analysis/traces/trim.h"
#include "profiler/exchange/chrome.h"
#include "profiler/exchange/perfetto.h"
#include "profiler/exchange/stacks.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static const RsTraceFormat formats[] = {
  { "perfetto", ".pftrace", "Perfetto", rs_perfetto_export, rs_perfetto_is_in_file },
  { "chrome", ".json", "Chrome JSON", rs_chrome_export, rs_chrome_is_in_file },
  { "speedscope", ".speedscope.json", "speedscope", rs_speedscope_export, rs_speedscope_is_in_file },
  { "folded", ".folded", "Folded stacks (flame graphs)", rs_folded_export, rs_folded_is_in_file },
};

const RsTraceFormat *
rs_trace_formats_get (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* The longest suffix decides: one may be the end of another. */
const RsTraceFormat *
rs_trace_format_of_path (const char *path)
{
  const RsTraceFormat *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (path, formats[i].suffix)
        && (found == NULL || strlen (formats[i].suffix) > strlen (found->suffix)))
      found = &formats[i];
  return found;
}

static gboolean
write_part (const RsTraceFormat *format, RsTraceStore *store, const RsTraceRange *range, const char *name, FILE *output,
            GError **error)
{
  g_autoptr (RsTraceStore) part = NULL;

  if (!rs_trace_trim (store, range, name, NULL, error))
    return FALSE;
  part = rs_trace_store_open (name, error);
  return part != NULL && format->write (part, output, error);
}

gboolean
rs_trace_format_write (const RsTraceFormat *format, RsTraceStore *store, const RsTraceRange *range, FILE *output,
                       GError **error)
{
  g_autofree char *folder = NULL, *name = NULL;
  gboolean done;

  if (rs_trace_range_is_all (range))
    return format->write (store, output, error);
  folder = g_dir_make_tmp ("redshift-part-XXXXXX", error);
  if (folder == NULL)
    return FALSE;
  name = g_build_filename (folder, "part.rstrace", NULL);
  done = write_part (format, store, range, name, output, error);
  g_remove (name);
  g_rmdir (folder);
  return done;
}

gboolean
rs_trace_format_write_file (const RsTraceFormat *format, RsTraceStore *store, const RsTraceRange *range,
                            const char *path, GError **error)
{
  FILE *file = fopen (path, "we");
  gboolean done = file != NULL && rs_trace_format_write (format, store, range, file, error);

  if ((file == NULL || fclose (file) != 0) && (done || file == NULL))
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "%s", g_strerror (errno));
      return FALSE;
    }
  return done;
}
