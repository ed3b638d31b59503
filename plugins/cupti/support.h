/* Whether counters and samples of a GPU can be had.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cupti/library.h"

/* Makes CUPTI ready, and asks. NULL: it can; else why not, as part of a sentence. (transfer full) */
char *cupti_check_support (int device, CuptiProfiling profiling);
