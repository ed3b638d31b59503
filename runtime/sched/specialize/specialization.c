/* Compiling a site for the inputs at hand: request, passes, source text, device module.
 *
 * A failure is remembered like a success, so that a loop that can't be compiled is not tried again at each iteration
 * of the loop around it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/specialization.h"

#include "compiler/base/debug-topics.h"
#include "compiler/generate.h"
#include "compiler/kernel/fuse/fuse.h"
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/places/rows.h"
#include "compiler/kernel/report/loop-outcome.h"
#include "runtime/base/error.h"
#include "runtime/sched/place/pinning.h"
#include "runtime/sched/place/place.h"
#include "runtime/sched/specialize/candidates.h"
#include "runtime/sched/specialize/decision.h"
#include "runtime/sched/specialize/forecast.h"
#include "runtime/sched/specialize/fusion.h"
#include "runtime/sched/specialize/kernel-options.h"
#include "runtime/sched/specialize/large-textures.h"
#include "runtime/trace/trace.h"

#define SMALLEST_BOUND 64 /* of blocks: below it no compiler has to save registers */

static guint64 last_serial; /* atomic */

void
rs_specialization_free (RsSpecialization *self)
{
  if (self->module != NULL)
    rs_device_release_module (self->engine->device, self->module);
  g_clear_pointer (&self->kernel, rs_kernel_free);
  g_clear_pointer (&self->part, rs_kernel_free);
  g_free (self->reason);
  g_free (self->device_reason);
  g_free (self);
}

static RsSpecialization *
specialization_new (void)
{
  RsSpecialization *self = g_new0 (RsSpecialization, 1);

  self->serial = __atomic_add_fetch (&last_serial, 1, __ATOMIC_RELAXED);
  return self;
}

RsSite *
rs_site_new (RsModule *module, RsKernelForm form, const RsNode *node, const RsLoopNest *nest)
{
  RsSite *self = g_new0 (RsSite, 1);
  const RsNode *body = nest != NULL ? nest->body : node;

  g_assert ((form == RS_KERNEL_FROM_LOOP) == (nest != NULL));
  self->module = rs_module_ref (module);
  self->form = form;
  self->node = node;
  if (nest != NULL)
    {
      self->nest = *nest;
      self->row_length = rs_loop_nest_find_row_length (nest);
    }
  if (nest != NULL && nest->is_open && node->kind == RS_NODE_FOR)
    body = node->children[RS_FOR_BODY];
  self->platforms = form == RS_KERNEL_FROM_FUNCTION ? rs_attribute_get_platforms (node) : G_MAXUINT;
  self->rounds = form == RS_KERNEL_FROM_EXPRESSION ? 1 : rs_count_rounds (body);
  self->specializations = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  return self;
}

void
rs_site_free (RsSite *self)
{
  GHashTableIter iterator;
  gpointer value;

  if (self == NULL)
    return;
  g_hash_table_iter_init (&iterator, self->specializations);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    rs_specialization_free (value);
  g_hash_table_unref (self->specializations);
  rs_module_unref (self->module);
  g_free (self);
}

guint64
rs_site_get_hash (RsSite *site, const RsSession *session)
{
  const RsSource *source = site->module->source;
  RsSpan span = site->node->span;

  if (site->hash == 0)
    {
      span.end = MIN (span.end, rs_source_get_length (source));
      site->hash = rs_cost_file_hash (1 + (guint64)session->precision,
                                      rs_source_get_text (source) + MIN (span.start, span.end),
                                      span.end - MIN (span.start, span.end));
    }
  return site->hash;
}

typedef struct {
  RsSession *session;
  RsEngine *engine;
  const RsNode *node;
} Waiting;

/* While the C compiler works on this kernel, those are begun that will probably be next. */
static gboolean
look_ahead (gpointer data)
{
  const Waiting *self = data;

  return rs_forecast_step (self->session, self->engine, self->node);
}

/* A kernel that was made can't be used after all: its place is interpreted. */
static void
refuse (RsSpecialization *self, const GError *error)
{
  g_free (self->reason); /* of a kernel that is not parallel */
  self->reason = g_strdup (error->message);
  self->was_stopped = g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  self->is_refused = !self->was_stopped;
  g_clear_pointer (&self->kernel, rs_kernel_free);
}

