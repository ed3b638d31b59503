/* A session's compiled side: its device and that device's queue. Made when something is compiled for the first time,
 * so that a program without kernels pays nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue.h"
#include "runtime/session-private.h"

typedef struct _RsForecast RsForecast; /* forecast.h */

typedef struct {
  RsDevice *device; /* owned */
  RsQueue *queue;   /* owned */
  RsForecast *forecast; /* owned; NULL until a kernel has to be compiled */
} RsEngine;

void rs_forecast_free (RsForecast *forecast);

/* NULL when the session interprets: by choice (-d interp), or because there is no C compiler, which is said once.
 * With -d cpu a missing compiler is an error. */
RsEngine *rs_engine_get (RsSession *session, GError **error);
