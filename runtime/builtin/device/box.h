/* Copies of boxes between arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/array/arrange/strided.h"
#include "runtime/builtin/device/device-kernels.h"

/* The elements of an array with the view's dimensions, one after the other. */
RsStrided rs_device_follow (const RsStrided *view);
/* Elements of `from` become elements of `to`, of the same element type; the views have the same dimensions, none of
 * them 0. No element is written twice. INTERPRET: nothing has happened. */
RsLaunchResult rs_device_copy_box (RsSession *session, const char *title, RsArray *from, const RsStrided *from_view,
                                   RsArray *to, const RsStrided *to_view, GError **error);
/* The number, which the element type holds, becomes the elements of a view without dimensions of length 0; none of them
 * is there twice. */
RsLaunchResult rs_device_fill_box (RsSession *session, const char *title, RsValue number, RsArray *to,
                                   const RsStrided *view, GError **error);
/* rs_strided_copy, on the device where the array lives; *result: (transfer full). */
RsLaunchResult rs_device_strided_copy (RsSession *session, const char *title, RsArray *array, const RsStrided *view,
                                       RsArray **result, GError **error);
/* rs_array_copy, there. */
RsLaunchResult rs_device_copy (RsSession *session, const char *title, RsArray *array, RsArray **result, GError **error);
/* The arrays beside each other: each has `outer` rows, and so has the result, whose rows are those of the arrays one
 * after the other. Arrays of other element types become what the result has first. INTERPRET: none of them lives on a
 * device, or nothing can be launched. */
RsLaunchResult rs_device_join (RsSession *session, const char *title, RsArray *const *arrays, guint n, gint64 outer,
                               RsArray *result, GError **error);
