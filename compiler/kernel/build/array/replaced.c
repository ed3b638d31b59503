/* Array variables of host code that each iteration of a loop gives a new value, made of the one before:
 * s = s + x[i,:]; s += x[i,:]; s = 0.9*s + 0.1*x[i,:].
 *
 * Such a variable is an array in memory, a copy that the launch makes, and each assignment stores all of its elements.
 * These become levels of the nest (opened.c), so that the loop is the one over the elements that it says. Only there:
 * sizes of both sides agree for sure, for they are compared before the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

static gboolean
is_name_of (const RsNode *node, const RsSymbol *symbol)
{
  return node && node->kind == RS_NODE_NAME && rs_symbol_get_origin (node->symbol) == symbol;
}

/* The first place that names symbol, in the order of evaluation: 'r' it is read there, 'w' it is given a value in any
 * case; 0: none does. */
static char
first_use (const RsNode *node, const RsSymbol *symbol)
{
  const gboolean is_assign = node->kind == RS_NODE_ASSIGN;
  char use = 0;

  if (is_assign && node->op == RS_OP_ASSIGN && is_name_of (node->children[RS_ASSIGN_TARGET], symbol))
    return b_mentions (node->children[RS_ASSIGN_VALUE], symbol) ? 'r' : 'w';
  if (is_assign || (node->kind != RS_NODE_BLOCK && node->kind != RS_NODE_EXPRESSION))
    return b_mentions (node, symbol) ? 'r' : 0;
  for (guint i = 0; i < node->n_children && use == 0; i++)
    if (node->children[i])
      use = first_use (node->children[i], symbol);
  return use;
}

/* Whether another name may come to stand for the array, or somebody else may write to it. */
static gboolean
is_handed_on (const RsNode *node, const RsSymbol *symbol)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const gboolean is_builtin = callee && callee->kind == RS_NODE_NAME && callee->symbol
                              && callee->symbol->kind == RS_SYMBOL_BUILTIN;

  for (guint i = 0; node->kind == RS_NODE_CALL && !is_builtin && i < node->n_children; i++)
    if (node->children[i] && b_mentions (node->children[i], symbol))
      return TRUE;
  if (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind != RS_NODE_NAME
      && b_mentions (node->children[RS_ASSIGN_TARGET], symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_handed_on (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

static gboolean
is_indexed (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_INDEX && is_name_of (node->children[RS_INDEX_ARRAY], symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_indexed (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* A matrix of one row goes with rows, one of one column with columns. */
static void
make_line (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];

  if (in->type->rank != 2 || b->inputs[input].rank != 0)
    return;
  b->inputs[input].is_column = in->type->sizes[0] != 1 && in->type->sizes[1] == 1
                               && !is_indexed (b->nest.body, in->symbol);
  if (in->type->sizes[0] == 1 || b->inputs[input].is_column)
    b_array_set_rank (b, input, 1);
}

/* Whether the variable keeps its type: scalars of the selected precision. */
static gboolean
has_fitting_type (const Build *b, const RsKernelInput *in)
{
  const RsType *type = in->type, *formal = in->symbol->is_declared ? in->symbol->type : NULL;
  const gboolean is_small = type->rank == 1 && type->sizes[0] > 0 && type->sizes[0] <= BUILD_MAX_ELEMENTS;

  if (type->kind != RS_TYPE_ARRAY || type->rank < 1 || type->rank > BUILD_MAX_RANK || is_small
      || type->element != rs_element_of_precision (b->request->precision))
    return FALSE;
  return !formal
         || (formal->kind == RS_TYPE_ARRAY && formal->element == type->element && formal->rank == type->rank
             && formal->boundary == RS_BOUNDARY_DEFAULT);
}

gboolean
b_bind_replaced (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  Value value = { .kind = VALUE_ARRAY, .input = input };
  guint parameter;

  if (b->request->serial || b->request->force_parallel || b->nest.is_open || !in->type || !has_fitting_type (b, in)
      || first_use (b->nest.body, in->symbol) != 'r' || is_handed_on (b->nest.body, in->symbol))
    return FALSE;
  make_line (b, input);
  b->inputs[input].is_own = TRUE;
  b_declare_alias (b, b->root, in->symbol, value);
  b_find_variable (b, b->root, in->symbol)->is_replaced = TRUE;
  parameter = b_array_parameter (b, input);
  rs_kernel_parameter (b->kernel, parameter)->is_replaced = TRUE;
  b->has_replaced = TRUE;
  return TRUE;
}

/* Whether what the variable is given has the elements that it has. */
static gboolean
keeps_type (Build *b, const Variable *variable, const Value *value)
{
  Shape shape;
  guint rank;

  if (value->kind != VALUE_LAZY
      || (b->inputs[variable->value.input].is_column ? !b_lazy_is_column (b, value->lazy)
                                                     : b_lazy_has_columns (value->lazy)))
    return FALSE;
  b_lazy_dims (value->lazy, &rank);
  if (rank != b_array_rank (b, variable->value.input))
    return FALSE;
  shape = b_shape_of_element (b, value->lazy);
  return !b->reason && rs_ir_is_floating (shape.type) && !shape.is_complex && shape.rank == 0
         && !b_lazy_is_single (b, value->lazy);
}

void
b_replace (Build *b, const Variable *variable, RsOperator op, Value value, const RsNode *place)
{
  const gboolean is_number = op != RS_OP_NONE && b_is_number (&value) && !value.shape.is_complex;

  if (!is_number && !keeps_type (b, variable, &value))
    b_fail (b, place, "`%s` may still have its value from another iteration", variable->symbol->name);
  else
    b_store_all (b, place, &variable->value, op, value);
}
