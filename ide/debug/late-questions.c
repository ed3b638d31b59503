/* A queue, and a timer that begins with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/late-questions.h"

#define WAIT_MS 250u /* that the program stands first */

typedef struct {
  char *name;
  RsDebugAnswer answer;
  gpointer data;
  GDestroyNotify free_data;
  RsLateQuestions *all; /* while it is asked; NULL: it is no longer waited for */
} Question;

struct _RsLateQuestions {
  RsDebugRun *run; /* owned */
  GQueue waiting;  /* of Question */
  Question *asked; /* borrowed: that of the request under way */
  guint source;
};

static void
question_free (gpointer data)
{
  Question *question = data;

  if (question->all != NULL)
    question->all->asked = NULL;
  if (question->free_data != NULL)
    question->free_data (question->data);
  g_free (question->name);
  g_free (question);
}

RsLateQuestions *
rs_late_questions_new (void)
{
  return g_new0 (RsLateQuestions, 1);
}

static void
forget (RsLateQuestions *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_queue_clear_full (&self->waiting, question_free);
  if (self->asked != NULL)
    self->asked->all = NULL;
  self->asked = NULL;
  g_clear_object (&self->run);
}

void
rs_late_questions_free (RsLateQuestions *self)
{
  forget (self);
  g_free (self);
}

void
rs_late_questions_begin (RsLateQuestions *self, RsDebugRun *run)
{
  forget (self);
  g_set_object (&self->run, run);
}

static void ask_next (RsLateQuestions *self);

static void
on_answer (GPtrArray *records, const char *error, gpointer data)
{
  Question *question = data;
  RsLateQuestions *all;

  question->answer (records, error, question->data);
  all = question->all; /* NULL: the answer has begun anew */
  question->all = NULL;
  if (all == NULL)
    return;
  all->asked = NULL;
  ask_next (all);
}

static void
ask_next (RsLateQuestions *self)
{
  Question *question = g_queue_pop_head (&self->waiting);

  if (question == NULL)
    return;
  question->all = self;
  self->asked = question;
  rs_debug_run_request (self->run, on_answer, question, question_free, "statistics", question->name, NULL);
}

static gboolean
on_time (gpointer data)
{
  RsLateQuestions *self = data;

  self->source = 0;
  ask_next (self);
  return G_SOURCE_REMOVE;
}

void
rs_late_questions_add (RsLateQuestions *self, const char *name, RsDebugAnswer answer, gpointer data,
                       GDestroyNotify free_data)
{
  Question *question = g_new0 (Question, 1);

  *question = (Question){ .name = g_strdup (name), .answer = answer, .data = data, .free_data = free_data };
  if (self->run == NULL)
    {
      question_free (question);
      return;
    }
  g_queue_push_tail (&self->waiting, question);
  if (self->source == 0 && self->asked == NULL)
    self->source = g_timeout_add (WAIT_MS, on_time, self);
}
