/* The OpenCL driver: its library, opened when it is first asked for, and its devices.
 *
 * Nothing links the library, so that Redshift runs where there is none. It stays open to the end of the process:
 * drivers start threads that outlive their last object.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <glib.h>

typedef struct {
#define RS_CL(name) __typeof__ (name) *name;
#include "plugins/opencl/functions.def"
#undef RS_CL
} OpenclFunctions;

extern OpenclFunctions opencl; /* filled by opencl_open */

/* Opens the library. FALSE with a sentence for *reason (borrowed) that says what is missing. */
gboolean opencl_open (const char **reason);
/* All devices of all platforms, in the driver's order. (element-type cl_device_id) (transfer full) */
GArray *opencl_list_devices (void);
/* absence.c: why that has none, where opencl_open is TRUE. (transfer full) */
char *opencl_explain_absence (void);
/* A text of the device, blanks around it removed. (transfer full) */
char *opencl_get_text (cl_device_id device, cl_device_info what);
/* The platform's name and version, the device's name, its driver and its version of OpenCL. (transfer full) */
char *opencl_get_identity (cl_device_id device);
/* PoCL ends the process where its compiler or its own checks fail. */
gboolean opencl_may_end_process (cl_device_id device);
cl_ulong opencl_get_number (cl_device_id device, cl_device_info what);
gboolean opencl_has_extension (cl_device_id device, const char *name);
/* "CL_OUT_OF_RESOURCES", or the number. */
const char *opencl_error_name (cl_int code);
/* RS_RUNTIME_ERROR_MEMORY where the device has no more, else RS_RUNTIME_ERROR_DEVICE_LOST: what the device could not
 * do. */
void opencl_set_error (GError **error, const char *device, const char *what, cl_int code);
