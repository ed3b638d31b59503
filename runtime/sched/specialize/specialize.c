/* The three ways from host code into compiled code: parallel_do, a loop nest, an element-wise expression.
 *
 * Each gathers what flows in, finds or makes the code for these types, binds the arguments and queues the launch. What
 * is too small to be worth a compilation is left to the virtual machine, counted a site, so that many small launches
 * are compiled in the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/specialize.h"

#include "runtime/base/error.h"
#include "runtime/sched/inputs/bind.h"
#include "runtime/sched/inputs/loop-rows.h"
#include "runtime/sched/inputs/numbers.h"
#include "runtime/sched/inputs/output.h"
#include "runtime/sched/inputs/pack.h"
#include "runtime/sched/inputs/parts.h"
#include "runtime/sched/specialize/divide.h"
#include "runtime/sched/specialize/fusion.h"
#include "runtime/sched/specialize/late.h"
#include "runtime/trace/trace.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/array.h"
#include "runtime/value/shape.h"

#include <math.h>
#include <string.h>

/* Work items interpreted at one place before it is compiled; a compilation costs about as much as interpreting these.
 * With -d cpu nothing but trivial sizes is interpreted. */
#define ITEMS_WORTH_COMPILING 20000
#define ELEMENTS_WORTH_COMPILING 1000000
#define ITEMS_WORTH_COMPILING_ON_CPU 1
#define ELEMENTS_WORTH_COMPILING_ON_CPU 64
/* Whole numbers up to this are compiled in where a launch is large, at most for so many values a site: a filter's
 * radius makes the loops over it loops of known length. */
#define LARGEST_CONSTANT 64
#define ITEMS_WORTH_CONSTANTS 65536
#define MOST_CONSTANTS 3
/* Launches of fewer work items, or that take one thread less time, cost more than they save: a loop of such launches
 * does become one. What is not yet measured is taken to be a nanosecond a work item. */
#define ITEMS_WORTH_LAUNCHING 4096
#define NS_WORTH_LAUNCHING 6000
/* A level of a loop with fewer iterations is not worth to be the only parallel one. */
#define SHORT_LEVEL 32
/* A level with so many iterations can be shared out alone although the others run in order. */
#define WIDE_LEVEL 1024
/* A loop or expression that was refused for so many kinds of inputs, and never compiled, is not tried again: it may
 * stand inside an interpreted loop. */
#define MOST_REFUSALS 3

static const char *const special_names[] = { "pos",
                                             "blkpos",
                                             "blkidx",
                                             "blkdim",
                                             "blkcnt",
                                             "warpSize",
                                             "warpsize",
                                             "coalesced_threads",
                                             "this_thread_block",
                                             "this_grid",
                                             "this_multi_grid" };

