/* Dependence between work items, see dependence.h.
 *
 * The accesses of a kernel are collected once with the affine range of each subscript; then every pair that may
 * conflict is tested, direction vector by direction vector: in which dimensions of the grid is the position of the
 * first access before, at or behind that of the second? A vector is impossible when some subscript can't be equal under
 * it, by the GCD test or by Banerjee's inequalities. Vectors are refined dimension by dimension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/dependence.h"

#include "compiler/kernel/analysis/affine-private.h"
#include "compiler/kernel/ir/known-locals.h"

#define MAX_TESTS 300000 /* of a subscript under a vector, for a kernel; what is not tested is a dependence */

typedef enum { READ, WRITE, UPDATE } AccessKind;

typedef struct {
  AccessKind kind;
  guint8 op; /* UPDATE */
  guint parameter;
  RsIrPlace line;
  guint n_subscripts;
  RsAffineRange *subscripts;   /* [n_subscripts], in the arena of the analysis */
  RsStrides *strides;          /* the same, of subscripts that are no affine ranges */
  RsAffineRange whole;         /* of a pair of subscripts that are its quotient and its remainder by radix */
  const RsIrExpression *radix; /* NULL: there is no such pair */
  guint quotient, remainder;   /* which they are */
  RsIrStatement *statement;
} Access;

typedef struct {
  const RsKernel *kernel;
  RsArena *arena;
  RsAffineLocals *locals;
  GArray *accesses;           /* of Access */
  RsIrStatement *statement;   /* that is being looked at */
  RsAffine last[RS_MAX_GRID]; /* largest position of each dimension */
  guint n_tests;
} Analysis;

/* --- collecting --- */
static gboolean
folds_indices (RsBoundary boundary)
{
  return boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CIRCULAR || boundary == RS_BOUNDARY_CLAMPED;
}

static const RsIrExpression *
get_value (const Analysis *self, const RsIrExpression *e)
{
  const RsIrExpression *value = e->op == RS_IR_LOCAL ? rs_affine_locals_get_value (self->locals, e->index) : NULL;

  return value != NULL ? value : e;
}

/* x[floor(k/m), mod(k,m)] */
static void
find_whole (const Analysis *self, Access *access, const RsIrExpression *const *subscripts)
{
  for (guint i = 0; i < access->n_subscripts; i++)
    for (guint k = 0; k < access->n_subscripts; k++)
      {
        const RsIrExpression *quotient = get_value (self, subscripts[i]), *remainder = get_value (self, subscripts[k]);

        if (quotient->op == RS_IR_FLOOR_DIV && remainder->op == RS_IR_FLOOR_MOD && rs_ir_is_integer (quotient->type)
            && rs_ir_equal (quotient->operands[0], remainder->operands[0])
            && rs_ir_equal (quotient->operands[1], remainder->operands[1]) && rs_ir_is_uniform (quotient->operands[1]))
          {
            access->whole = rs_affine_analyse (self->locals, quotient->operands[0]);
            access->radix = quotient->operands[1];
            access->quotient = i;
            access->remainder = k;
          }
      }
}

static void
add_access (Analysis *self, AccessKind kind, guint parameter, RsBoundary boundary, RsIrPlace line, guint n,
            const RsIrExpression *const *subscripts)
{
  const gboolean is_private = rs_kernel_parameter (self->kernel, parameter)->binding == RS_BIND_DYNAMIC;
  Access access = { .kind = kind,
                    .parameter = parameter,
                    .line = line,
                    .n_subscripts = n,
                    .statement = self->statement,
                    .op = self->statement->op };

  if (is_private)
    {
      self->statement->is_unique |= kind != READ;
      return;
    }
  access.subscripts = rs_arena_array (self->arena, RsAffineRange, n);
  access.strides = rs_arena_array (self->arena, RsStrides, n);
  for (guint i = 0; i < n && !folds_indices (boundary); i++)
    {
      access.subscripts[i] = rs_affine_analyse (self->locals, subscripts[i]);
      rs_strides_analyse (self->locals, subscripts[i], &access.strides[i]);
    }
  if (!folds_indices (boundary))
    find_whole (self, &access, subscripts);
  g_array_append_val (self->accesses, access);
}

