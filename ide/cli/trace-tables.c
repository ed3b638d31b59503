/* Reports of redshift-cli trace: the summary, kernels, loops, events one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/kernels.h"
#include "profiler/analysis/loops.h"
#include "profiler/analysis/summary.h"

#include <stdio.h>
#include <string.h>

#define TOP_KERNELS 10
#define TOP_LOOPS 10
#define TOP_BUILTINS 5

static void
print_kernels (const GArray *rows, guint most, gboolean by_configuration, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "kernel", "kernel" },    { "place", "place" },
    { "grid", "grid" },        { ">launches", "launches" },
    { ">total", "total_ns" },  { ">mean", "mean_ns" },
    { ">min", "min_ns" },      { ">max", "max_ns" },
    { ">threads", "threads" }, { ">work items", "work_items" },
    { ">share", "share" },
  };
  RsTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;
  g_autoptr (RsTable) table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (by_configuration || i != 2)
      shown[n++] = columns[i];
  table = rs_table_new_as (format, shown, n);
  for (guint i = 0; i < rows->len && i < most; i++)
    {
      const RsKernelRow *row = &g_array_index (rows, RsKernelRow, i);

      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      if (by_configuration)
        rs_table_add_text (table, row->configuration);
      rs_table_add_integer (table, row->launches);
      rs_table_add_duration (table, row->total);
      rs_table_add_duration (table, (gint64)(row->mean + 0.5));
      rs_table_add_duration (table, row->min);
      rs_table_add_duration (table, row->max);
      rs_table_add_integer (table, row->threads);
      rs_table_add_integer (table, row->items);
      rs_table_add_share (table, row->share);
    }
  rs_table_end (table);
}

int
rs_cli_trace_kernels (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_kernel_table_read (store, &options->range, options->by_configuration, &error);

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  print_kernels (rows, G_MAXUINT, options->by_configuration, options->format);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

static void
print_builtins (const GArray *rows, guint most, gint64 wall, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "built-in", "name" }, { "place", "place" }, { ">calls", "calls" }, { ">total", "total_ns" }, { ">min", "min_ns" },
    { ">max", "max_ns" }, { ">read", "argument_bytes" }, { ">made", "result_bytes" }, { ">share", "share" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < rows->len && i < most; i++)
    {
      const RsTotalRow *row = &g_array_index (rows, RsTotalRow, i);

      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_integer (table, row->n);
      rs_table_add_duration (table, row->total);
      rs_table_add_duration (table, row->min);
      rs_table_add_duration (table, row->max);
      rs_table_add_bytes (table, row->sum_a);
      rs_table_add_bytes (table, row->sum_b);
      rs_table_add_share (table, wall > 0 ? (double)row->total / (double)wall : 0);
    }
  rs_table_end (table);
}

int
rs_cli_trace_builtins (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_trace_range_read_totals (store, &options->range, RS_TRACE_BUILTIN, FALSE, &error);

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  print_builtins (rows, G_MAXUINT, rs_trace_get_wall (store), options->format);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

static void
print_loops (const GArray *rows, guint most, RsTableFormat format)
{
  static const RsTableColumn columns[] = { { "place", "place" }, { "what", "what" }, { ">runs", "runs" },
                                           { ">iterations", "iterations" }, { ">total", "total_ns" },
                                           { "decision", "decision" } };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < rows->len && i < most; i++)
    {
      const RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);

      rs_table_add_place (table, row->file, row->line);
      rs_table_add_text (table, row->name);
      if (row->runs == 0) /* not recorded */
        for (guint k = 0; k < 3; k++)
          rs_table_add_none (table);
      else
        {
          rs_table_add_integer (table, row->runs);
          rs_table_add_integer (table, row->iterations);
          rs_table_add_duration (table, row->total);
        }
      rs_table_add_text (table, row->decision);
    }
  rs_table_end (table);
}