static gboolean
is_special (const RsSymbol *parameter)
{
  const char *name = parameter->name;

  for (guint i = 0; i < G_N_ELEMENTS (special_names) && name != NULL; i++)
    if (name[0] == special_names[i][0] && strcmp (name, special_names[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_worth_compiling (RsSite *site, RsSession *session, gint64 items, gint64 threshold, gint64 threshold_on_cpu)
{
  if (site->n_refused >= MOST_REFUSALS && site->n_refused == g_hash_table_size (site->specializations))
    return FALSE;
  site->work += items;
  return site->work >= (session->device != RS_DEVICE_AUTO ? threshold_on_cpu : threshold);
}

/* Compiles whole numbers in, and the lengths of pixels, unless this site has met too many different ones. */
static void
add_constants (RsSite *site, RsInputs *inputs, gint64 items)
{
  if (items < ITEMS_WORTH_CONSTANTS || site->n_constants > MOST_CONSTANTS)
    return;
  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag == RS_TAG_INT && ABS (value.integer) <= LARGEST_CONSTANT)
        {
          rs_inputs_make_constant (inputs, i);
          inputs->has_constants = TRUE;
        }
      else if (site->form != RS_KERNEL_FROM_EXPRESSION)
        inputs->has_constants |= rs_inputs_make_last_length_constant (inputs, i);
    }
}

/* Why a place is slow that the user expects to be fast, once: a kernel that the program launches, and any place whose
 * kernel could not be compiled, which is a fault of the compiler or of its machine. Not where the program
 * is stopped. */
static void
tell_reason (RsSite *site, RsSession *session, const RsSpecialization *code)
{
  static const char *const places[] = {
    [RS_KERNEL_FROM_FUNCTION] = "kernel", [RS_KERNEL_FROM_LOOP] = "loop", [RS_KERNEL_FROM_EXPRESSION] = "expression"
  };
  guint line, column;

  if (__atomic_load_n (&session->stop, __ATOMIC_RELAXED) != 0)
    return;
  if (site->told || (site->form != RS_KERNEL_FROM_FUNCTION && !code->is_refused))
    return;
  site->told = TRUE;
  rs_source_locate (site->module->source, site->node->span.start, &line, &column);
  rs_session_warn (session, rs_source_get_name (site->module->source), line, column, RS_SAY (PLACE_INTERPRETED),
                   places[site->form], code->reason);
}

/* A launch with its arguments, that is not queued yet. */
typedef struct {
  const RsSpecialization *code;
  RsLaunch *launch; /* NULL: there is none */
  RsSubmission submission;
} Bound;

/* results stays valid for the caller. share: the part of the grid that is launched; NULL: all of it. */
static gboolean
bind_launch (RsSite *site, RsSession *session, const RsSpecialization *code, const RsShare *share,
             const RsInputs *inputs, RsArray *result, guint rank, const gint64 *grid, const gint64 *block,
             RsResults *results, Bound *bound, GError **error)
{
  RsLaunch *launch = rs_launch_new (code->code, rs_kernel_get_title (code->kernel),
                                    rs_source_get_name (site->module->source), rs_kernel_get_line (code->kernel));

  *bound = (Bound){ code, launch, rs_launch_begin_submission (launch) };
  rs_launch_set_grid (launch, rank, grid, block);
  if (share != NULL)
    rs_launch_set_division (launch, share->first, share->end);
  rs_launch_set_cost (launch, inputs->cost, code->engine->number);
  rs_launch_set_counted (launch, code->kernel, code->engine->queue);
  if (rs_kernel_can_fail (code->kernel))
    {
      g_autofree char *stack = session->host->dup_stack (session);

      rs_launch_set_messages (launch, code->kernel, site->module->source, stack);
    }
  if (!rs_bind_arguments (code, inputs, result, launch, results, error))
    {
      rs_launch_free (g_steal_pointer (&bound->launch));
      return FALSE;
    }
  if (code->engine->device->memory != 0 || !code->engine->is_alone)
    rs_bind_rows (code, inputs, launch, grid, share != NULL ? share->first : 0, share != NULL ? share->end : grid[0]);
  rs_launch_set_wait (launch, share == NULL ? inputs->wait : 0);
  rs_bind_get_uses (code, launch, &site->overwritten, &site->written);
  return TRUE;
}

/* Queues, and reports; with outputs the launch is complete afterwards. */
static gboolean
enqueue (RsSession *session, Bound *bound, const RsInputs *inputs, gboolean has_outputs, GError **error)
{
  const RsSpecialization *code = bound->code;
  RsLaunch *launch = g_steal_pointer (&bound->launch);
  RsFusionAnswer answer = RS_FUSION_LEFT;
  gboolean queued;

  if (has_outputs)
    rs_launch_set_waited_for (launch);
  if (inputs->cost != NULL && code->engine->device->memory != 0) /* its own */
    rs_launch_note_written (launch, ((RsEngine *)session->slots[RS_SLOT_QUEUE])->costs);
  if (bound->submission.start != 0 && inputs->reason != RS_PLACE_REASON_NONE)
    rs_launch_emit_place (launch, code->engine->queue,
                          code->device_reason != NULL ? RS_PLACE_REASON_REFUSED : inputs->reason);
  if (rs_fusion_is_on (session) && code->engine->is_alone)
    answer = rs_fusion_take (session, code->engine, code, launch, error);
  queued = answer == RS_FUSION_TAKEN
           || (answer == RS_FUSION_LEFT && rs_queue_submit (code->engine->queue, launch, error));
  if (!queued)
    rs_queue_take_place (code->engine->queue, &session->error_place);
  if (answer == RS_FUSION_LEFT)
    rs_submission_emit (&bound->submission);
  return queued;
}

static gboolean
submit (RsSite *site, RsSession *session, const RsSpecialization *code, const RsInputs *inputs, RsArray *result,
        guint rank, const gint64 *grid, const gint64 *block, gboolean has_outputs, RsResults *results, GError **error)
{
  Bound bound;

  return bind_launch (site, session, code, NULL, inputs, result, rank, grid, block, results, &bound, error)
         && enqueue (session, &bound, inputs, has_outputs, error);
}

/* Each share to its device, which none waits for: all of them, or none. They are launches in the order of their rows,
 * so that of several errors that of the first row is told; the CPU's is queued last, since it may run on this thread,
 * and the others have to be begun by then. */
static gboolean
submit_shares (RsSite *site, RsSession *session, const RsShare *shares, guint n, const RsInputs *inputs, guint rank,
               const gint64 *grid, const gint64 *block, GError **error)
{
  Bound bound[RS_MOST_SHARES] = { 0 };
  gboolean is_good = TRUE;

  for (guint i = 0; i < n && is_good; i++)
    {
      g_auto (RsResults) results = { 0 }; /* what is divided has none */

      is_good = bind_launch (site, session, shares[i].code, &shares[i], inputs, NULL, rank, grid, block, &results,
                             &bound[i], error);
    }
  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < n && is_good; i++)
      if ((shares[i].code->engine->device->memory == 0) == (turn == 1))
        is_good = enqueue (session, &bound[i], inputs, FALSE, error);
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&bound[i].launch, rs_launch_free);
  return is_good;
}

static gint64
count_items (guint rank, const gint64 *grid)
{
  gint64 items = 1;

  for (guint i = 0; i < rank; i++)
    if (__builtin_mul_overflow (items, MAX (grid[i], 0), &items))
      return G_MAXINT64;
  return items;
}

/* --- parallel_do --- */

/* The site of a kernel function, by its node: a kernel that is defined inside a function is a new closure at each call,
 * but compiled once. */
static RsSite *
get_site (RsSession *session, const RsFunction *kernel)
{
  GHashTable *sites = session->slots[RS_SLOT_SITES];
  RsSite *site;

  if (sites == NULL)
    {
      sites = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_site_free);
      rs_session_set_slot (session, RS_SLOT_SITES, sites, (GDestroyNotify)g_hash_table_unref);
    }
  site = g_hash_table_lookup (sites, kernel->node);
  if (site == NULL)
    {
      site = rs_site_new (kernel->module, RS_KERNEL_FROM_FUNCTION, kernel->node, NULL);
      g_hash_table_insert (sites, (gpointer)kernel->node, site);
    }
  return site;
}

