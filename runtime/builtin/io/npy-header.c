/* The head of a .npy file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/npy-private.h"

#include "runtime/base/error.h"
#include "runtime/value/shape.h"

#include <string.h>

#define ALIGNMENT 64 /* of the elements in the file */
#define THIS_ORDER (G_BYTE_ORDER == G_LITTLE_ENDIAN ? '<' : '>')

/* What NumPy calls the elements: a kind, and the bytes of one. */
static const char *const type_names[RS_N_ELEMENTS] = {
  [RS_ELEMENT_BOOL] = "b1",    [RS_ELEMENT_INT8] = "i1",   [RS_ELEMENT_UINT8] = "u1",   [RS_ELEMENT_INT16] = "i2",
  [RS_ELEMENT_UINT16] = "u2",  [RS_ELEMENT_INT32] = "i4",  [RS_ELEMENT_UINT32] = "u4",  [RS_ELEMENT_INT64] = "i8",
  [RS_ELEMENT_UINT64] = "u8",  [RS_ELEMENT_HALF] = "f2",   [RS_ELEMENT_SINGLE] = "f4",  [RS_ELEMENT_DOUBLE] = "f8",
  [RS_ELEMENT_CSINGLE] = "c8", [RS_ELEMENT_CDOUBLE] = "c16",
};

gboolean
rs_npy_fail_damaged (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
  return FALSE;
}

/* --- reading --- */

/* The rest of the text. */
typedef struct
{
  const char *at, *end;
} Cursor;