static void
collect_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    add_access (data, READ, e->index, e->boundary, e->line, e->n_operands, e->operands);
}

static void
collect_accesses (Analysis *self, const RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      self->statement = s;
      rs_ir_visit_statement (s, collect_load, self);
      rs_affine_locals_enter (self->locals, s);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        add_access (self, s->kind == RS_IR_STORE ? WRITE : UPDATE, s->index, s->boundary, s->line, s->n_subscripts,
                    s->subscripts);
      collect_accesses (self, &s->body);
      collect_accesses (self, &s->other);
    }
  rs_affine_locals_leave (self->locals, block);
}

/* The number of positions of a grid dimension is known as an expression, or by name. */
static RsAffine
last_position (const Analysis *self, guint dimension)
{
  const RsIrExpression *count = self->kernel->counts[dimension];
  RsAffineRange range = { 0 };
  RsIrExpression *name = rs_arena_alloc (self->arena, sizeof *name);
  RsAffine last = { .constant = -1, .n_invariants = 1, .invariants = { name }, .coefficients = { 1 } };

  *name = (RsIrExpression){ .op = RS_IR_GRID, .type = RS_IR_I64, .component = dimension };
  if (count != NULL && count->op == RS_IR_MAX && rs_ir_is_constant (count->operands[1], 0))
    count = count->operands[0]; /* where that is negative, there are no positions */
  if (count != NULL)
    range = rs_affine_analyse (self->locals, count);
  if (range.is_known)
    {
      last = range.high;
      last.constant -= 1;
    }
  return last;
}

static void
analysis_init (Analysis *self, const RsKernel *kernel)
{
  *self = (Analysis){ .kernel = kernel };
  self->arena = rs_arena_new ();
  self->accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  self->locals = rs_affine_locals_new (kernel);
  for (guint g = 0; g < RS_MAX_GRID; g++)
    self->last[g] = last_position (self, g);
  collect_accesses (self, &kernel->body);
}

static void
analysis_clear (Analysis *self)
{
  rs_affine_locals_free (self->locals);
  g_array_unref (self->accesses);
  rs_arena_free (self->arena);
}

/* --- one subscript under one direction vector --- */

/* The position p of the first access against the position q of the second. */
typedef enum { ANY, BEFORE, SAME, BEHIND } Direction;

/* The GCD test: is there no whole number solution of a (p) - b (q) = 0? */
static gboolean
excluded_by_gcd (const RsAffineRange *a, const RsAffineRange *b, const Direction *directions)
{
  RsAffine difference = a->low;
  gint64 divisor = 0, low, high;

  if (!rs_affine_get_difference (&a->low, &a->high, &low) || !rs_affine_get_difference (&b->low, &b->high, &low)
      || !rs_affine_add (&difference, &b->high, -1))
    return FALSE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (directions[g] == SAME)
      divisor = rs_affine_common_divisor (divisor, difference.positions[g]);
    else
      divisor = rs_affine_common_divisor (rs_affine_common_divisor (divisor, a->low.positions[g]), b->low.positions[g]);
  for (guint i = 0; i < difference.n_invariants; i++)
    divisor = rs_affine_common_divisor (divisor, difference.coefficients[i]);
  low = difference.constant;
  if (__builtin_sub_overflow (a->high.constant, b->low.constant, &high))
    return FALSE;
  if (divisor == 0)
    return low > 0 || high < 0;
  return low > G_MININT64 / 2 && high < G_MAXINT64 / 2 && low % divisor != 0 && high % divisor != 0
         && (low < 0) == (high < 0) && low / divisor == high / divisor;
}

/* bound += factor * (the largest position - less); no position: nothing to add. */
static gboolean
add_positions (const Analysis *self, RsAffine *bound, guint dimension, gint64 factor, gint64 less)
{
  RsAffine last = self->last[dimension];

  last.constant -= less;
  return factor <= 0 || rs_affine_add (bound, &last, factor);
}

