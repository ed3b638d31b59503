/* Writing a trace file.
 *
 * Events fill a chunk. It is written when it is full, and at each commit as far as it goes, later to be replaced: its
 * events keep their ids, and what the other tables say of it only grows.
 *
 * Each commit writes whole pages again, of which the log keeps every version: a slow program commits often and fills a
 * small disk with versions of the same few pages. So where the disk gets tight the log is folded into the file, while
 * there is still room for what it adds to it.
 *
 * One transaction is open from the first insert after a commit to the next commit. The file is in WAL mode while it is
 * written, so that readers see every commit and a killed process leaves a readable file; closing folds the log into
 * the file and leaves one plain file behind.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/writer.h"

#include "profiler/store/claim.h"
#include "profiler/store/sums/place-table.h"
#include "profiler/store/sums/sums.h"

#include <math.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define SMALL_DISK ((guint64)16 << 20) /* bytes; a table takes a page at least, in the file and in the log */
#define COMMIT_BYTES ((guint64)128 << 10) /* what a commit of the recorder may need */
#define COMMIT_EVENTS 262144              /* some 6 MB; each commit writes the last pages of all tables anew */
#define COMMIT_SHARE 128  /* free bytes of a small disk for an event: 20 and more are written, twice, by two commits */
#define LEAST_COMMIT 1024 /* events */

struct _RsTraceWriter {
  RsTraceClaim *claim;
  gboolean is_dropped;       /* the trace goes when the writer does */
  guint commit_size;         /* events */
  char *path;
  sqlite3 *db;
  gint64 origin;
  gint64 n_events;           /* in chunks that are full */
  gint64 n_chunks;           /* that are full */
  gint64 n_committed;        /* events */
  gboolean in_transaction;
  gboolean failed;
  RsChunkBuilder *builder;   /* the chunk at hand */
  guint fed;                 /* its events that the levels have */
  RsPlaceTable *places;
  RsTraceSums *sums;
  sqlite3_stmt *begin, *commit;
  sqlite3_stmt *add_chunk, *add_part, *add_numbers, *add_string, *add_track, *set_meta;
  sqlite3_stmt *add_measured[RS_N_MEASURED_TABLES]; /* NULL: the table is not there */
};

static gboolean
fail (RsTraceWriter *self, int code, GError **error)
{
  if (!self->failed)
    rs_trace_set_error (error, self->db, code, self->path);
  self->failed = TRUE;
  return FALSE;
}

static int
run (sqlite3_stmt *statement)
{
  sqlite3_step (statement);
  return sqlite3_reset (statement);
}

static int
prepare_all (RsTraceWriter *self)
{
  const struct {
    sqlite3_stmt **statement;
    const char *sql;
  } all[] = {
    { &self->begin, "BEGIN" },
    { &self->commit, "COMMIT" },
    { &self->add_chunk, "INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)" },
    { &self->add_part, "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)" },
    { &self->add_numbers, "INSERT OR REPLACE INTO directory VALUES (?, ?, ?, ?)" },
    { &self->add_string, "INSERT OR IGNORE INTO strings VALUES (?, ?)" },
    { &self->add_track, "INSERT INTO tracks (id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name" },
    { &self->set_meta, "INSERT OR REPLACE INTO meta VALUES (?, ?)" },
  };
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < G_N_ELEMENTS (all); i++)
    code = sqlite3_prepare_v3 (self->db, all[i].sql, -1, SQLITE_PREPARE_PERSISTENT, all[i].statement, NULL);
  if (code == SQLITE_OK)
    self->places = rs_place_table_new (self->db, &code);
  if (code == SQLITE_OK)
    self->sums = rs_trace_sums_new (self->db, &code);
  return code;
}

