/* Functions of one name in several modules.
 *
 * A module's own functions come first. Calls that fit none of them mean those of the modules that it imports, the last
 * import first (LANGUAGE.md, "Programs"). The symbol of the importing module gets the others' overloads behind its own;
 * when it has no function of that name and several imports do, it gets a symbol that only stands for theirs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

guint
rs_symbol_count_own_overloads (const RsSymbol *symbol)
{
  g_assert (symbol->kind == RS_SYMBOL_FUNCTION && symbol->overloads != NULL);

  guint n = 0;

  for (guint i = 0; i < symbol->overloads->len; i++)
    n += ((const RsNode *)g_ptr_array_index (symbol->overloads, i))->symbol == symbol;
  return n;
}

/* Whether both take arguments of the same types, as they are written; names of parameters don't count. */
static gboolean
same_types (const RsNode *a, const RsNode *b)
{
  const RsNode *left = rs_node_child (a, RS_FUNCTION_PARAMETERS), *right = rs_node_child (b, RS_FUNCTION_PARAMETERS);

  if (!left || !right || left->n_children != right->n_children)
    return FALSE;
  for (guint i = 0; i < left->n_children; i++)
    if ((left->children[i]->flags & RS_NODE_VARIADIC) != (right->children[i]->flags & RS_NODE_VARIADIC)
        || !rs_node_child (left->children[i], RS_PARAMETER_DEFAULT)
               != !rs_node_child (right->children[i], RS_PARAMETER_DEFAULT)
        || !rs_node_equal (rs_node_child (left->children[i], RS_PARAMETER_TYPE),
                           rs_node_child (right->children[i], RS_PARAMETER_TYPE)))
      return FALSE;
  return rs_node_equal (rs_node_child (a, RS_FUNCTION_TYPE_PARAMETERS), rs_node_child (b, RS_FUNCTION_TYPE_PARAMETERS));
}

/* Whether a function of the set stands for every call of that one: it takes the same types, or is a kernel function,
 * which can't be overloaded. */
static gboolean
is_hidden (const RsSymbol *symbol, const RsNode *overload)
{
  for (guint i = 0; i < symbol->overloads->len; i++)
    {
      const RsNode *other = g_ptr_array_index (symbol->overloads, i);

      if ((other->flags & RS_NODE_KERNEL) && (overload->flags & RS_NODE_KERNEL))
        return TRUE;
      if ((other->flags & RS_NODE_DEVICE) == (overload->flags & RS_NODE_DEVICE)
          && (other->flags & RS_NODE_KERNEL) == (overload->flags & RS_NODE_KERNEL)
          && same_types (other, overload))
        return TRUE;
    }
  return FALSE;
}

/* The functions of imported that are not hidden stand behind those of symbol from now on. */
static void
add (RsScope *root, RsSymbol *symbol, RsSymbol *imported)
{
  guint before = symbol->overloads->len;

  for (guint i = 0; i < imported->overloads->len; i++)
    {
      RsNode *overload = g_ptr_array_index (imported->overloads, i);

      if (overload->symbol == imported && !is_hidden (symbol, overload))
        g_ptr_array_add (symbol->overloads, overload);
    }
  symbol->declaration = symbol->overloads->len == 1 ? g_ptr_array_index (symbol->overloads, 0) : NULL;
  if (symbol->overloads->len == before)
    return;
  if (!symbol->imported)
    {
      symbol->imported = g_ptr_array_new ();
      rs_arena_add_cleanup (root->module->arena, (GDestroyNotify)g_ptr_array_unref, symbol->imported);
    }
  g_ptr_array_add (symbol->imported, imported);
}

/* The function of that name that the module itself has, hidden by a variable or not. */
static RsSymbol *
find_own (RsScope *root, const char *name)
{
  RsSymbol *symbol = g_hash_table_lookup (root->names, name);

  if (symbol && symbol->kind == RS_SYMBOL_FUNCTION)
    return symbol;
  return symbol && root->functions ? g_hash_table_lookup (root->functions, name) : NULL;
}

static void
merge (RsScope *root, GHashTable *seen, const char *name, RsSymbol *imported)
{
  RsSymbol *own = find_own (root, name), *first;

  if (own)
    {
      add (root, own, imported);
      return;
    }
  first = g_hash_table_lookup (seen, name);
  if (!first)
    g_hash_table_insert (seen, (gpointer)name, imported);
  else if (!g_hash_table_contains (root->names, name))
    {
      own = rs_scope_add_merged_function (root, name, first->first);
      add (root, own, first);
      add (root, own, imported);
    }
}

void
rs_merge_imported_functions (RsResolver *self)
{
  RsScope *root = self->root;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; root->imports && i < root->imports->len; i++)
    {
      RsScope *import = g_ptr_array_index (root->imports, i);
      GHashTableIter iter;
      gpointer name, symbol;

      g_hash_table_iter_init (&iter, import->names);
      while (g_hash_table_iter_next (&iter, &name, &symbol))
        if (((RsSymbol *)symbol)->kind == RS_SYMBOL_FUNCTION && rs_symbol_count_own_overloads (symbol) > 0
            && !g_str_equal (name, "main")) /* that of an import is passed over (manual 13.1) */
          merge (root, seen, name, symbol);
    }
}
