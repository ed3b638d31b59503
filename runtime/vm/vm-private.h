/* The inside of the virtual machine.
 *
 * A thread is a stack of registers and a stack of frames. The program has one; a kernel with barriers that is
 * interpreted has one a work item. A call makes no C call: it pushes a frame whose registers begin on the arguments, so
 * that nothing is copied.
 *
 *   caller's registers: [variables, captures, functions, temporaries ... | function | argument 0 | argument 1 ...]
 *   callee's registers:                                                              [parameter 0, 1, ..., locals ...]
 *
 * Registers that no frame covers are always unset: a frame clears what it leaves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/generic/generic.h"
#include "runtime/builtin/builtin.h"
#include "runtime/sched/specialize/specialize.h"
#include "runtime/trace/trace.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/index/indexing.h"
#include "runtime/vm/vm.h"

/* C calls of the interpreter inside each other: a built-in that calls a function that calls such a built-in ... */
#define RS_MAX_NESTED_RUNS 100

/* A module in a run. */
struct _RsInstance {
  RsVm *vm;
  GPtrArray *siblings;   /* of RsInstance: the modules of its program, in order; shared */
  RsModule *module;      /* reference */
  RsBytecode *bytecode;  /* owned */
  GHashTable *functions; /* shared: top-level FUNCTION symbols -> registers */
  GHashTable *generics;  /* RsGenericInstance -> RsBytecode, owned: instances that have run; or NULL */
  RsProgram *program;    /* reference: of the options */
  RsLowerOptions options; /* the module was lowered with, diagnostics apart */
  RsValue *registers;    /* of the top level: on the stack while it runs, afterwards owned */
  guint n_registers;
  gboolean owns_registers;
  guint64 serial; /* among instances and frames of the vm */
};

/* Where an instruction that makes arrays is, and the id of what they are called. */
typedef struct {
  guint next; /* index of the instruction + 1; 0: none */
  guint line;
  guint32 results; /* 0: nothing */
} RsTracedPlace;

/* RsProto.state: what a run keeps with a function. */
typedef struct {
  RsInstance *instance;
  RsValue *constants;
  RsSite **sites; /* [n_sites], made when first offered */
  gboolean has_copied_captures; /* some lie in registers of their own */
  gboolean *said; /* [n_code], made when needed: places whose warning has been given */
  guint32 trace_name, trace_file; /* ids; 0: not asked for yet */
  guint line;
  RsTracedPlace traced[4]; /* by instruction modulo 4: what was asked for last */
  guint reach_turn;        /* RsVm.reach_turn when the next were asked for */
  gboolean is_concerned;   /* a debugger looks at instructions of it: */
  guint8 *reach_points;    /* [n_code], those for which it is not 0; NULL: not asked for yet */
  guint *lines;            /* [n_code], of the instructions; NULL: rs_vm_get_lines was not called */
} RsProtoState;

typedef struct {
  const RsProto *proto;
  RsFunction *function; /* in the caller's register below the arguments; NULL for a top level */
  const RsInstruction *pc; /* next instruction; up to date whenever the frame is not the innermost, and on errors */
  RsValue *registers;
  RsValue *results;     /* where results go; NULL: into entry_results */
  guint n_results;      /* wanted, or RS_ANY_RESULT */
  gboolean is_entry;    /* returns to C */
  guint64 serial;
  gint64 start;         /* trace time, 0: nobody listens */
  const RsInstruction *loop; /* LOOP_START of the outermost loop that it is in; NULL: none, or nobody listened */
  guint32 loop_decision;     /* what became of the rest of that loop, a name for the trace */
  guint8 loop_how;           /* how it ran, at last: RsLoopHow */
  gboolean fuses;            /* its launches are fused: runtime/sched/specialize/fusion.h */
  guint n_deals;             /* loops it is in whose iterations are dealt out: runtime/sched/place/deal.h */
} RsFrame;

