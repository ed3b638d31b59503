/* Sums and products with their numeric factors and equal terms collected: cos(x)*(4*x) is 4*cos(x)*x.
 *
 * A sum is a list of products with coefficients, a product a coefficient (a fraction) and powers of bases; the order is
 * that of their first occurrence.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/collect.h"

#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/syntax/copy.h"

#include <math.h>

typedef struct {
  RsNode *base;
  double exponent;
} Factor;

typedef struct {
  double numerator, denominator; /* denominator > 0; both whole, or the denominator 1 */
  GArray *factors;               /* of Factor */
  guint place;                   /* of a constant in its sum */
} Product;

typedef struct {
  RsArena *arena;
  const RsNode *place;
} Collector;

static gboolean
is_whole (double x)
{
  return x == floor (x) && fabs (x) < 9e15;
}

static RsNode *
number (const Collector *self, double value)
{
  return rs_number_node (self->arena, self->place, value, is_whole (value));
}

static RsNode *
operator_node (const Collector *self, RsNodeKind kind, RsOperator op, RsNode *left, RsNode *right)
{
  RsNode *node = rs_arena_new0 (self->arena, RsNode);

  node->kind = kind;
  node->op = op;
  node->span = self->place->span;
  node->n_children = right ? 2 : 1;
  node->children = rs_arena_array (self->arena, RsNode *, 2);
  node->children[0] = left;
  node->children[1] = right;
  return node;
}

static gboolean
is_operator (const RsNode *node, RsOperator op)
{
  return node->kind == RS_NODE_BINARY && node->op == op;
}

static gboolean
is_number (const RsNode *node)
{
  return node->kind == RS_NODE_NUMBER && !(node->flags & RS_NODE_IMAGINARY);
}

/* A number with its sign. */
static gboolean
get_number (const RsNode *node, double *value)
{
  gboolean negative = node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE;

  if (negative)
    node = node->children[0];
  if (!is_number (node))
    return FALSE;
  *value = negative ? -node->number : node->number;
  return TRUE;
}

/* --- products --- */

static void
scale (Product *product, double factor, gboolean divide)
{
  double a = fabs (divide ? product->denominator : product->numerator) * fabs (factor);

  if (factor < 0)
    product->numerator = -product->numerator;
  if (divide)
    product->denominator = a;
  else
    product->numerator = product->numerator < 0 ? -a : a;
  if (!is_whole (product->numerator) || !is_whole (product->denominator))
    {
      product->numerator /= product->denominator;
      product->denominator = 1;
    }
  for (double x = fabs (product->numerator), y = product->denominator; x != 0;)
    {
      double rest = fmod (y, x);

      if (rest == 0)
        {
          product->numerator /= x;
          product->denominator /= x;
          break;
        }
      y = x;
      x = rest;
    }
}

static void
add_factor (Product *product, RsNode *base, double exponent)
{
  Factor factor = { base, exponent };

  for (guint i = 0; i < product->factors->len; i++)
    {
      Factor *old = &g_array_index (product->factors, Factor, i);

      if (rs_node_equal (old->base, base))
        {
          old->exponent += exponent;
          return;
        }
    }
  g_array_append_val (product->factors, factor);
}

static void
multiply (Product *product, RsNode *node, double exponent)
{
  double value;

  if (get_number (node, &value) && value != 0 && fabs (exponent) == 1)
    scale (product, value, exponent < 0);
  else if (get_number (node, &value) && exponent > 0)
    scale (product, pow (value, exponent), FALSE);
  else if (node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE && is_whole (exponent))
    {
      product->numerator *= fmod (exponent, 2) == 0 ? 1 : -1;
      multiply (product, node->children[0], exponent);
    }
  else if (is_operator (node, RS_OP_MULTIPLY) && is_whole (exponent))
    {
      multiply (product, node->children[0], exponent);
      multiply (product, node->children[1], exponent);
    }
  else if (is_operator (node, RS_OP_DIVIDE) && is_whole (exponent))
    {
      multiply (product, node->children[0], exponent);
      multiply (product, node->children[1], -exponent);
    }
  else if (is_operator (node, RS_OP_POWER) && get_number (node->children[1], &value) && is_whole (exponent))
    multiply (product, node->children[0], value * exponent);
  else
    add_factor (product, node, exponent);
}

static void
start (Product *product)
{
  product->numerator = product->denominator = 1;
  product->factors = g_array_new (FALSE, FALSE, sizeof (Factor));
}

static RsNode *
times (const Collector *self, RsNode *left, RsNode *right)
{
  return left ? operator_node (self, RS_NODE_BINARY, RS_OP_MULTIPLY, left, right) : right;
}

static RsNode *
power (const Collector *self, const Factor *factor)
{
  double exponent = fabs (factor->exponent);

  return exponent == 1 ? factor->base
                       : operator_node (self, RS_NODE_BINARY, RS_OP_POWER, factor->base, number (self, exponent));
}

