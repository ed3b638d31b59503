/* redshift-cli trace: what a recorded trace shows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/table.h"
#include "profiler/analysis/kernels.h"
#include "profiler/analysis/loops.h"
#include "profiler/analysis/summary.h"
#include "profiler/exchange/chrome.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define TOP_KERNELS 10
#define TOP_LOOPS 10

typedef struct {
  const char *format;
  const char *output;
  const char *first, *limit;
  gboolean csv;
} TraceOptions;

typedef struct {
  const char *name;
  int (*run) (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands);
  guint n_operands; /* before TRACE */
  const char *help;
} TraceCommand;

static int
fail (GError *error)
{
  rs_cli_complain ("%s", error->message);
  g_error_free (error);
  return RS_EXIT_FAILED;
}

/* "file.q:12", shortened to the file's own name. */
static char *
format_place (const char *file, guint line)
{
  g_autofree char *name = g_path_get_basename (file);

  return *file == '\0' ? g_strdup ("") : g_strdup_printf ("%s:%u", name, line);
}

static void
add_duration (RsTable *table, gboolean csv, gint64 ns)
{
  g_autofree char *text = rs_format_duration (ns);

  if (csv)
    rs_table_add (table, "%" G_GINT64_FORMAT, ns);
  else
    rs_table_add (table, "%s", text);
}

/* On standard error, so that tables stay what they are. */
static void
warn_dropped (RsTraceStore *store)
{
  gint64 dropped = rs_trace_store_get_meta_integer (store, "dropped");

  if (dropped > 0)
    rs_cli_complain ("%" G_GINT64_FORMAT " event%s came faster than could be written and %s dropped: the numbers lack them,"
                     " and places may be missing; record a shorter run or less data",
                     dropped, dropped == 1 ? "" : "s", dropped == 1 ? "was" : "were");
}

static gboolean
print_kernels (RsTraceStore *store, guint most, gboolean csv, GError **error)
{
  static const char *const text_titles[] = { "kernel", "place", ">launches", ">total", ">mean", ">min", ">max",
                                             ">threads", ">work items", ">share" };
  static const char *const csv_titles[] = { "kernel", "place", "launches", "total_ns", "mean_ns", "min_ns", "max_ns",
                                            "threads", "work_items", "share" };
  g_autoptr (GArray) rows = rs_kernel_table_read (store, error);
  g_autoptr (RsTable) table = rs_table_new (csv ? csv_titles : text_titles, G_N_ELEMENTS (text_titles));

  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len && i < most; i++)
    {
      const RsKernelRow *row = &g_array_index (rows, RsKernelRow, i);
      g_autofree char *place = csv && *row->file != '\0' ? g_strdup_printf ("%s:%u", row->file, row->line)
                                                         : format_place (row->file, row->line);

      rs_table_add (table, "%s", row->name);
      rs_table_add (table, "%s", place);
      rs_table_add (table, "%" G_GINT64_FORMAT, row->launches);
      add_duration (table, csv, row->total);
      add_duration (table, csv, (gint64)(row->mean + 0.5));
      add_duration (table, csv, row->min);
      add_duration (table, csv, row->max);
      rs_table_add (table, "%u", row->threads);
      rs_table_add (table, "%" G_GINT64_FORMAT, row->items);
      if (csv)
        rs_table_add (table, "%.6f", row->share);
      else
        rs_table_add (table, "%.1f %%", 100 * row->share);
    }
  rs_table_print (table, csv);
  return TRUE;
}

static int
run_kernels (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;

  if (!print_kernels (store, G_MAXUINT, options->csv, &error))
    return fail (error);
  warn_dropped (store);
  return RS_EXIT_OK;
}

/* A count or duration of something that was recorded, else "-"; in CSV empty. */
static void
add_loop_numbers (RsTable *table, gboolean csv, const RsLoopRow *row)
{
  const char *none = csv ? "" : "-";

  if (row->runs == 0)
    {
      rs_table_add (table, "%s", none);
      rs_table_add (table, "%s", none);
      rs_table_add (table, "%s", none);
      return;
    }
  rs_table_add (table, "%" G_GINT64_FORMAT, row->runs);
  rs_table_add (table, "%" G_GINT64_FORMAT, row->iterations);
  add_duration (table, csv, row->total);
}

