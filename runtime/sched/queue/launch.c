/* Launches: what the session's thread writes down, and what a queue's thread does with it besides running it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/launch-private.h"

#include <string.h>

#include "runtime/device/launch-values.h"
#include "runtime/sched/queue/launch-room.h"
#include "runtime/sched/work-sums.h"
#include "runtime/trace/trace.h"

#define MOST_COMPARED 64u /* parameters that are looked at for the same array */

static guint64 last_id; /* atomic */

RsLaunch *
rs_launch_new (RsDeviceKernel *kernel, const char *title, const char *file, guint line)
{
  RsLaunch *launch = rs_launch_room_new ();

  launch->work.kernel = kernel;
  launch->work.id = __atomic_add_fetch (&last_id, 1, __ATOMIC_RELAXED);
  launch->title = rs_launch_room_dup (launch, title);
  launch->file = rs_launch_room_dup (launch, file);
  launch->line = line;
  rs_launch_set_grid (launch, 1, (gint64[]){ 0 }, NULL);
  return launch;
}

void
rs_launch_free (RsLaunch *launch)
{
  if (launch->is_abandoned)
    return;
  for (guint i = 0; i < launch->work.n_arguments; i++)
    g_clear_pointer (&launch->parameters[i]->array, rs_array_unref);
  g_clear_pointer (&launch->source, rs_source_unref);
  rs_launch_room_free (launch);
}

void
rs_launch_set_library (RsLaunch *launch, const RsLibraryCall *call)
{
  RsDeviceLaunch *work = &launch->work;
  RsLibraryCall *copy = rs_launch_room_take (launch, sizeof *copy, _Alignof(RsLibraryCall));

  g_return_if_fail (call != NULL);
  *copy = *call;
  work->library = copy;
}

guint32
rs_launch_get_trace_name (const RsLaunch *launch)
{
  return launch->trace_name != 0 ? launch->trace_name : rs_trace_name (launch->title);
}

guint32
rs_launch_get_trace_file (const RsLaunch *launch)
{
  return launch->trace_file != 0 || launch->file == NULL ? launch->trace_file : rs_trace_name (launch->file);
}

RsSubmission
rs_launch_begin_submission (RsLaunch *launch)
{
  if (!rs_trace_is_on ())
    return (RsSubmission){ 0 };
  launch->trace_name = rs_launch_get_trace_name (launch);
  launch->trace_file = rs_launch_get_trace_file (launch);
  launch->work.name = launch->trace_name;
  launch->work.file = launch->trace_file;
  launch->work.line = launch->line;
  launch->submitted = rs_trace_now ();
  return (RsSubmission){ launch->submitted, launch->trace_name, launch->trace_file, launch->line, launch->work.id };
}

void
rs_submission_emit (const RsSubmission *submission)
{
  if (submission->start == 0)
    return;
  rs_trace_emit (&(RsTraceEvent){ .start = submission->start,
                                  .end = rs_trace_now (),
                                  .kind = RS_TRACE_LAUNCH,
                                  .name = submission->name,
                                  .file = submission->file,
                                  .line = submission->line,
                                  .a = (gint64)submission->id,
                                  .track = rs_trace_thread_track () });
}

void
rs_launch_set_grid (RsLaunch *launch, guint rank, const gint64 *grid, const gint64 *block)
{
  g_return_if_fail (rank >= 1 && rank <= RS_MAX_GRID);
  launch->work.rank = rank;
  for (guint d = 0; d < RS_MAX_GRID; d++)
    {
      launch->work.grid[d] = d < rank ? MAX (grid[d], 0) : 1;
      launch->work.block[d] = d < rank && block != NULL ? MAX (block[d], 1) : 1;
    }
}

void
rs_launch_set_division (RsLaunch *launch, gint64 first, gint64 end)
{
  g_return_if_fail (first >= 0 && first < end && end <= launch->work.grid[0]);
  launch->work.whole = launch->work.grid[0];
  launch->work.first = first;
  launch->work.grid[0] = end - first;
}

void
rs_launch_set_messages (RsLaunch *launch, const RsKernel *kernel, RsSource *source, const char *backtrace)
{
  launch->kernel = kernel;
  g_clear_pointer (&launch->source, rs_source_unref);
  launch->source = source != NULL ? rs_source_ref (source) : NULL;
  launch->backtrace = rs_launch_room_dup (launch, backtrace);
}

/* --- parameters --- */

