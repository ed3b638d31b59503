/* The debugger of a run where its session is: in the window's process or in one of its own.
 *
 * The other side, which panels look at, is ide/debug/debug-run.h; requests and records of runtime/debug/protocol.h go
 * between the two. Requests that come before there is a session wait for it.
 *
 * Threads: the session's, but for rs_debug_host_ask and rs_debug_host_leave.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

/* What a debugger is to do before the program starts; borrowed. */
typedef struct {
  const char *const *first; /* requests, NULL-terminated */
  gboolean is_paused;       /* the program is to stand at its first line */
} RsDebugStart;

typedef struct _RsDebugHost RsDebugHost;

/* tell: gets the records, on the session's thread. (transfer full) */
RsDebugHost *rs_debug_host_new (void (*tell) (const char *record, gpointer data), gpointer data);
void rs_debug_host_free (RsDebugHost *self);

/* Takes hold of a session before its program name with that text starts. Once. */
void rs_debug_host_open (RsDebugHost *self, RsSession *session, const char *name, const char *text,
                         const RsDebugStart *start);
/* Runs the program; the status, as of rs_session_run_text. What it leaves can be computed with from then on. */
int rs_debug_host_run (RsDebugHost *self, const char *const *arguments);
/* Carries requests out until rs_debug_host_leave. */
void rs_debug_host_stay (RsDebugHost *self);
/* Before the session is freed, or where there was none. */
void rs_debug_host_close (RsDebugHost *self);

/* FALSE: the session is over, and nobody will answer. */
gboolean rs_debug_host_ask (RsDebugHost *self, const char *request);
/* Ends rs_debug_host_stay, now or when it begins. */
void rs_debug_host_leave (RsDebugHost *self);
