/* Kernels of the runtime's own: their text, when they are worth a launch, and the launch.
 *
 * The text is compiled when the first of them is needed: a program of its own, of which only the kernels are used; once
 * more in double precision where a program in single precision has arrays of doubles, of which nothing may be lost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/device-kernels.h"

#include "runtime/builtin/device/device-kernels-text.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/inputs/bind.h"
#include "runtime/sched/place/place.h"
#include "runtime/sched/specialize/specialization.h"
#include "runtime/trace/trace.h"

#include <string.h>

#define TEXT_PATH "/redshift/runtime/kernels.q"
#define TEXT_NAME "<built-in functions>"
#define LEAST_ELEMENTS 512   /* what the host has of smaller arrays, it works with: that takes less than a launch */
#define WORTH_A_LAUNCH 16384 /* elements that the host makes no sooner than it begins a launch */
#define MOST_SMALL_PARTS 16  /* launches that together take no less than a copy of the array */

#define N_PRECISIONS (RS_PRECISION_DOUBLE + 1)

typedef struct {
  RsProgram *programs[N_PRECISIONS]; /* by precision; owned; NULL: not needed yet */
  GHashTable *sites[N_PRECISIONS];   /* name (static) -> RsSite (owned) */
  guint64 oid, version;              /* of the array of which host code took a small part last */
  guint n_small_parts;               /* so many one after the other */
} Kernels;

static void
kernels_free (gpointer data)
{
  Kernels *self = data;

  for (guint i = 0; i < N_PRECISIONS; i++)
    {
      g_clear_pointer (&self->sites[i], g_hash_table_unref);
      g_clear_pointer (&self->programs[i], rs_program_unref);
    }
  g_free (self);
}

static RsProgram *
compile_text (const RsSession *session)
{
  g_autoptr (GBytes) bytes
      = g_resource_lookup_data (rs_device_kernels_text_get_resource (), TEXT_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = NULL;
  const RsCompileOptions options = { .precision = session->precision, .will_run = TRUE };
  RsProgram *program;

  g_return_val_if_fail (bytes != NULL, NULL);
  source = rs_source_new_from_text (TEXT_NAME, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes));
  program = rs_program_compile (source, &options, diagnostics);
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0)
    {
      g_autofree char *text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));

      g_error ("%s", text); /* the text is our own */
    }
  return program;
}

static RsSite *
get_site (RsSession *session, const char *name)
{
  Kernels *self = session->slots[RS_SLOT_KERNELS];
  const RsPrecision precision = session->precision;
  RsSite *site;

  if (self == NULL)
    {
      self = g_new0 (Kernels, 1);
      rs_session_set_slot (session, RS_SLOT_KERNELS, self, kernels_free);
    }
  if (self->programs[precision] == NULL)
    {
      self->programs[precision] = compile_text (session);
      self->sites[precision] = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)rs_site_free);
    }
  site = g_hash_table_lookup (self->sites[precision], name);
  if (site == NULL)
    {
      RsModule *module = rs_program_get_main (self->programs[precision]);
      const RsSymbol *symbol = rs_scope_lookup (module->root->scope, name);

      g_return_val_if_fail (symbol != NULL && symbol->declaration != NULL, NULL);
      site = rs_site_new (module, RS_KERNEL_FROM_FUNCTION, symbol->declaration, NULL);
      g_hash_table_insert (self->sites[precision], (gpointer)name, site);
    }
  return site;
}

gboolean
rs_device_is_used (const RsSession *session)
{
  return rs_engine_has_devices (session);
}

/* Where launches go to drawn devices, for tests, all arrays are large. */
static gboolean
is_large (const RsSession *session, const RsArray *array)
{
  return array->n_elements >= (session->stress != 0 ? 1 : LEAST_ELEMENTS);
}

gboolean
rs_device_has_only_copy (const RsArray *array)
{
  return array->n_elements > 1
         && (__atomic_load_n (&array->pending_writes, __ATOMIC_ACQUIRE) > 0
             || __atomic_load_n (&array->host_use, __ATOMIC_ACQUIRE) == RS_HOST_ASKS);
}

