/* Elements in locals, for the pass `carry`: which rows of arrays, and how.
 *
 * A row is what a loop goes through while the subscripts but one stay as they are. Accesses of one array must be known
 * to be in the same row or in different ones, and there must be no other accesses to it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/iterations/carry.h"

#define MOST_SPAN 6 /* iterations over which an element is kept */
#define MOST_ROWS 8
#define NEAR 4 /* iterations: elements that come back sooner keep iterations from running in vectors */

typedef struct {
  RsCarryAccess access; /* one of it; the offset of the moving subscript does not count */
  const RsIrExpression *const *subscripts;
  guint moving;          /* the subscript that has the counter */
  gint64 low, high;      /* offsets of the moving subscript */
  gint64 origin;         /* the offset of the first access */
  guint32 reads, writes; /* bit offset - origin + MOST_SPAN: whether that offset is read, written */
  gboolean is_read_late; /* at a larger offset than one that is written before it in the same iteration */
  guint n_accesses;
  gboolean is_written;
  guint locals[MOST_SPAN + 1]; /* of the elements at low, low + 1, ... */
} Row;

typedef struct {
  const RsCarry *carry;
  Row rows[MOST_ROWS];
  guint n_rows;
  GHashTable *refused; /* of parameter + 1 */
} Rows;

/* Where the element lies in its row, in the direction in which the loop goes through it. */
static gint64
offset_in (const RsCarryTerm *moving)
{
  return moving->counter * moving->offset;
}

static gboolean
is_same_base (const RsIrExpression *a, const RsIrExpression *b)
{
  return a == b || (a && b && rs_ir_equal (a, b));
}

/* How accesses to one array relate: 1 the same row, 0 different rows, -1 not known. */
static int
compare (const Row *row, const RsCarryAccess *access)
{
  int same = 1;

  for (guint k = 0; k < access->n; k++)
    {
      const RsCarryTerm *a = &row->access.terms[k], *b = &access->terms[k];

      if (a->counter != b->counter || !is_same_base (a->base, b->base))
        return -1;
      if (k != row->moving && a->offset != b->offset)
        same = 0;
    }
  return same;
}

static Row *
find_row (Rows *self, const RsCarryAccess *access)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].access.parameter == access->parameter && compare (&self->rows[i], access) == 1)
      return &self->rows[i];
  return NULL;
}

static void
note_offset (Row *row, guint bit, gboolean is_write, gboolean is_update)
{
  if ((!is_write || is_update) && (row->writes & ((1u << bit) - 1)) != 0)
    row->is_read_late = TRUE;
  if (!is_write || is_update)
    row->reads |= 1u << bit;
  if (is_write)
    row->writes |= 1u << bit;
}

/* FALSE: the array can't be kept in locals. */
static gboolean
add_access (Rows *self, guint parameter, const RsIrExpression *const *subscripts, guint n, gboolean is_write,
            gboolean is_update)
{
  RsElement element = rs_kernel_parameter (self->carry->kernel, parameter)->element;
  RsCarryAccess access;
  guint moving = 0, n_moving = 0;
  gint64 offset;
  Row *row;

  if ((element != RS_ELEMENT_SINGLE && element != RS_ELEMENT_DOUBLE)
      || rs_kernel_view (self->carry->kernel, parameter) == RS_IR_VIEW_FLAT
      || !rs_carry_read_access (self->carry, parameter, subscripts, n, &access))
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (access.terms[k].counter)
      {
        moving = k;
        n_moving++;
      }
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].access.parameter == parameter && compare (&self->rows[i], &access) < 0)
      return FALSE;
  row = find_row (self, &access);
  offset = offset_in (&access.terms[moving]);
  if (n_moving != 1 || (!row && self->n_rows == MOST_ROWS))
    return FALSE;
  if (!row)
    {
      row = &self->rows[self->n_rows++];
      *row = (Row){
        .access = access, .subscripts = subscripts, .moving = moving, .low = offset, .high = offset, .origin = offset
      };
    }
  row->low = MIN (row->low, offset);
  row->high = MAX (row->high, offset);
  row->n_accesses++;
  row->is_written |= is_write;
  if (row->high - row->low > MOST_SPAN)
    return FALSE;
  note_offset (row, (guint)(offset - row->origin + MOST_SPAN), is_write, is_update);
  return TRUE;
}

static void
collect (Rows *self, guint parameter, const RsIrExpression *const *subscripts, guint n, gboolean is_write,
         gboolean is_update)
{
  if (!add_access (self, parameter, subscripts, n, is_write, is_update))
    g_hash_table_add (self->refused, GUINT_TO_POINTER (parameter + 1));
}

static void
collect_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    collect (data, e->index, e->operands, e->n_operands, FALSE, FALSE);
}

static gboolean
is_known_update (const RsIrStatement *s)
{
  return s->op == RS_IR_ADD || s->op == RS_IR_SUB || s->op == RS_IR_MUL || s->op == RS_IR_MIN || s->op == RS_IR_MAX;
}

