/* The inside of a session, for the runtime's own files: settings, output, the stop flag, and slots in which the other
 * parts of the runtime keep what lives as long as the session.
 *
 * Output goes through one buffer: rs_session_write appends, and the buffer is flushed at a line end when the last flush
 * is a while ago, when it is full, before messages, and at the end of the run. Everything that a user can see from
 * outside (output, files, display) is preceded by rs_session_before_effect, which waits for queued launches and raises
 * their errors first.
 *
 * Threads: the session's thread, but for `stop`, which any thread may set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/sema/rewrite/kernel-hint.h"
#include "runtime/base/error.h"
#include "runtime/session.h"
#include "runtime/value/value.h"

typedef enum {
  RS_DEVICE_AUTO,   /* what the machine has; the CPU as long as there is nothing else */
  RS_DEVICE_CPU,    /* asked for by name: it is an error when it can't be used */
  RS_DEVICE_INTERP, /* everything in the virtual machine */
  RS_DEVICE_PLUGIN, /* some of plugins, by name; what they can't run, the CPU does */
} RsDeviceKind;

/* {!sched} (manual 11.4): where launches go from here on. */
typedef struct {
  RsPlaceMode mode;
  gint index; /* of the device, when they go to one of a plugin; negative: any */
  guint turn; /* of the iteration of a loop that is dealt out (runtime/sched/place/deal.h), from 1; 0: none runs */
} RsSchedule;

typedef struct _RsVm RsVm; /* runtime/vm/vm.h */

/* What the virtual machine does for the parts of the runtime below it. */
typedef struct {
  /* As rs_session_call. */
  gboolean (*call) (RsSession *session, RsFunction *function, const RsValue *arguments, guint n_arguments,
                    RsValue *results, guint n_results, GError **error);
  /* The call stack as it is shown to the user, a frame a line, innermost first. (transfer full) */
  char *(*dup_stack) (RsSession *session);
  /* The scope of the function that runs, for names in text; NULL when nothing runs. */
  RsScope *(*get_scope) (RsSession *session);
  /* A warning at the line that runs; FALSE without one when that is in the library. */
  gboolean (*warn) (RsSession *session, RsMessageId id, const char *text);
  /* The innermost function that runs, and the line in it; NULL where that is in a kernel. (transfer none) */
  RsSource *(*get_place) (RsSession *session, guint *line);
  /* What a built-in function gives for numbers in host code; FALSE: it fails. */
  gboolean (*compute) (RsSession *session, const RsBuiltin *builtin, const RsValue *arguments, guint n_arguments,
                       RsValue *result);
  /* Value of capture index of a closure: bound at its definition, or taken now. Unset: NONE. (transfer none) */
  RsValue (*get_capture) (RsSession *session, const RsFunction *function, guint index);
} RsHostFunctions;

/* Something that a part of the runtime keeps in the session. */
typedef enum {
  RS_SLOT_RANDOM,  /* state of rand and randn */
  RS_SLOT_QUEUE,   /* runtime/sched: queued launches */
  RS_SLOT_DEVICE,  /* runtime/device: compiled modules, the team */
  RS_SLOT_SITES,   /* runtime/sched: specialisations */
  RS_SLOT_KERNELS, /* runtime/builtin: kernels of built-in functions */
  RS_SLOT_LATE,    /* runtime/sched: results that the program has not waited for */
  RS_SLOT_FUSION,  /* runtime/sched: launches that are to be fused */
  RS_SLOT_DISPLAY, /* runtime/builtin: figures */
  RS_SLOT_FORMS,   /* runtime/builtin: forms */
  RS_SLOT_FILES,   /* runtime/builtin: open files */
  RS_N_SLOTS
} RsSessionSlot;

struct _RsSession {
  RsSettings *settings; /* owned */
  RsDeviceKind device;
  GArray *devices;           /* owned; of RsConfiguredDevice; those of RS_DEVICE_PLUGIN */
  GArray *pins;              /* owned; of RsPin (runtime/device/configuration/pins.h); NULL: there are none */
  RsSchedule schedule;       /* what {!sched} says */
  RsPlaceMode allocation;    /* {!alloc}: where the next array goes that a variable gets; AUTO: nowhere */
  GArray *deals;             /* owned; loops that are dealt out, of runtime/sched/place/deal.c; NULL: there was none */
  gboolean has_told_of_room; /* a launch went to the CPU for want of memory on the devices, and that has been told */
  guint64 stress;            /* RUNTIME_STRESS_PLACEMENT: state of what is drawn; 0: nothing is */
  RsPrecision precision;
  char **search_path; /* owned */
  char *folder;       /* owned; of RsSessionOptions, or NULL */
  char *working_folder; /* the same */
  const RsDisplay *display; /* may be NULL */
  gpointer display_data;
  RsKernelStore *kernels; /* borrowed; may be NULL */
  guint n_figures;
  gint64 tic; /* rs_trace_now at the last tic(), or at the start of the run */
  gint stop;  /* atomic; not 0: end the run. Kernels poll its address */

