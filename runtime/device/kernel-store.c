/* Kernels that come with a program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/kernel-store.h"

#include <string.h>

struct _RsKernelStore {
  GMutex lock;         /* guards kernels */
  GHashTable *kernels; /* key -> GBytes; nothing is ever taken out */
  gboolean records;
};

RsKernelStore *
rs_kernel_store_new (GHashTable *kernels, gboolean records)
{
  RsKernelStore *self = g_new0 (RsKernelStore, 1);

  g_mutex_init (&self->lock);
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
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Of a store whose kernels are looked at: nothing changes that anybody sees. */
static void
lock (const RsKernelStore *self)
{
  g_mutex_lock ((GMutex *)&self->lock);
}

static void
unlock (const RsKernelStore *self)
{
  g_mutex_unlock ((GMutex *)&self->lock);
}

GBytes *
rs_kernel_store_find (const RsKernelStore *self, const char *key)
{
  GBytes *found;

  lock (self);
  found = g_hash_table_lookup (self->kernels, key);
  unlock (self);
  return found;
}

void
rs_kernel_store_add (RsKernelStore *self, const char *key, GBytes *binary)
{
  if (!self->records)
    return;
  lock (self);
  if (!g_hash_table_contains (self->kernels, key))
    g_hash_table_insert (self->kernels, g_strdup (key), g_bytes_ref (binary));
  unlock (self);
}

void
rs_kernel_store_record (RsKernelStore *self, const char *key, const char *path)
{
  g_autoptr (GBytes) binary = NULL;
  char *data;
  gsize length;

  if (!self->records || rs_kernel_store_find (self, key) != NULL || !g_file_get_contents (path, &data, &length, NULL))
    return;
  binary = g_bytes_new_take (data, length);
  rs_kernel_store_add (self, key, binary);
}

gboolean
rs_kernel_store_is_empty (const RsKernelStore *self)
{
  gboolean is_empty;

  lock (self);
  is_empty = g_hash_table_size (self->kernels) == 0;
  unlock (self);
  return is_empty;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
rs_kernel_store_list (const RsKernelStore *self)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  lock (self);
  g_hash_table_iter_init (&iter, self->kernels);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, key);
  unlock (self);
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}
