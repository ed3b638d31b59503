/* emit --stage kernel and c: the kernels of a program, as far as their types are known before it runs.
 *
 * While a program runs, a kernel is built for the types and some of the values at hand. Here the declared and inferred
 * types stand in for them, and no value is compiled in. For each kernel function and loop nest of the main module one
 * kernel is printed, or the reason why there is none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/typed-request.h"
#include "ide/cli/cli.h"
#include "ide/cli/emit.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  RsModule *module;
  const RsEmitOptions *options;
  gboolean as_c;
  RsDiagnostics *diagnostics;
  guint n_printed;
  int status;
} Emit;

static void
tell (const Emit *self, const RsNode *node, const char *what, const char *reason)
{
  guint line, column;

  rs_source_locate (self->module->source, node->span.start, &line, &column);
  fflush (stdout);
  fprintf (stderr, "%s:%u:%u: note: %s: %s\n", rs_source_get_name (self->module->source), line, column, what, reason);
}

static void
tell_unknown (const Emit *self, const RsNode *node, const char *what, const RsSymbol *unknown)
{
  g_autofree char *reason = g_strdup_printf ("the type of `%s` is only known when the program runs", unknown->name);

  tell (self, node, what, reason);
}

static void
print_kernel (Emit *self, RsKernelRequest *request, const char *what)
{
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *text = NULL;

  kernel = rs_kernel_build (request, self->diagnostics, &reason);
  if (kernel == NULL)
    {
      tell (self, request->node, what, reason != NULL ? reason : "no kernel can be made of it");
      return;
    }
  if (!rs_kernel_optimize (kernel, self->options->after, &error))
    {
      tell (self, request->node, what, error->message);
      self->status = RS_EXIT_USAGE;
      return;
    }
  text = self->as_c ? rs_kernel_print_c (kernel) : rs_kernel_print (kernel);
  printf ("%s%s", self->n_printed++ > 0 ? "\n" : "", text);
}

static void
emit_function (Emit *self, const RsNode *node)
{
  const char *name = node->name != NULL ? node->name : "(lambda)";
  const RsSymbol *unknown = NULL;
  RsTypedRequest typed;

  if (rs_typed_request_init_function (&typed, self->module, node, self->options->precision, &unknown))
    print_kernel (self, &typed.request, name);
  else
    tell_unknown (self, node, name, unknown);
  rs_typed_request_clear (&typed);
}

/* TRUE when the nest was taken, so that loops inside it are not looked at. */
static gboolean
emit_loop (Emit *self, const RsNode *node, const RsNode *attribute)
{
  RsLoopNest nest = rs_loop_nest_find (node, attribute);
  const RsSymbol *unknown = NULL;
  gboolean is_typed;
  RsTypedRequest typed;

  if (nest.n_levels == 0 || nest.request == RS_LOOP_SERIAL || nest.request == RS_LOOP_INTERPRETED)
    return FALSE;
  is_typed = rs_typed_request_init_loop (&typed, self->module, node, &nest, self->options->precision, &unknown);
  typed.request.same_arrays_possible = TRUE;
  if (is_typed)
    print_kernel (self, &typed.request, "loop");
  else
    tell_unknown (self, node, "loop", unknown);
  rs_typed_request_clear (&typed);
  return is_typed;
}

static void
visit (Emit *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  if (node == NULL)
    return;
  if (node->scope != NULL && (node->flags & RS_NODE_KERNEL) != 0
      && (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA))
    {
      emit_function (self, node);
      return;
    }
  if (node->kind == RS_NODE_FUNCTION && (node->flags & RS_NODE_DEVICE) != 0)
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child != NULL && child->kind == RS_NODE_FOR && emit_loop (self, child, attribute))
        continue;
      attribute = child != NULL ? rs_attribute_for_next (attribute, child) : NULL;
      visit (self, child);
    }
}

static int
emit_kernels (const RsProgram *program, const RsEmitOptions *options, gboolean as_c)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  Emit self = { .module = rs_program_get_main (program), .options = options, .as_c = as_c,
                .diagnostics = diagnostics };
  int status;

  visit (&self, self.module->root);
  status = rs_emit_tell_diagnostics (diagnostics);
  return MAX (status, self.status);
}

int
rs_emit_kernel (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, FALSE);
}

int
rs_emit_c (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, TRUE);
}
