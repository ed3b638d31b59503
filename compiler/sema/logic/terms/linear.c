/* Systems of linear constraints: substitution, elimination, bounds. See linear.h.
 *
 * Rows are dense: a question seldom has more than a dozen variables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/terms/linear.h"

#include <string.h>

#define MAX_ROWS 400
#define MAX_VARIABLES 64

typedef struct {
  RsRelation relation;
  RsRational constant;
  RsRational coefficients[]; /* [n_variables + 1]; the last one is the variable whose bound is asked for */
} Row;

struct _RsSystem {
  guint n; /* variables */
  gboolean *is_integer;
  GPtrArray *rows;  /* of Row, owned */
  gboolean gave_up; /* too many variables: nothing is proven */
};

/* --- rows --- */

static gsize
row_size (const RsSystem *self)
{
  return sizeof (Row) + (self->n + 1) * sizeof (RsRational);
}

static Row *
new_row (const RsSystem *self, RsRelation relation)
{
  Row *row = g_malloc0 (row_size (self));

  row->relation = relation;
  row->constant = RS_RATIONAL_ZERO;
  for (guint i = 0; i <= self->n; i++)
    row->coefficients[i] = RS_RATIONAL_ZERO;
  return row;
}

static gboolean
is_valid_row (const RsSystem *self, const Row *row)
{
  gboolean valid = rs_rational_is_valid (row->constant);

  for (guint i = 0; i <= self->n; i++)
    valid = valid && rs_rational_is_valid (row->coefficients[i]);
  return valid;
}

