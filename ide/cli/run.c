/* redshift-cli run and eval: a program, or a line of text, in a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/messages.h"
#include "ide/cli/cli.h"
#include "ide/cli/common/display.h"
#include "ide/cli/common/process-group.h"
#include "ide/cli/common/ring.h"
#include "ide/cli/common/signals.h"
#include "ide/cli/compare-devices.h"
#include "ide/viewer/windows.h"
#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/record/recorder.h"
#include "runtime/console.h"
#include "runtime/debug/races/races.h"
#include "runtime/device-peaks.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  const char *ring, *ring_when;
  const char *device, *trace, *lines, *figures_folder, *keep_temps, *devices, *tolerance;
  const char *metrics, *kernel; /* sets; of which kernel; NULL: nothing is measured; of all */
  guint rate; /* of line samples; 0: none */
  gboolean is_double, has_windows, checks_races;
  GPtrArray *settings, *folders, *operands; /* of char * in argv */
  RsSource *source;                         /* borrowed: the program; NULL: an expression */
  RsRecorder *recorder;                     /* borrowed; NULL: nothing is recorded */
  RsComparedDevices *compared;              /* borrowed; NULL: one run on one device */
  gboolean is_compiled;                     /* the program runs, or has run */
  gboolean is_whole;                        /* of a comparison: both runs have ended */
  gint64 start;                             /* of a run: us */
  char *recorded;                           /* owned: where the recording is; NULL: there was none */
} RunOptions;

static gboolean
apply_settings (RsSettings *settings, const RunOptions *values)
{
  g_autofree char *temps = NULL;
  gboolean unknown;

  if (!rs_cli_apply_settings (settings, values->settings))
    return FALSE;
  if (values->keep_temps == NULL)
    return TRUE;
  temps = g_strconcat ("RUNTIME_KEEP_TEMPS=", values->keep_temps, NULL);
  return rs_settings_parse (settings, temps, &unknown, NULL);
}

static int
evaluate (RsSession *session, const char *text)
{
  g_autoptr (RsConsole) console = rs_console_new (session);

  return rs_console_evaluate (console, "expression", text);
}

static void
begin_session (RsSession *session, gpointer data)
{
  RunOptions *values = data;

  values->start = g_get_monotonic_time ();
  rs_signals_catch (session, TRUE);
}

static int
end_session (RsSession *session, int status, gpointer data)
{
  const RunOptions *values = data;

  rs_signals_release ();
  if (!rs_session_close_files (session))
    status = MAX (status, RS_EXIT_FAILED);
  rs_cli_tell ("%s: %.3f s, status %d",
               values->source == NULL ? "the expression" : (const char *)values->operands->pdata[0],
               (double)(g_get_monotonic_time () - values->start) / G_USEC_PER_SEC, status);
  return status;
}

/* --check-races */
static int
run_checked (RunOptions *values, RsSession *session)
{
  RsRaces *races = rs_races_begin (session, NULL, NULL);
  int status = rs_session_run_compiled (session, (const char *const *)values->operands->pdata + 1);
  guint64 n_left_out;
  guint n_launches, n = rs_races_end (races, &n_launches, &n_left_out);

  if (n > 0)
    {
      rs_cli_complain ("run: --check-races: %u race%s", n, n == 1 ? "" : "s");
      status = MAX (status, RS_EXIT_FAILED);
    }
  else if (!rs_cli_get_verbosity ()->is_quiet)
    g_printerr ("no races in %u launch%s of kernels\n", n_launches, n_launches == 1 ? "" : "es");
  if (n_left_out > 0)
    rs_cli_complain ("run: --check-races: %" G_GUINT64_FORMAT " accesses were not looked at: the arrays are too large",
                     n_left_out);
  return status;
}

