/* Values: making and freeing the small counted objects, and describing any value for messages and signatures.
 *
 * Freeing is a loop, not a recursion: a list of cells in cells a million deep must not run out of C stack. Numbers
 * never come here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/error.h"
#include "runtime/value/array.h"
#include "runtime/value/cycles.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/exception.h"
#include "runtime/value/types/function.h"
#include "runtime/value/types/native.h"
#include "runtime/value/types/object.h"

#include <math.h>
#include <string.h>

/* --- freeing --- */

/* Objects whose count reached 0 while another one was being freed on this thread. */
static _Thread_local GPtrArray *pending; /* NULL: none */
static _Thread_local gboolean is_freeing;

static void
free_one (RsObject *object)
{
  switch ((RsTag)object->tag)
    {
    case RS_TAG_COMPLEX:
    case RS_TAG_RANGE:
    case RS_TAG_TYPE:
      g_free (object);
      break;
    case RS_TAG_STRING:
      if (object->is_exception)
        rs_exception_free ((RsString *)object);
      else
        g_free (object);
      break;
    case RS_TAG_ARRAY:
      object->ref_count = 1; /* rs_array_unref is the only door to the array's memory */
      rs_array_unref ((RsArray *)object);
      break;
    case RS_TAG_CELL:
      {
        RsCell *cell = (RsCell *)object;

        for (gint64 i = 0; i < cell->n_elements; i++)
          rs_value_clear (&cell->elements[i]);
        rs_cell_free_elements (cell);
        rs_cycles_release (object);
      }
      break;
    case RS_TAG_FUNCTION:
      rs_function_free ((RsFunction *)object);
      rs_cycles_release (object);
      break;
    case RS_TAG_NATIVE:
      if (((RsNative *)object)->class->free_data != NULL)
        ((RsNative *)object)->class->free_data (((RsNative *)object)->data);
      g_free (object);
      break;
    case RS_TAG_OBJECT:
      rs_class_object_free ((RsClassObject *)object);
      rs_cycles_release (object);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
rs_object_free (RsObject *object)
{
  if (object->tag < RS_TAG_CELL && !object->is_exception) /* refers to nothing */
    {
      free_one (object);
      return;
    }
  if (is_freeing)
    {
      if (pending == NULL)
        pending = g_ptr_array_new ();
      g_ptr_array_add (pending, object);
      return;
    }
  is_freeing = TRUE;
  free_one (object);
  while (pending != NULL && pending->len > 0)
    free_one (g_ptr_array_steal_index_fast (pending, pending->len - 1));
  g_clear_pointer (&pending, g_ptr_array_unref);
  is_freeing = FALSE;
}

/* --- making --- */

static gpointer
new_object (RsTag tag, gsize size)
{
  RsObject *object = g_malloc0 (size);

  object->ref_count = 1;
  object->tag = (guint8)tag;
  return object;
}

RsValue
rs_value_new_complex (double re, double im)
{
  RsComplex *complex = new_object (RS_TAG_COMPLEX, sizeof *complex);

  complex->re = re;
  complex->im = im;
  return rs_value_object (complex);
}

RsValue
rs_value_new_string (const char *text, gssize length)
{
  gsize n = length < 0 ? strlen (text) : (gsize)length;
  RsString *string = g_malloc (sizeof *string + n + 1);

  g_assert (n < G_MAXUINT32);
  string->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_STRING };
  string->length = (guint32)n;
  string->n_characters = 0;
  string->last_place = 0;
  if (text != NULL)
    memcpy (string->text, text, n);
  string->text[n] = '\0';
  return rs_value_object (string);
}

gboolean
rs_value_check_joined (const RsValue *values, guint n, GError **error)
{
  guint64 length = 0;

  for (guint i = 0; i < n; i++)
    length += values[i].tag == RS_TAG_STRING ? values[i].string->length : 0;
  if (length <= RS_MAX_TEXT)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
               "a text of %" G_GUINT64_FORMAT " characters is too long; %d are possible", length, RS_MAX_TEXT);
  return FALSE;
}

