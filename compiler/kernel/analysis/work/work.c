/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/work/work-values.h"

#include <math.h>
#include <string.h>

#define MOST_NODES 100000 /* of expressions, in all samples */
#define MOST_SAMPLES 256  /* work items that are looked at where conditions depend on positions */

/* What of an array a launch reads, or what it writes. */
typedef struct {
  gboolean is_used;
  double low[RS_MAX_RANK], high[RS_MAX_RANK]; /* subscripts */
  double n_accesses;
} Reach;

typedef struct {
  RsWorkValues values;
  double times;                                /* that the statement at hand runs, of a work item */
  double single_operations, double_operations; /* of a work item */
  guint doubts;                                /* RsWorkDoubt */
  gboolean depends_on_place;                   /* a condition differs between work items or rounds */
  gboolean has_ended;                          /* the work item, for certain */
  Reach *reads, *writes;                       /* [n_parameters]; NULL: they are known */
} Counter;

/* --- arrays --- */

static void
reach (Counter *self, Reach *reach, const RsWorkAccess *access)
{
  for (guint k = 0; k < access->n_subscripts; k++)
    {
      const double last = rs_work_values_get_length (&self->values, access->parameter, k) - 1;
      const RsWorkRange subscript = rs_work_values_get (&self->values, access->subscripts[k]);
      const double low = CLAMP (subscript.low, 0, last), high = CLAMP (subscript.high, 0, last);

      reach->low[k] = reach->is_used ? MIN (reach->low[k], low) : low;
      reach->high[k] = reach->is_used ? MAX (reach->high[k], high) : high;
    }
  reach->is_used = TRUE;
  reach->n_accesses += self->times;
}

/* What an array is used for under several names becomes that of the first. */
static void
join_reaches (const RsWorkPlan *plan, const guint *same, Reach *reaches)
{
  for (guint i = 0; i < plan->n_parameters; i++)
    {
      Reach *from = &reaches[i], *to = &reaches[same[i]];

      if (same[i] == i || !from->is_used || plan->parameters[i].rank != plan->parameters[same[i]].rank)
        continue;
      for (guint k = 0; to->is_used && k < plan->parameters[i].rank; k++)
        {
          to->low[k] = MIN (to->low[k], from->low[k]);
          to->high[k] = MAX (to->high[k], from->high[k]);
        }
      if (to->is_used)
        to->n_accesses += from->n_accesses;
      else
        *to = *from;
      from->is_used = FALSE;
    }
}

static double
count_bytes (const RsWorkPlan *plan, const Reach *reaches, double n_items)
{
  double bytes = 0;

  for (guint i = 0; i < plan->n_parameters; i++)
    {
      double n = 1;

      if (!reaches[i].is_used)
        continue;
      for (guint k = 0; k < plan->parameters[i].rank; k++)
        n *= MAX (reaches[i].high[k] - reaches[i].low[k] + 1, 0);
      bytes += MIN (n, reaches[i].n_accesses * n_items) * (double)rs_element_get_bytes (plan->parameters[i].element);
    }
  return bytes;
}

/* --- statements --- */

static void count_steps (Counter *self, const RsWorkStep *step);

static void
forget_assigned (Counter *self, const RsWorkStep *step)
{
  for (guint i = 0; i < step->n_assigned; i++)
    self->values.locals[step->assigned[i]] = RS_WORK_UNKNOWN;
}

static void
count_times (Counter *self, const RsWorkStep *step, double times)
{
  const double before = self->times;

  self->times *= times;
  count_steps (self, step);
  self->times = before;
}

static void
count_loop (Counter *self, const RsWorkStep *step)
{
  const RsWorkRange low = rs_work_values_get (&self->values, step->low);
  const RsWorkRange high = rs_work_values_get (&self->values, step->high);
  const double length = (high.mean - low.mean) / (double)step->step + 1;
  const gboolean is_whole = rs_work_range_is_point (low) && rs_work_range_is_point (high);
  const double rounds = isnan (length) ? 1 : MAX (is_whole ? floor (length) : length, 0);

  if (isnan (length))
    self->doubts |= RS_WORK_AT_LEAST;
  else if (step->leaves_early)
    self->doubts |= RS_WORK_AT_MOST;
  forget_assigned (self, step);
  self->values.locals[step->local] = (RsWorkRange){ MIN (low.low, high.low),
                                                    low.mean + (double)step->step * (rounds - 1) / 2,
                                                    MAX (low.high, high.high) };
  if (rounds > 0)
    count_times (self, step->body, rounds);
  self->values.locals[step->local] = RS_WORK_UNKNOWN;
  forget_assigned (self, step);
}

/* Of the two sides of a condition that data decide, the one with more operations. */
static void
count_longer (Counter *self, const RsWorkStep *step)
{
  const double single_before = self->single_operations, double_before = self->double_operations;
  double single, in_double;

  count_steps (self, step->body);
  self->has_ended = FALSE;
  single = self->single_operations;
  in_double = self->double_operations;
  self->single_operations = single_before;
  self->double_operations = double_before;
  forget_assigned (self, step);
  count_steps (self, step->other);
  self->has_ended = FALSE;
  if (single + in_double > self->single_operations + self->double_operations)
    {
      self->single_operations = single;
      self->double_operations = in_double;
    }
}

static void
count_branch (Counter *self, const RsWorkStep *step)
{
  const RsWorkRange condition = rs_work_values_get (&self->values, step->value);

  if (rs_work_range_is_point (condition))
    {
      count_steps (self, condition.low != 0 ? step->body : step->other);
      return;
    }
  if (isnan (condition.mean))
    self->doubts |= RS_WORK_AT_MOST;
  else
    self->depends_on_place = TRUE;
  count_longer (self, step);
  forget_assigned (self, step);
}

