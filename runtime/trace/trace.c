/* The one listener, and the ids of names and tracks.
 *
 * A recording may start and end while queue threads run, so rs_trace_unlisten waits until no thread is inside the
 * listener. Every thread that emits says so in a flag of its own, which costs two plain stores. What makes a plain
 * store enough is a fence (asymmetric-fence.h): after it, each thread has either shown its flag or will see that the
 * listener is gone.
 * (A counter shared by all threads, tried first, cost 40 ns an event with one thread and 200 with four.)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/trace/trace.h"

#include "runtime/trace/asymmetric-fence.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

gint rs_trace_listening;
gint rs_trace_sampling;

/* Whether a thread is inside the listener. Never freed; a thread that ends leaves its own to the next. */
typedef struct _Inside Inside;
struct _Inside {
  gint flag;
  gboolean taken; /* guarded by threads_lock */
  Inside *next;
  char padding[64 - sizeof (gint) - sizeof (gboolean) - sizeof (Inside *)]; /* a cache line each */
};

static void leave_inside (gpointer data);

static RsTraceListener current;          /* guarded by names_lock */
static const RsTraceListener *published; /* &current while somebody listens; read without a lock */
static gint recordings;                  /* guarded by names_lock */
static GMutex threads_lock;
static Inside *threads; /* guarded by threads_lock */
static GPrivate thread_end = G_PRIVATE_INIT (leave_inside);
static _Thread_local Inside *inside __attribute__ ((tls_model ("initial-exec")));

static GMutex names_lock;
static GPtrArray *names;     /* of char *; guarded by names_lock; index + 1 is the id */
static GHashTable *name_ids; /* text -> id; guarded by names_lock */
static GPtrArray *tracks;    /* of char *; guarded by names_lock */

/* Whoever looks at a thread from outside (samples, drivers) may need its track before the thread does. */
typedef struct {
  guint32 track;
  guint64 started;   /* by the system's clock; with the number it tells threads apart. 0: not known */
  gboolean is_taken; /* by the thread; one of the same number that asks again is another thread */
} ThreadTrack;
static GHashTable *thread_tracks; /* thread id -> ThreadTrack, owned; guarded by names_lock */

static _Thread_local guint32 thread_track __attribute__ ((tls_model ("initial-exec")));

gboolean
rs_trace_listen (const RsTraceListener *listener)
{
  g_assert (listener->event != NULL && listener->name != NULL && listener->track != NULL);
  g_mutex_lock (&names_lock);
  if (current.event != NULL)
    {
      g_mutex_unlock (&names_lock);
      return FALSE;
    }
  current = *listener;
  rs_trace_clock_choose (TRUE);
  for (guint i = 0; names != NULL && i < names->len; i++)
    listener->name (i + 1, names->pdata[i], listener->data);
  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    listener->track (i + 1, tracks->pdata[i], listener->data);
  __atomic_store_n (&published, &current, __ATOMIC_SEQ_CST);
  __atomic_store_n (&rs_trace_listening, ++recordings, __ATOMIC_SEQ_CST);
  g_mutex_unlock (&names_lock);
  return TRUE;
}