/* The product without its sign; NULL stands for 1. */
static RsNode *
node_of_product (const Collector *self, const Product *product)
{
  RsNode *above = NULL, *below = NULL;

  if (fabs (product->numerator) != 1)
    above = number (self, fabs (product->numerator));
  for (guint i = 0; i < product->factors->len; i++)
    {
      const Factor *factor = &g_array_index (product->factors, Factor, i);

      if (factor->exponent > 0)
        above = times (self, above, power (self, factor));
    }
  if (product->denominator != 1)
    below = number (self, product->denominator);
  for (guint i = 0; i < product->factors->len; i++)
    {
      const Factor *factor = &g_array_index (product->factors, Factor, i);

      if (factor->exponent < 0)
        below = times (self, below, power (self, factor));
    }
  if (!below)
    return above;
  return operator_node (self, RS_NODE_BINARY, RS_OP_DIVIDE, above ? above : number (self, 1), below);
}

static gboolean
is_constant (const Product *product)
{
  for (guint i = 0; i < product->factors->len; i++)
    if (g_array_index (product->factors, Factor, i).exponent != 0)
      return FALSE;
  return TRUE;
}

static RsNode *
with_sign (const Collector *self, RsNode *node, gboolean negative)
{
  if (negative && is_number (node))
    return number (self, -node->number);
  return negative ? operator_node (self, RS_NODE_UNARY, RS_OP_NEGATE, node, NULL) : node;
}

static RsNode *
collect_product (const Collector *self, RsNode *node)
{
  Product product;
  RsNode *result;

  start (&product);
  multiply (&product, node, 1);
  result = product.numerator == 0 ? number (self, 0) : node_of_product (self, &product);
  if (!result)
    result = number (self, 1);
  result = with_sign (self, result, product.numerator < 0);
  g_array_unref (product.factors);
  return result;
}

/* --- sums --- */

static gboolean
same_factors (const Product *a, const Product *b)
{
  if (a->factors->len != b->factors->len)
    return FALSE;
  for (guint i = 0; i < a->factors->len; i++)
    {
      const Factor *x = &g_array_index (a->factors, Factor, i);
      gboolean found = FALSE;

      for (guint j = 0; j < b->factors->len && !found; j++)
        {
          const Factor *y = &g_array_index (b->factors, Factor, j);

          found = x->exponent == y->exponent && rs_node_equal (x->base, y->base);
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static void
add_product (GPtrArray *sum, RsNode *node, double sign)
{
  Product *product = g_new0 (Product, 1);

  start (product);
  multiply (product, node, 1);
  product->numerator *= sign;
  for (guint i = product->factors->len; i > 0; i--)
    if (g_array_index (product->factors, Factor, i - 1).exponent == 0)
      g_array_remove_index (product->factors, i - 1);
  for (guint i = 0; i < sum->len; i++)
    {
      Product *old = g_ptr_array_index (sum, i);
      double a, b;

      if (!same_factors (old, product))
        continue;
      a = old->numerator * product->denominator + product->numerator * old->denominator;
      b = old->denominator * product->denominator;
      old->numerator = a;
      old->denominator = 1;
      scale (old, b, TRUE);
      g_array_unref (product->factors);
      g_free (product);
      return;
    }
  g_ptr_array_add (sum, product);
}

static void
add_terms (GPtrArray *sum, RsNode *node, double sign)
{
  if (is_operator (node, RS_OP_ADD) || is_operator (node, RS_OP_SUBTRACT))
    {
      add_terms (sum, node->children[0], sign);
      add_terms (sum, node->children[1], node->op == RS_OP_ADD ? sign : -sign);
    }
  else if (node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE)
    add_terms (sum, node->children[0], -sign);
  else
    add_product (sum, node, sign);
}

static void
free_product (gpointer data)
{
  Product *product = data;

  g_array_unref (product->factors);
  g_free (product);
}

static RsNode *
collect_sum (const Collector *self, RsNode *node)
{
  g_autoptr (GPtrArray) sum = g_ptr_array_new_with_free_func (free_product);
  RsNode *result = NULL;

  add_terms (sum, node, 1);
  for (guint i = 0; i < sum->len; i++)
    {
      const Product *product = g_ptr_array_index (sum, i);
      gboolean negative = product->numerator < 0;
      RsNode *term;

      if (product->numerator == 0)
        continue;
      term = is_constant (product) && product->denominator == 1 ? number (self, fabs (product->numerator))
                                                                 : node_of_product (self, product);
      if (!result)
        result = with_sign (self, term, negative);
      else
        result = operator_node (self, RS_NODE_BINARY, negative ? RS_OP_SUBTRACT : RS_OP_ADD, result, term);
    }
  return result ? result : number (self, 0);
}

RsNode *
rs_collect_terms (RsArena *arena, RsNode *node)
{
  Collector self = { arena, node };

  if (is_operator (node, RS_OP_ADD) || is_operator (node, RS_OP_SUBTRACT))
    return collect_sum (&self, node);
  return collect_product (&self, node);
}
