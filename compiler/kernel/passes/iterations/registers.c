/* Keeps an element that a loop updates in a local.
 *
 *   for k=0..n-1                         t = c[i,j]
 *       c[i,j] += a[i,k] * b[k,j]        for k=0..n-1
 *                                            t += a[i,k] * b[k,j]
 *                                        c[i,j] = t
 *
 * The subscripts stay as they are in the loop, every access to that element in it is an update, and every other access
 * to the array is to another element by the bounds of the loops around: c[i,k] for k=0..j-1. An update that a condition
 * guards is left alone: without it the element may lie outside of the array, or be another work item's. The local has
 * the array's type, so that values are those that memory would hold. What is stored to the element just before the loop
 * goes to the local at once.
 *
 * Requires: propagate. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/passes.h"

#include <string.h>

typedef struct {
  RsKernel *kernel;
  RsLinearFacts *facts;
  gboolean *is_set; /* by local: the loop at hand assigns it */
} Registers;

/* An element of an array, as one access in a loop names it. */
typedef struct {
  Registers *registers;
  guint parameter;
  guint n;
  const RsIrExpression *const *subscripts;
  RsBoundary boundary;
  RsIrStatement *statement; /* that is looked at */
  guint local;
  guint n_updates;
  gboolean is_possible;
  gboolean is_certain; /* written wherever the loop runs at all; a 'safe one, wherever its inner loops do */
} Element;

/* --- the loop --- */

/* Notes what the block assigns. FALSE: it has a statement that leaves the loop for somewhere else than what follows it,
 * or has other effects. */
static gboolean
survey_block (Registers *self, const RsIrBlock *block)
{
  gboolean is_simple = TRUE;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      is_simple &= s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_STORE
                   || s->kind == RS_IR_ATOMIC || s->kind == RS_IR_IF || s->kind == RS_IR_LOOP
                   || s->kind == RS_IR_REDUCE;
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP)
        self->is_set[s->index] = TRUE;
      if (s->result > 0)
        self->is_set[s->result - 1] = TRUE;
      is_simple &= survey_block (self, &s->body);
      is_simple &= survey_block (self, &s->other);
    }
  return is_simple;
}

/* What the loop assigns; FALSE: nothing can be kept in it. */
static gboolean
survey_loop (Registers *self, const RsIrStatement *loop)
{
  self->is_set = g_renew (gboolean, self->is_set, self->kernel->locals->len + 1);
  memset (self->is_set, 0, (self->kernel->locals->len + 1) * sizeof *self->is_set);
  self->is_set[loop->index] = TRUE;
  return survey_block (self, &loop->body);
}

