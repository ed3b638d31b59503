/* Instructions by line and curves, by a CUPTI that the test plays (fake-cupti): what is in the trace and in the
 * reports, launches that take turns, and each thing that can go wrong.
 *
 * usage: test-device-counts LIBCUPTI LIBCUPTI_WITHOUT [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/line-counts.h"
#include "profiler/analysis/timeline/curves.h"
#include "profiler/analysis/traces/trim.h"
#include "tests/trace/measuring.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char binary[] = "fake binary\nblur_0 16 5 program.q\nblur_0 32 6 program.q\nblur_0 48 6 program.q\n";

/* --- recordings --- */

static void
play (const FakeCount *counts, guint n)
{
  fake->forget ();
  fake->counts = counts;
  fake->n_counts = n;
}

/* --- traces --- */

static GArray *
read_counts (RsTraceStore *store)
{
  const RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  GArray *rows = rs_line_counts_read (store, &range, &error);

  g_assert_no_error (error);
  return rows;
}

static GArray *
read_curves (RsTraceStore *store)
{
  const RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  GArray *rows = rs_curves_read (store, &range, &error);

  g_assert_no_error (error);
  return rows;
}

/* --- instructions --- */

/* Line 5: all threads at work. Line 6, two instructions: half of the threads, a quarter of all by predicates, one
 * branch of four diverges, and memory is read by twice as many sectors as need be. */
#define FILL_COUNTS(counts)                                                                                            \
  const FakeCount counts[] = {                                                                                         \
    { checksum_of (binary, strlen (binary)), 16, "blur_0", .first = 100, .threads = 3200, .threads_on = 3200 },        \
    { checksum_of (binary, strlen (binary)), 32, "blur_0", .first = 40, .threads = 640, .threads_on = 320,             \
      .targets = 4, .divergent = 1 },                                                                                  \
    { checksum_of (binary, strlen (binary)), 48, "blur_0", .first = 60, .threads = 960, .threads_on = 480,             \
      .sectors = 64, .ideal = 32 },                                                                                    \
    { 99, 16, "gemm", .first = 200, .threads = 6400, .threads_on = 6400 },                                             \
  }

static void
assert_counts (const GArray *rows, gint64 n)
{
  const RsLineCountRow *row = &g_array_index (rows, RsLineCountRow, 0);

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (row->file, ==, ""); /* the library's, which has most */
  g_assert_cmpstr (row->function, ==, "gemm");
  g_assert_cmpint (row->counts[RS_LINE_COUNTER_instructions], ==, 200 * n);
  g_assert_cmpfloat (row->share, ==, 0.5);
  row++;
  g_assert_cmpstr (row->file, ==, "/somewhere/program.q");
  g_assert_cmpuint (row->line, ==, 5);
  g_assert_cmpint (row->counts[RS_LINE_COUNTER_instructions], ==, 100 * n);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_threads, RS_LINE_COUNTER_instructions, 32), ==,
                     1);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_divergent, RS_LINE_COUNTER_targets, 1), ==, -1);
  row++;
  g_assert_cmpuint (row->line, ==, 6);
  g_assert_cmpint (row->counts[RS_LINE_COUNTER_instructions], ==, 100 * n);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_threads, RS_LINE_COUNTER_instructions, 32), ==,
                     0.5);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_threads_on, RS_LINE_COUNTER_instructions, 32),
                     ==, 0.25);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_divergent, RS_LINE_COUNTER_targets, 1), ==,
                     0.25);
  g_assert_cmpfloat (rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_sectors, RS_LINE_COUNTER_ideal_sectors, 1), ==,
                     2);
}

static void
test_lines (void)
{
  FILL_COUNTS (counts);
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;

  play (counts, G_N_ELEMENTS (counts));
  recorder = begin ("sass", library);
  for (guint i = 0; i < 5; i++) /* of a configuration the first three */
    g_assert_true (launch ("blur", 2) == (i < 3));
  store = finish (recorder);
  g_assert_cmpuint (fake->n_counted, ==, 6);
  rows = read_counts (store);
  assert_counts (rows, 6);
  assert_says (store, "line-counts", "3 launches counted, by CUPTI");
  assert_says (store, "line-counts", ", the first 3 of each configuration at most; their kernels took longer for it");
  assert_says (store, "metrics", NULL);
  assert_says (store, "metrics-obstacle", NULL);
}