void
rs_trace_unlisten (void)
{
  __atomic_store_n (&rs_trace_listening, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n (&published, NULL, __ATOMIC_SEQ_CST);
  g_mutex_lock (&threads_lock);
  rs_fence_heavy ();
  for (Inside *thread = threads; thread != NULL; thread = thread->next)
    while (__atomic_load_n (&thread->flag, __ATOMIC_SEQ_CST) != 0)
      g_thread_yield ();
  g_mutex_unlock (&threads_lock);
  g_mutex_lock (&names_lock);
  current = (RsTraceListener){ 0 };
  rs_trace_clock_choose (FALSE);
  g_mutex_unlock (&names_lock);
}

static void
leave_inside (gpointer data)
{
  Inside *thread = data;

  g_mutex_lock (&threads_lock);
  thread->taken = FALSE;
  g_mutex_unlock (&threads_lock);
  inside = NULL;
}

static Inside *
enter_thread (void)
{
  Inside *thread;

  g_mutex_lock (&threads_lock);
  for (thread = threads; thread != NULL && thread->taken;)
    thread = thread->next;
  if (thread == NULL)
    {
      thread = g_aligned_alloc0 (1, sizeof *thread, 64);
      thread->next = threads;
      threads = thread;
    }
  thread->taken = TRUE;
  g_mutex_unlock (&threads_lock);
  g_private_set (&thread_end, thread);
  return thread;
}

/* Names that this thread used, by their addresses: the same text is nearly always at the same one. */
#define RECENT 256u
typedef struct {
  const char *text; /* as it is in names, which keeps it */
  guint32 id;
} RecentName;
static _Thread_local RecentName recent[RECENT];

static guint32 intern_name (const char *text, const char **kept);

guint32
rs_trace_name (const char *text)
{
  RecentName *name = &recent[((gsize)text ^ (gsize)text >> 8) % RECENT];

  if (name->text == NULL || strcmp (name->text, text) != 0)
    name->id = intern_name (text, &name->text);
  return name->id;
}

static guint32
intern_name (const char *text, const char **kept)
{
  guint32 id;

  g_mutex_lock (&names_lock);
  if (names == NULL)
    {
      names = g_ptr_array_new ();
      name_ids = g_hash_table_new (g_str_hash, g_str_equal);
    }
  id = GPOINTER_TO_UINT (g_hash_table_lookup (name_ids, text));
  if (id == 0)
    {
      char *copy = g_strdup (text);

      g_ptr_array_add (names, copy);
      id = names->len;
      g_hash_table_insert (name_ids, copy, GUINT_TO_POINTER (id));
      if (current.name != NULL)
        current.name (id, copy, current.data);
    }
  *kept = names->pdata[id - 1];
  g_mutex_unlock (&names_lock);
  return id;
}

guint32
rs_trace_count_names (void)
{
  guint32 n;

  g_mutex_lock (&names_lock);
  n = names != NULL ? names->len : 0;
  g_mutex_unlock (&names_lock);
  return n;
}

const char *
rs_trace_get_text (guint32 name)
{
  const char *text = "";

  g_mutex_lock (&names_lock);
  if (names != NULL && name > 0 && name <= names->len)
    text = names->pdata[name - 1];
  g_mutex_unlock (&names_lock);
  return text;
}

/* Under names_lock. */
static guint32
add_track (const char *name)
{
  if (tracks == NULL)
    tracks = g_ptr_array_new ();
  g_ptr_array_add (tracks, g_strdup (name));
  if (current.track != NULL)
    current.track (tracks->len, tracks->pdata[tracks->len - 1], current.data);
  return tracks->len;
}

guint32
rs_trace_track (const char *name)
{
  guint32 id;

  g_mutex_lock (&names_lock);
  id = add_track (name);
  g_mutex_unlock (&names_lock);
  return id;
}

/* NULL: it has none. Under names_lock. */
static ThreadTrack *
find_thread (int thread_id)
{
  if (thread_tracks == NULL)
    thread_tracks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return g_hash_table_lookup (thread_tracks, GINT_TO_POINTER (thread_id));
}

/* Under names_lock. */
static guint32
add_thread (int thread_id, const char *name, guint64 started, gboolean is_taken)
{
  const ThreadTrack thread = { add_track (name), started, is_taken };

  g_hash_table_insert (thread_tracks, GINT_TO_POINTER (thread_id), g_memdup2 (&thread, sizeof thread));
  return thread.track;
}

/* When a thread of this process began; 0: the system does not say. */
static guint64
read_start (int thread_id)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/stat", thread_id), *text = NULL;
  const char *field = g_file_get_contents (path, &text, NULL, NULL) ? strrchr (text, ')') : NULL; /* ends its name */

  for (guint i = 2; field != NULL && i < 22; i++) /* the start is the 22nd field, the name the second */
    {
      field = strchr (field, ' ');
      field = field != NULL ? field + 1 : NULL;
    }
  return field != NULL ? g_ascii_strtoull (field, NULL, 10) : 0;
}

