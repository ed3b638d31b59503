/* What a call of eval may name (LANGUAGE.md, "Evaluating text").
 *
 * The text is not known before the program runs. A function or lambda that calls eval therefore captures every variable
 * and function of the functions around it and every variable of its module, and the values of its own variables have to
 * be in their registers whenever it is called: no loop may keep one to itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RsSymbol *x = *(const RsSymbol *const *)a, *y = *(const RsSymbol *const *)b;

  return (x->first->span.start > y->first->span.start) - (x->first->span.start < y->first->span.start);
}

/* The functions that a function defines, in the order of the text. (transfer container) */
static GPtrArray *
functions_of (const RsScope *scope)
{
  GPtrArray *functions = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer symbol;

  g_hash_table_iter_init (&iterator, scope->names);
  while (g_hash_table_iter_next (&iterator, NULL, &symbol))
    if (((const RsSymbol *)symbol)->kind == RS_SYMBOL_FUNCTION)
      g_ptr_array_add (functions, symbol);
  g_ptr_array_sort (functions, compare_places);
  return functions;
}

static void
expose (RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    ((RsSymbol *)g_ptr_array_index (scope->variables, i))->is_exposed = TRUE;
}

void
rs_resolve_eval (RsResolver *self)
{
  RsScope *scope = self->frame->scope;

  if (scope->is_kernel)
    return;
  expose (scope);
  for (RsScope *outer = scope->parent; outer != NULL; outer = outer->parent)
    {
      g_autoptr (GPtrArray) functions = outer->parent != NULL ? functions_of (outer) : g_ptr_array_new ();

      expose (outer);
      for (guint i = 0; i < outer->variables->len; i++)
        rs_resolver_capture (self, scope, outer, g_ptr_array_index (outer->variables, i));
      for (guint i = 0; i < functions->len; i++)
        rs_resolver_capture (self, scope, outer, g_ptr_array_index (functions, i));
    }
}

void
rs_resolver_add_types (RsResolver *self, const RsScope *scope)
{
  GHashTableIter iterator;
  gpointer name, symbol;

  for (; scope != NULL && scope->parent != NULL; scope = scope->parent)
    {
      if (scope->types == NULL)
        continue;
      g_hash_table_iter_init (&iterator, scope->types);
      while (g_hash_table_iter_next (&iterator, &name, &symbol))
        rs_scope_share_type (self->root, symbol);
    }
}

/* --- reductions --- */

/* In the text the copies have no place: they come before everything. */
static void
forget_places (RsNode *node)
{
  node->span = (RsSpan){ 0, 0 };
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      forget_places (node->children[i]);
}

/* Reductions and symbolic variables of one function that stand before position. */
static void
collect_definitions (const RsNode *node, guint32 position, GPtrArray *found)
{
  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_SYMBOLIC)
    {
      if (node->span.end <= position)
        g_ptr_array_add (found, (gpointer)node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && node->children[i]->kind != RS_NODE_FUNCTION
        && node->children[i]->kind != RS_NODE_LAMBDA)
      collect_definitions (node->children[i], position, found);
}

/* Those of outer functions first. Of what a top level defines, a text inside a text needs the copies of what is around
 * the outer one; the rest is seen as an import. */
static void
collect_around (const RsScope *scope, guint32 position, GPtrArray *found)
{
  if (scope->parent != NULL)
    collect_around (scope->parent, position, found);
  collect_definitions (scope->node, scope->parent != NULL ? position : 0, found);
}

void
rs_eval_add_reductions (RsModule *text, const RsScope *scope, guint32 position)
{
  RsNodeCopy how = { .arena = text->arena };
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  RsNode *root = text->root, **statements;

  collect_around (scope, position, found);
  if (found->len == 0)
    return;
  statements = rs_arena_array (text->arena, RsNode *, found->len + root->n_children);
  for (guint i = 0; i < found->len; i++)
    {
      statements[i] = rs_node_copy (&how, g_ptr_array_index (found, i));
      forget_places (statements[i]);
    }
  for (guint i = 0; i < root->n_children; i++)
    statements[found->len + i] = root->children[i];
  root->children = statements;
  root->n_children += found->len;
}
