/* Which reductions a program has, where each applies, and the settings of a module that are about them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

#include "compiler/base/debug-topics.h"
#include "compiler/sema/rewrite/directives.h"

/* Calls, operators and constants: how much a pattern asks for besides its variables. */
static guint
pattern_size (const RsNode *node)
{
  guint size = 0;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_STRING:
    case RS_NODE_CALL:
    case RS_NODE_BINARY:
    case RS_NODE_UNARY:
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
    case RS_NODE_TERNARY:
    case RS_NODE_MATRIX:
    case RS_NODE_CELL:
    case RS_NODE_COLON:
      size = 1;
      break;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      size += pattern_size (node->children[i]);
  return size;
}

static void
add_reduction (RsReducer *self, RsModule *module, RsNode *node)
{
  RsReduction *reduction;
  const RsNode *types = rs_node_child (node, RS_REDUCTION_TYPE_PARAMETERS);
  const RsNode *parameters = rs_node_child (node, RS_REDUCTION_PARAMETERS);

  if (!node->scope || !rs_node_child (node, RS_REDUCTION_PATTERN) || !rs_node_child (node, RS_REDUCTION_REPLACEMENT))
    return;
  reduction = g_new0 (RsReduction, 1);
  reduction->node = node;
  reduction->module = module;
  reduction->scope = node->scope;
  reduction->pattern = node->children[RS_REDUCTION_PATTERN];
  reduction->replacement = node->children[RS_REDUCTION_REPLACEMENT];
  reduction->where = rs_node_child (node, RS_REDUCTION_WHERE);
  reduction->n_variables = (types ? types->n_children : 0) + (parameters ? parameters->n_children : 0);
  reduction->size = pattern_size (reduction->pattern);
  reduction->index = self->reductions->len;
  g_ptr_array_add (self->reductions, reduction);
}

static void
collect (RsReducer *self, RsModule *module, RsNode *node)
{
  if (node->kind == RS_NODE_REDUCTION)
    add_reduction (self, module, node);
  self->has_work = self->has_work || node->kind == RS_NODE_REDUCTION || rs_reduce_is_pipe (node);
  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO)
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect (self, module, node->children[i]);
}

static void
collect_all (RsReducer *self, const GPtrArray *modules)
{
  for (guint i = 0; modules && i < modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (modules, i);

      collect (self, module, module->root);
    }
}

/* --- the state of the reducer --- */

void
rs_reducer_init (RsReducer *self, RsProgram *program, RsDiagnostics *diagnostics)
{
  self->program = program;
  self->diagnostics = diagnostics;
  self->reductions = g_ptr_array_new_with_free_func (g_free);
  self->tried = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  self->makers = g_hash_table_new (NULL, NULL);
  self->chains = g_hash_table_new (NULL, NULL);
  self->groups = g_hash_table_new (NULL, NULL);
  self->origins = g_hash_table_new (NULL, NULL);
  self->reported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lambda_names = g_hash_table_new (NULL, NULL);
  self->new_functions = g_ptr_array_new ();
  collect_all (self, program->around);
  collect_all (self, program->modules);
}

void
rs_reducer_clear (RsReducer *self)
{
  g_ptr_array_unref (self->reductions);
  g_clear_pointer (&self->visible, g_ptr_array_unref);
  g_hash_table_unref (self->tried);
  g_hash_table_unref (self->makers);
  g_hash_table_unref (self->chains);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->origins);
  g_hash_table_unref (self->reported);
  g_hash_table_unref (self->lambda_names);
  g_ptr_array_unref (self->new_functions);
}

/* --- where reductions are seen --- */

static gboolean
imports (const RsModule *module, const RsModule *other)
{
  const RsScope *root = module->root->scope;

  for (guint i = 0; root->imports && i < root->imports->len; i++)
    if (((RsScope *)g_ptr_array_index (root->imports, i))->module == other)
      return TRUE;
  return FALSE;
}

