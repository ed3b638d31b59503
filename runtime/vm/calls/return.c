/* Leaving a function: its outputs are checked, moved out of its registers and handed to the caller.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

static gboolean
check_outputs (const RsProto *proto, const RsValue *registers, GError **error)
{
  g_autoptr (GString) names = NULL;

  for (guint i = 0; i < proto->n_outputs; i++)
    if (G_UNLIKELY (registers[proto->outputs[i]].tag == RS_TAG_NONE))
      {
        const RsSymbol *symbol = g_ptr_array_index (proto->scope->variables, proto->outputs[i]);

        if (names == NULL)
          names = g_string_new (NULL);
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", symbol->name);
      }
  if (names == NULL)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "%s ends without a value for its output %s",
               proto->name, names->str);
  return FALSE;
}

static gboolean
wrong_number_of_results (const RsFrame *frame, guint n, GError **error)
{
  if (n == 0)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NO_OUTPUT, "%s returns no value", frame->proto->name);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OUTPUTS, "%s has %u output%s, not %u", frame->proto->name, n,
                 n == 1 ? "" : "s", frame->n_results);
  return FALSE;
}

/* Pops the frame and hands over n values, moved out of its registers. */
static void
hand_over (RsThread *thread, RsValue *values, guint n)
{
  RsFrame *frame = rs_thread_top (thread);
  RsValue *results = frame->results;

  rs_thread_pop (thread);
  for (guint i = 0; i < n; i++)
    {
      rs_value_clear (&results[i]);
      results[i] = values[i];
    }
}

/* One value for however many the caller wants. */
gboolean
rs_vm_return_one (RsThread *thread, RsValue value, GError **error)
{
  RsFrame *frame = rs_thread_top (thread);
  guint wanted = frame->n_results;

  if (G_LIKELY (wanted == 1 || wanted == RS_ANY_RESULT || wanted == RS_ALL_RESULTS))
    {
      if (wanted != RS_ANY_RESULT && value.tag == RS_TAG_NONE)
        return wrong_number_of_results (frame, 0, error);
      hand_over (thread, &value, 1);
    }
  else if (wanted == 0)
    {
      rs_value_clear (&value);
      hand_over (thread, NULL, 0);
    }
  else
    {
      g_autofree RsValue *parts = g_new0 (RsValue, wanted);
      gboolean ok = rs_vm_take_apart (value, parts, wanted, error);

      rs_value_clear (&value);
      if (!ok)
        return FALSE;
      hand_over (thread, parts, wanted);
    }
  return TRUE;
}

/* All outputs in one cell. */
static gboolean
return_all (RsThread *thread, GError **error)
{
  RsFrame *frame = rs_thread_top (thread);
  gint64 n = frame->proto->n_outputs;
  RsCell *cell = rs_cell_new (1, &n, error);

  if (cell == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    cell->elements[i] = rs_value_ref (frame->registers[frame->proto->outputs[i]]);
  return rs_vm_return_one (thread, rs_value_object (cell), error);
}

gboolean
rs_vm_return_outputs (RsThread *thread, GError **error)
{
  RsFrame *frame = rs_thread_top (thread);
  const RsProto *proto = frame->proto;
  guint wanted = frame->n_results;
  RsValue values[8];
  RsValue value = RS_NONE;

  if (!check_outputs (proto, frame->registers, error))
    return FALSE;
  if (wanted == 0)
    {
      hand_over (thread, NULL, 0);
      return TRUE;
    }
  if (proto->n_outputs == 0 && wanted != RS_ANY_RESULT)
    return wrong_number_of_results (frame, 0, error);
  if (wanted == RS_ALL_RESULTS && proto->n_outputs > 1)
    return return_all (thread, error);
  if (proto->n_outputs <= 1 || wanted <= 1 || wanted == RS_ALL_RESULTS || wanted == RS_ANY_RESULT)
    {
      if (proto->n_outputs > 0)
        {
          value = frame->registers[proto->outputs[0]];
          frame->registers[proto->outputs[0]].tag = RS_TAG_NONE;
        }
      return rs_vm_return_one (thread, value, error);
    }
  if (wanted > proto->n_outputs)
    return wrong_number_of_results (frame, proto->n_outputs, error);
  {
    g_autofree RsValue *many = wanted > G_N_ELEMENTS (values) ? g_new (RsValue, wanted) : NULL;
    RsValue *parts = many != NULL ? many : values;

    for (guint i = 0; i < wanted; i++)
      parts[i] = rs_value_ref (frame->registers[proto->outputs[i]]);
    hand_over (thread, parts, wanted);
  }
  return TRUE;
}