gboolean
rs_device_holds (const RsSession *session, const RsArray *array)
{
  const RsEngine *engine = rs_device_is_used (session) ? session->slots[RS_SLOT_QUEUE] : NULL;

  if (!(is_large (session, array) || rs_device_has_only_copy (array)) || array->undefined != NULL)
    return FALSE;
  for (; engine != NULL && engine->queue != NULL; engine = engine->next)
    if (!rs_device_has_failed (engine->device) && rs_queue_will_have (engine->queue, array))
      return TRUE;
  return FALSE;
}

gboolean
rs_device_is_taken_apart (RsSession *session, const RsArray *array, gint64 n_elements)
{
  Kernels *self = session->slots[RS_SLOT_KERNELS];

  if (self == NULL || session->stress != 0 || n_elements >= LEAST_ELEMENTS)
    return FALSE;
  if (self->oid != array->oid || self->version != array->version)
    self->n_small_parts = 0;
  self->oid = array->oid;
  self->version = array->version;
  return self->n_small_parts++ >= MOST_SMALL_PARTS;
}

gboolean
rs_device_may_write (const RsSession *session, const RsArray *array)
{
  return rs_device_holds (session, array)
         || (is_large (session, array) && array->pending_writes == 0 && rs_memory_is_blank (array));
}

gboolean
rs_device_should_make (const RsSession *session, const RsArray *array)
{
  if (!rs_device_is_used (session))
    return FALSE;
  return session->stress != 0 || (array->n_elements >= WORTH_A_LAUNCH && !rs_place_names_cpu (session));
}

gboolean
rs_device_set_contents (const RsSession *session, RsArray *array, gconstpointer element, guint bytes)
{
  if (!rs_device_is_used (session) || !is_large (session, array))
    return FALSE;
  rs_memory_set_contents (array, element, bytes);
  return TRUE;
}

RsArray *
rs_device_result_new (RsElement element, int rank, const gint64 *dims, GError **error)
{
  RsArray *array = rs_array_new (element, rank, dims, FALSE, error);

  if (array != NULL)
    rs_memory_set_contents (array, NULL, 0);
  return array;
}

/* Whether a device has room for all of them; else the host's loop does what a kernel for the CPU would. */
static gboolean
fits (const RsEngine *engine, const RsDeviceCall *call)
{
  guint64 bytes = 0, largest = 0;

  for (guint i = 0; i < call->n_arguments; i++)
    if (call->arguments[i].tag == RS_TAG_ARRAY)
      {
        bytes += (guint64)rs_array_get_bytes (call->arguments[i].array);
        largest = MAX (largest, (guint64)rs_array_get_bytes (call->arguments[i].array));
      }
  for (; engine != NULL; engine = engine->next)
    if (engine->host == NULL || rs_memory_could_hold (engine->device, bytes, largest))
      return TRUE;
  return FALSE;
}

static RsInputs *
describe (RsSession *session, const RsSite *site, const RsDeviceCall *call)
{
  const GPtrArray *variables = site->node->scope->variables;
  RsInputs *inputs = rs_inputs_new ();

  inputs->is_own = TRUE;
  for (guint i = 0; i < call->n_arguments; i++)
    {
      const RsSymbol *symbol = variables->pdata[i];
      const guint index = rs_inputs_add (inputs, session, symbol, NULL, symbol->type, call->arguments[i]);

      if (call->arguments[i].tag == RS_TAG_ARRAY)
        rs_inputs_make_flat (inputs, index);
    }
  return inputs;
}