/* A block of an interpreted kernel: shared memory and work items. */
typedef struct {
  GHashTable *shared; /* place (RsSharedPlace *) -> RsArray */
  GPtrArray *items;   /* of RsThread, in row-major order */
  GPtrArray *grid;    /* of RsThread: all work items, when they run side by side; else NULL */
} RsBlock;

/* What a work item waits for. */
typedef struct {
  gint64 order;                 /* smaller groups first; 0: it does not wait */
  const RsNativeMethod *method; /* NULL at a barrier */
  const struct _RsNative *group; /* that it belongs to, and what it gives: held by its registers */
  const RsValue *arguments;
  RsValue *result;
  guint n_results;
} RsWait;

/* Where a frame was when a debugger saw it last. */
typedef struct {
  guint64 serial; /* of the frame */
  guint pc, line;
} RsPosition;

struct _RsThread {
  RsVm *vm;
  RsPosition *positions; /* [n_positions], by the index of the frame; NULL without a debugger */
  guint n_positions;
  RsFrame *frames;
  guint n_frames, n_allocated;
  guint n_below;              /* frames of the threads that wait for this one */
  RsValue *stack, *stack_end; /* mapped; pages come when they are touched */
  gsize stack_bytes;
  RsValue caught;    /* what CAUGHT takes */
  gboolean is_serial; /* inside a serial_do: kernels run in order, on this thread */
  guint64 beside_since; /* of rs_vm_evaluate_beside, where functions of the program are not called: RsInstance.serial of
                           the first that is the text's; 0: not of it */
  RsBlock *block;    /* of the work item; NULL on the host */
  gboolean may_wait; /* BARRIER stops the thread: a work item that can be resumed */
  RsWait wait;
  gint64 index_in_block, index_in_grid, grid_size; /* of the work item */
  gint64 item[RS_MAX_RANK];                        /* its position, of n_item numbers; 0: the host's code */
  guint n_item;
};

typedef enum { RS_RUN_DONE, RS_RUN_FAILED, RS_RUN_WAITING } RsRunResult;
/* Runs until the frame at index `until` has returned. */
typedef RsRunResult (*RsInterpret) (RsThread *thread, guint until, GError **error);

struct _RsVm {
  RsSession *session;
  RsInterpret interpret; /* interpreter.c calls what stands beside it, which gets back to it by this */
  RsThread *main;
  RsThread *current;
  GPtrArray *instances;  /* of RsInstance, owned */
  GArray *stretches;     /* of profile.c: those that profile_begin began and that have not ended */
  struct _RsEvaluations *evaluations; /* texts of eval that are kept; NULL: none yet */
  guint64 next_serial;
  guint max_depth;
  guint late_depth;      /* frames of the main thread when results of loops of the uppermost one were not waited for; 0:
                          * there are none */
  guint n_runs;          /* of the interpreter inside each other */
  const GError *raised;  /* the error whose backtrace is in the session */
  RsSource *error_source;
  guint32 error_offset;
  const RsVmHooks *hooks; /* of a debugger; NULL: none is there */
  gpointer hook_data;
  RsReach reach;
  guint reach_turn;      /* of rs_vm_set_reaching; 0: it was never called */
  GHashTable *keeps;     /* where main puts its variables when it ends: an environment's, while it runs; else NULL */
  /* a work item runs that a debugger has chosen, with those it waits for: the one at lone_index of its grid */
  gboolean is_lone;
  gint64 lone_index;
  gboolean *due;         /* of the session's thread: set by rs_vm_wake */
  gboolean has_device_barrier, has_device_grid_barrier;
  gboolean said_barrier;
};

/* --- backtrace.c --- */
void rs_vm_store_place (RsThread *thread);
/* Before what may take long or end the process. */
static inline void
rs_vm_tell_place (RsThread *thread)
{
  if (G_UNLIKELY (thread->vm->session->last_place != NULL))
    rs_vm_store_place (thread);
}

