/* Copies of values: what copy() and deepcopy() give (LANGUAGE.md, "Arrays").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* An array, cell or object of its own: arrays and cells in it, and objects that are part of it in place, are copied
 * too; what pointers and dynamic members lead to is shared. Other values are the same. */
gboolean rs_value_copy (RsValue value, RsPrecision precision, RsValue *result, GError **error);

/* A copy of everything that can be reached, cycles included: what was one object is one object in the copy. Functions
 * are shared. */
gboolean rs_value_deep_copy (RsValue value, RsPrecision precision, RsValue *result, GError **error);
