/* Strings: joining, numbers from text, characters from codes and back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include <math.h>
#include <string.h>

/* NONE when some argument is no string: it has to be formatted. */
static RsValue
join_strings (const RsValue *strings, guint n)
{
  gsize length = 0;
  RsValue joined;

  for (guint i = 0; i < n; i++)
    if (strings[i].tag != RS_TAG_STRING)
      return RS_NONE;
    else
      length += strings[i].string->length;
  joined = rs_value_new_string (NULL, (gssize)length);
  length = 0;
  for (guint i = 0; i < n; i++)
    {
      memcpy (joined.string->text + length, strings[i].string->text, strings[i].string->length);
      length += strings[i].string->length;
    }
  return joined;
}

RS_DEFINE_BUILTIN (STRCAT)
{
  g_autoptr (GString) text = NULL;
  RsValue joined;

  if (!rs_value_check_joined (call->arguments, call->n_arguments, error))
    return FALSE;
  joined = join_strings (call->arguments, call->n_arguments);
  if (joined.tag != RS_TAG_NONE)
    return rs_call_return (call, joined);
  text = g_string_new (NULL);
  for (guint i = 0; i < call->n_arguments; i++)
    rs_value_format (call->arguments[i], FALSE, text);
  return rs_call_return (call, rs_value_new_string (text->str, (gssize)text->len));
}

RS_DEFINE_BUILTIN (NUM2STR)
{
  g_autoptr (GString) text = NULL;

  if (call->arguments[0].tag == RS_TAG_INT)
    return rs_call_return (call, rs_value_new_integer_text (call->arguments[0].integer));
  text = g_string_new (NULL);

  rs_value_format (call->arguments[0], FALSE, text);
  return rs_call_return (call, rs_value_new_string (text->str, (gssize)text->len));
}

RS_DEFINE_BUILTIN (STR2NUM)
{
  const char *text;
  char *end;
  double x;

  if (!rs_call_get_string (call, 0, &text, "str2num", error))
    return FALSE;
  x = g_ascii_strtod (text, &end);
  while (g_ascii_isspace (*end))
    end++;
  return rs_call_return (call, rs_value_scalar (end == text || *end != '\0' ? NAN : x));
}

/* What stands behind a % in a format. */
typedef struct
{
  gboolean is_dropped; /* %*d: read, but no result */
  gsize width;         /* most characters; 0: any number */
  char letter;
} Place;

/* Reads a number at the beginning of text; *used: its bytes. FALSE when there is none. */
static gboolean
scan_number (const char *text, char letter, double *number, gsize *used)
{
  char *end;

  *number = letter == 'd'   ? (double)g_ascii_strtoll (text, &end, 10)
            : letter == 'x' ? (double)g_ascii_strtoll (text, &end, 16)
            : letter == 'o' ? (double)g_ascii_strtoll (text, &end, 8)
                            : g_ascii_strtod (text, &end);
  *used = (gsize)(end - text);
  return *used > 0;
}

/* As many characters as a place takes at most, without those behind a blank unless it takes blanks. */
static gsize
count_bytes (const char *text, const Place *place)
{
  gsize most = place->width > 0 ? place->width : place->letter == 'c' ? 1 : G_MAXSIZE;
  const char *p = text;

  while (*p != '\0' && most-- > 0 && (place->letter == 'c' || !g_ascii_isspace (*p)))
    p = g_utf8_next_char (p);
  return (gsize)(p - text);
}

/* Reads what %d, %x, %o, %f, %s or %c stands for. */
static gboolean
scan_value (const char **p, const Place *place, RsValue *value)
{
  g_autofree char *part = NULL;
  double number;
  gsize n;

  while (place->letter != 'c' && g_ascii_isspace (**p))
    (*p)++;
  n = count_bytes (*p, place);
  if (place->letter == 's' || place->letter == 'c')
    *value = rs_value_new_string (*p, (gssize)n);
  else if (place->width > 0)
    {
      part = g_strndup (*p, n);
      if (!scan_number (part, place->letter, &number, &n))
        return FALSE;
      *value = rs_value_scalar (number);
    }
  else
    {
      if (!scan_number (*p, place->letter, &number, &n))
        return FALSE;
      *value = rs_value_scalar (number);
    }
  *p += n;
  return n > 0;
}

/* Reads what stands behind a %, and leaves f at its letter. FALSE with an error when that means nothing. */
static gboolean
read_place (const char **f, Place *place, GError **error)
{
  *place = (Place){ .is_dropped = **f == '*' };
  *f += place->is_dropped;
  while (g_ascii_isdigit (**f) && place->width < RS_MAX_TEXT)
    place->width = 10 * place->width + (gsize)(*(*f)++ - '0');
  place->letter = **f;
  if (place->letter == 'i' || place->letter == 'u')
    place->letter = 'd';
  if (place->letter == 'g' || place->letter == 'e')
    place->letter = 'f';
  if (place->letter != '\0' && strchr ("dxofsc", place->letter) != NULL)
    return TRUE;
  return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, "sscanf",
                       "the format has a %% without one of d, i, x, o, f, g, s, c behind it");
}

typedef enum
{
  FORMAT_ENDED,  /* everything was found */
  FORMAT_MISSED, /* something was not */
  FORMAT_WRONG,  /* an error has been set */
} FormatResult;

