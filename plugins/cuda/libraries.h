/* CUDA's libraries: cuBLAS, cuFFT and cuSOLVER, each opened when it is first asked for, and never closed.
 *
 * Nothing links them. Where one is missing, what it is for is done by kernels, or on the host.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/library-types.h"

#include <glib.h>

typedef struct {
#define RS_CUBLAS(name, arguments) cublasStatus_t (*name) arguments;
#include "plugins/cuda/cublas.def"
#undef RS_CUBLAS
#define RS_CUFFT(name, arguments) cufftResult (*name) arguments;
#include "plugins/cuda/cufft.def"
#undef RS_CUFFT
#define RS_CUSOLVER(name, arguments) cusolverStatus_t (*name) arguments;
#include "plugins/cuda/cusolver.def"
#undef RS_CUSOLVER
} CudaLibraryFunctions;

extern CudaLibraryFunctions cuda_libraries; /* those of each library filled by cuda_library_open */

typedef enum { CUDA_CUBLAS, CUDA_CUFFT, CUDA_CUSOLVER, CUDA_N_LIBRARIES } CudaLibraryId;

/* What a call of a library came to. */
typedef enum {
  CUDA_LIBRARY_DONE,
  CUDA_LIBRARY_REFUSED, /* it can't do that, here; nothing was begun */
  CUDA_LIBRARY_MEMORY,  /* nor was it: the device has not enough memory */
  CUDA_LIBRARY_FAULT,   /* the device has failed */
} CudaOutcome;

/* Opens the library. FALSE with a sentence for *reason (borrowed; may be NULL) that says what is missing. */
gboolean cuda_library_open (CudaLibraryId library, const char **reason);
/* "cuBLAS" */
const char *cuda_library_get_name (CudaLibraryId library);
/* What a function of the library returned; *name: the code's (borrowed until the thread's next call). */
CudaOutcome cuda_library_judge (CudaLibraryId library, int code, const char **name);
/* See RsDevicePlugin. cuDNN is among them, though nothing uses it. */
void cuda_library_list (GPtrArray *libraries);
