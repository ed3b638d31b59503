/* Order in arrays that live on a device: sort, find, what a mask selects.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/along.h"

/* values: array with each line sorted, stable, NaN last; places: of the same dimensions, of int, where in their lines
 * they were; or NULL. INTERPRET: array does not live on a device, or nothing can be launched; what values and places
 * hold is open. */
RsLaunchResult rs_device_sort (RsSession *session, RsArray *array, RsDeviceLines lines, gboolean is_descending,
                               RsArray *values, RsArray *places, GError **error);
/* The median of each line; NaN where one of its numbers is. result has outer x inner floating-point elements.
 * INTERPRET: as above; nothing is lost. */
RsLaunchResult
rs_device_median (RsSession *session, RsArray *array, RsDeviceLines lines, RsArray *result, GError **error);
/* The positions of the elements that are not zero, in their order, in the array seen with dims[rank]: a matrix of int
 * with rank columns; *result: (transfer full). The host waits for how many there are. INTERPRET: nothing has
 * happened. */
RsLaunchResult
rs_device_find (RsSession *session, RsArray *array, int rank, const gint64 *dims, RsArray **result, GError **error);
/* The elements at which mask, of as many truth values, is set: a vector. *result: (transfer full). As above. */
RsLaunchResult rs_device_select (RsSession *session, const char *title, RsArray *array, RsArray *mask, RsArray **result,
                                 GError **error);
