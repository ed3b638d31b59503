/* Files of text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/text-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define BLOCK 65536
#define MARK "\xef\xbb\xbf"

const RsTextForm rs_text_form_default = { .last_end = "\n" };

/* --- reading --- */

/* What has been seen so far. */
typedef struct {
  goffset size;
  gsize line_length;
} Scan;

static gboolean
scan_block (Scan *scan, const char *block, gsize length, GError **error)
{
  const char *p = block, *end = block + length;

  if (memchr (block, '\0', length) != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("it holds bytes that are no text"));
      return FALSE;
    }
  scan->size += (goffset)length;
  while (p < end)
    {
      const char *newline = memchr (p, '\n', (gsize)(end - p));

      scan->line_length += (gsize)((newline != NULL ? newline : end) - p);
      if (scan->line_length > RS_TEXT_FILE_MAX_LINE)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("it has a line of more than %d characters"),
                       RS_TEXT_FILE_MAX_LINE);
          return FALSE;
        }
      if (newline == NULL)
        break;
      scan->line_length = 0;
      p = newline + 1;
    }
  if (scan->size > RS_TEXT_FILE_MAX_BYTES)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("it is larger than %d MiB"),
                   RS_TEXT_FILE_MAX_BYTES >> 20);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_bytes (GFileInputStream *stream, GString *bytes, GError **error)
{
  g_autofree char *block = g_malloc (BLOCK);
  Scan scan = { 0 };
  gssize length;

  while ((length = g_input_stream_read (G_INPUT_STREAM (stream), block, BLOCK, NULL, error)) > 0)
    {
      if (!scan_block (&scan, block, (gsize)length, error))
        return FALSE;
      g_string_append_len (bytes, block, length);
    }
  return length == 0;
}

static void
read_in_thread (GTask *task, gpointer file, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, &error);
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (GFileInfo) info = NULL;
  RsTextFile *self;

  if (stream == NULL || !read_bytes (stream, bytes, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_ETAG_VALUE, NULL, NULL);
  self = rs_text_file_new (bytes->str, bytes->len);
  self->etag = info != NULL ? g_strdup (g_file_info_get_etag (info)) : NULL;
  g_task_return_pointer (task, self, (GDestroyNotify)rs_text_file_free);
}

void
rs_text_file_read_async (GFile *file, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, callback, data);

  g_task_run_in_thread (task, read_in_thread);
}

RsTextFile *
rs_text_file_read_finish (GFile *file, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- bytes to text --- */

/* A text that is nothing but the end of a line keeps it. */
static const char *
find_last_end (const char *text, gsize length)
{
  if (length == 0)
    return "\n";
  if (length > 2 && memcmp (text + length - 2, "\r\n", 2) == 0)
    return "\r\n";
  return length > 1 && text[length - 1] == '\n' && text[length - 2] != '\r' ? "\n" : "";
}

static gboolean
is_crlf (const char *text, gsize length)
{
  const char *end = text + length, *newline = memchr (text, '\n', length);

  for (const char *p = newline; p != NULL; p = memchr (p + 1, '\n', (gsize)(end - p - 1)))
    if (p == text || p[-1] != '\r')
      return FALSE;
  return newline != NULL;
}

gsize
rs_text_find_longest_line (const char *text, gsize length)
{
  const char *end = text + length, *newline;
  gsize longest = 0;

  for (const char *p = text; p < end; p = newline + 1)
    {
      newline = memchr (p, '\n', (gsize)(end - p));
      newline = newline != NULL ? newline : end;
      longest = MAX (longest, (gsize)(newline - p));
    }
  return longest;
}

RsTextFile *
rs_text_file_new (const char *bytes, gsize length)
{
  RsTextFile *self = g_new0 (RsTextFile, 1);

  self->form.has_mark = length >= strlen (MARK) && memcmp (bytes, MARK, strlen (MARK)) == 0;
  if (self->form.has_mark)
    {
      bytes += strlen (MARK);
      length -= strlen (MARK);
    }
  self->form.is_latin1 = !g_utf8_validate (bytes, (gssize)length, NULL);
  self->form.is_crlf = is_crlf (bytes, length);
  self->form.last_end = find_last_end (bytes, length);
  length -= MIN (length, strlen (self->form.last_end));
  if (self->form.is_latin1)
    self->text = g_convert (bytes, (gssize)length, "UTF-8", "ISO-8859-1", NULL, &self->length, NULL);
  else
    {
      self->text = g_strndup (bytes, length);
      self->length = length;
    }
  self->longest_line = rs_text_find_longest_line (self->text, self->length);
  return self;
}

void
rs_text_file_free (RsTextFile *self)
{
  g_free (self->text);
  g_free (self->etag);
  g_free (self);
}

/* --- text to bytes --- */

static gboolean
fits_latin1 (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_utf8_get_char (p) > 0xff)
      return FALSE;
  return TRUE;
}

GBytes *
rs_text_file_encode (const char *text, RsTextForm *form)
{
  GString *bytes = g_string_sized_new (strlen (text) + 8);

  if (form->has_mark)
    g_string_append (bytes, MARK);
  form->is_latin1 = form->is_latin1 && fits_latin1 (text);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (*p == '\n' && form->is_crlf && (p == text || p[-1] != '\r'))
        g_string_append_c (bytes, '\r');
      if (form->is_latin1)
        g_string_append_c (bytes, (char)(guchar)g_utf8_get_char (p));
      else
        g_string_append_len (bytes, p, g_utf8_next_char (p) - p);
    }
  if (*text != '\0')
    g_string_append (bytes, form->last_end);
  return g_string_free_to_bytes (bytes);
}

/* --- writing --- */

typedef struct {
  GBytes *bytes;
  char *old_etag; /* or NULL */
  char *etag;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_bytes_unref (writing->bytes);
  g_free (writing->old_etag);
  g_free (writing->etag);
  g_free (writing);
}

static gboolean
write_bytes (GFile *file, Writing *writing, GError **error)
{
  g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, writing->old_etag, FALSE, G_FILE_CREATE_NONE, NULL, error);
  gsize length;
  const char *bytes = g_bytes_get_data (writing->bytes, &length);

  if (stream == NULL)
    return FALSE;
  if (!g_output_stream_write_all (G_OUTPUT_STREAM (stream), bytes, length, NULL, NULL, error))
    {
      g_autoptr (GCancellable) cancelled = g_cancellable_new ();

      /* Closed in another way, what was written of it would take the place of the file. */
      g_cancellable_cancel (cancelled);
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancelled, NULL);
      return FALSE;
    }
  if (!g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error))
    return FALSE;
  writing->etag = g_file_output_stream_get_etag (stream);
  return TRUE;
}

static void
write_in_thread (GTask *task, gpointer file, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_bytes (file, data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
rs_text_file_write_async (GFile *file, GBytes *bytes, const char *etag, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, callback, data);
  Writing *writing = g_new (Writing, 1);

  *writing = (Writing){ g_bytes_ref (bytes), g_strdup (etag), NULL };
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_in_thread);
}

gboolean
rs_text_file_write_finish (GFile *file, GAsyncResult *result, char **etag, GError **error)
{
  Writing *writing = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *etag = g_steal_pointer (&writing->etag);
  return TRUE;
}
