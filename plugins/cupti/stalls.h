/* Sampling where the warps of a GPU are and why they wait. See profiler/record/devices/device-record.h for what the
 * functions do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-record.h"

extern const RsDeviceSampler cupti_sampler;
