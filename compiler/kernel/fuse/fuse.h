/* Kernel fusion (manual 17.1.6): kernels over the same grid that follow each other become one, whose work items do what
 * those of the kernels do, one after the other.
 *
 * That is right where a work item of a later kernel needs nothing of other work items of an earlier one: an array that
 * one kernel writes and another one uses is used by both at the work item's own position. A few elements of other work
 * items are computed again (fuse-again.c). What is stored and loaded in an array that nobody needs afterwards becomes a
 * local variable, and the array is not touched.
 *
 * Threads: none of its own; the parts are only read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

typedef struct {
  const RsKernel *kernel;   /* as rs_kernel_prepare_part has left it */
  const guint *parameters;  /* of the kernel: which parameter of the fused one each is */
} RsFusionPart;

/* What is known of a parameter of the fused kernel, from the launch. */
typedef struct {
  gboolean covers_grid; /* ARRAY: it has an element at each position of the grid */
  gboolean is_dead;     /* ARRAY: nobody needs what it holds after the launch */
  gboolean is_grid;     /* ARRAY: its lengths are those of the grid */
} RsFusedParameter;

/* Runs the passes that bring a new kernel into the form in which it can be a part. FALSE when it can be none; *reason
 * is why, and is not freed. */
gboolean rs_kernel_prepare_part (RsKernel *kernel, const char **reason);

/* Whether the array parameter is seen as one dimension. */
gboolean rs_kernel_sees_flat (const RsKernel *kernel, guint parameter);

/* Whether a work item uses all arrays at its own position, and positions are one number: the kernel then does the same
 * over the dimensions of the arrays. */
gboolean rs_kernel_is_flat (const RsKernel *kernel);

/* The parts as one kernel, before its passes. parameters: [n_parameters], each used by at least one part; those of
 * different parts that are one have to be the same array in the same shape. Flat parts beside others run over the
 * dimensions of those: their arrays have just these. NULL when the parts can't run item by item; *reason is why.
 * (transfer full) */
RsKernel *rs_kernel_fuse (const RsFusionPart *parts, guint n_parts, const RsFusedParameter *parameters,
                          guint n_parameters, char **reason);

/* How many arrays became local variables. */
guint rs_kernel_count_removed (const RsKernel *kernel);
