/* Launches: what the session's thread writes down, and what a queue's thread does with it besides running it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/launch-private.h"

#include <math.h>
#include <string.h>

#include "compiler/base/messages.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/launch-room.h"
#include "runtime/sched/work-sums.h"
#include "runtime/trace.h"
#include "runtime/value/selection.h"

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

guint64
rs_launch_get_id (const RsLaunch *launch)
{
  return launch->work.id;
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
rs_launch_set_messages (RsLaunch *launch, const char *(*get_text) (gconstpointer data, gint32 text),
                        gconstpointer data, RsSource *source, const char *backtrace)
{
  launch->get_text = get_text;
  launch->text_data = data;
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
  memcpy (add_parameter (launch, RS_PARAMETER_NUMBER, name, bytes)->payload, value, bytes);
}

void
rs_launch_add_own_array (RsLaunch *launch, const char *name, guint rank)
{
  add_parameter (launch, RS_PARAMETER_NUMBER, name, 1)->rank = rank;
}

gboolean
rs_launch_covers (const RsLaunch *launch, const RsKernelParameter *parameter, const gint64 *dims)
{
  for (int k = 0; k < RS_MAX_RANK; k++)
    if (dims[k] != (k < (int)launch->work.rank ? launch->work.grid[k] : 1))
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
  view->data = NULL;
  memcpy (view->dims, dims != NULL ? dims : array->dims, sizeof view->dims);
  if (!is_pending (array))
    launch->bytes += (guint64)rs_array_get_bytes (array);
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
  add_parameter (launch, RS_PARAMETER_FINAL, name, 0)->results = results;
  launch->is_waited_for = TRUE;
}

void
rs_launch_set_cost (RsLaunch *launch, RsCost *cost, guint number)
{
  launch->cost = cost;
  launch->cost_number = number;
  launch->predicted = cost != NULL ? rs_cost_get (cost, number) : 0;
  launch->predicted = MAX (launch->predicted, 0);
}

void
rs_launch_set_counted (RsLaunch *launch, const RsKernel *kernel)
{
  launch->counted = kernel;
}

void
rs_launch_set_waited_for (RsLaunch *launch)
{
  launch->is_waited_for = TRUE;
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

/* Whether the launch takes the same arrays as the one before it at its place: a loop of short launches would tell the
 * same again and again. */
static gboolean
repeats_arguments (const RsLaunch *launch)
{
  typedef struct {
    gconstpointer kernel;
    guint line, n;
    gint recording, unused; /* no bytes that are not set: they are compared as a whole */
    guint64 oids[MOST_REMEMBERED];
  } Arguments;
  static _Thread_local Arguments remembered[16];
  Arguments now = { .kernel = launch->work.kernel, .line = launch->line,
                    .recording = __atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED) };
  Arguments *before = &remembered[(GPOINTER_TO_SIZE (now.kernel) >> 6) % G_N_ELEMENTS (remembered)];

  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->array != NULL)
      {
        if (now.n == MOST_REMEMBERED)
          return FALSE;
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

void
rs_launch_prepare (RsLaunch *launch)
{
  RsDeviceLaunch *work = &launch->work;
  guint n_accumulators = 0;
  gint64 now;

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

/* Titles of loops and expressions say what they are; their parameters have names of their own. */
static gboolean
is_kernel (const RsLaunch *launch)
{
  return strchr (launch->title, ' ') == NULL;
}

/* Before anything moves: nothing is changed by a launch that reads what is lost. */
static gboolean
check_contents (const RsLaunch *launch, GError **error)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];
      const char *cause = NULL;

      if (parameter->array != NULL && parameter->reads)
        cause = __atomic_load_n (&parameter->array->undefined, __ATOMIC_ACQUIRE);
      if (cause == NULL)
        continue;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, "the contents of %s are lost: %s",
                   is_kernel (launch) ? parameter->name : "an array", cause);
      return FALSE;
    }
  return TRUE;
}

void
rs_launch_give_up_written (const RsLaunch *launch, const GError *error)
{
  g_autoptr (GError) described = rs_launch_describe_fault (launch, g_error_copy (error));

  for (guint i = 0; i < launch->n_acquired; i++)
    {
      RsArray *array = launch->parameters[i]->array;

      if (array != NULL && get_access (launch, array) == RS_ACCESS_WRITE)
        rs_memory_set_undefined (array, described->message);
    }
}

gboolean
rs_launch_acquire (RsLaunch *launch, RsDevice *device, GError **error)
{
  GError *lost = NULL;

  if (!check_contents (launch, error))
    return FALSE;
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      RsLaunchParameter *parameter = launch->parameters[i];
      RsKernelArray *view = rs_launch_parameter_get_view (parameter);

      if (parameter->kind == RS_PARAMETER_ARRAY)
        {
          view->data
              = rs_memory_acquire (parameter->array, device->memory, get_access (launch, parameter->array), error);
          if (view->data == NULL)
            break;
        }
      launch->n_acquired++;
    }
  if (launch->n_acquired == launch->work.n_arguments)
    return TRUE;
  rs_memory_wait (device->memory, launch->work.stop);
  rs_launch_give_up_written (launch, *error);
  rs_launch_release_memory (launch, device);
  if (!check_contents (launch, &lost)) /* it was found to be lost just now */
    {
      g_clear_error (error);
      g_propagate_error (error, lost);
    }
  return FALSE;
}

