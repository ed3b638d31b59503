/* The virtual machine: runs the bytecode of host code, and of kernels that are not compiled.
 *
 * One VM a session. A program's modules are loaded in their order, each into an instance, and their top-level code
 * runs; then `main`. Instances, and with them the registers of top levels and the compiled sites, live until the next
 * run.
 *
 * Threads: the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session-private.h"
#include "runtime/value/types/function.h"

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
/* Loads and runs the modules of program that the environment does not have yet, then the main of the last one with
 * arguments (NULL-terminated) unless they are NULL; the variables of the last one begin with the values of the
 * environment, and are there afterwards, also when it failed. *result: the value of its last statement when that is an
 * expression, else NONE. Otherwise like rs_vm_run. *is_loaded: FALSE when modules could not be loaded; the environment
 * is then as before. */
gboolean rs_vm_run_more (RsVm *vm, RsVmEnvironment *environment, RsProgram *program, const char *const *arguments,
                         RsValue *result, gboolean *is_loaded, RsSource **source, guint32 *offset, GError **error);

/* Whether value, which an input gives, is not to be shown: its last statement is an assignment, ends with a semicolon,
 * or has shown it. */
gboolean rs_vm_is_silent (const RsModule *module, RsValue value);

typedef struct _RsThread RsThread;

/* What a debugger sees of a run (runtime/debug). All are called on the session's thread; any may be NULL: it sees
 * nothing of that, and nothing is interpreted or chosen for it. */
typedef struct {
  /* Before an instruction, which pc counts from the start of the innermost frame's code; FALSE with an error raises it
   * there. Only as rs_vm_set_reaching says. rs_vm_jump has the frame go on at another one. */
  gboolean (*reach) (RsThread *thread, guint pc, gpointer data, GError **error);
  /* Before which instructions of the function of the innermost frame it is called, while reaching is RS_REACH_SOME:
   * points, [n_code] and all FALSE, gets TRUE for each. FALSE: there are none. Asked once a function and
   * rs_vm_set_reaching. */
  gboolean (*concerns) (RsThread *thread, guint8 *points, gpointer data);
  /* An error has been raised where the innermost frame stands; its frames are all there. */
  void (*raised) (RsThread *thread, const GError *error, gpointer data);
  /* Whether node, a loop, expression or kernel of module, is to be interpreted though it may have a compiled form. */
  gboolean (*interprets) (RsThread *thread, const RsModule *module, const RsNode *node, gpointer data);
  /* Whether a work item of a launch over [rank] dims is to be interpreted by itself before it: *position, [rank]. */
  gboolean (*chooses_item) (RsThread *thread, const char *kernel, guint rank, const gint64 *dims, gint64 *position,
                            gpointer data);
  /* What that work item did, compared with what the launch has left. */
  void (*compared_item) (RsThread *thread, const char *text, gpointer data);
  /* The program has been warned where the innermost frame stands. */
  void (*warned) (RsThread *thread, const char *text, gpointer data);
  /* After rs_vm_wake. */
  void (*wake) (RsThread *thread, gpointer data);
} RsVmHooks;

/* hooks: borrowed; NULL: none. They cost nothing but where loops and kernels begin, and each instruction while reaching
 * is on. */
void rs_vm_set_hooks (RsVm *vm, const RsVmHooks *hooks, gpointer data);
/* Where `reach` is called: nowhere, before the instructions that `concerns` names, before all. */
typedef enum { RS_REACH_NONE, RS_REACH_SOME, RS_REACH_ALL } RsReach;

/* Takes effect at the next call of the interpreter, or of wake. */
void rs_vm_set_reaching (RsVm *vm, RsReach reach);
/* From `reach` only: the innermost frame goes on at that instruction of its code, which begins a statement. */
void rs_vm_jump (RsThread *thread, guint pc);
/* Has `wake` called at the next loop iteration or call. Thread-safe. */
void rs_vm_wake (RsVm *vm);
