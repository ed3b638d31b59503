/* How long a turn of the main loop computed, from one poll to the next: what a user feels as a stall. For tests, which
 * ask with the action "win.dump-turns"; nothing is measured where the environment names no file for it (RS_IDE_DUMP).
 *
 * It is processor time of the main thread, which is nearly the same whoever else has the machine.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* Once, before the loop runs. */
void rs_loop_meter_start (void);
/* Around what a test asks for: it is no part of a turn. */
void rs_loop_meter_pause (void);
void rs_loop_meter_resume (void);
/* What the longest turn since it was asked last took, in ms. */
double rs_loop_meter_take_longest (void);