static void
add_arguments (RsInputs *inputs, RsSession *session, RsFunction *kernel, const RsValue *arguments, guint n_arguments)
{
  const GPtrArray *variables = kernel->node->scope->variables;
  guint next = 0;

  for (guint i = 0; i < variables->len && next < n_arguments; i++)
    {
      const RsSymbol *symbol = variables->pdata[i];

      if (symbol->is_parameter && !is_special (symbol))
        rs_inputs_add (inputs, session, symbol, NULL, symbol->type, arguments[next++]);
    }
  rs_inputs_add_captures (inputs, session, kernel);
}

RsLaunchResult
rs_launch_kernel (RsSession *session, RsFunction *kernel, const gint64 *dims, const gint64 *block, guint rank,
                  const RsValue *arguments, guint n_arguments, RsValue *outputs, guint n_outputs, guint line,
                  GError **error)
{
  g_assert (rank >= 1 && rank <= RS_MAX_RANK);

  RsSite *site = get_site (session, kernel);
  RsKernelRequest request = { .grid_rank = rank };
  gint64 items = count_items (rank, dims);
  gboolean is_linear, writes_members;
  int first_output;
  g_auto (RsResults) results = { 0 };
  g_autoptr (RsInputs) inputs = NULL;
  const RsSpecialization *code;
  RsShare shares[RS_MOST_SHARES];
  GError *failed = NULL;
  guint n_shares = 0;
  RsEngine *engine;

  if (rank > RS_MAX_GRID
      || !is_worth_compiling (site, session, MIN (items, G_MAXINT32) * site->rounds, ITEMS_WORTH_COMPILING,
                              ITEMS_WORTH_COMPILING_ON_CPU))
    return RS_LAUNCH_INTERPRET;
  engine = rs_engine_get (session, &failed);
  if (engine == NULL)
    {
      if (failed != NULL)
        g_propagate_error (error, failed);
      return failed != NULL ? RS_LAUNCH_FAILED : RS_LAUNCH_INTERPRET;
    }

  inputs = rs_inputs_new ();
  inputs->block_items = block != NULL ? count_items (rank, block) : 0;
  inputs->rank = block != NULL ? rank : 0;
  inputs->grid = dims;
  inputs->block = block;
  add_arguments (inputs, session, kernel, arguments, n_arguments);
  first_output = rs_outputs_add (inputs, session, kernel, outputs, n_outputs, error);
  if (first_output < 0)
    return RS_LAUNCH_FAILED;
  add_constants (site, inputs, items);
  code = rs_site_specialize (site, session, engine, inputs, &request, error);
  if (code == NULL)
    return RS_LAUNCH_FAILED;
  if (code->kernel == NULL)
    {
      tell_reason (site, session, code);
      return RS_LAUNCH_INTERPRET;
    }
  if (rs_kernel_is_one_block (code->kernel) && !code->code->plan.grid.is_together)
    block = dims;
  writes_members = rs_pack_is_written (inputs, code->parameters, code->n_parameters);
  is_linear = rs_kernel_get_grid_rank (code->kernel) < rank; /* the position is one number */
  if (is_linear)
    {
      rank = 1;
      dims = &items;
      block = NULL;
    }
  if (n_outputs == 0 && !writes_members)
    n_shares = rs_divide_launch (site, session, engine, inputs, &request, code, dims[0],
                                 block != NULL ? MAX (block[0], 1) : 1, shares, &failed);
  if (failed != NULL)
    {
      g_propagate_error (error, failed);
      return RS_LAUNCH_FAILED;
    }
  if (n_shares > 0)
    return submit_shares (site, session, shares, n_shares, inputs, rank, dims, block, error) ? RS_LAUNCH_QUEUED
                                                                                             : RS_LAUNCH_FAILED;
  if (!submit (site, session, code, inputs, NULL, rank, dims, block, n_outputs > 0 || writes_members, &results, error)
      || !rs_outputs_read (inputs, first_output, outputs, n_outputs, error)
      || (writes_members && !rs_pack_read (inputs, code->parameters, code->n_parameters, session->precision, error)))
    return RS_LAUNCH_FAILED;
  return RS_LAUNCH_QUEUED;
}

/* --- loops --- */

static gboolean
is_literal (const RsNode *node)
{
  if (node != NULL && node->kind == RS_NODE_UNARY)
    node = rs_node_child (node, 0);
  return node != NULL && node->kind == RS_NODE_NUMBER;
}

/* A step of 1 is 1 where the loop uses its variable as well. */
static void
make_step_constant (RsInputs *inputs, const RsNode *step)
{
  for (guint i = 0; step != NULL && step->kind == RS_NODE_NAME && i < inputs->inputs->len; i++)
    if (g_array_index (inputs->inputs, RsKernelInput, i).symbol == step->symbol)
      rs_inputs_make_constant (inputs, i);
}

/* The first value and the step of each level, as inputs behind the variables. 0, 1 and what the text says are compiled
 * in. */