static void
grow (RsLaunch *launch)
{
  RsLaunchParameter **before = launch->parameters;
  const guint n = launch->n_allocated;

  launch->n_allocated = MAX (8, 2 * n);
  launch->parameters
      = rs_launch_room_take (launch, launch->n_allocated * sizeof *launch->parameters, sizeof (gpointer));
  if (n > 0)
    memcpy (launch->parameters, before, n * sizeof *before);
}

static RsLaunchParameter *
add_parameter (RsLaunch *launch, RsParameterKind kind, const char *name, gsize payload_bytes)
{
  RsLaunchParameter *parameter
      = rs_launch_room_take (launch, sizeof *parameter + payload_bytes, _Alignof(RsLaunchParameter));

  parameter->kind = kind;
  parameter->name = rs_launch_room_dup (launch, name);
  if (launch->work.n_arguments == launch->n_allocated)
    grow (launch);
  launch->parameters[launch->work.n_arguments++] = parameter;
  return parameter;
}

void
rs_launch_add_number (RsLaunch *launch, const char *name, gconstpointer value, gsize bytes)
{
  g_assert (bytes >= 1);
  memcpy (add_parameter (launch, RS_PARAMETER_NUMBER, name, bytes)->payload, value, bytes);
}

void
rs_launch_add_own_array (RsLaunch *launch, const char *name, guint rank)
{
  g_return_if_fail (rank >= 1 && rank <= RS_MAX_RANK);
  add_parameter (launch, RS_PARAMETER_NUMBER, name, 1)->rank = rank;
}

gboolean
rs_launch_covers (const RsLaunch *launch, const RsKernelParameter *parameter, const gint64 *dims)
{
  for (int k = 0; k < RS_MAX_RANK; k++)
    if (dims[k] != (k < (int)launch->work.rank ? rs_launch_get_length (&launch->work, (guint)k) : 1))
      return FALSE;
  return parameter->covers;
}

static gboolean
is_pending (RsArray *array)
{
  return __atomic_load_n (&array->pending_reads, __ATOMIC_RELAXED) != 0
         || __atomic_load_n (&array->pending_writes, __ATOMIC_RELAXED) != 0;
}

void
rs_launch_add_array (RsLaunch *launch, const char *name, RsArray *array, const gint64 *dims, gboolean reads,
                     gboolean writes)
{
  RsLaunchParameter *parameter = add_parameter (launch, RS_PARAMETER_ARRAY, name, sizeof (RsKernelArray));
  RsKernelArray *view = rs_launch_parameter_get_view (parameter);

  parameter->array = rs_array_ref (array);
  parameter->reads = reads || !writes;
  parameter->writes = writes;
  parameter->part = (RsExtent){ 0, (gsize)rs_array_get_bytes (array) };
  view->data = NULL;
  memcpy (view->dims, dims != NULL ? dims : array->dims, sizeof view->dims);
  if (!is_pending (array))
    launch->bytes += (guint64)rs_array_get_bytes (array);
}

/* What is not read is written as a whole. */
void
rs_launch_set_part (RsLaunch *launch, RsExtent part)
{
  g_assert (launch->work.n_arguments >= 1);
  g_assert (launch->parameters[launch->work.n_arguments - 1]->kind == RS_PARAMETER_ARRAY);
  g_assert (part.end <= launch->parameters[launch->work.n_arguments - 1]->part.end);

  RsLaunchParameter *parameter = launch->parameters[launch->work.n_arguments - 1];

  if (parameter->reads)
    parameter->part = part;
}

void
rs_launch_set_rows (RsLaunch *launch, guint i, const RsRows *rows)
{
  g_assert (i < launch->work.n_arguments && launch->parameters[i]->kind == RS_PARAMETER_ARRAY);

  RsLaunchParameter *parameter = launch->parameters[i];
  const gsize bytes = rows->n > 0 ? (gsize)rs_array_get_bytes (parameter->array) / (gsize)rows->n : 0;
  RsExtent part = { 0, 0 };

  if (rows->low < rows->high)
    part = (RsExtent){ MAX (parameter->part.first, (gsize)rows->low * bytes),
                       MIN (parameter->part.end, (gsize)rows->high * bytes) };
  parameter->part = part.first < part.end ? part : (RsExtent){ 0, 0 };
}

gboolean
rs_launch_reads (const RsLaunch *launch, guint i)
{
  g_assert (i < launch->work.n_arguments);
  return launch->parameters[i]->reads;
}

