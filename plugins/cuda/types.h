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
typedef unsigned long long CUtexObject;
typedef struct CUarray_st *CUarray;
typedef struct CUDA_RESOURCE_VIEW_DESC_st CUDA_RESOURCE_VIEW_DESC; /* not used */
typedef struct {
  int resType;
  union {
    struct {
      CUdeviceptr devPtr;
      int format;
      unsigned numChannels; /* of a texel */
      size_t width, height; /* in texels */
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct {
  int addressMode[3], filterMode;
  unsigned flags, maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
  int reserved[12];
} CUDA_TEXTURE_DESC;
typedef struct {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  int srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void *reserved0;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  int dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void *reserved1;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

#define RS_CU_MEMBER(type, member, offset) _Static_assert(offsetof (type, member) == offset, #type);
#define RS_CU_SIZE(type, bytes) _Static_assert(sizeof (type) == bytes, #type);
#include "plugins/cuda/layouts.def"
#undef RS_CU_MEMBER
#undef RS_CU_SIZE

typedef int nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

enum {
#define RS_CU_NUMBER(name, value) name = value,
#include "plugins/cuda/constants.def"
#undef RS_CU_NUMBER
};
