/* The next statement: execution goes on at another line of the function.
 *
 * A statement may be gone to where it needs nothing that only what is around it prepares: a loop has to have begun, and
 * the body of a try to have been entered. So every loop, body of a try and catch around the statement has to be around
 * the place where the program stands, too; out of them it may go. Registers keep what they hold.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

/* What is around a statement and has to be entered from its start: the node, and which of its children. */
typedef struct {
  const RsNode *node;
  guint child;
} Around;

typedef struct {
  const RsSource *source;
  guint32 offset;      /* that is looked for, or */
  guint line;          /* not 0: the first statement that begins on that line */
  GArray *path;        /* of Around, from outside, as far as the walk has come */
  GArray *found_path;  /* of Around: of what was found */
  const RsNode *found; /* the innermost statement that holds the offset, or that begins the line; NULL: none */
} Search;

static gboolean
is_entered (const RsNode *node, guint child)
{
  switch (node->kind)
    {
    case RS_NODE_FOR:
      return child == RS_FOR_BODY;
    case RS_NODE_WHILE:
      return child == RS_WHILE_BODY;
    case RS_NODE_REPEAT:
    case RS_NODE_TRY:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_wanted (const Search *search, const RsNode *statement)
{
  guint line;

  if (search->line == 0)
    return statement->span.start <= search->offset && search->offset < statement->span.end;
  if (search->found != NULL)
    return FALSE;
  rs_source_locate (search->source, statement->span.start, &line, NULL);
  return line == search->line
         && (rs_debug_statement_has_code (statement) || statement->kind == RS_NODE_TRY
             || statement->kind == RS_NODE_REPEAT);
}

static void
walk (Search *search, const RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const Around around = { node, i };

      /* Functions inside have code of their own. */
      if (child == NULL || child->kind == RS_NODE_FUNCTION || child->kind == RS_NODE_LAMBDA
          || child->kind == RS_NODE_MACRO || child->kind == RS_NODE_TYPE_DEFINITION)
        continue;
      if (is_entered (node, i))
        g_array_append_val (search->path, around);
      if (node->kind == RS_NODE_BLOCK && is_wanted (search, child))
        {
          search->found = child;
          g_array_set_size (search->found_path, 0);
          g_array_append_vals (search->found_path, search->path->data, search->path->len);
        }
      walk (search, child);
      if (is_entered (node, i))
        g_array_set_size (search->path, search->path->len - 1);
    }
}

static void
search_clear (Search *search)
{
  g_clear_pointer (&search->path, g_array_unref);
  g_clear_pointer (&search->found_path, g_array_unref);
}

static void
find (Search *search, const RsProto *proto, guint32 offset, guint line)
{
  *search = (Search){ .source = proto->module->source,
                      .offset = offset,
                      .line = line,
                      .path = g_array_new (FALSE, FALSE, sizeof (Around)),
                      .found_path = g_array_new (FALSE, FALSE, sizeof (Around)) };
  walk (search, proto->node);
}

const RsNode *
rs_debug_find_statement_at (const RsFrame *frame)
{
  const RsProto *proto = frame->proto;
  const RsNode *found;
  Search search;

  find (&search, proto, proto->offsets[frame->pc - 1 - proto->code], 0);
  found = search.found;
  search_clear (&search);
  return found;
}

/* --- where it may go --- */

static const char *
describe_around (const Around *around)
{
  if (around->node->kind != RS_NODE_TRY)
    return "a loop that has not begun";
  return around->child == RS_TRY_BODY ? "the body of a try that was not entered" : "a catch, which needs an error";
}

/* Whether what is around the target is around the place where the program stands. */
static gboolean
check_around (const Search *here, const Search *target, guint line, GError **error)
{
  for (guint i = 0; i < target->found_path->len; i++)
    {
      const Around *around = &g_array_index (target->found_path, Around, i);
      const Around *own = i < here->found_path->len ? &g_array_index (here->found_path, Around, i) : NULL;

      if (own == NULL || own->node != around->node || own->child != around->child)
        return rs_debug_fail (error, "jump: line %u is inside of %s: go to where it begins, or step in", line,
                              describe_around (around));
    }
  return TRUE;
}

/* The first instruction of a statement; G_MAXUINT: it has none. */
static guint
find_instruction (const RsProto *proto, const RsNode *statement)
{
  for (guint pc = 0; pc < proto->n_code; pc++)
    if (proto->code[pc].op != RS_OPCODE_EXTRA && proto->offsets[pc] >= statement->span.start
        && proto->offsets[pc] < statement->span.end)
      return pc;
  return G_MAXUINT;
}

/* The instruction that a line begins with; its end has the one that returns. */
static gboolean
find_target (const RsFrame *frame, guint line, guint *pc, GError **error)
{
  const RsProto *proto = frame->proto;
  const guint here = (guint)(frame->pc - 1 - proto->code);
  Search stands, target;
  gboolean ok = TRUE;

  find (&stands, proto, proto->offsets[here], 0);
  find (&target, proto, 0, line);
  *pc = target.found != NULL                                   ? find_instruction (proto, target.found)
        : rs_proto_get_line (proto, proto->n_code - 1) == line ? proto->n_code - 1
                                                               : G_MAXUINT;
  if (*pc == G_MAXUINT)
    ok = rs_debug_fail (error, "jump: no statement of %s begins on line %u", proto->name, line);
  else if (target.found != NULL)
    ok = check_around (&stands, &target, line, error);
  search_clear (&stands);
  search_clear (&target);
  return ok;
}

/* Why it can't go anywhere from here; NULL: it can. */
static const char *
find_obstacle (const RsDebugger *self, const RsFrame *frame)
{
  if (self->is_inside || self->reason == RS_DEBUG_ERROR)
    return "the program stands in the midst of what a line computes: step to the next line first";
  if (frame->proto->is_kernel || frame->proto->is_device || self->thread->n_item > 0)
    return "the program stands in a kernel, whose work items run by a plan of their own";
  if (frame->proto->is_lambda)
    return "the program stands in a lambda, which is one expression";
  if (frame->n_deals > 0)
    return "the program stands in a loop whose iterations are dealt out to devices";
  return NULL;
}

gboolean
rs_debugger_jump (RsDebugger *self, guint line, GError **error)
{
  const RsFrame *frame = rs_debugger_get_frame (self, 0);
  const char *obstacle = find_obstacle (self, frame);
  guint pc;

  if (obstacle != NULL)
    return rs_debug_fail (error, "jump: %s", obstacle);
  if (!find_target (frame, line, &pc, error))
    return FALSE;
  rs_vm_jump (self->thread, pc);
  rs_debugger_tell_moved (self);
  return TRUE;
}
