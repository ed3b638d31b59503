/* What the files of this folder share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/print/print.h"
#include "compiler/target/plan.h"

/* Positions that a work item runs together, in the last two dimensions of the grid; see register-blocks.c. */
#define GPU_BLOCK_ROWS 4
#define GPU_BLOCK_COLUMNS 2

typedef struct {
  gboolean is_strided; /* a work item runs many positions: what would end it goes on with the next one */
  gboolean can_fail;   /* has a status */
  gint private_sums;   /* the array that groups add to in copies of their own; negative: none */
  guint run; /* of statements that the work items of a block run by themselves; 0: all of them run what is printed */
  guint n_runs;
  gboolean needs_rest;     /* the run's end has to have a label */
  GPtrArray *common_loops; /* (not owned) of RsIrStatement, of a kernel in register blocks; NULL: it is none */
  guint turn;              /* the position that is being printed, of those that a work item runs together */
  gboolean in_turns;       /* statements are printed for all of them, */
  gboolean is_own_turn;    /* and this one, with what is in it, for one */
} GpuContext;

static inline GpuContext *
gpu (const Printer *p)
{
  return p->context;
}

extern const Dialect gpu_dialect;

/* NULL: the kernel can be printed; else why not. (transfer full) */
char *gpu_refuse (const RsKernel *kernel);
/* The value of a REDUCE or FINISH, of the type that a work item keeps. */
const RsIrExpression *gpu_get_result (const RsKernel *kernel, const RsIrStatement *s);
/* What a work item keeps of an accumulator or a last value, and what that is in memory: there all have 8 bytes. */
const char *gpu_get_result_type (const RsKernel *kernel, const RsKernelParameter *parameter);
const char *gpu_get_stored_type (const RsKernel *kernel, const RsKernelParameter *parameter);
/* Text of value as it is stored there. */
void gpu_append_stored (const RsKernel *kernel, const RsKernelParameter *parameter, GString *out, const char *value);
/* Whether the statement itself, not its blocks, has a load that may fail. */
gboolean gpu_has_checked_load (const RsIrStatement *s);
/* block.c: the statements of a block whose work items meet at barriers. FALSE: as usual. */
gboolean gpu_print_block (Printer *p, const RsIrBlock *block);
void gpu_print_barrier (Printer *p, const RsIrStatement *s);
/* shared.c: the shared arrays, zero; whether one may turn out too large at the launch; bytes that a block needs, and
 * those that have to be asked for at the launch; whether the array has room for its elements whatever the launch. */
void gpu_print_shared (Printer *p);
gboolean gpu_shared_can_fail (const RsKernel *kernel);
gint64 gpu_get_shared_bytes (const RsKernel *kernel);
guint gpu_get_pool_bytes (const RsKernel *kernel);
gboolean gpu_shared_fits (const RsKernel *kernel, guint parameter);
/* constant.c: bytes of constant memory that the parameter may take; 0: it has to lie elsewhere. */
guint gpu_get_constant_bytes (const RsKernel *kernel, guint parameter);
/* Room for these; FALSE: there are none. */
gboolean gpu_append_constants (const RsKernel *kernel, GString *out);
/* Ends the work item: text of a statement. */
void gpu_append_exit (Printer *p, GString *out);
const char *gpu_element_type (RsElement element);          /* in memory */
const char *gpu_space (const Printer *p, guint parameter); /* RS_GLOBAL or RS_LOCAL */
void gpu_append_load (Printer *p, GString *out, const RsIrExpression *e);
/* texture.c: the argument by which a unit knows the array, and a read of it. */
void gpu_append_texture (Printer *p, GString *out, guint parameter, RsIrFilter filter);
void gpu_append_sample (Printer *p, GString *out, const RsIrExpression *e);
void gpu_append_inside (Printer *p, GString *out, const RsIrExpression *e);
void gpu_append_function (Printer *p, GString *out, const RsIrExpression *e);
char *gpu_get_function (Printer *p, RsIrOp op, RsIrType type);
void gpu_need_helper (Printer *p, const char *name, RsIrType type);
void gpu_need_fail (Printer *p);
void gpu_need_grid_barrier (Printer *p);
void gpu_append_atomic (Printer *p, GString *out, const RsIrStatement *s, const char *element);
/* The function that does it, of shared memory where is_local. (transfer full) */
char *gpu_need_atomic (Printer *p, const RsIrStatement *s, gboolean is_local);
/* scan.c: of a kernel with running sums, the text of a work item in the function that tells what a group adds to them,
 * and in the one that runs the positions; gpu.c has what both print of an item at position `at`, with braces. */
void gpu_print_scan_totals (Printer *p, guint group_items);
void gpu_print_scan (Printer *p, guint group_items);
void gpu_print_item_at (Printer *p, gboolean is_totals);
void gpu_print_accumulators (Printer *p, guint tree_items);
void gpu_print_trees (Printer *p, guint group_items, gboolean is_prefix);
const char *gpu_neutral_element (const RsKernelParameter *parameter);
const char *gpu_combination (RsReduceOperator reduce); /* of a and b */
/* private-sums.c: the parameter, negative: none; the copy, zero, where the launch has one; what becomes of it. */
gint gpu_find_private_sums (const RsKernel *kernel);
void gpu_print_private_sums (Printer *p, guint group_items);
void gpu_print_private_sums_end (Printer *p, guint group_items);
/* register-blocks.c: the loops that all positions of a work item run together, NULL: it has one position only (transfer
 * container); the text of such a work item, at its first position; what names a variable or a position in its turn. */
GPtrArray *gpu_find_register_blocks (const RsKernel *kernel);
void gpu_print_register_blocks (Printer *p, void (*print_locals) (Printer *p), void (*print_item) (Printer *p));
gboolean gpu_print_turns (Printer *p, const RsIrBlock *block); /* FALSE: as usual */
void gpu_append_turn (const Printer *p, GString *out, guint local);
gboolean gpu_append_turn_position (const Printer *p, GString *out, const RsIrExpression *e); /* FALSE: as usual */
gboolean gpu_is_atomic_known (const RsKernel *kernel, const RsIrStatement *s);
/* prelude-NAME.c */
void gpu_append_opencl_prelude (GString *out, const RsTarget *target);
void gpu_append_cuda_prelude (GString *out, const RsTarget *target);
