/* Places that may be compiled: which expressions and loops the virtual machine offers to the runtime.
 *
 * An expression with `&&` or `||` is not offered: its leaves would all be evaluated, and on numbers the right side must
 * not be when the left one decides.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/kernel/places/leaves.h"
#include "compiler/sema/rewrite/directives.h"

#define MOST_LEAVES 32 /* of an expression */

static gboolean
contains_lazy (const RsNode *node, GPtrArray *leaves)
{
  if (g_ptr_array_find (leaves, node, NULL))
    return FALSE;
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && contains_lazy (node->children[i], leaves))
      return TRUE;
  return FALSE;
}

gboolean
rs_lower_find_leaf (RsLower *lower, const RsNode *node, guint *held)
{
  gpointer value;

  if (lower->known == node)
    {
      *held = lower->known_register;
      return TRUE;
    }
  if (lower->leaves == NULL || !g_hash_table_lookup_extended (lower->leaves, node, NULL, &value))
    return FALSE;
  *held = GPOINTER_TO_UINT (value);
  return TRUE;
}

/* A site of an expression that is offered before the views among its leaves are made. */
typedef struct {
  guint index;     /* of the site */
  GHashTable *map; /* gets what is held */
  guint checked;   /* of the leaves, those whose errors have been told */
} Views;

static void
hold (RsLower *lower, const Views *views, const RsNode *node, guint held)
{
  RsProtoSite *site = &g_array_index (lower->sites, RsProtoSite, views->index);

  site->registers[site->n_inputs++] = held;
  if (node != NULL)
    g_hash_table_insert (views->map, (gpointer)node, GUINT_TO_POINTER (held));
}

/* What a leaf needs, for a launch. */
static void
lower_operands (RsLower *lower, const RsNode *leaf, const Views *views)
{
  g_autoptr (GPtrArray) operands = rs_expression_get_operands (leaf);

  for (guint i = 0; i < operands->len; i++)
    {
      const RsNode *operand = operands->pdata[i];

      if (operand->kind == RS_NODE_COLON)
        hold (lower, views, NULL, G_MAXUINT);
      else
        hold (lower, views, operand, rs_lower_expression (lower, operand, RS_ANYWHERE));
    }
}

static guint
count_operands (const RsNode *leaf)
{
  g_autoptr (GPtrArray) operands = rs_expression_get_operands (leaf);

  return operands->len;
}

static guint
count_registers (const GPtrArray *leaves, const RsNode *assigned)
{
  guint n = assigned != NULL ? count_operands (assigned) : 0;

  for (guint i = 0; i < leaves->len; i++)
    n += count_operands (g_ptr_array_index (leaves, i));
  return n;
}

static gboolean
are_quiet (const GPtrArray *leaves)
{
  for (guint i = 0; i < leaves->len; i++)
    if (!rs_expression_is_quiet (g_ptr_array_index (leaves, i)))
      return FALSE;
  return TRUE;
}

