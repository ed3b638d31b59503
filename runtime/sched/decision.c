/* Decisions of the kernel compiler as trace events; see decision.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/decision.h"

#include "compiler/kernel/explain.h"
#include "compiler/kernel/memory-order.h"
#include "compiler/kernel/nest.h"
#include "runtime/trace.h"

static RsDecision
get_decision (const RsKernel *kernel)
{
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);

  if (rs_kernel_is_serial (kernel))
    return RS_DECISION_SERIAL;
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ACCUMULATOR && !parameters[i].is_witness)
      return RS_DECISION_REDUCTION;
  return RS_DECISION_PARALLEL;
}

/* " over `i`": the levels of the nest whose bit is set. */
static void
add_levels (GString *text, const RsLoopNest *nest, guint levels)
{
  const char *separator = " over";

  for (guint level = 0; level < nest->n_levels; level++)
    if ((levels >> level & 1) != 0)
      {
        const RsNode *variable = nest->loops[level]->children[RS_FOR_VARIABLE];

        if (variable->kind == RS_NODE_TYPED)
          variable = variable->children[RS_TYPED_EXPRESSION];
        g_string_append_printf (text, "%s `%s`", separator, variable->name != NULL ? variable->name : "");
        separator = ",";
      }
}

static void
add_inner_levels (GString *text, const RsNode *node, guint inner, const char *reason)
{
  RsLoopNest nest = rs_loop_nest_find (node, NULL);

  add_levels (text, &nest, ~inner);
  g_string_append (text, ", in order");
  add_levels (text, &nest, inner);
  if (reason != NULL)
    g_string_append_printf (text, ": %s", reason);
}

char *
rs_decision_describe (const RsNode *node, const RsKernel *kernel, const char *reason)
{
  static const char *const operators[] = { "sum", "product", "minimum", "maximum", "and", "or", "exclusive or" };
  GString *text = g_string_new ("parallel");
  const char *separator = ", with the";
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);

  if (rs_kernel_is_serial (kernel))
    g_string_printf (text, "serial, as native code%s%s", reason != NULL ? ": " : "", reason != NULL ? reason : "");
  else if (rs_kernel_get_serial_levels (kernel) != 0)
    add_inner_levels (text, node, rs_kernel_get_serial_levels (kernel), reason);
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ACCUMULATOR)
      {
        g_string_append_printf (text, "%s %s%s", separator, parameters[i].is_prefix ? "running " : "", operators[parameters[i].reduce]);
        if (parameters[i].symbol != NULL)
          g_string_append_printf (text, " `%s`", parameters[i].name);
        separator = ", the";
      }
  return g_string_free (text, FALSE);
}

static void
emit (RsModule *module, const char *title, guint line, RsKernelForm form, RsDecision decision, const char *text)
{
  gint64 now = rs_trace_now ();
  RsTraceEvent event = { .start = now, .end = now, .kind = RS_TRACE_DECISION, .a = decision, .b = form };

  event.name = rs_trace_name (title);
  event.file = rs_trace_name (rs_source_get_name (module->source));
  event.line = line;
  event.detail = rs_trace_name (text);
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
}

void
rs_decision_emit (RsModule *module, RsKernelForm form, const RsNode *node, const RsKernel *kernel, const char *reason)
{
  g_autofree char *title = NULL, *text = NULL, *advice = NULL;
  guint line;

  if (!rs_trace_is_on ())
    return;
  title = rs_kernel_dup_title (form, module, node);
  advice = kernel != NULL ? rs_kernel_advise_order (kernel) : NULL;
  text = kernel == NULL   ? g_strdup_printf ("interpreted: %s", reason)
         : advice == NULL ? rs_decision_describe (node, kernel, reason)
                          : g_strconcat ("parallel; ", advice, NULL);
  rs_source_locate (module->source, node->span.start, &line, NULL);
  emit (module, title, line, form, kernel != NULL ? get_decision (kernel) : RS_DECISION_INTERPRETED, text);
}

static void
emit_static (const RsNode *loop, const char *reason, guint line, gpointer data)
{
  RsModule *module = data;
  g_autofree char *title = rs_kernel_dup_title (RS_KERNEL_FROM_LOOP, module, loop);
  g_autofree char *text = g_strdup_printf ("interpreted: line %u: %s", line, reason);
  guint own_line;

  rs_source_locate (module->source, loop->span.start, &own_line, NULL);
  emit (module, title, own_line, RS_KERNEL_FROM_LOOP, RS_DECISION_INTERPRETED, text);
}

void
rs_decision_emit_static (RsModule *module, RsPrecision precision)
{
  if (rs_trace_is_on ())
    rs_explain_loops (module, precision, FALSE, emit_static, module);
}
