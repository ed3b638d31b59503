/* The decision procedure: cases of the propositional structure, and the theory of each case.
 *
 * A question is put as "can these formulas all hold?"; a condition is true when its negation can't hold together with
 * the facts. Disjunctions are tried out one after the other, up to a number of cases; then a case is checked:
 * propositions and their negations, types, and the linear inequalities.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

#define MAX_CASES 128
#define MAX_SPLITS 4
#define MAX_SYSTEMS 300 /* that are solved for one question because forms may not be 0; beyond it nothing is proven */

/* --- numbers that are not NaN --- */

static void
mark_terms (const RsLinear *linear, gboolean *known)
{
  for (guint i = 0; i < linear->terms->len; i++)
    known[g_array_index (linear->terms, RsLinearTerm, i).variable] = TRUE;
}

static gboolean
all_marked (const RsLinear *linear, const gboolean *known)
{
  for (guint i = 0; i < linear->terms->len; i++)
    if (!known[g_array_index (linear->terms, RsLinearTerm, i).variable])
      return FALSE;
  return TRUE;
}

/* A comparison that holds is one of numbers; two terms of the same value are both numbers or both NaN. */
static gboolean *
find_numbers (RsProblem *self, const GPtrArray *literals)
{
  gboolean *known = g_new0 (gboolean, self->terms->len + 1);
  gboolean changed = TRUE;

  for (guint i = 0; i < self->terms->len; i++)
    known[i] = rs_problem_get_term (self, i)->is_exact;
  for (guint i = 0; i < literals->len; i++)
    {
      const RsFormula *literal = g_ptr_array_index (literals, i);

      if (literal->kind == RS_FORMULA_COMPARE && literal->sense)
        mark_terms (literal->linear, known);
    }
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < literals->len; i++)
        {
          const RsFormula *literal = g_ptr_array_index (literals, i);
          const GArray *terms = literal->linear ? literal->linear->terms : NULL;
          guint unknown = 0, last = 0;

          if (literal->kind != RS_FORMULA_SAME || literal->relation != RS_RELATION_EQUAL || !terms || terms->len > 2)
            continue;
          /* A coefficient of 0: x is the same as x, which says nothing. */
          for (guint j = 0; j < terms->len; j++)
            if (!known[g_array_index (terms, RsLinearTerm, j).variable]
                && rs_rational_sign (g_array_index (terms, RsLinearTerm, j).coefficient) != 0)
              {
                unknown++;
                last = g_array_index (terms, RsLinearTerm, j).variable;
              }
          if (unknown == 1)
            known[last] = changed = TRUE;
        }
    }
  return known;
}

/* --- one case --- */

/* -linear of a negated `<` is `<=`, of a negated `<=` it is `<`. */
static RsRelation
opposite (RsRelation relation)
{
  return relation == RS_RELATION_LESS ? RS_RELATION_LESS_EQUAL : RS_RELATION_LESS;
}

static RsSystem *
system_of (RsProblem *self, const GPtrArray *literals, const gboolean *numbers)
{
  g_autofree gboolean *integers = g_new0 (gboolean, self->terms->len + 1);
  RsSystem *system;

  for (guint i = 0; i < self->terms->len; i++)
    integers[i] = rs_problem_get_term (self, i)->is_integer;
  system = rs_system_new (self->terms->len, integers);
  for (guint i = 0; i < literals->len; i++)
    {
      const RsFormula *literal = g_ptr_array_index (literals, i);

      if (literal->kind == RS_FORMULA_SAME)
        rs_system_add (system, literal->linear, literal->relation, FALSE);
      else if (literal->kind != RS_FORMULA_COMPARE)
        continue;
      else if (literal->sense)
        rs_system_add (system, literal->linear, literal->relation, FALSE);
      else if (literal->relation != RS_RELATION_EQUAL && all_marked (literal->linear, numbers))
        rs_system_add (system, literal->linear, opposite (literal->relation), TRUE);
    }
  return system;
}

