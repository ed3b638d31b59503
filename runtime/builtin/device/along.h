/* Sums along a dimension of arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* array (outer x length x inner elements, of the session's precision), summed up over length and divided by divisor,
 * becomes result, of outer x inner elements, which is written as a whole. Lines are summed up in parts, so that short
 * results occupy a device, too, with compensation for what rounding loses. INTERPRET: array does not live on a device,
 * or nothing of it can be launched; nothing has happened. title: the function's name. */
RsLaunchResult rs_device_sum_along (RsSession *session, const char *title, RsArray *array, gint64 outer, gint64 length,
                                    gint64 inner, double divisor, RsArray *result, GError **error);