/* bound += the largest value of a * p - b * q. */
static gboolean
add_largest (const Analysis *self, RsAffine *bound, guint dimension, Direction direction, gint64 a, gint64 b)
{
  gint64 both;

  if (a < -G_MAXINT32 || a > G_MAXINT32 || b < -G_MAXINT32 || b > G_MAXINT32)
    return FALSE;
  both = a - b;
  switch (direction)
    {
    case ANY:
      return add_positions (self, bound, dimension, a, 0) && add_positions (self, bound, dimension, -b, 0);
    case SAME:
      return add_positions (self, bound, dimension, both, 0);
    case BEFORE: /* q = p + 1 + more */
      return !__builtin_sub_overflow (bound->constant, b, &bound->constant)
             && add_positions (self, bound, dimension, MAX (both, -b), 1);
    case BEHIND:
    default:
      return !__builtin_add_overflow (bound->constant, a, &bound->constant)
             && add_positions (self, bound, dimension, MAX (both, a), 1);
    }
}

static gboolean
is_length (const RsIrExpression *e)
{
  return e->op == RS_IR_DIM || e->op == RS_IR_GRID;
}

/* Lengths are not negative. */
static gboolean
is_surely_negative (const RsAffine *bound)
{
  for (guint i = 0; i < bound->n_invariants; i++)
    if (bound->coefficients[i] > 0 || (bound->coefficients[i] < 0 && !is_length (bound->invariants[i])))
      return FALSE;
  return bound->constant < 0;
}

/* ... and neither is the last position, or, where two positions differ, the last but one. */
static gboolean
is_negative_in_grid (const Analysis *self, const RsAffine *bound, const Direction *directions)
{
  if (is_surely_negative (bound))
    return TRUE;
  for (guint g = 0; g < self->kernel->grid_rank; g++)
    for (guint i = 0; i < bound->n_invariants; i++)
      {
        RsAffine sum = *bound, last = self->last[g];
        gint64 times = last.n_invariants > 0 && last.coefficients[0] != 0
                               && rs_ir_equal (last.invariants[0], bound->invariants[i])
                           ? -bound->coefficients[i] / last.coefficients[0]
                           : 0;

        last.constant -= directions[g] == BEFORE || directions[g] == BEHIND;
        if (times > 0 && rs_affine_add (&sum, &last, times) && is_surely_negative (&sum))
          return TRUE;
      }
  return FALSE;
}

static Direction
reverse (Direction direction)
{
  return direction == BEFORE ? BEHIND : direction == BEHIND ? BEFORE : direction;
}

/* Banerjee's inequality: is a (p) < b (q) for all positions? */
static gboolean
is_always_less (const Analysis *self, const RsAffine *a, const RsAffine *b, const Direction *directions)
{
  RsAffine bound = *a, other = *b;

  for (guint g = 0; g < RS_MAX_GRID; g++)
    bound.positions[g] = other.positions[g] = 0;
  if (!rs_affine_add (&bound, &other, -1))
    return FALSE;
  for (guint g = 0; g < self->kernel->grid_rank; g++)
    if (!add_largest (self, &bound, g, directions[g], a->positions[g], b->positions[g]))
      return FALSE;
  return is_negative_in_grid (self, &bound, directions);
}

static gboolean
can_be_equal (Analysis *self, const RsAffineRange *a, const RsAffineRange *b, const Direction *directions)
{
  Direction reversed[RS_MAX_GRID];

  self->n_tests++;
  if (!a->is_known || !b->is_known)
    return TRUE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    reversed[g] = reverse (directions[g]);
  return !excluded_by_gcd (a, b, directions) && !is_always_less (self, &a->high, &b->low, directions)
         && !is_always_less (self, &b->high, &a->low, reversed);
}

/* --- one subscript with symbolic strides --- */

