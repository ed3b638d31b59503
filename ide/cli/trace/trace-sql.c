/* Reports of redshift-cli trace that hand out the trace itself: answers to SQL, plain tables, other tools' formats.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/exchange/formats.h"
#include "runtime/base/replace-file.h"

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
add_query_row (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
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
    rs_table_add_value (output->table, values[i].text, values[i].is_number);
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
  RsTraceStore *store;
  const RsTraceFormat *format; /* NULL: plain tables */
  const RsTraceRange *range;
} FileJob;

static gboolean
write_file (const char *path, gpointer data, GError **error)
{
  const FileJob *job = data;

  return job->format == NULL ? rs_trace_store_unpack (job->store, path, error)
                             : rs_trace_format_write_file (job->format, job->store, job->range, path, error);
}

static int
make_file (RsTraceStore *store, const char *path, const RsTraceFormat *format, const RsTraceRange *range)
{
  FileJob job = { store, format, range };
  GError *error = NULL;

  if (rs_replace_file (path, write_file, &job, &error))
    return RS_EXIT_OK;
  g_prefix_error (&error, "cannot write %s: ", path);
  return rs_cli_trace_fail (error);
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
  return make_file (store, options->output, NULL, NULL);
}

static const RsTraceFormat *
find_format (const char *name)
{
  guint n;
  const RsTraceFormat *formats = rs_trace_formats_get (&n);
  g_autofree const char **names = g_new (const char *, n);

  for (guint i = 0; i < n; i++)
    names[i] = formats[i].name;
  if (!rs_cli_check_choice ("trace export: --format", name, names, n))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (strcmp (formats[i].name, name) == 0)
      return &formats[i];
  return NULL;
}

/* The format that was asked for, or else what the output's name says; NULL once the user has been told. */
static const RsTraceFormat *
choose_format (const RsTraceOptions *options)
{
  const RsTraceFormat *format;
  guint n;

  if (options->export_format != NULL)
    return find_format (options->export_format);
  format = options->output != NULL ? rs_trace_format_of_path (options->output) : NULL;
  if (format == NULL)
    {
      const RsTraceFormat *formats = rs_trace_formats_get (&n);
      g_autoptr (GString) names = g_string_new (NULL), suffixes = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        {
          const char *comma = i == 0 ? "" : i + 1 < n ? ", " : " or ";

          g_string_append_printf (names, "%s%s", comma, formats[i].name);
          g_string_append_printf (suffixes, "%s%s", comma, formats[i].suffix);
        }
      rs_cli_complain ("trace export: say which format: --format %s, or -o FILE with a name that ends in %s",
                       names->str, suffixes->str);
    }
  return format;
}

int
rs_cli_trace_export (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  const RsTraceFormat *format = choose_format (options);
  GError *error = NULL;

  if (format == NULL)
    return RS_EXIT_USAGE;
  if (options->output == NULL)
    return rs_trace_format_write (format, store, &options->range, stdout, &error) ? RS_EXIT_OK
                                                                                  : rs_cli_trace_fail (error);
  if (!rs_cli_may_replace ("trace export", options->output, rs_trace_store_get_path (store), format->is_in_file,
                           "no exported trace"))
    return RS_EXIT_USAGE;
  return make_file (store, options->output, format, &options->range);
}
