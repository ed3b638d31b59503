/* The metrics of GPUs that can be measured, and those that are computed of them: metrics.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_METRIC_MOST_SUMMANDS 6

typedef struct {
  const char *set;          /* "overview" */
  const char *name;         /* as CUPTI has it; of one that is computed: our own */
  const char *title, *unit; /* "branch efficiency" (in English), "%"; "": a plain number */
  /* Of one that is computed, else divisor is NULL: factor times the weighted sum, by the divisor. */
  double factor;
  const char *divisor;
  struct {
    const char *name; /* NULL: no more */
    double weight;
  } summands[RS_METRIC_MOST_SUMMANDS];
} RsMetricKind;

/* All, by set. */
const RsMetricKind *rs_metric_kinds_get (guint *n);
/* The first of that name; NULL: none. Metrics are in several sets where several reports show them. */
const RsMetricKind *rs_metric_kind_find (const char *name);

/* "Stall reasons" of "stalls" (in English); what is no set is its own. */
const char *rs_metric_set_get_title (const char *id);

/* The set that stands for samples by line (`trace stalls`), and has no metrics. */
#define RS_METRIC_SET_OF_LINES "lines"
/* The set of counters by line (`trace sass`), and that of curves (`trace curves`): no metrics either. */
#define RS_METRIC_SET_OF_COUNTS "sass"
#define RS_METRIC_SET_OF_CURVES "curves"
/* Whether sets, as below, have the set of that id. */
gboolean rs_metric_sets_include (const char *sets, const char *id);

typedef enum {
#define RS_METRIC_SET(...)
#define RS_METRIC(...)
#define RS_DERIVED_METRIC(...)
#define RS_CURVE(...)
#define RS_LINE_COUNTER(id, name) RS_LINE_COUNTER_##id,
#include "profiler/analysis/hardware/metrics.def"
#undef RS_METRIC_SET
#undef RS_METRIC
#undef RS_DERIVED_METRIC
#undef RS_CURVE
#undef RS_LINE_COUNTER
  RS_N_LINE_COUNTERS /* also: another one */
} RsLineCounter;

/* Their names as CUPTI has them, up to a NULL. */
const char *const *rs_line_counters_get (void);
RsLineCounter rs_line_counter_find (const char *name);
/* Likewise those of curves. */
const char *const *rs_curve_metrics_get (void);
/* NULL: there is none of that name. */
const RsMetricKind *rs_curve_metric_find (const char *name);

/* The names of the measured metrics of sets, each once, up to a NULL. sets: "overview,stalls", or "all". NULL with an
 * error that lists the sets. (transfer container) (element-type utf8) */
GPtrArray *rs_metric_kinds_choose (const char *sets, GError **error);
