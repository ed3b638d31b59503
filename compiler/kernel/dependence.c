/* Dependence between work items, see dependence.h.
 *
 * The accesses of a kernel are collected once with the affine form of each subscript; then every pair that may conflict
 * is tested. A pair is harmless when some dimension can never be equal, or when the equality of the dimensions
 * determines every position of the grid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/dependence.h"

#include "compiler/kernel/known-locals.h"



#define MAX_INVARIANTS 6
#define MAX_EXPANSIONS 32 /* of locals into their values, one inside the other */

/* constant + sum of coefficients * position + sum of coefficients * invariant + something in [low, high], where
 * low..high comes from counters of loops. */
typedef struct {
  gboolean is_known;
  gint64 positions[RS_MAX_GRID];
  const RsIrExpression *invariants[MAX_INVARIANTS];
  gint64 coefficients[MAX_INVARIANTS];
  guint n_invariants;
  gint64 low, high;
} Affine;

typedef enum { READ, WRITE, UPDATE } AccessKind;

typedef struct {
  AccessKind kind;
  guint8 op;             /* UPDATE */
  guint parameter;
  guint32 line;
  guint n_subscripts;
  Affine subscripts[RS_MAX_RANK];
  RsIrStatement *statement; /* WRITE, UPDATE */
} Access;

typedef struct {
  const RsKernel *kernel;
  RsKnownLocals locals;
  GArray *accesses;              /* of Access */
} Analysis;

static Affine analyse (const Analysis *self, const RsIrExpression *e, guint depth);

static Affine
unknown (void)
{
  return (Affine){ .is_known = FALSE };
}

static Affine
constant (gint64 value)
{
  return (Affine){ .is_known = TRUE, .low = value, .high = value };
}

/* a + factor * b; unknown where numbers get too large to be added safely. */
static Affine
add (Affine a, Affine b, gint64 factor)
{
  gint64 low = factor >= 0 ? b.low : b.high;
  gint64 high = factor >= 0 ? b.high : b.low;
  gboolean overflow = FALSE;

  if (!a.is_known || !b.is_known)
    return unknown ();
  overflow |= __builtin_mul_overflow (low, factor, &low) || __builtin_add_overflow (a.low, low, &a.low);
  overflow |= __builtin_mul_overflow (high, factor, &high) || __builtin_add_overflow (a.high, high, &a.high);
  for (guint g = 0; g < RS_MAX_GRID; g++)
    {
      gint64 scaled;

      overflow |= __builtin_mul_overflow (b.positions[g], factor, &scaled)
                  || __builtin_add_overflow (a.positions[g], scaled, &a.positions[g]);
    }
  for (guint i = 0; i < b.n_invariants; i++)
    {
      guint j = 0;
      gint64 scaled;

      overflow |= __builtin_mul_overflow (b.coefficients[i], factor, &scaled);
      while (j < a.n_invariants && !rs_ir_equal (a.invariants[j], b.invariants[i]))
        j++;
      if (j == MAX_INVARIANTS)
        return unknown ();
      if (j == a.n_invariants)
        {
          a.invariants[j] = b.invariants[i];
          a.coefficients[j] = 0;
          a.n_invariants++;
        }
      a.coefficients[j] += scaled;
    }
  return overflow ? unknown () : a;
}

static gboolean
is_constant (const Affine *a)
{
  if (!a->is_known || a->low != a->high)
    return FALSE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a->positions[g] != 0)
      return FALSE;
  for (guint i = 0; i < a->n_invariants; i++)
    if (a->coefficients[i] != 0)
      return FALSE;
  return TRUE;
}

static Affine
analyse_invariant (const RsIrExpression *e)
{
  Affine a = constant (0);

  a.invariants[0] = e;
  a.coefficients[0] = 1;
  a.n_invariants = 1;
  return a;
}

static Affine
analyse_local (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const RsIrStatement *loop = self->locals.loops[e->index];
  Affine low, high;

  if (self->locals.values[e->index] != NULL)
    return analyse (self, self->locals.values[e->index], depth + 1);
  if (loop == NULL)
    return unknown ();
  low = analyse (self, loop->low, depth + 1);
  high = analyse (self, loop->high, depth + 1);
  if (!is_constant (&low) || !is_constant (&high))
    return unknown ();
  return (Affine){ .is_known = TRUE, .low = MIN (low.low, high.low), .high = MAX (low.low, high.low) };
}

