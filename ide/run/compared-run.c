/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/run/compared-run.h"

#include "profiler/record/device-runs.h"

typedef struct {
  const RsComparedRun *run;
  RsComparison *comparison;
  guint side;
  GHashTable *told; /* owned; messages of the first run */
} Runs;

static void
on_output (const char *text, gsize length, gpointer data)
{
  const Runs *self = data;
  const RsSessionOptions *options = self->run->options;

  if (self->side == 0)
    options->write_output (text, length, options->output_data);
}

static void
on_message (const char *text, gpointer data)
{
  const Runs *self = data;
  const RsSessionOptions *options = self->run->options;

  if (self->side == 0)
    g_hash_table_add (self->told, g_strdup (text));
  else if (g_hash_table_contains (self->told, text))
    return;
  options->write_message (text, options->output_data);
}

static int
run_in_session (Runs *self, RsSession *session)
{
  const RsComparedRun *run = self->run;
  g_autoptr (RsSource) source = rs_source_new_from_text (run->name, run->text, -1);
  int status = 2;

  run->publish (session, run->data);
  if (rs_session_compile (session, source))
    {
      rs_comparison_begin (self->comparison, session, self->side);
      status = rs_session_run_compiled (session, run->arguments);
      rs_comparison_end (self->comparison);
    }
  rs_session_close_forms (session);
  run->publish (NULL, run->data);
  return status;
}

static int
run_side (Runs *self)
{
  RsSessionOptions options = *self->run->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSession) session = NULL;
  g_autofree char *text = NULL;

  options.device = self->run->devices[self->side];
  options.write_output = on_output;
  options.write_message = on_message;
  options.output_data = self;
  if (self->side > 0)
    options.display = NULL;
  session = rs_session_new (&options, &error);
  if (session != NULL)
    return run_in_session (self, session);
  text = rs_error_dup_text (error);
  on_message (text, self);
  return 2;
}

int
rs_compared_run (const RsComparedRun *run)
{
  g_autoptr (RsComparison) comparison = rs_comparison_new ();
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Runs self = { .run = run, .comparison = comparison, .told = told };
  int status = 0;

  for (self.side = 0; self.side < 2 && status < 2 && !run->is_stopped (run->data); self.side++)
    {
      const int ended = run_side (&self);

      status = MAX (status, ended);
    }
  if (status < 2 && !run->is_stopped (run->data))
    rs_recorder_add_comparison (run->recorder, comparison, run->devices,
                                rs_comparison_get_usual_tolerance (run->options->precision == RS_PRECISION_DOUBLE));
  return status;
}
