/* Reading a trace file.
 *
 * guard.c checks a file when it is opened. Its contents may be anything: rows have to come in the order of their keys
 * (a damaged file may repeat them without end), times are kept within what differences can be taken of, and a name is
 * read up to a length.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/event-scan.h"
#include "profiler/store/chunks/event-table.h"
#include "profiler/store/guard.h"
#include "profiler/store/store-private.h"

#include <string.h>
#include <sys/stat.h>

#define LONGEST_NAME 65536 /* bytes; of longer ones the beginning is read */
#define LONGEST_META 8192  /* likewise */

struct _RsTraceStore {
  char *path;
  sqlite3 *db;
  int version;              /* format of the file */
  gint64 most_rows;
  RsChunkReader *reader;    /* NULL: format 1 */
  gint64 deadline;          /* monotonic time, us, at which a query is ended; 0: none */
  GStringChunk *track_names;
  GPtrArray *strings;       /* of char * by id; NULL where not read yet */
  sqlite3_stmt *find_string;
  sqlite3_stmt *find_meta;
};

/* Ends statements that take too long; called every few thousand steps of SQLite's. */
static int
check_deadline (gpointer data)
{
  const RsTraceStore *self = data;

  return self->deadline != 0 && g_get_monotonic_time () > self->deadline;
}

static gboolean
attach_chunks (RsTraceStore *self, GError **error)
{
  int code;

  self->reader = rs_chunk_reader_new (self->db);
  code = rs_event_table_register (self->db, self->reader);
  if (code == SQLITE_OK)
    code = rs_trace_schema_add_views (self->db);
  /* The table is declared on first use, which the authorizer of queries would refuse. */
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->db, "SELECT 1 FROM events LIMIT 0", NULL, NULL, NULL);
  if (code != SQLITE_OK)
    rs_trace_set_error (error, self->db, code, self->path);
  return code == SQLITE_OK;
}

RsTraceStore *
rs_trace_store_open (const char *path, GError **error)
{
  g_autoptr (RsTraceStore) self = g_new0 (RsTraceStore, 1);
  struct stat status;

  g_return_val_if_fail (path != NULL, NULL);
  self->path = g_strdup (path);
  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->track_names = g_string_chunk_new (4096);
  self->db = rs_trace_guard_open (path, &self->version, error);
  if (self->db == NULL)
    return NULL;
  self->most_rows = stat (path, &status) == 0 ? status.st_size / 4 : 0;
  sqlite3_progress_handler (self->db, 20000, check_deadline, self);
  if (self->version > 1 && !attach_chunks (self, error))
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
  rs_chunk_reader_free (self->reader);
  sqlite3_close (self->db);
  g_clear_pointer (&self->strings, g_ptr_array_unref);
  g_clear_pointer (&self->track_names, g_string_chunk_free);
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
  if (self->reader != NULL)
    rs_chunk_reader_interrupt (self->reader);
}

RsChunkReader *
rs_trace_store_get_reader (RsTraceStore *self)
{
  return self->reader;
}

gint64
rs_trace_store_get_most_rows (RsTraceStore *self)
{
  return self->most_rows;
}

int
rs_trace_store_get_format (RsTraceStore *self)
{
  return self->version;
}

const char *const *
rs_trace_store_get_damage (RsTraceStore *self)
{
  static const char *const none[] = { NULL };

  return self->reader != NULL ? rs_chunk_reader_get_damage (self->reader) : none;
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

/* A copy of a text, of a longer one the beginning. */
static char *
dup_beginning (const char *text, gsize longest)
{
  const char *end;

  if (text == NULL || strnlen (text, longest + 1) <= longest)
    return g_strdup (text);
  end = g_utf8_find_prev_char (text, text + longest);
  return g_strdup_printf ("%.*s...", (int)(end != NULL ? end - text : (gssize)longest), text);
}

char *
rs_trace_store_dup_meta (RsTraceStore *self, const char *name)
{
  char *value = NULL;

  sqlite3_bind_text (self->find_meta, 1, name, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (self->find_meta) == SQLITE_ROW)
    value = dup_beginning ((const char *)sqlite3_column_text (self->find_meta, 0), LONGEST_META);
  sqlite3_reset (self->find_meta);
  return value;
}

gboolean
rs_trace_store_foreach_meta (RsTraceStore *self, RsTraceMetaFunc func, gpointer data, GError **error)
{
  sqlite3_stmt *query = rs_trace_store_prepare (self, "SELECT name, value FROM meta ORDER BY name", error);

  if (query == NULL)
    return FALSE;
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      const char *name = (const char *)sqlite3_column_text (query, 0);
      g_autofree char *value = dup_beginning ((const char *)sqlite3_column_text (query, 1), LONGEST_META);

      if (name != NULL && value != NULL)
        func (name, value, data);
    }
  return rs_trace_store_finish (self, query, error);
}

