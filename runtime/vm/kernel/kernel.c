/* parallel_do: hands a kernel to the compiled side, or runs its bytecode for one position after the other.
 *
 * Interpreted, the grid is walked in row-major order on the program's thread. A kernel with barriers or shared memory
 * is walked block by block, each work item on a thread of its own: all run until they wait or end, then all go on. A
 * barrier is met by those work items that reach it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/block-limits.h"
#include "runtime/sched/queue/queue.h"
#include "runtime/trace/trace.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/vm/kernel/kernel-private.h"
#include "runtime/vm/kernel/textures.h"

#include <string.h>

gboolean
rs_vm_kernel_is_in_blocks (const Launch *launch, const RsVm *vm)
{
  return rs_vm_kernel_has_groups (launch) || launch->proto->has_barrier || launch->proto->n_shared > 0
         || vm->has_device_barrier;
}

static gboolean
interpret_launch (RsThread *thread, Launch *launch, const RsValue *arguments, guint n_arguments, const gint64 *only,
                  GError **error)
{
  const RsProto *proto = launch->proto;
  guint next = 0;
  gboolean ok;
  g_autoptr (GArray) views = rs_vm_new_views ();

  launch->arguments = g_new0 (RsValue, MAX (1, proto->n_parameters));
  for (guint i = 0; i < proto->n_parameters; i++)
    if ((launch->specials[i] == NOT_SPECIAL || launch->specials[i] == TEXTURE_COPY) && next < n_arguments)
      launch->arguments[i] = rs_value_ref (arguments[next++]);
  ok = rs_vm_flatten_arguments (proto, launch->arguments, views, error);
  if (ok && rs_vm_kernel_product (launch->rank, launch->dims) > 0)
    ok = rs_vm_kernel_is_in_blocks (launch, thread->vm) ? rs_vm_kernel_run_in_blocks (thread, launch, only, error)
                                                        : rs_vm_kernel_run_in_order (thread, launch, only, error);
  rs_vm_restore_arguments (views);
  for (guint i = 0; i < proto->n_parameters; i++)
    rs_value_clear (&launch->arguments[i]);
  g_free (launch->arguments);
  return ok;
}

static RsFunction *
get_kernel (RsValue value, guint n_arguments, GError **error)
{
  g_autofree char *what = NULL;
  RsFunction *function = value.function;

  if (value.tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_OVERLOADS)
    for (guint i = 0; i < function->n_members; i++)
      if (rs_function_is_kernel (function->members[i]))
        {
          const RsProto *proto = function->members[i]->proto;
          guint plain = 0;

          for (guint k = 0; k < proto->n_parameters; k++)
            plain += rs_vm_kernel_get_special (proto->parameters[k].name) == NOT_SPECIAL;
          if (plain == n_arguments || plain + 1 == n_arguments)
            return function->members[i];
        }
  if (value.tag == RS_TAG_FUNCTION && rs_function_is_kernel (function))
    return function;
  what = rs_value_describe_one (value);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LAUNCH,
               "parallel_do: the last argument is a kernel function, not %s", what);
  return NULL;
}

static guint
find_specials (Launch *launch, guint *n_required)
{
  const RsProto *proto = launch->proto;
  guint n = 0;

  *n_required = 0;
  launch->specials = g_new0 (Special, MAX (1, proto->n_parameters));
  for (guint i = 0; i < proto->n_parameters; i++)
    {
      launch->specials[i] = rs_vm_kernel_get_special (proto->parameters[i].name);
      if (launch->specials[i] != NOT_SPECIAL)
        continue;
      n++;
      if (!proto->parameters[i].is_optional)
        *n_required = n;
    }
  return n;
}

static gboolean
interpret_and_report (RsThread *thread, Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  const RsProto *proto = launch->proto;
  gint64 start = rs_trace_is_on () ? rs_trace_now () : 0;
  gboolean done = interpret_launch (thread, launch, arguments, n, NULL, error);

  if (start != 0)
    {
      guint line;

      rs_source_locate (proto->module->source, proto->node->span.start, &line, NULL);
      rs_launch_emit_kernel (&(RsKernelRun){ .name = rs_trace_name (proto->name),
                                             .file = rs_trace_name (rs_source_get_name (proto->module->source)),
                                             .line = line,
                                             .rank = launch->rank,
                                             .grid = launch->dims,
                                             .block = launch->block,
                                             .threads = 1,
                                             .start = start,
                                             .track = rs_trace_thread_track () });
    }
  return done;
}

/* Arrays that a kernel in double precision makes have it too. */
gboolean
rs_vm_kernel_interpret (RsThread *thread, Launch *launch, const RsValue *arguments, guint n, const gint64 *only,
                        GError **error)
{
  RsSession *session = thread->vm->session;
  const RsPrecision selected = session->precision;
  gboolean done;

  if (rs_scope_computes_double (launch->proto->scope))
    session->precision = RS_PRECISION_DOUBLE;
  done = only != NULL ? interpret_launch (thread, launch, arguments, n, only, error)
                      : interpret_and_report (thread, launch, arguments, n, error);
  session->precision = selected;
  return done;
}

