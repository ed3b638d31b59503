/* redshift-cli trace: what a recorded trace shows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/passes/event-groups.h"
#include "profiler/analysis/time/marks.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  const char *name;
  RsTraceReport run;
  guint fewest, most; /* operands before TRACE */
  const char *help;
} Report;

static const Report reports[] = {
#define RS_TRACE_REPORT(function, name, fewest, most, help) { name, rs_cli_trace_##function, fewest, most, help },
#include "ide/cli/trace/trace-reports.def"
#undef RS_TRACE_REPORT
};

/* Options as they are written. */
typedef struct {
  const char *from, *to, *mark, *at, *fail_above, *track, *kernel, *kind, *first, *limit, *timeout, *format, *output;
  gboolean csv, json, by_configuration;
} Texts;

int
rs_cli_trace_fail (GError *error)
{
  rs_cli_complain ("%s", error->message);
  g_error_free (error);
  return RS_EXIT_FAILED;
}

void
rs_cli_trace_say (const char *format, ...)
{
  g_autofree char *text = NULL, *printable = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  printable = rs_trace_make_printable (text);
  printf ("%s\n", printable);
}

void
rs_cli_trace_warn_dropped (RsTraceStore *store)
{
  gint64 dropped = rs_trace_store_get_meta_integer (store, "dropped");

  if (dropped > 0)
    rs_cli_complain ("%" G_GINT64_FORMAT
                     " event%s came faster than could be written and %s dropped: the numbers lack them,"
                     " and places may be missing; record a shorter run or less data",
                     dropped, dropped == 1 ? "" : "s", dropped == 1 ? "was" : "were");
}

static const Report *
find_report (const char *name)
{
  const char *names[G_N_ELEMENTS (reports)];
  const char *nearest;

  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    {
      names[i] = reports[i].name;
      if (strcmp (names[i], name) == 0)
        return &reports[i];
    }
  nearest = rs_cli_nearest (name, names, G_N_ELEMENTS (names));
  if (nearest != NULL)
    rs_cli_complain ("trace: unknown report \"%s\"; did you mean \"%s\"?", name, nearest);
  else
    rs_cli_complain ("trace: unknown report \"%s\"; redshift-cli trace --help lists them", name);
  return NULL;
}

/* Those that hand out or read a whole trace. */
static gboolean
may_have_range (const Report *report, const RsTraceOptions *options)
{
  const gboolean is_whole = report->run == rs_cli_trace_query || report->run == rs_cli_trace_unpack
                            || report->run == rs_cli_trace_import || report->run == rs_cli_trace_join
                            || report->run == rs_cli_trace_devices
                            || (report->run == rs_cli_trace_memory && options->at != G_MININT64);

  if (!is_whole || (rs_trace_range_is_all (&options->range) && options->mark == NULL))
    return TRUE;
  rs_cli_complain (
      "trace %s is of the whole trace: --from, --to, --mark, --track and --kernel do not go with it; trace "
      "trim makes a trace of a part",
      report->name);
  return FALSE;
}

/* Those about what launches did, not about when: of a stretch they tell what it launched, whenever that ran. */
static gboolean
goes_by_launch (const Report *report)
{
  return report->run == rs_cli_trace_kernels || report->run == rs_cli_trace_occupancy
         || report->run == rs_cli_trace_stalls || report->run == rs_cli_trace_sass
         || report->run == rs_cli_trace_curves;
}

/* Several stretches may have one name. */
static gboolean
narrow_to_mark (RsTraceStore *store, const Report *report, const RsTraceOptions *options, RsTraceOptions *narrow)
{
  GError *error = NULL;
  guint n;

  if (!rs_marks_narrow (store, options->mark, &narrow->range, &n, &error))
    {
      rs_cli_trace_fail (error);
      return FALSE;
    }
  narrow->range.by_launch = goes_by_launch (report);
  if (n > 1 && strchr (options->mark, '#') == NULL)
    rs_cli_complain ("trace: this is the first of %u stretches of that name; --mark '%s#2' takes the next", n,
                     options->mark);
  return TRUE;
}

static int
run_report (const RsTraceOptions *options, GPtrArray *operands)
{
  RsTraceOptions narrow = *options;
  const Report *report = find_report (operands->pdata[0]);
  g_autoptr (RsTraceStore) store = NULL;
  GError *error = NULL;
  const char *const *damage;
  int status;

  if (report == NULL)
    return RS_EXIT_USAGE;
  if (operands->len < report->fewest + 2 || operands->len > report->most + 2)
    {
      rs_cli_complain (operands->len < report->fewest + 2 ? "trace %s: a trace file is missing%s"
                                                          : "trace %s: one trace file at a time%s",
                       report->name, report->fewest > 0 ? " (what is asked for comes first, then the file)" : "");
      return RS_EXIT_USAGE;
    }
  if (!may_have_range (report, options))
    return RS_EXIT_USAGE;
  if (report->run == rs_cli_trace_import || report->run == rs_cli_trace_compare
      || report->run == rs_cli_trace_join) /* no trace yet; several */
    return report->run (NULL, options, operands);
  store = rs_trace_store_open (operands->pdata[operands->len - 1], &error);
  if (store == NULL)
    {
      rs_cli_trace_fail (error);
      return RS_EXIT_USAGE;
    }
  if (options->mark != NULL && !narrow_to_mark (store, report, options, &narrow))
    return RS_EXIT_USAGE;
  status = report->run (store, &narrow, operands);
  damage = rs_trace_store_get_damage (store);
  for (guint i = 0; damage[i] != NULL; i++)
    rs_cli_complain ("%s: %s", rs_trace_store_get_path (store), damage[i]);
  return damage[0] != NULL ? MAX (status, RS_EXIT_FAILED) : status;
}