RsValue
rs_value_new_integer_text (gint64 integer)
{
  char digits[24];
  guint at = sizeof digits;
  guint64 rest = integer < 0 ? 0 - (guint64)integer : (guint64)integer;

  do
    {
      digits[--at] = (char)('0' + rest % 10);
      rest /= 10;
    }
  while (rest > 0);
  if (integer < 0)
    digits[--at] = '-';
  return rs_value_new_string (digits + at, (gssize)(sizeof digits - at));
}

RsValue
rs_value_new_range (double low, double step, double high, gboolean is_integer)
{
  RsRange *range = new_object (RS_TAG_RANGE, sizeof *range);
  double count = floor ((high - low) / step + 1e-6) + 1;

  range->low = low;
  range->step = step;
  range->is_integer = is_integer;
  if (!(count >= 1)) /* NaN too */
    range->count = 0;
  else
    range->count = count < RS_LONGEST_RANGE ? (gint64)count : RS_LONGEST_RANGE;
  return rs_value_object (range);
}

RsValue
rs_value_new_type (const RsType *type)
{
  RsTypeValue *value = new_object (RS_TAG_TYPE, sizeof *value);

  value->type = type;
  return rs_value_object (value);
}

/* --- types --- */

static const RsType *
type_of_array (const RsArray *array, RsArena *arena, gboolean with_sizes)
{
  RsType *type = (RsType *)rs_type_array (arena, array->element, array->rank);

  type->boundary = array->boundary;
  type->overflow = array->overflow;
  if (with_sizes || (array->rank == 1 && array->n_elements <= 16))
    for (int i = 0; i < array->rank; i++)
      type->sizes[i] = array->dims[i];
  return type;
}

static const RsType *
type_of_closure (const RsFunction *function, RsArena *arena)
{
  const RsProto *proto = function->proto;
  RsType *type = rs_arena_new0 (arena, RsType);
  const RsType **inputs = rs_arena_array (arena, const RsType *, proto->n_parameters);
  const RsType **outputs = rs_arena_array (arena, const RsType *, proto->n_outputs + 1);

  for (guint i = 0; i < proto->n_parameters; i++)
    {
      inputs[i] = proto->parameters[i].type != NULL ? proto->parameters[i].type : &rs_type_unknown;
      if (proto->parameters[i].is_variadic)
        inputs[i] = rs_type_of_rest (arena, inputs[i]);
    }
  for (guint i = 0; i < proto->n_outputs; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (proto->scope->variables, proto->outputs[i]);

      outputs[i] = symbol->type != NULL ? symbol->type : &rs_type_unknown;
    }
  outputs[proto->n_outputs] = &rs_type_unknown;
  type->kind = RS_TYPE_FUNCTION;
  type->inputs = inputs;
  type->n_inputs = proto->n_parameters;
  type->outputs = outputs;
  type->n_outputs = proto->is_lambda ? 1 : proto->n_outputs;
  type->qualifiers = function->node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE);
  if (proto->is_variadic)
    type->qualifiers |= RS_NODE_VARIADIC;
  type->declaration = function->node;
  return type;
}

static const RsType *
type_with_kind (RsArena *arena, RsTypeKind kind)
{
  RsType *type = rs_arena_new0 (arena, RsType);

  type->kind = kind;
  type->item = &rs_type_unknown;
  return type;
}

