/* Offering loops and expressions to the compiled side.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/inputs/parts.h"
#include "runtime/vm/vm-private.h"

#include <math.h>

typedef struct {
  RsFrame *frame;
} Setter;

static void
set_variable (const RsSymbol *symbol, RsValue value, gpointer data)
{
  const Setter *setter = data;
  RsFrame *frame = setter->frame;

  if (symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == frame->proto->scope)
    {
      RsValue *variable = &frame->registers[symbol->slot];

      rs_value_ref (value);
      rs_value_clear (variable);
      *variable = value;
    }
}

#define LARGEST_EXACT 0x1p53

/* Iterations of all levels together; 0 when one is no range of numbers, or begins where doubles miss integers.
 * Allocates nothing: this is asked before each run of a loop inside an interpreted one. */
static double
count_iterations (const RsValue *registers, guint n_levels)
{
  double total = 1;

  for (guint i = 0; i < n_levels; i++)
    {
      const RsValue *r = registers + 3 * i;
      double step;

      if (!rs_value_is_number (r[0]) || !rs_value_is_number (r[1]) || !rs_value_is_number (r[2]))
        return 0;
      step = rs_value_to_double (r[1]);
      if (step == 0 || fabs (step) > LARGEST_EXACT || fabs (rs_value_to_double (r[0])) > LARGEST_EXACT)
        return 0;
      total *= MAX (0, floor ((rs_value_to_double (r[2]) - rs_value_to_double (r[0])) / step + 1e-6) + 1);
    }
  return total;
}

static void
make_ranges (const RsValue *registers, guint n_levels, RsValue *ranges)
{
  for (guint i = 0; i < n_levels; i++)
    {
      const RsValue *r = registers + 3 * i;

      ranges[i] = rs_value_new_range (rs_value_to_double (r[0]), rs_value_to_double (r[1]), rs_value_to_double (r[2]),
                                      r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR);
    }
}

static void
set_loop_variables (RsFrame *frame, const RsProtoSite *site, const RsValue *ranges)
{
  for (guint i = 0; i < site->nest.n_levels; i++)
    {
      const RsRange *range = ranges[i].range;
      RsValue *variable = &frame->registers[site->variables[i]];
      double last = range->low + (double)(range->count - 1) * range->step;

      rs_value_clear (variable);
      *variable = range->is_integer ? rs_value_int ((gint64)last) : rs_value_scalar (last);
    }
}

/* A debugger wants to see its instructions. */
static gboolean
is_watched (RsThread *thread, const RsFrame *frame, const RsNode *node)
{
  const RsVm *vm = thread->vm;

  return G_UNLIKELY (vm->hooks != NULL) && vm->hooks->interprets != NULL
         && vm->hooks->interprets (thread, frame->proto->module, node, vm->hook_data);
}

/* Whether it is the loop that will be told of when the frame leaves it, whose range is there. */
static gboolean
is_loop_of_frame (const RsFrame *frame, const RsValue *range)
{
  return frame->loop != NULL && range == &frame->registers[frame->loop->a];
}

