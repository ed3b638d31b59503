/* What is known of a session's devices when it begins to choose among them: how fast they copy, and what launches took
 * in earlier runs.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/engine.h"

/* The file of what launches took on this machine. (transfer full) */
RsCostFile *rs_learning_open_file (const RsSettings *settings);
/* What times on the device hold for: hash of its name, model, threads and versions. */
guint64 rs_learning_hash_device (RsDevice *device);

/* first: the session's first device of a plugin, with those behind it and the CPU beside them; it gets costs unless it
 * has some. Copies are measured where that was not done on this machine before, in some milliseconds; where they can't
 * be, they count for nothing. */
void rs_learning_begin (RsEngine *first, const RsSettings *settings);
/* Nothing runs any more: what was learned is kept, and freed. */
void rs_learning_end (RsEngine *first);
