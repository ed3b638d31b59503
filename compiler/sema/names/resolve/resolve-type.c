/* Names in types, and the type that a declaration gives a variable.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/foreign.h"

static void
resolve_type_name (RsResolver *self, RsNode *node)
{
  if (!node->name)
    return;
  node->symbol = rs_scope_find_type (self->frame->scope, node->name);
  if (!node->symbol && !rs_type_name_is_builtin (node->name))
    {
      const char *near = rs_foreign_type_get_name (node->name);

      const char *hint = rs_foreign_keyword_get_hint (node->name);

      if (!near && rs_resolver_may_suggest (self))
        near = rs_suggest_type (self->frame->scope, node->name);
      if (hint)
        rs_resolver_report (self, RS_SEVERITY_WARNING, node, RS_SAY (UNKNOWN_TYPE_HINT), node->name, hint);
      else
        rs_resolver_report (self, RS_SEVERITY_WARNING, node, RS_SAY (UNKNOWN_TYPE), node->name,
                            near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
    }
}

/* A misspelt access mode would silently read zeros. */
static void
check_modifiers (RsResolver *self, RsNode *node)
{
  static const char *const known[] = {
#define RS_MODIFIER(name) name,
#include "compiler/types/modifiers.def"
#undef RS_MODIFIER
    NULL
  };

  for (const char **modifier = node->modifiers; modifier && *modifier; modifier++)
    if (!g_strv_contains (known, *modifier) && !g_str_has_prefix (*modifier, "hw"))
      rs_resolver_report (self, RS_SEVERITY_WARNING, node, RS_SAY (UNKNOWN_MODIFIER), *modifier);
}

void
rs_resolve_type (RsResolver *self, RsNode *node)
{
  gboolean sizes = node->kind == RS_NODE_TYPE_SIZES || node->kind == RS_NODE_TYPE_DIMENSIONS;

  check_modifiers (self, node);
  if (node->kind == RS_NODE_TYPE_NAME)
    resolve_type_name (self, node);
  self->quiet += sizes;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      {
        if (sizes)
          rs_resolve_node (self, node->children[i]);
        else
          rs_resolve_type (self, node->children[i]);
      }
  self->quiet -= sizes;
}

/* Two declarations that disagree leave the variable open; each still converts its own value. Parameters and outputs
 * that are numbers keep the type in the head of their function, which calls ask for. */
void
rs_resolve_declared_type (RsResolver *self, RsSymbol *symbol, RsNode *type_node)
{
  const RsType *type;

  rs_resolve_type (self, type_node);
  type = rs_scope_type_of_node (self->module->arena, self->frame->scope, type_node);
  if ((symbol->is_parameter || symbol->is_output) && symbol->type->kind == RS_TYPE_NUMBER
      && type->kind == RS_TYPE_NUMBER && !rs_type_equal (symbol->type, type)
      && rs_type_may_convert (symbol->type, type))
    return;
  symbol->type_node = type_node;
  symbol->is_constant = symbol->is_constant || type->is_const;
  symbol->boundary = type->boundary;
  if (type_node->kind == RS_NODE_TYPE_NAME && rs_symbol_is_enumeration (type_node->symbol))
    symbol->enumeration = type_node->symbol;
  if (symbol->type->kind != RS_TYPE_UNKNOWN && !rs_type_equal (symbol->type, type))
    {
      symbol->type = &rs_type_unknown;
      symbol->is_declared = FALSE;
    }
  else
    symbol->type = type;
}
