/* Within runtime/device/cpu: the parts of the CPU device.
 *
 *   text -> cache.c (found?) -> cc.c (compile, link) -> module.c (load) -> launch.c (boxes) -> team.c (workers)
 *                `-> jobs.c (in advance) -^                                   |-> fault.c (recovery point)
 *                                                                             `-> pad.c (copies for the border)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/device/accumulators.h"
#include "runtime/device/cache.h"
#include "runtime/device/device-private.h"

/* --- cc.c: the C compiler as a child process. Any thread, several at once. --- */

typedef struct _RsCompiler RsCompiler;

/* What a thread does while another process works for it. */
typedef struct {
  const gint *stop;  /* not 0: give up, and end that process; may be NULL */
  int wake;          /* becomes readable when stop is set; -1: stop is looked at 50 times a second */
  gboolean (*meanwhile) (gpointer data); /* called until it returns FALSE; may be NULL */
  gpointer data;
} RsWait;

/* path: the setting CC_PATH; "" looks for cc, gcc and clang. Starts nothing. Fails with RS_RUNTIME_ERROR_COMPILER. */
RsCompiler *rs_compiler_new (const char *path, GError **error);
void rs_compiler_free (RsCompiler *compiler);
const char *rs_compiler_get_path (const RsCompiler *compiler);
/* Everything besides the source that decides what comes out: program, flags, processor. */
char *rs_compiler_describe (const RsCompiler *compiler, RsMath math);
/* The part of it that does not depend on which compiler there is. */
char *rs_compiler_describe_target (RsMath math);
/* Compiles source into the shared object BASE.so; BASE.c and BASE.o come and go. Errors: RS_RUNTIME_ERROR_COMPILER
 * with the compiler's first lines, RS_RUNTIME_ERROR_STOPPED, RS_RUNTIME_ERROR_FILE. Takes 60 s at most. */
gboolean rs_compiler_build (RsCompiler *compiler, const char *source, const char *base, const char *title,
                            RsMath math, const RsWait *wait, GError **error);

/* --- object.c --- */

/* Whether the object at path (of the C compiler, for this machine) calls nothing that a library has to define. FALSE as
 * well when that can't be told. */
gboolean rs_object_is_complete (const char *path);

/* --- jobs.c: compilations that nobody waits for yet, in threads of their own. The session's thread calls. --- */

typedef struct _RsJobs RsJobs;

/* n: compilations at a time, at least 1. Starts nothing. */
RsJobs *rs_jobs_new (RsCompiler *compiler, RsCache *cache, guint n);
/* Ends the compilations that still run; what they have written is removed. */
void rs_jobs_free (RsJobs *jobs);
gboolean rs_jobs_contain (const RsJobs *jobs, const char *key);
/* Takes base, of rs_cache_get_temporary. There is no job for key yet. */
void rs_jobs_add (RsJobs *jobs, const char *key, const char *source, char *base, const RsModuleOptions *options);
/* FALSE when the job was not there or has not begun, and is dropped. Else waits for it: *path is the object's in the
 * cache (transfer full), or NULL with error. */
gboolean rs_jobs_take (RsJobs *jobs, const char *key, const RsWait *wait, char **path, GError **error);

/* --- team.c: the workers. --- */

typedef struct _RsTeam RsTeam;

RsTeam *rs_team_new (guint n_threads);
void rs_team_free (RsTeam *team);
guint rs_team_get_size (const RsTeam *team);
/* Runs work (data, worker) for worker 0 (the calling thread) up to n_threads - 1 (of 1 or more) and returns when all
 * are done. Called from inside of work it runs worker 0 only. One call at a time. Returns the number of workers
 * used. */
guint rs_team_run (RsTeam *team, guint n_threads, void (*work) (gpointer data, guint worker), gpointer data);

/* --- fault.c: recovery from faults in generated code, and leaving it when the program is to stop. --- */

typedef struct {
  gboolean is_stop; /* none: the program is to stop */
  int signal;
  int code;     /* si_code */
  gpointer address;
} RsFault;

/* Installs the handlers, once a process. */
void rs_fault_install (void);
/* Runs run (data); FALSE when it did not come to its end, fault says why: it faulted, or *stop was set (looked at by
 * run before anything long; NULL: run comes to its end). run must hold nothing that has to be released. */
gboolean rs_fault_guard (void (*run) (gpointer data), gpointer data, const gint *stop, RsFault *fault);
/* Around what must not be left half done when the program is stopped, once at a time; release does not return then. */
void rs_fault_hold (void);
void rs_fault_release (void);

/* --- module.c --- */

struct _RsDeviceModule {
  gpointer handle;    /* dlopen's */
  GPtrArray *kernels; /* of RsDeviceKernel, owned */
  int file;           /* that an object without a path was loaded from; -1: none */
};

/* Fails with RS_RUNTIME_ERROR_COMPILER. */
RsDeviceModule *rs_module_load (const char *path, GError **error);
/* The same for an object in memory. */
RsDeviceModule *rs_module_load_bytes (GBytes *object, GError **error);
RsDeviceKernel *rs_module_get_kernel (RsDeviceModule *module, const char *name, GError **error);
void rs_module_free (RsDeviceModule *module);

/* --- pad.c: RsKernelBox.run_padded --- */

void rs_cpu_run_padded (const RsKernelBox *box, void *const *arguments, const RsKernelPadding *padding);

/* --- cpu.c, launch.c --- */

typedef void (*RsKernelEntry) (const RsKernelBox *box, void *const *arguments);

typedef struct {
  RsDevice base;
  RsSettings *settings; /* owned */
  RsCompiler *compiler; /* NULL: there is none, and kernels come with the program */
  RsKernelStore *kernels; /* borrowed; may be NULL */
  char *targets[RS_N_MATHS]; /* rs_compiler_describe_target, by RsMath; made when needed */
  RsCache *cache;
  RsJobs *jobs;         /* NULL: kernels are compiled when they are reached */
  RsTeam *team;
} RsCpuDevice;

gboolean rs_cpu_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error);
gint64 rs_cpu_estimate (RsDevice *device, const RsDeviceLaunch *launch);
