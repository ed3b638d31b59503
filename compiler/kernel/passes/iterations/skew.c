/* Runs two rows of a serial loop together, the second some columns behind the first.
 *
 * Where an element follows from its neighbour in the row, an iteration waits for the one before it. It does not wait
 * for the row below, as far as that one stays behind: two chains of operations then overlap in the processor.
 *
 *   for m=low..high                  for m=low..2..high
 *       for n=first..last                for n=first..first+1                  (the upper row alone)
 *           x[m,n+1] += f(x[m,n])            body(m, n)
 *           x[m+1,n-1] += g(x[m,n])      for n=first+2..last
 *                                            body(m, n);  body(m+1, n-2)
 *                                        for n=last-1..last                    (the lower row alone)
 *                                            body(m+1, n)
 *
 * How far behind follows from the distances between the elements that two rows touch, which have to be constant: an
 * access to [m+a, n+b] and one to [m+1+a', n'+b'], a' = a - 1, meet where n' - n = b - b', and n' has to be run at
 * least b' - b columns later. All values are those of the loop as it was. A last row without a second one, and rows
 * shorter than the distance, run alone.
 *
 * Requires: propagate, dead_code. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/iterations/carry.h"

#include "compiler/kernel/passes/passes.h"

#define MOST_COLUMNS 16 /* behind */
#define MOST_NODES 400  /* of the body, of which there will be three */

typedef struct {
  RsCarryAccess where;
  gboolean writes;
} Access;

typedef struct {
  RsKernel *kernel;
  RsIrStatement *outer, *inner;
  RsCarry columns;      /* the inner loop, for rs_carry_read_access */
  gboolean *is_set;     /* by local: in the inner loop */
  gboolean *is_written; /* by parameter */
  guint *n_reads;       /* by local */
  GArray *accesses;     /* of Access: to arrays that are written */
  guint n_nodes;
  gboolean fails; /* something is not understood */
} Skew;

/* --- locals --- */

static void
count_read (const RsIrExpression *e, gpointer data)
{
  guint *n_reads = data;

  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    n_reads[e->index]++;
}

static void
count_reads (const RsIrBlock *block, guint *n_reads)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, count_read, n_reads);
      count_reads (&s->body, n_reads);
      count_reads (&s->other, n_reads);
    }
}

static void
check_read (const RsIrExpression *e, gpointer data)
{
  Skew *self = data;

  self->n_nodes++;
  self->fails |= (e->op == RS_IR_LOCAL && self->is_set[e->index]) || e->op == RS_IR_ELEMENT;
}

/* Locals that an iteration sets have to be set before it reads them. During the walk is_set says which are not
 * set yet. */
static void
check_order (Skew *self, const RsIrBlock *block)
{
  gsize size = self->kernel->locals->len * sizeof (gboolean);
  g_autofree gboolean *before = g_memdup2 (self->is_set, size + sizeof (gboolean));

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, check_read, self);
      check_order (self, &s->body);
      check_order (self, &s->other);
      if (s->kind == RS_IR_SET)
        self->is_set[s->index] = FALSE;
    }
  memcpy (self->is_set, before, size);
}

/* --- accesses --- */

static void
note_statements (Skew *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_SET)
        self->is_set[s->index] = TRUE;
      else if (s->kind == RS_IR_STORE || (s->kind == RS_IR_ATOMIC && s->is_unique && s->result == 0))
        self->is_written[s->index] = TRUE;
      else
        self->fails |= s->kind != RS_IR_IF;
      note_statements (self, &s->body);
      note_statements (self, &s->other);
    }
}

static void
note_access (Skew *self, guint parameter, RsBoundary boundary, const RsIrExpression *const *subscripts, guint n,
             gboolean writes)
{
  Access access = { .writes = writes };

  self->fails |= boundary == RS_BOUNDARY_CHECKED;
  if (!self->is_written[parameter])
    return;
  if ((boundary != RS_BOUNDARY_SAFE && boundary != RS_BOUNDARY_UNCHECKED)
      || rs_kernel_parameter (self->kernel, parameter)->binding != RS_BIND_ARRAY
      || rs_kernel_view (self->kernel, parameter) == RS_IR_VIEW_FLAT
      || !rs_carry_read_access (&self->columns, parameter, subscripts, n, &access.where))
    self->fails = TRUE;
  else
    g_array_append_val (self->accesses, access);
}

