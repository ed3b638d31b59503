/* A fence between two threads whose one half costs next to nothing, for the thread that often passes it, and whose
 * other half is a call into the kernel (membarrier).
 *
 * A thread stores A, passes the light half and loads B; another stores B, passes the heavy half and loads A: at least
 * one of them sees what the other stored. Any thread may call both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Set when the library is loaded; FALSE: the kernel has no membarrier, and the light half is a fence as well. */
extern gboolean rs_has_membarrier;

static inline void
rs_fence_light (void)
{
  if (G_LIKELY (rs_has_membarrier))
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
  else
    __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

/* Some microseconds; interrupts the threads of this process that run. */
void rs_fence_heavy (void);
