/* See nsys-import.h.
 *
 * Tables are there when they have rows, and columns come and go with versions: each is asked for, and NULL stands for
 * what is missing. A correlation tells what belongs together within a process; a launch gets a number of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/nsys-import.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#define MOST_COLUMNS 20
#define LONGEST_VALUE (1 << 24)
#define NVTX_MARK 34 /* eventType of an instant */

typedef struct {
  sqlite3 *db;
  const char *path;
  RsTraceWriter *writer;
  GError **error;
  GHashTable *strings;  /* id of StringIds -> id of the trace, both + 0 */
  GHashTable *texts;    /* text -> id of the trace */
  GPtrArray *by_id;     /* of texts, which keeps them; id - 1 */
  GHashTable *tracks;   /* name -> id */
  GHashTable *launches; /* process and correlation -> launch id */
  GHashTable *threads;  /* globalTid -> name, owned */
  gint64 last;
} Import;

gboolean
rs_nsys_is_in_file (const char *path)
{
  static const char head[] = "SQLite format 3";
  char found[sizeof head] = "";
  FILE *file = fopen (path, "re");
  gboolean is = file != NULL && fread (found, 1, sizeof found, file) == sizeof found
                && memcmp (found, head, sizeof head) == 0;

  if (file != NULL)
    fclose (file);
  return is;
}

/* --- tables --- */

static gboolean
fail (Import *self)
{
  g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE, "%s: %s", self->path,
               sqlite3_errmsg (self->db));
  return FALSE;
}

/* A table with rows of its own: no view, nothing virtual. */
static gboolean
has_table (Import *self, const char *table)
{
  sqlite3_stmt *query = NULL;
  gboolean has = FALSE;

  if (sqlite3_prepare_v2 (self->db, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", -1, &query, NULL)
      != SQLITE_OK)
    return FALSE;
  sqlite3_bind_text (query, 1, table, -1, SQLITE_STATIC);
  if (sqlite3_step (query) == SQLITE_ROW)
    {
      const char *sql = (const char *)sqlite3_column_text (query, 0);

      has = sql != NULL && g_ascii_strncasecmp (sql, "CREATE TABLE", 12) == 0;
    }
  sqlite3_finalize (query);
  return has;
}

/* Of columns that are computed nothing is told here. */
static gboolean
has_column (Import *self, const char *table, const char *column)
{
  sqlite3_stmt *query = NULL;
  gboolean has = FALSE;

  if (sqlite3_prepare_v2 (self->db, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", -1, &query, NULL) != SQLITE_OK)
    return FALSE;
  sqlite3_bind_text (query, 1, table, -1, SQLITE_STATIC);
  sqlite3_bind_text (query, 2, column, -1, SQLITE_STATIC);
  has = sqlite3_step (query) == SQLITE_ROW;
  sqlite3_finalize (query);
  return has;
}

typedef gboolean (*RowFunc) (Import *self, sqlite3_stmt *row);

/* columns: names with blanks between them; the first `necessary` have to be there. Rows in the order of the file. */
static gboolean
read_table (Import *self, const char *table, const char *columns, guint necessary, RowFunc func)
{
  g_auto (GStrv) names = g_strsplit (columns, " ", MOST_COLUMNS);
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  sqlite3_stmt *query = NULL;
  gboolean done = TRUE;
  int code;

  if (!has_table (self, table))
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      gboolean has = has_column (self, table, names[i]);

      if (!has && i < necessary)
        {
          g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
                       "%s: the table %s has no column %s: it is no export of nsys", self->path, table, names[i]);
          return FALSE;
        }
      g_string_append_printf (sql, has ? "%s\"%s\"" : "%sNULL", i > 0 ? ", " : "", names[i]);
    }
  g_string_append_printf (sql, " FROM \"%s\"", table);
  if (sqlite3_prepare_v2 (self->db, sql->str, -1, &query, NULL) != SQLITE_OK)
    return fail (self);
  while (done && (code = sqlite3_step (query)) == SQLITE_ROW)
    done = func (self, query);
  if (done && code != SQLITE_DONE)
    {
      g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_SQLITE, "%s: the table %s: %s",
                   self->path, table, sqlite3_errmsg (self->db));
      done = FALSE;
    }
  sqlite3_finalize (query);
  return done;
}

/* --- texts and tracks --- */

