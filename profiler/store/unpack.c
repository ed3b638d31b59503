/* A trace as plain tables: what other tools read without our extension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/event-scan.h"
#include "profiler/store/claim.h"
#include "profiler/store/nsys-views.h"
#include "profiler/store/writer.h"

static int
run (sqlite3_stmt *statement)
{
  sqlite3_step (statement);
  return sqlite3_reset (statement);
}

/* Copies a table that both formats have. */
static int
copy_table (sqlite3 *from, sqlite3 *to, const char *table, gint64 most_rows)
{
  g_autofree char *select = g_strdup_printf ("SELECT * FROM %s", table);
  g_autoptr (GString) insert = g_string_new (NULL);
  sqlite3_stmt *rows = NULL, *add = NULL;
  int code = sqlite3_prepare_v2 (from, select, -1, &rows, NULL), n;

  if (code != SQLITE_OK)
    return code;
  n = sqlite3_column_count (rows);
  g_string_printf (insert, "INSERT OR IGNORE INTO %s VALUES (?", table);
  for (int i = 1; i < n; i++)
    g_string_append (insert, ", ?");
  g_string_append_c (insert, ')');
  code = sqlite3_prepare_v2 (to, insert->str, -1, &add, NULL);
  while (code == SQLITE_OK && most_rows-- > 0 && sqlite3_step (rows) == SQLITE_ROW)
    {
      for (int i = 0; i < n; i++)
        sqlite3_bind_value (add, i + 1, sqlite3_column_value (rows, i));
      code = run (add);
    }
  if (code == SQLITE_OK)
    code = sqlite3_reset (rows);
  sqlite3_finalize (rows);
  sqlite3_finalize (add);
  return code;
}

static int
add_event (sqlite3_stmt *add, const RsScannedEvent *scanned)
{
  const RsTraceEvent *event = &scanned->event;
  const gint64 values[] = { scanned->id, event->track,  scanned->class, event->start, event->end,
                            event->kind, event->name,   event->file,    event->line,  event->a,
                            event->b,    event->detail, event->threads, event->parent };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (add, (int)i + 1, values[i]);
  if (scanned->class == RS_CHUNK_NO_CLASS)
    sqlite3_bind_null (add, 3);
  return run (add);
}

static gboolean
copy_events (RsTraceStore *store, sqlite3 *to, int *code, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;
  sqlite3_stmt *add = NULL;

  filter.in_order = TRUE;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  *code
      = sqlite3_prepare_v2 (to, "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1, &add, NULL);
  while (*code == SQLITE_OK && rs_event_scan_next (scan, &event))
    *code = add_event (add, &event);
  sqlite3_finalize (add);
  return rs_event_scan_finish (scan, error);
}

/* A table that is there where something was measured. */
static int
copy_measured (RsTraceStore *store, sqlite3 *to, const char *table, const char *sql)
{
  sqlite3 *from = rs_trace_store_get_db (store);
  int code;

  if (!rs_trace_schema_has (from, table))
    return SQLITE_OK;
  code = sqlite3_exec (to, sql, NULL, NULL, NULL);
  return code == SQLITE_OK ? copy_table (from, to, table, rs_trace_store_get_most_rows (store)) : code;
}

static gboolean
copy_all (RsTraceStore *store, sqlite3 *to, int *code, GError **error)
{
  static const char *const tables[] = { "meta", "strings", "tracks", "totals", "levels" };

  *code = sqlite3_exec (to, "BEGIN", NULL, NULL, NULL);
  for (guint i = 0; *code == SQLITE_OK && i < G_N_ELEMENTS (tables); i++)
    *code = copy_table (rs_trace_store_get_db (store), to, tables[i], rs_trace_store_get_most_rows (store));
  for (guint i = 0; *code == SQLITE_OK && i < RS_N_MEASURED_TABLES; i++)
    *code = copy_measured (store, to, rs_trace_measured_tables[i].name, rs_trace_measured_tables[i].sql);
  if (*code == SQLITE_OK && !copy_events (store, to, code, error))
    return FALSE;
  if (*code == SQLITE_OK)
    *code = sqlite3_exec (to, "COMMIT", NULL, NULL, NULL);
  return *code == SQLITE_OK;
}

gboolean
rs_trace_store_unpack (RsTraceStore *store, const char *path, GError **error)
{
  sqlite3 *db = NULL;
  gboolean done = FALSE;
  int code;

  if (!rs_trace_make_room (path, error))
    return FALSE;
  code = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_exec (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;", NULL,
                         NULL, NULL);
  if (code == SQLITE_OK)
    code = rs_trace_schema_create (db, 1);
  if (code == SQLITE_OK)
    code = sqlite3_exec (db, rs_nsys_views, NULL, NULL, NULL);
  if (code == SQLITE_OK)
    done = copy_all (store, db, &code, error);
  if (code != SQLITE_OK)
    rs_trace_set_error (error, db, code, path);
  sqlite3_close (db);
  return done;
}
