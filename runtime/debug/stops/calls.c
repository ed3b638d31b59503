/* The calls of the statement where a program stands: one of them may be stepped into.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "compiler/sema/names/symbol.h"

#include <string.h>

/* A function of the program, or a variable that may hold one. */
static gboolean
names_function (const RsNode *node, gboolean takes_variables)
{
  if (node->kind != RS_NODE_NAME || node->symbol == NULL || node->name == NULL)
    return FALSE;
  return node->symbol->kind == RS_SYMBOL_FUNCTION
         || (takes_variables && (node->symbol->kind == RS_SYMBOL_VARIABLE || node->symbol->kind == RS_SYMBOL_CAPTURED));
}

static void
add (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer)name);
}

/* In the order in which they are made: arguments first. What is inside a block is a statement of its own. */
static void
collect (GPtrArray *names, const RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && node->children[i]->kind != RS_NODE_BLOCK
        && node->children[i]->kind != RS_NODE_FUNCTION && node->children[i]->kind != RS_NODE_LAMBDA
        && node->children[i]->kind != RS_NODE_ARM)
      collect (names, node->children[i]);
  if (node->kind != RS_NODE_CALL)
    return;
  if (names_function (node->children[RS_CALL_CALLEE], TRUE))
    add (names, node->children[RS_CALL_CALLEE]->name);
  else /* a kernel, or what a built-in function calls */
    for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
      if (node->children[i] != NULL && names_function (node->children[i], FALSE))
        add (names, node->children[i]->name);
}

GPtrArray *
rs_debugger_list_calls (const RsFrame *frame)
{
  const RsNode *statement = rs_debug_find_statement_at (frame);
  GPtrArray *names = g_ptr_array_new ();

  if (statement != NULL)
    collect (names, statement);
  return names;
}

gboolean
rs_debugger_want_call (RsDebugger *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = rs_debugger_list_calls (rs_debugger_get_frame (self, 0));
  g_autofree char *list = NULL;

  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    {
      g_free (self->wanted_call);
      self->wanted_call = g_strdup (name);
      return TRUE;
    }
  if (names->len == 0)
    return rs_debug_fail (error, "step: this statement calls no function of the program");
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **)names->pdata);
  return rs_debug_fail (error, "step: this statement calls %s, not \"%s\"", list, name);
}