static void
skip_blanks (Cursor *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

/* Whether `c` comes next, which is passed over then. */
static gboolean
take (Cursor *self, char c)
{
  skip_blanks (self);
  if (self->at == self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
take_word (Cursor *self, const char *word)
{
  gsize length = strlen (word);

  skip_blanks (self);
  if ((gsize)(self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

/* What stands between quotation marks, or NULL. (transfer full) */
static char *
take_string (Cursor *self)
{
  const char *start, *close;
  char quote;

  skip_blanks (self);
  if (self->at == self->end || (*self->at != '\'' && *self->at != '"'))
    return NULL;
  quote = *self->at++;
  start = self->at;
  close = memchr (start, quote, (gsize)(self->end - start));
  if (close == NULL)
    return NULL;
  self->at = close + 1;
  return g_strndup (start, (gsize)(close - start));
}

/* A length; Python 2 wrote an L behind it. */
static gboolean
take_length (Cursor *self, gint64 *length)
{
  const char *start;

  skip_blanks (self);
  start = self->at;
  *length = 0;
  for (; self->at < self->end && g_ascii_isdigit (*self->at); self->at++)
    if (__builtin_mul_overflow (*length, 10, length)
        || __builtin_add_overflow (*length, g_ascii_digit_value (*self->at), length))
      return FALSE;
  if (self->at == start)
    return FALSE;
  if (self->at < self->end && *self->at == 'L')
    self->at++;
  return TRUE;
}

static gboolean
fail_elements (const char *what, const char *advice, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
               "its elements are %s, and only numbers are read; in Python, %s", what, advice);
  return FALSE;
}

/* type: without the order of its bytes. */
static gboolean
fail_type (const char *type, GError **error)
{
  g_autofree char *what = NULL;

  switch (*type)
    {
    case 'O':
      return fail_elements ("Python objects",
                            "save x.astype(float) instead of x, or each object into a file of its own", error);
    case 'S':
    case 'a':
    case 'U':
      return fail_elements ("texts", "save numbers, or write the texts into a text or JSON file", error);
    case 'M':
    case 'm':
      return fail_elements ("dates or times", "save x.astype('i8') instead of x", error);
    case 'V':
      return fail_elements ("records or raw bytes", "save each field by itself, or x.view('u1')", error);
    default:
      if (g_utf8_validate (type, -1, NULL) && strlen (type) < 40)
        what = g_strdup_printf ("of the type %s", type);
      return fail_elements (what != NULL ? what : "of an unknown type",
                            "save x.astype('f8'), or 'c16' for complex numbers", error);
    }
}

static gboolean
parse_type (RsNpyHeader *self, Cursor *cursor, GError **error)
{
  g_autofree char *text = NULL;
  const char *type;

  if (take (cursor, '[') || take (cursor, '('))
    return fail_elements ("records (a structured type)", "save each field by itself: x['name']", error);
  text = take_string (cursor);
  if (text == NULL)
    return rs_npy_fail_damaged (error);
  type = *text != '\0' && strchr ("<>=|", *text) != NULL ? text + 1 : text;
  if (strcmp (type, "?") == 0)
    type = "b1";
  for (guint i = 0; i < RS_N_ELEMENTS && self->element == RS_ELEMENT_NONE; i++)
    if (type_names[i] != NULL && strcmp (type, type_names[i]) == 0)
      self->element = (RsElement)i;
  self->is_swapped = (*text == '<' || *text == '>') && *text != THIS_ORDER;
  return self->element != RS_ELEMENT_NONE || fail_type (type, error);
}

static gboolean
parse_shape (RsNpyHeader *self, Cursor *cursor, GError **error)
{
  gint64 length;
  int rank = 0;

  if (!take (cursor, '('))
    return rs_npy_fail_damaged (error);
  while (!take (cursor, ')'))
    {
      if (!take_length (cursor, &length))
        return rs_npy_fail_damaged (error);
      if (rank < RS_MAX_RANK)
        self->dims[rank] = length;
      rank++;
      if (!take (cursor, ',') && (cursor->at == cursor->end || *cursor->at != ')'))
        return rs_npy_fail_damaged (error);
    }
  if (rank > RS_MAX_RANK)
    {
      g_set_error (
          error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
          "its array has %d dimensions, and one has at most %d here; in Python, save x.reshape(...) with fewer", rank,
          RS_MAX_RANK);
      return FALSE;
    }
  self->rank = rank;
  return TRUE;
}

static gboolean
parse_order (RsNpyHeader *self, Cursor *cursor, GError **error)
{
  self->is_fortran = take_word (cursor, "True");
  return self->is_fortran || take_word (cursor, "False") || rs_npy_fail_damaged (error);
}

gboolean
rs_npy_header_parse (RsNpyHeader *self, const char *text, gsize length, GError **error)
{
  static const struct
  {
    const char *key;
    gboolean (*parse) (RsNpyHeader *self, Cursor *cursor, GError **error);
  } entries[] = { { "descr", parse_type }, { "fortran_order", parse_order }, { "shape", parse_shape } };
  Cursor cursor = { text, text + length };
  guint seen = 0;

  *self = (RsNpyHeader){ .element = RS_ELEMENT_NONE };
  if (!take (&cursor, '{'))
    return rs_npy_fail_damaged (error);
  while (!take (&cursor, '}'))
    {
      g_autofree char *key = take_string (&cursor);
      guint i = 0;

      while (i < G_N_ELEMENTS (entries) && g_strcmp0 (key, entries[i].key) != 0)
        i++;
      if (i == G_N_ELEMENTS (entries) || (seen & 1u << i) != 0 || !take (&cursor, ':'))
        return rs_npy_fail_damaged (error);
      seen |= 1u << i;
      if (!entries[i].parse (self, &cursor, error))
        return FALSE;
      if (!take (&cursor, ',') && (cursor.at == cursor.end || *cursor.at != '}'))
        return rs_npy_fail_damaged (error);
    }
  skip_blanks (&cursor);
  self->n_elements = rs_dims_count (self->rank, self->dims);
  return (seen == (1u << G_N_ELEMENTS (entries)) - 1 && cursor.at == cursor.end && self->n_elements >= 0)
         || rs_npy_fail_damaged (error);
}

/* --- writing --- */

GString *
rs_npy_header_format (RsElement element, int rank, const gint64 *dims)
{
  char order = rs_element_get_bytes (element) == 1 ? '|' : THIS_ORDER;
  GString *text = g_string_new_len (RS_NPY_MAGIC "\1\0", RS_NPY_MAGIC_LENGTH + 2);
  gsize start = text->len + 2;

  g_string_append_len (text, "\0\0", 2); /* the length, once it is known */
  g_string_append_printf (text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", order, type_names[element]);
  for (int d = 0; d < rank; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT "%s", d > 0 ? " " : "", dims[d],
                            rank == 1 || d < rank - 1 ? "," : "");
  g_string_append (text, "), }");
  while ((text->len + 1) % ALIGNMENT != 0)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');
  text->str[start - 2] = (char)((text->len - start) & 0xff);
  text->str[start - 1] = (char)((text->len - start) >> 8);
  return text;
}