/* --- options --- */

static gboolean
read_count (const char *option, const char *text, gint64 least, gint64 *value)
{
  if (text == NULL || g_ascii_string_to_signed (text, 10, least, G_MAXINT64, value, NULL))
    return TRUE;
  rs_cli_complain ("trace: %s takes a whole number from %d, not \"%s\"", option, (int)least, text);
  return FALSE;
}

static gboolean
read_time (const char *option, const char *text, gint64 *value)
{
  if (text == NULL || rs_parse_time (text, value))
    return TRUE;
  rs_cli_complain (
      "trace: %s takes a time from the start of the recording (20ms, 1.5s, 300us; without a unit ns), not \"%s\"",
      option, text);
  return FALSE;
}

/* "5%" */
static gboolean
read_percent (const char *option, const char *text, double *value)
{
  char *end = NULL;

  if (text == NULL)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  if (end != text && (*end == '\0' || strcmp (end, "%") == 0) && *value >= 0 && *value < 1e9)
    return TRUE;
  rs_cli_complain ("trace: %s takes a percentage (5%%), not \"%s\"", option, text);
  return FALSE;
}

/* "memory,kernel" */
static gboolean
read_kinds (const char *text, guint64 *kinds)
{
  g_autofree char *unknown = NULL;
  g_autoptr (GString) known = g_string_new (NULL);
  const RsEventGroup *groups;
  guint n;

  if (text == NULL || rs_event_kinds_parse (text, kinds, &unknown))
    return TRUE;
  groups = rs_event_groups_get (&n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", groups[i].id);
  rs_cli_complain ("trace: --kind takes %s, or kinds such as kernel, with commas between, not \"%s\"", known->str,
                   unknown != NULL ? unknown : text);
  return FALSE;
}

static gboolean
read_options (const Texts *texts, RsTraceOptions *options)
{
  gint64 timeout = options->timeout;

  if (!read_count ("--first", texts->first, 1, &options->first)
      || !read_count ("--limit", texts->limit, 1, &options->limit)
      || !read_count ("--timeout", texts->timeout, 0, &timeout)
      || !read_time ("--from", texts->from, &options->range.from) || !read_time ("--to", texts->to, &options->range.to)
      || !read_time ("--at", texts->at, &options->at)
      || !read_percent ("--fail-above", texts->fail_above, &options->fail_above)
      || !read_kinds (texts->kind, &options->range.listed))
    return FALSE;
  if (options->range.from > options->range.to)
    {
      rs_cli_complain ("trace: --from %s is behind --to %s; the part begins at --from and ends at --to", texts->from,
                       texts->to);
      return FALSE;
    }
  options->timeout = (guint)MIN (timeout, 1000000);
  options->range.track = texts->track;
  options->range.kernel = texts->kernel;
  options->mark = texts->mark;
  options->format = texts->json ? RS_TABLE_JSON : texts->csv ? RS_TABLE_CSV : RS_TABLE_TEXT;
  options->export_format = texts->format;
  options->output = texts->output;
  options->by_configuration = texts->by_configuration;
  return TRUE;
}

/* The -- between the sides of a comparison ends options, too, so that parsing took it. */
static void
put_bar_back (int argc, char **argv, GPtrArray *operands)
{
  int bar = 1;

  while (bar < argc && strcmp (argv[bar], "--") != 0)
    bar++;
  if (bar < argc && operands->len > (guint)(argc - 1 - bar) && strcmp (operands->pdata[0], "compare") == 0)
    g_ptr_array_insert (operands, (int)operands->len - (argc - 1 - bar), (gpointer) "--");
}

int
rs_cli_trace (int argc, char **argv)
{
  Texts texts = { 0 };
  RsTraceOptions values
      = { .range = RS_TRACE_RANGE_ALL, .first = 1, .limit = 1000, .timeout = 60, .at = G_MININT64, .fail_above = -1 };
  const RsOption options[] = {
    { "from", &texts.from },
    { "to", &texts.to },
    { "mark", &texts.mark },
    { "track", &texts.track },
    { "kernel", &texts.kernel },
    { "kind", &texts.kind },
    { "at", &texts.at },
    { "fail-above", &texts.fail_above },
    { "csv", &texts.csv },
    { "json", &texts.json },
    { "by-configuration", &texts.by_configuration },
    { "first", &texts.first },
    { "limit", &texts.limit },
    { "timeout", &texts.timeout },
    { "format", &texts.format },
    { "output", &texts.output },
  };
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (operands->len == 0)
    {
      rs_cli_complain ("trace: say what to show; redshift-cli trace --help lists the reports");
      return RS_EXIT_USAGE;
    }
  put_bar_back (argc, argv, operands);
  return read_options (&texts, &values) ? run_report (&values, operands) : RS_EXIT_USAGE;
}
