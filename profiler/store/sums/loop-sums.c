/* Streaming sums of loops.
 *
 * The events of a thread come in the order in which they ended, so what is inside a loop comes before it: a stack of
 * compilations and one of launches for each thread are enough. A kernel comes from another thread, before or after
 * its launch and the loop, so a loop with launches whose kernels are not known yet waits for them in a queue.
 * Kernels of one run may go on while the thread is in the next run, where it may wait for them: each place keeps the
 * union of both. Everything is bounded: what waits too long (its kernel was dropped) is taken as it is, and where the
 * intervals of all places are too many, the older ones of each are joined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/loop-sums.h"

#include "profiler/store/sums/intervals.h"

#define MOST_WAITING 65536u        /* launches without a kernel, kernels without a launch, loops */
#define MOST_REFERENCES (1u << 20) /* of loops to launches */
#define MOST_PLACES 2048u          /* that are kept when they were taken */
#define MOST_COVER (8u << 20)      /* bytes of the intervals of all places */

typedef struct {
  gatomicrefcount ref_count;
  gint64 id, start;
  gint64 kernel_start, kernel_end;
  gboolean known; /* the kernel has come */
} Launch;

typedef struct {
  gint64 start, length;
} Compiling;

/* What came of a thread and may lie in a loop that is still to come, by start. */
typedef struct {
  GArray *compilations; /* of Compiling */
  GPtrArray *launches;  /* of Launch (owned reference) */
} Track;

/* A loop some of whose kernels are not known. */
typedef struct {
  guint32 file, line;
  gint64 end;
  GPtrArray *launches; /* of Launch (owned reference) */
} Loop;

typedef struct {
  gint64 id, start, end;
} Kernel;

typedef struct {
  gint64 compiling, late; /* since they were taken */
  RsIntervals covered;    /* by runs of the loop and kernels of theirs */
} Time;

struct _RsLoopSums {
  GHashTable *tracks;   /* id -> Track (owned) */
  GHashTable *launches; /* launch id -> Launch (owned reference) without kernel */
  Kernel *kernels;      /* [MOST_WAITING], the latest, by launch id: these count up; NULL: none yet */
  GQueue loops;         /* of Loop (owned) */
  guint n_references;   /* of loops to launches */
  GHashTable *places;   /* file << 32 | line -> Time (owned) */
  gsize cover;          /* bytes of their intervals */
};

static void
launch_unref (gpointer data)
{
  Launch *launch = data;

  if (g_atomic_ref_count_dec (&launch->ref_count))
    g_free (launch);
}

static Launch *
launch_ref (Launch *launch)
{
  g_atomic_ref_count_inc (&launch->ref_count);
  return launch;
}

static void
track_free (gpointer data)
{
  Track *track = data;

  g_array_unref (track->compilations);
  g_ptr_array_unref (track->launches);
  g_free (track);
}

static void
loop_free (gpointer data)
{
  Loop *loop = data;

  g_ptr_array_unref (loop->launches);
  g_free (loop);
}

static void
time_free (gpointer data)
{
  Time *time = data;

  rs_intervals_clear (&time->covered);
  g_free (time);
}

RsLoopSums *
rs_loop_sums_new (void)
{
  RsLoopSums *self = g_new0 (RsLoopSums, 1);

  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  self->launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, launch_unref);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, time_free);
  g_queue_init (&self->loops);
  return self;
}

void
rs_loop_sums_free (RsLoopSums *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tracks);
  g_hash_table_unref (self->launches);
  g_hash_table_unref (self->places);
  g_queue_clear_full (&self->loops, loop_free);
  g_free (self->kernels);
  g_free (self);
}

static Track *
get_track (RsLoopSums *self, guint32 id)
{
  Track *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (id));

  if (track != NULL)
    return track;
  track = g_new (Track, 1);
  track->compilations = g_array_new (FALSE, FALSE, sizeof (Compiling));
  track->launches = g_ptr_array_new_with_free_func (launch_unref);
  g_hash_table_insert (self->tracks, GUINT_TO_POINTER (id), track);
  return track;
}

/* Times of a damaged file may add up to anything. */
static gint64
wrap_add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

