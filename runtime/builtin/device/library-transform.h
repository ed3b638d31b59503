/* Fourier transforms by a device's library.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"
#include "runtime/value/shape.h"

/* As rs_device_transform, of single or double precision whatever the session has. INTERPRET: no device has it; what
 * `to` holds is open. */
RsLaunchResult rs_device_library_transform (RsSession *session, const char *title, RsArray *from, const RsShape *shape,
                                            int first, int last, gboolean inverse, RsArray *to, GError **error);
