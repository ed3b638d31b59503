/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/specialize/candidates.h"

#include "compiler/generate.h"
#include "runtime/trace/trace.h"

char *
rs_candidates_find_reason (const RsEngine *engine, const RsKernelRequest *request)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new (); /* told where the place was compiled */
  g_auto (RsGenerated) generated;
  RsKernelRequest own = *request;
  gboolean lacks_sizes = FALSE;

  own.target = engine->device->target;
  own.free_levels = NULL;
  own.lacks_sizes = &lacks_sizes;
  rs_kernel_generate (&own, diagnostics, &generated);
  return generated.kernel == NULL && !lacks_sizes ? g_steal_pointer (&generated.reason) : NULL;
}

static void
emit (const RsSite *site, const char *title, const RsEngine *engine, const char *reason)
{
  const gint64 now = rs_trace_now ();
  guint line;
  RsTraceEvent event = { .start = now,
                         .end = now,
                         .kind = RS_TRACE_CANDIDATE,
                         .name = rs_trace_name (title),
                         .file = rs_trace_name (rs_source_get_name (site->module->source)),
                         .a = reason == NULL,
                         .track = rs_queue_get_track (engine->queue),
                         .detail = reason != NULL ? rs_trace_name (reason) : 0 };

  rs_source_locate (site->module->source, site->node->span.start, &line, NULL);
  event.line = line;
  rs_trace_emit (&event);
}

/* One device. */
static void
look_at (RsSite *site, const char *title, const RsEngine *engine, const RsEngine *chosen, const RsSpecialization *code,
         const RsKernelRequest *request)
{
  g_autofree char *found = NULL;
  const char *reason = code->kernel == NULL ? code->reason : code->device_reason;

  if ((site->candidates_told & (1u << engine->number)) != 0)
    return;
  site->candidates_told |= 1u << engine->number;
  if (engine != chosen)
    reason = found = rs_candidates_find_reason (engine, request);
  emit (site, title, engine, reason);
}

void
rs_candidates_emit (RsSite *site, const RsEngine *first, const RsEngine *chosen, const RsSpecialization *code,
                    const RsKernelRequest *request)
{
  const gint recording = __atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED);
  g_autofree char *title = NULL;
  guint all = 0;

  if (site->candidates_recording != recording)
    site->candidates_told = 0;
  site->candidates_recording = recording;
  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    all |= 1u << engine->number;
  if (first->host != NULL)
    all |= 1u << first->host->number;
  if ((site->candidates_told & all) == all)
    return;
  title = rs_kernel_dup_title (site->form, site->module, site->node);
  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    look_at (site, title, engine, chosen, code, request);
  if (first->host != NULL)
    look_at (site, title, first->host, chosen, code, request);
}
