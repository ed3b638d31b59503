/* Stalls by line, by a CUPTI that the test plays (fake-cupti): what is in the trace and in the report, and each thing
 * that can go wrong.
 *
 * usage: test-device-stalls LIBCUPTI LIBCUPTI_WITHOUT_SAMPLES [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/stalls.h"
#include "profiler/analysis/traces/trim.h"
#include "tests/trace/measuring.h"

#include <glib/gstdio.h>
#include <string.h>

#define MEMORY "memory dependency"
#define RUNS "none: it runs"
#define TOMORROW "smsp__pcsamp_warps_issue_stalled_of_tomorrow"

/* Two lines of the program, one of a library that it imports. */
static const char binary[] = "fake binary\nblur_0 16 5 program.q\nblur_0 32 6 program.q\nblur_0 48 9 other.q\n"
                             "blur_0 80 700 blur.cu\nblur_0 96 1 kernel.c\n";

/* --- recordings --- */

static void
play (const FakePc *pcs, guint n)
{
  fake->forget ();
  fake->pcs = pcs;
  fake->n_pcs = n;
}

/* --- traces --- */

static GArray *
read_rows (RsTraceStore *store)
{
  const RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  GArray *rows = rs_stalls_read (store, &range, &error);

  g_assert_no_error (error);
  return rows;
}

static const RsStallRow *
find_row (const GArray *rows, const char *file, guint line, const char *reason)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const RsStallRow *row = &g_array_index (rows, RsStallRow, i);

      if (strcmp (row->file, file) == 0 && row->line == line && strcmp (row->reason, reason) == 0)
        return row;
    }
  g_error ("there is no row of %s:%u, %s", file, line, reason);
}

/* --- what is sampled --- */

#define CHECKSUM checksum_of (binary, strlen (binary))

static void
fill_usual (FakePc *pcs)
{
  const FakePc usual[] = {
    { CHECKSUM, 16, "blur_0", { 30, 10, 0, 0 } },
    { CHECKSUM, 32, "blur_0", { 4, 0, 6, 0 } },
    { CHECKSUM, 48, "blur_0", { 0, 0, 0, 7 } },
  };

  memcpy (pcs, usual, sizeof usual);
}

static void
assert_usual (const GArray *rows, gint64 n)
{
  const RsStallRow *row = &g_array_index (rows, RsStallRow, 0);

  g_assert_cmpuint (rows->len, ==, 4);
  g_assert_true (row == find_row (rows, "/somewhere/program.q", 5, MEMORY)); /* the most frequent line comes first */
  g_assert_cmpint (row->samples, ==, 30 * n);
  g_assert_cmpint (row->idle, ==, 10 * n);
  g_assert_cmpint (row->of_line, ==, 40 * n);
  g_assert_cmpint (row->of_kernel, ==, 57 * n);
  g_assert_cmpfloat_with_epsilon (row->share, 30.0 / 47, 1e-9);
  row = &g_array_index (rows, RsStallRow, 1);
  g_assert_true (row == find_row (rows, "/somewhere/program.q", 6, RUNS));
  g_assert_cmpint (row->samples, ==, 6 * n);
  g_assert_cmpint (find_row (rows, "/somewhere/program.q", 6, MEMORY)->samples, ==, 4 * n);
  g_assert_cmpint (find_row (rows, "other.q", 9, TOMORROW)->samples, ==, 7 * n);
}

static void
test_lines (void)
{
  FakePc pcs[3];
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, metrics = NULL;

  fill_usual (pcs);
  play (pcs, 3);
  recorder = begin ("lines", library);
  for (guint i = 0; i < 12; i++) /* of a configuration the first ten */
    g_assert_true (launch ("blur", 1) == (i < 10));
  store = finish (recorder);
  g_assert_cmpuint (fake->n_sampled, ==, 10);
  rows = read_rows (store);
  assert_usual (rows, 10);
  assert_says (store, "stalls", "10 launches sampled, by CUPTI");
  assert_says (store, "metrics", NULL);
  assert_says (store, "metrics-obstacle", NULL);
  metrics = rs_trace_store_read_metrics (store, NULL);
  g_assert_cmpuint (metrics->len, ==, 0);
}