static void
collect_block (Rows *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_visit_statement (s, collect_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        {
          collect (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, TRUE,
                   s->kind == RS_IR_ATOMIC);
          if ((s->kind == RS_IR_ATOMIC && !is_known_update (s)) || !rs_ir_is_floating (s->value->type))
            g_hash_table_add (self->refused, GUINT_TO_POINTER (s->index + 1));
        }
      collect_block (self, &s->body);
      collect_block (self, &s->other);
    }
}

/* Whether an element is used again before iterations that could run together have ended: read after it was written, or
 * written twice; or read by a statement behind one that an earlier iteration writes it with. The C compiler makes no
 * vectors of such a loop. */
static gboolean
is_bound (const Row *row)
{
  for (guint d = 1; d < NEAR; d++)
    if (((row->reads | row->writes) & row->writes >> d) != 0)
      return TRUE;
  return row->is_read_late;
}

/* Rows whose elements are written and used again. Where the loop can run in vectors, only those that hand nothing on to
 * later iterations. */
static void
choose (Rows *self)
{
  gboolean is_serial = FALSE;
  guint n = 0;

  for (guint i = 0; i < self->n_rows; i++)
    is_serial |= is_bound (&self->rows[i]);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = &self->rows[i];

      if (!g_hash_table_contains (self->refused, GUINT_TO_POINTER (row->access.parameter + 1)) && row->is_written
          && row->n_accesses > 1 && (is_serial || row->low == row->high))
        self->rows[n++] = *row;
    }
  self->n_rows = n;
}

static gboolean
may_overlap (const RsKernel *kernel)
{
  guint n = 0;

  for (guint i = 0; i < kernel->parameters->len; i++)
    n += rs_kernel_parameter (kernel, i)->binding == RS_BIND_ARRAY;
  return kernel->same_arrays_possible && n > 1;
}

static void
find_rows (Rows *self, const RsCarry *carry, const RsIrBlock *inside)
{
  *self = (Rows){ .carry = carry, .refused = g_hash_table_new (NULL, NULL) };
  if (!may_overlap (carry->kernel))
    collect_block (self, inside);
  choose (self);
}

gboolean
rs_carry_pays (const RsCarry *self, const RsIrBlock *inside)
{
  Rows rows;

  find_rows (&rows, self, inside);
  g_hash_table_unref (rows.refused);
  return rows.n_rows > 0;
}

/* --- rewriting --- */

/* The subscripts of the row's element at offset from the iteration `at`. */
static const RsIrExpression *
moving_subscript (const Rows *self, const Row *row, const RsIrExpression *at, gint64 offset)
{
  RsKernel *kernel = self->carry->kernel;
  const RsCarryTerm *term = &row->access.terms[row->moving];
  const RsIrExpression *base = term->base;

  if (term->counter < 0)
    {
      at = rs_ir_binary (kernel, RS_IR_SUB, base ? base : rs_ir_integer (kernel, 0), at);
      offset = -offset;
    }
  else if (base)
    at = rs_ir_binary (kernel, RS_IR_ADD, at, base);
  return offset == 0 ? at : rs_ir_binary (kernel, RS_IR_ADD, at, rs_ir_integer (kernel, offset));
}

static RsIrStatement *
make_load (const Rows *self, const Row *row, const RsIrExpression *at, gint64 offset)
{
  RsKernel *kernel = self->carry->kernel;
  guint local = row->locals[offset - row->low];
  RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, self->carry->loop->line);
  RsIrExpression *load = rs_ir_new (kernel, RS_IR_LOAD, rs_kernel_local (kernel, local)->type, row->access.n);

  load->boundary = RS_BOUNDARY_UNCHECKED;
  load->index = row->access.parameter;
  load->line = set->line;
  for (guint k = 0; k < row->access.n; k++)
    load->operands[k] = k == row->moving ? moving_subscript (self, row, at, offset) : row->subscripts[k];
  set->index = local;
  set->value = load;
  return set;
}

static RsIrStatement *
make_store (const Rows *self, const Row *row, const RsIrExpression *at, gint64 offset)
{
  RsKernel *kernel = self->carry->kernel;
  RsIrStatement *store = rs_ir_statement (kernel, RS_IR_STORE, self->carry->loop->line);

  store->boundary = RS_BOUNDARY_UNCHECKED;
  store->overflow = RS_OVERFLOW_WRAP;
  store->is_unique = TRUE;
  store->index = row->access.parameter;
  store->n_subscripts = row->access.n;
  store->subscripts = rs_arena_array (kernel->arena, const RsIrExpression *, row->access.n);
  for (guint k = 0; k < row->access.n; k++)
    store->subscripts[k] = k == row->moving ? moving_subscript (self, row, at, offset) : row->subscripts[k];
  store->value = rs_ir_local (kernel, row->locals[offset - row->low]);
  return store;
}

