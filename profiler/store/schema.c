/* The tables of a trace file, by format.
 *
 * The text of a released format never changes: readers compare a file's schema with it, word by word. SCHEMA.md
 * describes the formats.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/schema.h"

/* Times are ns from the start of the trace. Texts are ids of the table strings; 0 is none. */
#define COMMON_TABLES                                                                                                  \
  "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"                                               \
  "CREATE TABLE kinds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, span INTEGER NOT NULL, meaning TEXT NOT NULL);"     \
  "CREATE TABLE strings (id INTEGER PRIMARY KEY, text TEXT NOT NULL);"                                                 \
  "CREATE TABLE tracks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, first INTEGER, last INTEGER,"                      \
  "  spans INTEGER NOT NULL DEFAULT 0, busy INTEGER NOT NULL DEFAULT 0);"

#define SUM_TABLES                                                                                                     \
  "CREATE TABLE totals (kind INTEGER, name INTEGER, file INTEGER, line INTEGER, detail INTEGER, n INTEGER,"            \
  "  total INTEGER, min INTEGER, max INTEGER, sum_a INTEGER, sum_b INTEGER, max_threads INTEGER,"                      \
  "  PRIMARY KEY (kind, name, file, line, detail)) WITHOUT ROWID;"                                                     \
  "CREATE TABLE levels (track INTEGER, level INTEGER, bucket INTEGER, first INTEGER, last INTEGER, n INTEGER,"         \
  "  busy INTEGER, kind INTEGER, name INTEGER, weight INTEGER,"                                                        \
  "  PRIMARY KEY (track, level, bucket)) WITHOUT ROWID;"

/* Format 1: an event is a row. Still read, and what `trace unpack` writes; the recorder does not write it any more. */
static const char version_1[]
    = COMMON_TABLES
      "CREATE TABLE events (id INTEGER PRIMARY KEY, track INTEGER, class INTEGER, start INTEGER, end INTEGER,"
      "  kind INTEGER, name INTEGER, file INTEGER, line INTEGER, a INTEGER, b INTEGER, detail INTEGER,"
      "  threads INTEGER, parent INTEGER);"
      "CREATE INDEX spans_by_time ON events (track, class, start) WHERE class IS NOT NULL;"
      "CREATE INDEX launches_by_id ON events (a) WHERE kind = 3;"
      "CREATE INDEX kernels_by_id ON events (a) WHERE kind = 4;"
      "CREATE INDEX allocations_by_time ON events (start) WHERE kind IN (6, 7);"
      "CREATE INDEX copies_by_time ON events (start) WHERE kind = 8;"
      SUM_TABLES RS_TRACE_VIEWS ("");

/* Format 2: events are in chunks. */
static const char version_2[]
    = COMMON_TABLES
      "CREATE TABLE places (id INTEGER PRIMARY KEY, kind INTEGER, name INTEGER, file INTEGER, line INTEGER,"
      "  detail INTEGER);"
      "CREATE TABLE chunks (id INTEGER PRIMARY KEY, first INTEGER, n INTEGER, kinds INTEGER, least INTEGER,"
      "  latest INTEGER, data BLOB);"
      "CREATE TABLE parts (track INTEGER, class INTEGER, chunk INTEGER, row INTEGER, n INTEGER, least INTEGER,"
      "  latest INTEGER, PRIMARY KEY (track, class, chunk)) WITHOUT ROWID;"
      "CREATE TABLE directory (kind INTEGER, chunk INTEGER, least INTEGER, greatest INTEGER,"
      "  PRIMARY KEY (kind, chunk)) WITHOUT ROWID;"
      "CREATE TABLE loop_times (file INTEGER, line INTEGER, compiling INTEGER, late INTEGER,"
      "  PRIMARY KEY (file, line)) WITHOUT ROWID;"
      SUM_TABLES;

#define LINE_TABLE(name, what, value)                                                                                  \
  "CREATE TABLE " name " (launch INTEGER, function INTEGER, source INTEGER, source_line INTEGER, " what " INTEGER,"    \
  "  " value " INTEGER, kernel INTEGER, file INTEGER, line INTEGER, shape INTEGER,"                                    \
  "  PRIMARY KEY (launch, function, source, source_line, " what ")) WITHOUT ROWID;"

