/* Launches that go where the device configuration says: pins, and shares set by hand
 * (runtime/device/configuration/pins.h).
 *
 * Whole launches are handed out: launch k of a place goes to step k of its pin's order, and in a loop that is dealt out
 * (deal.h) iteration k does, so that the launches of an iteration with equal shares stay together. A step whose device
 * can't have the launch falls to the next one of another device. Where none can have it, the user is told why, once a
 * place, and the launch goes where it would without the pin.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/engine.h"
#include "runtime/sched/place/place-reason.h"
#include "runtime/sched/specialize/specialization.h"

/* NULL: it has no pin, or its devices can't have the launch. first: the session's first engine; places: [n], of it and
 * those behind it the ones that can have the launch; the CPU beside them can, unless {!sched} asks for others. */
RsEngine *rs_pinning_choose (RsSession *session, RsEngine *first, RsSite *site, RsEngine *const *places, guint n,
                             RsInputs *inputs);
/* A device that the pin named could not have the launch after all. */
void rs_pinning_tell_refused (RsSession *session, RsSite *site, const RsEngine *engine, const char *reason);