static gboolean
is_constant_row (const RsSystem *self, const Row *row)
{
  for (guint i = 0; i <= self->n; i++)
    if (rs_rational_sign (row->coefficients[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_contradiction (const Row *row)
{
  int sign = rs_rational_sign (row->constant);

  switch (row->relation)
    {
    case RS_RELATION_LESS:
      return sign >= 0;
    case RS_RELATION_LESS_EQUAL:
      return sign > 0;
    default:
      return sign != 0;
    }
}

/* a * factor_a + b * factor_b; factors of inequalities are positive. */
static Row *
combine (const RsSystem *self, const Row *a, RsRational factor_a, const Row *b, RsRational factor_b)
{
  Row *row = new_row (self, MIN (a->relation, b->relation));

  for (guint i = 0; i <= self->n; i++)
    row->coefficients[i] = rs_rational_add (rs_rational_multiply (a->coefficients[i], factor_a),
                                            rs_rational_multiply (b->coefficients[i], factor_b));
  row->constant
      = rs_rational_add (rs_rational_multiply (a->constant, factor_a), rs_rational_multiply (b->constant, factor_b));
  return row;
}

static void
scale (const RsSystem *self, Row *row, RsRational factor)
{
  for (guint i = 0; i <= self->n; i++)
    row->coefficients[i] = rs_rational_multiply (row->coefficients[i], factor);
  row->constant = rs_rational_multiply (row->constant, factor);
}

static gint64
divisor_of (gint64 a, gint64 b)
{
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Over integers alone: whole coefficients without a common divisor, and `< 0` becomes `+ 1 <= 0`. */
static void
tighten (const RsSystem *self, Row *row)
{
  gint64 common = 0;

  if (rs_rational_sign (row->coefficients[self->n]) != 0)
    return;
  for (guint i = 0; i < self->n; i++)
    if (rs_rational_sign (row->coefficients[i]) != 0 && !self->is_integer[i])
      return;
  for (guint i = 0; i < self->n; i++)
    if (!rs_rational_is_integer (row->coefficients[i]))
      scale (self, row, (RsRational){ row->coefficients[i].denominator, 1 });
  if (!is_valid_row (self, row))
    return;
  for (guint i = 0; i < self->n; i++)
    common = divisor_of (common, row->coefficients[i].numerator);
  if (common == 0)
    return;
  scale (self, row, rs_rational (1, common));
  if (row->relation == RS_RELATION_EQUAL)
    return;
  if (rs_rational_is_integer (row->constant))
    row->constant.numerator += row->relation == RS_RELATION_LESS;
  else /* the least integer that is not smaller */
    row->constant
        = (RsRational){ row->constant.numerator / row->constant.denominator + (row->constant.numerator > 0), 1 };
  row->relation = RS_RELATION_LESS_EQUAL;
}

/* x + 1/2 == 0 of an integer x. */
static gboolean
has_no_integer_solution (const RsSystem *self, const Row *row)
{
  if (row->relation != RS_RELATION_EQUAL || rs_rational_sign (row->coefficients[self->n]) != 0)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    if (rs_rational_sign (row->coefficients[i]) != 0
        && (!self->is_integer[i] || !rs_rational_is_integer (row->coefficients[i])))
      return FALSE;
  return !rs_rational_is_integer (row->constant);
}

static void
take_row (RsSystem *self, Row *row)
{
  if (is_valid_row (self, row))
    tighten (self, row);
  /* Leaving a row out only makes the system weaker. */
  if (!is_valid_row (self, row) || self->rows->len >= MAX_ROWS
      || (is_constant_row (self, row) && !is_contradiction (row)))
    g_free (row);
  else
    g_ptr_array_add (self->rows, row);
}

/* --- systems --- */

RsSystem *
rs_system_new (guint n_variables, const gboolean *is_integer)
{
  RsSystem *self = g_new0 (RsSystem, 1);

  self->n = n_variables;
  self->is_integer = g_memdup2 (is_integer, n_variables * sizeof (gboolean));
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->gave_up = n_variables > MAX_VARIABLES;
  return self;
}

RsSystem *
rs_system_copy (const RsSystem *system)
{
  RsSystem *self = rs_system_new (system->n, system->is_integer);

  self->gave_up = system->gave_up;
  for (guint i = 0; i < system->rows->len; i++)
    g_ptr_array_add (self->rows, g_memdup2 (g_ptr_array_index (system->rows, i), row_size (system)));
  return self;
}

void
rs_system_free (RsSystem *system)
{
  if (!system)
    return;
  g_ptr_array_unref (system->rows);
  g_free (system->is_integer);
  g_free (system);
}

static Row *
row_of_linear (const RsSystem *self, const RsLinear *linear, RsRelation relation, gboolean negated)
{
  Row *row = new_row (self, relation);

  for (guint i = 0; i < linear->terms->len; i++)
    {
      const RsLinearTerm *term = &g_array_index (linear->terms, RsLinearTerm, i);

      if (term->variable >= self->n)
        row->constant.denominator = 0; /* a variable that the system does not have: the row is left out */
      else
        row->coefficients[term->variable] = negated ? rs_rational_negate (term->coefficient) : term->coefficient;
    }
  if (rs_rational_is_valid (row->constant))
    row->constant = negated ? rs_rational_negate (linear->constant) : linear->constant;
  return row;
}

void
rs_system_add (RsSystem *system, const RsLinear *linear, RsRelation relation, gboolean negated)
{
  if (!system->gave_up)
    take_row (system, row_of_linear (system, linear, relation, negated));
}

/* --- elimination --- */

/* Uses the equality `row` to remove variable from all other rows. */
static void
substitute (RsSystem *self, guint index, guint variable)
{
  g_autofree Row *row = g_ptr_array_index (self->rows, index);
  GPtrArray *old = self->rows;

  self->rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < old->len; i++)
    {
      Row *other = g_ptr_array_index (old, i);
      RsRational factor;

      if (i == index)
        continue;
      factor = rs_rational_negate (
          rs_rational_multiply (other->coefficients[variable], rs_rational_invert (row->coefficients[variable])));
      if (rs_rational_sign (other->coefficients[variable]) == 0)
        take_row (self, g_memdup2 (other, row_size (self)));
      else
        {
          Row *sum = combine (self, other, RS_RATIONAL_ONE, row, factor);

          sum->relation = other->relation;
          take_row (self, sum);
        }
    }
  old->pdata[index] = NULL;
  g_ptr_array_unref (old);
}

/* FALSE when there is no equality left, or one that no integers satisfy was found (*contradiction). */
static gboolean
substitute_one (RsSystem *self, gboolean *contradiction)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      if (row->relation != RS_RELATION_EQUAL)
        continue;
      if (has_no_integer_solution (self, row))
        {
          *contradiction = TRUE;
          return FALSE;
        }
      for (guint v = 0; v < self->n; v++)
        if (rs_rational_sign (row->coefficients[v]) != 0)
          {
            substitute (self, i, v);
            return TRUE;
          }
    }
  return FALSE;
}

/* The variable whose elimination makes the fewest rows, or n when none is left. */
static guint
choose (const RsSystem *self)
{
  guint best = self->n, best_cost = G_MAXUINT;

  for (guint v = 0; v < self->n; v++)
    {
      guint above = 0, below = 0;

      for (guint i = 0; i < self->rows->len; i++)
        {
          int sign = rs_rational_sign (((Row *)g_ptr_array_index (self->rows, i))->coefficients[v]);

          above += sign > 0;
          below += sign < 0;
        }
      if (above + below > 0 && above * below < best_cost)
        {
          best = v;
          best_cost = above * below;
        }
    }
  return best;
}

static void
eliminate (RsSystem *self, guint variable)
{
  GPtrArray *old = self->rows;

  self->rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < old->len; i++)
    {
      const Row *a = g_ptr_array_index (old, i);

      if (rs_rational_sign (a->coefficients[variable]) == 0)
        take_row (self, g_memdup2 (a, row_size (self)));
      if (rs_rational_sign (a->coefficients[variable]) <= 0)
        continue;
      for (guint j = 0; j < old->len; j++)
        {
          const Row *b = g_ptr_array_index (old, j);

          if (rs_rational_sign (b->coefficients[variable]) < 0)
            take_row (self,
                      combine (self, a, rs_rational_negate (b->coefficients[variable]), b, a->coefficients[variable]));
        }
    }
  g_ptr_array_unref (old);
}

static gboolean
has_contradiction (const RsSystem *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = g_ptr_array_index (self->rows, i);

      if ((is_constant_row (self, row) && is_contradiction (row)) || has_no_integer_solution (self, row))
        return TRUE;
    }
  return FALSE;
}

