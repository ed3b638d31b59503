/* Values as text that can be typed: what gives the same value, of the same type, where it is assigned.
 *
 * Not every value has such a text: functions and figures have none, nor have large arrays and arrays of a precision
 * that no expression asks for. What was made is therefore computed, and kept only where it gives the value again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/memory/completion.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <math.h>
#include <string.h>

#define MOST_ELEMENTS 256
#define MOST_DEPTH 6
#define MOST_BYTES 8000
#define MOST_INTEGER 9007199254740992.0 /* up to which a double has each */

static gboolean append (GString *text, RsValue value, guint depth);

/* --- numbers --- */

/* With a point, or it would be an integer. */
static void
append_scalar (GString *text, double x, gboolean is_single)
{
  char digits[48];

  if (!isfinite (x))
    {
      g_string_append (text, isnan (x) ? "nan" : x > 0 ? "inf" : "-inf");
      return;
    }
  for (int n = 1; n <= 17; n++)
    {
      g_snprintf (digits, sizeof digits, "%.*g", n, x);
      if (is_single ? strtof (digits, NULL) == (float)x : strtod (digits, NULL) == x)
        break;
    }
  g_string_append (text, digits);
  if (strpbrk (digits, ".e") == NULL)
    g_string_append (text, ".0");
}

/* The least integer is one that its digits alone, behind a minus, are not. */
static void
append_integer (GString *text, gint64 x)
{
  if (x == G_MININT64)
    g_string_append_printf (text, "(%" G_GINT64_FORMAT " - 1)", x + 1);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, x);
}

static void
append_complex (GString *text, double re, double im, gboolean is_single)
{
  g_string_append (text, "complex(");
  append_scalar (text, re, is_single);
  g_string_append (text, ", ");
  append_scalar (text, im, is_single);
  g_string_append_c (text, ')');
}

/* --- texts --- */

/* Between quotes a text stands as it is, but for what no line of a program can hold there. FALSE: it is too long. */
static gboolean
append_string (GString *text, const RsString *string)
{
  g_autoptr (GString) behind = g_string_new (NULL);
  gboolean is_plain = TRUE;

  if (string->length > MOST_BYTES)
    return FALSE;
  for (guint i = 0; i < string->length; i++)
    is_plain &= string->text[i] != '"' && !g_ascii_iscntrl (string->text[i]);
  if (is_plain)
    {
      g_string_append_printf (text, "\"%s\"", string->text);
      return TRUE;
    }
  g_string_append (text, "sprintf(\"");
  for (guint i = 0; i < string->length; i++)
    if (string->text[i] == '"' || g_ascii_iscntrl (string->text[i]))
      {
        g_string_append (text, "%c");
        g_string_append_printf (behind, ", %d", (int)string->text[i]);
      }
    else if (string->text[i] == '%' || string->text[i] == '\\')
      g_string_append_printf (text, "%c%c", string->text[i], string->text[i]);
    else
      g_string_append_c (text, string->text[i]);
  g_string_append_printf (text, "\"%s)", behind->str);
  return TRUE;
}

/* --- arrays --- */

static void
append_element (GString *text, RsArray *array, gint64 index)
{
  const gboolean is_single = array->element != RS_ELEMENT_DOUBLE && array->element != RS_ELEMENT_CDOUBLE;
  RsValue value = rs_array_get_element (array, index);

  if (value.tag == RS_TAG_SCALAR)
    append_scalar (text, value.scalar, is_single);
  else if (value.tag == RS_TAG_COMPLEX)
    append_complex (text, value.complex->re, value.complex->im, is_single);
  else if (array->element == RS_ELEMENT_BOOL)
    g_string_append (text, value.integer != 0 ? "true" : "false");
  else
    append_integer (text, value.integer);
  rs_value_clear (&value);
}

static void
append_row (GString *text, RsArray *array, gint64 first, gint64 n)
{
  g_string_append_c (text, '[');
  for (gint64 i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_element (text, array, first + i);
    }
  g_string_append_c (text, ']');
}