/* Takes the compilations since start from the stack; their sum. */
static gint64
take_compilations (Track *track, gint64 start)
{
  GArray *stack = track->compilations;
  gint64 sum = 0;

  while (stack->len > 0 && g_array_index (stack, Compiling, stack->len - 1).start >= start)
    {
      sum = wrap_add (sum, g_array_index (stack, Compiling, stack->len - 1).length);
      g_array_set_size (stack, stack->len - 1);
    }
  return sum;
}

static void
push_compiling (Track *track, gint64 start, gint64 length)
{
  const Compiling compiling = { start, length };

  if (length > 0)
    g_array_append_val (track->compilations, compiling);
}

static Time *
get_time (RsLoopSums *self, guint32 file, guint32 line)
{
  const gint64 key = (gint64)((guint64)file << 32 | line);
  Time *time = g_hash_table_lookup (self->places, &key);

  if (time == NULL)
    {
      time = g_new0 (Time, 1);
      rs_intervals_init (&time->covered);
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key), time);
    }
  return time;
}

/* Halves the memory of all intervals, so that it is rarely needed. */
static void
shrink_cover (RsLoopSums *self)
{
  const gsize one = rs_intervals_get_size (&(RsIntervals){ .room = 1 });
  const guint most = (guint)(MOST_COVER / 2 / one / g_hash_table_size (self->places));
  GHashTableIter iter;
  gpointer value;

  self->cover = 0;
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Time *time = value;

      rs_intervals_shrink (&time->covered, most);
      self->cover += rs_intervals_get_size (&time->covered);
    }
}

/* How much of the span nothing of the place covered. */
static gint64
cover (RsLoopSums *self, Time *time, gint64 start, gint64 end)
{
  const gint64 before = time->covered.busy;

  self->cover -= rs_intervals_get_size (&time->covered);
  rs_intervals_add (&time->covered, start, end);
  self->cover += rs_intervals_get_size (&time->covered);
  if (self->cover > MOST_COVER)
    shrink_cover (self);
  return wrap_add (time->covered.busy, -before);
}

/* Kernels that end by the time of something that has ended on the launching thread reach into no later loop. */
static gboolean
is_over (const Launch *launch, gint64 time)
{
  return launch->known && launch->kernel_end <= time;
}

static void
drop_over (Track *track, gint64 time)
{
  while (track->launches->len > 0 && is_over (track->launches->pdata[track->launches->len - 1], time))
    g_ptr_array_set_size (track->launches, (gint)track->launches->len - 1);
}

/* Where the kernel of a launch is kept. */
static Kernel *
get_slot (RsLoopSums *self, gint64 launch)
{
  if (self->kernels == NULL)
    self->kernels = g_new0 (Kernel, MOST_WAITING);
  return &self->kernels[(guint64)launch % MOST_WAITING];
}

static void
add_launch (RsLoopSums *self, const RsTraceEvent *event)
{
  const Kernel *slot = get_slot (self, event->a), *kernel = slot->id == event->a && event->a != 0 ? slot : NULL;
  Track *track;
  Launch *launch;

  if (kernel != NULL && kernel->end <= event->end)
    return;
  track = get_track (self, event->track);
  launch = g_new0 (Launch, 1);
  g_atomic_ref_count_init (&launch->ref_count);
  launch->id = event->a;
  launch->start = event->start;
  launch->known = kernel != NULL;
  if (kernel != NULL)
    {
      launch->kernel_start = kernel->start;
      launch->kernel_end = kernel->end;
    }
  else
    {
      if (g_hash_table_size (self->launches) >= MOST_WAITING)
        g_hash_table_remove_all (self->launches);
      g_hash_table_replace (self->launches, &launch->id, launch_ref (launch));
    }
  drop_over (track, event->end);
  if (track->launches->len >= MOST_WAITING)
    g_ptr_array_remove_range (track->launches, 0, MOST_WAITING / 2);
  g_ptr_array_add (track->launches, launch);
}

static void
add_kernel (RsLoopSums *self, const RsTraceEvent *event)
{
  Launch *launch = g_hash_table_size (self->launches) > 0 ? g_hash_table_lookup (self->launches, &event->a) : NULL;

  if (launch != NULL)
    {
      launch->kernel_start = event->start;
      launch->kernel_end = event->end;
      launch->known = TRUE;
      g_hash_table_remove (self->launches, &event->a);
      return;
    }
  *get_slot (self, event->a) = (Kernel){ event->a, event->start, event->end };
}

