/* Loop nests: how many levels of loops can be one grid, and what in the body rules it out.
 *
 * This looks at the tree and its symbols only. Whether the iterations depend on each other is decided later, by the
 * kernel builder, with types at hand; here are the reasons that hold for any types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/nest.h"

#include "compiler/sema/names/symbol.h"
#include "compiler/sema/rewrite/kernel-hint.h"
#include "compiler/types/class.h"

#include <string.h>

#define LONG_LOOP 64
#define UNKNOWN_ROUNDS 32
#define MOST_ROUNDS 1000000

/* --- what a loop writes --- */

typedef struct {
  GHashTable *assigned; /* set of RsSymbol: variables that get a value, loop variables included */
  GHashTable *stored;   /* set of RsSymbol: arrays of which elements are written */
} Writes;

/* Elements of the array that node names, or of a field or part of it. */
static void
note_stored (Writes *writes, const RsNode *node)
{
  while (node && (node->kind == RS_NODE_INDEX || node->kind == RS_NODE_FIELD))
    node = rs_node_child (node, 0);
  if (node && node->kind == RS_NODE_NAME && node->symbol)
    g_hash_table_add (writes->stored, node->symbol);
}

static void
note_target (Writes *writes, const RsNode *target)
{
  switch (target->kind)
    {
    case RS_NODE_NAME:
      if (target->symbol)
        g_hash_table_add (writes->assigned, target->symbol);
      break;
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
      note_stored (writes, target);
      break;
    case RS_NODE_TYPED:
    case RS_NODE_SPREAD:
      if (rs_node_child (target, 0))
        note_target (writes, target->children[0]);
      break;
    case RS_NODE_MATRIX:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          note_target (writes, target->children[i]);
      break;
    default:
      break;
    }
}

/* A function of the user's may write to what it is given. */
static void
note_call (Writes *writes, const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  if (callee && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN)
    return;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    note_stored (writes, call->children[i]);
}

static void
note_writes (Writes *writes, const RsNode *node)
{
  if (node->kind == RS_NODE_CALL)
    note_call (writes, node);
  if (node->kind == RS_NODE_ASSIGN && rs_node_child (node, RS_ASSIGN_TARGET))
    note_target (writes, node->children[RS_ASSIGN_TARGET]);
  if (node->kind == RS_NODE_FOR && rs_node_child (node, RS_FOR_VARIABLE))
    note_target (writes, node->children[RS_FOR_VARIABLE]);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      note_writes (writes, node->children[i]);
}

/* --- reasons --- */

typedef struct {
  gboolean is_forced; /* {!parallel for}: host functions are an error (manual 8.2) */
  const char *reason;
  guint32 place;
  const RsNode *wrong; /* as in RsLoopNest */
  guint loop_depth; /* loops inside the body around the place */
} Search;

static void
give_reason (Search *search, const RsNode *node, const char *reason)
{
  search->reason = reason;
  search->place = node->span.start;
}

/* The text has to outlive the tree; there are few different ones. */
static void G_GNUC_PRINTF (3, 0)
give_named_reason (Search *search, const RsNode *node, const char *format, const char *name)
{
  g_autofree char *text = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  text = g_strdup_printf (format, name);
#pragma GCC diagnostic pop
  give_reason (search, node, g_intern_string (text));
}

static gboolean
is_shared_memory (const RsBuiltin *builtin)
{
  return builtin->id == RS_BUILTIN_ID_SHARED || builtin->id == RS_BUILTIN_ID_SHARED_ZEROS
         || builtin->id == RS_BUILTIN_ID_SHARED_COPY;
}

/* What no parallel loop can have (manual 8.2, 9.2): functions of the host, launches, barriers. */
static void
search_builtin_call (Search *search, const RsNode *call, const RsBuiltin *builtin)
{
  if (rs_builtin_is_launch (builtin))
    give_reason (search, call, "the loop starts kernels itself, with parallel_do");
  else if (builtin->id == RS_BUILTIN_ID_SYNCTHREADS)
    give_reason (search, call, "`syncthreads` is for kernel functions");
  else if (is_shared_memory (builtin))
    give_named_reason (search, call, "`%s` is for kernel functions", builtin->name);
  else if (!(builtin->flags & RS_BUILTIN_KERNEL))
    give_named_reason (search, call, "`%s` can be called from host code only", builtin->name);
  if (search->reason && builtin->id != RS_BUILTIN_ID_ERROR)
    search->wrong = call;
}