static gboolean
get_text (Import *self, const char *text, guint32 *id)
{
  *id = 0;
  if (text == NULL || *text == '\0')
    return TRUE;
  *id = GPOINTER_TO_UINT (g_hash_table_lookup (self->texts, text));
  if (*id != 0)
    return TRUE;
  g_ptr_array_add (self->by_id, g_strdup (text));
  *id = self->by_id->len;
  g_hash_table_insert (self->texts, self->by_id->pdata[*id - 1], GUINT_TO_POINTER (*id));
  return rs_trace_writer_add_string (self->writer, *id, text, self->error);
}

static gboolean
get_track (Import *self, const char *name, guint32 *id)
{
  *id = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, name));
  if (*id != 0)
    return TRUE;
  *id = g_hash_table_size (self->tracks) + 1;
  g_hash_table_insert (self->tracks, g_strdup (name), GUINT_TO_POINTER (*id));
  return rs_trace_writer_add_track (self->writer, *id, name, self->error);
}

static gboolean
add_string (Import *self, sqlite3_stmt *row)
{
  gint64 *key;
  guint32 id;

  if (!get_text (self, (const char *)sqlite3_column_text (row, 1), &id))
    return FALSE;
  key = g_new (gint64, 1);
  *key = sqlite3_column_int64 (row, 0);
  g_hash_table_replace (self->strings, key, GUINT_TO_POINTER (id));
  return TRUE;
}

static guint32
find_string (Import *self, sqlite3_stmt *row, int column)
{
  gint64 id = sqlite3_column_int64 (row, column);

  return sqlite3_column_type (row, column) == SQLITE_NULL ? 0
                                                          : GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, &id));
}

static gboolean
add_thread (Import *self, sqlite3_stmt *row)
{
  guint32 name = find_string (self, row, 1);
  gint64 *key;

  if (name == 0)
    return TRUE;
  key = g_new (gint64, 1);
  *key = sqlite3_column_int64 (row, 0);
  g_hash_table_replace (self->threads, key, g_strdup (self->by_id->pdata[name - 1]));
  return TRUE;
}

static gboolean
find_thread_track (Import *self, gint64 global_id, const char *what, guint32 *track)
{
  const char *name = g_hash_table_lookup (self->threads, &global_id);
  g_autofree char *text
      = g_strdup_printf ("%s %u%s", name != NULL ? name : "thread", (guint)(global_id & 0xffffff), what);

  return get_track (self, text, track);
}

/* --- events --- */

static gint64
get_process (gint64 global_id)
{
  return global_id >> 24;
}

/* Made where is_new, else 0 for one that is not known. */
static gint64
find_launch (Import *self, gint64 process, gint64 correlation, gboolean is_new)
{
  const gint64 both = (gint64)((guint64)process << 32 ^ (guint64)(correlation & 0xffffffff));
  gint64 id = GPOINTER_TO_SIZE (g_hash_table_lookup (self->launches, &both)), *key;

  if (id != 0 || !is_new || correlation == 0)
    return id;
  key = g_new (gint64, 1);
  *key = both;
  id = (gint64)g_hash_table_size (self->launches) + 1;
  g_hash_table_insert (self->launches, key, GSIZE_TO_POINTER ((gsize)id));
  return id;
}

static gboolean
add_event (Import *self, RsTraceEvent *event)
{
  const gint64 limit = G_GINT64_CONSTANT (2305843009213693952); /* 2^61: differences fit */

  event->start = CLAMP (event->start, -limit, limit);
  event->end = CLAMP (event->end, event->start, limit);
  self->last = MAX (self->last, event->end);
  return rs_trace_writer_add_events (self->writer, event, 1, self->error);
}

static gboolean
get_lane (Import *self, gint64 device, gint64 stream, guint32 *track)
{
  g_autofree char *name = g_strdup_printf ("cuda:%" G_GINT64_FORMAT " stream %" G_GINT64_FORMAT, device, stream);

  return get_track (self, name, track);
}

/* start end deviceId streamId correlationId globalPid shortName demangledName gridX.. blockX.. registers static
   dynamic */
