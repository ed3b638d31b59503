/* The file of a document: it is read in pieces, written, and watched for what other programs do to it.
 *
 * GtkSourceFileLoader and GtkSourceFileSaver are not used: the one leaves a byte order mark in the text, the other
 * gives all lines one end, whatever they had. Text that is not UTF-8 is read as Latin-1, as the compiler does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/document-private.h"

#include "ide/analysis/open-texts.h"

#include <glib/gi18n.h>

/* Another program may write a file in several steps; it is looked at when they are over. */
#define MONITOR_DELAY_MS 300
/* Bytes that are put into the buffer at once; the window lives on in between: it is drawn before the next piece, but
 * lines that do not show are laid out when all pieces are there. */
#define PIECE_BYTES 65536
#define PIECE_PRIORITY (GDK_PRIORITY_REDRAW + 1)

/* --- changes by other programs --- */

/* Whether the file is another one, or gone. */
static gboolean
differs_on_disk (RsDocument *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info
      = g_file_query_info (self->file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, &error);

  return info != NULL ? g_strcmp0 (g_file_info_get_etag (info), self->etag) != 0
                      : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static gboolean
on_monitor_time (gpointer data)
{
  RsDocument *self = data;

  self->monitor_source = 0;
  if (self->loading || self->saving || !differs_on_disk (self))
    return G_SOURCE_REMOVE;
  self->changed_on_disk = TRUE;
  g_signal_emit (self, rs_document_signals[RS_DOCUMENT_EXTERNALLY_MODIFIED], 0);
  return G_SOURCE_REMOVE;
}

/* Not later for further events: a file that is written all the time would never be looked at. */
static void
look_soon (RsDocument *self)
{
  if (self->monitor_source == 0)
    self->monitor_source = g_timeout_add (MONITOR_DELAY_MS, on_monitor_time, self);
}

static void
watch_file (RsDocument *self)
{
  GFile *location = rs_document_get_file (self);

  g_clear_object (&self->monitor);
  if (location == NULL)
    return;
  self->monitor = g_file_monitor_file (location, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (look_soon), self);
}

/* --- reading --- */

static void
end_opening (RsDocument *self, gboolean is_read)
{
  self->opening = FALSE;
  g_signal_emit (self, rs_document_signals[RS_DOCUMENT_OPENED], 0, is_read);
}

/* A text on its way into the buffer. */
typedef struct Loading {
  GTask *task;      /* owned; of the document */
  RsTextFile *file; /* owned */
  gsize done;       /* bytes */
  guint source;     /* of the next piece */
} Loading;

static void
end_loading (Loading *loading)
{
  RsDocument *self = g_task_get_source_object (loading->task);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;

  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_set_modified (buffer, FALSE);
  rs_document_set_names (self, self->file);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  rs_document_find_recovered (self, self->file);
  self->loading = NULL;
  rs_open_texts_tell (self);
  watch_file (self);
  look_soon (self); /* it may have changed while it was read */
  end_opening (self, TRUE);
  g_task_return_boolean (loading->task, TRUE);
  g_object_unref (loading->task);
  g_source_remove (loading->source);
  rs_text_file_free (loading->file);
  g_free (loading);
}

/* Where the next piece ends: not within a character, nor within \r\n, which the buffer would take for two lines. */
static gsize
find_piece_end (const Loading *loading)
{
  const char *text = loading->file->text;
  gsize end = MIN (loading->done + PIECE_BYTES, loading->file->length);

  while (end < loading->file->length && (((guchar)text[end] & 0xc0) == 0x80 || text[end] == '\n'))
    end++;
  return end;
}

/* A copy of each piece, since GTK 4.8 tells screen readers of all that follows in memory up to a zero byte. */
static void
load_piece (Loading *loading)
{
  GtkTextBuffer *buffer = g_task_get_source_object (loading->task);
  gsize end = find_piece_end (loading);
  g_autofree char *piece = g_strndup (loading->file->text + loading->done, end - loading->done);
  GtkTextIter at;

  gtk_text_buffer_get_end_iter (buffer, &at);
  gtk_text_buffer_insert (buffer, &at, piece, (int)(end - loading->done));
  loading->done = end;
  if (end == loading->file->length)
    end_loading (loading);
}

static gboolean
on_piece_time (gpointer data)
{
  load_piece (data);
  return G_SOURCE_CONTINUE;
}

static void
begin_loading (RsDocument *self, GTask *task, RsTextFile *file)
{
  g_set_object (&self->file, g_task_get_task_data (task));
  g_free (self->etag);
  self->etag = g_steal_pointer (&file->etag);
  self->form = file->form;
  self->changed_on_disk = FALSE;
  self->opening = TRUE;
  self->loading = g_new0 (Loading, 1);
  *self->loading = (Loading){ .task = task, .file = file };
  rs_document_set_is_colored (self, file->length, file->longest_line);
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self), "", 0);
  self->loading->source = g_idle_add_full (PIECE_PRIORITY, on_piece_time, self->loading, NULL);
  load_piece (self->loading);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  RsDocument *self = g_task_get_source_object (task);
  GError *error = NULL;
  RsTextFile *file = rs_text_file_read_finish (G_FILE (object), result, &error);

  if (file == NULL)
    {
      end_opening (self, FALSE);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  /* It was asked for twice. */
  while (self->loading != NULL)
    load_piece (self->loading);
  begin_loading (self, task, file);
}

