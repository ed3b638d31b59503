/* Keeps elements in locals that branches write and other statements of the same work item use.
 *
 * In vectors, what a branch writes is written for some of the lanes only, and what is read behind that has to wait
 * until it is in memory. An element that only this work item uses is read once before, and written once behind, whether
 * the branch was taken or not:
 *
 *   if c[n] > 0                     t = x[n]
 *       x[n] = a[n]                 if c[n] > 0
 *   endif                               t = a[n]
 *   y[n] = x[n] + 1                 endif
 *                                   y[n] = t + 1
 *                                   x[n] = t
 *
 * The values are those that memory would hold, rounded to its type. Of kernels that are split it is the interior, where
 * nothing is checked.
 *
 * Requires: split. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  const RsIrStatement *write; /* one of them; NULL: none */
  const RsIrExpression *const *subscripts;
  guint n_writes, n_subscripts;
  gboolean is_chosen;     /* a branch writes it */
  gboolean is_used_again; /* read behind a statement that writes it */
  gboolean is_refused;
  guint local;
} Element;

typedef struct {
  RsKernel *kernel;
  Element *elements; /* by parameter */
  guint depth;       /* branches around the statement */
  gboolean is_simple;
} Branches;

/* --- which elements --- */

/* Whether a subscript can be computed at the start of the work item. */
static gboolean
is_early (const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_early (e->operands[i]))
      return FALSE;
  return TRUE;
}

static void
note_access (Branches *self, guint parameter, const RsIrExpression *const *subscripts, guint n, guint boundary)
{
  Element *element = &self->elements[parameter];

  element->is_refused |= boundary != RS_BOUNDARY_UNCHECKED
                         || rs_kernel_view (self->kernel, parameter) != RS_IR_VIEW_PLAIN
                         || (element->subscripts != NULL && element->n_subscripts != n);
  for (guint i = 0; i < n && !element->is_refused; i++)
    element->is_refused = !is_early (subscripts[i])
                          || (element->subscripts != NULL && !rs_ir_equal (element->subscripts[i], subscripts[i]));
  element->subscripts = subscripts;
  element->n_subscripts = n;
}

static void
note_load (const RsIrExpression *e, gpointer data)
{
  Branches *self = data;

  if (e->op != RS_IR_LOAD)
    return;
  note_access (self, e->index, e->operands, e->n_operands, e->boundary);
  self->elements[e->index].is_used_again |= self->elements[e->index].n_writes > 0;
}

static gboolean
is_known_update (const RsIrStatement *s)
{
  return s->result == 0
         && (s->op == RS_IR_ADD || s->op == RS_IR_SUB || s->op == RS_IR_MUL || s->op == RS_IR_MIN
             || s->op == RS_IR_MAX);
}

static void
note_write (Branches *self, const RsIrStatement *s)
{
  Element *element = &self->elements[s->index];
  const RsElement type = rs_kernel_parameter (self->kernel, s->index)->element;

  note_access (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, s->boundary);
  element->is_refused |= (type != RS_ELEMENT_SINGLE && type != RS_ELEMENT_DOUBLE) || !rs_ir_is_floating (s->value->type)
                         || !s->is_unique || (s->kind == RS_IR_ATOMIC && !is_known_update (s));
  element->is_used_again |= s->kind == RS_IR_ATOMIC && element->n_writes > 0;
  element->is_chosen |= self->depth > 0;
  element->write = s;
  element->n_writes++;
}

static void
note_block (Branches *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && self->is_simple; s = s->next)
    {
      rs_ir_visit_statement (s, note_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        note_write (self, s);
      else
        self->is_simple = s->kind == RS_IR_SET || s->kind == RS_IR_IF || s->kind == RS_IR_REDUCE;
      self->depth++;
      note_block (self, &s->body);
      note_block (self, &s->other);
      self->depth--;
    }
}

/* Operands that C computes in any case. */
static gboolean
reads_surely (const RsIrExpression *e, guint parameter)
{
  const gboolean is_choice = e->op == RS_IR_SELECT || e->op == RS_IR_AND || e->op == RS_IR_OR;

  if (e->op == RS_IR_LOAD && e->index == parameter)
    return TRUE;
  for (guint i = 0; i < (is_choice ? 1 : e->n_operands); i++)
    if (reads_surely (e->operands[i], parameter))
      return TRUE;
  return FALSE;
}

