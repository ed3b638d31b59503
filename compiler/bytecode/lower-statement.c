/* Statements other than loops.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/kernel/places/leaves.h"
#include "compiler/sema/rewrite/kernel-hint.h"

#include <string.h>

/* Whether statements may be computed together. */
static gboolean
may_join (const RsLower *lower)
{
  return lower->options->compiles && lower->options->joins && !lower->fuses && !lower->allocates
         && lower->scope->node->kind == RS_NODE_FUNCTION && !lower->proto->is_kernel && !lower->proto->is_device;
}

/* Statements that come to one expression in the last of them: that is computed and the last one runs, or they run as
 * they stand. Returns how many there are; 0: nothing is done. */
static guint
lower_steps (RsLower *lower, const RsNode *block, guint first)
{
  const guint mark = lower->next;
  const RsNode *place, *joined, *assign, *part;
  guint n = 0, result, jump, site, end;

  if (may_join (lower))
    n = rs_expression_join (lower->bytecode->arena, lower->scope, block, first, &place, &joined);
  if (n == 0)
    return 0;
  assign = rs_statement_get_assignment (block->children[first + n]);
  part = assign->op == RS_OP_ASSIGN && assign->children[RS_ASSIGN_VALUE] == place ? assign->children[RS_ASSIGN_TARGET]
                                                                                  : NULL;
  result = rs_lower_take (lower, 1);
  if (!rs_lower_offer_steps (lower, joined, part && rs_lower_is_part (part) ? part : NULL, result, &jump, &site))
    {
      rs_lower_release (lower, mark);
      return 0;
    }
  for (guint i = first; i <= first + n; i++)
    rs_lower_statement (lower, block->children[i]);
  end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  rs_lower_patch_here (lower, jump);
  lower->known = place;
  lower->known_register = result;
  rs_lower_statement (lower, block->children[first + n]);
  lower->known = NULL;
  rs_lower_patch_here (lower, end);
  g_array_index (lower->sites, RsProtoSite, site).assigned_end = rs_lower_here (lower);
  rs_lower_release (lower, mark);
  return n + 1;
}

/* Statements that assign parts of arrays are offered as one nest, before the first of them. Returns how many there are;
 * 0: nothing is done. */
static guint
lower_run (RsLower *lower, const RsNode *block, guint first)
{
  const guint mark = lower->next;
  guint ranges, site, jump;
  RsNode *loop;

  if (lower->in_run || !may_join (lower))
    return 0;
  loop = rs_expression_find_run (lower->bytecode->arena, lower->scope, block, first);
  if (loop == NULL)
    return 0;
  loop->children[RS_FOR_VARIABLE]->symbol->slot = rs_lower_take (lower, 1);
  if (!rs_lower_offer_loop (lower, loop, NULL, &site))
    {
      rs_lower_release (lower, mark);
      return 0;
    }
  ranges = rs_lower_take (lower, 3);
  lower->offset = loop->span.start;
  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, ranges, 0, 0);
  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, ranges + 1, 1, 0);
  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, ranges + 2, 0, 0);
  rs_lower_emit (lower, RS_OPCODE_OFFER_LOOP, ranges, site, 0);
  jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
  lower->in_run = TRUE;
  rs_lower_block (lower, loop->children[RS_FOR_BODY]);
  lower->in_run = FALSE;
  rs_lower_patch_here (lower, jump);
  rs_lower_release (lower, mark);
  return loop->children[RS_FOR_BODY]->n_children;
}

static void
settle (RsLower *lower, GPtrArray *late)
{
  if (late->len > 0)
    rs_lower_emit (lower, RS_OPCODE_SETTLE, 0, 0, 0);
  g_ptr_array_set_size (late, 0);
}

/* What is late of loops before statement i comes now, unless that may run before it. What comes to one expression or
 * nest with statements behind it might name more than itself. Returns how many statements are lowered; 0: none. */
