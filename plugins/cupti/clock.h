/* From CUPTI's clock to CLOCK_MONOTONIC, for libraries that can't be given that clock.
 *
 * The difference is measured again and again, since CUPTI's clock is set while it runs (CLOCK_REALTIME); a time is
 * moved by the measurement before it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _CuptiOffsets CuptiOffsets;

CuptiOffsets *cupti_offsets_new (void);
/* theirs: what their clock said between before and after of ours. Any thread. */
void cupti_offsets_add (CuptiOffsets *offsets, gint64 theirs, gint64 before, gint64 after);
/* Any thread; 0 stays 0. */
gint64 cupti_offsets_convert (CuptiOffsets *offsets, gint64 theirs);