static void
writer_free (RsTraceWriter *self)
{
  rs_trace_sums_free (self->sums);
  rs_place_table_free (self->places);
  rs_chunk_builder_free (self->builder);
  sqlite3_finalize (self->begin);
  sqlite3_finalize (self->commit);
  sqlite3_finalize (self->add_chunk);
  sqlite3_finalize (self->add_part);
  sqlite3_finalize (self->add_numbers);
  sqlite3_finalize (self->add_string);
  sqlite3_finalize (self->add_track);
  sqlite3_finalize (self->set_meta);
  for (guint i = 0; i < RS_N_MEASURED_TABLES; i++)
    sqlite3_finalize (self->add_measured[i]);
  sqlite3_close (self->db);
  if (self->is_dropped)
    rs_trace_claim_drop (self->claim);
  else
    rs_trace_claim_keep (self->claim);
  rs_trace_claim_free (self->claim);
  g_free (self->path);
  g_free (self);
}

/* Bytes that the disk of a file has left. */
static guint64
get_free_bytes (const char *path)
{
  struct statvfs disk;

  return statvfs (path, &disk) == 0 ? (guint64)disk.f_bavail * disk.f_frsize : G_MAXUINT64;
}

RsTraceWriter *
rs_trace_writer_create (const char *path, gint64 origin, GError **error)
{
  g_autofree char *setup = NULL;
  RsTraceWriter *self;
  RsTraceClaim *claim;
  guint64 free_bytes;
  int code;

  claim = rs_trace_claim_new (path, error);
  if (claim == NULL)
    return NULL;
  self = g_new0 (RsTraceWriter, 1);
  free_bytes = get_free_bytes (rs_trace_claim_get_path (claim));
  self->commit_size = (guint)CLAMP (free_bytes / COMMIT_SHARE, LEAST_COMMIT, COMMIT_EVENTS);
  /* Nothing waits for the disk: what is written survives the end of the process, not that of the machine. A short
   * program would wait longer for its trace than it runs. */
  setup = g_strdup_printf ("PRAGMA synchronous = OFF; PRAGMA page_size = %d; PRAGMA journal_mode = WAL;"
                           "PRAGMA cache_size = -2048;"
                           "PRAGMA wal_autocheckpoint = 2000; PRAGMA temp_store = MEMORY;",
                           free_bytes < SMALL_DISK ? 1024 : 8192);
  self->claim = claim;
  self->path = g_strdup (rs_trace_claim_get_path (claim));
  self->origin = origin;
  self->builder = rs_chunk_builder_new ();
  code
      = sqlite3_open_v2 (self->path, &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->db, setup, NULL, NULL, NULL);
  if (code == SQLITE_OK)
    code = rs_trace_schema_create (self->db, RS_TRACE_SCHEMA_VERSION);
  if (code == SQLITE_OK)
    code = prepare_all (self);
  if (code == SQLITE_OK)
    return self;
  rs_trace_set_error (error, self->db, code, path);
  self->is_dropped = TRUE;
  writer_free (self);
  return NULL;
}

static int
begin (RsTraceWriter *self)
{
  int code = SQLITE_OK;

  if (!self->in_transaction)
    code = run (self->begin);
  self->in_transaction = code == SQLITE_OK;
  return code;
}

static gboolean
add_text (RsTraceWriter *self, sqlite3_stmt *statement, guint32 id, const char *text, GError **error)
{
  int code;

  if (self->failed)
    return FALSE;
  code = begin (self);
  if (code == SQLITE_OK)
    {
      sqlite3_bind_int64 (statement, 1, id);
      /* Readers in other languages fail on text that is no UTF-8. */
      sqlite3_bind_text (statement, 2, g_utf8_make_valid (text, -1), -1, g_free);
      code = run (statement);
    }
  return code == SQLITE_OK || fail (self, code, error);
}

gboolean
rs_trace_writer_add_string (RsTraceWriter *self, guint32 id, const char *text, GError **error)
{
  g_assert (id != 0);
  return add_text (self, self->add_string, id, text, error);
}

