/* See launch-objects.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/launch-objects.h"

#include "profiler/analysis/passes/range.h"

#include <string.h>

#define MOST 1000000u

typedef struct {
  RsTraceStore *store;
  GArray *objects;
} Reader;

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;

  g_array_append_val (self->objects, ((RsLaunchObject){ .oid = event->a,
                                                        .bytes = event->b,
                                                        .name = rs_trace_store_get_string (self->store, event->name),
                                                        .mode = rs_trace_store_get_string (self->store, event->detail),
                                                        .file = rs_trace_store_get_string (self->store, event->file),
                                                        .line = event->line,
                                                        .launch = event->parent }));
  return self->objects->len < MOST;
}

static int
compare_places (const RsLaunchObject *p, const char *file, guint32 line)
{
  const int order = strcmp (p->file, file);

  return order != 0 ? order : p->line < line ? -1 : p->line > line;
}

static int
compare_objects (gconstpointer a, gconstpointer b)
{
  const RsLaunchObject *p = a, *q = b;
  const int order = compare_places (p, q->file, q->line);

  return order != 0 ? order : p->launch < q->launch ? -1 : p->launch > q->launch;
}

GArray *
rs_launch_objects_read (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) objects = g_array_new (FALSE, FALSE, sizeof (RsLaunchObject));
  Reader reader = { store, objects };

  if (!rs_trace_range_foreach (store, NULL, G_GUINT64_CONSTANT (1) << RS_TRACE_ARGUMENT, TRUE, add_event, &reader,
                               error))
    return NULL;
  g_array_sort (objects, compare_objects); /* which keeps the order of a launch's parameters */
  return g_steal_pointer (&objects);
}

const RsLaunchObject *
rs_launch_objects_find (const GArray *objects, const char *file, guint32 line, gint64 launch, guint *n)
{
  const RsLaunchObject *all = (const RsLaunchObject *)(gconstpointer)objects->data;
  const RsLaunchObject key = { .file = file, .line = line, .launch = (guint32)launch };
  guint low = 0, high = objects->len, first;

  *n = 0;
  while (low < high) /* the first behind those of the launch */
    {
      const guint middle = low + (high - low) / 2;

      if (compare_objects (&all[middle], &key) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || compare_places (&all[low - 1], file, line) != 0)
    return NULL;
  for (first = low - 1; first > 0 && compare_objects (&all[first - 1], &all[low - 1]) == 0; first--)
    ;
  *n = low - first;
  return &all[first];
}
