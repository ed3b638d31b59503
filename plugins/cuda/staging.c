/* Copies between arrays and the device, through pinned memory: what the driver does with other memory waits for the
 * kernels before it.
 *
 * A copy in is cut into pieces; each goes into a piece of pinned memory, as soon as the copy that used it last has
 * ended, and from there in the order of the first stream. A copy out is a job of a thread that has a stream of its
 * own: while one half of its pinned memory fills, the other is emptied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/base/error.h"
#include "runtime/trace/trace.h"

#include <string.h>

#define MOST_ROWS ((gsize)1 << 20) /* of a command that sets memory */

typedef struct {
  guint8 *to; /* NULL: the thread ends */
  CUdeviceptr from;
  gsize bytes;
  guint64 ticket;
} Job;

/* --- into the device --- */

/* in_lock is held. */
static CudaPiece *
get_piece (CudaStaging *staging, gsize bytes)
{
  if (bytes <= CUDA_SMALL_BYTES)
    return &staging->small[staging->next_small++ % CUDA_N_SMALL];
  return &staging->large[staging->next_large++ % CUDA_N_LARGE];
}

/* in_lock is held. Waits until the copy that uses the piece has ended; the program may be stopped meanwhile. */
static CUresult
copy_piece (CudaDevice *self, CUdeviceptr to, const guint8 *from, gsize bytes, guint64 *ticket, GError **error)
{
  const gsize room = bytes <= CUDA_SMALL_BYTES ? CUDA_SMALL_BYTES : CUDA_LARGE_BYTES;
  CudaPiece *piece = get_piece (&self->staging, bytes);
  CudaCommand *command;
  CUresult code = CUDA_SUCCESS;

  if (piece->memory == NULL)
    code = cuda.cuMemHostAlloc (&piece->memory, room, 0);
  else if (!cuda_is_done (&self->base, piece->ticket)
           && !cuda_wait (&self->base, piece->ticket, __atomic_load_n (&self->stop_flag, __ATOMIC_ACQUIRE), error))
    return CUDA_ERROR_INVALID_VALUE; /* error is set */
  if (code != CUDA_SUCCESS)
    return code;
  memcpy (piece->memory, from, bytes);
  code = cuda_command_begin (self, &command);
  if (code != CUDA_SUCCESS)
    return code;
  code = cuda.cuMemcpyHtoDAsync (to, piece->memory, bytes, self->stream);
  if (code != CUDA_SUCCESS)
    {
      cuda_command_drop (self, command);
      return code;
    }
  code = cuda_command_end (self, command, ticket);
  piece->ticket = *ticket;
  return code;
}

gboolean
cuda_copy_in (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket,
              GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  GError *local = NULL;
  CUresult code = CUDA_SUCCESS;

  *ticket = 0;
  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  cuda_enter (self);
  g_mutex_lock (&self->staging.in_lock);
  for (gsize done = 0; done < bytes && code == CUDA_SUCCESS; done += MIN (bytes - done, CUDA_LARGE_BYTES))
    code = copy_piece (self, (CUdeviceptr)to + offset + done, (const guint8 *)from + done,
                       MIN (bytes - done, CUDA_LARGE_BYTES), ticket, &local);
  g_mutex_unlock (&self->staging.in_lock);
  if (local != NULL)
    g_propagate_error (error, local);
  else if (code != CUDA_SUCCESS)
    cuda_fail (self, error, "can't take a copy of an array", code);
  return code == CUDA_SUCCESS;
}

/* Words of 64 bits are two columns of words of 32. */
static CUresult
set_memory (CudaDevice *self, CUdeviceptr to, gsize bytes, gconstpointer element, gsize element_bytes)
{
  CUresult code = CUDA_SUCCESS;
  guint32 words[2];

  if (element_bytes == 1)
    return cuda.cuMemsetD8Async (to, *(const guint8 *)element, bytes, self->stream);
  memcpy (words, element, element_bytes);
  if (element_bytes == sizeof *words)
    return cuda.cuMemsetD32Async (to, words[0], bytes / sizeof *words, self->stream);
  for (gsize first = 0; first < bytes && code == CUDA_SUCCESS; first += MOST_ROWS * sizeof words)
    for (guint i = 0; i < 2 && code == CUDA_SUCCESS; i++)
      code = cuda.cuMemsetD2D32Async (to + first + i * sizeof *words, sizeof words, words[i], 1,
                                      MIN (MOST_ROWS, (bytes - first) / sizeof words), self->stream);
  return code;
}

