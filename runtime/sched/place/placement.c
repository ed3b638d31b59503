/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/placement.h"

#include <string.h>

/* A beginning: some launches have their devices. */
typedef struct {
  gint64 free_at[RS_MOST_PLACES];
  gint64 end;    /* of the last launch so far */
  gint64 bound;  /* what the end of all is at least */
  gint64 chain;  /* of that: by what waits for what */
  gint64 copied; /* ns */
  guint8 choice[RS_MOST_PLACED];
  gint64 times[]; /* of arrays: [n_arrays][RS_MOST_PLACES] valid_at; behind them [n_arrays] when their last use ends */
} State;

/* What does not depend on choices. */
typedef struct {
  gint64 least[RS_MOST_PLACED]; /* ns, on the best device */
  gint64 tail[RS_MOST_PLACED];  /* ns of the longest chain that waits for the launch */
  gint64 rest[RS_MOST_PLACED];  /* ns of all launches behind it */
} Outlook;

static gsize
get_state_bytes (const RsPlacementGraph *graph)
{
  return sizeof (State) + (gsize)graph->n_arrays * (RS_MOST_PLACES + 1) * sizeof (gint64);
}

static gint64 *
get_valid (State *state, guint array)
{
  return state->times + (gsize)array * RS_MOST_PLACES;
}

static gint64 *
get_last_use (const RsPlacementGraph *graph, State *state, guint array)
{
  return state->times + (gsize)graph->n_arrays * RS_MOST_PLACES + array;
}

static void
begin (const RsPlacementGraph *graph, State *state)
{
  memset (state, 0, get_state_bytes (graph));
  for (guint d = 0; d < graph->n_places; d++)
    state->free_at[d] = graph->places[d].free_at;
  for (guint i = 0; i < graph->n_arrays; i++)
    memcpy (get_valid (state, i), graph->arrays[i].valid_at, sizeof graph->arrays[i].valid_at);
}

/* --- time --- */

static gint64
get_copy_time (const RsPlace *place, double ns_per_byte, gint64 bytes)
{
  return place->copy_latency + (gint64)(ns_per_byte * (double)bytes);
}

/* The host has the array; returns from when on. */
static gint64
fetch (const RsPlacementGraph *graph, State *state, guint array)
{
  gint64 *valid = get_valid (state, array), first = RS_NEVER;

  for (guint d = 1; d < graph->n_places && valid[0] == RS_NEVER; d++)
    if (valid[d] != RS_NEVER)
      {
        gint64 time = get_copy_time (&graph->places[d], graph->places[d].out, graph->arrays[array].bytes);

        if (valid[d] + time < first)
          first = valid[d] + time;
      }
  if (valid[0] == RS_NEVER)
    valid[0] = first != RS_NEVER ? first : 0; /* nobody has anything: nothing is copied */
  return valid[0];
}

/* The device has the array; its queue goes on behind the copy. */
static gint64
provide (const RsPlacementGraph *graph, State *state, guint array, guint d)
{
  gint64 *valid = get_valid (state, array), there, time;

  if (valid[d] != RS_NEVER)
    return valid[d];
  there = fetch (graph, state, array);
  if (d == 0)
    return there;
  time = get_copy_time (&graph->places[d], graph->places[d].in, graph->arrays[array].bytes);
  state->copied += time;
  state->free_at[d] = MAX (state->free_at[d], there) + time;
  valid[d] = state->free_at[d];
  return valid[d];
}

/* The launch on device d. Returns its end. */
static gint64
run (const RsPlacementGraph *graph, State *state, const RsPlacedLaunch *launch, guint d)
{
  gint64 start = 0;

  for (guint i = 0; i < launch->n_uses; i++)
    {
      const RsPlacedUse *use = &launch->uses[i];

      if (use->reads)
        {
          const gint64 provided = provide (graph, state, use->array, d);

          start = MAX (start, provided);
        }
      if (use->writes)
        {
          const gint64 last_use = *get_last_use (graph, state, use->array);

          start = MAX (start, last_use);
        }
    }
  state->free_at[d] = MAX (start, state->free_at[d]) + launch->time[d];
  for (guint i = 0; i < launch->n_uses; i++)
    {
      const RsPlacedUse *use = &launch->uses[i];
      gint64 *last = get_last_use (graph, state, use->array), *valid = get_valid (state, use->array);

      *last = MAX (*last, state->free_at[d]);
      for (guint k = 0; k < graph->n_places && use->writes; k++)
        valid[k] = k == d ? state->free_at[d] : RS_NEVER;
    }
  state->end = MAX (state->end, state->free_at[d]);
  return state->free_at[d];
}

/* --- what is known beforehand --- */

