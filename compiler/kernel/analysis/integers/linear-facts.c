/* Linear inequalities over the whole numbers of a kernel, see integers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"

#define MAX_TERMS 8
#define MAX_FACTS 96              /* proofs go through all of them */
#define MAX_DEPTH 6               /* facts in one proof */
#define MAX_STEPS 400             /* of one proof */
#define LARGEST ((gint64)1 << 40) /* coefficients and constants; beyond, nothing is concluded */

/* constant + the sum of factors[i] * terms[i], not negative where it is a fact. */
typedef struct {
  const RsIrExpression *terms[MAX_TERMS];
  gint64 factors[MAX_TERMS];
  guint n;
  gint64 constant;
  gboolean in_branch, is_dead;
} Linear;

struct _RsLinearFacts {
  RsKernel *kernel;
  GArray *facts; /* of Linear */
};

/* A search for a proof. */
typedef struct {
  const RsLinearFacts *facts;
  gboolean with_branches;
  guint n_steps;
  gboolean has_best; /* where the best constant is looked for */
  gint64 best;
} Search;

/* --- linear forms --- */

static gboolean
add_constant (Linear *sum, gint64 value)
{
  sum->constant += value;
  return ABS (value) <= LARGEST && ABS (sum->constant) <= LARGEST;
}

static gboolean
add_term (Linear *sum, const RsIrExpression *term, gint64 factor)
{
  guint i = 0;

  while (i < sum->n && !rs_ir_equal (sum->terms[i], term))
    i++;
  if (i == MAX_TERMS)
    return FALSE;
  if (i == sum->n)
    {
      sum->terms[sum->n] = term;
      sum->factors[sum->n++] = 0;
    }
  sum->factors[i] += factor;
  if (sum->factors[i] == 0)
    {
      sum->n--;
      sum->terms[i] = sum->terms[sum->n];
      sum->factors[i] = sum->factors[sum->n];
      return TRUE;
    }
  return ABS (sum->factors[i]) <= LARGEST;
}

static void
find_memory (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT;
}

/* sum += factor * e; FALSE when e is no linear form of terms. */
static gboolean
add (Linear *sum, const RsIrExpression *e, gint64 factor)
{
  gboolean reads = FALSE;

  if (!rs_ir_is_integer (e->type))
    return FALSE;
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return ABS (e->value.integer) <= LARGEST && ABS (factor) <= LARGEST / MAX (1, ABS (e->value.integer))
             && add_constant (sum, factor * e->value.integer);
    case RS_IR_CONVERT:
      if (rs_ir_is_integer (e->operands[0]->type) && e->type == RS_IR_I64)
        return add (sum, e->operands[0], factor);
      break;
    case RS_IR_ADD:
      return add (sum, e->operands[0], factor) && add (sum, e->operands[1], factor);
    case RS_IR_SUB:
      return add (sum, e->operands[0], factor) && add (sum, e->operands[1], -factor);
    case RS_IR_NEG:
      return add (sum, e->operands[0], -factor);
    case RS_IR_MUL:
      for (guint i = 0; i < 2; i++)
        if (e->operands[i]->op == RS_IR_CONST && ABS (e->operands[i]->value.integer) < LARGEST / MAX (1, ABS (factor)))
          return add (sum, e->operands[1 - i], factor * e->operands[i]->value.integer);
      break;
    default:
      break;
    }
  rs_ir_visit (e, find_memory, &reads);
  return !reads && add_term (sum, e, factor);
}

/* a - b - less */
static gboolean
difference (const RsIrExpression *a, const RsIrExpression *b, gint64 less, Linear *result)
{
  *result = (Linear){ .constant = -less };
  return add (result, a, 1) && add (result, b, -1);
}

static gint64
factor_of (const Linear *linear, const RsIrExpression *term)
{
  for (guint i = 0; i < linear->n; i++)
    if (rs_ir_equal (linear->terms[i], term))
      return linear->factors[i];
  return 0;
}

/* --- proofs --- */

static gboolean search (Search *self, const Linear *goal, guint depth);

