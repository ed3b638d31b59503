/* Output arguments of kernel functions: inputs of the compiled code like any array, which hold the initial value before
 * the launch and the result behind it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/signature.h"

/* Adds an array for each output of kernel; values: where each begins, a number or a vector, [n]. Returns the index of
 * the first input; -1 with an error when there is no memory. Outputs of a type that no array can hold are left out. */
int rs_outputs_add (RsInputs *inputs, RsSession *session, const RsFunction *kernel, const RsValue *values, guint n,
                    GError **error);
/* Replaces each value by what the kernel left; first as rs_outputs_add returned it. The launch must be complete. */
gboolean rs_outputs_read (const RsInputs *inputs, int first, RsValue *values, guint n, GError **error);
