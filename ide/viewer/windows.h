/* What a program shows, in windows: the RsDisplay of the command line when there is a screen.
 *
 * A viewer process (redshift-ide --viewer) has the windows; it is started by the first figure or form, and stays after
 * the program has ended until its windows are closed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/viewer/wire.h"
#include "runtime/display.h"

/* Calls take an RsWindows as their data. */
extern const RsDisplay rs_windows_display;

typedef struct _RsWindows RsWindows;

/* NULL when there is no screen or no viewer. Starts nothing. (transfer full) */
RsWindows *rs_windows_new (void);
/* The same for a process that was started with its end of the socket: the other end is there. on_message gets what else
 * comes, on a thread of its own; value: NULL when the other end is gone. */
typedef void (*RsWindowsMessageFunc) (RsWireKind kind, GVariant *value, gpointer data);
RsWindows *rs_windows_new_connected (int fd, RsWindowsMessageFunc on_message, gpointer data);
/* Any thread; takes a floating value. */
void rs_windows_send (RsWindows *windows, RsWireKind kind, GVariant *value);
/* Waits until what was shown has been sent, at most 15 s. */
void rs_windows_flush (RsWindows *windows);
/* Sends what has not been shown yet, and leaves the figures to the viewer. */
void rs_windows_free (RsWindows *windows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsWindows, rs_windows_free)
