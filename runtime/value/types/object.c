/* Objects: making them, and their members.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/object.h"

#include "compiler/base/suggest.h"
#include "compiler/syntax/foreign.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/exception.h"
#include "runtime/value/types/native.h"

#include <string.h>

#define SEARCHED_ONE_BY_ONE 8 /* members of a dynamic object before a table is made */
#define DEEPEST_DEFAULT 100   /* objects in objects in objects */

/* --- defaults --- */

static RsValue
value_of_literal (const RsNode *node)
{
  gboolean negative = node->kind == RS_NODE_UNARY;
  double number;

  if (negative)
    node = node->children[0];
  if (node->kind == RS_NODE_STRING)
    return rs_value_new_string (node->text != NULL ? node->text : "", -1);
  if (node->kind == RS_NODE_NAME)
    return strcmp (node->name, "true") == 0    ? rs_value_bool (TRUE)
           : strcmp (node->name, "false") == 0 ? rs_value_bool (FALSE)
                                               : RS_NULL;
  number = negative ? -node->number : node->number;
  return (node->flags & RS_NODE_INTEGER) != 0 ? rs_value_int ((gint64)number) : rs_value_scalar (number);
}

static RsValue
zero_number (RsElement element)
{
  if (rs_element_is_complex (element))
    return rs_value_new_complex (0, 0);
  if (rs_element_is_floating (element))
    return rs_value_scalar (0);
  return element == RS_ELEMENT_BOOL ? rs_value_bool (FALSE) : rs_value_int (0);
}

static gboolean
new_with_defaults (const RsClass *class, RsPrecision precision, guint depth, RsClassObject **object, GError **error);

static gboolean
zero_of_type (const RsType *type, RsPrecision precision, guint depth, RsValue *result, GError **error)
{
  const RsClass *class = type->kind == RS_TYPE_CLASS ? rs_type_get_class (type) : NULL;
  RsClassObject *object;
  RsArray *array;

  *result = RS_NULL;
  if (type->kind == RS_TYPE_NUMBER)
    *result = zero_number (type->element);
  else if (type->kind == RS_TYPE_STRING)
    *result = rs_value_new_string ("", 0);
  else if (type->kind == RS_TYPE_ARRAY && type->rank > 0 && type->sizes[0] >= 0)
    {
      for (int d = 1; d < type->rank; d++)
        if (type->sizes[d] < 0)
          return TRUE;
      array = rs_array_new (type->element, type->rank, type->sizes, TRUE, error);
      if (array == NULL)
        return FALSE;
      array->boundary = type->boundary;
      array->overflow = type->overflow;
      *result = rs_value_object (array);
    }
  else if (class != NULL && class->kind != RS_CLASS_DYNAMIC)
    {
      if (!new_with_defaults (class, precision, depth + 1, &object, error))
        return FALSE;
      *result = rs_value_object (object);
    }
  return TRUE;
}

/* An array or cell of a type whose sizes are open: without elements. */
static gboolean
empty_of_type (const RsType *type, RsValue *result, GError **error)
{
  gint64 dims[RS_MAX_RANK] = { 0 };
  int rank = MAX (1, type->rank);
  RsArray *array;
  RsCell *cell;

  for (int d = 0; d < type->rank; d++)
    dims[d] = MAX (0, type->sizes[d]);
  if (type->kind == RS_TYPE_CELL)
    {
      cell = rs_cell_new (rank, dims, error);
      if (cell == NULL)
        return FALSE;
      *result = rs_value_object (cell);
      return TRUE;
    }
  array = rs_array_new (type->element, rank, dims, TRUE, error);
  if (array == NULL)
    return FALSE;
  array->boundary = type->boundary;
  array->overflow = type->overflow;
  *result = rs_value_object (array);
  return TRUE;
}

static gboolean
set_default (const RsClassMember *member, RsPrecision precision, guint depth, RsValue *slot, GError **error)
{
  RsValue literal;
  gboolean ok;

  switch (member->default_kind)
    {
    case RS_DEFAULT_EMPTY:
      return empty_of_type (member->type, slot, error);
    case RS_DEFAULT_ZERO:
      return zero_of_type (member->type, precision, depth, slot, error);
    case RS_DEFAULT_LITERAL:
      literal = value_of_literal (member->default_value);
      ok = rs_value_convert (literal, member->type, precision, member->name, slot, error);
      rs_value_clear (&literal);
      return ok;
    default:
      return TRUE;
    }
}

/* --- making --- */

