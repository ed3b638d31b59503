/* A program that runs need not be right where it can't come to: errors in functions that nothing leads to are warnings.
 *
 * What is reached goes by names, and too far rather than not far enough: statements at the top level of a module (with
 * classes, reductions and lambdas) and `main` reach every function of the program that has a name in them, whatever
 * that name means there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check.h"

#define MAIN "main"
#define EVAL "eval" /* its text may name anything */

typedef struct {
  GHashTable *names;    /* set of interned names in what is reached */
  GPtrArray *functions; /* of RsNode: at the top level of a module, not reached so far */
} Reach;

static void
read_names (Reach *self, const RsNode *node)
{
  if (node->name)
    g_hash_table_add (self->names, (gpointer)node->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      read_names (self, node->children[i]);
}

static void
read_module (Reach *self, const RsModule *module)
{
  for (guint i = 0; i < module->root->n_children; i++)
    {
      RsNode *node = module->root->children[i];

      if (node && node->kind == RS_NODE_FUNCTION && node->name)
        g_ptr_array_add (self->functions, node);
      else if (node)
        read_names (self, node);
    }
}

/* Leaves the functions that are not reached. */
static void
follow_names (Reach *self)
{
  for (guint i = 0; i < self->functions->len;)
    {
      const RsNode *function = g_ptr_array_index (self->functions, i);

      if (!g_hash_table_contains (self->names, function->name))
        {
          i++;
          continue;
        }
      read_names (self, function);
      g_ptr_array_remove_index_fast (self->functions, i);
      i = 0;
    }
}

/* The function that is not reached and in which the error lies, or NULL. */
static RsNode *
find_function (const Reach *self, const RsProgram *program, const RsDiagnostic *error)
{
  for (guint m = 0; m < program->modules->len; m++)
    {
      const RsModule *module = g_ptr_array_index (program->modules, m);

      if (module->source != error->source)
        continue;
      for (guint i = 0; i < module->root->n_children; i++)
        {
          RsNode *node = module->root->children[i];

          if (node && node->span.start <= error->span.start && error->span.start < node->span.end
              && g_ptr_array_find (self->functions, node, NULL))
            return node;
        }
    }
  return NULL;
}

void
rs_check_pardon_unreached (RsProgram *program, RsDiagnostics *diagnostics, guint first)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();
  Reach reach = { names, functions };

  g_assert (first <= rs_diagnostics_get_length (diagnostics));
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0)
    return;
  g_hash_table_add (names, (gpointer)MAIN);
  for (guint i = 0; i < program->modules->len; i++)
    read_module (&reach, g_ptr_array_index (program->modules, i));
  follow_names (&reach);
  if (g_hash_table_contains (names, EVAL))
    return;
  for (guint i = first; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *error = rs_diagnostics_get (diagnostics, i);
      RsNode *function = error->severity == RS_SEVERITY_ERROR ? find_function (&reach, program, error) : NULL;

      if (!function)
        continue;
      if (!(function->flags & RS_NODE_REFUSED))
        function->text = rs_arena_printf (rs_program_get_main (program)->arena, "%s", error->message);
      function->flags |= RS_NODE_REFUSED;
      rs_diagnostics_pardon (diagnostics, i, " (an error where `%s` is called, which is nowhere)", function->name);
    }
}
