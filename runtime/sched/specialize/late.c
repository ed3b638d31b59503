/* Results of loops that come late: a list of the session, in the order of the program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/late.h"

#include "runtime/sched/engine.h"
#include "runtime/sched/specialize/fusion.h"
#include "runtime/session-private.h"

gboolean
rs_late_is_possible (const RsSession *session, const RsSpecialization *code)
{
  gboolean has_sums = FALSE;

  if ((code->engine->is_alone && code->engine->device->memory == 0) || rs_kernel_can_fail (code->kernel))
    return FALSE;
  for (guint i = 0; i < code->n_parameters; i++)
    {
      if (code->parameters[i].is_witness || code->parameters[i].binding == RS_BIND_FINAL)
        return FALSE;
      has_sums |= code->parameters[i].binding == RS_BIND_ACCUMULATOR;
    }
  return has_sums && !rs_fusion_is_on (session);
}

RsLate *
rs_late_new (const RsSpecialization *code)
{
  RsLate *self = g_new0 (RsLate, 1);

  self->code = code;
  return self;
}

void
rs_late_free (RsLate *self)
{
  g_clear_pointer (&self->inputs, rs_inputs_free);
  rs_results_clear (&self->results);
  g_free (self);
}

void
rs_late_add (RsSession *session, RsLate *self, RsInputs *inputs)
{
  GPtrArray *list = session->slots[RS_SLOT_LATE];

  self->inputs = inputs;
  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_late_free);
      rs_session_set_slot (session, RS_SLOT_LATE, list, (GDestroyNotify)g_ptr_array_unref);
    }
  g_ptr_array_add (list, self);
}

void
rs_late_hand_back (const RsSpecialization *code, const RsResults *results, RsSetVariable set, gpointer data)
{
  for (guint i = 0; i < code->n_parameters; i++)
    {
      const RsKernelParameter *parameter = &code->parameters[i];

      if ((parameter->binding == RS_BIND_ACCUMULATOR || parameter->binding == RS_BIND_FINAL)
          && parameter->symbol != NULL)
        {
          RsValue value = rs_results_get (results, code, i);

          set (parameter->symbol, value, data);
          rs_value_clear (&value);
        }
    }
}

gboolean
rs_launch_has_late (const RsSession *session)
{
  const GPtrArray *list = session->slots[RS_SLOT_LATE];

  return list != NULL && list->len > 0;
}

void
rs_launch_settle (RsSession *session, RsSetVariable set, gpointer data)
{
  const RsEngine *engine = session->slots[RS_SLOT_QUEUE];
  GPtrArray *list = session->slots[RS_SLOT_LATE];

  g_assert (rs_launch_has_late (session));
  rs_queue_drain (engine->queue);
  for (guint i = 0; i < list->len; i++)
    {
      const RsLate *late = g_ptr_array_index (list, i);

      if (late->outcome != RS_LAUNCH_SUCCEEDED || __atomic_load_n (&session->stop, __ATOMIC_RELAXED) != 0)
        break;
      rs_late_hand_back (late->code, &late->results, set, data);
    }
  g_ptr_array_set_size (list, 0);
}
