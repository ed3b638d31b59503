/* Background compilation.
 *
 * At most one compilation per document is under way. A change during one is noted and compiled when it ends, so a slow
 * compilation never piles up work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/checker.h"

#include "ide/analysis/open-texts.h"

#define DELAY_MS 200

struct _RsChecker {
  GObject parent;

  RsDocument *document; /* weak pointer */
  RsAnalysis *analysis;
  RsPrecision precision;
  guint delay_source;
  gboolean running;
  guint serial; /* advanced by each change */
};

G_DEFINE_FINAL_TYPE (RsChecker, rs_checker, G_TYPE_OBJECT)

enum { CHECKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What a worker gets. */
typedef struct {
  RsSource *source;
  GHashTable *open_texts;
  RsPrecision precision;
  guint serial;
} Job;

static void schedule (RsChecker *self, guint delay);

static void
job_free (gpointer data)
{
  Job *job = data;

  rs_source_unref (job->source);
  g_hash_table_unref (job->open_texts);
  g_free (job);
}

static void
compile (GTask *task, gpointer source_object, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  g_task_return_pointer (task, rs_analysis_new (job->source, job->open_texts, job->precision),
                         (GDestroyNotify)rs_analysis_unref);
}

static void
on_compiled (GObject *object, GAsyncResult *result, gpointer data)
{
  RsChecker *self = RS_CHECKER (object);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (RsAnalysis) analysis = g_task_propagate_pointer (G_TASK (result), NULL);

  self->running = FALSE;
  if (self->document != NULL && job->serial != self->serial)
    schedule (self, DELAY_MS);
  else if (self->document != NULL)
    {
      g_clear_pointer (&self->analysis, rs_analysis_unref);
      self->analysis = g_steal_pointer (&analysis);
      g_signal_emit (self, signals[CHECKED], 0);
    }
}

static gboolean
on_delay (gpointer data)
{
  RsChecker *self = data;
  g_autoptr (GTask) task = NULL;
  Job *job;

  self->delay_source = 0;
  /* What is there of a text that is being read is not compiled: "opened" comes. */
  if (self->running || self->document == NULL || rs_document_is_opening (self->document))
    return G_SOURCE_REMOVE;
  /* Its text comes soon, and is told as a change. */
  if (rs_document_is_opening (self->document))
    {
      schedule (self, DELAY_MS);
      return G_SOURCE_REMOVE;
    }
  job = g_new0 (Job, 1);
  job->source = rs_source_ref (rs_document_get_source (self->document));
  job->open_texts = rs_open_texts_snapshot ();
  job->precision = self->precision;
  job->serial = self->serial;
  self->running = TRUE;
  task = g_task_new (self, NULL, on_compiled, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, compile);
  return G_SOURCE_REMOVE;
}

static void
schedule (RsChecker *self, guint delay)
{
  /* The first one of a page waits until the window has been drawn. */
  int priority = self->analysis == NULL ? G_PRIORITY_LOW : G_PRIORITY_DEFAULT;

  g_clear_handle_id (&self->delay_source, g_source_remove);
  self->delay_source = g_timeout_add_full (priority, delay, on_delay, self, NULL);
}

static void
on_changed (RsChecker *self)
{
  self->serial++;
  schedule (self, DELAY_MS);
}

/* Another document: it may be imported by this one. */
static void
on_text_changed (const char *path, gpointer data)
{
  RsChecker *self = data;

  if (self->analysis != NULL && rs_analysis_depends_on (self->analysis, path))
    on_changed (self);
}

RsAnalysis *
rs_checker_get_analysis (RsChecker *self)
{
  return self->analysis;
}

void
rs_checker_set_precision (RsChecker *self, RsPrecision precision)
{
  if (self->precision == precision)
    return;
  self->precision = precision;
  on_changed (self);
}

static void
rs_checker_dispose (GObject *object)
{
  RsChecker *self = RS_CHECKER (object);

  g_clear_handle_id (&self->delay_source, g_source_remove);
  rs_open_texts_unwatch (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_weak_pointer (&self->document);
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  G_OBJECT_CLASS (rs_checker_parent_class)->dispose (object);
}

static void
rs_checker_class_init (RsCheckerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_checker_dispose;
  signals[CHECKED] = g_signal_new ("checked", RS_TYPE_CHECKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rs_checker_init (RsChecker *self)
{
  self->precision = RS_PRECISION_SINGLE;
}

RsChecker *
rs_checker_new (RsDocument *document)
{
  RsChecker *self = g_object_new (RS_TYPE_CHECKER, NULL);

  g_set_weak_pointer (&self->document, document);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "renamed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (document, "opened", G_CALLBACK (on_changed), self);
  rs_open_texts_watch (on_text_changed, self);
  schedule (self, 0);
  return self;
}