static void
count_step (Counter *self, const RsWorkStep *step)
{
  self->single_operations += self->times * step->single_operations;
  self->double_operations += self->times * step->double_operations;
  for (guint i = 0; i < step->n_accesses && self->reads != NULL; i++)
    {
      const RsWorkAccess *access = &step->accesses[i];

      if (access->reads)
        reach (self, &self->reads[access->parameter], access);
      if (access->writes)
        reach (self, &self->writes[access->parameter], access);
    }
  switch (step->kind)
    {
    case RS_IR_SET:
      self->values.locals[step->local] = step->value != NULL ? rs_work_values_get (&self->values, step->value)
                                                             : RS_WORK_UNKNOWN;
      break;
    case RS_IR_IF:
      count_branch (self, step);
      break;
    case RS_IR_LOOP:
      count_loop (self, step);
      break;
    case RS_IR_FOREVER:
      self->doubts |= RS_WORK_AT_LEAST;
      forget_assigned (self, step);
      count_steps (self, step->body);
      count_steps (self, step->other);
      forget_assigned (self, step);
      break;
    case RS_IR_RETURN:
      self->has_ended = TRUE;
      break;
    default:
      count_steps (self, step->body);
      count_steps (self, step->other);
      break;
    }
}

static void
count_steps (Counter *self, const RsWorkStep *step)
{
  for (; step != NULL && !self->has_ended; step = step->next)
    count_step (self, step);
}

/* A work item, or all of them, by the positions in values. */
static void
count_item (Counter *self)
{
  for (guint i = 0; i < self->values.plan->n_locals; i++)
    self->values.locals[i] = RS_WORK_UNKNOWN;
  self->values.n_visited = 0;
  self->has_ended = FALSE;
  self->times = 1;
  count_steps (self, self->values.plan->first);
}

/* --- launches --- */

/* Sample i of the grid: all of a small one in their order, else spread evenly: powers of the root of
 * x^(rank + 1) = x + 1 give points that keep apart from each other. */
static void
place_sample (Counter *self, guint i, gint64 n_items)
{
  static const double roots[RS_MAX_GRID]
      = { 1.618033988749895, 1.324717957244746, 1.220744084605760, 1.167303978261419 };
  const double step = 1 / roots[CLAMP (self->values.plan->grid_rank, 1, RS_MAX_GRID) - 1];
  gint64 left = i;

  for (guint k = RS_MAX_GRID; k-- > 0;)
    {
      const gint64 length = MAX (self->values.grid[k], 1);
      const double turn = 0.5 + pow (step, k + 1) * i;
      double position;

      if (n_items <= MOST_SAMPLES)
        position = (double)(left % length);
      else
        position = MIN (floor ((turn - floor (turn)) * (double)length), (double)length - 1);
      left /= length;
      self->values.positions[k] = (RsWorkRange){ position, position, position };
    }
}

/* The mean over work items that are looked at one by one; not many where that takes long. */
static void
count_samples (Counter *self, gint64 n_items, RsWork *work)
{
  const gint64 most = CLAMP (MOST_NODES / MAX (self->values.n_visited, 1), 16, MOST_SAMPLES);
  const guint n = (guint)(n_items <= MOST_SAMPLES ? n_items : most);

  self->single_operations = self->double_operations = 0;
  self->reads = self->writes = NULL;
  self->doubts = 0;
  self->depends_on_place = FALSE;
  for (guint i = 0; i < n; i++)
    {
      place_sample (self, i, n_items);
      count_item (self);
    }
  work->single_operations = self->single_operations * (double)n_items / n;
  work->double_operations = self->double_operations * (double)n_items / n;
  work->doubts = self->doubts | (n_items > n || self->depends_on_place ? RS_WORK_ABOUT : 0);
}

void
rs_kernel_count_work (const RsKernel *kernel, const gint64 *grid, const gint64 *block, void *const *arguments,
                      const guint *same, RsWork *work)
{
  const RsWorkPlan *plan = kernel->work;
  g_autofree RsWorkRange *locals = NULL;
  g_autofree Reach *reaches = NULL;
  Counter counter = { .values = { .plan = plan, .grid = grid, .block = block, .arguments = arguments } };
  gint64 n_items = 1;

  *work = (RsWork){ 0 };
  if (plan == NULL)
    return;
  for (guint k = 0; k < RS_MAX_GRID; k++)
    {
      if (k < plan->grid_rank && __builtin_mul_overflow (n_items, MAX (grid[k], 0), &n_items))
        return;
      counter.values.positions[k] = (RsWorkRange){ 0, (double)(grid[k] - 1) / 2, (double)(grid[k] - 1) };
    }
  if (n_items == 0)
    return;
  counter.values.locals = locals = g_new (RsWorkRange, plan->n_locals);
  counter.reads = reaches = g_new0 (Reach, 2 * plan->n_parameters);
  counter.writes = reaches + plan->n_parameters;
  count_item (&counter);
  if (same != NULL)
    {
      join_reaches (plan, same, reaches);
      join_reaches (plan, same, reaches + plan->n_parameters);
    }
  work->bytes_read = count_bytes (plan, reaches, (double)n_items);
  work->bytes_written = count_bytes (plan, reaches + plan->n_parameters, (double)n_items);
  work->single_operations = counter.single_operations * (double)n_items;
  work->double_operations = counter.double_operations * (double)n_items;
  work->doubts = counter.doubts;
  if (counter.depends_on_place)
    count_samples (&counter, n_items, work);
}
