/* Races of work items: two of them access one element of an array, at least one writes it, not both by an atomic
 * update (`+=`), and no barrier lies between. What a kernel leaves there may be another thing in each run.
 *
 * Kernels are interpreted, with all that they read and write noted: some hundred times slower than compiled, and
 * complete for the data of this run, but for parts of arrays that lists of indices choose, and for what kernels launch
 * themselves. Each pair of lines and array is told once, as a warning (W1008) at the later access. That two work items
 * write the same number is no race here. Loops that run in parallel by themselves have none.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

typedef struct _RsRaces RsRaces;

/* The later access of the two is at line and column, which begin at 1. */
typedef struct {
  const char *name; /* of the file */
  guint line, column, other_line;
  const char *message;       /* of the warning */
  const char *other_message; /* what is to be said at other_line */
} RsRace;
/* race: for the time of the call. */
typedef void (*RsRaceFound) (const RsRace *race, gpointer data);

/* Looks at the next run of session, which is compiled. The session has no debugger. found: called for each race, beside
 * the warning; may be NULL. */
RsRaces *rs_races_begin (RsSession *session, RsRaceFound found, gpointer data);
/* After the run, before the session is freed. Returns how many races were told. *n_launches: how many launches were
 * looked at; *n_left_out: accesses that were not, since there is too much to be kept. */
guint rs_races_end (RsRaces *self, guint *n_launches, guint64 *n_left_out);
