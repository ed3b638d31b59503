/* What became of launches that were held back to be fused, for the user: as decisions in traces (`trace loops`), as
 * notes with COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES, and with RS_DEBUG=launch.
 *
 * Each is told once; nothing is done while nobody listens.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue/queue.h"
#include "runtime/session.h"

typedef struct _RsFusionNotes RsFusionNotes;

RsFusionNotes *rs_fusion_notes_new (RsSession *session);
void rs_fusion_notes_free (RsFusionNotes *self);

/* The launches are one kernel; n_removed: arrays between them that take no memory. */
void rs_fusion_note_fused (RsFusionNotes *self, RsLaunch *const *launches, guint n, guint n_removed);
/* The launch was not fused with other, NULL: with any. */
void rs_fusion_note_apart (RsFusionNotes *self, const RsLaunch *launch, const RsLaunch *other, const char *reason);

/* Host code needs what is held, whose last launch it is; of a launch that comes next, rs_fusion_note_interrupted tells
 * that. */
void rs_fusion_note_need (RsFusionNotes *self, const RsLaunch *last);
void rs_fusion_note_interrupted (RsFusionNotes *self, const RsLaunch *launch);
/* What is held next has nothing to do with what was held before. */
void rs_fusion_forget_need (RsFusionNotes *self);