gboolean
rs_launch_needs_copies (const RsLaunch *launch, const RsDevice *device)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array != NULL && parameter->reads && !rs_memory_has (parameter->array, device->memory))
        return TRUE;
    }
  return FALSE;
}

void
rs_launch_release_memory (RsLaunch *launch, RsDevice *device)
{
  if (device->memory != RS_MEMORY_HOST)
    for (guint i = 0; i < launch->n_acquired; i++)
      if (launch->parameters[i]->kind == RS_PARAMETER_ARRAY)
        rs_memory_release (launch->parameters[i]->array, device->memory);
  launch->n_acquired = 0;
}

gboolean
rs_launch_depends_on (const RsLaunch *launch, const RsLaunch *earlier)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    for (guint j = 0; j < earlier->work.n_arguments; j++)
      {
        const RsLaunchParameter *a = launch->parameters[i], *b = earlier->parameters[j];

        if (a->array != NULL && a->array == b->array && (a->writes || b->writes))
          return TRUE;
      }
  return FALSE;
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

/* --- errors --- */

static const RsLaunchParameter *
get_parameter (const RsLaunch *launch, gint32 index)
{
  return index >= 0 && (guint)index < launch->work.n_arguments ? launch->parameters[index] : NULL;
}

/* The number that a subscript was made of, as far as it is one. */
static double
get_subscript (gint64 index, gboolean is_number)
{
  double number;

  if (!is_number)
    return (double)index;
  memcpy (&number, &index, sizeof number);
  return number >= -0x1p63 && number < 0x1p63 ? trunc (number) : number;
}

static GError *
describe_bounds (const RsLaunch *launch, gint32 which, gint32 dimension, double index, gint64 size)
{
  const RsLaunchParameter *parameter = get_parameter (launch, which);
  const char *name = parameter != NULL ? parameter->name : "an array";
  g_autofree char *what = NULL;

  if (parameter != NULL && parameter->array != NULL)
    return rs_selection_describe_outside (rs_value_object (parameter->array), name,
                                          MAX (parameter->array->rank, dimension + 1), dimension, index, size);
  /* An array that the kernel makes itself: of its other lengths nothing is known. */
  what = parameter != NULL && parameter->rank == 1
           ? g_strdup_printf ("a vector of %" G_GINT64_FORMAT " element%s", size, size == 1 ? "" : "s")
         : parameter != NULL && parameter->rank == 2 ? g_strdup ("a matrix")
                                                     : g_strdup ("an array");
  return rs_selection_describe_outside_of (what, name, parameter != NULL ? (int)parameter->rank : 0, dimension, index,
                                           size);
}

static GError *
describe_overflow (const RsLaunch *launch, const RsKernelStatus *status)
{
  const RsLaunchParameter *parameter = get_parameter (launch, status->parameter);

  if (parameter == NULL)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
                        "the integer %" G_GINT64_FORMAT " does not fit where it is stored", status->index);
  if (parameter->array == NULL)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW, "%" G_GINT64_FORMAT " does not fit into `%s`",
                        status->index, parameter->name);
  return g_error_new (
      RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
      "a value does not fit the elements of %s, which are %s; declare it 'sat or 'unchecked to clip or wrap",
      parameter->name, rs_element_get_name (parameter->array->element));
}

char *
rs_launch_describe_memory (gboolean is_array, gint64 bytes, gint64 limit)
{
  return g_strdup_printf (
      "%s %" G_GINT64_FORMAT " bytes of dynamic kernel memory, and the limit is %" G_GINT64_FORMAT
      "; make the setting %s larger, or write {!kernel memorymodel=\"cooperative\"} into the kernel",
      is_array ? "an array that a work item makes needs" : "the arrays that a work item makes need", bytes, limit,
      is_array ? "RUNTIME_DYNAMIC_MEMORY_ARRAY_KB" : "RUNTIME_DYNAMIC_MEMORY_MB");
}

static GError *
describe_dynamic (const RsKernelStatus *status)
{
  g_autofree char *text = NULL;

  if (status->index == 0)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY,
                        "there is no memory for an array of %" G_GINT64_FORMAT " bytes that a work item makes",
                        status->size);
  text = rs_launch_describe_memory (status->code == RS_KERNEL_DYNAMIC_ARRAY, status->size, status->index);
  return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY, "%s", text);
}

/* The message of an assertion; the first % stands for the number of these bits. */
static char *
fill_text (const RsLaunch *launch, gint32 number_of_text, gboolean has_number, gint64 bits)
{
  const char *text = launch->get_text != NULL ? launch->get_text (launch->text_data, number_of_text) : NULL, *place;
  double number;

  if (text == NULL)
    text = "assertion failed";
  place = has_number ? strchr (text, '%') : NULL;
  if (place == NULL)
    return g_strdup (text);
  memcpy (&number, &bits, sizeof number);
  return g_strdup_printf ("%.*s%.15g%s", (int)(place - text), text, number, place + 1);
}

