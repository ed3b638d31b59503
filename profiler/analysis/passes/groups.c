/* See groups.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/groups.h"

#include <string.h>

struct _RsGroups {
  GHashTable *set; /* of RsGroup (owned) */
};

static guint
group_hash (gconstpointer data)
{
  const RsGroupKey *key = &((const RsGroup *)data)->key;

  return key->name * 31 + key->file * 8191 + key->line * 131071 + key->detail * 524287 + key->flag * 7;
}

static gboolean
group_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (&((const RsGroup *)a)->key, &((const RsGroup *)b)->key, sizeof (RsGroupKey)) == 0;
}

RsGroups *
rs_groups_new (void)
{
  RsGroups *self = g_new0 (RsGroups, 1);

  self->set = g_hash_table_new_full (group_hash, group_equal, g_free, NULL);
  return self;
}

void
rs_groups_free (RsGroups *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->set);
  g_free (self);
}

static gint64
add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

RsGroup *
rs_groups_add (RsGroups *self, const RsGroupKey *key, gint64 duration, gint64 bytes)
{
  RsGroup wanted = { .key = *key };
  RsGroup *group = g_hash_table_lookup (self->set, &wanted);

  if (group == NULL && g_hash_table_size (self->set) >= RS_MOST_GROUPS)
    {
      wanted.key = (RsGroupKey){ 0 };
      group = g_hash_table_lookup (self->set, &wanted);
    }
  if (group == NULL)
    g_hash_table_add (self->set, group = g_memdup2 (&wanted, sizeof wanted));
  group->n++;
  group->total = add (group->total, duration);
  group->max = MAX (group->max, duration);
  group->bytes = add (group->bytes, bytes);
  return group;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const RsGroup *p = a, *q = b;

  if (p->total != q->total)
    return p->total < q->total ? 1 : -1;
  if (p->bytes != q->bytes)
    return p->bytes < q->bytes ? 1 : -1;
  return memcmp (&p->key, &q->key, sizeof p->key);
}

GArray *
rs_groups_list (RsGroups *self)
{
  GArray *list = g_array_sized_new (FALSE, FALSE, sizeof (RsGroup), g_hash_table_size (self->set));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_array_append_vals (list, key, 1);
  g_array_sort (list, compare_groups);
  return list;
}
