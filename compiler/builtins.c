/* The table of built-ins and its lookup by name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/builtins.h"

static const RsBuiltin builtins[] = {
#define RS_BUILTIN(ID, name, min, max, flags, result, signature, documentation, example, prints) \
  { name, RS_BUILTIN_ID_##ID, min, max, flags, result, signature, documentation, example, prints },
#include "compiler/builtins.def"
#undef RS_BUILTIN
};

static gpointer
make_table (gpointer unused)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    g_hash_table_insert (table, (gpointer)builtins[i].name, (gpointer)&builtins[i]);
  return table;
}

const RsBuiltin *
rs_builtin_find (const char *name)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, make_table, NULL);
  return g_hash_table_lookup (once.retval, name);
}

const RsBuiltin *
rs_builtin_get (guint id)
{
  g_return_val_if_fail (id < RS_N_BUILTINS, NULL);
  return &builtins[id];
}