static gboolean
is_invariant (const Registers *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT || e->op == RS_IR_RUNNING
      || (e->op == RS_IR_LOCAL && self->is_set[e->index]))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_invariant (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* --- accesses --- */

static gboolean
is_same (const Element *self, RsBoundary boundary, guint n, const RsIrExpression *const *subscripts)
{
  gboolean same = boundary == self->boundary && n == self->n;

  for (guint k = 0; k < n && same; k++)
    same = rs_ir_equal (subscripts[k], self->subscripts[k]);
  return same;
}

/* Whether some subscript is surely less or greater. */
static gboolean
is_apart (const Element *self, guint n, const RsIrExpression *const *subscripts)
{
  RsKernel *kernel = self->registers->kernel;

  for (guint k = 0; k < n && n == self->n; k++)
    if (rs_linear_facts_decide (self->registers->facts,
                                rs_ir_binary (kernel, RS_IR_LT, subscripts[k], self->subscripts[k]))
            == RS_TRUTH_YES
        || rs_linear_facts_decide (self->registers->facts,
                                   rs_ir_binary (kernel, RS_IR_GT, subscripts[k], self->subscripts[k]))
               == RS_TRUTH_YES)
      return TRUE;
  return FALSE;
}

/* Outside of the array a 'safe element is 0 whatever is stored to it, so that only what is stored to it again may use
 * it. */
static void
check_load (const RsIrExpression *e, gpointer data)
{
  Element *self = data;
  const RsIrStatement *s = self->statement;

  if (e->op != RS_IR_LOAD || e->index != self->parameter)
    return;
  if (is_same (self, e->boundary, e->n_operands, e->operands))
    {
      self->n_updates++;
      self->is_possible
          &= s->kind == RS_IR_STORE && s->index == self->parameter
             && is_same (self, s->boundary, s->n_subscripts, (const RsIrExpression *const *)s->subscripts);
    }
  else
    self->is_possible &= is_apart (self, e->n_operands, e->operands);
}

static gboolean
is_known_update (const RsIrStatement *s)
{
  return s->op == RS_IR_ADD || s->op == RS_IR_SUB || s->op == RS_IR_MUL || s->op == RS_IR_MIN || s->op == RS_IR_MAX;
}

static void
check_write (Element *self, const RsIrStatement *s)
{
  const RsIrExpression *const *subscripts = (const RsIrExpression *const *)s->subscripts;

  if (!is_same (self, s->boundary, s->n_subscripts, subscripts))
    self->is_possible &= is_apart (self, s->n_subscripts, subscripts);
  else
    {
      self->n_updates += s->kind == RS_IR_ATOMIC;
      self->is_possible &= s->is_unique && s->result == 0 && s->component == 0 && rs_ir_is_floating (s->value->type)
                           && (s->kind == RS_IR_STORE || is_known_update (s));
    }
}

typedef struct {
  const Registers *registers;
  gboolean found;
} Changing;

static void
find_changing (const RsIrExpression *e, gpointer data)
{
  Changing *changing = data;
  const Registers *self = changing->registers;

  changing->found |= e->op == RS_IR_LOCAL && self->is_set[e->index]
                     && !rs_kernel_local (self->kernel, e->index)->is_counter;
}

static void
assume (Registers *self, RsIrOp op, const RsIrExpression *counter, const RsIrExpression *bound)
{
  Changing changing = { self, FALSE };

  rs_ir_visit (bound, find_changing, &changing);
  if (!changing.found)
    rs_linear_facts_assume (self->facts, rs_ir_binary (self->kernel, op, counter, bound), TRUE, FALSE);
}

/* What the counter's bounds say holds inside, where they are still the same there. */
static void
enter_loop (Registers *self, const RsIrStatement *loop)
{
  const RsIrExpression *counter = rs_ir_local (self->kernel, loop->index);

  rs_linear_facts_assign (self->facts, loop->index, NULL, FALSE);
  assume (self, RS_IR_GE, counter, loop->step > 0 ? loop->low : loop->high);
  assume (self, RS_IR_LE, counter, loop->step > 0 ? loop->high : loop->low);
}

/* is_reached: no condition, and no inner loop that an unchecked access may be guarded by, stands around the block. */
static void
check_block (Element *self, const RsIrBlock *block, gboolean is_reached)
{
  for (RsIrStatement *s = block->first; s && self->is_possible; s = s->next)
    {
      guint mark = rs_linear_facts_mark (self->registers->facts);
      gboolean is_inside_reached;

      self->statement = s;
      rs_ir_visit_statement (s, check_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->index == self->parameter)
        {
          check_write (self, s);
          self->is_certain
              |= is_reached
                 && is_same (self, s->boundary, s->n_subscripts, (const RsIrExpression *const *)s->subscripts);
        }
      if (s->kind == RS_IR_LOOP)
        enter_loop (self->registers, s);
      is_inside_reached = is_reached && s->kind == RS_IR_LOOP && self->boundary == RS_BOUNDARY_SAFE;
      check_block (self, &s->body, is_inside_reached);
      check_block (self, &s->other, FALSE);
      rs_linear_facts_release (self->registers->facts, mark);
    }
}

/* --- rewriting --- */

static const RsIrExpression *
replace_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Element *self = data;

  return e->op == RS_IR_LOAD && e->index == self->parameter && is_same (self, e->boundary, e->n_operands, e->operands)
             ? rs_ir_local (kernel, self->local)
             : e;
}

