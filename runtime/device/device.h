/* The device interface: what can compile kernels, hold memory and run launches.
 *
 * A device is a table of functions and its own data behind it. The CPU device (runtime/device/cpu) is built in; others
 * come from plugins. runtime/memory calls the memory slots, runtime/sched the launch slots,
 * runtime/sched/specialize/specialize.c compiles. A device receives source text in its own dialect; it never sees
 * values, only memory and numbers.
 *
 * What a device with memory of its own begins (copies, launches) goes on while the host does something else: it hands
 * out a ticket, and whoever needs the end waits for that. Launches and copies into the device run in the order in which
 * they were begun; copies out of it run beside them, since what they read is complete.
 *
 * Threads: compile, prepare, get_kernel and release_module on the session's thread; launch and finish on the thread of
 * the device's queue or the session's, one at a time; the memory slots, wait and is_done on any, also several at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "compiler/target/plan.h"
#include "runtime/base/settings.h"
#include "runtime/device/kernel-store.h"
#include "runtime/device/library.h"

typedef struct _RsDevice RsDevice;
typedef struct _RsDeviceModule RsDeviceModule; /* compiled text, loaded; opaque, each device has its own */

/* What `redshift-cli devices` shows. */
typedef struct {
  char *name;       /* as -d takes it: "cpu", "cuda:0" */
  char *kind;       /* "CPU", "GPU" */
  char *model;      /* "AMD EPYC 9354" */
  guint cores;      /* that this process may use */
  guint threads;    /* workers that a launch is split over */
  guint simd_bits;  /* widest vector register; 0: none */
  guint64 memory;   /* bytes */
  gboolean usable;
  char *reason;     /* why not; NULL when usable */
  char *compiler;   /* path of the compiler, or its library; NULL: none */
  gboolean may_end_process; /* its driver is known to end the process where it can't go on */
} RsDeviceInfo;

/* What gpu_feature tells of a device (manual 9.11), beside its target. 0: the driver does not say, or there is no such
 * thing. */
typedef struct {
  guint units;          /* multiprocessors, compute units, cores */
  guint architecture;   /* of CUDA: 900 for compute capability 9.0 */
  guint registers;      /* that a block may have */
  gsize unit_bytes;     /* shared memory of a unit */
  gsize constant_bytes; /* constant memory */
  guint unit_items;     /* work items that a unit has room for at a time */
  guint unit_blocks;    /* and blocks */
} RsDeviceFeatures;

/* A kernel of a loaded module. Owned by the module, fields owned by the device. */
typedef struct {
  gpointer entry;      /* CPU: function of compiler/kernel/ir/abi.h */
  RsLaunchPlan plan;   /* how it is launched; the caller of get_kernel fills it in */
  guint largest_block; /* work items; 0: the driver does not say */
  double ns_per_item;  /* one work item in one thread, measured; 0: not yet. Atomic */
  gint64 recent_ns;    /* the device's time of its last launch; 0: not known. Atomic; the queues', like what follows */
  gint64 recent_items; /* work items of that. Atomic */
  gint is_awaited;     /* the program waited for its last launch at once; the queues'. Atomic */
} RsDeviceKernel;

/* Results of a reduction: the device sets arguments[argument], and combines the partial results of the boxes, in their
 * order, with what results holds when the launch starts. */
typedef struct {
  guint argument;
  guint length;
  RsReduceOperator reduce;
  gboolean is_integer;
  gboolean is_prefix; /* a running sum */
  double *results; /* [length]; the caller's; valid until the launch is complete; of an integer: gint64 */
} RsDeviceAccumulator;