static void
add_ranges (RsInputs *inputs, RsSession *session, const RsLoopNest *nest, const RsValue *ranges,
            RsKernelRequest *request, gint64 *grid)
{
  for (guint level = 0; level < request->n_levels; level++)
    {
      const RsRange *range = ranges[level].range;
      RsValue low = range->is_integer ? rs_value_int ((gint64)range->low) : rs_value_scalar (range->low);
      RsValue step = range->is_integer ? rs_value_int ((gint64)range->step) : rs_value_scalar (range->step);

      grid[level] = range->count;
      request->short_levels |= (guint)(range->count < SHORT_LEVEL) << level;
      request->wide_levels |= (guint)(range->count >= WIDE_LEVEL) << level;
      request->level_low[level] = rs_inputs_add (inputs, session, NULL, NULL, NULL, low);
      request->level_step[level] = rs_inputs_add (inputs, session, NULL, NULL, NULL, step);
      request->level_count[level] = rs_inputs_add (inputs, session, NULL, NULL, NULL, rs_value_int (range->count));
      if (range->is_integer
          && (range->low == 0 || range->low == 1 || is_literal (rs_node_child (nest->ranges[level], RS_RANGE_LOW))))
        rs_inputs_make_constant (inputs, request->level_low[level]);
      if (range->is_integer && (range->step == 1 || is_literal (rs_node_child (nest->ranges[level], RS_RANGE_STEP))))
        rs_inputs_make_constant (inputs, request->level_step[level]);
      if (range->is_integer && range->step == 1)
        make_step_constant (inputs, rs_node_child (nest->ranges[level], RS_RANGE_STEP));
    }
}

static void
hand_back_replaced (const RsSpecialization *code, const RsInputs *inputs, RsSetVariable set, gpointer data)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].is_replaced)
      set (code->parameters[i].symbol, rs_inputs_get_value (inputs, code->parameters[i].input), data);
}

/* Gives the kernel copies of the arrays whose variables it gives new values. */
static gboolean
copy_replaced (const RsSpecialization *code, RsInputs *inputs, GError **error)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].is_replaced)
      {
        RsValue *value = &g_array_index (inputs->values, RsValue, code->parameters[i].input);
        RsArray *copy = rs_array_copy (value->array, error);

        if (copy == NULL)
          return FALSE;
        rs_value_clear (value);
        *value = rs_value_object (copy);
      }
  return TRUE;
}

/* The levels that are dimensions of the grid, in their order. Returns how many there are. row_length: of a loop of one
 * level that may run in rows. */
static guint
choose_grid (const RsKernel *kernel, guint n_levels, gint64 row_length, gint64 *grid)
{
  gint64 counts[RS_MAX_GRID];
  guint rank = rs_kernel_get_grid_rank (kernel);

  memcpy (counts, grid, sizeof counts);
  if (row_length > 0 && rank > n_levels)
    {
      counts[0] /= row_length;
      counts[1] = row_length;
    }
  for (guint d = 0; d < rank; d++)
    grid[d] = rs_kernel_is_serial (kernel) ? 1 : counts[rs_kernel_get_level (kernel, d)];
  return rank;
}

static void
add_variables (RsInputs *inputs, RsSession *session, const RsLoopNest *nest, const RsValue *values, guint n)
{
  g_autoptr (GPtrArray) symbols = rs_loop_nest_get_inputs (nest);

  for (guint i = 0; i < n; i++)
    {
      const RsSymbol *symbol = symbols->pdata[i];

      rs_inputs_add (inputs, session, symbol, NULL, symbol->is_declared ? symbol->type : NULL, values[i]);
    }
}

/* Whether the launch met what the kernel is not for (RsKernelParameter.is_witness). */
static gboolean
counts_for_nothing (const RsSpecialization *code, const RsResults *results)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].is_witness && results->accumulators[results->offsets[i]] > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_nan (RsValue value)
{
  for (gint64 i = 0; value.tag == RS_TAG_ARRAY && i < value.array->n_elements; i++)
    {
      RsValue element = rs_array_get_element (value.array, i);
      const gboolean is_one = is_nan (element);

      rs_value_clear (&element);
      if (is_one)
        return TRUE;
    }
  return value.tag == RS_TAG_SCALAR && isnan (value.scalar);
}

static gboolean
lacks_number (const RsSpecialization *code, const RsInputs *inputs)
{
  for (guint i = 0; i < code->n_parameters; i++)
    for (guint k = 0; code->parameters[i].needs_number && k < inputs->inputs->len; k++)
      if (g_array_index (inputs->inputs, RsKernelInput, k).symbol == code->parameters[i].symbol
          && is_nan (rs_inputs_get_value (inputs, k)))
        return TRUE;
  return FALSE;
}

RsRunCode
rs_site_get_run_code (const RsSite *site)
{
  return site->ran;
}

/* What a loop needs to be divided: the session's first device, and what its code is made for; whether its results may
 * come late. */
typedef struct {
  RsEngine *first;
  const RsKernelRequest *request;
  gboolean may_be_late;
} Division;

/* Submits the loop, whose results come late; takes inputs. */
static RsLaunchResult
run_late (RsSite *site, RsSession *session, const RsSpecialization *code, RsInputs *inputs, guint rank,
          const gint64 *grid, RsSetVariable set, gpointer data, GError **error)
{
  g_autoptr (RsInputs) own = inputs;
  RsLate *late = rs_late_new (code);
  Bound bound;

  if (!bind_launch (site, session, code, NULL, own, NULL, rank, grid, NULL, &late->results, &bound, error))
    {
      rs_late_free (late);
      return RS_LAUNCH_FAILED;
    }
  rs_launch_set_late (bound.launch, &late->outcome);
  if (!enqueue (session, &bound, own, FALSE, error))
    {
      rs_queue_drain (code->engine->queue); /* it may run nevertheless */
      rs_late_free (late);
      return RS_LAUNCH_FAILED;
    }
  hand_back_replaced (code, own, set, data);
  rs_late_add (session, late, g_steal_pointer (&own));
  return RS_LAUNCH_QUEUED;
}

