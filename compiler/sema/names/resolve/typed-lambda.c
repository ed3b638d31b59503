/* Explicitly typed lambda expressions (manual 4.6.1): `f : [scalar -> scalar -> scalar] = x -> y -> x + y`.
 *
 * The declared type is written into the tree before the lambda is resolved, as if the program had said
 * `(x : scalar) -> (y : scalar) -> ...`: parameters without a type get theirs, also in lambdas inside, and the body is
 * wrapped in a conversion to the output (TYPED with the flag TYPE_FIRST); several outputs are a cell with a type for
 * each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

#define DEEPEST 40

/* The TYPE_FUNCTION that type text means, through aliases; NULL: something else. */
static const RsNode *
find_function_type (RsScope *scope, const RsNode *type, guint depth)
{
  const RsSymbol *symbol;

  if (!type || type->kind == RS_NODE_TYPE_FUNCTION || depth > DEEPEST)
    return depth > DEEPEST ? NULL : type;
  if (type->kind == RS_NODE_TYPE_CHOICE && type->n_children == 1)
    return find_function_type (scope, type->children[0], depth + 1);
  if (type->kind != RS_NODE_TYPE_NAME || !type->name || !(symbol = rs_scope_find_type (scope, type->name))
      || !symbol->declaration || symbol->declaration->kind != RS_NODE_TYPE_DEFINITION)
    return NULL;
  return find_function_type (scope, rs_node_child (symbol->declaration, RS_TYPE_DEFINITION_DEFINITION), depth + 1);
}

static RsNode *
copy_type (RsResolver *self, const RsNode *type)
{
  RsNodeCopy how = { .arena = self->module->arena };

  return rs_node_copy (&how, type);
}

static RsNode *
new_node (RsResolver *self, RsNodeKind kind, RsSpan span, RsNode **children, guint n)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);

  node->kind = kind;
  node->span = span;
  node->n_children = n;
  node->children = rs_arena_memdup (self->module->arena, children, n * sizeof *children);
  return node;
}

/* vec[item] */
static RsNode *
new_vector_type (RsResolver *self, RsNode *item)
{
  RsNode *type = new_node (self, RS_NODE_TYPE_NAME, item->span, &item, 1);

  type->name = rs_names_intern (self->module->names, "vec", -1);
  return type;
}

/* ...T: the parameter is a vec[T]; ...vec[T] says so itself. */
static RsNode *
type_of_rest (RsResolver *self, const RsNode *variadic)
{
  const RsNode *element = rs_node_child (variadic, 0);

  if (!element || element->kind == RS_NODE_TYPE_UNKNOWN)
    return NULL;
  if (element->kind == RS_NODE_TYPE_NAME && g_strcmp0 (element->name, "vec") == 0)
    return copy_type (self, element);
  return new_vector_type (self, copy_type (self, element));
}

static void
set_parameter_type (RsResolver *self, RsNode *parameter, const RsNode *type)
{
  RsNode *children[2];

  if (!parameter || parameter->kind != RS_NODE_PARAMETER || rs_node_child (parameter, RS_PARAMETER_TYPE)
      || type->kind == RS_NODE_TYPE_UNKNOWN)
    return;
  children[RS_PARAMETER_TYPE] = type->kind == RS_NODE_TYPE_VARIADIC ? type_of_rest (self, type)
                                                                    : copy_type (self, type);
  children[RS_PARAMETER_DEFAULT] = rs_node_child (parameter, RS_PARAMETER_DEFAULT);
  parameter->children = rs_arena_memdup (self->module->arena, children, sizeof children);
  parameter->n_children = 2;
}

static gboolean
is_variadic (const RsNode *list)
{
  const RsNode *last = list ? rs_node_last (list) : NULL;

  return last && last->kind == RS_NODE_TYPE_VARIADIC;
}

RsNode *
rs_resolver_new_conversion (RsResolver *self, RsNode *value, RsNode *type, const char *name)
{
  RsNode *node = new_node (self, RS_NODE_TYPED, value->span, (RsNode *[]){ value, type }, 2);

  node->flags |= RS_NODE_TYPE_FIRST;
  node->name = name;
  return node;
}

static void
convert_body (RsResolver *self, RsNode *lambda, const RsNode *outputs)
{
  RsNode **body = &lambda->children[lambda->n_children - 1];
  RsNode *type;

  if (!*body || (*body)->kind == RS_NODE_BLOCK
      || ((*body)->kind == RS_NODE_TYPED && ((*body)->flags & RS_NODE_TYPE_FIRST)) || outputs->n_children == 0
      || (outputs->n_children == 1 && outputs->children[0]->kind == RS_NODE_TYPE_UNKNOWN))
    return;
  if (outputs->n_children == 1)
    type = copy_type (self, outputs->children[0]);
  else
    {
      RsNode *braces = copy_type (self, outputs);

      braces->kind = RS_NODE_CELL;
      type = new_vector_type (self, braces);
    }
  *body = rs_resolver_new_conversion (self, *body, type, NULL);
}

static void
apply (RsResolver *self, RsNode *lambda, const RsNode *type, guint depth)
{
  const RsNode *function = find_function_type (self->frame->scope, type, 0);
  const RsNode *inputs = function ? rs_node_child (function, RS_TYPE_FUNCTION_INPUTS) : NULL;
  const RsNode *outputs = function ? rs_node_child (function, RS_TYPE_FUNCTION_OUTPUTS) : NULL;
  guint n = lambda->n_children > 0 ? lambda->n_children - 1 : 0;
  RsNode *body = rs_node_last (lambda);

  if (!inputs || !outputs || depth > DEEPEST)
    return;
  if (n != inputs->n_children && !is_variadic (inputs))
    {
      g_autofree char *text = rs_node_to_string (function);

      rs_resolver_report (self, RS_SEVERITY_ERROR, lambda, RS_SAY (LAMBDA_PARAMETERS), n, n == 1 ? "" : "s", text,
                          inputs->n_children);
      return;
    }
  lambda->flags |= function->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE);
  for (guint i = 0; i < MIN (n, inputs->n_children); i++)
    set_parameter_type (self, lambda->children[i], inputs->children[i]);
  if (outputs->n_children == 1 && body && body->kind == RS_NODE_LAMBDA)
    apply (self, body, outputs->children[0], depth + 1);
  else if (!(lambda->flags & RS_NODE_KERNEL))
    convert_body (self, lambda, outputs);
}

void
rs_resolver_type_lambda (RsResolver *self, const RsNode *target, RsNode *lambda)
{
  const RsSymbol *symbol;

  if (target->kind == RS_NODE_TYPED)
    apply (self, lambda, rs_node_child (target, RS_TYPED_TYPE), 0);
  else if (target->kind == RS_NODE_NAME && (symbol = g_hash_table_lookup (self->frame->scope->names, target->name))
           && symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_declared && symbol->type_node)
    apply (self, lambda, symbol->type_node, 0);
}
