/* What type parameters stand for: comparing and naming it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/types/binding.h"

char *
rs_binding_to_string (const RsBinding *binding)
{
  if (binding->kind == RS_BINDING_VALUE)
    return g_strdup_printf ("%" G_GINT64_FORMAT, binding->value);
  return binding->kind == RS_BINDING_TYPE ? rs_type_to_string (binding->type) : g_strdup ("?");
}

gboolean
rs_bindings_equal (const RsBinding *a, const RsBinding *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (a[i].kind != b[i].kind || (a[i].kind == RS_BINDING_VALUE && a[i].value != b[i].value)
        || (a[i].kind == RS_BINDING_TYPE && !rs_type_equal (a[i].type, b[i].type)))
      return FALSE;
  return TRUE;
}

char *
rs_bindings_to_string (const RsBinding *bindings, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *one = rs_binding_to_string (&bindings[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", one);
    }
  return g_string_free (text, FALSE);
}
