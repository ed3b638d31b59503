/* A session's compiled side: its devices, each with a queue; beside devices of plugins the CPU, for what they can't
 * run. Made when something is compiled for the first time, so that a program without kernels pays nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/place/copy-rates.h"
#include "runtime/sched/place/costs.h"
#include "runtime/sched/place/discovery.h"
#include "runtime/sched/queue/queue.h"
#include "runtime/session-private.h"

typedef struct _RsForecast RsForecast; /* forecast.h */

#define RS_MOST_DIVIDED 8 /* devices that share a launch */

typedef struct {
  guint devices;                          /* bits of the numbers of those that shared it; 0: there was none */
  double cuts[RS_MOST_DIVIDED + 1], lost; /* see rs_divide_cut */
} RsDivision;

typedef struct _RsEngine RsEngine;

struct _RsEngine {
  RsDevice *device; /* owned */
  RsQueue *queue;   /* owned */
  RsForecast *forecast; /* owned; NULL until a kernel has to be compiled */
  RsEngine *host; /* the CPU's, beside devices of plugins; owned by the first one; NULL: there is none, or this is it */
  RsEngine *next; /* owned; the session's next device of a plugin; NULL: none */
  guint number;   /* of the session's devices of plugins, from 0; the CPU's beside them is behind them */
  RsCosts
      *costs; /* what launches took; owned by the first one, and only there; NULL: there is nothing to choose from */
  RsCopyRates copies;     /* into and out of the device's memory, where there are costs */
  gboolean is_alone;      /* the session has no other queue: its launches can be fused */
  RsDivision division;    /* of the first one: of the last launch that was divided */
  RsDiscovery *discovery; /* owned; the CPU's, while other devices may join it (-d auto); else NULL */
};

/* ns. While it is not known where launches take least, many that are queued already would all go the wrong way. */
#define RS_BACKLOG_WHILE_LEARNING 50000000

void rs_forecast_free (RsForecast *forecast);

/* The first device. NULL when the session interprets: by choice (-d interp), or because there is no C compiler, which
 * is said once. With -d cpu a missing compiler is an error, and so is a device of a plugin that can't be used. With -d
 * auto this is the CPU's until devices of plugins have joined it; then it is that of the first of them. */
RsEngine *rs_engine_get (RsSession *session, GError **error);
/* The program asks for another device than the CPU: with -d auto, waits for those that can be opened. */
void rs_engine_want_devices (RsSession *session);
/* Whether there are devices of plugins. */
gboolean rs_engine_has_devices (const RsSession *session);
