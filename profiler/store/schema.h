/* The tables of a trace file, and what a reader and the writer must agree on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk.h"
#include "profiler/store/sqlite.h"
#include "profiler/store/store.h"

#define RS_TRACE_APPLICATION_ID 0x52735472 /* "RsTr" */
#define RS_TRACE_SCHEMA_VERSION 2 /* the newest, which is written; 1 is read */

/* TEMP: views of format 2 are made by each reader, so that no view of a file's is ever run. */
#define RS_TRACE_VIEWS(TEMP)                                                                                           \
  "CREATE " TEMP "VIEW kernels AS SELECT e.id, t.name AS device, e.start, e.end, e.end - e.start AS duration,"         \
  "  n.text AS name, f.text AS file, e.line, e.a AS launch, e.b AS items, e.threads, g.text AS grid"                   \
  "  FROM events e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN strings n ON n.id = e.name"                          \
  "  LEFT JOIN strings f ON f.id = e.file LEFT JOIN strings g ON g.id = e.detail WHERE e.kind = 4;"                    \
  "CREATE " TEMP "VIEW launches AS SELECT e.id, t.name AS thread, e.start, e.end, e.end - e.start AS duration,"        \
  "  n.text AS name, f.text AS file, e.line, e.a AS launch"                                                            \
  "  FROM events e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN strings n ON n.id = e.name"                          \
  "  LEFT JOIN strings f ON f.id = e.file WHERE e.kind = 3;"                                                           \
  "CREATE " TEMP "VIEW allocations AS SELECT e.id, e.start AS time, e.kind = 7 AS freed, e.a AS oid, e.b AS bytes,"    \
  "  n.text AS name, f.text AS file, e.line"                                                                           \
  "  FROM events e LEFT JOIN strings n ON n.id = e.name LEFT JOIN strings f ON f.id = e.file"                          \
  "  WHERE e.kind IN (6, 7);"                                                                                          \
  "CREATE " TEMP "VIEW copies AS SELECT e.id, e.start, e.end, e.end - e.start AS duration, e.a AS oid, e.b AS bytes,"  \
  "  d.text AS direction, n.text AS name, f.text AS file, e.line, e.parent AS launch"                                  \
  "  FROM events e LEFT JOIN strings n ON n.id = e.name LEFT JOIN strings f ON f.id = e.file"                          \
  "  LEFT JOIN strings d ON d.id = e.detail WHERE e.kind = 8;"                                                         \
  "CREATE " TEMP "VIEW named_events AS SELECT e.id, k.name AS kind, t.name AS track, e.start, e.end,"                  \
  "  e.end - e.start AS duration, n.text AS name, f.text AS file, e.line, e.a, e.b, d.text AS detail, e.threads,"      \
  "  e.parent FROM events e LEFT JOIN kinds k ON k.id = e.kind LEFT JOIN tracks t ON t.id = e.track"                   \
  "  LEFT JOIN strings n ON n.id = e.name LEFT JOIN strings f ON f.id = e.file"                                        \
  "  LEFT JOIN strings d ON d.id = e.detail;"
#define RS_TRACE_TEMP_VIEWS RS_TRACE_VIEWS ("TEMP ")

/* Levels of the timeline. A level's buckets are 2^(finest + 4 * level) ns wide: 66 us, 1.05 ms, 17 ms, 268 ms, 4.3 s,
 * 69 s, 1,100 s. A span of class c is shorter than a bucket of level c and not shorter than one of level c - 1; level l
 * sums up the spans of classes 0 to l, so that a range is drawn from the buckets of one level and the spans of the
 * classes above it.
 * Buckets of 16 us, tried first, held few events each: to write them took half of the recorder's time. */
#define RS_TRACE_FINEST_LEVEL 16       /* that is written; meta's finest-level */
#define RS_TRACE_FIRST_FINEST_LEVEL 14 /* of a file that doesn't say it */
#define RS_TRACE_N_LEVELS 7
#define RS_TRACE_N_CLASSES RS_CHUNK_N_CLASSES
#define RS_TRACE_LEVEL_SHIFT(finest, level) ((finest) + 4 * (level))

/* Of a span that is written. */
static inline int
rs_trace_class_of (gint64 duration)
{
  if (duration < (gint64)1 << RS_TRACE_FINEST_LEVEL)
    return 0;
  return 1 + (63 - __builtin_clzll ((guint64)duration) - RS_TRACE_FINEST_LEVEL) / 4;
}

/* Index of the bucket that a time lies in; times before the start of the trace have negative ones. */
static inline gint64
rs_trace_bucket_of (gint64 time, int finest, int level)
{
  return time >> RS_TRACE_LEVEL_SHIFT (finest, level);
}

/* A time of a file, which may be anything, within what differences can be taken of. */
static inline gint64
rs_trace_clamp_time (gint64 time)
{
  return CLAMP (time, -RS_CHUNK_TIME_LIMIT, RS_CHUNK_TIME_LIMIT);
}

/* Makes the tables of a format in an empty database, in one transaction. Returns an SQLite code. */
int rs_trace_schema_create (sqlite3 *db, int version);
/* Makes the views on a file of format 2, in the connection's temp schema. Returns an SQLite code. */
int rs_trace_schema_add_views (sqlite3 *db);
/* The statements that make a format's tables, indexes and views. */
const char *rs_trace_schema_get_sql (int version);

/* Tables of what was measured of a GPU: in a file of either format when it was, else not. */
typedef enum {
  RS_MEASURED_METRICS,
  RS_MEASURED_STALLS,
  RS_MEASURED_COUNTS,
  RS_MEASURED_CURVES,
  RS_N_MEASURED_TABLES
} RsMeasuredTable;

typedef struct {
  const char *name, *sql;
  const char *insert; /* the statement that writes a row */
} RsMeasuredTableKind;

extern const RsMeasuredTableKind rs_trace_measured_tables[RS_N_MEASURED_TABLES];
gboolean rs_trace_schema_has (sqlite3 *db, const char *table);

/* Turns the last error of db into a GError whose message starts with the file's name. */
void rs_trace_set_error (GError **error, sqlite3 *db, int code, const char *path);
