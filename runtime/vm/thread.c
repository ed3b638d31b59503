/* Threads of the virtual machine: registers and frames.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "runtime/sched/place/deal.h"
#include "runtime/sched/specialize/fusion.h"

#include <string.h>
#include <sys/mman.h>

RsThread *
rs_thread_new (RsVm *vm, gsize stack_bytes, GError **error)
{
  RsThread *thread;
  gpointer memory
      = mmap (NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (memory == MAP_FAILED)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                   "no memory for a stack of %" G_GSIZE_FORMAT " bytes", stack_bytes);
      return NULL;
    }
  thread = g_new0 (RsThread, 1);
  thread->vm = vm;
  thread->stack = memory;
  thread->stack_bytes = stack_bytes;
  thread->stack_end = thread->stack + stack_bytes / sizeof (RsValue);
  return thread;
}

void
rs_thread_free (RsThread *thread)
{
  if (thread == NULL)
    return;
  while (thread->n_frames > 0)
    rs_thread_pop (thread);
  rs_value_clear (&thread->caught);
  munmap (thread->stack, thread->stack_bytes);
  g_free (thread->frames);
  g_free (thread->positions);
  g_free (thread);
}

RsValue *
rs_thread_end (RsThread *thread)
{
  const RsFrame *top;

  if (thread->n_frames == 0)
    return thread->stack;
  top = rs_thread_top (thread);
  return top->registers + top->proto->n_registers;
}

static void
copy_captures (RsThread *thread, RsFunction *function, const RsProto *proto, RsValue *registers)
{
  for (guint i = 0; i < proto->n_captures; i++)
    {
      RsValue value = function->captures[i];

      if (proto->captures[i].source == RS_CAPTURE_NOWHERE)
        continue;
      if (value.tag == RS_TAG_NONE)
        value = rs_vm_get_capture (thread->vm, function, i);
      registers[proto->first_capture + i] = rs_value_ref (value);
    }
}

/* A signal handler may look at the frames at any moment. */
static void
grow_frames (RsThread *thread)
{
  guint n = MAX (64, 2 * thread->n_allocated);
  RsFrame *before = thread->frames, *frames = g_new (RsFrame, n);

  if (before != NULL)
    memcpy (frames, before, thread->n_frames * sizeof *frames);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  thread->frames = frames;
  thread->n_allocated = n;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  g_free (before);
}

gboolean
rs_thread_refuse_beside (const char *name, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
               "%s is a function of the program, which stands inside of what this line computes: step to the next line "
               "to call it",
               name);
  return FALSE;
}

/* Where rs_vm_evaluate_beside runs: texts and the library. */
static gboolean
may_call_beside (const RsThread *thread, const RsProto *proto, GError **error)
{
  return ((RsProtoState *)proto->state)->instance->serial >= thread->beside_since
         || rs_library_contains (rs_source_get_name (proto->module->source))
         || rs_thread_refuse_beside (proto->name, error);
}

gboolean
rs_thread_push (RsThread *thread, RsFunction *function, const RsProto *proto, RsValue *base, guint n_arguments,
                RsValue *caller_end, RsValue *results, guint n_results, GError **error)
{
  RsValue *registers = base + 1;
  RsFrame *frame;

  if (G_UNLIKELY (thread->n_frames + thread->n_below >= thread->vm->max_depth
                  || registers + proto->n_registers > thread->stack_end))
    {
      rs_vm_set_overflow_error (thread, error);
      return FALSE;
    }
  if (G_UNLIKELY (thread->beside_since > 0) && !may_call_beside (thread, proto, error))
    return FALSE;
  for (RsValue *leftover = registers + n_arguments; leftover < caller_end; leftover++)
    rs_value_clear (leftover);
  if (thread->n_frames == thread->n_allocated)
    grow_frames (thread);
  frame = &thread->frames[thread->n_frames];
  frame->proto = proto;
  frame->function = function;
  frame->pc = proto->code;
  frame->registers = registers;
  frame->results = results;
  frame->n_results = n_results;
  frame->is_entry = FALSE;
  frame->fuses = FALSE;
  frame->n_deals = 0;
  frame->serial = ++thread->vm->next_serial;
  /* A kernel that is interpreted is one event a launch, not one a work item. */
  frame->start = rs_trace_is_on () && !proto->is_kernel && !proto->is_device ? rs_trace_now () : 0;
  frame->loop = NULL;
  if (rs_trace_is_sampling ())
    rs_vm_name_function (frame);
  __atomic_signal_fence (__ATOMIC_SEQ_CST); /* who samples sees whole frames */
  thread->n_frames++;
  if (proto->n_captures > 0 && function != NULL)
    copy_captures (thread, function, proto, registers);
  return TRUE;
}

void
rs_thread_pop (RsThread *thread)
{
  RsFrame *frame = rs_thread_top (thread);
  RsValue *end = frame->registers + frame->proto->n_registers;

  if (G_UNLIKELY (frame->start != 0 || frame->loop != NULL))
    rs_vm_leave_function (thread, frame);
  if (G_UNLIKELY (frame->proto->parent == NULL))
    rs_vm_top_level_ends (thread, frame);
  else if (G_UNLIKELY (frame->is_entry) && thread->n_frames == 1 && thread->vm->keeps != NULL
           && thread == thread->vm->main)
    rs_vm_keep_variables (thread->vm->keeps, frame);
  for (RsValue *value = frame->registers; value < end; value++)
    rs_value_clear (value);
  if (G_UNLIKELY (frame->fuses))
    rs_fusion_end (thread->vm->session);
  if (G_UNLIKELY (frame->n_deals > 0))
    rs_deal_leave (thread->vm->session, &frame->n_deals, 0);
  thread->n_frames--;
}
