/* Conditions of breakpoints, as they are typed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/stops/condition.h"

#include "runtime/debug/debugger-private.h"

#define NOT_ONE_EXPRESSION "a condition is one expression, such as x > 3"

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

/* The one expression that the program is; NULL: it is something else. */
static const RsNode *
find_expression (const RsNode *program)
{
  const RsNode *statement = program->n_children == 1 ? program->children[0] : NULL;

  return statement != NULL && statement->kind == RS_NODE_EXPRESSION ? statement->children[0] : NULL;
}

/* As in a program: `=` is told to mean `==`. */
static gboolean
refuse_assignment (const char *text, RsNames *names, GError **error)
{
  g_autofree char *program = g_strdup_printf ("if %s\nendif\n", text);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("condition", program, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

  return has_no_error (diagnostics, error) && rs_debug_fail (error, NOT_ONE_EXPRESSION);
}

gboolean
rs_debug_check_condition (const char *text, GError **error)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("condition", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *expression = find_expression (module->root);

  if (!has_no_error (diagnostics, error))
    return FALSE;
  if (expression == NULL)
    return rs_debug_fail (error, NOT_ONE_EXPRESSION);
  return expression->kind != RS_NODE_ASSIGN || (expression->flags & RS_NODE_PARENTHESES) != 0
         || refuse_assignment (text, names, error);
}