gboolean
rs_launch_writes (const RsLaunch *launch, guint i)
{
  g_assert (i < launch->work.n_arguments);
  return launch->parameters[i]->writes;
}

void
rs_launch_set_wait (RsLaunch *launch, gint64 ns)
{
  g_assert (ns >= 0);
  launch->wait = ns;
}

gint64
rs_launch_get_dim (const RsLaunch *launch, guint i, guint k)
{
  g_assert (i < launch->work.n_arguments && launch->parameters[i]->kind == RS_PARAMETER_ARRAY && k < RS_MAX_RANK);
  return rs_launch_parameter_get_view (launch->parameters[i])->dims[k];
}

void
rs_launch_set_overwritten (RsLaunch *launch, const RsArray *array)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->array == array && launch->parameters[i]->writes)
      launch->parameters[i]->reads = FALSE;
}

void
rs_launch_add_accumulator (RsLaunch *launch, const char *name, guint length, RsReduceOperator reduce,
                           gboolean is_integer, gboolean is_prefix, double *results)
{
  RsLaunchParameter *parameter = add_parameter (launch, RS_PARAMETER_ACCUMULATOR, name, 0);

  g_return_if_fail (length >= 1 && results != NULL);
  parameter->results = results;
  parameter->length = length;
  parameter->reduce = reduce;
  parameter->is_integer = is_integer;
  parameter->is_prefix = is_prefix;
  launch->work.n_accumulators++;
  launch->is_waited_for = TRUE;
}

void
rs_launch_add_final (RsLaunch *launch, const char *name, gpointer results)
{
  g_return_if_fail (results != NULL);
  add_parameter (launch, RS_PARAMETER_FINAL, name, 0)->results = results;
  launch->is_waited_for = TRUE;
}

void
rs_launch_set_cost (RsLaunch *launch, RsCost *cost, guint number)
{
  g_assert (cost == NULL || number < RS_MOST_COSTED);
  launch->cost = cost;
  launch->cost_number = number;
  launch->predicted = cost != NULL ? rs_cost_get (cost, number) : 0;
  launch->predicted = MAX (launch->predicted, 0);
  if (launch->work.whole > 0)
    launch->predicted = (gint64)((double)launch->predicted * (double)launch->work.grid[0] / (double)launch->work.whole);
}

void
rs_launch_note_written (const RsLaunch *launch, RsCosts *costs)
{
  guint64 oids[MOST_COMPARED];
  guint n = 0;

  g_assert (launch->cost != NULL);
  for (guint i = 0; i < launch->work.n_arguments && n < MOST_COMPARED; i++)
    if (launch->parameters[i]->array != NULL && launch->parameters[i]->writes)
      oids[n++] = launch->parameters[i]->array->oid;
  rs_costs_note_written (costs, launch->cost, oids, n);
}

void
rs_launch_set_counted (RsLaunch *launch, const RsKernel *kernel, const RsQueue *queue)
{
  launch->counted = kernel;
  launch->counted_track = rs_queue_get_track (queue);
}

void
rs_launch_set_waited_for (RsLaunch *launch)
{
  launch->is_waited_for = TRUE;
}

void
rs_launch_set_late (RsLaunch *launch, RsLaunchOutcome *outcome)
{
  launch->is_waited_for = FALSE;
  launch->outcome = outcome;
}

/* --- life in a queue --- */

static void
prepare_array (RsLaunchParameter *parameter)
{
  RsArray *array = parameter->array;

  if (parameter->reads)
    __atomic_add_fetch (&array->pending_reads, 1, __ATOMIC_RELAXED);
  if (parameter->writes)
    {
      __atomic_add_fetch (&array->pending_writes, 1, __ATOMIC_RELAXED);
      array->version++;
    }
}

void
rs_launch_hold (RsLaunch *launch)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->kind == RS_PARAMETER_ARRAY)
      prepare_array (launch->parameters[i]);
}

#define MOST_REMEMBERED 6u

/* Whether the launch takes the same arrays as the one before it at its place (file and line), with the same code: a
 * loop of short launches would tell the same again and again. */
