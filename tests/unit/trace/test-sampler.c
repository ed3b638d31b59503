/* The sampler: threads at work, sampled by signal while their samples are taken, come and go.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/sampler.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define THREADS 3
#define RATE 2000

typedef struct {
  guint32 number; /* from 1 */
  int thread_id;  /* atomic; 0: not there yet */
  gint stop;      /* atomic */
  guint32 step;   /* of the thread's own */
} Worker;

/* What a worker says of itself: frames whose members belong together. */
static guint
walk (gpointer data, RsTraceFrame *frames, guint most)
{
  const Worker *worker = data;
  guint n = 1 + worker->step % 5;

  for (guint i = 0; i < n; i++)
    frames[i] = (RsTraceFrame){ worker->number, worker->number + 1000, i + 1 };
  return n;
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  volatile double x = 1;

  rs_trace_set_walker ((RsTraceWalker){ walk, worker });
  __atomic_store_n (&worker->thread_id, (int)syscall (SYS_gettid), __ATOMIC_RELEASE);
  while (!__atomic_load_n (&worker->stop, __ATOMIC_RELAXED))
    {
      for (guint i = 0; i < 1000; i++)
        x = x * 1.000001 + 1e-9;
      worker->step++;
    }
  rs_trace_set_walker ((RsTraceWalker){ NULL, NULL });
  return NULL;
}

typedef struct {
  Worker workers[THREADS];
  gint64 n[THREADS], cpu[THREADS];
} State;

static void
take (int thread_id, const RsSample *sample, gpointer data)
{
  State *state = data;

  for (guint i = 0; i < THREADS; i++)
    {
      if (__atomic_load_n (&state->workers[i].thread_id, __ATOMIC_ACQUIRE) != thread_id)
        continue;
      g_assert_cmpuint (sample->n_frames, <=, 5);
      for (guint k = 0; k < sample->n_frames; k++)
        {
          g_assert_cmpuint (sample->frames[k].name, ==, i + 1);
          g_assert_cmpuint (sample->frames[k].file, ==, i + 1001);
          g_assert_cmpuint (sample->frames[k].line, ==, k + 1);
        }
      g_assert_cmpint (sample->time, >, 0);
      g_assert_cmpint (sample->cpu, >=, 0);
      state->n[i]++;
      state->cpu[i] += sample->cpu;
    }
}

static gint64
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static RsSampler *
start (void)
{
  g_autoptr (GError) error = NULL;
  RsSampler *sampler = rs_sampler_new (RATE, &error);

  g_assert_no_error (error);
  return sampler;
}

/* Until each has been sampled a hundred times, or ten seconds are over. */
static gboolean
is_enough (const State *state, gint64 began)
{
  for (guint i = 0; i < THREADS; i++)
    if (state->n[i] < 100)
      return read_clock (CLOCK_MONOTONIC) - began > G_GINT64_CONSTANT (10000000000);
  return TRUE;
}

static void
test_consistent (void)
{
  RsSampler *sampler = start ();
  State state = { 0 };
  GThread *threads[THREADS];
  gint64 began = read_clock (CLOCK_MONOTONIC), used = read_clock (CLOCK_PROCESS_CPUTIME_ID), sampled = 0;

  for (guint i = 0; i < THREADS; i++)
    {
      state.workers[i].number = i + 1;
      threads[i] = g_thread_new ("worker", work, &state.workers[i]);
    }
  while (!is_enough (&state, began))
    {
      rs_sampler_find_threads (sampler);
      g_usleep (2000);
      rs_sampler_take (sampler, take, &state);
    }
  for (guint i = 0; i < THREADS; i++)
    {
      __atomic_store_n (&state.workers[i].stop, 1, __ATOMIC_RELAXED);
      g_thread_join (threads[i]);
    }
  rs_sampler_stop (sampler);
  rs_sampler_take (sampler, take, &state);
  used = read_clock (CLOCK_PROCESS_CPUTIME_ID) - used;
  for (guint i = 0; i < THREADS; i++)
    {
      g_assert_cmpint (state.n[i], >=, 10);
      sampled += state.cpu[i];
    }
  /* Samples stand for time that was spent, and for nearly all of it. */
  g_assert_cmpint (sampled, <=, used);
  g_assert_cmpint (sampled, >=, used / 2);
  rs_sampler_free (sampler);
}

/* Threads begin and end while they are looked for; slots serve one after the other. */
static void
test_short_threads (void)
{
  RsSampler *sampler = start ();

  for (guint round = 0; round < 60; round++)
    {
      State state = { 0 };
      GThread *threads[THREADS];

      for (guint i = 0; i < THREADS; i++)
        {
          state.workers[i].number = i + 1;
          threads[i] = g_thread_new ("short", work, &state.workers[i]);
        }
      rs_sampler_find_threads (sampler);
      g_usleep (3000);
      for (guint i = 0; i < THREADS; i++)
        __atomic_store_n (&state.workers[i].stop, 1, __ATOMIC_RELAXED);
      rs_sampler_take (sampler, take, &state);
      for (guint i = 0; i < THREADS; i++)
        g_thread_join (threads[i]);
      rs_sampler_take (sampler, take, &state);
      rs_sampler_find_threads (sampler);
    }
  g_assert_cmpint (rs_sampler_get_lost (sampler), ==, 0);
  rs_sampler_free (sampler);
}