/* One launch as a device sees it: all memory is valid where the device can reach it. */
typedef struct {
  RsDeviceKernel *kernel;       /* NULL: library says what is to be done */
  const RsLibraryCall *library; /* NULL: kernel does */
  guint64 id;                 /* process-wide, from 1 */
  guint rank;                 /* 1..RS_MAX_GRID */
  gint64 grid[RS_MAX_GRID];   /* work items; 1 beyond the rank; a 0 makes an empty launch */
  gint64 block[RS_MAX_GRID];  /* boxes are whole blocks; 1: does not matter */
  /* Of a launch that is divided, in the first dimension, of which grid has what this part runs: the first position, and
   * how many there are in all; 0: those of grid. */
  gint64 first, whole;
  void **arguments;           /* [n_arguments], see compiler/kernel/ir/abi.h */
  guint n_arguments;
  RsDeviceAccumulator *accumulators;
  guint n_accumulators;
  const gint *stop;           /* not 0: return soon; may be NULL */
  guint32 name, file, line;   /* of its place in a trace: ids of texts, and a number; 0: nothing is recorded */
  guint32 shape;              /* of its grid and block, as kernel events have it; set where rs_cupti_is_measuring */
  RsKernelStatus status;      /* out */
  guint threads;              /* out: workers that took part */
  gint64 n_boxes;             /* out, of the CPU: what threads take; 0: the device does not say */
  gint64 box[RS_MAX_GRID];    /* out: work items of one of those */
  gint64 started, ended;      /* out: when its items ran, on the trace's clock; 0: the device does not say */
  guint64 ticket;             /* out: of its end; 0: it is complete */
  guint64 kernel_ticket;      /* out: of the kernel itself, for its times */
  gboolean may_fail;          /* out: status may tell a failure at its end */
  gboolean is_refused;        /* out, where launch fails: nothing was begun */
  gpointer pending;           /* the device's, from launch to finish */
} RsDeviceLaunch;

/* What the device's compiler may do with arithmetic. */
typedef enum {
  RS_MATH_DEFAULT, /* products and sums contracted; zeros, NaN and infinities as IEEE 754 has them */
  RS_MATH_EXACT,   /* nothing */
  RS_MATH_FAST,    /* that, signs of zeros lost, other orders of sums and products, no NaN or infinity anywhere */
  RS_N_MATHS
} RsMath;

typedef struct {
  RsMath math;
  const char *title;   /* of the compile step in traces, and of kept text; may be NULL */
  const char *file;    /* source file and line, for traces; may be NULL, 0 */
  guint line;
  const gint *stop;    /* not 0: give up with RS_RUNTIME_ERROR_STOPPED; may be NULL */
  /* Called by compile while another process works for it, until it returns FALSE; may be NULL. May call prepare. */
  gboolean (*meanwhile) (gpointer data);
  gpointer meanwhile_data;
} RsModuleOptions;