/* Whoever met a thread before it named itself knows another name. Under names_lock. */
static void
rename_track (guint32 track, const char *name)
{
  static GPtrArray *former; /* names that may be on their way into a trace */

  if (strcmp (tracks->pdata[track - 1], name) == 0)
    return;
  if (former == NULL)
    former = g_ptr_array_new ();
  g_ptr_array_add (former, tracks->pdata[track - 1]);
  tracks->pdata[track - 1] = g_strdup (name);
  if (current.track != NULL)
    current.track (track, tracks->pdata[track - 1], current.data);
}

static guint32
take_thread (int thread_id, const char *name)
{
  const guint64 started = read_start (thread_id);
  ThreadTrack *thread;
  guint32 track;

  g_mutex_lock (&names_lock);
  thread = find_thread (thread_id);
  if (thread != NULL && !thread->is_taken && started != 0 && thread->started == started)
    {
      thread->is_taken = TRUE;
      track = thread->track;
      rename_track (track, name);
    }
  else
    track = add_thread (thread_id, name, started, TRUE);
  g_mutex_unlock (&names_lock);
  return track;
}

guint32
rs_trace_thread_track (void)
{
  if (thread_track == 0)
    {
      char name[16] = "thread";

      /* The first thread is named after the program, which tells nothing. */
      if (gettid () == getpid ())
        strcpy (name, "host");
      else
        pthread_getname_np (pthread_self (), name, sizeof name);
      thread_track = take_thread (gettid (), name);
    }
  return thread_track;
}

guint32
rs_trace_track_of_thread (int thread_id)
{
  g_autofree char *path = NULL, *name = NULL;
  const ThreadTrack *thread;
  guint32 track;

  g_assert (thread_id > 0);
  g_mutex_lock (&names_lock);
  thread = find_thread (thread_id);
  if (thread != NULL)
    track = thread->track;
  else
    {
      path = g_strdup_printf ("/proc/self/task/%d/comm", thread_id);
      if (thread_id == getpid ())
        name = g_strdup ("host");
      else if (!g_file_get_contents (path, &name, NULL, NULL))
        name = g_strdup ("thread");
      track = add_thread (thread_id, g_strchomp (name), read_start (thread_id), FALSE);
    }
  g_mutex_unlock (&names_lock);
  return track;
}

static _Thread_local RsTracePlace current_place __attribute__ ((tls_model ("initial-exec")));

RsTracePlace
rs_trace_set_place (RsTracePlace place)
{
  RsTracePlace before = current_place;

  current_place = place;
  return before;
}

void
rs_trace_find_place (RsTraceEvent *event)
{
  if (current_place.find != NULL)
    current_place.find (current_place.data, event);
}

void
rs_trace_set_sampling (gboolean sampling)
{
  __atomic_store_n (&rs_trace_sampling, sampling, __ATOMIC_RELAXED);
}

static _Thread_local RsTraceWalker current_walker __attribute__ ((tls_model ("initial-exec")));

/* A handler may come between any two of these stores. */
RsTraceWalker
rs_trace_set_walker (RsTraceWalker walker)
{
  RsTraceWalker before = current_walker;

  __atomic_store_n (&current_walker.walk, NULL, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&current_walker.data, walker.data, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&current_walker.walk, walker.walk, __ATOMIC_RELAXED);
  return before;
}

guint
rs_trace_walk (RsTraceFrame *frames, guint most)
{
  return current_walker.walk != NULL ? current_walker.walk (current_walker.data, frames, most) : 0;
}

void
rs_trace_emit (const RsTraceEvent *event)
{
  const RsTraceListener *listener;

  if (G_UNLIKELY (inside == NULL))
    inside = enter_thread ();
  __atomic_store_n (&inside->flag, 1, __ATOMIC_RELAXED);
  rs_fence_light ();
  listener = __atomic_load_n (&published, __ATOMIC_ACQUIRE);
  if (G_LIKELY (listener != NULL))
    listener->event (event, listener->data);
  __atomic_store_n (&inside->flag, 0, __ATOMIC_RELEASE);
}