static void
append_sizes (GString *text, const RsArray *array)
{
  for (int i = 0; i < array->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", array->dims[i]);
}

static void
append_elements (GString *text, RsArray *array)
{
  if (array->rank == 1)
    append_row (text, array, 0, array->n_elements);
  else if (array->rank == 2)
    {
      g_string_append_c (text, '[');
      for (gint64 i = 0; i < array->dims[0]; i++)
        {
          g_string_append (text, i > 0 ? ", " : "");
          append_row (text, array, i * array->dims[1], array->dims[1]);
        }
      g_string_append_c (text, ']');
    }
  else
    {
      g_string_append (text, "reshape(");
      append_row (text, array, 0, array->n_elements);
      g_string_append (text, ", [");
      append_sizes (text, array);
      g_string_append (text, "])");
    }
}

/* Whether numbers in brackets are of the type by themselves. */
static gboolean
is_usual (RsElement element)
{
  return element == RS_ELEMENT_BOOL || element == RS_ELEMENT_INT32 || element == RS_ELEMENT_SINGLE
         || element == RS_ELEMENT_DOUBLE || rs_element_is_complex (element);
}

/* Without the precision, which is the program's. */
static const char *
name_element (RsElement element)
{
  return element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_DOUBLE ? "scalar"
         : rs_element_is_complex (element)                            ? "cscalar"
                                                                      : rs_element_get_name (element);
}

static gboolean
append_array (GString *text, RsArray *array)
{
  static const char *const ranks[] = { NULL, "vec", "mat", "cube" };

  if (array->n_elements > MOST_ELEMENTS || rs_queue_is_refused (array) || array->undefined != NULL
      || array->rank >= (int)G_N_ELEMENTS (ranks))
    return FALSE;
  if (array->n_elements == 0)
    {
      g_string_append_printf (text, "%s[%s](", ranks[array->rank], name_element (array->element));
      append_sizes (text, array);
      g_string_append_c (text, ')');
      return TRUE;
    }
  g_string_append (text, is_usual (array->element) ? "" : "cast(");
  append_elements (text, array);
  if (!is_usual (array->element))
    g_string_append_printf (text, ", \"%s\")", rs_element_get_name (array->element));
  return TRUE;
}

/* --- what holds others --- */

static gboolean
append_cell (GString *text, const RsCell *cell, guint depth)
{
  if (cell->rank != 1 || cell->n_elements > MOST_ELEMENTS || cell->type != NULL || cell->item != NULL)
    return FALSE;
  g_string_append_c (text, '{');
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      if (!append (text, cell->elements[i], depth + 1))
        return FALSE;
    }
  g_string_append_c (text, '}');
  return TRUE;
}

static gboolean
append_object (GString *text, RsValue value, guint depth)
{
  const RsClassObject *object = value.class_object;
  g_autofree char *type = rs_debug_describe_type (value);

  if (object->class == NULL || object->n_members != object->class->n_members)
    return FALSE;
  g_string_append_printf (text, "%s(", type);
  for (guint i = 0; i < object->n_members; i++)
    {
      g_string_append_printf (text, "%s%s:=", i > 0 ? ", " : "", object->names[i]);
      if (!append (text, object->members[i], depth + 1))
        return FALSE;
    }
  g_string_append_c (text, ')');
  return TRUE;
}

/* FALSE: it has no end that an integer can say. */
static gboolean
append_range (GString *text, const RsRange *range)
{
  const double high = range->low + (double)(range->count - 1) * range->step;
  const double numbers[] = { range->low, range->step, high };

  for (guint i = 0; i < G_N_ELEMENTS (numbers) && range->is_integer; i++)
    if (!(fabs (numbers[i]) < MOST_INTEGER))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      if (i == 1 && range->step == 1)
        continue;
      g_string_append (text, i > 0 ? ".." : "");
      if (range->is_integer)
        append_integer (text, (gint64)numbers[i]);
      else
        append_scalar (text, numbers[i], FALSE);
    }
  return range->count > 0;
}

static gboolean
append (GString *text, RsValue value, guint depth)
{
  switch (depth <= MOST_DEPTH && text->len < MOST_BYTES ? value.tag : RS_TAG_NONE)
    {
    case RS_TAG_BOOL:
      g_string_append (text, value.integer != 0 ? "true" : "false");
      return TRUE;
    case RS_TAG_INT:
      append_integer (text, value.integer);
      return TRUE;
    case RS_TAG_SCALAR:
      append_scalar (text, value.scalar, FALSE);
      return TRUE;
    case RS_TAG_NULL:
      g_string_append (text, "null");
      return TRUE;
    case RS_TAG_COMPLEX:
      append_complex (text, value.complex->re, value.complex->im, FALSE);
      return TRUE;
    case RS_TAG_STRING:
      return append_string (text, value.string);
    case RS_TAG_RANGE:
      return append_range (text, value.range);
    case RS_TAG_ARRAY:
      return append_array (text, value.array);
    case RS_TAG_CELL:
      return append_cell (text, value.cell, depth);
    case RS_TAG_OBJECT:
      return append_object (text, value, depth);
    default:
      return FALSE;
    }
}

/* Whether the text gives the value: of the same type, and written the same way. */
static gboolean
gives (RsDebugger *self, const RsFrame *frame, const char *text, RsValue value)
{
  g_autofree char *type = rs_debug_describe_type (value), *given_type = NULL;
  g_autoptr (GString) again = g_string_new (NULL);
  g_auto (RsValue) given = RS_NONE;
  gboolean is_silent;

  if (!rs_debugger_evaluate (self, frame, text, &given, &is_silent, NULL))
    return FALSE;
  given_type = rs_debug_describe_type (given);
  return given.tag == value.tag && strcmp (type, given_type) == 0 && append (again, given, 0)
         && strcmp (again->str, text) == 0;
}

char *
rs_debugger_describe_entry (RsDebugger *self, const RsFrame *frame, RsValue value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!append (text, value, 0) || text->len > MOST_BYTES || (frame != NULL && !gives (self, frame, text->str, value)))
    return g_strdup ("");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
