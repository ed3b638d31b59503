/* emit --stage typed: every variable of a program with the type that was inferred for it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/emit/emit.h"

#include <stdio.h>

static const char *
describe (const RsSymbol *symbol)
{
  if (symbol->is_parameter)
    return "parameter ";
  return symbol->is_output ? "output " : "";
}

static void
print_symbol (const RsSymbol *symbol, guint depth, gboolean is_capture)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);
  g_autofree char *type = NULL;

  if (origin == NULL || origin->kind != RS_SYMBOL_VARIABLE)
    return;
  type = rs_type_to_string (origin->type != NULL ? origin->type : &rs_type_unknown);
  printf ("%*s%s%s : %s\n", (int)depth * 2, "", is_capture ? "captured " : describe (symbol), symbol->name, type);
}

static void print_scopes (const RsNode *node, const RsSource *source, guint depth);

static void
print_scope (const RsNode *node, const RsSource *source, guint depth)
{
  const RsScope *scope = node->scope;
  guint line;

  rs_source_locate (source, node->span.start, &line, NULL);
  if (scope->parent == NULL)
    printf ("%s\n", rs_source_get_name (source));
  else
    printf ("%*s%s %s, line %u\n", (int)depth * 2, "",
            node->flags & RS_NODE_KERNEL   ? "kernel function"
            : node->flags & RS_NODE_DEVICE ? "device function"
                                           : "function",
            node->name != NULL ? node->name : "(lambda)", line);
  for (guint i = 0; i < scope->variables->len; i++)
    print_symbol (scope->variables->pdata[i], depth + 1, FALSE);
  for (guint i = 0; i < scope->captures->len; i++)
    print_symbol (scope->captures->pdata[i], depth + 1, TRUE);
  for (guint i = 0; i < node->n_children; i++)
    print_scopes (node->children[i], source, depth + 1);
}

static void
print_scopes (const RsNode *node, const RsSource *source, guint depth)
{
  if (node == NULL || node->kind == RS_NODE_REDUCTION)
    return;
  if (node->scope != NULL)
    {
      print_scope (node, source, depth);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    print_scopes (node->children[i], source, depth);
}

int
rs_emit_typed (const RsProgram *program, const RsEmitOptions *options)
{
  const RsModule *module = rs_program_get_main (program);

  print_scopes (module->root, module->source, 0);
  return RS_EXIT_OK;
}
