/* printf, sprintf and what they share: putting values into a C-style format.
 *
 * The C library formats one number at a time with a conversion that was checked here first; it never sees the user's
 * format as a whole.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/text/printing.h"

#include <math.h>

#define WIDEST 4096

/* The values that are still to be put in. */
typedef struct
{
  const RsCall *call;
  guint argument;
  gint64 element; /* of the array in that argument */
} Values;

/* One place in a format: %[flags][width][.precision]letter */
typedef struct
{
  char flags[8];
  int width, precision; /* -1: none */
  char letter;
} Place;

static gboolean
read_number (const char **p, int *number)
{
  int value = 0;

  while (g_ascii_isdigit (**p))
    {
      value = value * 10 + (*(*p)++ - '0');
      if (value > WIDEST)
        return FALSE;
    }
  *number = value;
  return TRUE;
}

static gboolean
read_place (const char **p, Place *place, const char *name, GError **error)
{
  const char *start = *p;
  guint n = 0;

  *place = (Place){ .width = -1, .precision = -1 };
  while (**p != '\0' && strchr ("-+ #0", **p) != NULL && n < sizeof place->flags - 1)
    place->flags[n++] = *(*p)++;
  if (g_ascii_isdigit (**p) && !read_number (p, &place->width))
    return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "a width in the format is larger than %d", WIDEST);
  if (**p == '.')
    {
      (*p)++;
      if (!read_number (p, &place->precision))
        return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "a precision in the format is larger than %d",
                             WIDEST);
    }
  while (**p == 'l' || **p == 'h')
    (*p)++;
  place->letter = **p;
  if (place->letter == '\0' || strchr ("diuxXoceEfFgGs", place->letter) == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name,
                         "%%%.*s is no place for a value; write %%d, %%f, %%g, %%e, %%x, %%s or %%%%",
                         (int)(*p - start) + (place->letter != '\0'), start);
  (*p)++;
  return TRUE;
}

/* Elements that an argument gives one by one; -1: it is one value. */
static gint64
count_elements (RsValue argument)
{
  return argument.tag == RS_TAG_ARRAY   ? argument.array->n_elements
         : argument.tag == RS_TAG_RANGE ? argument.range->count
                                        : -1;
}

/* The next value; whole: an array counts as one, unless some of its elements are taken already. (transfer full) */
static gboolean
next_value (Values *values, gboolean whole, RsValue *value, const char *name, GError **error)
{
  for (; values->argument < values->call->n_arguments; values->argument++, values->element = 0)
    {
      RsValue argument = values->call->arguments[values->argument];
      gint64 n = count_elements (argument);

      if (n < 0 || (whole && values->element == 0))
        {
          values->argument++;
          *value = rs_value_ref (argument);
          return TRUE;
        }
      if (values->element >= n)
        continue;
      *value = argument.tag == RS_TAG_ARRAY
                 ? rs_array_get_element (argument.array, values->element)
                 : rs_value_scalar (argument.range->low + argument.range->step * (double)values->element);
      values->element++;
      return TRUE;
    }
  return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "the format has more places than there are values");
}

static gboolean
is_exhausted (const Values *values)
{
  const RsCall *call = values->call;
  gint64 taken = values->element;

  for (guint i = values->argument; i < call->n_arguments; i++, taken = 0)
    {
      gint64 n = count_elements (call->arguments[i]);

      if (n < 0 || taken < n)
        return FALSE;
    }
  return TRUE;
}

/* The conversion for the C library, with a length modifier and another letter. */
static void
make_conversion (const Place *place, const char *length, char letter, char *conversion, gsize size)
{
  GString *text = g_string_new ("%");

  g_string_append (text, place->flags);
  if (place->width >= 0)
    g_string_append_printf (text, "%d", place->width);
  if (place->precision >= 0)
    g_string_append_printf (text, ".%d", place->precision);
  g_string_append_printf (text, "%s%c", length, letter);
  g_strlcpy (conversion, text->str, size);
  g_string_free (text, TRUE);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
put_text (const Place *place, RsValue value, GString *out)
{
  GString *text = g_string_new (NULL);
  gint64 length, blanks;

  rs_value_format (value, FALSE, text);
  if (place->precision >= 0 && g_utf8_validate (text->str, (gssize)text->len, NULL)
      && g_utf8_strlen (text->str, (gssize)text->len) > place->precision)
    g_string_truncate (text, (gsize)(g_utf8_offset_to_pointer (text->str, place->precision) - text->str));
  length = g_utf8_strlen (text->str, (gssize)text->len);
  blanks = MAX (0, place->width - length);
  if (strchr (place->flags, '-') == NULL)
    g_string_append_printf (out, "%*s", (int)blanks, "");
  g_string_append_len (out, text->str, (gssize)text->len);
  if (strchr (place->flags, '-') != NULL)
    g_string_append_printf (out, "%*s", (int)blanks, "");
  g_string_free (text, TRUE);
}

/* %d of a number that is not whole, or that no integer holds, writes the number, not a part of it. */
static gboolean
put_integer (const Place *place, RsValue value, GString *out, const char *name, GError **error)
{
  char conversion[64];
  gint64 integer;

  if (value.tag == RS_TAG_SCALAR && (value.scalar != trunc (value.scalar) || !(fabs (value.scalar) < 0x1p63)))
    {
      put_text (place, value, out);
      return TRUE;
    }
  if (!rs_value_to_integer (value, &integer))
    {
      g_autofree char *what = rs_value_describe_one (value);

      return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "%%%c needs a number, but the value is %s",
                           place->letter, what);
    }
  if (place->letter == 'c')
    {
      if (integer > 0 && integer < 0x110000)
        g_string_append_unichar (out, (gunichar)integer);
      return TRUE;
    }
  make_conversion (place, G_GINT64_MODIFIER, place->letter, conversion, sizeof conversion);
  g_string_append_printf (out, conversion, integer);
  return TRUE;
}

