/* Bounds of numbers: from the linear constraints among the facts, and by interval arithmetic over the expression.
 *
 * Interval arithmetic is sound for floating point too, because rounding is monotone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

#include <math.h>

#define MAX_DEPTH 40

/* Both ends may be infinite: nothing is known. */
typedef struct {
  double low, high;
} Interval;

static const Interval anything = { -INFINITY, INFINITY };

typedef struct {
  RsProblem problem;
  RsSystem *system;
  guint depth;
} Bounds;

static Interval interval_of (Bounds *self, const RsNode *node);

static double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

static Interval
product (Interval a, Interval b)
{
  double x = times (a.low, b.low), y = times (a.low, b.high), z = times (a.high, b.low), w = times (a.high, b.high);

  return (Interval){ MIN (MIN (x, y), MIN (z, w)), MAX (MAX (x, y), MAX (z, w)) };
}

static Interval
sum (Interval a, Interval b)
{
  return (Interval){ a.low + b.low, a.high + b.high };
}

static Interval
negate (Interval a)
{
  return (Interval){ -a.high, -a.low };
}

static Interval
quotient (Interval a, Interval b)
{
  if (b.low <= 0 && b.high >= 0)
    return anything;
  return product (a, (Interval){ 1 / b.high, 1 / b.low });
}

static Interval
power (Interval a, const RsNode *exponent)
{
  int n;
  double low, high;

  if (exponent->kind != RS_NODE_NUMBER || exponent->number != floor (exponent->number) || exponent->number < 1
      || exponent->number > 16)
    return anything;
  n = (int)exponent->number;
  low = pow (a.low, n);
  high = pow (a.high, n);
  if (n % 2 == 1 || a.low >= 0)
    return (Interval){ low, high };
  return (Interval){ a.high >= 0 ? 0 : high, MAX (low, high) };
}

static Interval
interval_of_binary (Bounds *self, const RsNode *node)
{
  Interval a = interval_of (self, node->children[0]), b = interval_of (self, node->children[1]);

  switch (node->op)
    {
    case RS_OP_ADD:
      return sum (a, b);
    case RS_OP_SUBTRACT:
      return sum (a, negate (b));
    case RS_OP_MULTIPLY:
      return product (a, b);
    case RS_OP_DIVIDE:
      return quotient (a, b);
    case RS_OP_POWER:
      return power (a, node->children[1]);
    case RS_OP_LESS:
    case RS_OP_LESS_EQUAL:
    case RS_OP_GREATER:
    case RS_OP_GREATER_EQUAL:
    case RS_OP_EQUAL:
    case RS_OP_NOT_EQUAL:
      return (Interval){ 0, 1 };
    default:
      return anything;
    }
}

static Interval
interval_of_call (Bounds *self, const RsNode *node)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);
  Interval a, b;

  if (!builtin || node->n_children < 2 || !node->children[1] || !rs_node_last (node))
    return anything;
  a = interval_of (self, node->children[1]);
  b = interval_of (self, rs_node_last (node));
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_MIN:
      return node->n_children == 3 ? (Interval){ MIN (a.low, b.low), MIN (a.high, b.high) } : anything;
    case RS_BUILTIN_ID_MAX:
      return node->n_children == 3 ? (Interval){ MAX (a.low, b.low), MAX (a.high, b.high) } : anything;
    case RS_BUILTIN_ID_ABS:
      return (Interval){ a.low > 0 ? a.low : a.high < 0 ? -a.high : 0, MAX (fabs (a.low), fabs (a.high)) };
    case RS_BUILTIN_ID_FLOOR:
      return (Interval){ floor (a.low), floor (a.high) };
    case RS_BUILTIN_ID_CEIL:
      return (Interval){ ceil (a.low), ceil (a.high) };
    case RS_BUILTIN_ID_INT:
      return (Interval){ trunc (a.low), trunc (a.high) };
    case RS_BUILTIN_ID_ROUND:
      return (Interval){ floor (a.low), ceil (a.high) };
    case RS_BUILTIN_ID_SQRT:
      return (Interval){ a.low > 0 ? sqrt (a.low) : 0, a.high >= 0 ? sqrt (a.high) : INFINITY };
    case RS_BUILTIN_ID_EXP:
      return (Interval){ exp (a.low), exp (a.high) };
    default:
      return anything;
    }
}