/* Whether each way through the block uses the element: only then it is known to be there. */
static gboolean
uses_surely (const RsIrBlock *block, guint parameter)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->index == parameter)
        || (s->value && reads_surely (s->value, parameter))
        || (s->kind == RS_IR_IF && uses_surely (&s->body, parameter) && uses_surely (&s->other, parameter)))
      return TRUE;
  return FALSE;
}

static gboolean
is_kept (const Element *element)
{
  return !element->is_refused && element->is_chosen && (element->is_used_again || element->n_writes > 1);
}

static gboolean
may_overlap (const RsKernel *kernel)
{
  guint n = 0;

  for (guint i = 0; i < kernel->parameters->len; i++)
    n += rs_kernel_parameter (kernel, i)->binding == RS_BIND_ARRAY;
  return kernel->same_arrays_possible && n > 1;
}

/* --- rewriting --- */

static const RsIrExpression *
replace_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Branches *self = data;

  if (e->op != RS_IR_LOAD || !is_kept (&self->elements[e->index]))
    return e;
  return rs_ir_convert (kernel, rs_ir_local (kernel, self->elements[e->index].local), e->type);
}

static void
replace_block (Branches *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;

  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_map_statement (kernel, s, replace_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && is_kept (&self->elements[s->index]))
        {
          const guint local = self->elements[s->index].local;

          if (s->kind == RS_IR_ATOMIC)
            s->value = rs_ir_binary (kernel, s->op, rs_ir_convert (kernel, rs_ir_local (kernel, local), s->value->type),
                                     s->value);
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

/* Reads the element before the block, and writes it behind. */
static void
keep (Branches *self, guint parameter, const RsIrStatement *write, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;
  const Element *element = &self->elements[parameter];
  RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, write->line);
  RsIrStatement *store = rs_ir_statement (kernel, RS_IR_STORE, write->line);
  RsIrExpression *load
      = rs_ir_new (kernel, RS_IR_LOAD, rs_kernel_local (kernel, element->local)->type, element->n_subscripts);

  load->boundary = store->boundary = RS_BOUNDARY_UNCHECKED;
  load->index = store->index = parameter;
  load->line = set->line;
  store->overflow = RS_OVERFLOW_WRAP;
  store->is_unique = TRUE;
  store->n_subscripts = element->n_subscripts;
  store->subscripts = rs_arena_array (kernel->arena, const RsIrExpression *, element->n_subscripts);
  for (guint i = 0; i < element->n_subscripts; i++)
    load->operands[i] = store->subscripts[i] = element->subscripts[i];
  set->index = element->local;
  set->value = load;
  store->value = rs_ir_local (kernel, element->local);
  rs_ir_insert_after (block, NULL, set);
  rs_ir_append (block, store);
}

static void
keep_elements (Branches *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;

  for (guint i = 0; i < kernel->parameters->len; i++)
    if (is_kept (&self->elements[i]))
      {
        const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

        rs_kernel_note (kernel, self->elements[i].write->line, 1, 0, "the element of `%s` is kept in a local",
                        parameter->name);
        self->elements[i].local
            = rs_kernel_add_local (kernel, parameter->name, rs_ir_type_of_element (parameter->element), 1);
      }
  replace_block (self, block);
  for (guint i = 0; i < kernel->parameters->len; i++)
    if (is_kept (&self->elements[i]))
      keep (self, i, self->elements[i].write, block);
}

void
rs_pass_branches (RsKernel *kernel)
{
  RsIrBlock *block = kernel->has_interior ? &kernel->interior : &kernel->body;
  g_autofree Element *elements = g_new0 (Element, kernel->parameters->len + 1);
  Branches self = { .kernel = kernel, .elements = elements, .is_simple = TRUE };

  if (may_overlap (kernel))
    return;
  note_block (&self, block);
  for (guint i = 0; i < kernel->parameters->len; i++)
    elements[i].is_refused |= elements[i].is_chosen && !uses_surely (block, i);
  if (self.is_simple)
    keep_elements (&self, block);
}