static void
print_loops (const GArray *rows, guint most, gboolean csv)
{
  static const char *const text_titles[] = { "place", "what", ">runs", ">iterations", ">total", "decision" };
  static const char *const csv_titles[] = { "place", "what", "runs", "iterations", "total_ns", "decision" };
  g_autoptr (RsTable) table = rs_table_new (csv ? csv_titles : text_titles, G_N_ELEMENTS (text_titles));

  for (guint i = 0; i < rows->len && i < most; i++)
    {
      const RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);
      g_autofree char *place = csv && *row->file != '\0' ? g_strdup_printf ("%s:%u", row->file, row->line)
                                                         : format_place (row->file, row->line);

      rs_table_add (table, "%s", place);
      rs_table_add (table, "%s", row->name);
      add_loop_numbers (table, csv, row);
      rs_table_add (table, "%s", row->decision);
    }
  rs_table_print (table, csv);
}

static int
run_loops (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_loop_table_read (store, &error);

  if (rows == NULL)
    return fail (error);
  print_loops (rows, G_MAXUINT, options->csv);
  warn_dropped (store);
  return RS_EXIT_OK;
}

/* One line: a title, a number of things, a duration or a size, with what is absent left out. */
static void
print_line (const char *title, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
print_line (const char *title, const char *format, ...)
{
  va_list arguments;

  printf ("%-13s", title);
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}

static void
print_times (const RsTraceSummary *summary)
{
  g_autofree char *wall = rs_format_duration (summary->wall);
  g_autofree char *busy = rs_format_duration (summary->device_busy);
  g_autofree char *cpu = rs_format_duration (summary->cpu_time);
  g_autofree char *kernels = rs_format_duration (summary->kernel_time);
  g_autofree char *waits = rs_format_duration (summary->wait_time);
  g_autofree char *compiles = rs_format_duration (summary->compile_time);

  print_line ("wall time", "%s", wall);
  print_line ("device busy", "%s (%.1f %%)", busy,
              summary->wall > 0 ? 100.0 * (double)summary->device_busy / (double)summary->wall : 0);
  if (summary->cpu_time > 0)
    print_line ("CPU time", "%s", cpu);
  print_line ("kernels", "%" G_GINT64_FORMAT " launches, %s", summary->kernel_launches, kernels);
  print_line ("waits", "%" G_GINT64_FORMAT ", %s", summary->waits, waits);
  print_line ("compilations", "%" G_GINT64_FORMAT " compiled, %" G_GINT64_FORMAT " from the cache, %s",
              summary->compile_misses, summary->compile_hits, compiles);
}

static void
print_memory (const RsTraceSummary *summary)
{
  g_autofree char *allocated = rs_format_bytes (summary->allocated_bytes);
  g_autofree char *peak = rs_format_bytes (summary->peak_bytes);
  g_autofree char *copied = rs_format_bytes (summary->copied_bytes);
  g_autofree char *copy_time = rs_format_duration (summary->copy_time);

  print_line ("memory", "%" G_GINT64_FORMAT " allocations, %s; at most %s in use", summary->allocations, allocated,
              peak);
  if (summary->copies > 0)
    print_line ("copies", "%" G_GINT64_FORMAT ", %s, %s", summary->copies, copied, copy_time);
}

static int
run_summary (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsTraceSummary) summary = rs_trace_summary_read (store, &error);
  g_autoptr (GArray) loops = NULL;

  if (summary == NULL)
    return fail (error);
  print_line ("program", "%s", *summary->program != '\0' ? summary->program : "(not recorded)");
  if (*summary->device != '\0')
    print_line ("device", "%s", summary->device);
  print_line ("recorded", "%s", summary->started);
  print_times (summary);
  print_memory (summary);
  if (*summary->counters != '\0' && strcmp (summary->counters, "recorded") != 0)
    print_line ("counters", "no hardware counters: %s", summary->counters);
  print_line ("events", "%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " dropped%s", summary->events, summary->dropped,
              summary->dropped > 0 ? " (they came faster than they could be written; the sums above lack them)" : "");
  if (summary->failure != NULL)
    print_line ("incomplete", "the recording ended early: %s", summary->failure);
  else if (!summary->complete)
    print_line ("incomplete", "the recording was cut off or still goes on; this is what was written until then");
  loops = rs_interpreted_loops_read (store, &error);
  if (loops == NULL)
    return fail (error);
  if (loops->len > 0)
    {
      putchar ('\n');
      print_loops (loops, TOP_LOOPS, FALSE);
    }
  if (summary->kernel_launches == 0)
    return RS_EXIT_OK;
  putchar ('\n');
  return print_kernels (store, TOP_KERNELS, FALSE, &error) ? RS_EXIT_OK : fail (error);
}

