/* A loop nest of host code as a kernel: its levels become the grid.
 *
 * What the loop does to outer variables decides whether it may: a variable that is only accumulated to becomes an
 * ACCUMULATOR, and so does one whose running value is used, where the request allows that; one that every iteration
 * gives a value before it reads it is private, with a FINAL when the program may read it behind the loop; anything else
 * is a dependence. Accesses to arrays are compared in dependence.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/base/messages.h"
#include "compiler/kernel/analysis/order/dependence.h"
#include "compiler/kernel/analysis/order/prefix.h"
#include "compiler/kernel/places/cumulative.h"
#include "compiler/kernel/places/live.h"

#include <string.h>

/* --- outer variables --- */

/* Types of outer variables that the body assigns start from their value before the loop. */
static void
bind_assigned_input (Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  if (!(symbol->is_declared && b_has_range (b, symbol->type))
      && ((!b_is_only_accumulated (b, symbol) && b_bind_induction (b, input)) || b_bind_accumulator (b, input)
          || b_bind_prior (b, input) || b_bind_replaced (b, input)))
    return;
  /* Private: whatever it was before is not read. b_finish_loop makes sure of that. */
  b_new_variable (b, b->root, symbol);
}

/* In a serial loop it goes on from its value before the loop, if it has one. */
static void
bind_carried_input (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];

  if (in->type && in->type->kind != RS_TYPE_UNKNOWN && in->type->kind != RS_TYPE_NOTHING)
    b_assign_variable (b, in->symbol, b_input_value (b, input, in->symbol->first), in->symbol->first);
  else
    b_new_variable (b, b->root, in->symbol);
}

static gboolean
is_level (const Build *b, const RsSymbol *symbol)
{
  for (guint level = 0; level < b->nest.n_levels; level++)
    if (!b->nest.is_open && b_level_name (b->nest.loops[level])->symbol == symbol)
      return TRUE;
  return FALSE;
}

void
b_build_loop (Build *b)
{
  b_take_level_hints (b);
  for (guint level = 0; level < b->nest.n_levels && !b->reason; level++)
    if (!b_is_inner_level (b, level))
      b_bind_level (b, level);
  for (guint i = 0; i < b->request->n_inputs && !b->reason; i++)
    {
      const RsSymbol *symbol = b->request->inputs[i].symbol;

      if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == b->root->scope && !is_level (b, symbol)
          && b_assigns (b->nest.body, symbol))
        {
          if (b->request->serial)
            bind_carried_input (b, i);
          else
            bind_assigned_input (b, i);
        }
    }
  for (guint level = 0; level < b->nest.n_levels && !b->nest.is_open && !b->reason; level++)
    if (b_is_inner_level (b, level))
      b_bind_level (b, level);
  b_block (b, b->nest.body);
  if (!b->request->serial)
    b_end_inductions (b);
}

/* --- what lives on --- */

typedef struct {
  const RsKernel *kernel;
  guint8 *assigned; /* by local */
  guint exposed;    /* a local that may be read before it is assigned; G_MAXUINT: none */
  const guint8 *watched;
  guint n_inner_levels; /* the first loops of the kernel, which run at least once */
  guint8 *left;         /* by local: assigned wherever an iteration of the loop left_label ends early; or NULL */
  guint left_label;
  RsIrPlace line;
} Flow;

static void
find_exposed (const RsIrExpression *e, gpointer data)
{
  Flow *flow = data;

  if ((e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT) && flow->watched[e->index] && !flow->assigned[e->index]
      && flow->exposed == G_MAXUINT)
    flow->exposed = e->index;
}

static void flow_block (Flow *flow, const RsIrBlock *block);

/* A loop with at least one iteration, which may be left before its end. */
static void
flow_first_loop (Flow *flow, const RsIrStatement *loop)
{
  const guint n = flow->kernel->locals->len + 1, outer_label = flow->left_label;
  g_autofree guint8 *left = g_malloc (n);
  guint8 *outer = flow->left;

  memset (left, TRUE, n);
  flow->left = left;
  flow->left_label = loop->label;
  flow_block (flow, &loop->body);
  for (guint i = 0; i < n; i++)
    flow->assigned[i] = flow->assigned[i] && left[i];
  flow->left = outer;
  flow->left_label = outer_label;
}

