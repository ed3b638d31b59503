/* Loops over the rows of a matrix, counted as one: how long a row is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/specialize/specialization.h"

/* The length of the rows that the loop over range runs through, where these are whole rows and long enough to be a
 * dimension of the grid; 0: they are not. values: of the variables that rs_loop_nest_get_inputs names. */
gint64 rs_loop_get_row_length (const RsSite *site, const RsRange *range, const RsValue *values, guint n);
