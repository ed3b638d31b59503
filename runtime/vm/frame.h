/* The frequent cases of entering and leaving a function, written where the dispatch function can take them in: a
 * closure whose arguments lie ready, and one result for a caller that wants one. What they refuse, thread.c and
 * return.c do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/vm/vm-private.h"

static inline void
rs_frame_clear_registers (RsValue *from, const RsValue *end)
{
  for (; from < end; from++)
    {
      if (G_UNLIKELY (from->tag >= RS_TAG_COMPLEX))
        rs_value_clear (from);
      from->tag = RS_TAG_NONE;
    }
}

/* Like rs_thread_push, which is to be called where this returns FALSE. */
static inline gboolean
rs_frame_push (RsThread *thread, RsFunction *function, RsValue *base, guint n_arguments, RsValue *caller_end,
               guint n_results)
{
  const RsProto *proto = function->proto;
  RsVm *vm = thread->vm;
  RsValue *registers = base + 1;
  RsFrame *frame;

  if (G_UNLIKELY (thread->n_frames + thread->n_below >= vm->max_depth
                  || registers + proto->n_registers > thread->stack_end || thread->n_frames == thread->n_allocated
                  || ((RsProtoState *)proto->state)->has_copied_captures || thread->beside_since > 0
                  || rs_trace_is_sampling ()))
    return FALSE;
  rs_frame_clear_registers (registers + n_arguments, caller_end);
  frame = &thread->frames[thread->n_frames++];
  frame->proto = proto;
  frame->function = function;
  frame->pc = proto->code;
  frame->registers = registers;
  frame->results = base;
  frame->n_results = n_results;
  frame->is_entry = FALSE;
  frame->serial = ++vm->next_serial;
  frame->start = rs_trace_is_on () && !proto->is_kernel && !proto->is_device ? rs_trace_now () : 0;
  frame->loop = NULL;
  frame->fuses = FALSE;
  frame->n_deals = 0;
  return TRUE;
}

/* Pops the frame and hands over its register; FALSE: return.c has to. */
static inline gboolean
rs_frame_return (RsThread *thread, RsFrame *frame, guint register_)
{
  RsValue *value = &frame->registers[register_], *result = frame->results;
  RsValue taken = *value;

  if (G_UNLIKELY (frame->is_entry || frame->n_results != 1 || frame->fuses || frame->n_deals > 0
                  || frame->proto->parent == NULL || taken.tag == RS_TAG_NONE))
    return FALSE;
  if (G_UNLIKELY (frame->start != 0 || frame->loop != NULL))
    rs_vm_leave_function (thread, frame);
  value->tag = RS_TAG_NONE;
  rs_frame_clear_registers (frame->registers, frame->registers + frame->proto->n_registers);
  thread->n_frames--;
  rs_value_clear (result);
  *result = taken;
  return TRUE;
}
