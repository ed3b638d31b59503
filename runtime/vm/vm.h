/* The virtual machine: runs the bytecode of host code, and of kernels that are not compiled.
 *
 * One VM a session. A program's modules are loaded in their order, each into an instance, and their top-level code runs;
 * then `main`. Instances, and with them the registers of top levels and the compiled sites, live until the next run.
 *
 * Threads: the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session-private.h"
#include "runtime/value/function.h"

RsVm *rs_vm_new (RsSession *session);
void rs_vm_free (RsVm *vm);

/* Runs a program: the modules' top-level code, then main with arguments (NULL-terminated; may be NULL). On failure
 * *source (transfer none: lives as long as the program) and *offset say where; *source is NULL when it is nowhere. */
gboolean rs_vm_run (RsVm *vm, RsProgram *program, const char *const *arguments, RsSource **source, guint32 *offset,
                    GError **error);

/* What a run leaves for the next one: loaded modules, and the variables of the prompt. */
typedef struct {
  GPtrArray *siblings;   /* of RsInstance: the modules of the program so far */
  GHashTable *functions; /* top-level FUNCTION symbols -> registers */
  GHashTable *variables; /* name (owned) -> RsValue * (owned) */
} RsVmEnvironment;

RsVmEnvironment *rs_vm_environment_new (RsVm *vm);
void rs_vm_environment_free (RsVmEnvironment *self);
/* Loads and runs the modules of program that the environment does not have yet; the variables of the last one begin with
 * the values of the environment, and are there afterwards, also when it failed. *result: the value of its last statement
 * when that is an expression, else NONE. Otherwise like rs_vm_run. *is_loaded: FALSE when modules could not be loaded;
 * the environment is then as before. */
gboolean rs_vm_run_more (RsVm *vm, RsVmEnvironment *environment, RsProgram *program, RsValue *result, gboolean *is_loaded,
                         RsSource **source, guint32 *offset, GError **error);

/* For a debugger: called before the first instruction of each line that is reached; NULL ends it. Takes effect at the
 * next call or loop iteration. Costs nothing while there is none. */
typedef void (*RsLineHook) (RsVm *vm, const RsSource *source, guint line, guint depth, gpointer data);
void rs_vm_set_line_hook (RsVm *vm, RsLineHook hook, gpointer data);