/* rest: the range of a loop that has been interpreted so far; NULL: it has not begun. */
static RsLaunchResult
offer_loop (RsThread *thread, RsFrame *frame, guint index, const RsValue *registers, const RsValue *rest,
            gboolean may_be_late, GError **error)
{
  const RsProtoSite *site = &frame->proto->sites[index];
  const gboolean is_run = (site->node->flags & RS_NODE_STEP) != 0; /* of statements */
  double total = count_iterations (registers, site->nest.n_levels);
  RsValue ranges[RS_MAX_GRID];
  g_autofree RsValue *inputs = NULL;
  gint64 start = rs_trace_is_on () ? rs_trace_now () : 0;
  Setter setter = { frame };
  RsLaunchResult result;

  if ((!is_run && total * site->nest.rounds < RS_ITERATIONS_WORTH_OFFERING) || is_watched (thread, frame, site->node))
    return RS_LAUNCH_INTERPRET;
  make_ranges (registers, site->nest.n_levels, ranges);
  inputs = g_new (RsValue, MAX (1, site->n_inputs));
  for (guint i = 0; i < site->n_inputs; i++)
    inputs[i] = frame->registers[site->registers[i]];
  result = rs_launch_loop (thread->vm->session, rs_vm_get_site (frame->proto, index), ranges, rest != NULL, may_be_late,
                           inputs, site->n_inputs, set_variable, &setter, error);
  if (result == RS_LAUNCH_QUEUED && !site->nest.is_open)
    set_loop_variables (frame, site, ranges);
  for (guint i = 0; i < site->nest.n_levels; i++)
    rs_value_clear (&ranges[i]);
  if (result == RS_LAUNCH_QUEUED && rest != NULL && is_loop_of_frame (frame, rest))
    rs_vm_note_rest (frame, rs_vm_get_site (frame->proto, index));
  else if (result == RS_LAUNCH_QUEUED && start != 0 && !is_run)
    rs_vm_emit_launched_loop (frame, rs_vm_get_site (frame->proto, index), start, (gint64)MIN (total, 9e18));
  return result;
}

/* A debugger shows variables behind each statement. */
RsLaunchResult
rs_vm_offer_loop (RsThread *thread, RsFrame *frame, guint index, const RsValue *registers, gboolean may_be_late,
                  GError **error)
{
  RsVm *vm = thread->vm;
  const gboolean is_late = may_be_late && vm->hooks == NULL && thread == vm->main
                           && (vm->late_depth == 0 || vm->late_depth == thread->n_frames);
  RsLaunchResult result;

  rs_vm_tell_place (thread);
  result = offer_loop (thread, frame, index, registers, NULL, is_late, error);
  if (is_late && rs_launch_has_late (vm->session))
    vm->late_depth = thread->n_frames;
  return result;
}

void
rs_vm_settle (RsThread *thread, RsFrame *frame)
{
  Setter setter = { frame };

  thread->vm->late_depth = 0;
  rs_launch_settle (thread->vm->session, set_variable, &setter);
}

RsLaunchResult
rs_vm_offer_steps (RsThread *thread, RsFrame *frame, guint index, RsValue *ranges, RsValue *range, GError **error)
{
  RsLaunchResult result;

  rs_vm_tell_place (thread);
  ranges[0] = range[0];
  result = offer_loop (thread, frame, index, ranges, range, FALSE, error);
  if (result == RS_LAUNCH_QUEUED)
    range[2].integer = 0; /* none of its iterations is left */
  return result;
}

RsLaunchResult
rs_vm_offer_rest (RsThread *thread, RsFrame *frame, guint index, gint64 iteration, GError **error)
{
  const RsProtoSite *site = &frame->proto->sites[index];
  g_autofree RsValue *inputs = g_new (RsValue, MAX (1, site->n_inputs));
  Setter setter = { frame };

  rs_vm_tell_place (thread);
  if (is_watched (thread, frame, site->node))
    return RS_LAUNCH_INTERPRET;
  for (guint i = 0; i < site->n_inputs; i++)
    inputs[i] = frame->registers[site->registers[i]];
  return rs_launch_rest_of_loop (thread->vm->session, rs_vm_get_site (frame->proto, index), site->attribute, iteration,
                                 inputs, site->n_inputs, set_variable, &setter, error);
}

/* t[x] with a number for x, or assigned to: an element. */
static gboolean
is_element (const RsProtoSite *site, const RsFrame *frame)
{
  const RsNode *assigned = site->assigned;

  if (assigned != NULL && assigned->n_children == RS_INDEX_FIRST + 1
      && assigned->children[RS_INDEX_FIRST]->kind == RS_NODE_NAME
      && rs_value_is_number (frame->registers[site->registers[site->n_inputs - 1]]))
    return TRUE;
  return site->node->kind == RS_NODE_INDEX && site->node->n_children == RS_INDEX_FIRST + 1
         && site->registers[1] != G_MAXUINT /* x[:] */
         && rs_value_is_number (frame->registers[site->registers[1]]);
}

