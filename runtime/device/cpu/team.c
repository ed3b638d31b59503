/* The workers of the CPU device: the only parallel region of the program.
 *
 * Workers are threads of their own instead of an OpenMP team, because libgomp reads how long its threads may spin from
 * the environment when the library is loaded, long before this code runs; its default burns a core for milliseconds
 * after each launch, which an IDE can't have. Here a worker spins for some microseconds, which covers launches that
 * follow each other closely, and then sleeps.
 *
 * The order to start is one 64-bit word: a generation and the number of workers that take part. A worker that does not
 * take part may read it late, when the next one is already there, so both have to be read together; what the order
 * refers to (work, data) is only read by workers that take part, for which the caller waits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include "runtime/trace/trace.h"

#include <sched.h>
#include <unistd.h>

#define SPIN_NANOSECONDS 20000
#define WANTED_BITS 16

struct _RsTeam {
  guint n_threads; /* workers, the caller included */
  GThread **threads; /* [n_threads - 1], NULL until the first parallel run */
  gint *ids;         /* [n_threads - 1], atomic: what the system calls them, 0 until they run */
  int caller_cpu;    /* where the workers are kept away from, -1: nowhere */
  guint n_started;
  GMutex lock;
  GCond wake, done;
  guint64 order; /* atomic: generation << WANTED_BITS | workers wanted */
  gint n_asleep; /* atomic */
  gint n_busy;   /* atomic: workers of the current order that have not finished, the caller not counted */
  gint is_waiting; /* atomic: the caller sleeps */
  gint quit;     /* atomic */
  void (*work) (gpointer data, guint worker);
  gpointer data;
};

typedef struct {
  RsTeam *team;
  guint worker;
} WorkerStart;

static _Thread_local gboolean is_inside;

static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}

static guint64
wait_for_order (RsTeam *team, guint64 last)
{
  gint64 limit = rs_trace_now () + SPIN_NANOSECONDS;
  guint64 order;

  while (rs_trace_now () < limit)
    for (int i = 0; i < 16; i++)
      {
        order = __atomic_load_n (&team->order, __ATOMIC_ACQUIRE);
        if (order != last)
          return order;
        relax ();
      }
  g_mutex_lock (&team->lock);
  __atomic_add_fetch (&team->n_asleep, 1, __ATOMIC_SEQ_CST);
  while ((order = __atomic_load_n (&team->order, __ATOMIC_SEQ_CST)) == last)
    g_cond_wait (&team->wake, &team->lock);
  __atomic_sub_fetch (&team->n_asleep, 1, __ATOMIC_SEQ_CST);
  g_mutex_unlock (&team->lock);
  return order;
}

static gpointer
run_worker (gpointer data)
{
  WorkerStart *start = data;
  RsTeam *team = start->team;
  guint worker = start->worker;
  guint64 order = 0;

  g_free (start);
  is_inside = TRUE;
  __atomic_store_n (&team->ids[worker - 1], (gint)gettid (), __ATOMIC_RELEASE);
  for (;;)
    {
      order = wait_for_order (team, order);
      if (__atomic_load_n (&team->quit, __ATOMIC_ACQUIRE))
        return NULL;
      if (worker >= (order & ((1 << WANTED_BITS) - 1)))
        continue;
      team->work (team->data, worker);
      if (__atomic_sub_fetch (&team->n_busy, 1, __ATOMIC_SEQ_CST) == 0
          && __atomic_load_n (&team->is_waiting, __ATOMIC_SEQ_CST))
        {
          g_mutex_lock (&team->lock);
          g_cond_signal (&team->done);
          g_mutex_unlock (&team->lock);
        }
    }
}

RsTeam *
rs_team_new (guint n_threads)
{
  RsTeam *team = g_new0 (RsTeam, 1);

  team->n_threads = CLAMP (n_threads, 1, (1 << WANTED_BITS) - 1);
  team->caller_cpu = -1;
  g_mutex_init (&team->lock);
  g_cond_init (&team->wake);
  g_cond_init (&team->done);
  return team;
}