/* Submits the loop, and gives variables and members of objects what it has left in them. Takes inputs. */
static RsLaunchResult
run_loop (RsSite *site, RsSession *session, const RsSpecialization *code, const Division *division, RsInputs *taken,
          guint rank, const gint64 *grid, RsSetVariable set, gpointer data, GError **error)
{
  g_autoptr (RsInputs) inputs = taken;
  const gboolean writes_members = rs_pack_is_written (inputs, code->parameters, code->n_parameters);
  g_auto (RsResults) results = { 0 };
  RsShare shares[RS_MOST_SHARES];
  GError *failed = NULL;
  guint n_shares = 0;

  if (lacks_number (code, inputs))
    return RS_LAUNCH_INTERPRET;
  site->ran = (RsRunCode){ code->decision, rs_kernel_is_serial (code->kernel) };
  if (!copy_replaced (code, inputs, error))
    return RS_LAUNCH_FAILED;
  if (division != NULL && !writes_members)
    n_shares = rs_divide_launch (site, session, division->first, inputs, division->request, code, grid[0], 1, shares,
                                 &failed);
  if (failed != NULL)
    {
      g_propagate_error (error, failed);
      return RS_LAUNCH_FAILED;
    }
  if (division != NULL && division->may_be_late && n_shares == 0 && !writes_members
      && rs_late_is_possible (session, code))
    return run_late (site, session, code, g_steal_pointer (&inputs), rank, grid, set, data, error);
  if (n_shares > 0 ? !submit_shares (site, session, shares, n_shares, inputs, rank, grid, NULL, error)
                   : !submit (site, session, code, inputs, NULL, rank, grid, NULL, writes_members, &results, error))
    return RS_LAUNCH_FAILED;
  if (counts_for_nothing (code, &results))
    return RS_LAUNCH_INTERPRET;
  if (writes_members && !rs_pack_read (inputs, code->parameters, code->n_parameters, session->precision, error))
    return RS_LAUNCH_FAILED;
  rs_late_hand_back (code, &results, set, data);
  hand_back_replaced (code, inputs, set, data);
  return RS_LAUNCH_QUEUED;
}

#define LARGEST_SIZE 0x1p40

/* About how large the work on these values is: the elements of arrays, and numbers, which may be the bounds of loops
 * inside. */
static gint64
count_elements (const RsValue *values, guint n)
{
  gint64 total = 0;

  for (guint i = 0; i < n; i++)
    if (values[i].tag == RS_TAG_ARRAY)
      total += values[i].array->n_elements;
    else if (rs_value_is_number (values[i]) && fabs (rs_value_to_double (values[i])) < LARGEST_SIZE)
      total += (gint64)fabs (rs_value_to_double (values[i]));
  return total;
}

/* Whether there are arrays of single and of double precision: operations round what they compute of the former. */
static gboolean
has_both_precisions (const RsSession *session, const RsValue *values, guint n)
{
  gboolean has_single = FALSE, has_double = FALSE;

  for (guint i = 0; i < n; i++)
    if (values[i].tag == RS_TAG_ARRAY)
      {
        const RsElement element = values[i].array->element;

        has_double |= element == RS_ELEMENT_DOUBLE || element == RS_ELEMENT_CDOUBLE;
        has_single |= element != RS_ELEMENT_DOUBLE && element != RS_ELEMENT_CDOUBLE;
      }
  return has_single && has_double && session->precision == RS_PRECISION_SINGLE;
}

/* Whether a loop is to become one work item although its iterations could be launches of their own: when these turned
 * out to be little work, in this run of the loop or on arrays and numbers of about that size before. */
static gboolean
is_better_whole (RsSite *site, const RsSession *session, gboolean is_rest, gint64 elements)
{
  gint64 n;

  if (site->is_little && elements / 2 <= site->little_elements)
    return TRUE;
  if (!is_rest)
    {
      site->offers_before = session->n_offers;
      site->offered_before = session->n_offered;
      site->offered_ns_before = session->offered_ns;
      return FALSE;
    }
  n = session->n_offers - site->offers_before;
  site->is_little = session->n_offered - site->offered_before <= n * ITEMS_WORTH_LAUNCHING
                    || session->offered_ns - site->offered_ns_before <= n * NS_WORTH_LAUNCHING;
  site->little_elements = elements;
  return site->is_little;
}

/* Whether the loop makes an array of what is a number so far. */
static gboolean
waits_for_array (const RsSite *site, const RsValue *values, guint n)
{
  g_autoptr (GPtrArray) symbols = NULL;
  guint at;

  if (site->nest.grows == NULL)
    return FALSE;
  symbols = rs_loop_nest_get_inputs (&site->nest);
  return g_ptr_array_find (symbols, site->nest.grows, &at) && at < n && rs_value_is_number (values[at]);
}

