/* Rules for definitions of functions that their text alone can break (manual 4.5 to 4.8): overloads, variadic and
 * optional parameters, outputs of kernels.
 *
 * Looks at one FUNCTION or LAMBDA at a time, after inference. Calls are judged in check-calls.c, launches there too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

static const RsNode *
parameter_list (const RsNode *function, guint *n)
{
  const RsNode *list = function->kind == RS_NODE_LAMBDA ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);

  *n = list ? list->n_children : 0;
  if (function->kind == RS_NODE_LAMBDA && *n > 0)
    (*n)--;
  return list;
}

static const char *
name_of (const RsNode *node)
{
  return node->name ? node->name : "it";
}

/* --- parameters --- */

/* A parameter that the default value of the one at `index` uses before it has a value. */
static const RsNode *
find_later_parameter (const RsNode *node, const RsNode *list, guint index, guint n)
{
  const RsNode *found = NULL;

  if (node->kind == RS_NODE_LAMBDA)
    return NULL;
  for (guint i = index; node->kind == RS_NODE_NAME && node->symbol && i < n; i++)
    if (list->children[i] && list->children[i]->symbol == node->symbol)
      return node;
  for (guint i = 0; !found && i < node->n_children; i++)
    if (node->children[i])
      found = find_later_parameter (node->children[i], list, index, n);
  return found;
}

static void
check_default_type (RsCheck *self, const RsNode *parameter, const RsNode *value)
{
  const RsType *formal = parameter->symbol && parameter->symbol->is_declared ? parameter->symbol->type : NULL;
  const RsType *actual = rs_infer_expression (self->arena, value, self->precision);
  g_autofree char *f = NULL, *a = NULL;

  if (!formal || rs_check_argument_fits (formal, actual))
    return;
  f = rs_type_to_string (formal);
  a = rs_type_describe (actual);
  rs_check_report (self, rs_check_certain (self), value, RS_SAY (DEFAULT_TYPE), name_of (parameter), f, a);
}

static void
check_default (RsCheck *self, const RsNode *function, const RsNode *list, guint index, guint n)
{
  const RsNode *parameter = list->children[index], *value = rs_node_child (parameter, RS_PARAMETER_DEFAULT), *later;

  if (!value)
    return;
  if (function->kind == RS_NODE_LAMBDA)
    rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (LAMBDA_DEFAULT), name_of (parameter));
  else if ((later = find_later_parameter (value, list, index, n)))
    rs_check_report (self, RS_SEVERITY_ERROR, later, RS_SAY (DEFAULT_LATER), name_of (parameter), later->name);
  else
    check_default_type (self, parameter, value);
}

static void
check_parameters (RsCheck *self, const RsNode *function)
{
  guint n;
  const RsNode *list = parameter_list (function, &n);

  for (guint i = 0; i < n; i++)
    {
      const RsNode *parameter = list->children[i];

      if (!parameter || parameter->kind != RS_NODE_PARAMETER)
        continue;
      check_default (self, function, list, i, n);
      if (!(parameter->flags & RS_NODE_VARIADIC))
        continue;
      if (i + 1 < n)
        rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (VARIADIC_LAST), name_of (parameter));
      if (function->flags & RS_NODE_KERNEL)
        rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_VARIADIC), name_of (parameter));
    }
}

/* --- outputs of kernels --- */

static gboolean
is_output_of_kernel (const RsType *type)
{
  if (type->kind == RS_TYPE_ARRAY)
    return type->rank == 1 && type->sizes[0] != RS_SIZE_UNKNOWN;
  return type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_UNKNOWN;
}