/* A store or an update becomes an assignment, which rounds as memory would. */
static void
make_set (const Element *self, RsIrStatement *s)
{
  RsKernel *kernel = self->registers->kernel;
  const RsIrExpression *old = rs_ir_convert (kernel, rs_ir_local (kernel, self->local), s->value->type);

  if (s->kind == RS_IR_ATOMIC)
    s->value = rs_ir_binary (kernel, s->op, old, s->value);
  s->value = rs_ir_convert (kernel, s->value, rs_kernel_local (kernel, self->local)->type);
  s->kind = RS_IR_SET;
  s->index = self->local;
  s->n_subscripts = 0;
  s->subscripts = NULL;
  s->boundary = s->overflow = s->is_unique = s->op = 0;
}

static void
replace_block (Element *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_map_statement (self->registers->kernel, s, replace_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->index == self->parameter
          && is_same (self, s->boundary, s->n_subscripts, (const RsIrExpression *const *)s->subscripts))
        make_set (self, s);
      replace_block (self, &s->body);
      replace_block (self, &s->other);
    }
}

typedef struct {
  const Element *element;
  gboolean found;
} Search;

static void
find_access (const RsIrExpression *e, gpointer data)
{
  Search *search = data;

  search->found |= e->op == RS_IR_LOAD && e->index == search->element->parameter;
}

static gboolean
subscripts_use (const Element *self, guint local)
{
  for (guint k = 0; k < self->n; k++)
    if (rs_ir_names_local (self->subscripts[k], local))
      return TRUE;
  return FALSE;
}

/* The store to the element that nothing but assignments of other locals stands between and the loop; or NULL. */
static RsIrStatement *
find_store_before (const Element *self, const RsIrStatement *loop)
{
  for (RsIrStatement *s = loop->previous; s; s = s->previous)
    {
      Search search = { self, FALSE };

      if (s->kind == RS_IR_STORE && s->index == self->parameter && s->is_unique && s->component == 0
          && rs_ir_is_floating (s->value->type)
          && is_same (self, s->boundary, s->n_subscripts, (const RsIrExpression *const *)s->subscripts))
        return s;
      rs_ir_visit_statement (s, find_access, &search);
      if (s->kind != RS_IR_SET || search.found || subscripts_use (self, s->index))
        return NULL;
    }
  return NULL;
}

static RsIrStatement *
make_load (const Element *self, RsIrPlace line)
{
  RsKernel *kernel = self->registers->kernel;
  RsIrStatement *set = rs_ir_statement (kernel, RS_IR_SET, line);
  RsIrExpression *load = rs_ir_new (kernel, RS_IR_LOAD, rs_kernel_local (kernel, self->local)->type, self->n);

  load->boundary = self->boundary;
  load->index = self->parameter;
  load->line = line;
  for (guint k = 0; k < self->n; k++)
    load->operands[k] = self->subscripts[k];
  set->index = self->local;
  set->value = load;
  return set;
}

static RsIrStatement *
make_store (const Element *self, RsIrPlace line)
{
  RsKernel *kernel = self->registers->kernel;
  RsIrStatement *store = rs_ir_statement (kernel, RS_IR_STORE, line);

  store->boundary = self->boundary;
  store->overflow = RS_OVERFLOW_WRAP;
  store->is_unique = TRUE;
  store->index = self->parameter;
  store->n_subscripts = self->n;
  store->subscripts = rs_arena_array (kernel->arena, const RsIrExpression *, self->n);
  for (guint k = 0; k < self->n; k++)
    store->subscripts[k] = self->subscripts[k];
  store->value = rs_ir_local (kernel, self->local);
  return store;
}

