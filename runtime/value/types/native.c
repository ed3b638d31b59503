/* Native objects.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/native.h"

#include "compiler/base/suggest.h"
#include "runtime/base/error.h"

#include <string.h>

RsValue
rs_value_new_native (const RsNativeClass *class, gpointer data)
{
  RsNative *native = g_new0 (RsNative, 1);

  native->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_NATIVE };
  native->class = class;
  native->data = data;
  return rs_value_object (native);
}

gpointer
rs_value_get_native (RsValue value, const RsNativeClass *class)
{
  return value.tag == RS_TAG_NATIVE && value.native->class == class ? value.native->data : NULL;
}

const RsNativeMethod *
rs_native_find_method (const RsNative *native, const char *name)
{
  for (guint i = 0; i < native->class->n_methods; i++)
    if (strcmp (native->class->methods[i].name, name) == 0)
      return &native->class->methods[i];
  return NULL;
}

gboolean
rs_native_is_same (const RsNative *native, const RsNative *other)
{
  return native == other
         || (native->class == other->class && native->class->is_same != NULL
             && native->class->is_same (native->data, other->data));
}

static gboolean
has_member (const RsNative *native, const char *name, GError **error)
{
  const RsNativeMethod *method = rs_native_find_method (native, name);
  const char *names[32];
  const char *suggestion;
  guint n = 0;

  if (g_strv_contains (native->class->members, name))
    return TRUE;
  if (method != NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER, "%s of a %s is a function; it is used as: %s",
                   name, native->class->name, method->usage);
      return FALSE;
    }
  for (guint i = 0; native->class->members[i] != NULL && n < G_N_ELEMENTS (names); i++)
    names[n++] = native->class->members[i];
  for (guint i = 0; i < native->class->n_methods && n < G_N_ELEMENTS (names); i++)
    names[n++] = native->class->methods[i].name;
  suggestion = rs_suggest_among (names, n, name);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER,
               suggestion != NULL ? "a %s has no member %s; did you mean %s?" : "a %s has no member %s",
               native->class->name, name, suggestion);
  return FALSE;
}

gboolean
rs_native_get_member (RsNative *native, const char *name, RsValue *result, GError **error)
{
  return has_member (native, name, error) && native->class->get (native, name, result, error);
}

gboolean
rs_native_set_member (RsNative *native, const char *name, RsValue value, GError **error)
{
  return has_member (native, name, error) && native->class->set (native, name, value, error);
}
