/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/output.h"

#include "runtime/value/array.h"

static const RsSymbol *
find_output (const RsFunction *kernel, guint index)
{
  const GPtrArray *variables = kernel->node->scope->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const RsSymbol *symbol = variables->pdata[i];

      if (symbol->is_output && index-- == 0)
        return symbol;
    }
  return NULL;
}

/* Numbers as on the host, whatever the kernel computes with. */
static RsElement
element_of_output (const RsSymbol *symbol)
{
  const RsType *type = symbol->type;

  if (type == NULL || (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY))
    return RS_ELEMENT_DOUBLE;
  return rs_element_is_complex (type->element)   ? RS_ELEMENT_CDOUBLE
         : rs_element_is_integer (type->element) ? RS_ELEMENT_INT64
                                                 : RS_ELEMENT_DOUBLE;
}

static RsArray *
make_array (const RsSymbol *symbol, RsValue value, GError **error)
{
  gint64 length = value.tag == RS_TAG_ARRAY ? value.array->n_elements : 1;
  RsArray *array = rs_array_new_vector (element_of_output (symbol), length, error);

  for (gint64 i = 0; array != NULL && i < length; i++)
    {
      RsValue element = value.tag == RS_TAG_ARRAY ? rs_array_get_element (value.array, i) : rs_value_ref (value);

      if (!rs_array_set_element (array, i, element, error))
        g_clear_pointer (&array, rs_array_unref);
      rs_value_clear (&element);
    }
  return array;
}

int
rs_outputs_add (RsInputs *inputs, RsSession *session, const RsFunction *kernel, const RsValue *values, guint n,
                GError **error)
{
  int first = (int)inputs->inputs->len;

  for (guint i = 0; i < n; i++)
    {
      const RsSymbol *symbol = find_output (kernel, i);
      g_autoptr (RsArray) array = make_array (symbol, values[i], error);

      if (array == NULL)
        return -1;
      rs_inputs_add (inputs, session, symbol, NULL, NULL, rs_value_object (array));
    }
  return first;
}

/* A vector has the element type that it began with; a number is one of the host. */
static gboolean
read_output (RsArray *array, RsValue *value, GError **error)
{
  RsArray *vector;

  if (value->tag != RS_TAG_ARRAY)
    {
      rs_value_clear (value);
      *value = rs_array_get_element (array, 0);
      return TRUE;
    }
  vector = rs_array_new_vector (value->array->element, array->n_elements, error);
  for (gint64 i = 0; vector != NULL && i < array->n_elements; i++)
    {
      RsValue element = rs_array_get_element (array, i); /* a complex number is an object */

      if (!rs_array_set_element (vector, i, element, error))
        g_clear_pointer (&vector, rs_array_unref);
      rs_value_clear (&element);
    }
  if (vector == NULL)
    return FALSE;
  rs_value_clear (value);
  *value = rs_value_object (vector);
  return TRUE;
}

gboolean
rs_outputs_read (const RsInputs *inputs, int first, RsValue *values, guint n, GError **error)
{
  g_assert (first >= 0 && (guint)first + n <= inputs->inputs->len);
  for (guint i = 0; i < n; i++)
    if (!read_output (rs_inputs_get_value (inputs, (guint)first + i).array, &values[i], error))
      return FALSE;
  return TRUE;
}