static gboolean
is_inlined (const RsNode *function)
{
  const RsNode *body = rs_node_child (function, RS_FUNCTION_BODY);

  for (guint i = 0; body && i < body->n_children; i++)
    if (body->children[i] && body->children[i]->kind == RS_NODE_ATTRIBUTE
        && g_strcmp0 (body->children[i]->name, "auto_inline") == 0)
      return TRUE;
  return FALSE;
}

static void
search_function_call (Search *search, const RsNode *call, const RsSymbol *function)
{
  gboolean wrong = function->overloads->len > 0;

  for (guint i = 0; i < function->overloads->len; i++)
    {
      const RsNode *declaration = g_ptr_array_index (function->overloads, i);

      if (declaration->flags & RS_NODE_DEVICE || is_inlined (declaration))
        wrong = FALSE;
      if (!(declaration->flags & RS_NODE_DEVICE) && (search->is_forced || !rs_function_is_simple (declaration)))
        give_named_reason (search, call,
                           "`%s` is a host function; only __device__ functions, and host functions that compute "
                           "numbers and short vectors, can be part of a compiled loop",
                           function->name);
    }
  search->wrong = wrong ? call : NULL;
}

static void
search_call (Search *search, const RsNode *node)
{
  const RsNode *callee = rs_node_child (node, RS_CALL_CALLEE);
  const RsSymbol *symbol;

  if (!callee)
    return;
  if (callee->kind == RS_NODE_FIELD)
    {
      give_reason (search, node, "the loop calls a function of an object");
      return;
    }
  if (callee->kind != RS_NODE_NAME)
    return;
  symbol = rs_symbol_get_origin (callee->symbol);
  if (!symbol)
    give_named_reason (search, node, "`%s` is not defined", callee->name);
  else if (symbol->kind == RS_SYMBOL_BUILTIN)
    search_builtin_call (search, node, symbol->builtin);
  else if (symbol->kind == RS_SYMBOL_FUNCTION)
    search_function_call (search, node, symbol);
}

static const char *
reason_of_kind (const Search *search, RsNodeKind kind)
{
  switch (kind)
    {
    case RS_NODE_BREAK:
      return search->loop_depth == 0 ? "`break` ends the loop early" : NULL;
    case RS_NODE_CONTINUE:
      return search->loop_depth == 0 ? "`continue` in a loop that could be parallel is not supported yet" : NULL;
    case RS_NODE_RETURN:
      return "`return` leaves the loop early";
    case RS_NODE_TRY:
      return "`try` is for host code only";
    case RS_NODE_FUNCTION:
    case RS_NODE_LAMBDA:
      return "a function is defined in the loop";
    case RS_NODE_CELL:
      return "the loop makes cells";
    case RS_NODE_SPREAD:
      return "the loop unpacks values with `...`";
    case RS_NODE_STRING:
      return "the loop works with text";
    case RS_NODE_META:
      return "the loop uses a meta function";
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_IMPORT:
    case RS_NODE_REDUCTION:
    case RS_NODE_MACRO:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_DEFINE:
    case RS_NODE_ERROR:
      return "the loop contains a statement that is for host code only";
    default:
      return NULL;
    }
}

static gboolean
is_call_of (const RsNode *node, guint builtin)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  return callee && callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && callee->symbol->builtin->id == builtin;
}

static gboolean
is_field_among (const RsNode *target)
{
  if (target->kind == RS_NODE_TYPED || target->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < target->n_children; i++)
      if (target->children[i] && is_field_among (target->children[i]))
        return TRUE;
  return target->kind == RS_NODE_FIELD;
}

/* Whether target, what is_field_among finds, is a field of an object that gets its fields while the program runs, as
 * far as the text knows. */
static gboolean
is_dynamic_field (const RsNode *target)
{
  const RsClass *class;

  while (target->kind == RS_NODE_FIELD || target->kind == RS_NODE_INDEX)
    target = target->children[0];
  if (target->kind != RS_NODE_NAME || !target->symbol || !target->symbol->type)
    return FALSE;
  class = rs_type_get_class (target->symbol->type);
  return target->symbol->type == &rs_type_object || (class && class->kind == RS_CLASS_DYNAMIC);
}

/* Manual 17.1.1, "unsupported features". */
static gboolean
is_for_host_only (RsNodeKind kind)
{
  return kind == RS_NODE_STRING || kind == RS_NODE_CELL || kind == RS_NODE_TRY || kind == RS_NODE_CONTINUE;
}