/* Marks what every way through the block assigns. A way that leaves early counts as assigning nothing. */
static void
flow_block (Flow *flow, const RsIrBlock *block)
{
  guint n = flow->kernel->locals->len + 1;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      guint exposed = flow->exposed;

      rs_ir_visit_statement (s, find_exposed, flow);
      if (exposed == G_MAXUINT && flow->exposed != G_MAXUINT)
        flow->line = s->line;
      if (s->kind == RS_IR_SET)
        flow->assigned[s->index] = TRUE;
      else if (s->kind == RS_IR_SET_ELEMENT && s->subscripts[0]->op == RS_IR_CONST
               && s->subscripts[0]->value.integer == (gint64)rs_kernel_local (flow->kernel, s->index)->length - 1)
        flow->assigned[s->index] = TRUE; /* vectors are assigned whole, their last element last */
      if ((s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE) && flow->left && s->label == flow->left_label)
        for (guint i = 0; i < n; i++)
          flow->left[i] = flow->left[i] && flow->assigned[i];
      if (s->kind == RS_IR_IF)
        {
          g_autofree guint8 *before = g_memdup2 (flow->assigned, n);
          g_autofree guint8 *then = NULL;

          flow_block (flow, &s->body);
          then = g_memdup2 (flow->assigned, n);
          if (n > 0) /* no pointers without locals */
            memcpy (flow->assigned, before, n);
          flow_block (flow, &s->other);
          for (guint i = 0; i < n; i++)
            flow->assigned[i] = flow->assigned[i] && then[i];
        }
      else if (s->kind == RS_IR_LOOP && s->label <= flow->n_inner_levels)
        flow_first_loop (flow, s);
      else if (s->body.first || s->other.first)
        {
          g_autofree guint8 *before = g_memdup2 (flow->assigned, n);

          flow_block (flow, &s->body);
          flow_block (flow, &s->other);
          if (n > 0) /* no pointers without locals */
            memcpy (flow->assigned, before, n);
        }
    }
}

static void
finish_variable (Build *b, Variable *variable)
{
  const Shape *shape = &variable->facts->shape;
  RsKernelParameter parameter = { .binding = RS_BIND_FINAL,
                                  .name = (char *)variable->symbol->name,
                                  .symbol = variable->symbol,
                                  .length = b_shape_count (shape) };
  Value value = b_read_variable (b, variable, NULL);
  guint index;

  parameter.is_integer = !rs_ir_is_floating (shape->type);
  parameter.element = parameter.is_integer ? RS_ELEMENT_INT32
                      : shape->is_single   ? RS_ELEMENT_SINGLE
                                           : rs_element_of_precision (b->request->precision);
  index = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  for (guint i = 0; i < (guint)parameter.length; i++)
    {
      RsIrStatement *s = b_emit (b, RS_IR_FINISH);

      s->index = index;
      s->component = i;
      s->value = rs_ir_convert (b->kernel, value.parts[i], parameter.is_integer ? RS_IR_I64 : RS_IR_F64);
    }
}

static guint
count_locals (const Variable *variable)
{
  guint n = b_shape_parts (&variable->facts->shape);

  return variable->facts->in_memory && n > 1 ? 1 : n;
}

static void
check_variable (Build *b, Variable *variable, const guint8 *assigned)
{
  guint n = count_locals (variable);
  gboolean certain = TRUE;

  for (guint i = 0; i < n; i++)
    certain = certain && assigned[variable->locals[i]];
  if (!rs_is_live_behind (b->root->scope, b->nest.loops[0], variable->symbol))
    return;
  if (!certain && !b->reason)
    b->reason
        = g_strdup_printf ("line %u: `%s`, which is used behind the loop, does not get a value in every iteration",
                           rs_place_line (variable->line), variable->symbol->name);
  else if (variable->facts->shape.is_complex || variable->facts->shape.rank > 1 || variable->facts->integers.is_mixed
           || b_are_small (&variable->facts->integers))
    b_fail (b, b->nest.body, "not supported yet in compiled code: `%s` is used behind the loop",
            variable->symbol->name);
  else
    finish_variable (b, variable);
}

static guint
count_inner_levels (const Build *b)
{
  guint n = b->nest.is_open && b->nest.body->kind == RS_NODE_FOR; /* it is not launched without iterations */

  for (guint level = 0; level < b->nest.n_levels && !b->nest.is_open; level++)
    n += b_is_inner_level (b, level);
  return n;
}

