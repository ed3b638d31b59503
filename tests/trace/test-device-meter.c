/* Metrics of kernels, by a CUPTI that the test plays (fake-cupti): what is in the trace and in the report, and each
 * thing that can go wrong.
 *
 * usage: test-device-meter LIBCUPTI LIBCUPTI_WITHOUT_COUNTERS [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/metrics.h"
#include "runtime/device/cupti.h"
#include "tests/trace/measuring.h"

#include <string.h>

static guint64 last_launch;
static gint stop; /* as a program that is being stopped has it */

/* --- recordings --- */

static RsRecorder *
begin_metrics (const char *sets, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (path, &error);

  g_assert_no_error (error);
  g_assert_true (rs_recorder_measure (recorder, sets, kernel, &error));
  g_assert_no_error (error);
  return recorder;
}

/* As a CUDA device does when it is opened. The driver's own record is left out. */
static void
attach (const char *which)
{
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autofree char *assignment = g_strdup_printf ("PROFILER_CUPTI=%s", which);
  gboolean unknown;

  g_assert_true (rs_settings_parse (settings, assignment, &unknown, NULL));
  g_assert_false (rs_cupti_attach (settings));
  g_assert_false (fake->is_subscribed);
}

/* As a CUDA device does; n_kernels of it. Returns whether it was measured. */
static gboolean
launch_shape (const char *title, guint line, const char *shape, guint n_kernels)
{
  RsDeviceLaunch work = { .id = ++last_launch,
                          .name = rs_trace_name (title),
                          .file = rs_trace_name ("program.q"),
                          .line = line,
                          .shape = rs_trace_name (shape),
                          .stop = &stop };
  const FakeWork kernel = { .kernel = title, .start = 1, .end = 2 };
  const RsCuptiMarks *measuring = rs_cupti_begin (&work);

  rs_cupti_push (work.id);
  for (guint i = 0; i < n_kernels; i++)
    fake->run (&kernel);
  rs_cupti_pop ();
  rs_cupti_end (measuring, &work);
  g_assert_false (fake->is_in_range);
  return measuring != NULL;
}

/* --- traces --- */

static GArray *
read_rows (RsTraceStore *store, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  GArray *rows;

  range.kernel = kernel;
  rows = rs_metrics_read (store, &range, &error);
  g_assert_no_error (error);
  return rows;
}

/* NULL: it is not there. */
static const RsMetricRow *
find_row (const GArray *rows, const char *kernel, const char *shape, const char *metric)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const RsMetricRow *row = &g_array_index (rows, RsMetricRow, i);

      if (strcmp (row->kernel, kernel) == 0 && strcmp (row->shape, shape) == 0 && strcmp (row->name, metric) == 0)
        return row;
    }
  return NULL;
}

/* --- what is measured --- */

#define DURATION "gpu__time_duration.sum"
#define OCCUPANCY "sm__warps_active.avg.pct_of_peak_sustained_active"

/* Replays can't be interrupted: none begins once the program is to stop. */
static void
test_stopped (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  attach (library);
  g_assert_true (launch_shape ("blur", 7, "64x64 / 16x16", 1));
  stop = 1;
  g_assert_false (launch_shape ("blur", 7, "64x64 / 16x16", 1));
  g_assert_false (launch_shape ("other", 8, "64x64 / 16x16", 1));
  stop = 0;
  g_assert_true (launch_shape ("blur", 7, "64x64 / 16x16", 1));
  store = finish (recorder);
  g_assert_cmpuint (fake->n_starts, ==, 2);
}

static void
test_values (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  const RsMetricRow *row;

  fake->forget ();
  attach (library);
  for (guint i = 0; i < 5; i++) /* of a configuration the first three */
    g_assert_true (launch_shape ("blur", 7, "64x64 / 16x16", 1) == (i < 3));
  g_assert_true (launch_shape ("blur", 7, "128x128 / 16x16", 1));
  store = finish (recorder);
  g_assert_cmpuint (fake->n_starts, ==, 4);
  rows = read_rows (store, NULL);
  row = find_row (rows, "blur", "64x64 / 16x16", DURATION);
  g_assert_nonnull (row);
  g_assert_cmpfloat (row->mean, ==, (double)strlen (DURATION) + 1);
  g_assert_cmpfloat (row->least, ==, (double)strlen (DURATION));
  g_assert_cmpfloat (row->greatest, ==, (double)strlen (DURATION) + 2);
  g_assert_cmpint (row->n, ==, 3);
  g_assert_cmpstr (row->unit, ==, "ns");
  g_assert_cmpstr (row->file, ==, "program.q");
  g_assert_cmpuint (row->line, ==, 7);
  g_assert_cmpstr (row->kind->title, ==, "kernel duration");
  row = find_row (rows, "blur", "128x128 / 16x16", OCCUPANCY);
  g_assert_nonnull (row);
  g_assert_cmpfloat (row->mean, ==, (double)strlen (OCCUPANCY) + 3);
  assert_says (store, "metrics-obstacle", NULL);
  assert_says (store, "metrics", "overview, by CUPTI");
  assert_says (store, "device-tracer", "not recorded: the run measured metrics");
}