/* Counters that a GPU lacks leave their columns empty; lost ones are told. */
static void
test_unknown_counters (void)
{
  FILL_COUNTS (counts);
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  const RsLineCountRow *row;

  play (counts, G_N_ELEMENTS (counts));
  fake->unknown_metric = "sectors";
  fake->dropped_counts = 5;
  recorder = begin ("sass", library);
  launch ("blur", 1);
  store = finish (recorder);
  rows = read_counts (store);
  g_assert_cmpuint (rows->len, ==, 3);
  row = &g_array_index (rows, RsLineCountRow, 2);
  g_assert_cmpint (row->counts[RS_LINE_COUNTER_instructions], ==, 100);
  g_assert_cmpint (row->counts[RS_LINE_COUNTER_sectors], ==, -1);
  assert_says (store, "line-counts", "5 counts were lost");
  assert_says (store, "line-counts",
               "this GPU has no smsp__sass_sectors_mem_global, smsp__sass_sectors_mem_global_ideal");
}

static void
test_range (void)
{
  FILL_COUNTS (counts);
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL, part = NULL, plain = NULL;
  g_autoptr (GArray) rows = NULL, of_part = NULL, of_plain = NULL;
  g_autofree char *other = g_strconcat (path, ".part", NULL), *note = NULL;
  gint64 n;

  play (counts, G_N_ELEMENTS (counts));
  recorder = begin ("sass", library);
  launch ("blur", 1);
  launch ("sharpen", 1);
  store = finish (recorder);
  range.kernel = "blur";
  rows = rs_line_counts_read (store, &range, &error);
  g_assert_no_error (error);
  assert_counts (rows, 1);
  g_assert_true (rs_trace_trim (store, &range, other, &n, &error));
  g_assert_no_error (error);
  part = rs_trace_store_open (other, &error);
  g_assert_no_error (error);
  of_part = read_counts (part);
  assert_counts (of_part, 1);
  g_clear_pointer (&part, rs_trace_store_close);
  g_assert_true (rs_trace_store_unpack (store, other, &error));
  g_assert_no_error (error);
  plain = rs_trace_store_open (other, &error);
  g_assert_no_error (error);
  of_plain = read_counts (plain);
  g_assert_cmpuint (of_plain->len, ==, 6); /* of both kernels */
  range.kernel = NULL;
  range.to = G_MININT64 + 1;
  note = dup_note (store, "sass", &range);
  g_assert_cmpstr (note, ==,
                   "of no kernel of this range instructions were counted: they are of the first launches of "
                   "each configuration");
  g_unlink (other);
}

/* --- curves --- */

static const RsCurveRow *
find_curve (const GArray *rows, const char *metric)
{
  for (guint i = 0; i < rows->len; i++)
    if (strcmp (g_array_index (rows, RsCurveRow, i).metric, metric) == 0)
      return &g_array_index (rows, RsCurveRow, i);
  g_error ("there is no curve of %s", metric);
}

/* Each launch has three samples a kernel: the length of the name, and 1000 more with each. */
static void
test_curves (void)
{
  static const char metric[] = "sm__cycles_active.avg.pct_of_peak_sustained_elapsed";
  const double first = (double)strlen (metric);
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, points = NULL;
  g_autofree char *drawn = NULL;
  const RsCurveRow *row;
  const gint64 before = rs_trace_now ();
  gint64 start;

  play (NULL, 0);
  recorder = begin ("curves", library);
  for (guint i = 0; i < 5; i++)
    g_assert_true (launch ("blur", 1) == (i < 3));
  store = finish (recorder);
  rows = read_curves (store);
  g_assert_cmpuint (rows->len, ==, 4); /* what this GPU has in one run */
  row = find_curve (rows, metric);
  g_assert_true (row == &g_array_index (rows, RsCurveRow, 0));
  g_assert_cmpstr (row->kind->title, ==, "SM efficiency");
  g_assert_cmpint (row->launches, ==, 3);
  g_assert_cmpint (row->samples, ==, 9);
  g_assert_cmpfloat (row->least, ==, first);
  g_assert_cmpfloat (row->greatest, ==, first + 2000);
  g_assert_cmpfloat_with_epsilon (row->mean, first + 1000, 1e-6);
  g_assert_cmpfloat (row->parts[0], ==, first);
  g_assert_cmpfloat (row->parts[RS_CURVE_PARTS / 3], ==, first + 1000);
  g_assert_true (isnan (row->parts[1]));
  drawn = rs_curve_row_draw (row, row->greatest);
  g_assert_true (g_str_has_prefix (drawn, "▁ ") && g_str_has_suffix (g_strchomp (drawn), "█"));
  assert_says (store, "curves", "3 launches read, by CUPTI");
  assert_says (store, "curves", "this GPU has no dram__write_throughput");
  assert_says (store, "metrics-obstacle", NULL);
  /* On our clock, since the trace began. */
  points = rs_trace_store_read_curves (store, NULL);
  start = g_array_index (points, RsCurveValue, 0).start;
  g_assert_cmpint (start, >=, 0);
  g_assert_cmpint (start, <, rs_trace_now () - before);
  g_assert_cmpint (g_array_index (points, RsCurveValue, 0).end - start, ==, 1000);
}

