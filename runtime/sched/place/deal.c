/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/deal.h"

#include "runtime/sched/queue/order.h"

typedef struct {
  RsSchedule outer; /* before the loop */
  guint turn;       /* of the iteration that runs, from 1 */
} Loop;

void
rs_deal_next (RsSession *session, guint *n_active, guint depth)
{
  Loop *loop;

  g_assert (*n_active <= depth);
  if (session->deals == NULL)
    session->deals = g_array_new (FALSE, FALSE, sizeof (Loop));
  if (*n_active < depth)
    {
      const Loop entered = { session->schedule, 0 };

      g_array_append_val (session->deals, entered);
      ++*n_active;
    }
  loop = &g_array_index (session->deals, Loop, session->deals->len - 1);
  loop->turn = loop->turn == G_MAXUINT ? 1 : loop->turn + 1;
  session->schedule = (RsSchedule){ .mode = loop->outer.mode, .index = -1, .turn = loop->turn };
}

void
rs_deal_leave (RsSession *session, guint *n_active, guint depth)
{
  while (*n_active > depth)
    {
      session->schedule = g_array_index (session->deals, Loop, session->deals->len - 1).outer;
      g_array_set_size (session->deals, session->deals->len - 1);
      --*n_active;
    }
}

RsEngine *
rs_deal_choose (const RsSession *session, RsEngine *first, RsEngine *const *places, guint n)
{
  RsEngine *all[RS_MOST_QUEUES];
  guint n_all = 0, turn = session->schedule.turn - 1;

  g_assert (n >= 1 && session->schedule.turn >= 1);
  if (places[0] == first->host)
    all[n_all++] = first->host;
  for (RsEngine *engine = first; engine != NULL; engine = engine->next)
    all[n_all++] = engine;
  for (guint i = 0; i < n; i++)
    if (places[i] == all[turn % n_all])
      return places[i];
  return places[turn % n]; /* its memory is too small */
}
