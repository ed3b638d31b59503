/* The types of CUDA's libraries, as cublas.def, cufft.def and cusolver.def need them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/types.h"

/* Enumerations are ints, streams those of the driver. */
typedef struct CUstream_st *cudaStream_t;
typedef int libraryPropertyType;
typedef struct {
  float x, y;
} cuComplex;
typedef struct {
  double x, y;
} cuDoubleComplex;

typedef int cublasStatus_t;
typedef int cublasOperation_t;
typedef struct cublasContext *cublasHandle_t;

typedef int cufftResult;
typedef int cufftType;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

typedef int cusolverStatus_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;

enum {
#define RS_LIBRARY_NUMBER(name, value) name = value,
#include "plugins/cuda/library-numbers.def"
#undef RS_LIBRARY_NUMBER
};
