/* The parts of a value that are compared one by one: numbers, arrays of numbers and texts, which may lie in cells and
 * objects. Level by level, so that a list may be long; what is met again is not entered again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/comparison-private.h"

#include "runtime/value/array.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <string.h>

#define MOST_STEPS 16u /* of a path: what comes before them is left out */

struct _RsComparedParts {
  GArray *parts;     /* of RsComparedPart; each behind what it is in */
  GHashTable *known; /* cell or object -> its index + 1 */
};

static gboolean
is_container (RsValue value)
{
  return value.tag == RS_TAG_CELL || value.tag == RS_TAG_OBJECT;
}

static void
add (RsComparedParts *self, RsValue value, guint parent, guint position)
{
  RsComparedPart part = { .value = value, .parent = parent, .position = position };

  if (is_container (value))
    {
      part.again = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, value.object));
      if (part.again == 0)
        g_hash_table_insert (self->known, value.object, GUINT_TO_POINTER (self->parts->len + 1));
    }
  g_array_append_val (self->parts, part);
}

static void
add_contents (RsComparedParts *self, guint index, guint most)
{
  const RsValue value = rs_compared_parts_get (self, index)->value;
  const RsValue *members = value.tag == RS_TAG_CELL ? value.cell->elements : value.class_object->members;
  const gint64 n = value.tag == RS_TAG_CELL ? value.cell->n_elements : value.class_object->n_members;

  for (gint64 i = 0; i < n && self->parts->len < most; i++)
    add (self, members[i], index, (guint)i);
}

RsComparedParts *
rs_compared_parts_new (RsValue value, guint most)
{
  RsComparedParts *self = g_new (RsComparedParts, 1);

  self->parts = g_array_new (FALSE, FALSE, sizeof (RsComparedPart));
  self->known = g_hash_table_new (NULL, NULL);
  add (self, value, 0, 0);
  for (guint i = 0; i < self->parts->len; i++)
    if (is_container (rs_compared_parts_get (self, i)->value) && rs_compared_parts_get (self, i)->again == 0)
      add_contents (self, i, most);
  return self;
}

void
rs_compared_parts_free (RsComparedParts *self)
{
  g_array_unref (self->parts);
  g_hash_table_unref (self->known);
  g_free (self);
}

guint
rs_compared_parts_count (const RsComparedParts *self)
{
  return self->parts->len;
}

const RsComparedPart *
rs_compared_parts_get (const RsComparedParts *self, guint index)
{
  g_assert (index < self->parts->len);
  return &g_array_index (self->parts, RsComparedPart, index);
}

/* --- what they are --- */

static guint64
mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static guint64
mix_bytes (guint64 hash, const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    hash = mix (hash, (guchar)text[i]);
  return mix (hash, length);
}

static guint64
mix_sizes (guint64 hash, int rank, const gint64 *dims)
{
  while (rank > 2 && dims[rank - 1] == 1)
    rank--;
  for (int d = 0; d < rank; d++)
    hash = mix (hash, (guint64)dims[d]);
  return mix (hash, (guint64)rank);
}

static guint64
mix_array (guint64 hash, const RsArray *array)
{
  const RsShape shape = rs_shape_of_array (array);

  hash = mix (hash, rs_element_is_complex (array->element) + 2 * (array->undefined != NULL));
  return mix_sizes (hash, shape.rank, shape.dims);
}

static guint64
mix_object (guint64 hash, const RsClassObject *object)
{
  if (object->class != NULL)
    hash = mix_bytes (hash, object->class->name, strlen (object->class->name));
  for (guint i = 0; i < object->n_members; i++)
    hash = mix_bytes (hash, object->names[i], strlen (object->names[i]));
  return hash;
}

guint64
rs_compared_parts_get_sizes (const RsComparedParts *self)
{
  guint64 hash = self->parts->len;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const RsComparedPart *part = rs_compared_parts_get (self, i);
      const RsValue value = part->value;

      hash = mix (hash, rs_value_is_number (value) ? RS_TAG_SCALAR : value.tag);
      hash = mix (hash, part->again);
      if (value.tag == RS_TAG_ARRAY)
        hash = mix_array (hash, value.array);
      else if (value.tag == RS_TAG_CELL)
        hash = mix_sizes (hash, value.cell->rank, value.cell->dims);
      else if (value.tag == RS_TAG_OBJECT)
        hash = mix_object (hash, value.class_object);
    }
  return hash;
}

guint64
rs_compared_parts_get_state (const RsComparedParts *self)
{
  guint64 hash = rs_compared_parts_get_sizes (self);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const RsValue value = rs_compared_parts_get (self, i)->value;

      if (value.tag == RS_TAG_ARRAY)
        hash = mix (mix (hash, value.array->oid), value.array->version);
      else if (value.tag == RS_TAG_STRING)
        hash = mix_bytes (hash, value.string->text, value.string->length);
      else if (value.tag == RS_TAG_COMPLEX)
        {
          guint64 bits[2];

          memcpy (bits, &value.complex->re, sizeof bits);
          hash = mix (mix (hash, bits[0]), bits[1]);
        }
      else if (rs_value_is_number (value))
        hash = mix (hash, (guint64)value.integer);
    }
  return hash;
}

/* --- where they are --- */

static void
append_step (GString *path, RsValue parent, gint64 position)
{
  gint64 below;

  if (parent.tag == RS_TAG_OBJECT)
    {
      g_string_append_printf (path, ".%s", parent.class_object->names[position]);
      return;
    }
  below = parent.cell->n_elements;
  for (int d = 0; d < parent.cell->rank; d++)
    {
      below /= parent.cell->dims[d];
      g_string_append_printf (path, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "[", position / below % parent.cell->dims[d]);
    }
  g_string_append_c (path, ']');
}

void
rs_compared_parts_append_path (const RsComparedParts *self, guint index, GString *path)
{
  guint steps[MOST_STEPS], n = 0;

  for (; index != 0 && n < MOST_STEPS; index = rs_compared_parts_get (self, index)->parent)
    steps[n++] = index;
  if (index != 0)
    g_string_append (path, "...");
  while (n > 0)
    {
      const RsComparedPart *part = rs_compared_parts_get (self, steps[--n]);

      append_step (path, rs_compared_parts_get (self, part->parent)->value, part->position);
    }
}
