/* The built-ins by which a program marks its own recording: profile_mark, profile_begin, profile_end.
 *
 * A stretch belongs to the function that begins it, and ends with it at the latest, however it is left: so stretches
 * nest among themselves and with functions. They are counted without a recording, too: a profile_end too many is the
 * same error with and without one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/vm/vm-private.h"

#include <string.h>

#define MOST_OPEN 1000u
#define LONGEST_NAME 200 /* bytes */

/* One that was begun. */
typedef struct {
  guint64 frame; /* its serial */
  gint64 start;  /* ns; 0: nothing was recorded then */
  guint32 name, line;
} Stretch;

GArray *
rs_vm_stretches_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Stretch));
}

static guint32
intern (const char *text)
{
  const char *end = text + strnlen (text, LONGEST_NAME);
  g_autofree char *cut = NULL;

  if (*end == '\0')
    return rs_trace_name (text);
  g_utf8_validate (text, end - text, &end);
  cut = g_strdup_printf ("%.*s...", (int)(end - text), text);
  return rs_trace_name (cut);
}

static RsTraceEvent
make_event (const RsFrame *frame, RsTraceKind kind, guint32 name, guint32 line, gint64 start)
{
  return (RsTraceEvent){ .start = start,
                         .end = rs_trace_now (),
                         .kind = kind,
                         .name = name,
                         .file = rs_vm_name_file (frame),
                         .line = line,
                         .track = rs_trace_thread_track () };
}

static void
emit_last (RsVm *vm, const RsFrame *frame)
{
  const Stretch *last = &g_array_index (vm->stretches, Stretch, vm->stretches->len - 1);

  if (last->start != 0 && rs_trace_is_on ())
    {
      const RsTraceEvent event = make_event (frame, RS_TRACE_STRETCH, last->name, last->line, last->start);

      rs_trace_emit (&event);
    }
  g_array_set_size (vm->stretches, vm->stretches->len - 1);
}

void
rs_vm_end_stretches (RsThread *thread, const RsFrame *frame)
{
  RsVm *vm = thread->vm;

  while (vm->stretches->len > 0
         && g_array_index (vm->stretches, Stretch, vm->stretches->len - 1).frame == frame->serial)
    emit_last (vm, frame);
}

/* Frames that were entered before the recording go without a word. */
static void
forget_those_of_ended (const RsThread *thread)
{
  GArray *stretches = thread->vm->stretches;

  for (guint i = thread->n_frames; stretches->len > 0;)
    {
      const guint64 frame = g_array_index (stretches, Stretch, stretches->len - 1).frame;

      while (i > 0 && thread->frames[i - 1].serial > frame)
        i--;
      if (i > 0 && thread->frames[i - 1].serial == frame)
        return;
      g_array_set_size (stretches, stretches->len - 1);
    }
}

static void
mark (const RsFrame *frame, guint line, const char *text)
{
  RsTraceEvent event;

  if (!rs_trace_is_on ())
    return;
  event = make_event (frame, RS_TRACE_MARK, intern (text), line, rs_trace_now ());
  event.end = event.start;
  rs_trace_emit (&event);
}

static gboolean
begin (RsVm *vm, const RsFrame *frame, guint line, const char *text, GError **error)
{
  Stretch stretch = { .frame = frame->serial, .line = line };

  if (vm->stretches->len >= MOST_OPEN)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_VALUE,
                   "profile_begin: %u stretches are open already; end each of them with profile_end", MOST_OPEN);
      return FALSE;
    }
  if (rs_trace_is_on ())
    {
      stretch.name = intern (text);
      stretch.start = rs_trace_now ();
    }
  g_array_append_val (vm->stretches, stretch);
  return TRUE;
}

static gboolean
end (RsVm *vm, const RsFrame *frame, GError **error)
{
  if (vm->stretches->len > 0 && g_array_index (vm->stretches, Stretch, vm->stretches->len - 1).frame == frame->serial)
    {
      emit_last (vm, frame);
      return TRUE;
    }
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_VALUE,
                       "profile_end: no stretch is open in this function; begin one with profile_begin(text)");
  return FALSE;
}

gboolean
rs_vm_profile (RsThread *thread, guint builtin, const RsCall *call, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  const guint line = rs_trace_is_on () ? rs_proto_get_line (frame->proto, rs_frame_get_pc (frame)) : 0;
  const char *text;

  if (builtin != RS_BUILTIN_ID_PROFILE_END
      && !rs_call_get_string (call, 0, &text, builtin == RS_BUILTIN_ID_PROFILE_MARK ? "profile_mark" : "profile_begin",
                              error))
    return FALSE;
  if (builtin == RS_BUILTIN_ID_PROFILE_MARK)
    {
      mark (frame, line, text);
      return TRUE;
    }
  forget_those_of_ended (thread);
  return builtin == RS_BUILTIN_ID_PROFILE_BEGIN ? begin (thread->vm, frame, line, text, error)
                                                : end (thread->vm, frame, error);
}