/* A number from 1; 0 when text is none. */
static gint64
parse_count (const char *option, const char *text)
{
  gint64 value;

  if (g_ascii_string_to_signed (text, 10, 1, G_MAXINT64, &value, NULL))
    return value;
  rs_cli_complain ("trace: %s takes a whole number from 1, not \"%s\"", option, text);
  return 0;
}

static int
run_events (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  static const char *const text_titles[] = { ">id", ">start", ">duration", "track", "kind", "name", "place", ">a",
                                             ">b", "detail" };
  static const char *const csv_titles[] = { "id", "start_ns", "duration_ns", "track", "kind", "name", "place", "a",
                                            "b", "detail" };
  GError *error = NULL;
  gint64 first = parse_count ("--first", options->first), limit = parse_count ("--limit", options->limit);
  g_autoptr (GArray) rows = NULL;
  g_autoptr (RsTable) table = rs_table_new (options->csv ? csv_titles : text_titles, G_N_ELEMENTS (text_titles));
  gint64 n = rs_trace_store_count_events (store);

  if (first == 0 || limit == 0)
    return RS_EXIT_USAGE;
  rows = rs_trace_store_read_events (store, first, (guint)MIN (limit, G_MAXINT), &error);
  if (rows == NULL)
    return fail (error);
  for (guint i = 0; i < rows->len; i++)
    {
      const RsEventRow *row = &g_array_index (rows, RsEventRow, i);
      g_autofree char *place = format_place (row->file, row->line);

      rs_table_add (table, "%" G_GINT64_FORMAT, row->id);
      add_duration (table, options->csv, row->start);
      add_duration (table, options->csv, row->end - row->start);
      rs_table_add (table, "%u", row->track);
      rs_table_add (table, "%s", rs_trace_kind_to_string (row->kind));
      rs_table_add (table, "%s", row->name);
      rs_table_add (table, "%s", place);
      rs_table_add (table, "%" G_GINT64_FORMAT, row->a);
      rs_table_add (table, "%" G_GINT64_FORMAT, row->b);
      rs_table_add (table, "%s", row->detail);
    }
  rs_table_print (table, options->csv);
  if (first - 1 + (gint64)rows->len < n)
    rs_cli_complain ("%u of %" G_GINT64_FORMAT " events; the next: --first %" G_GINT64_FORMAT, rows->len, n,
                     first + (gint64)rows->len);
  return RS_EXIT_OK;
}

typedef struct {
  RsTable *table;
  gboolean csv;
} QueryOutput;