gint64
rs_trace_store_get_meta_integer (RsTraceStore *self, const char *name)
{
  g_autofree char *value = rs_trace_store_dup_meta (self, name);

  return value != NULL ? g_ascii_strtoll (value, NULL, 10) : 0;
}

int
rs_trace_store_get_finest_level (RsTraceStore *self)
{
  gint64 level = rs_trace_store_get_meta_integer (self, "finest-level");

  return level == RS_TRACE_FINEST_LEVEL ? RS_TRACE_FINEST_LEVEL : RS_TRACE_FIRST_FINEST_LEVEL;
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
        self->strings->pdata[id]
            = dup_beginning ((const char *)sqlite3_column_text (self->find_string, 0), LONGEST_NAME);
      sqlite3_reset (self->find_string);
    }
  return self->strings->pdata[id] != NULL ? self->strings->pdata[id] : "";
}

/* Ends a statement whose rows can't be. Returns NULL. */
static GArray *
damaged (RsTraceStore *self, sqlite3_stmt *query, GError **error)
{
  sqlite3_finalize (query);
  rs_trace_set_error (error, NULL, SQLITE_CORRUPT, self->path);
  return NULL;
}

GArray *
rs_trace_store_read_tracks (RsTraceStore *self, GError **error)
{
  gint64 last_id = -1;
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsTrackRow));
  sqlite3_stmt *query = rs_trace_store_prepare (
      self, "SELECT id, name, first, last, spans, busy FROM tracks ORDER BY id", error);

  if (query == NULL)
    return NULL;
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      g_autofree char *name = dup_beginning ((const char *)sqlite3_column_text (query, 1), LONGEST_NAME);
      RsTrackRow row = {
        .id = (guint32)sqlite3_column_int64 (query, 0),
        .name = g_string_chunk_insert_const (self->track_names, name != NULL ? name : ""),
        .first = rs_trace_clamp_time (sqlite3_column_int64 (query, 2)),
        .last = rs_trace_clamp_time (sqlite3_column_int64 (query, 3)),
        .n_spans = sqlite3_column_int64 (query, 4),
        .busy = sqlite3_column_int64 (query, 5),
      };

      if (sqlite3_column_int64 (query, 0) <= last_id)
        return damaged (self, query, error);
      last_id = row.id;
      row.last = MAX (row.last, row.first);
      g_array_append_val (rows, row);
    }
  return rs_trace_store_finish (self, query, error) ? g_steal_pointer (&rows) : NULL;
}

static RsEventRow
make_row (RsTraceStore *self, const RsScannedEvent *scanned)
{
  const RsTraceEvent *event = &scanned->event;

  return (RsEventRow){
    .id = scanned->id,
    .start = event->start,
    .end = event->end,
    .kind = event->kind,
    .name = rs_trace_store_get_string (self, event->name),
    .file = rs_trace_store_get_string (self, event->file),
    .line = event->line,
    .a = event->a,
    .b = event->b,
    .track = event->track,
    .detail = rs_trace_store_get_string (self, event->detail),
    .threads = event->threads,
    .parent = event->parent,
  };
}

static gint64
query_integer (RsTraceStore *self, const char *sql)
{
  sqlite3_stmt *query = rs_trace_store_prepare (self, sql, NULL);
  gint64 value = 0;

  if (query == NULL)
    return 0;
  if (sqlite3_step (query) == SQLITE_ROW)
    value = sqlite3_column_int64 (query, 0);
  sqlite3_finalize (query);
  return value;
}

gint64
rs_trace_store_count_events (RsTraceStore *self)
{
  const RsChunkIndex *index;
  const RsChunkEntry *last;

  if (self->reader == NULL)
    return query_integer (self, "SELECT max (id) FROM events");
  index = rs_chunk_reader_get_index (self->reader);
  if (index->chunks->len == 0)
    return 0;
  last = &g_array_index (index->chunks, RsChunkEntry, index->chunks->len - 1);
  return last->first + last->n - 1;
}

/* The first event of a kind with that launch id. */
static gint64
find_by_launch (RsTraceStore *self, RsTraceKind kind, gint64 launch)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsEventScan *scan;
  RsScannedEvent event;
  gint64 id = 0;

  filter.kinds = G_GUINT64_CONSTANT (1) << kind;
  filter.one_number = TRUE;
  filter.number = launch;
  scan = rs_event_scan_new (self, &filter, NULL);
  while (scan != NULL && rs_event_scan_next (scan, &event))
    id = id == 0 ? event.id : MIN (id, event.id);
  rs_event_scan_finish (scan, NULL);
  return id;
}

