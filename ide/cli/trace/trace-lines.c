/* The report of redshift-cli trace on processor time by line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/time/lines.h"

#include <string.h>

#define TOP_LINES 40

/* Sources that were read: path -> lines; NULL: it can't be read. */
static const char *
get_line (GHashTable *sources, const char *file, guint line)
{
  char **lines;

  if (*file == '\0')
    return "";
  if (!g_hash_table_lookup_extended (sources, file, NULL, (gpointer *)&lines))
    g_hash_table_insert (sources, g_strdup (file), lines = rs_trace_read_source (file));
  for (guint i = 1; lines != NULL && *lines != NULL; i++, lines++)
    if (i == line)
      return *lines;
  return "";
}

static void
sources_free (gpointer data)
{
  g_strfreev (data);
}

/* What was counted, where the trace has it. */
static const struct {
  RsTableColumn column;
  RsLineCount count;
} counters[] = {
  { { ">cycles", "cycles" }, RS_LINE_CYCLES },
  { { ">instructions", "instructions" }, RS_LINE_INSTRUCTIONS },
  { { ">cache misses", "cache_misses" }, RS_LINE_CACHE_MISSES },
  { { ">page faults", "page_faults" }, RS_LINE_PAGE_FAULTS },
};

#define IPC (1u << G_N_ELEMENTS (counters))
#define ESTIMATED (IPC << 1)

/* Bit k: a row has counters[k]; IPC: the trace has instructions a cycle; ESTIMATED: some are estimates. */
static guint
find_counted (const GArray *rows)
{
  guint counted = 0;

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    counted |= rs_line_table_has_count (rows, counters[i].count) ? 1u << i : 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const RsLineRow *row = &g_array_index (rows, RsLineRow, i);

      counted |= (rs_line_row_get_ipc (row) >= 0 ? IPC : 0) | (row->is_estimate ? ESTIMATED : 0);
    }
  return counted;
}

static void
append_columns (GArray *columns, guint counted)
{
  const RsTableColumn ipc = { ">instructions a cycle", "ipc" }, estimated = { "counted", "counted" };

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    if ((counted & 1u << i) != 0)
      g_array_append_val (columns, counters[i].column);
  if ((counted & IPC) != 0)
    g_array_append_val (columns, ipc);
  if ((counted & ESTIMATED) != 0)
    g_array_append_val (columns, estimated);
}

static void
add_counts (RsTable *table, guint counted, const RsLineRow *row)
{
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    if ((counted & 1u << i) == 0)
      continue;
    else if (row->counts[counters[i].count] >= 0)
      rs_table_add_integer (table, row->counts[counters[i].count]);
    else
      rs_table_add_none (table);
  if ((counted & IPC) != 0 && rs_line_row_get_ipc (row) >= 0)
    rs_table_add_number (table, rs_line_row_get_ipc (row), 2);
  else if ((counted & IPC) != 0)
    rs_table_add_none (table);
  if ((counted & ESTIMATED) != 0)
    rs_table_add_text (table, row->is_estimate ? "part of the time (estimated)" : "");
}

/* Why there are no texts: names are those by which the program was started. */
static void
say_unread (const GArray *rows, GHashTable *sources)
{
  for (guint i = 0; i < rows->len && i < TOP_LINES; i++)
    {
      const RsLineRow *row = &g_array_index (rows, RsLineRow, i);

      if (!g_str_has_suffix (row->file, ".q") || *get_line (sources, row->file, 1) != '\0'
          || g_file_test (row->file, G_FILE_TEST_EXISTS))
        continue;
      rs_cli_trace_say ("the text of %s is not here: begin in the folder that the program was started in", row->file);
      return;
    }
}

static void
print_hottest (const GArray *rows, RsTableFormat format)
{
  static const RsTableColumn times[] = { { ">time", "time_ns" }, { ">share", "share" }, { ">samples", "samples" } },
                             places[] = { { "place", "place" }, { "in", "function" }, { "text", "text" } };
  g_autoptr (GHashTable) sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, sources_free);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (RsTableColumn));
  const guint counted = find_counted (rows);
  g_autoptr (RsTable) table = NULL;

  g_array_append_vals (columns, times, G_N_ELEMENTS (times));
  append_columns (columns, counted);
  g_array_append_vals (columns, places, G_N_ELEMENTS (places));
  table = rs_table_new_as (format, (const RsTableColumn *)(gpointer)columns->data, columns->len);

  for (guint i = 0; i < rows->len && (format != RS_TABLE_TEXT || i < TOP_LINES); i++)
    {
      const RsLineRow *row = &g_array_index (rows, RsLineRow, i);
      g_autofree char *text = g_strstrip (g_strdup (get_line (sources, row->file, row->line)));

      rs_table_add_duration (table, row->time);
      rs_table_add_share (table, row->share);
      rs_table_add_integer (table, row->samples);
      add_counts (table, counted, row);
      if (*row->file != '\0')
        rs_table_add_place (table, row->file, row->line);
      else
        rs_table_add_text (table, "");
      rs_table_add_text (table, *row->file != '\0' ? row->name : "outside of the program's lines: runtime, libraries");
      rs_table_add_text (table, text);
    }
  rs_table_end (table);
  if (format == RS_TABLE_TEXT)
    say_unread (rows, sources);
}