/* Source text to loaded code. The device's error becomes the reason: the program goes on interpreted. */
static void
compile (RsSpecialization *self, RsGenerated *generated, const char *file, const RsNode *node, RsSession *session,
         RsEngine *engine)
{
  g_autoptr (GError) error = NULL;
  Waiting waiting = { session, engine, node };
  RsModuleOptions options = {
    .math = rs_kernel_is_exact (self->kernel) ? RS_MATH_EXACT : rs_kernel_options_get_math (session->settings),
    .title = rs_kernel_get_title (self->kernel),
    .file = file,
    .line = rs_kernel_get_line (self->kernel),
    .stop = &session->stop,
    .meanwhile = node != NULL && engine->device->table->prepare != NULL ? look_ahead : NULL,
    .meanwhile_data = &waiting,
  };

  self->engine = engine;
  if (session->note_compile != NULL)
    session->note_compile (options.title, engine->device->name, session->output_data);
  self->module = rs_device_compile (engine->device, generated->source, &options, &error);
  if (session->note_compile != NULL)
    session->note_compile (NULL, NULL, session->output_data);
  if (self->module != NULL)
    self->code = rs_device_get_kernel (engine->device, self->module, rs_kernel_get_name (self->kernel), &error);
  if (self->code == NULL)
    {
      refuse (self, error);
      return;
    }
  rs_launch_plan_clear (&self->code->plan);
  self->code->plan = generated->plan;
  generated->plan = (RsLaunchPlan){ 0 };
  self->parameters = rs_kernel_get_parameters (self->kernel, &self->n_parameters);
}

/* The kernel and its text, where there are any, or why not. */
static void
take (RsSpecialization *self, RsGenerated *generated)
{
  self->kernel = g_steal_pointer (&generated->kernel);
  self->reason = g_steal_pointer (&generated->reason);
  self->is_refused = generated->is_refused;
}

/* What the compiler said about the user's code, as messages; errors end the run. */
static gboolean
tell (RsSession *session, RsDiagnostics *diagnostics, GError **error)
{
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *item = rs_diagnostics_get (diagnostics, i);
      g_autofree char *text = NULL;

      if (item->severity == RS_SEVERITY_ERROR)
        {
          g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, item->message);
          return FALSE;
        }
      text = rs_diagnostic_format (item);
      rs_session_message (session, "%s", text);
    }
  return TRUE;
}

static void
tell_passes (RsSession *session, const RsKernel *kernel)
{
  g_autofree char *text = rs_kernel_describe_passes (kernel);

  rs_session_message (session, "%s", text);
}

static guint
get_line (const RsSite *site)
{
  guint line;

  rs_source_locate (site->module->source, site->node->span.start, &line, NULL);
  return line;
}

static const char *
describe (const RsSpecialization *self)
{
  if (self->kernel == NULL)
    return self->reason;
  if (rs_kernel_is_serial (self->kernel))
    return "compiled, serial";
  return rs_kernel_get_serial_levels (self->kernel) != 0 ? "compiled, parallel in part" : "compiled";
}

/* What became of the place; beside a device of a plugin also where, and why not there. */
static void
tell_outcome (RsSession *session, const RsSite *site, const RsSpecialization *self, const RsEngine *engine)
{
  g_autoptr (GString) text = g_string_new (describe (self));

  if (self->kernel != NULL && engine->host != NULL)
    g_string_append_printf (text, " for %s", self->engine->device->name);
  if (self->device_reason != NULL)
    g_string_append_printf (text, " (not for %s, since %s)", engine->device->name, self->device_reason);
  rs_session_message (session, "launch: %s:%u: %s", rs_source_get_name (site->module->source), get_line (site),
                      text->str);
}

/* COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES: what is not parallel, and why. */
static void
tell_missed (RsSession *session, const RsSite *site, const RsSpecialization *self, gboolean in_steps)
{
  g_autofree char *title = NULL;

  if (self->reason == NULL)
    return;
  title = rs_kernel_dup_title (site->form, site->module, site->node);
  rs_session_message (session, "%s:%u: note: %s is %s: %s", rs_source_get_name (site->module->source), get_line (site),
                      title,
                      self->kernel == NULL && in_steps                  ? "run in order, step by step"
                      : self->kernel == NULL                            ? "interpreted"
                      : rs_kernel_is_serial (self->kernel)              ? "compiled and not parallel"
                      : rs_kernel_get_serial_levels (self->kernel) != 0 ? "parallel in part"
                                                                        : "parallel",
                      self->reason);
}

static const RsTarget *
get_target (const RsEngine *engine, const RsInputs *inputs)
{
  const RsDevice *device = engine->device;

  return inputs->has_large_textures && device->target_of_loads != NULL ? device->target_of_loads : device->target;
}

/* For the device of the engine. FALSE with an error that the user has to know. */
static gboolean
generate (RsSpecialization *self, RsSite *site, RsSession *session, RsEngine *engine, RsKernelRequest *request,
          GError **error)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_auto (RsGenerated) generated;

  rs_kernel_generate (request, diagnostics, &generated);
  take (self, &generated);
  if (self->kernel == NULL && request->lacks_sizes != NULL && *request->lacks_sizes)
    return TRUE; /* it is tried again with more types */
  if (!tell (session, diagnostics, error))
    return FALSE;
  if (self->kernel != NULL)
    compile (self, &generated, rs_source_get_name (site->module->source), site->node, session, engine);
  return TRUE;
}

/* What a device of a plugin can't run is the CPU's. */
static gboolean
generate_for_host (RsSpecialization *self, RsSite *site, RsSession *session, RsEngine *engine, RsKernelRequest *request,
                   GError **error)
{
  if (self->engine != NULL) /* it got as far as the driver */
    rs_session_warn (session, rs_source_get_name (site->module->source), get_line (site), 0, RS_SAY (RUNS_ON_CPU),
                     self->reason);
  self->device_reason = g_steal_pointer (&self->reason);
  self->is_refused = FALSE;
  request->target = engine->host->device->target;
  return generate (self, site, session, engine->host, request, error);
}

/* A recording has it already. */
static void
note_loop (const RsSession *session, const RsSite *site, const RsSpecialization *self, gboolean in_steps)
{
  RsLoopNote loop = { .file = rs_source_get_name (site->module->source),
                      .kind = self->kernel != NULL ? rs_loop_outcome_classify (self->kernel) : RS_LOOP_IS_INTERPRETED };
  g_autofree char *text = NULL;

  if (session->note_loop == NULL || (site->node->flags & RS_NODE_STEP) != 0 || site->form == RS_KERNEL_FROM_EXPRESSION
      || rs_trace_is_on ())
    return;
  text = rs_loop_outcome_describe (site->node, self->kernel, self->reason, in_steps);
  loop.text = text;
  rs_source_locate (site->module->source, site->node->span.start, &loop.line, NULL);
  session->note_loop (&loop, session->output_data);
}

static RsSpecialization *
specialize (RsSite *site, RsSession *session, RsEngine *engine, RsKernelRequest *request, GError **error)
{
  RsSpecialization *self = specialization_new ();
  gboolean done = generate (self, site, session, engine, request, error);

  if (done && self->kernel == NULL && self->is_refused && engine->host != NULL)
    done = generate_for_host (self, site, session, engine, request, error);
  if (!done)
    {
      rs_specialization_free (self);
      return NULL;
    }
  if (self->kernel == NULL
      && ((request->lacks_sizes != NULL && *request->lacks_sizes) || (site->node->flags & RS_NODE_STEP) != 0))
    return self; /* statements are no loop that the user wrote: each of them tells its own */
  self->decision
      = rs_decision_emit (site->module, site->form, site->node, self->kernel, self->reason, request->parallel_only);
  note_loop (session, site, self, request->parallel_only);
  if (self->kernel != NULL && rs_debug_topic_is_on (RS_DEBUG_TOPIC_PASSES))
    tell_passes (session, self->kernel);
  if (rs_settings_get_boolean (session->settings, RS_SETTING_COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES))
    tell_missed (session, site, self, request->parallel_only);
  if (rs_debug_topic_is_on (RS_DEBUG_TOPIC_LAUNCH))
    tell_outcome (session, site, self, engine);
  return self;
}

