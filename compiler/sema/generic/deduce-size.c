/* Sizes: linear expressions in type parameters, met by numbers. `vec(2*N)` with 6 elements says that N is 3.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/deduce-private.h"

#define MAX_DEPTH 32

/* constant + coefficient * the one parameter that has no value yet. */
typedef struct {
  gint64 constant, coefficient;
  RsBinding *unknown;
  guint n_unknown;
} Linear;

static gboolean read_linear (RsDeduction *self, const RsNode *node, Linear *linear, guint depth);

static RsBinding *
find_binding (RsDeduction *self, const RsNode *node)
{
  for (guint i = 0; i < self->n; i++)
    if (self->bindings[i].name == node->name)
      return &self->bindings[i];
  return NULL;
}

static gboolean
read_parameter (RsDeduction *self, const RsNode *node, Linear *linear)
{
  RsBinding *binding = find_binding (self, node);

  if (!binding)
    return FALSE;
  if (binding->kind == RS_BINDING_TYPE)
    return FALSE;
  if (binding->kind == RS_BINDING_VALUE)
    linear->constant = binding->value;
  else
    *linear = (Linear){ 0, 1, binding, 1 };
  return TRUE;
}

static gboolean
add (const Linear *a, const Linear *b, int sign, Linear *sum)
{
  *sum = (Linear){ a->constant + sign * b->constant, a->coefficient, a->unknown ? a->unknown : b->unknown,
                   a->n_unknown + b->n_unknown };
  if (a->unknown && b->unknown && a->unknown == b->unknown)
    sum->n_unknown = 1;
  sum->coefficient = a->coefficient + sign * b->coefficient;
  return TRUE;
}

static gboolean
multiply (const Linear *a, const Linear *b, Linear *product)
{
  const Linear *number = a->n_unknown == 0 ? a : b, *other = a->n_unknown == 0 ? b : a;

  if (number->n_unknown > 0)
    return FALSE;
  *product = (Linear){ number->constant * other->constant, number->constant * other->coefficient, other->unknown,
                       other->n_unknown };
  return TRUE;
}

static gboolean
divide (const Linear *a, const Linear *b, Linear *quotient)
{
  if (a->n_unknown > 0 || b->n_unknown > 0 || b->constant == 0 || a->constant % b->constant != 0)
    return FALSE;
  *quotient = (Linear){ .constant = a->constant / b->constant };
  return TRUE;
}

static gboolean
read_binary (RsDeduction *self, const RsNode *node, Linear *linear, guint depth)
{
  Linear a = { 0 }, b = { 0 };

  if (!read_linear (self, rs_node_child (node, 0), &a, depth) || !read_linear (self, rs_node_child (node, 1), &b, depth)
      || ABS (a.constant) > G_MAXINT32 || ABS (b.constant) > G_MAXINT32)
    return FALSE;
  switch (node->op)
    {
    case RS_OP_ADD:
      return add (&a, &b, 1, linear);
    case RS_OP_SUBTRACT:
      return add (&a, &b, -1, linear);
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return multiply (&a, &b, linear);
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      return divide (&a, &b, linear);
    default:
      return FALSE;
    }
}

static gboolean
read_linear (RsDeduction *self, const RsNode *node, Linear *linear, guint depth)
{
  *linear = (Linear){ 0 };
  if (!node || depth > MAX_DEPTH)
    return FALSE;
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      linear->constant = (gint64)node->number;
      return node->number == (double)linear->constant && ABS (node->number) <= G_MAXINT32;
    case RS_NODE_NAME:
    case RS_NODE_TYPE_NAME:
      return read_parameter (self, node, linear);
    case RS_NODE_UNARY:
      if (!read_linear (self, rs_node_child (node, 0), linear, depth + 1))
        return FALSE;
      if (node->op == RS_OP_NEGATE)
        {
          linear->constant = -linear->constant;
          linear->coefficient = -linear->coefficient;
        }
      return node->op == RS_OP_NEGATE || node->op == RS_OP_PLUS;
    case RS_NODE_BINARY:
      return read_binary (self, node, linear, depth + 1);
    default:
      return FALSE;
    }
}

/* --- equations --- */

