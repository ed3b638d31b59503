/* Completion: how host code waits for launches of any queue.
 *
 * A queue's thread counts down the pending_reads and pending_writes of a launch's arrays when the launch is complete,
 * then calls rs_completion_signal. Who waits spins shortly, because most launches are shorter than a sleep, and then
 * sleeps on one process-wide condition, until a signal finds that what it waits for has come.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Waits until is_done says so. is_done is called many times, by any thread while this one sleeps, and must be quick; it calls
 * nothing of this file. Any thread. */
void rs_completion_wait (gboolean (*is_done) (gpointer data), gpointer data);
/* Something that is_done functions look at has changed. Any thread. */
void rs_completion_signal (void);
