/* What a kernel is compiled for: the facts about a kind of device, or about one device, that decide what its text may
 * say.
 *
 * A target is part of each request, and the kernel keeps it. The CPU's is a constant; a device that is found when the
 * program runs starts from its dialect's constant, fills in what the driver tells, and keeps the result as long as its
 * kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/platform.h"

#define RS_MAX_GRID 4
/* Work items of a warp of the program, in kernels with groups: the same on all targets (manual 9.8). */
#define RS_WARP_SIZE 32

/* The language of the text. */
typedef enum {
  RS_DIALECT_C,      /* C with vector extensions, see compiler/kernel/ir/abi.h: a function runs a box of work items */
  RS_DIALECT_OPENCL, /* OpenCL C 1.2: a function is a work item */
  RS_DIALECT_CUDA,   /* CUDA C++: the same */
  RS_N_DIALECTS
} RsDialect;

typedef struct {
  RsDialect dialect;
  const char *name;     /* "cpu", "opencl", "cuda" */
  RsPlatform platform;  /* what $target and {!kernel target=...} take it for */
  guint position_bits;  /* of positions and lengths in arrays: 32 or 64 */
  gboolean has_double;  /* computes in double precision */
  gboolean has_half;    /* computes in half precision; reading and writing it is always possible */
  guint vector_bytes; /* of the registers that work items share when the compiler puts them together; 0: it does not */
  guint warp_width;     /* work items that run in step in kernels with groups */
  guint largest_block;  /* work items */
  guint grid_dimensions;
  /* shared memory of a block; where work items run one by one, also what they keep across barriers */
  gsize block_bytes;
  gsize constant_bytes; /* constant memory */
  gsize argument_bytes; /* of all arguments of a kernel; 0: any */
  gboolean has_barriers;   /* of its own: work items of a block run side by side */
  gboolean has_grid_barriers; /* launches whose blocks all run at a time, so that they can wait for each other */
  gboolean has_shuffles;   /* between the work items of a warp */
  gboolean has_atomics_64; /* on elements of 8 bytes */
  gboolean runs_items_in_turn; /* a core runs the work items of a group one after the other */
  gboolean has_textures;       /* units that read textures; else loads and arithmetic do */
} RsTarget;

/* How many values of so many bytes a warp holds: a vector register full of them, or one each. */
static inline guint
rs_target_get_warp (const RsTarget *self, guint bytes)
{
  return self->vector_bytes > 0 ? self->vector_bytes / bytes : self->warp_width;
}

/* Whether $target (name) means it. */
static inline gboolean
rs_target_is_meant (const RsTarget *self, const char *name)
{
  return rs_platform_is_meant (self->platform, name);
}

extern const RsTarget rs_target_cpu;
/* What every OpenCL 1.2 device has, but for double precision, which some lack. */
extern const RsTarget rs_target_opencl;
/* What every device has that today's CUDA compiles for. */
extern const RsTarget rs_target_cuda;
