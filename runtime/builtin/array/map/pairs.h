/* The larger and the smaller of two values, element by element: max and min with two arguments.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* (transfer full) in *result. */
gboolean
rs_value_maximum (RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error);
gboolean
rs_value_minimum (RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error);