gboolean
cuda_fill (RsDevice *device, gpointer to, gsize offset, gsize bytes, gconstpointer element, gsize element_bytes,
           guint64 *ticket, GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  CudaCommand *command;
  CUresult code;

  *ticket = 0;
  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  cuda_enter (self);
  code = cuda_command_begin (self, &command);
  if (code == CUDA_SUCCESS)
    {
      code = set_memory (self, (CUdeviceptr)to + offset, bytes, element, element_bytes);
      if (code == CUDA_SUCCESS)
        code = cuda_command_end (self, command, ticket);
      else
        cuda_command_drop (self, command);
    }
  if (code != CUDA_SUCCESS)
    cuda_fail (self, error, "can't fill an array", code);
  return code == CUDA_SUCCESS;
}

/* --- out of it --- */

/* Piece i begins to fill a half. */
static CUresult
begin_piece (CudaDevice *self, const Job *job, gsize i)
{
  const gsize done = i * CUDA_LARGE_BYTES;
  CUresult code = cuda.cuMemcpyDtoHAsync (self->staging.out[i % 2], job->from + done,
                                          MIN (job->bytes - done, CUDA_LARGE_BYTES), self->out);

  return code == CUDA_SUCCESS ? cuda.cuEventRecord (self->staging.out_ended[i % 2], self->out) : code;
}

static CUresult
end_piece (CudaDevice *self, const Job *job, gsize i)
{
  const gsize done = i * CUDA_LARGE_BYTES;
  CUresult code = cuda.cuEventSynchronize (self->staging.out_ended[i % 2]);

  if (code == CUDA_SUCCESS)
    memcpy (job->to + done, self->staging.out[i % 2], MIN (job->bytes - done, CUDA_LARGE_BYTES));
  return code;
}

static CUresult
copy_pieces (CudaDevice *self, const Job *job)
{
  const gsize n = (job->bytes + CUDA_LARGE_BYTES - 1) / CUDA_LARGE_BYTES;
  CUresult code = begin_piece (self, job, 0);

  for (gsize i = 0; i < n && code == CUDA_SUCCESS; i++)
    {
      if (i + 1 < n)
        code = begin_piece (self, job, i + 1);
      if (code == CUDA_SUCCESS)
        code = end_piece (self, job, i);
    }
  return code;
}

static gpointer
copy_jobs (gpointer data)
{
  CudaDevice *self = data;

  cuda_enter (self);
  for (;;)
    {
      g_autofree Job *job = g_async_queue_pop (self->staging.jobs);
      gint64 start = rs_trace_now ();

      if (job->to == NULL)
        return NULL;
      cuda_ticket_end (self, job->ticket, start, copy_pieces (self, job));
    }
}

gboolean
cuda_copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
               GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  Job *job;

  *ticket = 0;
  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  if (bytes == 0)
    return TRUE;
  job = g_new (Job, 1);
  *ticket = cuda_ticket_begin (self);
  *job = (Job){ .to = to, .from = (CUdeviceptr)from + offset, .bytes = bytes, .ticket = *ticket };
  g_async_queue_push (self->staging.jobs, job);
  return TRUE;
}

/* --- beginning and end --- */

CUresult
cuda_staging_init (CudaDevice *self)
{
  CudaStaging *staging = &self->staging;
  CUresult code = CUDA_SUCCESS;

  for (guint i = 0; i < 2 && code == CUDA_SUCCESS; i++)
    {
      code = cuda.cuMemHostAlloc (&staging->out[i], CUDA_LARGE_BYTES, 0);
      if (code == CUDA_SUCCESS)
        code = cuda.cuEventCreate (&staging->out_ended[i], CU_EVENT_BLOCKING_SYNC);
    }
  if (code != CUDA_SUCCESS)
    return code;
  staging->jobs = g_async_queue_new_full (g_free);
  staging->thread = g_thread_new ("cuda copies", copy_jobs, self);
  return CUDA_SUCCESS;
}

static void
free_pieces (CudaPiece *pieces, guint n)
{
  for (guint i = 0; i < n; i++)
    if (pieces[i].memory != NULL)
      cuda.cuMemFreeHost (pieces[i].memory);
}

void
cuda_staging_clear (CudaDevice *self)
{
  CudaStaging *staging = &self->staging;

  if (staging->thread != NULL)
    {
      g_async_queue_push (staging->jobs, g_new0 (Job, 1));
      g_thread_join (staging->thread);
      g_async_queue_unref (staging->jobs);
    }
  for (guint i = 0; i < 2; i++)
    {
      if (staging->out[i] != NULL)
        cuda.cuMemFreeHost (staging->out[i]);
      if (staging->out_ended[i] != NULL)
        cuda.cuEventDestroy (staging->out_ended[i]);
    }
  free_pieces (staging->small, CUDA_N_SMALL);
  free_pieces (staging->large, CUDA_N_LARGE);
}