static void
postpone (RsDeduction *self, const RsNode *size, gint64 actual)
{
  if (self->n_equations == self->n_allocated)
    {
      guint n = MAX (8, 2 * self->n_allocated);
      RsSizeEquation *grown = rs_arena_array (self->arena, RsSizeEquation, n);

      if (self->n_equations > 0)
        memcpy (grown, self->equations, self->n_equations * sizeof *grown);
      self->equations = grown;
      self->n_allocated = n;
    }
  self->equations[self->n_equations++] = (RsSizeEquation){ size, actual, self->place };
}

static const char *
place_of (const RsDeduction *self)
{
  return self->place ? self->place : "the argument";
}

static gboolean
fail_size (RsDeduction *self, const RsNode *size, gint64 wanted, gint64 actual)
{
  g_autofree char *text = rs_node_to_string (size);
  const RsBinding *binding = size->kind == RS_NODE_NAME ? find_binding (self, size) : NULL;

  if (binding && binding->origin)
    return rs_deduction_fail (self, "size mismatch: `%s` is %" G_GINT64_FORMAT " in `%s`, but %" G_GINT64_FORMAT
                              " in `%s`", text, wanted, binding->origin, actual, place_of (self));
  return rs_deduction_fail (self,
                            "size mismatch: `%s` of `%s` is %" G_GINT64_FORMAT ", but the array has %" G_GINT64_FORMAT
                            " there",
                            text, place_of (self), wanted, actual);
}

static gboolean
solve (RsDeduction *self, const Linear *linear, const RsNode *size, gint64 actual)
{
  gint64 rest = actual - linear->constant;

  if (rest % linear->coefficient != 0 || rest / linear->coefficient < 0)
    {
      g_autofree char *text = rs_node_to_string (size);

      return rs_deduction_fail (self, "size mismatch: there is no `%s` with which `%s` of `%s` is %" G_GINT64_FORMAT,
                                linear->unknown->name, text, place_of (self), actual);
    }
  linear->unknown->kind = RS_BINDING_VALUE;
  linear->unknown->value = rest / linear->coefficient;
  linear->unknown->is_soft = FALSE;
  linear->unknown->origin = self->place;
  return TRUE;
}

gboolean
rs_deduce_size (RsDeduction *self, const RsNode *size, gint64 actual)
{
  Linear linear;

  if (actual == RS_SIZE_UNKNOWN)
    {
      self->is_open = self->is_open || rs_deduction_names_parameter (self, size);
      return TRUE;
    }
  if (!read_linear (self, size, &linear, 0))
    {
      const RsBinding *binding = size->kind == RS_NODE_NAME ? find_binding (self, size) : NULL;

      if (binding && binding->kind == RS_BINDING_TYPE)
        return rs_deduction_fail (self, "`%s` is a type in `%s`, but a size in `%s`", binding->name,
                                  binding->origin ? binding->origin : "the first argument", place_of (self));
      if (rs_deduction_names_parameter (self, size))
        postpone (self, size, actual); /* a product of two unknowns: one may still be found */
      return TRUE;
    }
  if (linear.n_unknown == 0 || linear.coefficient == 0)
    return linear.n_unknown == 0 && linear.constant != actual ? fail_size (self, size, linear.constant, actual) : TRUE;
  if (linear.n_unknown == 1)
    return solve (self, &linear, size, actual);
  postpone (self, size, actual);
  return TRUE;
}

gboolean
rs_deduction_finish (RsDeduction *self)
{
  gboolean changed = TRUE;

  while (changed && !self->reason && self->n_equations > 0)
    {
      guint n = self->n_equations;
      RsSizeEquation *equations = self->equations;

      self->n_equations = self->n_allocated = 0;
      for (guint i = 0; i < n; i++)
        {
          self->place = equations[i].place;
          if (!rs_deduce_size (self, equations[i].size, equations[i].actual))
            return FALSE;
        }
      changed = self->n_equations < n;
    }
  for (guint i = 0; i < self->n && !self->reason; i++)
    if (self->bindings[i].kind == RS_BINDING_OPEN && self->bindings[i].may_be_any)
      {
        self->bindings[i].kind = RS_BINDING_TYPE;
        self->bindings[i].type = &rs_type_unknown;
      }
  return !self->reason;
}
