/* See call-stacks.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/call-stacks.h"

typedef struct {
  gint64 number, caller; /* caller: 0: none */
  RsCallFrame frame;
} Node;

struct _RsCallStacks {
  GHashTable *nodes; /* set of Node, owned, by number */
};

static gboolean
add_frame (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  RsCallStacks *self = data;

  if (event->a != 0)
    {
      const Node node = { event->a, event->b, { event->name, event->file, event->line } };

      g_hash_table_add (self->nodes, g_memdup2 (&node, sizeof node));
    }
  return TRUE;
}

RsCallStacks *
rs_call_stacks_read (RsTraceStore *store, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  RsCallStacks *self = g_new0 (RsCallStacks, 1);

  G_STATIC_ASSERT (G_STRUCT_OFFSET (Node, number) == 0);
  self->nodes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (rs_trace_range_foreach (store, &all, G_GUINT64_CONSTANT (1) << RS_TRACE_FRAME, FALSE, add_frame, self, error))
    return self;
  rs_call_stacks_free (self);
  return NULL;
}

void
rs_call_stacks_free (RsCallStacks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->nodes);
  g_free (self);
}

/* A file of somebody else's may have circles: a caller is believed only when it was told of before. */
guint
rs_call_stacks_find (const RsCallStacks *self, gint64 number, RsCallFrame *frames)
{
  guint n = 0;

  while (number > 0 && n < RS_CALL_FRAMES)
    {
      const Node *node = g_hash_table_lookup (self->nodes, &number);

      if (node == NULL)
        break;
      frames[n++] = node->frame;
      number = node->caller < number ? node->caller : 0;
    }
  return n;
}
