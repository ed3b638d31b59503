/* Partial results of the boxes, or groups of work items, of a launch, see compiler/kernel/ir/abi.h.
 *
 * Threads: that of the launch; the functions for one box, its worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* n_boxes: 1 or more. */
void rs_accumulators_allocate (RsDeviceLaunch *launch, gint64 n_boxes);
/* The running sums with which a box begins, once it has left what it adds; boxes in their order. */
void rs_accumulators_pass_on (RsDeviceLaunch *launch, gint64 box);
/* In one thread: the running sums with which a box begins, and what it has come to. */
void rs_accumulators_begin (RsDeviceLaunch *launch, gint64 box);
void rs_accumulators_end (RsDeviceLaunch *launch, gint64 box);
/* Combines what the boxes have left into the results, where the launch is complete; frees it. */
void rs_accumulators_combine (RsDeviceLaunch *launch, gint64 n_boxes, gboolean is_complete);
