/* What becomes of loops and kernels; see loop-outcome.h.
 *
 * Each outermost loop is built like the runtime builds it (runtime/sched/specialize/specialize.c), with the types that
 * the front end knows. Where the kernel takes the whole loop, the loops inside are part of it; else each of them is a
 * place of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/loop-outcome.h"

#include "compiler/kernel/analysis/order/memory-order.h"
#include "compiler/kernel/places/nest.h"
#include "compiler/kernel/report/advice.h"
#include "compiler/kernel/report/describe.h"
#include "compiler/kernel/report/typed-request.h"
#include "compiler/sema/rewrite/directives.h"

#include <string.h>

/* --- in words --- */

char *
rs_loop_outcome_describe (const RsNode *node, const RsKernel *kernel, const char *reason, gboolean in_steps)
{
  g_autofree char *advice = kernel != NULL ? rs_kernel_advise_order (kernel) : NULL;

  if (kernel == NULL && in_steps)
    return g_strdup_printf (RS_LOOP_STEPS ": %s", reason != NULL ? reason : "no kernel can be made of all of it");
  if (kernel == NULL)
    return g_strdup_printf ("interpreted: %s", reason != NULL ? reason : "no kernel can be made of it");
  if (advice != NULL)
    return g_strconcat ("parallel; ", advice, NULL);
  return rs_kernel_describe (node, kernel, reason);
}

RsLoopOutcomeKind
rs_loop_outcome_classify (const RsKernel *kernel)
{
  RsLoopOutcomeKind kind = rs_kernel_get_serial_levels (kernel) != 0 ? RS_LOOP_IS_PARTLY : RS_LOOP_IS_PARALLEL;
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);

  if (rs_kernel_is_serial (kernel))
    return RS_LOOP_IS_SERIAL;
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ACCUMULATOR && parameters[i].is_prefix)
      return RS_LOOP_IS_PREFIX;
    else if (parameters[i].binding == RS_BIND_ACCUMULATOR && !parameters[i].is_witness)
      kind = RS_LOOP_IS_REDUCTION;
  return kind;
}

/* --- of a module --- */

typedef struct {
  RsModule *module;
  RsPrecision precision;
  GPtrArray *pragmas;  /* element-type RsNode */
  GPtrArray *outcomes; /* element-type RsLoopOutcome */
  char *steps;         /* the loop whose iterations run one by one, with the loops that are visited in them; or NULL */
  char *around;        /* what the loops that are visited are part of: "the loop at line 12"; or NULL */
} Search;

static gboolean
is_loop (const RsNode *node)
{
  return node->kind == RS_NODE_FOR || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT;
}

static RsSpan
span_of (const RsNode *node)
{
  RsSpan span = node->span;

  if (node->kind == RS_NODE_FOR)
    span.end = span.start + (guint32)strlen ("for");
  else if (node->kind == RS_NODE_WHILE)
    span.end = span.start + (guint32)strlen ("while");
  else if (node->kind == RS_NODE_REPEAT)
    span.end = span.start + (guint32)strlen ("repeat");
  return span;
}

/* text is taken. reason: why it is serial or interpreted; NULL: it is not, or that is not known. */
static void
add_with_reason (Search *self, const RsNode *node, RsLoopOutcomeKind kind, char *text, const char *reason)
{
  RsLoopOutcome *outcome = g_new0 (RsLoopOutcome, 1);

  outcome->kind = kind;
  outcome->is_kernel = !is_loop (node);
  outcome->span = span_of (node);
  rs_source_locate (self->module->source, node->span.start, &outcome->line, &outcome->column);
  rs_source_locate (self->module->source, node->span.end, &outcome->last_line, NULL);
  outcome->title
      = rs_kernel_dup_title (is_loop (node) ? RS_KERNEL_FROM_LOOP : RS_KERNEL_FROM_FUNCTION, self->module, node);
  outcome->text = text;
  if (reason != NULL && is_loop (node))
    outcome->advice = rs_loop_advise (self->module, node, reason);
  if (self->steps != NULL && kind < RS_LOOP_IS_INTERPRETED)
    {
      outcome->text = g_strdup_printf ("%s (or part of %s, where it is short)", text, self->steps);
      g_free (text);
    }
  g_ptr_array_add (self->outcomes, outcome);
}

static void
add (Search *self, const RsNode *node, RsLoopOutcomeKind kind, char *text)
{
  add_with_reason (self, node, kind, text, NULL);
}

