/* The CUDA driver: its library, opened when it is first asked for, and its devices.
 *
 * Nothing links the library, so that Redshift runs where there is none. It stays open to the end of the process.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/types.h"

#include <glib.h>

typedef struct {
#define RS_CU(name, arguments) CUresult (*name) arguments;
#include "plugins/cuda/functions.def"
#undef RS_CU
} CudaFunctions;

extern CudaFunctions cuda; /* filled by cuda_open */

/* Opens the library. FALSE with a sentence for *reason (borrowed) that says what is missing. */
gboolean cuda_open (const char **reason);
guint cuda_count_devices (void);
/* 0 where the driver does not know it. */
int cuda_get_attribute (CUdevice device, CUdevice_attribute attribute);
/* "CUDA_ERROR_OUT_OF_MEMORY", or the number. */
const char *cuda_error_name (CUresult code);
/* RS_RUNTIME_ERROR_MEMORY where the device has no more, else RS_RUNTIME_ERROR_DEVICE_LOST: what the device could not
 * do. */
void cuda_set_error (GError **error, const char *device, const char *what, CUresult code);
