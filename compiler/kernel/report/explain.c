/* Why loops of host code do not run in parallel, and what else there is to say about loops and kernels; see explain.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/explain.h"

#include "compiler/base/messages.h"
#include "compiler/kernel/analysis/order/memory-order.h"
#include "compiler/kernel/report/describe.h"
#include "compiler/kernel/report/typed-request.h"
#include "compiler/sema/check/kernels/attributes.h"
#include "compiler/sema/rewrite/kernel-hint.h"

#include <string.h>

typedef struct {
  RsModule *module;
  RsPrecision precision;
  gboolean with_types;
  gboolean is_quiet;          /* of loops: the builder's warnings only */
  RsDiagnostics *diagnostics; /* for warnings of the builder */
  RsExplainLoop report;
  gpointer data;
} Explain;

/* "line 12: text" of a reason is its line and its text. */
static const char *
split_reason (const char *reason, guint *line)
{
  const char *text;

  if (!g_str_has_prefix (reason, "line "))
    return reason;
  text = strstr (reason, ": ");
  if (text == NULL)
    return reason;
  *line = (guint)g_ascii_strtoull (reason + strlen ("line "), NULL, 10);
  return text + 2;
}

/* Why the loop is not parallel. */
static void
tell_reason (Explain *self, const RsNode *loop, const char *reason)
{
  guint line = 0;
  const char *text;

  rs_source_locate (self->module->source, loop->span.start, &line, NULL);
  text = split_reason (reason, &line);
  self->report (loop, text, line, self->data);
}

/* What becomes of it. */
static void
tell (Explain *self, const RsNode *loop, const RsTypedRequest *typed, const char *text)
{
  RsSpan span = { loop->span.start, loop->span.start + strlen ("for") };
  g_autofree char *image
      = typed->image == NULL
            ? g_strdup ("")
            : g_strdup_printf (" (with `%s` as a cube, which imread gives of a colour image)", typed->image->name);

  if (!self->is_quiet)
    rs_message_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, span, RS_SAY (LOOP_OUTCOME), "loop",
                       text, image);
}

/* What the kernel says, which is built the way that a run does. TRUE when nothing is to be said about the loops
 * inside. */
static gboolean
explain_kernel (Explain *self, const RsNode *loop, const RsTypedRequest *typed, const RsKernel *kernel,
                const char *reason, gboolean lacks_sizes)
{
  g_autofree char *text = kernel != NULL ? rs_kernel_describe (loop, kernel, reason) : NULL;

  if (kernel == NULL && !lacks_sizes)
    tell_reason (self, loop, reason);
  else if (kernel != NULL && rs_kernel_get_serial_levels (kernel) != 0)
    tell (self, loop, typed, text);
  else if (kernel != NULL && rs_kernel_is_serial (kernel) && reason != NULL)
    tell_reason (self, loop, reason);
  return kernel != NULL || lacks_sizes;
}

/* TRUE when nothing is to be said about the loops inside. */
static gboolean
explain_typed (Explain *self, const RsNode *loop, const RsLoopNest *nest)
{
  const RsSymbol *unknown = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  gboolean lacks_sizes = FALSE, is_done = TRUE;
  RsTypedRequest typed;

  if (rs_typed_request_init_loop (&typed, self->module, loop, nest, self->precision, TRUE, &unknown))
    {
      typed.request.lacks_sizes = &lacks_sizes;
      kernel = rs_kernel_build_loop (&typed.request, self->diagnostics, &reason);
      is_done = explain_kernel (self, loop, &typed, kernel, reason, lacks_sizes);
    }
  rs_typed_request_clear (&typed);
  return is_done;
}

static gboolean
explain_loop (Explain *self, const RsNode *loop, const RsNode *attribute)
{
  RsLoopNest nest = rs_loop_nest_find (loop, attribute);
  guint line;

  if (nest.request == RS_LOOP_INTERPRETED || (nest.request == RS_LOOP_SERIAL && !(nest.is_open && self->with_types)))
    return TRUE;
  if (nest.n_levels > 0 && !nest.is_open)
    return !self->with_types || explain_typed (self, loop, &nest);
  rs_source_locate (self->module->source, nest.reason_line_offset, &line, NULL);
  self->report (loop, nest.reason, line, self->data);
  return FALSE;
}