/* Whichever way CUPTI hands it over. */
static void
test_parts (void)
{
  for (guint i = 0; i < 4; i++)
    {
      FakePc pcs[3];
      RsRecorder *recorder;
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (GArray) rows = NULL;

      fill_usual (pcs);
      play (pcs, 3);
      fake->most_pcs = (i & 1) != 0 ? 1 : 0;
      fake->keeps_pcs = (i & 2) != 0;
      recorder = begin ("lines", library);
      g_assert_true (launch ("blur", 3)); /* a grid in three parts */
      store = finish (recorder);
      rows = read_rows (store);
      assert_usual (rows, 3);
    }
}

/* Both in one run: first the launches that are measured. */
static void
test_beside_metrics (void)
{
  FakePc pcs[3];
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, metrics = NULL;

  fill_usual (pcs);
  play (pcs, 3);
  recorder = begin ("overview,lines", library);
  for (guint i = 0; i < 15; i++)
    g_assert_true (launch ("blur", 1) == (i < 13));
  store = finish (recorder);
  rows = read_rows (store);
  assert_usual (rows, 10);
  metrics = rs_trace_store_read_metrics (store, NULL);
  g_assert_cmpuint (metrics->len, ==, 30);
  assert_says (store, "metrics", "overview,lines, by CUPTI");
}

/* What has no line: other binaries, addresses outside of functions and of line tables, code around statements. */
static void
test_without_lines (void)
{
  const FakePc pcs[] = {
    { CHECKSUM, 64, "blur_0", { 1, 0, 0, 0 } },  { CHECKSUM, 16, NULL, { 2, 0, 0, 0 } },
    { 99, 16, "gemm", { 4, 0, 0, 0 } },          { CHECKSUM, 16, "elsewhere", { 8, 0, 0, 0 } },
    { CHECKSUM, 80, "blur_0", { 16, 0, 0, 0 } }, { CHECKSUM, 96, "blur_0", { 32, 0, 0, 0 } },
  };
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL, values = NULL;

  play (pcs, G_N_ELEMENTS (pcs));
  recorder = begin ("lines", library);
  g_assert_true (launch ("blur", 1));
  store = finish (recorder);
  rows = read_rows (store);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpint (find_row (rows, "", 0, MEMORY)->samples, ==, 63);
  values = rs_trace_store_read_line_values (store, RS_LINE_STALLS, NULL);
  g_assert_cmpuint (values->len, ==, 4); /* a function each */
}

static void
test_losses (void)
{
  FakePc pcs[3];
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;

  fill_usual (pcs);
  play (pcs, 3);
  fake->dropped_samples = 5;
  fake->other_samples = 3;
  fake->is_full = TRUE;
  fake->most_pcs = 1; /* told with each part, and counted once */
  recorder = begin ("lines", library);
  launch ("blur", 1);
  launch ("blur", 1);
  store = finish (recorder);
  assert_says (store, "stalls", "the GPU dropped 10 samples");
  assert_says (store, "stalls", "its buffer of samples was full");
  assert_says (store, "stalls", "6 samples were of the driver's own kernels");
}

/* The hardware's buffer is full: what there is counts. */
static void
test_full (void)
{
  FakePc pcs[3];
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;

  fill_usual (pcs);
  play (pcs, 3);
  fake->failing = "cuptiPCSamplingGetData";
  fake->failure = 8;
  recorder = begin ("lines", library);
  launch ("blur", 1);
  store = finish (recorder);
  rows = read_rows (store);
  assert_usual (rows, 1);
  assert_says (store, "stalls", "its buffer of samples was full");
  assert_says (store, "metrics-obstacle", NULL);
}

/* Kernels that are too short for a sample. */
static void
test_no_samples (void)
{
  const FakePc none = { 0 };
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL;
  g_autofree char *note = NULL;

  play (&none, 0);
  recorder = begin ("lines", library);
  launch ("blur", 1);
  store = finish (recorder);
  note = dup_note (store, "stalls", &all);
  g_assert_cmpstr (note, ==, "kernels were sampled, and none of them was long enough for a sample");
}