static void visit (Search *self, const RsNode *node);

static char *
name_loop (const Search *self, const RsNode *loop)
{
  guint line;

  rs_source_locate (self->module->source, loop->span.start, &line, NULL);
  return g_strdup_printf ("the loop at line %u", line);
}

/* The loops inside are part of this one. */
static void
visit_part (Search *self, const RsNode *node)
{
  guint line;

  rs_source_locate (self->module->source, node->span.start, &line, NULL);
  if (is_loop (node))
    self->around = name_loop (self, node);
  else
    self->around = node->name != NULL ? g_strdup_printf ("`%s`", node->name)
                                      : g_strdup_printf ("the function at line %u", line);
  visit (self, node);
  g_clear_pointer (&self->around, g_free);
}

/* --- loops --- */

/* What forbids a kernel of any types. NULL: nothing. (transfer full) */
static char *
find_obstacle (const Search *self, const RsNode *loop, const RsLoopNest *nest)
{
  gboolean is_asked_for = nest->request != RS_LOOP_AUTOMATIC && !nest->is_open;
  guint line;

  if (nest->request == RS_LOOP_INTERPRETED)
    return g_strdup ("interpreted, as {!interpreted for} asks");
  rs_source_locate (self->module->source, nest->reason_line_offset, &line, NULL);
  if (nest->n_levels == 0)
    return g_strdup_printf ("interpreted: line %u: %s", line, nest->reason);
  if (!is_asked_for
      && !rs_pragmas_ask (self->pragmas, loop->span.start, "loop_parallelizer", "COMPILER_AUTO_FORLOOP_PARALLELIZATION",
                          TRUE))
    return g_strdup ("interpreted, as a #pragma asks");
  return NULL;
}

/* Whether native code can be made of all of a loop that is no launch of its own as long as long loops inside it are. */
static gboolean
can_be_whole (const RsTypedRequest *typed)
{
  RsKernelRequest whole = typed->request;
  g_autoptr (RsDiagnostics) unused = rs_diagnostics_new ();
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *reason = NULL;

  whole.parallel_only = FALSE;
  kernel = rs_kernel_build_loop (&whole, unused, &reason);
  return kernel != NULL;
}

/* Told of the loops inside, too, which come next. text: why it is not parallel. */
static void
add_steps (Search *self, const RsNode *loop, const char *reason)
{
  add_with_reason (self, loop, RS_LOOP_IS_SERIAL,
                   g_strdup_printf ("in order, as native code in one thread, or step by step where loops inside are "
                                    "long enough to be launched: %s",
                                    reason != NULL ? reason : "its iterations depend on each other"),
                   reason);
  if (self->steps == NULL)
    self->steps = name_loop (self, loop);
}

/* TRUE when the loops inside are part of what is made of this one. */
static gboolean
add_typed (Search *self, RsTypedRequest *typed, const RsNode *loop)
{
  g_autoptr (RsDiagnostics) unused = rs_diagnostics_new ();
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *reason = NULL;
  gboolean lacks_sizes = FALSE;

  typed->request.lacks_sizes = &lacks_sizes;
  kernel = rs_kernel_build_loop (&typed->request, unused, &reason);
  if (kernel == NULL && lacks_sizes)
    add (self, loop, RS_LOOP_IS_OPEN,
         g_strdup ("decided when it is reached, since the sizes of its arrays are known then"));
  else if (kernel == NULL && typed->request.parallel_only && can_be_whole (typed))
    add_steps (self, loop, reason);
  else
    {
      g_autofree char *text = rs_loop_outcome_describe (loop, kernel, reason, FALSE);

      add_with_reason (self, loop, kernel != NULL ? rs_loop_outcome_classify (kernel) : RS_LOOP_IS_INTERPRETED,
                       typed->image == NULL
                           ? g_steal_pointer (&text)
                           : g_strdup_printf ("%s (with `%s` as a cube, which imread gives of a colour image)", text,
                                              typed->image->name),
                       kernel == NULL || rs_loop_outcome_classify (kernel) >= RS_LOOP_IS_PARTLY ? reason : NULL);
    }
  return kernel != NULL;
}

