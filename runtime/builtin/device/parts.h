/* Parts of arrays that live on a device, read and written there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* As rs_value_index and rs_value_store (runtime/value/index/indexing.h), for boxes: indices that are numbers, ranges or
 * `:`. INTERPRET: nothing has happened, and what is wrong with the access has not been said. */
RsLaunchResult rs_device_index (RsSession *session, RsValue object, const RsValue *indices, guint n,
                                RsBoundary boundary, RsValue *result, GError **error);
RsLaunchResult rs_device_store (RsSession *session, RsValue object, const RsValue *indices, guint n, RsValue value,
                                RsBoundary boundary, GError **error);
