/* Counting instructions at the lines of a GPU's kernels. See profiler/record/devices/device-record.h for what the
 * functions do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"

extern const RsDeviceLineCounter cupti_line_counter;
