/* Operations and calls of built-in functions in an expression that have no array in them: numbers of the host, in
 * double precision, which are computed once, before the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/signature.h"

/* Adds an input for each largest operation or call in node that has numbers only for leaves, not all of them of the
 * text; the leaves are inputs already. FALSE, and inputs are of no use, where such an operation fails or is no real
 * number. On the session's thread. */
gboolean rs_inputs_add_numbers (RsInputs *self, RsSession *session, const RsNode *node);