static void
give_order (RsTeam *team, guint wanted)
{
  guint64 generation = (team->order >> WANTED_BITS) + 1;

  __atomic_store_n (&team->order, generation << WANTED_BITS | wanted, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&team->n_asleep, __ATOMIC_SEQ_CST) > 0)
    {
      g_mutex_lock (&team->lock);
      g_cond_broadcast (&team->wake);
      g_mutex_unlock (&team->lock);
    }
}

void
rs_team_free (RsTeam *team)
{
  __atomic_store_n (&team->quit, 1, __ATOMIC_SEQ_CST);
  give_order (team, 0);
  for (guint i = 0; i < team->n_started; i++)
    g_thread_join (team->threads[i]);
  g_free (team->threads);
  g_free (team->ids);
  g_mutex_clear (&team->lock);
  g_cond_clear (&team->wake);
  g_cond_clear (&team->done);
  g_free (team);
}

guint
rs_team_get_size (const RsTeam *team)
{
  return team->n_threads;
}

/* Threads that the system does not give are done without. */
static void
start_threads (RsTeam *team)
{
  if (team->threads != NULL)
    return;
  team->threads = g_new0 (GThread *, team->n_threads);
  team->ids = g_new0 (gint, team->n_threads);
  while (team->n_started + 1 < team->n_threads)
    {
      g_autofree char *name = g_strdup_printf ("worker %u", team->n_started + 1);
      WorkerStart *start = g_new (WorkerStart, 1);
      GThread *thread;

      *start = (WorkerStart){ team, team->n_started + 1 };
      thread = g_thread_try_new (name, run_worker, start, NULL);
      if (thread == NULL)
        {
          g_free (start);
          team->n_threads = team->n_started + 1;
          return;
        }
      team->threads[team->n_started++] = thread;
    }
}

/* A sleeping worker may be woken on the processor that the caller computes on, and then waits there until the system
 * next balances its load, which takes longer than most launches: workers may run anywhere but there. */
static void
keep_workers_away (RsTeam *team)
{
  int cpu = sched_getcpu ();
  cpu_set_t allowed;

  if (cpu < 0 || cpu == team->caller_cpu || sched_getaffinity (0, sizeof allowed, &allowed) != 0
      || CPU_COUNT (&allowed) < (int)team->n_threads || !CPU_ISSET (cpu, &allowed))
    return;
  CPU_CLR (cpu, &allowed);
  for (guint i = 0; i < team->n_started; i++)
    {
      pid_t id = __atomic_load_n (&team->ids[i], __ATOMIC_ACQUIRE);

      if (id == 0 || sched_setaffinity (id, sizeof allowed, &allowed) != 0)
        return;
    }
  team->caller_cpu = cpu;
}

static void
wait_for_workers (RsTeam *team)
{
  gint64 limit = rs_trace_now () + SPIN_NANOSECONDS;

  while (rs_trace_now () < limit)
    for (int i = 0; i < 16; i++)
      {
        if (__atomic_load_n (&team->n_busy, __ATOMIC_ACQUIRE) == 0)
          return;
        relax ();
      }
  g_mutex_lock (&team->lock);
  __atomic_store_n (&team->is_waiting, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n (&team->n_busy, __ATOMIC_SEQ_CST) > 0)
    g_cond_wait (&team->done, &team->lock);
  __atomic_store_n (&team->is_waiting, 0, __ATOMIC_SEQ_CST);
  g_mutex_unlock (&team->lock);
}

guint
rs_team_run (RsTeam *team, guint n_threads, void (*work) (gpointer data, guint worker), gpointer data)
{
  g_assert (n_threads >= 1);
  if (n_threads > 1 && !is_inside)
    start_threads (team);
  n_threads = is_inside ? 1 : MIN (n_threads, team->n_threads);
  if (n_threads <= 1)
    {
      work (data, 0);
      return 1;
    }
  keep_workers_away (team);
  team->work = work;
  team->data = data;
  __atomic_store_n (&team->n_busy, (gint)n_threads - 1, __ATOMIC_SEQ_CST);
  give_order (team, n_threads);
  is_inside = TRUE;
  work (data, 0);
  is_inside = FALSE;
  wait_for_workers (team);
  return n_threads;
}
