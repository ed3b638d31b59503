/* The types of the CUDA driver and of its compiler, as functions.def and nvrtc.def need them: where cuda.h is not
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <stddef.h>

typedef int CUresult; /* enumerations are ints */
typedef int CUdevice;
typedef int CUdevice_attribute;
typedef int CUfunction_attribute;
typedef int CUmemPool_attribute;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct {
  int type, id;
} CUmemLocation;
typedef struct {
  CUmemLocation location;
  int flags;
} CUmemAccessDesc;
typedef int nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

enum {
#define RS_CU_NUMBER(name, value) name = value,
#include "plugins/cuda/constants.def"
#undef RS_CU_NUMBER
};
