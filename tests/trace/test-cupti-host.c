/* The metrics of profiler/analysis/metrics.def, asked of NVIDIA's own library: the part of it that runs on the host
 * needs no GPU. Skipped where it is not there.
 *
 * usage: test-cupti-host LIBCUPTI [GTest's options]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/counters.h"
#include "profiler/analysis/metric-kinds.h"

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
  g_assert_cmpstr (cupti_find_missing (), ==, NULL);
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
  g_assert_true (cupti_counters_prepare (&counters, chip, NULL, (const char *const *)names->pdata, &reason));
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

static void
test_unknown_chip (void)
{
  static const char *const names[] = { "gpu__time_duration.sum", NULL };
  g_autofree char *reason = NULL;
  CuptiCounters counters;

  if (!open_library ())
    return;
  g_assert_false (cupti_counters_prepare (&counters, "ZZ999", NULL, names, &reason));
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
  g_assert_false (cupti_counters_prepare (&counters, "GH100", NULL, none, &reason));
  g_assert_cmpstr (reason, ==, "this GPU (GH100) has none of these metrics: no__such.sum");
  g_clear_pointer (&reason, g_free);
  g_assert_true (cupti_counters_prepare (&counters, "GH100", NULL, some, &reason));
  g_assert_cmpuint (counters.metrics->len, ==, 1);
  g_assert_cmpstr (counters.unknown, ==, "no__such.sum");
  cupti_counters_clear (&counters);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  library = argv[1];
  g_test_add_func ("/trace/cupti-host/metrics", test_metrics);
  g_test_add_func ("/trace/cupti-host/unknown-chip", test_unknown_chip);
  g_test_add_func ("/trace/cupti-host/unknown-metrics", test_unknown_metrics);
  return g_test_run ();
}