/* --- vm.c --- */
/* The lines of a function's instructions, [n_code], to look many up. */
const guint *rs_vm_get_lines (const RsProto *proto);
/* Without a program. It is interpreter.c that makes one, rs_vm_new. */
RsVm *rs_vm_new_with (RsSession *session, RsInterpret interpret);
/* The main of a module whose top level has run; nothing when it has none. arguments: NULL-terminated, may be NULL. */
gboolean rs_vm_run_main (RsVm *vm, RsInstance *instance, const char *const *arguments, GError **error);

/* While reaching is RS_REACH_SOME. */
gboolean rs_vm_ask_concerned (RsThread *thread, const RsFrame *frame);
/* Whether a debugger looks at the instructions of the frame, the innermost one. */
static inline gboolean
rs_vm_reaches (RsThread *thread, const RsFrame *frame)
{
  const RsVm *vm = thread->vm;
  const RsProtoState *state;

  if (G_LIKELY (vm->reach == RS_REACH_NONE) || vm->reach == RS_REACH_ALL)
    return vm->reach == RS_REACH_ALL;
  state = frame->proto->state;
  return state->reach_turn == vm->reach_turn ? state->is_concerned : rs_vm_ask_concerned (thread, frame);
}

/* Whether it looks at some of them, and the one at pc is none: for sure, and quickly. */
static inline gboolean
rs_vm_reaches_others (const RsVm *vm, const RsFrame *frame, const RsInstruction *pc)
{
  const RsProtoState *state = frame->proto->state;

  return vm->reach == RS_REACH_SOME && state->reach_turn == vm->reach_turn && state->is_concerned
         && state->reach_points[pc - frame->proto->code] == 0;
}

/* --- more.c --- */
/* Those of main, which have no name that the environment has already. */
void rs_vm_keep_variables (GHashTable *variables, const RsFrame *frame);

/* --- thread.c --- */
/* Fails when there is no address space for the stack. */
RsThread *rs_thread_new (RsVm *vm, gsize stack_bytes, GError **error);
void rs_thread_free (RsThread *thread);
static inline RsFrame *
rs_thread_top (RsThread *thread)
{
  return &thread->frames[thread->n_frames - 1];
}
/* The instruction at which the frame stands, from 0. */
static inline guint
rs_frame_get_pc (const RsFrame *frame)
{
  return frame->pc > frame->proto->code ? (guint)(frame->pc - frame->proto->code) - 1 : 0;
}
/* First register behind the innermost frame. */
RsValue *rs_thread_end (RsThread *thread);
/* Pushes a frame on the function whose value lies in base[0] and whose arguments in base[1]...; unset ones are missing
 * optional ones. keep: end of the caller's registers, which may hold leftovers. */
gboolean rs_thread_push (RsThread *thread, RsFunction *function, const RsProto *proto, RsValue *base, guint n_arguments,
                         RsValue *caller_end, RsValue *results, guint n_results, GError **error);
/* Pops a frame and clears its registers. */
void rs_thread_pop (RsThread *thread);
/* Sets the error of a function of the program that is not called there, and returns FALSE. */
gboolean rs_thread_refuse_beside (const char *name, GError **error);

static inline RsRunResult
rs_interpret (RsThread *thread, guint until, GError **error)
{
  return thread->vm->interpret (thread, until, error);
}

/* --- catch.c --- */
/* Whether a catch around the place where the error was raised takes it. */
gboolean rs_vm_is_caught (RsThread *thread, const GError *error);
/* Finds the handler for an error in the frames above `until`; pops what it leaves. TRUE: the error is freed, and the
 * innermost frame goes on in a handler. */
gboolean rs_vm_find_handler (RsThread *thread, guint until, GError **error);

/* --- return.c: pops the innermost frame --- */
/* With the values of its outputs. */
gboolean rs_vm_return_outputs (RsThread *thread, GError **error);
/* With one value for however many results are wanted (transfer full). */
gboolean rs_vm_return_one (RsThread *thread, RsValue value, GError **error);

