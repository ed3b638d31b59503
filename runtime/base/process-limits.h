/* What the limits of the process (ulimit) leave.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Bytes of memory that the process may still map; G_MAXUINT64 without *option and *limit where nothing limits it.
 * option: how a shell sets the limit that is nearest; limit: its bytes. Any thread. */
guint64 rs_limits_get_memory_left (const char **option, guint64 *limit);

/* How many threads, up to most, the system gives now; they are started and ended. */
guint rs_limits_count_threads (guint most);
