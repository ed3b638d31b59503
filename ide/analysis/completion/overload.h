/* Which of several functions of one name a call means.
 *
 * Threads: any; read only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

/* The overloads of a FUNCTION that may take the call's arguments, as far as their types are known. First stands one
 * with the most parameters of just these types; where all are, no other is listed: else, where types are open until
 * the program runs, the call may mean each. (transfer container) (element-type RsNode, of the program) */
GPtrArray *rs_overload_list (const RsNode *call, const RsSymbol *function, RsPrecision precision);
