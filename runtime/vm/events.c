/* What the virtual machine tells whoever records: functions, loops, built-ins and operations on arrays, and where the
 * program is when an array is made, copied or waited for.
 *
 * All of it runs only while somebody listens. What is too short to matter is not told: inner loops and small built-ins
 * by the million would hide everything else and cost more than they take.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "compiler/syntax/ast.h"
#include "runtime/sched/specialize/decision.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"

#define SHORTEST_LOOP_NS 5000
#define SHORTEST_BUILTIN_NS 5000
#define SMALL_ARRAY 64         /* elements; what is done with fewer takes no time */
#define MOST_DETAILS 4096      /* texts of sizes; a program that never repeats one does not fill the memory */
#define MOST_RESULTS 8u
#define SHOWN_ARGUMENTS 6u
#define SHOWN_STRING 60        /* bytes */

static RsProtoState *
name_function (const RsFrame *frame)
{
  RsProtoState *state = frame->proto->state;

  if (state->trace_name == 0)
    {
      state->trace_name = rs_trace_name (frame->proto->name);
      state->trace_file = rs_trace_name (rs_source_get_name (frame->proto->module->source));
      rs_source_locate (frame->proto->module->source, frame->proto->node->span.start, &state->line, NULL);
    }
  return state;
}

guint32
rs_vm_name_file (const RsFrame *frame)
{
  return name_function (frame)->trace_file;
}

/* --- variables --- */

static const char *
name_register (const RsProto *proto, guint register_)
{
  if (register_ < proto->n_variables)
    return ((const RsSymbol *)g_ptr_array_index (proto->scope->variables, register_))->name;
  if (register_ >= proto->first_capture && register_ < proto->first_capture + proto->n_captures)
    return proto->captures[register_ - proto->first_capture].name;
  return NULL;
}

/* The expression that the instruction is a part of and that may be launched as a whole. */
static const RsProtoSite *
find_site (const RsProto *proto, guint pc)
{
  for (guint i = 0; i < proto->n_sites; i++)
    if (proto->sites[i].form == RS_KERNEL_FROM_EXPRESSION && pc >= proto->sites[i].start && pc < proto->sites[i].end)
      return &proto->sites[i];
  return NULL;
}

/* The variable that a value in the register goes to, at once or by the moves from pc on; NULL: none. */
static const char *
name_target (const RsProto *proto, guint register_, guint pc)
{
  for (; name_register (proto, register_) == NULL && pc < proto->n_code; pc++)
    {
      const RsInstruction *next = &proto->code[pc];

      if (next->op != RS_OPCODE_MOVE && next->op != RS_OPCODE_GET && next->op != RS_OPCODE_CONVERT)
        break;
      if (next->b == register_)
        register_ = next->a;
    }
  return name_register (proto, register_);
}

/* What the arrays that the instruction makes are called: "x"; "u, s, v" where they are several. 0: nothing. */
static guint32
name_results (const RsProto *proto, guint pc)
{
  const RsProtoSite *site = find_site (proto, pc);
  const RsInstruction *ip = &proto->code[pc];
  guint n = site == NULL && (ip->op == RS_OPCODE_CALL_BUILTIN || ip->op == RS_OPCODE_CALL_BUILTIN_LIST) ? ip->c : 1;
  guint first = site != NULL ? site->target : ip->a;
  char text[120];
  gsize length = 0;

  pc = site != NULL ? site->end : pc + 1;
  while (pc < proto->n_code && proto->code[pc].op == RS_OPCODE_EXTRA)
    pc++;
  for (guint i = 0; i < CLAMP (n, 1, MOST_RESULTS) && length < sizeof text; i++)
    {
      const char *name = name_target (proto, first + i, pc);

      if (name != NULL)
        length += (gsize)g_snprintf (text + length, sizeof text - length, "%s%s", length > 0 ? ", " : "", name);
    }
  return length > 0 ? rs_trace_name (text) : 0;
}

/* A loop asks for the same again and again. */
static const RsTracedPlace *
find_place (const RsProto *proto, guint pc)
{
  RsTracedPlace *place = &((RsProtoState *)proto->state)->traced[pc % 4];

  if (place->next != pc + 1)
    *place = (RsTracedPlace){ pc + 1, rs_proto_get_line (proto, pc), name_results (proto, pc) };
  return place;
}

/* The variable that holds the array; the innermost function that has one. */
static const char *
find_variable (const RsThread *thread, guint64 oid)
{
  for (guint i = thread->n_frames; i > 0; i--)
    {
      const RsFrame *frame = &thread->frames[i - 1];

      for (guint k = 0; k < frame->proto->n_registers; k++)
        {
          const RsValue *value = &frame->registers[k];
          const char *name;

          if (value->tag != RS_TAG_ARRAY || value->array->oid != oid)
            continue;
          name = name_register (frame->proto, k);
          if (name != NULL)
            return name;
        }
    }
  return NULL;
}

