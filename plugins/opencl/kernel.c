/* Kernels of a loaded program, and the arguments that they have.
 *
 * An argument stays from launch to launch, and launches in a loop mostly give the same ones: only what differs is set.
 * A driver may look up memory when it is set, so that all are set anew once any memory has been freed, whose handle may
 * have come back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/device/launch-values.h"

#include <string.h>

OpenclKernel *
opencl_kernel_new (cl_kernel entry)
{
  OpenclKernel *self = g_new0 (OpenclKernel, 1);

  self->entry = entry;
  self->numbers = g_byte_array_new ();
  self->now = g_byte_array_new ();
  return self;
}

void
opencl_kernel_free (OpenclKernel *self)
{
  g_clear_pointer (&self->totals, opencl_kernel_free);
  opencl.clReleaseKernel (self->entry);
  g_free (self->set);
  g_byte_array_unref (self->numbers);
  g_byte_array_unref (self->now);
  g_free (self);
}

void
opencl_kernel_begin (OpenclKernel *self, const OpenclDevice *device)
{
  const guint n_freed = __atomic_load_n (&device->n_freed, __ATOMIC_ACQUIRE);

  if (self->n_freed == n_freed)
    return;
  for (guint i = 0; i < self->n_set; i++)
    self->set[i].is_valid = FALSE;
  self->n_freed = n_freed;
}

cl_int
opencl_kernel_set (OpenclKernel *self, cl_uint i, cl_mem memory)
{
  cl_int code;

  if (i >= self->n_set)
    {
      self->set = g_renew (OpenclArgument, self->set, i + 1);
      memset (self->set + self->n_set, 0, (i + 1 - self->n_set) * sizeof *self->set);
      self->n_set = i + 1;
    }
  if (self->set[i].is_valid && self->set[i].memory == memory)
    return CL_SUCCESS;
  code = opencl.clSetKernelArg (self->entry, i, sizeof memory, &memory);
  self->set[i] = (OpenclArgument){ memory, code == CL_SUCCESS };
  return code;
}

cl_int
opencl_kernel_set_numbers (OpenclKernel *self, cl_uint i, const RsDeviceLaunch *launch)
{
  const RsPlanArgument *argument = &g_array_index (launch->kernel->plan.arguments, RsPlanArgument, i);
  GByteArray *now = self->now;
  cl_int code;

  g_byte_array_set_size (now, argument->index);
  rs_launch_get_numbers (launch, argument, now->data);
  if (self->numbers->len == now->len && memcmp (self->numbers->data, now->data, now->len) == 0)
    return CL_SUCCESS;
  code = opencl.clSetKernelArg (self->entry, i, now->len, now->data);
  if (code != CL_SUCCESS)
    {
      g_byte_array_set_size (self->numbers, 0);
      return code;
    }
  self->now = self->numbers;
  self->numbers = now;
  return CL_SUCCESS;
}

void
opencl_release_memory (OpenclDevice *device, cl_mem memory)
{
  __atomic_add_fetch (&device->n_freed, 1, __ATOMIC_RELEASE);
  opencl.clReleaseMemObject (memory);
}
