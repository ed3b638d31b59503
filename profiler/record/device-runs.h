/* What one program assigned on two devices, kept in a recording of both runs (manual 18.3).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"
#include "runtime/debug/comparison.h"

/* The difference, in parts of the largest number of an array, below which values of two devices count as equal: sums of
 * a million numbers in another order, and functions of the last place or two, stay below. */
double rs_comparison_get_usual_tolerance (gboolean is_double);

/* After both runs, before the recording is stopped. devices: [2], their names. */
void rs_recorder_add_comparison (RsRecorder *recorder, RsComparison *comparison, const char *const *devices,
                                 double tolerance);
