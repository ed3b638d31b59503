/* The tables of a trace file, and what a reader and the writer must agree on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#include <sqlite3.h>

#define RS_TRACE_APPLICATION_ID 0x52735472 /* "RsTr" */
#define RS_TRACE_SCHEMA_VERSION 1

/* Levels of the timeline. A level's buckets are 2^(14 + 4 * level) ns wide: 16 us, 262 us, 4.2 ms, 67 ms, 1.07 s,
 * 17 s, 275 s. A span of class c is shorter than a bucket of level c and not shorter than one of level c - 1; level l
 * sums up the spans of classes 0 to l, so that a range is drawn from the buckets of one level and the spans of the
 * classes above it. */
#define RS_TRACE_N_LEVELS 7
#define RS_TRACE_N_CLASSES 14
#define RS_TRACE_LEVEL_SHIFT(level) (14 + 4 * (level))

static inline int
rs_trace_class_of (gint64 duration)
{
  if (duration < (gint64)1 << RS_TRACE_LEVEL_SHIFT (0))
    return 0;
  return 1 + (63 - __builtin_clzll ((guint64)duration) - RS_TRACE_LEVEL_SHIFT (0)) / 4;
}

/* Index of the bucket that a time lies in; times before the start of the trace have negative ones. */
static inline gint64
rs_trace_bucket_of (gint64 time, int level)
{
  return time >> RS_TRACE_LEVEL_SHIFT (level);
}

/* Brings a database from its user_version (0: empty) to RS_TRACE_SCHEMA_VERSION in one transaction. */
gboolean rs_trace_schema_migrate (sqlite3 *db, int from, GError **error);

/* Turns the last error of db into a GError whose message starts with the file's name. */
void rs_trace_set_error (GError **error, sqlite3 *db, int code, const char *path);
