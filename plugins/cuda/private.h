/* What the files of the CUDA device share.
 *
 * A device has its primary context and three streams: launches and copies into the device, in their order; copies out
 * of it; and what may not wait for either, the stop flag and the clock. Memory of the device interface is a
 * CUdeviceptr, allocated and freed in the order of the first stream, so that nothing waits for the whole device.
 *
 * Threads: besides those of the device interface, one that waits for the ends of the first stream's commands
 * (tickets.c), and one that copies out (staging.c). Each function that calls the driver begins with cuda_enter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/compiler.h"
#include "plugins/cuda/driver.h"
#include "runtime/device/cache.h"
#include "runtime/device/launch-blocks.h"
#include "runtime/device/tickets.h"

#define CUDA_N_SMALL 64 /* pieces of pinned memory for copies in */
#define CUDA_N_LARGE 4
#define CUDA_SMALL_BYTES (64 << 10)
#define CUDA_LARGE_BYTES (2 << 20)

/* A command of the first stream, between events. */
typedef struct {
  guint64 ticket;
  CUevent start, end;
} CudaCommand;

/* The ends of commands, which a thread waits for. */
typedef struct {
  GCond begun;     /* what follows is guarded by the lock of the tickets */
  GQueue commands; /* of CudaCommand (owned), that have begun and whose end nobody waits for yet */
  GArray *events;  /* of CUevent that no command uses */
  gboolean is_closing;
  CUevent reference; /* the waiting thread's: an event whose time on our clock is known, and that */
  gint64 reference_time;
  GThread *thread;
} CudaEvents;

/* Pinned memory that a copy into the device goes through. */
typedef struct {
  void *memory;   /* NULL: not yet */
  guint64 ticket; /* of the copy that uses it */
} CudaPiece;

typedef struct {
  GMutex in_lock; /* one copy in at a time; guards the pieces */
  CudaPiece small[CUDA_N_SMALL], large[CUDA_N_LARGE];
  guint next_small, next_large;
  GAsyncQueue *jobs; /* copies out */
  void *out[2];      /* the copying thread's */
  CUevent out_ended[2];
  GThread *thread;
} CudaStaging;

typedef struct _CudaLibraries CudaLibraries;
typedef struct _CudaTextures CudaTextures;

/* A texture that a launch uses. */
typedef struct {
  CUtexObject object;
  CUdeviceptr copy; /* owned: memory that it reads instead of the array's; 0: the array's */
} CudaTakenTexture;

typedef struct {
  RsDevice base;
  RsTarget target, target_of_loads;
  RsSettings *settings;         /* owned */
  RsCache *cache;               /* owned */
  char *architecture;           /* owned; what text is compiled for, "sm_90" */
  const RsKernelStore *kernels; /* borrowed: those that come with the program; NULL: none do */
  CUdevice id;
  CUcontext context;
  CUstream stream, out, control;
  RsTickets tickets;
  CudaEvents events;
  CudaStaging staging;
  RsLaunchBlocks blocks;
  GMutex constant_lock;       /* from copies into constant memory to the launch that reads it */
  CUdeviceptr stop;           /* an int: what kernels look at to see whether they are to end */
  int *stop_source;           /* pinned: 1 */
  CUdeviceptr barrier;        /* see RS_ARGUMENT_BARRIER; launches follow each other */
  gboolean is_stopped;        /* stop is set; guarded by the lock of the tickets */
  const gint *stop_flag;      /* atomic; the program's, of the last launch; NULL: none yet */
  gboolean has_pools;         /* allocates in the order of a stream */
  guint units;                /* multiprocessors */
  GMutex peer_lock;           /* guards the next two */
  guint64 peers_asked, peers; /* bits, by number: devices that were looked at, and those whose memory this one reads */
  CudaLibraries *libraries;   /* owned; NULL: none was used yet */
  CudaTextures *textures;     /* owned */
} CudaDevice;

struct _RsDeviceModule {
  CudaDevice *device; /* borrowed */
  CUmodule module;
  GPtrArray *kernels; /* of RsDeviceKernel, owned; entry is the CUfunction */
};

typedef struct {
  RsDeviceKernel base;
  CUmodule module;     /* borrowed */
  CUfunction totals;   /* runs before, of a kernel with running sums; NULL: there is none */
  CUfunction constant; /* reads arrays in constant memory; NULL: there are none */
} CudaKernel;

/* The context becomes that of the calling thread. */
static inline void
cuda_enter (CudaDevice *self)
{
  cuda.cuCtxSetCurrent (self->context);
}

/* device.c */
CUresult cuda_allocate (CudaDevice *self, CUdeviceptr *memory, gsize bytes);
void cuda_release (CudaDevice *self, CUdeviceptr memory);

/* What texts may use on a device of that compute capability (major * 10 + minor). */
void cuda_set_capability (RsTarget *target, int capability, const RsSettings *settings);