gboolean
rs_trace_writer_add_track (RsTraceWriter *self, guint32 id, const char *name, GError **error)
{
  g_assert (id != 0);
  rs_trace_sums_add_track (self->sums, id);
  return add_text (self, self->add_track, id, name, error);
}

gboolean
rs_trace_writer_set_meta (RsTraceWriter *self, const char *name, const char *value, GError **error)
{
  int code;

  if (self->failed)
    return FALSE;
  code = begin (self);
  if (code == SQLITE_OK)
    {
      sqlite3_bind_text (self->set_meta, 1, name, -1, SQLITE_TRANSIENT);
      sqlite3_bind_text (self->set_meta, 2, g_utf8_make_valid (value, -1), -1, g_free);
      code = run (self->set_meta);
    }
  return code == SQLITE_OK || fail (self, code, error);
}

static int
write_row (sqlite3_stmt *statement, const gint64 *values, guint n)
{
  for (guint i = 0; i < n; i++)
    sqlite3_bind_int64 (statement, (int)i + 1, values[i]);
  return run (statement);
}

/* Rows of an earlier state of the chunk are replaced; a chunk that grows loses no slice. */
static int
write_chunk_facts (RsTraceWriter *self, gint64 id, const RsBuiltChunk *chunk)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < chunk->n_slices; i++)
    {
      const RsChunkSlice *slice = &chunk->slices[i];
      const gint64 values[] = { slice->track, slice->class, id, slice->first, slice->n,
                                chunk->spans[slice->first].start, chunk->latest[i] };

      code = write_row (self->add_part, values, G_N_ELEMENTS (values));
    }
  for (guint i = 0; code == SQLITE_OK && i < chunk->n_numbers; i++)
    {
      const RsChunkNumbers *numbers = &chunk->numbers[i];
      const gint64 values[] = { numbers->kind, id, numbers->least, numbers->greatest };

      code = write_row (self->add_numbers, values, G_N_ELEMENTS (values));
    }
  return code;
}

/* Writes the chunk at hand as it is. */
static int
write_chunk (RsTraceWriter *self)
{
  gint64 id = self->n_chunks + 1;
  const RsBuiltChunk *chunk;
  int code;

  if (rs_chunk_builder_get_n (self->builder) == self->fed)
    return SQLITE_OK;
  chunk = rs_chunk_builder_build (self->builder);
  rs_trace_sums_add_chunk (self->sums, chunk, self->fed);
  self->fed = chunk->n;
  sqlite3_bind_blob (self->add_chunk, 7, chunk->bytes, (int)chunk->length, SQLITE_STATIC);
  code = write_row (self->add_chunk,
                    (const gint64[]){ id, self->n_events + 1, chunk->n, (gint64)chunk->facts.kinds,
                                      chunk->facts.least, chunk->facts.latest }, 6);
  return code == SQLITE_OK ? write_chunk_facts (self, id, chunk) : code;
}

static int
close_chunk (RsTraceWriter *self)
{
  int code = write_chunk (self);

  self->n_chunks++;
  self->n_events += rs_chunk_builder_get_n (self->builder);
  self->fed = 0;
  rs_chunk_builder_reset (self->builder);
  return code == SQLITE_OK && rs_trace_sums_is_full (self->sums) ? rs_trace_sums_flush (self->sums, FALSE) : code;
}

static gint64
since_origin (const RsTraceWriter *self, gint64 time)
{
  gint64 since;

  if (__builtin_sub_overflow (time, self->origin, &since))
    return time < 0 ? -RS_CHUNK_TIME_LIMIT : RS_CHUNK_TIME_LIMIT;
  return rs_trace_clamp_time (since);
}

static int
add_event (RsTraceWriter *self, RsTraceEvent *event)
{
  guint32 place = 0;
  int code;

  event->start = since_origin (self, event->start);
  event->end = MAX (since_origin (self, event->end), event->start);
  code = rs_place_table_add (self->places, event, &place);
  if (code != SQLITE_OK)
    return code;
  rs_trace_sums_add (self->sums, event);
  rs_chunk_builder_add (self->builder, event, place);
  return rs_chunk_builder_get_n (self->builder) == RS_CHUNK_CAPACITY ? close_chunk (self) : SQLITE_OK;
}

