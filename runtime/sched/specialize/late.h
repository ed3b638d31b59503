/* Results of loops that come late: sums of launches that the program has not waited for.
 *
 * Threads: everything on the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/bind.h"
#include "runtime/sched/specialize/specialize.h"

/* Of one launch. */
typedef struct {
  const RsSpecialization *code;
  RsInputs *inputs; /* owned, once it was added */
  RsResults results;
  RsLaunchOutcome outcome;
} RsLate;

/* Whether results of this code may come late: it sums up, another device than the host's cores is in use, and nothing
 * else is to be known of the launch; an error that it may end with comes before what the program does next. */
gboolean rs_late_is_possible (const RsSession *session, const RsSpecialization *code);

RsLate *rs_late_new (const RsSpecialization *code);
void rs_late_free (RsLate *self);
/* Takes both. The launch, whose results and outcome are those of self, was submitted. */
void rs_late_add (RsSession *session, RsLate *self, RsInputs *inputs);

/* Gives variables the results of one launch. */
void rs_late_hand_back (const RsSpecialization *code, const RsResults *results, RsSetVariable set, gpointer data);
