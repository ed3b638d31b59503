/* What statements of host code assign, seen by a hook before each instruction.
 *
 * Where a frame comes to another line, or jumps back, the line before has ended: what its variables hold now is
 * compared with what they held when it began. An array counts as assigned when it is another one or was written to. The
 * same is done for a loop when the frame leaves its instructions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/comparison-private.h"

#include "runtime/value/array.h"

#include <string.h>

#define MOST_SEEN 10000u /* parts of a cell or object: changes of others are not seen */

/* What a variable held. */
typedef struct {
  guint32 tag;
  guint64 identity; /* of an array its oid, of a text, cell or object a hash, otherwise the number's bits */
  guint64 version;  /* of an array; of a complex number the bits of its imaginary part */
} Seen;

typedef struct {
  guint first, last; /* instructions */
  guint line;
} Loop;

/* What is known of a function's code. */
typedef struct {
  GArray *loops;        /* of Loop, outer ones first */
  gboolean *is_counter; /* [n_variables]: of a for loop, and what has no name of the program's */
} Code;

typedef struct {
  const Loop *loop;
  gint64 start;
  Seen *seen; /* [n_variables] */
} OpenLoop;

/* A frame; of one that has ended serial is stale. */
typedef struct {
  guint64 serial;   /* 0: none was there yet */
  const Code *code; /* NULL: not looked at */
  guint pc, line;
  gint64 start; /* of the line */
  Seen *seen;   /* [n_variables]: when it began */
  GArray *open; /* of OpenLoop */
} Level;

struct _RsComparison {
  RsComparedValues *values;
  RsSession *session; /* NULL: between runs */
  guint side;
  GHashTable *codes; /* RsProto -> Code */
  GArray *levels;    /* of Level, by the index of the frame */
  gint64 spent;      /* ns that went into comparing, so far */
  guint n_frames;    /* that there are now */
};

/* --- code --- */

static void
free_code (gpointer data)
{
  Code *code = data;

  g_array_unref (code->loops);
  g_free (code->is_counter);
  g_free (code);
}

/* Macros and reductions leave instructions with places elsewhere: the first and the last of the loop's own count. */
static void
add_loop (Code *code, const RsProto *proto, const RsNode *node)
{
  Loop loop = { .first = G_MAXUINT };

  for (guint pc = 0; pc < proto->n_code; pc++)
    if (proto->offsets[pc] >= node->span.start && proto->offsets[pc] < node->span.end)
      {
        loop.first = MIN (loop.first, pc);
        loop.last = pc;
      }
  rs_source_locate (proto->module->source, node->span.start, &loop.line, NULL);
  if (loop.first != G_MAXUINT)
    g_array_append_val (code->loops, loop);
}

static void
note_counter (Code *code, const RsProto *proto, const RsNode *node)
{
  const RsNode *variable = node->children[RS_FOR_VARIABLE];

  if (variable->kind == RS_NODE_TYPED)
    variable = variable->children[RS_TYPED_EXPRESSION];
  if (variable->symbol != NULL && variable->symbol->kind == RS_SYMBOL_VARIABLE
      && variable->symbol->scope == proto->scope && variable->symbol->slot < proto->n_variables)
    code->is_counter[variable->symbol->slot] = TRUE;
}

static void
find_loops (Code *code, const RsProto *proto, const RsNode *node)
{
  if (node->kind == RS_NODE_FOR)
    note_counter (code, proto, node);
  if (node->kind == RS_NODE_FOR || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT)
    add_loop (code, proto, node);
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child != NULL && child->kind != RS_NODE_FUNCTION && child->kind != RS_NODE_LAMBDA)
        find_loops (code, proto, child);
    }
}

static gboolean
has_name (const RsSymbol *symbol)
{
  const char *name = symbol->name;

  return symbol->kind == RS_SYMBOL_VARIABLE && name != NULL
         && (g_ascii_isalpha (name[0]) || name[0] == '_' || (name[0] & 0x80) != 0);
}

/* NULL: code of the library, or of kernels. */
static const Code *
get_code (RsComparison *self, const RsProto *proto)
{
  Code *code = g_hash_table_lookup (self->codes, proto);

  if (code != NULL || proto->is_kernel || proto->is_device
      || rs_library_contains (rs_source_get_name (proto->module->source)))
    return code;
  code = g_new0 (Code, 1);
  code->loops = g_array_new (FALSE, FALSE, sizeof (Loop));
  code->is_counter = g_new0 (gboolean, proto->n_variables + 1);
  for (guint i = 0; i < proto->n_variables; i++)
    code->is_counter[i] = !has_name (g_ptr_array_index (proto->scope->variables, i));
  find_loops (code, proto, proto->node);
  g_hash_table_insert (self->codes, (gpointer)proto, code);
  return code;
}