gint64
rs_trace_store_find_launch (RsTraceStore *self, gint64 launch)
{
  return find_by_launch (self, RS_TRACE_LAUNCH, launch);
}

gint64
rs_trace_store_find_kernel (RsTraceStore *self, gint64 launch)
{
  return find_by_launch (self, RS_TRACE_KERNEL, launch);
}

GArray *
rs_trace_store_read_events (RsTraceStore *self, gint64 first_id, guint limit, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsEventRow));
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  g_assert (first_id >= 1 && limit >= 1);
  filter.first = first_id;
  filter.in_order = TRUE;
  scan = rs_event_scan_new (self, &filter, error);
  if (scan == NULL)
    return NULL;
  while (rows->len < limit && rs_event_scan_next (scan, &event))
    {
      RsEventRow row = make_row (self, &event);

      g_array_append_val (rows, row);
    }
  return rs_event_scan_finish (scan, error) ? g_steal_pointer (&rows) : NULL;
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

  g_assert ((guint)kind < 64);
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
        .n = MAX (sqlite3_column_int64 (query, 4), 0),
        .total = sqlite3_column_int64 (query, 5),
        .min = sqlite3_column_int64 (query, 6),
        .max = sqlite3_column_int64 (query, 7),
        .sum_a = sqlite3_column_int64 (query, 8),
        .sum_b = sqlite3_column_int64 (query, 9),
        .max_threads = (guint32)sqlite3_column_int64 (query, 10),
      };

      if (rows->len > self->most_rows)
        return damaged (self, query, error);
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
  g_autofree RsTraceQueryValue *values = g_new0 (RsTraceQueryValue, n + 1);
  gboolean go_on = TRUE;

  for (guint i = 0; i < n; i++)
    names[i] = sqlite3_column_name (query, (int)i);
  if (n > 0)
    go_on = func (n, NULL, names, data);
  while (go_on && (*code = sqlite3_step (query)) == SQLITE_ROW)
    {
      for (guint i = 0; i < n; i++)
        {
          const int type = sqlite3_column_type (query, (int)i);

          values[i].is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
          values[i].text = (const char *)sqlite3_column_text (query, (int)i);
        }
      go_on = func (n, values, names, data);
    }
  *code = sqlite3_reset (query);
  return go_on && *code == SQLITE_OK;
}

static gboolean
set_query_error (RsTraceStore *self, int code, guint seconds, GError **error)
{
  gboolean late = check_deadline (self);

  switch (code & 0xff)
    {
    case SQLITE_OK:
      return TRUE;
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      g_set_error_literal (
          error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
          "a query may only read the trace, it cannot change anything; to do more, write it into a plain database"
          " with trace unpack");
      break;
    case SQLITE_INTERRUPT:
      if (late)
        g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                     "the query was ended after %u s; give it more time with --timeout, or a LIMIT", seconds);
      else
        rs_trace_set_error (error, self->db, code, self->path);
      break;
    case SQLITE_TOOBIG:
    case SQLITE_NOMEM:
      g_set_error_literal (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                           "the query needs more memory than it may use");
      break;
    case SQLITE_ERROR:
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY, "query: %s", sqlite3_errmsg (self->db));
      break;
    default:
      rs_trace_set_error (error, self->db, code, self->path);
    }
  return FALSE;
}

gboolean
rs_trace_store_query (RsTraceStore *self, const char *sql, guint seconds, RsTraceQueryFunc func, gpointer data,
                      GError **error)
{
  int code = SQLITE_OK;
  gboolean go_on = TRUE, done;

  self->deadline = seconds > 0 ? g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND : 0;
  rs_trace_guard_limit_to_queries (self->db);
  while (go_on && *sql != '\0')
    {
      sqlite3_stmt *query = NULL;

      code = sqlite3_prepare_v2 (self->db, sql, -1, &query, &sql);
      if (code == SQLITE_OK && query != NULL && !sqlite3_stmt_readonly (query))
        code = SQLITE_READONLY;
      else if (code == SQLITE_OK && query != NULL)
        go_on = run_statement (query, func, data, &code);
      sqlite3_finalize (query);
      if (code != SQLITE_OK)
        break;
    }
  done = set_query_error (self, code, seconds, error);
  rs_trace_guard_lift_limit (self->db);
  self->deadline = 0;
  return done;
}
