/* Kernels that come with a program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/kernel-store.h"

struct _RsKernelStore {
  GHashTable *kernels; /* key -> GBytes */
  gboolean records;
};

RsKernelStore *
rs_kernel_store_new (GHashTable *kernels, gboolean records)
{
  RsKernelStore *self = g_new0 (RsKernelStore, 1);

  self->kernels = kernels != NULL
                      ? g_hash_table_ref (kernels)
                      : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  self->records = records;
  return self;
}

void
rs_kernel_store_free (RsKernelStore *self)
{
  g_hash_table_unref (self->kernels);
  g_free (self);
}

GBytes *
rs_kernel_store_find (const RsKernelStore *self, const char *key)
{
  return g_hash_table_lookup (self->kernels, key);
}

void
rs_kernel_store_add (RsKernelStore *self, const char *key, GBytes *binary)
{
  if (self->records && !g_hash_table_contains (self->kernels, key))
    g_hash_table_insert (self->kernels, g_strdup (key), g_bytes_ref (binary));
}

void
rs_kernel_store_record (RsKernelStore *self, const char *key, const char *path)
{
  char *data;
  gsize length;

  if (self->records && !g_hash_table_contains (self->kernels, key) && g_file_get_contents (path, &data, &length, NULL))
    g_hash_table_insert (self->kernels, g_strdup (key), g_bytes_new_take (data, length));
}

gboolean
rs_kernel_store_is_empty (const RsKernelStore *self)
{
  return g_hash_table_size (self->kernels) == 0;
}

GHashTable *
rs_kernel_store_get_all (const RsKernelStore *self)
{
  return self->kernels;
}