static gboolean
depends (const RsPlacedLaunch *later, const RsPlacedLaunch *earlier)
{
  for (guint i = 0; i < later->n_uses; i++)
    for (guint k = 0; k < earlier->n_uses; k++)
      if (later->uses[i].array == earlier->uses[k].array && (later->uses[i].writes || earlier->uses[k].writes))
        return TRUE;
  return FALSE;
}

/* FALSE: a launch can't run anywhere. */
static gboolean
look_out (const RsPlacementGraph *graph, Outlook *outlook)
{
  gint64 rest = 0;

  for (guint i = graph->n_launches; i-- > 0;)
    {
      outlook->least[i] = RS_NEVER;
      for (guint d = 0; d < graph->n_places; d++)
        outlook->least[i] = MIN (outlook->least[i], graph->launches[i].time[d]);
      if (outlook->least[i] == RS_NEVER)
        return FALSE;
      outlook->rest[i] = rest;
      rest += outlook->least[i];
      outlook->tail[i] = 0;
      for (guint k = i + 1; k < graph->n_launches; k++)
        if (depends (&graph->launches[k], &graph->launches[i]))
          outlook->tail[i] = MAX (outlook->tail[i], outlook->least[k] + outlook->tail[k]);
    }
  return TRUE;
}

static void
extend (const RsPlacementGraph *graph, const Outlook *outlook, const State *from, guint i, guint d, State *to)
{
  gint64 sum = outlook->rest[i], end;

  memcpy (to, from, get_state_bytes (graph));
  end = run (graph, to, &graph->launches[i], d);
  to->choice[i] = (guint8)d;
  to->chain = MAX (to->chain, end + outlook->tail[i]);
  for (guint k = 0; k < graph->n_places; k++)
    sum += to->free_at[k];
  to->bound = MAX (MAX (to->chain, to->end), sum / (gint64)graph->n_places);
}

/* --- the search --- */

static gboolean
is_better (const State *a, const State *b)
{
  if (a->bound != b->bound)
    return a->bound < b->bound;
  return a->end != b->end ? a->end < b->end : a->copied < b->copied;
}

/* The kept ones are in their order; the last of `width` falls out. The place behind them holds the new one. */
static guint
keep (State **states, guint n, guint width)
{
  guint i = n;

  for (; i > 0 && is_better (states[i], states[i - 1]); i--)
    {
      State *other = states[i];

      states[i] = states[i - 1];
      states[i - 1] = other;
    }
  return MIN (n + 1, width);
}

static State **
allocate_states (const RsPlacementGraph *graph, guint n)
{
  State **states = g_new0 (State *, n);

  for (guint i = 0; i < n; i++)
    states[i] = g_malloc0 (get_state_bytes (graph));
  return states;
}

static void
free_states (State **states, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (states[i]);
  g_free (states);
}

gint64
rs_placement_choose (const RsPlacementGraph *graph, guint width, guint *choice)
{
  State **states, **next;
  Outlook outlook;
  guint n = 1;
  gint64 end;

  g_return_val_if_fail (graph->n_launches <= RS_MOST_PLACED && graph->n_places <= RS_MOST_PLACES, RS_NEVER);
  if (!look_out (graph, &outlook))
    return RS_NEVER;
  states = allocate_states (graph, width + 1);
  next = allocate_states (graph, width + 1);
  begin (graph, states[0]);
  for (guint i = 0; i < graph->n_launches; i++)
    {
      State **other = states;
      guint n_next = 0;

      for (guint k = 0; k < n; k++)
        for (guint d = 0; d < graph->n_places; d++)
          if (graph->launches[i].time[d] != RS_NEVER)
            {
              extend (graph, &outlook, states[k], i, d, next[n_next]);
              n_next = keep (next, n_next, width);
            }
      states = next;
      next = other;
      n = n_next;
    }
  end = states[0]->end;
  for (guint i = 0; i < graph->n_launches; i++)
    choice[i] = states[0]->choice[i];
  free_states (states, width + 1);
  free_states (next, width + 1);
  return end;
}

gint64
rs_placement_predict (RsPlacementGraph *graph, const guint *choice, gint64 *ends, gboolean is_done)
{
  State *state = g_malloc0 (get_state_bytes (graph));
  gint64 end;

  begin (graph, state);
  for (guint i = 0; i < graph->n_launches; i++)
    {
      end = run (graph, state, &graph->launches[i], choice[i]);
      if (ends != NULL)
        ends[i] = end;
    }
  end = state->end;
  for (guint d = 0; d < graph->n_places && is_done; d++)
    graph->places[d].free_at = state->free_at[d];
  for (guint i = 0; i < graph->n_arrays && is_done; i++)
    memcpy (graph->arrays[i].valid_at, get_valid (state, i), sizeof graph->arrays[i].valid_at);
  g_free (state);
  return end;
}
