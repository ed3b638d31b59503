/* Opening and reading a trace file.
 *
 * A file is checked when it is opened: that it is a database, that it is a trace, that this version knows its tables,
 * and that it is not shorter than its header says. After that a statement can only fail when the disk does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/store-private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _RsTraceStore {
  char *path;
  sqlite3 *db;
  GPtrArray *strings;       /* of char * by id; NULL where not read yet */
  sqlite3_stmt *find_string;
  sqlite3_stmt *find_meta;
};

static int
read_pragma (sqlite3 *db, const char *name, int *code)
{
  g_autofree char *sql = g_strdup_printf ("PRAGMA %s", name);
  sqlite3_stmt *query = NULL;
  int value = 0;

  *code = sqlite3_prepare_v2 (db, sql, -1, &query, NULL);
  if (*code == SQLITE_OK && sqlite3_step (query) == SQLITE_ROW)
    value = sqlite3_column_int (query, 0);
  if (*code == SQLITE_OK)
    *code = sqlite3_reset (query);
  sqlite3_finalize (query);
  return value;
}

/* What can be said without SQLite. */
static gboolean
check_file (const char *path, gint64 *size, GError **error)
{
  struct stat status;

  if (stat (path, &status) != 0)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND, "cannot open %s: %s", path,
                   g_strerror (errno));
      return FALSE;
    }
  if (S_ISDIR (status.st_mode))
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND, "%s is a folder, not a trace file",
                   path);
      return FALSE;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE, "%s is not a regular file", path);
      return FALSE;
    }
  if (access (path, R_OK) != 0)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND, "cannot read %s: %s", path,
                   g_strerror (errno));
      return FALSE;
    }
  *size = status.st_size;
  return TRUE;
}

/* SQLite finds a file that ends too early damaged; the difference matters to who has copied it. */
static gboolean
check_length (const char *path, gint64 size, GError **error)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  guint8 header[32];
  FILE *file = fopen (path, "rb");
  gboolean is_database = file != NULL && fread (header, 1, sizeof header, file) == sizeof header
                         && memcmp (header, "SQLite format 3", 16) == 0;
  gint64 length = 0;

  if (file != NULL)
    fclose (file);
  if (is_database)
    {
      gint64 page_size = header[16] << 8 | header[17];
      gint64 pages = (gint64)header[28] << 24 | header[29] << 16 | header[30] << 8 | header[31];

      length = pages * (page_size == 1 ? 65536 : page_size);
    }
  if (length <= size || g_file_test (wal, G_FILE_TEST_EXISTS))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE,
               "%s is cut off: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " bytes are there; copy it again", path,
               size, length);
  return FALSE;
}

static gboolean
check_header (RsTraceStore *self, gint64 size, GError **error)
{
  int code;
  int application_id = read_pragma (self->db, "application_id", &code);
  int version = code == SQLITE_OK ? read_pragma (self->db, "user_version", &code) : 0;

  if (code != SQLITE_OK)
    {
      if (code == SQLITE_NOTADB)
        g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE,
                     "%s is not a trace file (it is no SQLite database)", self->path);
      else
        rs_trace_set_error (error, self->db, code, self->path);
      return FALSE;
    }
  if (application_id != RS_TRACE_APPLICATION_ID)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
                   size == 0 ? "%s is empty" : "%s is a database, but not a Redshift trace", self->path);
      return FALSE;
    }
  if (version > RS_TRACE_SCHEMA_VERSION)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NEWER,
                   "%s was written by a newer version of Redshift (trace format %d, this version reads up to %d); "
                   "open it with that version", self->path, version, RS_TRACE_SCHEMA_VERSION);
      return FALSE;
    }
  return TRUE;
}

static gboolean
migrate_older (RsTraceStore *self, GError **error)
{
  int code;
  int version = read_pragma (self->db, "user_version", &code);
  sqlite3 *writable = NULL;
  gboolean done = FALSE;

  if (code == SQLITE_OK && version == RS_TRACE_SCHEMA_VERSION)
    return TRUE;
  code = sqlite3_open_v2 (self->path, &writable, SQLITE_OPEN_READWRITE, NULL);
  if (code == SQLITE_OK)
    done = rs_trace_schema_migrate (writable, version, error);
  else
    rs_trace_set_error (error, writable, code, self->path);
  sqlite3_close (writable);
  return done;
}

RsTraceStore *
rs_trace_store_open (const char *path, GError **error)
{
  g_autoptr (RsTraceStore) self = g_new0 (RsTraceStore, 1);
  gint64 size;
  int code;

  g_return_val_if_fail (path != NULL, NULL);
  self->path = g_strdup (path);
  self->strings = g_ptr_array_new_with_free_func (g_free);
  if (!check_file (path, &size, error) || !check_length (path, size, error))
    return NULL;
  code = sqlite3_open_v2 (path, &self->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK)
    {
      rs_trace_set_error (error, self->db, code, path);
      return NULL;
    }
  sqlite3_busy_timeout (self->db, 2000);
  if (!check_header (self, size, error) || !migrate_older (self, error))
    return NULL;
  self->find_string = rs_trace_store_prepare (self, "SELECT text FROM strings WHERE id = ?", error);
  if (self->find_string == NULL)
    return NULL;
  self->find_meta = rs_trace_store_prepare (self, "SELECT value FROM meta WHERE name = ?", error);
  return self->find_meta != NULL ? g_steal_pointer (&self) : NULL;
}

