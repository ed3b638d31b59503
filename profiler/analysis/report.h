/* A report: what a trace says as one table, for a terminal, a window and a page alike.
 *
 * reports.def lists them; who shows one decides only what a duration or a place looks like.
 *
 * Threads: a report belongs to one thread at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef enum {
  RS_CELL_TEXT,
  RS_CELL_PLACE, /* file and line */
  RS_CELL_INTEGER,
  RS_CELL_ID,       /* a whole number that stands for something: an array, a launch */
  RS_CELL_DURATION, /* ns */
  RS_CELL_TIME,     /* ns from the start of the recording */
  RS_CELL_BYTES,
  RS_CELL_SHARE,  /* 0.5: the half */
  RS_CELL_NUMBER, /* two digits behind the point */
  RS_CELL_REAL,   /* of any size; may be infinite */
} RsCellKind;

typedef struct {
  const char *title; /* for people, in English: gettext translates it */
  const char *key;   /* for programs: "total_ns" */
  RsCellKind kind;
  gboolean is_optional; /* shown only where a row knows it */
  gboolean is_summed;   /* the rows share nothing: their sum means something */
} RsReportColumn;

typedef struct {
  gboolean is_known;
  const char *text; /* of a text; the file of a place, "": none. Lives as long as the report */
  guint32 line;
  gint64 integer; /* also ns and bytes */
  double number;  /* also shares */
} RsReportCell;

typedef struct _RsReport RsReport;

typedef struct {
  const char *id, *title; /* "waits", "Waits" (in English) */
  const RsReportColumn *columns;
  guint n_columns;
  /* Fills the report; FALSE with an error when the trace could not be read. */
  gboolean (*read) (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error);
} RsReportKind;

/* NULL: none of that id. */
const RsReportKind *rs_report_kind_find (const char *id);

/* (transfer full) */
RsReport *rs_report_read (const RsReportKind *kind, RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_report_free (RsReport *report);

const RsReportKind *rs_report_get_kind (const RsReport *report);
guint rs_report_count_rows (const RsReport *report);
const RsReportCell *rs_report_get_cell (const RsReport *report, guint row, guint column);
/* Whether the column is to be shown. */
gboolean rs_report_has_column (const RsReport *report, guint column);
/* A sentence to stand above the table; NULL: none. */
const char *rs_report_get_head (const RsReport *report);
/* What the table lacks, or why it is empty; NULL: nothing. */
const char *rs_report_get_note (const RsReport *report);

/* "sum of 5: launches 6, total 32.7 ms"; NULL: fewer than two rows, or no column has a sum. (transfer full) */
char *rs_report_describe_sums (const RsReport *report);

/* --- for those that fill one: the next cell of the row at hand, in the order of the columns --- */

void rs_report_add_text (RsReport *report, const char *text);
void rs_report_add_place (RsReport *report, const char *file, guint32 line);
void rs_report_add_integer (RsReport *report, gint64 value); /* also ns, bytes and ids */
void rs_report_add_number (RsReport *report, double value);  /* also shares */
void rs_report_add_none (RsReport *report);
/* Take text. */
void rs_report_take_head (RsReport *report, char *text);
void rs_report_take_note (RsReport *report, char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsReport, rs_report_free)