/* The first thing in the body, in the order of the text, that no kernel can do. */
static void
search_body (Search *search, const RsNode *node)
{
  gboolean loop = node->kind == RS_NODE_FOR || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT;
  const char *reason = reason_of_kind (search, node->kind);
  gboolean takes_text = is_call_of (node, RS_BUILTIN_ID_ASSERT) || is_call_of (node, RS_BUILTIN_ID_TYPE)
                        || is_call_of (node, RS_BUILTIN_ID_CAST);

  if (node->kind == RS_NODE_META && node->flags & RS_NODE_EVALUATED)
    {
      search_body (search, rs_node_last (node)); /* its value takes its place */
      return;
    }
  if (reason)
    {
      give_reason (search, node, reason);
      search->wrong = is_for_host_only (node->kind) ? node : NULL;
      return;
    }
  if (node->kind == RS_NODE_ATTRIBUTE || node->kind == RS_NODE_PRAGMA)
    return;
  if (node->kind == RS_NODE_CALL)
    search_call (search, node);
  if (node->kind == RS_NODE_ASSIGN && is_field_among (node->children[RS_ASSIGN_TARGET]))
    {
      give_reason (search, node, "the loop changes a field of an object");
      search->wrong = is_dynamic_field (node->children[RS_ASSIGN_TARGET]) ? node : NULL;
    }
  search->loop_depth += loop;
  for (guint i = 0; i < node->n_children && !search->reason; i++)
    {
      const RsNode *child = node->children[i];

      /* The texts of an assertion are compiled in, those that name types are known before. */
      if (child && !(takes_text && child->kind == RS_NODE_STRING))
        search_body (search, child);
    }
  search->loop_depth -= loop;
}

/* --- levels --- */

static gboolean
is_size_call (const RsNode *node)
{
  return is_call_of (node, RS_BUILTIN_ID_SIZE) || is_call_of (node, RS_BUILTIN_ID_NUMEL);
}

/* Whether every iteration of the outer loops finds the same value for node. Sizes don't change with elements. */
static gboolean
is_invariant (const RsNode *node, const Writes *writes, gboolean in_size)
{
  if (node->kind == RS_NODE_NAME && node->symbol
      && (g_hash_table_contains (writes->assigned, node->symbol)
          || (!in_size && g_hash_table_contains (writes->stored, node->symbol))))
    return FALSE;
  if (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_META || node->kind == RS_NODE_FIELD)
    return FALSE;
  if (node->kind == RS_NODE_CALL)
    {
      const RsNode *callee = rs_node_child (node, RS_CALL_CALLEE);

      /* A function of the user's may read anything. */
      if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
          || (callee->symbol->builtin->flags & RS_BUILTIN_EFFECT))
        return FALSE;
    }
  in_size = is_size_call (node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_invariant (node->children[i], writes, in_size))
      return FALSE;
  return TRUE;
}

static RsLoopRequest
request_of_attribute (const RsNode *attribute)
{
  if (!attribute || !attribute->name || !attribute->text || strncmp (attribute->text, "for", 3) != 0)
    return RS_LOOP_AUTOMATIC;
  if (strcmp (attribute->name, "parallel") == 0)
    return RS_LOOP_PARALLEL;
  if (strcmp (attribute->name, "serial") == 0)
    return RS_LOOP_SERIAL;
  return strcmp (attribute->name, "interpreted") == 0 ? RS_LOOP_INTERPRETED : RS_LOOP_AUTOMATIC;
}

/* {!parallel for; dim=2}: at most two levels. */
static guint
level_limit (const RsNode *attribute)
{
  for (guint i = 0; attribute && i < attribute->n_children; i++)
    {
      const RsNode *parameter = attribute->children[i], *value = parameter ? rs_node_child (parameter, 0) : NULL;

      if (parameter && parameter->name && strcmp (parameter->name, "dim") == 0 && value && value->kind == RS_NODE_NUMBER
          && value->number >= 1)
        return (guint)MIN (value->number, RS_MAX_GRID);
    }
  return RS_MAX_GRID;
}

static const RsNode *
loop_range (const RsNode *loop)
{
  const RsNode *range = rs_node_child (loop, RS_FOR_RANGE);

  return range && range->kind == RS_NODE_RANGE ? range : NULL;
}

/* The loop that is all of a body, or NULL. */
static const RsNode *
only_loop (const RsNode *body)
{
  const RsNode *loop = NULL, *attribute = NULL;
  RsLoopRequest request;

  for (guint i = 0; i < body->n_children; i++)
    {
      const RsNode *statement = body->children[i];

      if (!statement || statement->kind == RS_NODE_PRAGMA)
        continue;
      if (statement->kind == RS_NODE_ATTRIBUTE)
        attribute = rs_attribute_for_next (attribute, statement);
      else if (loop || statement->kind != RS_NODE_FOR)
        return NULL;
      else
        loop = statement;
    }
  request = request_of_attribute (attribute);
  return request == RS_LOOP_SERIAL || request == RS_LOOP_INTERPRETED ? NULL : loop;
}