/* Whether it can be evaluated before what the text has before it: it does not fail, but for values of other kinds. */
static gboolean
is_harmless (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_NAME:
    case RS_NODE_COLON:
      return TRUE;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_USER || node->op == RS_OP_AND || node->op == RS_OP_OR)
        return FALSE;
      break;
    case RS_NODE_RANGE:
    case RS_NODE_UNARY:
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_harmless (node->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
has_harmless_operands (const RsNode *part)
{
  g_autoptr (GPtrArray) operands = rs_expression_get_operands (part);

  for (guint i = 0; i < (rs_expression_is_reshaped (part) ? 1 : operands->len); i++)
    if (!is_harmless (g_ptr_array_index (operands, i)))
      return FALSE;
  return TRUE;
}

/* Whether what a mask tells of itself (x > 3 of complex numbers), and reshape of the number of elements, comes before
 * what is behind it in the text, from that leaf on: all operands are evaluated before that is. */
static gboolean
keeps_order (const GPtrArray *leaves, guint first, const RsNode *assigned)
{
  gboolean may_fail = FALSE;

  for (guint i = first; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      if (may_fail && !has_harmless_operands (leaf))
        return FALSE;
      may_fail |= rs_expression_is_reshaped (leaf)
                  || (rs_expression_is_gather (leaf) && rs_expression_is_condition (leaf->children[RS_INDEX_FIRST]));
    }
  return !may_fail || assigned == NULL || has_harmless_operands (assigned);
}

/* The parts among the leaves before that one which cannot be taken are, which tells why before what the leaf tells of
 * its own. */
static void
check_parts (RsLower *lower, const GPtrArray *leaves, guint end, Views *views)
{
  guint at = 0;

  for (guint i = 0; i < end; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);
      const guint n = count_operands (leaf);

      if (i >= views->checked && rs_expression_is_part (leaf))
        {
          const guint mark = lower->next;
          guint jump;

          rs_lower_emit (lower, RS_OPCODE_PART_VALID, n, views->index, at);
          jump = rs_lower_emit_jump (lower, RS_OPCODE_EXTRA,
                                     rs_lower_index_flags (lower, leaf->children[RS_INDEX_ARRAY]));
          lower->leaves = views->map;
          rs_lower_expression (lower, leaf, RS_ANYWHERE);
          lower->leaves = NULL;
          rs_lower_release (lower, mark);
          rs_lower_patch_here (lower, jump);
        }
      at += n;
    }
  views->checked = end;
}

/* Offers the expression before the views among its leaves are made, and with the part that it is assigned to. Returns
 * the jump behind the expression. map: gets what is held. */
static guint
offer_views (RsLower *lower, const RsNode *node, guint target, const GPtrArray *leaves, const RsNode *assigned,
             GHashTable *map)
{
  RsProtoSite site = { .form = RS_KERNEL_FROM_EXPRESSION, .node = node, .target = target, .assigned = assigned };
  Views views = { .index = lower->sites->len, .map = map };

  site.registers = rs_arena_array (lower->bytecode->arena, guint, count_registers (leaves, assigned));
  g_array_append_val (lower->sites, site);
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      if (!has_harmless_operands (leaf))
        check_parts (lower, leaves, i, &views);
      lower_operands (lower, leaf, &views);
    }
  if (assigned != NULL && !has_harmless_operands (assigned))
    check_parts (lower, leaves, leaves->len, &views);
  if (assigned != NULL)
    lower_operands (lower, assigned, &views);
  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_OFFER_PARTS, target, views.index, 0);
  return rs_lower_emit_jump (lower, RS_OPCODE_EXTRA, 0);
}

/* Whether it is made of variables and numbers: to evaluate it again costs nothing. */
static gboolean
has_plain_operands (const RsNode *view)
{
  g_autoptr (GPtrArray) operands = rs_expression_get_operands (view);

  for (guint i = 0; i < operands->len; i++)
    if (((const RsNode *)operands->pdata[i])->kind != RS_NODE_NAME)
      return FALSE;
  return TRUE;
}

/* A view by itself, of what map holds; the index of x[x > 3] is an expression of its own. */
static guint
lower_view (RsLower *lower, const RsNode *view, int target, GHashTable *map)
{
  guint result;

  if (rs_expression_is_gather (view) && has_plain_operands (view))
    return rs_lower_brackets (lower, view, target);
  lower->leaves = map;
  result = rs_lower_expression (lower, view, target);
  lower->leaves = NULL;
  return result;
}

/* The views, for the operations, of what map holds. */
static void
make_views (RsLower *lower, const GPtrArray *leaves, GHashTable *map)
{
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      if (rs_expression_is_view (leaf))
        g_hash_table_insert (map, (gpointer)leaf, GUINT_TO_POINTER (lower_view (lower, leaf, RS_ANYWHERE, map)));
    }
}

/* The part of an array that an assignment gives the value of node. */
static const RsNode *
get_assigned (const RsLower *lower, const RsNode *node)
{
  return lower->assigned != NULL && lower->assigned->children[RS_ASSIGN_VALUE] == node
                 && !rs_expression_is_reduction (node)
             ? lower->assigned->children[RS_ASSIGN_TARGET]
             : NULL;
}