/* expression: NULL to run the program. */
static int
run_session (RunOptions *values, const RsSessionOptions *options, const char *expression)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSession) session = rs_session_new (options, &error);
  int status;

  if (session == NULL)
    {
      rs_cli_complain_error ("", error);
      return RS_EXIT_USAGE;
    }
  begin_session (session, values);
  if (expression != NULL)
    status = evaluate (session, expression);
  else if (!rs_session_compile (session, values->source))
    status = RS_EXIT_USAGE;
  else
    {
      values->is_compiled = TRUE;
      if (values->recorder != NULL)
        rs_recorder_keep (values->recorder);
      status = values->checks_races
                   ? run_checked (values, session)
                   : rs_session_run_compiled (session, (const char *const *)values->operands->pdata + 1);
    }
  return end_session (session, status, values);
}

static gboolean
is_stopped (gpointer data)
{
  return rs_signals_have_come ();
}

/* --compare-devices: one run after the other. */
static int
run_on_both (RunOptions *values, const RsSessionOptions *options)
{
  g_autoptr (GError) error = NULL;
  RsDeviceRuns runs = {
    .source = values->source,
    .arguments = (const char *const *)values->operands->pdata + 1,
    .devices = (const char *const *)values->compared->devices,
    .options = options,
    .tolerance = values->compared->tolerance,
    .recorder = values->recorder,
    .begins = begin_session,
    .ended = end_session,
    .is_stopped = is_stopped,
    .data = values,
  };

  if (!rs_device_runs_run (&runs, &error))
    {
      rs_cli_complain_error ("run: --compare-devices: ", error);
      return RS_EXIT_USAGE;
    }
  values->is_compiled = runs.is_compiled;
  values->is_whole = runs.is_whole;
  return runs.status;
}

static int
run_with_options (RunOptions *values, const char *expression)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_autoptr (RsFigures) figures = NULL;
  g_autoptr (RsWindows) windows = NULL;
  g_autoptr (GError) error = NULL;
  RsSessionOptions options = {
    .settings = settings,
    .write_message = rs_cli_write_message,
    .device = values->device,
    .precision = values->is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE,
    .search_path = (const char *const *)values->folders->pdata,
  };
  int status;

  if (!apply_settings (settings, values))
    return RS_EXIT_USAGE;
  if (values->figures_folder != NULL)
    {
      figures = rs_figures_new (values->figures_folder, &error);
      if (figures == NULL)
        {
          rs_cli_complain ("--figures: %s", error->message);
          return RS_EXIT_USAGE;
        }
      options.display = &rs_figures_display;
      options.display_data = figures;
    }
  else if (values->has_windows && (windows = rs_windows_new ()) != NULL)
    {
      options.display = &rs_windows_display;
      options.display_data = windows;
    }
  status = values->compared != NULL ? run_on_both (values, &options) : run_session (values, &options, expression);
  return figures == NULL || rs_figures_finish (figures) ? status : MAX (status, RS_EXIT_FAILED);
}

/* *peaks: what the devices can do. FALSE: the settings are wrong. */
static gboolean
find_peaks (const RunOptions *values, GHashTable **peaks)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  const gboolean are_right = rs_cli_apply_settings (settings, values->settings);

  *peaks = are_right ? rs_device_peaks_find (settings, values->device) : NULL;
  return are_right;
}

/* What became of --metrics does not change the program's exit status. */
static void
warn_of_metrics (RsRecorder *recorder, const RunOptions *values)
{
  g_autofree char *obstacle = rs_recorder_dup_metrics_obstacle (recorder);

  if (obstacle != NULL && values->is_compiled)
    rs_cli_warn ("--metrics: %s [%s]", obstacle, rs_message_get_code (RS_MESSAGE_METRICS_MISSING));
}

/* The options, or else the settings. *ring: NULL: all is kept. FALSE: they are wrong. */
static gboolean
read_ring (const RunOptions *values, RsRecorderRing **ring)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_autoptr (GError) error = NULL;

  *ring = NULL;
  if (!rs_cli_apply_settings (settings, values->settings))
    return FALSE;
  if (values->metrics != NULL || values->devices != NULL) /* all of these is wanted */
    return TRUE;
  *ring = values->ring != NULL ? rs_recorder_ring_new (values->ring, values->ring_when, &error)
                               : rs_recorder_ring_new_from (settings, &error);
  if (error != NULL)
    rs_cli_complain ("run: %s: %s", values->ring != NULL ? "--ring" : "PROFILER_RING", error->message);
  return error == NULL;
}