/* Whether so many loops stand inside each other with nothing between them (manual 8.2). */
static gboolean
has_levels (const RsNode *loop, guint n)
{
  while (loop && --n > 0)
    loop = only_loop (loop->children[RS_FOR_BODY]);
  return loop != NULL;
}

/* Whether break or continue in body belongs to the loop that body is of. */
static gboolean
has_own_jump (const RsNode *node)
{
  if (node->kind == RS_NODE_BREAK || node->kind == RS_NODE_CONTINUE)
    return TRUE;
  if (node->kind == RS_NODE_FOR || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_own_jump (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
add_levels (RsLoopNest *nest, const RsNode *loop, const Writes *writes, guint limit)
{
  while (nest->n_levels < limit)
    {
      const RsNode *body = rs_node_child (loop, RS_FOR_BODY);

      nest->loops[nest->n_levels] = loop;
      nest->ranges[nest->n_levels] = loop_range (loop);
      nest->n_levels++;
      nest->body = body;
      loop = body ? only_loop (body) : NULL;
      if (!loop || !loop_range (loop) || !rs_node_child (loop, RS_FOR_BODY)
          || has_own_jump (loop->children[RS_FOR_BODY]) || !is_invariant (loop_range (loop), writes, FALSE))
        return;
    }
}

static const char *
reason_of_loop (const RsNode *loop, RsLoopRequest request)
{
  const RsNode *variable = rs_node_child (loop, RS_FOR_VARIABLE);

  if (request == RS_LOOP_INTERPRETED)
    return "the loop is marked {!interpreted for}";
  if (!loop_range (loop))
    return "the loop runs over the elements of an array, not over a range a..b";
  if (!rs_node_child (loop, RS_FOR_BODY) || !variable)
    return "the loop is incomplete";
  return NULL;
}

/* 3, -3 */
static gboolean
is_literal (const RsNode *node, double *value)
{
  const gboolean is_negative = node && node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE;

  if (is_negative)
    node = rs_node_child (node, 0);
  if (!node || node->kind != RS_NODE_NUMBER)
    return FALSE;
  *value = is_negative ? -node->number : node->number;
  return TRUE;
}

/* Numbers in a range whose bounds are literals, at most; else, or where it is no range, -1. */
static double
count_literal (const RsNode *range)
{
  double low, high;

  if (!range || !is_literal (rs_node_child (range, RS_RANGE_LOW), &low)
      || !is_literal (rs_node_child (range, RS_RANGE_HIGH), &high))
    return -1;
  return MAX (ABS (high - low) + 1, 1);
}

/* How often node itself has its parts computed: a loop, or a slice of an array, which has elements. -1: unknown. */
static double
count_own_rounds (const RsNode *node)
{
  double rounds = 1;

  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_FOR:
      return count_literal (loop_range (node));
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      return -1;
    case RS_NODE_INDEX:
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i] != NULL && node->children[i]->kind == RS_NODE_COLON)
          return -1;
        else if (node->children[i] != NULL && node->children[i]->kind == RS_NODE_RANGE)
          rounds = rounds < 0 || count_literal (node->children[i]) < 0 ? -1
                                                                       : rounds * count_literal (node->children[i]);
      return rounds;
    default:
      return 1;
    }
}

/* The body of the host function that a call may open, or NULL. */
static const RsNode *
body_of_callee (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsNode *function = symbol && symbol->kind == RS_SYMBOL_FUNCTION && symbol->overloads->len == 1
                               ? symbol->overloads->pdata[0]
                               : NULL;

  return function && !(function->flags & RS_NODE_DEVICE) && rs_function_is_simple (function)
             ? function->children[RS_FUNCTION_BODY]
             : NULL;
}

guint
rs_count_rounds (const RsNode *node)
{
  const RsNode *called = body_of_callee (node);
  double rounds = called ? rs_count_rounds (called) : 1, own = count_own_rounds (node);

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      {
        double below = rs_count_rounds (node->children[i]); /* MAX names its arguments twice */

        rounds = MAX (rounds, below);
      }
  return (guint)MIN (rounds * (own < 0 ? UNKNOWN_ROUNDS : own), MOST_ROUNDS);
}

