/* Which devices of the run could have each kernel and loop, and why others could not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

typedef struct _RsCandidates RsCandidates; /* uses the store, which must outlive it */

RsCandidates *rs_candidates_read (RsTraceStore *store, GError **error);
void rs_candidates_free (RsCandidates *self);
/* "cpu, opencl:0"; "" where nothing is known of the place. (transfer full) */
char *rs_candidates_list (const RsCandidates *self, const char *name, const char *file, guint32 line);
/* "opencl:1: its iterations run one by one", devices with ";" between them; "" where all can. (transfer full) */
char *rs_candidates_list_others (const RsCandidates *self, const char *name, const char *file, guint32 line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCandidates, rs_candidates_free)
