/* What happens before an instruction: lines, breakpoints, steps, checks.
 *
 * A line is reached where a frame comes to another line, or jumps back: a loop of one line reaches it in each
 * iteration, and a line that goes on after a call does not reach itself again. The header of a function is no line of
 * its own, nor is the definition of one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/debug/protocol.h"
#include "runtime/sched/engine.h"

#include <string.h>

/* --- where the frame is --- */

static RsPosition *
get_position (RsThread *thread)
{
  if (thread->n_positions < thread->n_frames)
    {
      guint n = MAX (64, 2 * thread->n_frames);

      thread->positions = g_renew (RsPosition, thread->positions, n);
      for (guint i = thread->n_positions; i < n; i++)
        thread->positions[i] = (RsPosition){ 0 };
      thread->n_positions = n;
    }
  return &thread->positions[thread->n_frames - 1];
}

static gboolean
is_header (const RsProto *proto, guint pc, guint line)
{
  guint first;

  g_assert (pc < proto->n_code);
  if (proto->code[pc].op == RS_OPCODE_CLOSURE && !proto->protos[proto->code[pc].b]->is_lambda)
    return TRUE;
  if (proto->parent == NULL || proto->is_lambda || line == rs_vm_get_lines (proto)[proto->n_code - 1])
    return FALSE;
  rs_source_locate (proto->module->source, proto->node->span.start, &first, NULL);
  return line == first;
}

/* Moves the position to pc; TRUE when a line is reached. */
static gboolean
advance (RsPosition *position, const RsFrame *frame, guint pc)
{
  const RsProto *proto = frame->proto;
  gboolean is_new = position->serial != frame->serial;
  guint line;

  if (!is_new && pc >= position->pc && proto->offsets[pc] == proto->offsets[position->pc])
    {
      position->pc = pc;
      return FALSE;
    }
  line = rs_vm_get_lines (proto)[pc];
  if (is_header (proto, pc, line))
    {
      *position = (RsPosition){ .serial = frame->serial, .pc = pc, .line = 0 };
      return FALSE;
    }
  is_new |= line != position->line || pc < position->pc;
  *position = (RsPosition){ .serial = frame->serial, .pc = pc, .line = line };
  return is_new;
}

/* --- steps --- */

static gboolean
is_in_library (RsDebugger *self, const RsFrame *frame)
{
  return !self->enters_library && rs_library_contains (rs_source_get_name (frame->proto->module->source));
}

/* Whether the frame from which the step began has ended, and this is one of those around it. */
static gboolean
has_left (const RsStep *step, const RsThread *thread)
{
  if (thread == step->thread)
    return thread->n_frames - 1 < step->level;
  return thread == thread->vm->main;
}

/* Work items beside the one in which the step began. */
static gboolean
is_beside (const RsStep *step, const RsThread *thread)
{
  const RsFrame *frame = &thread->frames[thread->n_frames - 1];

  if (thread != step->thread)
    return thread != thread->vm->main && step->thread != thread->vm->main;
  return step->is_kernel && thread->n_frames - 1 >= step->level && thread->frames[step->level].serial != step->serial
         && frame->serial != step->serial;
}

/* Whether this is the function that was asked for, called where the step began, or a kernel that is launched there. */
static gboolean
is_wanted_call (const RsDebugger *self, const RsThread *thread, const RsFrame *frame)
{
  const RsStep *step = &self->step;
  const guint level = thread == step->thread ? step->level + 1 : 0;

  return thread->n_frames - 1 == level
         && (strcmp (frame->proto->name, self->wanted_call) == 0 || frame->proto->is_lambda);
}

static gboolean
step_ends (RsDebugger *self, const RsThread *thread, const RsFrame *frame, gboolean reaches_line)
{
  const RsStep *step = &self->step;

  if (step->mode == RS_DEBUG_CONTINUE || is_in_library (self, frame) || is_beside (step, thread))
    return FALSE;
  if (has_left (step, thread))
    return TRUE;
  if (step->mode == RS_DEBUG_STEP && self->wanted_call != NULL
      && (thread != step->thread || frame->serial != step->serial))
    return reaches_line && is_wanted_call (self, thread, frame);
  if (step->mode == RS_DEBUG_STEP)
    return reaches_line;
  return step->mode == RS_DEBUG_STEP_OVER && reaches_line && thread == step->thread && frame->serial == step->serial;
}

