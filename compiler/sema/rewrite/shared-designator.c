/* The designator 'shared; see shared-designator.h.
 *
 * What depends on the position is found by names: from pos and blkpos through assignments, also under conditions that
 * depend on it. A shared variable itself never does: that is what the designator promises.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/shared-designator.h"

#include <string.h>

#define MOST_LEVELS 3

typedef struct {
  RsModule *module;
  GHashTable *shared;   /* set of names: variables with the designator */
  GHashTable *position; /* set of names: variables that depend on the position */
  guint n_loops;        /* made into kernels so far */
} Rewrite;

/* --- nodes --- */

static RsNode *
new_node (Rewrite *self, RsNodeKind kind, RsSpan span, guint n_children)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);

  node->kind = kind;
  node->span = span;
  node->n_children = n_children;
  node->children = rs_arena_array (self->module->arena, RsNode *, MAX (n_children, 1));
  for (guint i = 0; i < n_children; i++)
    node->children[i] = NULL;
  return node;
}

static RsNode *
new_name (Rewrite *self, const char *name, RsSpan span)
{
  RsNode *node = new_node (self, RS_NODE_NAME, span, 0);

  node->name = rs_names_intern (self->module->names, name, -1);
  return node;
}

static RsNode *
new_number (Rewrite *self, double number, RsSpan span)
{
  RsNode *node = new_node (self, RS_NODE_NUMBER, span, 0);

  node->number = number;
  node->flags = RS_NODE_INTEGER;
  return node;
}

static RsNode *
new_binary (Rewrite *self, RsOperator op, RsNode *left, RsNode *right)
{
  RsNode *node = new_node (self, RS_NODE_BINARY, left->span, 2);

  node->op = op;
  node->children[0] = left;
  node->children[1] = right;
  return node;
}

static RsNode *
new_call (Rewrite *self, const char *function, RsNode *argument, RsSpan span)
{
  RsNode *node = new_node (self, RS_NODE_CALL, span, argument ? 2 : 1);

  node->children[RS_CALL_CALLEE] = new_name (self, function, span);
  if (argument)
    node->children[RS_CALL_FIRST_ARGUMENT] = argument;
  return node;
}

static RsNode *
new_assignment (Rewrite *self, RsOperator op, RsNode *target, RsNode *value, RsSpan span)
{
  RsNode *statement = new_node (self, RS_NODE_EXPRESSION, span, 1);
  RsNode *assign = new_node (self, RS_NODE_ASSIGN, span, 2);

  assign->op = op;
  assign->children[RS_ASSIGN_TARGET] = target;
  assign->children[RS_ASSIGN_VALUE] = value;
  statement->children[0] = assign;
  return statement;
}

static RsNode *
new_barrier (Rewrite *self, RsSpan span)
{
  RsNode *statement = new_node (self, RS_NODE_EXPRESSION, span, 1);

  statement->children[0] = new_call (self, "syncthreads", NULL, span);
  return statement;
}

static void
set_statements (Rewrite *self, RsNode *block, const GPtrArray *statements)
{
  if (statements->len > 0)
    block->children = rs_arena_memdup (self->module->arena, statements->pdata, statements->len * sizeof (RsNode *));
  block->n_children = statements->len;
}

/* --- looking --- */

static const RsNode *
assignment_of (const RsNode *statement)
{
  const RsNode *inner = statement->kind == RS_NODE_EXPRESSION ? rs_node_child (statement, 0) : statement;

  return inner && inner->kind == RS_NODE_ASSIGN ? inner : NULL;
}

static gboolean
has_designator (const RsNode *type)
{
  for (const char **modifier = type ? type->modifiers : NULL; modifier && *modifier; modifier++)
    if (strcmp (*modifier, "shared") == 0)
      return TRUE;
  return FALSE;
}