/* A loop that may have many iterations, which the runtime rather runs in parallel on its own. */
static gboolean
has_long_loop (const RsNode *node)
{
  const RsNode *called = body_of_callee (node);

  if (called && has_long_loop (called))
    return TRUE;
  if (node->kind == RS_NODE_FOR)
    {
      double count = count_literal (loop_range (node));

      if (count < 0 || count > LONG_LOOP + 1)
        return TRUE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_long_loop (node->children[i]))
      return TRUE;
  return FALSE;
}

/* A loop of unknown length: while, repeat, or a for loop that `break` may leave. with_steps: also one whose inner loops
 * are worth to be compiled on their own. */
static RsLoopNest
find_open_loop (const RsNode *loop, const RsNode *attribute, gboolean with_steps)
{
  RsLoopNest nest = { .request = request_of_attribute (attribute),
                      .deals = rs_attribute_deals (attribute),
                      .reason_line_offset = loop->span.start };
  Search search = { .place = loop->span.start, .is_forced = nest.request == RS_LOOP_PARALLEL };
  const RsNode *body = loop->kind == RS_NODE_FOR ? loop->children[RS_FOR_BODY] : loop;

  search_body (&search, loop);
  if (nest.request == RS_LOOP_INTERPRETED)
    search.reason = "the loop is marked {!interpreted for}";
  nest.has_long_loop = nest.request != RS_LOOP_SERIAL && has_long_loop (body);
  if (!search.reason && nest.has_long_loop && !with_steps)
    search.reason = "the loop contains loops, which are compiled: each on its own, or, where they are short, together "
                    "with this one in order";
  nest.reason = search.reason;
  nest.reason_line_offset = search.place;
  if (search.reason)
    return nest;
  nest.request = RS_LOOP_SERIAL;
  nest.is_open = TRUE;
  nest.n_levels = 1;
  nest.loops[0] = nest.body = loop;
  nest.ranges[0] = loop->kind == RS_NODE_FOR ? loop_range (loop) : NULL;
  nest.rounds = rs_count_rounds (body);
  return nest;
}

RsLoopNest
rs_loop_nest_find_with_steps (const RsNode *loop, const RsNode *attribute)
{
  return loop->kind == RS_NODE_WHILE || loop->kind == RS_NODE_REPEAT ? find_open_loop (loop, attribute, TRUE)
                                                                     : rs_loop_nest_find (loop, attribute);
}

RsLoopNest
rs_loop_nest_find (const RsNode *loop, const RsNode *attribute)
{
  g_assert (loop->kind == RS_NODE_FOR || loop->kind == RS_NODE_WHILE || loop->kind == RS_NODE_REPEAT);

  RsLoopNest nest = { .request = request_of_attribute (attribute),
                      .deals = rs_attribute_deals (attribute),
                      .reason_line_offset = loop->span.start };
  g_autoptr (GHashTable) assigned = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) stored = g_hash_table_new (NULL, NULL);
  Writes writes = { assigned, stored };
  Search search = { .place = loop->span.start, .is_forced = nest.request == RS_LOOP_PARALLEL };
  guint limit;

  if (loop->kind == RS_NODE_WHILE || loop->kind == RS_NODE_REPEAT)
    return find_open_loop (loop, attribute, FALSE);
  g_return_val_if_fail (loop->kind == RS_NODE_FOR, nest);
  nest.reason = reason_of_loop (loop, nest.request);
  if (nest.reason)
    return nest;
  search_body (&search, loop->children[RS_FOR_BODY]);
  if (search.reason && nest.request != RS_LOOP_PARALLEL && has_own_jump (loop->children[RS_FOR_BODY]))
    {
      RsLoopNest open = find_open_loop (loop, attribute, FALSE);

      open.reason = search.reason; /* why it is not parallel */
      open.reason_line_offset = search.place;
      if (open.is_open)
        return open;
    }
  if (search.reason)
    {
      nest.reason = search.reason;
      nest.reason_line_offset = search.place;
      if (nest.request == RS_LOOP_PARALLEL && !rs_attribute_deals (attribute))
        nest.wrong = search.wrong;
      return nest;
    }
  limit = level_limit (attribute);
  if (nest.request == RS_LOOP_PARALLEL && limit < RS_MAX_GRID && !has_levels (loop, limit))
    {
      nest.reason = "`dim` names more loops than stand directly inside each other";
      nest.wrong = loop;
      return nest;
    }
  note_writes (&writes, loop);
  add_levels (&nest, loop, &writes, limit);
  nest.has_long_loop = has_long_loop (nest.body);
  nest.grows = rs_loop_find_growing (nest.body);
  nest.rounds = rs_count_rounds (nest.body);
  return nest;
}