const RsMeasuredTableKind rs_trace_measured_tables[RS_N_MEASURED_TABLES] = {
  [RS_MEASURED_METRICS]
  = { "metrics",
      "CREATE TABLE metrics (launch INTEGER, part INTEGER, metric INTEGER, value REAL, unit INTEGER, kernel INTEGER,"
      "  file INTEGER, line INTEGER, shape INTEGER, PRIMARY KEY (launch, part, metric)) WITHOUT ROWID;",
      "INSERT OR REPLACE INTO metrics VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" },
  [RS_MEASURED_STALLS] = { "stalls", LINE_TABLE ("stalls", "reason", "samples"),
                           "INSERT OR REPLACE INTO stalls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
  [RS_MEASURED_COUNTS] = { "line_counts", LINE_TABLE ("line_counts", "counter", "value"),
                           "INSERT OR REPLACE INTO line_counts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
  [RS_MEASURED_CURVES]
  = { "curves",
      "CREATE TABLE curves (launch INTEGER, metric INTEGER, start INTEGER, \"end\" INTEGER, value REAL, unit INTEGER,"
      "  kernel INTEGER, file INTEGER, line INTEGER, shape INTEGER, PRIMARY KEY (launch, metric, start)) WITHOUT "
      "ROWID;",
      "INSERT OR REPLACE INTO curves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
};

static const char *const versions[] = { NULL, version_1, version_2 };
G_STATIC_ASSERT (G_N_ELEMENTS (versions) == RS_TRACE_SCHEMA_VERSION + 1);

static const struct {
  guint32 kind;
  const char *name;
  gboolean span;
  const char *meaning;
} kinds[] = {
#define SPAN TRUE
#define INSTANT FALSE
#define RS_TRACE_EVENT(NAME, number, text, form, meaning) { number, text, form, meaning },
#include "runtime/trace-events.def"
#undef RS_TRACE_EVENT
#undef SPAN
#undef INSTANT
};

G_DEFINE_QUARK (rs-trace-store-error-quark, rs_trace_store_error)

const char *
rs_trace_kind_to_string (guint32 kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return kinds[i].name;
  return "unknown";
}

/* For each event that is written or read. */
gboolean
rs_trace_kind_is_span (guint32 kind)
{
  static const gboolean is_span[] = {
#define SPAN TRUE
#define INSTANT FALSE
#define RS_TRACE_EVENT(NAME, number, text, form, meaning) [number] = form,
#include "runtime/trace-events.def"
#undef RS_TRACE_EVENT
#undef SPAN
#undef INSTANT
  };

  return kind < G_N_ELEMENTS (is_span) && is_span[kind];
}

gboolean
rs_trace_kind_has_totals_by_detail (guint32 kind)
{
  return kind == RS_TRACE_COPY || kind == RS_TRACE_DECISION || kind == RS_TRACE_COMPUTE || kind == RS_TRACE_LOOP;
}

static RsTraceStoreError
error_code (int code)
{
  switch (code & 0xff)
    {
    case SQLITE_FULL:
      return RS_TRACE_STORE_ERROR_FULL;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return RS_TRACE_STORE_ERROR_NOT_SQLITE;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return RS_TRACE_STORE_ERROR_NOT_FOUND;
    case SQLITE_INTERRUPT:
      return RS_TRACE_STORE_ERROR_INTERRUPTED;
    default:
      return RS_TRACE_STORE_ERROR_IO;
    }
}

void
rs_trace_set_error (GError **error, sqlite3 *db, int code, const char *path)
{
  RsTraceStoreError kind = error_code (code);

  switch (kind)
    {
    case RS_TRACE_STORE_ERROR_FULL:
      g_set_error (error, RS_TRACE_STORE_ERROR, kind, "%s: the disk is full", path);
      break;
    case RS_TRACE_STORE_ERROR_NOT_SQLITE:
      g_set_error (error, RS_TRACE_STORE_ERROR, kind,
                   "%s is damaged or is no trace file; record the program again with run --profile", path);
      break;
    case RS_TRACE_STORE_ERROR_INTERRUPTED:
      g_set_error (error, RS_TRACE_STORE_ERROR, kind, "%s: interrupted", path);
      break;
    default:
      g_set_error (error, RS_TRACE_STORE_ERROR, kind, "%s: %s", path,
                   db != NULL ? sqlite3_errmsg (db) : sqlite3_errstr (code));
    }
}

static int
fill_kinds (sqlite3 *db)
{
  sqlite3_stmt *insert = NULL;
  int code = sqlite3_prepare_v2 (db, "INSERT OR REPLACE INTO kinds VALUES (?, ?, ?, ?)", -1, &insert, NULL);

  for (guint i = 0; code == SQLITE_OK && i < G_N_ELEMENTS (kinds); i++)
    {
      sqlite3_bind_int (insert, 1, (int)kinds[i].kind);
      sqlite3_bind_text (insert, 2, kinds[i].name, -1, SQLITE_STATIC);
      sqlite3_bind_int (insert, 3, kinds[i].span);
      sqlite3_bind_text (insert, 4, kinds[i].meaning, -1, SQLITE_STATIC);
      sqlite3_step (insert);
      code = sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
  return code;
}

int
rs_trace_schema_create (sqlite3 *db, int version)
{
  g_assert (version >= 1 && version <= RS_TRACE_SCHEMA_VERSION);

  g_autofree char *pragmas = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;",
                                              RS_TRACE_APPLICATION_ID, version);
  int code = sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_exec (db, versions[version], NULL, NULL, NULL);
  /* Format 1 is made of a file that says it, or not. */
  if (code == SQLITE_OK && version > 1)
    code = sqlite3_exec (db, "INSERT INTO meta VALUES ('finest-level', " G_STRINGIFY (RS_TRACE_FINEST_LEVEL) ")", NULL,
                         NULL, NULL);
  if (code == SQLITE_OK)
    code = fill_kinds (db);
  if (code == SQLITE_OK)
    code = sqlite3_exec (db, pragmas, NULL, NULL, NULL);
  return code;
}

int
rs_trace_schema_add_views (sqlite3 *db)
{
  return sqlite3_exec (db, RS_TRACE_TEMP_VIEWS, NULL, NULL, NULL);
}

gboolean
rs_trace_schema_has (sqlite3 *db, const char *table)
{
  sqlite3_stmt *query = NULL;
  const gboolean has
      = sqlite3_prepare_v2 (db, "SELECT 1 FROM sqlite_schema WHERE name = ?", -1, &query, NULL) == SQLITE_OK
        && sqlite3_bind_text (query, 1, table, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step (query) == SQLITE_ROW;

  sqlite3_finalize (query);
  return has;
}

const char *
rs_trace_schema_get_sql (int version)
{
  g_assert (version >= 1 && version <= RS_TRACE_SCHEMA_VERSION);
  return versions[version];
}
