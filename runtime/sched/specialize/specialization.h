/* The compiled forms of one place in a program, one for each kind of inputs it has met.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/configuration/pins.h"
#include "runtime/device/device.h"
#include "runtime/sched/engine.h"
#include "runtime/sched/inputs/signature.h"
#include "runtime/sched/specialize/specialize.h"

typedef struct {
  RsKernel *kernel;       /* owned; NULL when it can't be compiled */
  char *reason;           /* why not */
  char *device_reason;    /* why the session's device can't have it, so that the CPU runs it; NULL: it can */
  gboolean is_refused;    /* it was made, but the back end or the C compiler could not do with it */
  gboolean was_stopped;   /* the program, while this was compiled: the next launch does it again */
  RsEngine *engine;       /* borrowed; where it was compiled: the device's, or the CPU's beside it */
  RsDeviceModule *module; /* owned by the device */
  RsDeviceKernel *code;   /* borrowed from module */
  const RsKernelParameter *parameters; /* borrowed from kernel */
  guint n_parameters;
  guint64 serial;   /* no other one has it */
  guint32 decision; /* what the trace says of it, a name; 0: nobody listened */
  RsKernel *part;   /* owned; the kernel as it can be fused with others; NULL: not asked for yet, or it can't be */
  const char *part_reason; /* static; why it can't */
} RsSpecialization;

struct _RsSite {
  RsModule *module; /* owned reference */
  RsKernelForm form;
  const RsNode *node;
  RsLoopNest nest;             /* LOOP */
  const RsNode *row_length;    /* LOOP: see rs_loop_nest_find_row_length; or NULL */
  GHashTable *specializations; /* key (GBytes) -> RsSpecialization */
  guint platforms;             /* that it is for, as bits: rs_attribute_get_platforms */
  guint64 hash;                /* see rs_site_get_hash; 0: not known yet */
  guint64 size_classes_met;    /* bits: those whose launches rs_discovery_meet was told of */
  guint rounds;                /* of the loops in a work item, an estimate; at least 1 */
  gint64 work;                 /* rounds of work items met so far without compiling */
  guint n_constants;           /* compiled forms with values of inputs compiled in */
  guint n_refused;             /* kinds of inputs for which there is no compiled form */
  gboolean has_steps;          /* LOOP: one work item only where is_little says so: the loops inside may be parallel */
  gboolean waits;              /* LOOP: for its first iteration, which makes an array of a number (nest.grows) */
  /* LOOP: what its iterations launched by themselves was little, on arrays and numbers of little_elements */
  gboolean is_little;
  gint64 little_elements;
  gint64 offers_before; /* LOOP: RsSession.n_offers, n_offered and offered_ns when it was offered */
  gint64 offered_before, offered_ns_before;
  gboolean wants_sizes;      /* short lengths of arrays are part of the types here */
  const RsPin *pin;          /* borrowed from the session; what counts where it is looked up; NULL: none */
  gboolean pin_is_known;     /* it was looked up */
  gboolean pin_is_told;      /* the user knows why it can't be had */
  gboolean room_is_told;     /* the user knows that the device that {!sched} asks for has no room for it */
  guint n_pinned;            /* launches that went where pin says */
  gint candidates_recording; /* rs_trace_listening when candidates.c told the trace of it, and */
  guint candidates_told;     /* bits: the numbers of the devices that it told of */
  gboolean told;             /* the user knows why it is interpreted */
  RsRunCode ran;             /* LOOP: by the launch before */
  guint result_bytes;        /* EXPRESSION: of an element of the widest result that its compiled forms make */
  guint64 overwritten;       /* bits of the inputs of the launch before that are arrays of which it read nothing */
  guint64 written;           /* ... and that it wrote */
};

/* Equal for equal texts of the place, from run to run, and never 0; what the text calls is not looked at. */
guint64 rs_site_get_hash (RsSite *site, const RsSession *session);

/* What comes of a fused kernel (transfer full) of places in file: optimised and compiled, without kernel when that
 * failed. */
RsSpecialization *
rs_specialization_new_fused (RsKernel *kernel, const char *file, RsSession *session, RsEngine *engine);
void rs_specialization_free (RsSpecialization *self);

/* The compiled form for these inputs, made on first use. grid_rank: of a kernel function's launch. NULL with an error
 * when compiling failed in a way that the user has to know (a user error in the kernel); otherwise look at kernel. */
const RsSpecialization *rs_site_specialize (RsSite *site, RsSession *session, RsEngine *first, RsInputs *inputs,
                                            RsKernelRequest *request, GError **error);
/* The same for one of the session's devices; its engine is another one where that can't have it. */
const RsSpecialization *rs_site_specialize_on (RsSite *site, RsSession *session, RsEngine *engine, RsInputs *inputs,
                                               RsKernelRequest *request, GError **error);
