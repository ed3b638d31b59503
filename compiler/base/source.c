/* Source text: reading, decoding, and finding the line of an offset.
 *
 * Lines are found by binary search in a table of line starts that is made once, when the source is made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/source.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

struct _RsSource {
  gatomicrefcount ref_count;
  char *name;
  char *text;
  guint32 length;
  GArray *line_starts; /* of guint32, ascending; the first is 0 */
};

static void
find_lines (RsSource *self)
{
  const char *start = self->text, *end = self->text + self->length;
  guint32 first = 0;

  self->line_starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->line_starts, first);
  while ((start = memchr (start, '\n', (gsize)(end - start))) != NULL)
    {
      guint32 next = (guint32)(++start - self->text);

      g_array_append_val (self->line_starts, next);
    }
}

static char *
decode (const char *text, gsize length, gsize *decoded_length)
{
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  if (g_utf8_validate (text, (gssize)length, NULL))
    {
      *decoded_length = length;
      return g_strndup (text, length);
    }
  return g_convert (text, (gssize)length, "UTF-8", "ISO-8859-1", NULL, decoded_length, NULL);
}

RsSource *
rs_source_new_from_text (const char *name, const char *text, gssize length)
{
  RsSource *self;
  gsize decoded_length = 0;

  g_return_val_if_fail (name != NULL && text != NULL, NULL);

  self = g_new0 (RsSource, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->text = decode (text, length < 0 ? strlen (text) : (gsize)length, &decoded_length);
  self->length = (guint32)decoded_length;
  find_lines (self);
  return self;
}

/* Once, from front to back, and no further than a program may be long: it may be a pipe, or a device without an end. */
RsSource *
rs_source_new_from_stream (FILE *stream, const char *name, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char block[16384];
  gsize n;

  g_return_val_if_fail (stream != NULL && name != NULL, NULL);

  while (text->len <= RS_SOURCE_MAX_BYTES && (n = fread (block, 1, sizeof block, stream)) > 0)
    {
      g_string_append_len (text, block, (gssize)n);
      if (memchr (block, 0, n) != NULL)
        {
          g_set_error (error, G_CONVERT_ERROR, G_CONVERT_ERROR_ILLEGAL_SEQUENCE,
                       "%s: this is not a text file (it holds NUL bytes)", name);
          return NULL;
        }
    }
  if (ferror (stream))
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "%s can't be read: %s", name,
                   g_strerror (errno));
      return NULL;
    }
  if (text->len > RS_SOURCE_MAX_BYTES)
    {
      g_set_error (error, G_CONVERT_ERROR, G_CONVERT_ERROR_FAILED, "%s: the file is larger than %u MB", name,
                   RS_SOURCE_MAX_BYTES >> 20);
      return NULL;
    }
  return rs_source_new_from_text (name, text->str, (gssize)text->len);
}

RsSource *
rs_source_new_from_file (const char *path, GError **error)
{
  RsSource *self;
  FILE *file;

  g_return_val_if_fail (path != NULL, NULL);

  file = g_fopen (path, "rbe");
  if (file == NULL)
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "%s can't be opened: %s", path,
                   g_strerror (errno));
      return NULL;
    }
  self = rs_source_new_from_stream (file, path, error);
  fclose (file);
  return self;
}

RsSource *
rs_source_ref (RsSource *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_source_unref (RsSource *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->line_starts);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

const char *
rs_source_get_name (const RsSource *self)
{
  return self->name;
}

const char *
rs_source_get_text (const RsSource *self)
{
  return self->text;
}

guint32
rs_source_get_length (const RsSource *self)
{
  return self->length;
}

guint
rs_source_get_n_lines (const RsSource *self)
{
  return self->line_starts->len;
}

static guint32
line_start (const RsSource *self, guint index)
{
  return g_array_index (self->line_starts, guint32, index);
}

void
rs_source_locate (const RsSource *self, guint32 offset, guint *line, guint *column)
{
  guint low = 0;
  guint high = self->line_starts->len;

  offset = CLAMP (offset, line_start (self, 0), self->length);
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (line_start (self, middle) <= offset)
        low = middle;
      else
        high = middle;
    }
  if (line != NULL)
    *line = low + 1;
  if (column != NULL)
    *column = (guint)g_utf8_pointer_to_offset (self->text + line_start (self, low), self->text + offset) + 1;
}

guint32
rs_source_find_line (const RsSource *self, guint line)
{
  guint32 offset;

  if (line == 0 || line > self->line_starts->len)
    return 0;
  offset = line_start (self, line - 1);
  while (self->text[offset] == ' ' || self->text[offset] == '\t')
    offset++;
  return offset;
}

guint32
rs_source_find_column (const RsSource *self, guint line, guint column)
{
  g_autofree char *text = rs_source_dup_line (self, line);

  if (text == NULL || column == 0 || column > (guint)g_utf8_strlen (text, -1))
    return rs_source_find_line (self, line);
  return line_start (self, line - 1) + (guint32)(g_utf8_offset_to_pointer (text, column - 1) - text);
}

char *
rs_source_dup_line (const RsSource *self, guint line)
{
  guint32 start, end;

  if (line == 0 || line > self->line_starts->len)
    return NULL;
  start = line_start (self, line - 1);
  end = line < self->line_starts->len ? line_start (self, line) - 1 : self->length;
  if (end > start && self->text[end - 1] == '\r')
    end--;
  return g_strndup (self->text + start, end - start);
}

char *
rs_source_dup_span (const RsSource *self, RsSpan span)
{
  guint32 end = MIN (span.end, self->length);

  return span.start >= end ? g_strdup ("") : g_strndup (self->text + span.start, end - span.start);
}
