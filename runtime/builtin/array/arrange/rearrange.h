/* What the functions that arrange elements anew share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/array/arrange/strided.h"
#include "runtime/builtin/call.h"

/* Makes a vec again of a row that came from one. array: with two dimensions, or NULL; source: what it came from.
 * Returns array. */
RsArray *rs_array_restore_vec (RsArray *array, const RsArray *source);

/* rs_strided_copy, where the array lives: on its device, or here. name: the function that is told of in errors.
 * (transfer full) */
RsArray *
rs_call_copy_view (const RsCall *call, RsArray *array, const RsStrided *view, const char *name, GError **error);
