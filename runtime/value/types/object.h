/* Objects: instances of classes, and what object() makes.
 *
 * Members are values in the order of the class; an object of a dynamic class has those that were added behind them,
 * with names of its own. A place that reads or writes a member remembers its position: rs_class_object_find_at tells
 * with two loads whether it is still right, for any object. Members with a declared type keep it: what is stored is
 * converted. A member whose type is a typed class holds an object of its own (manual 2.2.6: in place), one whose type
 * is a pointer shares.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/types/class.h"
#include "runtime/value/value.h"

struct _RsClassObject {
  RsObject base;
  guint32 n_members, n_allocated;
  gboolean takes_numbers; /* a number may replace one of the same kind without a look at the class */
  const char **names;     /* [n_members] interned: the class's, or its own once a member has been added */
  RsValue *members;       /* [n_members], references; NONE: not given a value yet */
  const RsClass *class;   /* NULL: of object() */
  GHashTable *positions;  /* name -> position + 1, when there are many added members; or NULL */
};

/* A new object whose members are their defaults; those without one are unset. class: NULL for object(). */
gboolean rs_class_object_new (const RsClass *class, RsPrecision precision, RsClassObject **object, GError **error);

/* T(x:=1, ...): names[i] is the member that values[i] is for, NULL: member i. Every member needs a value or a default.
 * values: an object that nobody else refers to is taken over, not copied. */
gboolean rs_class_object_construct (const RsClass *class, const RsValue *values, guint n, const char *const *names,
                                    RsPrecision precision, RsValue *result, GError **error);

/* With the same members, all unset. */
RsClassObject *rs_class_object_new_like (const RsClassObject *object);

/* Called by rs_object_free. */
void rs_class_object_free (RsClassObject *object);

/* Position of a member, or -1. */
int rs_class_object_find (const RsClassObject *object, const char *name);

static inline gboolean
rs_class_object_is_at (const RsClassObject *object, guint position, const char *name)
{
  return position < object->n_members && object->names[position] == name;
}

/* object.name; *position: where it was, for the next time. */
gboolean rs_value_get_member (RsValue object, const char *name, guint *position, RsValue *result, GError **error);
/* object.name = value: converted to the declared type; a new member of a dynamic object. Immutable objects refuse. */
gboolean rs_value_set_member (RsValue object, const char *name, guint *position, RsValue value, RsPrecision precision,
                              GError **error);

/* object.name = value for an object that is read from a file, which may be an immutable one. take: an object in place
 * is value itself, which nobody else refers to, and no copy of it. */
gboolean rs_class_object_restore (RsClassObject *object, const char *name, RsValue value, gboolean take,
                                  RsPrecision precision, GError **error);

/* The value as a variable, parameter or member of a typed class keeps it: a mutable object is copied, in-place members
 * with it; everything else is the same value. (transfer full) */
RsValue rs_value_copy_object (RsValue value);

/* Whether value is an object (or nullptr) that a CLASS or POINTER type accepts. */
gboolean rs_value_is_of_class (RsValue value, const RsType *type);

/* The class of an object; NULL for every other value and for object(). */
static inline const RsClass *
rs_value_get_class (RsValue value)
{
  return value.tag == RS_TAG_OBJECT ? value.class_object->class : NULL;
}
