/* Systems of linear equations whose matrices live on a device, by its library.
 *
 * What is computed is in double precision, as on the host. What is copied is whether the matrix is singular.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

/* The inverse of a square matrix of floating-point numbers, (transfer full), or *is_singular: there is none. INTERPRET:
 * it does not live on a device that has a library for it, is small, or is something else. */
RsLaunchResult rs_device_inverse (RsSession *session, const char *title, RsArray *matrix, RsArray **result,
                                  gboolean *is_singular, GError **error);
/* The solution of matrix * x = right: a vec where right is one, else of as many columns. As above. */
RsLaunchResult rs_device_solve (RsSession *session, const char *title, RsArray *matrix, RsArray *right,
                                RsArray **result, gboolean *is_singular, GError **error);
