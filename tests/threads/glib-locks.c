/* GLib's locks made of pthread's, for ThreadSanitizer: preloaded, it takes the place of those in libglib.
 *
 * GLib's own locks are futex calls that the sanitizer does not see, so that everything they guard looks like a race.
 * What GLib does inside of itself (queues, the type system) keeps its own locks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <stdlib.h>

/* --- mutexes: the first word of a GMutex points to the pthread mutex, which the first use makes --- */

static pthread_mutex_t *
get_mutex (GMutex *mutex)
{
  pthread_mutex_t *made, *there = __atomic_load_n ((pthread_mutex_t **)&mutex->p, __ATOMIC_ACQUIRE);

  if (there)
    return there;
  made = malloc (sizeof *made);
  pthread_mutex_init (made, NULL);
  if (__atomic_compare_exchange_n ((pthread_mutex_t **)&mutex->p, &there, made, FALSE, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return made;
  pthread_mutex_destroy (made);
  free (made);
  return there;
}

void
g_mutex_init (GMutex *mutex)
{
  mutex->p = NULL;
}

void
g_mutex_clear (GMutex *mutex)
{
  if (!mutex->p)
    return;
  pthread_mutex_destroy (mutex->p);
  free (mutex->p);
  mutex->p = NULL;
}

void
g_mutex_lock (GMutex *mutex)
{
  pthread_mutex_lock (get_mutex (mutex));
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  return pthread_mutex_trylock (get_mutex (mutex)) == 0;
}

void
g_mutex_unlock (GMutex *mutex)
{
  pthread_mutex_unlock (get_mutex (mutex));
}

/* --- conditions --- */

static pthread_cond_t *
get_condition (GCond *condition)
{
  pthread_cond_t *made, *there = __atomic_load_n ((pthread_cond_t **)&condition->p, __ATOMIC_ACQUIRE);
  pthread_condattr_t attributes;

  if (there)
    return there;
  made = malloc (sizeof *made);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (made, &attributes);
  if (__atomic_compare_exchange_n ((pthread_cond_t **)&condition->p, &there, made, FALSE, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return made;
  pthread_cond_destroy (made);
  free (made);
  return there;
}

void
g_cond_init (GCond *condition)
{
  condition->p = NULL;
}

void
g_cond_clear (GCond *condition)
{
  if (!condition->p)
    return;
  pthread_cond_destroy (condition->p);
  free (condition->p);
  condition->p = NULL;
}

void
g_cond_wait (GCond *condition, GMutex *mutex)
{
  pthread_cond_wait (get_condition (condition), get_mutex (mutex));
}

gboolean
g_cond_wait_until (GCond *condition, GMutex *mutex, gint64 end_time)
{
  struct timespec end = { end_time / G_USEC_PER_SEC, end_time % G_USEC_PER_SEC * 1000 };

  return pthread_cond_timedwait (get_condition (condition), get_mutex (mutex), &end) != ETIMEDOUT;
}

void
g_cond_signal (GCond *condition)
{
  pthread_cond_signal (get_condition (condition));
}

void
g_cond_broadcast (GCond *condition)
{
  pthread_cond_broadcast (get_condition (condition));
}

/* --- what is done once --- */

static pthread_mutex_t once_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t once_done = PTHREAD_COND_INITIALIZER;
static GSList *being_made; /* of the locations */

gboolean (g_once_init_enter) (volatile void *location)
{
  gsize *value = (gsize *)location;
  gboolean mine = FALSE;

  pthread_mutex_lock (&once_lock);
  while (__atomic_load_n (value, __ATOMIC_ACQUIRE) == 0 && g_slist_find (being_made, value))
    pthread_cond_wait (&once_done, &once_lock);
  if (__atomic_load_n (value, __ATOMIC_ACQUIRE) == 0)
    {
      being_made = g_slist_prepend (being_made, value);
      mine = TRUE;
    }
  pthread_mutex_unlock (&once_lock);
  return mine;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  gsize *value = (gsize *)location;

  pthread_mutex_lock (&once_lock);
  __atomic_store_n (value, result, __ATOMIC_RELEASE);
  being_made = g_slist_remove (being_made, value);
  pthread_cond_broadcast (&once_done);
  pthread_mutex_unlock (&once_lock);
}