typedef struct {
  /* Fills info; strings become the caller's. Never blocks. */
  void (*describe) (RsDevice *device, RsDeviceInfo *info);
  /* Memory of the device: a handle, owned by the caller until free, which is called when nothing uses it any more.
   * Fails with RS_RUNTIME_ERROR_MEMORY. Not called for devices that use host memory (memory 0). May block shortly. */
  gpointer (*allocate) (RsDevice *device, gsize bytes, GError **error);
  void (*free) (RsDevice *device, gpointer memory, gsize bytes);
  /* Bytes that could be had beside what the program has, at this moment; other programs use the device, too.
   * G_MAXUINT64: it is not known. Any thread. Optional. */
  guint64 (*get_room) (RsDevice *device);
  /* Begin to copy bytes between the host's memory and the device's, from offset on; both stay as they are until the
   * ticket's end. *ticket 0: the copy is complete. copy_in: in order after launches and copies begun before. copy_out:
   * beside them, what writes these bytes is complete. No lock is held by the caller. */
  gboolean (*copy_in) (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket,
                       GError **error);
  gboolean (*copy_out) (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket,
                        GError **error);
  /* Begins to copy bytes from the memory of another device that has the same table: as copy_in; what writes there is
   * complete. FALSE: it can't, and the host has to be between. Optional. */
  gboolean (*copy_peer) (RsDevice *device, gpointer to, RsDevice *source, gconstpointer from, gsize offset, gsize bytes,
                         guint64 *ticket);
  /* Whether copy_peer can copy from that device, which has the same table. Optional: as there is copy_peer. */
  gboolean (*reaches) (RsDevice *device, RsDevice *source);
  /* Begins to write element, of 1, 4 or 8 bytes, over and over: as copy_in. bytes and offset are whole elements.
   * Optional. */
  gboolean (*fill) (RsDevice *device, gpointer to, gsize offset, gsize bytes, gconstpointer element,
                    gsize element_bytes, guint64 *ticket, GError **error);
  /* Blocks until the ticket's end. Fails with RS_RUNTIME_ERROR_DEVICE_LOST when the device has failed since it
   * was opened, and with RS_RUNTIME_ERROR_STOPPED, if stop is not NULL and set, a while after that: what was begun may
   * then go on. */
  gboolean (*wait) (RsDevice *device, guint64 ticket, const gint *stop, GError **error);
  /* Whether wait would return at once. */
  gboolean (*is_done) (RsDevice *device, guint64 ticket);
  /* Whether all that is begun from now on fails, since the device has failed or is lost. Any thread. Optional. */
  gboolean (*has_failed) (RsDevice *device);
  gboolean tells_times; /* launch fills in started and ended */
  /* When a ticket began and ended, on the trace's clock; FALSE where that is not known any more. Optional. */
  gboolean (*get_times) (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end);
  /* Compiles text and loads it; blocks up to 60 s, ends early when *options->stop. (transfer full) */
  RsDeviceModule *(*compile) (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error);
  /* Begins to compile text that compile will probably be asked for, without a thread that waits: compile then has less
   * to do. Failures are kept for compile; options->stop and meanwhile are not used. Does not block. Optional. */
  void (*prepare) (RsDevice *device, const char *source, const RsModuleOptions *options);
  /* The kernel called name (its C identifier). Owned by the module. Does not block. */
  RsDeviceKernel *(*get_kernel) (RsDevice *device, RsDeviceModule *module, const char *name, GError **error);
  /* No launch of its kernels may be queued any more. */
  void (*release_module) (RsDevice *device, RsDeviceModule *module);
  /* Begins a launch, in order after those before it: launch->ticket tells its end, and may be 0 already. FALSE with
   * RS_RUNTIME_ERROR_DEVICE_LOST when the device failed, and _FAULT when the kernel did. launch stays valid until
   * finish has returned. */
  gboolean (*launch) (RsDevice *device, RsDeviceLaunch *launch, GError **error);
  /* After the end of a launch that was begun (is_complete; else it failed): its results, launch->status among them, are
   * taken. Optional: where launch never returns before the end. */
  gboolean (*finish) (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error);
  /* Whether all blocks of such a launch, of which kernel, grid and block count, run at a time, as they have to where
   * its plan says is_together. Session's thread. Optional: they don't. */
  gboolean (*can_run_together) (RsDevice *device, const RsDeviceLaunch *launch);
  /* Whether texture units read an array of so many rows and columns, whose texels have so many bytes. Where they don't,
   * its launches are of kernels made for the device's target_of_loads. Optional: there are no units. */
  gboolean (*has_texture) (RsDevice *device, gint64 rows, gint64 columns, gsize texel_bytes);
  /* Whether the device's libraries can do the call, and how many bytes it needs beside its arrays. The first one opens
   * a library, which may take a second. On the session's thread. Optional: there are no libraries. */
  gboolean (*prepare_library) (RsDevice *device, const RsLibraryCall *call, gsize *work_bytes);
  /* ns that the launch will take by what earlier ones of its kernel took; 0: not known. Optional. */
  gint64 (*estimate) (RsDevice *device, const RsDeviceLaunch *launch);
  /* Frees the device's own data; all its modules and memory are gone. */
  void (*dispose) (RsDevice *device);
} RsDeviceTable;

/* The head of every device; back ends put it first in their own structure. */
struct _RsDevice {
  const RsDeviceTable *table;
  const RsTarget *target; /* what its kernels are made for */
  const RsTarget *target_of_loads; /* the same without texture units; NULL: it has none */
  RsDeviceFeatures features;
  char *name;
  char *identity; /* owned; what measured times hold for besides its description: versions; NULL: nothing */
  guint memory; /* number of its memory, see runtime/memory/replica.h; 0: host memory */
  gboolean is_processor;   /* it computes on the host's cores */
  gboolean is_recorded;    /* kernel events come from its driver (cupti.h), not from its queue */
  guint64 memory_limit;    /* bytes of arrays that it may hold; 0: as many as it gives */
  double part_of_memory;   /* that arrays may have of what nobody has, 0 to 1; see rs_memory_limit_device */
  guint64 reserved_memory; /* bytes of it that others are to have */
  guint64 largest_array;   /* bytes that one of them may have; 0: as many as it gives */
  gint64 busy;             /* atomic; ns that its launches have taken so far, where it measures them */
  /* See rs_device_set_notify. */
  GMutex notify_lock;
  void (*notify) (gpointer data);
  gpointer notify_data;
  /* Receives warnings (whole sentences without a newline); NULL: standard error. */
  void (*warn) (const char *text, gpointer data);
  gpointer warn_data;
};

/* The CPU device. Fails with RS_RUNTIME_ERROR_COMPILER when there is no C compiler. settings are copied. */
RsDevice *rs_device_new_cpu (const RsSettings *settings, GError **error);
/* The same with kernels that come with the program (borrowed; may be NULL); when there are any, the device can do
 * without a compiler, and only what is not among them fails to compile. */
