/* What the files of the OpenCL device share.
 *
 * A context and one queue in order for each device. Memory of the device interface is a cl_mem.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/opencl/driver.h"
#include "runtime/device/device.h"

typedef struct {
  RsDevice base;
  RsTarget target;
  RsSettings *settings;     /* owned */
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  guint units;              /* compute units */
  gboolean is_processor;    /* its work items are loops of a CPU */
  gboolean rounds_quotients; /* single precision divisions and roots can be rounded as IEEE 754 says */
} OpenclDevice;

struct _RsDeviceModule {
  OpenclDevice *device; /* borrowed */
  cl_program program;
  GPtrArray *kernels;   /* of RsDeviceKernel, owned; entry is the cl_kernel */
};

/* program.c; see RsDeviceTable */
RsDeviceModule *opencl_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error);
RsDeviceKernel *opencl_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error);
void opencl_release_module (RsDevice *device, RsDeviceModule *module);

/* launch.c */
gboolean opencl_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error);
gboolean opencl_wait (RsDevice *device, RsDeviceLaunch *launch, GError **error);