static gboolean
take_away (Search *self, const Linear *goal, const Linear *fact, const RsIrExpression *term, guint depth)
{
  gint64 c = factor_of (goal, term), f = factor_of (fact, term), times;
  Linear rest = *goal;

  if (f == 0 || (c > 0) != (f > 0) || c % f != 0)
    return FALSE;
  times = c / f;
  for (guint i = 0; i < fact->n; i++)
    if (ABS (fact->factors[i]) > LARGEST / times || !add_term (&rest, fact->terms[i], -times * fact->factors[i]))
      return FALSE;
  if (ABS (fact->constant) > LARGEST / times || !add_constant (&rest, -times * fact->constant))
    return FALSE;
  return search (self, &rest, depth + 1);
}

static gboolean
is_positive (Search *self, const RsIrExpression *e, guint depth)
{
  Search inner = { .facts = self->facts, .with_branches = self->with_branches, .n_steps = MAX_STEPS / 2 };
  Linear goal = { .constant = -1 };

  return depth < 2 && add (&goal, e, 1) && search (&inner, &goal, depth + 2);
}

/* a - b - less is not negative by what the term is. */
static gboolean
take_difference (Search *self, const Linear *goal, const RsIrExpression *a, const RsIrExpression *b, gint64 less,
                 const RsIrExpression *term, guint depth)
{
  Linear fact = { .constant = -less };

  return (!a || add (&fact, a, 1)) && (!b || add (&fact, b, -1)) && take_away (self, goal, &fact, term, depth);
}

/* What a term is by itself: at least something (low), or at most. */
static gboolean
take_nature (Search *self, const Linear *goal, const RsIrExpression *term, gboolean low, guint depth)
{
  RsKernel *kernel = self->facts->kernel;

  switch ((RsIrOp)term->op)
    {
    case RS_IR_DIM:
      return low && take_difference (self, goal, term, NULL, 0, term, depth);
    case RS_IR_GRID:
    case RS_IR_BLOCK:
      return low && take_difference (self, goal, term, NULL, 1, term, depth);
    case RS_IR_POSITION:
      return low ? take_difference (self, goal, term, NULL, 0, term, depth)
                 : take_difference (self, goal, rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, term->component), term, 1,
                                    term, depth);
    case RS_IR_FLOOR_MOD:
      if (!is_positive (self, term->operands[1], depth))
        return FALSE;
      return low ? take_difference (self, goal, term, NULL, 0, term, depth)
                 : take_difference (self, goal, term->operands[1], term, 1, term, depth);
    case RS_IR_MIN:
      return !low
             && (take_difference (self, goal, term->operands[0], term, 0, term, depth)
                 || take_difference (self, goal, term->operands[1], term, 0, term, depth));
    case RS_IR_MAX:
      return low
             && (take_difference (self, goal, term, term->operands[0], 0, term, depth)
                 || take_difference (self, goal, term, term->operands[1], 0, term, depth));
    default:
      return FALSE;
    }
}

/* Remainders, minima and maxima bring other terms with them: they go first. */
static guint
next_term (const Linear *goal)
{
  for (guint i = 0; i < goal->n; i++)
    if (goal->terms[i]->op == RS_IR_FLOOR_MOD || goal->terms[i]->op == RS_IR_MIN || goal->terms[i]->op == RS_IR_MAX)
      return i;
  return 0;
}

/* Whether the goal is not negative; where the best constant is looked for, it goes on. */
static gboolean
search (Search *self, const Linear *goal, guint depth)
{
  const RsIrExpression *term;
  guint next;

  if (goal->n == 0)
    {
      if (!self->has_best || goal->constant > self->best)
        self->best = goal->constant;
      self->has_best = TRUE;
      return goal->constant >= 0;
    }
  if (depth >= MAX_DEPTH || self->n_steps++ > MAX_STEPS)
    return FALSE;
  next = next_term (goal);
  term = goal->terms[next];
  for (guint i = 0; i < self->facts->facts->len; i++)
    {
      const Linear *fact = &g_array_index (self->facts->facts, Linear, i);

      if (!fact->is_dead && (self->with_branches || !fact->in_branch) && take_away (self, goal, fact, term, depth))
        return TRUE;
    }
  return take_nature (self, goal, term, goal->factors[next] > 0, depth);
}