static void
begin_step (RsDebugger *self, RsThread *thread)
{
  const RsFrame *frame = rs_thread_top (thread);

  self->step = (RsStep){ .mode = self->resume_mode,
                         .thread = thread,
                         .level = thread->n_frames - 1,
                         .serial = frame->serial,
                         .is_kernel = frame->proto->is_kernel };
}

/* --- standing --- */

static gboolean
take_pause (RsDebugger *self)
{
  return __atomic_exchange_n (&self->pause_wanted, FALSE, __ATOMIC_SEQ_CST);
}

/* "VERB\tworkspace..." */
static gboolean
asks_workspace (const char *request)
{
  const char *place = strchr (request, '\t');

  return place != NULL && g_str_has_prefix (place + 1, "workspace") && (place[10] == '\0' || place[10] == '\t');
}

/* Under the lock. What asks the workspace waits until no program runs. NULL: nothing is to be done now. (transfer
 * full) */
static char *
take_request (RsDebugger *self)
{
  for (GList *link = self->requests.head; link != NULL; link = link->next)
    if (self->is_idle || !asks_workspace (link->data))
      {
        char *request = link->data;

        g_queue_delete_link (&self->requests, link);
        return request;
      }
  return NULL;
}

void
rs_debugger_handle_requests (RsDebugger *self)
{
  for (;;)
    {
      g_autofree char *request = NULL;

      g_mutex_lock (&self->lock);
      request = take_request (self);
      g_mutex_unlock (&self->lock);
      if (request == NULL)
        return;
      rs_debugger_handle (self, request);
    }
}

static void
wait_for_requests (RsDebugger *self)
{
  while (!self->is_resuming)
    {
      g_autofree char *request = NULL;

      g_mutex_lock (&self->lock);
      while ((request = take_request (self)) == NULL && !rs_session_is_stopped (self->session))
        g_cond_wait_until (&self->cond, &self->lock, g_get_monotonic_time () + G_TIME_SPAN_SECOND / 5);
      g_mutex_unlock (&self->lock);
      if (request == NULL)
        {
          rs_debugger_resume (self, RS_DEBUG_CONTINUE); /* the run is to end */
          return;
        }
      rs_debugger_handle (self, request);
    }
}

/* "3, 4": of the work item; "" in the host's code. (transfer full) */
static char *
describe_item (const RsThread *thread)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < thread->n_item; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", thread->item[i]);
  return g_string_free (text, FALSE);
}

static void
tell_stop (RsDebugger *self, RsThread *thread, const char *detail)
{
  static const char *const words[] = {
#define RS_DEBUG_REASON(NAME, word) word,
#include "runtime/debug/reasons.def"
#undef RS_DEBUG_REASON
  };
  const RsFrame *frame = rs_thread_top (thread);
  guint line = rs_debug_frame_line (frame);
  g_autofree char *number = g_strdup_printf ("%u", line), *item = describe_item (thread);
  g_autofree char *text = rs_source_dup_line (frame->proto->module->source, line);

  rs_debugger_tell (self, "stopped", words[self->reason], detail != NULL ? detail : "", frame->proto->name,
                    rs_source_get_name (frame->proto->module->source), number, text != NULL ? g_strstrip (text) : "",
                    item, NULL);
}

void
rs_debugger_tell_moved (RsDebugger *self)
{
  const RsFrame *frame = rs_thread_top (self->thread);
  const guint pc = (guint)(frame->pc - 1 - frame->proto->code);

  *get_position (self->thread)
      = (RsPosition){ .serial = frame->serial, .pc = pc, .line = rs_vm_get_lines (frame->proto)[pc] };
  self->reason = RS_DEBUG_MOVED;
  tell_stop (self, self->thread, NULL);
}

/* Of a pause inside: what does not stand. */
static void
tell_work (RsDebugger *self)
{
  const RsEngine *engine = self->session->slots[RS_SLOT_QUEUE];
  g_autofree char *work = engine != NULL && engine->queue != NULL ? rs_queue_describe_work (engine->queue) : NULL;
  g_autofree char *text = work != NULL
                              ? g_strdup_printf ("other threads go on computing meanwhile: %s; of what it changes, "
                                                 "nothing is shown",
                                                 work)
                              : NULL;

  if (text != NULL)
    rs_debugger_tell (self, "note", text, NULL);
}

