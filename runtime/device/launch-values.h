/* What a launch means in numbers: for devices whose kernels get their arguments one by one, in the order of the plan.
 *
 * Threads: that of the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* Whether it has no work items. */
gboolean rs_launch_is_empty (const RsDeviceLaunch *launch);
/* How many work items. */
gint64 rs_launch_count_items (const RsDeviceLaunch *launch);
/* How many the whole launch has in dimension d of its grid, of which this may be a part. */
gint64 rs_launch_get_length (const RsDeviceLaunch *launch, guint d);
/* How many positions a work item runs along dimension w of a device. */
guint rs_launch_get_positions (const RsDeviceLaunch *launch, guint w);
/* How many work items in dimension w of a device, from 0 to 2: neighbours of the last grid dimension first; the first
 * two of four grid dimensions are one there; 1 beyond the rank. */
gint64 rs_launch_get_extent (const RsDeviceLaunch *launch, guint w);

/* How many groups of a strided kernel run on a device of so many units: enough for its items, but not many more than
 * run at a time, since each leaves a partial result. */
gint64 rs_launch_count_groups (const RsDeviceLaunch *launch, guint units);
/* Whether a block of so many work items is not larger than the largest one of the kernel; the error is
 * RS_RUNTIME_ERROR_GRID. */
gboolean rs_launch_check_block (const RsDeviceLaunch *launch, const RsDevice *device, gsize items, GError **error);

/* Of kinds that are lengths or positions: OFFSET, LOW, LENGTH, COUNT, HIGH, GRID, BLOCK. */
gint64 rs_launch_get_integer (const RsDeviceLaunch *launch, const RsPlanArgument *argument);
/* Writes the struct of numbers of an argument that is NUMBERS to its bytes at `to`, zero where no member is. */
void rs_launch_get_numbers (const RsDeviceLaunch *launch, const RsPlanArgument *argument, gpointer to);
/* The memory of an array, as the device made it. */
gpointer rs_launch_get_memory (const RsDeviceLaunch *launch, const RsPlanArgument *argument);
/* Bytes of PARTIAL of so many groups. */
gsize rs_launch_get_partial_bytes (const RsDeviceLaunch *launch, const RsPlanArgument *argument, gint64 n_groups);

/* Sets launch->status. */
void rs_launch_set_status (RsDeviceLaunch *launch, const RsDeviceStatus *status);