/* --- steps.c --- */
/* r[0], r[1], r[2]: low, step, high, which stay. */
gboolean rs_vm_make_range (const RsValue *r, RsValue *range, GError **error);
/* FALSE with an error, and the range is cleared, when it is too long. */
gboolean rs_vm_check_range (RsValue *range, GError **error);
/* The bounds of a loop as rs_vm_make_range takes them; afterwards low, step, iterations, and their number in r[3]. */
gboolean rs_vm_prepare_range (RsValue *r, GError **error);
/* Warns, once a place, of low..high with low above high. r: low, step, high. */
void rs_vm_note_countdown (RsThread *thread, const RsValue *r);
gboolean rs_vm_can_loop_over (RsValue value, GError **error);
/* Element `position` of what a for loop runs over; FALSE at its end. */
gboolean rs_vm_get_item (RsValue value, gint64 position, RsValue *item);
/* Of a loop so far; r: the registers from that of LOOP_START on. */
gint64 rs_vm_count_iterations (const RsValue *r);
gboolean rs_vm_compose_spread (RsThread *thread, const RsValue *values, const RsArgumentList *list, gboolean is_cell,
                               RsValue *result, GError **error);
gboolean rs_vm_index_spread (RsThread *thread, RsInstruction i, RsInstruction extra, RsValue *result, GError **error);
gboolean rs_vm_store_spread (RsThread *thread, RsInstruction i, RsInstruction extra, GError **error);
/* For calls that fit none: builtin: id + 1, or 0; class: or NULL. */
RsValue rs_vm_make_overloads (const RsValue *values, guint n, guint builtin, const RsType *class, guint n_own);

/* --- call.c --- */
/* Calls whatever lies in base[0] with n arguments behind it. *pushed: a frame has been pushed; else the results are in
 * results. list: names and spread, or NULL. */
gboolean rs_vm_call_value (RsThread *thread, RsValue *base, guint n, const RsArgumentList *list, RsValue *results,
                           guint n_results, gboolean *pushed, GError **error);
/* R[a] becomes a function with n arguments bound, unset ones open; list: NULL, or named and spread ones among them. */
gboolean rs_vm_partial (RsValue *base, guint n, const RsArgumentList *list, GError **error);

/* --- call-builtin.c --- */
/* As in RsHostFunctions. */
gboolean rs_vm_compute_builtin (RsSession *session, const RsBuiltin *builtin, const RsValue *arguments,
                                guint n_arguments, RsValue *result);
gboolean rs_vm_call_builtin (RsThread *thread, guint id, const RsValue *base, guint n, const RsArgumentList *list,
                             RsValue *results, guint n_results, GError **error);
/* A method of a native object, which is arguments[0]. */
gboolean rs_vm_call_native (RsThread *thread, const RsNativeMethod *method, const RsValue *arguments, guint n,
                            RsValue *results, guint n_results, GError **error);

/* --- profile.c --- */
/* The built-ins profile_mark, profile_begin and profile_end, by their ids. */
gboolean rs_vm_profile (RsThread *thread, guint builtin, const RsCall *call, GError **error);
/* (transfer full) */
GArray *rs_vm_stretches_new (void);
/* The frame, the innermost, goes: what profile_begin began in it ends. While a trace is on. */
void rs_vm_end_stretches (RsThread *thread, const RsFrame *frame);

/* --- spread.c --- */
gboolean rs_vm_take_apart (RsValue value, RsValue *results, guint n, GError **error);
/* Appends the elements of a vector or cell to items, as references; limit: so many at most. */
gboolean rs_vm_append_parts (GArray *items, RsValue value, gint64 limit, GError **error);
/* The values of an argument list, spread ones opened. limit: of the elements of each. (element-type RsValue),
 * references. */
GArray *rs_vm_spread (const RsValue *values, guint n, const RsArgumentList *list, gint64 limit, GError **error);
/* Whether an argument has a name; list: may be NULL. */
gboolean rs_vm_has_names (const RsArgumentList *list);
/* The values of rs_vm_spread without those that have names. */
GArray *rs_vm_positional_arguments (const RsValue *values, guint n, const RsArgumentList *list, GError **error);