static void
note_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    note_access (data, e->index, e->boundary, e->operands, e->n_operands, FALSE);
}

static void
note_accesses (Skew *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL && !self->fails; s = s->next)
    {
      rs_ir_visit_statement (s, note_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        {
          note_access (self, s->index, s->boundary, s->subscripts, s->n_subscripts, TRUE);
          self->fails |= s->overflow == RS_OVERFLOW_CHECKED;
        }
      if (s->kind == RS_IR_ATOMIC) /* reads as well */
        note_access (self, s->index, s->boundary, s->subscripts, s->n_subscripts, FALSE);
      note_accesses (self, &s->body);
      note_accesses (self, &s->other);
    }
}

/* --- distances --- */

typedef struct {
  gboolean is_known;
  gboolean never; /* the two touch no common element */
  gboolean has_row, has_column;
  gint64 rows, columns; /* from the iteration of the first access to that of the second */
} Distance;

static void
note_distance (Distance *self, gboolean *has, gint64 *distance, gint64 value)
{
  self->never |= *has && *distance != value;
  *has = TRUE;
  *distance = value;
}

static Distance
measure (const Skew *self, const RsCarryAccess *a, const RsCarryAccess *b)
{
  Distance distance = { .is_known = TRUE };

  for (guint k = 0; k < a->n && distance.is_known; k++)
    {
      const RsCarryTerm *s = &a->terms[k], *t = &b->terms[k];
      gboolean is_row = s->base && s->base->op == RS_IR_LOCAL && s->base->index == self->outer->index;

      if (s->counter != t->counter || (s->base == NULL) != (t->base == NULL)
          || (s->base && !rs_ir_equal (s->base, t->base)) || (is_row && s->counter))
        distance.is_known = FALSE;
      else if (is_row)
        note_distance (&distance, &distance.has_row, &distance.rows, s->offset - t->offset);
      else if (s->counter)
        note_distance (&distance, &distance.has_column, &distance.columns, s->offset - t->offset);
      else if (s->offset != t->offset)
        distance.never = TRUE;
    }
  return distance;
}

static gboolean
names_outer (const Skew *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOCAL)
    return e->index == self->outer->index;
  for (guint i = 0; i < e->n_operands; i++)
    if (names_outer (self, e->operands[i]))
      return TRUE;
  return FALSE;
}

/* The row has to be a summand of its own: x[2*m,n] is further from the row below. */
static gboolean
is_plain (const Skew *self, const RsCarryAccess *access)
{
  for (guint k = 0; k < access->n; k++)
    if (access->terms[k].base && access->terms[k].base->op != RS_IR_LOCAL && names_outer (self, access->terms[k].base))
      return FALSE;
  return TRUE;
}

/* How many columns a row has to stay behind the one above; -1: it can't. *chained: an iteration waits for one before it
 * in the row. */
static gint64
columns_behind (const Skew *self, gboolean *chained)
{
  gint64 behind = 0;

  for (guint i = 0; i < self->accesses->len; i++)
    for (guint j = 0; j < self->accesses->len; j++)
      {
        const Access *a = &g_array_index (self->accesses, Access, i), *b = &g_array_index (self->accesses, Access, j);
        Distance distance;

        if (a->where.parameter != b->where.parameter || (!a->writes && !b->writes))
          continue;
        distance = measure (self, &a->where, &b->where);
        if (!distance.is_known || !is_plain (self, &a->where) || !is_plain (self, &b->where))
          return -1;
        if (distance.never)
          continue;
        *chained |= a->writes && !b->writes && distance.has_row && distance.rows == 0 && distance.has_column
                    && distance.columns > 0;
        if (distance.has_row && distance.rows != 1)
          continue;
        if (!distance.has_column)
          return -1;
        behind = MAX (behind, -distance.columns);
      }
  return behind;
}

/* --- the new loops --- */

typedef struct {
  guint from[2];
  const RsIrExpression *to[2];
} Change;

static const RsIrExpression *
replace_counters (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Change *change = data;

  for (guint i = 0; i < 2; i++)
    if (e->op == RS_IR_LOCAL && e->index == change->from[i])
      return change->to[i];
  return e;
}

/* A copy of the body for this row and column at the end of block. */
static void
append_body (Skew *self, RsIrBlock *block, const RsIrExpression *row, const RsIrExpression *column)
{
  Change change = { { self->outer->index, self->inner->index }, { row, column } };
  RsIrBlock body = rs_ir_copy_block (self->kernel, &self->inner->body);

  rs_ir_map_block (self->kernel, &body, replace_counters, &change);
  rs_ir_append_block (block, &body);
}