static gboolean
add_loop (Search *self, const RsNode *loop, const RsNode *attribute)
{
  RsLoopNest nest = rs_loop_nest_find (loop, attribute);
  char *obstacle = find_obstacle (self, loop, &nest);
  const RsSymbol *unknown = NULL;
  gboolean is_taken = FALSE;
  RsTypedRequest typed;

  if (obstacle != NULL)
    {
      add_with_reason (self, loop, RS_LOOP_IS_INTERPRETED, obstacle, obstacle);
      return FALSE;
    }
  if (rs_typed_request_init_loop (&typed, self->module, loop, &nest, self->precision, TRUE, &unknown))
    {
      typed.request.attribute = nest.is_open ? attribute : NULL;
      is_taken = add_typed (self, &typed, loop);
    }
  else
    add (self, loop, RS_LOOP_IS_OPEN,
         g_strdup_printf (
             "decided when it is reached, since the type of `%s` is known then; declared, it is known before the run",
             unknown->name));
  rs_typed_request_clear (&typed);
  return is_taken;
}

static void
visit_loop (Search *self, const RsNode *loop, const RsNode *attribute)
{
  const gboolean is_in_steps = self->steps != NULL;

  if (self->around != NULL)
    add (self, loop, RS_LOOP_IS_INSIDE, g_strdup_printf ("part of %s", self->around));
  else if (add_loop (self, loop, attribute))
    {
      visit_part (self, loop);
      return;
    }
  visit (self, loop);
  if (!is_in_steps)
    g_clear_pointer (&self->steps, g_free);
}

/* --- kernel functions --- */

static void
add_function (Search *self, const RsNode *function)
{
  g_autoptr (RsDiagnostics) unused = rs_diagnostics_new ();
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *reason = NULL;
  const RsSymbol *unknown = NULL;
  gboolean lacks_sizes = FALSE;
  RsTypedRequest typed;

  if (rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS) != NULL
      && rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS)->n_children > 0)
    {
      add (self, function, RS_LOOP_IS_OPEN,
           g_strdup ("built when it is launched, since its type parameters are known then"));
      return;
    }
  if (!rs_typed_request_init_function (&typed, self->module, function, self->precision, &unknown))
    add (self, function, RS_LOOP_IS_OPEN,
         g_strdup_printf (
             "built when it is launched, since the type of `%s` is known then; declared, it is known before the run",
             unknown->name));
  else
    {
      typed.request.lacks_sizes = &lacks_sizes;
      kernel = rs_kernel_build (&typed.request, unused, &reason);
      if (kernel != NULL && !rs_kernel_optimize (kernel, NULL, NULL))
        g_clear_pointer (&kernel, rs_kernel_free);
      if (kernel == NULL && (lacks_sizes || reason == NULL))
        add (self, function, RS_LOOP_IS_OPEN,
             g_strdup ("built when it is launched, since the sizes of its arrays are known then"));
      else
        add (self, function, kernel != NULL ? rs_loop_outcome_classify (kernel) : RS_LOOP_IS_INTERPRETED,
             rs_loop_outcome_describe (function, kernel, reason, FALSE));
    }
  rs_typed_request_clear (&typed);
}

/* --- the walk --- */

static gboolean
is_function (const RsNode *node)
{
  return node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA;
}

static void
visit_child (Search *self, const RsNode *child, const RsNode *attribute)
{
  gboolean is_kernel = is_function (child) && child->scope != NULL && (child->flags & RS_NODE_KERNEL) != 0;

  if (is_loop (child))
    visit_loop (self, child, attribute);
  else if (self->around == NULL && is_kernel)
    {
      add_function (self, child);
      visit_part (self, child);
    }
  else if (self->around == NULL && is_function (child) && (child->flags & RS_NODE_DEVICE) != 0)
    visit_part (self, child);
  else if (child->kind != RS_NODE_REDUCTION && child->kind != RS_NODE_MACRO)
    visit (self, child);
}

static void
visit (Search *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      {
        visit_child (self, node->children[i], attribute);
        attribute = rs_attribute_for_next (attribute, node->children[i]);
      }
}

static void
outcome_free (gpointer data)
{
  RsLoopOutcome *outcome = data;

  g_free (outcome->title);
  g_free (outcome->text);
  g_free (outcome->advice);
  g_free (outcome);
}

GPtrArray *
rs_loop_outcomes_new (void)
{
  return g_ptr_array_new_with_free_func (outcome_free);
}

GPtrArray *
rs_loop_outcomes_find (RsModule *module, RsPrecision precision)
{
  Search self = { module, precision, rs_pragmas_collect (module->root), rs_loop_outcomes_new (), NULL };

  visit (&self, module->root);
  g_ptr_array_unref (self.pragmas);
  return self.outcomes;
}