/* --- what variables hold --- */

static guint64
get_state (RsValue value)
{
  g_autoptr (RsComparedParts) parts = rs_compared_parts_new (value, MOST_SEEN);

  return rs_compared_parts_get_state (parts);
}

static Seen
see (RsValue value)
{
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return (Seen){ value.tag, value.array->oid, value.array->version };
    case RS_TAG_COMPLEX:
      {
        guint64 parts[2];

        memcpy (parts, &value.complex->re, sizeof parts);
        return (Seen){ value.tag, parts[0], parts[1] };
      }
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
      return (Seen){ value.tag, (guint64)value.integer, 0 };
    case RS_TAG_STRING:
    case RS_TAG_CELL:
    case RS_TAG_OBJECT:
      return (Seen){ value.tag, get_state (value), 0 };
    default:
      return (Seen){ .tag = value.tag };
    }
}

static gboolean
is_same (Seen a, Seen b)
{
  return a.tag == b.tag && a.identity == b.identity && a.version == b.version;
}

static Seen *
see_all (const RsFrame *frame)
{
  Seen *seen = g_new0 (Seen, frame->proto->n_variables + 1);

  for (guint i = 0; i < frame->proto->n_variables; i++)
    seen[i] = see (frame->registers[i]);
  return seen;
}

static gint64
get_now (const RsComparison *self)
{
  return rs_trace_now () - self->spent;
}

static gboolean
is_in_loop (const RsComparison *self, guint n_frames)
{
  for (guint i = 0; i < MIN (n_frames, self->levels->len); i++)
    {
      const Level *level = &g_array_index (self->levels, Level, i);

      if (level->code != NULL && level->open->len > 0)
        return TRUE;
    }
  return FALSE;
}

/* Of variables that differ from what was seen; brings seen up to date. */
static void
note_changes (RsComparison *self, const RsFrame *frame, const Code *code, Seen *seen, guint line, gint64 time)
{
  const char *file = rs_source_get_name (frame->proto->module->source);

  for (guint i = 0; i < frame->proto->n_variables; i++)
    {
      const Seen now = see (frame->registers[i]);
      const RsSymbol *symbol = g_ptr_array_index (frame->proto->scope->variables, i);

      if (is_same (now, seen[i]))
        continue;
      seen[i] = now;
      if (line != 0 && !code->is_counter[i] && rs_compared_values_accept (frame->registers[i]))
        rs_compared_values_note (self->values, self->side, file, line, symbol->name, frame->registers[i], time,
                                 is_in_loop (self, self->n_frames));
    }
}

/* --- frames --- */

static void
clear_open (gpointer data)
{
  g_free (((OpenLoop *)data)->seen);
}

static void
clear_level (gpointer data)
{
  Level *level = data;

  g_free (level->seen);
  if (level->open != NULL)
    g_array_unref (level->open);
}

/* Those that the frame has come into. */
static void
open_loops (Level *level, const RsFrame *frame, guint pc, gint64 now)
{
  for (guint i = 0; i < level->code->loops->len; i++)
    {
      const Loop *loop = &g_array_index (level->code->loops, Loop, i);
      OpenLoop made = { .loop = loop, .start = now };
      gboolean is_open = FALSE;

      for (guint k = 0; k < level->open->len && !is_open; k++)
        is_open = g_array_index (level->open, OpenLoop, k).loop == loop;
      if (is_open || pc < loop->first || pc > loop->last)
        continue;
      made.seen = see_all (frame);
      g_array_append_val (level->open, made);
    }
}

static void
enter (RsComparison *self, Level *level, const RsFrame *frame, guint pc)
{
  clear_level (level);
  *level = (Level){ .serial = frame->serial, .code = get_code (self, frame->proto) };
  if (level->code == NULL)
    return;
  level->open = g_array_new (FALSE, FALSE, sizeof (OpenLoop));
  g_array_set_clear_func (level->open, clear_open);
  level->seen = see_all (frame);
  level->pc = pc;
  level->line = rs_proto_get_line (frame->proto, pc);
  level->start = get_now (self);
  open_loops (level, frame, pc, level->start);
}