static guint
settle_or_lower_together (RsLower *lower, const RsNode *block, guint i, GPtrArray *late)
{
  guint n;

  if (late->len > 0 && rs_lower_may_precede (block->children[i], late))
    return 0;
  settle (lower, late);
  n = lower_run (lower, block, i);
  return n > 0 ? n : lower_steps (lower, block, i);
}

void
rs_lower_block (RsLower *lower, const RsNode *block)
{
  g_autoptr (GPtrArray) late = NULL; /* of RsSymbol: what loops before may not have given their results yet */
  const RsNode *attribute = NULL;

  if (block->kind != RS_NODE_BLOCK)
    {
      rs_lower_statement (lower, block);
      return;
    }
  late = g_ptr_array_new ();
  if (may_join (lower))
    block = rs_expression_order_block (lower->bytecode->arena, lower->scope, block);
  for (guint i = 0; i < block->n_children; i++)
    {
      const RsNode *statement = block->children[i];
      const guint n_together = settle_or_lower_together (lower, block, i, late);
      const guint n_late = late->len;

      if (n_together > 0)
        {
          i += n_together - 1;
          attribute = NULL;
          continue;
        }
      lower->offset = statement->span.start;
      lower->may_be_late = rs_lower_may_be_late (lower, block, i, late);
      if (!lower->may_be_late)
        g_ptr_array_set_size (late, (gint)n_late);
      if (statement->kind == RS_NODE_FOR)
        rs_lower_for (lower, statement, attribute);
      else if (statement->kind == RS_NODE_WHILE)
        rs_lower_while (lower, statement, attribute);
      else if (statement->kind == RS_NODE_REPEAT)
        rs_lower_repeat (lower, statement, attribute);
      else
        rs_lower_statement (lower, statement);
      attribute = rs_attribute_for_next (attribute, statement);
    }
  settle (lower, late);
}

static void
lower_if (RsLower *lower, const RsNode *node)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint));
  guint i = 0;

  for (; i + 1 < node->n_children; i += 2)
    {
      guint end;

      rs_lower_condition (lower, node->children[i], TRUE, next);
      rs_lower_block (lower, node->children[i + 1]);
      if (i + 2 < node->n_children)
        {
          end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
          g_array_append_val (ends, end);
        }
      rs_lower_patch_all (lower, next, rs_lower_here (lower));
    }
  if (i < node->n_children)
    rs_lower_block (lower, node->children[i]);
  rs_lower_patch_all (lower, ends, rs_lower_here (lower));
}

/* Emits the tests of a pattern; jumps to the body when one of its values equals the subject. */
static void
lower_pattern (RsLower *lower, const RsNode *pattern, guint subject, GArray *hits)
{
  guint mark = lower->next;
  guint jump, value, equal;

  if (pattern->kind == RS_NODE_MATRIX && pattern->flags & RS_NODE_PARENTHESES) /* (3, 4): either */
    {
      for (guint i = 0; i < pattern->n_children; i++)
        lower_pattern (lower, pattern->children[i], subject, hits);
      return;
    }
  if (pattern->kind == RS_NODE_PLACEHOLDER)
    jump = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  else
    {
      value = rs_lower_expression (lower, pattern, RS_ANYWHERE);
      equal = rs_lower_take (lower, 1);
      lower->offset = pattern->span.start;
      rs_lower_emit (lower, RS_OPCODE_MATCHES, equal, subject, value);
      rs_lower_release (lower, mark);
      jump = rs_lower_emit_jump (lower, RS_OPCODE_JUMP_TRUE, equal);
    }
  g_array_append_val (hits, jump);
}

