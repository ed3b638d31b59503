/* Within runtime/device: what the list of devices asks the built-in ones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* Describes the CPU without making a device; not usable without a C compiler. */
void rs_cpu_describe_machine (const RsSettings *settings, RsDeviceInfo *info);