static gboolean
is_for_devices (const RsNode *node)
{
  return (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
         && ((node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) != 0 || (node->scope != NULL && node->scope->is_kernel));
}

static void
visit (Explain *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  if (is_for_devices (node) || node->kind == RS_NODE_TYPE_DEFINITION || node->kind == RS_NODE_REDUCTION
      || node->kind == RS_NODE_MACRO)
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL)
        continue;
      if (child->kind != RS_NODE_FOR || !explain_loop (self, child, attribute))
        visit (self, child);
      attribute = rs_attribute_for_next (attribute, child);
    }
}

void
rs_explain_loops (RsModule *module, RsExplainLoop report, gpointer data)
{
  Explain self = { .module = module, .report = report, .data = data };

  visit (&self, module->root);
}

/* --- as errors --- */

/* What {!parallel for} asks for has to be possible (manual 8.2). */
static void
visit_forced (Explain *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  if (is_for_devices (node) || node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO)
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL)
        continue;
      if (child->kind == RS_NODE_FOR)
        {
          RsLoopNest nest = rs_loop_nest_find (child, attribute);

          if (nest.wrong != NULL)
            rs_message_report (self->diagnostics, RS_SEVERITY_ERROR, self->module->source, nest.wrong->span,
                               RS_SAY (PARALLEL_NEST), nest.reason);
        }
      attribute = rs_attribute_for_next (attribute, child);
      visit_forced (self, child);
    }
}

void
rs_explain_forced_loops (RsModule *module, RsDiagnostics *diagnostics)
{
  Explain self = { .module = module, .diagnostics = diagnostics };

  visit_forced (&self, module->root);
}

/* --- as diagnostics --- */

static void
report_note (const RsNode *loop, const char *reason, guint line, gpointer data)
{
  Explain *self = data;
  RsSpan span = { loop->span.start, loop->span.start + strlen ("for") };
  guint own_line;

  if (self->is_quiet)
    return;
  rs_source_locate (self->module->source, loop->span.start, &own_line, NULL);
  if (line == own_line)
    rs_message_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, span, RS_SAY (LOOP_IN_ORDER), reason);
  else
    rs_message_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, span, RS_SAY (LOOP_IN_ORDER_LINE),
                       line, reason);
}

/* A kernel function whose work items go across memory. */
static void
note_order (Explain *self, const RsNode *function)
{
  g_autofree char *reason = NULL, *advice = NULL;
  g_autoptr (RsDiagnostics) unused = rs_diagnostics_new ();
  const RsSymbol *unknown = NULL;
  RsTypedRequest typed;
  RsKernel *kernel = NULL;

  if (rs_typed_request_init_function (&typed, self->module, function, self->precision, &unknown))
    kernel = rs_kernel_build (&typed.request, unused, &reason);
  rs_typed_request_clear (&typed);
  if (kernel != NULL && rs_kernel_optimize (kernel, NULL, NULL))
    advice = rs_kernel_advise_order (kernel);
  rs_kernel_free (kernel);
  if (advice != NULL)
    rs_message_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, function->span,
                       RS_SAY (ACROSS_MEMORY), advice);
}

/* A transform that is asked for, and that the CPU does not need. */
static void
note_hint (Explain *self, const RsNode *attribute, const RsNode *statement)
{
  g_autofree char *problem = NULL;
  RsKernelHint hint;

  if (rs_kernel_hint_read (attribute, &hint, &problem) && hint.is_here && hint.nothing != NULL)
    rs_message_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, attribute->span,
                       RS_SAY (ATTRIBUTE_NOTHING), attribute->name, hint.nothing);
  rs_attribute_note (self->module, attribute, statement, self->diagnostics);
}

/* What the attribute at i stands before. */
static const RsNode *
find_statement (const RsNode *block, guint i)
{
  while (i < block->n_children
         && (!block->children[i] || block->children[i]->kind == RS_NODE_ATTRIBUTE
             || block->children[i]->kind == RS_NODE_PRAGMA))
    i++;
  return i < block->n_children ? block->children[i] : NULL;
}

static void
visit_kernels (Explain *self, const RsNode *node)
{
  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO)
    return;
  if (node->kind == RS_NODE_FUNCTION && node->scope != NULL && (node->flags & RS_NODE_KERNEL) != 0)
    note_order (self, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->children[i]->kind == RS_NODE_ATTRIBUTE)
      note_hint (self, node->children[i], find_statement (node, i));
    else if (node->children[i])
      visit_kernels (self, node->children[i]);
}

void
rs_explain_module (RsModule *module, RsPrecision precision, gboolean without_loops, RsDiagnostics *diagnostics)
{
  Explain self = { module, precision, TRUE, without_loops, diagnostics, report_note, &self };

  visit (&self, module->root);
  visit_kernels (&self, module->root);
}
