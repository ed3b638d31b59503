/* The console: what the program prints and what Redshift says about it.
 *
 * Text may come from any thread and as fast as it likes: it is queued, shown in batches a few times a second, and both
 * the queue and what is shown are bounded; the oldest goes first and the number of lines left out is told.
 *
 * Places like `file.q:12:3` can be clicked; that activates "win.go-to".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <libpanel.h>

#define RS_TYPE_CONSOLE (rs_console_get_type ())
G_DECLARE_FINAL_TYPE (RsConsole, rs_console, RS, CONSOLE, PanelWidget)

typedef enum {
  RS_CONSOLE_OUTPUT,  /* of the program */
  RS_CONSOLE_MESSAGE, /* of Redshift */
} RsConsoleStream;

RsConsole *rs_console_new (void);

/* Any thread. text need not be NUL-terminated nor valid UTF-8. */
void rs_console_write (RsConsole *self, RsConsoleStream stream, const char *text, gsize length);

/* Main thread: empties the console and the queue. */
void rs_console_clear (RsConsole *self);

/* Lines written since the last clear; main thread. */
guint64 rs_console_get_n_lines (RsConsole *self);