static gboolean
is_digit (const Analysis *self, const RsAffineRange *range, const RsAffine *radix)
{
  const Direction any[RS_MAX_GRID] = { ANY };
  RsAffine below = rs_affine_constant (-1);

  return is_always_less (self, &below, &range->low, any) && is_always_less (self, &range->high, radix, any);
}

static gboolean
are_digits (const Analysis *self, RsStrideDigit *digits, guint n)
{
  for (guint i = 0; i + 1 < n; i++)
    for (guint k = 0; k < 2; k++)
      if (!is_digit (self, &digits[i].digits[k], &digits[i].radix)
          && !(rs_strides_carry (digits, i, k) && is_digit (self, &digits[i].digits[k], &digits[i].radix)))
        return FALSE;
  return TRUE;
}

static gboolean
has_positions (const RsAffine *affine)
{
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (affine->positions[g] != 0)
      return TRUE;
  return FALSE;
}

/* Two subscripts that are the same for all positions, but for multiples of the step of a loop. */
static gboolean
are_steps (const Analysis *self, const RsStrideDigit *digits, guint n)
{
  const RsAffineRange *a = &digits[0].digits[0], *b = &digits[0].digits[1];

  for (guint g = 0; n == 2 && g < self->kernel->grid_rank; g++)
    {
      const RsIrExpression *step = self->kernel->steps[g];
      RsAffineRange range = step != NULL ? rs_affine_analyse (self->locals, step) : (RsAffineRange){ 0 };

      if (range.is_known && rs_affine_is_same (&digits[0].radix, &range.low))
        return !has_positions (&a->low) && rs_affine_is_same (&a->low, &a->high) && rs_affine_is_same (&a->low, &b->low)
               && rs_affine_is_same (&b->low, &b->high);
    }
  return FALSE;
}

static gboolean
can_be_equal_by_digits (Analysis *self, const RsStrides *a, const RsStrides *b, const Direction *directions)
{
  RsStrideDigit digits[2 * RS_STRIDES_MAX_TERMS];
  guint n = a->n_terms > 0 && b->n_terms > 0 ? rs_strides_align (a, b, digits) : 0;

  if (n < 2 || !(are_steps (self, digits, n) || are_digits (self, digits, n)))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!can_be_equal (self, &digits[i].digits[0], &digits[i].digits[1], directions))
      return FALSE;
  return TRUE;
}

/* --- two accesses --- */

/* Quotient and remainder by one number are equal where what is divided is. */
static gboolean
can_wholes_be_equal (Analysis *self, const Access *a, const Access *b, const Direction *directions)
{
  if (a->radix == NULL || b->radix == NULL || a->quotient != b->quotient || a->remainder != b->remainder
      || !rs_ir_equal (a->radix, b->radix))
    return TRUE;
  return can_be_equal (self, &a->whole, &b->whole, directions);
}

static gboolean
is_possible (Analysis *self, const Access *a, const Access *b, const Direction *directions)
{
  if (!can_wholes_be_equal (self, a, b, directions))
    return FALSE;
  for (guint i = 0; i < a->n_subscripts && self->n_tests < MAX_TESTS; i++)
    if (!can_be_equal (self, &a->subscripts[i], &b->subscripts[i], directions)
        || !can_be_equal_by_digits (self, &a->strides[i], &b->strides[i], directions))
      return FALSE;
  return TRUE;
}

/* A dimension of one position, where all are the same. */
static gboolean
is_single (const Analysis *self, guint g)
{
  return self->last[g].n_invariants == 0 && self->last[g].constant < 1;
}

/* Refines the vector from dimension g on. Returns the dimensions in which positions may differ, as bits. */
static guint
find_differing (Analysis *self, const Access *a, const Access *b, Direction *directions, guint g)
{
  static const Direction choices[] = { SAME, BEFORE, BEHIND };
  guint differing = 0;

  if (!is_possible (self, a, b, directions))
    return 0;
  if (g >= RS_MAX_GRID || g == self->kernel->grid_rank)
    {
      for (guint d = 0; d < g; d++)
        differing |= (guint)(directions[d] != SAME) << d;
      return differing;
    }
  for (guint i = 0; i < (is_single (self, g) ? 1 : G_N_ELEMENTS (choices)); i++)
    {
      directions[g] = choices[i];
      differing |= find_differing (self, a, b, directions, g + 1);
    }
  directions[g] = ANY;
  return differing;
}