static Level *
get_level (RsComparison *self, guint index)
{
  if (index >= self->levels->len)
    g_array_set_size (self->levels, index + 1);
  return &g_array_index (self->levels, Level, index);
}

/* A loop on that line tells what the line assigns. */
static gboolean
is_line_of_loop (const Level *level)
{
  for (guint i = 0; i < level->open->len; i++)
    if (g_array_index (level->open, OpenLoop, i).loop->line == level->line)
      return TRUE;
  return FALSE;
}

/* What the line before has assigned, and the loops that the frame has left, inner ones first. */
static void
note_line (RsComparison *self, Level *level, const RsFrame *frame, guint pc, gboolean is_end)
{
  const gint64 now = get_now (self);
  const gint64 begun = rs_trace_now ();

  note_changes (self, frame, level->code, level->seen, is_line_of_loop (level) ? 0 : level->line, now - level->start);
  while (level->open->len > 0)
    {
      OpenLoop *open = &g_array_index (level->open, OpenLoop, level->open->len - 1), ended;

      if (!is_end && pc >= open->loop->first && pc <= open->loop->last)
        break;
      ended = *open;
      open->seen = NULL; /* it is no loop around itself */
      g_array_set_size (level->open, level->open->len - 1);
      note_changes (self, frame, level->code, ended.seen, ended.loop->line, now - ended.start);
      g_free (ended.seen);
    }
  open_loops (level, frame, pc, now);
  self->spent += rs_trace_now () - begun;
  level->start = now;
}

/* --- hooks --- */

static gboolean
reach (RsThread *thread, guint pc, gpointer data, GError **error)
{
  RsComparison *self = data;
  const RsFrame *frame = rs_thread_top (thread);
  const RsOpcode op = frame->proto->code[pc].op;
  const gboolean is_end = op == RS_OPCODE_RETURN || op == RS_OPCODE_RETURN_VALUE;
  Level *level;
  guint line;

  if (thread != thread->vm->main)
    return TRUE;
  self->n_frames = thread->n_frames;
  level = get_level (self, thread->n_frames - 1);
  if (level->serial != frame->serial)
    enter (self, level, frame, pc);
  if (level->code == NULL)
    return TRUE;
  line = rs_proto_get_line (frame->proto, pc);
  if (line == level->line && pc >= level->pc && !is_end)
    {
      level->pc = pc;
      return TRUE;
    }
  if (!rs_session_before_effect (self->session, error))
    return FALSE;
  note_line (self, level, frame, pc, is_end);
  level->pc = pc;
  level->line = line;
  return TRUE;
}

static const RsVmHooks hooks = { .reach = reach };

/* --- runs --- */

RsComparison *
rs_comparison_new (void)
{
  RsComparison *self = g_new0 (RsComparison, 1);

  self->values = rs_compared_values_new ();
  self->codes = g_hash_table_new_full (NULL, NULL, NULL, free_code);
  self->levels = g_array_new (FALSE, TRUE, sizeof (Level));
  g_array_set_clear_func (self->levels, clear_level);
  return self;
}

void
rs_comparison_free (RsComparison *self)
{
  if (self == NULL)
    return;
  rs_compared_values_free (self->values);
  g_hash_table_unref (self->codes);
  g_array_unref (self->levels);
  g_free (self);
}

void
rs_comparison_begin (RsComparison *self, RsSession *session, guint side)
{
  g_assert (session->vm->hooks == NULL);
  g_return_if_fail (side < 2 && self->session == NULL);

  self->session = session;
  self->side = side;
  self->spent = 0;
  rs_vm_set_hooks (session->vm, &hooks, self);
  rs_vm_set_reaching (session->vm, RS_REACH_ALL);
}

void
rs_comparison_end (RsComparison *self)
{
  g_assert (self->session != NULL);
  rs_vm_set_reaching (self->session->vm, RS_REACH_NONE);
  rs_vm_set_hooks (self->session->vm, NULL, NULL);
  self->session = NULL;
  g_array_set_size (self->levels, 0);
  g_hash_table_remove_all (self->codes);
}

GPtrArray *
rs_comparison_list (RsComparison *self)
{
  return rs_compared_values_list (self->values);
}

gint64
rs_comparison_count_unkept (const RsComparison *self)
{
  return rs_compared_values_count_unkept (self->values);
}