/* By the form of the expression alone. */
static Interval
interval_of_form (Bounds *self, const RsNode *node)
{
  const RsSymbol *symbol;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return node->flags & RS_NODE_IMAGINARY ? anything : (Interval){ node->number, node->number };
    case RS_NODE_NAME:
      symbol = rs_symbol_get_origin (node->symbol);
      return symbol && symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_PI
               ? (Interval){ G_PI, G_PI } : anything;
    case RS_NODE_UNARY:
      if (node->op == RS_OP_NOT)
        return (Interval){ 0, 1 };
      return node->op == RS_OP_NEGATE ? negate (interval_of (self, node->children[0]))
                                      : interval_of (self, node->children[0]);
    case RS_NODE_BINARY:
      return interval_of_binary (self, node);
    case RS_NODE_CALL:
      return interval_of_call (self, node);
    default:
      return anything;
    }
}

static void
meet (Bounds *self, const RsLinear *linear, gboolean integer, Interval *interval)
{
  RsRational bound;
  gboolean strict;

  if (rs_system_upper_bound (self->system, linear, &bound, &strict))
    {
      double value = rs_rational_to_double (bound);

      if (integer)
        value = strict && value == floor (value) ? value - 1 : floor (value);
      interval->high = MIN (interval->high, value);
    }
}

static Interval
interval_of (Bounds *self, const RsNode *node)
{
  Interval result = anything;

  if (self->depth < MAX_DEPTH)
    {
      self->depth++;
      result = interval_of_form (self, node);
      self->depth--;
    }
  if (node->kind != RS_NODE_NUMBER && rs_logic_is_pure (node))
    {
      RsLinear *linear = rs_linear_of_node (&self->problem, node), *opposite;
      RsLinear *zero = linear ? rs_linear_subtract (&self->problem, linear, linear) : NULL;
      const RsType *type = rs_logic_type_of (&self->problem, node);
      gboolean integer = type->kind == RS_TYPE_NUMBER && rs_element_is_integer (type->element);
      Interval below = anything;

      if (!linear || !zero || !(opposite = rs_linear_subtract (&self->problem, zero, linear)))
        return result;
      meet (self, linear, integer, &result);
      meet (self, opposite, integer, &below);
      result.low = MAX (result.low, -below.high);
    }
  return result;
}

/* Names every term of the expression, so that the system has room for them. */
static void
collect_terms (RsProblem *problem, const RsNode *node)
{
  rs_linear_of_node (problem, node);
  if (node->kind == RS_NODE_BINARY || node->kind == RS_NODE_UNARY || node->kind == RS_NODE_CALL)
    for (guint i = node->kind == RS_NODE_CALL; i < node->n_children; i++)
      if (node->children[i])
        collect_terms (problem, node->children[i]);
}

static Interval
find_interval (const RsFacts *facts, const RsNode *expression)
{
  g_autofree const RsFormula **formulas = g_new (const RsFormula *, facts->facts->len + 1);
  Bounds self = { .depth = 0 };
  Interval result;
  guint n = 0;

  rs_problem_init (&self.problem, facts);
  collect_terms (&self.problem, expression);
  for (guint i = 0; i < facts->facts->len; i++)
    formulas[n++] = rs_formula_of_fact (&self.problem, &g_array_index (facts->facts, RsFact, i));
  formulas[n++] = rs_formula_of_axioms (&self.problem);
  self.system = rs_problem_to_system (&self.problem, formulas, n);
  result = interval_of (&self, expression);
  rs_system_free (self.system);
  rs_problem_clear (&self.problem);
  return result;
}

gboolean
rs_logic_upper_bound (const RsFacts *facts, const RsNode *expression, double *bound)
{
  Interval interval = find_interval (facts, expression);

  *bound = interval.high;
  return isfinite (interval.high);
}
