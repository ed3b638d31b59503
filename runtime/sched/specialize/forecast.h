/* Which kernels a program will probably reach: those whose types are known without a run, in the order in which the
 * text leads to them, from the top level of the main module and from `main` through the functions of that module that
 * are named.
 *
 * When a launch waits for the C compiler, the kernels behind it are built in the same thread and handed to the device,
 * which compiles them in advance. A program whose kernels are all in the cache never comes here. A guess that is wrong
 * costs processor time that nobody waits for: a kernel that is reached is always asked for by itself.
 *
 * Threads: the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/engine.h"

/* Builds the next kernel of the session's program and has the engine's device prepare it. reached: the place that is
 * compiled at the moment, which is passed over. FALSE when there is no other kernel. */
gboolean rs_forecast_step (RsSession *session, RsEngine *engine, const RsNode *reached);