/* --- overload.c --- */
/* The built-in accepts: whether a function, the first argument, can be called with the others. */
gboolean rs_vm_accepts (const RsValue *arguments, guint n, RsValue *result, GError **error);
/* The member of a set that a call means: its index, -1 for the built-in of that name. */
gboolean rs_vm_choose_overload (RsThread *thread, RsFunction *set, const RsValue *arguments, guint n, int *best,
                                GError **error);
/* Packs arguments[n_parameters - 1]... into the value of the variadic parameter. */
gboolean rs_vm_collect_variadic (RsThread *thread, const RsProto *proto, RsValue *arguments, guint n, GError **error);
/* "a, b, ...rest". (transfer full) */
char *rs_vm_list_parameters (const RsProto *proto);

/* --- generic.c: instances of generic functions --- */
/* The instance of a closure over a generic function for these arguments, unset ones left out; a new closure. */
RsFunction *rs_vm_instantiate (RsVm *vm, RsFunction *function, const RsValue *arguments, guint n, GError **error);
/* f[int], f[3]: indices are types and integers. */
gboolean rs_vm_instantiate_with (RsVm *vm, RsFunction *function, const RsValue *indices, guint n, RsValue *result,
                                 GError **error);
/* $specialize: the closure that value is, as the instance of node. */
gboolean rs_vm_specialize (RsVm *vm, RsValue value, const RsNode *node, RsValue *result, GError **error);
/* How far the arguments are from a generic function's parameters, -1: they do not fit. */
int rs_vm_generic_distance (RsFunction *function, const RsValue *arguments, guint n, RsArena *arena);
/* kernel-arguments.c: the instance of a generic kernel for the arguments of a launch on a grid with rank dimensions. */
RsFunction *rs_vm_instantiate_kernel (RsVm *vm, RsFunction *function, guint rank, const RsValue *arguments, guint n,
                                      GError **error);
/* Puts vectors over the elements of arrays with more dimensions where the kernel takes a `vec`. views: owned by the
 * caller; once restored, the vectors are empty and what the kernel stored stands in the arrays. */
GArray *rs_vm_new_views (void);
gboolean rs_vm_flatten_arguments (const RsProto *proto, RsValue *arguments, GArray *views, GError **error);
void rs_vm_restore_arguments (GArray *views);
/* load.c: the proto of an instance, lowered when it is first asked for. */
const RsProto *rs_vm_get_instance_proto (RsVm *vm, RsFunction *original, RsGenericInstance *instance, GError **error);

/* --- closure.c --- */
RsFunction *rs_vm_new_closure (RsThread *thread, RsFrame *frame, const RsProto *proto);
RsValue rs_vm_get_capture (RsVm *vm, const RsFunction *function, guint index);

/* --- operate.c: what the fast paths leave --- */
gboolean rs_vm_binary (RsThread *thread, RsOpcode op, RsValue left, RsValue right, RsValue *result, GError **error);
gboolean rs_vm_unary (RsThread *thread, RsOpcode op, RsValue operand, RsValue *result, GError **error);
gboolean rs_vm_is_true (RsValue value, gboolean *truth, GError **error);
gboolean rs_vm_matches (RsThread *thread, RsValue subject, RsValue pattern, gboolean *matches, GError **error);
gboolean rs_vm_index (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsInstruction extra,
                      guint rank, guint object_register, RsValue *result, GError **error);
/* How an access to parts of object by such an EXTRA is checked. */
RsBoundary rs_vm_get_boundary (const RsThread *thread, RsValue object, RsInstruction extra);
gboolean rs_vm_spell_out (RsThread *thread, RsValue *variable, GError **error);
gboolean rs_vm_store (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsInstruction extra,
                      guint rank, guint object_register, RsValue value, GError **error);
