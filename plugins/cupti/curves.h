/* Reading counters of a GPU in regular intervals while kernels run. See profiler/record/devices/device-record.h for
 * what the functions do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"

extern const RsDeviceCurveReader cupti_curve_reader;
