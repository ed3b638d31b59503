/* Fourier transforms of arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"
#include "runtime/value/shape.h"

/* Transforms dimensions first to last of from, seen with shape, into to: of the same dimensions and complex, or with
 * inverse real: then the real part. Both are of one precision. The inverse is divided by the number of elements of
 * these dimensions. INTERPRET: from does not live on a device, or has not the session's precision or a length with a
 * factor above 61, and the device has no library; or nothing can be launched. What `to` holds is then open. */
RsLaunchResult rs_device_transform (RsSession *session, const char *title, RsArray *from, const RsShape *shape,
                                    int first, int last, gboolean inverse, RsArray *to, GError **error);
