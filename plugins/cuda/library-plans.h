/* Plans of cuFFT, kept for transforms that come again: making one takes longer than most transforms.
 *
 * Each has tables in the device's memory, which cuFFT allocates; what it works with comes with the launch. So there are
 * few: what was used least recently goes first, but no plan goes while a launch uses it.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/libraries.h"
#include "runtime/device/library.h"

typedef struct {
  RsElement element;
  RsLibraryTransform transform;
  cufftHandle handle;
  gsize work_bytes;
  guint n_users; /* launches */
  guint64 used;  /* when it was asked for last: a count */
} CudaPlan;

typedef struct {
  GPtrArray *plans; /* of CudaPlan, owned; NULL: there was none yet */
  guint64 n_asked;
} CudaPlans;

/* The plan for the call, a transform (borrowed); NULL with what cuFFT returned. */
CudaPlan *cuda_plans_get (CudaPlans *self, const RsLibraryCall *call, cudaStream_t stream, int *code);
/* Begins the transforms. Returns what cuFFT does. */
int cuda_plan_run (const CudaPlan *self, char *from, char *to, void *work);
/* No launch uses any. */
void cuda_plans_clear (CudaPlans *self);
