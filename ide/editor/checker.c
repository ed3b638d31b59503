/* Background compilation.
 *
 * At most one compilation per document is under way. A change during one is noted and compiled when it ends, so a slow
 * compilation never piles up work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/checker.h"

#include "compiler/kernel/report/explain.h"

#define DELAY_MS 200

struct _RsChecker {
  GObject parent;

  RsDocument *document; /* weak pointer */
  RsDiagnostics *diagnostics;
  GPtrArray *loops;     /* element-type RsLoopOutcome */
  RsPrecision precision;
  guint delay_source;
  gboolean running;
  guint serial;         /* advanced by each change */
};

G_DEFINE_FINAL_TYPE (RsChecker, rs_checker, G_TYPE_OBJECT)

enum { CHECKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What a worker gets. */
typedef struct {
  char *name;
  char *text;
  RsPrecision precision;
  guint serial;
} Job;

/* What it answers. */
typedef struct {
  RsDiagnostics *diagnostics;
  GPtrArray *loops;
} Answer;

static void schedule (RsChecker *self, guint delay);

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->name);
  g_free (job->text);
  g_free (job);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->diagnostics, rs_diagnostics_unref);
  g_clear_pointer (&answer->loops, g_ptr_array_unref);
  g_free (answer);
}

/* Which outcome the diagnostic is about; NULL: none of loops. */
static const RsLoopOutcome *
find_loop (const GPtrArray *loops, const RsDiagnostic *diagnostic)
{
  for (guint i = 0; i < loops->len; i++)
    {
      const RsLoopOutcome *loop = g_ptr_array_index (loops, i);

      if (!loop->is_kernel && loop->span.start == diagnostic->span.start)
        return loop;
    }
  return NULL;
}

/* The notes on the module; those on loops say what the margin says of them, and of loops that are part of another that one's does. */
static void
add_notes (RsModule *module, RsPrecision precision, const GPtrArray *loops, RsDiagnostics *diagnostics)
{
  g_autoptr (RsDiagnostics) found = rs_diagnostics_new ();

  rs_explain_module (module, precision, FALSE, found);
  for (guint i = 0; i < rs_diagnostics_get_length (found); i++)
    {
      const RsDiagnostic *note = rs_diagnostics_get (found, i);
      const RsLoopOutcome *loop = note->severity == RS_SEVERITY_NOTE ? find_loop (loops, note) : NULL;
      g_autofree char *text = loop != NULL ? rs_checker_describe_loop (loop) : g_strdup (note->message);

      if (loop == NULL || loop->kind != RS_LOOP_IS_INSIDE)
        rs_diagnostics_report (diagnostics, note->severity, note->source, note->span, "%s", text);
    }
}

static void
compile (GTask *task, gpointer source_object, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  Answer *answer = g_new0 (Answer, 1);
  RsDiagnostics *diagnostics = answer->diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text (job->name, job->text, -1);
  const RsCompileOptions options = { .precision = job->precision };
  g_autoptr (RsProgram) program = rs_program_compile (source, &options, diagnostics);

  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0)
    {
      answer->loops = rs_loop_outcomes_find (rs_program_get_main (program), job->precision);
      add_notes (rs_program_get_main (program), job->precision, answer->loops, diagnostics);
    }
  else
    answer->loops = rs_loop_outcomes_new ();
  rs_diagnostics_sort (diagnostics);
  g_task_return_pointer (task, answer, answer_free);
}

static void
on_compiled (GObject *object, GAsyncResult *result, gpointer data)
{
  RsChecker *self = RS_CHECKER (object);
  Job *job = g_task_get_task_data (G_TASK (result));
  Answer *answer = g_task_propagate_pointer (G_TASK (result), NULL);

  self->running = FALSE;
  if (self->document != NULL && job->serial != self->serial)
    schedule (self, DELAY_MS);
  else if (self->document != NULL)
    {
      g_clear_pointer (&self->diagnostics, rs_diagnostics_unref);
      g_clear_pointer (&self->loops, g_ptr_array_unref);
      self->diagnostics = g_steal_pointer (&answer->diagnostics);
      self->loops = g_steal_pointer (&answer->loops);
      g_signal_emit (self, signals[CHECKED], 0);
    }
  answer_free (answer);
}

static gboolean
on_delay (gpointer data)
{
  RsChecker *self = data;
  g_autoptr (GTask) task = NULL;
  Job *job;

  self->delay_source = 0;
  if (self->running || self->document == NULL)
    return G_SOURCE_REMOVE;
  job = g_new0 (Job, 1);
  job->name = g_strdup (rs_document_get_name (self->document));
  job->text = rs_document_dup_text (self->document);
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
  g_clear_handle_id (&self->delay_source, g_source_remove);
  self->delay_source = g_timeout_add (delay, on_delay, self);
}

static void
on_changed (RsChecker *self)
{
  self->serial++;
  schedule (self, DELAY_MS);
}

RsDiagnostics *
rs_checker_get_diagnostics (RsChecker *self)
{
  return self->diagnostics;
}

GPtrArray *
rs_checker_get_loops (RsChecker *self)
{
  return self->loops;
}

char *
rs_checker_describe_loop (const RsLoopOutcome *loop)
{
  return g_strdup_printf ("this %s: %s", loop->is_kernel ? "kernel" : "loop", loop->text);
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
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_weak_pointer (&self->document);
  g_clear_pointer (&self->diagnostics, rs_diagnostics_unref);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  G_OBJECT_CLASS (rs_checker_parent_class)->dispose (object);
}

static void
rs_checker_class_init (RsCheckerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_checker_dispose;
  signals[CHECKED]
      = g_signal_new ("checked", RS_TYPE_CHECKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
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
  schedule (self, 0);
  return self;
}
