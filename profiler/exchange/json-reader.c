/* See json-reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/json-reader.h"

#include "profiler/store/store.h"

#include <gio/gio.h>
#include <string.h>

#define BUFFER 65536
#define LONGEST_TEXT (1u << 20)
#define DEEPEST 64u

struct _RsJsonReader {
  char *name; /* of the file, for errors */
  GInputStream *stream;
  guint8 buffer[BUFFER];
  gsize position, length;
  gint64 line;
  gboolean is_at_end; /* of the file */
  gboolean is_cut;
  GError *error;
  GString *text;
  guint depth;
  char open[DEEPEST];         /* '{' or '[' */
  gboolean is_first[DEEPEST]; /* nothing was read in it yet */
};

RsJsonReader *
rs_json_reader_open (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GInputStream) raw = G_INPUT_STREAM (g_file_read (file, NULL, &reason));
  g_autoptr (GInputStream) buffered = NULL;
  RsJsonReader *self;
  const guint8 *head;
  gsize n = 0;

  if (raw != NULL)
    {
      buffered = g_buffered_input_stream_new (raw);
      g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), 2, NULL, &reason);
    }
  if (reason != NULL)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND, "%s: %s", path, reason->message);
      return NULL;
    }
  self = g_new0 (RsJsonReader, 1);
  self->name = g_strdup (path);
  self->line = 1;
  self->text = g_string_new (NULL);
  head = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered), &n);
  if (n >= 2 && head[0] == 0x1f && head[1] == 0x8b)
    {
      g_autoptr (GConverter) unpack = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));

      self->stream = g_converter_input_stream_new (buffered, unpack);
    }
  else
    self->stream = g_object_ref (buffered);
  return self;
}

void
rs_json_reader_close (RsJsonReader *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->stream);
  g_string_free (self->text, TRUE);
  g_clear_error (&self->error);
  g_free (self->name);
  g_free (self);
}

GError *
rs_json_reader_take_error (RsJsonReader *self)
{
  return g_steal_pointer (&self->error);
}

gboolean
rs_json_reader_has_failed (RsJsonReader *self)
{
  return self->error != NULL;
}

gboolean
rs_json_reader_is_cut (RsJsonReader *self)
{
  return self->is_cut;
}

void
rs_json_reader_fail (RsJsonReader *self, const char *text)
{
  if (self->error == NULL)
    self->error = g_error_new (RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO, "%s: line %" G_GINT64_FORMAT ": %s",
                               self->name, self->line, text);
}

/* --- characters --- */

/* -1: none. */
static int
peek (RsJsonReader *self)
{
  g_autoptr (GError) error = NULL;
  gssize n;

  if (self->position < self->length)
    return self->buffer[self->position];
  if (self->is_at_end || self->error != NULL)
    return -1;
  n = g_input_stream_read (self->stream, self->buffer, BUFFER, NULL, &error);
  if (n < 0)
    rs_json_reader_fail (self, error->message);
  self->is_at_end = n <= 0;
  self->position = 0;
  self->length = n > 0 ? (gsize)n : 0;
  return n > 0 ? self->buffer[0] : -1;
}

static int
take (RsJsonReader *self)
{
  int c = peek (self);

  if (c >= 0)
    self->position++;
  self->line += c == '\n';
  return c;
}

static int
peek_token (RsJsonReader *self)
{
  int c;

  while ((c = peek (self)) == ' ' || c == '\n' || c == '\t' || c == '\r')
    take (self);
  return c;
}

/* Something has to come, and the file ends. */
static void
cut (RsJsonReader *self)
{
  if (self->error == NULL)
    self->is_cut = TRUE;
}

static void
fail_at (RsJsonReader *self, const char *wanted)
{
  int c = peek (self);
  g_autofree char *text = c >= 0x20 && c < 0x7f ? g_strdup_printf ("%s, not \"%c\"", wanted, c)
                                                : g_strdup_printf ("%s, not the byte %d", wanted, c);

  if (c < 0)
    cut (self);
  else
    rs_json_reader_fail (self, text);
}

/* --- texts --- */

static gboolean
take_hexadecimal (RsJsonReader *self, guint *code)
{
  *code = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value ((char)MAX (peek (self), 0));

      if (digit < 0)
        {
          fail_at (self, "four digits of a code should stand behind \\u");
          return FALSE;
        }
      *code = *code * 16 + (guint)digit;
      take (self);
    }
  return TRUE;
}

