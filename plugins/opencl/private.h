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
#include "runtime/device/launch-blocks.h"
#include "runtime/device/tickets.h"

/* What the driver tells about the ends of commands; guarded by the lock of the tickets. */
typedef struct {
  guint n_callbacks; /* that the driver has still to make */
  gint64 since;      /* on our clock: a second began in which the device's is compared with it */
  gint64 least;      /* of the differences seen in it; G_MAXINT64: none */
  gint64 before;     /* in the second before */
  /* By ticket: owned, of what was begun before the command and is part of it, or NULL. */
  cl_event first[RS_N_TICKETS];
} OpenclEvents;

/* An argument that is memory, as it was set last. */
typedef struct {
  cl_mem memory;
  gboolean is_valid; /* else it is to be set anew */
} OpenclArgument;

/* Of the thread that launches. */
typedef struct _OpenclKernel OpenclKernel;
struct _OpenclKernel {
  cl_kernel entry;
  OpenclKernel *totals; /* owned; runs before, of a kernel with running sums; NULL: there is none */
  OpenclArgument *set;  /* [n_set] */
  guint n_set;
  GByteArray *numbers; /* the struct of numbers as it was set last; empty: it was not */
  GByteArray *now;     /* that of the launch */
  guint n_freed;       /* of the device, when set was valid */
};

typedef struct _OpenclLaunch OpenclLaunch;

typedef struct {
  RsDevice base;
  RsTarget target;
  RsSettings *settings;     /* owned */
  RsCache *cache;           /* owned */
  cl_device_id id;
  cl_context context;
  cl_command_queue queue, out; /* out: copies out of the device */
  RsTickets tickets;
  OpenclEvents events;
  RsLaunchBlocks blocks;
  guint n_freed;       /* atomic: memory objects that are no more */
  OpenclLaunch *spare; /* the thread that launches: those that have ended, for the next ones */
  cl_mem stop;         /* what kernels look at to see whether they are to end: stop_flag */
  gint stop_flag;      /* lies in memory that the host shares with the device, as far as there is any; written with
                        * the lock of the tickets */
  guint units;         /* compute units */
  gboolean rounds_quotients; /* single precision divisions and roots can be rounded as IEEE 754 says */
} OpenclDevice;

struct _RsDeviceModule {
  OpenclDevice *device; /* borrowed */
  cl_program program;
  GPtrArray *kernels; /* of RsDeviceKernel, owned; entry is an OpenclKernel, owned */
};

/* program.c; see RsDeviceTable */
RsDeviceModule *opencl_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error);
RsDeviceKernel *opencl_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error);
void opencl_release_module (RsDevice *device, RsDeviceModule *module);

/* kernel.c */
/* Takes entry. */
OpenclKernel *opencl_kernel_new (cl_kernel entry);
void opencl_kernel_free (OpenclKernel *self);
/* Before the arguments of a launch are set. */
void opencl_kernel_begin (OpenclKernel *self, const OpenclDevice *device);
cl_int opencl_kernel_set (OpenclKernel *self, cl_uint i, cl_mem memory);
/* i: an argument of the launch that is NUMBERS. */
cl_int opencl_kernel_set_numbers (OpenclKernel *self, cl_uint i, const RsDeviceLaunch *launch);
/* All memory that was ever an argument is freed here. Any thread. */
void opencl_release_memory (OpenclDevice *device, cl_mem memory);

/* launch.c */
void opencl_free_launches (OpenclDevice *device);
gboolean opencl_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error);
gboolean opencl_finish (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error);
/* Kernels that look are to end. device: OpenclDevice. The lock of the tickets is held. */
void opencl_tell_stop (gpointer device);

/* events.c */
void opencl_events_init (OpenclDevice *self);
/* Waits until the driver has nothing to tell any more. */
void opencl_events_drain (OpenclDevice *self);
/* The ticket of a command (transfer full) that was begun. first (transfer full): of what was begun before and is part
 * of it, so that its times begin there; NULL: nothing was. */
guint64 opencl_events_add (OpenclDevice *self, cl_event first, cl_event event);
/* See RsDeviceTable. */
gboolean opencl_is_done (RsDevice *device, guint64 ticket);
gboolean opencl_has_failed (RsDevice *device);
gboolean opencl_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error);
gboolean opencl_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end);