/* --- parts of a trace --- */

static void
test_range (void)
{
  FakePc pcs[3];
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL, part = NULL, plain = NULL;
  g_autoptr (GArray) rows = NULL, of_part = NULL, of_plain = NULL, none = NULL;
  g_autofree char *other = g_strconcat (path, ".part", NULL), *note = NULL;
  gint64 n;

  fill_usual (pcs);
  play (pcs, 3);
  recorder = begin ("lines", library);
  launch ("blur", 1);
  launch ("blur", 1);
  launch ("sharpen", 1);
  store = finish (recorder);
  range.kernel = "blur";
  rows = rs_stalls_read (store, &range, &error);
  g_assert_no_error (error);
  assert_usual (rows, 2);
  range.kernel = NULL;
  range.to = G_MININT64 + 1;
  none = rs_stalls_read (store, &range, &error);
  g_assert_cmpuint (none->len, ==, 0);
  note = dup_note (store, "stalls", &range);
  g_assert_cmpstr (note, ==, "no kernel of this range was sampled: the first launches of each configuration are");
  range.to = G_MAXINT64;
  range.kernel = "blur";
  g_assert_true (rs_trace_trim (store, &range, other, &n, &error));
  g_assert_no_error (error);
  part = rs_trace_store_open (other, &error);
  g_assert_no_error (error);
  of_part = read_rows (part);
  assert_usual (of_part, 2);
  g_clear_pointer (&part, rs_trace_store_close);
  g_assert_true (rs_trace_store_unpack (store, other, &error));
  g_assert_no_error (error);
  plain = rs_trace_store_open (other, &error);
  g_assert_no_error (error);
  of_plain = read_rows (plain);
  g_assert_cmpuint (of_plain->len, ==, 8); /* of both kernels */
  g_unlink (other);
}

/* --- why nothing is --- */

static void
assert_refused (const char *which, const char *sentence)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  RsRecorder *recorder = begin ("lines", which);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autofree char *obstacle = NULL, *note = NULL;

  for (guint i = 0; i < 3; i++) /* it is tried once */
    launch ("blur", 1);
  obstacle = rs_recorder_dup_metrics_obstacle (recorder);
  g_assert_nonnull (obstacle);
  g_assert_null (strchr (obstacle, '\n'));
  store = finish (recorder);
  rows = read_rows (store);
  g_assert_cmpuint (rows->len, ==, 0);
  g_assert_cmpuint (fake->n_enables, <=, 1);
  assert_says (store, "metrics-obstacle", sentence);
  note = dup_note (store, "stalls", &all);
  g_assert_true (g_str_has_prefix (note, "no stalls were sampled: "));
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
    { "cuptiPCSamplingEnable", 27, "this GPU or its driver does not offer it (CUPTI error 27)" },
    { "cuptiPCSamplingEnable", 35, "NVreg_RestrictProfilingToAdminUsers=0" },
    { "cuptiPCSamplingEnable", 35, "a container needs CAP_SYS_ADMIN" },
    { "cuptiPCSamplingEnable", 39, "another tool is recording the GPU already (CUPTI error 39)" },
    { "cuptiPCSamplingEnable", 40, "the host of this virtual GPU does not allow it (CUPTI error 40)" },
    { "cuptiPCSamplingEnable", 41, "confidential computing" },
    { "cuptiPCSamplingEnable", 42, "a processor for mining" },
    { "cuptiPCSamplingEnable", 43, "divided into instances (MIG)" },
    { "cuptiPCSamplingEnable", 44, "one of a pair (SLI)" },
    { "cuptiPCSamplingEnable", 45, "the Windows Subsystem for Linux" },
    { "cuptiPCSamplingEnable", 46, "does not know this GPU (CUPTI error 46)" },
    { "cuptiPCSamplingGetNumStallReasons", 7, "CUPTI could not begin to sample where a kernel waits (error 7)" },
    { "cuptiPCSamplingGetStallReasons", 1, "CUPTI could not begin to sample where a kernel waits (error 1)" },
    { "cuptiPCSamplingSetConfigurationAttribute", 7, "CUPTI could not begin to sample where a kernel waits (error 7)" },
    { "attribute", 7, "CUPTI could not begin to sample where a kernel waits (error 7)" },
    { "cuptiPCSamplingDisable", 9, "CUPTI could not end the sampling of a kernel (error 9)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      fake->forget ();
      fake->failing = rows[i].function;
      fake->failure = rows[i].error;
      assert_refused (library, rows[i].sentence);
    }
}

