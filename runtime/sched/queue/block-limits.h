/* What the devices that a program's launches go to have room for (manual 2.4.4, 9.8.2, 9.11).
 *
 * Where {!sched} names a device, that is meant; else all of the session, since it is open where a launch will go. A
 * session with -d auto has the CPU only until others join it, and opens none to answer.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"
#include "runtime/session-private.h"
#include "runtime/value/types/function.h"

/* The device that is meant, or the first one; *device NULL: the CPU's, where nothing is open yet, or everything is
 * interpreted. FALSE: a device that the user named can't be used. */
gboolean rs_block_limits_find_device (RsSession *session, const RsDevice **device, GError **error);

/* Work items that a block of the kernel has at most by all devices that are meant: what they are, what their drivers
 * say of its compiled forms, and {!cuda_launch_bounds}. kernel: NULL: any. FALSE as above. */
gboolean rs_block_limits_find_largest (RsSession *session, const RsFunction *kernel, gint64 *largest, GError **error);

/* How many blocks of so many work items the device has room for at a time; G_MAXINT64: any number can wait for each
 * other there. */
gint64 rs_block_limits_count_blocks (const RsDevice *device, gint64 items);
