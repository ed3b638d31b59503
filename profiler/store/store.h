/* Reading a trace file (.rstrace, a SQLite database; its tables are described in SCHEMA.md).
 *
 * A store is a read-only view of one file. It may be opened while the program that writes the file still runs: every
 * call sees what has been committed until then. Nothing in it needs time in proportion to the number of events except
 * where a function says so, because the sums and levels that the views show were kept while recording.
 *
 * Any file may be opened: nothing is written to it and nothing in it is run. A chunk of events that is damaged is left
 * out, and rs_trace_store_get_damage names it.
 *
 * Threads: a store belongs to one thread at a time, rs_trace_store_interrupt excepted; a worker opens its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace/trace.h"

typedef struct _RsTraceStore RsTraceStore;

#define RS_TRACE_STORE_ERROR (rs_trace_store_error_quark ())
GQuark rs_trace_store_error_quark (void);

typedef enum {
  RS_TRACE_STORE_ERROR_NOT_FOUND,   /* no such file, or it may not be read */
  RS_TRACE_STORE_ERROR_NOT_SQLITE,  /* no SQLite database, or a damaged one */
  RS_TRACE_STORE_ERROR_NOT_TRACE,   /* a database of another program */
  RS_TRACE_STORE_ERROR_NEWER,       /* written by a newer version of Redshift */
  RS_TRACE_STORE_ERROR_QUERY,       /* SQL of the user is wrong */
  RS_TRACE_STORE_ERROR_INTERRUPTED, /* rs_trace_store_interrupt was called */
  RS_TRACE_STORE_ERROR_FULL,        /* writing: the disk is full */
  RS_TRACE_STORE_ERROR_IO,          /* reading or writing failed */
} RsTraceStoreError;

/* Whether the file holds a trace, of this version or a later one. */
gboolean rs_trace_store_is_in_file (const char *path);

/* Opens a trace for reading. The message of each error names the file and says what to do. (transfer full) */
RsTraceStore *rs_trace_store_open (const char *path, GError **error);
void rs_trace_store_close (RsTraceStore *store);

const char *rs_trace_store_get_path (RsTraceStore *store);

/* Ends the call that is under way in another thread with RS_TRACE_STORE_ERROR_INTERRUPTED. Thread-safe. */
void rs_trace_store_interrupt (RsTraceStore *store);

/* A line of the meta table ("program", "device", "started", ...; SCHEMA.md lists them); NULL when there is none.
 * (transfer full) */
char *rs_trace_store_dup_meta (RsTraceStore *store, const char *name);
/* All of them. FALSE with an error when they can't be read. */
typedef void (*RsTraceMetaFunc) (const char *name, const char *value, gpointer data);
gboolean rs_trace_store_foreach_meta (RsTraceStore *store, RsTraceMetaFunc func, gpointer data, GError **error);
/* The same as a number; 0 when there is none. */
gint64 rs_trace_store_get_meta_integer (RsTraceStore *store, const char *name);

/* Text of a string id; "" for 0 and for ids that are not there. Lives as long as the store. */
const char *rs_trace_store_get_string (RsTraceStore *store, guint32 id);

/* The tracks of what recording itself takes: of the recorder, and of the tracer of a device. */
#define RS_TRACE_RECORDER_TRACK "recorder"
#define RS_TRACE_TRACER_TRACK "cuda tracer"

/* One track: a host thread, a device queue or a worker. */
typedef struct {
  guint32 id;
  const char *name;    /* lives as long as the store */
  gint64 first, last;  /* ns from the start of the trace; 0, 0 when it is empty */
  gint64 n_spans;
  gint64 busy;         /* ns in which at least one span was open */
} RsTrackRow;

/* All tracks, by id. (transfer full) (element-type RsTrackRow) */
GArray *rs_trace_store_read_tracks (RsTraceStore *store, GError **error);

/* One event. Texts live as long as the store; those that are absent are "". */
typedef struct {
  gint64 id;           /* from 1, without gaps, in the order of writing (about that of the ends) */
  gint64 start, end;   /* ns from the start of the trace */
  guint32 kind;        /* RsTraceKind */
  const char *name;
  const char *file;
  guint32 line;        /* from 1; 0: none */
  gint64 a, b;         /* see runtime/trace-events.def */
  guint32 track;
  const char *detail;
  guint32 threads;
  guint32 parent;      /* launch id; 0: none */
} RsEventRow;

/* Number of events; needs no scan. */
gint64 rs_trace_store_count_events (RsTraceStore *store);

/* Events first_id, first_id + 1, ... (at most limit), for a table with paged rows: row i of the table is event i + 1.
 * (transfer full) (element-type RsEventRow) */
GArray *rs_trace_store_read_events (RsTraceStore *store, gint64 first_id, guint limit, GError **error);

/* One event by id. FALSE without an error when there is none. */
gboolean rs_trace_store_read_event (RsTraceStore *store, gint64 id, RsEventRow *row, GError **error);

/* The LAUNCH event (host side) and the KERNEL event (device side) of a launch id; 0 when it was not recorded. */
gint64 rs_trace_store_find_launch (RsTraceStore *store, gint64 launch);
gint64 rs_trace_store_find_kernel (RsTraceStore *store, gint64 launch);

/* Sums over all events of one kind, name and place, kept while recording. Copies and decisions are kept apart by detail
 * too. */