void
rs_trace_store_close (RsTraceStore *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->find_string);
  sqlite3_finalize (self->find_meta);
  sqlite3_close (self->db);
  g_clear_pointer (&self->strings, g_ptr_array_unref);
  g_free (self->path);
  g_free (self);
}

const char *
rs_trace_store_get_path (RsTraceStore *self)
{
  return self->path;
}

void
rs_trace_store_interrupt (RsTraceStore *self)
{
  sqlite3_interrupt (self->db);
}

sqlite3 *
rs_trace_store_get_db (RsTraceStore *self)
{
  return self->db;
}

sqlite3_stmt *
rs_trace_store_prepare (RsTraceStore *self, const char *sql, GError **error)
{
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &query, NULL);

  if (code != SQLITE_OK)
    rs_trace_set_error (error, self->db, code, self->path);
  return query;
}

gboolean
rs_trace_store_finish (RsTraceStore *self, sqlite3_stmt *query, GError **error)
{
  int code = sqlite3_reset (query);

  if (code != SQLITE_OK)
    rs_trace_set_error (error, self->db, code, self->path);
  sqlite3_finalize (query);
  return code == SQLITE_OK;
}

char *
rs_trace_store_dup_meta (RsTraceStore *self, const char *name)
{
  char *value = NULL;

  sqlite3_bind_text (self->find_meta, 1, name, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (self->find_meta) == SQLITE_ROW)
    value = g_strdup ((const char *)sqlite3_column_text (self->find_meta, 0));
  sqlite3_reset (self->find_meta);
  return value;
}

gint64
rs_trace_store_get_meta_integer (RsTraceStore *self, const char *name)
{
  g_autofree char *value = rs_trace_store_dup_meta (self, name);

  return value != NULL ? g_ascii_strtoll (value, NULL, 10) : 0;
}

const char *
rs_trace_store_get_string (RsTraceStore *self, guint32 id)
{
  /* An id beyond this comes from a damaged file: it must not make the cache huge. */
  const guint32 limit = 1u << 24;

  if (id == 0 || id >= limit)
    return "";
  if (id >= self->strings->len)
    g_ptr_array_set_size (self->strings, (gint)id + 1);
  if (self->strings->pdata[id] == NULL)
    {
      sqlite3_bind_int64 (self->find_string, 1, id);
      if (sqlite3_step (self->find_string) == SQLITE_ROW)
        self->strings->pdata[id] = g_strdup ((const char *)sqlite3_column_text (self->find_string, 0));
      sqlite3_reset (self->find_string);
    }
  return self->strings->pdata[id] != NULL ? self->strings->pdata[id] : "";
}

GArray *
rs_trace_store_read_tracks (RsTraceStore *self, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsTrackRow));
  sqlite3_stmt *query = rs_trace_store_prepare (
      self, "SELECT id, name, first, last, spans, busy FROM tracks ORDER BY id", error);

  if (query == NULL)
    return NULL;
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      RsTrackRow row = {
        .id = (guint32)sqlite3_column_int64 (query, 0),
        .name = g_intern_string ((const char *)sqlite3_column_text (query, 1)),
        .first = sqlite3_column_int64 (query, 2),
        .last = sqlite3_column_int64 (query, 3),
        .n_spans = sqlite3_column_int64 (query, 4),
        .busy = sqlite3_column_int64 (query, 5),
      };

      if (row.name == NULL)
        row.name = "";
      g_array_append_val (rows, row);
    }
  return rs_trace_store_finish (self, query, error) ? g_steal_pointer (&rows) : NULL;
}

#define EVENT_COLUMNS "id, start, end, kind, name, file, line, a, b, track, detail, threads, parent"

static RsEventRow
read_row (RsTraceStore *self, sqlite3_stmt *query)
{
  return (RsEventRow){
    .id = sqlite3_column_int64 (query, 0),
    .start = sqlite3_column_int64 (query, 1),
    .end = sqlite3_column_int64 (query, 2),
    .kind = (guint32)sqlite3_column_int64 (query, 3),
    .name = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 4)),
    .file = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 5)),
    .line = (guint32)sqlite3_column_int64 (query, 6),
    .a = sqlite3_column_int64 (query, 7),
    .b = sqlite3_column_int64 (query, 8),
    .track = (guint32)sqlite3_column_int64 (query, 9),
    .detail = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 10)),
    .threads = (guint32)sqlite3_column_int64 (query, 11),
    .parent = (guint32)sqlite3_column_int64 (query, 12),
  };
}

static gint64
query_integer (RsTraceStore *self, const char *sql, gint64 parameter)
{
  sqlite3_stmt *query = rs_trace_store_prepare (self, sql, NULL);
  gint64 value = 0;

  if (query == NULL)
    return 0;
  if (sqlite3_bind_parameter_count (query) > 0)
    sqlite3_bind_int64 (query, 1, parameter);
  if (sqlite3_step (query) == SQLITE_ROW)
    value = sqlite3_column_int64 (query, 0);
  sqlite3_finalize (query);
  return value;
}