RsDevice *rs_device_new_cpu_with_kernels (const RsSettings *settings, RsKernelStore *kernels, GError **error);

/* The processor and how many cores of it this process may use: what times depend on. (transfer full) */
char *rs_cpu_dup_model (void);

/* For plugins of devices: the number behind the colon of a device's name. FALSE: there is none. */
gboolean rs_device_parse_number (const char *name, guint *number);

/* What a plugin of devices (runtime/base/plugin.h) offers: those of one driver. */
typedef struct {
  /* Appends what there is of that driver, usable or not, and something with the reason when there is nothing. Opens the
   * driver when it is first called. (element-type RsDeviceInfo) */
  void (*list) (GPtrArray *devices, const RsSettings *settings);
  /* A device by the name that list gives it; the name of the driver alone is the first one that is usable. Fails with
   * RS_RUNTIME_ERROR_DEVICE. kernels: those that come with the program (borrowed; may be NULL). (transfer full) */
  RsDevice *(*open) (const char *name, const RsSettings *settings, const RsKernelStore *kernels, GError **error);
  /* Appends the libraries that its devices use where they are there, and opens them for that. Optional: there are none.
   * (element-type RsLibraryInfo) */
  void (*list_libraries) (GPtrArray *libraries);
  /* For devices that need not be here. What kernels are compiled for, by the settings; FALSE: nothing; with an error
   * where that can't be done. Optional, with compile_ahead. */
  gboolean (*get_target_ahead) (const RsSettings *settings, RsTarget *target, GError **error);
  /* Adds the binary of a text to kernels, under the key by which the device will look for it. FALSE: the compiler
   * refuses it. */
  gboolean (*compile_ahead) (const char *text, const RsModuleOptions *options, const RsSettings *settings,
                             RsKernelStore *kernels);
} RsDevicePlugin;

/* A device of a plugin by its name. Fails with RS_RUNTIME_ERROR_DEVICE and the names that there are. kernels: those
 * that come with the program, borrowed; may be NULL. (transfer full) */
RsDevice *rs_device_open (const char *name, const RsSettings *settings, const RsKernelStore *kernels, GError **error);
/* Whether the name is one that a device of a plugin may have: that of a driver, and perhaps a number behind a colon. */
gboolean rs_device_is_plugin_name (const char *name);

/* Drops the device. Its queue is gone before. */
void rs_device_free (RsDevice *device);

/* All devices of this machine, usable or not. (element-type RsDeviceInfo) (transfer full) */
GPtrArray *rs_device_list (const RsSettings *settings);
void rs_device_info_free (RsDeviceInfo *info);
/* The libraries for the device of that name; opens them. (element-type RsLibraryInfo) (transfer full) */
GPtrArray *rs_device_list_libraries (const char *name);

/* Ends what runs compiled code for launches with this stop flag, which has been set. Any thread, and signal
 * handlers. */
void rs_device_interrupt (const gint *stop);

/* Writes the text into the folder of the setting RUNTIME_KEEP_TEMPS, where it is set; key: of which the first letters
 * are part of the file's name, and ending the rest. */
void rs_device_keep_text (RsDevice *device, const RsSettings *settings, const char *source, const char *title,
                          const char *key, const char *ending);

/* notify is called, on any thread and with no lock of the device held, when a ticket has ended that the device handed
 * out; NULL: nobody is. After the return the function before is not called any more. */
void rs_device_set_notify (RsDevice *device, void (*notify) (gpointer data), gpointer data);
/* For devices: calls it. */
void rs_device_notify (RsDevice *device);

void rs_device_warn (RsDevice *device, const char *format, ...) G_GNUC_PRINTF (2, 3);

static inline RsDeviceModule *
rs_device_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error)
{
  return device->table->compile (device, source, options, error);
}

static inline void
rs_device_prepare (RsDevice *device, const char *source, const RsModuleOptions *options)
{
  if (device->table->prepare != NULL)
    device->table->prepare (device, source, options);
}

static inline RsDeviceKernel *
rs_device_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error)
{
  return device->table->get_kernel (device, module, name, error);
}

static inline void
rs_device_release_module (RsDevice *device, RsDeviceModule *module)
{
  device->table->release_module (device, module);
}

static inline gboolean
rs_device_has_failed (RsDevice *device)
{
  return device->table->has_failed != NULL && device->table->has_failed (device);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDevice, rs_device_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDeviceInfo, rs_device_info_free)