/* Of processes that were started together. */
static void
join_recordings (const RunOptions *values, RsProcessGroup *group)
{
  g_autoptr (GError) error = NULL;
  gboolean is_joined;

  if (!rs_process_group_join (group, &is_joined, &error))
    rs_cli_warn ("--profile: %s: %s; the recording of this process is %s", values->trace, error->message,
                 rs_process_group_get_path (group));
  else if (is_joined && !rs_cli_get_verbosity ()->is_quiet)
    rs_cli_complain ("the recordings of all processes are in %s", values->trace);
}

/* The recording starts before the session, so that compiling is in it, and a trace that can't be written is told
 * before anything runs; an earlier one is lost only when the program runs. A recording that ends early does not change
 * the program's exit status. */
static int
run_recorded (RunOptions *values)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) peaks = NULL;
  g_autoptr (RsRecorderRing) ring = NULL;
  g_autoptr (RsProcessGroup) group = rs_process_group_new (values->trace);
  RsRecorder *recorder;
  int status;

  if (!read_ring (values, &ring))
    return RS_EXIT_USAGE;
  rs_ring_prepare (ring, rs_cli_get_verbosity ()->is_quiet);
  if (!find_peaks (values, &peaks))
    return RS_EXIT_USAGE;
  recorder = rs_recorder_start_ring (group != NULL ? rs_process_group_get_path (group) : values->trace, ring, &error);
  if (recorder == NULL)
    {
      rs_cli_complain ("--profile: %s", error->message);
      return RS_EXIT_USAGE;
    }
  g_free (values->recorded);
  values->recorded = g_strdup (rs_recorder_get_path (recorder));
  rs_ring_begin (ring, recorder);
  if (values->rate > 0
      && !rs_recorder_sample_lines (recorder, values->rate, rs_source_get_name (values->source), &error))
    {
      rs_cli_complain ("warning: --lines: %s", error->message);
      g_clear_error (&error);
    }
  if (values->metrics != NULL && !rs_recorder_measure (recorder, values->metrics, values->kernel, &error))
    {
      rs_cli_complain ("run: --metrics: %s", error->message);
      rs_recorder_discard (recorder);
      return RS_EXIT_USAGE;
    }
  rs_recorder_set_meta (recorder, "program", rs_source_get_name (values->source));
  rs_recorder_set_meta (recorder, "device",
                        values->compared != NULL ? values->devices
                        : values->device != NULL ? values->device
                                                 : "auto");
  rs_recorder_set_meta (recorder, "precision", values->is_double ? "double" : "single");
  rs_recorder_set_meta (recorder, "version", RS_VERSION);
  rs_recorder_set_facts (recorder, peaks);
  values->recorder = recorder;
  status = run_with_options (values, NULL);
  rs_ring_end (ring, recorder, status);
  warn_of_metrics (recorder, values);
  if (!values->is_compiled)
    rs_recorder_discard (recorder);
  else if (!rs_recorder_stop (recorder, &error))
    rs_cli_warn ("--profile: %s", error->message);
  else if (group != NULL)
    join_recordings (values, group);
  return status;
}

/* --compare-devices A,B */
static int
run_compared (RunOptions *values)
{
  g_autoptr (RsComparedDevices) compared = NULL;
  int status;

  if (values->device != NULL)
    {
      rs_cli_complain ("run: --compare-devices names both devices: leave -d %s out", values->device);
      return RS_EXIT_USAGE;
    }
  compared = rs_compared_devices_new (values->devices, values->tolerance, values->is_double, values->trace);
  if (compared == NULL)
    return RS_EXIT_USAGE;
  values->compared = compared;
  values->trace = compared->trace;
  status = run_recorded (values);
  if (values->is_whole && !rs_cli_get_verbosity ()->is_quiet)
    rs_own_trace_print (values->recorded, "devices", "--compare-devices", TRUE);
  return status;
}

