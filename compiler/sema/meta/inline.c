/* Functions put in the place of their calls: $inline (f) (x), and what $eval computes.
 *
 * A lambda with an expression as its body, or a function whose body is a sequence of assignments to outputs and locals,
 * becomes the expression that it computes. Arguments are put in wherever their parameter stands, so they must have no
 * effects; types that would convert a value, and variables that are not the same in both places, rule it out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/sema/meta/meta-private.h"
#include "compiler/syntax/copy.h"

#define MAX_NODES 2000

typedef struct {
  const RsMeta *meta;
  const RsScope *scope;   /* of the function */
  GHashTable *values;     /* RsSymbol -> RsNode: parameters and locals */
  gboolean failed;
} Inliner;

static guint
count_nodes (const RsNode *node)
{
  guint n = 1;

  for (guint i = 0; i < node->n_children && n <= MAX_NODES; i++)
    if (node->children[i])
      n += count_nodes (node->children[i]);
  return n;
}

/* A variable outside of the function that the place of the call sees as the same. */
static RsNode *
outer_name (Inliner *self, const RsNode *node)
{
  const RsSymbol *origin = rs_symbol_get_origin (node->symbol);
  RsNode *name;

  if (origin->kind != RS_SYMBOL_VARIABLE && origin->kind != RS_SYMBOL_FUNCTION)
    return NULL;
  if (!rs_symbol_is_global (origin) && origin->scope != rs_facts_get_scope (self->meta->facts))
    {
      self->failed = TRUE;
      return NULL;
    }
  if (origin->kind == RS_SYMBOL_VARIABLE && origin->is_assigned_again)
    self->failed = TRUE;
  name = rs_arena_memdup (self->meta->module->arena, node, sizeof *node);
  name->symbol = (RsSymbol *)origin;
  return name;
}

static RsNode *
replace (const RsNode *node, gpointer data)
{
  Inliner *self = data;
  const RsNode *value;

  if (node->kind == RS_NODE_LAMBDA || node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_META
      || node->kind == RS_NODE_SPREAD)
    self->failed = TRUE;
  if (node->kind != RS_NODE_NAME || !node->symbol)
    return NULL;
  value = g_hash_table_lookup (self->values, node->symbol);
  if (value)
    return rs_meta_copy (self->meta, value);
  if (node->symbol->scope == self->scope && node->symbol->kind == RS_SYMBOL_VARIABLE)
    self->failed = TRUE; /* a local without a value */
  return outer_name (self, node);
}

static RsNode *
put_in (Inliner *self, const RsNode *node)
{
  RsNodeCopy copy = { self->meta->module->arena, replace, self, TRUE };
  RsNode *result = rs_node_copy (&copy, node);

  if (count_nodes (result) > MAX_NODES || !rs_logic_is_pure (result))
    self->failed = TRUE;
  return result;
}

/* Whether a variable of that declared type holds the value as it is. */
static gboolean
keeps_value (const RsSymbol *symbol, const RsNode *value)
{
  g_autoptr (RsArena) scratch = NULL;
  const RsType *type;

  if (!symbol->is_declared || symbol->type->kind == RS_TYPE_UNKNOWN)
    return symbol->integer_rule != RS_INTEGER_COMPUTED;
  scratch = rs_arena_new ();
  type = rs_infer_expression (scratch, value, RS_PRECISION_SINGLE);
  return rs_type_equal (symbol->type, type)
         || (rs_type_equal (symbol->type, &rs_type_scalar) && rs_type_equal (type, &rs_type_int));
}

static void
set_value (Inliner *self, const RsSymbol *symbol, RsNode *value)
{
  if (!symbol || !keeps_value (symbol, value))
    self->failed = TRUE;
  else
    g_hash_table_insert (self->values, (gpointer)symbol, value);
}

static gboolean
bind_arguments (Inliner *self, RsNode *const *parameters, guint n, const RsNode *call)
{
  if (call->n_children - RS_CALL_FIRST_ARGUMENT != n)
    return FALSE;
  for (guint i = 0; i < n && !self->failed; i++)
    {
      RsNode *argument = call->children[RS_CALL_FIRST_ARGUMENT + i];

      if (!argument || !parameters[i] || parameters[i]->flags & RS_NODE_VARIADIC || !rs_logic_is_pure (argument)
          || argument->kind == RS_NODE_NAMED_ARGUMENT)
        return FALSE;
      set_value (self, parameters[i]->symbol, argument);
    }
  return !self->failed;
}