static Affine
analyse_product (const Analysis *self, const RsIrExpression *e, guint depth)
{
  Affine a = analyse (self, e->operands[0], depth);
  Affine b = analyse (self, e->operands[1], depth);

  if (is_constant (&a))
    return add (constant (0), b, a.low);
  if (is_constant (&b))
    return add (constant (0), a, b.low);
  return rs_ir_is_uniform (e) ? analyse_invariant (e) : unknown ();
}

static Affine
analyse (const Analysis *self, const RsIrExpression *e, guint depth)
{
  if (depth > MAX_EXPANSIONS)
    return unknown ();
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return rs_ir_is_integer (e->type) ? constant (e->value.integer) : unknown ();
    case RS_IR_POSITION:
      {
        Affine a = constant (0);

        a.positions[e->component] = 1;
        return a;
      }
    case RS_IR_LOCAL:
      return analyse_local (self, e, depth);
    case RS_IR_ADD:
    case RS_IR_SUB:
      return rs_ir_is_integer (e->type) ? add (analyse (self, e->operands[0], depth),
                                               analyse (self, e->operands[1], depth), e->op == RS_IR_ADD ? 1 : -1)
                                        : unknown ();
    case RS_IR_NEG:
      return rs_ir_is_integer (e->type) ? add (constant (0), analyse (self, e->operands[0], depth), -1) : unknown ();
    case RS_IR_MUL:
      return rs_ir_is_integer (e->type) ? analyse_product (self, e, depth) : unknown ();
    case RS_IR_CONVERT:
      /* Between integers the value stays the same: indices fit both. */
      if (rs_ir_is_integer (e->type) && rs_ir_is_integer (e->operands[0]->type))
        return analyse (self, e->operands[0], depth);
      return rs_ir_is_uniform (e) && rs_ir_is_integer (e->type) ? analyse_invariant (e) : unknown ();
    default:
      return rs_ir_is_integer (e->type) && rs_ir_is_uniform (e) ? analyse_invariant (e) : unknown ();
    }
}

/* --- collecting --- */

static gboolean
folds_indices (RsBoundary boundary)
{
  return boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CIRCULAR || boundary == RS_BOUNDARY_CLAMPED;
}

static void
add_access (Analysis *self, AccessKind kind, guint parameter, RsBoundary boundary, guint32 line, guint n,
            const RsIrExpression *const *subscripts, RsIrStatement *statement)
{
  Access access = { .kind = kind, .parameter = parameter, .line = line, .n_subscripts = MIN (n, RS_MAX_RANK),
                    .statement = statement, .op = statement != NULL ? statement->op : 0 };

  for (guint i = 0; i < access.n_subscripts; i++)
    access.subscripts[i] = folds_indices (boundary) ? unknown () : analyse (self, subscripts[i], 0);
  g_array_append_val (self->accesses, access);
}

static void
collect_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    add_access (data, READ, e->index, e->boundary, e->line, e->n_operands, e->operands, NULL);
}

