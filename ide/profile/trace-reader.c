/* The thread that reads a trace.
 *
 * The object and its thread share a State. The store is opened, used and closed by the thread alone, except that the
 * main thread interrupts it when the user has moved on. A state lives until both are done, so nobody waits for the
 * other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/trace-reader.h"

#include "ide/profile/trace-damage.h"
#include "profiler/store/schema.h"

#include <glib/gi18n.h>

#define WHOLE_POINTS 65536u /* of queues, over the whole trace */
#define MOST_TRACKS 5000    /* that show: more are no program's, and a row each takes the main thread seconds */
#define NARROW 64           /* a part that is narrower than one of so many has queues read for itself */

typedef struct {
  gint64 start, end;
  guint width;
} Question;

typedef struct {
  GMutex lock;
  GCond wake;
  GWeakRef reader;

  /* under lock */
  gboolean quit;
  gboolean has_question;
  Question question;
  gboolean answering;   /* a timeline query is under way: it may be interrupted */
  RsTraceStore *store;

  /* written by the thread before it announces them, then read-only */
  char *path;
  RsTraceSummary *summary;
  GArray *tracks, *kernels, *objects;
  GArray *track_ids;                 /* element-type guint32: of tracks */
  char *left_out;                    /* says what does not show; NULL: everything does */
  gint64 start, end;                 /* of the trace, ns */
  gint64 program_start, program_end; /* of the program */
} State;

struct _RsTraceReader {
  GObject parent;

  State *state;
  GArray *items;         /* newest answer */
  RsQueueDepths *depths; /* likewise; NULL: not known yet */
};

G_DEFINE_FINAL_TYPE (RsTraceReader, rs_trace_reader, G_TYPE_OBJECT)

enum { OPENED, FAILED, TIMELINE_READY, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What the thread tells the main thread. */
typedef struct {
  State *state;
  guint signal;
  char *message; /* FAILED */
  GArray *items; /* TIMELINE_READY */
  RsQueueDepths *depths; /* likewise; NULL: as before */
  char **damage;         /* NULL: nothing was read */
} News;

static void
state_clear (gpointer data)
{
  State *state = data;

  g_clear_pointer (&state->summary, rs_trace_summary_free);
  g_clear_pointer (&state->tracks, g_array_unref);
  g_clear_pointer (&state->track_ids, g_array_unref);
  g_free (state->left_out);
  g_clear_pointer (&state->kernels, g_array_unref);
  g_clear_pointer (&state->objects, g_array_unref);
  g_clear_pointer (&state->store, rs_trace_store_close);
  g_free (state->path);
  g_weak_ref_clear (&state->reader);
  g_mutex_clear (&state->lock);
  g_cond_clear (&state->wake);
}

static void
state_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, state_clear);
}

static void
news_free (gpointer data)
{
  News *news = data;

  g_free (news->message);
  g_clear_pointer (&news->items, g_array_unref);
  g_clear_pointer (&news->depths, rs_queue_depths_unref);
  g_strfreev (news->damage);
  state_unref (news->state);
  g_free (news);
}

static gboolean
deliver (gpointer data)
{
  News *news = data;
  g_autoptr (RsTraceReader) self = g_weak_ref_get (&news->state->reader);

  if (self == NULL)
    return G_SOURCE_REMOVE;
  rs_trace_damage_note (news->state->path, (const char *const *)news->damage);
  if (news->items != NULL)
    {
      g_clear_pointer (&self->items, g_array_unref);
      self->items = g_steal_pointer (&news->items);
    }
  if (news->depths != NULL)
    {
      g_clear_pointer (&self->depths, rs_queue_depths_unref);
      self->depths = g_steal_pointer (&news->depths);
    }
  if (news->signal == FAILED)
    g_signal_emit (self, signals[FAILED], 0, news->message);
  else
    g_signal_emit (self, signals[news->signal], 0);
  return G_SOURCE_REMOVE;
}

/* On the thread that reads. Takes message, items and depths. */
static void
announce (State *state, guint signal, char *message, GArray *items, RsQueueDepths *depths)
{
  News *news = g_new0 (News, 1);

  news->state = g_atomic_rc_box_acquire (state);
  news->signal = signal;
  news->message = message;
  news->items = items;
  news->depths = depths;
  if (state->store != NULL)
    {
      g_autoptr (GStrvBuilder) told = g_strv_builder_new ();

      if (state->left_out != NULL)
        g_strv_builder_add (told, state->left_out);
      g_strv_builder_addv (told, (const char **)rs_trace_store_get_damage (state->store));
      news->damage = g_strv_builder_end (told);
    }
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, news, news_free);
}