/* Where the GPU has no clock for it, cycles will do; where its clock can't be asked, the first sample is at the
 * beginning. What is cut is told, and kernels without a sample have a sentence. */
static void
test_old_devices (void)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL, empty = NULL;
  g_autoptr (GArray) points = NULL;
  g_autofree char *note = NULL;

  play (NULL, 0);
  fake->without_time_trigger = fake->without_gpu_clock = fake->is_full = TRUE;
  recorder = begin ("curves", library);
  g_assert_true (launch ("blur", 1));
  store = finish (recorder);
  points = rs_trace_store_read_curves (store, NULL);
  g_assert_cmpuint (points->len, ==, 12);
  g_assert_cmpint (g_array_index (points, RsCurveValue, 0).start, >=, 0);
  g_assert_cmpint (g_array_index (points, RsCurveValue, 0).start, <, G_GINT64_CONSTANT (10000000000));
  assert_says (store, "curves", "some were too long, and their end is missing");
  play (NULL, 0);
  fake->n_points = 0;
  recorder = begin ("curves", library);
  g_assert_true (launch ("blur", 1));
  empty = finish (recorder);
  note = dup_note (empty, "curves", &all);
  g_assert_cmpstr (note, ==, "counters were read while kernels ran, and none was long enough for a sample");
}

/* --- all at once --- */

/* A kernel with four launches has something of everything; none has two of a kind before. */
static void
test_turns (void)
{
  FILL_COUNTS (counts);
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) lines = NULL, curves = NULL, metrics = NULL, stalls = NULL;

  play (counts, G_N_ELEMENTS (counts));
  recorder = begin ("all", library);
  for (guint i = 0; i < 4; i++)
    g_assert_true (launch ("rare", 1));
  g_assert_cmpuint (fake->n_starts, ==, 1);
  g_assert_cmpuint (fake->n_sampled, ==, 1);
  g_assert_cmpuint (fake->n_counted, ==, 1);
  for (guint i = 0; i < 25; i++)
    g_assert_true (launch ("often", 1) == (i < 3 + 10 + 3 + 3));
  store = finish (recorder);
  lines = read_counts (store);
  g_assert_cmpuint (lines->len, ==, 6);
  curves = read_curves (store);
  g_assert_cmpuint (curves->len, ==, 8);
  metrics = rs_trace_store_read_metrics (store, NULL);
  stalls = rs_trace_store_read_line_values (store, RS_LINE_STALLS, NULL);
  g_assert_cmpuint (metrics->len, >, 100);
  g_assert_cmpuint (stalls->len, >, 0);
  assert_says (store, "stalls", "11 launches sampled, by CUPTI");
  assert_says (store, "stalls", ", 10 of each configuration at most, in turns with what else was asked for");
  assert_says (store, "metrics", ", of 3 launches of each configuration, whose kernels ran");
  assert_says (store, "metrics-obstacle", NULL);
}

/* One kind that fails does not end the others. */
static void
test_one_fails (void)
{
  FILL_COUNTS (counts);
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) lines = NULL, curves = NULL;

  play (counts, G_N_ELEMENTS (counts));
  fake->failing = "cuptiSassMetricsEnable";
  fake->failure = 35;
  recorder = begin ("sass,curves", library);
  for (guint i = 0; i < 5; i++)
    g_assert_true (launch ("blur", 1) == (i < 3));
  store = finish (recorder);
  lines = read_counts (store);
  curves = read_curves (store);
  g_assert_cmpuint (lines->len, ==, 0);
  g_assert_cmpuint (curves->len, ==, 4);
  assert_says (store, "metrics-obstacle", "NVreg_RestrictProfilingToAdminUsers=0");
}

/* --- why nothing is --- */

static void
assert_refused (const char *set, const char *which, const char *sentence)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  RsRecorder *recorder = begin (set, which);
  g_autoptr (RsTraceStore) store = NULL;
  g_autofree char *obstacle = NULL, *note = NULL;

  for (guint i = 0; i < 3; i++) /* it is tried once */
    launch ("blur", 1);
  obstacle = rs_recorder_dup_metrics_obstacle (recorder);
  g_assert_nonnull (obstacle);
  g_assert_null (strchr (obstacle, '\n'));
  store = finish (recorder);
  g_assert_cmpuint (fake->n_enables, <=, 1);
  assert_says (store, "metrics-obstacle", sentence);
  note = dup_note (store, set, &all);
  g_assert_true (g_str_has_prefix (note, "no instructions were counted: ")
                 || g_str_has_prefix (note, "no curves were recorded: "));
}

#define COUNT "CUPTI could not begin to count the instructions of a kernel (error 7)"
#define READ "CUPTI could not begin to read counters while a kernel runs (error 7)"