RsSpecialization *
rs_specialization_new_fused (RsKernel *kernel, const char *file, RsSession *session, RsEngine *engine)
{
  RsSpecialization *self = specialization_new ();
  g_auto (RsGenerated) generated;

  rs_kernel_generate_from (kernel, &generated);
  take (self, &generated);
  if (self->kernel != NULL)
    compile (self, &generated, file, NULL, session, engine);
  if (self->kernel != NULL && rs_debug_topic_is_on (RS_DEBUG_TOPIC_PASSES))
    tell_passes (session, self->kernel);
  return self;
}

/* The kernel once more, before its passes, in the form in which it can be fused. One that fails ends the launch: what
 * earlier kernels write has to be complete then, so that it can't share a launch with them. */
static void
make_part (RsSpecialization *self, const RsSite *site, RsKernelRequest *request)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *reason = NULL;
  RsKernel *part;

  if (self->kernel == NULL || self->part != NULL || self->part_reason != NULL)
    return;
  if (rs_kernel_can_fail (self->kernel))
    {
      self->part_reason = "it can end with an error";
      return;
    }
  part = rs_kernel_build_form (request, diagnostics, &reason);
  if (part != NULL && rs_kernel_prepare_part (part, &self->part_reason))
    self->part = g_steal_pointer (&part);
  else if (self->part_reason == NULL)
    self->part_reason = "it can't be built again";
  g_clear_pointer (&part, rs_kernel_free);
}

/* A device that the user asked for by the configuration, and could not have. Where others remain, TRUE. */
static gboolean
has_refused_pin (const RsSpecialization *found, RsSession *session, RsSite *site, const RsEngine *engine,
                 RsInputs *inputs)
{
  const char *reason = found->kernel == NULL ? found->reason : found->device_reason;

  if (reason == NULL || engine->host == NULL
      || (inputs->reason != RS_PLACE_REASON_PINNED && inputs->reason != RS_PLACE_REASON_SHARE))
    return FALSE;
  rs_pinning_tell_refused (session, site, engine, reason);
  inputs->is_unpinned = found->kernel != NULL;
  return inputs->is_unpinned;
}

/* The bound of blocks that the kernel is compiled for on a CUDA device: its own where the launch keeps to it, else one
 * of a few, so that launches share code. */
static guint
choose_largest_block (const RsSite *site, const RsEngine *engine, const RsInputs *inputs)
{
  const gint64 items = inputs->block_items, bound = rs_attribute_get_launch_bound (site->node);
  guint largest = SMALLEST_BOUND;

  if (engine->device->target->dialect != RS_DIALECT_CUDA || items == 0
      || items > (gint64)engine->device->target->largest_block)
    return 0;
  if (items <= bound && bound <= (gint64)engine->device->target->largest_block)
    return (guint)bound;
  while (largest < items)
    largest *= 2;
  return largest;
}

/* On the device of engine. */
static RsSpecialization *
find (RsSite *site, RsSession *session, RsEngine *engine, RsInputs *inputs, RsKernelRequest *request, GError **error)
{
  g_autoptr (GBytes) key = NULL;
  RsSpecialization *found;

  request->target = get_target (engine, inputs);
  request->largest_block = choose_largest_block (site, engine, inputs);
  request->form = site->form;
  request->module = site->module;
  request->node = site->node;
  request->inputs = (const RsKernelInput *)(gpointer)inputs->inputs->data;
  request->n_inputs = inputs->inputs->len;
  request->parts = (const RsArrayPart *)(gpointer)inputs->parts->data;
  request->n_parts = inputs->parts->len;
  request->precision = session->precision;
  rs_kernel_options_set (request, session->settings);
  request->same_arrays_possible = rs_inputs_find_same_arrays (inputs);

  if (site->wants_sizes)
    rs_inputs_add_sizes (inputs);
  key = rs_inputs_get_key (inputs, ((guint)inputs->has_large_textures << 31) + (engine->number << 24)
                                       + ((request->wide_levels | request->along) << 16)
                                       + ((request->short_levels | g_bit_storage (request->largest_block)) << 8)
                                       + (guint)request->parallel_only * 64 + (request->row_length != NULL) * 16
                                       + request->grid_rank * 2 + request->same_arrays_possible);
  found = g_hash_table_lookup (site->specializations, key);
  if (found != NULL && found->was_stopped)
    {
      g_hash_table_remove (site->specializations, key);
      site->n_refused--;
      found = NULL;
    }
  if (found == NULL)
    {
      gboolean lacks_sizes = FALSE;

      site->n_constants += inputs->has_constants;
      request->lacks_sizes = site->wants_sizes ? NULL : &lacks_sizes;
      found = specialize (site, session, engine, request, error);
      request->lacks_sizes = NULL;
      if (found != NULL && found->kernel == NULL && lacks_sizes)
        {
          rs_specialization_free (found);
          site->wants_sizes = TRUE;
          return find (site, session, engine, inputs, request, error);
        }
      if (found != NULL)
        site->n_refused += found->kernel == NULL;
      if (found != NULL)
        g_hash_table_insert (site->specializations, g_steal_pointer (&key), found);
    }
  return found;
}

