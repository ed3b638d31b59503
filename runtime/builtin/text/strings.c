/* Texts: taking them apart, putting them together, finding and replacing. Positions count characters, from 0.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/string.h"

#include <string.h>

#define MOST_PARTS (1 << 24)

/* --- taking apart --- */

static gboolean
add_part (GPtrArray *parts, const char *start, gsize length, GError **error)
{
  if (parts->len == MOST_PARTS)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "strsplit", "the text has more than %d parts", MOST_PARTS);
  g_ptr_array_add (parts, rs_value_new_string (start, (gssize)length).object);
  return TRUE;
}

/* At every separator: two that follow each other have an empty part between them. */
static gboolean
split_at (const char *text, const char *separator, GPtrArray *parts, GError **error)
{
  const char *next;

  for (; (next = strstr (text, separator)) != NULL; text = next + strlen (separator))
    if (!add_part (parts, text, (gsize)(next - text), error))
      return FALSE;
  return add_part (parts, text, strlen (text), error);
}

/* The words between blanks. */
static gboolean
split_at_blanks (const char *text, GPtrArray *parts, GError **error)
{
  static const char blanks[] = " \t\r\n\f\v";

  for (text += strspn (text, blanks); *text != '\0'; text += strspn (text, blanks))
    {
      gsize length = strcspn (text, blanks);

      if (!add_part (parts, text, length, error))
        return FALSE;
      text += length;
    }
  return TRUE;
}

RS_DEFINE_BUILTIN (STRSPLIT)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_object_unref);
  const char *text, *separator = NULL;
  RsCell *cell;

  if (!rs_call_get_string (call, 0, &text, "strsplit", error)
      || (call->n_arguments > 1 && !rs_call_get_string (call, 1, &separator, "strsplit", error)))
    return FALSE;
  if (separator != NULL && *separator == '\0')
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "strsplit", "the separator is an empty text");
  if (!(separator != NULL ? split_at (text, separator, parts, error) : split_at_blanks (text, parts, error)))
    return FALSE;
  cell = rs_cell_new (1, (gint64[]){ parts->len }, error);
  if (cell == NULL)
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    cell->elements[i] = rs_value_ref (rs_value_object (parts->pdata[i]));
  return rs_call_return (call, rs_value_object (cell));
}

RS_DEFINE_BUILTIN (STRTRIM)
{
  g_autofree char *trimmed = NULL;
  const char *text;

  if (!rs_call_get_string (call, 0, &text, "strtrim", error))
    return FALSE;
  trimmed = g_strstrip (g_strdup (text));
  return rs_call_return (call, rs_value_new_string (trimmed, -1));
}

/* substr(s, first), substr(s, first, count) */
RS_DEFINE_BUILTIN (SUBSTR)
{
  RsString *string;
  const char *text;
  gint64 first, count, length;
  gsize start;

  if (!rs_call_get_string (call, 0, &text, "substr", error) || !rs_call_get_integer (call, 1, &first, "substr", error))
    return FALSE;
  string = call->arguments[0].string;
  length = rs_string_count (string);
  count = length - first;
  if (call->n_arguments > 2 && !rs_call_get_integer (call, 2, &count, "substr", error))
    return FALSE;
  if (first < 0 || first > length || count < 0 || count > length - first)
    return rs_call_fail (RS_RUNTIME_ERROR_INDEX, error, "substr",
                         "%" G_GINT64_FORMAT " characters from position %" G_GINT64_FORMAT
                         " on are wanted, but the text has "
                         "%" G_GINT64_FORMAT " characters, and positions count from 0",
                         count, first, length);
  start = rs_string_find (string, first);
  return rs_call_return (call,
                         rs_value_new_string (text + start, (gssize)(rs_string_find (string, first + count) - start)));
}

/* --- putting together --- */

static gboolean
check_length (gsize length, const char *name, GError **error)
{
  return length <= RS_MAX_TEXT
         || rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "the text would be longer than %d bytes", RS_MAX_TEXT);
}

static gboolean
append_element (GString *out, RsValue element, guint64 index, const char *separator, GError **error)
{
  if (index > 0)
    g_string_append (out, separator);
  rs_value_format (element, FALSE, out);
  return check_length (out->len, "strjoin", error);
}

