/* Checks of files and statements.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/guard.h"

#include "profiler/store/nsys-views.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_VALUE (64 << 20) /* bytes */

char *
rs_trace_make_printable (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *printable = g_string_sized_new (strlen (valid));

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);
      GUnicodeType type = g_unichar_type (character);

      if (character == '\n' || character == '\t' || character == '\r')
        g_string_append_c (printable, ' ');
      /* FORMAT: marks that turn the direction of what follows. */
      else if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_LINE_SEPARATOR
               || type == G_UNICODE_PARAGRAPH_SEPARATOR)
        g_string_append (printable, "\357\277\275");
      else
        g_string_append_unichar (printable, character);
    }
  return g_string_free (printable, FALSE);
}

/* --- the file --- */

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

static gboolean
has_log (const char *path)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  struct stat status;

  return stat (wal, &status) == 0 && status.st_size > 0;
}

/* SQLite finds a file that ends too early damaged; the difference matters to who has copied it. */
static gboolean
check_length (const char *path, gint64 size, GError **error)
{
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
  if (length <= size || has_log (path))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE,
               "%s is cut off: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " bytes are there; copy it again", path,
               size, length);
  return FALSE;
}

/* --- the database --- */

static void
limit_connection (sqlite3 *db)
{
  static const struct {
    int what, most;
  } limits[] = {
    { SQLITE_LIMIT_LENGTH, LONGEST_VALUE },    { SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
    { SQLITE_LIMIT_COLUMN, 200 },              { SQLITE_LIMIT_EXPR_DEPTH, 500 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 100 },     { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500 }, { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
    { SQLITE_LIMIT_WORKER_THREADS, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (db, limits[i].what, limits[i].most);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_busy_timeout (db, 2000);
  sqlite3_exec (db, "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0;", NULL, NULL, NULL);
}

/* Without a log nobody writes, and SQLite is told so: then it makes no files beside the trace either. */
static int
connect_read_only (const char *path, sqlite3 **db)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *uri = g_strdup_printf ("file:%s%s?mode=ro%s", *path == '/' ? "//" : "", escaped,
                                          has_log (path) ? "" : "&immutable=1");

  return sqlite3_open_v2 (uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
}

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

static gboolean
check_header (sqlite3 *db, const char *path, gint64 size, int *version, GError **error)
{
  int code;
  int application_id = read_pragma (db, "application_id", &code);

  *version = code == SQLITE_OK ? read_pragma (db, "user_version", &code) : 0;
  if (code == SQLITE_NOTADB)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE,
                 "%s is not a trace file (it is no SQLite database)", path);
  else if (code != SQLITE_OK)
    rs_trace_set_error (error, db, code, path);
  else if (application_id != RS_TRACE_APPLICATION_ID)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
                 size == 0 ? "%s is empty" : "%s is a database, but not a Redshift trace", path);
  else if (*version > RS_TRACE_SCHEMA_VERSION)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NEWER,
                 "%s was written by a newer version of Redshift (trace format %d, this version reads up to %d); "
                 "open it with that version", path, *version, RS_TRACE_SCHEMA_VERSION);
  else if (*version < 1)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
                 "%s is no trace that Redshift wrote: there is no trace format %d", path, *version);
  else
    return TRUE;
  return FALSE;
}

static sqlite3_stmt *
list_schema (sqlite3 *db)
{
  sqlite3_stmt *query = NULL;

  sqlite3_prepare_v2 (db, "SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name, type", -1, &query, NULL);
  return query;
}

static gboolean
columns_are_equal (sqlite3_stmt *a, sqlite3_stmt *b)
{
  for (int i = 0; i < 4; i++)
    if (g_strcmp0 ((const char *)sqlite3_column_text (a, i), (const char *)sqlite3_column_text (b, i)) != 0)
      return FALSE;
  return TRUE;
}

