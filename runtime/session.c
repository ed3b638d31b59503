/* A session: its slots, its output, and what it says.
 *
 * Everything that the user reads goes through here. A line is written at once when the last one was written 50 ms ago
 * or earlier, so that a program's progress is seen; what comes faster is collected. Messages flush the output first, so
 * that both appear in order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/session-private.h"

#include <stdio.h>
#include <string.h>

#define OUTPUT_BYTES 65536
#define OUTPUT_AGE_US 50000

void
rs_session_set_slot (RsSession *self, RsSessionSlot slot, gpointer value, GDestroyNotify free_value)
{
  if (self->slots[slot] != NULL && self->slot_free[slot] != NULL)
    self->slot_free[slot](self->slots[slot]);
  self->slots[slot] = value;
  self->slot_free[slot] = free_value;
}

void
rs_session_stop (RsSession *self)
{
  g_return_if_fail (self != NULL);

  __atomic_store_n (&self->stop, 1, __ATOMIC_SEQ_CST);
  if (self->interrupt != NULL)
    self->interrupt (&self->stop);
}

/* --- output --- */

void
rs_session_flush (RsSession *self)
{
  if (self->output->len == 0)
    return;
  if (self->write_output != NULL)
    self->write_output (self->output->str, self->output->len, self->output_data);
  else
    {
      fwrite (self->output->str, 1, self->output->len, stdout);
      fflush (stdout);
    }
  g_string_truncate (self->output, 0);
  self->flushed = g_get_monotonic_time ();
}

void
rs_session_write (RsSession *self, const char *text, gsize length)
{
  if (length == 0)
    return;
  g_string_append_len (self->output, text, (gssize)length);
  if (self->output->len >= OUTPUT_BYTES
      || (text[length - 1] == '\n' && g_get_monotonic_time () - self->flushed >= OUTPUT_AGE_US))
    rs_session_flush (self);
}

void
rs_session_message (RsSession *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (!g_str_has_suffix (text, "\n"))
    {
      char *line = g_strconcat (text, "\n", NULL);

      g_free (text);
      text = line;
    }
  rs_session_flush (self);
  if (self->write_message != NULL)
    self->write_message (text, self->output_data);
  else
    fputs (text, stderr);
}

gboolean
rs_session_call (RsSession *self, RsFunction *function, const RsValue *arguments, guint n_arguments,
                 RsValue *results, guint n_results, GError **error)
{
  return self->host->call (self, function, arguments, n_arguments, results, n_results, error);
}

gboolean
rs_session_before_effect (RsSession *self, GError **error)
{
  return self->synchronize == NULL || self->synchronize (self, error);
}

void
rs_session_note_place (RsSession *self, const GError *error, RsSource **source, guint32 *offset)
{
  RsErrorPlace *place = &self->error_place;

  if (place->error != error)
    return;
  if (place->backtrace != NULL)
    {
      g_free (self->backtrace);
      self->backtrace = g_strdup (place->backtrace);
      self->caller_source = NULL;
    }
  if (place->source != NULL)
    {
      *source = place->source;
      *offset = rs_source_find_column (place->source, place->line, place->column);
    }
}

const char *
rs_session_get_backtrace (const RsSession *self)
{
  return self->backtrace;
}

/* --- what the program is told --- */

void
rs_session_tell_diagnostics (RsSession *self, RsDiagnostics *diagnostics)
{
  rs_diagnostics_sort (diagnostics);
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *item = rs_diagnostics_get (diagnostics, i);
      g_autofree char *text = NULL;

      if (item->severity == RS_SEVERITY_WARNING
          && !rs_settings_get_boolean (self->settings, RS_SETTING_COMPILER_DISPLAY_WARNINGS))
        continue;
      text = rs_diagnostic_format (item);
      rs_session_message (self, "%s", text);
    }
}

void
rs_session_warn (RsSession *self, const char *file, guint line, guint column, RsMessageId id, const char *format, ...)
{
  g_autofree char *said = NULL, *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  said = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  text = rs_text_with_code (said, rs_message_get_code (id));
  if (file == NULL)
    rs_session_message (self, "redshift: warning: %s", text);
  else if (column == 0)
    rs_session_message (self, "%s:%u: warning: %s", file, line, text);
  else
    rs_session_message (self, "%s:%u:%u: warning: %s", file, line, column, text);
}

RsCompileOptions
rs_session_get_compile_options (const RsSession *self)
{
  const RsSettings *settings = self->settings;
  RsCompileOptions options = { .search_path = (const char *const *)self->search_path, .precision = self->precision };

  options.will_run = TRUE;
  options.reductions.is_off = !rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_REDUCTIONS);
  options.reductions.display = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_DISPLAY_REDUCTIONS);
  options.reductions.safety
    = rs_safety_level_from_string (rs_settings_get_text (settings, RS_SETTING_COMPILER_REDUCTION_SAFETYLEVEL));
  return options;
}
