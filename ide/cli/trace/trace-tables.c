/* redshift-cli trace summary and events: what is no single table, or too long for one in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/reports.h"
#include "profiler/analysis/time/summary.h"

#include <stdio.h>
#include <string.h>

#define TOP_KERNELS 10
#define TOP_LOOPS 10
#define TOP_BUILTINS 5

/* --- summary --- */

/* One line: a title, a number of things, a duration or a size, with what is absent left out. */
static void print_line (const char *title, const char *format, ...) G_GNUC_PRINTF (2, 3);

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
  if (summary->is_part)
    {
      g_autofree char *from = rs_format_duration (summary->part_from), *to = rs_format_duration (summary->part_to);

      print_line ("part", "from %s to %s of the recording; what its reports need of the time before is in it", from,
                  to);
    }
  if (summary->saved != NULL)
    print_line ("saved", "by a ring: %s", summary->saved);
  if (summary->failure != NULL)
    print_line ("incomplete", "the recording ended early: %s", summary->failure);
  else if (!summary->complete)
    print_line ("incomplete", "the recording was cut off or still goes on; this is what was written until then");
}

/* A report's first rows, behind an empty line; nothing when there are none. FALSE with an error. */
static gboolean
print_top (const RsReportKind *kind, guint most, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsReport) report = rs_report_read (kind, store, range, error);

  if (report == NULL)
    return FALSE;
  if (rs_report_count_rows (report) > 0)
    {
      putchar ('\n');
      rs_cli_trace_print (report, most, RS_TABLE_TEXT);
    }
  return TRUE;
}

static int
print_summary (const RsTraceSummary *summary, RsTraceStore *store, const RsTraceRange *range)
{
  GError *error = NULL;

  print_line ("program", "%s", *summary->program != '\0' ? summary->program : "(not recorded)");
  if (*summary->device != '\0')
    print_line ("device", "%s", summary->device);
  print_line ("recorded", "%s", summary->started);
  print_times (summary);
  print_memory (summary);
  print_recording (summary);
  /* Loops are told of the whole recording only. */
  if (rs_trace_range_is_all (range) && !print_top (&rs_report_interpreted, TOP_LOOPS, store, range, &error))
    return rs_cli_trace_fail (error);
  if (summary->kernel_launches == 0)
    return RS_EXIT_OK;
  if (!print_top (&rs_report_builtins, TOP_BUILTINS, store, range, &error)
      || !print_top (&rs_report_kernels, TOP_KERNELS, store, range, &error))
    return rs_cli_trace_fail (error);
  return RS_EXIT_OK;
}

/* For programs: one row. */
static void
print_summary_row (const RsTraceSummary *summary, RsTableFormat format)
{
  const struct {
    const char *key, *text;
  } texts[] = { { "program", summary->program },
                { "device", summary->device },
                { "recorded", summary->started },
                { "counters", summary->counters },
                { "failure", summary->failure } };
  const struct {
    const char *key;
    gint64 value;
  } numbers[] = {
    { "complete", summary->complete },
    { "wall_ns", summary->wall },
    { "device_busy_ns", summary->device_busy },
    { "cpu_ns", summary->cpu_time },
    { "launches", summary->kernel_launches },
    { "kernels_ns", summary->kernel_time },
    { "builtins", summary->builtins },
    { "builtins_ns", summary->builtin_time },
    { "waits", summary->waits },
    { "waits_ns", summary->wait_time },
    { "compiled", summary->compile_misses },
    { "cached", summary->compile_hits },
    { "compile_ns", summary->compile_time },
    { "allocations", summary->allocations },
    { "allocated_bytes", summary->allocated_bytes },
    { "frees", summary->frees },
    { "freed_bytes", summary->freed_bytes },
    { "peak_bytes", summary->peak_bytes },
    { "copies", summary->copies },
    { "copied_bytes", summary->copied_bytes },
    { "copies_ns", summary->copy_time },
    { "recording_ns", summary->recording_time },
    { "events", summary->events },
    { "dropped", summary->dropped },
  };
  RsTableColumn columns[G_N_ELEMENTS (texts) + G_N_ELEMENTS (numbers)];
  g_autoptr (RsTable) table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    columns[i] = (RsTableColumn){ texts[i].key, texts[i].key };
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    columns[G_N_ELEMENTS (texts) + i] = (RsTableColumn){ numbers[i].key, numbers[i].key };
  table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].text != NULL)
      rs_table_add_text (table, texts[i].text);
    else
      rs_table_add_none (table);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    rs_table_add_integer (table, numbers[i].value);
  rs_table_end (table);
}

