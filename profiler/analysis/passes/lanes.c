/* Lanes, as a tree of the earliest ends: the children of node i are 2i and 2i + 1, lanes are the leaves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/lanes.h"

struct _RsLanes {
  guint n_leaves; /* a power of 2 */
  gint64 *ends;   /* [2 * n_leaves]; of a leaf: when its lane is free, of others: the least of both children */
};

RsLanes *
rs_lanes_new (void)
{
  RsLanes *self = g_new0 (RsLanes, 1);

  self->n_leaves = 1;
  self->ends = g_new (gint64, 2);
  self->ends[0] = self->ends[1] = G_MININT64;
  return self;
}

void
rs_lanes_free (RsLanes *self)
{
  if (self == NULL)
    return;
  g_free (self->ends);
  g_free (self);
}

/* Doubles the number of lanes. */
static void
grow (RsLanes *self)
{
  guint n = self->n_leaves;
  gint64 *ends = g_new (gint64, 4 * n);

  for (guint i = 0; i < n; i++)
    {
      ends[2 * n + i] = self->ends[n + i];
      ends[3 * n + i] = G_MININT64;
    }
  for (guint i = 2 * n - 1; i > 0; i--)
    ends[i] = MIN (ends[2 * i], ends[2 * i + 1]);
  g_free (self->ends);
  self->ends = ends;
  self->n_leaves = 2 * n;
}

guint
rs_lanes_take (RsLanes *self, gint64 start, gint64 end)
{
  guint node = 1, lane;

  if (self->ends[1] > start)
    grow (self);
  while (node < self->n_leaves)
    node = self->ends[2 * node] <= start ? 2 * node : 2 * node + 1;
  lane = node - self->n_leaves;
  self->ends[node] = end;
  for (node /= 2; node > 0; node /= 2)
    self->ends[node] = MIN (self->ends[2 * node], self->ends[2 * node + 1]);
  return lane;
}
