/* Why a launch went where it went, for traces.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

typedef enum {
  RS_PLACE_REASON_NONE, /* there was nothing to choose from */
#define RS_PLACE_REASON(NAME, text) RS_PLACE_REASON_##NAME,
#include "runtime/sched/place-reasons.def"
#undef RS_PLACE_REASON
  RS_N_PLACE_REASONS
} RsPlaceReason;
