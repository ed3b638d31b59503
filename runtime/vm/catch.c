/* From an error to the catch that takes it (manual 4.13).
 *
 * A catch that does not take an exception is passed over without being entered, so that an error that nobody takes ends
 * the program with the place and the calls where it was raised.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "runtime/sched/place/deal.h"
#include "runtime/value/types/exception.h"

/* The exception that an error becomes: the one that is raised again, or a new one. (transfer full) */
static RsValue
make_exception (RsVm *vm, const GError *error)
{
  RsValue object = RS_NULL;
  guint line = 0;

  if (g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_THROWN))
    object = vm->session->thrown;
  if (rs_value_get_exception (object) != NULL)
    return rs_value_ref (object);
  if (vm->error_source != NULL)
    rs_source_locate (vm->error_source, vm->error_offset, &line, NULL);
  return rs_exception_new (error->message, object,
                           vm->error_source != NULL ? rs_source_get_name (vm->error_source) : NULL, line);
}

/* Whether a catch takes the exception; *value: what its variable gets (transfer full). */
static gboolean
takes (const RsProtoHandler *handler, RsValue exception, RsValue *value)
{
  RsValue object = rs_value_get_exception (exception)->object;

  if (handler->type != NULL && (object.tag != RS_TAG_OBJECT || !rs_value_has_type (object, handler->type)))
    return FALSE;
  *value = rs_value_ref (handler->type != NULL ? object : exception);
  return TRUE;
}

/* A loop that is left ends where its function goes on. No other is in it, and behind each stands its end. */
static void
leave_loop (RsFrame *frame)
{
  const RsInstruction *end = frame->loop;

  while (end->op != RS_OPCODE_LOOP_END)
    end++;
  if (frame->pc < frame->loop || frame->pc > end)
    rs_vm_leave_loop (frame);
}

void
rs_vm_jump (RsThread *thread, guint pc)
{
  RsFrame *frame = rs_thread_top (thread);

  frame->pc = frame->proto->code + pc;
  if (frame->loop != NULL)
    leave_loop (frame);
  frame->pc++; /* behind the instruction that is next, as `reach` has it */
}

/* The first catch of the frame that takes the exception; it goes on there. */
static gboolean
enter_handler (RsThread *thread, RsFrame *frame, RsValue exception)
{
  guint pc = (guint)(frame->pc - frame->proto->code) - 1;

  for (guint i = 0; i < frame->proto->n_handlers; i++)
    {
      const RsProtoHandler *handler = &frame->proto->handlers[i];
      RsValue value;

      if (pc < handler->start || pc >= handler->end || !takes (handler, exception, &value))
        continue;
      frame->pc = frame->proto->code + handler->handler;
      if (frame->loop != NULL)
        leave_loop (frame);
      rs_deal_leave (thread->vm->session, &frame->n_deals, handler->n_deals);
      rs_value_clear (&thread->caught);
      thread->caught = value;
      return TRUE;
    }
  return FALSE;
}

static gboolean
may_be_caught (const GError *error)
{
  return !g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED) && !rs_error_is_refusal (error);
}

static gboolean
is_caught_in (const RsThread *thread, RsValue exception)
{
  for (guint k = 0; k < thread->n_frames; k++)
    {
      const RsFrame *frame = &thread->frames[k];
      guint pc = frame->pc > frame->proto->code ? (guint)(frame->pc - frame->proto->code) - 1 : 0;

      for (guint i = 0; i < frame->proto->n_handlers; i++)
        {
          const RsProtoHandler *handler = &frame->proto->handlers[i];
          RsValue value = RS_NONE;

          if (pc < handler->start || pc >= handler->end || !takes (handler, exception, &value))
            continue;
          rs_value_clear (&value);
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
rs_vm_is_caught (RsThread *thread, const GError *error)
{
  RsValue exception;
  gboolean is_caught;

  if (!may_be_caught (error))
    return FALSE;
  exception = make_exception (thread->vm, error);
  is_caught = is_caught_in (thread, exception)
              || (thread != thread->vm->main && is_caught_in (thread->vm->main, exception));
  rs_value_clear (&exception);
  return is_caught;
}

gboolean
rs_vm_find_handler (RsThread *thread, guint until, GError **error)
{
  gboolean may_catch = may_be_caught (*error);
  RsValue exception = RS_NONE;

  while (thread->n_frames > until)
    {
      RsFrame *frame = rs_thread_top (thread);

      if (thread == thread->vm->main && thread->n_frames == thread->vm->late_depth)
        rs_vm_settle (thread, frame);
      if (may_catch && frame->proto->n_handlers > 0 && exception.tag == RS_TAG_NONE)
        exception = make_exception (thread->vm, *error);
      if (exception.tag != RS_TAG_NONE && enter_handler (thread, frame, exception))
        {
          rs_value_clear (&exception);
          rs_value_clear (&thread->vm->session->thrown);
          thread->vm->raised = NULL;
          g_clear_error (error);
          return TRUE;
        }
      rs_thread_pop (thread);
    }
  rs_value_clear (&exception);
  return FALSE;
}
