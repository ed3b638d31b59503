/* The call stacks of samples.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

#define RS_CALL_FRAMES 128u /* the recorder's have 66 at most */

/* A place in a function, as ids of texts; 0: none. */
typedef struct {
  guint32 name, file, line;
} RsCallFrame;

typedef struct _RsCallStacks RsCallStacks;

/* Those of the whole trace: frames are told of when they are first met, which may be before a range. NULL with an error
 * when reading failed. (transfer full) */
RsCallStacks *rs_call_stacks_read (RsTraceStore *store, GError **error);
void rs_call_stacks_free (RsCallStacks *stacks);
/* Stack of the frame with that number, the innermost first, without what is further out than fits. Returns how many;
 * 0: it is not known. frames: [RS_CALL_FRAMES]. */
guint rs_call_stacks_find (const RsCallStacks *stacks, gint64 number, RsCallFrame *frames);
