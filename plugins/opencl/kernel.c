/* Kernels of a loaded program, and the arguments that they have.
 *
 * An argument stays from launch to launch, and launches in a loop mostly give the same ones: only what differs is set.
 * A driver may look up memory when it is set, so that all are set anew once any memory has been freed, whose handle may
 * have come back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include <string.h>

OpenclKernel *
opencl_kernel_new (OpenclDevice *device, cl_kernel entry)
{
  OpenclKernel *self = g_new0 (OpenclKernel, 1);

  self->entry = entry;
  opencl.clGetKernelWorkGroupInfo (entry, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof self->largest_block,
                                   &self->largest_block, NULL);
  return self;
}

void
opencl_kernel_free (OpenclKernel *self)
{
  opencl.clReleaseKernel (self->entry);
  g_free (self->set);
  g_free (self);
}

void
opencl_kernel_begin (OpenclKernel *self, const OpenclDevice *device)
{
  const guint n_freed = __atomic_load_n (&device->n_freed, __ATOMIC_ACQUIRE);

  if (self->n_freed == n_freed)
    return;
  for (guint i = 0; i < self->n_set; i++)
    self->set[i].bytes = 0;
  self->n_freed = n_freed;
}

cl_int
opencl_kernel_set (OpenclKernel *self, cl_uint i, gsize bytes, gconstpointer value)
{
  OpenclArgument now = { .bytes = (guint)bytes };
  cl_int code;

  g_return_val_if_fail (bytes <= sizeof now.value, CL_INVALID_ARG_SIZE);
  memcpy (&now.value, value, bytes);
  if (i >= self->n_set)
    {
      self->set = g_renew (OpenclArgument, self->set, i + 1);
      memset (self->set + self->n_set, 0, (i + 1 - self->n_set) * sizeof *self->set);
      self->n_set = i + 1;
    }
  if (self->set[i].bytes == now.bytes && self->set[i].value == now.value)
    return CL_SUCCESS;
  code = opencl.clSetKernelArg (self->entry, i, bytes, value);
  if (code == CL_SUCCESS)
    self->set[i] = now;
  else
    self->set[i].bytes = 0;
  return code;
}

void
opencl_release_memory (OpenclDevice *device, cl_mem memory)
{
  __atomic_add_fetch (&device->n_freed, 1, __ATOMIC_RELEASE);
  opencl.clReleaseMemObject (memory);
}
