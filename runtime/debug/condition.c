/* Conditions of breakpoints, as they are typed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/condition.h"

#include "runtime/debug/debugger-private.h"

/* FALSE, with the first error of the text, when it has one. */
static gboolean
has_no_error (RsDiagnostics *diagnostics, GError **error)
{
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);

      if (diagnostic->severity == RS_SEVERITY_ERROR)
        return rs_debug_fail (error, "%s", diagnostic->message);
    }
  return TRUE;
}

gboolean
rs_debug_check_condition (const char *text, GError **error)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("condition", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *statement = module->root->n_children == 1 ? module->root->children[0] : NULL;

  if (!has_no_error (diagnostics, error))
    return FALSE;
  if (statement == NULL || statement->kind != RS_NODE_EXPRESSION)
    return rs_debug_fail (error, "a condition is one expression, such as x > 3");
  statement = statement->children[0];
  return statement->kind != RS_NODE_ASSIGN || (statement->flags & RS_NODE_PARENTHESES) != 0
         || rs_debug_fail (error, "%s", "`=` assigns; write `==` to compare, or parentheses around an assignment");
}