static RsClassObject *
allocate (const RsClass *class)
{
  guint n = class != NULL ? class->n_members : 0;
  RsClassObject *object = g_malloc0 (sizeof *object + n * sizeof (RsValue));

  object->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_OBJECT };
  object->class = class;
  object->n_members = n;
  object->members = (RsValue *)(object + 1);
  object->names = class != NULL ? class->names : NULL;
  object->takes_numbers = class == NULL || (class->kind != RS_CLASS_IMMUTABLE && class->takes_numbers);
  return object;
}

/* Members from `first` on. */
static gboolean
set_defaults (RsClassObject *object, RsPrecision precision, guint depth, GError **error)
{
  const RsClass *class = object->class;

  if (depth > DEEPEST_DEFAULT)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_ENDLESS,
                   "objects of %s contain each other without end; use "
                   "pointers (^%s)",
                   class->name, class->name);
      return FALSE;
    }
  for (guint i = 0; i < object->n_members; i++)
    if (object->members[i].tag == RS_TAG_NONE
        && !set_default (&class->members[i], precision, depth, &object->members[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
new_with_defaults (const RsClass *class, RsPrecision precision, guint depth, RsClassObject **object, GError **error)
{
  *object = allocate (class);
  if (set_defaults (*object, precision, depth, error))
    return TRUE;
  rs_object_free (&(*object)->base);
  *object = NULL;
  return FALSE;
}

gboolean
rs_class_object_new (const RsClass *class, RsPrecision precision, RsClassObject **object, GError **error)
{
  return new_with_defaults (class, precision, 0, object, error);
}

static gboolean
fail_member (const RsClass *class, const char *name, GError **error)
{
  const char *suggestion = rs_class_suggest_member (class, name);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER,
               suggestion != NULL ? "%s has no member %s; did you mean %s?" : "%s has no member %s", class->name, name,
               suggestion);
  return FALSE;
}

/* What a member keeps of a value that is given to it. */
static gboolean
convert_to_member (const RsClassMember *member, RsValue value, RsPrecision precision, RsValue *result, GError **error)
{
  if (member->type->kind == RS_TYPE_UNKNOWN)
    {
      if (value.tag == RS_TAG_RANGE)
        return rs_value_range_to_array (value.range, precision, result, error);
      *result = rs_value_ref (value);
      return TRUE;
    }
  /* An unset member of a dynamic object is null again. */
  if (value.tag == RS_TAG_NULL && member->type->kind != RS_TYPE_CLASS && member->type->kind != RS_TYPE_POINTER
      && member->type->kind != RS_TYPE_NUMBER)
    {
      g_autofree char *type = rs_type_to_string (member->type);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE,
                   "the member %s has type %s, which can't be null", member->name, type);
      return FALSE;
    }
  return rs_value_convert (value, member->type, precision, member->name, result, error);
}

static gboolean
give_member (RsClassObject *object, guint index, RsValue value, RsPrecision precision, GError **error)
{
  const RsClassMember *member = &object->class->members[index];

  if (object->members[index].tag != RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_NAME,
                   "the constructor of %s is given the member %s twice", object->class->name, member->name);
      return FALSE;
    }
  /* Nobody else knows it: it becomes the member. */
  if (value.tag == RS_TAG_OBJECT && value.object->ref_count == 1 && member->type->kind == RS_TYPE_CLASS
      && rs_value_is_of_class (value, member->type))
    {
      object->members[index] = rs_value_ref (value);
      return TRUE;
    }
  return convert_to_member (member, value, precision, &object->members[index], error);
}

static gboolean
check_complete (const RsClassObject *object, GError **error)
{
  const RsClass *class = object->class;
  g_autoptr (GString) names = NULL;

  for (guint i = 0; i < object->n_members; i++)
    if (object->members[i].tag == RS_TAG_NONE)
      {
        if (names == NULL)
          names = g_string_new (NULL);
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", class->names[i]);
      }
  if (names == NULL)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NO_DEFAULT,
               "%s has no default constructor: these members have no default value and have to be given: %s(%s:=...)",
               class->name, class->name, names->str);
  return FALSE;
}

