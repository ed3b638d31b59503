/* The metrics of profiler/analysis/hardware/metrics.def, asked of NVIDIA's own library: the part of it that runs on the
 * host needs no GPU. Skipped where it is not there.
 *
 * usage: test-cupti-host LIBCUPTI [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/counters.h"
#include "profiler/analysis/hardware/metric-kinds.h"
#include "runtime/device/configuration/directives.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static const char *library;

static gboolean
open_library (void)
{
  static gboolean was_tried, is_open;
  g_autofree char *reason = NULL;

  if (!g_file_test (library, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("NVIDIA's CUPTI is not there");
      return FALSE;
    }
  if (!was_tried)
    is_open = cupti_open (library, &reason);
  was_tried = TRUE;
  g_assert_cmpstr (reason, ==, NULL);
  g_assert_cmpstr (cupti_find_missing (CUPTI_FOR_METRICS), ==, NULL);
  return is_open;
}

/* GPUs from Turing on, the first that the range profiler is for; not those of cars, which share memory and lack DRAM
 * counters. */
static gboolean
is_of_interest (const char *chip)
{
  return !g_str_has_prefix (chip, "GV") && !g_str_has_suffix (chip, "B");
}

/* All metrics of a set, on all GPUs: which of them a GPU lacks is known here, so that a misspelt one is seen. */
static void
check_set (const char *chip, const char *set)
{
  static const char *const may_lack[] = { "imc_miss", "aperture_sysmem", "dram__bytes_read", "dram__bytes_write" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = rs_metric_kinds_choose (set, &error);
  g_auto (GStrv) unknown = NULL;
  g_autofree char *reason = NULL;
  CuptiCounters counters;

  g_assert_no_error (error);
  g_assert_true (
      cupti_counters_prepare (&counters, CUPTI_HOST_RANGES, chip, NULL, (const char *const *)names->pdata, &reason));
  g_assert_cmpuint (counters.n_passes, >, 0);
  g_assert_cmpuint (counters.n_passes, <, 30);
  g_assert_cmpuint (counters.config_bytes, >, 0);
  unknown = g_strsplit (counters.unknown != NULL ? counters.unknown : "", ", ", 0);
  for (guint i = 0; unknown[i] != NULL; i++)
    {
      gboolean may = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (may_lack); k++)
        may |= g_str_has_prefix (chip, "GB") && strstr (unknown[i], may_lack[k]) != NULL;
      if (!may)
        g_error ("%s has no %s", chip, unknown[i]);
    }
  g_test_message ("%s: %s in %" G_GSIZE_FORMAT " runs of a kernel", chip, set, counters.n_passes);
  cupti_counters_clear (&counters);
}

static void
test_metrics (void)
{
  static const char *const sets[] = { "overview", "units", "instructions", "flops", "stalls", "memory", "all" };
  CuptiHostChips chips = { .size = CuptiHostChips_BYTES };
  guint n = 0;

  if (!open_library ())
    return;
  g_assert_cmpint (cupti.cuptiProfilerHostGetSupportedChips (&chips), ==, CUPTI_OK);
  for (gsize i = 0; i < chips.n; i++)
    if (is_of_interest (chips.names[i]))
      {
        for (guint k = 0; k < G_N_ELEMENTS (sets); k++)
          check_set (chips.names[i], sets[k]);
        n++;
      }
  g_assert_cmpuint (n, >, 10);
}

/* Curves of every GPU, in one run; what a GPU lacks, or can't have with the others, is left out. */
static void
test_curves (void)
{
  static const struct {
    const char *chip;
    guint n;
  } rows[] = { { "TU102", 3 }, { "GA100", 6 }, { "GA102", 6 }, { "AD102", 6 }, { "GH100", 6 }, { "GB202", 6 } };

  if (!open_library ())
    return;
  g_assert_cmpstr (cupti_find_missing (CUPTI_FOR_SASS | CUPTI_FOR_CURVES), ==, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *reason = NULL;
      CuptiCounters counters;

      g_assert_true (cupti_counters_prepare_one_run (&counters, CUPTI_HOST_CURVES, rows[i].chip, NULL,
                                                     rs_curve_metrics_get (), &reason));
      g_test_message ("%s: %u curves in %" G_GSIZE_FORMAT " runs, none of %s", rows[i].chip, counters.metrics->len,
                      counters.n_passes, counters.unknown);
      g_assert_cmpuint (counters.n_passes, ==, 1);
      g_assert_cmpuint (counters.metrics->len, >=, rows[i].n);
      g_assert_true ((counters.metrics->len < 6) == (counters.unknown != NULL));
      cupti_counters_clear (&counters);
    }
}

static void
test_unknown_chip (void)
{
  static const char *const names[] = { "gpu__time_duration.sum", NULL };
  g_autofree char *reason = NULL;
  CuptiCounters counters;

  if (!open_library ())
    return;
  g_assert_false (cupti_counters_prepare (&counters, CUPTI_HOST_RANGES, "ZZ999", NULL, names, &reason));
  g_assert_nonnull (strstr (reason, "does not know this GPU"));
}

