/* Copies of values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/copy.h"

#include "runtime/base/error.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

/* Cells in cells deeper than this are taken for a cycle. */
#define DEEPEST_COPY 1000

static RsCell *
new_cell_like (const RsCell *cell, GError **error)
{
  RsCell *copy = rs_cell_new (cell->rank, cell->dims, error);

  if (copy != NULL)
    {
      copy->type = cell->type;
      copy->item = cell->item;
    }
  return copy;
}

/* --- one level --- */

static gboolean
copy_value (RsValue value, guint depth, RsPrecision precision, RsValue *result, GError **error);

static gboolean
copy_cell (const RsCell *cell, guint depth, RsPrecision precision, RsValue *result, GError **error)
{
  RsCell *copy = new_cell_like (cell, error);
  gboolean ok = copy != NULL;

  if (!ok)
    return FALSE;
  *result = rs_value_object (copy);
  for (gint64 i = 0; ok && i < copy->n_elements; i++)
    if (cell->elements[i].tag == RS_TAG_OBJECT)
      copy->elements[i] = rs_cell_copy_item (cell, cell->elements[i]);
    else
      ok = copy_value (cell->elements[i], depth + 1, precision, &copy->elements[i], error);
  if (!ok)
    rs_value_clear (result);
  return ok;
}

static gboolean
is_in_place (const RsClassObject *object, guint member)
{
  const RsClass *class = object->class;

  return class != NULL && member < class->n_members && class->members[member].type->kind == RS_TYPE_CLASS;
}

static gboolean
copy_object (const RsClassObject *object, guint depth, RsPrecision precision, RsValue *result, GError **error)
{
  RsClassObject *copy = rs_class_object_new_like (object);
  gboolean ok = TRUE;

  *result = rs_value_object (copy);
  for (guint i = 0; ok && i < object->n_members; i++)
    if (object->members[i].tag == RS_TAG_OBJECT)
      copy->members[i] = is_in_place (object, i) ? rs_value_copy_object (object->members[i])
                                                 : rs_value_ref (object->members[i]);
    else
      ok = copy_value (object->members[i], depth + 1, precision, &copy->members[i], error);
  if (!ok)
    rs_value_clear (result);
  return ok;
}

static gboolean
copy_value (RsValue value, guint depth, RsPrecision precision, RsValue *result, GError **error)
{
  RsArray *array;

  *result = RS_NONE;
  if (depth > DEEPEST_COPY)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NESTED,
                   "copy: the cell contains itself, or is nested more than %d deep; use deepcopy", DEEPEST_COPY);
      return FALSE;
    }
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      array = rs_array_copy (value.array, error);
      if (array == NULL)
        return FALSE;
      *result = rs_value_object (array);
      return TRUE;
    case RS_TAG_RANGE:
      return rs_value_range_to_array (value.range, precision, result, error);
    case RS_TAG_CELL:
      return copy_cell (value.cell, depth, precision, result, error);
    case RS_TAG_OBJECT:
      return copy_object (value.class_object, depth, precision, result, error);
    default:
      *result = rs_value_ref (value);
      return TRUE;
    }
}

gboolean
rs_value_copy (RsValue value, RsPrecision precision, RsValue *result, GError **error)
{
  return copy_value (value, 0, precision, result, error);
}

/* --- everything --- */

typedef struct {
  RsPrecision precision;
  GHashTable *copies; /* RsObject -> RsObject, its copy; borrowed: the copies hang together */
  GPtrArray *todo;    /* pairs of RsObject: originals and copies whose elements or members are still to come */
} DeepCopy;

static void
note (DeepCopy *self, RsObject *original, RsObject *copy, gboolean has_parts)
{
  g_hash_table_insert (self->copies, original, copy);
  if (!has_parts)
    return;
  g_ptr_array_add (self->todo, original);
  g_ptr_array_add (self->todo, copy);
}

static gboolean
start_copy (DeepCopy *self, RsValue value, RsValue *result, GError **error)
{
  RsObject *known = rs_value_is_object (value) ? g_hash_table_lookup (self->copies, value.object) : NULL;
  gboolean has_parts = value.tag == RS_TAG_CELL || value.tag == RS_TAG_OBJECT;
  RsCell *cell;

  if (known != NULL)
    {
      *result = rs_value_ref (rs_value_object (known));
      return TRUE;
    }
  if (value.tag == RS_TAG_CELL)
    {
      cell = new_cell_like (value.cell, error);
      if (cell == NULL)
        return FALSE;
      *result = rs_value_object (cell);
    }
  else if (value.tag == RS_TAG_OBJECT)
    *result = rs_value_object (rs_class_object_new_like (value.class_object));
  else if (!rs_value_copy (value, self->precision, result, error))
    return FALSE;
  if (has_parts || value.tag == RS_TAG_ARRAY)
    note (self, value.object, result->object, has_parts);
  return TRUE;
}

static gboolean
copy_parts (DeepCopy *self, const RsValue *from, RsValue *to, gint64 n, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    if (!start_copy (self, from[i], &to[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
copy_parts_of (DeepCopy *self, RsObject *original, RsObject *copy, GError **error)
{
  if (original->tag == RS_TAG_CELL)
    return copy_parts (self, ((RsCell *)original)->elements, ((RsCell *)copy)->elements, ((RsCell *)copy)->n_elements,
                       error);
  return copy_parts (self, ((RsClassObject *)original)->members, ((RsClassObject *)copy)->members,
                     ((RsClassObject *)copy)->n_members, error);
}

gboolean
rs_value_deep_copy (RsValue value, RsPrecision precision, RsValue *result, GError **error)
{
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();
  DeepCopy self = { precision, copies, todo };

  *result = RS_NONE;
  if (!start_copy (&self, value, result, error))
    return FALSE;
  while (todo->len > 0)
    {
      RsObject *copy = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      RsObject *original = g_ptr_array_steal_index_fast (todo, todo->len - 1);

      if (!copy_parts_of (&self, original, copy, error))
        {
          rs_value_clear (result);
          return FALSE;
        }
    }
  return TRUE;
}
