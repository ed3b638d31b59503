/* Loops that count through the rows of a matrix: for k=0..n*m-1 with floor(k/m) and mod(k,m).
 *
 * Where the number of iterations is a multiple of m, the loop is one over n rows of m positions, and the two functions
 * are its positions: no division is left, and rows are seen as what they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/places/nest.h"

/* The first length by which the loop divides its variable, in floor(k/m), int(k/m) or mod(k,m): a number, a variable or
 * size(variable, number), which the loop may still change. NULL: none, or the nest has several levels. */
const RsNode *rs_loop_nest_find_row_length (const RsLoopNest *nest);
