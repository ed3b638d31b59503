/* Completion: how host code waits for launches of any queue.
 *
 * A queue's thread counts down the pending_reads and pending_writes of a launch's arrays when the launch is complete,
 * then calls rs_completion_signal. Who waits spins shortly, because most launches are shorter than a sleep, and then
 * sleeps on one process-wide condition, until a signal finds that what it waits for has come.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

/* Waits until is_done says so. is_done is called many times, by any thread while this one sleeps, and must be quick; it
 * calls nothing of this file. Any thread. */
void rs_completion_wait (gboolean (*is_done) (gpointer data), gpointer data);
/* Something that is_done functions look at has changed. Any thread. */
void rs_completion_signal (void);

/* What the calling thread does before it waits in rs_completion_wait, until this is replaced; NULL: nothing. help gets
 * what is waited for, and may bring it about itself. */
typedef void (*RsCompletionHelp) (gpointer data, gboolean (*is_done) (gpointer data), gpointer done_data);
void rs_completion_set_helper (RsCompletionHelp help, gpointer data);

/* Who holds launches back that will be submitted, of the calling thread, until it is replaced; NULL: nobody (both
 * are, then). release submits them, and is called before anything here waits or submits; complete also drains the
 * queue. */
void rs_queue_set_holder (void (*release) (gpointer data), void (*complete) (gpointer data), gpointer data);
/* Calls release. */
void rs_queue_release_held (void);
/* Calls complete, so that the memory of arrays that only launches need is free. FALSE: nobody holds any back. */
gboolean rs_queue_complete_held (void);

/* Waits until no launch of any queue writes array, nor reads it when for_writing. Raises nothing. FALSE: it has not
 * waited, see the next. Used by rs_array_read and rs_array_write. */
gboolean rs_queue_wait_array (RsArray *array, gboolean for_writing);
/* FALSE: the calling thread does not wait there, because what it would wait for may wait for this thread: what it reads
 * counts as lost (rs_array_take_loss). TRUE at first. */
void rs_queue_set_waits (gboolean waits);
/* Whether an array that is being computed would be read without waiting, that is: not at all. */
gboolean rs_queue_is_refused (const RsArray *array);

/* Between two looks of a thread that spins. */
static inline void
rs_completion_relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}
