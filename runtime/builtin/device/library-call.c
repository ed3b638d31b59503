/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/device/library-call.h"

#include "runtime/memory/replica.h"
#include "runtime/sched/engine.h"
#include "runtime/trace/trace.h"

static gboolean
is_there (const RsEngine *engine, const RsLibraryTask *task)
{
  for (guint i = 0; i < task->n_arrays; i++)
    if (rs_queue_will_have (engine->queue, task->arrays[i].array))
      return TRUE;
  return FALSE;
}

static gboolean
fits (const RsEngine *engine, const RsLibraryTask *task, gsize work_bytes)
{
  guint64 bytes = work_bytes, largest = work_bytes;

  for (guint i = 0; i < task->n_arrays; i++)
    {
      const guint64 own = (guint64)rs_array_get_bytes (task->arrays[i].array);

      bytes += own;
      largest = MAX (largest, own);
    }
  return rs_memory_could_hold (engine->device, bytes, largest);
}

static gboolean
can_do (const RsEngine *engine, const RsLibraryTask *task, gsize *work_bytes)
{
  const RsDeviceTable *table = engine->device->table;

  return table->prepare_library != NULL && !rs_device_has_failed (engine->device)
         && table->prepare_library (engine->device, &task->call, work_bytes) && fits (engine, task, *work_bytes);
}

/* One of the devices; its arrays may be elsewhere. */
static RsEngine *
draw (RsSession *session, RsEngine *first)
{
  guint n = 0, number;

  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    n++;
  number = rs_session_draw_stress (session) % n;
  for (; number > 0; number--)
    first = first->next;
  return first;
}

/* Where the program wants it; else where one of the arrays is. NULL: nowhere. */
static RsEngine *
find_place (RsSession *session, RsEngine *first, const RsLibraryTask *task)
{
  const RsSchedule *schedule = &session->schedule;

  if (session->stress != 0)
    return draw (session, first);
  if (schedule->mode == RS_PLACE_CPU)
    return NULL;
  for (RsEngine *engine = first; schedule->index >= 0 && engine != NULL; engine = engine->next)
    if ((gint)engine->number == schedule->index)
      return engine;
  for (RsEngine *engine = first; engine != NULL; engine = engine->next)
    if (is_there (engine, task) && engine->device->table->prepare_library != NULL)
      return engine;
  return NULL;
}

static RsEngine *
choose (RsSession *session, const RsLibraryTask *task, gsize *work_bytes)
{
  RsEngine *first = rs_device_is_used (session) ? session->slots[RS_SLOT_QUEUE] : NULL, *engine;

  if (first == NULL)
    return NULL;
  engine = find_place (session, first, task);
  *work_bytes = 0;
  return engine != NULL && can_do (engine, task, work_bytes) ? engine : NULL;
}

gboolean
rs_device_has_library (RsSession *session, const RsLibraryTask *task)
{
  gsize work_bytes;

  return choose (session, task, &work_bytes) != NULL;
}

/* What traces show of how large it is: the result. */
static void
set_grid (RsLaunch *launch, const RsLibraryCall *call)
{
  gint64 grid[3] = { 1, 1, 1 };

  switch (call->function)
    {
    case RS_LIBRARY_PRODUCT:
      grid[0] = call->product.m;
      grid[1] = call->product.n;
      break;
    case RS_LIBRARY_TRANSFORM:
      grid[0] = call->transform.outer;
      for (int d = 0; d < call->transform.rank; d++)
        grid[1] *= call->transform.lengths[d];
      grid[2] = call->transform.inner;
      break;
    case RS_LIBRARY_FACTOR:
      grid[0] = grid[1] = call->system.n;
      break;
    case RS_LIBRARY_SOLVE:
      grid[0] = call->system.n_right;
      grid[1] = call->system.n;
      break;
    }
  rs_launch_set_grid (launch, grid[2] > 1 ? 3 : 2, grid, NULL);
}

/* At the line of the program that calls; work: NULL: none. */
static RsLaunch *
make_launch (RsSession *session, const RsLibraryTask *task, RsArray *work, RsSource *source, guint line)
{
  g_autofree char *stack = session->host->dup_stack (session);
  RsLaunch *launch = rs_launch_new (NULL, task->title, rs_source_get_name (source), line);

  rs_launch_set_library (launch, &task->call);
  set_grid (launch, &task->call);
  rs_launch_set_messages (launch, NULL, source, stack);
  for (guint i = 0; i < task->n_arrays; i++)
    {
      const RsLibraryArray *array = &task->arrays[i];

      rs_launch_add_array (launch, array->name, array->array, NULL, array->reads, array->writes);
    }
  if (work != NULL)
    rs_launch_add_array (launch, "workspace", work, NULL, FALSE, TRUE);
  return launch;
}

RsLaunchResult
rs_device_call_library (RsSession *session, const RsLibraryTask *task, GError **error)
{
  gsize work_bytes;
  RsEngine *engine = choose (session, task, &work_bytes);
  guint line = 0;
  RsSource *source = session->host->get_place (session, &line);
  g_autoptr (RsArray) work = NULL;
  RsSubmission submission;
  RsLaunch *launch;
  gboolean queued;

  if (engine == NULL || source == NULL)
    return RS_LAUNCH_INTERPRET;
  if (work_bytes > 0)
    {
      work = rs_device_result_new (RS_ELEMENT_UINT8, 1, (gint64[]){ (gint64)work_bytes }, error);
      if (work == NULL)
        return RS_LAUNCH_FAILED;
    }
  launch = make_launch (session, task, work, source, line);
  submission = rs_launch_begin_submission (launch);
  if (submission.start != 0)
    rs_launch_emit_place (launch, engine->queue, RS_PLACE_REASON_LIBRARY);
  queued = rs_queue_submit (engine->queue, launch, error);
  if (!queued)
    rs_queue_take_place (engine->queue, &session->error_place);
  rs_submission_emit (&submission);
  return queued ? RS_LAUNCH_QUEUED : RS_LAUNCH_FAILED;
}
