/* Host memory of arrays, the object table, and what is in use.
 *
 * Blocks of a page or more are mapped with an inaccessible page on both sides and end as close to the second one as
 * their alignment of 64 bytes allows, so that a stray access by generated code faults instead of corrupting. Freed ones
 * are kept for a while, because a loop that makes and drops matrices would otherwise spend its time in page faults.
 * Smaller blocks come from malloc.
 *
 * The object table maps the oid of every living array to the array, for memory views and traces. It holds no
 * references.
 *
 * Threads: any, but for rs_memory_find_array, which needs the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/value/array.h"

#define RS_MEMORY_ALIGNMENT 64

/* Product of dims times element size. Fails with RS_RUNTIME_ERROR_MEMORY for negative dims or a product beyond what an
 * address can hold. */
gboolean rs_memory_get_size (RsElement element, int rank, const gint64 *dims, gint64 *n_elements, gsize *bytes,
                             GError **error);

/* Fails with RS_RUNTIME_ERROR_MEMORY when the machine does not have that much; 0 bytes give a valid pointer. */
gpointer rs_memory_allocate (gsize bytes, gboolean zero, GError **error);
/* bytes as given to allocate. */
void rs_memory_free (gpointer data, gsize bytes);
/* Gives back what is kept for reuse. */
void rs_memory_trim (void);

typedef struct {
  guint64 in_use;   /* bytes of living arrays on the host */
  guint64 peak;     /* largest in_use */
  guint64 cached;   /* bytes kept for reuse */
  guint64 n_arrays; /* living arrays */
  guint64 n_allocations; /* blocks ever handed out */
} RsMemoryStatistics;

void rs_memory_get_statistics (RsMemoryStatistics *statistics);
/* in_use becomes the new peak. */
void rs_memory_reset_peak (void);

/* The object table. rs_array_new and rs_array_unref register and forget. */
guint64 rs_memory_register_array (RsArray *array); /* sets and returns the oid; emits ALLOCATE */
void rs_memory_forget_array (RsArray *array);      /* emits FREE */
/* NULL when no such array lives. Borrowed. */
RsArray *rs_memory_find_array (guint64 oid);