static gboolean
add_kernel (Import *self, sqlite3_stmt *row)
{
  const gint64 shared = rs_trace_add (sqlite3_column_int64 (row, 15), sqlite3_column_int64 (row, 16));
  gint64 grid[3], block[3], items = 1;
  RsTraceEvent event
      = { .kind = RS_TRACE_KERNEL, .start = sqlite3_column_int64 (row, 0), .end = sqlite3_column_int64 (row, 1) };
  g_autoptr (GString) text = g_string_new (NULL);
  int first = 2;

  for (int i = 0; i < 3; i++)
    {
      grid[i] = CLAMP (sqlite3_column_int64 (row, 8 + i), 1, G_MAXINT32);
      block[i] = CLAMP (sqlite3_column_int64 (row, 11 + i), 1, 1024);
      items = items > G_MAXINT64 / (grid[i] * block[i]) ? G_MAXINT64 : items * grid[i] * block[i];
    }
  while (first > 0 && grid[first] * block[first] == 1)
    first--;
  for (int i = first; i >= 0; i--)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i < first ? "x" : "", grid[i] * block[i]);
  for (int i = first; i >= 0; i--)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i < first ? "x" : " / ", block[i]);
  if (sqlite3_column_type (row, 14) != SQLITE_NULL)
    g_string_append_printf (text, ", %" G_GINT64_FORMAT " registers",
                            (gint64)CLAMP (sqlite3_column_int64 (row, 14), 0, 1024));
  if (shared > 0)
    g_string_append_printf (text, ", %" G_GINT64_FORMAT " bytes shared", shared);
  event.a = find_launch (self, get_process (sqlite3_column_int64 (row, 5)), sqlite3_column_int64 (row, 4), TRUE);
  event.parent = (guint32)event.a;
  event.b = items;
  event.name = find_string (self, row, 6);
  if (event.name == 0)
    event.name = find_string (self, row, 7);
  return get_text (self, text->str, &event.detail)
         && get_lane (self, sqlite3_column_int64 (row, 2), sqlite3_column_int64 (row, 3), &event.track)
         && add_event (self, &event);
}

/* start end deviceId streamId correlationId globalPid bytes copyKind */
static gboolean
add_transfer (Import *self, sqlite3_stmt *row, guint32 kind, const char *direction)
{
  RsTraceEvent event = { .kind = kind,
                         .start = sqlite3_column_int64 (row, 0),
                         .end = sqlite3_column_int64 (row, 1),
                         .b = sqlite3_column_int64 (row, 6) };

  event.a = find_launch (self, get_process (sqlite3_column_int64 (row, 5)), sqlite3_column_int64 (row, 4), FALSE);
  return get_text (self, direction, &event.detail)
         && get_lane (self, sqlite3_column_int64 (row, 2), sqlite3_column_int64 (row, 3), &event.track)
         && add_event (self, &event);
}

static gboolean
add_copy (Import *self, sqlite3_stmt *row)
{
  static const char *const directions[] = { NULL,
                                            "host->device",
                                            "device->host",
                                            "host->array",
                                            "array->host",
                                            "array->array",
                                            "array->device",
                                            "device->array",
                                            "device->device",
                                            "host->host",
                                            "device->other device" };
  gint64 kind = sqlite3_column_int64 (row, 7);

  return add_transfer (self, row, RS_TRACE_DEVICE_COPY,
                       kind > 0 && kind < (gint64)G_N_ELEMENTS (directions) ? directions[kind] : NULL);
}

static gboolean
add_fill (Import *self, sqlite3_stmt *row)
{
  return add_transfer (self, row, RS_TRACE_DEVICE_FILL, NULL);
}

/* start end globalTid correlationId nameId returnValue */
static gboolean
add_call (Import *self, sqlite3_stmt *row)
{
  gint64 thread = sqlite3_column_int64 (row, 2), launch;
  RsTraceEvent event = { .start = sqlite3_column_int64 (row, 0),
                         .end = sqlite3_column_int64 (row, 1),
                         .name = find_string (self, row, 4) };

  launch = find_launch (self, get_process (thread), sqlite3_column_int64 (row, 3), FALSE);
  event.kind = launch != 0 ? RS_TRACE_LAUNCH : RS_TRACE_DRIVER_CALL;
  event.a = launch;
  event.b = launch != 0 ? 0 : sqlite3_column_int64 (row, 5);
  return find_thread_track (self, thread, "", &event.track) && add_event (self, &event);
}

/* start end globalTid text textId eventType; the types are those of NVTX */
static gboolean
add_range (Import *self, sqlite3_stmt *row)
{
  RsTraceEvent event
      = { .kind = RS_TRACE_STRETCH, .start = sqlite3_column_int64 (row, 0), .name = find_string (self, row, 4) };
  const char *text = (const char *)sqlite3_column_text (row, 3);

  event.end = sqlite3_column_type (row, 1) == SQLITE_NULL ? event.start : sqlite3_column_int64 (row, 1);
  if (sqlite3_column_int64 (row, 5) == NVTX_MARK)
    {
      event.kind = RS_TRACE_MARK;
      event.end = event.start;
    }
  return (text == NULL || get_text (self, text, &event.name))
         && find_thread_track (self, sqlite3_column_int64 (row, 2), " ranges", &event.track)
         && add_event (self, &event);
}

