/* Types as text, as written in Quasar: for messages, hover, `typename` and cache keys.
 *
 * Different types give different texts, `'const` aside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

#include <string.h>

static void append_type (GString *text, const RsType *type);

static const char *const array_names[][3] = {
  { "vec", "mat", "cube" }, { "ivec", "imat", "icube" }, { "cvec", "cmat", "ccube" }, { "vec", "mat", "cube" },
};

static void
append_list (GString *text, const RsType *const *types, guint n, const char *separator, gboolean variadic)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, separator);
      if (variadic && i + 1 == n)
        g_string_append (text, "...");
      append_type (text, types[i]);
    }
}

static void
append_function (GString *text, const RsType *type)
{
  g_string_append_c (text, '[');
  if (type->qualifiers & RS_NODE_KERNEL)
    g_string_append (text, "__kernel__ ");
  if (type->qualifiers & RS_NODE_DEVICE)
    g_string_append (text, "__device__ ");
  if (type->n_inputs == 1 && !(type->qualifiers & RS_NODE_VARIADIC) && type->inputs[0]->kind != RS_TYPE_FUNCTION)
    append_type (text, type->inputs[0]);
  else
    {
      g_string_append_c (text, '(');
      append_list (text, type->inputs, type->n_inputs, ", ", (type->qualifiers & RS_NODE_VARIADIC) != 0);
      g_string_append_c (text, ')');
    }
  g_string_append (text, " -> ");
  if (type->n_outputs == 1)
    append_type (text, type->outputs[0]);
  else
    {
      g_string_append_c (text, '(');
      append_list (text, type->outputs, type->n_outputs, ", ", FALSE);
      g_string_append_c (text, ')');
    }
  g_string_append_c (text, ']');
}

static void
append_sizes (GString *text, const RsType *type)
{
  gboolean known = FALSE;

  for (int i = 0; i < type->rank; i++)
    known = known || type->sizes[i] >= 0;
  if (!known)
    return;
  for (int i = 0; i < type->rank; i++)
    {
      g_string_append_c (text, i == 0 ? '(' : ',');
      if (type->sizes[i] >= 0)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, type->sizes[i]);
      else
        g_string_append_c (text, ':');
    }
  g_string_append_c (text, ')');
}

static const char *
overflow_to_string (RsOverflow overflow)
{
  switch (overflow)
    {
    case RS_OVERFLOW_CHECKED:
      return "'checked";
    case RS_OVERFLOW_SATURATE:
      return "'sat";
    case RS_OVERFLOW_WRAP:
      return "'unchecked";
    default:
      return "";
    }
}

/* family: row of array_names; the last one spells its element out. */
static void
append_container (GString *text, const RsType *type, guint family, const char *element)
{
  int rank = type->rank;

  g_string_append (text, array_names[family][CLAMP (rank, 1, 3) - 1 + (rank == 0 ? 2 : 0)]);
  if (rank == 0)
    g_string_append (text, "{:}");
  else if (rank > 3)
    g_string_append_printf (text, "{%d}", rank);
  if (element)
    g_string_append_printf (text, "[%s%s]", element, overflow_to_string (type->overflow));
  append_sizes (text, type);
}

static void
append_array (GString *text, const RsType *type)
{
  if (type->overflow != RS_OVERFLOW_DEFAULT)
    append_container (text, type, 3, rs_element_get_name (type->element));
  else if (type->element == RS_ELEMENT_SINGLE)
    append_container (text, type, 0, NULL);
  else if (type->element == RS_ELEMENT_INT32)
    append_container (text, type, 1, NULL);
  else if (type->element == RS_ELEMENT_CSINGLE)
    append_container (text, type, 2, NULL);
  else
    append_container (text, type, 3, rs_element_get_name (type->element));
}

static void
append_number (GString *text, const RsType *type)
{
  switch (type->element)
    {
    case RS_ELEMENT_DOUBLE:
      g_string_append (text, "scalar");
      break;
    case RS_ELEMENT_CDOUBLE:
      g_string_append (text, "cscalar");
      break;
    case RS_ELEMENT_INT64:
      g_string_append (text, "int");
      break;
    case RS_ELEMENT_INT32:
      g_string_append (text, "int32");
      break;
    default:
      g_string_append (text, rs_element_get_name (type->element));
    }
  g_string_append (text, overflow_to_string (type->overflow));
}

static void
append_boundary (GString *text, RsBoundary boundary)
{
  static const char *const names[] = {
    [RS_BOUNDARY_DEFAULT] = "", [RS_BOUNDARY_SAFE] = "'safe", [RS_BOUNDARY_CIRCULAR] = "'circular",
    [RS_BOUNDARY_MIRROR] = "'mirror", [RS_BOUNDARY_CLAMPED] = "'clamped", [RS_BOUNDARY_UNCHECKED] = "'unchecked",
    [RS_BOUNDARY_CHECKED] = "'checked",
  };

  g_string_append (text, names[boundary]);
}

/* {{vec, vec}, {scalar, scalar}} */
static void
append_items (GString *text, const RsType *type, int dim, guint *next)
{
  if (dim == type->rank || *next >= type->n_inputs)
    {
      append_type (text, *next < type->n_inputs ? type->inputs[(*next)++] : &rs_type_unknown);
      return;
    }
  g_string_append_c (text, '{');
  for (gint64 i = 0; i < type->sizes[dim]; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      append_items (text, type, dim + 1, next);
    }
  g_string_append_c (text, '}');
}