GPtrArray *
rs_reduce_visible (RsReducer *self, RsModule *module)
{
  GPtrArray *visible = g_ptr_array_new ();

  for (guint i = 0; i < self->reductions->len; i++)
    {
      RsReduction *reduction = g_ptr_array_index (self->reductions, i);

      if (reduction->module == module || imports (module, reduction->module))
        g_ptr_array_add (visible, reduction);
    }
  return visible;
}

gboolean
rs_reduction_is_seen (const RsReduction *reduction, RsModule *module, const RsScope *scope, guint32 position)
{
  const RsScope *home = reduction->scope->parent;

  if (reduction->is_circular)
    return FALSE;
  /* One without a place is the copy that belongs to another text (eval-scope.c). */
  if (reduction->module != module)
    return home->parent == NULL && reduction->node->span.end > 0;
  if (position < reduction->node->span.end)
    return FALSE;
  while (scope && scope != home)
    scope = scope->parent;
  return scope != NULL;
}

static gboolean
pattern_names (const RsNode *node, const char *name)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  if ((callee && callee->name == name) || (node->kind == RS_NODE_BINARY && node->name == name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && pattern_names (node->children[i], name))
      return TRUE;
  return FALSE;
}

gboolean
rs_reduce_has_circle (const RsReducer *self, const char *name)
{
  for (guint i = 0; i < self->reductions->len; i++)
    {
      const RsReduction *reduction = g_ptr_array_index (self->reductions, i);

      if (reduction->is_circular && pattern_names (reduction->pattern, name))
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_reduce_has_head (const RsReducer *self, const char *name)
{
  for (guint i = 0; i < self->reductions->len; i++)
    if (pattern_names (((RsReduction *)g_ptr_array_index (self->reductions, i))->pattern, name))
      return TRUE;
  return FALSE;
}

/* --- settings --- */

RsSafetyLevel
rs_safety_level_from_string (const char *text)
{
  if (g_ascii_strcasecmp (text, "strict") == 0)
    return RS_SAFETY_STRICT;
  return g_ascii_strcasecmp (text, "off") == 0 || g_ascii_strcasecmp (text, "none") == 0 ? RS_SAFETY_NONE
                                                                                         : RS_SAFETY_SAFE;
}

static void
read_pragma (RsReduceOptions *options, const char *text)
{
  g_autofree char *name = NULL, *value = NULL;
  gboolean on;

  rs_pragma_split (text, &name, &value);
  if (!name || !value)
    return;
  on = rs_pragma_is_on (value);
  if (g_ascii_strcasecmp (name, "show_reductions") == 0
      || g_ascii_strcasecmp (name, "COMPILER_DISPLAY_REDUCTIONS") == 0)
    options->display = on;
  else if (g_ascii_strcasecmp (name, "COMPILER_PERFORM_REDUCTIONS") == 0)
    options->is_off = !on;
  else if (g_ascii_strcasecmp (name, "COMPILER_REDUCTION_SAFETYLEVEL") == 0
           || g_ascii_strcasecmp (name, "reduction_safetylevel") == 0)
    options->safety = rs_safety_level_from_string (value);
}

static void
read_pragmas (RsReduceOptions *options, const RsNode *node)
{
  if (node->kind == RS_NODE_PRAGMA && node->text)
    read_pragma (options, node->text);
  else if (node->kind > RS_NODE_DEFINE)
    for (guint i = 0; i < node->n_children; i++)
      if (node->children[i])
        read_pragmas (options, node->children[i]);
}

RsReduceOptions
rs_reduce_options (const RsProgram *program, RsModule *module)
{
  RsReduceOptions options = program->reductions;

  options.display = options.display || rs_debug_topic_is_on (RS_DEBUG_TOPIC_REDUCTIONS);
  read_pragmas (&options, module->root);
  return options;
}

void
rs_reduce_enter (RsReducer *self, RsModule *module)
{
  g_clear_pointer (&self->visible, g_ptr_array_unref);
  self->module = module;
  self->options = rs_reduce_options (self->program, module);
  self->visible = rs_reduce_visible (self, module);
  self->inference.arena = module->arena;
  self->inference.precision = self->program->precision;
  if (self->options.is_off)
    g_ptr_array_set_size (self->visible, 0);
}