/* Whether one of the values is an array that is worth a question. */
static gboolean
has_large_array (const RsValue *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (values[i].tag == RS_TAG_ARRAY && values[i].array->n_elements >= RS_ELEMENTS_WORTH_OFFERING)
      return TRUE;
  return FALSE;
}

gboolean
rs_vm_part_is_valid (RsThread *thread, const RsFrame *frame, RsInstruction i, RsInstruction extra)
{
  const RsProtoSite *site = &frame->proto->sites[i.b];
  RsValue values[RS_MAX_RANK + 1];

  g_assert (i.a >= 1 && i.a <= G_N_ELEMENTS (values) && (guint)i.c + i.a <= site->n_inputs);
  for (guint k = 0; k < i.a; k++)
    values[k] = site->registers[i.c + k] != G_MAXUINT ? frame->registers[site->registers[i.c + k]] : RS_NONE;
  return rs_parts_is_valid (values[0], values + 1, i.a - 1u, rs_vm_get_boundary (thread, values[0], extra));
}

RsLaunchResult
rs_vm_offer_parts (RsThread *thread, RsFrame *frame, guint index, guint *end, GError **error)
{
  const RsProtoSite *site = &frame->proto->sites[index];
  g_autofree RsValue *values = NULL;
  RsValue value = RS_NONE;
  RsLaunchResult result;

  if (is_element (site, frame))
    return RS_LAUNCH_INTERPRET;
  values = g_new0 (RsValue, MAX (1, site->n_inputs));
  for (guint i = 0; i < site->n_inputs; i++)
    if (site->registers[i] != G_MAXUINT)
      values[i] = frame->registers[site->registers[i]];
  if (!has_large_array (values, site->n_inputs) || is_watched (thread, frame, site->node))
    return RS_LAUNCH_INTERPRET;
  rs_vm_tell_place (thread);
  result = rs_launch_parts (thread->vm->session, rs_vm_get_site (frame->proto, index), values, site->n_inputs,
                            site->assigned, &value, error);
  *end = result == RS_LAUNCH_QUEUED && value.tag == RS_TAG_NONE ? site->assigned_end : 0;
  if (result == RS_LAUNCH_QUEUED && value.tag != RS_TAG_NONE)
    {
      rs_value_clear (&frame->registers[site->target]);
      frame->registers[site->target] = value;
    }
  return result;
}

static const RsProtoSite *
find_expression (const RsProto *proto, guint pc, guint *index)
{
  for (guint i = 0; i < proto->n_sites; i++)
    {
      const RsProtoSite *site = &proto->sites[i];

      if (site->form == RS_KERNEL_FROM_EXPRESSION && pc >= site->start && pc < site->end)
        {
          *index = i;
          return site;
        }
    }
  return NULL;
}

RsLaunchResult
rs_vm_offer_expression (RsThread *thread, RsFrame *frame, guint *end, GError **error)
{
  guint index = 0;
  const RsProtoSite *site = find_expression (frame->proto, (guint)(frame->pc - frame->proto->code) - 1, &index);
  RsValue leaves[32];
  RsValue value = RS_NONE;
  RsLaunchResult result;

  rs_vm_tell_place (thread);
  if (site == NULL || is_watched (thread, frame, site->node))
    return RS_LAUNCH_INTERPRET;
  for (guint i = 0; i < site->n_inputs; i++)
    {
      leaves[i] = frame->registers[site->registers[i]];
      if (leaves[i].tag == RS_TAG_NONE)
        return RS_LAUNCH_INTERPRET;
    }
  result = rs_launch_expression (thread->vm->session, rs_vm_get_site (frame->proto, index), leaves, site->n_inputs,
                                 &value, error);
  if (result == RS_LAUNCH_QUEUED)
    {
      RsValue *target = &frame->registers[site->target];

      rs_value_clear (target);
      *target = value;
      *end = site->end;
    }
  return result;
}