/* Behind \u; halves that have no other one become U+FFFD. */
static gboolean
take_code (RsJsonReader *self)
{
  guint code, low;

  if (!take_hexadecimal (self, &code))
    return FALSE;
  if (code >= 0xd800 && code < 0xdc00 && peek (self) == '\\')
    {
      take (self);
      if (peek (self) != 'u')
        {
          g_string_append_unichar (self->text, 0xfffd);
          return TRUE; /* the next escape is read as one */
        }
      take (self);
      if (!take_hexadecimal (self, &low))
        return FALSE;
      code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    }
  g_string_append_unichar (self->text, code == 0 || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
  return TRUE;
}

static gboolean
take_escape (RsJsonReader *self)
{
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  int c = take (self);
  const char *found = c > 0 ? strchr (letters, c) : NULL;

  if (c == 'u')
    return take_code (self);
  if (found == NULL)
    {
      if (c < 0)
        cut (self);
      else
        rs_json_reader_fail (self, "a text has a backslash before something that needs none");
      return FALSE;
    }
  g_string_append_c (self->text, meanings[found - letters]);
  return TRUE;
}

static gboolean
take_string (RsJsonReader *self)
{
  g_string_truncate (self->text, 0);
  take (self);
  for (;;)
    {
      int c = take (self);

      if (c == '"')
        break;
      if (c < 0)
        {
          cut (self);
          return FALSE;
        }
      if (self->text->len >= LONGEST_TEXT)
        {
          rs_json_reader_fail (self, "a text is longer than 1 MiB");
          return FALSE;
        }
      if (c == '\\')
        {
          if (!take_escape (self))
            return FALSE;
        }
      else if (c != 0)
        g_string_append_c (self->text, (char)c);
    }
  if (!g_utf8_validate (self->text->str, (gssize)self->text->len, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (self->text->str, (gssize)self->text->len);

      g_string_assign (self->text, valid);
    }
  return TRUE;
}

/* A number, true, false, null. */
static gboolean
take_bare (RsJsonReader *self)
{
  int c;

  g_string_truncate (self->text, 0);
  while ((c = peek (self)) > ' ' && strchr (",:]}\"[{", c) == NULL && self->text->len < 100)
    g_string_append_c (self->text, (char)take (self));
  if (self->text->len == 0)
    {
      fail_at (self, "a value should stand here");
      return FALSE;
    }
  return TRUE;
}

/* --- values --- */

static gboolean
open_value (RsJsonReader *self, char what)
{
  if (self->depth == DEEPEST)
    {
      rs_json_reader_fail (self, "objects and arrays are deeper than 64 in each other");
      return FALSE;
    }
  take (self);
  self->open[self->depth] = what;
  self->is_first[self->depth++] = TRUE;
  return TRUE;
}

static gboolean
is_number (const char *text)
{
  char *end;

  g_ascii_strtod (text, &end);
  return *end == '\0' && (g_ascii_isdigit (*text) || *text == '-') && strpbrk (text, "xXnN") == NULL;
}

RsJsonKind
rs_json_reader_next (RsJsonReader *self, const char **text)
{
  int c = peek_token (self);

  *text = "";
  if (self->error != NULL || self->is_cut)
    return RS_JSON_ERROR;
  if (c < 0)
    {
      if (self->depth == 0)
        return RS_JSON_END;
      cut (self);
      return RS_JSON_ERROR;
    }
  if (c == '{' || c == '[')
    return !open_value (self, (char)c) ? RS_JSON_ERROR : c == '{' ? RS_JSON_OBJECT : RS_JSON_ARRAY;
  if (!(c == '"' ? take_string (self) : take_bare (self)))
    return RS_JSON_ERROR;
  *text = self->text->str;
  if (c == '"')
    return RS_JSON_STRING;
  if (is_number (*text))
    return RS_JSON_NUMBER;
  if (g_str_equal (*text, "true") || g_str_equal (*text, "false") || g_str_equal (*text, "null"))
    return RS_JSON_WORD;
  rs_json_reader_fail (self, "a value is neither text, number, true, false nor null");
  return RS_JSON_ERROR;
}

/* Whether something more comes in what is open; closes it if not. */
static gboolean
has_more (RsJsonReader *self, char close)
{
  int c = peek_token (self);

  if (self->error != NULL || self->is_cut)
    return FALSE;
  if (c == close)
    {
      take (self);
      self->depth--;
      return FALSE;
    }
  if (self->is_first[self->depth - 1])
    {
      self->is_first[self->depth - 1] = FALSE;
      if (c < 0)
        cut (self);
      return c >= 0;
    }
  if (c != ',')
    {
      fail_at (self, close == '}' ? "a comma or } should stand here" : "a comma or ] should stand here");
      return FALSE;
    }
  take (self);
  if (peek_token (self) < 0)
    cut (self);
  return !self->is_cut && self->error == NULL;
}

const char *
rs_json_reader_next_key (RsJsonReader *self)
{
  if (!has_more (self, '}'))
    return NULL;
  if (peek (self) != '"')
    {
      fail_at (self, "a key in quotes should stand here");
      return NULL;
    }
  if (!take_string (self))
    return NULL;
  if (peek_token (self) != ':')
    {
      fail_at (self, "a colon should stand behind a key");
      return NULL;
    }
  take (self);
  return self->text->str;
}

gboolean
rs_json_reader_next_element (RsJsonReader *self)
{
  return has_more (self, ']');
}

gboolean
rs_json_reader_leave (RsJsonReader *self)
{
  g_assert (self->depth >= 1);

  guint until = self->depth - 1;

  while (self->depth > until && self->error == NULL && !self->is_cut)
    {
      gboolean is_object = self->open[self->depth - 1] == '{';
      const char *text;

      if (is_object ? rs_json_reader_next_key (self) == NULL : !rs_json_reader_next_element (self))
        continue;
      rs_json_reader_next (self, &text);
    }
  return self->error == NULL && !self->is_cut;
}

gboolean
rs_json_reader_skip (RsJsonReader *self)
{
  const char *text;
  RsJsonKind kind = rs_json_reader_next (self, &text);

  if (kind == RS_JSON_OBJECT || kind == RS_JSON_ARRAY)
    return rs_json_reader_leave (self);
  return kind != RS_JSON_ERROR;
}
