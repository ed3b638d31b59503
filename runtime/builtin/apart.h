/* Calls of a library that can't be divided, in a program that can be stopped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Calls work (data) on a thread of its own, which this one waits for while it polls (rs_error_set_stopped). TRUE: it is
 * done, and data is the caller's as before. FALSE with RS_RUNTIME_ERROR_STOPPED: the program is to stop, and the call
 * goes on without it; data is freed with free_data when it ends, or with the process. */
gboolean rs_run_apart (void (*work) (gpointer data), gpointer data, GDestroyNotify free_data, GError **error);
