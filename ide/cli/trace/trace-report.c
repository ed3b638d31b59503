/* redshift-cli trace report and top: several reports at once, as a page for a browser and on a terminal while a program
 * runs.
 *
 * The page is one file without anything from elsewhere. All text of the trace goes through one function that escapes
 * it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/hardware/occupancy.h"
#include "profiler/analysis/hardware/roofline.h"
#include "profiler/analysis/report-reader.h"
#include "profiler/analysis/reports.h"
#include "profiler/analysis/time/call-tree.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/summary.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LEAST_IN_FLAMES 0.002 /* of the time */
#define TOP_SECONDS 1

static const char head[]
    = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Trace</title><style>\n"
      "body { font: 14px sans-serif; margin: 2em; color: #222; background: #fff }\n"
      "table { border-collapse: collapse; margin: 0.5em 0 2em } th, td { padding: 2px 10px; text-align: left; "
      "vertical-align: top }\n"
      "th { border-bottom: 1px solid #888 } td.number, th.number { text-align: right } tr:nth-child(even) td { "
      "background: #f4f4f4 }\n"
      "td { font-family: monospace; white-space: pre-wrap } .flames { position: relative; margin-bottom: 2em }\n"
      ".flames div { position: absolute; height: 17px; overflow: hidden; font: 11px monospace; white-space: nowrap;\n"
      "  border: 1px solid #fff; box-sizing: border-box; padding: 0 2px }\n"
      "</style></head><body>\n";

/* A table of the page: a report, or what a subcommand prints. */
typedef struct {
  const char *title;
  const RsReportKind *kind; /* NULL: run */
  RsTraceReport run;
} Section;

static const Section sections[] = {
  { "Kernels", &rs_report_kernels, NULL },
  { "Loops", &rs_report_loops, NULL },
  { "Built-in functions", &rs_report_builtins, NULL },
  { "Marks", &rs_report_marks, NULL },
  { "Waits", &rs_report_waits, NULL },
  { "Time without a kernel", &rs_report_gaps, NULL },
  { "Queues", &rs_report_queues, NULL },
  { "Threads", &rs_report_threads, NULL },
  { "Transfers", &rs_report_transfers, NULL },
  { "Memory", &rs_report_memory, NULL },
  { "Two devices side by side", &rs_report_devices, NULL },
  { "Roofline", NULL, rs_cli_trace_roofline },
  { "Occupancy", NULL, rs_cli_trace_occupancy },
  { "Metrics", &rs_report_metrics, NULL },
  { "Stalls", &rs_report_stalls, NULL },
  { "Instructions by line", &rs_report_sass, NULL },
  { "Curves", &rs_report_curves, NULL },
};

static gboolean
has_meta (RsTraceStore *store, const char *name)
{
  g_autofree char *value = rs_trace_store_dup_meta (store, name);

  return value != NULL;
}

/* Of a trace without a GPU there is nothing to say of its occupancy; not all say what their machine can do. */
static gboolean
is_shown (const Section *section, RsTraceStore *store)
{
  g_autofree char *device = NULL;

  if (section->run == rs_cli_trace_roofline)
    return rs_cli_trace_has_roofline (store);
  if (section->kind == &rs_report_devices)
    return has_meta (store, "compared");
  if (section->kind == &rs_report_metrics)
    return has_meta (store, "metrics");
  if (section->kind == &rs_report_stalls)
    return has_meta (store, "stalls");
  if (section->kind == &rs_report_sass)
    return has_meta (store, "line-counts");
  if (section->kind == &rs_report_curves)
    return has_meta (store, "curves");
  return section->run != rs_cli_trace_occupancy || rs_occupancy_find_device (store, &device) != NULL;
}

