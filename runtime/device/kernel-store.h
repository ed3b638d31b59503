/* Compiled kernels that come with a program, or are collected for one that is being built.
 *
 * A built program brings the kernels that were known when it was built; the device looks here before it asks the cache
 * and the compiler. With recording, the device puts in what it compiled or found in the cache. The key is made of the
 * source text, the flags and the processor, or the architecture of a GPU, and not of the compiler: a machine of the
 * same kind needs none.
 *
 * Threads: any, but for new and free: a device that joins the CPU looks here while the CPU's kernels are recorded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsKernelStore RsKernelStore;

/* kernels: key -> GBytes (a shared object, or a binary for a GPU), referenced; NULL: none yet. */
RsKernelStore *rs_kernel_store_new (GHashTable *kernels, gboolean records);
void rs_kernel_store_free (RsKernelStore *self);
/* NULL when there is none. It is the store's, as long as that lives. (transfer none) */
GBytes *rs_kernel_store_find (const RsKernelStore *self, const char *key);
/* Keeps a binary, when the store records. */
void rs_kernel_store_add (RsKernelStore *self, const char *key, GBytes *binary);
/* Keeps the object in a file, when the store records. */
void rs_kernel_store_record (RsKernelStore *self, const char *key, const char *path);
gboolean rs_kernel_store_is_empty (const RsKernelStore *self);
/* The keys of all kernels at this moment, which are the store's, in the order of their bytes. (transfer container) */
GPtrArray *rs_kernel_store_list (const RsKernelStore *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsKernelStore, rs_kernel_store_free)
