/* Memory of event rings.
 *
 * A ring is shared by its thread, which may end at any time, and the recorder; the last of them frees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/ring.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLOT_BYTES (RS_RING_CAPACITY * sizeof (RsTraceEvent))

RsRing *
rs_ring_new (void)
{
  void *slots = mmap (NULL, SLOT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct timespec used;
  RsRing *self;

  if (slots == MAP_FAILED)
    return NULL;
  self = g_aligned_alloc0 (1, sizeof *self, 64);
  self->slots = slots;
  self->thread_id = gettid ();
  if (pthread_getcpuclockid (pthread_self (), &self->cpu_clock) != 0)
    self->cpu_clock = -1;
  else if (clock_gettime (self->cpu_clock, &used) == 0)
    self->cpu_start = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  self->track = rs_trace_thread_track ();
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

RsRing *
rs_ring_ref (RsRing *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_ring_discard_slots (RsRing *self)
{
  if (self->slots != NULL)
    munmap (self->slots, SLOT_BYTES);
  self->slots = NULL;
}

void
rs_ring_unref (RsRing *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  rs_ring_discard_slots (self);
  g_aligned_free (self);
}