/* A debugger wants to see its instructions. */
static gboolean
is_watched (RsThread *thread, const RsProto *kernel)
{
  const RsVm *vm = thread->vm;

  return G_UNLIKELY (vm->hooks != NULL) && vm->hooks->interprets != NULL
         && vm->hooks->interprets (thread, kernel->module, kernel->node, vm->hook_data);
}

/* is_lone: a work item has been looked at by itself, and is compared with compiled code now. */
static gboolean
launch_or_interpret (RsThread *thread, Launch *launch, const gint64 *given_block, const RsValue *arguments, guint n,
                     gboolean is_lone, GError **error)
{
  RsSession *session = thread->vm->session;
  RsFrame *frame = rs_thread_top (thread);
  guint line = rs_proto_get_line (frame->proto, (guint)(frame->pc - frame->proto->code) - 1);

  if (session->device != RS_DEVICE_INTERP && thread->block == NULL && !thread->is_serial
      && (is_lone || !is_watched (thread, launch->proto)))
    switch (rs_launch_kernel (session, launch->function, launch->dims, given_block, launch->rank, arguments, n,
                              launch->outputs, launch->proto->n_outputs, line, error))
      {
      case RS_LAUNCH_QUEUED:
        return TRUE;
      case RS_LAUNCH_FAILED:
        return FALSE;
      default:
        break;
      }
  return rs_vm_kernel_interpret (thread, launch, arguments, n, NULL, error);
}

/* Work items that a debugger wants to look at before the launch; from one of them it may ask for the next. */
static gboolean
launch_behind_items (RsThread *thread, Launch *launch, const gint64 *given_block, const RsValue *arguments, guint n,
                     GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  GError *stopped = NULL;
  LoneItem *item;
  gboolean ok;

  while ((item = rs_vm_kernel_run_lone (thread, launch, arguments, n, &stopped)) != NULL)
    g_ptr_array_add (items, item);
  ok = stopped == NULL && launch_or_interpret (thread, launch, given_block, arguments, n, items->len > 0, error);
  for (guint i = 0; i < items->len; i++)
    rs_vm_kernel_compare_lone (thread, g_ptr_array_index (items, i), ok);
  if (stopped != NULL)
    g_propagate_error (error, stopped);
  return ok;
}

static gboolean
look_and_launch (RsThread *thread, Launch *launch, const gint64 *given_block, const RsValue *arguments, guint n,
                 GError **error)
{
  if (G_UNLIKELY (thread->vm->hooks != NULL) && thread->block == NULL)
    return launch_behind_items (thread, launch, given_block, arguments, n, error);
  return launch_or_interpret (thread, launch, given_block, arguments, n, FALSE, error);
}

static gboolean
launch_textures (RsThread *thread, Launch *launch, const gint64 *given_block, const RsValue *arguments, guint n,
                 GError **error)
{
  g_autoptr (GArray) all = NULL;

  if (!rs_vm_has_textures (launch->proto))
    return look_and_launch (thread, launch, given_block, arguments, n, error);
  all = rs_vm_copy_textures (launch->proto, arguments, n, error);
  return all != NULL
         && look_and_launch (thread, launch, given_block, (const RsValue *)(gpointer)all->data, all->len, error);
}