/* --- the thread --- */

/* What was measured of the program comes first. */
static void
put_recorder_last (GArray *tracks)
{
  for (guint i = 0; i + 1 < tracks->len; i++)
    {
      const RsTrackRow track = g_array_index (tracks, RsTrackRow, i);

      if (strcmp (track.name, RS_TRACE_RECORDER_TRACK) != 0)
        continue;
      g_array_remove_index (tracks, i);
      g_array_append_val (tracks, track);
      return;
    }
}

static void
choose_tracks (State *state)
{
  const guint n = state->tracks->len;

  put_recorder_last (state->tracks);
  if (n > MOST_TRACKS)
    {
      state->left_out = g_strdup_printf (_ ("of %u tracks the first %u show"), n, MOST_TRACKS);
      g_array_set_size (state->tracks, MOST_TRACKS);
    }
  state->track_ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < state->tracks->len; i++)
    g_array_append_val (state->track_ids, g_array_index (state->tracks, RsTrackRow, i).id);
}

static gboolean
open_trace (State *state, GError **error)
{
  RsTraceStore *store = rs_trace_store_open (state->path, error);

  if (store == NULL)
    return FALSE;
  g_mutex_lock (&state->lock);
  state->store = store;
  g_mutex_unlock (&state->lock);
  state->summary = rs_trace_summary_read (store, NULL, error);
  if (state->summary == NULL)
    return FALSE;
  state->tracks = rs_trace_store_read_tracks (store, error);
  if (state->tracks == NULL)
    return FALSE;
  choose_tracks (state);
  state->kernels = rs_kernel_table_read (store, NULL, FALSE, error);
  if (state->kernels == NULL)
    return FALSE;
  state->objects = rs_launch_objects_read (store, error);
  if (state->objects == NULL)
    return FALSE;
  if (!rs_timeline_get_extent (store, &state->start, &state->end, error))
    {
      state->start = 0;
      state->end = MAX (state->summary->wall, 1);
    }
  if (!rs_timeline_get_program_extent (store, &state->program_start, &state->program_end, error))
    {
      state->program_start = state->start;
      state->program_end = state->end;
    }
  return error == NULL || *error == NULL;
}

/* Waits for a question. FALSE: the reader is gone. */
static gboolean
wait_for_question (State *state, Question *question)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state->lock);

  state->answering = FALSE;
  while (!state->quit && !state->has_question)
    g_cond_wait (&state->wake, &state->lock);
  if (state->quit)
    return FALSE;
  *question = state->question;
  state->has_question = FALSE;
  state->answering = TRUE;
  return TRUE;
}

/* What the queues hold where the question looks; NULL: not known, or the user has moved on. */
static RsQueueDepths *
find_depths (State *state, const RsQueueDepths *whole, const Question *question)
{
  RsTraceRange range = RS_TRACE_RANGE_ALL;

  if (whole == NULL)
    return NULL;
  if ((double)(question->end - question->start) * NARROW >= (double)(whole->to - whole->from))
    return rs_queue_depths_cut (whole, question->start, question->end, question->width);
  range.from = question->start;
  range.to = question->end;
  return rs_queue_depths_read (state->store, &range, question->width, MAX (whole->longest, 1), NULL);
}

static gboolean
has_question (State *state)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state->lock);

  return state->quit || state->has_question;
}

/* Takes items; NULL: with error. */
static void
announce_items (State *state, GArray *items, RsQueueDepths *depths, const GError *error)
{
  if (items != NULL)
    announce (state, TIMELINE_READY, NULL, items, depths);
  else if (!g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED))
    announce (state, FAILED, g_strdup (error->message), NULL, NULL);
}

/* What shows at once comes first, where all of it takes longer. */
static void
answer (State *state, RsTimelineCache *cache, const RsQueueDepths *whole, const Question *question)
{
  gboolean is_coarse = FALSE;
  RsTimelineQuery query = { .start = question->start,
                            .end = question->end,
                            .width = question->width,
                            .tracks = (const guint32 *)(gpointer)state->track_ids->data,
                            .n_tracks = state->track_ids->len,
                            .cache = cache,
                            .most_parts = RS_TIMELINE_QUICK_PARTS,
                            .is_coarse = &is_coarse };
  g_autoptr (GError) error = NULL;
  GArray *items = rs_timeline_query (state->store, &query, &error);

  announce_items (state, items, items != NULL ? find_depths (state, whole, question) : NULL, error);
  if (!is_coarse || error != NULL || has_question (state))
    return;
  query.most_parts = 0;
  items = rs_timeline_query (state->store, &query, &error);
  announce_items (state, items, NULL, error);
}