/* The summary is text. */
static int
print_summary (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  FILE *page = stdout;
  g_autofree char *escaped = NULL;
  char *text = NULL;
  size_t length;
  int status;

  stdout = open_memstream (&text, &length);
  if (stdout == NULL)
    {
      stdout = page;
      return RS_EXIT_FAILED;
    }
  status = rs_cli_trace_summary (store, options, operands);
  fclose (stdout);
  stdout = page;
  escaped = g_markup_escape_text (text, -1);
  printf ("<h1>Trace</h1>\n<pre>%s</pre>\n", escaped);
  free (text);
  return status;
}

static guint
measure_depth (const RsCallNode *node, gint64 least)
{
  guint deepest = 0;

  for (guint i = 0; i < node->children->len; i++)
    {
      const RsCallNode *child = node->children->pdata[i];
      guint depth = child->total >= least ? measure_depth (child, least) + 1 : 0;

      deepest = MAX (deepest, depth);
    }
  return deepest;
}

/* Boxes for what is inside of the node, side by side; left: of the first, in parts of the whole. */
static void
print_boxes (const RsCallNode *node, guint depth, double left, gint64 whole, gint64 least)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      const RsCallNode *child = node->children->pdata[i];
      g_autofree char *time = rs_format_duration (child->total), *file = g_path_get_basename (child->file);
      g_autofree char *place = *child->file != '\0' ? g_strdup_printf (" (%s:%u)", file, child->line) : g_strdup ("");
      g_autofree char *name = g_markup_escape_text (child->name, -1), *where = g_markup_escape_text (place, -1);
      double width = (double)child->total / (double)whole;

      if (child->total < least)
        break; /* the longest come first */
      printf ("<div style=\"left: %.4f%%; width: %.4f%%; top: %upx; background: hsl(%u, 60%%, 75%%)\" title=\"%s%s: "
              "%s\">%s</div>\n",
              100 * left, 100 * width, 17 * depth, 10 + g_str_hash (child->name) % 50, name, where, time, name);
      print_boxes (child, depth + 1, left, whole, least);
      left += width;
    }
}

/* A box for each call, as wide as its time; those that it calls below it. */
static void
print_flames (const RsCallNode *root)
{
  const gint64 least = (gint64)MAX ((double)root->total * LEAST_IN_FLAMES, 1);
  const RsCallNode *calls = root->children->len > 0 ? root->children->pdata[0] : NULL;

  if (calls == NULL || calls->total <= 0)
    return;
  printf ("<h2>Calls</h2>\n<div class=\"flames\" style=\"height: %upx\">\n", 17 * measure_depth (calls, least));
  print_boxes (calls, 0, 0, calls->total, least);
  puts ("</div>");
}

static int
print_samples (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  g_autoptr (RsCallNode) root = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  int status;

  if (!rs_trace_check_samples (store, NULL))
    return RS_EXIT_OK;
  g_ptr_array_add (lines, (gpointer) "lines");
  g_ptr_array_add (lines, operands->pdata[operands->len - 1]);
  puts ("<h2>Lines</h2>");
  status = rs_cli_trace_lines (store, options, lines);
  root = rs_call_tree_read (store, &options->range, RS_CALLS_SAMPLES, NULL);
  if (root != NULL)
    print_flames (root);
  return status;
}

/* NULL: what the section runs is printed. */
static const RsReportKind *
choose_kind (const Section *section, const RsTraceOptions *options)
{
  return section->kind == &rs_report_kernels && options->by_configuration ? &rs_report_configurations : section->kind;
}

static int
print_section (const Section *section, RsReportReader *reader, RsTraceStore *store, const RsTraceOptions *options,
               GPtrArray *operands)
{
  const RsReportKind *kind = choose_kind (section, options);
  g_autoptr (RsReport) report = NULL;
  GError *error = NULL;

  printf ("<h2>%s</h2>\n", section->title);
  if (kind == NULL)
    return section->run (store, options, operands);
  if (kind == &rs_report_memory && options->at != G_MININT64)
    return rs_cli_trace_memory (store, options, operands);
  report = rs_report_reader_take (reader, kind, &error);
  if (report == NULL)
    return rs_cli_trace_fail (error);
  rs_cli_trace_print_report (report, options->format);
  return RS_EXIT_OK;
}

