/* Reading chunks, with a small cache.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/chunk-reader.h"

#define MOST_DAMAGE 50u

struct _RsChunkReader {
  sqlite3 *db;
  sqlite3_stmt *read, *version;
  gint64 seen_version;
  gint n_interrupts; /* atomic */
  RsChunkIndex *index;
  RsPlaceCache *places;
  RsOpenChunk *slots[RS_CHUNK_READER_SLOTS]; /* by index modulo RS_CHUNK_READER_SLOTS */
  GPtrArray *damage;                         /* of char *, and a NULL */
  guint8 *spare;                             /* memory for the bytes of the next chunk; NULL: none */
  gsize spare_capacity;
};

void
rs_chunk_reader_interrupt (RsChunkReader *self)
{
  g_atomic_int_inc (&self->n_interrupts);
}

gint
rs_chunk_reader_count_interrupts (const RsChunkReader *self)
{
  return g_atomic_int_get (&self->n_interrupts);
}

void
rs_chunk_reader_close (RsChunkReader *self, RsOpenChunk *open)
{
  if (open == NULL || !g_atomic_ref_count_dec (&open->ref_count))
    return;
  if (open->capacity > self->spare_capacity)
    {
      g_free (self->spare);
      self->spare = g_steal_pointer (&open->bytes);
      self->spare_capacity = open->capacity;
    }
  rs_chunk_clear (&open->chunk);
  g_free (open->bytes);
  g_free (open->by_number);
  g_free (open);
}

RsChunkReader *
rs_chunk_reader_new (sqlite3 *db)
{
  RsChunkReader *self = g_new0 (RsChunkReader, 1);

  self->db = db;
  self->places = rs_place_cache_new (db);
  self->damage = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->damage, NULL);
  return self;
}

void
rs_chunk_reader_free (RsChunkReader *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->read);
  sqlite3_finalize (self->version);
  for (guint i = 0; i < RS_CHUNK_READER_SLOTS; i++)
    rs_chunk_reader_close (self, self->slots[i]);
  g_free (self->spare);
  rs_chunk_index_unref (self->index);
  rs_place_cache_free (self->places);
  g_ptr_array_unref (self->damage);
  g_free (self);
}

sqlite3 *
rs_chunk_reader_get_db (RsChunkReader *self)
{
  return self->db;
}

RsPlaceCache *
rs_chunk_reader_get_places (RsChunkReader *self)
{
  return self->places;
}

const char *const *
rs_chunk_reader_get_damage (RsChunkReader *self)
{
  if (self->index != NULL && self->index->damage != NULL)
    {
      rs_chunk_reader_note_damage (self, self->index->damage);
      g_clear_pointer (&self->index->damage, g_free);
    }
  return (const char *const *)self->damage->pdata;
}

void
rs_chunk_reader_note_damage (RsChunkReader *self, const char *sentence)
{
  guint last = self->damage->len - 1;

  if (last > MOST_DAMAGE)
    return;
  for (guint i = 0; i < last; i++)
    if (g_strcmp0 (self->damage->pdata[i], sentence) == 0)
      return;
  self->damage->pdata[last] = last == MOST_DAMAGE ? g_strdup ("there is more damage") : g_strdup (sentence);
  g_ptr_array_add (self->damage, NULL);
}

/* Changes when another connection has written to the file. */
static gint64
read_version (RsChunkReader *self)
{
  gint64 version = -1;

  if (self->version == NULL)
    sqlite3_prepare_v3 (self->db, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT, &self->version, NULL);
  if (self->version != NULL && sqlite3_step (self->version) == SQLITE_ROW)
    version = sqlite3_column_int64 (self->version, 0);
  if (self->version != NULL)
    sqlite3_reset (self->version);
  return version;
}

RsChunkIndex *
rs_chunk_reader_get_index (RsChunkReader *self)
{
  gint64 version = read_version (self);

  if (self->index != NULL && version == self->seen_version)
    return self->index;
  rs_chunk_reader_get_damage (self);
  rs_chunk_index_unref (self->index);
  rs_place_cache_refresh (self->places);
  self->seen_version = version;
  self->index = rs_chunk_index_new (self->db);
  return self->index;
}

static void
damaged (RsChunkReader *self, guint index, const char *reason)
{
  g_autofree char *sentence = g_strdup_printf ("chunk %u is damaged (%s); its events are missing", index + 1, reason);

  rs_chunk_reader_note_damage (self, sentence);
}

