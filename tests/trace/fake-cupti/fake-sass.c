/* The counts of instructions of the library that stands for CUPTI: see fake-cupti.h.
 *
 * Calls are taken in their order only, and with sizes and arguments as the documentation of CUPTI has them. Each kernel
 * that runs while counting is on leaves the counts of the script (fake_cupti.counts), or, where there is none, those of
 * one instruction of the binary that was told last. Counters are numbered from 100 on, by the length of their names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/types.h"
#include "tests/trace/fake-cupti/fake-cupti.h"
#include "tests/trace/fake-cupti/fake-ranges.h"

#include <string.h>

#define MOST_COUNTERS 16u

extern FakeCupti fake_cupti;

static guint n_kernels;

void
fake_note_counted (void)
{
  if (!fake_cupti.is_counting)
    return;
  n_kernels++;
  fake_cupti.n_counted++;
}

#if FAKE_VERSION >= 25
#define EXPORT __attribute__ ((visibility ("default")))
#define INVALID_PARAMETER 1
#define INVALID_OPERATION 7
#define INVALID_METRIC 17
#define FIRST_ID 100

static guint64 ids[MOST_COUNTERS]; /* that are counted */
static gsize n_ids;                /* 0: not configured */
static gboolean is_flushed;

#define CUPTI_FUNCTION(need, name, parameters) EXPORT CuptiResult name parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION

static CuptiResult
answer (const char *function, gsize size, gsize wanted, gboolean is_right)
{
  if (fake_cupti.failing != NULL && strcmp (fake_cupti.failing, function) == 0 && fake_is_due ())
    return fake_cupti.failure;
  if (size != wanted)
    return INVALID_PARAMETER;
  return is_right ? CUPTI_OK : INVALID_OPERATION;
}

#define ANSWER(type, is_right) answer (__func__, p->size, type##_BYTES, p->priv == NULL && (is_right))

CuptiResult
cuptiSassMetricsGetProperties (CuptiSassMetric *p)
{
  CuptiResult result = ANSWER (CuptiSassMetric, strcmp (p->chip, "GH100") == 0);

  if (result == CUPTI_OK
      && (!g_str_has_prefix (p->name, "smsp__sass_")
          || (fake_cupti.unknown_metric != NULL && strstr (p->name, fake_cupti.unknown_metric))))
    result = INVALID_METRIC;
  p->metric = (CuptiSassDetails){ FIRST_ID + strlen (p->name), p->name, "" };
  return result;
}

CuptiResult
cuptiSassMetricsSetConfig (CuptiSassConfig *p)
{
  CuptiResult result = ANSWER (CuptiSassConfig, n_ids == 0 && p->n > 0 && p->n <= MOST_COUNTERS && p->device == 0);

  for (gsize i = 0; result == CUPTI_OK && i < p->n; i++)
    {
      if (p->choices[i].granularity != CUPTI_SASS_OF_GPU || p->choices[i].id <= FIRST_ID)
        return INVALID_PARAMETER;
      ids[i] = p->choices[i].id;
    }
  n_ids = result == CUPTI_OK ? p->n : n_ids;
  return result;
}

CuptiResult
cuptiSassMetricsUnsetConfig (CuptiSassUnset *p)
{
  CuptiResult result = ANSWER (CuptiSassUnset, n_ids > 0 && p->device == 0 && !fake_cupti.is_counting);

  n_ids = 0;
  return result;
}

CuptiResult
cuptiSassMetricsEnable (CuptiSassEnable *p)
{
  CuptiResult result = ANSWER (CuptiSassEnable, p->context != NULL && n_ids > 0 && !fake_cupti.is_counting
                                                    && !fake_cupti.is_sampling && !fake_cupti.is_in_range);

  if (result != CUPTI_OK)
    return result;
  fake_cupti.is_counting = TRUE;
  fake_cupti.n_enables++;
  n_kernels = 0;
  is_flushed = FALSE;
  fake_watch_driver (TRUE);
  return CUPTI_OK;
}

static guint
count_records (void)
{
  return n_kernels == 0 ? 0 : fake_cupti.counts != NULL ? fake_cupti.n_counts : 1;
}

CuptiResult
cuptiSassMetricsGetDataProperties (CuptiSassSize *p)
{
  p->n = count_records ();
  p->n_values = n_ids;
  return ANSWER (CuptiSassSize, p->context != NULL && fake_cupti.is_counting);
}

static const FakeCount *
find_count (gsize i)
{
  static FakeCount usual = { .address = 16, .function = "kernel", .first = 64, .threads = 1024, .threads_on = 512 };

  usual.checksum = fake_get_checksum ();
  return fake_cupti.counts != NULL ? &fake_cupti.counts[i] : &usual;
}

/* Of the counter of the name's length: the first of the script is of the shortest. */
static guint64
get_value (const FakeCount *count, guint64 id)
{
  static const char *const names[] = {
    "smsp__sass_inst_executed",
    "smsp__sass_thread_inst_executed",
    "smsp__sass_thread_inst_executed_pred_on",
    "smsp__sass_branch_targets_threads_divergent",
    "smsp__sass_branch_targets",
    "smsp__sass_sectors_mem_global",
    "smsp__sass_sectors_mem_global_ideal",
  };
  const guint64 values[G_N_ELEMENTS (names)] = { count->first,   count->threads, count->threads_on, count->divergent,
                                                 count->targets, count->sectors, count->ideal };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (id == FIRST_ID + strlen (names[i]))
      return values[i] * n_kernels;
  return 0;
}

CuptiResult
cuptiSassMetricsFlushData (CuptiSassFlush *p)
{
  CuptiResult result = ANSWER (CuptiSassFlush, p->context != NULL && fake_cupti.is_counting && p->n == count_records ()
                                                   && p->n_values == n_ids && p->records != NULL);

  for (gsize i = 0; result == CUPTI_OK && i < p->n; i++)
    {
      const FakeCount *count = find_count (i);
      CuptiSassRecord *record = &p->records[i];

      if (record->size != CuptiSassFlush_BYTES || record->values == NULL)
        return INVALID_PARAMETER;
      record->checksum = (guint32)count->checksum;
      record->address = count->address;
      record->function = count->function;
      for (gsize k = 0; k < n_ids; k++)
        record->values[k] = (CuptiSassValue){ ids[k], get_value (count, ids[k]) };
    }
  is_flushed |= result == CUPTI_OK;
  return result;
}

CuptiResult
cuptiSassMetricsDisable (CuptiSassDisable *p)
{
  CuptiResult result = ANSWER (CuptiSassDisable, p->context != NULL && fake_cupti.is_counting);

  p->dropped = (is_flushed ? 0 : count_records () * n_ids) + fake_cupti.dropped_counts;
  fake_cupti.is_counting = FALSE;
  fake_cupti.n_disables++;
  fake_watch_driver (FALSE);
  return result;
}
#endif
