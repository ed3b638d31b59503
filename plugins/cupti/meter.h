/* Reading a GPU's counters around kernels. See profiler/record/devices/device-record.h for what the functions do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"

extern const RsDeviceMeter cupti_meter;