/* Puts the loop between a load and a store of the element. Returns what stands in the block in the loop's place. */
static RsIrStatement *
keep_element (Element *self, RsIrBlock *block, RsIrStatement *loop)
{
  RsKernel *kernel = self->registers->kernel;
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, self->parameter);
  RsIrStatement *before = find_store_before (self, loop), *guard;

  self->local = rs_kernel_add_local (kernel, parameter->name, rs_ir_type_of_element (parameter->element), 1);
  rs_kernel_note (kernel, loop->line, 1, 0, "an element of `%s` is kept in a local while a loop updates it",
                  parameter->name);
  replace_block (self, &loop->body);
  if (before || self->boundary == RS_BOUNDARY_SAFE)
    {
      rs_ir_insert_after (block, loop, make_store (self, loop->line));
      if (before)
        make_set (self, before);
      else
        rs_ir_insert_after (block, loop->previous, make_load (self, loop->line));
      return loop;
    }
  guard = rs_ir_statement (kernel, RS_IR_IF, loop->line); /* a loop without iterations accesses nothing */
  guard->value = loop->step > 0 ? rs_ir_binary (kernel, RS_IR_LE, loop->low, loop->high)
                                : rs_ir_binary (kernel, RS_IR_GE, loop->low, loop->high);
  rs_ir_insert_after (block, loop, guard);
  rs_ir_remove (block, loop);
  rs_ir_append (&guard->body, make_load (self, loop->line));
  rs_ir_append (&guard->body, loop);
  rs_ir_append (&guard->body, make_store (self, loop->line));
  return guard;
}

/* --- the walk --- */

/* The element that the statement writes, if the loop may keep it. */
static gboolean
read_element (Registers *self, const RsIrStatement *loop, const RsIrStatement *s, Element *element)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, s->index);

  *element = (Element){ .registers = self,
                        .parameter = s->index,
                        .n = s->n_subscripts,
                        .boundary = s->boundary,
                        .subscripts = (const RsIrExpression *const *)s->subscripts,
                        .is_possible = TRUE };
  if (parameter->binding != RS_BIND_ARRAY
      || (parameter->element != RS_ELEMENT_SINGLE && parameter->element != RS_ELEMENT_DOUBLE)
      || (s->boundary != RS_BOUNDARY_SAFE && s->boundary != RS_BOUNDARY_UNCHECKED))
    return FALSE;
  for (guint k = 0; k < s->n_subscripts; k++)
    if (!is_invariant (self, s->subscripts[k]))
      return FALSE;
  check_block (element, &loop->body, TRUE);
  return element->is_possible && element->is_certain && element->n_updates > 0;
}

static gboolean
find_element (Registers *self, const RsIrStatement *loop, const RsIrBlock *block, Element *element)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && read_element (self, loop, s, element))
        || find_element (self, loop, &s->body, element) || find_element (self, loop, &s->other, element))
      return TRUE;
  return FALSE;
}

/* Returns what stands in the loop's place. Facts of the loop hold from here on. */
static RsIrStatement *
keep_elements (Registers *self, RsIrBlock *block, RsIrStatement *loop)
{
  RsIrStatement *place = loop;
  gboolean is_simple = survey_loop (self, loop);
  Element element;

  enter_loop (self, loop);
  rs_linear_facts_forget (self->facts, &loop->body);
  while (place == loop && is_simple && find_element (self, loop, &loop->body, &element))
    {
      place = keep_element (&element, block, loop);
      survey_loop (self, loop);
    }
  return place;
}

static void
walk_block (Registers *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      guint mark = rs_linear_facts_mark (self->facts);
      RsIrStatement *inner = s;

      if (s->kind == RS_IR_SET)
        {
          rs_linear_facts_assign (self->facts, s->index, s->value, FALSE);
          continue;
        }
      if (s->kind == RS_IR_LOOP)
        s = keep_elements (self, block, s);
      else
        rs_linear_facts_forget (self->facts, &s->body);
      walk_block (self, &inner->body);
      rs_linear_facts_forget (self->facts, &inner->other);
      walk_block (self, &inner->other);
      rs_linear_facts_release (self->facts, mark);
      rs_linear_facts_forget (self->facts, &inner->body);
      rs_linear_facts_forget (self->facts, &inner->other);
    }
}

void
rs_pass_registers (RsKernel *kernel)
{
  Registers self = { .kernel = kernel };
  guint n_arrays = 0;

  for (guint i = 0; i < kernel->parameters->len; i++)
    n_arrays += rs_kernel_parameter (kernel, i)->binding == RS_BIND_ARRAY;
  if (kernel->has_blocks || (kernel->same_arrays_possible && n_arrays > 1))
    return;
  self.facts = rs_linear_facts_new (kernel);
  walk_block (&self, &kernel->body);
  rs_linear_facts_free (self.facts);
  g_free (self.is_set);
}
