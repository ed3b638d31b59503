/* Occupancy: how many warps of a kernel a multiprocessor of a GPU can hold, of as many as it could at most.
 *
 * Blocks are given out whole, so each of four things may be what there is no more of: warps, registers, shared
 * memory, blocks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct {
  guint major, minor;
  guint warps, blocks;
  guint registers;
  gsize shared_bytes, shared_bytes_of_block, reserved_bytes, shared_unit;
} RsGpuLimits;

/* NULL: a compute capability that is not known. */
const RsGpuLimits *rs_gpu_limits_find (guint major, guint minor);
/* All of them. */
const RsGpuLimits *rs_gpu_limits_list (guint *n);

typedef enum {
  RS_LIMITED_BY_WARPS = 1 << 0,
  RS_LIMITED_BY_REGISTERS = 1 << 1,
  RS_LIMITED_BY_SHARED_MEMORY = 1 << 2,
  RS_LIMITED_BY_BLOCKS = 1 << 3,
} RsOccupancyLimit;

typedef struct {
  guint threads;      /* work items of a block */
  guint registers;    /* of a work item */
  gsize shared_bytes; /* of a block */
} RsLaunchShape;

typedef struct {
  guint blocks; /* of a multiprocessor, at a time; 0: it can't be launched */
  guint limits; /* RsOccupancyLimit of those that are reached first */
  double share; /* of the warps there could be */
} RsOccupancy;

RsOccupancy rs_occupancy_compute (const RsGpuLimits *limits, const RsLaunchShape *shape);

/* "registers, shared memory". (transfer full) */
char *rs_occupancy_describe_limits (guint limits);

/* The three curves of a kernel: one of the shape's members goes through its range, the others stay. */
typedef enum { RS_CURVE_THREADS, RS_CURVE_REGISTERS, RS_CURVE_SHARED_MEMORY, RS_N_CURVES } RsOccupancyCurve;

typedef struct {
  gint64 value;
  RsOccupancy occupancy;
} RsOccupancyPoint;

/* (transfer full) (element-type RsOccupancyPoint) */
GArray *rs_occupancy_make_curve (const RsGpuLimits *limits, const RsLaunchShape *shape, RsOccupancyCurve curve);

/* "32: 50 %, 64 to 512: 100 %": stretches of equal occupancy. (transfer full) */
char *rs_occupancy_describe_curve (const RsGpuLimits *limits, const RsLaunchShape *shape, RsOccupancyCurve curve);

/* --- of a trace --- */

typedef struct {
  const char *name, *file, *configuration; /* live as long as the store */
  guint line;
  gint64 launches, total;
  RsLaunchShape shape;
  RsOccupancy occupancy;
} RsOccupancyRow;

/* The GPU that a trace was recorded on: the first that it describes. NULL: none, or one that is not known; *device:
 * what the trace says of it, "" if nothing. (transfer full) for device. */
const RsGpuLimits *rs_occupancy_find_device (RsTraceStore *store, char **device);

/* Kernels by launch configuration, the longest total first; those of other devices are left out. limits: NULL: not
 * known, the occupancies stay 0. (transfer full) (element-type RsOccupancyRow) */
GArray *rs_occupancy_read (RsTraceStore *store, const RsTraceRange *range, const RsGpuLimits *limits, GError **error);
