/* See asymmetric-fence.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/trace/asymmetric-fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

gboolean rs_has_membarrier;

/* When the library is loaded: with one thread it takes a microsecond, with several the system takes ten thousand. */
__attribute__ ((constructor)) static void
register_membarrier (void)
{
  rs_has_membarrier = syscall (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void
rs_fence_heavy (void)
{
  if (rs_has_membarrier)
    syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  else
    __atomic_thread_fence (__ATOMIC_SEQ_CST);
}