gboolean
rs_debugger_stop_here (RsDebugger *self, RsThread *thread, RsDebugReason reason, const char *detail, GError **error)
{
  GError *loss = NULL; /* that the instruction has met, which goes on behind the stop */
  const gboolean is_of_launch = self->session->error_place.error != NULL
                                && self->session->error_place.error == thread->vm->raised;

  g_assert (thread->n_frames > 0);
  if (reason != RS_DEBUG_ERROR && reason != RS_DEBUG_WARNING && !self->is_inside
      && !rs_session_before_effect (self->session, error))
    return FALSE;
  rs_session_flush (self->session);
  rs_vm_tell_place (thread);
  self->is_stopped = TRUE;
  self->is_resuming = FALSE;
  self->resume_mode = RS_DEBUG_CONTINUE;
  self->reason = reason;
  self->thread = thread;
  self->step.mode = RS_DEBUG_CONTINUE;
  if (self->is_inside)
    loss = g_steal_pointer (&rs_array_loss);
  tell_stop (self, thread, detail);
  rs_queue_set_waits (!self->is_inside);
  rs_debugger_note_work (self);
  if (self->is_inside)
    tell_work (self);
  if (reason == RS_DEBUG_ERROR && is_of_launch)
    rs_debugger_tell (self, "note",
                      "the error was met in compiled code: what the loop or kernel changes is as it was before, and "
                      "functions that it calls are not among the calls",
                      NULL);
  if (self->callbacks.stopped != NULL)
    self->callbacks.stopped (self, self->callbacks.data);
  else
    wait_for_requests (self);
  rs_queue_set_waits (TRUE);
  if (self->is_inside)
    {
      g_clear_error (&rs_array_loss); /* of what was looked at */
      rs_array_loss = loss;
    }
  g_ptr_array_set_size (self->loops_at_work, 0);
  self->is_stopped = FALSE;
  self->thread = NULL;
  g_clear_pointer (&self->copies, g_hash_table_unref);
  begin_step (self, thread);
  rs_debugger_update_reaching (self);
  return TRUE;
}

void
rs_debugger_poll (gpointer data)
{
  RsDebugger *self = data;
  RsThread *thread = self->session->vm->current;

  if (self->is_stopped || self->is_inside || self->is_detached || self->is_idle || thread == NULL
      || thread->n_frames == 0)
    return;
  self->is_inside = TRUE;
  rs_debugger_handle_requests (self);
  if (take_pause (self))
    rs_debugger_stop_here (self, thread, RS_DEBUG_PAUSED, "inside", NULL);
  self->is_inside = FALSE;
}

static void
drop_temporary (RsDebugger *self, RsBreakpoint *breakpoint)
{
  g_autofree char *number = g_strdup_printf ("%d", breakpoint->number);

  if (!breakpoint->is_temporary)
    return;
  rs_debugger_remove_breakpoint (self, breakpoint);
  rs_debugger_tell (self, "deleted", number, NULL);
}

/* What the line before has left, then the line itself. has_stood: before it, for what was done before: it does not
 * stand there again for a step or a breakpoint. */
static gboolean
look_at_line (RsDebugger *self, RsThread *thread, guint pc, gboolean has_stood, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  g_autofree char *detail = NULL;
  const gboolean is_left = self->item.is_wanted && thread->vm->is_lone; /* another work item was asked for since */
  RsBreakpoint *breakpoint = is_left ? NULL : rs_debugger_hit (self, thread, pc, &detail);
  gboolean is_step = step_ends (self, thread, frame, TRUE);

  if (breakpoint != NULL)
    {
      g_autofree char *text = detail != NULL ? g_strdup_printf ("%d: %s", breakpoint->number, detail)
                                             : g_strdup_printf ("%d", breakpoint->number);

      drop_temporary (self, breakpoint);
      return (has_stood && detail == NULL) || rs_debugger_stop_here (self, thread, RS_DEBUG_BREAKPOINT, text, error);
    }
  if (self->item.is_starting && thread->vm->is_lone)
    {
      self->item.is_starting = FALSE;
      return rs_debugger_stop_here (self, thread, RS_DEBUG_ITEM, self->item.text, error);
    }
  if (self->is_starting && !is_in_library (self, frame))
    {
      self->is_starting = FALSE;
      return rs_debugger_stop_here (self, thread, RS_DEBUG_START, NULL, error);
    }
  return has_stood || !is_step || rs_debugger_stop_here (self, thread, RS_DEBUG_STEPPED, NULL, error);
}