/* Adds the time after end that kernels of the launches from first on take. */
static void
add_late (RsLoopSums *self, Time *time, const GPtrArray *launches, guint first, gint64 end)
{
  for (guint i = first; i < launches->len; i++)
    {
      const Launch *launch = launches->pdata[i];

      if (launch->known && launch->kernel_end > end)
        time->late = wrap_add (time->late, cover (self, time, MAX (launch->kernel_start, end), launch->kernel_end));
    }
}

static gboolean
all_known (const GPtrArray *launches, guint first)
{
  for (guint i = first; i < launches->len; i++)
    if (!((const Launch *)launches->pdata[i])->known)
      return FALSE;
  return TRUE;
}

static void
finish_loop (RsLoopSums *self)
{
  Loop *loop = g_queue_pop_head (&self->loops);

  self->n_references -= loop->launches->len;
  add_late (self, get_time (self, loop->file, loop->line), loop->launches, 0, loop->end);
  loop_free (loop);
}

static void
wait_for_kernels (RsLoopSums *self, const RsTraceEvent *event, const GPtrArray *launches, guint first)
{
  Loop *loop = g_new (Loop, 1);

  *loop = (Loop){ event->file, event->line, event->end, g_ptr_array_new_with_free_func (launch_unref) };
  for (guint i = first; i < launches->len; i++)
    g_ptr_array_add (loop->launches, launch_ref (launches->pdata[i]));
  g_queue_push_tail (&self->loops, loop);
  self->n_references += loop->launches->len;
  while (self->loops.length > MOST_WAITING || (self->n_references > MOST_REFERENCES && self->loops.length > 1))
    finish_loop (self);
}

static void
add_loop (RsLoopSums *self, const RsTraceEvent *event)
{
  Track *track = get_track (self, event->track);
  Time *time = get_time (self, event->file, event->line);
  const gint64 compiling = take_compilations (track, event->start), length = wrap_add (event->end, -event->start);
  GPtrArray *launches = track->launches;
  guint first, kept;

  push_compiling (track, event->start, compiling);
  first = launches->len;
  while (first > 0 && ((const Launch *)launches->pdata[first - 1])->start >= event->start)
    first--;
  kept = first;
  for (guint i = first; i < launches->len; i++)
    if (is_over (launches->pdata[i], event->end))
      launch_unref (launches->pdata[i]);
    else
      launches->pdata[kept++] = launches->pdata[i];
  launches->len = kept;
  time->compiling = wrap_add (time->compiling, compiling);
  /* Readers add this to the sum of the spans: what another run covers, or late kernels of one, counts once. */
  time->late = wrap_add (time->late, wrap_add (cover (self, time, event->start, event->end), -length));
  if (kept > first && all_known (launches, first))
    add_late (self, time, launches, first, event->end);
  else if (kept > first)
    wait_for_kernels (self, event, launches, first);
}

void
rs_loop_sums_add (RsLoopSums *self, const RsTraceEvent *event)
{
  switch (event->kind)
    {
    case RS_TRACE_COMPILE:
      {
        Track *track = get_track (self, event->track);

        take_compilations (track, event->start); /* those of its steps */
        push_compiling (track, event->start, event->end - event->start);
        if (track->compilations->len >= MOST_WAITING)
          g_array_remove_range (track->compilations, 0, MOST_WAITING / 2);
        break;
      }
    case RS_TRACE_LAUNCH:
      add_launch (self, event);
      break;
    case RS_TRACE_KERNEL:
      add_kernel (self, event);
      break;
    case RS_TRACE_LOOP:
      add_loop (self, event);
      break;
    default:
      break;
    }
}

gboolean
rs_loop_sums_take (RsLoopSums *self, gboolean finish, RsLoopSumsFunc func, gpointer data)
{
  GHashTableIter iter;
  gpointer key, value;

  while (self->loops.length > 0 && (finish || all_known (((const Loop *)self->loops.head->data)->launches, 0)))
    finish_loop (self);
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      guint64 place = *(const guint64 *)key;
      Time *time = value;

      if ((time->compiling != 0 || time->late != 0)
          && !func ((guint32)(place >> 32), (guint32)place, time->compiling, time->late, data))
        return FALSE;
      time->compiling = time->late = 0;
    }
  if (g_hash_table_size (self->places) > MOST_PLACES)
    {
      g_hash_table_remove_all (self->places);
      self->cover = 0;
    }
  return TRUE;
}