/* items: with the rounds of the site. code: what they are compiled to; NULL: nothing, or it is not known. */
static void
note_offer (RsSession *session, const RsSite *site, gint64 items, const RsSpecialization *code)
{
  double ns = 0;

  if (code != NULL && code->code != NULL)
    __atomic_load (&code->code->ns_per_item, &ns, __ATOMIC_RELAXED);
  session->n_offers++;
  session->n_offered += items;
  session->offered_ns += ns > 0 ? (gint64)(ns * (double)items / site->rounds) : items;
}

/* Of a loop with long loops inside: where these are little work. */
static gboolean
is_rest_worth_compiling (RsSite *site, RsSession *session, gint64 iteration, gint64 elements)
{
  gint64 items = RS_ITERATIONS_WORTH_OFFERING;

  if (site->nest.has_long_loop)
    {
      if (!is_better_whole (site, session, iteration > 1, elements))
        return FALSE;
      items = MAX (iteration, MIN (session->n_offered - site->offered_before, G_MAXINT32));
    }
  return is_worth_compiling (site, session, items, ITEMS_WORTH_COMPILING, ITEMS_WORTH_COMPILING_ON_CPU);
}

RsLaunchResult
rs_launch_rest_of_loop (RsSession *session, RsSite *site, const RsNode *attribute, gint64 iteration,
                        const RsValue *values, guint n_inputs, RsSetVariable set, gpointer data, GError **error)
{
  RsKernelRequest request = { .n_levels = 1, .grid_rank = 1, .serial = TRUE, .attribute = attribute };
  g_autoptr (RsInputs) inputs = NULL;
  const gint64 grid[RS_MAX_GRID] = { 1, 1, 1, 1 };
  const RsSpecialization *code;
  RsEngine *engine;

  g_assert (site->form == RS_KERNEL_FROM_LOOP && iteration >= 1);
  if (!is_rest_worth_compiling (site, session, iteration, count_elements (values, n_inputs)))
    return RS_LAUNCH_INTERPRET;
  engine = rs_engine_get (session, NULL);
  if (engine == NULL)
    return RS_LAUNCH_INTERPRET;
  inputs = rs_inputs_new ();
  add_variables (inputs, session, &site->nest, values, n_inputs);
  code = rs_site_specialize (site, session, engine, inputs, &request, error);
  if (code == NULL)
    return RS_LAUNCH_FAILED;
  if (code->kernel == NULL)
    {
      tell_reason (site, session, code);
      return RS_LAUNCH_INTERPRET;
    }
  return run_loop (site, session, code, NULL, g_steal_pointer (&inputs), 1, grid, set, data, error);
}

RsLaunchResult
rs_launch_loop (RsSession *session, RsSite *site, const RsValue *ranges, gboolean is_rest, gboolean may_be_late,
                const RsValue *values, guint n_inputs, RsSetVariable set, gpointer data, GError **error)
{
  g_assert (site->form == RS_KERNEL_FROM_LOOP);

  RsKernelRequest request = { .n_levels = site->nest.n_levels,
                              .grid_rank = site->nest.n_levels,
                              .force_parallel = site->nest.request == RS_LOOP_PARALLEL,
                              .serial = site->nest.request == RS_LOOP_SERIAL };
  g_autoptr (RsInputs) inputs = NULL;
  gint64 grid[RS_MAX_GRID] = { 1, 1, 1, 1 };
  const RsSpecialization *code;
  RsEngine *engine;
  gint64 items = 1, row_length;
  guint rank;
  const gboolean has_waited = is_rest && site->waits; /* now is the first time that there is something to compile */

  is_rest = is_rest && !has_waited;
  site->waits = !is_rest && !has_waited && waits_for_array (site, values, n_inputs);
  if (site->waits)
    return RS_LAUNCH_INTERPRET;
  for (guint level = 0; level < request.n_levels; level++)
    items = ranges[level].tag == RS_TAG_RANGE ? MIN (items * MIN (ranges[level].range->count, G_MAXINT32), G_MAXINT32)
                                              : 0;
  site->has_steps = is_rest ? site->has_steps
                            : items < RS_ITERATIONS_WORTH_SERIAL && site->nest.has_long_loop && !request.serial;
  request.parallel_only = site->has_steps
                          && !is_better_whole (site, session, is_rest, count_elements (values, n_inputs));
  if (is_rest && (!site->has_steps || request.parallel_only))
    return RS_LAUNCH_INTERPRET;
  if (site->nest.is_open && !(ranges[0].tag == RS_TAG_RANGE && ranges[0].range->is_integer))
    return RS_LAUNCH_INTERPRET; /* the kernel might count otherwise */
  if ((site->node->flags & RS_NODE_STEP) != 0)
    {
      items = count_elements (values, n_inputs);
      if (items < ITEMS_WORTH_LAUNCHING || has_both_precisions (session, values, n_inputs))
        return RS_LAUNCH_INTERPRET;
    }
  else
    items *= site->rounds;
  if (items == 0 || !is_worth_compiling (site, session, items, ITEMS_WORTH_COMPILING, ITEMS_WORTH_COMPILING_ON_CPU))
    {
      note_offer (session, site, site->n_refused > 0 ? 0 : items, NULL);
      return RS_LAUNCH_INTERPRET;
    }
  engine = rs_engine_get (session, NULL);
  if (engine == NULL)
    return RS_LAUNCH_INTERPRET;

  inputs = rs_inputs_new ();
  add_variables (inputs, session, &site->nest, values, n_inputs);
  add_constants (site, inputs, items);
  add_ranges (inputs, session, &site->nest, ranges, &request, grid);
  row_length = rs_loop_get_row_length (site, ranges[0].range, values, n_inputs);
  request.row_length = row_length > 0 ? site->row_length : NULL;
  code = rs_site_specialize (site, session, engine, inputs, &request, error);
  if (code == NULL)
    return RS_LAUNCH_FAILED;
  if (code->kernel == NULL)
    {
      tell_reason (site, session, code);
      note_offer (session, site, 0, NULL);
      return RS_LAUNCH_INTERPRET;
    }
  note_offer (session, site, rs_kernel_is_serial (code->kernel) ? 0 : items, code);
  if (!rs_kernel_get_lengths (code->kernel, rs_bind_get_number, rs_bind_get_length, inputs, grid))
    return RS_LAUNCH_INTERPRET;
  rank = choose_grid (code->kernel, request.n_levels, row_length, grid);
  return run_loop (site, session, code, &(Division){ engine, &request, may_be_late }, g_steal_pointer (&inputs), rank,
                   grid, set, data, error);
}

