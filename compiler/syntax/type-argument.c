/* Types in strings, read by the parser as the type of a declaration.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/type-argument.h"

const RsNode *
rs_parse_type_argument (const char *text, RsNames *names, RsModule **owner)
{
  g_autofree char *declaration = g_strdup_printf ("rs_type_argument : %s = 0\n", text);
  g_autoptr (RsSource) source = rs_source_new_from_text ("type", declaration, -1);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  const RsNode *typed;

  *owner = rs_parse (source, names, diagnostics);
  typed = rs_node_child ((*owner)->root, 0);
  while (typed && typed->kind != RS_NODE_TYPED)
    typed = rs_node_child (typed, 0);
  if (!typed || rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0)
    return NULL;
  return rs_node_child (typed, RS_TYPED_TYPE);
}