/* "`x` has no value yet": a variable, or nothing that has a name. */
void rs_vm_set_unset_error (RsThread *thread, guint register_, GError **error);

/* --- objects.c --- */
/* extra: the word behind the instruction, which remembers the member's position. */
gboolean rs_vm_get_field (RsThread *thread, RsValue object, guint object_register, const char *name,
                          const RsInstruction *extra, RsValue *result, GError **error);
gboolean rs_vm_set_field (RsThread *thread, RsValue object, guint object_register, const char *name, RsValue value,
                          guint value_register, const RsInstruction *extra, GError **error);
gboolean rs_vm_construct_object (RsThread *thread, const RsType *type, const RsValue *values, guint n, RsValue *result,
                                 GError **error);
gboolean rs_vm_construct_list (RsThread *thread, const RsType *type, const RsValue *values,
                                  const RsArgumentList *list, RsValue *result, GError **error);
/* base[1].name (base[2], ..., n arguments): a member that is called, or the function in base[0]. list: with an entry
 * for the object, or NULL. */
gboolean rs_vm_call_method (RsThread *thread, RsValue *base, guint n, const char *name, const RsArgumentList *list,
                            guint n_results, gboolean *pushed, GError **error);

/* Whether kernels may have these values: no dynamic objects, no members without a type (manual 2.2.6, 7.4). */
gboolean rs_vm_check_kernel_objects (const RsValue *values, guint n, GError **error);

/* --- construct.c --- */
gboolean rs_vm_construct (RsThread *thread, const RsType *type, const RsValue *arguments, guint n, RsValue *result,
                          GError **error);
/* The same, but the numbers in an array are what was in memory. */
gboolean rs_vm_construct_unset (RsThread *thread, const RsType *type, const RsValue *arguments, guint n,
                                RsValue *result, GError **error);
/* [a, b], as rs_value_new_matrix. */
gboolean rs_vm_new_matrix (RsThread *thread, const RsValue *values, guint n, RsValue *result, GError **error);
gboolean rs_vm_new_cell (const RsValue *values, guint n, RsValue *result, GError **error);
/* Sizes from arguments: numbers, or one vector of them. Returns the rank, or 0 with an error. */
int rs_vm_get_sizes (const RsValue *arguments, guint n, gint64 *dims, const char *what, GError **error);

/* --- load.c --- */
RsInstance *rs_vm_load (RsVm *vm, RsProgram *program, guint module_index, GPtrArray *siblings, GHashTable *functions,
                        gboolean is_expression, GError **error);
void rs_vm_unload_all (RsVm *vm);
/* Frees an instance that is in no list any more and that no value needs. */
void rs_vm_unload (RsInstance *instance);
gboolean rs_vm_run_top_level (RsThread *thread, RsInstance *instance, RsValue *result, GError **error);
/* Called for each frame that is popped: the registers of a top level are kept. */
void rs_vm_top_level_ends (RsThread *thread, RsFrame *frame);
RsSite *rs_vm_get_site (const RsProto *proto, guint index);

/* --- evaluate.c --- */
/* eval (text) in the innermost frame. */
gboolean rs_vm_evaluate (RsThread *thread, RsValue text, RsValue *result, GError **error);
void rs_vm_forget_evaluations (RsVm *vm);

/* --- evaluate-in.c --- */
/* Text of a debugger's user, in frame of a thread that stands still: what it assigns stays, in the frame's variables
 * or, when there is none of that name, in extras (name -> RsValue *, both owned). thread: the one that runs.
 * *is_silent: what it gives is not to be shown. *note, NULL before: what is to be said (transfer full). Neither hooks
 * nor the state of an error that is being raised see it. */
gboolean rs_vm_evaluate_in (RsThread *thread, const RsFrame *frame, const char *text, GHashTable *extras,
                            RsValue *result, gboolean *is_silent, char **note, GError **error);
/* The same for an expression that only looks: what may have an effect, or takes long, is refused, and nothing is
 * assigned. */
