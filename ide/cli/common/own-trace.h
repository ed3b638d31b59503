/* A trace that an option of `run` needs and nobody has asked for: it lies in a folder of its own, and goes with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  char *folder, *path; /* owned */
} RsOwnTrace;

/* option: "--compare-devices", for messages. NULL: there is no room for it, which was told. */
RsOwnTrace *rs_own_trace_new (const char *option);
void rs_own_trace_free (RsOwnTrace *self);

/* A report of a trace that has ended, on standard error: the other one is the program's. even_if_empty: also where it
 * has no rows. */
void rs_own_trace_print (const char *path, const char *report, const char *option, gboolean even_if_empty);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsOwnTrace, rs_own_trace_free)