/* What the instruction before has done. *has_stood: it stood for that. */
static gboolean
look_back (RsDebugger *self, RsThread *thread, const RsPosition *before, gboolean *has_stood, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  g_autofree char *detail = NULL;
  int number = 0;

  *has_stood = self->checks_finite && before->serial == frame->serial
               && rs_debugger_check_finite (self, thread, before->pc, &detail);
  if (*has_stood && !rs_debugger_stop_here (self, thread, RS_DEBUG_NOT_FINITE, detail, error))
    return FALSE;
  if (self->watches->len == 0 || !rs_debugger_check_watches (self, thread, &number, &detail))
    return TRUE;
  *has_stood = TRUE;
  return rs_debugger_stop_here (self, thread, RS_DEBUG_CHANGED, detail, error);
}

/* What comes before the instruction at pc. */
static gboolean
look (RsDebugger *self, RsThread *thread, guint pc, GError **error)
{
  RsPosition *position, before;
  const RsFrame *frame = rs_thread_top (thread);
  gboolean reaches_line, has_stood = FALSE;

  position = get_position (thread);
  before = *position;
  reaches_line = advance (position, frame, pc);
  if (self->is_detached)
    return TRUE;
  if ((self->checks_finite || self->watches->len > 0) && !look_back (self, thread, &before, &has_stood, error))
    return FALSE;
  if (rs_thread_top (thread)->pc - 1 != rs_thread_top (thread)->proto->code + pc) /* it was made to go on elsewhere */
    return TRUE;
  if (__atomic_load_n (&self->pause_wanted, __ATOMIC_RELAXED) && !is_in_library (self, frame) && take_pause (self))
    return rs_debugger_stop_here (self, thread, RS_DEBUG_PAUSED, NULL, error);
  if (reaches_line)
    return look_at_line (self, thread, pc, has_stood, error);
  return !step_ends (self, thread, frame, FALSE) || rs_debugger_stop_here (self, thread, RS_DEBUG_STEPPED, NULL, error);
}

static gboolean
reach (RsThread *thread, guint pc, gpointer data, GError **error)
{
  RsDebugger *self = data;
  const RsFrame *frame;

  if (thread->vm->is_lone && thread->block != NULL && thread->index_in_grid != thread->vm->lone_index)
    return TRUE; /* it runs so that the one that was asked for can go on */
  if (!look (self, thread, pc, error))
    return FALSE;
  frame = rs_thread_top (thread); /* it may have been made to go on at another instruction */
  if (self->checks_finite && !self->is_detached)
    rs_debugger_prepare_checks (self, thread, (guint)(frame->pc - 1 - frame->proto->code));
  return TRUE;
}

static void
raised (RsThread *thread, const GError *error, gpointer data)
{
  RsDebugger *self = data;

  if (self->is_detached || self->errors == RS_DEBUG_ERRORS_NONE || thread->n_frames == 0
      || g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED)
      || (self->errors == RS_DEBUG_ERRORS_UNCAUGHT && rs_vm_is_caught (thread, error)))
    return;
  rs_debugger_stop_here (self, thread, RS_DEBUG_ERROR, error->message, NULL);
}

/* --- what is interpreted --- */

static gboolean
names_concerned (RsDebugger *self, const RsNode *node)
{
  if (node->name != NULL && g_hash_table_contains (self->concerned, node->name))
    return TRUE;
  if (self->in_lambda && node->kind == RS_NODE_CALL)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && names_concerned (self, node->children[i]))
      return TRUE;
  return FALSE;
}

/* Whether a step may have to stop in what begins here: a loop of the frame it goes through, or anything when it goes
 * into all. */
static gboolean
step_goes_into (const RsDebugger *self, const RsThread *thread, const RsNode *node)
{
  const RsStep *step = &self->step;
  gboolean is_loop = node->kind == RS_NODE_FOR || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT;

  if (step->mode == RS_DEBUG_CONTINUE || step->mode == RS_DEBUG_STEP_OUT)
    return FALSE;
  if (step->mode == RS_DEBUG_STEP)
    return is_loop || node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA;
  return is_loop && thread == step->thread && thread->frames[thread->n_frames - 1].serial == step->serial;
}

/* Once a run and kernel or loop: what stands there is not what the program's devices compute. */
static void
tell_interpreted (RsDebugger *self, const RsModule *module, const RsNode *node)
{
  g_autofree char *what = NULL, *text = NULL;
  guint line;

  if (!rs_engine_has_devices (self->session) || !g_hash_table_add (self->told, (gpointer)node))
    return;
  rs_source_locate (module->source, node->span.start, &line, NULL);
  what = node->kind == RS_NODE_FUNCTION && node->name != NULL ? g_strdup (node->name)
                                                              : g_strdup_printf ("what begins in line %u", line);
  text = g_strdup_printf ("%s is interpreted on the host, where it can be stopped: not on the program's devices", what);
  rs_debugger_tell (self, "note", text, NULL);
}