static RsIrStatement *
new_loop (Skew *self, const char *name, const RsIrExpression *low, const RsIrExpression *high)
{
  RsIrStatement *loop = rs_ir_statement (self->kernel, RS_IR_LOOP, self->inner->line);

  loop->index = rs_kernel_add_local (self->kernel, name, RS_IR_I64, 1);
  rs_kernel_local (self->kernel, loop->index)->is_counter = TRUE;
  loop->step = 1;
  loop->low = low;
  loop->high = high;
  return loop;
}

static const RsIrExpression *
name_value (Skew *self, RsIrBlock *block, const char *name, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (self->kernel, RS_IR_SET, self->inner->line);

  set->index = rs_kernel_add_local (self->kernel, name, RS_IR_I64, 1);
  set->value = value;
  rs_ir_append (block, set);
  return rs_ir_local (self->kernel, set->index);
}

static const RsIrExpression *
plus (RsKernel *kernel, const RsIrExpression *e, gint64 offset)
{
  return offset == 0
             ? e
             : rs_ir_binary (kernel, offset < 0 ? RS_IR_SUB : RS_IR_ADD, e, rs_ir_integer (kernel, ABS (offset)));
}

/* Both rows, as far as they run together. */
static void
append_together (Skew *self, RsIrBlock *block, const RsIrExpression *first, const RsIrExpression *last, gint64 behind)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *upper = rs_ir_local (kernel, self->outer->index), *column;
  RsIrStatement *loop = new_loop (self, "column", plus (kernel, first, behind), last);

  column = rs_ir_local (kernel, loop->index);
  append_body (self, &loop->body, upper, column);
  append_body (self, &loop->body, plus (kernel, upper, 1), plus (kernel, column, -behind));
  rs_ir_append (block, loop);
}

/* What runs alone: of the upper row where piece is 0, else of the lower one. */
static void
append_alone (Skew *self, RsIrBlock *block, const RsIrExpression *piece, const RsIrExpression *together,
              const RsIrExpression *first, const RsIrExpression *last, gint64 behind)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *upper = rs_ir_local (kernel, self->outer->index), *row, *low, *high;
  const RsIrExpression *is_upper = rs_ir_binary (kernel, RS_IR_EQ, piece, rs_ir_integer (kernel, 0));
  const RsIrExpression *is_together = rs_ir_binary (kernel, RS_IR_NE, together, rs_ir_integer (kernel, 0));
  RsIrStatement *loop;

  row = name_value (self, block, "row",
                    rs_ir_binary (kernel, RS_IR_ADD, upper,
                                  rs_ir_select (kernel, is_upper, rs_ir_integer (kernel, 0),
                                                rs_ir_integer (kernel, 1))));
  low = rs_ir_select (kernel, is_upper, first,
                      rs_ir_select (kernel, is_together, plus (kernel, last, 1 - behind), first));
  high = rs_ir_select (kernel, is_upper, rs_ir_select (kernel, is_together, plus (kernel, first, behind - 1), last),
                       rs_ir_select (kernel, rs_ir_binary (kernel, RS_IR_LE, row, self->outer->high), last,
                                     plus (kernel, first, -1)));
  loop = new_loop (self, "column", low, high);
  append_body (self, &loop->body, row, rs_ir_local (kernel, loop->index));
  rs_ir_append (block, loop);
}

