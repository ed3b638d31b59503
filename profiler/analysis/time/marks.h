/* What a program marks itself: stretches (profile_begin to profile_end), and moments (profile_mark).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* Narrows the range to the time of a stretch: the first of that name, or the third of "NAME#3". *n: how many have that
 * name. FALSE with an error when reading failed, or there is none. */
gboolean rs_marks_narrow (RsTraceStore *store, const char *mark, RsTraceRange *range, guint *n, GError **error);