gboolean rs_vm_look_in (RsThread *thread, const RsFrame *frame, const char *text, GHashTable *extras, RsValue *result,
                        GError **error);
/* Text of a debugger's user while the program stands in the middle of an instruction
 * (runtime/vm/evaluate/evaluate-beside.c): interpreted, over copies of what it names in frame. copies: a table for
 * extras, of one frame and stop, where what was assigned stays. only_looks: as rs_vm_look_in. is_refused: whether a
 * variable of the frame is being computed. *has_assigned: it assigned something, to a copy. The thread does not wait
 * for arrays meanwhile (rs_queue_set_waits). */
gboolean
rs_vm_evaluate_beside (RsVm *vm, const RsFrame *frame, const char *text, GHashTable *copies, gboolean only_looks,
                       gboolean (*is_refused) (const char *name, const RsFrame *frame, gpointer data), gpointer data,
                       RsValue *result, gboolean *is_silent, gboolean *has_assigned, GError **error);
/* A table for extras. */
GHashTable *rs_vm_extras_new (void);
/* Whether a condition holds in frame; what it assigns is lost. */
gboolean rs_vm_holds_in (RsThread *thread, const RsFrame *frame, RsValue text, gboolean *holds, GError **error);

/* --- kernel.c --- */
gboolean
rs_vm_parallel_do (RsThread *thread, RsValue *base, guint n, RsValue *results, guint n_results, GError **error);
/* launch-list.c: the same with named and spread arguments. */
gboolean rs_vm_parallel_do_list (RsThread *thread, RsValue *base, const RsArgumentList *list, RsValue *results,
                                 guint n_results, GError **error);
/* The block's array of a place, with the elements of value; other values as they are. */
gboolean rs_vm_shared_copy (RsThread *thread, const RsProto *proto, guint place, RsValue value, RsValue *result,
                            GError **error);
gboolean rs_vm_shared (RsThread *thread, const RsProto *proto, guint place, const RsType *element,
                       const RsValue *arguments, guint n, RsValue *result, GError **error);

/* --- mathematics.c: by is_single of the frame and the built-in's id; NULL: none --- */
extern double (*const rs_vm_real_functions[2][RS_N_BUILTINS]) (double);
extern double (*const rs_vm_real_functions2[2][RS_N_BUILTINS]) (double, double);

/* --- offer.c --- */
/* The rest of a while or repeat loop, at the start of that iteration, the first being 1. It is time to ask every
 * RS_ITERATIONS_WORTH_OFFERING iterations; in iterations 1, 2, 4, 8, ... where loops inside are offered on their
 * own. */
RsLaunchResult rs_vm_offer_rest (RsThread *thread, RsFrame *frame, guint site, gint64 iteration, GError **error);
static inline gboolean
rs_vm_is_time_for_rest (gint64 *iteration, gboolean has_steps)
{
  const gint64 n = ++*iteration;

  return has_steps ? (n & (n - 1)) == 0 : n % RS_ITERATIONS_WORTH_OFFERING == 0;
}
/* may_be_late: what the loop gives its variables may come with rs_vm_settle, before which the frame neither reads them
 * nor is left. */
RsLaunchResult rs_vm_offer_loop (RsThread *thread, RsFrame *frame, guint site, const RsValue *ranges,
                                 gboolean may_be_late, GError **error);
/* late_depth is that of the frame: its variables get what is late, but for loops that have failed. */
void rs_vm_settle (RsThread *thread, RsFrame *frame);
/* A for loop whose iterations start launches of their own; range: low, step and what is left, as FOR_LOOP keeps them,
 * and the number of the iteration. Launches the rest as one work item when those launches are small. It is time to ask
 * in iterations 2, 4, 8, ... */