/* Goes through the format once. values: of RsValue. */
static FormatResult
scan_format (const char **text, const char *format, GArray *values, GError **error)
{
  for (const char *f = format; *f != '\0'; f++)
    {
      RsValue value = RS_NONE;
      Place place;

      if (g_ascii_isspace (*f) || (f[0] == '\\' && (f[1] == 'n' || f[1] == 't')))
        {
          f += *f == '\\';
          while (g_ascii_isspace (**text))
            (*text)++;
        }
      else if (*f == '%' && f[1] != '%')
        {
          f++;
          if (!read_place (&f, &place, error))
            return FORMAT_WRONG;
          if (!scan_value (text, &place, &value))
            {
              rs_value_clear (&value);
              return FORMAT_MISSED;
            }
          if (place.is_dropped)
            rs_value_clear (&value);
          else
            g_array_append_val (values, value);
        }
      else
        {
          f += *f == '%';
          if (**text != *f)
            return FORMAT_MISSED;
          (*text)++;
        }
    }
  return FORMAT_ENDED;
}

static gboolean
return_numbers (RsCall *call, const GArray *values, GError **error)
{
  RsArray *array = rs_array_new_vector (rs_element_of_precision (rs_call_get_precision (call)), values->len, error);

  for (guint i = 0; array != NULL && i < values->len; i++)
    rs_array_set_element (array, i, g_array_index (values, RsValue, i), NULL);
  return rs_call_return_array (call, array);
}

static gboolean
return_cell (RsCall *call, const GArray *values, GError **error)
{
  RsCell *cell = rs_cell_new (1, (gint64[]){ values->len }, error);

  for (guint i = 0; cell != NULL && i < values->len; i++)
    cell->elements[i] = rs_value_ref (g_array_index (values, RsValue, i));
  if (cell != NULL)
    call->results[0] = rs_value_object (cell);
  return cell != NULL;
}

static gboolean
has_text (const GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, RsValue, i).tag == RS_TAG_STRING)
      return TRUE;
  return FALSE;
}

/* The format is used again as long as text is left and it still finds something. One value is returned as it is,
 * numbers as a vector, anything else as a cell. */
RS_DEFINE_BUILTIN (SSCANF)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (RsValue));
  const char *text, *format, *start;
  FormatResult result;

  g_array_set_clear_func (values, (GDestroyNotify)rs_value_clear);
  if (!rs_call_get_string (call, 0, &text, "sscanf", error) || !rs_call_get_string (call, 1, &format, "sscanf", error))
    return FALSE;
  do
    {
      start = text;
      result = scan_format (&text, format, values, error);
    }
  while (result == FORMAT_ENDED && text > start && *text != '\0');
  if (result == FORMAT_WRONG)
    return FALSE;
  if (values->len == 1)
    return rs_call_return (call, rs_value_ref (g_array_index (values, RsValue, 0)));
  return has_text (values) ? return_cell (call, values, error) : return_numbers (call, values, error);
}

static gboolean
text_to_codes (RsCall *call, gunichar highest, const char *name, GError **error)
{
  g_autofree gunichar *codes = NULL;
  const char *text;
  glong n;
  RsArray *array;

  if (!rs_call_get_string (call, 0, &text, name, error))
    return FALSE;
  codes = g_utf8_to_ucs4_fast (text, -1, &n);
  for (glong i = 0; i < n; i++)
    if (codes[i] > highest)
      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                           "character %ld is not in ASCII; use fromunicode", i);
  array = rs_array_new_vector (rs_element_of_precision (rs_call_get_precision (call)), n, error);
  for (glong i = 0; array != NULL && i < n; i++)
    rs_array_set_element (array, i, rs_value_int (codes[i]), NULL);
  return rs_call_return_array (call, array);
}

static gboolean
codes_to_text (RsCall *call, gint64 highest, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error);
  g_autoptr (GString) text = NULL;

  if (array == NULL)
    return FALSE;
  if (array->n_elements > RS_MAX_TEXT / 4)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "a text of %" G_GINT64_FORMAT " characters is too long",
                         array->n_elements);
  text = g_string_new (NULL);
  for (gint64 i = 0; i < array->n_elements; i++)
    {
      RsValue element = rs_array_get_element (array, i);
      gint64 code = -1;
      gboolean good
          = rs_value_to_integer (element, &code) && code > 0 && code <= highest && (code < 0xd800 || code > 0xdfff);

      rs_value_clear (&element);
      if (!good)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                             "element %" G_GINT64_FORMAT " is no code of a character", i);
      g_string_append_unichar (text, (gunichar)code);
    }
  return rs_call_return (call, rs_value_new_string (text->str, (gssize)text->len));
}

RS_DEFINE_BUILTIN (FROMASCII)
{
  return text_to_codes (call, 0x7f, "fromascii", error);
}

RS_DEFINE_BUILTIN (FROMUNICODE)
{
  return text_to_codes (call, 0x10ffff, "fromunicode", error);
}

RS_DEFINE_BUILTIN (TOASCII)
{
  return codes_to_text (call, 0x7f, "toascii", error);
}

RS_DEFINE_BUILTIN (TOUNICODE)
{
  return codes_to_text (call, 0x10ffff, "tounicode", error);
}
