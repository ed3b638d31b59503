/* The output of a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/output-log.h"

#include <string.h>

#define CHUNK_BYTES (64 * 1024)

typedef struct {
  RsOutputStream stream;
  GString *text;
  guint64 n_lines; /* in it */
} Chunk;

struct _RsOutputLog {

  GMutex lock;
  GQueue chunks;       /* element-type Chunk */
  guint64 start, end;  /* offsets of what is kept */
  guint64 first_line;  /* lines before start */
  guint64 n_lines;     /* lines before end */
};

static void
chunk_free (gpointer data)
{
  Chunk *chunk = data;

  g_string_free (chunk->text, TRUE);
  g_free (chunk);
}

static void
piece_free (gpointer data)
{
  RsOutputPiece *piece = data;

  g_string_free (piece->text, TRUE);
  g_free (piece);
}

static guint64
count_lines (const char *text, gsize length)
{
  guint64 n = 0;

  for (const char *p = text; (p = memchr (p, '\n', length - (gsize)(p - text))) != NULL; p++)
    n++;
  return n;
}

RsOutputLog *
rs_output_log_new (void)
{
  RsOutputLog *self = g_new0 (RsOutputLog, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->chunks);
  return self;
}

void
rs_output_log_free (RsOutputLog *self)
{
  g_queue_clear_full (&self->chunks, chunk_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Under the lock. */
static void
drop_oldest (RsOutputLog *self)
{
  while (self->end - self->start > RS_OUTPUT_LOG_BYTES && self->chunks.length > 1)
    {
      Chunk *chunk = g_queue_pop_head (&self->chunks);

      self->start += chunk->text->len;
      self->first_line += chunk->n_lines;
      chunk_free (chunk);
    }
}

void
rs_output_log_write (RsOutputLog *self, RsOutputStream stream, const char *text, gsize length)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (length > 0)
    {
      Chunk *chunk = g_queue_peek_tail (&self->chunks);
      gsize part;

      if (chunk == NULL || chunk->stream != stream || chunk->text->len >= CHUNK_BYTES)
        {
          chunk = g_new0 (Chunk, 1);
          chunk->stream = stream;
          chunk->text = g_string_new (NULL);
          g_queue_push_tail (&self->chunks, chunk);
        }
      part = MIN (length, CHUNK_BYTES - chunk->text->len);
      g_string_append_len (chunk->text, text, (gssize)part);
      chunk->n_lines += count_lines (text, part);
      self->n_lines += count_lines (text, part);
      self->end += part;
      text += part;
      length -= part;
      drop_oldest (self);
    }
}

static void
add_piece (GPtrArray *pieces, RsOutputStream stream, const char *text, gsize length)
{
  RsOutputPiece *piece = g_new (RsOutputPiece, 1);

  piece->stream = stream;
  piece->text = g_string_new_len (text, (gssize)length);
  g_ptr_array_add (pieces, piece);
}

GPtrArray *
rs_output_log_read (RsOutputLog *self, RsOutputReader *reader, gsize max_bytes, guint64 *n_missed)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (piece_free);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  guint64 offset = self->start;

  *n_missed = 0;
  if (reader->offset < self->start)
    {
      *n_missed = self->first_line - reader->line;
      *reader = (RsOutputReader){ self->start, self->first_line };
    }
  for (GList *item = self->chunks.head; item != NULL && max_bytes > 0; item = item->next)
    {
      const Chunk *chunk = item->data;

      if (reader->offset < offset + chunk->text->len)
        {
          gsize skip = (gsize)(reader->offset - offset);
          gsize length = MIN (chunk->text->len - skip, max_bytes);

          add_piece (pieces, chunk->stream, chunk->text->str + skip, length);
          reader->offset += length;
          reader->line += count_lines (chunk->text->str + skip, length);
          max_bytes -= length;
        }
      offset += chunk->text->len;
    }
  return pieces;
}

gboolean
rs_output_log_has_more (RsOutputLog *self, const RsOutputReader *reader)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return reader->offset < self->end;
}

void
rs_output_log_skip (RsOutputLog *self, RsOutputReader *reader)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  *reader = (RsOutputReader){ self->end, self->n_lines };
}

guint64
rs_output_log_get_n_lines (RsOutputLog *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_lines;
}
