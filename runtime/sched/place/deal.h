/* Loops whose iterations are dealt out to the session's devices: {!parallel for; multi_device=true} (manual 8.2, 11.1).
 *
 * While iteration i of such a loop runs, launches go to device i modulo n: the devices in the order of their numbers,
 * the CPU before them where the program's launches may go there. {!sched} inside holds to the end of its iteration.
 * What was said before the loop holds again behind it, however it is left. Loops may lie inside each other; the
 * innermost decides.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/engine.h"

/* An iteration begins. n_active: such loops that the function is in already; depth: with this one. */
void rs_deal_next (RsSession *session, guint *n_active, guint depth);
/* The function leaves all but depth of them. */
void rs_deal_leave (RsSession *session, guint *n_active, guint depth);

/* The device of the iteration that runs; places: the n >= 1 of the session that can have the launch, the CPU, if it is
 * one of them, as the first. first: the session's first one. */
RsEngine *rs_deal_choose (const RsSession *session, RsEngine *first, RsEngine *const *places, guint n);
