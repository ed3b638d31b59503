/* See occurrences.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/occurrences.h"

#include "profiler/analysis/passes/range.h"
#include "profiler/store/schema.h"

#include <string.h>

typedef struct {
  RsTraceStore *store;
  const char *name;
  guint32 id; /* the name's id, 0: not seen yet; a text has one */
  GArray *found;
} Search;

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Search *self = data;

  if (self->id == 0 && strcmp (rs_trace_store_get_string (self->store, event->name), self->name) == 0)
    self->id = event->name;
  if (event->name == self->id && self->id != 0)
    g_array_append_val (self->found,
                        ((RsOccurrence){ id, rs_trace_clamp_time (event->start), rs_trace_clamp_time (event->end) }));
  return TRUE;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const RsOccurrence *p = a, *q = b;

  if (p->start != q->start)
    return p->start < q->start ? -1 : 1;
  return p->event < q->event ? -1 : p->event > q->event;
}

GArray *
rs_trace_read_occurrences (RsTraceStore *store, RsTraceKind kind, const char *name, GError **error)
{
  Search search = { .store = store, .name = name, .found = g_array_new (FALSE, FALSE, sizeof (RsOccurrence)) };

  g_return_val_if_fail (name != NULL && (guint)kind < 63, NULL);
  if (!rs_trace_range_foreach (store, NULL, (guint64)1 << kind, FALSE, add_event, &search, error))
    {
      g_array_unref (search.found);
      return NULL;
    }
  g_array_sort (search.found, compare_starts);
  return search.found;
}

gint64
rs_occurrences_find (const GArray *self, gint64 event)
{
  for (guint i = 0; i < self->len; i++)
    if (g_array_index (self, RsOccurrence, i).event == event)
      return i;
  return -1;
}