static void
check_outputs (RsCheck *self, const RsNode *function)
{
  const RsNode *outputs = function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_OUTPUTS) : NULL;

  for (guint i = 0; outputs && i < outputs->n_children; i++)
    {
      const RsNode *output = outputs->children[i];
      g_autofree char *type = NULL;

      if (output && (output->flags & RS_NODE_VARIADIC))
        rs_check_report (self, RS_SEVERITY_ERROR, output, RS_SAY (VARIADIC_OUTPUT), name_of (output));
      if (!(function->flags & RS_NODE_KERNEL) || !output || !output->symbol
          || (!output->symbol->is_declared && output->symbol->type->kind != RS_TYPE_STRING)
          || is_output_of_kernel (output->symbol->type))
        continue;
      type = rs_type_to_string (output->symbol->type);
      rs_check_report (self, RS_SEVERITY_ERROR, output, RS_SAY (KERNEL_OUTPUT), name_of (output), type);
    }
}

/* --- overloads --- */

static const RsType *
declared_type (const RsNode *parameter)
{
  return parameter && parameter->symbol && parameter->symbol->is_declared ? parameter->symbol->type : &rs_type_unknown;
}

static gboolean
have_same_parameters (const RsNode *a, const RsNode *b)
{
  guint n, m;
  const RsNode *x = parameter_list (a, &n), *y = parameter_list (b, &m);

  if (n != m)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!rs_type_equal (declared_type (x->children[i]), declared_type (y->children[i]))
        || (x->children[i] && y->children[i]
            && (x->children[i]->flags & RS_NODE_VARIADIC) != (y->children[i]->flags & RS_NODE_VARIADIC)))
      return FALSE;
  return TRUE;
}

static gboolean
is_generic (const RsNode *function)
{
  const RsNode *parameters = rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS);

  return parameters && parameters->n_children > 0;
}

/* The one function of a set that stands before this one and can't be told from it. */
static const RsNode *
find_twin (const GPtrArray *overloads, const RsNode *function)
{
  for (guint i = 0; i < overloads->len; i++)
    {
      const RsNode *other = g_ptr_array_index (overloads, i);

      if (other == function)
        return NULL;
      if ((other->flags & RS_NODE_DEVICE) == (function->flags & RS_NODE_DEVICE) && !is_generic (other)
          && !is_generic (function) && have_same_parameters (other, function))
        return other;
    }
  return NULL;
}

static void
check_overload (RsCheck *self, const RsNode *function)
{
  const RsSymbol *symbol = function->kind == RS_NODE_FUNCTION ? function->symbol : NULL;
  const RsNode *twin;
  guint line;

  if (!symbol || symbol->kind != RS_SYMBOL_FUNCTION || !symbol->overloads || symbol->overloads->len < 2
      || g_ptr_array_index (symbol->overloads, 0) == function)
    return;
  if (function->flags & RS_NODE_KERNEL)
    rs_check_report (self, RS_SEVERITY_ERROR, function, RS_SAY (OVERLOAD_KERNEL), symbol->name);
  else if (!rs_symbol_is_global (symbol))
    rs_check_report (self, RS_SEVERITY_ERROR, function, RS_SAY (OVERLOAD_INSIDE), symbol->name);
  else if ((twin = find_twin (symbol->overloads, function)))
    {
      rs_source_locate (self->module->source, twin->span.start, &line, NULL);
      rs_check_report (self, RS_SEVERITY_ERROR, function, RS_SAY (OVERLOAD_SAME), symbol->name, line);
    }
}

void
rs_check_definition (RsCheck *self, const RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION || function->kind == RS_NODE_LAMBDA);
  check_parameters (self, function);
  check_outputs (self, function);
  rs_check_outputs (self, function);
  check_overload (self, function);
}

void
rs_check_handle (RsCheck *self, const RsNode *name)
{
  g_assert (name->kind == RS_NODE_NAME);

  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  if (symbol && symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_EVAL)
    rs_check_report (self, RS_SEVERITY_ERROR, name, RS_SAY (EVAL_VALUE));
  else if (symbol && symbol->kind == RS_SYMBOL_FUNCTION && symbol->overloads && symbol->overloads->len > 1)
    rs_check_report (self, RS_SEVERITY_ERROR, name, RS_SAY (OVERLOAD_HANDLE), symbol->name);
}
