/* Whether a file is text that the editor can show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define BLOCK 65536

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
inspect (GFile *file, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *block = g_malloc (BLOCK);
  Scan scan = { 0 };
  gssize length;

  if (stream == NULL)
    return FALSE;
  while ((length = g_input_stream_read (G_INPUT_STREAM (stream), block, BLOCK, NULL, error)) > 0)
    if (!scan_block (&scan, block, (gsize)length, error))
      return FALSE;
  return length == 0;
}

static void
inspect_in_thread (GTask *task, gpointer file, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (inspect (file, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
rs_text_file_inspect_async (GFile *file, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, callback, data);

  g_task_run_in_thread (task, inspect_in_thread);
}

gboolean
rs_text_file_inspect_finish (GFile *file, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