/* --- expressions --- */

/* The array whose shape the result has; NULL when the leaves do not fit a fused kernel. */
static RsArray *
find_shape (const RsValue *leaves, guint n_leaves)
{
  RsArray *shape = NULL;

  for (guint i = 0; i < n_leaves; i++)
    {
      RsArray *array = leaves[i].array;

      if (rs_value_is_number (leaves[i]))
        continue;
      if (leaves[i].tag != RS_TAG_ARRAY
          || (shape != NULL && (array->rank != shape->rank || array->n_elements != shape->n_elements)))
        return NULL;
      for (int d = 0; shape != NULL && d < shape->rank; d++)
        if (array->dims[d] != shape->dims[d])
          return NULL;
      shape = array;
    }
  return shape;
}

static RsArray *
make_result (const RsSpecialization *code, const RsExtents *extents, GError **error)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].binding == RS_BIND_RESULT)
      return rs_array_new (code->parameters[i].element, extents->rank, extents->dims, FALSE, error);
  return NULL;
}

/* Whether a largest (smallest) element is what the search began with: there is -inf (inf), or nothing but NaN. */
static gboolean
is_none_found (const RsKernelParameter *parameter, RsValue value)
{
  return value.tag == RS_TAG_SCALAR
         && ((parameter->reduce == RS_REDUCE_MAXIMUM && value.scalar == -INFINITY)
             || (parameter->reduce == RS_REDUCE_MINIMUM && value.scalar == INFINITY));
}

/* How many elements a mean is of: as many as a mask has selected, or all. */
static double
count_of_mean (const RsSpecialization *code, const RsResults *results, guint mean, gint64 n_elements)
{
  for (guint i = mean + 1; i < code->n_parameters; i++)
    if (code->parameters[i].binding == RS_BIND_ACCUMULATOR && !code->parameters[i].is_witness)
      return rs_value_to_double (rs_results_get (results, code, i));
  return (double)n_elements;
}

/* What a launch of an expression came to; INTERPRET where that counts for nothing. */
static RsLaunchResult
take_result (const RsSpecialization *code, const RsResults *results, gint64 n_elements, RsValue *result)
{
  for (guint i = 0; i < code->n_parameters; i++)
    if (code->parameters[i].binding == RS_BIND_ACCUMULATOR && !code->parameters[i].is_witness)
      {
        *result = rs_results_get (results, code, i);
        if (is_none_found (&code->parameters[i], *result))
          {
            *result = RS_NONE;
            return RS_LAUNCH_INTERPRET;
          }
        if (code->parameters[i].is_mean)
          *result = rs_value_scalar (rs_value_to_double (*result) / count_of_mean (code, results, i, n_elements));
        break;
      }
  return RS_LAUNCH_QUEUED;
}

/* Over a grid of the dimensions that the request has; extents: of the result, if it is an array. */
static RsLaunchResult
launch_elements (RsSite *site, RsSession *session, RsEngine *engine, RsInputs *inputs, RsKernelRequest request,
                 const gint64 *grid, const RsExtents *extents, RsValue *result, GError **error)
{
  const guint rank = request.grid_rank;
  const gint64 n_elements = rs_dims_count (extents->rank, extents->dims);
  g_autoptr (RsArray) array = NULL;
  g_auto (RsResults) results = { 0 };
  const RsSpecialization *code;
  GError *failed = NULL;

  if (rs_inputs_have_lost (inputs)) /* told at once, before the variable has the result */
    return RS_LAUNCH_INTERPRET;
  code = rs_site_specialize (site, session, engine, inputs, &request, error);
  if (code == NULL)
    return RS_LAUNCH_FAILED;
  if (code->kernel == NULL)
    {
      tell_reason (site, session, code);
      return RS_LAUNCH_INTERPRET;
    }
  array = make_result (code, extents, &failed);
  if (failed != NULL)
    {
      g_propagate_error (error, failed);
      return RS_LAUNCH_FAILED;
    }
  if (!submit (site, session, code, inputs, array, rank, grid, NULL, FALSE, &results, error))
    return RS_LAUNCH_FAILED;
  if (counts_for_nothing (code, &results))
    return RS_LAUNCH_INTERPRET;
  *result = array != NULL ? rs_value_object (g_steal_pointer (&array)) : RS_NONE; /* none: assigned, or reduced */
  return result->tag != RS_TAG_NONE ? RS_LAUNCH_QUEUED : take_result (code, &results, n_elements, result);
}

