/* Within runtime/vm: one parallel_do while it is carried out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/vm/vm-private.h"

typedef enum {
  NOT_SPECIAL,
  POS,
  BLKPOS,
  BLKIDX,
  BLKDIM,
  BLKCNT,
  WARP_SIZE,
  COALESCED_THREADS, /* from here on: groups of work items, which are interpreted */
  THIS_THREAD_BLOCK,
  THIS_GRID,
  TEXTURE_COPY /* the launch passes it like an argument */
} Special;

typedef struct {
  RsFunction *function;
  const RsProto *proto;
  guint rank;
  gint64 dims[RS_MAX_RANK], block[RS_MAX_RANK];
  Special *specials;     /* [n_parameters] */
  RsValue *arguments;    /* [n_parameters]; those of special parameters are made for each work item */
  RsValue *outputs;      /* [n_outputs]: carried from work item to work item */
  RsOperator *operators; /* [n_outputs]: with which the kernel assigns them */
} Launch;

/* --- kernel-grid.c: sizes, and the parameters that tell a work item where it is --- */
Special rs_vm_kernel_get_special (const char *name);
/* Dimensions from an argument of parallel_do; block: set where the argument holds both. */
gboolean rs_vm_kernel_get_dims (RsValue value, guint *rank, gint64 *dims, gint64 *block, GError **error);
/* A grid of more dimensions than pos has keeps the first ones; twice as many numbers are the dimensions and the
 * block. */
void rs_vm_kernel_fit_grid (Launch *launch);
/* Of sizes that are not negative; at most G_MAXINT64. */
gint64 rs_vm_kernel_product (guint rank, const gint64 *sizes);
/* most: work items of the block. Every block is full. */
void rs_vm_kernel_choose_block (guint rank, const gint64 *dims, gint64 most, gint64 *block);
gboolean rs_vm_kernel_check_sizes (guint rank, const gint64 *dims, const gint64 *block, GError **error);
/* Work items of a grid that can wait for each other. */
#define RS_ITEMS_OF_A_GRID 16384

/* Whether the kernel has a parameter that is a group of work items (manual 9.8). */
gboolean rs_vm_kernel_has_groups (const Launch *launch);
/* Whether all work items of the grid may have to wait for each other. */
gboolean rs_vm_kernel_needs_grid (const Launch *launch, const RsVm *vm);
/* Row-major. */
gint64 rs_vm_kernel_linear_index (guint rank, const gint64 *position, const gint64 *size);
/* Gives a special parameter its value for the work item at position. */
gboolean rs_vm_kernel_set_special (const Launch *launch, guint parameter, const gint64 *position, GError **error);

/* --- kernel-outputs.c: output arguments --- */
/* Fills in operators and outputs; the caller frees both. */
void rs_vm_kernel_begin_outputs (Launch *launch);
RsValue rs_vm_kernel_initial_output (const Launch *launch, guint index);
/* Puts the outputs of work items that ran side by side, [n_items][n_outputs], together. */
gboolean
rs_vm_kernel_combine_outputs (RsThread *thread, const Launch *launch, RsValue *outputs, guint n_items, GError **error);

/* --- kernel-items.c: running the work items of a launch --- */
/* only: the position of the single work item that is wanted; NULL: all. In blocks, those that it may wait for run with
 * it. */
gboolean rs_vm_kernel_run_in_order (RsThread *thread, const Launch *launch, const gint64 *only, GError **error);
gboolean rs_vm_kernel_run_in_blocks (RsThread *thread, const Launch *launch, const gint64 *only, GError **error);

/* --- kernel.c --- */
gboolean rs_vm_kernel_interpret (RsThread *thread, Launch *launch, const RsValue *arguments, guint n,
                                 const gint64 *only, GError **error);
/* Whether work items run side by side. */
gboolean rs_vm_kernel_is_in_blocks (const Launch *launch, const RsVm *vm);

/* --- kernel-lone.c: a work item that a debugger has chosen --- */
typedef struct _LoneItem LoneItem;
/* Runs it on copies of the arguments. NULL: nobody has chosen one; or, with an error, the program is to stop. */
LoneItem *
rs_vm_kernel_run_lone (RsThread *thread, const Launch *launch, const RsValue *arguments, guint n, GError **error);
/* After the launch: says how they compare, unless it failed. Frees self, which may be NULL. */
void rs_vm_kernel_compare_lone (RsThread *thread, LoneItem *self, gboolean has_launched);
