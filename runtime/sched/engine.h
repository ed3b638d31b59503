/* A session's compiled side: its device and that device's queue; beside a device of a plugin the CPU's, for what it can't run. Made when something is compiled for the first time,
 * so that a program without kernels pays nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue.h"
#include "runtime/session-private.h"

typedef struct _RsForecast RsForecast; /* forecast.h */

typedef struct _RsEngine RsEngine;

struct _RsEngine {
  RsDevice *device; /* owned */
  RsQueue *queue;   /* owned */
  RsForecast *forecast; /* owned; NULL until a kernel has to be compiled */
  RsEngine *host;   /* owned; the CPU's, beside a device of a plugin; NULL: there is none, or this is it */
  RsEngine *other;  /* the one of the two that this is not; NULL */
};

void rs_forecast_free (RsForecast *forecast);

/* NULL when the session interprets: by choice (-d interp), or because there is no C compiler, which is said once.
 * With -d cpu a missing compiler is an error, and so is a device of a plugin that can't be used. */
RsEngine *rs_engine_get (RsSession *session, GError **error);

/* Queues the launch (transfer full), whose kernel was compiled by this engine. What the other engine has queued runs first.
 * Errors as of rs_queue_submit. */
gboolean rs_engine_submit (RsEngine *self, RsLaunch *launch, GError **error);
/* Where the error that rs_engine_submit raised last came from. */
void rs_engine_take_place (RsEngine *self, RsErrorPlace *place);
/* Whether launches of one device can be fused: where there is only one. */
gboolean rs_engine_can_fuse (const RsEngine *self);