/* Compares the schema with that of an empty trace. *other: the first name that differs; NULL when one is missing. */
static gboolean
compare_schema (sqlite3 *db, sqlite3 *model, char **other)
{
  sqlite3_stmt *found = list_schema (db), *expected = list_schema (model);
  gboolean equal = found != NULL && expected != NULL;

  while (equal)
    {
      int code = sqlite3_step (found), expected_code = sqlite3_step (expected);

      if (code == SQLITE_DONE && expected_code == SQLITE_DONE)
        break;
      equal = code == SQLITE_ROW && expected_code == SQLITE_ROW && columns_are_equal (found, expected);
      if (!equal && code == SQLITE_ROW)
        *other = g_strndup ((const char *)sqlite3_column_text (found, 0), 100);
    }
  sqlite3_finalize (found);
  sqlite3_finalize (expected);
  return equal;
}

/* Format 1 is what older versions recorded, and, with views for nsys' scripts, what is unpacked. */
static gboolean
check_schema (sqlite3 *db, const char *path, int version, GError **error)
{
  g_autofree char *other = NULL, *name = NULL;
  const char *more = version == 1 && rs_trace_schema_has (db, "StringIds") ? rs_nsys_views : "";
  sqlite3 *model = NULL;
  gboolean equal = sqlite3_open (":memory:", &model) == SQLITE_OK
                   && sqlite3_exec (model, rs_trace_schema_get_sql (version), NULL, NULL, NULL) == SQLITE_OK
                   && sqlite3_exec (model, more, NULL, NULL, NULL) == SQLITE_OK;

  for (guint i = 0; equal && i < RS_N_MEASURED_TABLES; i++)
    if (rs_trace_schema_has (db, rs_trace_measured_tables[i].name))
      equal = sqlite3_exec (model, rs_trace_measured_tables[i].sql, NULL, NULL, NULL) == SQLITE_OK;
  equal = equal && compare_schema (db, model, &other);
  sqlite3_close (model);
  if (equal)
    return TRUE;
  name = rs_trace_make_printable (other != NULL ? other : "");
  g_set_error (
      error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
      "%s is not as Redshift wrote it (%s%s): only tables, views and indexes of a trace are read; record the program"
      " again with run --profile",
      path, other != NULL ? "see " : "a table is missing", name);
  return FALSE;
}

sqlite3 *
rs_trace_guard_open (const char *path, int *version, GError **error)
{
  sqlite3 *db = NULL;
  gint64 size;
  int code;

  if (!check_file (path, &size, error) || !check_length (path, size, error))
    return NULL;
  code = connect_read_only (path, &db);
  if (code != SQLITE_OK)
    rs_trace_set_error (error, db, code, path);
  else
    {
      limit_connection (db);
      if (check_header (db, path, size, version, error) && check_schema (db, path, *version, error))
        return db;
    }
  sqlite3_close (db);
  return NULL;
}

/* --- statements of the user's --- */

static gboolean
may_read (const char *table)
{
  static const char *const tables[] = {
    "meta",
    "kinds",
    "strings",
    "tracks",
    "events",
    "totals",
    "levels",
    "places",
    "chunks",
    "parts",
    "directory",
    "loop_times",
    "metrics",
    "stalls",
    "line_counts",
    "curves",
    "kernels",
    "launches",
    "copies",
    "allocations",
    "named_events",
    "sqlite_schema",
    "sqlite_master",
    "sqlite_temp_schema",
    "sqlite_temp_master",
    "json_each",
    "json_tree",
    RS_NSYS_VIEW_NAMES,
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (g_ascii_strcasecmp (table, tables[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
may_call (const char *function)
{
  static const char *const denied[] = { "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit" };

  for (guint i = 0; i < G_N_ELEMENTS (denied); i++)
    if (g_ascii_strcasecmp (function, denied[i]) == 0)
      return FALSE;
  return TRUE;
}

static int
authorize (void *data, int action, const char *first, const char *second, const char *database, const char *trigger)
{
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ: /* without a column: rows are counted, perhaps of a WITH */
      return second == NULL || *second == '\0' || may_read (first) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION:
      return second != NULL && may_call (second) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA: /* our own look whether the file has changed */
      return g_strcmp0 (first, "data_version") == 0 && second == NULL ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

void
rs_trace_guard_limit_to_queries (sqlite3 *db)
{
  sqlite3_set_authorizer (db, authorize, NULL);
}

void
rs_trace_guard_lift_limit (sqlite3 *db)
{
  sqlite3_set_authorizer (db, NULL, NULL);
}
