/* Values as text (LANGUAGE.md, "Text and printing").
 *
 * A number is written with the fewest digits that read back to the same value: in single precision in arrays of
 * single precision, in double precision everywhere else.
 * Long arrays are abbreviated in the middle and followed by their size, at a prompt sooner than where print writes
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/array.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/function.h"
#include "runtime/value/types/object.h"

#include <float.h>
#include <math.h>

typedef struct {
  gint64 longest; /* elements of a row, rows of a matrix that are written in full */
  gint64 ends;    /* elements at either end of a longer one */
} Lengths;

static const Lengths printed = { 100, 10 };

/* At a prompt an array of more than MOST elements is seen at a glance. */
static const Lengths glanced = { 12, 3 };
#define MOST 1000

/* The fewest digits that read back. A decimal of FLT_DIG (DBL_DIG) digits survives the way through a number that is not
 * denormal, and %g leaves out zeros at the end: no fewer need be tried. */
static void
format_digits (double x, gboolean single, GString *out)
{
  char text[48];
  int most = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
  int fewest = fabs (x) < (single ? FLT_MIN : DBL_MIN) ? 1 : single ? FLT_DIG : DBL_DIG;

  for (int digits = fewest; digits <= most; digits++)
    {
      g_snprintf (text, sizeof text, "%.*g", digits, x);
      if (single ? strtof (text, NULL) == (float)x : strtod (text, NULL) == x)
        break;
    }
  g_string_append (out, text);
}

/* single: an element of an array of single precision. */
static void
format_number (double x, gboolean single, GString *out)
{
  if (isnan (x))
    g_string_append (out, "NaN");
  else if (isinf (x))
    g_string_append (out, x > 0 ? "inf" : "-inf");
  else if (x == 0)
    g_string_append_c (out, '0');
  else if (x == trunc (x) && fabs (x) < 1e15)
    g_string_append_printf (out, "%.0f", x);
  else
    format_digits (x, single, out);
}

void
rs_value_format_single (double x, GString *out)
{
  format_number (x, TRUE, out);
}

static void
format_complex (double re, double im, gboolean single, GString *out)
{
  format_number (re, single, out);
  if (!signbit (im) || isnan (im))
    g_string_append_c (out, '+');
  else if (im == 0)
    g_string_append_c (out, '-');
  format_number (im, single, out);
  g_string_append_c (out, 'i');
}

void
rs_value_format_element (RsArray *array, gint64 index, GString *out)
{
  RsValue value = rs_array_get_element (array, index);
  gboolean single = array->element != RS_ELEMENT_DOUBLE && array->element != RS_ELEMENT_CDOUBLE;

  if (value.tag == RS_TAG_SCALAR)
    format_number (value.scalar, single, out);
  else if (value.tag == RS_TAG_COMPLEX)
    format_complex (value.complex->re, value.complex->im, single, out);
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, value.integer);
  rs_value_clear (&value);
}

/* n elements from first on, `stride` apart. TRUE when some were left out. */
static gboolean
format_row (RsArray *array, gint64 first, gint64 n, gint64 stride, const Lengths *lengths, GString *out)
{
  gboolean shorten = n > lengths->longest;

  if (n == 0)
    {
      g_string_append (out, "[]");
      return FALSE;
    }
  g_string_append (out, "[ ");
  for (gint64 i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (shorten && i == lengths->ends)
        {
          g_string_append (out, "..., ");
          i = n - lengths->ends;
        }
      rs_value_format_element (array, first + i * stride, out);
    }
  g_string_append_c (out, ']');
  return shorten;
}

/* A plane of a matrix or cube: rows with `separator` between them. */
static gboolean
format_plane (RsArray *array, gint64 first, gint64 rows, gint64 columns, gint64 row_stride, gint64 column_stride,
              const char *separator, const Lengths *lengths, GString *out)
{
  gboolean shorten = rows > lengths->longest, shortened = shorten;

  for (gint64 i = 0; i < rows; i++)
    {
      if (i > 0)
        g_string_append (out, separator);
      if (shorten && i == lengths->ends)
        {
          g_string_append_printf (out, "...%s", separator);
          i = rows - lengths->ends;
        }
      shortened |= format_row (array, first + i * row_stride, columns, column_stride, lengths, out);
    }
  return shortened;
}