gboolean
rs_class_object_construct (const RsClass *class, const RsValue *values, guint n, const char *const *names,
                           RsPrecision precision, RsValue *result, GError **error)
{
  RsClassObject *object = allocate (class);
  gboolean ok = TRUE;

  *result = rs_value_object (object);
  for (guint i = 0; ok && i < n; i++)
    {
      int index = (int)i;

      if (names != NULL && names[i] != NULL && (i >= class->n_members || class->names[i] != names[i]))
        index = rs_class_find_member (class, names[i]);
      if (index < 0)
        ok = fail_member (class, names[i], error);
      else if ((guint)index >= class->n_members)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                       "the constructor of %s is given %u arguments; it has %u member%s", class->name, n,
                       class->n_members, class->n_members == 1 ? "" : "s");
          ok = FALSE;
        }
      else
        ok = give_member (object, (guint)index, values[i], precision, error);
    }
  if (ok && set_defaults (object, precision, 0, error) && check_complete (object, error))
    return TRUE;
  rs_value_clear (result);
  return FALSE;
}

static gboolean
owns_names (const RsClassObject *object)
{
  return object->n_allocated > 0;
}

void
rs_class_object_free (RsClassObject *object)
{
  for (guint i = 0; i < object->n_members; i++)
    rs_value_clear (&object->members[i]);
  object->n_members = 0;
  g_clear_pointer (&object->positions, g_hash_table_unref);
  if (owns_names (object))
    {
      g_free (object->names);
      g_free (object->members);
    }
  object->n_allocated = 0;
  object->names = NULL;
  object->members = NULL;
}

/* --- members --- */

int
rs_class_object_find (const RsClassObject *object, const char *name)
{
  if (object->positions != NULL)
    return (int)GPOINTER_TO_UINT (g_hash_table_lookup (object->positions, name)) - 1;
  for (guint i = 0; i < object->n_members; i++)
    if (object->names[i] == name)
      return (int)i;
  /* The names of eval are interned on their own. */
  for (guint i = 0; i < object->n_members; i++)
    if (strcmp (object->names[i], name) == 0)
      return (int)i;
  return -1;
}

static gboolean
fail_no_object (RsValue value, const char *name, gboolean write, GError **error)
{
  g_autofree char *what = rs_value_describe_one (value), *hint = rs_foreign_member_dup_hint (name);

  if (value.tag == RS_TAG_NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NULL_POINTER,
                 "the member %s of nullptr can't be %s: there is no object", name, write ? "written" : "read");
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NO_MEMBERS, "%s has no members, so there is no .%s%s", what,
                 name, value.tag == RS_TAG_TYPE ? "; () behind its name makes an object" : hint);
  return FALSE;
}

static gboolean
fail_no_member (const RsClassObject *object, const char *name, GError **error)
{
  const char *suggestion = rs_suggest_among (object->names, object->n_members, name);
  const char *class = object->class != NULL ? object->class->name : "the object";

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER,
               suggestion != NULL ? "%s has no member %s; did you mean %s?" : "%s has no member %s", class, name,
               suggestion);
  return FALSE;
}

gboolean
rs_value_get_member (RsValue value, const char *name, guint *position, RsValue *result, GError **error)
{
  RsClassObject *object = value.class_object;
  int index;

  if (rs_value_get_exception (value) != NULL)
    return rs_exception_get_field (value, name, result, error);
  if (value.tag == RS_TAG_NATIVE)
    {
      *position = 0;
      return rs_native_get_member (value.native, name, result, error);
    }
  if (value.tag != RS_TAG_OBJECT)
    return fail_no_object (value, name, FALSE, error);
  index = rs_class_object_find (object, name);
  if (index < 0)
    return fail_no_member (object, name, error);
  if (object->members[index].tag == RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "the member %s has no value yet", name);
      return FALSE;
    }
  *position = (guint)index;
  *result = rs_value_ref (object->members[index]);
  return TRUE;
}

static void
grow (RsClassObject *object)
{
  guint allocated = MAX (8, object->n_members * 2);
  const char **names;
  RsValue *members;

  if (object->n_members < object->n_allocated)
    return;
  names = g_new (const char *, allocated);
  members = g_new (RsValue, allocated);
  if (object->n_members > 0)
    {
      memcpy (names, object->names, object->n_members * sizeof *names);
      memcpy (members, object->members, object->n_members * sizeof *members);
    }
  if (owns_names (object))
    {
      g_free (object->names);
      g_free (object->members);
    }
  object->names = names;
  object->members = members;
  object->n_allocated = allocated;
}