RsLaunchResult
rs_vm_offer_steps (RsThread *thread, RsFrame *frame, guint site, RsValue *ranges, RsValue *range, GError **error);
static inline gboolean
rs_vm_is_time_for_steps (RsValue *range)
{
  const gint64 n = ++range[5].integer;

  return n > 1 && (n & (n - 1)) == 0 && range[0].tag == RS_TAG_INT;
}
/* Whether taking the part of an array that PART_VALID and its EXTRA name is no error. */
gboolean rs_vm_part_is_valid (RsThread *thread, const RsFrame *frame, RsInstruction i, RsInstruction extra);
/* The expression of site index with parts of arrays, before they are taken. Its result is in its register then.
 * *end: behind the assignment that was made as well; 0: there is a value. */
RsLaunchResult rs_vm_offer_parts (RsThread *thread, RsFrame *frame, guint index, guint *end, GError **error);
/* The instruction behind frame->pc met an array: launches the expression around it. *end: where to go on. */
RsLaunchResult rs_vm_offer_expression (RsThread *thread, RsFrame *frame, guint *end, GError **error);

/* --- backtrace.c --- */
char *rs_vm_format_stack (RsThread *thread);
/* Offset in its module's text of what the frame is at. */
guint32 rs_vm_get_offset (const RsFrame *frame);
/* Remembers place and stack of an error that is being raised. */
void rs_vm_note_error (RsThread *thread, const GError *error);
void rs_vm_set_overflow_error (RsThread *thread, GError **error);
/* Whether a kernel is interpreted. */
gboolean rs_vm_is_in_launch (const RsThread *thread);
/* A message of diagnostics.def, at what runs. */
void rs_vm_warn (RsThread *thread, RsMessageId id, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* TRUE the first time it is asked at the current instruction. */
gboolean rs_vm_say_once (RsThread *thread);

/* --- events.c: while rs_trace_is_on --- */
/* The loop that the frame is in ends. */
void rs_vm_leave_loop (RsFrame *frame);
/* The frame goes, and so do the loop that it is in and the stretches that it began. */
void rs_vm_leave_function (RsThread *thread, RsFrame *frame);
/* The source file of the frame's function, as an id of rs_trace_name. */
guint32 rs_vm_name_file (const RsFrame *frame);
/* vm: RsVm. Where its current thread is, see rs_trace_set_place. */
void rs_vm_find_trace_place (gpointer vm, RsTraceEvent *event);
/* vm: RsVm. An RsTraceWalker's walk. */
guint rs_vm_walk (gpointer vm, RsTraceFrame *frames, guint most);
/* So that a walk finds its name: a handler can't make one. */
void rs_vm_name_function (const RsFrame *frame);
/* How a loop ran, as its event says. */
typedef enum { RS_LOOP_RAN_INTERPRETED = 0, RS_LOOP_RAN_SERIAL = 1, RS_LOOP_RAN_PARALLEL = 2 } RsLoopHow;
/* The loop of the site was launched from the frame at start, so many iterations of it. */
void rs_vm_emit_launched_loop (const RsFrame *frame, const RsSite *site, gint64 start, gint64 iterations);
/* The rest of the loop that the frame is in was launched from the site. */
void rs_vm_note_rest (RsFrame *frame, const RsSite *site);
/* Whether a built-in (NULL: an operation) may take long enough with these arguments to be told of. */
gboolean rs_vm_is_worth_timing (RsThread *thread, const RsBuiltin *builtin, const RsValue *arguments, guint n);
/* One that began at start and has ended; nothing is told of short ones. results: those that are unset count as
 * absent. */
void rs_vm_emit_builtin (RsThread *thread, const char *name, const RsValue *arguments, guint n, const RsValue *results,
                         guint n_results, gint64 start);

/* Of RsHostFunctions (runtime/session-private.h). */
gboolean rs_vm_call (RsSession *session, RsFunction *function, const RsValue *arguments, guint n_arguments,
                     RsValue *results, guint n_results, GError **error);
char *rs_vm_dup_stack (RsSession *session);
gboolean rs_vm_warn_program (RsSession *session, RsMessageId id, const char *text);
RsValue rs_function_get_capture (RsSession *session, const RsFunction *function, guint index);
