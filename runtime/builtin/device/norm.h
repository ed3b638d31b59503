/* Numbers that are summed up over all elements of arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/along.h"

/* The root of the sum of the squared magnitudes. The host waits for it. INTERPRET: nothing has happened. */
RsLaunchResult rs_device_norm (RsSession *session, RsArray *array, double *result, GError **error);
/* The sum of the products of the elements of two arrays of equal sizes and of floating-point numbers, real or complex;
 * none is conjugated. As above; *result: (transfer full). */
RsLaunchResult
rs_device_dot_product (RsSession *session, RsArray *left, RsArray *right, RsValue *result, GError **error);
