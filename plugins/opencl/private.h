/* What the files of the OpenCL device share.
 *
 * A context for each device, with two queues in order: launches and copies into the device, and copies out of it.
 * Memory of the device interface is a cl_mem.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/opencl/driver.h"
#include "runtime/device/cache.h"

#define OPENCL_N_TIMES 4096 /* many times the commands that are begun at a time */

/* Of a command, on the trace's clock. */
typedef struct {
  guint64 ticket; /* atomic */
  gint64 begun, start;
  gint64 end; /* atomic; 0: it has not ended */
} OpenclTimes;

typedef struct {
  GMutex lock; /* guards what follows */
  GCond ended;
  guint64 last;                      /* ticket */
  guint n_callbacks;                 /* that the driver has still to make */
  cl_int failure;                    /* of a command, since the device was opened; 0: none; written atomically */
  gint64 offset;                     /* of the device's clock to ours */
  OpenclTimes times[OPENCL_N_TIMES]; /* by ticket */
} OpenclEvents;

/* Small memory that launches have for themselves, again and again. */
typedef struct {
  cl_mem memory;
  gsize bytes;
  gboolean is_zero;
} OpenclBlock;

typedef struct {
  RsDevice base;
  RsTarget target;
  RsSettings *settings;     /* owned */
  RsCache *cache;           /* owned */
  cl_device_id id;
  cl_context context;
  cl_command_queue queue, out; /* out: copies out of the device */
  OpenclEvents events;
  GMutex block_lock;
  GArray *blocks;   /* of OpenclBlock that no launch uses; guarded by block_lock */
  cl_mem stop;      /* what kernels look at to see whether they are to end: stop_flag */
  gint stop_flag;   /* lies in memory that the host shares with the device, as far as there is any; written with
                             * the lock of the events */
  gboolean is_lost; /* atomic: a command does not end */
  guint units;      /* compute units */
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
gboolean opencl_finish (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error);
/* Kernels that look are to end. The lock of the events is held. */
void opencl_tell_stop (OpenclDevice *self);

/* events.c */
void opencl_events_init (OpenclDevice *self);
/* Waits until the driver has nothing to tell any more. */
void opencl_events_drain (OpenclDevice *self);
/* The ticket of a command (transfer full) that was begun. */
guint64 opencl_events_add (OpenclDevice *self, cl_event event);
/* See RsDeviceTable. */
gboolean opencl_is_done (RsDevice *device, guint64 ticket);
gboolean opencl_has_failed (RsDevice *device);
gboolean opencl_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error);
gboolean opencl_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end);
