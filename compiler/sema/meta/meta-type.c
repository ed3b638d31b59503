/* $typerecon: the type that a function has for parameters of given types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/meta/meta-private.h"

#include <string.h>

/* The type in type (name, T), when the constraint is one. */
static const RsType *
type_in_constraint (const RsMeta *self, const RsNode *constraint, const char *name)
{
  const RsType *type;

  if (constraint->kind == RS_NODE_BINARY && constraint->op == RS_OP_AND)
    {
      type = type_in_constraint (self, constraint->children[0], name);
      return type ? type : type_in_constraint (self, constraint->children[1], name);
    }
  if (constraint->kind != RS_NODE_CALL || constraint->n_children != 3
      || constraint->children[RS_CALL_FIRST_ARGUMENT]->kind != RS_NODE_NAME
      || strcmp (constraint->children[RS_CALL_FIRST_ARGUMENT]->name, name) != 0)
    return NULL;
  return rs_logic_type_argument (self->module->arena, rs_facts_get_scope (self->facts), constraint->children[2]);
}

static const RsType *
constrained_type (const RsMeta *self, const RsNode *meta, const RsNode *parameter)
{
  for (guint i = 1; i < meta->n_children; i++)
    {
      const RsType *type = type_in_constraint (self, meta->children[i], parameter->name);

      if (type)
        return type;
    }
  return parameter->symbol ? parameter->symbol->type : &rs_type_unknown;
}

/* Types its parameters as constrained, for as long as the type is looked for. */
static char *
type_text_of (const RsMeta *self, const RsNode *meta, const RsNode *function, RsNode *const *parameters, guint n)
{
  g_autofree const RsType **old = g_new0 (const RsType *, n + 1);
  g_autofree const RsType **inputs = g_new0 (const RsType *, n + 1);
  RsType type;

  for (guint i = 0; i < n; i++)
    if (parameters[i] && parameters[i]->symbol)
      {
        old[i] = parameters[i]->symbol->type;
        parameters[i]->symbol->type = constrained_type (self, meta, parameters[i]);
      }
  type = *rs_infer_expression (self->module->arena, function, rs_facts_get_scope (self->facts)->precision);
  for (guint i = 0; i < n; i++)
    {
      inputs[i] = parameters[i] && parameters[i]->symbol ? parameters[i]->symbol->type : &rs_type_unknown;
      if (old[i])
        parameters[i]->symbol->type = old[i];
    }
  type.inputs = inputs;
  type.n_inputs = n;
  return rs_type_to_string (&type);
}

/* As the manual writes it, without blanks, and one parameter without parentheses: [scalar->scalar]. */
static char *
in_short (const char *text, guint n)
{
  const char *open = strchr (text, '('), *close = strchr (text, ')');
  gboolean one = n == 1 && open && close && !memchr (open + 1, '(', (gsize)(close - open - 1));
  GString *out = g_string_new (NULL);

  for (const char *p = text; *p; p++)
    if (*p != ' ' && !(one && (p == open || p == close)))
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

RsNode *
rs_meta_reconstruct_type (const RsMeta *self, const RsNode *meta)
{
  const RsNode *function = rs_meta_find_function (self, meta->children[0]), *list, *expression = meta->children[0];
  g_autofree char *text = NULL, *shown = NULL;
  guint n;

  if (!function)
    {
      rs_meta_report (self, meta, RS_SAY (TYPERECON_FUNCTION));
      return NULL;
    }
  list = function->kind == RS_NODE_LAMBDA ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);
  n = list ? list->n_children - (function->kind == RS_NODE_LAMBDA) : 0;
  text = type_text_of (self, meta, function->kind == RS_NODE_LAMBDA ? function : expression,
                       list ? list->children : NULL, n);
  shown = in_short (text, n);
  return rs_meta_string (self, meta, shown);
}