/* Whether the block size can make a difference. */
static gboolean
sees_blocks (const Launch *launch, const RsVm *vm)
{
  for (guint i = 0; i < launch->proto->n_parameters; i++)
    if (launch->specials[i] >= BLKPOS && launch->specials[i] <= BLKCNT)
      return TRUE;
  return rs_vm_kernel_has_groups (launch) || launch->proto->has_barrier || launch->proto->n_shared > 0
         || vm->has_device_barrier;
}

/* What kernels can't work with: strings, and cells that hold them (manual 2.4.1, 3.1). */
static gboolean
is_text (RsValue value)
{
  if (value.tag == RS_TAG_STRING)
    return TRUE;
  for (gint64 i = 0; value.tag == RS_TAG_CELL && i < value.cell->n_elements; i++)
    if (value.cell->elements[i].tag == RS_TAG_STRING)
      return TRUE;
  return FALSE;
}

static gboolean
check_arguments (const Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (is_text (arguments[i]))
      {
        g_set_error (
            error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_ARGUMENT,
            "argument %u of the kernel function %s is a %s; strings and cells of unspecified type can't be passed to "
            "kernel functions",
            i + 1, launch->proto->name, arguments[i].tag == RS_TAG_STRING ? "string" : "cell that holds strings");
        return FALSE;
      }
  return TRUE;
}

/* An array of scalars for a parameter of integers is converted, once for all work items. */
static gboolean
takes_integers (RsValue value, const RsType *type)
{
  return value.tag == RS_TAG_ARRAY && type != NULL && type->kind == RS_TYPE_ARRAY
         && rs_element_is_integer (type->element) && rs_element_is_floating (value.array->element)
         && !rs_element_is_complex (value.array->element) && value.array->rank == type->rank
         && type->sizes[0] == RS_SIZE_UNKNOWN;
}

static gboolean
stores_into (const RsProto *proto, guint parameter)
{
  for (guint i = 0; i < proto->n_code; i++)
    if (proto->code[i].op >= RS_OPCODE_STORE1 && proto->code[i].op <= RS_OPCODE_STORE_SPREAD
        && proto->code[i].a == parameter)
      return TRUE;
  return FALSE;
}

/* A kernel takes a range as the vector of its elements, of scalars where it declares them. */
static gboolean
convert_arguments (RsThread *thread, const Launch *launch, RsValue *arguments, guint n, GError **error)
{
  guint next = 0;

  for (guint i = 0; i < launch->proto->n_parameters && next < n; i++)
    {
      const RsType *type = launch->proto->parameters[i].type;
      RsRange range;
      RsValue array;

      if (launch->specials[i] != NOT_SPECIAL)
        continue;
      if (arguments[next].tag == RS_TAG_RANGE)
        {
          range = *arguments[next].range;
          range.is_integer &= type == NULL || type->kind != RS_TYPE_ARRAY || !rs_element_is_floating (type->element);
          if (!rs_value_range_to_array (&range, thread->vm->session->precision, &array, error))
            return FALSE;
          rs_value_clear (&arguments[next]);
          arguments[next] = array;
        }
      if (takes_integers (arguments[next], type))
        {
          const char *name = launch->proto->parameters[i].name;

          if (!rs_value_convert (arguments[next], type, thread->vm->session->precision, name, &array, error))
            return FALSE;
          if (stores_into (launch->proto, i) && rs_vm_say_once (thread))
            rs_vm_warn (thread, RS_SAY (ARGUMENT_COPIED), name, launch->proto->name, name);
          rs_value_clear (&arguments[next]);
          arguments[next] = array;
        }
      next++;
    }
  return TRUE;
}

static gboolean
instantiate (RsThread *thread, Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  RsFunction *instance = rs_vm_instantiate_kernel (thread->vm, launch->function, launch->rank, arguments, n, error);

  if (instance == NULL)
    return FALSE;
  rs_function_unref (launch->function);
  launch->function = instance;
  launch->proto = instance->proto;
  return TRUE;
}

