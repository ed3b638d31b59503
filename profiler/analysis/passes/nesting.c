/* See nesting.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/nesting.h"

typedef struct {
  guint number;
  GArray *ends; /* gint64, of the open spans: the innermost last */
  gint64 end;   /* of the innermost; of a lane that is sought: the least that will do */
} Lane;

struct _RsNesting {
  RsNestingEnd end;
  gpointer data;
  GPtrArray *lanes; /* all */
  GSequence *busy;  /* lanes with open spans, by their innermost ends */
  GSequence *free;  /* the others, by number */
};

static void
lane_free (gpointer data)
{
  Lane *lane = data;

  g_array_unref (lane->ends);
  g_free (lane);
}

static int
compare_ends (gconstpointer a, gconstpointer b, gpointer data)
{
  const Lane *one = a, *other = b;

  if (one->end != other->end)
    return one->end < other->end ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const Lane *one = a, *other = b;

  return one->number < other->number ? -1 : one->number > other->number;
}

RsNesting *
rs_nesting_new (RsNestingEnd end, gpointer data)
{
  RsNesting *self = g_new0 (RsNesting, 1);

  self->end = end;
  self->data = data;
  self->lanes = g_ptr_array_new_with_free_func (lane_free);
  self->busy = g_sequence_new (NULL);
  self->free = g_sequence_new (NULL);
  return self;
}

void
rs_nesting_free (RsNesting *self)
{
  if (self == NULL)
    return;
  g_sequence_free (self->busy);
  g_sequence_free (self->free);
  g_ptr_array_unref (self->lanes);
  g_free (self);
}

static void
put_back (RsNesting *self, Lane *lane)
{
  if (lane->ends->len == 0)
    {
      g_sequence_insert_sorted (self->free, lane, compare_numbers, NULL);
      return;
    }
  lane->end = g_array_index (lane->ends, gint64, lane->ends->len - 1);
  g_sequence_insert_sorted (self->busy, lane, compare_ends, NULL);
}

static void
end_until (RsNesting *self, gint64 time)
{
  GSequenceIter *first;

  while (first = g_sequence_get_begin_iter (self->busy), !g_sequence_iter_is_end (first))
    {
      Lane *lane = g_sequence_get (first);

      if (lane->end > time)
        return;
      self->end (lane->number, lane->end, self->data);
      g_sequence_remove (first);
      g_array_set_size (lane->ends, lane->ends->len - 1);
      put_back (self, lane);
    }
}

static Lane *
add_lane (RsNesting *self)
{
  Lane *lane = g_new0 (Lane, 1);

  lane->number = self->lanes->len;
  lane->ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_ptr_array_add (self->lanes, lane);
  return lane;
}

/* Out of both sequences. */
static Lane *
take_lane (RsNesting *self, gint64 end)
{
  const Lane least = { .end = end };
  /* Searching finds the place behind what is equal: lane 0 with this very end. */
  GSequenceIter *found = g_sequence_lookup (self->busy, (gpointer)&least, compare_ends, NULL);
  Lane *lane;

  if (found == NULL)
    found = g_sequence_search (self->busy, (gpointer)&least, compare_ends, NULL);
  if (g_sequence_iter_is_end (found))
    found = g_sequence_get_begin_iter (self->free);
  if (g_sequence_iter_is_end (found))
    return add_lane (self);
  lane = g_sequence_get (found);
  g_sequence_remove (found);
  return lane;
}

guint
rs_nesting_begin (RsNesting *self, gint64 start, gint64 end)
{
  Lane *lane;

  end_until (self, start);
  lane = take_lane (self, end);
  g_array_append_val (lane->ends, end);
  put_back (self, lane);
  return lane->number;
}

void
rs_nesting_finish (RsNesting *self)
{
  end_until (self, G_MAXINT64);
}