static gboolean
prove (const RsLinearFacts *self, const RsIrExpression *a, const RsIrExpression *b, gint64 less, gboolean with_branches)
{
  Search proof = { .facts = self, .with_branches = with_branches };
  Linear goal;

  return difference (a, b, less, &goal) && search (&proof, &goal, 0);
}

/* --- facts --- */

RsLinearFacts *
rs_linear_facts_new (RsKernel *kernel)
{
  RsLinearFacts *self = g_new0 (RsLinearFacts, 1);

  self->kernel = kernel;
  self->facts = g_array_new (FALSE, FALSE, sizeof (Linear));
  return self;
}

void
rs_linear_facts_free (RsLinearFacts *self)
{
  g_array_unref (self->facts);
  g_free (self);
}

guint
rs_linear_facts_mark (const RsLinearFacts *self)
{
  return self->facts->len;
}

void
rs_linear_facts_release (RsLinearFacts *self, guint mark)
{
  g_assert (mark <= self->facts->len);
  g_array_set_size (self->facts, mark);
}

/* a - b - less is not negative. */
static void
add_fact (RsLinearFacts *self, const RsIrExpression *a, const RsIrExpression *b, gint64 less, gboolean in_branch)
{
  Linear fact;

  if (self->facts->len >= MAX_FACTS || !difference (a, b, less, &fact))
    return;
  fact.in_branch = in_branch;
  g_array_append_val (self->facts, fact);
}

/* Whether condition is an order of two numbers: a >= b + less. */
static gboolean
read_order (const RsIrExpression *condition, const RsIrExpression **a, const RsIrExpression **b, gint64 *less)
{
  RsIrOp op = condition->op;
  guint first = op == RS_IR_GE || op == RS_IR_GT ? 0 : 1;

  if (op != RS_IR_GE && op != RS_IR_GT && op != RS_IR_LE && op != RS_IR_LT)
    return FALSE;
  *a = condition->operands[first];
  *b = condition->operands[1 - first];
  *less = op == RS_IR_GT || op == RS_IR_LT;
  return TRUE;
}

void
rs_linear_facts_assume (RsLinearFacts *self, const RsIrExpression *condition, gboolean sense, gboolean in_branch)
{
  const RsIrExpression *a = condition->n_operands > 0 ? condition->operands[0] : NULL;
  const RsIrExpression *b = condition->n_operands > 1 ? condition->operands[1] : NULL;
  gint64 less;

  switch ((RsIrOp)condition->op)
    {
    case RS_IR_NOT:
      rs_linear_facts_assume (self, a, !sense, in_branch);
      return;
    case RS_IR_AND:
    case RS_IR_OR:
      if ((condition->op == RS_IR_AND) != sense)
        return;
      rs_linear_facts_assume (self, a, sense, in_branch);
      rs_linear_facts_assume (self, b, sense, in_branch);
      return;
    case RS_IR_EQ:
    case RS_IR_NE:
      if ((condition->op == RS_IR_EQ) != sense)
        return;
      add_fact (self, a, b, 0, in_branch);
      add_fact (self, b, a, 0, in_branch);
      return;
    default:
      if (read_order (condition, &a, &b, &less))
        sense ? add_fact (self, a, b, less, in_branch) : add_fact (self, b, a, 1 - less, in_branch);
      return;
    }
}

static gboolean
names_local (const Linear *fact, guint local)
{
  for (guint i = 0; i < fact->n; i++)
    if (rs_ir_names_local (fact->terms[i], local))
      return TRUE;
  return FALSE;
}

void
rs_linear_facts_assign (RsLinearFacts *self, guint local, const RsIrExpression *value, gboolean in_branch)
{
  const RsIrExpression *name = rs_ir_local (self->kernel, local);

  for (guint i = 0; i < self->facts->len; i++)
    {
      Linear *fact = &g_array_index (self->facts, Linear, i);

      fact->is_dead = fact->is_dead || names_local (fact, local);
    }
  if (!value || !rs_ir_is_integer (name->type) || rs_ir_names_local (value, local))
    return;
  add_fact (self, name, value, 0, in_branch);
  add_fact (self, value, name, 0, in_branch);
}