void
rs_document_load_async (RsDocument *self, GFile *file, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  self->opening = TRUE;
  rs_text_file_read_async (file, on_read, task);
}

gboolean
rs_document_is_opening (RsDocument *self)
{
  return self->opening;
}

gboolean
rs_document_has_changed_on_disk (RsDocument *self)
{
  return self->changed_on_disk;
}

gboolean
rs_document_load_finish (RsDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- writing --- */

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  RsDocument *self = g_task_get_source_object (task);
  g_autofree char *etag = NULL;
  g_autoptr (GError) error = NULL;

  self->saving = FALSE;
  if (!rs_text_file_write_finish (G_FILE (object), result, &etag, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
        g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                                 _ ("Another program has changed “%s” since it was opened"), self->title);
      else
        g_task_return_error (task, g_steal_pointer (&error));
      watch_file (self);
      return;
    }
  g_set_object (&self->file, G_FILE (object));
  g_free (self->etag);
  self->etag = g_steal_pointer (&etag);
  self->changed_on_disk = FALSE;
  /* What was typed while the file was being written is not in it. */
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self), self->changed_while_saving);
  rs_document_set_names (self, self->file);
  if (!gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self)))
    rs_document_drop_swap (self);
  watch_file (self);
  g_task_return_boolean (task, TRUE);
}

void
rs_document_save_async (RsDocument *self, GFile *file, gboolean force, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (self->opening || (file == NULL && self->file == NULL))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                               self->opening ? _ ("“%s” is still being read") : _ ("“%s” has no file name yet"),
                               self->title);
      g_object_unref (task);
      return;
    }
  g_clear_object (&self->monitor);
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  text = rs_document_dup_text (self);
  bytes = rs_text_file_encode (text, &self->form);
  self->saving = TRUE;
  self->changed_while_saving = FALSE;
  rs_text_file_write_async (file != NULL ? file : self->file, bytes, file == NULL && !force ? self->etag : NULL,
                            on_saved, task);
}

gboolean
rs_document_save_finish (RsDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

GFile *
rs_file_dup_moved (GFile *file, GFile *old, GFile *new)
{
  g_autofree char *inside = NULL;

  if (g_file_equal (file, old))
    return g_object_ref (new);
  inside = g_file_get_relative_path (old, file);
  return inside != NULL ? g_file_resolve_relative_path (new, inside) : NULL;
}

void
rs_document_move (RsDocument *self, GFile *file)
{
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  g_set_object (&self->file, file);
  rs_document_set_names (self, file);
  watch_file (self);
}