/* Of a program that was recorded by a name which begins in another folder. */
static gboolean
ends_with_path (const char *whole, const char *path)
{
  const gsize n = strlen (whole), n_path = strlen (path);

  return n > n_path && n_path > 0 && whole[n - n_path - 1] == '/' && strcmp (whole + n - n_path, path) == 0;
}

static gboolean
is_file (const char *path, const char *wanted)
{
  g_autofree char *name = g_path_get_basename (path), *wanted_name = g_path_get_basename (wanted);

  return strcmp (path, wanted) == 0 || ends_with_path (wanted, path)
         || (strcmp (name, wanted_name) == 0 && strchr (wanted, '/') == NULL);
}

/* Each line of a file, those without time, too. */
static int
print_file (const GArray *rows, const char *wanted, RsTableFormat format)
{
  static const RsTableColumn columns[]
      = { { ">time", "time_ns" }, { ">share", "share" }, { ">line", "line" }, { "text", "text" } };
  g_autoptr (RsTable) table = NULL;
  g_auto (GStrv) lines = NULL;
  const char *path = NULL;

  for (guint i = 0; i < rows->len && path == NULL; i++)
    if (is_file (g_array_index (rows, RsLineRow, i).file, wanted))
      path = g_array_index (rows, RsLineRow, i).file;
  if (path == NULL)
    {
      rs_cli_complain (
          "trace lines: no sample is in a file named %s; trace lines without a file lists those that have some",
          wanted);
      return RS_EXIT_FAILED;
    }
  lines = rs_trace_read_source (path);
  if (lines == NULL && ends_with_path (wanted, path))
    lines = rs_trace_read_source (wanted);
  if (lines == NULL)
    {
      rs_cli_complain (
          "trace lines: %s, whose lines were sampled, can't be read here: give its whole path, or begin in the folder "
          "that the program was started in",
          path);
      return RS_EXIT_FAILED;
    }
  table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || *lines[i] != '\0'); i++)
    {
      const RsLineRow *found = NULL;

      for (guint k = 0; k < rows->len && found == NULL; k++)
        if (g_array_index (rows, RsLineRow, k).line == i + 1
            && strcmp (g_array_index (rows, RsLineRow, k).file, path) == 0)
          found = &g_array_index (rows, RsLineRow, k);
      if (found != NULL)
        {
          rs_table_add_duration (table, found->time);
          rs_table_add_share (table, found->share);
        }
      else
        for (guint k = 0; k < 2; k++)
          rs_table_add_text (table, "");
      rs_table_add_integer (table, i + 1);
      rs_table_add_text (table, lines[i]);
    }
  rs_table_end (table);
  return RS_EXIT_OK;
}

/* Why the processor's counters are missing. */
static void
say_missing (RsTraceStore *store, const GArray *rows)
{
  g_autofree char *reason = rs_trace_store_dup_meta (store, "hardware-counters"),
                  *missing = rs_trace_store_dup_meta (store, "counters-missing");

  if (missing != NULL)
    rs_cli_trace_say ("%s", missing);
  if (reason != NULL && strcmp (reason, "recorded") != 0 && !rs_line_table_has_count (rows, RS_LINE_CYCLES))
    rs_cli_trace_say ("no cycles, instructions and cache misses by line: %s", reason);
}

void
rs_cli_trace_warn_lost (RsTraceStore *store)
{
  gint64 lost = rs_trace_store_get_meta_integer (store, "samples-lost");

  if (lost > 0)
    rs_cli_complain ("%" G_GINT64_FORMAT
                     " samples came faster than they could be written; the next of their thread stand for them",
                     lost);
}

int
rs_cli_trace_lines (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_line_table_read (store, &options->range, &error);
  int status = RS_EXIT_OK;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (operands->len > 2)
    status = print_file (rows, operands->pdata[1], options->format);
  else
    {
      if (options->format == RS_TABLE_TEXT)
        say_missing (store, rows);
      print_hottest (rows, options->format);
    }
  rs_cli_trace_warn_lost (store);
  return status;
}
