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

  if (lower->leaves == NULL || !g_hash_table_lookup_extended (lower->leaves, node, NULL, &value))
    return FALSE;
  *held = GPOINTER_TO_UINT (value);
  return TRUE;
}

gboolean
rs_lower_offer_expression (RsLower *lower, const RsNode *node, guint target, guint *site)
{
  g_autoptr (GPtrArray) leaves = NULL;
  RsProtoSite new_site = { .form = RS_KERNEL_FROM_EXPRESSION, .node = node, .target = target };
  GHashTable *map;

  if (lower->leaves != NULL || !rs_expression_is_elementwise (node)
      || !rs_pragmas_ask (lower->bytecode->pragmas, node->span.start, "expression_optimizer",
                          "COMPILER_EXPRESSION_OPTIMIZER", lower->options->offer_expressions))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  if (leaves->len == 0 || leaves->len > 32 || contains_lazy (node, leaves))
    return FALSE;
  map = g_hash_table_new (NULL, NULL);
  new_site.n_inputs = leaves->len;
  new_site.registers = rs_arena_array (lower->bytecode->arena, guint, leaves->len);
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      new_site.registers[i] = rs_lower_expression (lower, leaf, RS_ANYWHERE);
      g_hash_table_insert (map, (gpointer)leaf, GUINT_TO_POINTER (new_site.registers[i]));
    }
  lower->leaves = map;
  new_site.start = rs_lower_here (lower);
  g_array_append_val (lower->sites, new_site);
  *site = lower->sites->len - 1;
  return TRUE;
}

void
rs_lower_offer_done (RsLower *lower, guint site)
{
  g_array_index (lower->sites, RsProtoSite, site).end = rs_lower_here (lower);
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
  site.nest = rs_loop_nest_find (node, attribute);
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