static void
test_errors (void)
{
  static const struct {
    const char *set, *function;
    int error;
    const char *sentence;
  } rows[] = {
    { "sass", "cuptiProfilerInitialize", 999, "the NVIDIA driver does not answer CUPTI (error 999)" },
    { "sass", "cuptiDeviceGetChipName", 7, "CUPTI could not tell what GPU this is (error 7)" },
    { "sass", "chip", 46, "this GPU (ZZ999) counts none of these: smsp__sass_inst_executed, " },
    { "sass", "cuptiSassMetricsSetConfig", 7, COUNT },
    { "sass", "cuptiSassMetricsEnable", 35, "a container needs CAP_SYS_ADMIN" },
    { "sass", "cuptiSassMetricsEnable", 7, COUNT },
    { "sass", "cuptiSassMetricsGetDataProperties", 9, "hand over the counts of a kernel's instructions (error 9)" },
    { "sass", "cuptiSassMetricsFlushData", 9, "hand over the counts of a kernel's instructions (error 9)" },
    { "sass", "cuptiSassMetricsDisable", 9, "end the counting of a kernel's instructions (error 9)" },
    { "curves", "cuptiProfilerHostInitialize", 46, "does not know this GPU (CUPTI error 46)" },
    { "curves", "cuptiPmSamplingEnable", 7, READ },
    { "curves", "cuptiPmSamplingSetConfig", 7, READ },
    { "curves", "cuptiPmSamplingGetCounterDataSize", 7, READ },
    { "curves", "cuptiPmSamplingCounterDataImageInitialize", 7, READ },
    { "curves", "cuptiPmSamplingStart", 7, READ },
    { "curves", "cuptiPmSamplingStop", 9, "CUPTI could not end the reading of counters (error 9)" },
    { "curves", "cuptiPmSamplingDecodeData", 9, "decode the counters that were read while a kernel ran (error 9)" },
    { "curves", "cuptiPmSamplingGetCounterDataInfo", 9, "compute metrics of the counters" },
    { "curves", "cuptiPmSamplingCounterDataGetSampleInfo", 9, "compute metrics of the counters" },
    { "curves", "cuptiProfilerHostEvaluateToGpuValues", 9, "compute metrics of the counters" },
  };
  static const struct {
    int error;
    const char *sentence;
  } refusals[] = {
    { 27, "does not offer it (CUPTI error 27)" },
    { 35, "NVreg_RestrictProfilingToAdminUsers=0" },
    { 39, "another tool is recording the GPU already (CUPTI error 39)" },
    { 40, "the host of this virtual GPU does not allow it (CUPTI error 40)" },
    { 41, "confidential computing" },
    { 42, "a processor for mining" },
    { 43, "divided into instances (MIG)" },
    { 44, "one of a pair (SLI)" },
    { 45, "the Windows Subsystem for Linux" },
    { 46, "does not know this GPU (CUPTI error 46)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      fake->forget ();
      fake->failing = rows[i].function;
      fake->failure = rows[i].error;
      fake->chip = strcmp (rows[i].function, "chip") == 0 ? "ZZ999" : fake->chip;
      assert_refused (rows[i].set, library, rows[i].sentence);
    }
  for (guint i = 0; i < 2 * G_N_ELEMENTS (refusals); i++)
    {
      fake->forget ();
      fake->failing = i % 2 == 0 ? "cuptiSassMetricsEnable" : "cuptiPmSamplingEnable";
      fake->failure = refusals[i / 2].error;
      assert_refused (i % 2 == 0 ? "sass" : "curves", library, refusals[i / 2].sentence);
    }
}

static void
test_unsupported (void)
{
  static const char *const sets[] = { "sass", "curves" };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      fake->forget ();
      fake->unsupported = "architecture";
      assert_refused (sets[i], library, "(CUPTI error 38)");
      g_assert_cmpuint (fake->n_enables, ==, 0); /* it was asked first */
      fake->forget ();
      assert_refused (sets[i], old_library, "that of CUDA 12.6 or newer is needed");
      assert_refused (sets[i], "/no/such/libcupti.so", "libcupti could not be opened");
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  measuring_set_up (argv, binary);
  g_test_add_func ("/trace/counts/lines", test_lines);
  g_test_add_func ("/trace/counts/unknown-counters", test_unknown_counters);
  g_test_add_func ("/trace/counts/range", test_range);
  g_test_add_func ("/trace/counts/curves", test_curves);
  g_test_add_func ("/trace/counts/old-devices", test_old_devices);
  g_test_add_func ("/trace/counts/turns", test_turns);
  g_test_add_func ("/trace/counts/one-fails", test_one_fails);
  g_test_add_func ("/trace/counts/errors", test_errors);
  g_test_add_func ("/trace/counts/unsupported", test_unsupported);
  status = g_test_run ();
  measuring_tear_down ();
  return status;
}
