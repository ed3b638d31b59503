/* Reading a GPU's counters around kernels. See profiler/record/device-record.h for what the functions do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/device-record.h"

extern const RsDeviceMeter cupti_meter;
