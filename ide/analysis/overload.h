/* Which of several functions of one name a call means.
 *
 * Threads: any; read only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

/* Of the overloads of a FUNCTION that may take the call's arguments, as far as their types are known, the one with the
 * most parameters of just these types, and the first of several such ones: where types are open until the program runs
 * it may mean another. NULL: none takes them. (transfer none) */
const RsNode *rs_overload_find (const RsNode *call, const RsSymbol *function, RsPrecision precision);