/* id name smCount computeMajor computeMinor maxWarpsPerSm maxBlocksPerSm maxRegistersPerSm maxShmemPerSm */
static gboolean
add_device (Import *self, sqlite3_stmt *row)
{
  const char *model = (const char *)sqlite3_column_text (row, 1);
  g_autofree char *name = g_strdup_printf ("device cuda:%lld", sqlite3_column_int64 (row, 0));
  g_autofree char *text = g_strdup_printf ("%s; compute capability %lld.%lld; %lld multiprocessors",
                                           model != NULL ? model : "a GPU", sqlite3_column_int64 (row, 3),
                                           sqlite3_column_int64 (row, 4), sqlite3_column_int64 (row, 2));

  return rs_trace_writer_set_meta (self->writer, name, text, self->error);
}

/* --- the file --- */

static gboolean
check_tables (Import *self)
{
  static const char *const tables[] = { "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                        "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS" };

  if (sqlite3_exec (self->db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) != SQLITE_OK)
    return fail (self);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (has_table (self, tables[i]))
      return TRUE;
  g_set_error (self->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
               "%s: it has none of the tables that nsys writes of what ran on a GPU (%s, NVTX_EVENTS, ...)", self->path,
               tables[0]);
  return FALSE;
}

static gboolean
read_file (Import *self)
{
  g_autofree char *wall = NULL;

  if (!check_tables (self) || !read_table (self, "StringIds", "id value", 2, add_string)
      || !read_table (self, "ThreadNames", "globalTid nameId", 2, add_thread)
      || !read_table (self, "TARGET_INFO_GPU", "id name smCount computeMajor computeMinor", 1, add_device)
      || !read_table (
          self, "CUPTI_ACTIVITY_KIND_KERNEL",
          "start end deviceId streamId correlationId globalPid shortName demangledName gridX gridY gridZ blockX blockY "
          "blockZ registersPerThread staticSharedMemory dynamicSharedMemory",
          2, add_kernel)
      || !read_table (self, "CUPTI_ACTIVITY_KIND_MEMCPY",
                      "start end deviceId streamId correlationId globalPid bytes copyKind", 2, add_copy)
      || !read_table (self, "CUPTI_ACTIVITY_KIND_MEMSET", "start end deviceId streamId correlationId globalPid bytes",
                      2, add_fill)
      || !read_table (self, "CUPTI_ACTIVITY_KIND_RUNTIME", "start end globalTid correlationId nameId returnValue", 2,
                      add_call)
      || !read_table (self, "NVTX_EVENTS", "start end globalTid text textId eventType", 1, add_range))
    return FALSE;
  wall = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (self->last, 0));
  return rs_trace_writer_set_meta (self->writer, "program", self->path, self->error)
         && rs_trace_writer_set_meta (self->writer, "imported", self->path, self->error)
         && rs_trace_writer_set_meta (self->writer, "wall", wall, self->error);
}

/* Any file may be given: it is only read, and lengths are bounded. */
static gboolean
open_file (Import *self)
{
  if (sqlite3_open_v2 (self->path, &self->db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
    return fail (self);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
  return TRUE;
}

gboolean
rs_nsys_import (const char *path, const char *trace, GError **error)
{
  g_autoptr (GError) reason = NULL;
  Import self = { .path = path, .error = &reason };
  gboolean done = open_file (&self);

  self.writer = done ? rs_trace_writer_create (trace, 0, &reason) : NULL;
  self.strings = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self.texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.by_id = g_ptr_array_new ();
  self.tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self.threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  done = self.writer != NULL && read_file (&self);
  g_hash_table_unref (self.strings);
  g_hash_table_unref (self.texts);
  g_ptr_array_unref (self.by_id);
  g_hash_table_unref (self.tracks);
  g_hash_table_unref (self.launches);
  g_hash_table_unref (self.threads);
  sqlite3_close (self.db);
  if (self.writer != NULL && !done)
    rs_trace_writer_drop (self.writer);
  if (self.writer != NULL && !rs_trace_writer_close (self.writer, done, done ? &reason : NULL))
    done = FALSE;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&reason));
  return done;
}
