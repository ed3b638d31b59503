/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/generate.h"

#include "compiler/cpu/cpu.h"
#include "compiler/gpu/gpu.h"
#include "compiler/kernel/analysis/covers.h"
#include "compiler/kernel/analysis/reach.h"
#include "compiler/kernel/analysis/work/work.h"
#include "compiler/kernel/ir/ir.h"
#include "compiler/kernel/ir/sample.h"

/* A target's printer: the text, and the plan that belongs to it. */
typedef char *(*Print) (const RsKernel *kernel, RsLaunchPlan *plan, char **reason);

static const Print printers[RS_N_DIALECTS] = {
  [RS_DIALECT_C] = rs_cpu_print,
  [RS_DIALECT_OPENCL] = rs_gpu_print,
  [RS_DIALECT_CUDA] = rs_gpu_print,
};

RsKernel *
rs_kernel_build_form (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason)
{
  return request->form == RS_KERNEL_FROM_LOOP ? rs_kernel_build_loop (request, diagnostics, reason)
                                              : rs_kernel_build (request, diagnostics, reason);
}

char *
rs_kernel_print_source (const RsKernel *kernel, RsLaunchPlan *plan, char **reason)
{
  if (kernel->has_blocks && kernel->blocks == RS_IR_BLOCKS_NONE)
    {
      *reason
          = g_strdup ("its work items wait for each other, which can be written behind the pass `cpu-skeleton` only");
      return NULL;
    }
  if (rs_kernel_has_software_samples (kernel))
    {
      *reason = g_strdup ("it reads textures, which can be written behind the pass `texture-sampling` only");
      return NULL;
    }
  return printers[rs_kernel_get_target (kernel)->dialect](kernel, plan, reason);
}

/* The kernel can't be had, for this reason, which is taken. */
static void
refuse (RsGenerated *self, char *reason)
{
  g_free (self->reason); /* of a kernel that is not parallel */
  self->reason = reason;
  self->is_refused = TRUE;
  g_clear_pointer (&self->kernel, rs_kernel_free);
}

static void
finish (RsGenerated *self)
{
  g_autoptr (GError) error = NULL;
  char *reason = NULL;

  rs_kernel_plan_work (self->kernel);
  rs_kernel_find_reaches (self->kernel);
  if (!rs_kernel_optimize (self->kernel, NULL, &error))
    {
      refuse (self, g_strdup (error->message));
      return;
    }
  rs_kernel_find_covers (self->kernel);
  self->source = rs_kernel_print_source (self->kernel, &self->plan, &reason);
  if (self->source == NULL)
    refuse (self, reason);
}

void
rs_kernel_generate (const RsKernelRequest *request, RsDiagnostics *diagnostics, RsGenerated *generated)
{
  g_assert (request->target != NULL);
  *generated = (RsGenerated){ 0 };
  generated->kernel = rs_kernel_build_form (request, diagnostics, &generated->reason);
  if (generated->kernel != NULL)
    finish (generated);
}

void
rs_kernel_generate_from (RsKernel *kernel, RsGenerated *generated)
{
  *generated = (RsGenerated){ .kernel = kernel };
  finish (generated);
}

void
rs_launch_plan_clear (RsLaunchPlan *plan)
{
  g_clear_pointer (&plan->arguments, g_array_unref);
  g_clear_pointer (&plan->numbers, g_array_unref);
}

void
rs_generated_clear (RsGenerated *self)
{
  g_clear_pointer (&self->kernel, rs_kernel_free);
  g_clear_pointer (&self->source, g_free);
  g_clear_pointer (&self->reason, g_free);
  rs_launch_plan_clear (&self->plan);
}
