/* Arrays that live on a device as arrays of another element type.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* The elements of an array of numbers as those of another type: *result (transfer full), of the same dimensions.
 * Where the type may not hold one of them, the host waits for whether it does. INTERPRET: array does not
 * live on a device, the types are none of those that kernels convert as the host does, an element does not fit, or
 * nothing can be launched; nothing has happened. title: for errors and traces. */
RsLaunchResult rs_device_convert (RsSession *session, const char *title, RsArray *array, RsElement element,
                                  RsArray **result, GError **error);