static gboolean
may_stop_in (RsThread *thread, const RsModule *module, const RsNode *node, RsDebugger *self)
{
  if (self->is_detached)
    return FALSE;
  if (step_goes_into (self, thread, node) && !(is_in_library (self, rs_thread_top (thread))))
    return TRUE;
  if (self->breakpoints->len == 0)
    return FALSE;
  if (self->concerned == NULL)
    rs_debug_find_concerned (self, self->session->program);
  return (g_hash_table_size (self->lines) > 0 && rs_debug_holds_breakpoint (self, module, node))
         || names_concerned (self, node);
}

static gboolean
interprets (RsThread *thread, const RsModule *module, const RsNode *node, gpointer data)
{
  const gboolean is_interpreted = may_stop_in (thread, module, node, data);

  if (is_interpreted)
    tell_interpreted (data, module, node);
  return is_interpreted;
}

static void
wake (RsThread *thread, gpointer data)
{
  RsDebugger *self = data;

  rs_debugger_handle_requests (self);
  rs_debugger_update_reaching (self);
}

/* Where the code goes on behind the instruction at pc: behind it, or where it or its EXTRA words may jump. An operand
 * that is no jump marks an instruction too many, which does no harm. */
static void
mark_followers (const RsProto *proto, guint pc, guint8 *points)
{
  guint end = pc + 1;

  while (end < proto->n_code && proto->code[end].op == RS_OPCODE_EXTRA)
    end++;
  if (end < proto->n_code)
    points[end] = TRUE;
  for (guint i = pc; i < end; i++)
    {
      const gint64 target = (gint64)end + rs_instruction_get_jump (proto->code[i]);

      if (target >= 0 && target < proto->n_code)
        points[target] = TRUE;
    }
}

/* Where only breakpoints may stop, other functions run as without a debugger, and so do other lines: looked at are
 * instructions of lines with breakpoints, and those to which the program leaves them, so that it is seen to come
 * back. */
static gboolean
concerns (RsThread *thread, guint8 *points, gpointer data)
{
  RsDebugger *self = data;
  const RsProto *proto = rs_thread_top (thread)->proto;
  const char *path = rs_debugger_get_path (self, proto->module->source);
  gboolean is_any = FALSE, is_at_breakpoint = FALSE;
  guint last = 0;

  for (guint pc = 0; pc < proto->n_code; pc++)
    {
      const guint line = rs_vm_get_lines (proto)[pc];

      if (line != last)
        is_at_breakpoint = rs_debugger_has_breakpoint (self, path, line);
      last = line;
      if (!is_at_breakpoint)
        continue;
      is_any = points[pc] = TRUE;
      mark_followers (proto, pc, points);
    }
  for (guint i = 0; i < proto->n_handlers; i++)
    points[proto->handlers[i].handler] = TRUE;
  return is_any;
}

/* In the midst of an instruction, which goes on with the values that it has taken: variables stay as they are. */
static void
warned (RsThread *thread, const char *text, gpointer data)
{
  RsDebugger *self = data;

  if (!self->stops_on_warnings || self->is_detached || self->is_stopped || self->is_inside || thread->n_frames == 0)
    return;
  self->is_inside = TRUE;
  rs_debugger_stop_here (self, thread, RS_DEBUG_WARNING, text, NULL);
  self->is_inside = FALSE;
}

const RsVmHooks rs_debugger_hooks = { .reach = reach,
                                      .concerns = concerns,
                                      .warned = warned,
                                      .raised = raised,
                                      .interprets = interprets,
                                      .wake = wake,
                                      .chooses_item = rs_debugger_chooses_item,
                                      .compared_item = rs_debugger_compared_item };

void
rs_debugger_update_reaching (RsDebugger *self)
{
  const gboolean is_needed_everywhere = self->step.mode != RS_DEBUG_CONTINUE || self->watches->len > 0
                                        || self->checks_finite || self->is_starting || self->item.is_starting
                                        || __atomic_load_n (&self->pause_wanted, __ATOMIC_RELAXED);

  rs_vm_set_reaching (self->session->vm, self->is_detached                     ? RS_REACH_NONE
                                         : is_needed_everywhere                ? RS_REACH_ALL
                                         : g_hash_table_size (self->lines) > 0 ? RS_REACH_SOME
                                                                               : RS_REACH_NONE);
}
