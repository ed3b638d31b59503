/* Copies from the memory of another CUDA device, without the host between, where the devices reach each other.
 *
 * Memory comes from a device's pool: another device reads it once the pool has been opened for that one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#define MOST_PEERS 64 /* devices that are looked at, by their number */

/* Whether the device reads the memory of source; asked once. */
static gboolean
reaches (CudaDevice *self, const CudaDevice *source)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << source->id;
  const CUmemAccessDesc access = { .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = self->id },
                                   .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
  CUmemoryPool pool;
  gboolean does;
  int can = 0;

  g_mutex_lock (&self->peer_lock);
  if ((self->peers_asked & bit) == 0)
    {
      self->peers_asked |= bit;
      if (cuda.cuDeviceCanAccessPeer (&can, self->id, source->id) == CUDA_SUCCESS && can != 0
          && cuda.cuDeviceGetDefaultMemPool (&pool, source->id) == CUDA_SUCCESS
          && cuda.cuMemPoolSetAccess (pool, &access, 1) == CUDA_SUCCESS)
        self->peers |= bit;
    }
  does = (self->peers & bit) != 0;
  g_mutex_unlock (&self->peer_lock);
  return does;
}

gboolean
cuda_reaches (RsDevice *device, RsDevice *source_device)
{
  CudaDevice *self = (CudaDevice *)device, *source = (CudaDevice *)source_device;

  if (!source->has_pools || source->id >= MOST_PEERS || cuda_has_failed (device) || cuda_has_failed (source_device))
    return FALSE;
  cuda_enter (self);
  return reaches (self, source);
}

gboolean
cuda_copy_peer (RsDevice *device, gpointer to, RsDevice *from_device, gconstpointer from, gsize offset, gsize bytes,
                guint64 *ticket)
{
  CudaDevice *self = (CudaDevice *)device, *source = (CudaDevice *)from_device;
  CudaCommand *command;
  CUresult code;

  *ticket = 0;
  if (!cuda_reaches (device, from_device))
    return FALSE;
  code = cuda_command_begin (self, &command);
  if (code == CUDA_SUCCESS)
    {
      code = cuda.cuMemcpyPeerAsync ((CUdeviceptr)to + offset, self->context, (CUdeviceptr)from + offset,
                                     source->context, bytes, self->stream);
      if (code == CUDA_SUCCESS)
        code = cuda_command_end (self, command, ticket);
      else
        cuda_command_drop (self, command);
    }
  if (code != CUDA_SUCCESS)
    cuda_fail (self, NULL, "can't copy from another device", code);
  return code == CUDA_SUCCESS;
}
