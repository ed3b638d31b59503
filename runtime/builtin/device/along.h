/* Reductions along a dimension, and running sums and products, of arrays that live on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* An array seen from one of its dimensions. */
typedef struct {
  gint64 outer, length, inner; /* elements */
} RsDeviceLines;

/* All of these: result is written as a whole. INTERPRET: array does not live on a device, its elements are not of the
 * kind, it is empty, or nothing can be launched; nothing has happened. title: the function's name. */

/* Sums over length, divided by divisor. result has outer x inner elements: of array's type, or where that is an integer
 * type, floating-point numbers, or whole numbers that hold the sums; FALSE from rs_device_holds_sums: they might not.
 * Lines are summed up in parts, so that short results occupy a device, too; in the session's precision with
 * compensation for what rounding loses, else in double precision. */
RsLaunchResult rs_device_sum_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                    double divisor, RsArray *result, GError **error);
/* Whether an int holds every sum of so many numbers of the integer type. */
gboolean rs_device_holds_sums (RsElement element, gint64 length);
/* Products over length of floating-point and complex numbers, in double precision and in order. */
RsLaunchResult rs_device_product_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                        RsArray *result, GError **error);
/* Whether all elements are set, or any one is. result: logical. */
RsLaunchResult rs_device_test_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                     gboolean is_all, RsArray *result, GError **error);
/* Running sums, or products, in double precision; result has array's dimensions and is as above. Products, and sums of
 * many lines, are made in order; of a few long lines in parts. */
RsLaunchResult rs_device_run_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                    gboolean is_product, RsArray *result, GError **error);
/* The squared distances from the mean over length, divided by length - 1 (1 of a single one), of complex numbers those
 * of real and of imaginary parts together; is_root: the roots of that. result has outer x inner floating-point numbers;
 * computed in double precision. */
RsLaunchResult rs_device_variance_along (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                         gboolean is_root, RsArray *result, GError **error);
/* Exact sums of integers of at most 32 bits over length, or the running ones: *result (transfer full), of these
 * dimensions, has elements of the type `narrow`, int or uint32, or where that does not hold one of them, of int64. The
 * host waits for which it is. */
RsLaunchResult
rs_device_sum_integers (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines, gboolean is_running,
                        RsElement narrow, int rank, const gint64 *dims, RsArray **result, GError **error);
/* The whole parts of floating-point numbers: *result (transfer full) has elements of int, or where that does not hold
 * one of them, of int64. The host waits for which it is. */
RsLaunchResult
rs_device_truncate (RsSession *session, const char *title, RsArray *array, RsArray **result, GError **error);
/* Running sums of an array that a launch has made. */
RsLaunchResult rs_device_run_parts (RsSession *session, const char *title, RsArray *array, RsDeviceLines lines,
                                    RsArray *result, GError **error);
/* Whether the array lives on a device, and its elements are summed up there. */
gboolean rs_device_can_sum (const RsSession *session, const RsArray *array);