const RsType *
rs_value_get_type (RsValue value, RsArena *arena, gboolean with_sizes)
{
  RsType *type;

  switch ((RsTag)value.tag)
    {
    case RS_TAG_BOOL:
      return &rs_type_bool;
    case RS_TAG_INT:
      return &rs_type_int;
    case RS_TAG_SCALAR:
      return &rs_type_scalar;
    case RS_TAG_COMPLEX:
      return &rs_type_complex;
    case RS_TAG_STRING:
      return &rs_type_string;
    case RS_TAG_RANGE:
      type = (RsType *)type_with_kind (arena, RS_TYPE_RANGE);
      type->element = value.range->is_integer ? RS_ELEMENT_INT64 : RS_ELEMENT_DOUBLE;
      return type;
    case RS_TAG_ARRAY:
      return type_of_array (value.array, arena, with_sizes);
    case RS_TAG_CELL:
      type = (RsType *)type_with_kind (arena, RS_TYPE_CELL);
      type->rank = value.cell->rank;
      if (value.cell->item != NULL)
        type->item = value.cell->item;
      for (int i = 0; i < RS_MAX_RANK; i++)
        type->sizes[i] = with_sizes && i < type->rank ? value.cell->dims[i] : RS_SIZE_UNKNOWN;
      return type;
    case RS_TAG_NULL:
      return &rs_type_null;
    case RS_TAG_OBJECT:
      return value.class_object->class != NULL ? value.class_object->class->type : &rs_type_object;
    case RS_TAG_FUNCTION:
      if (value.function->kind == RS_FUNCTION_CLOSURE)
        return type_of_closure (value.function, arena);
      return &rs_type_unknown;
    case RS_TAG_TYPE:
      type = (RsType *)type_with_kind (arena, RS_TYPE_TYPE);
      type->item = value.type->type;
      return type;
    default:
      return &rs_type_unknown;
    }
}

/* --- messages --- */

static char *
describe_dims (const char *kind, int rank, const gint64 *dims)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < rank; i++)
    g_string_append_printf (text, i > 0 ? "-by-%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, dims[i]);
  g_string_append_printf (text, " %s", kind);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_vector (const char *kind, gint64 length)
{
  return g_strdup_printf ("%s of %" G_GINT64_FORMAT " element%s", kind, length, length == 1 ? "" : "s");
}

static char *
describe_array (const RsArray *array)
{
  static const char *const kinds[] = { "array", "vector", "matrix", "cube" };
  static const char *const complex_kinds[] = { "complex array", "complex vector", "complex matrix", "complex cube" };
  const char *const *names = rs_element_is_complex (array->element) ? complex_kinds : kinds;
  const char *kind = names[array->rank <= 3 ? array->rank : 0];

  if (array->rank == 1)
    return describe_vector (kind, array->dims[0]);
  return describe_dims (kind, array->rank, array->dims);
}

char *
rs_value_describe (RsValue value)
{
  switch ((RsTag)value.tag)
    {
    case RS_TAG_NONE:
      return g_strdup ("nothing");
    case RS_TAG_BOOL:
      return g_strdup ("logical value");
    case RS_TAG_INT:
      return g_strdup ("integer");
    case RS_TAG_SCALAR:
      return g_strdup ("scalar");
    case RS_TAG_COMPLEX:
      return g_strdup ("complex number");
    case RS_TAG_STRING:
      return g_strdup ("string");
    case RS_TAG_RANGE:
      return g_strdup ("range");
    case RS_TAG_ARRAY:
      return describe_array (value.array);
    case RS_TAG_CELL:
      return value.cell->rank == 1 ? describe_vector ("cell", value.cell->dims[0])
                                   : describe_dims ("cell", value.cell->rank, value.cell->dims);
    case RS_TAG_FUNCTION:
      return g_strdup_printf ("function %s", value.function->name);
    case RS_TAG_TYPE:
      return g_strdup ("type");
    case RS_TAG_NULL:
      return g_strdup ("null value");
    case RS_TAG_OBJECT:
      if (value.class_object->class != NULL)
        return g_strdup_printf ("%s object", value.class_object->class->name);
      return g_strdup ("object");
    case RS_TAG_NATIVE:
      return g_strdup (value.native->class->name);
    default:
      return g_strdup ("object");
    }
}

char *
rs_value_describe_one (RsValue value)
{
  g_autofree char *text = rs_value_describe (value);

  if (value.tag == RS_TAG_NONE)
    return g_steal_pointer (&text);
  return g_strconcat (strchr ("aeio8", text[0]) != NULL ? "an " : "a ", text, NULL);
}
