/* What the CUDA plugin declares is what the toolkit's headers say: arguments and numbers, of the driver, its compiler
 * and, where their headers are there, the libraries. Compiling it is the test; a
 * signature that differs does not compile. Types of the plugin's own are those of the headers here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda.h>
#include <glib.h>
#include <nvrtc.h>
#if __has_include(<cublas_v2.h>) && __has_include (<cufft.h>) && __has_include (<cusolverDn.h>)
#define HAVE_LIBRARIES 1
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#else
#define HAVE_LIBRARIES 0
#endif

#define SAME(function, result, arguments)                                                                              \
  G_STATIC_ASSERT (__builtin_types_compatible_p (__typeof__ (&function), result (*) arguments));

#define RS_CU(name, arguments) SAME (name, CUresult, arguments)
#include "plugins/cuda/functions.def"
#undef RS_CU

#define RS_NVRTC(name, arguments) SAME (name, nvrtcResult, arguments)
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC

#define RS_CU_NUMBER(name, value) G_STATIC_ASSERT ((int)name == value);
#include "plugins/cuda/constants.def"
#undef RS_CU_NUMBER

#define RS_CU_MEMBER(type, member, offset) G_STATIC_ASSERT (G_STRUCT_OFFSET (type, member) == offset);
#define RS_CU_SIZE(type, bytes) G_STATIC_ASSERT (sizeof (type) == bytes);
#include "plugins/cuda/layouts.def"
#undef RS_CU_MEMBER
#undef RS_CU_SIZE

#if HAVE_LIBRARIES
#define RS_CUBLAS(name, arguments) SAME (name, cublasStatus_t, arguments)
#include "plugins/cuda/cublas.def"
#undef RS_CUBLAS

#define RS_CUFFT(name, arguments) SAME (name, cufftResult, arguments)
#include "plugins/cuda/cufft.def"
#undef RS_CUFFT

#define RS_CUSOLVER(name, arguments) SAME (name, cusolverStatus_t, arguments)
#include "plugins/cuda/cusolver.def"
#undef RS_CUSOLVER

#define RS_LIBRARY_NUMBER(name, value) G_STATIC_ASSERT ((int)name == value);
#define RS_LIBRARY_CODE(library, name, value, outcome) G_STATIC_ASSERT ((int)name == value);
#include "plugins/cuda/library-numbers.def"
#undef RS_LIBRARY_NUMBER
#undef RS_LIBRARY_CODE

G_STATIC_ASSERT (sizeof (cublasStatus_t) == sizeof (int) && sizeof (cublasOperation_t) == sizeof (int)
                 && sizeof (libraryPropertyType) == sizeof (int) && sizeof (cufftResult) == sizeof (int)
                 && sizeof (cufftType) == sizeof (int) && sizeof (cufftHandle) == sizeof (int)
                 && sizeof (cusolverStatus_t) == sizeof (int));
G_STATIC_ASSERT (__builtin_types_compatible_p (cudaStream_t, CUstream) && sizeof (cublasHandle_t) == sizeof (void *)
                 && sizeof (cusolverDnHandle_t) == sizeof (void *) && sizeof (cuComplex) == 8
                 && sizeof (cuDoubleComplex) == 16);
#endif

/* Enumerations are passed as ints, handles as pointers. */
G_STATIC_ASSERT (sizeof (CUresult) == sizeof (int) && sizeof (CUdevice) == sizeof (int)
                 && sizeof (CUdevice_attribute) == sizeof (int) && sizeof (CUfunction_attribute) == sizeof (int)
                 && sizeof (CUmemPool_attribute) == sizeof (int) && sizeof (nvrtcResult) == sizeof (int));
G_STATIC_ASSERT (sizeof (CUdeviceptr) == 8 && sizeof (CUstream) == sizeof (void *));

int
main (void)
{
  g_print ("1..1\nok 1 - declared as in cuda.h %d and nvrtc.h\n", CUDA_VERSION);
  return 0;
}
