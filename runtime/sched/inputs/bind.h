/* Filling in a launch: the values of the inputs become the arguments of the compiled code.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue/queue.h"
#include "runtime/sched/specialize/specialization.h"

/* Where a launch leaves what is no array: the values of reductions and of variables that live on. */
typedef struct {
  double *accumulators; /* one block a parameter, at its offset */
  gint64 *finals;
  RsArray **shapes; /* [n_parameters], of the inputs: the array that an accumulator was before; NULL: none */
  guint *offsets;   /* [n_parameters], in elements of the one or the other */
} RsResults;

void rs_results_clear (RsResults *results);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsResults, rs_results_clear)

/* The lengths of an array as a parameter of that rank sees it: a vec passed for a mat is one row; a mat passed for a
 * cube has one channel; a matrix of one row serves as a vec. dims: [RS_MAX_RANK]. FALSE: it can't be seen so. */
gboolean rs_bind_get_dims (const RsArray *array, int rank, gint64 *dims);

/* Adds the arguments in the order of the kernel's parameters. result: the array that an expression makes, or NULL.
 * Fails with RS_RUNTIME_ERROR_KERNEL_ARGUMENT when a value does not fit, naming it. */
gboolean rs_bind_arguments (const RsSpecialization *code, const RsInputs *inputs, RsArray *result, RsLaunch *launch,
                            RsResults *results, GError **error);

/* A whole number, and the length of an array, as they are handed to the kernel. inputs: RsInputs. */
gboolean rs_bind_get_number (const RsKernelParameter *parameter, guint k, gint64 *number, gpointer inputs);
gboolean rs_bind_get_length (const RsKernelParameter *parameter, guint k, gint64 *length, gpointer inputs);

/* Of each array that was bound the launch uses the rows that its positions need, as far as that is known: those from
 * first to end (exclusive) in the first dimension of grid, which the whole launch has. */
void rs_bind_rows (const RsSpecialization *code, const RsInputs *inputs, RsLaunch *launch, const gint64 *grid,
                   gint64 first, gint64 end);

/* Bits of the inputs (of the first 64) that are arrays: of which the launch reads nothing, and those that it writes. */
void rs_bind_get_uses (const RsSpecialization *code, const RsLaunch *launch, guint64 *overwritten, guint64 *written);

/* The value that parameter i of binding ACCUMULATOR or FINAL has after the launch. */
RsValue rs_results_get (const RsResults *results, const RsSpecialization *code, guint i);