/* Whether blocks of the launch would wait for each other that don't all run at a time. */
static gboolean
has_too_many_blocks (const RsSpecialization *found, const RsInputs *inputs)
{
  RsDevice *device = found->engine != NULL ? found->engine->device : NULL;
  RsDeviceLaunch launch = { .kernel = found->code, .rank = inputs->rank };

  if (found->kernel == NULL || found->code == NULL || !found->code->plan.grid.is_together)
    return FALSE;
  for (guint d = 0; d < inputs->rank; d++)
    {
      launch.grid[d] = inputs->grid[d];
      launch.block[d] = inputs->block[d];
    }
  return inputs->rank == 0 || device->table->can_run_together == NULL
         || !device->table->can_run_together (device, &launch);
}

const RsSpecialization *
rs_site_specialize_on (RsSite *site, RsSession *session, RsEngine *engine, RsInputs *inputs, RsKernelRequest *request,
                       GError **error)
{
  return find (site, session, engine, inputs, request, error);
}

/* Whether the result's elements are larger than those of all compiled forms before, with which the launch was placed.
 */
static gboolean
has_larger_result (RsSite *site, const RsSpecialization *found)
{
  const guint before = site->result_bytes;

  if (site->form != RS_KERNEL_FROM_EXPRESSION || found->kernel == NULL)
    return FALSE;
  for (guint i = 0; i < found->n_parameters; i++)
    if (found->parameters[i].binding == RS_BIND_RESULT)
      site->result_bytes = MAX (site->result_bytes, (guint)rs_element_get_bytes (found->parameters[i].element));
  return site->result_bytes > before;
}

const RsSpecialization *
rs_site_specialize (RsSite *site, RsSession *session, RsEngine *first, RsInputs *inputs, RsKernelRequest *request,
                    GError **error)
{
  RsEngine *engine = rs_place_choose (session, first, site, inputs);
  RsSpecialization *found = NULL;

  if (!rs_place_check_memory (session, first, site, inputs, error))
    return NULL;
  found = find (site, session, engine, inputs, request, error);
  if (found != NULL && has_larger_result (site, found) && engine->host != NULL)
    return rs_site_specialize (site, session, first, inputs, request, error);
  if (found != NULL && rs_large_textures_are_in (found, inputs))
    {
      inputs->has_large_textures = TRUE;
      found = find (site, session, engine, inputs, request, error);
    }
  if (found != NULL && engine->host != NULL && has_too_many_blocks (found, inputs))
    {
      inputs->reason = RS_PLACE_REASON_TOGETHER;
      found = find (site, session, engine->host, inputs, request, error);
    }
  if (found != NULL && rs_trace_is_on ())
    rs_candidates_emit (site, first, engine, found, request);
  if (found != NULL && found->device_reason != NULL && inputs->cost != NULL)
    rs_cost_refuse (inputs->cost, engine->number);
  if (found != NULL && has_refused_pin (found, session, site, engine, inputs))
    return rs_site_specialize (site, session, first, inputs, request, error);
  if (found != NULL && rs_fusion_is_on (session))
    make_part (found, site, request);
  return found;
}