/* Whether the node holds the expression that is known already. Its value may come from variables that were not written:
 * what is around it is computed step by step. */
static gboolean
holds_known (const RsLower *lower, const RsNode *node)
{
  if (node == lower->known)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && holds_known (lower, node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
may_offer (const RsLower *lower, const RsNode *node)
{
  return lower->leaves == NULL && lower->options->compiles && (lower->known == NULL || !holds_known (lower, node))
         && !lower->proto->is_kernel && !lower->proto->is_device
         && rs_pragmas_ask (lower->bytecode->pragmas, node->span.start, "expression_optimizer",
                            "COMPILER_EXPRESSION_OPTIMIZER", lower->options->offer_expressions);
}

gboolean
rs_lower_offer_view (RsLower *lower, const RsNode *node, guint target)
{
  const RsNode *assigned = get_assigned (lower, node);
  g_autoptr (GPtrArray) leaves = NULL;
  GHashTable *map;
  guint jump;

  if (!rs_expression_is_gather (node) || !may_offer (lower, node) || !rs_expression_is_quiet (node))
    return FALSE;
  leaves = g_ptr_array_new ();
  g_ptr_array_add (leaves, (gpointer)node);
  map = g_hash_table_new (NULL, NULL);
  jump = offer_views (lower, node, target, leaves, assigned, map);
  lower_view (lower, node, (int)target, map);
  rs_lower_patch_here (lower, jump);
  g_hash_table_unref (map);
  return TRUE;
}

gboolean
rs_lower_offer_sum_along (RsLower *lower, const RsNode *node, guint target, guint *jump)
{
  g_autoptr (GPtrArray) leaves = NULL;
  g_autoptr (GHashTable) map = NULL;
  const guint mark = lower->next;

  if (!rs_expression_is_sum_along (node) || !may_offer (lower, node))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  g_ptr_array_add (leaves, node->children[RS_CALL_FIRST_ARGUMENT + 1]);
  map = g_hash_table_new (NULL, NULL);
  *jump = offer_views (lower, node, target, leaves, NULL, map);
  rs_lower_release (lower, mark);
  return TRUE;
}

gboolean
rs_lower_offer_steps (RsLower *lower, const RsNode *joined, const RsNode *target, guint result, guint *jump,
                      guint *index)
{
  g_autoptr (GPtrArray) leaves = rs_expression_get_leaves (joined);
  g_autoptr (GHashTable) map = NULL;

  if (!may_offer (lower, joined) || leaves->len > MOST_LEAVES || !keeps_order (leaves, 0, target))
    return FALSE;
  if (rs_expression_is_sum_along (joined))
    g_ptr_array_add (leaves, joined->children[RS_CALL_FIRST_ARGUMENT + 1]);
  map = g_hash_table_new (NULL, NULL);
  *index = lower->sites->len;
  *jump = offer_views (lower, joined, result, leaves, target, map);
  return TRUE;
}

/* y[a..b] = x[c..d]: elements that are not computed. */
static gboolean
is_copy (const RsNode *assigned, const RsNode *node)
{
  return rs_expression_is_part (assigned) && rs_expression_is_view (node) && rs_expression_is_cheap (node);
}

gboolean
rs_lower_offer_alone (RsLower *lower, const RsNode *node, guint result, guint *jump)
{
  const RsNode *assigned = get_assigned (lower, node);
  g_autoptr (GPtrArray) leaves = NULL;
  g_autoptr (GHashTable) map = NULL;

  if (assigned == NULL || lower->known != NULL || rs_expression_is_gather (node) || rs_expression_is_elementwise (node)
      || !(rs_expression_is_gather (assigned) || is_copy (assigned, node)) || !rs_expression_is_quiet (node)
      || !may_offer (lower, node))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  if (leaves->len > MOST_LEAVES || !keeps_order (leaves, 0, assigned))
    return FALSE;
  map = g_hash_table_new (NULL, NULL);
  *jump = offer_views (lower, node, result, leaves, assigned, map);
  return TRUE;
}

/* y + x of y += x; lives as long as the bytecode. */
static RsNode *
make_operation (const RsLower *lower, const RsNode *assignment)
{
  RsNode *both = rs_arena_new0 (lower->bytecode->arena, RsNode);

  *both = *assignment;
  both->kind = RS_NODE_BINARY;
  both->op = rs_operator_of_assignment (assignment->op);
  both->n_children = 2;
  both->children = rs_arena_array (lower->bytecode->arena, RsNode *, 2);
  both->children[0] = assignment->children[RS_ASSIGN_TARGET];
  both->children[1] = assignment->children[RS_ASSIGN_VALUE];
  return both;
}

gboolean
rs_lower_offer_compound (RsLower *lower, const RsNode *node, guint result, guint *jump, guint *index)
{
  RsNode *target = node->children[RS_ASSIGN_TARGET], *value = node->children[RS_ASSIGN_VALUE], *both;
  g_autoptr (GPtrArray) leaves = NULL;
  g_autoptr (GHashTable) map = NULL;

  if (lower->known != NULL || rs_operator_of_assignment (node->op) == RS_OP_NONE || !rs_lower_is_part (target)
      || !has_harmless_operands (target) /* they are evaluated before the value */
      || !may_offer (lower, node))       /* what the steps before it would have given their variables is not in these */
    return FALSE;
  both = make_operation (lower, node);
  leaves = rs_expression_get_leaves (both);
  if (leaves->len > MOST_LEAVES || contains_lazy (value, leaves) || !are_quiet (leaves)
      || !keeps_order (leaves, 1, NULL)) /* the target is read behind the value */
    return FALSE;
  map = g_hash_table_new (NULL, NULL);
  *index = lower->sites->len;
  *jump = offer_views (lower, both, result, leaves, target, map);
  return TRUE;
}

gboolean
rs_lower_offer_expression (RsLower *lower, const RsNode *node, guint target, guint *site)
{
  g_autoptr (GPtrArray) leaves = NULL;
  RsProtoSite new_site = { .form = RS_KERNEL_FROM_EXPRESSION, .node = node, .target = target };
  const RsNode *assigned = get_assigned (lower, node);
  guint parts_jump = G_MAXUINT;
  GHashTable *map;

  if (!rs_expression_is_elementwise (node) || !may_offer (lower, node))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  if (leaves->len == 0 || leaves->len > MOST_LEAVES || contains_lazy (node, leaves))
    return FALSE;
  map = g_hash_table_new (NULL, NULL);
  if ((assigned != NULL || rs_expression_has_views (leaves)) && are_quiet (leaves) && keeps_order (leaves, 0, assigned))
    {
      parts_jump = offer_views (lower, node, target, leaves, assigned, map);
      make_views (lower, leaves, map);
    }
  new_site.n_inputs = leaves->len;
  new_site.registers = rs_arena_array (lower->bytecode->arena, guint, leaves->len);
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);
      gpointer held;

      new_site.registers[i] = g_hash_table_lookup_extended (map, leaf, NULL, &held)
                                  ? GPOINTER_TO_UINT (held)
                                  : rs_lower_expression (lower, leaf, RS_ANYWHERE);
      g_hash_table_insert (map, (gpointer)leaf, GUINT_TO_POINTER (new_site.registers[i]));
    }
  lower->leaves = map;
  lower->parts_jump = parts_jump; /* not before the leaves, which may be such expressions themselves */
  new_site.start = rs_lower_here (lower);
  g_array_append_val (lower->sites, new_site);
  *site = lower->sites->len - 1;
  return TRUE;
}