/* What the other threads found damaged. */
static int
complain_of_damage (const RsReportReader *reader, RsTraceStore *store)
{
  const GPtrArray *damage = rs_report_reader_get_damage (reader);

  for (guint i = 0; i < damage->len; i++)
    if (!g_strv_contains (rs_trace_store_get_damage (store), damage->pdata[i]))
      rs_cli_complain ("%s: %s", rs_trace_store_get_path (store), (const char *)damage->pdata[i]);
  return damage->len > 0 ? RS_EXIT_FAILED : RS_EXIT_OK;
}

static int
print_page (RsTraceStore *store, const RsTraceOptions *given, GPtrArray *operands)
{
  g_autoptr (RsReportReader) reader = rs_report_reader_new (rs_trace_store_get_path (store), &given->range);
  RsTraceOptions options = *given;
  int status, damage;

  options.format = RS_TABLE_HTML;
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (sections[i].kind != NULL && is_shown (&sections[i], store))
      rs_report_reader_begin (reader, choose_kind (&sections[i], &options));
  fputs (head, stdout);
  status = print_summary (store, &options, operands);
  if (status == RS_EXIT_OK)
    status = print_samples (store, &options, operands);
  for (guint i = 0; i < G_N_ELEMENTS (sections) && status == RS_EXIT_OK; i++)
    if (is_shown (&sections[i], store))
      status = print_section (&sections[i], reader, store, &options, operands);
  rs_cli_trace_warn_dropped (store);
  puts ("</body></html>");
  damage = complain_of_damage (reader, store);
  return status != RS_EXIT_OK ? status : damage;
}

int
rs_cli_trace_report (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  FILE *terminal = stdout;
  int status, code;

  if (options->output == NULL)
    {
      rs_cli_complain ("trace report: say where to: -o FILE.html");
      return RS_EXIT_USAGE;
    }
  if (!g_str_has_suffix (options->output, ".html"))
    {
      rs_cli_complain ("trace report: -o %s: the page's name ends in .html", options->output);
      return RS_EXIT_USAGE;
    }
  stdout = fopen (options->output, "we");
  if (stdout == NULL)
    {
      stdout = terminal;
      rs_cli_complain ("cannot write %s: %s", options->output, g_strerror (errno));
      return RS_EXIT_FAILED;
    }
  status = print_page (store, options, operands);
  code = ferror (stdout) != 0;
  code |= fclose (stdout) != 0;
  stdout = terminal;
  if (code == 0)
    return status;
  rs_cli_complain ("cannot write all of %s: %s", options->output, g_strerror (errno));
  return RS_EXIT_FAILED;
}

/* --- top --- */

static volatile sig_atomic_t is_interrupted;

static void
on_interrupt (int number)
{
  is_interrupted = TRUE;
}

/* What is in the file now, from the beginning of the recording on. */
static int
print_now (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  int status = rs_cli_trace_summary (store, options, operands);

  if (status != RS_EXIT_OK || !rs_trace_check_samples (store, NULL))
    return status;
  putchar ('\n');
  return rs_cli_trace_lines (store, options, operands);
}

int
rs_cli_trace_top (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  gboolean is_terminal = isatty (STDOUT_FILENO);
  int status = RS_EXIT_OK;

  signal (SIGINT, on_interrupt);
  while (status == RS_EXIT_OK && !is_interrupted)
    {
      g_autoptr (RsTraceStore) now = rs_trace_store_open (rs_trace_store_get_path (store), NULL);

      if (now == NULL) /* it was removed */
        break;
      if (is_terminal)
        fputs ("\033[H\033[2J", stdout);
      status = print_now (now, options, operands);
      fflush (stdout);
      if (!is_terminal || rs_trace_store_get_meta_integer (now, "complete") != 0)
        break;
      sleep (TOP_SECONDS);
    }
  signal (SIGINT, SIG_DFL);
  return status;
}