/* One at a time; the next one is as good. */
static void
test_again (void)
{
  g_autoptr (GError) error = NULL;
  RsSampler *sampler = start ();

  g_assert_null (rs_sampler_new (RATE, &error));
  g_assert_nonnull (error);
  rs_sampler_free (sampler);
  rs_sampler_free (start ());
}

/* --- counters --- */

#define PAGES 64u
#define PAGE 4096u

typedef struct {
  int thread_id;  /* atomic; 0: not there yet */
  gint stop;      /* atomic */
  gint64 faults;  /* of the thread, as the kernel says at its end */
  gint64 counted; /* page faults, by samples; -1: they are not counted here */
} Toucher;

/* Each page of fresh memory is a page fault. */
static gpointer
touch (gpointer data)
{
  Toucher *toucher = data;
  struct rusage used;

  __atomic_store_n (&toucher->thread_id, (int)syscall (SYS_gettid), __ATOMIC_RELEASE);
  while (!__atomic_load_n (&toucher->stop, __ATOMIC_RELAXED))
    {
      volatile char *memory = mmap (NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      g_assert_true (memory != MAP_FAILED);
      for (guint i = 0; i < PAGES; i++)
        memory[i * PAGE] = 1;
      munmap ((gpointer)memory, PAGES * PAGE);
    }
  getrusage (RUSAGE_THREAD, &used);
  toucher->faults = used.ru_minflt + used.ru_majflt;
  return NULL;
}

static void
count_faults (int thread_id, const RsSample *sample, gpointer data)
{
  Toucher *toucher = data;

  if (__atomic_load_n (&toucher->thread_id, __ATOMIC_ACQUIRE) != thread_id)
    return;
  if (sample->counters[RS_COUNTER_PAGE_FAULTS] < 0)
    toucher->counted = -1;
  else
    toucher->counted += sample->counters[RS_COUNTER_PAGE_FAULTS];
}

/* What a thread's samples counted is what it did. */
static void
test_counters (void)
{
  RsSampler *sampler = start ();
  Toucher toucher = { 0 };
  GThread *thread = g_thread_new ("toucher", touch, &toucher);

  while (__atomic_load_n (&toucher.thread_id, __ATOMIC_ACQUIRE) == 0)
    g_thread_yield ();
  rs_sampler_find_threads (sampler);
  while (toucher.counted >= 0 && toucher.counted < 20000)
    rs_sampler_take (sampler, count_faults, &toucher);
  __atomic_store_n (&toucher.stop, 1, __ATOMIC_RELAXED);
  g_thread_join (thread);
  if (toucher.counted >= 0)
    rs_sampler_take (sampler, count_faults, &toucher);
  rs_sampler_free (sampler);
  if (toucher.counted < 0)
    g_test_skip ("page faults are not counted here: perf_event_open is not allowed");
  else
    {
      g_assert_cmpint (toucher.counted, <=, toucher.faults);
      g_assert_cmpint (toucher.counted, >=, toucher.faults / 2);
    }
}

/* The soft limit of open files goes up to the hard one; where that is too low, it is said. */
static void
test_limit (void)
{
  const int thread_id = (int)syscall (SYS_gettid);
  RsCounterGroup group;
  struct rlimit limit;
  guint n;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  limit.rlim_cur = MIN (limit.rlim_max, 64);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  rs_counters_raise_limit ();
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  g_assert_cmpuint (limit.rlim_cur, ==, limit.rlim_max);
  rs_counter_group_open (&group, thread_id);
  n = group.n;
  rs_counter_group_close (&group);
  g_assert_null (rs_counters_dup_shortage ());
  if (n == 0)
    {
      g_test_skip ("nothing can be counted here");
      return;
    }
  if (g_test_subprocess ())
    {
      g_autofree char *shortage = NULL;

      limit.rlim_cur = limit.rlim_max = 3; /* standard input, output and errors */
      g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
      rs_counter_group_open (&group, thread_id);
      shortage = rs_counters_dup_shortage ();
      g_assert_cmpuint (group.n, ==, 0);
      g_assert_nonnull (shortage);
      g_assert_nonnull (strstr (shortage, "have 3 open"));
      _exit (0); /* a check for leaks behind main would have to open files */
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/sampler/consistent", test_consistent);
  g_test_add_func ("/trace/sampler/short-threads", test_short_threads);
  g_test_add_func ("/trace/sampler/again", test_again);
  g_test_add_func ("/trace/sampler/counters", test_counters);
  g_test_add_func ("/trace/sampler/limit", test_limit);
  return g_test_run ();
}