static void
lower_match (RsLower *lower, const RsNode *node)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (guint));
  guint mark = lower->next;
  guint subject = rs_lower_take (lower, 1);

  rs_lower_to (lower, node->children[RS_MATCH_SUBJECT], subject);
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    {
      const RsNode *arm = node->children[i];
      guint next, end;

      lower_pattern (lower, arm->children[RS_ARM_PATTERN], subject, hits);
      next = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      rs_lower_patch_all (lower, hits, rs_lower_here (lower));
      rs_lower_block (lower, arm->children[RS_ARM_BODY]);
      end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      g_array_append_val (ends, end);
      rs_lower_patch_here (lower, next);
    }
  rs_lower_patch_all (lower, ends, rs_lower_here (lower));
  rs_lower_release (lower, mark);
}

/* What a catch with this variable takes: NULL for every error, else the type that its object has to have. */
static const RsType *
caught_type (RsLower *lower, const RsNode *variable)
{
  const RsNode *node = variable != NULL && variable->kind == RS_NODE_TYPED ? variable->children[RS_TYPED_TYPE] : NULL;
  const RsType *type = node != NULL ? rs_lower_type (lower, node) : NULL;

  return type == NULL || rs_type_takes_errors (type) ? NULL : type;
}

static void
lower_catch (RsLower *lower, const RsNode *variable, const RsNode *handler)
{
  guint caught = rs_lower_take (lower, 1);

  lower->offset = variable != NULL ? variable->span.start : handler->span.start;
  rs_lower_emit (lower, RS_OPCODE_CAUGHT, caught, 0, 0);
  if (variable != NULL && variable->kind == RS_NODE_TYPED)
    variable = variable->children[RS_TYPED_EXPRESSION];
  if (variable != NULL && variable->symbol != NULL)
    rs_lower_emit (lower, RS_OPCODE_MOVE, rs_lower_variable (lower, variable, variable->symbol), caught, 0);
  rs_lower_block (lower, handler);
}

/* Nothing inside an attribute is an error: what names something that is not there is not looked at. */
static gboolean
is_known (const RsNode *node)
{
  gboolean is_known_here = node->kind != RS_NODE_NAME || node->symbol != NULL;

  for (guint i = 0; i < node->n_children && is_known_here; i++)
    is_known_here = node->children[i] == NULL || is_known (node->children[i]);
  return is_known_here;
}

static void
lower_transfer (RsLower *lower, const RsPlaceHint *hint, const RsNode *variable)
{
  gboolean has_index = hint->index != NULL && is_known (hint->index);
  guint first;

  if (variable == NULL || !is_known (variable)
      || (variable->kind != RS_NODE_NAME && variable->kind != RS_NODE_INDEX && variable->kind != RS_NODE_FIELD))
    return;
  first = rs_lower_take (lower, 2);
  rs_lower_to (lower, variable, first);
  if (has_index)
    rs_lower_to (lower, hint->index, first + 1);
  rs_lower_emit (lower, RS_OPCODE_TRANSFER, first, hint->mode, has_index);
}

static void
lower_place (RsLower *lower, const RsNode *node, const RsPlaceHint *hint)
{
  gboolean has_index = hint->index != NULL && is_known (hint->index);
  guint index;

  if (strcmp (node->name, "sched") == 0)
    {
      index = rs_lower_take (lower, 1);
      if (has_index)
        rs_lower_to (lower, hint->index, index);
      rs_lower_emit (lower, RS_OPCODE_SCHEDULE, index, hint->mode, has_index);
    }
  else if (hint->variables != NULL && hint->variables->kind == RS_NODE_LIST)
    for (guint i = 0; i < hint->variables->n_children; i++)
      lower_transfer (lower, hint, hint->variables->children[i]);
  else
    lower_transfer (lower, hint, hint->variables);
}

/* The attributes that act where they stand. */
static void
lower_attribute (RsLower *lower, const RsNode *node)
{
  g_autofree char *problem = NULL;
  RsFusionStrategy strategy;
  RsPlaceHint hint;
  RsPlaceMode mode;

  if (lower->proto->is_kernel || lower->proto->is_device || node->name == NULL)
    return;
  if (rs_fusion_strategy_read (node, &strategy, &problem))
    {
      rs_lower_emit (lower, RS_OPCODE_FUSION, strategy, 0, 0);
      lower->fuses = TRUE;
    }
  else if (rs_place_hint_read (node, &hint))
    lower_place (lower, node, &hint);
  else if (rs_alloc_hint_read (node, &mode))
    {
      rs_lower_emit (lower, RS_OPCODE_ALLOCATE, 0, mode, 0);
      lower->allocates = TRUE;
    }
}