static gboolean
repeats_arguments (const RsLaunch *launch)
{
  typedef struct {
    gconstpointer kernel;
    guint file, line, n; /* no bytes that are not set: they are compared as a whole */
    gint recording;
    guint64 oids[MOST_REMEMBERED];
  } Arguments;
  static _Thread_local Arguments remembered[16];
  Arguments now = { .kernel = launch->work.kernel,
                    .file = rs_launch_get_trace_file (launch),
                    .line = launch->line,
                    .recording = __atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED) };
  Arguments *before = &remembered[(now.file * 7 + now.line) % G_N_ELEMENTS (remembered)];

  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->array != NULL)
      {
        if (now.n == MOST_REMEMBERED)
          {
            *before = (Arguments){ NULL };
            return FALSE;
          }
        now.oids[now.n++] = launch->parameters[i]->array->oid;
      }
  if (memcmp (before, &now, sizeof now) == 0)
    return TRUE;
  *before = now;
  return FALSE;
}

/* The arrays of a launch, with how it uses them. */
static void
emit_arguments (const RsLaunch *launch, gint64 now)
{
  static const char *const modes[] = { "none", "ReadOnly", "WriteOnly", "ReadWrite" };

  if (repeats_arguments (launch))
    return;
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];
      RsTraceEvent event = { .start = now, .end = now, .kind = RS_TRACE_ARGUMENT, .line = launch->line };

      if (parameter->kind != RS_PARAMETER_ARRAY || parameter->array == NULL)
        continue;
      event.name = parameter->name != NULL ? rs_trace_name (parameter->name) : 0;
      event.file = rs_launch_get_trace_file (launch);
      event.a = (gint64)parameter->array->oid;
      event.b = rs_array_get_bytes (parameter->array);
      event.detail = rs_trace_name (modes[(parameter->reads ? 1 : 0) + (parameter->writes ? 2 : 0)]);
      event.parent = (guint32)launch->work.id;
      event.track = rs_trace_thread_track ();
      rs_trace_emit (&event);
    }
}

/* For each parameter the first one that has the same array; NULL: each has its own. */
static guint *
find_same_arrays (const RsLaunch *launch)
{
  guint *same = NULL;

  for (guint i = 0; i < MIN (launch->work.n_arguments, MOST_COMPARED); i++)
    for (guint k = 0; k < i; k++)
      {
        if (launch->parameters[i]->array == NULL || launch->parameters[i]->array != launch->parameters[k]->array)
          continue;
        if (same == NULL)
          {
            same = g_new (guint, launch->work.n_arguments);
            for (guint j = 0; j < launch->work.n_arguments; j++)
              same[j] = j;
          }
        same[i] = k;
        break;
      }
  return same;
}

/* What the launch as a whole does with an array that it may have several times. */
static RsAccess
get_access (const RsLaunch *launch, const RsArray *array)
{
  RsAccess access = 0;

  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array == array)
        access |= (parameter->reads ? RS_ACCESS_READ : 0) | (parameter->writes ? RS_ACCESS_WRITE : 0);
    }
  return access;
}

/* What it uses of that array in all: bytes between the parts of two parameters are moved with them, too. */
static RsExtent
get_part (const RsLaunch *launch, const RsArray *array)
{
  RsExtent part = { 0, 0 };

  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array != array || rs_extent_is_empty (parameter->part))
        continue;
      part.first = part.end == 0 ? parameter->part.first : MIN (part.first, parameter->part.first);
      part.end = MAX (part.end, parameter->part.end);
    }
  return part;
}

static void
fill_uses (RsLaunch *launch)
{
  RsMemoryUse *use;

  launch->uses = use = rs_launch_room_take (launch, launch->n_uses * sizeof *launch->uses, _Alignof(RsMemoryUse));
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      RsArray *array = launch->parameters[i]->array;

      if (array != NULL)
        *use++ = (RsMemoryUse){ array, get_access (launch, array), get_part (launch, array), NULL };
    }
}

