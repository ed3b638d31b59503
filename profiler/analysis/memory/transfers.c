/* See transfers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/transfers.h"

#include "profiler/analysis/passes/groups.h"

enum { FOR_HOST, FOR_LAUNCH, MIGRATION }; /* flag of a group */

static gboolean
add_copy (gint64 id, const RsTraceEvent *event, gpointer data)
{
  const RsGroupKey key = { event->name, event->file, event->line, event->detail,
                           event->kind == RS_TRACE_MIGRATE ? MIGRATION
                           : event->parent != 0            ? FOR_LAUNCH
                                                           : FOR_HOST };

  rs_groups_add (data, &key, event->end - event->start, event->b);
  return TRUE;
}

GArray *
rs_transfers_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const guint64 one = 1;
  g_autoptr (RsGroups) groups = rs_groups_new ();
  g_autoptr (GArray) sums = NULL;
  GArray *rows;

  if (!rs_trace_range_foreach (store, range, one << RS_TRACE_COPY | one << RS_TRACE_MIGRATE, FALSE, add_copy, groups,
                               error))
    return NULL;
  sums = rs_groups_list (groups);
  rows = g_array_new (FALSE, TRUE, sizeof (RsTransferRow));
  for (guint i = 0; i < sums->len; i++)
    {
      const RsGroup *sum = &g_array_index (sums, RsGroup, i);

      g_array_append_val (rows, ((RsTransferRow){ .name = rs_trace_store_get_string (store, sum->key.name),
                                                  .direction = rs_trace_store_get_string (store, sum->key.detail),
                                                  .file = rs_trace_store_get_string (store, sum->key.file),
                                                  .line = sum->key.line,
                                                  .is_for_launch = sum->key.flag == FOR_LAUNCH,
                                                  .is_migration = sum->key.flag == MIGRATION,
                                                  .copies = sum->n,
                                                  .bytes = sum->bytes,
                                                  .total = sum->total,
                                                  .max = sum->max }));
    }
  return rows;
}