static void
append_size (const RsShape *shape, GString *out)
{
  g_autofree char *size = rs_shape_to_string (shape);

  g_string_append_printf (out, " (%s)", size);
}

/* More than two dimensions: every plane of the first two under a line with the other indices. */
static gboolean
format_planes (RsArray *array, const RsShape *shape, gboolean inside, const Lengths *lengths, GString *out)
{
  gint64 depth = 1;
  gboolean shortened = FALSE;

  for (int d = 2; d < shape->rank; d++)
    depth *= shape->dims[d];
  for (gint64 plane = 0; plane < depth; plane++)
    {
      gint64 rest = plane;
      g_autofree char *place = NULL;

      if (depth > lengths->longest && plane == lengths->ends)
        {
          g_string_append (out, inside ? ", ..." : "\n...");
          plane = depth - lengths->ends;
          shortened = TRUE;
        }
      rest = plane;
      for (int d = shape->rank - 1; d >= 2; d--)
        {
          char *longer = g_strdup_printf (",%" G_GINT64_FORMAT "%s", rest % shape->dims[d], place != NULL ? place : "");

          rest /= shape->dims[d];
          g_free (place);
          place = longer;
        }
      if (inside)
        g_string_append (out, plane > 0 ? ", [" : "[");
      else
        g_string_append_printf (out, "%s[:,:%s] =\n", plane > 0 ? "\n" : "", place);
      shortened |= format_plane (array, plane, shape->dims[0], shape->dims[1], shape->dims[1] * depth, depth,
                                 inside ? ", " : "\n", lengths, out);
      if (inside)
        g_string_append_c (out, ']');
    }
  return shortened;
}

static void
format_array (RsArray *array, gboolean inside, gboolean at_prompt, GString *out)
{
  RsShape shape = rs_shape_of_array (array);
  const Lengths *lengths = at_prompt && array->n_elements > MOST ? &glanced : &printed;
  gboolean shortened;

  if (array->n_elements == 0)
    {
      g_string_append (out, "[]");
      if (array->rank > 1)
        append_size (&shape, out);
      return;
    }
  if (shape.rank > 2)
    {
      if (inside)
        g_string_append_c (out, '[');
      shortened = format_planes (array, &shape, inside, lengths, out);
      if (inside)
        g_string_append_c (out, ']');
    }
  else if (shape.dims[0] == 1)
    shortened = format_row (array, 0, shape.dims[1], 1, lengths, out);
  else
    {
      if (inside)
        g_string_append_c (out, '[');
      shortened = format_plane (array, 0, shape.dims[0], shape.dims[1], shape.dims[1], 1, inside ? ", " : "\n", lengths,
                                out);
      if (inside)
        g_string_append_c (out, ']');
    }
  if (shortened)
    append_size (&shape, out);
}

static void
format_range (const RsRange *range, GString *out)
{
  gboolean shorten = range->count > printed.longest;

  if (range->count == 0)
    {
      g_string_append (out, "[]");
      return;
    }
  g_string_append (out, "[ ");
  for (gint64 i = 0; i < range->count; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (shorten && i == printed.ends)
        {
          g_string_append (out, "..., ");
          i = range->count - printed.ends;
        }
      format_number (range->low + range->step * (double)i, FALSE, out);
    }
  g_string_append_c (out, ']');
  if (shorten)
    g_string_append_printf (out, " (1 x %" G_GINT64_FORMAT ")", range->count);
}

/* --- cells and objects --- */

#define DEEPEST 32         /* nobody reads what is nested deeper, */
#define MOST_VALUES 100000 /* or more than that */

/* Text of a value with others in it, which may share them and be parts of themselves. */
typedef struct {
  GString *out;
  gboolean at_prompt;
  guint depth;
  gconstpointer path[DEEPEST]; /* cells and objects around what is being written; [depth] */
  guint n_values;              /* written so far */
} Writer;