static const Row *
row_of (Rows *self, guint parameter, const RsIrExpression *const *subscripts, guint n, guint *local)
{
  RsCarryAccess access;
  const Row *row = NULL;

  if (rs_carry_read_access (self->carry, parameter, subscripts, n, &access))
    row = find_row (self, &access);
  if (row)
    *local = row->locals[offset_in (&access.terms[row->moving]) - row->low];
  return row;
}

static const RsIrExpression *
replace_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  guint local;

  if (e->op != RS_IR_LOAD || !row_of (data, e->index, e->operands, e->n_operands, &local))
    return e;
  return rs_ir_local (kernel, local);
}

/* Stores and updates become assignments, which round as memory would. */
static void
replace_block (Rows *self, RsIrBlock *block)
{
  RsKernel *kernel = self->carry->kernel;

  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      guint local;

      rs_ir_map_statement (kernel, s, replace_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
          && row_of (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, &local))
        {
          const RsIrExpression *old = rs_ir_convert (kernel, rs_ir_local (kernel, local), s->value->type);

          if (s->kind == RS_IR_ATOMIC)
            s->value = rs_ir_binary (kernel, s->op, old, s->value);
          s->value = rs_ir_convert (kernel, s->value, rs_kernel_local (kernel, local)->type);
          s->kind = RS_IR_SET;
          s->index = local;
          s->n_subscripts = 0;
          s->subscripts = NULL;
        }
      replace_block (self, &s->body);
      replace_block (self, &s->other);
    }
}

/* --- choices --- */

typedef struct {
  guint local;
  const RsIrExpression *value;
} Known;

static gboolean
is_choice (const RsIrStatement *s)
{
  return s->kind == RS_IR_SET && s->value->op == RS_IR_SELECT && s->value->operands[1]->op == RS_IR_CONST
         && s->value->operands[2]->op == RS_IR_CONST && !rs_ir_has_load (s->value);
}

static const RsIrExpression *
replace_known (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Known *known = data;

  return e->op == RS_IR_LOCAL && e->index == known->local ? known->value : e;
}

static void
find_local (const RsIrExpression *e, gpointer data)
{
  guint *search = data;

  if (e->op == RS_IR_LOCAL && e->index == search[0])
    search[1] = TRUE;
}

/* Where an element is one of two numbers, what follows uses the choice, which needs no conversion, up to the next
 * change of what it depends on. */
static void
forward_choices (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      Known known = { s->index, s->value };
      guint itself[] = { s->index, FALSE };
      gboolean valid = is_choice (s);

      if (valid)
        rs_ir_visit (s->value, find_local, itself);
      valid = valid && !itself[1];

      for (RsIrStatement *t = s->next; t && valid && t->kind != RS_IR_IF; t = t->next)
        {
          guint search[] = { t->index, FALSE };

          rs_ir_map_statement (kernel, t, replace_known, &known);
          rs_ir_visit (known.value, find_local, search);
          valid = t->kind != RS_IR_SET || (t->index != known.local && !search[1]);
        }
    }
}

/* Elements come in at the high end of a row and leave it at the low one. */
static void
carry_row (Rows *self, Row *row, RsIrBlock *around)
{
  const RsCarry *carry = self->carry;
  RsKernel *kernel = carry->kernel;
  const RsIrExpression *counter = rs_ir_local (kernel, carry->loop->index);

  rs_ir_insert_after (&carry->loop->body, NULL, make_load (self, row, counter, row->high));
  rs_ir_append (&carry->loop->body, make_store (self, row, counter, row->low));
  for (gint64 offset = row->low; offset < row->high; offset++)
    {
      RsIrStatement *shift = rs_ir_statement (kernel, RS_IR_SET, carry->loop->line);

      rs_ir_insert_after (around, NULL, make_load (self, row, carry->first, offset));
      shift->index = row->locals[offset - row->low];
      shift->value = rs_ir_local (kernel, row->locals[offset + 1 - row->low]);
      rs_ir_append (&carry->loop->body, shift);
      rs_ir_append (around,
                    make_store (self, row, rs_ir_binary (kernel, RS_IR_ADD, carry->last, rs_ir_integer (kernel, 1)),
                                offset));
    }
}

void
rs_carry_rows (RsCarry *self, RsIrBlock *around)
{
  Rows rows;

  find_rows (&rows, self, &self->loop->body);
  for (guint i = 0; i < rows.n_rows; i++)
    {
      Row *row = &rows.rows[i];
      const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, row->access.parameter);
      RsIrType type = rs_ir_type_of_element (parameter->element);

      rs_kernel_note (self->kernel, self->loop->line, 1, 0, "elements of `%s` are kept in locals between iterations",
                      parameter->name);
      for (gint64 offset = row->low; offset <= row->high; offset++)
        row->locals[offset - row->low] = rs_kernel_add_local (self->kernel, parameter->name, type, 1);
    }
  replace_block (&rows, &self->loop->body);
  forward_choices (self->kernel, &self->loop->body);
  for (guint i = 0; i < rows.n_rows; i++)
    carry_row (&rows, &rows.rows[i], around);
  g_hash_table_unref (rows.refused);
}