gboolean
rs_trace_writer_add_events (RsTraceWriter *self, const RsTraceEvent *events, gsize n, GError **error)
{
  int code;

  if (self->failed)
    return FALSE;
  code = begin (self);
  for (gsize i = 0; code == SQLITE_OK && i < n; i++)
    {
      RsTraceEvent event = events[i];

      code = add_event (self, &event);
    }
  return code == SQLITE_OK || fail (self, code, error);
}

gboolean
rs_trace_writer_add_sums (RsTraceWriter *self, const RsTotalRow *sums, const RsTraceEvent *key, GError **error)
{
  int code;

  g_assert (sums->n >= 0);
  if (self->failed)
    return FALSE;
  code = begin (self);
  if (code == SQLITE_OK)
    code = rs_place_table_add_sums (self->places, sums, key);
  return code == SQLITE_OK || fail (self, code, error);
}

/* The statement that adds a row. Traces without such a table stay what older versions read. */
static int
find_table (RsTraceWriter *self, RsMeasuredTable table, sqlite3_stmt **statement)
{
  const RsMeasuredTableKind *kind = &rs_trace_measured_tables[table];
  int code = SQLITE_OK;

  if (self->add_measured[table] == NULL)
    {
      code = sqlite3_exec (self->db, kind->sql, NULL, NULL, NULL);
      if (code == SQLITE_OK)
        code = sqlite3_prepare_v3 (self->db, kind->insert, -1, SQLITE_PREPARE_PERSISTENT, &self->add_measured[table],
                                   NULL);
    }
  *statement = self->add_measured[table];
  return code;
}

static int
write_metric (sqlite3_stmt *statement, const RsMetricValue *value)
{
  const gint64 values[] = { value->launch, value->part, value->metric, 0,           value->unit,
                            value->kernel, value->file, value->line,   value->shape };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (statement, (int)i + 1, values[i]);
  sqlite3_bind_double (statement, 4, value->value);
  return run (statement);
}

gboolean
rs_trace_writer_add_metric (RsTraceWriter *self, const RsMetricValue *value, GError **error)
{
  sqlite3_stmt *statement;
  int code;

  if (self->failed)
    return FALSE;
  if (!isfinite (value->value))
    return TRUE;
  code = begin (self);
  if (code == SQLITE_OK)
    code = find_table (self, RS_MEASURED_METRICS, &statement);
  if (code == SQLITE_OK)
    code = write_metric (statement, value);
  return code == SQLITE_OK || fail (self, code, error);
}

static int
write_line_value (sqlite3_stmt *statement, const RsLineValue *value)
{
  const gint64 values[] = { value->launch, value->function, value->source, value->source_line, value->what,
                            value->value,  value->kernel,   value->file,   value->line,        value->shape };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (statement, (int)i + 1, values[i]);
  return run (statement);
}

gboolean
rs_trace_writer_add_line_value (RsTraceWriter *self, RsLineTable table, const RsLineValue *value, GError **error)
{
  sqlite3_stmt *statement;
  int code;

  g_assert (table < RS_N_LINE_TABLES);
  if (self->failed)
    return FALSE;
  code = begin (self);
  if (code == SQLITE_OK)
    code = find_table (self, table == RS_LINE_STALLS ? RS_MEASURED_STALLS : RS_MEASURED_COUNTS, &statement);
  if (code == SQLITE_OK)
    code = write_line_value (statement, value);
  return code == SQLITE_OK || fail (self, code, error);
}

