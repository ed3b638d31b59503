/* Where things happen: call stacks, places of errors and warnings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <string.h>

#define SHOWN_FRAMES 12

guint32
rs_vm_get_offset (const RsFrame *frame)
{
  return frame->proto->offsets[rs_frame_get_pc (frame)];
}

static void
append_frame (GString *out, const RsFrame *frame)
{
  g_string_append_printf (out, "  in %s (%s:%u)\n", frame->proto->name,
                          rs_source_get_name (frame->proto->module->source),
                          rs_proto_get_line (frame->proto, rs_frame_get_pc (frame)));
}

static gboolean
same_place (const RsFrame *a, const RsFrame *b)
{
  return a->proto == b->proto && a->pc == b->pc;
}

/* Length of the cycle in which the n frames below top repeat; 0: none. */
static guint
find_cycle (const RsFrame *frames, guint top)
{
  for (guint length = 1; length <= 8 && 3 * length < top; length++)
    {
      gboolean repeats = TRUE;

      for (guint i = 1; i <= 2 * length && repeats; i++)
        repeats = same_place (&frames[top - i], &frames[top - i - length]);
      if (repeats)
        return length;
    }
  return 0;
}

/* How many frames from `top` downwards go on in that cycle. */
static guint
count_cycle (const RsFrame *frames, guint top, guint length)
{
  guint n = length;

  while (n < top && same_place (&frames[top - n], &frames[top - n + length]))
    n++;
  return n;
}

static void
append_frames (GString *out, const RsFrame *frames, guint n)
{
  guint shown = 0;

  for (guint i = n; i-- > 0;)
    {
      guint length = i > 8 ? find_cycle (frames, i) : 0;

      append_frame (out, &frames[i]);
      shown++;
      if (length > 0)
        {
          guint count = count_cycle (frames, i - 1, length) / length;

          for (guint k = 1; k <= length && length > 1; k++)
            append_frame (out, &frames[i - k]);
          g_string_append_printf (out, "  ... the last %u call%s %u times more\n", length,
                                  length == 1 ? " repeats" : "s repeat", count);
          i -= MIN (i, count * length);
        }
      else if (shown > SHOWN_FRAMES && i > SHOWN_FRAMES)
        {
          g_string_append_printf (out, "  ... %u calls\n", i - SHOWN_FRAMES / 2);
          i = SHOWN_FRAMES / 2;
        }
    }
}

char *
rs_vm_format_stack (RsThread *thread)
{
  GString *out = g_string_new (NULL);
  RsVm *vm = thread->vm;

  append_frames (out, thread->frames, thread->n_frames);
  if (thread != vm->main)
    append_frames (out, vm->main->frames, vm->main->n_frames);
  return g_string_free (out, FALSE);
}

char *
rs_vm_dup_stack (RsSession *session)
{
  return rs_vm_format_stack (session->vm->current);
}

/* The innermost call outside of the library: where the user's program is. */
static void
note_caller (RsSession *session, const RsFrame *frames, guint n)
{
  while (n-- > 0 && session->caller_source == NULL)
    if (!rs_library_contains (rs_source_get_name (frames[n].proto->module->source)))
      {
        session->caller_source = frames[n].proto->module->source;
        session->caller_offset = rs_vm_get_offset (&frames[n]);
      }
}

/* The innermost place outside of the library. */
void
rs_vm_store_place (RsThread *thread)
{
  RsSession *session = thread->vm->session;

  for (guint n = thread->n_frames; n-- > 0;)
    {
      const RsFrame *frame = &thread->frames[n];
      const RsSource *source = frame->proto->module->source;

      if (source == session->place_source)
        {
          rs_last_place_move (session->last_place, rs_vm_get_offset (frame));
          return;
        }
      if (source == session->library_source)
        continue;
      if (rs_library_contains (rs_source_get_name (source)))
        {
          session->library_source = source;
          continue;
        }
      session->place_source = source;
      rs_last_place_enter (session->last_place, rs_source_get_name (source), rs_vm_get_offset (frame));
      return;
    }
}

void
rs_vm_note_error (RsThread *thread, const GError *error)
{
  RsVm *vm = thread->vm;
  RsSession *session = vm->session;

  if (vm->raised == error)
    return;
  vm->raised = error;
  g_free (session->backtrace);
  session->backtrace = rs_vm_format_stack (thread);
  session->caller_source = NULL;
  note_caller (session, thread->frames, thread->n_frames);
  if (thread != vm->main)
    note_caller (session, vm->main->frames, vm->main->n_frames);
  vm->error_source = NULL;
  if (thread->n_frames > 0)
    {
      vm->error_source = rs_thread_top (thread)->proto->module->source;
      vm->error_offset = rs_vm_get_offset (rs_thread_top (thread));
    }
  rs_session_note_place (session, error, &vm->error_source, &vm->error_offset);
  if (vm->hooks != NULL && vm->hooks->raised != NULL)
    vm->hooks->raised (thread, error, vm->hook_data);
}

void
rs_vm_set_overflow_error (RsThread *thread, GError **error)
{
  g_autoptr (GString) cycle = g_string_new (NULL);
  guint n = thread->n_frames;
  guint length = n > 1 ? find_cycle (thread->frames, n - 1) : 0;

  for (guint i = 0; i <= length && length > 0; i++)
    g_string_append_printf (cycle, "%s%s", i > 0 ? " -> " : "", thread->frames[n - 2 - (length - i)].proto->name);
  g_set_error (
      error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_RECURSION,
      "stack overflow: %u calls are inside each other%s%s; the setting RUNTIME_STACK_DEPTH says how many there may be",
      n + thread->n_below, cycle->len > 0 ? ", again and again " : "", cycle->str);
}

gboolean
rs_vm_say_once (RsThread *thread)
{
  const RsFrame *frame = rs_thread_top (thread);
  RsProtoState *state = frame->proto->state;
  guint pc = rs_frame_get_pc (frame);

  if (state->said == NULL)
    state->said = g_new0 (gboolean, frame->proto->n_code);
  if (state->said[pc])
    return FALSE;
  return state->said[pc] = TRUE;
}

static void
warn (RsThread *thread, RsMessageId id, const char *text)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *message = NULL;
  const RsFrame *frame = rs_thread_top (thread);
  guint32 offset = rs_vm_get_offset (frame);

  rs_diagnostics_report_text (diagnostics, rs_message_get_code (id), RS_SEVERITY_WARNING, frame->proto->module->source,
                              (RsSpan){ offset, offset }, text);
  message = rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));
  rs_session_message (thread->vm->session, "%s", message);
  if (thread->vm->hooks != NULL && thread->vm->hooks->warned != NULL)
    thread->vm->hooks->warned (thread, text, thread->vm->hook_data);
}

void
rs_vm_warn (RsThread *thread, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  warn (thread, id, text);
}

gboolean
rs_vm_warn_program (RsSession *session, RsMessageId id, const char *text)
{
  RsThread *thread = session->vm->current;

  if (rs_library_contains (rs_source_get_name (rs_thread_top (thread)->proto->module->source)))
    return FALSE;
  warn (thread, id, text);
  return TRUE;
}
