/* The functions of OpenBLAS that stand in for those of CUDA's libraries: matrices by columns, as there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
#define STANDIN_OPENBLAS(name, arguments) void (*name) arguments;
#include "openblas.def"
#undef STANDIN_OPENBLAS
} StandinOpenblas;

const StandinOpenblas *standin_openblas_get (void);
