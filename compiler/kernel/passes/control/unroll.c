/* Unrolls short loops of known length, so that the loop over work items around them vectorises.
 *
 * gcc vectorises a loop whose body is straight code, and hardly any with a nest inside. A window of 9 x 9 becomes 81
 * terms, in the same order. Where the launch is split only the interior is unrolled: the border runs seldom and its
 * checks are long.
 *
 * What runs in strips keeps its loops. {!unroll} raises the number of iterations that a loop may have, {!unroll
 * times=n} sets it; a longer loop runs n iterations a round, which is left to the back end.
 *
 * Requires: split, strips. Establishes: no loop of at most MOST_TERMS work in the block that matters. Invalidates:
 * nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/free-sum.h"
#include "compiler/kernel/passes/passes.h"

/* Expression nodes after unrolling; beyond it the time to compile is felt, and the registers do not suffice. */
#define MOST_NODES 3000
#define MOST_ITERATIONS 32
#define MAX_UNROLLED_BOUND (G_GINT64_CONSTANT (1) << 40)
/* Loads under 'mirror and 'circular after unrolling. Each subscript is a choice of four ways, one of them with a
 * division: nothing vectorises with it, and gcc takes minutes for a hundred of them in straight code (jump threading,
 * liveness). */
#define MOST_MAPPED 9

static void
count_node (const RsIrExpression *e, gpointer data)
{
  (*(guint *)data)++;
}

static guint
count_nodes (const RsIrBlock *block)
{
  guint n = 0;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, count_node, &n);
      n += 1 + count_nodes (&s->body) + count_nodes (&s->other);
    }
  return n;
}

/* Copies of labelled statements would not be unique. */
static gboolean
has_labels (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->label != 0 || has_labels (&s->body) || has_labels (&s->other))
      return TRUE;
  return FALSE;
}

/* Iterations of a loop between constants; -1 when it is not known, or more than are unrolled. */
static gint64
count_iterations (const RsIrStatement *loop)
{
  gint64 low, high, n;

  if (loop->low->op != RS_IR_CONST || loop->high->op != RS_IR_CONST)
    return -1;
  low = loop->low->value.integer;
  high = loop->high->value.integer;
  if (ABS (low) > MAX_UNROLLED_BOUND || ABS (high) > MAX_UNROLLED_BOUND || ABS (loop->step) > MAX_UNROLLED_BOUND)
    return -1;
  n = loop->step > 0 ? (high - low) / loop->step + (high >= low) : (low - high) / -loop->step + (low >= high);
  if ((loop->step > 0 && high < low) || (loop->step < 0 && low < high))
    n = 0;
  return n <= (loop->unroll > 0 && loop->unroll != RS_UNROLL_RARE ? loop->unroll : MOST_ITERATIONS) ? n : -1;
}

static void
count_mapped (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD && (e->boundary == RS_BOUNDARY_MIRROR || e->boundary == RS_BOUNDARY_CIRCULAR))
    (*(double *)data)++;
}

/* Such loads, in loops as often as they are unrolled. */
static double
count_mapped_loads (const RsIrBlock *block)
{
  double n = 0;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      gint64 iterations = s->kind == RS_IR_LOOP ? count_iterations (s) : 1;

      rs_ir_visit_statement (s, count_mapped, &n);
      n += (double)MAX (iterations, 1) * count_mapped_loads (&s->body) + count_mapped_loads (&s->other);
    }
  return n;
}

typedef struct {
  guint counter;
  const RsIrExpression *value;
} Substitution;

static const RsIrExpression *
substitute (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Substitution *self = data;

  return e->op == RS_IR_LOCAL && e->index == self->counter ? self->value : e;
}

static void
unroll_loop (RsKernel *kernel, RsIrBlock *block, RsIrStatement *loop, gint64 n)
{
  RsIrStatement *place = loop->previous;
  Substitution substitution = { .counter = loop->index };

  rs_ir_remove (block, loop);
  for (gint64 i = 0; i < n; i++)
    {
      RsIrBlock copy = rs_ir_copy_block (kernel, &loop->body);

      substitution.value = rs_ir_integer (kernel, loop->low->value.integer + i * loop->step);
      rs_ir_map_block (kernel, &copy, substitute, &substitution);
      for (RsIrStatement *s = copy.first, *next; s != NULL; s = next)
        {
          next = s->next;
          s->next = s->previous = NULL;
          rs_ir_insert_after (block, place, s);
          place = s;
        }
    }
}

/* Inner loops first: what becomes straight code may let the loop around it do so too. With mapped loads either the
 * whole nest becomes straight code or nothing: what is left of it runs for several work items in turn, interleave.c. */
static void
unroll_block (RsKernel *kernel, RsIrBlock *block, gboolean keeps_mapped)
{
  for (RsIrStatement *s = block->first, *next; s != NULL; s = next)
    {
      gint64 n;

      next = s->next;
      unroll_block (kernel, &s->body, keeps_mapped);
      unroll_block (kernel, &s->other, keeps_mapped);
      if (s->kind != RS_IR_LOOP || has_labels (&s->body) || rs_loop_is_free_sum (kernel, s)
          || (keeps_mapped && count_mapped_loads (&s->body) > 0))
        continue;
      n = count_iterations (s);
      if (n >= 0 && n * count_nodes (&s->body) <= MOST_NODES)
        {
          rs_kernel_note (kernel, s->line, 1, 0, "loops of %d iterations unrolled", (int)n);
          unroll_loop (kernel, block, s, n);
        }
      else if (s->unroll > 1 && s->unroll < RS_UNROLL_RARE)
        rs_kernel_note (kernel, s->line, 1, 0, "loops with %d iterations a round", s->unroll);
    }
}

void
rs_pass_unroll (RsKernel *kernel)
{
  RsIrBlock *block = rs_kernel_get_main_block (kernel);

  if (kernel->cpu.strip == 0)
    unroll_block (kernel, block, count_mapped_loads (block) > MOST_MAPPED);
}