/* ahead.c; see RsDevicePlugin */
gboolean cuda_ahead_get_target (const RsSettings *settings, RsTarget *target, GError **error);
gboolean cuda_ahead_compile (const char *text, const RsModuleOptions *options, const RsSettings *settings,
                             RsKernelStore *kernels);
/* Whether there are kernels for GPUs among these; kernels: NULL: there are none. */
gboolean cuda_ahead_has_any (const RsKernelStore *kernels);
/* What came with the program for the text and the options, on a device like this one; NULL: nothing that it takes. */
CUmodule cuda_ahead_load (const CudaDevice *self, const char *text, char *const *options);

/* module.c: what the compiler is told, the architecture first (transfer full); see RsDeviceTable */
char **cuda_make_options (const RsSettings *settings, const char *architecture, RsMath math);
RsDeviceModule *cuda_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error);
RsDeviceKernel *cuda_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error);
void cuda_release_module (RsDevice *device, RsDeviceModule *module);

/* launch.c */
gboolean cuda_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error);
gboolean cuda_finish (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error);
/* See RsDeviceTable. */
gboolean cuda_can_run_together (RsDevice *device, const RsDeviceLaunch *launch);
/* Kernels that look are to end. device: CudaDevice. The lock of the tickets is held. */
void cuda_tell_stop (gpointer device);
/* device: CudaDevice. */
void cuda_free_block (gpointer device, const RsLaunchBlock *block);

/* constants.c */
/* Whether the launch's arrays for constant memory fit there. */
gboolean cuda_constants_fit (const RsDeviceLaunch *launch);
/* Copies them there, in the order of the first stream. */
CUresult cuda_constants_copy (CudaDevice *self, const RsDeviceLaunch *launch);

/* textures.c */
CudaTextures *cuda_textures_new (CUdevice id);
/* Nothing runs any more; self may be NULL. */
void cuda_textures_free (CudaTextures *self);
/* See RsDeviceTable. device: CudaDevice. */
gboolean cuda_has_texture (RsDevice *device, gint64 rows, gint64 columns, gsize texel_bytes);
/* Writes the textures of the launch into its struct of numbers, and appends them to taken (CudaTakenTexture), failed or
 * not; cuda_textures_give is to follow when the launch has ended. */
CUresult cuda_textures_take (CudaDevice *device, const RsDeviceLaunch *launch, guint8 *numbers, GArray *taken);
void cuda_textures_give (CudaDevice *device, GArray *taken);
/* The memory will be freed. */
void cuda_textures_forget (CudaDevice *device, CUdeviceptr memory);

/* library-calls.c; see RsDeviceTable */
gboolean cuda_prepare_library (RsDevice *device, const RsLibraryCall *call, gsize *work_bytes);
/* Of launches that are calls of libraries. */
gboolean cuda_library_launch (CudaDevice *self, RsDeviceLaunch *launch, GError **error);
void cuda_library_finish (CudaDevice *self, RsDeviceLaunch *launch);
/* Nothing runs any more. */
void cuda_libraries_free (CudaDevice *self);

/* staging.c; see RsDeviceTable */
CUresult cuda_staging_init (CudaDevice *self);
void cuda_staging_clear (CudaDevice *self);
gboolean cuda_copy_in (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket,
                       GError **error);
gboolean cuda_copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
                        GError **error);

gboolean cuda_fill (RsDevice *device, gpointer to, gsize offset, gsize bytes, gconstpointer element,
                    gsize element_bytes, guint64 *ticket, GError **error);

/* peers.c; see RsDeviceTable */
gboolean cuda_reaches (RsDevice *device, RsDevice *source_device);
gboolean cuda_copy_peer (RsDevice *device, gpointer to, RsDevice *from_device, gconstpointer from, gsize offset,
                         gsize bytes, guint64 *ticket);

/* tickets.c */
CUresult cuda_tickets_init (CudaDevice *self);
/* Waits until all commands have ended. */
void cuda_tickets_clear (CudaDevice *self);
/* A command of the first stream begins; behind the driver's calls it has a ticket. FALSE: the driver refuses. */
CUresult cuda_command_begin (CudaDevice *self, CudaCommand **command);
CUresult cuda_command_end (CudaDevice *self, CudaCommand *command, guint64 *ticket);
void cuda_command_drop (CudaDevice *self, CudaCommand *command); /* instead: the calls failed */
/* A ticket without a command, and its end: 0, or why it failed. */
guint64 cuda_ticket_begin (CudaDevice *self);
void cuda_ticket_end (CudaDevice *self, guint64 ticket, gint64 start, CUresult code);
/* A call of the driver has failed: sets error, and the device has failed where the context is of no use any more. Such
 * a call may tell of a fault before the thread that waits for ends does. No lock is held. */
void cuda_fail (CudaDevice *self, GError **error, const char *what, CUresult code);
/* See RsDeviceTable. */
gboolean cuda_is_done (RsDevice *device, guint64 ticket);
gboolean cuda_has_failed (RsDevice *device);
gboolean cuda_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error);
gboolean cuda_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end);