/* A block that the program does not give has room on every device that the launch may go to. */
static gboolean
choose_block (RsVm *vm, Launch *launch, GError **error)
{
  gint64 most = rs_attribute_get_launch_bound (launch->proto->node);

  if (sees_blocks (launch, vm) && !rs_block_limits_find_largest (vm->session, launch->function, &most, error))
    return FALSE;
  rs_vm_kernel_choose_block (launch->rank, launch->dims, most, launch->block);
  return TRUE;
}

static gboolean
run_launch (RsThread *thread, Launch *launch, RsValue *base, guint n, GError **error)
{
  guint n_required, n_plain = find_specials (launch, &n_required);
  guint n_given = n - 2;
  gboolean has_block = n_given == n_plain + 1;
  guint block_rank;
  gint64 unused[RS_MAX_RANK];

  if (n_given > n_plain + 1 || n_given < n_required)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LAUNCH_ARGUMENTS,
                   "parallel_do: %s takes %u arguments besides its position, not %u", launch->proto->name, n_plain,
                   n_given);
      return FALSE;
    }
  memset (launch->block, 0, sizeof launch->block);
  if (!rs_vm_kernel_get_dims (base[0], &launch->rank, launch->dims, launch->block, error))
    return FALSE;
  if (has_block)
    {
      if (!rs_vm_kernel_get_dims (base[1], &block_rank, launch->block, unused, error))
        return FALSE;
      for (guint i = block_rank; i < launch->rank; i++)
        launch->block[i] = 1;
    }
  rs_vm_kernel_fit_grid (launch);
  {
    gboolean is_given = launch->block[0] != 0;
    guint first = has_block ? 2 : 1;

    if (!convert_arguments (thread, launch, base + first, n - 1 - first, error))
      return FALSE;
    if (launch->proto->is_generic && !instantiate (thread, launch, base + first, n - 1 - first, error))
      return FALSE;
    if (!is_given && !choose_block (thread->vm, launch, error))
      return FALSE;
    if (!rs_vm_kernel_check_sizes (launch->rank, launch->dims, launch->block, error)
        || !check_arguments (launch, base + first, n - 1 - first, error))
      return FALSE;
    rs_vm_kernel_begin_outputs (launch);
    return launch_textures (thread, launch, is_given || sees_blocks (launch, thread->vm) ? launch->block : NULL,
                            base + first, n - 1 - first, error);
  }
}

gboolean
rs_vm_parallel_do (RsThread *thread, RsValue *base, guint n, RsValue *results, guint n_results, GError **error)
{
  Launch launch = { 0 };
  gboolean ok;

  if (n < 2)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LAUNCH,
                   "parallel_do is called as parallel_do(dims, arguments..., kernel)");
      return FALSE;
    }
  if (!rs_vm_check_kernel_objects (base, n - 1, error))
    return FALSE;
  launch.function = get_kernel (base[n - 1], n - 2, error);
  if (launch.function == NULL)
    return FALSE;
  launch.proto = launch.function->proto;
  launch.outputs = g_new0 (RsValue, MAX (1, launch.proto->n_outputs));
  rs_function_ref (launch.function);
  ok = run_launch (thread, &launch, base, n, error);
  if (ok && n_results > launch.proto->n_outputs)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LAUNCH_ARGUMENTS,
                   "parallel_do: the kernel %s has %u outputs, not %u", launch.proto->name, launch.proto->n_outputs,
                   n_results);
      ok = FALSE;
    }
  for (guint i = 0; i < launch.proto->n_outputs; i++)
    {
      if (ok && i < n_results)
        {
          rs_value_clear (&results[i]);
          results[i] = launch.outputs[i];
        }
      else
        rs_value_clear (&launch.outputs[i]);
    }
  rs_function_unref (launch.function);
  g_free (launch.specials);
  g_free (launch.operators);
  g_free (launch.outputs);
  return ok;
}