/* What stands for an array has no value of its own that the loop could hand on. */
static void
check_alias (Build *b, const Variable *variable)
{
  const RsSymbol *symbol = variable->symbol;

  if (variable->kind == VARIABLE_ALIAS && !variable->is_replaced && symbol && symbol->scope == b->root->scope
      && b_assigns (b->nest.body, symbol) && rs_is_live_behind (b->root->scope, b->nest.loops[0], symbol))
    b_fail (b, symbol->first, "not supported yet in compiled code: `%s` is used behind the loop", symbol->name);
}

static int
compare_locals (gconstpointer a, gconstpointer b)
{
  const Variable *const *one = a, *const *other = b;

  return (int)(*one)->locals[0] - (int)(*other)->locals[0];
}

static void
check_flow (Build *b)
{
  guint n = b->kernel->locals->len;
  g_autofree guint8 *assigned = g_new0 (guint8, n + 1);
  g_autofree guint8 *watched = g_new0 (guint8, n + 1);
  Flow flow = { .kernel = b->kernel,
                .assigned = assigned,
                .exposed = G_MAXUINT,
                .watched = watched,
                .n_inner_levels = count_inner_levels (b) };
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer value;

  g_hash_table_iter_init (&iterator, b->root->variables);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    {
      Variable *variable = value;

      check_alias (b, variable);
      if (variable->kind != VARIABLE_LOCAL || !variable->locals || variable->symbol->scope != b->root->scope)
        continue;
      g_ptr_array_add (variables, variable);
      for (guint i = 0; i < count_locals (variable); i++)
        watched[variable->locals[i]] = TRUE;
    }
  g_ptr_array_sort (variables, compare_locals); /* a text that differed from run to run would be compiled in each */
  flow_block (&flow, &b->kernel->body);
  if (flow.exposed != G_MAXUINT)
    b->reason = g_strdup_printf ("line %u: `%s` may still have its value from another iteration",
                                 rs_place_line (flow.line), rs_kernel_local (b->kernel, flow.exposed)->name);
  for (guint i = 0; i < variables->len && !b->reason; i++)
    check_variable (b, g_ptr_array_index (variables, i), assigned);
}

/* Without running sums the kernel is no other than the one that could not be built. */
static void
check_prefix (Build *b)
{
  gboolean found = FALSE;
  RsIrBlock totals;

  for (guint i = 0; i < b->kernel->parameters->len; i++)
    found |= rs_kernel_parameter (b->kernel, i)->is_prefix;
  if (!found)
    b->reason = g_strdup ("it has no running sums");
  else if (rs_kernel_has_dynamic (b->kernel) || !rs_kernel_find_totals (b->kernel, &b->kernel->body, &totals))
    b->reason = g_strdup ("what is added depends on what was added before");
}

void
b_finish_loop (Build *b)
{
  g_autofree char *dependence = NULL;
  guint independent;

  b->block = &b->kernel->body;
  b_finish_opened (b);
  if (!b->reason)
    check_flow (b);
  if (!b->reason && b->witness > 0 && !b_can_run_again (b))
    b->reason
        = g_strdup ("`max(x, m)` and `min(x, m)` take on each NaN in the order of the loop; `max(m, x)` does not");
  if (b->reason || b->request->serial)
    return;
  if (b->kernel->has_prefix)
    {
      rs_kernel_find_recurrences (b->kernel);
      check_prefix (b);
      if (b->reason)
        return;
    }
  b_finish_rows (b);
  dependence = rs_kernel_find_dependence (b->kernel, &independent);
  if (b->request->free_levels)
    *b->request->free_levels = independent;
  if (!dependence && b->has_replaced && b->request->n_opened == 0) /* sizes of both sides have to be compared */
    dependence = g_strdup ("an array variable gets a new value in each iteration");
  if (!dependence
      || (b->kernel->ordered != 0 && ((1u << b->kernel->grid_rank) - 1) == (independent | b->kernel->ordered)))
    return;
  if (b->request->force_parallel && !rs_kernel_is_cumulative (b->kernel) && !rs_loop_is_cumulative (b->nest.body))
    rs_message_report (b->diagnostics, RS_SEVERITY_WARNING, b->request->module->source, b->nest.loops[0]->span,
                       RS_SAY (PARALLEL_ALTHOUGH), dependence);
  else
    b->reason = g_steal_pointer (&dependence);
}
