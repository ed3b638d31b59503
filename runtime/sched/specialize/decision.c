/* Decisions of the kernel compiler as trace events; see decision.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/decision.h"

#include "compiler/kernel/report/explain.h"
#include "compiler/kernel/report/loop-outcome.h"
#include "runtime/trace/trace.h"

static RsDecision
get_decision (const RsKernel *kernel)
{
  if (kernel == NULL)
    return RS_DECISION_INTERPRETED;
  switch (rs_loop_outcome_classify (kernel))
    {
    case RS_LOOP_IS_SERIAL:
      return RS_DECISION_SERIAL;
    case RS_LOOP_IS_REDUCTION:
      return RS_DECISION_REDUCTION;
    case RS_LOOP_IS_PREFIX:
      return RS_DECISION_PREFIX;
    case RS_LOOP_IS_PARTLY:
      return RS_DECISION_PARTLY;
    default:
      return RS_DECISION_PARALLEL;
    }
}

static guint32
emit (const char *file, const char *title, guint line, RsKernelForm form, RsDecision decision, const char *text)
{
  gint64 now = rs_trace_now ();
  RsTraceEvent event = { .start = now, .end = now, .kind = RS_TRACE_DECISION, .a = decision, .b = form };

  event.name = rs_trace_name (title);
  event.file = rs_trace_name (file);
  event.line = line;
  event.detail = rs_trace_name (text);
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
  return event.detail;
}

guint32
rs_decision_emit (RsModule *module, RsKernelForm form, const RsNode *node, const RsKernel *kernel, const char *reason,
                  gboolean in_steps)
{
  g_autofree char *title = NULL, *text = NULL;
  guint line;

  if (!rs_trace_is_on ())
    return 0;
  title = rs_kernel_dup_title (form, module, node);
  text = rs_loop_outcome_describe (node, kernel, reason, in_steps);
  rs_source_locate (module->source, node->span.start, &line, NULL);
  return emit (rs_source_get_name (module->source), title, line, form, get_decision (kernel), text);
}

void
rs_decision_emit_fusion (const char *title, const char *file, guint line, const char *text)
{
  if (rs_trace_is_on ())
    emit (file, title, line, RS_KERNEL_FROM_FUNCTION, RS_DECISION_PARALLEL, text);
}

static void
emit_static (const RsNode *loop, const char *reason, guint line, gpointer data)
{
  RsModule *module = data;
  g_autofree char *title = rs_kernel_dup_title (RS_KERNEL_FROM_LOOP, module, loop);
  g_autofree char *text = g_strdup_printf ("interpreted: line %u: %s", line, reason);
  guint own_line;

  rs_source_locate (module->source, loop->span.start, &own_line, NULL);
  emit (rs_source_get_name (module->source), title, own_line, RS_KERNEL_FROM_LOOP, RS_DECISION_INTERPRETED, text);
}

void
rs_decision_emit_static (RsModule *module, RsPrecision precision)
{
  if (rs_trace_is_on ())
    rs_explain_loops (module, emit_static, module);
}