static gboolean
put_value (const Place *place, RsValue value, GString *out, const char *name, GError **error)
{
  char conversion[64];
  g_autofree char *what = NULL;

  if (place->letter == 's' || value.tag == RS_TAG_COMPLEX || (value.tag == RS_TAG_STRING && place->letter == 'c'))
    {
      put_text (place, value, out);
      return TRUE;
    }
  if (strchr ("diuxXoc", place->letter) != NULL)
    return put_integer (place, value, out, name, error);
  if (!rs_value_is_number (value))
    {
      what = rs_value_describe_one (value);
      return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "%%%c needs a number, but the value is %s",
                           place->letter, what);
    }
  make_conversion (place, "", place->letter, conversion, sizeof conversion);
  g_string_append_printf (out, conversion, rs_value_to_double (value));
  return TRUE;
}

#pragma GCC diagnostic pop

/* The format once. is_again: not for the first time, it ends before a place for which there is no value. *n_places:
 * found. */
static gboolean
print_once (const char *p, Values *values, gboolean is_again, guint *n_places, GString *out, const char *name,
            GError **error)
{
  for (*n_places = 0; *p != '\0';)
    {
      Place place;
      RsValue value = RS_NONE;
      gboolean good;

      if (p[0] == '\\' && (p[1] == 'n' || p[1] == 't'))
        {
          g_string_append_c (out, p[1] == 'n' ? '\n' : '\t');
          p += 2;
        }
      else if (p[0] == '%' && p[1] == '%')
        {
          g_string_append_c (out, '%');
          p += 2;
        }
      else if (*p != '%')
        g_string_append_c (out, *p++);
      else if (is_again && is_exhausted (values))
        return TRUE;
      else
        {
          p++;
          (*n_places)++;
          good = read_place (&p, &place, name, error) && next_value (values, place.letter == 's', &value, name, error)
                 && put_value (&place, value, out, name, error);
          rs_value_clear (&value);
          if (!good)
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
rs_call_print_format (const RsCall *call, guint first, GString *out, const char *name, GError **error)
{
  Values values = { .call = call, .argument = first + 1 };
  const char *format;
  guint n_places;

  if (!rs_call_get_string (call, first, &format, name, error)
      || !rs_value_check_joined (call->arguments + first, call->n_arguments - first, error)
      || !print_once (format, &values, FALSE, &n_places, out, name, error))
    return FALSE;
  while (!is_exhausted (&values))
    {
      if (n_places == 0)
        return rs_call_fail (RS_RUNTIME_ERROR_FORMAT, error, name, "the format has no place for the values");
      if (out->len > RS_MAX_TEXT)
        return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "the text would be longer than %d bytes",
                             RS_MAX_TEXT);
      if (!print_once (format, &values, TRUE, &n_places, out, name, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_format_has_places (const char *text, guint n)
{
  guint found = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p != '%')
        continue;
      p += 1 + strspn (p + 1, "-+#0123456789.");
      if (*p == '\0')
        break;
      found += strchr ("diuxXoceEfFgGs", *p) != NULL;
    }
  return found == n;
}

RS_DEFINE_BUILTIN (PRINTF)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!rs_session_before_effect (call->session, error) || !rs_call_print_format (call, 0, text, "printf", error))
    return FALSE;
  if (!g_str_has_suffix (call->arguments[0].string->text, "\\n"))
    g_string_append_c (text, '\n');
  rs_session_write (call->session, text->str, text->len);
  return TRUE;
}

RS_DEFINE_BUILTIN (SPRINTF)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!rs_call_print_format (call, 0, text, "sprintf", error))
    return FALSE;
  return rs_call_return (call, rs_value_new_string (text->str, (gssize)text->len));
}

void
rs_append_exact_number (GString *out, RsElement element, double x)
{
  gboolean single = element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_HALF;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, single ? "%.6g" : "%.15g", x);
  if (single ? (float)g_ascii_strtod (text, NULL) != (float)x : g_ascii_strtod (text, NULL) != x)
    g_ascii_formatd (text, sizeof text, single ? "%.9g" : "%.17g", x);
  g_string_append (out, text);
}
