/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/base/process-limits.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define MOST_THREADS 256

/* used: pages that count. */
static guint64
left_of (__rlimit_resource_t resource, unsigned long used, guint64 *limit)
{
  guint64 bytes = (guint64)used * (guint64)sysconf (_SC_PAGESIZE);
  struct rlimit facts;

  if (getrlimit (resource, &facts) != 0 || facts.rlim_cur == RLIM_INFINITY)
    return G_MAXUINT64;
  *limit = facts.rlim_cur;
  return *limit > bytes ? *limit - bytes : 0;
}

guint64
rs_limits_get_memory_left (const char **option, guint64 *limit)
{
  FILE *file = fopen ("/proc/self/statm", "re");
  unsigned long all = 0, data = 0;
  guint64 all_limit = 0, data_limit = 0, all_left, data_left;

  if (file != NULL && fscanf (file, "%lu %*u %*u %*u %*u %lu", &all, &data) != 2)
    all = data = 0;
  if (file != NULL)
    fclose (file);
  all_left = left_of (RLIMIT_AS, all, &all_limit);
  data_left = left_of (RLIMIT_DATA, data, &data_limit);
  if (MIN (all_left, data_left) == G_MAXUINT64)
    return G_MAXUINT64;
  *option = all_left <= data_left ? "ulimit -v" : "ulimit -d";
  *limit = all_left <= data_left ? all_limit : data_limit;
  return MIN (all_left, data_left);
}

static void *
wait_for_lock (void *data)
{
  pthread_mutex_lock (data);
  pthread_mutex_unlock (data);
  return NULL;
}

guint
rs_limits_count_threads (guint most)
{
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[MOST_THREADS];
  guint n = 0;

  pthread_mutex_lock (&lock); /* all of them are there at once */
  while (n < MIN (most, MOST_THREADS) && pthread_create (&threads[n], NULL, wait_for_lock, &lock) == 0)
    n++;
  pthread_mutex_unlock (&lock);
  for (guint i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  return n;
}
