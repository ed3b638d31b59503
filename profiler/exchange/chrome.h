/* Export to the Chrome trace format, which Perfetto, Speedscope and browsers read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#include <stdio.h>

/* Writes the whole trace as JSON: ts and dur in microseconds with three decimals, a tid for each lane of a track so
 * that the spans of a tid never overlap. Needs time in proportion to the number of events, constant memory. */
gboolean rs_chrome_export (RsTraceStore *store, FILE *output, GError **error);

/* Whether the file holds what rs_chrome_export writes. */
gboolean rs_chrome_is_in_file (const char *path);
