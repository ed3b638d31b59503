/* Within runtime/memory and runtime/device: what the machine has, and the object table's count.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/memory/memory.h"

/* Bytes that this process may use: the machine's memory, or the limit of its control group. */
guint64 rs_memory_get_total (void);
guint64 rs_memory_count_arrays (void);
