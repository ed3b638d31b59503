/* What a program shows, in windows: the RsDisplay of the command line when there is a screen.
 *
 * A viewer process (redshift-ide --viewer) has the windows; it is started by the first figure or form, and stays after
 * the program has ended until its windows are closed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/display.h"

/* Calls take an RsWindows as their data. */
extern const RsDisplay rs_windows_display;

typedef struct _RsWindows RsWindows;

/* NULL when there is no screen or no viewer. Starts nothing. (transfer full) */
RsWindows *rs_windows_new (void);
/* Sends what has not been shown yet, and leaves the figures to the viewer. */
void rs_windows_free (RsWindows *windows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsWindows, rs_windows_free)
