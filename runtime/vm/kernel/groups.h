/* Groups of work items that an interpreted kernel can name (manual 9.8): values of the type thread_block, and the words
 * of syncthreads.
 *
 * A method that waits for other work items, and a barrier, stop their thread; when all work items wait or have ended,
 * those that wait in the smallest groups get their results and go on, so that a part of a block may exchange values
 * before it joins the others, and a block before it meets the rest of the grid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/rewrite/barrier.h"
#include "compiler/target/target.h"
#include "runtime/value/types/native.h"
#include "runtime/vm/vm-private.h"

typedef enum { RS_GROUP_WARP, RS_GROUP_BLOCK, RS_GROUP_GRID } RsGroupLevel;

extern const RsNativeClass rs_group_class;

/* The group of that level around any work item. (transfer full) */
RsValue rs_vm_group_new (RsGroupLevel level);

/* group.member, for the work item of the thread, which may wait afterwards (thread->wait.order > 0): then the result is
 * the group, and the caller names the register that gets the value. */
gboolean rs_vm_group_get (RsThread *thread, const RsNative *native, const char *name, RsValue *result, GError **error);

/* group.method(...): the object is base[1], n arguments are behind it. The result goes to base[0], at once or, when the
 * thread waits afterwards (thread->wait.order > 0), before it is resumed. */
gboolean rs_vm_group_call (RsThread *thread, RsValue *base, guint n, const RsNativeMethod *method, guint n_results,
                           GError **error);

/* The work item of the thread waits at a barrier for the others of its warp, block or grid. */
gboolean rs_vm_group_wait (RsThread *thread, RsBarrierScope scope, GError **error);

/* Once none of the threads can go on: gives those that wait in the smallest groups their results and resumes them.
 * TRUE: they wait at a barrier of the block or, as *is_of_grid tells, the grid. */
gboolean rs_vm_group_release (RsThread *const *threads, guint n, gboolean *is_of_grid);
