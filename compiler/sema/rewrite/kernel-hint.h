/* The code attributes {!kernel_tiling}, {!kernel_transform}, {!kernel_fusion}, {!sched} and {!transfer}: what they ask
 * for (manual 11.4, 12, 17.1.6, 17.2.2, 17.2.3).
 *
 * They are read once here, for the checks, for the kernel compiler and for the notes of `check`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

#define RS_HINT_MAX_DIMS 8

typedef struct {
  gboolean is_here;     /* for the CPU: target names it, or names nothing */
  gboolean is_global;   /* kernel_tiling: of the grid, in boxes */
  gboolean is_local;    /* kernel_tiling: of neighbouring work items, in vectors */
  guint n_dims;         /* 0: auto */
  gint64 dims[RS_HINT_MAX_DIMS]; /* at least 1 */
  gboolean wants_simd;  /* kernel_transform enable="simdprocessing" */
  guint numel;          /* ... its vector length; 0: any */
  const char *nothing;  /* why one of the transforms has nothing to do on the CPU; static; NULL: none of them */
} RsKernelHint;

/* {!kernel_fusion}: which launches become one kernel (manual 17.1.6). */
typedef enum {
  RS_FUSION_BARRIER,  /* no strategy: launches before it are not fused with launches behind it */
  RS_FUSION_IN_ORDER, /* noreordering, manual: neighbours only */
  /* smart, minsyncgrid, minworkingmemory: a launch may move before others that it has nothing to do with */
  RS_FUSION_ANY_ORDER,
  RS_FUSION_AUTOMATIC, /* nothing asks for it: expressions that follow each other, where they compute for long */
} RsFusionStrategy;

/* FALSE: the attribute is not {!kernel_fusion}, or not understood: *problem (transfer full) then is what is wrong with
 * it. */
gboolean rs_fusion_strategy_read (const RsNode *attribute, RsFusionStrategy *strategy, char **problem);

/* {!sched}, {!transfer}: where launches go, and arrays. */
typedef enum {
  RS_PLACE_AUTO,
  RS_PLACE_CPU,
  RS_PLACE_GPU,  /* a device of a plugin */
  RS_PLACE_KEEP, /* {!sched gpu_index=n}: what was said before */
} RsPlaceMode;

typedef struct {
  RsPlaceMode mode;
  const RsNode *index;     /* of the device, an expression; NULL: none is given */
  const RsNode *variables; /* of {!transfer}: one, or a LIST of them; NULL: none */
} RsPlaceHint;

/* Whether the loop behind it is dealt out to the devices: {!parallel for; multi_device=true}, {!unroll} with it. */
gboolean rs_attribute_deals (const RsNode *attribute);

/* FALSE: the attribute is neither {!sched} nor {!transfer}. */
gboolean rs_place_hint_read (const RsNode *attribute, RsPlaceHint *hint);

/* {!alloc}: where the next array gets its memory. FALSE: the attribute is another one, or says nothing of that: a type
 * alone, which the manual gives a meaning on GPUs only. {!alloc} alone: AUTO. */
gboolean rs_alloc_hint_read (const RsNode *attribute, RsPlaceMode *mode);

/* FALSE: the attribute is neither of the two, or not understood: *problem (transfer full) then is what is wrong with
 * it. */
gboolean rs_kernel_hint_read (const RsNode *attribute, RsKernelHint *hint, char **problem);
