/* Launches whose grid is divided along its first dimension: a share of it for each of the session's devices.
 *
 * Shares are such that the devices end at a time, by what launches of the place took on each so far; the same for all
 * while that is not known. From loop to loop they stay as they are until others have paid for the copies, so that the
 * rows of arrays stay where they are. A share has copies of its rows only, and of those beside them that it reads.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/specialize/specialization.h"

#define RS_MOST_SHARES RS_MOST_DIVIDED

typedef struct {
  const RsSpecialization *code; /* for its device */
  gint64 first, end;            /* positions of the first dimension, [first, end) */
} RsShare;

/* The shares of a launch over so many rows, the length of the first dimension; parts are whole units of rows (blocks),
 * but for the last. code: the form of the site that would run it as a whole; inputs->cost and reason are set. Returns
 * how many there are, in the order of their rows: 0: it is not divided; with error: a user error in the kernel. shares:
 * [RS_MOST_SHARES]. */
guint
rs_divide_launch (RsSite *site, RsSession *session, RsEngine *first, RsInputs *inputs, const RsKernelRequest *request,
                  const RsSpecialization *code, gint64 rows, gint64 unit, RsShare *shares, GError **error);

/* Where a launch is cut for n devices, as parts of its rows: division->cuts[0] = 0 to cuts[n] = 1. devices: bits of
 * their numbers; times: [n], what each would take for all of it, ns; not above 0: not known. A division of the same
 * devices stays until what launches lost by it has paid for the copies that another one brings; move: ns to copy all
 * rows. */
void rs_divide_cut (RsDivision *division, guint devices, const gint64 *times, guint n, double move);