static GError *
describe_assertion (const RsLaunch *launch, const RsKernelStatus *status)
{
  g_autofree char *text = fill_text (launch, status->text, status->dimension != 0, status->index);

  return g_error_new_literal (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ASSERT, text);
}

/* The access in the words of an error, as a warning at its line. */
static char *
describe_warning (const RsLaunch *launch, const RsKernelWarning *warning)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *text = NULL;
  RsIrPlace place = (RsIrPlace)warning->line;
  guint32 offset = launch->source != NULL
                       ? rs_source_find_column (launch->source, rs_place_line (place), rs_place_column (place))
                       : 0;

  if (warning->parameter < 0)
    text = fill_text (launch, warning->text, warning->dimension != 0, warning->index);
  else
    {
      g_autoptr (GError) error = describe_bounds (launch, warning->parameter, warning->dimension,
                                                  get_subscript (warning->index, warning->text), warning->size);

      text = g_strdup (error->message);
    }
  rs_message_report (diagnostics, RS_SEVERITY_WARNING, launch->source, (RsSpan){ offset, offset },
                     RS_SAY (OUTSIDE_SAFE), text);
  return rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));
}

void
rs_launch_tell_warnings (const RsLaunch *launch, GHashTable *told, void (*tell) (const char *text, gpointer data),
                         gpointer data)
{
  const RsKernelStatus *status = &launch->work.status;

  for (gint i = 0; i < MIN (status->n_warnings, RS_KERNEL_WARNINGS) && launch->source != NULL; i++)
    {
      const RsKernelWarning *warning = &status->warnings[i];
      const RsLaunchParameter *parameter = get_parameter (launch, warning->parameter);
      char *place = g_strdup_printf ("%s:%d:%s:%d:%d", rs_source_get_name (launch->source), warning->line,
                                     parameter != NULL ? parameter->name : "",
                                     warning->parameter < 0 ? warning->text : -1, warning->is_write);
      g_autofree char *text = NULL;

      if (!g_hash_table_add (told, place))
        continue;
      text = describe_warning (launch, warning);
      tell (text, data);
    }
}

GError *
rs_launch_get_error (const RsLaunch *launch)
{
  const RsKernelStatus *status = &launch->work.status;

  switch (status->code)
    {
    case RS_KERNEL_OK:
    case RS_KERNEL_STOPPED:
      return NULL;
    case RS_KERNEL_OUT_OF_BOUNDS:
      return describe_bounds (launch, status->parameter, status->dimension, get_subscript (status->index, status->text),
                              status->size);
    case RS_KERNEL_OVERFLOW:
      return describe_overflow (launch, status);
    case RS_KERNEL_ASSERT:
      return describe_assertion (launch, status);
    case RS_KERNEL_BLOCK_MEMORY:
      return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY,
                          "a block of work items needs %" G_GINT64_FORMAT
                          " bytes for shared memory and variables; there "
                          "are %" G_GSIZE_FORMAT "; make the block or its shared memory smaller",
                          status->size, rs_target_cpu.block_bytes);
    case RS_KERNEL_DYNAMIC_ARRAY:
    case RS_KERNEL_DYNAMIC_TOTAL:
      return describe_dynamic (status);
    default:
      return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT, "the compiled code reports the unknown error %d",
                          status->code);
    }
}

/* A kernel is a call of its own; a loop or expression is part of the function whose line stands first in the stack. */
static char *
stack_with_line (const RsLaunch *launch, guint line)
{
  const char *stack = launch->backtrace, *end, *colon;

  if (is_kernel (launch))
    return g_strdup_printf ("  in %s (%s:%u)\n%s", launch->title, launch->file != NULL ? launch->file : "", line,
                            stack);
  end = strstr (stack, ")\n");
  colon = end != NULL ? g_strrstr_len (stack, end - stack, ":") : NULL;
  return colon != NULL ? g_strdup_printf ("%.*s:%u%s", (int)(colon - stack), stack, line, end) : g_strdup (stack);
}

void
rs_launch_describe_place (const RsLaunch *launch, const GError *error, RsErrorPlace *place)
{
  RsIrPlace failed = (RsIrPlace)launch->work.status.line;
  guint line = failed != 0 ? rs_place_line (failed) : launch->line;

  rs_error_place_clear (place);
  place->error = error;
  place->backtrace = launch->backtrace != NULL ? stack_with_line (launch, line) : NULL;
  place->source = launch->source != NULL ? rs_source_ref (launch->source) : NULL;
  place->line = line;
  place->column = rs_place_column (failed);
}

GError *
rs_launch_describe_fault (const RsLaunch *launch, GError *error)
{
  GError *described = g_error_new (RS_RUNTIME_ERROR,
                                   error->domain == RS_RUNTIME_ERROR ? error->code : RS_RUNTIME_ERROR_FAULT,
                                   "%s (%s%s, line %u)", error->message, is_kernel (launch) ? "kernel " : "",
                                   launch->title, launch->line);

  g_error_free (error);
  return described;
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
