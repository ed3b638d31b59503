/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/pack.h"

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <string.h>

#define MOST_INPUTS 256 /* beyond which objects stay closed */

/* Objects of one class, as many as an array of these dimensions has elements. */
typedef struct {
  const RsClass *class;
  RsClassObject **objects; /* [n], borrowed from the inputs */
  gint64 n;
  int rank; /* 0: one object */
  gint64 dims[RS_MAX_RANK];
} Group;

/* A member of a group that has been copied into an array. */
typedef struct {
  guint input;
  guint member;
  RsClassObject **objects; /* [n], owned */
  gint64 n;
} Packed;

static void
packed_free (gpointer data)
{
  g_free (((Packed *)data)->objects);
  g_free (data);
}

GPtrArray *
rs_packs_new (void)
{
  return g_ptr_array_new_with_free_func (packed_free);
}

/* --- groups --- */

/* The objects of value; FALSE when they are none that compiled code can have. */
static gboolean
find_group (RsInputs *inputs, RsValue value, Group *group)
{
  const RsValue *values = value.tag == RS_TAG_CELL ? value.cell->elements : &value;

  *group = (Group){ .n = 1, .class = rs_value_get_class (value) };
  if (value.tag == RS_TAG_CELL)
    {
      group->n = value.cell->n_elements;
      group->rank = value.cell->rank;
      memcpy (group->dims, value.cell->dims, sizeof group->dims);
      group->class = group->n > 0 ? rs_value_get_class (values[0]) : NULL;
    }
  if (group->class == NULL || group->class->kind == RS_CLASS_DYNAMIC || group->class->has_open_member
      || group->rank > 3)
    return FALSE;
  for (gint64 i = 0; i < group->n; i++)
    if (rs_value_get_class (values[i]) != group->class
        || g_hash_table_contains (inputs->objects, values[i].class_object))
      return FALSE;
  group->objects = g_new (RsClassObject *, group->n);
  for (gint64 i = 0; i < group->n; i++)
    {
      group->objects[i] = values[i].class_object;
      if (group->class->kind == RS_CLASS_MUTABLE && !g_hash_table_add (inputs->objects, group->objects[i]))
        g_clear_pointer (&group->objects, g_free); /* twice in one cell */
      if (group->objects == NULL)
        return FALSE;
    }
  return TRUE;
}

/* --- members --- */

static RsElement
element_of_member (const RsClassMember *member)
{
  RsElement element = member->type->element;

  if (rs_element_is_complex (element))
    return RS_ELEMENT_CDOUBLE;
  if (rs_element_is_floating (element))
    return RS_ELEMENT_DOUBLE;
  return element;
}

/* A member that is a number, of all objects, in an array; NULL when one has none. */
static RsArray *
pack_numbers (const Group *group, guint member)
{
  gint64 one[RS_MAX_RANK] = { 1 };
  RsArray *array = rs_array_new (element_of_member (&group->class->members[member]), MAX (1, group->rank),
                                 group->rank > 0 ? group->dims : one, TRUE, NULL);

  for (gint64 i = 0; array != NULL && i < group->n; i++)
    if (!rs_value_is_number (group->objects[i]->members[member])
        && group->objects[i]->members[member].tag != RS_TAG_COMPLEX)
      g_clear_pointer (&array, rs_array_unref);
    else if (!rs_array_set_element (array, i, group->objects[i]->members[member], NULL))
      g_clear_pointer (&array, rs_array_unref);
  return array;
}

/* A vector of known length, of all objects of a cell, as the last dimension of an array. */
static RsArray *
pack_vectors (const Group *group, guint member)
{
  const RsType *type = group->class->members[member].type;
  gint64 dims[RS_MAX_RANK] = { 0 }, length = type->rank == 1 ? type->sizes[0] : 0;
  RsArray *array;

  if (length <= 0)
    return NULL;
  memcpy (dims, group->dims, sizeof dims);
  dims[group->rank] = length;
  array = rs_array_new (type->element, group->rank + 1, dims, TRUE, NULL);
  for (gint64 i = 0; array != NULL && i < group->n; i++)
    {
      RsValue value = group->objects[i]->members[member];

      if (value.tag != RS_TAG_ARRAY || value.array->n_elements != length)
        {
          g_clear_pointer (&array, rs_array_unref);
          break;
        }
      for (gint64 k = 0; k < length; k++)
        rs_array_set_element (array, i * length + k, rs_array_get_element (value.array, k), NULL);
    }
  return array;
}