static void
test_unknown_metrics (void)
{
  static const char *const none[] = { "no__such.sum", NULL };
  static const char *const some[] = { "no__such.sum", "gpu__time_duration.sum", NULL };
  g_autofree char *reason = NULL;
  CuptiCounters counters;

  if (!open_library ())
    return;
  g_assert_false (cupti_counters_prepare (&counters, CUPTI_HOST_RANGES, "GH100", NULL, none, &reason));
  g_assert_cmpstr (reason, ==, "this GPU (GH100) has none of these metrics: no__such.sum");
  g_clear_pointer (&reason, g_free);
  g_assert_true (cupti_counters_prepare (&counters, CUPTI_HOST_RANGES, "GH100", NULL, some, &reason));
  g_assert_cmpuint (counters.metrics->len, ==, 1);
  g_assert_cmpstr (counters.unknown, ==, "no__such.sum");
  cupti_counters_clear (&counters);
}

/* A kernel as the CUDA back end writes it. */
static const char kernel[] = "extern \"C\" __global__ void blur_0 (float *x, int n)\n{\n"
                             "#line 6 \"program.q\"\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "#line 7 \"program.q\"\n  if (i < n)\n  {\n"
                             "#line 8 \"program.q\"\n    x[i] = sqrtf (x[i]) / 3;\n  }\n}\n";

/* FALSE: there is no compiler. */
static gboolean
compile (const char *folder, char **binary, gsize *size)
{
  g_autofree char *text = g_build_filename (folder, "t.cu", NULL), *path = g_build_filename (folder, "t.cubin", NULL);
  g_autofree char *with_lines = rs_repeat_directives (kernel);
  char *words[] = { "/usr/local/cuda/bin/nvcc", "-cubin", "-lineinfo", "-arch=sm_90", "-o", path, text, NULL };
  int status;

  g_assert_true (g_file_set_contents (text, with_lines, -1, NULL));
  if (!g_spawn_sync (folder, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, NULL) || status != 0)
    return FALSE;
  g_assert_true (g_file_get_contents (path, binary, size, NULL));
  g_unlink (text);
  g_unlink (path);
  return TRUE;
}

/* From addresses of a kernel to lines of the program; none outside of it, and of functions that are not there. */
static void
test_lines (void)
{
  g_autofree char *folder = g_dir_make_tmp ("rs-cupti-XXXXXX", NULL), *binary = NULL;
  CuptiChecksum first = { .size = CuptiChecksum_BYTES }, second = { .size = CuptiChecksum_BYTES };
  guint found[10] = { 0 };
  gsize size = 0;

  if (!open_library ())
    return;
  g_assert_cmpstr (cupti_find_missing (CUPTI_FOR_SAMPLES), ==, NULL);
  if (!compile (folder, &binary, &size))
    {
      g_rmdir (folder);
      g_test_skip ("NVIDIA's compiler is not there");
      return;
    }
  g_rmdir (folder);
  first.binary = second.binary = binary;
  first.binary_bytes = second.binary_bytes = size;
  g_assert_cmpint (cupti.cuptiGetCubinCrc (&first), ==, CUPTI_OK);
  g_assert_cmpint (cupti.cuptiGetCubinCrc (&second), ==, CUPTI_OK);
  g_assert_cmpuint (first.checksum, ==, second.checksum);
  g_assert_cmpuint (first.checksum, !=, 0);
  for (guint64 address = 0; address < 0x400; address += 16)
    {
      CuptiSourceLine line = {
        .size = CuptiSourceLine_BYTES, .binary = binary, .binary_bytes = size, .function = "blur_0", .address = address
      };

      if (cupti.cuptiGetSassToSourceCorrelation (&line) == CUPTI_OK && line.file != NULL
          && g_str_has_suffix (line.file, "program.q") && line.line < G_N_ELEMENTS (found))
        found[line.line]++;
      free (line.file);
      free (line.folder);
    }
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    g_test_message ("line %u: %u addresses", i, found[i]);
  g_assert_cmpuint (found[0] + found[1] + found[2] + found[3] + found[4] + found[5] + found[9], ==, 0);
  g_assert_cmpuint (found[6], >, 0);
  g_assert_cmpuint (found[8], >, found[6]);
  {
    CuptiSourceLine line = {
      .size = CuptiSourceLine_BYTES, .binary = binary, .binary_bytes = size, .function = "no_such_kernel", .address = 16
    };

    g_assert_cmpint (cupti.cuptiGetSassToSourceCorrelation (&line), !=, CUPTI_OK);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  library = argv[1];
  g_test_add_func ("/trace/cupti-host/metrics", test_metrics);
  g_test_add_func ("/trace/cupti-host/curves", test_curves);
  g_test_add_func ("/trace/cupti-host/unknown-chip", test_unknown_chip);
  g_test_add_func ("/trace/cupti-host/unknown-metrics", test_unknown_metrics);
  g_test_add_func ("/trace/cupti-host/lines", test_lines);
  return g_test_run ();
}
