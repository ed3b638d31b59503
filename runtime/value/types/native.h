/* Native objects: what built-in functions give programs to hold on to, such as figures and the parts of forms.
 *
 * A native object has members that C code reads and writes, and methods in C. It holds no Quasar values, so that it is
 * never part of a cycle; what a callback needs is kept by the session (runtime/builtin/figure/forms.c).
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

typedef struct _RsCall RsCall; /* runtime/builtin/builtin.h */

typedef struct {
  const char *name;
  int min_arguments, max_arguments; /* without the object; max: -1 for any number */
  /* arguments[0] is the object. FALSE with an error that names the method. */
  gboolean (*call) (RsCall *call, GError **error);
  const char *usage; /* "fig.connect(other)" */
} RsNativeMethod;

typedef struct _RsNative RsNative;

typedef struct {
  const char *name;           /* "figure": for messages and print */
  const char *const *members; /* NULL-terminated */
  const RsNativeMethod *methods;
  guint n_methods;
  /* member: one of members. */
  gboolean (*get) (RsNative *native, const char *member, RsValue *result, GError **error);
  gboolean (*set) (RsNative *native, const char *member, RsValue value, GError **error);
  gboolean (*is_same) (gconstpointer data, gconstpointer other); /* whether == holds; NULL: for the same object */
  GDestroyNotify free_data;
} RsNativeClass;

struct _RsNative {
  RsObject base;
  const RsNativeClass *class;
  gpointer data; /* owned */
};

/* data: (transfer full) */
RsValue rs_value_new_native (const RsNativeClass *class, gpointer data);

/* The data of an object of that class; NULL for every other value. Borrowed. */
gpointer rs_value_get_native (RsValue value, const RsNativeClass *class);

/* NULL when the class has no such method. */
const RsNativeMethod *rs_native_find_method (const RsNative *native, const char *name);

/* object == other */
gboolean rs_native_is_same (const RsNative *native, const RsNative *other);

/* object.name and object.name = value, for rs_value_get_member and rs_value_set_member. */
gboolean rs_native_get_member (RsNative *native, const char *name, RsValue *result, GError **error);
gboolean rs_native_set_member (RsNative *native, const char *name, RsValue value, GError **error);
