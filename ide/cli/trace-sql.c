/* Reports of redshift-cli trace that hand out the trace itself: answers to SQL, plain tables, other tools' formats.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/exchange/chrome.h"
#include "profiler/exchange/stacks.h"
#include "runtime/replace-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOST_HEAP (256 << 20) /* bytes that SQLite may use for a query */
#define GRACE 3               /* s that a query may go on after its time, where SQLite does not look at the clock */

static RsTraceStore *interrupted_store; /* of the query that runs */

static void
on_interrupt (int signal_number)
{
  if (interrupted_store != NULL)
    rs_trace_store_interrupt (interrupted_store);
}

/* A single step of SQLite's may take for ever: comparing huge texts. */
static void
on_alarm (int signal_number)
{
  static const char text[] = "redshift-cli: the query was ended: it took longer than --timeout allows\n";

  if (write (STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit (RS_EXIT_FAILED);
  _exit (RS_EXIT_FAILED);
}

typedef struct {
  RsTable *table;
  RsTableFormat format;
} QueryOutput;

static void
end_table (QueryOutput *output)
{
  if (output->table != NULL)
    rs_table_end (output->table);
  g_clear_pointer (&output->table, rs_table_free);
}

static gboolean
add_query_row (guint n, const char *const *values, const char *const *names, gpointer data)
{
  QueryOutput *output = data;

  if (values == NULL)
    {
      g_autofree RsTableColumn *columns = g_new0 (RsTableColumn, n);

      end_table (output);
      for (guint i = 0; i < n; i++)
        columns[i] = (RsTableColumn){ names[i], names[i] };
      output->table = rs_table_new_as (output->format, columns, n);
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    rs_table_add_value (output->table, values[i]);
  return TRUE;
}

int
rs_cli_trace_query (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  QueryOutput output = { NULL, options->format };
  gboolean done;

  sqlite3_hard_heap_limit64 (MOST_HEAP);
  interrupted_store = store;
  signal (SIGINT, on_interrupt);
  if (options->timeout > 0)
    {
      signal (SIGALRM, on_alarm);
      alarm (options->timeout + GRACE);
    }
  done = rs_trace_store_query (store, operands->pdata[1], options->timeout, add_query_row, &output, &error);
  alarm (0);
  signal (SIGINT, SIG_DFL);
  interrupted_store = NULL;
  end_table (&output);
  return done ? RS_EXIT_OK : rs_cli_trace_fail (error);
}

/* --- files --- */

typedef struct {
  const char *name;
  gboolean (*write) (RsTraceStore *store, FILE *output, GError **error);
  gboolean (*is_in_file) (const char *path); /* which may be replaced */
} ExportFormat;

typedef struct {
  RsTraceStore *store;
  gboolean (*make) (RsTraceStore *store, const char *path, const ExportFormat *format, GError **error);
  const ExportFormat *format;
} FileJob;

static gboolean
write_file (const char *path, gpointer data, GError **error)
{
  const FileJob *job = data;

  return job->make (job->store, path, job->format, error);
}

static int
make_file (RsTraceStore *store, const char *path,
           gboolean (*make) (RsTraceStore *store, const char *path, const ExportFormat *format, GError **error),
           const ExportFormat *format)
{
  FileJob job = { store, make, format };
  GError *error = NULL;

  if (rs_replace_file (path, write_file, &job, &error))
    return RS_EXIT_OK;
  g_prefix_error (&error, "cannot write %s: ", path);
  return rs_cli_trace_fail (error);
}

static gboolean
unpack_into (RsTraceStore *store, const char *path, const ExportFormat *format, GError **error)
{
  return rs_trace_store_unpack (store, path, error);
}

static gboolean
export_into (RsTraceStore *store, const char *path, const ExportFormat *format, GError **error)
{
  FILE *file = g_fopen (path, "we");
  gboolean done = file != NULL && format->write (store, file, error);

  if ((file == NULL || fclose (file) != 0) && (done || file == NULL))
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "%s", g_strerror (errno));
      return FALSE;
    }
  return done;
}

int
rs_cli_trace_unpack (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  if (options->output == NULL)
    {
      rs_cli_complain ("trace unpack: say where to: -o FILE");
      return RS_EXIT_USAGE;
    }
  if (!rs_cli_may_replace ("trace unpack", options->output, rs_trace_store_get_path (store), rs_trace_store_is_in_file,
                           "no trace"))
    return RS_EXIT_USAGE;
  return make_file (store, options->output, unpack_into, NULL);
}

static const ExportFormat formats[] = {
  { "chrome", rs_chrome_export, rs_chrome_is_in_file },
  { "folded", rs_folded_export, rs_folded_is_in_file },
  { "speedscope", rs_speedscope_export, rs_speedscope_is_in_file },
};

static const ExportFormat *
find_format (const char *name)
{
  const char *names[G_N_ELEMENTS (formats)];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    names[i] = formats[i].name;
  if (!rs_cli_check_choice ("trace export: --format", name, names, G_N_ELEMENTS (names)))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].name, name) == 0)
      return &formats[i];
  return NULL;
}

int
rs_cli_trace_export (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  const ExportFormat *format;
  GError *error = NULL;

  if (options->export_format == NULL)
    {
      rs_cli_complain ("trace export: say which format: --format chrome, folded or speedscope");
      return RS_EXIT_USAGE;
    }
  format = find_format (options->export_format);
  if (format == NULL)
    return RS_EXIT_USAGE;
  if (options->output == NULL)
    return format->write (store, stdout, &error) ? RS_EXIT_OK : rs_cli_trace_fail (error);
  if (!rs_cli_may_replace ("trace export", options->output, rs_trace_store_get_path (store), format->is_in_file,
                           "no exported trace"))
    return RS_EXIT_USAGE;
  return make_file (store, options->output, export_into, format);
}
