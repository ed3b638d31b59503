/* What reading found damaged in traces, whoever read: the timeline, a page. Each chunk is met by some of them only.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib-object.h>

/* sentences: as rs_trace_store_get_damage has them; NULL: none. */
void rs_trace_damage_note (const char *path, const char *const *sentences);
/* Nothing is known any more: the file is opened anew. */
void rs_trace_damage_forget (const char *path);
/* A sentence a line, each once; NULL: none. Valid until the next call. */
const char *rs_trace_damage_get (const char *path);
/* Calls func (object, path) when there is more. object: (transfer none): it is not kept alive. */
void rs_trace_damage_connect (GCallback func, gpointer object);