/* The bounds of outer are the same in all its iterations, and those of inner as well. */
static void
rebuild (Skew *self, gint64 behind)
{
  RsKernel *kernel = self->kernel;
  RsIrBlock rows = { NULL, NULL };
  const RsIrExpression *upper = rs_ir_local (kernel, self->outer->index), *piece, *fits, *together;
  const RsIrExpression *first = name_value (self, &rows, "first", self->inner->low);
  const RsIrExpression *last = name_value (self, &rows, "last", self->inner->high);
  RsIrStatement *pieces = new_loop (self, "piece", rs_ir_integer (kernel, 0), rs_ir_integer (kernel, 2));
  RsIrStatement *which = rs_ir_statement (kernel, RS_IR_IF, self->inner->line);
  RsIrStatement *both = rs_ir_statement (kernel, RS_IR_IF, self->inner->line);

  fits = rs_ir_binary (kernel, RS_IR_AND, rs_ir_binary (kernel, RS_IR_LT, upper, self->outer->high),
                       rs_ir_binary (kernel, RS_IR_GE, rs_ir_binary (kernel, RS_IR_SUB, last, first),
                                     rs_ir_integer (kernel, behind)));
  together = name_value (self, &rows, "together",
                         rs_ir_select (kernel, fits, rs_ir_integer (kernel, 1), rs_ir_integer (kernel, 0)));
  piece = rs_ir_local (kernel, pieces->index);
  which->value = rs_ir_binary (kernel, RS_IR_EQ, piece, rs_ir_integer (kernel, 1));
  both->value = rs_ir_binary (kernel, RS_IR_NE, together, rs_ir_integer (kernel, 0));
  append_together (self, &both->body, first, last, behind);
  rs_ir_append (&which->body, both);
  append_alone (self, &which->other, piece, together, first, last, behind);
  rs_ir_append (&pieces->body, which);
  rs_ir_append (&rows, pieces);
  self->outer->body = rows;
  self->outer->step = 2;
  rs_kernel_note (kernel, self->inner->line, 1, 0,
                  "two rows run together, the second %" G_GINT64_FORMAT " columns behind", behind);
}

/* --- nests --- */

/* Whether e is the same in all iterations of the nest and costs nothing. */
static gboolean
is_bound (const Skew *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT
      || (e->op == RS_IR_LOCAL && (self->is_set[e->index] || e->index == self->outer->index)))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_bound (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* What the nest sets is read in it only: the last value is not that of the last iteration. */
static gboolean
is_closed (const Skew *self)
{
  g_autofree guint *inside = g_new0 (guint, self->kernel->locals->len + 1);

  count_reads (&self->inner->body, inside);
  for (guint i = 0; i < self->kernel->locals->len; i++)
    if (self->is_set[i] && inside[i] != self->n_reads[i])
      return FALSE;
  return TRUE;
}

static void
skew_nest (Skew *self)
{
  gboolean chained = FALSE;
  gint64 behind;

  note_statements (self, &self->inner->body);
  if (self->fails || !is_bound (self, self->outer->high) || !is_bound (self, self->inner->low)
      || !is_bound (self, self->inner->high) || !is_closed (self))
    return;
  note_accesses (self, &self->inner->body);
  check_order (self, &self->inner->body);
  if (self->fails || self->n_nodes > MOST_NODES)
    return;
  behind = columns_behind (self, &chained);
  if (chained && behind >= 0 && behind <= MOST_COLUMNS)
    rebuild (self, behind);
}

/* The loop that is all that the body of loop holds; NULL when there is more, or less. */
static RsIrStatement *
only_loop (const RsIrStatement *loop)
{
  RsIrStatement *inner = loop->body.first;

  return loop->kind == RS_IR_LOOP && loop->step == 1 && inner != NULL && inner->next == NULL
                 && inner->kind == RS_IR_LOOP && inner->step == 1
             ? inner
             : NULL;
}

static void
skew_block (RsKernel *kernel, RsIrBlock *block, guint *n_reads)
{
  guint n_locals = kernel->locals->len;

  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      Skew self = { .kernel = kernel, .outer = s, .inner = only_loop (s), .n_reads = n_reads };

      if (self.inner == NULL || only_loop (self.inner) != NULL)
        {
          skew_block (kernel, &s->body, n_reads);
          skew_block (kernel, &s->other, n_reads);
          continue;
        }
      self.is_set = g_new0 (gboolean, n_locals + 1);
      self.is_written = g_new0 (gboolean, kernel->parameters->len + 1);
      self.accesses = g_array_new (FALSE, FALSE, sizeof (Access));
      self.columns = (RsCarry){ .kernel = kernel, .block = &s->body, .loop = self.inner, .is_set = self.is_set };
      skew_nest (&self);
      g_array_unref (self.accesses);
      g_free (self.is_written);
      g_free (self.is_set);
    }
}

void
rs_pass_skew (RsKernel *kernel)
{
  g_autofree guint *n_reads = NULL;

  if (!kernel->is_serial || kernel->has_blocks || kernel->same_arrays_possible)
    return;
  n_reads = g_new0 (guint, kernel->locals->len + 1);
  count_reads (&kernel->body, n_reads);
  skew_block (kernel, &kernel->body, n_reads);
}