static void
note (RsInputs *inputs, const Group *group, guint input, guint member)
{
  Packed *packed = g_new0 (Packed, 1);

  packed->input = input;
  packed->member = member;
  packed->n = group->n;
  packed->objects = g_memdup2 (group->objects, (gsize)group->n * sizeof *group->objects);
  g_ptr_array_add (inputs->packs, packed);
}

static void
add_member (RsInputs *inputs, const Group *group, guint member)
{
  const RsType *type = group->class->members[member].type;
  gboolean is_number = type->kind == RS_TYPE_NUMBER;
  RsArray *array;
  guint input;

  if (is_number && group->rank == 0 && group->class->kind == RS_CLASS_IMMUTABLE)
    {
      rs_inputs_append (inputs, group->objects[0]->members[member]);
      return;
    }
  array = is_number                                        ? pack_numbers (group, member)
          : type->kind == RS_TYPE_ARRAY && group->rank > 0 ? pack_vectors (group, member)
                                                           : NULL;
  if (array == NULL)
    {
      rs_inputs_append (inputs, group->rank == 0 && !is_number ? group->objects[0]->members[member] : RS_NONE);
      return;
    }
  input = rs_inputs_append (inputs, rs_value_object (array));
  if (group->class->kind == RS_CLASS_MUTABLE)
    note (inputs, group, input, member);
  rs_array_unref (array);
}

static void
add_group (RsInputs *inputs, RsSession *session, guint index, const Group *group)
{
  guint first = inputs->inputs->len;

  g_array_index (inputs->inputs, RsKernelInput, index).class = group->class;
  g_array_index (inputs->inputs, RsKernelInput, index).first_capture = first;
  g_array_index (inputs->inputs, RsKernelInput, index).n_captures = group->class->n_members;
  for (guint i = 0; i < group->class->n_members; i++)
    add_member (inputs, group, i);
  for (guint i = 0; i < group->class->n_members && group->rank == 0; i++)
    rs_inputs_add_parts (inputs, session, first + i);
}

void
rs_pack_add (RsInputs *inputs, RsSession *session, guint index)
{
  Group group;

  g_assert (index < inputs->inputs->len);
  if (inputs->inputs->len > MOST_INPUTS || !find_group (inputs, rs_inputs_get_value (inputs, index), &group))
    return;
  add_group (inputs, session, index, &group);
  g_free (group.objects);
}

/* --- after the launch --- */

static gboolean
is_written (const Packed *packed, const RsKernelParameter *parameters, guint n)
{
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ARRAY && parameters[i].input == packed->input && parameters[i].writes)
      return TRUE;
  return FALSE;
}

gboolean
rs_pack_is_written (const RsInputs *inputs, const RsKernelParameter *parameters, guint n)
{
  for (guint i = 0; i < inputs->packs->len; i++)
    if (is_written (inputs->packs->pdata[i], parameters, n))
      return TRUE;
  return FALSE;
}

static gboolean
put_back (const Packed *packed, RsArray *array, RsPrecision precision, GError **error)
{
  gint64 length = array->n_elements / packed->n;

  for (gint64 i = 0; i < packed->n; i++)
    {
      RsClassObject *object = packed->objects[i];
      RsValue member = object->members[packed->member];
      guint position = packed->member;

      if (member.tag != RS_TAG_ARRAY
          && !rs_value_set_member (rs_value_object (object), object->names[packed->member], &position,
                                   rs_array_get_element (array, i), precision, error))
        return FALSE;
      for (gint64 k = 0; member.tag == RS_TAG_ARRAY && k < length; k++)
        if (!rs_array_set_element (member.array, k, rs_array_get_element (array, i * length + k), error))
          return FALSE;
    }
  return TRUE;
}

gboolean
rs_pack_read (const RsInputs *inputs, const RsKernelParameter *parameters, guint n, RsPrecision precision,
              GError **error)
{
  for (guint i = 0; i < inputs->packs->len; i++)
    {
      const Packed *packed = inputs->packs->pdata[i];

      if (is_written (packed, parameters, n)
          && !put_back (packed, rs_inputs_get_value (inputs, packed->input).array, precision, error))
        return FALSE;
    }
  return TRUE;
}