/* At the place of the program that called. */
static gboolean
submit (RsSession *session, const RsDeviceCall *call, const RsSpecialization *code, const RsInputs *inputs,
        RsSource *source, guint line, GError **error)
{
  RsLaunch *launch = rs_launch_new (code->code, call->title, rs_source_get_name (source), line);
  const RsSubmission submission = rs_launch_begin_submission (launch);
  g_autofree char *stack = session->host->dup_stack (session);
  g_auto (RsResults) results = { 0 };
  gboolean queued;

  rs_launch_set_grid (launch, call->rank, call->grid, call->block[0] > 0 ? call->block : NULL);
  rs_launch_set_cost (launch, inputs->cost, code->engine->number);
  rs_launch_set_messages (launch, code->kernel, source, stack);
  if (!rs_bind_arguments (code, inputs, NULL, launch, &results, error))
    {
      rs_launch_free (launch);
      return FALSE;
    }
  if (call->overwritten != NULL)
    rs_launch_set_overwritten (launch, call->overwritten);
  if (submission.start != 0 && inputs->reason != RS_PLACE_REASON_NONE)
    rs_launch_emit_place (launch, code->engine->queue, inputs->reason);
  queued = rs_queue_submit (code->engine->queue, launch, error);
  if (!queued)
    rs_queue_take_place (code->engine->queue, &session->error_place);
  rs_submission_emit (&submission);
  return queued;
}

static gint64
count_block (const RsDeviceCall *call)
{
  gint64 n = 1;

  for (guint d = 0; d < call->rank; d++)
    n *= MAX (call->block[d], 1);
  return n;
}

/* The kernel for the device that the launch goes to; with needs_device, of the devices of plugins. */
static const RsSpecialization *
specialize (RsSession *session, RsEngine *engine, const RsDeviceCall *call, RsInputs *inputs, GError **error)
{
  const RsPlaceMode mode = session->schedule.mode;
  RsKernelRequest request = { .grid_rank = call->rank, .exact_math = call->is_exact };
  const RsSpecialization *code;

  if (call->needs_device && mode == RS_PLACE_AUTO)
    session->schedule.mode = RS_PLACE_GPU;
  code = rs_site_specialize (get_site (session, call->kernel), session, engine, inputs, &request, error);
  session->schedule.mode = mode;
  return code;
}

/* Whether no device of the session has anything over the host's way to do it. */
static gboolean
is_pointless (const RsSession *session, const RsEngine *engine, const RsDeviceCall *call)
{
  if (!call->needs_device || session->stress != 0)
    return FALSE;
  for (; engine != NULL; engine = engine->next)
    if (!engine->device->is_processor)
      return FALSE;
  return TRUE;
}

/* Whether the launch, where it would go, is better left to the host. */
static gboolean
is_for_host (const RsSession *session, const RsEngine *first, const RsDeviceCall *call, const RsSpecialization *code)
{
  if (code->kernel == NULL || code->device_reason != NULL)
    return TRUE;
  if (call->needs_device && session->stress == 0 && (code->engine == first->host || code->engine->device->is_processor))
    return TRUE;
  return count_block (call) > code->engine->device->target->largest_block;
}

static RsLaunchResult
launch_call (RsSession *session, const RsDeviceCall *call, GError **error)
{
  RsEngine *engine = rs_engine_get (session, NULL);
  guint line = 0;
  RsSource *source = session->host->get_place (session, &line);
  g_autoptr (RsInputs) inputs = NULL;
  const RsSpecialization *code;

  if (engine == NULL || source == NULL || is_pointless (session, engine, call) || !fits (engine, call))
    return RS_LAUNCH_INTERPRET;
  inputs = describe (session, get_site (session, call->kernel), call);
  code = specialize (session, engine, call, inputs, error);
  if (code == NULL)
    return RS_LAUNCH_FAILED;
  if (is_for_host (session, engine, call, code))
    return RS_LAUNCH_INTERPRET;
  return submit (session, call, code, inputs, source, line, error) ? RS_LAUNCH_QUEUED : RS_LAUNCH_FAILED;
}

static gboolean
has_doubles (const RsDeviceCall *call)
{
  for (guint i = 0; i < call->n_arguments; i++)
    if (call->arguments[i].tag == RS_TAG_ARRAY
        && (call->arguments[i].array->element == RS_ELEMENT_DOUBLE
            || call->arguments[i].array->element == RS_ELEMENT_CDOUBLE))
      return TRUE;
  return FALSE;
}

RsLaunchResult
rs_device_launch (RsSession *session, const RsDeviceCall *call, GError **error)
{
  const RsPrecision precision = session->precision;
  RsLaunchResult result;

  if (has_doubles (call))
    session->precision = RS_PRECISION_DOUBLE;
  result = launch_call (session, call, error);
  session->precision = precision;
  return result;
}