/* strjoin(c), strjoin(c, separator): the elements of a cell or an array as print writes them. */
RS_DEFINE_BUILTIN (STRJOIN)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (RsArray) array = NULL;
  const char *separator = "";
  const RsCell *cell = call->arguments[0].tag == RS_TAG_CELL ? call->arguments[0].cell : NULL;

  if (call->n_arguments > 1 && !rs_call_get_string (call, 1, &separator, "strjoin", error))
    return FALSE;
  if (cell == NULL && call->arguments[0].tag != RS_TAG_ARRAY && call->arguments[0].tag != RS_TAG_RANGE)
    return rs_call_fail_argument (call, 0, error, "strjoin", "a cell or an array");
  for (gint64 i = 0; cell != NULL && i < cell->n_elements; i++)
    if (!append_element (out, cell->elements[i], (guint64)i, separator, error))
      return FALSE;
  if (cell == NULL)
    array = rs_call_get_array (call, 0, "strjoin", error);
  if (cell == NULL && array == NULL)
    return FALSE;
  for (gint64 i = 0; array != NULL && i < array->n_elements; i++)
    {
      RsValue element = rs_array_get_element (array, i);
      gboolean good = append_element (out, element, (guint64)i, separator, error);

      rs_value_clear (&element);
      if (!good)
        return FALSE;
    }
  return rs_call_return (call, rs_value_new_string (out->str, (gssize)out->len));
}

/* Every character as change makes it; independent of the language of the system. */
static gboolean
change_characters (RsCall *call, gunichar (*change) (gunichar), const char *name, GError **error)
{
  g_autoptr (GString) out = NULL;
  const char *text;

  if (!rs_call_get_string (call, 0, &text, name, error))
    return FALSE;
  out = g_string_new (NULL);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_string_append_unichar (out, change (g_utf8_get_char (p)));
  return check_length (out->len, name, error)
         && rs_call_return (call, rs_value_new_string (out->str, (gssize)out->len));
}

RS_DEFINE_BUILTIN (UPPER)
{
  return change_characters (call, g_unichar_toupper, "upper", error);
}

RS_DEFINE_BUILTIN (LOWER)
{
  return change_characters (call, g_unichar_tolower, "lower", error);
}

/* --- finding and replacing --- */

RS_DEFINE_BUILTIN (STRREP)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *text, *old, *replacement, *next;

  if (!rs_call_get_string (call, 0, &text, "strrep", error) || !rs_call_get_string (call, 1, &old, "strrep", error)
      || !rs_call_get_string (call, 2, &replacement, "strrep", error))
    return FALSE;
  if (*old == '\0')
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "strrep", "the text to be replaced is empty");
  for (; (next = strstr (text, old)) != NULL; text = next + strlen (old))
    {
      g_string_append_len (out, text, next - text);
      g_string_append (out, replacement);
      if (!check_length (out->len, "strrep", error))
        return FALSE;
    }
  g_string_append (out, text);
  return check_length (out->len, "strrep", error)
         && rs_call_return (call, rs_value_new_string (out->str, (gssize)out->len));
}

/* The positions at which a part begins, those that overlap, too. */
RS_DEFINE_BUILTIN (STRFIND)
{
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (gint32));
  const char *text, *part, *next;
  gint32 position = 0;
  RsArray *array;

  if (!rs_call_get_string (call, 0, &text, "strfind", error) || !rs_call_get_string (call, 1, &part, "strfind", error))
    return FALSE;
  if (*part == '\0')
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "strfind", "the text to be found is empty");
  while ((next = strstr (text, part)) != NULL)
    {
      position += (gint32)g_utf8_strlen (text, next - text);
      g_array_append_val (positions, position);
      position++;
      text = g_utf8_next_char (next);
    }
  array = rs_array_new_vector (RS_ELEMENT_INT32, positions->len, error);
  for (guint i = 0; array != NULL && i < positions->len; i++)
    rs_array_set_element (array, i, rs_value_int (g_array_index (positions, gint32, i)), NULL);
  return rs_call_return_array (call, array);
}