typedef struct {
  guint32 kind;
  const char *name;
  const char *file;
  guint32 line;
  const char *detail;  /* COPY: "host->cuda:0"; DECISION: what was decided; otherwise "" */
  gint64 n;
  gint64 total, min, max; /* durations in ns */
  gint64 sum_a, sum_b;
  guint32 max_threads;
} RsTotalRow;

/* Totals of one kind, the longest total first. (transfer full) (element-type RsTotalRow) */
GArray *rs_trace_store_read_totals (RsTraceStore *store, RsTraceKind kind, GError **error);

/* A metric of one kernel of a launch, as it was measured. Names are ids of texts. */
typedef struct {
  gint64 launch;
  guint32 part;         /* number of the kernel in the launch, from 0 */
  guint32 metric, unit; /* "sm__warps_active.avg.pct_of_peak_sustained_active", "%" */
  guint32 kernel, file, line;
  guint32 shape; /* grid and block, as the detail of kernel events */
  double value;
} RsMetricValue;

/* All of them, by launch, part and metric; none where nothing was measured. (transfer full)
 * (element-type RsMetricValue) */
GArray *rs_trace_store_read_metrics (RsTraceStore *store, GError **error);

/* What was seen at the lines of a GPU's kernels, a table each. The numbers count up from 0. */
typedef enum {
  RS_LINE_STALLS, /* samples of warps, and why they waited */
  RS_LINE_COUNTS, /* of instructions */
  RS_N_LINE_TABLES
} RsLineTable;

/* What came together at a line of a launch. Names are ids of texts. */
typedef struct {
  gint64 launch;
  guint32 kernel, file, line, shape; /* of the launch, as in RsMetricValue */
  guint32 function;                  /* compiled code of which it is a part; 0: CUPTI does not say */
  guint32 source, source_line;       /* the line; 0: not known, as of libraries */
  guint32 what;                      /* a reason, "smsp__pcsamp_warps_issue_stalled_long_scoreboard", or a counter */
  gint64 value;                      /* samples, or its count */
} RsLineValue;

/* All of them, by launch, function, line and what they are; none where nothing was seen. (transfer full)
 * (element-type RsLineValue) */
GArray *rs_trace_store_read_line_values (RsTraceStore *store, RsLineTable table, GError **error);

/* What a metric came to in a stretch of a launch's time. Names are ids of texts. */
typedef struct {
  gint64 launch;
  gint64 start, end;                               /* ns */
  guint32 metric, unit, kernel, file, line, shape; /* as in RsMetricValue */
  double value;
} RsCurveValue;

/* All of them, by launch, metric and start; none where nothing was sampled. (transfer full)
 * (element-type RsCurveValue) */
GArray *rs_trace_store_read_curves (RsTraceStore *store, GError **error);

/* A value of a row: its text, NULL where SQL has NULL; a number where SQL has one. */
typedef struct {
  const char *text;
  gboolean is_number;
} RsTraceQueryValue;

/* One row of the answer to a query. Return FALSE to stop. */
typedef gboolean (*RsTraceQueryFunc) (guint n_columns, const RsTraceQueryValue *values, const char *const *names,
                                      gpointer data);
/* Runs SQL of the user's against the file. It may read the tables and views of the trace and nothing else, and is ended
 * after seconds (0: never). func is called once with values NULL before the first row of a statement that has
 * columns. */
gboolean rs_trace_store_query (RsTraceStore *store, const char *sql, guint seconds, RsTraceQueryFunc func,
                               gpointer data, GError **error);

/* Writes the whole trace as plain tables (format 1) into a new file, which is also a trace. A trace of that name is
 * replaced, any other file is an error. */
gboolean rs_trace_store_unpack (RsTraceStore *store, const char *path, GError **error);

/* Writes the trace as it is, what its program has not yet put into the file included, under another name. A trace of
 * that name is replaced when the copy is whole; any other file, and the trace itself, is an error. stop: atomic; once
 * it is not 0, the copy ends with RS_TRACE_STORE_ERROR_INTERRUPTED. */
gboolean rs_trace_store_copy (RsTraceStore *store, const char *path, const gint *stop, GError **error);

/* Number of the file's format, see SCHEMA.md. */
int rs_trace_store_get_format (RsTraceStore *store);

/* What was found damaged by the calls so far, a sentence each ("chunk 17 is damaged (its checksum is wrong); ..."), up
 * to a NULL. They gave what is not damaged. Valid until the next call. */
const char *const *rs_trace_store_get_damage (RsTraceStore *store);

/* "function", "kernel", ...; "unknown" for kinds that this version does not know. */
const char *rs_trace_kind_to_string (guint32 kind);
/* FALSE for instants: allocate, free, cpu-time, counter. */
gboolean rs_trace_kind_is_span (guint32 kind);
/* Whether totals of the kind are kept apart by detail: few texts, which say what the event was. */
gboolean rs_trace_kind_has_totals_by_detail (guint32 kind);

/* Text that a terminal may be shown: control characters become spaces and U+FFFD. (transfer full) */
char *rs_trace_make_printable (const char *text);

/* The sum of two durations or sizes of a file, which may be anything: at most what 64 bits hold. */
static inline gint64
rs_trace_add (gint64 a, gint64 b)
{
  gint64 sum;

  if (!__builtin_add_overflow (a, b, &sum))
    return sum;
  return a < 0 ? G_MININT64 : G_MAXINT64;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTraceStore, rs_trace_store_close)