void
rs_vm_find_trace_place (gpointer data, RsTraceEvent *event)
{
  RsThread *thread = ((RsVm *)data)->current;
  const RsFrame *frame = thread != NULL && thread->n_frames > 0 ? rs_thread_top (thread) : NULL;
  const RsTracedPlace *place;
  const char *name;

  if (frame == NULL)
    return;
  event->file = name_function (frame)->trace_file;
  place = find_place (frame->proto, rs_frame_get_pc (frame));
  event->line = place->line;
  if (event->kind == RS_TRACE_ALLOCATE)
    event->name = place->results;
  else if (event->kind != RS_TRACE_FREE && event->a != 0)
    {
      name = find_variable (thread, (guint64)event->a);
      event->name = name != NULL ? rs_trace_name (name) : 0;
    }
}

/* --- samples --- */

void
rs_vm_name_function (const RsFrame *frame)
{
  name_function (frame);
}

static guint
walk_frames (const RsThread *thread, RsTraceFrame *frames, guint most)
{
  guint n = 0;

  for (guint i = thread->n_frames; i > 0 && n < most; i--)
    {
      const RsFrame *frame = &thread->frames[i - 1];
      const RsProtoState *state = frame->proto->state;

      frames[n++] = (RsTraceFrame){ state->trace_name, state->trace_file,
                                    rs_proto_get_line (frame->proto, rs_frame_get_pc (frame)) };
    }
  return n;
}

guint
rs_vm_walk (gpointer data, RsTraceFrame *frames, guint most)
{
  const RsVm *vm = data;
  const RsThread *thread = vm->current;
  guint n;

  if (thread == NULL)
    return 0;
  n = walk_frames (thread, frames, most);
  return thread != vm->main && vm->main != NULL ? n + walk_frames (vm->main, frames + n, most - n) : n;
}

/* --- functions and loops --- */

static void
emit (const RsFrame *frame, RsTraceKind kind, guint line, gint64 start, gint64 a, gint64 b, guint32 detail)
{
  RsProtoState *state = name_function (frame);
  RsTraceEvent event = { .start = start, .end = rs_trace_now (), .kind = kind, .a = a, .b = b };

  event.name = state->trace_name;
  event.file = state->trace_file;
  event.line = kind == RS_TRACE_FUNCTION ? state->line : line;
  event.detail = detail;
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
}

static void
emit_loop (const RsFrame *frame, guint pc, gint64 start, gint64 iterations, RsLoopHow how, guint32 decision)
{
  const RsProto *proto = frame->proto;

  if (proto->is_kernel || proto->is_device || rs_trace_now () - start < SHORTEST_LOOP_NS)
    return;
  emit (frame, RS_TRACE_LOOP, rs_proto_get_line (proto, pc), start, iterations, how, decision);
}

static RsLoopHow
get_how (RsRunCode code)
{
  return code.is_serial ? RS_LOOP_RAN_SERIAL : RS_LOOP_RAN_PARALLEL;
}

void
rs_vm_emit_launched_loop (const RsFrame *frame, const RsSite *site, gint64 start, gint64 iterations)
{
  const RsRunCode code = rs_site_get_run_code (site);

  emit_loop (frame, rs_frame_get_pc (frame), start, iterations, get_how (code), code.decision);
}

void
rs_vm_note_rest (RsFrame *frame, const RsSite *site)
{
  const RsRunCode code = rs_site_get_run_code (site);
  g_autofree char *text = NULL;

  frame->loop_how = get_how (code);
  if (code.decision == 0 || !rs_trace_is_on ())
    return;
  frame->loop_decision = code.decision;
  if (frame->loop->op == RS_OPCODE_WHILE_START)
    return;
  text = g_strconcat (RS_DECISION_STEPS_THEN, rs_trace_get_text (code.decision), NULL);
  frame->loop_decision = rs_trace_name (text);
}

void
rs_vm_leave_loop (RsFrame *frame)
{
  const RsInstruction *loop = frame->loop;
  const RsValue *registers = &frame->registers[loop->a];

  frame->loop = NULL;
  if (rs_trace_is_on ())
    emit_loop (frame, (guint)(loop - frame->proto->code), registers[4].integer, rs_vm_count_iterations (registers),
               frame->loop_how, frame->loop_decision);
}

