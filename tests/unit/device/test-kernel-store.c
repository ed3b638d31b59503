/* The store of kernels that come with a program, from two threads: one records what it compiles while the other, which
 * opens a device, looks for kernels of that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/kernel-store.h"

#include <string.h>

#define N_KERNELS 2000

static gpointer
record (gpointer data)
{
  for (guint i = 0; i < N_KERNELS; i++)
    {
      g_autofree char *key = g_strdup_printf ("%04u", i);
      g_autoptr (GBytes) binary = g_bytes_new (&i, sizeof i);

      rs_kernel_store_add (data, key, binary);
      rs_kernel_store_add (data, key, binary); /* it is there */
    }
  return NULL;
}

/* Every kernel that is listed is there, whole, and the list is in order. */
static guint
check (const RsKernelStore *store)
{
  g_autoptr (GPtrArray) keys = rs_kernel_store_list (store);

  for (guint i = 0; i < keys->len; i++)
    {
      GBytes *binary = rs_kernel_store_find (store, keys->pdata[i]);
      const guint *number = g_bytes_get_data (binary, NULL);

      g_assert_cmpuint (*number, ==, (guint)g_ascii_strtoull (keys->pdata[i], NULL, 10));
      g_assert_true (i == 0 || strcmp (keys->pdata[i - 1], keys->pdata[i]) < 0);
    }
  g_assert_true (keys->len == 0 || !rs_kernel_store_is_empty (store));
  return keys->len;
}

static void
test_threads (void)
{
  g_autoptr (RsKernelStore) store = rs_kernel_store_new (NULL, TRUE);
  GThread *thread = g_thread_new ("records", record, store);

  while (check (store) < N_KERNELS)
    g_thread_yield ();
  g_thread_join (thread);
  g_assert_null (rs_kernel_store_find (store, "none"));
}

/* A store that does not record stays as it was given. */
static void
test_given (void)
{
  g_autoptr (GHashTable) kernels
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  g_autoptr (GBytes) binary = g_bytes_new_static ("x", 1);
  g_autoptr (RsKernelStore) store = NULL;

  g_hash_table_insert (kernels, g_strdup ("a"), g_bytes_ref (binary));
  store = rs_kernel_store_new (kernels, FALSE);
  rs_kernel_store_add (store, "b", binary);
  g_assert_null (rs_kernel_store_find (store, "b"));
  g_assert_true (rs_kernel_store_find (store, "a") == binary);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/kernel-store/threads", test_threads);
  g_test_add_func ("/device/kernel-store/given", test_given);
  return g_test_run ();
}
