/* BLAS and LAPACK, from OpenBLAS, loaded when the first function needs them.
 *
 * The library is large and starts threads of its own; programs that do no linear algebra should not wait for it, so
 * it is opened at run time and not linked. Its functions live as long as the process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
#define RS_LAPACK(name, parameters) void (*name) parameters;
#include "runtime/lapack-functions.def"
#undef RS_LAPACK
} RsLapack;

/* The functions, or NULL with an error of RS_RUNTIME_ERROR that says which package is missing. Any thread. */
const RsLapack *rs_lapack_get (GError **error);