static void
test_unsupported (void)
{
  fake->forget ();
  fake->unsupported = "architecture";
  assert_refused (library, "(CUPTI error 38)");
  g_assert_cmpuint (fake->n_enables, ==, 0); /* it was asked first */
}

static void
test_missing (void)
{
  fake->forget ();
  assert_refused (old_library, "that of CUDA 12.6 or newer is needed");
  assert_refused ("/no/such/libcupti.so", "libcupti could not be opened");
}

/* What was sampled before stays. A line table that can't be read costs the lines only. */
static void
test_late_failure (void)
{
  FakePc pcs[3];
  RsRecorder *recorder;
  g_autoptr (RsTraceStore) store = NULL, second = NULL;
  g_autoptr (GArray) rows = NULL, without = NULL;

  fill_usual (pcs);
  play (pcs, 3);
  fake->failing = "cuptiPCSamplingGetData";
  fake->failure = 9;
  fake->skip = 2;
  recorder = begin ("lines", library);
  for (guint i = 0; i < 5; i++)
    launch ("blur", 1);
  store = finish (recorder);
  rows = read_rows (store);
  g_assert_cmpint (find_row (rows, "/somewhere/program.q", 5, MEMORY)->samples, >=, 60);
  assert_says (store, "metrics-obstacle", "CUPTI could not hand over where a kernel waited (error 9)");
  play (pcs, 3);
  fake->failing = "cuptiGetSassToSourceCorrelation";
  fake->failure = 24;
  recorder = begin ("lines", library);
  launch ("blur", 1);
  second = finish (recorder);
  without = read_rows (second);
  g_assert_cmpint (find_row (without, "", 0, MEMORY)->samples, ==, 34);
  assert_says (second, "metrics-obstacle", NULL);
}

static void
test_titles (void)
{
  static const char *const names[][2] = {
    { "smsp__pcsamp_warps_issue_stalled_barrier", "syncthreads" },
    { "smsp__pcsamp_warps_issue_stalled_barrier_not_issued", "syncthreads" },
    { "smsp__pcsamp_warps_issue_stalled_not_selected", "none: another warp was chosen" },
    { "smsp__pcsamp_sample_buffer_full", "smsp__pcsamp_sample_buffer_full" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gboolean is_idle;

      g_assert_cmpstr (rs_stall_reason_get_title (names[i][0], &is_idle), ==, names[i][1]);
      g_assert_cmpint (is_idle, ==, i == 1);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  measuring_set_up (argv, binary);
  g_test_add_func ("/trace/stalls/lines", test_lines);
  g_test_add_func ("/trace/stalls/parts", test_parts);
  g_test_add_func ("/trace/stalls/beside-metrics", test_beside_metrics);
  g_test_add_func ("/trace/stalls/without-lines", test_without_lines);
  g_test_add_func ("/trace/stalls/losses", test_losses);
  g_test_add_func ("/trace/stalls/full", test_full);
  g_test_add_func ("/trace/stalls/no-samples", test_no_samples);
  g_test_add_func ("/trace/stalls/range", test_range);
  g_test_add_func ("/trace/stalls/errors", test_errors);
  g_test_add_func ("/trace/stalls/unsupported", test_unsupported);
  g_test_add_func ("/trace/stalls/missing", test_missing);
  g_test_add_func ("/trace/stalls/late-failure", test_late_failure);
  g_test_add_func ("/trace/stalls/titles", test_titles);
  status = g_test_run ();
  measuring_tear_down ();
  return status;
}