/* y /= x of integers gives integers, which y / x does not. */
gboolean
rs_lower_offer_compound_variable (RsLower *lower, const RsNode *node, guint result, guint *site)
{
  const RsOperator op = rs_operator_of_assignment (node->op);

  if (op != RS_OP_ADD && op != RS_OP_SUBTRACT && op != RS_OP_MULTIPLY && op != RS_OP_DOT_MULTIPLY)
    return FALSE;
  return rs_lower_offer_expression (lower, make_operation (lower, node), result, site);
}

void
rs_lower_offer_done (RsLower *lower, guint site)
{
  g_assert (site < lower->sites->len);
  g_array_index (lower->sites, RsProtoSite, site).end = rs_lower_here (lower);
  if (lower->parts_jump != G_MAXUINT)
    rs_lower_patch_here (lower, lower->parts_jump);
  g_clear_pointer (&lower->leaves, g_hash_table_unref);
}

/* Register of an outer variable of a loop in this function; G_MAXUINT when it isn't one. */
static guint
register_of_input (RsLower *lower, const RsSymbol *symbol)
{
  if (symbol->scope != lower->scope)
    return G_MAXUINT;
  if (symbol->kind == RS_SYMBOL_VARIABLE)
    return symbol->slot;
  if (symbol->kind == RS_SYMBOL_CAPTURED)
    {
      RsProtoCapture capture = lower->parent != NULL ? rs_lower_capture (lower->parent, symbol)
                                                     : (RsProtoCapture){ .source = RS_CAPTURE_NOWHERE };

      if (capture.source != RS_CAPTURE_NOWHERE)
        return lower->proto->first_capture + symbol->slot;
    }
  return G_MAXUINT;
}

