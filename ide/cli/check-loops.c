/* check --loops: what becomes of each loop of a program, as far as its types are known before it runs.
 *
 * Why a loop is not parallel is a note without this option, too (compiler/kernel/explain.h); loops that can't be compiled at
 * all have only that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/check-loops.h"

#include "ide/cli/static-kernels.h"
#include "runtime/sched/decision.h"

typedef struct {
  RsModule *module;
  RsDiagnostics *diagnostics;
} Loops;

static void
tell (const Loops *self, const RsNode *loop, const char *text)
{
  rs_diagnostics_report (self->diagnostics, RS_SEVERITY_NOTE, self->module->source, loop->span, "this loop: %s", text);
}

/* A RsStaticKernelFunc. */
static void
tell_one (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  const Loops *self = data;
  g_autoptr (RsDiagnostics) unused = rs_diagnostics_new ();
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *reason = NULL, *text = NULL;
  gboolean lacks_sizes = FALSE;

  (void)what;
  if (node->kind != RS_NODE_FOR)
    return;
  if (typed == NULL)
    {
      text = g_strdup_printf ("decided when it is reached, since the type of `%s` is known then", unknown->name);
      tell (self, node, text);
      return;
    }
  typed->request.same_arrays_possible = TRUE;
  typed->request.lacks_sizes = &lacks_sizes;
  kernel = rs_kernel_build_loop (&typed->request, unused, &reason);
  if (kernel != NULL)
    text = rs_decision_describe (node, kernel, reason);
  else if (lacks_sizes)
    text = g_strdup ("decided when it is reached, since the sizes of its arrays are known then");
  if (text != NULL)
    tell (self, node, text);
}

void
rs_cli_check_loops (RsModule *module, RsPrecision precision, RsDiagnostics *diagnostics)
{
  Loops self = { module, diagnostics };

  rs_static_kernels_visit (module, precision, tell_one, &self);
}
