/* See own-trace.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/common/own-trace.h"

#include "ide/cli/trace/trace.h"

#include <glib/gstdio.h>
#include <stdio.h>

RsOwnTrace *
rs_own_trace_new (const char *option)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("redshift-trace-XXXXXX", &error);
  RsOwnTrace *self;

  if (folder == NULL)
    {
      rs_cli_complain ("run: %s: %s", option, error->message);
      return NULL;
    }
  self = g_new0 (RsOwnTrace, 1);
  self->path = g_build_filename (folder, "run.rstrace", NULL);
  self->folder = g_steal_pointer (&folder);
  return self;
}

void
rs_own_trace_free (RsOwnTrace *self)
{
  if (self == NULL)
    return;
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

static gboolean
is_empty (const char *report, RsTraceStore *store)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (RsReport) read = rs_report_read (rs_report_kind_find (report), store, &all, NULL);

  return read != NULL && rs_report_count_rows (read) == 0;
}

void
rs_own_trace_print (const char *path, const char *report, const char *option, gboolean even_if_empty)
{
  const RsTraceOptions options = { .range = RS_TRACE_RANGE_ALL, .format = RS_TABLE_TEXT };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, &error);
  FILE *terminal = stdout;

  if (store == NULL)
    {
      rs_cli_complain ("run: %s: %s", option, error->message);
      return;
    }
  if (!even_if_empty && is_empty (report, store))
    return;
  fflush (stdout);
  stdout = stderr;
  rs_cli_trace_table (rs_report_kind_find (report), store, &options);
  stdout = terminal;
}
