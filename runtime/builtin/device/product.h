/* Matrix products of arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* left * right, where one of them lives on a device and the product is worth a launch; *result: (transfer full). Both
 * are of one type: floating-point numbers, real or complex, where the device has a library, else real ones of the
 * session's precision. INTERPRET: nothing has happened, and what is wrong with the sizes has not been said. */
RsLaunchResult rs_device_product (RsSession *session, RsValue left, RsValue right, RsValue *result, GError **error);