/* Whether the system has no solution in which none of the forms (integers, mostly) is 0. */
static gboolean
fails_apart (RsProblem *self, const RsSystem *system, const GPtrArray *unequal, guint first, guint splits)
{
  for (guint i = first; i < unequal->len && self->n_systems < MAX_SYSTEMS; i++)
    {
      const RsLinear *linear = g_ptr_array_index (unequal, i);
      g_autoptr (RsSystem) below = NULL, above = NULL;
      gboolean none_below, none_above;

      below = rs_system_copy (system);
      rs_system_add (below, linear, RS_RELATION_LESS, FALSE);
      above = rs_system_copy (system);
      rs_system_add (above, linear, RS_RELATION_LESS, TRUE);
      self->n_systems += 2;
      none_below = rs_system_is_unsatisfiable (below);
      none_above = rs_system_is_unsatisfiable (above);
      if (none_below && none_above)
        return TRUE;
      if (splits == 0)
        continue;
      if ((none_below || fails_apart (self, below, unequal, i + 1, splits - 1))
          && (none_above || fails_apart (self, above, unequal, i + 1, splits - 1)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
numbers_fail (RsProblem *self, const GPtrArray *literals)
{
  g_autofree gboolean *numbers = find_numbers (self, literals);
  g_autoptr (RsSystem) system = system_of (self, literals, numbers);
  g_autoptr (GPtrArray) unequal = g_ptr_array_new ();

  if (rs_system_is_unsatisfiable (system))
    return TRUE;
  for (guint i = 0; i < literals->len; i++)
    {
      const RsFormula *literal = g_ptr_array_index (literals, i);

      if (literal->kind == RS_FORMULA_COMPARE && !literal->sense && literal->relation == RS_RELATION_EQUAL
          && all_marked (literal->linear, numbers))
        g_ptr_array_add (unequal, literal->linear);
    }
  return fails_apart (self, system, unequal, 0, unequal->len > 1 ? MAX_SPLITS : 0);
}

static gboolean
literals_clash (const RsFormula *a, const RsFormula *b)
{
  if (a->kind != b->kind || a->term != b->term || a->term == G_MAXUINT)
    return FALSE;
  if (a->kind == RS_FORMULA_PROPOSITION)
    return a->sense != b->sense;
  if (a->kind != RS_FORMULA_TYPE)
    return FALSE;
  if (a->sense && b->sense)
    return rs_logic_type_has (a->type, b->type) == RS_ANSWER_FALSE
           && rs_logic_type_has (b->type, a->type) == RS_ANSWER_FALSE;
  if (!a->sense && !b->sense)
    return FALSE;
  return a->sense ? rs_type_equal (a->type, b->type) || rs_logic_type_has (b->type, a->type) == RS_ANSWER_TRUE
                  : rs_type_equal (a->type, b->type) || rs_logic_type_has (a->type, b->type) == RS_ANSWER_TRUE;
}

static gboolean
some_clash (const GPtrArray *literals)
{
  for (guint i = 0; i < literals->len; i++)
    for (guint j = i + 1; j < literals->len; j++)
      if (literals_clash (g_ptr_array_index (literals, i), g_ptr_array_index (literals, j)))
        return TRUE;
  return FALSE;
}

/* --- cases --- */

typedef struct {
  RsProblem *problem;
  GPtrArray *literals; /* of RsFormula: of the current case */
  guint cases;
} Search;

/* FALSE: some formula can't hold. Disjunctions go to choices. */
static gboolean
flatten (const RsFormula *formula, GPtrArray *literals, GPtrArray *choices)
{
  switch (formula->kind)
    {
    case RS_FORMULA_TRUE:
      return TRUE;
    case RS_FORMULA_FALSE:
      return FALSE;
    case RS_FORMULA_AND:
      return flatten (formula->left, literals, choices) && flatten (formula->right, literals, choices);
    case RS_FORMULA_OR:
      g_ptr_array_add (choices, (gpointer)formula);
      return TRUE;
    default:
      g_ptr_array_add (literals, (gpointer)formula);
      return TRUE;
    }
}

static gboolean fails (Search *self, const GPtrArray *choices, guint next);

/* Whether the case in which formula holds as well can't be; what is added to the literals is taken back. */
static gboolean
branch_fails (Search *self, const RsFormula *formula, const GPtrArray *choices, guint next)
{
  guint mark = self->literals->len;
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  gboolean result;

  for (guint i = next; i < choices->len; i++)
    g_ptr_array_add (rest, g_ptr_array_index (choices, i));
  result = !flatten (formula, self->literals, rest) || some_clash (self->literals) || fails (self, rest, 0);
  g_ptr_array_set_size (self->literals, mark);
  return result;
}

static gboolean
fails (Search *self, const GPtrArray *choices, guint next)
{
  const RsFormula *choice;

  if (++self->cases > MAX_CASES)
    return FALSE;
  if (numbers_fail (self->problem, self->literals))
    return TRUE;
  if (next >= choices->len)
    return FALSE;
  choice = g_ptr_array_index (choices, next);
  return branch_fails (self, choice->left, choices, next + 1) && branch_fails (self, choice->right, choices, next + 1);
}

gboolean
rs_problem_is_unsatisfiable (RsProblem *self, const RsFormula *const *formulas, guint n)
{
  g_autoptr (GPtrArray) literals = g_ptr_array_new ();
  g_autoptr (GPtrArray) choices = g_ptr_array_new ();
  Search search = { self, literals, 0 };

  self->n_systems = 0;
  for (guint i = 0; i < n; i++)
    if (!flatten (formulas[i], literals, choices))
      return TRUE;
  return some_clash (literals) || fails (&search, choices, 0);
}

RsSystem *
rs_problem_to_system (RsProblem *self, const RsFormula *const *formulas, guint n)
{
  g_autoptr (GPtrArray) literals = g_ptr_array_new ();
  g_autoptr (GPtrArray) choices = g_ptr_array_new ();
  g_autofree gboolean *numbers = NULL;

  for (guint i = 0; i < n; i++)
    flatten (formulas[i], literals, choices);
  numbers = find_numbers (self, literals);
  return system_of (self, literals, numbers);
}