/* What is computed of others. */
static void
test_derived (void)
{
#define OP(name) (double)strlen ("smsp__sass_thread_inst_executed_op_" name "_pred_on.sum")
  RsRecorder *recorder = begin_metrics ("flops,overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  const RsMetricRow *row;

  fake->forget ();
  attach (library);
  launch_shape ("k", 1, "8", 1);
  store = finish (recorder);
  rows = read_rows (store, NULL);
  row = find_row (rows, "k", "8", "float_operations");
  g_assert_nonnull (row);
  g_assert_cmpfloat_with_epsilon (row->mean,
                                  1e9 * (OP ("fadd") + OP ("fmul") + 2 * OP ("ffma")) / (double)strlen (DURATION), 1);
  g_assert_cmpint (row->n, ==, 0);
  row = find_row (rows, "k", "8", "warp_execution_efficiency");
  g_assert_nonnull (row);
  g_assert_cmpfloat_with_epsilon (row->mean,
                                  100.0 * (double)strlen ("smsp__warps_eligible.avg.per_cycle_active")
                                      / (double)strlen ("smsp__warps_active.avg.per_cycle_active"),
                                  1e-9);
  g_assert_null (find_row (rows, "k", "8", "shared_load_transactions")); /* of a set that nobody asked for */
#undef OP
}

/* A grid that is too large for one kernel. */
static void
test_parts (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, values = NULL;
  const RsMetricRow *row;

  fake->forget ();
  attach (library);
  launch_shape ("large", 3, "9", 4);
  store = finish (recorder);
  rows = read_rows (store, "large");
  row = find_row (rows, "large", "9", DURATION);
  g_assert_nonnull (row);
  g_assert_cmpint (row->n, ==, 4);
  g_assert_cmpfloat (row->greatest, ==, (double)strlen (DURATION) + 3000);
  values = rs_trace_store_read_metrics (store, NULL);
  g_assert_cmpuint (g_array_index (values, RsMetricValue, values->len - 1).part, ==, 3);
}

static void
test_kernel (void)
{
  RsRecorder *recorder = begin_metrics ("overview", "wanted");
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, none = NULL;

  fake->forget ();
  attach (library);
  g_assert_false (launch_shape ("other", 1, "8", 1));
  g_assert_true (launch_shape ("wanted", 2, "8", 1));
  store = finish (recorder);
  rows = read_rows (store, NULL);
  g_assert_null (find_row (rows, "other", "8", DURATION));
  g_assert_nonnull (find_row (rows, "wanted", "8", DURATION));
  none = read_rows (store, "other");
  g_assert_cmpuint (none->len, ==, 0);
  assert_says (store, "metrics", "overview of wanted, by CUPTI");
}

static void
test_lacking_metric (void)
{
  RsRecorder *recorder = begin_metrics ("stalls", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;

  fake->forget ();
  fake->unknown_metric = "imc_miss";
  attach (library);
  g_assert_true (launch_shape ("k", 1, "8", 1));
  store = finish (recorder);
  rows = read_rows (store, NULL);
  g_assert_cmpuint (rows->len, ==, 17);
  g_assert_nonnull (find_row (rows, "k", "8", "smsp__warp_issue_stalled_barrier_per_warp_active.pct"));
  assert_says (store, "metrics", "this GPU has no smsp__warp_issue_stalled_imc_miss_per_warp_active.pct");
  assert_says (store, "metrics-obstacle", NULL);
}

/* --- why nothing is --- */

static void
assert_refused (const char *which, const char *sentence)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autofree char *obstacle = NULL;

  attach (which);
  for (guint i = 0; i < 3; i++) /* it is tried once */
    launch_shape ("k", 1, "8", 1);
  obstacle = rs_recorder_dup_metrics_obstacle (recorder);
  g_assert_nonnull (obstacle);
  g_assert_null (strchr (obstacle, '\n'));
  store = finish (recorder);
  rows = read_rows (store, NULL);
  g_assert_cmpuint (rows->len, ==, 0);
  g_assert_cmpuint (fake->n_starts, <=, 1);
  assert_says (store, "metrics-obstacle", sentence);
}

static void
test_errors (void)
{
  static const struct {
    const char *function;
    int error;
    const char *sentence;
  } rows[] = {
    { "cuptiProfilerInitialize", 999, "the NVIDIA driver does not answer CUPTI (error 999)" },
    { "cuptiProfilerDeviceSupported", 38, "older than what CUPTI reads counters of (CUPTI error 38)" },
    { "cuptiRangeProfilerEnable", 35, "NVreg_RestrictProfilingToAdminUsers=0" },
    { "cuptiRangeProfilerEnable", 35, "a container needs CAP_SYS_ADMIN" },
    { "cuptiRangeProfilerEnable", 26, "another program reads the GPU's counters at this time (CUPTI error 26)" },
    { "cuptiRangeProfilerEnable", 39, "another tool is recording the GPU already (CUPTI error 39)" },
    { "cuptiRangeProfilerEnable", 40, "the host of this virtual GPU does not allow it (CUPTI error 40)" },
    { "cuptiRangeProfilerEnable", 41, "confidential computing" },
    { "cuptiRangeProfilerEnable", 42, "a processor for mining" },
    { "cuptiRangeProfilerEnable", 43, "divided into instances (MIG)" },
    { "cuptiRangeProfilerEnable", 44, "one of a pair (SLI)" },
    { "cuptiRangeProfilerEnable", 45, "the Windows Subsystem for Linux" },
    { "cuptiProfilerHostInitialize", 46, "does not know this GPU (CUPTI error 46)" },
    { "cuptiDeviceGetChipName", 2, "CUPTI could not tell what GPU this is (error 2)" },
    { "cuptiProfilerHostConfigAddMetrics", 999, "the NVIDIA driver does not answer CUPTI" },
    { "cuptiProfilerHostGetConfigImage", 1, "CUPTI could not choose the counters of these metrics (error 1)" },
    { "cuptiRangeProfilerGetCounterDataSize", 8, "CUPTI could not begin to read counters around a kernel (error 8)" },
    { "cuptiRangeProfilerSetConfig", 7, "CUPTI could not begin to read counters around a kernel (error 7)" },
    { "cuptiRangeProfilerStart", 9, "CUPTI could not begin to read counters around a kernel (error 9)" },
    { "cuptiRangeProfilerStop", 9, "CUPTI could not run a kernel again for its counters (error 9)" },
    { "replay", 0, "CUPTI did not run a kernel as often as its counters need" },
    { "cuptiRangeProfilerDecodeData", 9, "CUPTI could not decode the counters of a kernel (error 9)" },
    { "cuptiRangeProfilerGetCounterDataInfo", 1, "CUPTI could not compute metrics of a kernel's counters (error 1)" },
    { "cuptiProfilerHostEvaluateToGpuValues", 1, "CUPTI could not compute metrics of a kernel's counters (error 1)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      fake->forget ();
      fake->failing = rows[i].function;
      fake->failure = rows[i].error;
      assert_refused (library, rows[i].sentence);
    }
}

/* Without the counters that are there at this moment, all that the chip has are taken. */
static void
test_no_availability (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;

  fake->forget ();
  fake->failing = "cuptiProfilerGetCounterAvailability";
  fake->failure = 7;
  attach (library);
  g_assert_true (launch_shape ("k", 1, "8", 1));
  store = finish (recorder);
  assert_says (store, "metrics-obstacle", NULL);
}

static void
test_unsupported (void)
{
  static const struct {
    const char *what, *sentence;
  } rows[] = {
    { "architecture", "(CUPTI error 38)" },
    { "vgpu", "(CUPTI error 33)" },
    { "vgpu-forbidden", "(CUPTI error 40)" },
    { "confidential", "(CUPTI error 41)" },
    { "mining", "(CUPTI error 42)" },
    { "sli", "(CUPTI error 44)" },
    { "wsl", "(CUPTI error 45)" },
    { "something else", "does not say why" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      fake->forget ();
      fake->unsupported = rows[i].what;
      assert_refused (library, rows[i].sentence);
      g_assert_cmpuint (fake->n_enables, ==, 0); /* it was asked first */
    }
}

static void
test_unknown_chip (void)
{
  fake->forget ();
  fake->chip = "ZZ999";
  assert_refused (library, "this CUPTI does not know this GPU (CUPTI error 46)");
}

static void
test_dropped (void)
{
  fake->forget ();
  fake->dropped_ranges = 2;
  assert_refused (library, "a launch has more kernels than can be measured at a time (64)");
}

static void
test_missing (void)
{
  fake->forget ();
  assert_refused (old_library, "has no cuptiProfilerInitialize; that of CUDA 12.6 or newer is needed");
  assert_refused ("/no/such/libcupti.so", "libcupti could not be opened");
}

/* What was measured before stays. */
static void
test_late_failure (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;

  fake->forget ();
  fake->failing = "cuptiRangeProfilerStop";
  fake->failure = 9;
  fake->skip = 2;
  attach (library);
  for (guint i = 0; i < 5; i++)
    launch_shape (i < 2 ? "good" : "bad", 1, "8", 1);
  store = finish (recorder);
  rows = read_rows (store, NULL);
  g_assert_cmpint (find_row (rows, "good", "8", DURATION)->n, ==, 2);
  g_assert_null (find_row (rows, "bad", "8", DURATION));
  assert_says (store, "metrics-obstacle", "(error 9)");
}

static void
test_nothing_ran (void)
{
  RsRecorder *recorder = begin_metrics ("overview", NULL);
  g_autoptr (RsTraceStore) store = finish (recorder);
  g_autoptr (RsTraceStore) second = NULL;

  assert_says (store, "metrics-obstacle", "no CUDA device was used");
  recorder = begin_metrics ("overview", "k");
  fake->forget ();
  attach (library);
  launch_shape ("other", 1, "8", 1);
  second = finish (recorder);
  assert_says (second, "metrics-obstacle", "no kernel k ran on a CUDA device");
}

static void
test_sets (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = rs_metric_kinds_choose ("all", NULL);
  g_autoptr (GPtrArray) two = rs_metric_kinds_choose ("stalls, flops", NULL);

  g_assert_cmpuint (all->len, >, 70);
  g_assert_cmpuint (two->len, ==, 18 + 9 + 1);
  g_assert_null (rs_metric_kinds_choose ("overview,ovreview", &error));
  g_assert_cmpstr (error->message, ==,
                   "there is no set of metrics \"ovreview\"; sets are overview, units, instructions, flops, stalls, "
                   "memory, lines, sass, curves, and all, several with commas between");
}

/* Nothing is measured where nobody asked for it, and the file has no such table. */
static void
test_unasked (void)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder = rs_recorder_start (path, &error);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) values = NULL;

  fake->forget ();
  g_assert_no_error (error);
  g_assert_false (launch_shape ("k", 1, "8", 1));
  store = finish (recorder);
  values = rs_trace_store_read_metrics (store, NULL);
  g_assert_cmpuint (values->len, ==, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  measuring_set_up (argv, "");
  g_test_add_func ("/trace/meter/values", test_values);
  g_test_add_func ("/trace/meter/stopped", test_stopped);
  g_test_add_func ("/trace/meter/derived", test_derived);
  g_test_add_func ("/trace/meter/parts", test_parts);
  g_test_add_func ("/trace/meter/kernel", test_kernel);
  g_test_add_func ("/trace/meter/lacking-metric", test_lacking_metric);
  g_test_add_func ("/trace/meter/errors", test_errors);
  g_test_add_func ("/trace/meter/no-availability", test_no_availability);
  g_test_add_func ("/trace/meter/unsupported", test_unsupported);
  g_test_add_func ("/trace/meter/unknown-chip", test_unknown_chip);
  g_test_add_func ("/trace/meter/dropped", test_dropped);
  g_test_add_func ("/trace/meter/missing", test_missing);
  g_test_add_func ("/trace/meter/late-failure", test_late_failure);
  g_test_add_func ("/trace/meter/nothing-ran", test_nothing_ran);
  g_test_add_func ("/trace/meter/sets", test_sets);
  g_test_add_func ("/trace/meter/unasked", test_unasked);
  status = g_test_run ();
  measuring_tear_down ();
  return status;
}