int
rs_cli_trace_summary (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsTraceSummary) summary = rs_trace_summary_read (store, &options->range, &error);

  if (summary == NULL)
    return rs_cli_trace_fail (error);
  if (options->format != RS_TABLE_CSV && options->format != RS_TABLE_JSON)
    return print_summary (summary, store, &options->range);
  print_summary_row (summary, options->format);
  return RS_EXIT_OK;
}

/* --- events --- */

typedef struct {
  RsTraceStore *store;
  RsTable *table;
  gint64 first, left, last_id;
  GHashTable *tracks; /* names by id; NULL: numbers are for programs */
} EventPrinter;

static gboolean
print_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  EventPrinter *self = data;
  const char *track = self->tracks != NULL ? g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (event->track)) : NULL;

  if (id < self->first)
    return TRUE;
  if (self->left-- <= 0)
    return FALSE;
  self->last_id = id;
  rs_table_add_integer (self->table, id);
  rs_table_add_time (self->table, event->start);
  rs_table_add_duration (self->table, event->end - event->start);
  if (self->tracks != NULL)
    rs_table_add_text (self->table, track != NULL ? track : "");
  else
    rs_table_add_integer (self->table, event->track);
  rs_table_add_text (self->table, rs_trace_kind_to_string (event->kind));
  rs_table_add_text (self->table, rs_trace_store_get_string (self->store, event->name));
  rs_table_add_place (self->table, rs_trace_store_get_string (self->store, event->file), event->line);
  rs_table_add_integer (self->table, event->a);
  rs_table_add_integer (self->table, event->b);
  rs_table_add_text (self->table, rs_trace_store_get_string (self->store, event->detail));
  return TRUE;
}

/* id -> name; NULL with an error. (transfer full) */
static GHashTable *
read_track_names (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  GHashTable *names = tracks != NULL ? g_hash_table_new (NULL, NULL) : NULL;

  for (guint i = 0; names != NULL && i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      g_hash_table_insert (names, GUINT_TO_POINTER (track->id), (gpointer)track->name);
    }
  return names;
}

int
rs_cli_trace_events (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = {
    { ">id", "id" },    { ">start", "start_ns" }, { ">duration", "duration_ns" }, { "track", "track" },
    { "kind", "kind" }, { "name", "name" },       { "place", "place" },           { ">a", "a" },
    { ">b", "b" },      { "detail", "detail" },
  };
  GError *error = NULL;
  g_autoptr (RsTable) table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  g_autoptr (GHashTable) tracks = options->format == RS_TABLE_TEXT ? read_track_names (store, &error) : NULL;
  EventPrinter printer = { store, table, options->first, options->limit, 0, tracks };
  const guint64 kinds = options->range.listed != 0 ? options->range.listed : G_MAXUINT64;
  gint64 n = rs_trace_store_count_events (store);

  if (error != NULL)
    return rs_cli_trace_fail (error);
  if (!rs_trace_range_foreach (store, &options->range, kinds, TRUE, print_event, &printer, &error))
    return rs_cli_trace_fail (error);
  rs_table_end (table);
  if (printer.left < 0 && printer.last_id < n)
    rs_cli_complain ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " events; the next: --first %" G_GINT64_FORMAT,
                     options->limit, n, printer.last_id + 1);
  return RS_EXIT_OK;
}

int
rs_cli_trace_object (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  RsTraceOptions of_object = *options;

  if (!g_ascii_string_to_signed (operands->pdata[1], 10, 1, G_MAXINT64, &of_object.range.object, NULL))
    {
      rs_cli_complain ("trace object: \"%s\" is no number of an array; trace memory --at TIME lists them",
                       (const char *)operands->pdata[1]);
      return RS_EXIT_USAGE;
    }
  return rs_cli_trace_events (store, &of_object, operands);
}