void
rs_launch_prepare (RsLaunch *launch)
{
  RsDeviceLaunch *work = &launch->work;
  guint n_accumulators = 0;
  gint64 now;

  g_assert (launch->uses == NULL && launch->n_uses == 0);
  work->arguments = rs_launch_room_take (launch, work->n_arguments * sizeof *work->arguments, sizeof (gpointer));
  work->accumulators
      = rs_launch_room_take (launch, work->n_accumulators * sizeof *work->accumulators, _Alignof(RsDeviceAccumulator));
  for (guint i = 0; i < work->n_arguments; i++)
    {
      RsLaunchParameter *parameter = launch->parameters[i];

      switch (parameter->kind)
        {
        case RS_PARAMETER_NUMBER:
          work->arguments[i] = parameter->payload;
          break;
        case RS_PARAMETER_ARRAY:
          work->arguments[i] = parameter->payload;
          prepare_array (parameter);
          launch->n_uses++;
          break;
        case RS_PARAMETER_ACCUMULATOR:
          work->accumulators[n_accumulators++] = (RsDeviceAccumulator){
            i, parameter->length, parameter->reduce, parameter->is_integer, parameter->is_prefix, parameter->results
          };
          break;
        case RS_PARAMETER_FINAL:
          work->arguments[i] = parameter->results;
          break;
        }
    }
  fill_uses (launch);
  if (!rs_trace_is_on ())
    return;
  now = launch->submitted != 0 ? launch->submitted : rs_trace_now ();
  emit_arguments (launch, now);
  if (launch->counted != NULL)
    {
      g_autofree guint *same = find_same_arrays (launch);

      rs_work_sums_add (launch->counted, work, same, launch, now);
    }
}

void
rs_launch_release (RsLaunch *launch)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->kind != RS_PARAMETER_ARRAY)
        continue;
      if (parameter->reads)
        __atomic_sub_fetch (&parameter->array->pending_reads, 1, __ATOMIC_RELEASE);
      if (parameter->writes)
        __atomic_sub_fetch (&parameter->array->pending_writes, 1, __ATOMIC_RELEASE);
    }
}

/* --- traces --- */

static guint32
name_grid (guint rank, const gint64 *grid, const gint64 *block)
{
  /* Launches in a loop have the same grid. */
  static _Thread_local struct {
    gint64 sizes[2 * RS_MAX_GRID];
    guint rank;
    guint32 name;
  } last;
  g_autoptr (GString) text = NULL;
  gboolean has_blocks = FALSE;

  if (last.name != 0 && last.rank == rank && memcmp (last.sizes, grid, rank * sizeof *grid) == 0
      && memcmp (last.sizes + RS_MAX_GRID, block, rank * sizeof *block) == 0)
    return last.name;
  text = g_string_new (NULL);
  for (guint d = 0; d < rank; d++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? "x" : "", grid[d]);
      has_blocks |= block[d] > 1;
    }
  for (guint d = 0; has_blocks && d < rank; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? "x" : " / ", block[d]);
  memcpy (last.sizes, grid, rank * sizeof *grid);
  memcpy (last.sizes + RS_MAX_GRID, block, rank * sizeof *block);
  last.rank = rank;
  return last.name = rs_trace_name (text->str);
}

void
rs_launch_note_shape (RsLaunch *launch)
{
  launch->work.shape = name_grid (launch->work.rank, launch->work.grid, launch->work.block);
}

void
rs_launch_find_trace_place (gpointer data, RsTraceEvent *event)
{
  const RsLaunch *launch = data;

  event->file = rs_launch_get_trace_file (launch);
  event->line = launch->line;
  event->parent = (guint32)launch->work.id;
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array != NULL && (gint64)parameter->array->oid == event->a && parameter->name != NULL)
        {
          event->name = rs_trace_name (parameter->name);
          return;
        }
    }
}

void
rs_launch_emit_kernel (const RsKernelRun *run)
{
  RsTraceEvent event = { .start = run->start,
                         .end = run->end != 0 ? run->end : rs_trace_now (),
                         .kind = RS_TRACE_KERNEL,
                         .name = run->name,
                         .file = run->file,
                         .line = run->line,
                         .a = (gint64)run->id,
                         .b = 1,
                         .track = run->track,
                         .detail = name_grid (run->rank, run->grid, run->block),
                         .threads = run->threads,
                         .parent = (guint32)run->id };

  for (guint d = 0; d < run->rank; d++)
    event.b *= run->grid[d];
  rs_trace_emit (&event);
}

void
rs_launch_emit (const RsLaunch *launch, gint64 start, gint64 end, guint32 track)
{
  const RsDeviceLaunch *work = &launch->work;

  rs_launch_emit_kernel (&(RsKernelRun){ .name = rs_launch_get_trace_name (launch),
                                         .file = rs_launch_get_trace_file (launch),
                                         .line = launch->line,
                                         .id = work->id,
                                         .rank = work->rank,
                                         .grid = work->grid,
                                         .block = work->block,
                                         .threads = work->threads,
                                         .start = start,
                                         .end = end,
                                         .track = track });
}