static gboolean
add_query_row (guint n, const char *const *values, const char *const *names, gpointer data)
{
  QueryOutput *output = data;

  if (values == NULL)
    {
      if (output->table != NULL)
        rs_table_print (output->table, output->csv);
      g_clear_pointer (&output->table, rs_table_free);
      output->table = rs_table_new (names, n);
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    rs_table_add (output->table, "%s", values[i] != NULL ? values[i] : "");
  return TRUE;
}

static int
run_query (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  QueryOutput output = { NULL, options->csv };
  gboolean done = rs_trace_store_query (store, operands->pdata[1], add_query_row, &output, &error);

  if (output.table != NULL)
    rs_table_print (output.table, output.csv);
  g_clear_pointer (&output.table, rs_table_free);
  return done ? RS_EXIT_OK : fail (error);
}

static int
run_export (RsTraceStore *store, const TraceOptions *options, GPtrArray *operands)
{
  static const char *const formats[] = { "chrome" };
  GError *error = NULL;
  FILE *file = stdout;
  gboolean done;

  if (options->format == NULL)
    {
      rs_cli_complain ("trace export: say which format: --format chrome");
      return RS_EXIT_USAGE;
    }
  if (!rs_cli_check_choice ("trace export: --format", options->format, formats, G_N_ELEMENTS (formats)))
    return RS_EXIT_USAGE;
  if (options->output != NULL && (file = fopen (options->output, "w")) == NULL)
    {
      rs_cli_complain ("cannot write %s: %s", options->output, g_strerror (errno));
      return RS_EXIT_FAILED;
    }
  done = rs_chrome_export (store, file, &error);
  if (file != stdout && fclose (file) != 0 && done)
    {
      rs_cli_complain ("cannot write %s: %s", options->output, g_strerror (errno));
      return RS_EXIT_FAILED;
    }
  return done ? RS_EXIT_OK : fail (error);
}

static const TraceCommand trace_commands[] = {
  { "summary", run_summary, 0, "program, times, memory, the longest interpreted loops and the top kernels" },
  { "kernels", run_kernels, 0, "all kernels, the longest total first" },
  { "loops", run_loops, 0, "what became of each loop, expression and kernel, and why" },
  { "events", run_events, 0, "events one by one; --first and --limit choose" },
  { "query", run_query, 1, "the answer to an SQL statement: trace query 'SELECT ...' TRACE" },
  { "export", run_export, 0, "the trace in another tool's format: --format chrome [-o FILE]" },
};

static const TraceCommand *
find_trace_command (const char *name)
{
  const char *names[G_N_ELEMENTS (trace_commands)];
  const char *nearest;

  for (guint i = 0; i < G_N_ELEMENTS (trace_commands); i++)
    {
      names[i] = trace_commands[i].name;
      if (strcmp (names[i], name) == 0)
        return &trace_commands[i];
    }
  nearest = rs_cli_nearest (name, names, G_N_ELEMENTS (names));
  if (nearest != NULL)
    rs_cli_complain ("trace: unknown report \"%s\"; did you mean \"%s\"?", name, nearest);
  else
    rs_cli_complain ("trace: unknown report \"%s\"; redshift-cli trace --help lists them", name);
  return NULL;
}

static int
run_trace_command (const TraceOptions *options, GPtrArray *operands)
{
  const TraceCommand *command = find_trace_command (operands->pdata[0]);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const char *path;

  if (command == NULL)
    return RS_EXIT_USAGE;
  if (operands->len != command->n_operands + 2)
    {
      rs_cli_complain (operands->len < command->n_operands + 2 ? "trace %s: a trace file is missing%s"
                                                               : "trace %s: one trace file at a time%s",
                       command->name, command->n_operands > 0 ? " (first the SQL, then the file)" : "");
      return RS_EXIT_USAGE;
    }
  path = operands->pdata[operands->len - 1];
  store = rs_trace_store_open (path, &error);
  if (store == NULL)
    {
      rs_cli_complain ("%s", error->message);
      return RS_EXIT_FAILED;
    }
  return command->run (store, options, operands);
}

int
rs_cli_trace (int argc, char **argv)
{
  TraceOptions values = { .first = "1", .limit = "1000" };
  const RsOption options[] = {
    { 'f', "format", RS_OPTION_TEXT, &values.format, "FORMAT", "export: chrome" },
    { 'o', "output", RS_OPTION_TEXT, &values.output, "FILE", "export: where to; default standard output" },
    { 0, "first", RS_OPTION_TEXT, &values.first, "ID", "events: the first to show" },
    { 0, "limit", RS_OPTION_TEXT, &values.limit, "N", "events: how many, default 1000" },
    { 0, "csv", RS_OPTION_FLAG, &values.csv, NULL, "tables as CSV, times in ns" },
  };
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status == RS_EXIT_OK)
    {
      putchar ('\n');
      for (guint i = 0; i < G_N_ELEMENTS (trace_commands); i++)
        printf ("  trace %-20s %s\n", trace_commands[i].name, trace_commands[i].help);
    }
  if (status >= 0)
    return status;
  if (operands->len == 0)
    {
      rs_cli_complain ("trace: say what to show; redshift-cli trace --help lists the reports");
      return RS_EXIT_USAGE;
    }
  return run_trace_command (&values, operands);
}