/* The dimensions of the grid in which work items at different positions may touch one element, as bits. Different
 * parameters that may be one array are compared as if they were. */
static guint
compare (Analysis *self, const Access *a, const Access *b)
{
  Direction directions[RS_MAX_GRID] = { ANY };

  if (a->parameter != b->parameter && !self->kernel->same_arrays_possible)
    return 0;
  if (a->n_subscripts != b->n_subscripts)
    return (1u << self->kernel->grid_rank) - 1;
  return find_differing (self, a, b, directions, 0);
}

/* Updates with one operator may come in any order; not so where each is rounded to an integer, or where the program
 * uses the value in between. Where a result may not fit, only steps in one direction end alike in every order. */
static gboolean
commutes (const RsKernel *kernel, const Access *a)
{
  const RsIrStatement *s = a->statement;

  if (s->result != 0)
    return FALSE;
  if (!rs_element_is_integer (rs_kernel_parameter (kernel, a->parameter)->element))
    return TRUE;
  return rs_ir_is_integer (s->value->type)
         && (s->overflow == RS_OVERFLOW_WRAP || s->op == RS_IR_MIN || s->op == RS_IR_MAX
             || (s->op == RS_IR_ADD && s->value->op == RS_IR_CONST && s->value->value.integer >= 0));
}

static gboolean
is_conflict (const RsKernel *kernel, const Access *a, const Access *b)
{
  if (a->kind == READ && b->kind == READ)
    return FALSE;
  return !(a->kind == UPDATE && b->kind == UPDATE && a->op == b->op && commutes (kernel, a) && commutes (kernel, b));
}

static char *
describe (const Analysis *self, const Access *a, const Access *b)
{
  const char *name = rs_kernel_parameter (self->kernel, a->parameter)->name;

  guint line = rs_place_line (a->line), other_line = rs_place_line (b->line);

  g_autofree char *other = line == other_line ? g_strdup ("") : g_strdup_printf (" (line %u)", other_line);

  if (a->kind == UPDATE && b->kind == UPDATE)
    return g_strdup_printf ("line %u: several iterations add to the same element of `%s`", line, name);
  if (a->kind == READ)
    return g_strdup_printf ("line %u: the element of `%s` that is read here may be written by another iteration%s",
                            line, name, other);
  if (b->kind == READ)
    return g_strdup_printf ("line %u: the element of `%s` that is written here may be read by another iteration%s",
                            line, name, other);
  return g_strdup_printf ("line %u: the same element of `%s` may be written by several iterations", line, name);
}

typedef gboolean (*PairTest) (const RsKernel *kernel, const Access *a, const Access *b);

/* The dimensions in which work items that touch one element by a pair of accesses of this kind may differ, as bits;
 * *reason: what the first such pair is. */
static guint
find_pairs (const RsKernel *kernel, PairTest test, char **reason)
{
  guint differing = 0, all = (1u << kernel->grid_rank) - 1;
  Analysis self;

  analysis_init (&self, kernel);
  for (guint i = 0; i < self.accesses->len && differing != all; i++)
    for (guint j = i; j < self.accesses->len && differing != all; j++)
      {
        const Access *a = &g_array_index (self.accesses, Access, i);
        const Access *b = &g_array_index (self.accesses, Access, j);
        guint found = test (kernel, a, b) ? compare (&self, a, b) : 0;

        if (found != 0 && *reason == NULL)
          *reason = describe (&self, a, b);
        differing |= found;
      }
  analysis_clear (&self);
  return differing;
}

char *
rs_kernel_find_dependence (const RsKernel *kernel, guint *independent)
{
  char *reason = NULL;
  guint differing = find_pairs (kernel, is_conflict, &reason);

  *independent = ((1u << kernel->grid_rank) - 1) & ~differing;
  return reason;
}

