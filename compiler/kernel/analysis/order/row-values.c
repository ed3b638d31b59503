/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/order/row-values.h"

gboolean
rs_row_is_uniform (const RsRowValues *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_POSITION)
    return e->component != self->kernel->grid_rank - 1;
  if (e->op == RS_IR_LOCAL)
    return self->is_uniform[e->index];
  if (e->op == RS_IR_ELEMENT)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!rs_row_is_uniform (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* Coefficient of the position in the last dimension, where e is that much of it plus something uniform; -1: unknown. */
static int
coefficient (const RsRowValues *self, const RsIrExpression *e)
{
  int a, b;

  if (rs_row_is_uniform (self, e))
    return 0;
  if (e->op == RS_IR_POSITION)
    return 1;
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return -1;
  a = coefficient (self, e->operands[0]);
  b = coefficient (self, e->operands[1]);
  if (a < 0 || b < 0 || a + b > 1 || (e->op == RS_IR_SUB && b != 0))
    return -1;
  return a + b;
}

gboolean
rs_row_is_contiguous (const RsRowValues *self, const RsIrExpression *const *subscripts, guint n)
{
  g_assert (n >= 1 && n <= RS_MAX_RANK);
  for (guint i = 0; i + 1 < n; i++)
    if (!rs_row_is_uniform (self, subscripts[i]))
      return FALSE;
  return coefficient (self, subscripts[n - 1]) == 1;
}

static gboolean
spread (RsRowValues *self, const RsIrBlock *block)
{
  gboolean changed = FALSE;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean uniform = TRUE;

      if (s->kind == RS_IR_SET)
        uniform = rs_row_is_uniform (self, s->value);
      else if (s->kind == RS_IR_LOOP)
        uniform = rs_row_is_uniform (self, s->low) && rs_row_is_uniform (self, s->high);
      if (!uniform && self->is_uniform[s->index])
        {
          self->is_uniform[s->index] = FALSE;
          changed = TRUE;
        }
      /* What is assigned under a condition that differs, differs. */
      if (s->kind == RS_IR_IF && !rs_row_is_uniform (self, s->value))
        for (guint side = 0; side < 2; side++)
          for (const RsIrStatement *t = side ? s->other.first : s->body.first; t; t = t->next)
            if (t->kind == RS_IR_SET && self->is_uniform[t->index])
              {
                self->is_uniform[t->index] = FALSE;
                changed = TRUE;
              }
      changed |= spread (self, &s->body);
      changed |= spread (self, &s->other);
    }
  return changed;
}

void
rs_row_values_init (RsRowValues *self, const RsKernel *kernel, const RsIrBlock *block)
{
  self->kernel = kernel;
  self->is_uniform = g_new (gboolean, kernel->locals->len + 1);
  for (guint i = 0; i < kernel->locals->len; i++)
    self->is_uniform[i] = rs_kernel_local (kernel, i)->length == 1;
  while (spread (self, block))
    ;
}

void
rs_row_values_clear (RsRowValues *self)
{
  g_clear_pointer (&self->is_uniform, g_free);
}

static gboolean
survey_stores (const RsRowValues *self, const RsIrBlock *block, guint *n)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      gboolean stores = s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC;

      *n += stores;
      if ((stores && !rs_row_is_contiguous (self, s->subscripts, s->n_subscripts)) || !survey_stores (self, &s->body, n)
          || !survey_stores (self, &s->other, n))
        return FALSE;
    }
  return TRUE;
}

#define DEEPEST 8

typedef struct {
  const RsRowValues *rows;
  gboolean is_met;
  guint depth; /* of locals in locals */
} Search;

static void find_ordered (const RsIrExpression *e, gpointer data);

/* What is set to a position in order. */
static void
find_ordered_local (const RsIrBlock *block, guint local, Search *search)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_SET && s->index == local)
        rs_ir_visit (s->value, find_ordered, search);
      find_ordered_local (&s->body, local, search);
      find_ordered_local (&s->other, local, search);
    }
}

static void
find_ordered (const RsIrExpression *e, gpointer data)
{
  Search *search = data;

  search->is_met |= e->op == RS_IR_POSITION && (search->rows->kernel->ordered >> e->component & 1) != 0;
  if (e->op == RS_IR_LOCAL && !search->is_met && search->depth < DEEPEST)
    {
      search->depth++;
      find_ordered_local (&search->rows->kernel->body, e->index, search);
      search->depth--;
    }
}

/* a[j,k], where j goes along the row and k is a dimension in order. */
static void
find_across (const RsIrExpression *e, gpointer data)
{
  Search *search = data, inner = { .rows = search->rows };
  gboolean is_across = FALSE;

  for (guint i = 0; e->op == RS_IR_LOAD && i + 1 < e->n_operands; i++)
    is_across |= !rs_row_is_uniform (search->rows, e->operands[i]);
  if (is_across)
    rs_ir_visit (e->operands[e->n_operands - 1], find_ordered, &inner);
  search->is_met |= inner.is_met;
}

static void
search_block (Search *search, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_visit_statement (s, find_across, search);
      search_block (search, &s->body);
      search_block (search, &s->other);
    }
}

gboolean
rs_rows_are_stored (const RsKernel *kernel)
{
  RsRowValues rows;
  Search search = { .rows = &rows };
  gboolean stored;
  guint n = 0;

  rs_row_values_init (&rows, kernel, &kernel->body);
  search_block (&search, &kernel->body);
  stored = survey_stores (&rows, &kernel->body, &n) && n > 0 && !search.is_met;
  rs_row_values_clear (&rows);
  return stored;
}

typedef struct {
  const RsKernel *kernel;
  gboolean found; /* something that differs between work items */
} LastSubscripts;

static void
find_varying (const RsIrExpression *e, gpointer data)
{
  const RsKernel *kernel = ((LastSubscripts *)data)->kernel;

  if (e->op == RS_IR_POSITION || e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT
      || (e->op == RS_IR_LOCAL && !rs_kernel_local (kernel, e->index)->is_counter))
    ((LastSubscripts *)data)->found = TRUE;
}

static gboolean
survey_last (LastSubscripts *self, const RsIrBlock *block, guint *n)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        {
          rs_ir_visit (s->subscripts[s->n_subscripts - 1], find_varying, self);
          (*n)++;
        }
      if (self->found || !survey_last (self, &s->body, n) || !survey_last (self, &s->other, n))
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_items_store_rows (const RsKernel *kernel)
{
  LastSubscripts rows = { .kernel = kernel };
  guint n = 0;

  return survey_last (&rows, &kernel->body, &n) && n > 0;
}
