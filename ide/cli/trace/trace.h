/* What the reports of `redshift-cli trace` share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/cli/cli.h"
#include "ide/cli/common/table.h"
#include "profiler/analysis/report.h"

typedef struct {
  RsTraceRange range;
  RsTableFormat format;
  const char *mark; /* a stretch that the range is narrowed to; NULL: none */
  const char *export_format;
  const char *output;
  gint64 first, limit; /* events */
  gint64 at;           /* memory, ns; G_MININT64: the whole trace */
  double fail_above;   /* compare, percent; negative: never */
  guint timeout;       /* query, s; 0: none */
  gboolean by_configuration;
} RsTraceOptions;

/* operands: the report's name, its operands, the trace. Return an exit status. */
typedef int (*RsTraceReport) (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands);

/* A line for people, before or behind a table; nothing of it is raw. */
void rs_cli_trace_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Prints the error, and frees it. Returns RS_EXIT_FAILED. */
int rs_cli_trace_fail (GError *error);
/* At most so many rows. */
void rs_cli_trace_print (const RsReport *report, guint most, RsTableFormat format);
/* All of it, for people with its heading, sums and note. */
void rs_cli_trace_print_report (const RsReport *report, RsTableFormat format);
/* Reads and prints a report of the range. Returns an exit status. */
int rs_cli_trace_table (const RsReportKind *kind, RsTraceStore *store, const RsTraceOptions *options);
/* Whether the trace says what one of its devices can do. */
gboolean rs_cli_trace_has_roofline (RsTraceStore *store);
/* Tells on standard error of events that were dropped, so that tables stay what they are. */
void rs_cli_trace_warn_dropped (RsTraceStore *store);
/* Likewise of samples that were lost. */
void rs_cli_trace_warn_lost (RsTraceStore *store);

#define RS_TRACE_REPORT(function, name, fewest, most, help)                                                            \
  int rs_cli_trace_##function (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands);
#include "ide/cli/trace/trace-reports.def"
#undef RS_TRACE_REPORT