static gboolean
is_contention (const RsKernel *kernel, const Access *a, const Access *b)
{
  return a->kind == UPDATE && b->kind == UPDATE;
}

char *
rs_kernel_find_contention (const RsKernel *kernel, guint *independent)
{
  char *reason = NULL;
  guint differing = find_pairs (kernel, is_contention, &reason);

  *independent = ((1u << kernel->grid_rank) - 1) & ~differing;
  return reason;
}

static gboolean
is_affine (const Access *a)
{
  for (guint i = 0; i < a->n_subscripts; i++)
    if (!a->subscripts[i].is_known)
      return FALSE;
  return TRUE;
}

/* x[i] = x[i-1] + e */
static gboolean
is_conflict_of_two_statements (const RsKernel *kernel, const Access *a, const Access *b)
{
  return is_conflict (kernel, a, b)
         && (a->statement != b->statement || a->parameter != b->parameter || (a->kind == READ) == (b->kind == READ)
             || !is_affine (a) || !is_affine (b));
}

gboolean
rs_kernel_is_cumulative (const RsKernel *kernel)
{
  g_autofree char *unused = NULL;

  return find_pairs (kernel, is_conflict_of_two_statements, &unused) == 0;
}

/* Whether one of the subscripts is the position in the block in dimension k of the grid, or that and something that
 * all work items of the block have in common. */
static gboolean
follows_block (const Analysis *self, const RsIrStatement *s, guint k)
{
  for (guint i = 0; i < s->n_subscripts; i++)
    {
      const RsIrExpression *e = get_value (self, s->subscripts[i]);

      while ((e->op == RS_IR_ADD || e->op == RS_IR_SUB) && rs_ir_is_uniform (e->operands[1]))
        e = get_value (self, e->operands[0]);
      if (rs_ir_is_block_position (e) && e->operands[0]->component == k)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_same_place (const RsIrStatement *a, const RsIrStatement *b)
{
  for (guint i = 0; i < a->n_subscripts; i++)
    if (!rs_ir_equal (a->subscripts[i], b->subscripts[i]))
      return FALSE;
  return TRUE;
}

/* Of an array in the shared memory of a block whose work items run side by side: no other one of the block updates the
 * element between two barriers. Plain stores do not count: beside an update they would be an error of the program. */
static gboolean
is_unique_in_block (const Analysis *self, const Access *a)
{
  if (folds_indices (a->statement->boundary))
    return FALSE;
  for (guint k = 0; k < self->kernel->grid_rank; k++)
    if (!follows_block (self, a->statement, k))
      return FALSE;
  for (guint j = 0; j < self->accesses->len; j++)
    {
      const Access *b = &g_array_index (self->accesses, Access, j);

      if (b->kind != READ && b->parameter == a->parameter && b->statement->kind == RS_IR_ATOMIC
          && !has_same_place (a->statement, b->statement))
        return FALSE;
    }
  return TRUE;
}

void
rs_kernel_mark_unique (RsKernel *kernel)
{
  Analysis self;

  analysis_init (&self, kernel);
  for (guint i = 0; i < self.accesses->len; i++)
    {
      const Access *a = &g_array_index (self.accesses, Access, i);

      if (a->kind == READ)
        continue;
      a->statement->is_unique = TRUE;
      if (kernel->is_serial) /* one thread runs it, */
        continue;
      if (rs_kernel_parameter (kernel, a->parameter)->binding == RS_BIND_SHARED)
        {
          /* ... and on a CPU all work items of a block. */
          a->statement->is_unique = kernel->target->dialect == RS_DIALECT_C || a->statement->kind == RS_IR_STORE
                                    || is_unique_in_block (&self, a);
          continue;
        }
      for (guint j = 0; a->statement->is_unique && j < self.accesses->len; j++)
        {
          const Access *b = &g_array_index (self.accesses, Access, j);

          if (b->kind != READ && (compare (&self, a, b) & ~kernel->ordered) != 0)
            a->statement->is_unique = FALSE;
        }
    }
  analysis_clear (&self);
}
