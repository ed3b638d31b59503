/* Runs that keep their last stretch only (--ring, PROFILER_RING): what `run` and built programs share. ring: NULL: all
 * is kept, and nothing is to be done.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"

/* Before the recording starts: SIGUSR1, which may come at once, ends nothing from here on. is_quiet: of traces that are
 * saved only failures are told. */
void rs_ring_prepare (RsRecorderRing *ring, gboolean is_quiet);
/* From here on SIGUSR1 has the recorder save what it holds. */
void rs_ring_begin (const RsRecorderRing *ring, RsRecorder *recorder);
/* The program has ended with that status: why the last trace is written. */
void rs_ring_end (const RsRecorderRing *ring, RsRecorder *recorder, int status);
