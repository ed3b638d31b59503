/* A text that is compiled to be run in a frame: what eval and the debugger share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/vm/vm-private.h"

#define RS_MOST_CANDIDATES                                                                                             \
  8 /* registers in which a name may have its value: its own, those of captures, a function's */

typedef enum { RS_BOUND_UNSET, RS_BOUND_DATA, RS_BOUND_CALLABLE } RsBoundState;

/* A name of the text that means something in the frame around it. */
typedef struct {
  const char *name;
  guint registers[RS_MOST_CANDIDATES], n; /* of the frame: the first that has a value counts */
  RsValue *extra;                         /* where there are no registers: a debugger's variable */
  RsBoundState state;                     /* when the text was compiled */
  int slot;                               /* of the text's variable, -1: none */
} RsBoundName;

typedef struct {
  const RsProto *caller;
  char *text;
  gsize length;
  GArray *bindings;    /* of RsBoundName */
  GPtrArray *siblings; /* of RsInstance: those around, then those of the text */
  GHashTable *functions;
  guint first;          /* of the text's own in siblings */
  RsInstance *instance; /* the last of them */
  GList link;           /* in what is kept */
  guint n_running;
  gboolean is_reusable;
} RsEvaluation;

/* The value of a name in a frame with these registers: borrowed; RS_NONE: it has none. */
RsValue rs_evaluation_get_value (const RsBoundName *name, const RsValue *registers);
/* The first error among the diagnostics as a GError; FALSE: there is none. is_own: the text is what the user has just
 * typed, so that the error needs no place. */
gboolean rs_evaluation_set_error (RsDiagnostics *diagnostics, RsSource *text, gboolean is_own, GError **error);
/* Compiles and loads a text for a frame. extras: of a debugger, whose texts are used once; NULL: the program evaluates.
 * NULL with an error. (transfer full), unless it is kept: is_reusable without extras; rs_evaluation_drop ends one with
 * extras. */
RsEvaluation *rs_evaluation_prepare (RsVm *vm, const RsFrame *frame, RsValue text, gboolean is_own, GHashTable *extras,
                                     GError **error);
/* Runs it, the files that it imports before. keeps_registers: what it assigns can be read in its instance
 * afterwards. */
gboolean rs_evaluation_run (RsThread *thread, RsEvaluation *self, const RsValue *registers, gboolean keeps_registers,
                            RsValue *result, GError **error);
/* Ends one that is not kept, and unloads its code where no value may need it. */
void rs_evaluation_drop (RsVm *vm, RsEvaluation *self);
/* --- evaluate-in.c --- */

/* What an evaluation of a debugger's user may change and the program must not notice. */
typedef struct {
  const RsVmHooks *hooks;
  RsReach reach;
  gboolean may_wait;
  const GError *raised;
  RsSource *error_source, *caller_source;
  guint32 error_offset, caller_offset;
  char *backtrace;
  RsErrorPlace place;
  RsValue thrown, caught;
} RsKept;

RsKept rs_vm_put_aside (RsThread *thread);
void rs_vm_put_back (RsThread *thread, const RsKept *kept);
/* FALSE with an error: the text is more than an expression without calls. Before anything is compiled: an import would
 * be loaded. */
gboolean rs_vm_text_only_looks (const char *text, GError **error);

/* --- evaluate.c --- */

/* The value of a text in a frame of a thread that stands still; thread: the one that runs. */
gboolean rs_evaluation_in (RsThread *thread, const RsFrame *frame, RsValue text, gboolean is_own, RsValue *result,
                           GError **error);
