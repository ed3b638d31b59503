/* Arrays in constant memory: a module has room for each, which a launch fills.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/device/launch-values.h"

/* Whether the launch names that memory more than once: what it writes there would not be seen. */
static gboolean
is_shared (const RsDeviceLaunch *launch, gconstpointer memory)
{
  const GArray *plan = launch->kernel->plan.arguments;
  guint n = 0;

  for (guint i = 0; i < plan->len; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan, RsPlanArgument, i);

      n += argument->kind == RS_ARGUMENT_MEMORY && rs_launch_get_memory (launch, argument) == memory;
    }
  return n > 1;
}

static gsize
get_bytes (const RsDeviceLaunch *launch, const RsPlanArgument *memory)
{
  const RsPlanArgument count = { .kind = RS_ARGUMENT_COUNT, .type = RS_ARGUMENT_I64, .parameter = memory->parameter };

  return (gsize)rs_launch_get_integer (launch, &count) * memory->type;
}

gboolean
cuda_constants_fit (const RsDeviceLaunch *launch)
{
  const GArray *plan = launch->kernel->plan.arguments;

  if (((const CudaKernel *)launch->kernel)->constant == NULL)
    return FALSE;
  for (guint i = 0; i < plan->len; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan, RsPlanArgument, i);

      if (argument->kind == RS_ARGUMENT_MEMORY && argument->index > 0
          && (get_bytes (launch, argument) > argument->index
              || is_shared (launch, rs_launch_get_memory (launch, argument))))
        return FALSE;
    }
  return TRUE;
}

static CUresult
copy_constant (CudaDevice *self, const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  const gsize bytes = get_bytes (launch, argument);
  g_autofree char *name = g_strdup_printf ("rs_constant_%u", argument->parameter);
  CUdeviceptr to = 0;
  size_t room = 0;
  CUresult code = cuda.cuModuleGetGlobal (&to, &room, ((const CudaKernel *)launch->kernel)->module, name);

  if (code != CUDA_SUCCESS || bytes == 0)
    return code;
  return cuda.cuMemcpyDtoDAsync (to, (CUdeviceptr)rs_launch_get_memory (launch, argument), bytes, self->stream);
}

CUresult
cuda_constants_copy (CudaDevice *self, const RsDeviceLaunch *launch)
{
  const GArray *plan = launch->kernel->plan.arguments;
  CUresult code = CUDA_SUCCESS;

  for (guint i = 0; i < plan->len && code == CUDA_SUCCESS; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan, RsPlanArgument, i);

      if (argument->kind == RS_ARGUMENT_MEMORY && argument->index > 0)
        code = copy_constant (self, launch, argument);
    }
  return code;
}
