/* The collector of cycles: objects, cells and closures that refer to each other and that nobody else refers to.
 *
 * Counting frees everything else. What is left is found by trial deletion (Bacon and Rajan, "Concurrent cycle
 * collection in reference counted systems", 2001, the synchronous form): an object whose count went down, but not to 0,
 * is a suspect; the references inside what suspects reach are taken off on trial, and what then has none left is
 * garbage. A collection is due when there are enough suspects, in proportion to what the last one had to look at and to
 * keep. It runs between two instructions of the interpreter, where every reference is counted.
 *
 * Threads: suspects belong to the thread that runs the session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* TRUE when a collection is due; the address stays valid as long as the thread. Other threads may set it, to have the
 * thread look up. */
gboolean *rs_cycles_get_due (void);

/* Frees the cycles among the suspects of this thread. Returns how many objects that were. */
gsize rs_cycles_collect (void);
/* The same when there are enough of them: the flag may have been set for something else. Clears it. */
gsize rs_cycles_collect_when_due (void);

/* Called by rs_object_free when the contents of a cell, function or object are gone: frees it, or leaves its head to
 * the next collection when it is among the suspects. */
void rs_cycles_release (RsObject *object);