static gboolean
fill_inputs (RsLower *lower, RsProtoSite *site)
{
  g_autoptr (GPtrArray) inputs = rs_loop_nest_get_inputs (&site->nest);

  site->n_inputs = inputs->len;
  site->inputs = rs_arena_array (lower->bytecode->arena, const RsSymbol *, inputs->len);
  site->registers = rs_arena_array (lower->bytecode->arena, guint, inputs->len);
  for (guint i = 0; i < inputs->len; i++)
    {
      site->inputs[i] = g_ptr_array_index (inputs, i);
      site->registers[i] = register_of_input (lower, site->inputs[i]);
      if (site->registers[i] == G_MAXUINT)
        {
          guint held = rs_lower_take (lower, 1); /* a function or variable of the top level */
          RsNode name = { .kind = RS_NODE_NAME,
                          .name = site->inputs[i]->name,
                          .symbol = (RsSymbol *)site->inputs[i],
                          .span = site->node->span };

          rs_lower_name (lower, &name, (int)held);
          site->registers[i] = held;
        }
    }
  return TRUE;
}

gboolean
rs_lower_offer_loop (RsLower *lower, const RsNode *node, const RsNode *attribute, guint *index)
{
  RsProtoSite site = { .form = RS_KERNEL_FROM_LOOP, .node = node, .attribute = attribute };

  if (!lower->options->compiles || lower->proto->is_kernel || lower->proto->is_device)
    return FALSE;
  site.nest = rs_loop_nest_find_with_steps (node, attribute);
  if (site.nest.n_levels == 0 || site.nest.request == RS_LOOP_INTERPRETED
      || ((site.nest.request == RS_LOOP_AUTOMATIC || site.nest.is_open)
          && !rs_pragmas_ask (lower->bytecode->pragmas, node->span.start, "loop_parallelizer",
                              "COMPILER_AUTO_FORLOOP_PARALLELIZATION", lower->options->offer_loops)))
    return FALSE;
  for (guint i = 0; i < site.nest.n_levels && !site.nest.is_open; i++)
    {
      const RsNode *variable = site.nest.loops[i]->children[RS_FOR_VARIABLE];
      const RsNode *name = variable->kind == RS_NODE_TYPED ? variable->children[RS_TYPED_EXPRESSION] : variable;

      if (name->symbol == NULL || name->symbol->scope != lower->scope || name->symbol->kind != RS_SYMBOL_VARIABLE)
        return FALSE;
      site.variables[i] = name->symbol->slot;
    }
  fill_inputs (lower, &site);
  g_array_append_val (lower->sites, site);
  *index = lower->sites->len - 1;
  return TRUE;
}
