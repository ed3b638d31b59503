/* What an editor asks about a module: the symbol at a place, its references, and the outline.
 *
 * Called in the main thread on finished modules; reads only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/symbol.h"

static gboolean
covers (const RsNode *node, guint32 offset)
{
  return node->span.start <= offset && offset <= node->span.end;
}

static gboolean
names_something (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NAME:
    case RS_NODE_PARAMETER:
    case RS_NODE_FUNCTION:
    case RS_NODE_FIELD:
    case RS_NODE_TYPE_NAME:
    case RS_NODE_TYPE_DEFINITION:
      return node->name != NULL;
    default:
      return FALSE;
    }
}

/* A definition spans its whole body; only its first line is its name. */
static gboolean
is_on_heading (const RsModule *module, const RsNode *node, guint32 offset)
{
  guint line, at;

  if (node->kind != RS_NODE_FUNCTION && node->kind != RS_NODE_TYPE_DEFINITION)
    return TRUE;
  rs_source_locate (module->source, node->span.start, &line, NULL);
  rs_source_locate (module->source, offset, &at, NULL);
  return line == at;
}

/* Children that stand in the text: the value of a meta function does not. */
static guint
count_written (const RsNode *node)
{
  return node->n_children - (node->kind == RS_NODE_META && node->flags & RS_NODE_EVALUATED);
}

static RsNode *
find_node (RsModule *module, RsNode *node, guint32 offset)
{
  RsNode *found = NULL;

  for (guint i = 0; i < count_written (node) && !found; i++)
    if (node->children[i] && covers (node->children[i], offset))
      found = find_node (module, node->children[i], offset);
  return !found && names_something (node) && is_on_heading (module, node, offset) ? node : found;
}

RsNode *
rs_symbol_node_at (RsModule *module, guint32 offset)
{
  return find_node (module, module->root, offset);
}

RsScope *
rs_scope_at (RsModule *module, guint32 offset)
{
  RsScope *scope = module->root->scope;
  gboolean deeper = scope != NULL;

  while (deeper)
    {
      deeper = FALSE;
      for (guint i = 0; i < scope->inner->len && !deeper; i++)
        {
          RsScope *inner = g_ptr_array_index (scope->inner, i);

          if (covers (inner->node, offset))
            {
              scope = inner;
              deeper = TRUE;
            }
        }
    }
  return scope;
}

static void
collect_references (RsNode *node, const RsSymbol *origin, GPtrArray *references)
{
  if (node->symbol && names_something (node) && rs_symbol_get_origin (node->symbol) == origin)
    g_ptr_array_add (references, node);
  for (guint i = 0; i < count_written (node); i++)
    if (node->children[i])
      collect_references (node->children[i], origin, references);
}

GPtrArray *
rs_symbol_get_references (RsModule *module, const RsSymbol *symbol)
{
  GPtrArray *references = g_ptr_array_new ();

  if (symbol)
    collect_references (module->root, rs_symbol_get_origin (symbol), references);
  return references;
}

/* --- outline --- */

static void
item_free (gpointer data)
{
  g_free (((RsOutlineItem *)data)->detail);
  g_free (data);
}

static RsOutlineItem *
add_item (GPtrArray *items, const RsNode *node, const char *name, guint depth)
{
  RsOutlineItem *item = g_new0 (RsOutlineItem, 1);

  item->node = node;
  item->name = name;
  item->depth = depth;
  g_ptr_array_add (items, item);
  return item;
}

static void
append_parameters (GString *text, const RsNode *list)
{
  for (guint i = 0; list && i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i];

      if (!parameter || !parameter->name)
        continue;
      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", parameter->flags & RS_NODE_VARIADIC ? "..." : "",
                              parameter->name);
      if (parameter->symbol && parameter->symbol->type->kind != RS_TYPE_UNKNOWN)
        {
          g_autofree char *type = rs_type_to_string (parameter->symbol->type);

          g_string_append_printf (text, " : %s", type);
        }
    }
}

static char *
make_signature (const RsNode *function)
{
  GString *text = g_string_new (function->flags & RS_NODE_KERNEL ? "__kernel__ "
                                : function->flags & RS_NODE_DEVICE ? "__device__ " : "");
  const RsNode *outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS);

  g_string_append_c (text, '(');
  append_parameters (text, rs_node_child (function, RS_FUNCTION_PARAMETERS));
  g_string_append_c (text, ')');
  if (outputs && outputs->n_children > 0)
    {
      g_string_append (text, " -> ");
      append_parameters (text, outputs);
    }
  return g_string_free (text, FALSE);
}

static void
collect_items (GPtrArray *items, const RsNode *node, guint depth)
{
  if (node->kind == RS_NODE_FUNCTION && node->name)
    {
      add_item (items, node, node->name, depth)->detail = make_signature (node);
      depth++;
    }
  else if (node->kind == RS_NODE_TYPE_DEFINITION && node->name)
    add_item (items, node, node->name, depth)->detail = g_strdup ("type");
  else if (node->kind == RS_NODE_NAME && depth == 0 && node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE
           && node->symbol->first == node)
    add_item (items, node, node->name, depth)->detail = rs_type_to_string (node->symbol->type);
  if (node->kind == RS_NODE_LAMBDA)
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_items (items, node->children[i], depth);
}

GPtrArray *
rs_module_get_outline (RsModule *module)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (item_free);

  collect_items (items, module->root, 0);
  return items;
}
