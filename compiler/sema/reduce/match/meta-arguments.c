/* Expressions that meta functions calculate with: $simplify (diff (x^3, x)) simplifies the derivative.
 *
 * Meta functions are evaluated before the program is rewritten, because reductions apply to what they give; so that
 * their arguments go first, with what is certain. Those that ask how an expression is written ($str, $op, $nops) get it
 * as it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

static gboolean
calculates (const RsNode *meta)
{
  static const char *const names[] = { "simplify", "eval", "subs", "check", "ubound", NULL };

  return meta->name && g_strv_contains (names, meta->name);
}

static void walk (RsReducer *self, RsNode *node, RsScope *scope);

static void
rewrite_arguments (RsReducer *self, RsNode *meta, RsScope *scope)
{
  self->position = meta->span.start;
  for (guint i = 0; i < meta->n_children; i++)
    if (meta->children[i] && meta->children[i]->kind <= RS_NODE_DEFINE
        && meta->children[i]->kind != RS_NODE_NAMED_ARGUMENT)
      rs_reduce_expression (self, &meta->children[i], scope);
  rs_reduce_tidy (self, meta);
}

static void
walk_children (RsReducer *self, RsNode *node, RsScope *scope)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *child = node->children[i];

      if (!child)
        continue;
      if (node->kind > RS_NODE_DEFINE && child->kind <= RS_NODE_DEFINE)
        self->facts = rs_reduce_find_facts (self, child);
      walk (self, child, scope);
    }
}

static void
walk (RsReducer *self, RsNode *node, RsScope *scope)
{
  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO || node->kind == RS_NODE_ATTRIBUTE)
    return;
  if (node->scope)
    scope = node->scope;
  walk_children (self, node, scope);
  if (node->kind == RS_NODE_META && calculates (node))
    rewrite_arguments (self, node, scope);
}

static gboolean
has_meta (const RsNode *node)
{
  if (node->kind == RS_NODE_META && calculates (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_meta (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
rewrite_module (RsReducer *self, RsModule *module)
{
  g_autoptr (RsArena) arena = NULL;

  rs_reduce_enter (self, module);
  if (self->visible->len == 0 || !has_meta (module->root))
    return;
  arena = rs_arena_new ();
  rs_reduce_learn (self, arena);
  walk (self, module->root, module->root->scope);
  self->facts = NULL;
  g_clear_pointer (&self->known, g_hash_table_unref);
}

void
rs_reduce_meta_arguments (RsProgram *program, RsDiagnostics *diagnostics)
{
  RsReducer reducer = { 0 };

  rs_reducer_init (&reducer, program, diagnostics);
  for (guint i = 0; i < program->modules->len && reducer.reductions->len > 0; i++)
    rewrite_module (&reducer, g_ptr_array_index (program->modules, i));
  rs_reducer_clear (&reducer);
}