/* What comes after the first picture: a pass over all launches. FALSE: the user has moved on meanwhile. */
static gboolean
read_depths (State *state, const Question *question, RsQueueDepths **whole)
{
  g_autoptr (GError) error = NULL;

  if (has_question (state))
    return FALSE;
  *whole = rs_queue_depths_read (state->store, NULL, WHOLE_POINTS, 0, &error);
  if (*whole != NULL)
    announce (state, TIMELINE_READY, NULL, NULL, find_depths (state, *whole, question));
  return !g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED);
}

static gpointer
reader_thread (gpointer data)
{
  State *state = data;
  RsTimelineCache *cache = rs_timeline_cache_new ();
  g_autoptr (RsQueueDepths) whole = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_looked = FALSE;
  Question question;

  if (open_trace (state, &error))
    {
      announce (state, OPENED, NULL, NULL, NULL);
      while (wait_for_question (state, &question))
        {
          answer (state, cache, whole, &question);
          has_looked = has_looked || read_depths (state, &question, &whole);
        }
    }
  else
    announce (state, FAILED, g_strdup (error->message), NULL, NULL);
  rs_timeline_cache_free (cache);
  state_unref (state);
  return NULL;
}

/* --- the main thread --- */

const char *
rs_trace_reader_get_path (RsTraceReader *self)
{
  return self->state->path;
}

const RsTraceSummary *
rs_trace_reader_get_summary (RsTraceReader *self)
{
  return self->state->summary;
}

const GArray *
rs_trace_reader_get_tracks (RsTraceReader *self)
{
  return self->state->tracks;
}

const GArray *
rs_trace_reader_get_kernels (RsTraceReader *self)
{
  return self->state->kernels;
}

const GArray *
rs_trace_reader_get_objects (RsTraceReader *self)
{
  return self->state->objects;
}

void
rs_trace_reader_get_extent (RsTraceReader *self, gint64 *start, gint64 *end)
{
  *start = self->state->start;
  *end = self->state->end;
}

void
rs_trace_reader_get_program_extent (RsTraceReader *self, gint64 *start, gint64 *end)
{
  *start = self->state->program_start;
  *end = self->state->program_end;
}

void
rs_trace_reader_ask_timeline (RsTraceReader *self, gint64 start, gint64 end, guint width)
{
  State *state = self->state;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state->lock);

  /* A view may be wider than what times are kept within. */
  start = rs_trace_clamp_time (start);
  end = rs_trace_clamp_time (end);
  state->question = (Question){ .start = start, .end = MAX (end, start + 1), .width = CLAMP (width, 1, 100000) };
  state->has_question = TRUE;
  if (state->answering && state->store != NULL)
    rs_trace_store_interrupt (state->store);
  g_cond_signal (&state->wake);
}

GArray *
rs_trace_reader_ref_timeline (RsTraceReader *self)
{
  return self->items != NULL ? g_array_ref (self->items) : NULL;
}

RsQueueDepths *
rs_trace_reader_get_depths (RsTraceReader *self)
{
  return self->depths;
}

static void
rs_trace_reader_finalize (GObject *object)
{
  RsTraceReader *self = RS_TRACE_READER (object);
  State *state = self->state;

  g_mutex_lock (&state->lock);
  state->quit = TRUE;
  if (state->store != NULL)
    rs_trace_store_interrupt (state->store);
  g_cond_signal (&state->wake);
  g_mutex_unlock (&state->lock);
  state_unref (state);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->depths, rs_queue_depths_unref);
  G_OBJECT_CLASS (rs_trace_reader_parent_class)->finalize (object);
}

static void
rs_trace_reader_class_init (RsTraceReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_trace_reader_finalize;
  signals[OPENED]
      = g_signal_new ("opened", RS_TYPE_TRACE_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", RS_TYPE_TRACE_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_STRING);
  signals[TIMELINE_READY]
      = g_signal_new ("timeline-ready", RS_TYPE_TRACE_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rs_trace_reader_init (RsTraceReader *self)
{
}

RsTraceReader *
rs_trace_reader_new (const char *path)
{
  RsTraceReader *self = g_object_new (RS_TYPE_TRACE_READER, NULL);
  State *state = g_atomic_rc_box_new0 (State);

  g_mutex_init (&state->lock);
  g_cond_init (&state->wake);
  g_weak_ref_init (&state->reader, self);
  state->path = g_strdup (path);
  self->state = state;
  g_thread_unref (g_thread_new ("trace-reader", reader_thread, g_atomic_rc_box_acquire (state)));
  return self;
}
