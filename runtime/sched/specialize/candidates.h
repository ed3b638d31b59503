/* Which of the session's devices can have a place, and why others can't: double precision, shared memory, no kernel at
 * all. Known of what the compiler says; a driver may still refuse the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/specialize/specialization.h"

/* Why the device can't have what request describes, for its target; NULL: it can. Compiles as far as the text, some
 * milliseconds. (transfer full) */
char *rs_candidates_find_reason (const RsEngine *engine, const RsKernelRequest *request);
/* CANDIDATE events, once a site, device and recording; code: what came of request on chosen, one of the session's
 * devices, of which first is the first. While rs_trace_is_on. Session's thread. */
void rs_candidates_emit (RsSite *site, const RsEngine *first, const RsEngine *chosen, const RsSpecialization *code,
                         const RsKernelRequest *request);
