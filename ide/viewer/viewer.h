/* redshift-ide --viewer: the windows of a program that redshift-cli runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* Shows what comes through the socket RS_WIRE_FD names, until the last window is closed and the program has ended.
 * Returns the exit status. Main thread. */
int rs_viewer_run (void);