static void
lower_try (RsLower *lower, const RsNode *node)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  const RsNode *body = node->children[RS_TRY_BODY];
  guint mark = lower->next, end;
  RsProtoHandler handler;

  if (body->n_children > 0) /* no step of its own in a debugger */
    lower->offset = body->children[0]->span.start;
  rs_lower_emit (lower, RS_OPCODE_SYNCHRONIZE, 0, 0, 0); /* what has failed before is not the body's */
  handler.start = rs_lower_here (lower);
  lower->n_tries++;
  rs_lower_block (lower, body);
  rs_lower_leave_tries (lower, lower->n_tries - 1);
  lower->n_tries--;
  handler.end = rs_lower_here (lower);
  end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
  g_array_append_val (ends, end);
  for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
    {
      handler.handler = rs_lower_here (lower);
      handler.n_deals = lower->n_deals;
      handler.type = caught_type (lower, node->children[i]);
      g_array_append_val (lower->handlers, handler);
      lower_catch (lower, node->children[i], node->children[i + 1]);
      end = rs_lower_emit_jump (lower, RS_OPCODE_JUMP, 0);
      g_array_append_val (ends, end);
      rs_lower_release (lower, mark);
    }
  rs_lower_patch_all (lower, ends, rs_lower_here (lower));
}

static void
lower_return (RsLower *lower, const RsNode *node)
{
  const RsNode *value = rs_node_child (node, 0);

  guint result;

  if (value == NULL)
    {
      rs_lower_leave_tries (lower, 0);
      rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
      return;
    }
  if (lower->proto->n_outputs > 0 && !lower->proto->is_lambda) /* return e sets the first output */
    {
      rs_lower_to (lower, value, lower->proto->outputs[0]);
      rs_lower_leave_tries (lower, 0);
      rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
      return;
    }
  result = rs_lower_expression (lower, value, RS_ANYWHERE);
  rs_lower_leave_tries (lower, 0);
  rs_lower_emit (lower, RS_OPCODE_RETURN_VALUE, result, 0, 0);
}

void
rs_lower_statement (RsLower *lower, const RsNode *node)
{
  guint mark = lower->next;

  lower->offset = node->span.start;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_BLOCK:
      rs_lower_block (lower, node);
      break;
    case RS_NODE_EXPRESSION:
      rs_lower_effect (lower, node->children[0]);
      break;
    case RS_NODE_IF:
      lower_if (lower, node);
      break;
    case RS_NODE_FOR:
      rs_lower_for (lower, node, NULL);
      break;
    case RS_NODE_WHILE:
      rs_lower_while (lower, node, NULL);
      break;
    case RS_NODE_REPEAT:
      rs_lower_repeat (lower, node, NULL);
      break;
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
      rs_lower_jump_out (lower, node);
      break;
    case RS_NODE_RETURN:
      lower_return (lower, node);
      break;
    case RS_NODE_MATCH:
      lower_match (lower, node);
      break;
    case RS_NODE_TRY:
      lower_try (lower, node);
      break;
    case RS_NODE_FUNCTION:
      rs_lower_function_statement (lower, node);
      break;
    case RS_NODE_ATTRIBUTE:
      lower_attribute (lower, node);
      break;
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_IMPORT:
    case RS_NODE_PRAGMA:
    case RS_NODE_MACRO:
    case RS_NODE_REDUCTION:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_ERROR:
      break;
    default:
      rs_lower_effect (lower, node);
      break;
    }
  rs_lower_release (lower, mark);
}
