/* Where each report is: reports.c of kernels and places of the text, object-reports.c of arrays and of time without
 * work, event-report.c of events one by one, thread-report.c of threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/report.h"

#define RS_REPORT(name) extern const RsReportKind rs_report_##name;
#include "profiler/analysis/reports.def"
#undef RS_REPORT

#define RS_REPORT_KIND(name, title)                                                                                    \
  const RsReportKind rs_report_##name = { #name, title, name##_columns, G_N_ELEMENTS (name##_columns), read_##name }