  void (*interrupt) (const gint *stop); /* ends compiled code; for signal handlers, too */

  GString *output;
  gint64 flushed; /* monotonic µs of the last flush; 0: never */
  void (*write_output) (const char *text, gsize length, gpointer data);
  void (*write_message) (const char *text, gpointer data);
  void (*note_compile) (const char *what, const char *device, gpointer data); /* or NULL */
  void (*note_loop) (const RsLoopNote *loop, gpointer data);                  /* or NULL */
  gpointer output_data;
  RsLastPlace *last_place;      /* borrowed; may be NULL */
  gconstpointer place_source;   /* RsSource of the user that last_place names; compared only */
  gconstpointer library_source; /* one of the library that was met; compared only */

  RsProgram *program; /* the running one; owned */
  char *backtrace;    /* of the last error; owned */
  RsSource *caller_source; /* of the call of the user's program that led to it, borrowed; NULL: not known */
  guint32 caller_offset;   /* in caller_source */
  gboolean warned_of_black_images; /* by imwrite, in this run */
  gboolean warned_of_fractions; /* the warning that a size drops its fraction was given */
  RsErrorPlace error_place; /* of the error of a launch that was raised last */
  RsValue thrown;     /* what error() was given, when it was an object or an exception; owned. Of errors THROWN */
  RsVm *vm;           /* owned */
  const RsHostFunctions *host; /* never NULL; set with vm */
  gint64 n_offers;    /* loops and expressions that were worth a question, and */
  gint64 n_offered;   /* work items of those that are or may become parallel: runtime/sched */
  gint64 offered_ns;  /* what these take one thread, about */

  gpointer slots[RS_N_SLOTS];
  GDestroyNotify slot_free[RS_N_SLOTS];

  /* Waits for every queued launch and raises the first error among them; set by the queue when it is made, NULL while
   * nothing has been queued. */
  gboolean (*synchronize) (RsSession *session, GError **error);
  /* Drops the references that complete launches hold; set with synchronize. */
  void (*retire) (RsSession *session);
};

/* The next number that RUNTIME_STRESS_PLACEMENT, which is on, draws. */
static inline guint
rs_session_draw_stress (RsSession *session)
{
  session->stress = session->stress * 6364136223846793005u + 1442695040888963407u;
  return (guint)(session->stress >> 33);
}

/* Standard output of the program; text may hold any bytes. */
void rs_session_write (RsSession *session, const char *text, gsize length);
void rs_session_flush (RsSession *session);

/* Diagnostics in their order, and an error that ended a run: `file.q:LINE:COLUMN: error: text`, the source line, and
 * the calls that led there; source: NULL when it is nowhere. */
void rs_session_tell_diagnostics (RsSession *session, RsDiagnostics *diagnostics);
void rs_session_tell_error (RsSession *session, const GError *error, RsSource *source, guint32 offset);

/* What Redshift itself says: one or more whole lines; a newline is added when it is missing. */
void rs_session_message (RsSession *session, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* `FILE:LINE:COLUMN: warning: text [W1004]`, of a message of diagnostics.def. file: NULL: it is one of the program as a
 * whole. column: 0: that of the place is not known. */
void rs_session_warn (RsSession *session, const char *file, guint line, guint column, RsMessageId id,
                      const char *format, ...) G_GNUC_PRINTF (6, 7);

/* To be called before output, file and display operations, at the end of try bodies and of the program: waits for
 * queued launches and raises their errors. */
gboolean rs_session_before_effect (RsSession *session, GError **error);

/* How the session compiles: its search path, precision and settings. */
RsCompileOptions rs_session_get_compile_options (const RsSession *session);

/* When error is that of a launch: its call stack becomes the session's, and *source (transfer none) and *offset its
 * place. */
void rs_session_note_place (RsSession *session, const GError *error, RsSource **source, guint32 *offset);

/* Call stack of the last error, a frame a line, innermost first; NULL when there was none. (transfer none) */
const char *rs_session_get_backtrace (const RsSession *session);

/* Puts value into a slot; what was there is freed. */
void rs_session_set_slot (RsSession *session, RsSessionSlot slot, gpointer value, GDestroyNotify free_value);

/* Calls a function value from C: built-ins that take functions. results: [MAX (1, n_results)]. Errors carry the
 * place. */
gboolean rs_session_call (RsSession *session, RsFunction *function, const RsValue *arguments, guint n_arguments,
                          RsValue *results, guint n_results, GError **error);

static inline gboolean
rs_session_is_stopped (const RsSession *session)
{
  return G_UNLIKELY (__atomic_load_n (&session->stop, __ATOMIC_RELAXED) != 0);
}
