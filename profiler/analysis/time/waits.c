/* See waits.h. The launch that a wait was for is the last before it that writes the object.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/waits.h"

#include "profiler/analysis/passes/groups.h"

#define MOST_OBJECTS 500000u

typedef struct {
  gint64 oid;
  guint32 file, line;
} Writer;

typedef struct {
  RsTraceStore *store;
  const RsTraceRange *range;
  RsGroups *groups;
  GHashTable *writers; /* set of Writer (owned), by oid */
  guint32 read_only;   /* id of the mode; 0: not met yet */
} Reader;

static gboolean
writes (Reader *self, guint32 mode)
{
  if (self->read_only == 0 && g_str_equal (rs_trace_store_get_string (self->store, mode), "ReadOnly"))
    self->read_only = mode;
  return mode != self->read_only;
}

static void
note_writer (Reader *self, const RsTraceEvent *event)
{
  const Writer writer = { event->a, event->file, event->line };

  if (g_hash_table_size (self->writers) >= MOST_OBJECTS)
    g_hash_table_remove_all (self->writers);
  g_hash_table_add (self->writers, g_memdup2 (&writer, sizeof writer));
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const Writer *writer;

  if (event->kind == RS_TRACE_ARGUMENT)
    {
      if (writes (self, event->detail))
        note_writer (self, event);
      return TRUE;
    }
  writer = event->a != 0 ? g_hash_table_lookup (self->writers, &event->a) : NULL;
  /* The cause's file and line stand where other groups have detail and flag. */
  rs_groups_add (self->groups,
                 &(RsGroupKey){ event->name, event->file, event->line, writer != NULL ? writer->file : 0,
                                event->a == 0    ? G_MAXUINT32
                                : writer != NULL ? writer->line
                                                 : 0 },
                 event->end - event->start, 0);
  return TRUE;
}

GArray *
rs_waits_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsGroups) groups = rs_groups_new ();
  g_autoptr (GHashTable) writers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) sums = NULL;
  Reader reader = { store, range, groups, writers, 0 };
  const guint64 kinds = G_GUINT64_CONSTANT (1) << RS_TRACE_WAIT | G_GUINT64_CONSTANT (1) << RS_TRACE_ARGUMENT;
  GArray *rows;

  if (!rs_trace_range_foreach (store, range, kinds, TRUE, add_event, &reader, error))
    return NULL;
  sums = rs_groups_list (groups);
  rows = g_array_new (FALSE, TRUE, sizeof (RsWaitRow));
  for (guint i = 0; i < sums->len; i++)
    {
      const RsGroup *sum = &g_array_index (sums, RsGroup, i);
      gboolean is_for_all = sum->key.flag == G_MAXUINT32;

      g_array_append_val (rows, ((RsWaitRow){ .name = rs_trace_store_get_string (store, sum->key.name),
                                              .is_for_all = is_for_all,
                                              .file = rs_trace_store_get_string (store, sum->key.file),
                                              .line = sum->key.line,
                                              .cause_file = rs_trace_store_get_string (store, sum->key.detail),
                                              .cause_line = is_for_all ? 0 : sum->key.flag,
                                              .n = sum->n,
                                              .total = sum->total,
                                              .max = sum->max }));
    }
  return rows;
}