/* Eliminates all variables but the one behind the last. TRUE when a contradiction was met. */
static gboolean
solve (RsSystem *self)
{
  gboolean contradiction = FALSE;
  guint variable;

  while (substitute_one (self, &contradiction))
    ;
  if (contradiction)
    return TRUE;
  while (!has_contradiction (self) && (variable = choose (self)) < self->n)
    eliminate (self, variable);
  return has_contradiction (self);
}

gboolean
rs_system_is_unsatisfiable (const RsSystem *system)
{
  g_autoptr (RsSystem) copy = NULL;

  if (system->gave_up)
    return FALSE;
  copy = rs_system_copy (system);
  return solve (copy);
}

/* Of what is left after elimination, the rows a * t + b <= 0 with a > 0 bound t from above. */
static gboolean
read_bound (const RsSystem *self, RsRational *bound, gboolean *is_strict)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = g_ptr_array_index (self->rows, i);
      RsRational a = row->coefficients[self->n], value;
      int order;

      if (rs_rational_sign (a) == 0 || (rs_rational_sign (a) < 0 && row->relation != RS_RELATION_EQUAL))
        continue;
      value = rs_rational_negate (rs_rational_multiply (row->constant, rs_rational_invert (a)));
      if (!rs_rational_is_valid (value))
        continue;
      order = found ? rs_rational_sign (rs_rational_add (value, rs_rational_negate (*bound))) : -1;
      if (order < 0 || (order == 0 && row->relation == RS_RELATION_LESS))
        {
          *bound = value;
          *is_strict = row->relation == RS_RELATION_LESS;
        }
      found = TRUE;
    }
  return found;
}

gboolean
rs_system_upper_bound (const RsSystem *system, const RsLinear *linear, RsRational *bound, gboolean *is_strict)
{
  g_autoptr (RsSystem) copy = NULL;
  Row *row;

  if (system->gave_up)
    return FALSE;
  copy = rs_system_copy (system);
  row = row_of_linear (copy, linear, RS_RELATION_EQUAL, FALSE);
  row->coefficients[copy->n] = (RsRational){ -1, 1 };
  take_row (copy, row);
  return !solve (copy) && read_bound (copy, bound, is_strict);
}