static void format_value (Writer *self, RsValue value);

/* Whether the parts of a cell or object are to be written; leave () follows then. */
static gboolean
enter (Writer *self, gconstpointer value)
{
  if (self->depth == DEEPEST || self->n_values > MOST_VALUES)
    return FALSE;
  for (guint i = 0; i < self->depth; i++)
    if (self->path[i] == value)
      return FALSE;
  self->path[self->depth++] = value;
  return TRUE;
}

static void
leave (Writer *self)
{
  self->depth--;
}

static void
format_cell (Writer *self, const RsCell *cell)
{
  RsShape shape = rs_shape_of_dims (cell->rank, cell->dims);
  gint64 row = shape.dims[shape.rank - 1];
  gboolean shorten = cell->n_elements > printed.longest * 2;

  if (cell->n_elements == 0 || !enter (self, cell))
    {
      g_string_append (self->out, cell->n_elements == 0 ? "{}" : "{...}");
      return;
    }
  g_string_append (self->out, "{ ");
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      if (i > 0)
        g_string_append (self->out, self->depth == 1 && i % row == 0 ? "}\n{ " : ", ");
      if (shorten && i == printed.ends)
        {
          g_string_append (self->out, "..., ");
          i = cell->n_elements - printed.ends;
        }
      if (cell->elements[i].tag == RS_TAG_NONE)
        g_string_append (self->out, "[]");
      else
        format_value (self, cell->elements[i]);
    }
  g_string_append_c (self->out, '}');
  if (shorten)
    append_size (&shape, self->out);
  leave (self);
}

/* As a constructor with named members. */
static void
format_object (Writer *self, const RsClassObject *object)
{
  g_string_append_printf (self->out, "%s(", object->class != NULL ? object->class->name : "object");
  if (!enter (self, object))
    {
      g_string_append (self->out, "...)");
      return;
    }
  for (guint i = 0; i < object->n_members; i++)
    {
      g_string_append_printf (self->out, "%s%s:=", i > 0 ? ", " : "", object->names[i]);
      if (object->members[i].tag != RS_TAG_NONE)
        format_value (self, object->members[i]);
    }
  g_string_append_c (self->out, ')');
  leave (self);
}

static void
format_string (const Writer *self, const RsString *string)
{
  gboolean quote = self->at_prompt || self->depth > 0;

  if (quote)
    g_string_append_c (self->out, '"');
  g_string_append_len (self->out, string->text, string->length);
  if (quote)
    g_string_append_c (self->out, '"');
}

static void
format_value (Writer *self, RsValue value)
{
  g_autofree char *text = NULL;

  self->n_values++;
  switch (value.tag)
    {
    case RS_TAG_BOOL:
    case RS_TAG_INT:
      g_string_append_printf (self->out, "%" G_GINT64_FORMAT, value.integer);
      break;
    case RS_TAG_SCALAR:
      format_number (value.scalar, FALSE, self->out);
      break;
    case RS_TAG_COMPLEX:
      format_complex (value.complex->re, value.complex->im, FALSE, self->out);
      break;
    case RS_TAG_STRING:
      format_string (self, value.string);
      break;
    case RS_TAG_RANGE:
      format_range (value.range, self->out);
      break;
    case RS_TAG_ARRAY:
      format_array (value.array, self->depth > 0, self->at_prompt, self->out);
      break;
    case RS_TAG_CELL:
      format_cell (self, value.cell);
      break;
    case RS_TAG_NULL:
      g_string_append (self->out, "null");
      break;
    case RS_TAG_OBJECT:
      format_object (self, value.class_object);
      break;
    case RS_TAG_TYPE:
      text = rs_type_to_string (value.type->type);
      g_string_append (self->out, text);
      break;
    default:
      text = rs_value_describe (value);
      g_string_append (self->out, text);
      break;
    }
}

void
rs_value_format (RsValue value, gboolean at_prompt, GString *out)
{
  Writer writer = { .out = out, .at_prompt = at_prompt };

  format_value (&writer, value);
}