/* A new member of a dynamic object; its name outlives the object because modules do. */
static guint
add_member (RsClassObject *object, const char *name)
{
  guint index = object->n_members;

  grow (object);
  object->names[index] = name;
  object->members[index] = RS_NONE;
  object->n_members++;
  if (object->positions != NULL)
    g_hash_table_insert (object->positions, (gpointer)name, GUINT_TO_POINTER (index + 1));
  else if (object->n_members > SEARCHED_ONE_BY_ONE)
    {
      object->positions = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < object->n_members; i++)
        g_hash_table_insert (object->positions, (gpointer)object->names[i], GUINT_TO_POINTER (i + 1));
    }
  return index;
}

gboolean
rs_value_set_member (RsValue value, const char *name, guint *position, RsValue new_value, RsPrecision precision,
                     GError **error)
{
  RsClassObject *object = value.class_object;
  const RsClass *class;
  RsValue converted, old;
  int index;

  if (value.tag == RS_TAG_NATIVE)
    {
      *position = 0;
      return rs_native_set_member (value.native, name, new_value, error);
    }
  if (value.tag != RS_TAG_OBJECT)
    return fail_no_object (value, name, TRUE, error);
  class = object->class;
  if (class != NULL && class->kind == RS_CLASS_IMMUTABLE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_IMMUTABLE,
                   "%s is immutable, so its member %s can't be changed; define it as a mutable class", class->name,
                   name);
      return FALSE;
    }
  index = rs_class_object_find (object, name);
  if (index < 0 && class != NULL && class->kind != RS_CLASS_DYNAMIC)
    return fail_no_member (object, name, error);
  if (index < 0)
    index = (int)add_member (object, name);
  if (class != NULL && (guint)index < class->n_members)
    {
      if (!convert_to_member (&class->members[index], new_value, precision, &converted, error))
        return FALSE;
    }
  else if (new_value.tag == RS_TAG_RANGE)
    {
      if (!rs_value_range_to_array (new_value.range, precision, &converted, error))
        return FALSE;
    }
  else
    converted = rs_value_ref (new_value);
  *position = (guint)index;
  old = object->members[index];
  object->members[index] = converted;
  rs_value_clear (&old);
  return TRUE;
}

gboolean
rs_class_object_restore (RsClassObject *object, const char *name, RsValue value, gboolean take, RsPrecision precision,
                         GError **error)
{
  const RsClass *class = object->class;
  int index = rs_class_object_find (object, name);
  RsValue new_value;

  if (index < 0 && class != NULL && class->kind != RS_CLASS_DYNAMIC)
    return fail_no_member (object, name, error);
  if (index < 0)
    index = (int)add_member (object, name);
  if (class == NULL || (guint)index >= class->n_members
      || (take && class->members[index].type->kind == RS_TYPE_CLASS
          && rs_value_is_of_class (value, class->members[index].type)))
    new_value = rs_value_ref (value);
  else if (!convert_to_member (&class->members[index], value, precision, &new_value, error))
    return FALSE;
  rs_value_clear (&object->members[index]);
  object->members[index] = new_value;
  return TRUE;
}

/* --- copies --- */

RsClassObject *
rs_class_object_new_like (const RsClassObject *object)
{
  RsClassObject *copy = allocate (object->class);

  for (guint i = copy->n_members; i < object->n_members; i++)
    add_member (copy, object->names[i]);
  return copy;
}

RsValue
rs_value_copy_object (RsValue value)
{
  const RsClass *class = rs_value_get_class (value);
  RsClassObject *copy;

  if (class == NULL || class->kind != RS_CLASS_MUTABLE)
    return rs_value_ref (value);
  copy = allocate (class);
  for (guint i = 0; i < copy->n_members; i++)
    copy->members[i] = class->members[i].type->kind == RS_TYPE_CLASS
                           ? rs_value_copy_object (value.class_object->members[i])
                           : rs_value_ref (value.class_object->members[i]);
  return rs_value_object (copy);
}

gboolean
rs_value_is_of_class (RsValue value, const RsType *type)
{
  const RsClass *wanted = rs_type_get_class (type), *given = rs_value_get_class (value);

  if (value.tag == RS_TAG_NULL)
    return type->kind == RS_TYPE_POINTER || type->class_symbol == NULL
           || (wanted != NULL && wanted->kind == RS_CLASS_DYNAMIC);
  if (value.tag != RS_TAG_OBJECT)
    return FALSE;
  if (wanted == NULL) /* object, or a pointer to what is not known */
    return type->kind == RS_TYPE_POINTER || given == NULL || given->kind == RS_CLASS_DYNAMIC;
  return given != NULL && rs_class_is_a (given, wanted, NULL);
}