/* What updates give back goes into vectors, which no term names. */
void
rs_linear_facts_forget (RsLinearFacts *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_SET || s->kind == RS_IR_LOOP)
        rs_linear_facts_assign (self, s->index, NULL, FALSE);
      rs_linear_facts_forget (self, &s->body);
      rs_linear_facts_forget (self, &s->other);
    }
}

/* --- questions --- */

static RsTruth
negated (RsTruth truth)
{
  return truth == RS_TRUTH_OPEN ? truth : truth == RS_TRUTH_YES ? RS_TRUTH_NO : RS_TRUTH_YES;
}

RsTruth
rs_linear_facts_decide (const RsLinearFacts *self, const RsIrExpression *condition)
{
  const RsIrExpression *a = condition->n_operands > 0 ? condition->operands[0] : NULL;
  const RsIrExpression *b = condition->n_operands > 1 ? condition->operands[1] : NULL;
  RsTruth x, y;
  gint64 less;

  switch ((RsIrOp)condition->op)
    {
    case RS_IR_NOT:
      return negated (rs_linear_facts_decide (self, a));
    case RS_IR_AND:
    case RS_IR_OR:
      x = rs_linear_facts_decide (self, a);
      y = rs_linear_facts_decide (self, b);
      if (condition->op == RS_IR_AND)
        return x == RS_TRUTH_NO || y == RS_TRUTH_NO     ? RS_TRUTH_NO
               : x == RS_TRUTH_YES && y == RS_TRUTH_YES ? RS_TRUTH_YES
                                                        : RS_TRUTH_OPEN;
      return x == RS_TRUTH_YES || y == RS_TRUTH_YES ? RS_TRUTH_YES
             : x == RS_TRUTH_NO && y == RS_TRUTH_NO ? RS_TRUTH_NO
                                                    : RS_TRUTH_OPEN;
    case RS_IR_EQ:
    case RS_IR_NE:
      x = prove (self, a, b, 1, TRUE) || prove (self, b, a, 1, TRUE)   ? RS_TRUTH_NO
          : prove (self, a, b, 0, TRUE) && prove (self, b, a, 0, TRUE) ? RS_TRUTH_YES
                                                                       : RS_TRUTH_OPEN;
      return condition->op == RS_IR_EQ ? x : negated (x);
    default:
      if (!read_order (condition, &a, &b, &less))
        return RS_TRUTH_OPEN;
      return prove (self, a, b, less, TRUE)       ? RS_TRUTH_YES
             : prove (self, b, a, 1 - less, TRUE) ? RS_TRUTH_NO
                                                  : RS_TRUTH_OPEN;
    }
}

gboolean
rs_linear_facts_is_inside (const RsLinearFacts *self, const RsIrExpression *e, const RsIrExpression *length)
{
  return prove (self, e, rs_ir_integer (self->kernel, 0), 0, FALSE) && prove (self, length, e, 1, FALSE);
}

gboolean
rs_linear_facts_upper_bound (const RsLinearFacts *self, const RsIrExpression *e, gint64 *bound)
{
  /* Constants far below zero never prove the goal, so that all ways are tried. */
  Search all = { .facts = self };
  Linear goal = { .constant = -LARGEST / 2 };

  if (!add (&goal, e, -1))
    return FALSE;
  search (&all, &goal, 0);
  *bound = -(all.best + LARGEST / 2);
  return all.has_best;
}

gboolean
rs_linear_facts_get_constant (const RsLinearFacts *self, const RsIrExpression *e, gint64 *value)
{
  gint64 low = G_MININT64, high = G_MAXINT64;

  for (guint i = 0; i < self->facts->len; i++)
    {
      const Linear *fact = &g_array_index (self->facts, Linear, i);

      if (fact->is_dead || fact->n != 1 || ABS (fact->factors[0]) != 1 || !rs_ir_equal (fact->terms[0], e))
        continue;
      if (fact->factors[0] > 0)
        low = MAX (low, -fact->constant);
      else
        high = MIN (high, fact->constant);
    }
  *value = low;
  return low == high;
}