/* --- bodies of functions --- */

static void
run_assignment (Inliner *self, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET], *value = node->children[RS_ASSIGN_VALUE];
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  if (node->op != RS_OP_ASSIGN)
    self->failed = TRUE;
  else if (target->kind == RS_NODE_NAME)
    set_value (self, target->symbol, put_in (self, value));
  else if (target->kind == RS_NODE_MATRIX && value->kind == RS_NODE_MATRIX && target->n_children == value->n_children)
    {
      for (guint i = 0; i < value->n_children; i++)
        g_ptr_array_add (values, put_in (self, value->children[i]));
      for (guint i = 0; i < target->n_children && !self->failed; i++)
        set_value (self, target->children[i]->kind == RS_NODE_NAME ? target->children[i]->symbol : NULL,
                   g_ptr_array_index (values, i));
    }
  else
    self->failed = TRUE;
}

static void
run_body (Inliner *self, const RsNode *body)
{
  for (guint i = 0; i < body->n_children && !self->failed; i++)
    {
      const RsNode *statement = body->children[i];
      const RsNode *node = statement->kind == RS_NODE_EXPRESSION ? rs_node_child (statement, 0) : statement;

      if (!node)
        continue;
      if (node->kind == RS_NODE_ASSIGN && node->children[0] && node->children[1])
        run_assignment (self, node);
      else if (node->kind != RS_NODE_ATTRIBUTE)
        self->failed = TRUE;
    }
}

static RsNode *
value_of_outputs (Inliner *self, const RsNode *outputs, const RsNode *call)
{
  RsNode *list = rs_arena_new0 (self->meta->module->arena, RsNode);

  list->kind = RS_NODE_MATRIX;
  list->span = call->span;
  list->children = rs_arena_array (self->meta->module->arena, RsNode *, outputs->n_children);
  for (guint i = 0; i < outputs->n_children; i++)
    {
      RsNode *value = outputs->children[i] ? g_hash_table_lookup (self->values, outputs->children[i]->symbol) : NULL;

      if (!value)
        return NULL;
      list->children[list->n_children++] = value;
    }
  return list->n_children == 1 ? list->children[0] : list;
}

/* Constants are computed right away. */
static RsNode *
fold_parts (const RsMeta *self, RsNode *node)
{
  double value;
  gboolean integer;

  if (rs_expression_fold (NULL, node, &value, &integer))
    return rs_number_node (self->module->arena, node, value, integer);
  if (node->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < node->n_children; i++)
      node->children[i] = fold_parts (self, node->children[i]);
  return node;
}

static RsNode *
inline_function (Inliner *self, const RsNode *function, const RsNode *call)
{
  const RsNode *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);
  const RsNode *outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS),
               *body = rs_node_child (function, RS_FUNCTION_BODY);

  if (!parameters || !outputs || outputs->n_children == 0 || !body || function->flags & RS_NODE_KERNEL
      || !bind_arguments (self, parameters->children, parameters->n_children, call))
    return NULL;
  run_body (self, body);
  return self->failed ? NULL : value_of_outputs (self, outputs, call);
}

static RsNode *
inline_lambda (Inliner *self, const RsNode *lambda, const RsNode *call)
{
  const RsNode *body = rs_node_last (lambda);
  RsNode *result;

  if (!body || body->kind == RS_NODE_BLOCK || body->kind == RS_NODE_SEQUENCE || lambda->flags & RS_NODE_KERNEL
      || !bind_arguments (self, lambda->children, lambda->n_children - 1, call))
    return NULL;
  result = put_in (self, body);
  return self->failed ? NULL : result;
}

RsNode *
rs_meta_inline_call (const RsMeta *self, const RsNode *function, const RsNode *call)
{
  g_assert (function->kind == RS_NODE_FUNCTION || function->kind == RS_NODE_LAMBDA);

  Inliner inliner = { self, function->scope, g_hash_table_new (NULL, NULL), FALSE };
  RsNode *result = function->kind == RS_NODE_LAMBDA ? inline_lambda (&inliner, function, call)
                                                    : inline_function (&inliner, function, call);

  g_hash_table_unref (inliner.values);
  return result ? fold_parts (self, result) : NULL;
}
