/* Reads several reports of a trace beside each other, on threads with a store of their own.
 *
 * Threads: a reader belongs to one thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/report.h"

typedef struct _RsReportReader RsReportReader;

/* path and what range points to must outlive it. (transfer full) */
RsReportReader *rs_report_reader_new (const char *path, const RsTraceRange *range);
/* Ends what is being read, and frees it. */
void rs_report_reader_free (RsReportReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsReportReader, rs_report_reader_free)

/* Begins to read a report; each kind once. */
void rs_report_reader_begin (RsReportReader *reader, const RsReportKind *kind);
/* Waits for a report that was begun. NULL with an error when it can't be read. (transfer full) */
RsReport *rs_report_reader_take (RsReportReader *reader, const RsReportKind *kind, GError **error);
/* Sentences about what is damaged in the file, of the reports taken so far, each once. (element-type utf8) */
const GPtrArray *rs_report_reader_get_damage (const RsReportReader *reader);