/* Some sets have a table of their own. */
static void
print_measured (const char *trace, const char *sets)
{
  g_autoptr (GPtrArray) names = rs_metric_kinds_choose (sets, NULL);

  if (names == NULL)
    return; /* that was said */
  if (names->pdata[0] != NULL)
    rs_own_trace_print (trace, "metrics", "--metrics", FALSE);
  if (rs_metric_sets_include (sets, RS_METRIC_SET_OF_LINES))
    rs_own_trace_print (trace, "stalls", "--metrics", FALSE);
  if (rs_metric_sets_include (sets, RS_METRIC_SET_OF_COUNTS))
    rs_own_trace_print (trace, "sass", "--metrics", FALSE);
  if (rs_metric_sets_include (sets, RS_METRIC_SET_OF_CURVES))
    rs_own_trace_print (trace, "curves", "--metrics", FALSE);
}

/* --metrics SETS; without --profile the tables come at the end. */
static int
run_measured (RunOptions *values)
{
  g_autoptr (RsOwnTrace) own_trace = NULL;
  int status;

  if (values->trace != NULL)
    return run_recorded (values);
  own_trace = rs_own_trace_new ("--metrics");
  if (own_trace == NULL)
    return RS_EXIT_FAILED;
  values->trace = own_trace->path;
  status = run_recorded (values);
  if (values->is_compiled && !rs_cli_get_verbosity ()->is_quiet)
    print_measured (own_trace->path, values->metrics);
  return status;
}

/* --ring, --ring-when */
static gboolean
check_ring (const RunOptions *values)
{
  if (values->ring == NULL && values->ring_when == NULL)
    return TRUE;
  if (values->trace == NULL || values->ring == NULL)
    rs_cli_complain (values->ring == NULL ? "run: --ring-when goes with --ring LIMITS"
                                          : "run: --ring goes with --profile TRACE, where the last stretch is written");
  else if (values->metrics != NULL || values->devices != NULL)
    rs_cli_complain ("run: --ring can't be had in one run with --metrics or --compare-devices");
  else
    return TRUE;
  return FALSE;
}

/* --lines, --lines=HZ */
static gboolean
read_rate (RunOptions *values)
{
  guint64 rate = RS_LINE_RATE;

  if (values->lines == NULL)
    return TRUE;
  if (values->trace == NULL)
    {
      rs_cli_complain ("run: --lines goes with --profile TRACE, where the samples are written");
      return FALSE;
    }
  if (*values->lines != '\0' && !g_ascii_string_to_unsigned (values->lines, 10, 1, 10000, &rate, NULL))
    {
      rs_cli_complain ("run: --lines=HZ takes a number of samples a second from 1 to 10000, not \"%s\"", values->lines);
      return FALSE;
    }
  values->rate = (guint)rate;
  return TRUE;
}

/* Whether a main of the program has parameters. */
static gboolean
takes_arguments (RsSource *source)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

  for (guint i = 0; i < module->root->n_children; i++)
    {
      const RsNode *node = module->root->children[i];
      const RsNode *parameters = node != NULL && node->kind == RS_NODE_FUNCTION && g_strcmp0 (node->name, "main") == 0
                                   ? rs_node_child (node, RS_FUNCTION_PARAMETERS) : NULL;

      if (parameters != NULL && parameters->n_children > 0)
        return TRUE;
    }
  return FALSE;
}

static void
complain_of_place (const RunOptions *values, guint index, const char *verb)
{
  const char *text = values->operands->pdata[index], *program = values->operands->pdata[0];

  rs_cli_complain ("run: %s stands behind the program, which %s; options stand before it: redshift-cli run %s ... %s",
                   text, verb, text, program);
}

/* What an option of `run` was for the program, which has failed, was probably meant to be one. */
static void
hint_at_options (const RunOptions *values)
{
  for (guint i = 1; values->operands->pdata[i] != NULL; i++)
    if (rs_options_contain ("run", values->operands->pdata[i]))
      {
        complain_of_place (values, i, "has taken it as an argument");
        return;
      }
}

