/* emit --stage kernel, c, opencl and cuda: the kernels of a program, as far as their types are known before it runs.
 *
 * While a program runs, a kernel is built for the types and some of the values at hand. Here the declared and inferred
 * types stand in for them, and no value is compiled in. For each kernel function and loop nest of the main module one
 * kernel is printed, or the reason why there is none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/generate.h"
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/report/static-kernels.h"
#include "ide/cli/cli.h"
#include "ide/cli/emit/emit.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  RsModule *module;
  const RsEmitOptions *options;
  const RsTarget *target; /* whose text is printed; NULL: the IR, for the CPU */
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

/* FALSE: there is none. */
static gboolean
print_kernel (Emit *self, RsKernelRequest *request, const char *what)
{
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *text = NULL, *refusal = NULL;
  RsLaunchPlan plan = { 0 };

  kernel = rs_kernel_build_form (request, self->diagnostics, &reason);
  if (kernel == NULL)
    {
      tell (self, request->node, what, reason != NULL ? reason : "no kernel can be made of it");
      return FALSE;
    }
  if (!rs_kernel_optimize (kernel, self->options->after, &error))
    {
      tell (self, request->node, what, error->message);
      self->status = RS_EXIT_USAGE;
      return TRUE;
    }
  text = self->target != NULL          ? rs_kernel_print_source (kernel, &plan, &refusal)
         : self->options->lists_passes ? rs_kernel_describe_passes (kernel)
                                       : rs_kernel_print (kernel);
  rs_launch_plan_clear (&plan);
  if (text == NULL)
    {
      tell (self, request->node, what, refusal);
      return FALSE;
    }
  printf ("%s%s", self->n_printed++ > 0 ? "\n" : "", text);
  return TRUE;
}

/* A RsStaticKernelFunc. */
static gboolean
emit_one (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  if (typed == NULL)
    {
      tell_unknown (data, node, what, unknown);
      return FALSE;
    }
  if (node->kind == RS_NODE_FOR)
    typed->request.same_arrays_possible = TRUE;
  if (((const Emit *)data)->target != NULL)
    typed->request.target = ((const Emit *)data)->target;
  typed->request.passes_off = ((const Emit *)data)->options->passes_off;
  return print_kernel (data, &typed->request, what);
}

static int
emit_kernels (const RsProgram *program, const RsEmitOptions *options, const RsTarget *target)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  Emit self
      = { .module = rs_program_get_main (program), .options = options, .target = target, .diagnostics = diagnostics };
  int status;

  rs_static_kernels_visit (self.module, options->precision, emit_one, &self);
  status = rs_emit_tell_diagnostics (diagnostics);
  return MAX (status, self.status);
}

int
rs_emit_kernel (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, NULL);
}

int
rs_emit_c (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, &rs_target_cpu);
}

int
rs_emit_opencl (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, &rs_target_opencl);
}

int
rs_emit_cuda (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, &rs_target_cuda);
}