/* Memory for so many bytes of a chunk. */
static void
provide_bytes (RsChunkReader *self, RsOpenChunk *open, gsize length)
{
  if (self->spare_capacity >= length)
    {
      open->bytes = g_steal_pointer (&self->spare);
      open->capacity = self->spare_capacity;
      self->spare_capacity = 0;
      return;
    }
  open->bytes = g_malloc (length);
  open->capacity = length;
}

/* Copies a chunk's bytes and sets *length; bytes stays NULL when there are none. Returns a code of SQLite. */
static int
read_bytes (RsChunkReader *self, RsOpenChunk *open, gsize *length)
{
  int code = SQLITE_OK;

  if (self->read == NULL)
    code = sqlite3_prepare_v3 (self->db, "SELECT data FROM chunks WHERE id = ?", -1, SQLITE_PREPARE_PERSISTENT,
                               &self->read, NULL);
  if (code != SQLITE_OK)
    return code;
  sqlite3_bind_int64 (self->read, 1, (gint64)open->index + 1);
  if (sqlite3_step (self->read) == SQLITE_ROW && sqlite3_column_type (self->read, 0) == SQLITE_BLOB)
    {
      const void *data = sqlite3_column_blob (self->read, 0);

      *length = (gsize)sqlite3_column_bytes (self->read, 0);
      if (data != NULL)
        {
          provide_bytes (self, open, *length);
          memcpy (open->bytes, data, *length);
        }
    }
  return sqlite3_reset (self->read);
}

static RsOpenChunk *
read_chunk (RsChunkReader *self, const RsChunkEntry *entry, guint index, int *code)
{
  RsOpenChunk *open = g_new0 (RsOpenChunk, 1);
  const char *wrong = NULL;
  gsize length = 0;

  g_atomic_ref_count_init (&open->ref_count);
  open->index = index;
  open->first = entry->first;
  *code = read_bytes (self, open, &length);
  if (open->bytes == NULL)
    wrong = "it has no data";
  else
    wrong = rs_chunk_decode (&open->chunk, open->bytes, length);
  /* A chunk may have grown since the index was read. */
  if (wrong == NULL && open->chunk.n < entry->n)
    wrong = "it has too few events";
  if (wrong == NULL)
    return open;
  rs_chunk_reader_close (self, open);
  if (*code == SQLITE_OK || *code == SQLITE_CORRUPT || *code == SQLITE_TOOBIG)
    {
      damaged (self, index, *code == SQLITE_OK ? wrong : "its pages are damaged");
      *code = SQLITE_OK;
    }
  return NULL;
}

RsOpenChunk *
rs_chunk_reader_open (RsChunkReader *self, const RsChunkIndex *chunks, guint index, gboolean keeps, int *code)
{
  g_assert (index < chunks->chunks->len);

  RsOpenChunk **slot = &self->slots[index % RS_CHUNK_READER_SLOTS];
  const RsChunkEntry *entry = &g_array_index (chunks->chunks, RsChunkEntry, index);

  *code = SQLITE_OK;
  if (*slot == NULL || (*slot)->index != index || (*slot)->chunk.n < entry->n)
    {
      RsOpenChunk *open = read_chunk (self, entry, index, code);

      if (open == NULL || !keeps)
        return open;
      rs_chunk_reader_close (self, *slot);
      *slot = open;
    }
  g_atomic_ref_count_inc (&(*slot)->ref_count);
  return *slot;
}

typedef struct {
  gint64 number;
  guint16 row;
} Numbered;

static int
compare_numbered (gconstpointer a, gconstpointer b)
{
  const Numbered *p = a, *q = b;

  if (p->number != q->number)
    return p->number < q->number ? -1 : 1;
  return (int)p->row - (int)q->row;
}

const guint16 *
rs_open_chunk_get_by_number (RsOpenChunk *self)
{
  g_autofree Numbered *rows = NULL;

  if (self->by_number != NULL)
    return self->by_number;
  rows = g_new (Numbered, self->chunk.n);
  for (guint i = 0; i < self->chunk.n; i++)
    rows[i] = (Numbered){ rs_chunk_get (&self->chunk, RS_CHUNK_A, i), (guint16)i };
  qsort (rows, self->chunk.n, sizeof *rows, compare_numbered);
  self->by_number = g_new (guint16, self->chunk.n);
  for (guint i = 0; i < self->chunk.n; i++)
    self->by_number[i] = rows[i].row;
  return self->by_number;
}
