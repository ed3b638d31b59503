/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/record/devices/device-runs.h"

#include "profiler/analysis/devices/device-comparison.h"

/* A run, as its session's functions see it. */
typedef struct {
  const RsSessionOptions *options; /* that were asked for */
  guint side;
  GHashTable *told; /* messages of the first run */
} Output;

double
rs_device_runs_get_usual_tolerance (gboolean is_double)
{
  return is_double ? 1e-10 : 1e-4;
}

static void
drop_output (const char *text, gsize length, gpointer data)
{
}

static void
drop_message (const char *text, gpointer data)
{
}

static void
write_output (const char *text, gsize length, gpointer data)
{
  const Output *output = data;

  output->options->write_output (text, length, output->options->output_data);
}

static void
write_message (const char *text, gpointer data)
{
  const Output *output = data;

  if (output->side == 0)
    g_hash_table_add (output->told, g_strdup (text));
  else if (g_hash_table_contains (output->told, text))
    return;
  output->options->write_message (text, output->options->output_data);
}

static void
note_compile (const char *what, const char *device, gpointer data)
{
  const Output *output = data;

  output->options->note_compile (what, device, output->options->output_data);
}

static RsSessionOptions
get_options (const RsDeviceRuns *self, Output *output)
{
  RsSessionOptions options = *self->options;

  options.device = self->devices[output->side];
  options.write_message = write_message;
  options.output_data = output;
  if (options.write_output != NULL)
    options.write_output = write_output;
  if (options.note_compile != NULL)
    options.note_compile = note_compile;
  if (output->side > 0)
    {
      options.write_output = drop_output;
      options.display = NULL;
    }
  return options;
}

/* What is wrong with the second device is told before anything runs. */
static gboolean
can_open (const RsSessionOptions *options, GError **error)
{
  RsSessionOptions silent = *options;
  g_autoptr (RsSession) session = NULL;

  silent.write_message = drop_message;
  session = rs_session_new (&silent, error);
  return session != NULL;
}

static int
run_in_session (RsDeviceRuns *self, RsSession *session, RsComparison *comparison, guint side)
{
  int status = 2;

  self->begins (session, self->data);
  self->is_compiled = rs_session_compile (session, self->source);
  if (self->is_compiled)
    {
      rs_recorder_keep (self->recorder);
      rs_comparison_begin (comparison, session, side);
      status = rs_session_run_compiled (session, self->arguments);
      rs_comparison_end (comparison);
    }
  return self->ended (session, status, self->data);
}

static void
record (const RsDeviceRuns *self, RsComparison *comparison)
{
  g_autoptr (GPtrArray) statements = rs_comparison_list (comparison);
  g_autofree char *head
      = rs_device_comparison_format_head (self->devices, self->tolerance, rs_comparison_count_unkept (comparison));

  rs_recorder_set_meta (self->recorder, "compared", head);
  for (guint i = 0; i < statements->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("compared %u", i + 1);
      g_autofree char *text = rs_device_comparison_format (statements->pdata[i]);

      rs_recorder_set_meta (self->recorder, name, text);
    }
}

gboolean
rs_device_runs_run (RsDeviceRuns *self, GError **error)
{
  g_autoptr (RsComparison) comparison = rs_comparison_new ();
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Output outputs[2] = { { self->options, 0, told }, { self->options, 1, told } };
  RsSessionOptions options[2];
  gboolean goes_on = TRUE;

  self->status = 0;
  self->is_compiled = self->is_whole = FALSE;
  for (guint side = 0; side < 2; side++)
    options[side] = get_options (self, &outputs[side]);
  if (!can_open (&options[1], error))
    return FALSE;
  for (guint side = 0; side < 2 && goes_on; side++)
    {
      g_autoptr (RsSession) session = rs_session_new (&options[side], error);
      int status;

      if (session == NULL)
        return FALSE;
      status = run_in_session (self, session, comparison, side);
      self->status = MAX (self->status, status);
      goes_on = self->is_compiled && !self->is_stopped (self->data);
    }
  self->is_whole = goes_on;
  if (goes_on)
    record (self, comparison);
  return TRUE;
}