gint64
rs_trace_store_count_events (RsTraceStore *self)
{
  return query_integer (self, "SELECT max (id) FROM events", 0);
}

gint64
rs_trace_store_find_launch (RsTraceStore *self, gint64 launch)
{
  return query_integer (self, "SELECT id FROM events WHERE kind = 3 AND a = ? ORDER BY id LIMIT 1", launch);
}

gint64
rs_trace_store_find_kernel (RsTraceStore *self, gint64 launch)
{
  return query_integer (self, "SELECT id FROM events WHERE kind = 4 AND a = ? ORDER BY id LIMIT 1", launch);
}

GArray *
rs_trace_store_read_events (RsTraceStore *self, gint64 first_id, guint limit, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsEventRow));
  sqlite3_stmt *query = rs_trace_store_prepare (
      self, "SELECT " EVENT_COLUMNS " FROM events WHERE id >= ? ORDER BY id LIMIT ?", error);

  if (query == NULL)
    return NULL;
  sqlite3_bind_int64 (query, 1, first_id);
  sqlite3_bind_int64 (query, 2, limit);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      RsEventRow row = read_row (self, query);

      g_array_append_val (rows, row);
    }
  return rs_trace_store_finish (self, query, error) ? g_steal_pointer (&rows) : NULL;
}

gboolean
rs_trace_store_read_event (RsTraceStore *self, gint64 id, RsEventRow *row, GError **error)
{
  g_autoptr (GArray) rows = rs_trace_store_read_events (self, id, 1, error);

  if (rows == NULL || rows->len == 0 || g_array_index (rows, RsEventRow, 0).id != id)
    return FALSE;
  *row = g_array_index (rows, RsEventRow, 0);
  return TRUE;
}

GArray *
rs_trace_store_read_totals (RsTraceStore *self, RsTraceKind kind, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsTotalRow));
  sqlite3_stmt *query = rs_trace_store_prepare (
      self,
      "SELECT name, file, line, detail, n, total, min, max, sum_a, sum_b, max_threads FROM totals WHERE kind = ?"
      " ORDER BY total DESC, name, file, line, detail", error);

  if (query == NULL)
    return NULL;
  sqlite3_bind_int (query, 1, (int)kind);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      RsTotalRow row = {
        .kind = kind,
        .name = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 0)),
        .file = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 1)),
        .line = (guint32)sqlite3_column_int64 (query, 2),
        .detail = rs_trace_store_get_string (self, (guint32)sqlite3_column_int64 (query, 3)),
        .n = sqlite3_column_int64 (query, 4),
        .total = sqlite3_column_int64 (query, 5),
        .min = sqlite3_column_int64 (query, 6),
        .max = sqlite3_column_int64 (query, 7),
        .sum_a = sqlite3_column_int64 (query, 8),
        .sum_b = sqlite3_column_int64 (query, 9),
        .max_threads = (guint32)sqlite3_column_int64 (query, 10),
      };

      g_array_append_val (rows, row);
    }
  return rs_trace_store_finish (self, query, error) ? g_steal_pointer (&rows) : NULL;
}

/* FALSE: stop, either because func said so or because a step failed (*code). */
static gboolean
run_statement (sqlite3_stmt *query, RsTraceQueryFunc func, gpointer data, int *code)
{
  guint n = (guint)sqlite3_column_count (query);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree const char **values = g_new0 (const char *, n + 1);
  gboolean go_on = TRUE;

  for (guint i = 0; i < n; i++)
    names[i] = sqlite3_column_name (query, (int)i);
  if (n > 0)
    go_on = func (n, NULL, names, data);
  while (go_on && (*code = sqlite3_step (query)) == SQLITE_ROW)
    {
      for (guint i = 0; i < n; i++)
        values[i] = (const char *)sqlite3_column_text (query, (int)i);
      go_on = func (n, values, names, data);
    }
  *code = sqlite3_reset (query);
  return go_on && *code == SQLITE_OK;
}

gboolean
rs_trace_store_query (RsTraceStore *self, const char *sql, RsTraceQueryFunc func, gpointer data, GError **error)
{
  int code = SQLITE_OK;
  gboolean go_on = TRUE;

  while (go_on && *sql != '\0')
    {
      sqlite3_stmt *query = NULL;

      code = sqlite3_prepare_v2 (self->db, sql, -1, &query, &sql);
      if (code != SQLITE_OK)
        break;
      if (query != NULL)
        go_on = run_statement (query, func, data, &code);
      sqlite3_finalize (query);
    }
  if (code == SQLITE_OK)
    return TRUE;
  if (code == SQLITE_READONLY)
    g_set_error_literal (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                         "a query cannot change a trace; copy the file and use sqlite3 on the copy");
  else if (code == SQLITE_ERROR)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY, "query: %s", sqlite3_errmsg (self->db));
  else
    rs_trace_set_error (error, self->db, code, self->path);
  return FALSE;
}