void
rs_vm_leave_function (RsThread *thread, RsFrame *frame)
{
  if (frame->loop != NULL)
    rs_vm_leave_loop (frame);
  if (frame->start != 0 && rs_trace_is_on ())
    {
      rs_vm_end_stretches (thread, frame);
      emit (frame, RS_TRACE_FUNCTION, 0, frame->start, 0, 0, 0);
    }
  frame->start = 0;
}

/* --- built-ins, and operations on arrays --- */

static gboolean
is_large (RsValue value)
{
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return value.array->n_elements > SMALL_ARRAY;
    case RS_TAG_RANGE:
      return value.range->count > SMALL_ARRAY;
    default:
      return value.tag >= RS_TAG_STRING;
    }
}

gboolean
rs_vm_is_worth_timing (RsThread *thread, const RsBuiltin *builtin, const RsValue *arguments, guint n)
{
  const RsProto *proto = rs_thread_top (thread)->proto;

  if (proto->is_kernel || proto->is_device)
    return FALSE;
  if (builtin != NULL && builtin->id == RS_BUILTIN_ID_SIZE)
    return FALSE; /* however large the array is */
  for (guint i = 0; i < n; i++)
    if (is_large (arguments[i]))
      return TRUE;
  if (builtin == NULL)
    return FALSE;
  /* Arrays may come of numbers, and files and screens take their time. */
  return (builtin->flags & RS_BUILTIN_EFFECT) != 0 || builtin->result == RS_RESULT_ALLOCATION
         || builtin->result == RS_RESULT_UNKNOWN || builtin->result == RS_RESULT_IMAGE;
}

static gint64
count_bytes (const RsValue *values, guint n)
{
  gint64 bytes = 0;

  for (guint i = 0; i < n; i++)
    if (values[i].tag == RS_TAG_ARRAY)
      bytes += rs_array_get_bytes (values[i].array);
  return bytes;
}

static void
append_value (GString *out, RsValue value)
{
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      for (int d = 0; d < value.array->rank; d++)
        g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d > 0 ? "x" : value.array->rank == 1 ? "1x" : "",
                                value.array->dims[d]);
      g_string_append_printf (out, " %s", rs_element_get_name (value.array->element));
      break;
    case RS_TAG_STRING:
      {
        const char *text = value.string->text, *end = text + strnlen (text, SHOWN_STRING);

        g_utf8_validate (text, end - text, &end);
        g_string_append_printf (out, "\"%.*s%s\"", (int)(end - text), text, *end != '\0' ? "..." : "");
        break;
      }
    case RS_TAG_CELL:
      g_string_append (out, "cell");
      break;
    default:
      g_string_append (out, rs_value_is_number (value) ? "number" : "value");
    }
}

static void
append_values (GString *out, const RsValue *values, guint n)
{
  for (guint i = 0; i < n && i < SHOWN_ARGUMENTS; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_value (out, values[i]);
    }
  if (n > SHOWN_ARGUMENTS)
    g_string_append (out, ", ...");
}

/* "512x512 single, number -> 512x512 csingle" */
static guint32
describe (const RsValue *arguments, guint n, const RsValue *results, guint n_results)
{
  static GHashTable *known; /* set of char * (owned); guarded by lock */
  static GMutex lock;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_known;

  append_values (text, arguments, n);
  while (n_results > 0 && results[n_results - 1].tag == RS_TAG_NONE)
    n_results--;
  if (n_results > 0)
    {
      g_string_append (text, n > 0 ? " -> " : "-> ");
      append_values (text, results, n_results);
    }
  g_mutex_lock (&lock);
  if (known == NULL)
    known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  is_known = g_hash_table_contains (known, text->str);
  if (!is_known && g_hash_table_size (known) < MOST_DETAILS)
    is_known = g_hash_table_add (known, g_strdup (text->str));
  g_mutex_unlock (&lock);
  return is_known && text->len > 0 ? rs_trace_name (text->str) : 0;
}

void
rs_vm_emit_builtin (RsThread *thread, const char *name, const RsValue *arguments, guint n, const RsValue *results,
                    guint n_results, gint64 start)
{
  const RsFrame *frame = rs_thread_top (thread);
  RsTraceEvent event = { .start = start, .end = rs_trace_now (), .kind = RS_TRACE_BUILTIN };

  if (event.end - start < SHORTEST_BUILTIN_NS)
    return;
  event.name = rs_trace_name (name);
  event.file = name_function (frame)->trace_file;
  event.line = rs_proto_get_line (frame->proto, rs_frame_get_pc (frame));
  event.a = count_bytes (arguments, n);
  event.b = count_bytes (results, n_results);
  event.detail = describe (arguments, n, results, n_results);
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
}
