/* Memory of launches.
 *
 * Programs have hundreds of thousands of launches, most of them alike. What one needs comes out of one piece of
 * memory, which the next launch of the thread takes over: a dozen allocations were a fifth of what a short one takes.
 *
 * Threads: a launch belongs to one at a time; it may be freed by another than made it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsLaunch RsLaunch;

/* All zeros. */
RsLaunch *rs_launch_room_new (void);
/* Zeroed, aligned to alignment, at most 64. Lives as long as the launch. Never NULL. */
gpointer rs_launch_room_take (RsLaunch *launch, gsize bytes, gsize alignment);
/* NULL: NULL. */
char *rs_launch_room_dup (RsLaunch *launch, const char *text);
/* The launch and all that was taken. */
void rs_launch_room_free (RsLaunch *launch);
