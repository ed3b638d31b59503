/* type (x, "point"): strings that name types of the program.
 *
 * The virtual machine reads such strings too, but knows the types of the language only. Those of the program are found
 * here, where their scope is known: the string becomes the type itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"
#include "compiler/syntax/type-argument.h"

/* How many names in the type are the program's; *unknown: one is nobody's. */
static guint
count_own_types (RsScope *scope, const RsNode *node, gboolean *unknown)
{
  guint n = 0;

  if (node->kind == RS_NODE_TYPE_NAME && !rs_type_name_is_builtin (node->name))
    {
      const RsSymbol *symbol = rs_scope_lookup (scope, node->name);

      if (symbol && symbol->kind == RS_SYMBOL_TYPE)
        n++;
      else
        *unknown = TRUE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      n += count_own_types (scope, node->children[i], unknown);
  return n;
}

static void
move_to (RsNode *node, RsSpan span)
{
  node->span = span;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      move_to (node->children[i], span);
}

void
rs_resolve_type_string (RsResolver *self, RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  RsNode *string = rs_node_child (call, RS_CALL_FIRST_ARGUMENT + 1), *type;
  RsModule *module = self->module, *owner = NULL;
  RsNodeCopy how = { .arena = module->arena };
  gboolean unknown = FALSE;
  const RsNode *parsed;

  if (!string || string->kind != RS_NODE_STRING)
    return;
  parsed = rs_parse_type_argument (string->text, module->names, &owner);
  if (!parsed || count_own_types (self->frame->scope, parsed, &unknown) == 0 || unknown)
    {
      rs_module_unref (owner);
      return;
    }
  rs_arena_add_cleanup (module->arena, (GDestroyNotify)rs_module_unref, owner);
  type = rs_arena_new0 (module->arena, RsNode);
  type->kind = RS_NODE_TYPE_OF_TEXT;
  type->n_children = 1;
  type->children = rs_arena_array (module->arena, RsNode *, 1);
  type->children[0] = rs_node_copy (&how, parsed);
  move_to (type, string->span);
  call->children[RS_CALL_FIRST_ARGUMENT + 1] = type;
}
