/* Where launches go: among the session's devices, each by its number, and the CPU beside them.
 *
 * {!kernel target} keeps a kernel from devices that it does not name, as long as there is one that it names, and blocks
 * that are too large for a device go to others. Of what remains {!sched} decides where it says something, and
 * RUNTIME_STRESS_PLACEMENT, for tests, before it; then pins of the device configuration (pinning.h). Else, where the
 * session names several devices, a launch goes where it takes least by what earlier ones took (costs.h), to the CPU if
 * that is named, too. What does not fit the limit of a device's memory goes to the CPU.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/engine.h"
#include "runtime/sched/specialize/specialization.h"

/* The device for a launch of site with these inputs; engine: the session's first one. */
RsEngine *rs_place_choose (RsSession *session, RsEngine *engine, RsSite *site, RsInputs *inputs);

/* With the setting RUNTIME_GPU_SCHEDULINGMODE=MaximizePerformance: fails with RS_RUNTIME_ERROR_MEMORY where a launch
 * was given to the CPU, which the session does not name, since no device's memory can hold its arrays. */
gboolean
rs_place_check_memory (RsSession *session, RsEngine *first, const RsSite *site, const RsInputs *inputs, GError **error);

/* All devices for a launch of site with these inputs, the CPU before the others if it is named. places:
 * [RS_MOST_QUEUES]. Returns how many; 0 where {!sched} names one. */
guint
rs_place_find_all (RsSession *session, RsEngine *engine, const RsSite *site, const RsInputs *inputs, RsEngine **places);
/* Of the arrays among the inputs. */
guint64 rs_place_count_bytes (const RsInputs *inputs);
/* What the launch takes is noted for its place and size: inputs->cost. */
void rs_place_set_cost (RsSession *session, const RsEngine *engine, RsSite *site, RsInputs *inputs);

/* Whether {!kernel target} of the site's kernel names the device, or nothing. */
gboolean rs_place_is_for (const RsSite *site, const RsEngine *engine);
/* Whether the device runs blocks as large as those of the launch. */
gboolean rs_place_has_block (const RsInputs *inputs, const RsEngine *engine);

/* Whether the program's launches may go to the CPU, too, without being told to: "cpu,opencl:0", "auto". */
gboolean rs_place_names_cpu (const RsSession *session);

/* {!sched}; index: a number, or NULL. What names a device that is not there changes nothing. */
void rs_place_set (RsSession *session, RsPlaceMode mode, const RsValue *index);
/* {!alloc}: where the next array goes that a variable gets; AUTO: nowhere. */
void rs_place_set_allocation (RsSession *session, RsPlaceMode mode);
/* A variable has got the value: if it is an array, or a cell, that goes there. */
gboolean rs_place_allocated (RsSession *session, RsValue value, GError **error);
/* {!transfer}: the arrays of value, one or those in cells, go there and their old places stay valid. */
gboolean rs_place_transfer (RsSession *session, RsValue value, RsPlaceMode mode, const RsValue *index, GError **error);