static int
write_curve (sqlite3_stmt *statement, const RsCurveValue *value, gint64 start, gint64 end)
{
  const gint64 values[] = { value->launch, value->metric, start,       end,         0,
                            value->unit,   value->kernel, value->file, value->line, value->shape };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (statement, (int)i + 1, values[i]);
  sqlite3_bind_double (statement, 5, value->value);
  return run (statement);
}

gboolean
rs_trace_writer_add_curve (RsTraceWriter *self, const RsCurveValue *value, GError **error)
{
  sqlite3_stmt *statement;
  int code;

  if (self->failed)
    return FALSE;
  if (!isfinite (value->value))
    return TRUE;
  code = begin (self);
  if (code == SQLITE_OK)
    code = find_table (self, RS_MEASURED_CURVES, &statement);
  if (code == SQLITE_OK)
    code = write_curve (statement, value, since_origin (self, value->start), since_origin (self, value->end));
  return code == SQLITE_OK || fail (self, code, error);
}

static gboolean
set_meta_integer (RsTraceWriter *self, const char *name, gint64 value, GError **error)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value);
  return rs_trace_writer_set_meta (self, name, text, error);
}

static void
fold_log_if_tight (RsTraceWriter *self)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  struct stat facts;

  if (stat (log, &facts) == 0 && facts.st_size > 0
      && get_free_bytes (self->path) < 2 * (guint64)facts.st_size + COMMIT_BYTES)
    sqlite3_exec (self->db, "PRAGMA wal_checkpoint (TRUNCATE)", NULL, NULL,
                  NULL); /* a reader may be in the way, until later */
}

static gboolean
commit (RsTraceWriter *self, gboolean finish, GError **error)
{
  int code;

  if (self->failed)
    return FALSE;
  if (!self->in_transaction)
    return TRUE;
  if (!set_meta_integer (self, "last", rs_trace_sums_get_last (self->sums), error)
      || !set_meta_integer (self, "device-busy", rs_trace_sums_get_device_busy (self->sums), error)
      || !set_meta_integer (self, "peak-bytes", rs_trace_sums_get_peak_bytes (self->sums), error))
    return FALSE;
  code = write_chunk (self);
  if (code == SQLITE_OK)
    code = rs_place_table_flush (self->places);
  if (code == SQLITE_OK)
    code = rs_trace_sums_flush (self->sums, finish);
  if (code == SQLITE_OK)
    code = run (self->commit);
  if (code != SQLITE_OK)
    return fail (self, code, error);
  self->in_transaction = FALSE;
  self->n_committed = self->n_events + rs_chunk_builder_get_n (self->builder);
  fold_log_if_tight (self);
  return TRUE;
}

gint64
rs_trace_writer_get_commit_size (const RsTraceWriter *self)
{
  return self->commit_size;
}

gint64
rs_trace_writer_get_n_committed (const RsTraceWriter *self)
{
  return self->n_committed;
}

void
rs_trace_writer_drop (RsTraceWriter *self)
{
  self->is_dropped = TRUE;
}

void
rs_trace_writer_keep (RsTraceWriter *self)
{
  rs_trace_claim_keep (self->claim);
}

gboolean
rs_trace_writer_commit (RsTraceWriter *self, GError **error)
{
  return commit (self, FALSE, error);
}

gboolean
rs_trace_writer_close (RsTraceWriter *self, gboolean complete, GError **error)
{
  gboolean done = !self->failed;

  if (done && complete)
    done = rs_trace_writer_set_meta (self, "complete", "1", error);
  if (done)
    done = commit (self, TRUE, error);
  if (self->failed && sqlite3_get_autocommit (self->db) == 0)
    sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);
  rs_trace_sums_free (g_steal_pointer (&self->sums));
  rs_place_table_free (g_steal_pointer (&self->places));
  /* With a full disk this cannot work; the log then stays beside the file and readers use both. */
  sqlite3_exec (self->db, "PRAGMA wal_checkpoint (TRUNCATE); PRAGMA journal_mode = DELETE;", NULL, NULL, NULL);
  writer_free (self);
  return done;
}