/* The name that a statement declares with the designator and a value, or NULL. */
static const char *
declared_shared (const RsNode *statement)
{
  const RsNode *assign = assignment_of (statement);
  const RsNode *target = assign ? assign->children[RS_ASSIGN_TARGET] : NULL;

  if (!target || target->kind != RS_NODE_TYPED || assign->op != RS_OP_ASSIGN
      || !has_designator (rs_node_child (target, RS_TYPED_TYPE))
      || target->children[RS_TYPED_EXPRESSION]->kind != RS_NODE_NAME)
    return NULL;
  return target->children[RS_TYPED_EXPRESSION]->name;
}

static gboolean
is_function (const RsNode *node)
{
  return node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA;
}

/* Not inside functions that node holds. */
static gboolean
declares_shared (const RsNode *node)
{
  if (declared_shared (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_function (node->children[i]) && declares_shared (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
mentions (const RsNode *node, GHashTable *names)
{
  if (node->kind == RS_NODE_NAME && g_hash_table_contains (names, node->name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && mentions (node->children[i], names))
      return TRUE;
  return FALSE;
}

static gboolean
calls (const RsNode *node, const char *name)
{
  if (node->kind == RS_NODE_CALL && node->children[RS_CALL_CALLEE]->kind == RS_NODE_NAME
      && strcmp (node->children[RS_CALL_CALLEE]->name, name) == 0)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && calls (node->children[i], name))
      return TRUE;
  return FALSE;
}

/* Whether node assigns elements of an array. */
static gboolean
stores (const RsNode *node)
{
  if (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_INDEX)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && stores (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
collect_shared (Rewrite *self, const RsNode *node)
{
  const char *name = declared_shared (node);

  if (name)
    g_hash_table_add (self->shared, (gpointer)name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_shared (self, node->children[i]);
}

/* --- what depends on the position --- */

static gboolean
mark_target (Rewrite *self, const RsNode *target)
{
  gboolean changed = FALSE;

  while (target && (target->kind == RS_NODE_TYPED || target->kind == RS_NODE_INDEX))
    target = rs_node_child (target, 0);
  if (target && target->kind == RS_NODE_NAME && !g_hash_table_contains (self->shared, target->name))
    changed = g_hash_table_add (self->position, (gpointer)target->name);
  for (guint i = 0; target && target->kind == RS_NODE_MATRIX && i < target->n_children; i++)
    changed |= mark_target (self, target->children[i]);
  return changed;
}

/* One walk; TRUE when something new was found. under: inside a condition or loop that depends on the position. */
static gboolean
mark_dependent (Rewrite *self, const RsNode *node, gboolean under)
{
  gboolean changed = FALSE;

  if (node->kind == RS_NODE_ASSIGN && (under || mentions (node->children[RS_ASSIGN_VALUE], self->position)))
    changed = mark_target (self, node->children[RS_ASSIGN_TARGET]);
  if (node->kind == RS_NODE_FOR)
    {
      under = under || mentions (node->children[RS_FOR_RANGE], self->position);
      if (under)
        changed |= mark_target (self, node->children[RS_FOR_VARIABLE]);
    }
  else if ((node->kind == RS_NODE_IF || node->kind == RS_NODE_WHILE || node->kind == RS_NODE_MATCH)
           && mentions (node->children[0], self->position))
    under = TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      changed |= mark_dependent (self, node->children[i], under);
  return changed;
}

/* --- statements of a kernel --- */

/* uninit and zeros name what the memory holds at first; everything else is copied into it. */
static void
rewrite_declaration (Rewrite *self, RsNode *statement, const char *name, GPtrArray *out)
{
  const RsNode *assign = assignment_of (statement);
  RsNode *value = assign->children[RS_ASSIGN_VALUE];
  const RsNode *callee = value->kind == RS_NODE_CALL ? value->children[RS_CALL_CALLEE] : NULL;
  gboolean is_uninit = callee && callee->kind == RS_NODE_NAME && strcmp (callee->name, "uninit") == 0;
  gboolean is_zeros = callee && callee->kind == RS_NODE_NAME && strcmp (callee->name, "zeros") == 0;

  if (is_uninit || is_zeros)
    value->children[RS_CALL_CALLEE] = new_name (self, is_uninit ? "shared" : "shared_zeros", callee->span);
  else
    value = new_call (self, "shared_copy", value, value->span);
  g_ptr_array_add (out, new_assignment (self, RS_OP_ASSIGN, new_name (self, name, statement->span), value,
                                        statement->span));
  if (!is_uninit)
    g_ptr_array_add (out, new_barrier (self, statement->span));
}

/* if sum(blkpos) == 0 { statement }, between barriers. */
static void
give_to_block (Rewrite *self, RsNode *statement, GPtrArray *out)
{
  RsSpan span = statement->span;
  RsNode *branch = new_node (self, RS_NODE_IF, span, 2);
  RsNode *block = new_node (self, RS_NODE_BLOCK, span, 1);

  branch->children[0] = new_binary (self, RS_OP_EQUAL, new_call (self, "sum", new_name (self, "blkpos", span), span),
                                    new_number (self, 0, span));
  branch->children[1] = block;
  block->children[0] = statement;
  g_ptr_array_add (out, new_barrier (self, span));
  g_ptr_array_add (out, branch);
  g_ptr_array_add (out, new_barrier (self, span));
}

static gboolean
belongs_to_block (Rewrite *self, const RsNode *statement)
{
  return stores (statement) && mentions (statement, self->shared) && !mentions (statement, self->position)
         && !declares_shared (statement) && !calls (statement, "syncthreads");
}

static void
rewrite_block (Rewrite *self, RsNode *block)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    {
      RsNode *statement = block->children[i];
      const char *name = statement ? declared_shared (statement) : NULL;

      if (!statement)
        continue;
      if (name)
        rewrite_declaration (self, statement, name, out);
      else if (belongs_to_block (self, statement))
        give_to_block (self, statement, out);
      else
        {
          for (guint k = 0; k < statement->n_children; k++)
            if (statement->children[k] && statement->children[k]->kind == RS_NODE_BLOCK)
              rewrite_block (self, statement->children[k]);
          g_ptr_array_add (out, statement);
        }
    }
  set_statements (self, block, out);
}

/* The kernel has to know its position in the block. */
static void
add_block_position (Rewrite *self, RsNode *function)
{
  RsNode *list = function->children[RS_FUNCTION_PARAMETERS];
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  RsNode *parameter;

  for (guint i = 0; i < list->n_children; i++)
    {
      if (g_strcmp0 (list->children[i]->name, "blkpos") == 0)
        return;
      g_ptr_array_add (parameters, list->children[i]);
    }
  parameter = new_node (self, RS_NODE_PARAMETER, list->span, 2);
  parameter->name = rs_names_intern (self->module->names, "blkpos", -1);
  parameter->children[RS_PARAMETER_TYPE] = new_node (self, RS_NODE_TYPE_NAME, list->span, 0);
  parameter->children[RS_PARAMETER_TYPE]->name = rs_names_intern (self->module->names, "int", -1);
  g_ptr_array_add (parameters, parameter);
  set_statements (self, list, parameters);
}

static void
rewrite_kernel (Rewrite *self, RsNode *function)
{
  RsNode *body = rs_node_child (function, RS_FUNCTION_BODY);

  g_hash_table_remove_all (self->shared);
  g_hash_table_remove_all (self->position);
  collect_shared (self, body);
  g_hash_table_add (self->position, (gpointer)rs_names_intern (self->module->names, "pos", -1));
  g_hash_table_add (self->position, (gpointer)rs_names_intern (self->module->names, "blkpos", -1));
  while (mark_dependent (self, body, FALSE))
    ;
  rewrite_block (self, body);
  add_block_position (self, function);
}

/* --- loops of host code --- */

typedef struct {
  RsNode *loops[MOST_LEVELS];
  guint n_levels;
  GPtrArray *totals; /* of char: names that the body only adds to */
} SharedLoop;

static RsNode *
only_statement (const RsNode *block)
{
  RsNode *found = NULL;

  for (guint i = 0; i < block->n_children; i++)
    {
      if (!block->children[i] || block->children[i]->kind == RS_NODE_ATTRIBUTE)
        continue;
      if (found)
        return NULL;
      found = block->children[i];
    }
  return found;
}

static gboolean
is_plain_loop (const RsNode *loop)
{
  const RsNode *range = loop->kind == RS_NODE_FOR ? rs_node_child (loop, RS_FOR_RANGE) : NULL;

  return range && range->kind == RS_NODE_RANGE && loop->children[RS_FOR_VARIABLE]->kind == RS_NODE_NAME;
}

static void
find_levels (SharedLoop *nest, RsNode *loop)
{
  while (loop && is_plain_loop (loop) && nest->n_levels < MOST_LEVELS)
    {
      nest->loops[nest->n_levels++] = loop;
      loop = only_statement (loop->children[RS_FOR_BODY]);
    }
}

static void
find_assigned (const RsNode *node, GHashTable *plain, GPtrArray *totals)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? node->children[RS_ASSIGN_TARGET] : NULL;

  if (node->kind == RS_NODE_FOR)
    g_hash_table_add (plain, (gpointer)node->children[RS_FOR_VARIABLE]->name);
  if (target && target->kind == RS_NODE_TYPED)
    target = target->children[RS_TYPED_EXPRESSION];
  if (target && target->kind == RS_NODE_NAME && node->op == RS_OP_ASSIGN)
    g_hash_table_add (plain, (gpointer)target->name);
  else if (target && target->kind == RS_NODE_NAME && !g_hash_table_contains (plain, target->name)
           && (node->op == RS_OP_ASSIGN_ADD || node->op == RS_OP_ASSIGN_SUBTRACT)
           && !g_ptr_array_find (totals, target->name, NULL))
    g_ptr_array_add (totals, (gpointer)target->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      find_assigned (node->children[i], plain, totals);
}

/* variable = low + step * pos[level] */
static RsNode *
set_level (Rewrite *self, const SharedLoop *nest, guint level)
{
  RsNode *loop = nest->loops[level], *range = loop->children[RS_FOR_RANGE];
  RsNode *position = new_name (self, "pos", loop->span), *index;

  if (nest->n_levels > 1)
    {
      index = new_node (self, RS_NODE_INDEX, loop->span, 2);
      index->children[RS_INDEX_ARRAY] = position;
      index->children[RS_INDEX_FIRST] = new_number (self, level, loop->span);
      position = index;
    }
  if (range->children[RS_RANGE_STEP])
    position = new_binary (self, RS_OP_MULTIPLY, range->children[RS_RANGE_STEP], position);
  return new_assignment (self, RS_OP_ASSIGN, loop->children[RS_FOR_VARIABLE],
                         new_binary (self, RS_OP_ADD, range->children[RS_RANGE_LOW], position), loop->span);
}

/* floor((high - low) / step) + 1 */
static RsNode *
count_level (Rewrite *self, const RsNode *loop)
{
  RsNode *range = loop->children[RS_FOR_RANGE];
  RsNode *count = new_binary (self, RS_OP_SUBTRACT, range->children[RS_RANGE_HIGH], range->children[RS_RANGE_LOW]);

  if (range->children[RS_RANGE_STEP])
    count = new_binary (self, RS_OP_DIVIDE, count, range->children[RS_RANGE_STEP]);
  return new_binary (self, RS_OP_ADD, new_call (self, "floor", count, loop->span), new_number (self, 1, loop->span));
}

static RsNode *
block_size_of (const RsNode *attribute)
{
  for (guint i = 0; attribute && i < attribute->n_children; i++)
    if (g_strcmp0 (attribute->children[i]->name, "blkdim") == 0)
      return rs_node_child (attribute->children[i], 0);
  return NULL;
}

/* counts, or [counts, block sizes] */
static RsNode *
new_dims (Rewrite *self, const SharedLoop *nest, const RsNode *attribute)
{
  RsSpan span = nest->loops[0]->span;
  RsNode *counts = new_node (self, RS_NODE_MATRIX, span, nest->n_levels), *sizes, *both;
  RsNode *block = block_size_of (attribute);

  for (guint i = 0; i < nest->n_levels; i++)
    counts->children[i] = count_level (self, nest->loops[i]);
  if (!block)
    return counts;
  sizes = new_node (self, RS_NODE_MATRIX, span, nest->n_levels);
  for (guint i = 0; i < nest->n_levels; i++)
    {
      if (block->kind == RS_NODE_MATRIX && i < block->n_children)
        sizes->children[i] = block->children[i];
      else
        sizes->children[i] = i + 1 == nest->n_levels && block->kind != RS_NODE_MATRIX ? block
                                                                                       : new_number (self, 1, span);
    }
  both = new_node (self, RS_NODE_MATRIX, span, 2);
  both->children[0] = counts;
  both->children[1] = sizes;
  return both;
}

static RsNode *
new_parameter (Rewrite *self, const char *name, const char *type, RsSpan span)
{
  RsNode *parameter = new_node (self, RS_NODE_PARAMETER, span, 2);

  parameter->name = rs_names_intern (self->module->names, name, -1);
  parameter->children[RS_PARAMETER_TYPE] = new_node (self, RS_NODE_TYPE_NAME, span, 0);
  parameter->children[RS_PARAMETER_TYPE]->name = rs_names_intern (self->module->names, type, -1);
  return parameter;
}

static RsNode *
new_kernel (Rewrite *self, const SharedLoop *nest, const char *name)
{
  static const char *const position_types[] = { "int", "ivec2", "ivec3" };
  RsSpan span = nest->loops[0]->span;
  RsNode *function = new_node (self, RS_NODE_FUNCTION, span, 4);
  RsNode *outputs = new_node (self, RS_NODE_LIST, span, nest->totals->len);
  RsNode *parameters = new_node (self, RS_NODE_LIST, span, 1);
  RsNode *old_body = nest->loops[nest->n_levels - 1]->children[RS_FOR_BODY];
  RsNode *body = new_node (self, RS_NODE_BLOCK, span, nest->n_levels + old_body->n_children);

  function->name = name;
  function->flags = RS_NODE_KERNEL;
  for (guint i = 0; i < nest->totals->len; i++)
    outputs->children[i] = new_parameter (self, g_ptr_array_index (nest->totals, i), "scalar", span);
  parameters->children[0] = new_parameter (self, "pos", position_types[nest->n_levels - 1], span);
  for (guint i = 0; i < nest->n_levels; i++)
    body->children[i] = set_level (self, nest, i);
  for (guint i = 0; i < old_body->n_children; i++)
    body->children[nest->n_levels + i] = old_body->children[i];
  function->children[RS_FUNCTION_TYPE_PARAMETERS] = new_node (self, RS_NODE_LIST, span, 0);
  function->children[RS_FUNCTION_OUTPUTS] = outputs;
  function->children[RS_FUNCTION_PARAMETERS] = parameters;
  function->children[RS_FUNCTION_BODY] = body;
  return function;
}

/* [t0, t1] = parallel_do (dims, kernel); a += t0; b += t1 */
static void
add_launch (Rewrite *self, const SharedLoop *nest, RsNode *dims, const char *kernel, GPtrArray *out)
{
  RsSpan span = nest->loops[0]->span;
  RsNode *call = new_node (self, RS_NODE_CALL, span, 3), *statement, *target;
  g_autoptr (GPtrArray) results = g_ptr_array_new ();

  call->children[RS_CALL_CALLEE] = new_name (self, "parallel_do", span);
  call->children[1] = dims;
  call->children[2] = new_name (self, kernel, span);
  for (guint i = 0; i < nest->totals->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_total%u", kernel, i);

      g_ptr_array_add (results, (gpointer)rs_names_intern (self->module->names, name, -1));
    }
  if (results->len == 0)
    {
      statement = new_node (self, RS_NODE_EXPRESSION, span, 1);
      statement->children[0] = call;
      g_ptr_array_add (out, statement);
      return;
    }
  target = results->len == 1 ? new_name (self, g_ptr_array_index (results, 0), span)
                             : new_node (self, RS_NODE_MATRIX, span, results->len);
  for (guint i = 0; results->len > 1 && i < results->len; i++)
    target->children[i] = new_name (self, g_ptr_array_index (results, i), span);
  g_ptr_array_add (out, new_assignment (self, RS_OP_ASSIGN, target, call, span));
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (out, new_assignment (self, RS_OP_ASSIGN_ADD,
                                          new_name (self, g_ptr_array_index (nest->totals, i), span),
                                          new_name (self, g_ptr_array_index (results, i), span), span));
}

static gboolean
rewrite_loop (Rewrite *self, RsNode *loop, const RsNode *attribute, GPtrArray *out)
{
  g_autoptr (GPtrArray) totals = g_ptr_array_new ();
  g_autoptr (GHashTable) plain = g_hash_table_new (NULL, NULL);
  SharedLoop nest = { .totals = totals };
  g_autofree char *text = NULL;
  const char *name;
  RsNode *kernel, *dims;

  find_levels (&nest, loop);
  if (nest.n_levels == 0)
    return FALSE;
  find_assigned (nest.loops[nest.n_levels - 1]->children[RS_FOR_BODY], plain, totals);
  text = g_strdup_printf ("shared_loop%u", ++self->n_loops);
  name = rs_names_intern (self->module->names, text, -1);
  dims = new_dims (self, &nest, attribute);
  kernel = new_kernel (self, &nest, name);
  rewrite_kernel (self, kernel);
  g_ptr_array_add (out, kernel);
  add_launch (self, &nest, dims, name, out);
  return TRUE;
}

/* --- finding --- */

static void visit (Rewrite *self, RsNode *node);

static void
visit_block (Rewrite *self, RsNode *block)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new ();
  const RsNode *attribute = NULL;

  for (guint i = 0; i < block->n_children; i++)
    {
      RsNode *statement = block->children[i];

      if (statement && statement->kind == RS_NODE_FOR && declares_shared (statement->children[RS_FOR_BODY])
          && rewrite_loop (self, statement, attribute, out))
        continue;
      attribute = statement && statement->kind == RS_NODE_ATTRIBUTE ? statement : NULL;
      if (statement)
        visit (self, statement);
      g_ptr_array_add (out, statement);
    }
  set_statements (self, block, out);
}

static void
visit (Rewrite *self, RsNode *node)
{
  if (node->kind == RS_NODE_FUNCTION && (node->flags & RS_NODE_KERNEL) && rs_node_child (node, RS_FUNCTION_BODY))
    {
      if (declares_shared (node->children[RS_FUNCTION_BODY]))
        rewrite_kernel (self, node);
      return;
    }
  if (node->kind == RS_NODE_BLOCK)
    {
      visit_block (self, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      visit (self, node->children[i]);
}

void
rs_rewrite_shared_designators (RsModule *module)
{
  Rewrite self = { .module = module };

  if (!strstr (rs_source_get_text (module->source), "'shared"))
    return;
  self.shared = g_hash_table_new (NULL, NULL);
  self.position = g_hash_table_new (NULL, NULL);
  visit (&self, module->root);
  g_hash_table_unref (self.shared);
  g_hash_table_unref (self.position);
}
