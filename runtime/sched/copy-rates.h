/* How fast a device's memory is reached from the host's: measured.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* ns a byte of copies into and out of the memory of a device that has its own. FALSE where it can't be measured, for
 * lack of memory for example. Takes some milliseconds; nothing else may use the device meanwhile. */
gboolean rs_measure_copies (RsDevice *device, double *in, double *out);