static void
append_cell (GString *text, const RsType *type)
{
  g_autofree char *item = rs_type_to_string (type->item);
  g_autoptr (GString) items = NULL;
  RsType open = *type;
  guint next = 0;

  if (type->n_inputs == 0)
    {
      append_container (text, type, 3, item);
      return;
    }
  items = g_string_new (NULL);
  append_items (items, type, 0, &next);
  for (int i = 0; i < RS_MAX_RANK; i++)
    open.sizes[i] = RS_SIZE_UNKNOWN;
  append_container (text, &open, 3, items->str);
}

static void
append_type (GString *text, const RsType *type)
{
  switch (type->kind)
    {
    case RS_TYPE_UNKNOWN:
      g_string_append (text, "??");
      break;
    case RS_TYPE_NOTHING:
      g_string_append (text, "()");
      break;
    case RS_TYPE_NUMBER:
      append_number (text, type);
      break;
    case RS_TYPE_ARRAY:
      append_array (text, type);
      break;
    case RS_TYPE_STRING:
      g_string_append (text, "string");
      break;
    case RS_TYPE_RANGE:
      g_string_append (text, rs_element_is_integer (type->element) ? "ivec" : "vec");
      break;
    case RS_TYPE_CELL:
      append_cell (text, type);
      break;
    case RS_TYPE_FUNCTION:
      append_function (text, type);
      break;
    case RS_TYPE_CLASS:
      g_string_append (text, type->name ? type->name : "object");
      break;
    case RS_TYPE_POINTER:
      g_string_append_c (text, '^');
      append_type (text, type->item);
      break;
    case RS_TYPE_CHOICE:
      g_string_append_c (text, '[');
      append_list (text, type->inputs, type->n_inputs, "|", FALSE);
      g_string_append_c (text, ']');
      break;
    case RS_TYPE_TYPE:
      g_string_append (text, "type");
      break;
    }
  append_boundary (text, type->boundary);
}

char *
rs_type_to_string (const RsType *type)
{
  GString *text = g_string_new (NULL);

  append_type (text, type);
  return g_string_free (text, FALSE);
}

/* --- in words --- */

/* " of integers": what the elements are, where that is not plain numbers. */
static const char *
element_words (const RsType *type)
{
  switch (type->element)
    {
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_DOUBLE:
      return "";
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_INT64:
      return " of integers";
    case RS_ELEMENT_CSINGLE:
    case RS_ELEMENT_CDOUBLE:
      return " of complex numbers";
    case RS_ELEMENT_BOOL:
      return " of logical values";
    default:
      return NULL;
    }
}

/* NULL where some sizes are known and some are not, and for elements without words. (transfer full) */
static char *
describe_array (const RsType *type)
{
  static const char *const kinds[] = { "array", "vector", "matrix", "cube" };
  const char *kind = kinds[type->rank <= 3 ? type->rank : 0], *of = element_words (type);
  g_autoptr (GString) text = g_string_new (NULL);
  int n_known = 0;

  for (int i = 0; i < type->rank; i++)
    n_known += type->sizes[i] >= 0;
  if (of == NULL || (n_known > 0 && n_known < type->rank) || type->overflow != RS_OVERFLOW_DEFAULT)
    return NULL;
  if (n_known == 0)
    return g_strdup_printf ("%s %s%s", rs_article (kind), kind, of);
  if (type->rank == 1)
    {
      const char *elements = *of == '\0' ? "elements" : of + strlen (" of ");

      return g_strdup_printf ("a vector of %" G_GINT64_FORMAT " %.*s", type->sizes[0],
                              (int)strlen (elements) - (type->sizes[0] == 1), elements); /* 1 element, 2 elements */
    }
  for (int i = 0; i < type->rank; i++)
    g_string_append_printf (text, i > 0 ? "-by-%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, type->sizes[i]);
  return g_strdup_printf ("%s %s %s%s", text->str[0] == '8' ? "an" : "a", text->str, kind, of);
}

static const char *
describe_number (const RsType *type)
{
  switch (type->element)
    {
    case RS_ELEMENT_DOUBLE:
      return "a scalar";
    case RS_ELEMENT_CDOUBLE:
      return "a complex number";
    case RS_ELEMENT_INT64:
      return "an integer";
    case RS_ELEMENT_BOOL:
      return "a logical value";
    default:
      return NULL;
    }
}

static const char *
describe_other (const RsType *type)
{
  switch (type->kind)
    {
    case RS_TYPE_UNKNOWN:
      return "a value";
    case RS_TYPE_NOTHING:
      return "nothing";
    case RS_TYPE_NUMBER:
      return type->overflow == RS_OVERFLOW_DEFAULT ? describe_number (type) : NULL;
    case RS_TYPE_STRING:
      return "a string";
    case RS_TYPE_RANGE:
      return "a range";
    case RS_TYPE_TYPE:
      return "a type";
    default:
      return NULL;
    }
}

char *
rs_type_describe (const RsType *type)
{
  g_autofree char *text = NULL;

  if (type->boundary == RS_BOUNDARY_DEFAULT)
    text = type->kind == RS_TYPE_ARRAY ? describe_array (type) : g_strdup (describe_other (type));
  if (text == NULL)
    {
      g_autofree char *written = rs_type_to_string (type);

      text = g_strdup_printf ("%s `%s`", rs_article (written), written);
    }
  return g_steal_pointer (&text);
}

const char *
rs_article (const char *name)
{
  return *name != '\0' && strchr ("aeio", *name) != NULL ? "an" : "a"; /* but a uint8 */
}