static void
collect_accesses (Analysis *self, const RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, collect_load, self);
      rs_known_locals_enter (&self->locals, s);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        add_access (self, s->kind == RS_IR_STORE ? WRITE : UPDATE, s->index, s->boundary, s->line, s->n_subscripts,
                    s->subscripts, s);
      collect_accesses (self, &s->body);
      collect_accesses (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

static void
analysis_init (Analysis *self, const RsKernel *kernel)
{
  *self = (Analysis){ .kernel = kernel };
  self->accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  rs_known_locals_init (&self->locals, kernel, &kernel->body);
  collect_accesses (self, &kernel->body);
}

static void
analysis_clear (Analysis *self)
{
  rs_known_locals_clear (&self->locals);
  g_array_unref (self->accesses);
}

/* --- testing --- */

/* Whether equality of one subscript, at positions p for a and q for b, can be excluded, or determines a position:
 * then p and q agree in that dimension of the grid, whose bit is returned. */
typedef enum { NEVER_EQUAL = 1 << 8 } Verdict;

static gint64
gcd (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return ABS (a);
}

static guint
compare_subscripts (const Affine *a, const Affine *b)
{
  Affine difference = add (*a, *b, -1);
  gint64 divisor = 0;
  gint64 coefficient = 0;
  guint n_positions = 0, dimension = 0;

  if (!difference.is_known)
    return 0;
  for (guint i = 0; i < difference.n_invariants; i++)
    if (difference.coefficients[i] != 0)
      return 0;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    {
      divisor = gcd (gcd (divisor, a->positions[g]), b->positions[g]);
      if (a->positions[g] != 0 || b->positions[g] != 0)
        {
          n_positions++;
          dimension = g;
          coefficient = a->positions[g];
          if (a->positions[g] != b->positions[g])
            coefficient = 0;
        }
    }
  if (n_positions == 0)
    return difference.low > 0 || difference.high < 0 ? NEVER_EQUAL : 0;
  /* The GCD test, for a distance that is one number. */
  if (difference.low == difference.high && difference.low % divisor != 0)
    return NEVER_EQUAL;
  /* coefficient * (q - p) = distance, which is smaller than the coefficient: then q = p. */
  if (n_positions == 1 && coefficient != 0 && difference.low > -ABS (coefficient)
      && difference.high < ABS (coefficient))
    return 1u << dimension;
  return 0;
}

/* Positions that have to agree when both accesses meet, or all of them when they can't meet. */
static guint
compare_accesses (const Access *a, const Access *b, guint all)
{
  guint agreed = 0;

  if (a->n_subscripts != b->n_subscripts)
    return 0;
  for (guint i = 0; i < a->n_subscripts; i++)
    {
      guint verdict = compare_subscripts (&a->subscripts[i], &b->subscripts[i]);

      if (verdict & NEVER_EQUAL)
        return all;
      agreed |= verdict;
    }
  return agreed & all;
}

static gboolean
may_be_same_array (const RsKernel *kernel, const Access *a, const Access *b)
{
  return a->parameter == b->parameter || kernel->same_arrays_possible;
}

/* Whether a and b, in different work items, may touch the same element. Different parameters that may be one array
 * are compared as if they were. */
static gboolean
may_meet (const Analysis *self, const Access *a, const Access *b)
{
  guint all = (1u << self->kernel->grid_rank) - 1;

  return may_be_same_array (self->kernel, a, b) && compare_accesses (a, b, all) != all;
}

/* Updates with one operator may come in any order; not so where each is rounded to an integer, or may not fit. */
static gboolean
commutes (const RsKernel *kernel, const Access *a)
{
  RsElement element = rs_kernel_parameter (kernel, a->parameter)->element;

  return !rs_element_is_integer (element)
         || (rs_ir_is_integer (a->statement->value->type) && a->statement->overflow == RS_OVERFLOW_WRAP);
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

  g_autofree char *other = a->line == b->line ? g_strdup ("") : g_strdup_printf (" (line %u)", b->line);

  if (a->kind == READ)
    return g_strdup_printf ("line %u: the element of `%s` that is read here may be written by another iteration%s",
                            a->line, name, other);
  if (b->kind == READ)
    return g_strdup_printf ("line %u: the element of `%s` that is written here may be read by another iteration%s",
                            a->line, name, other);
  return g_strdup_printf ("line %u: the same element of `%s` may be written by several iterations", a->line, name);
}

char *
rs_kernel_find_dependence (const RsKernel *kernel)
{
  Analysis self;
  char *reason = NULL;

  analysis_init (&self, kernel);
  for (guint i = 0; reason == NULL && i < self.accesses->len; i++)
    for (guint j = i; reason == NULL && j < self.accesses->len; j++)
      {
        const Access *a = &g_array_index (self.accesses, Access, i);
        const Access *b = &g_array_index (self.accesses, Access, j);

        if (is_conflict (kernel, a, b) && may_meet (&self, a, b))
          reason = describe (&self, a, b);
      }
  analysis_clear (&self);
  return reason;
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
      /* One thread runs a serial loop, and all work items of a block. */
      if (kernel->is_serial || rs_kernel_parameter (kernel, a->parameter)->binding == RS_BIND_SHARED)
        continue;
      for (guint j = 0; a->statement->is_unique && j < self.accesses->len; j++)
        {
          const Access *b = &g_array_index (self.accesses, Access, j);

          if (b->kind != READ && may_meet (&self, a, b))
            a->statement->is_unique = FALSE;
        }
    }
  analysis_clear (&self);
}