/* Whether so many elements, at that place, are worth it, and on what they are computed; NULL: they are interpreted. */
static RsEngine *
find_engine_for (RsSite *site, RsSession *session, gint64 n_elements)
{
  if (n_elements == 0
      || !is_worth_compiling (site, session, n_elements, ELEMENTS_WORTH_COMPILING, ELEMENTS_WORTH_COMPILING_ON_CPU))
    return NULL;
  return rs_engine_get (session, NULL);
}

RsLaunchResult
rs_launch_expression (RsSession *session, RsSite *site, const RsValue *leaves, guint n_leaves, RsValue *result,
                      GError **error)
{
  g_assert (site->form == RS_KERNEL_FROM_EXPRESSION);

  RsArray *array = find_shape (leaves, n_leaves);
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (RsInputs) inputs = NULL;
  RsEngine *engine;
  RsExtents extents;

  if (array != NULL)
    note_offer (session, site, array->n_elements, NULL);
  engine = array != NULL ? find_engine_for (site, session, array->n_elements) : NULL;
  if (engine == NULL)
    return RS_LAUNCH_INTERPRET;
  nodes = rs_expression_get_leaves (site->node);
  inputs = rs_inputs_new ();
  for (guint i = 0; i < n_leaves; i++)
    rs_inputs_add (inputs, session, NULL, nodes->pdata[i], NULL, leaves[i]);
  if (!rs_inputs_add_numbers (inputs, session, site->node))
    return RS_LAUNCH_INTERPRET;
  add_constants (site, inputs, array->n_elements);
  extents.rank = array->rank;
  memcpy (extents.dims, array->dims, sizeof array->dims);
  return launch_elements (site, session, engine, inputs, (RsKernelRequest){ .grid_rank = 1 }, &array->n_elements,
                          &extents, result, error);
}

/* Those of the value, of the mask (or NULL), and of the indices of tables. */
static gboolean
add_numbers (const RsSite *site, RsSession *session, RsInputs *inputs, const RsNode *masked)
{
  if (masked != NULL && !rs_inputs_add_numbers (inputs, session, masked->children[RS_INDEX_FIRST]))
    return FALSE;
  for (guint i = 0; i < inputs->parts->len; i++)
    {
      const RsNode *index = g_array_index (inputs->parts, RsArrayPart, i).index;

      if (index != NULL && !rs_inputs_add_numbers (inputs, session, index))
        return FALSE;
    }
  return rs_inputs_add_numbers (inputs, session, site->node);
}

RsLaunchResult
rs_launch_parts (RsSession *session, RsSite *site, const RsValue *values, guint n, const RsNode *assigned,
                 RsValue *result, GError **error)
{
  g_assert (site->form == RS_KERNEL_FROM_EXPRESSION);

  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (RsInputs) inputs = NULL;
  RsKernelRequest request = { 0 };
  RsEngine *engine;
  RsExtents extents;
  gint64 grid[RS_MAX_GRID];
  const gboolean is_along = rs_expression_is_sum_along (site->node);
  const guint n_indices = assigned != NULL ? assigned->n_children - RS_INDEX_FIRST : 0;
  gboolean is_copy;

  if (site->n_refused >= MOST_REFUSALS && site->n_refused == g_hash_table_size (site->specializations))
    return RS_LAUNCH_INTERPRET;
  is_copy = !rs_expression_is_elementwise (site->node) && !rs_expression_is_gather (site->node) && !is_along;
  if (is_copy && assigned != NULL && rs_expression_is_part (assigned)
      && !rs_parts_are_worth_copying (session, values[n - n_indices - 1], &values[n - n_indices], n_indices))
    return RS_LAUNCH_INTERPRET;
  nodes = rs_expression_get_leaves (site->node);
  inputs = rs_inputs_new ();
  if (!rs_parts_add (inputs, session, nodes, assigned, is_along, values, n, &extents, &request.masked)
      || (request.masked != NULL && request.masked != assigned
          && (is_along || !rs_expression_is_reduction (site->node)))
      || (request.masked == NULL && is_copy && !rs_parts_have_target (inputs))
      || rs_dims_count (extents.rank, extents.dims) < RS_ELEMENTS_WORTH_OFFERING)
    return RS_LAUNCH_INTERPRET;
  if (assigned != NULL && site->node->n_children > 0 && site->node->children[0] == assigned /* y[m] += e */
      && has_both_precisions (session, (const RsValue *)(gpointer)inputs->values->data, inputs->values->len))
    return RS_LAUNCH_INTERPRET;
  engine = find_engine_for (site, session, rs_dims_count (extents.rank, extents.dims));
  if (engine == NULL || !add_numbers (site, session, inputs, request.masked))
    return RS_LAUNCH_INTERPRET;
  request.grid_rank = (guint)extents.rank;
  if (is_along && !rs_parts_add_along (inputs, session, values[n - 1], &extents, &request.along, &request.along_length))
    return RS_LAUNCH_INTERPRET;
  memcpy (grid, extents.dims, sizeof grid);
  if (inputs->parts->len == 0 && !is_along) /* it runs over all elements as one dimension */
    {
      add_constants (site, inputs, rs_dims_count (extents.rank, extents.dims));
      request.grid_rank = 1;
      grid[0] = rs_dims_count (extents.rank, extents.dims);
    }
  return launch_elements (site, session, engine, inputs, request, grid, &extents, result, error);
}
