/* Signals that end a run: SIGINT, SIGTERM and SIGHUP; and SIGUSR1, which has a recording saved.
 *
 * The first ends the program in order: what it shows and records is written, temporary files go. The second ends the
 * process at once. In either case the process dies of the signal, so that a shell script that runs it ends, too. A
 * signal that was ignored when the process began (nohup) stays ignored.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"
#include "runtime/session.h"

/* From here on signals stop session; also_interrupt: SIGINT, too. Another call takes the place of the first. */
void rs_signals_catch (RsSession *session, gboolean also_interrupt);
/* Session is going away: signals only ask for the end of the process. */
void rs_signals_release (void);
/* From here on SIGUSR1 has the recorder, which has a ring, save what it holds; NULL: it is ignored. The recorder before
 * may be freed afterwards, whichever thread was handling a signal. */
void rs_signals_save_recordings (RsRecorder *recorder);
/* Whether one has come. */
gboolean rs_signals_have_come (void);
/* The one that came: "SIGTERM"; NULL: none has. */
const char *rs_signals_get_name (void);
/* When one has come, the process dies of it. To be called when everything is written. */
void rs_signals_die (void);
