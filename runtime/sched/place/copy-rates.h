/* How fast a device's memory is reached from the host's: measured.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* What a copy between a device's memory and the host's takes. */
typedef struct {
  double in, out; /* ns a byte, into the device's memory and out of it */
  double latency; /* ns, of the smallest one */
} RsCopyRates;

/* Of a device that has memory of its own. FALSE, and all 0, where it can't be measured, for lack of memory for example.
 * Takes some milliseconds; nothing else may use the device meanwhile. */
gboolean rs_measure_copies (RsDevice *device, RsCopyRates *rates);