/* run prog.q -d interp: what stands behind the program belongs to it, which a program without use for it would
 * not say. */
static gboolean
check_program_arguments (const RunOptions *values, RsSource *source)
{
  for (guint i = 1; i < values->operands->len; i++)
    if (rs_options_contain ("run", values->operands->pdata[i]) && !takes_arguments (source))
      {
        complain_of_place (values, i, "takes no arguments");
        return FALSE;
      }
  return TRUE;
}

int
rs_cli_run (int argc, char **argv)
{
  g_autoptr (GPtrArray) settings = g_ptr_array_new (), folders = g_ptr_array_new (), operands = g_ptr_array_new ();
  RunOptions values = { .settings = settings, .folders = folders, .operands = operands };
  gboolean no_windows = FALSE;
  const RsOption options[] = {
    { "device", &values.device },
    { "double", &values.is_double },
    { "profile", &values.trace },
    { "lines", &values.lines },
    { "ring", &values.ring },
    { "ring-when", &values.ring_when },
    { "compare-devices", &values.devices },
    { "check-races", &values.checks_races },
    { "tolerance", &values.tolerance },
    { "metrics", &values.metrics },
    { "kernel", &values.kernel },
    { "figures", &values.figures_folder },
    { "no-windows", &no_windows },
    { "set", settings },
    { "include", folders },
    { "keep-temps", &values.keep_temps },
  };
  g_autoptr (RsSource) source = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, TRUE, operands);

  if (status >= 0)
    return status;
  values.has_windows = !no_windows;
  if (!read_rate (&values) || !check_ring (&values))
    return RS_EXIT_USAGE;
  if (values.tolerance != NULL && values.devices == NULL)
    {
      rs_cli_complain ("run: --tolerance goes with --compare-devices A,B");
      return RS_EXIT_USAGE;
    }
  if (values.kernel != NULL && values.metrics == NULL)
    {
      rs_cli_complain ("run: --kernel goes with --metrics SETS");
      return RS_EXIT_USAGE;
    }
  if (values.metrics != NULL && values.devices != NULL)
    {
      rs_cli_complain ("run: --metrics and --compare-devices can't be had in one run");
      return RS_EXIT_USAGE;
    }
  if (values.checks_races && (values.devices != NULL || values.metrics != NULL))
    {
      rs_cli_complain ("run: --check-races can't be had in one run with --metrics or --compare-devices");
      return RS_EXIT_USAGE;
    }
  if (operands->len == 0)
    {
      rs_cli_complain ("run: a program is missing: redshift-cli run PROG.q");
      return RS_EXIT_USAGE;
    }
  values.source = source = rs_cli_open_source (operands->pdata[0]);
  if (source == NULL || !check_program_arguments (&values, source))
    return RS_EXIT_USAGE;
  g_ptr_array_add (operands, NULL);
  g_ptr_array_add (folders, NULL);
  status = values.devices != NULL   ? run_compared (&values)
           : values.metrics != NULL ? run_measured (&values)
           : values.trace != NULL   ? run_recorded (&values)
                                    : run_with_options (&values, NULL);
  g_free (values.recorded);
  if (status != RS_EXIT_OK)
    hint_at_options (&values);
  return status;
}

int
rs_cli_eval (int argc, char **argv)
{
  g_autoptr (GPtrArray) settings = g_ptr_array_new (), folders = g_ptr_array_new (), operands = g_ptr_array_new ();
  RunOptions values = { .settings = settings, .folders = folders, .operands = operands };
  const RsOption options[] = {
    { "device", &values.device },
    { "double", &values.is_double },
    { "include", folders },
  };
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, TRUE, operands);

  if (status >= 0)
    return status;
  if (operands->len != 1)
    {
      rs_cli_complain ("eval: give one expression, in quotes: redshift-cli eval '1 + 2'");
      return RS_EXIT_USAGE;
    }
  g_ptr_array_add (folders, NULL);
  return run_with_options (&values, operands->pdata[0]);
}