int
rs_cli_trace_loops (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_loop_table_read (store, &error);

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  print_loops (rows, G_MAXUINT, options->format);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

/* --- summary --- */

/* One line: a title, a number of things, a duration or a size, with what is absent left out. */
static void
print_line (const char *title, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
print_line (const char *title, const char *format, ...)
{
  g_autofree char *text = NULL, *printable = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  printable = rs_trace_make_printable (text);
  printf ("%-13s%s\n", title, printable);
}

static void
print_times (const RsTraceSummary *summary)
{
  g_autofree char *wall = rs_format_duration (summary->wall);
  g_autofree char *busy = rs_format_duration (summary->device_busy);
  g_autofree char *cpu = rs_format_duration (summary->cpu_time);
  g_autofree char *kernels = rs_format_duration (summary->kernel_time);
  g_autofree char *builtins = rs_format_duration (summary->builtin_time);
  g_autofree char *waits = rs_format_duration (summary->wait_time);
  g_autofree char *compiles = rs_format_duration (summary->compile_time);

  print_line ("wall time", "%s", wall);
  print_line ("device busy", "%s (%.1f %%)", busy,
              summary->wall > 0 ? 100.0 * (double)summary->device_busy / (double)summary->wall : 0);
  if (summary->cpu_time > 0)
    print_line ("CPU time", "%s", cpu);
  print_line ("kernels", "%" G_GINT64_FORMAT " launches, %s", summary->kernel_launches, kernels);
  if (summary->builtins > 0)
    print_line ("built-ins", "%" G_GINT64_FORMAT " calls of 5 µs or more, %s", summary->builtins, builtins);
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

static void
print_recording (const RsTraceSummary *summary)
{
  if (summary->recording_time > 0)
    {
      g_autofree char *time = rs_format_duration (summary->recording_time);

      print_line ("recording", "%s of the processor, beside the program's threads", time);
    }
  if (*summary->counters != '\0' && strcmp (summary->counters, "recorded") != 0)
    print_line ("counters", "no hardware counters: %s", summary->counters);
  print_line ("events", "%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " dropped%s", summary->events, summary->dropped,
              summary->dropped > 0 ? " (they came faster than they could be written; the sums above lack them)" : "");
  if (summary->failure != NULL)
    print_line ("incomplete", "the recording ended early: %s", summary->failure);
  else if (!summary->complete)
    print_line ("incomplete", "the recording was cut off or still goes on; this is what was written until then");
}

int
rs_cli_trace_summary (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsTraceSummary) summary = rs_trace_summary_read (store, &error);
  g_autoptr (GArray) loops = NULL, kernels = NULL, builtins = NULL;

  if (summary == NULL)
    return rs_cli_trace_fail (error);
  print_line ("program", "%s", *summary->program != '\0' ? summary->program : "(not recorded)");
  if (*summary->device != '\0')
    print_line ("device", "%s", summary->device);
  print_line ("recorded", "%s", summary->started);
  print_times (summary);
  print_memory (summary);
  print_recording (summary);
  loops = rs_interpreted_loops_read (store, &error);
  if (loops == NULL)
    return rs_cli_trace_fail (error);
  if (loops->len > 0)
    {
      putchar ('\n');
      print_loops (loops, TOP_LOOPS, RS_TABLE_TEXT);
    }
  if (summary->kernel_launches == 0)
    return RS_EXIT_OK;
  kernels = rs_kernel_table_read (store, NULL, FALSE, &error);
  if (kernels == NULL)
    return rs_cli_trace_fail (error);
  if (summary->builtins > 0)
    {
      builtins = rs_trace_store_read_totals (store, RS_TRACE_BUILTIN, &error);
      if (builtins == NULL)
        return rs_cli_trace_fail (error);
      putchar ('\n');
      print_builtins (builtins, TOP_BUILTINS, summary->wall, RS_TABLE_TEXT);
    }
  putchar ('\n');
  print_kernels (kernels, TOP_KERNELS, FALSE, RS_TABLE_TEXT);
  return RS_EXIT_OK;
}

/* --- events --- */

typedef struct {
  RsTraceStore *store;
  RsTable *table;
  gint64 first, left, last_id;
} EventPrinter;

static gboolean
print_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  EventPrinter *self = data;

  if (id < self->first)
    return TRUE;
  if (self->left-- <= 0)
    return FALSE;
  self->last_id = id;
  rs_table_add_integer (self->table, id);
  rs_table_add_duration (self->table, event->start);
  rs_table_add_duration (self->table, event->end - event->start);
  rs_table_add_integer (self->table, event->track);
  rs_table_add_text (self->table, rs_trace_kind_to_string (event->kind));
  rs_table_add_text (self->table, rs_trace_store_get_string (self->store, event->name));
  rs_table_add_place (self->table, rs_trace_store_get_string (self->store, event->file), event->line);
  rs_table_add_integer (self->table, event->a);
  rs_table_add_integer (self->table, event->b);
  rs_table_add_text (self->table, rs_trace_store_get_string (self->store, event->detail));
  return TRUE;
}

int
rs_cli_trace_events (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = {
    { ">id", "id" }, { ">start", "start_ns" }, { ">duration", "duration_ns" }, { "track", "track" }, { "kind", "kind" },
    { "name", "name" }, { "place", "place" }, { ">a", "a" }, { ">b", "b" }, { "detail", "detail" },
  };
  GError *error = NULL;
  g_autoptr (RsTable) table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  EventPrinter printer = { store, table, options->first, options->limit, 0 };
  gint64 n = rs_trace_store_count_events (store);

  if (!rs_trace_range_foreach (store, &options->range, G_MAXUINT64, TRUE, print_event, &printer, &error))
    return rs_cli_trace_fail (error);
  rs_table_end (table);
  if (printer.left < 0 && printer.last_id < n)
    rs_cli_complain ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " events; the next: --first %" G_GINT64_FORMAT,
                     options->limit, n, printer.last_id + 1);
  return RS_EXIT_OK;
}
