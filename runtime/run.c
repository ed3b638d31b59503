/* The life of a session: made from options, one run of a program after the other, its end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/session-private.h"

#include "runtime/device/configuration/configuration.h"
#include "runtime/device/device.h"
#include "runtime/sched/engine.h"
#include "runtime/sched/specialize/decision.h"
#include "runtime/sched/specialize/kernel-options.h"
#include "runtime/sched/work-sums.h"
#include "runtime/trace/trace.h"
#include "runtime/value/types/exception.h"
#include "runtime/vm/vm.h"

#include <string.h>

/* --- making --- */

/* "opencl:0,opencl:1,cpu". FALSE: it is no list of devices. */
static gboolean
parse_devices (RsSession *self, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", 0);

  if (names[0] == NULL)
    return FALSE;
  for (char **name = names; *name != NULL; name++)
    if (strcmp (*name, "cpu") != 0 && !rs_device_is_plugin_name (*name))
      return FALSE;
  self->devices = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));
  g_array_set_clear_func (self->devices, rs_configured_device_clear);
  for (char **name = names; *name != NULL; name++)
    {
      RsConfiguredDevice device = { g_strdup (*name), 0 };

      g_array_append_val (self->devices, device);
    }
  return TRUE;
}

/* An engine of devices.xml. FALSE with the names that there are. */
static gboolean
find_engine (RsSession *self, const char *name, GError **error)
{
  g_autofree char *path = rs_configuration_get_path (), *names = NULL;
  g_autoptr (RsConfiguration) configuration = NULL;
  guint found;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      configuration = rs_configuration_read (path, NULL, NULL, error);
      if (configuration == NULL)
        return FALSE;
      names = rs_configuration_list (configuration);
      found = rs_configuration_find (configuration, name);
      if (found != G_MAXUINT)
        {
          self->devices = rs_configuration_get_devices (configuration, found);
          self->pins = rs_configuration_get_pins (configuration, found);
        }
    }
  if (self->devices == NULL)
    g_set_error (
        error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
        "there is no device \"%s\"; there are auto, cpu, interp, opencl and cuda (see redshift-cli devices)%s%s", name,
        names != NULL ? ", and the engines of devices.xml: " : "", names != NULL ? names : "");
  return self->devices != NULL;
}

static gboolean
has_plugin_device (const GArray *devices)
{
  for (guint i = 0; i < devices->len; i++)
    if (strcmp (g_array_index (devices, RsConfiguredDevice, i).name, "cpu") != 0)
      return TRUE;
  return FALSE;
}

static gboolean
parse_device (RsSession *self, const char *name, GError **error)
{
  if (name == NULL || strcmp (name, "auto") == 0)
    self->device = RS_DEVICE_AUTO;
  else if (strcmp (name, "cpu") == 0)
    self->device = RS_DEVICE_CPU;
  else if (strcmp (name, "interp") == 0)
    self->device = RS_DEVICE_INTERP;
  else if (parse_devices (self, name) || find_engine (self, name, error))
    self->device = has_plugin_device (self->devices) ? RS_DEVICE_PLUGIN : RS_DEVICE_CPU;
  else
    return FALSE;
  return TRUE;
}

/* The folders of the command line, then those of the setting. */
static char **
make_search_path (const RsSession *self, const char *const *folders)
{
  g_autoptr (GStrvBuilder) path = g_strv_builder_new ();
  g_auto (GStrv) modules = rs_settings_dup_module_folders (self->settings);

  if (folders != NULL)
    g_strv_builder_addv (path, (const char **)folders);
  g_strv_builder_addv (path, (const char **)modules);
  return g_strv_builder_end (path);
}

RsSession *
rs_session_new (const RsSessionOptions *options, GError **error)
{
  g_autoptr (RsSession) self = g_new0 (RsSession, 1);

  g_return_val_if_fail (options != NULL, NULL);

  self->output = g_string_new (NULL);
  self->interrupt = rs_device_interrupt;
  self->settings = options->settings != NULL ? rs_settings_copy (options->settings) : rs_settings_new_for_user ();
  if (!rs_kernel_options_check (self->settings, error))
    return NULL;
  self->precision = options->precision;
  self->search_path = make_search_path (self, options->search_path);
  self->folder = g_strdup (options->folder);
  self->working_folder = g_strdup (options->working_folder);
  self->display = options->display;
  self->display_data = options->display_data;
  self->kernels = options->kernels;
  self->write_output = options->write_output;
  self->write_message = options->write_message;
  self->note_compile = options->note_compile;
  self->note_loop = options->note_loop;
  self->output_data = options->output_data;
  self->last_place = options->last_place;
  if (!parse_device (self, options->device, error))
    return NULL;
  self->schedule = (RsSchedule){ .mode = RS_PLACE_AUTO, .index = -1 };
  self->allocation = RS_PLACE_AUTO;
  self->stress = (guint64)rs_settings_get_integer (self->settings, RS_SETTING_RUNTIME_STRESS_PLACEMENT);
  self->vm = rs_vm_new (self);
  /* A device that was asked for by name has to be there from the start. */
  if ((self->device == RS_DEVICE_CPU || self->device == RS_DEVICE_PLUGIN) && rs_engine_get (self, error) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

void
rs_session_free (RsSession *self)
{
  if (self == NULL)
    return;
  /* Launches use compiled code, that belongs to places in the bytecode, and those to the device: in this order. */
  rs_session_before_effect (self, NULL);
  rs_session_flush (self);
  rs_value_clear (&self->thrown);
  g_clear_pointer (&self->vm, rs_vm_free);
  for (guint i = RS_N_SLOTS; i > 0; i--)
    rs_session_set_slot (self, i - 1, NULL, NULL);
  g_clear_pointer (&self->program, rs_program_unref);
  g_clear_pointer (&self->settings, rs_settings_free);
  g_strfreev (self->search_path);
  g_free (self->folder);
  g_clear_pointer (&self->devices, g_array_unref);
  g_clear_pointer (&self->pins, g_array_unref);
  g_clear_pointer (&self->deals, g_array_unref);
  g_free (self->working_folder);
  g_string_free (self->output, TRUE);
  g_free (self->backtrace);
  rs_error_place_clear (&self->error_place);
  g_free (self);
}

/* --- errors --- */

/* What was raised, where the text of the error does not say it. */
static void
tell_thrown (RsSession *self, const GError *error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const RsException *exception = rs_value_get_exception (self->thrown);
  RsValue object = exception != NULL ? exception->object : self->thrown;

  if (exception != NULL && exception->file != NULL)
    rs_session_message (self, "  raised first at %s:%u", exception->file, exception->line);
  if (object.tag == RS_TAG_OBJECT)
    {
      rs_value_format (object, FALSE, text);
      if (strcmp (text->str, error->message) != 0)
        rs_session_message (self, "  the object is %s", text->str);
    }
}

static RsSource *
find_source (const RsSession *self, const char *name, gsize length)
{
  for (guint i = 0; self->program != NULL && i < self->program->modules->len; i++)
    {
      RsSource *source = ((const RsModule *)self->program->modules->pdata[i])->source;
      const char *other = rs_source_get_name (source);

      if (strlen (other) == length && strncmp (other, name, length) == 0)
        return source;
    }
  return NULL;
}

/* An error inside the library is told at the call of the user's program that led there; the call stack says the rest.
 * The stack is all that is known of a launch that failed later. */
static void
leave_library (const RsSession *self, RsSource **source, guint32 *offset)
{
  const char *line = self->backtrace;

  while (line != NULL && *line != '\0' && rs_library_contains (rs_source_get_name (*source)))
    {
      const char *end = line + strcspn (line, "\n");
      const char *colon = g_strrstr_len (line, end - line, ":");
      const char *bracket = strstr (line, " (");
      RsSource *caller = colon != NULL && bracket != NULL && bracket < colon
                           ? find_source (self, bracket + 2, (gsize)(colon - bracket - 2)) : NULL;

      if (caller != NULL && !rs_library_contains (rs_source_get_name (caller)))
        {
          guint number = (guint)g_ascii_strtoull (colon + 1, NULL, 10), own = 0;

          *source = caller;
          *offset = rs_source_find_line (caller, number);
          if (self->caller_source == caller)
            rs_source_locate (caller, self->caller_offset, &own, NULL);
          if (own == number)
            *offset = self->caller_offset;
          return;
        }
      line = *end != '\0' ? end + 1 : end;
    }
}

void
rs_session_tell_error (RsSession *self, const GError *error, RsSource *source, guint32 offset)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  const char *stack = self->backtrace;

  if (source != NULL)
    {
      leave_library (self, &source, &offset);
      rs_diagnostics_report_text (diagnostics, rs_error_get_code (error), RS_SEVERITY_ERROR, source,
                                  (RsSpan){ offset, offset }, error->message);
      rs_session_tell_diagnostics (self, diagnostics);
    }
  else
    {
      g_autofree char *text = rs_error_dup_text (error);

      rs_session_message (self, "redshift: error: %s", text);
    }
  if (g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_THROWN))
    tell_thrown (self, error);
  if (stack != NULL && *stack != '\0')
    rs_session_message (self, "%s", stack);
}

/* --- running --- */

static int
run (RsSession *self, const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) late = NULL;
  RsSource *source = NULL;
  guint32 offset = 0;
  int status = 0;

  for (guint i = 0; i < self->program->modules->len; i++)
    rs_decision_emit_static (self->program->modules->pdata[i], self->precision);
  self->tic = rs_trace_now ();
  rs_error_watch_stop (&self->stop);
  if (!rs_vm_run (self->vm, self->program, arguments, &source, &offset, &error))
    status = rs_error_is_refusal (error) ? 2 : 1;
  /* What is still queued may fail too; an error that came before it is the one that counts. */
  if (!rs_session_before_effect (self, &late) && error == NULL)
    {
      error = g_steal_pointer (&late);
      source = NULL;
      rs_session_note_place (self, error, &source, &offset);
      status = 1;
    }
  rs_work_sums_flush ();
  rs_error_watch_stop (NULL);
  rs_session_flush (self);
  if (!rs_session_close_files (self))
    status = MAX (status, 1);
  if (error != NULL && g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED))
    rs_session_message (self, "stopped");
  else if (error != NULL)
    rs_session_tell_error (self, error, source, offset);
  return status;
}

static void
forget_run (RsSession *self)
{
  self->warned_of_black_images = FALSE;
  self->schedule = (RsSchedule){ .mode = RS_PLACE_AUTO, .index = -1 };
  self->allocation = RS_PLACE_AUTO;
  self->warned_of_fractions = FALSE;
  rs_value_clear (&self->thrown);
  g_clear_pointer (&self->program, rs_program_unref);
  g_clear_pointer (&self->backtrace, g_free);
  rs_error_place_clear (&self->error_place);
}

int
rs_session_run_package (RsSession *self, RsPackage *package, const char *const *arguments)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsCompileOptions options = rs_session_get_compile_options (self);

  g_return_val_if_fail (self != NULL && package != NULL, 2);

  forget_run (self);
  self->program = rs_program_load (package, &options, diagnostics);
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0)
    return run (self, arguments);
  rs_session_tell_diagnostics (self, diagnostics);
  return 2;
}

gboolean
rs_session_compile (RsSession *self, RsSource *source)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsCompileOptions options = rs_session_get_compile_options (self);

  g_return_val_if_fail (self != NULL && source != NULL, FALSE);

  forget_run (self);
  self->program = rs_program_compile (source, &options, diagnostics);
  rs_session_tell_diagnostics (self, diagnostics);
  return rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0;
}

int
rs_session_run_compiled (RsSession *self, const char *const *arguments)
{
  g_return_val_if_fail (self != NULL && self->program != NULL, 2);

  return run (self, arguments);
}

int
rs_session_run_source (RsSession *self, RsSource *source, const char *const *arguments)
{
  return rs_session_compile (self, source) ? rs_session_run_compiled (self, arguments) : 2;
}

int
rs_session_run_text (RsSession *self, const char *name, const char *text, const char *const *arguments)
{
  g_autoptr (RsSource) source = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && text != NULL, 2);

  source = rs_source_new_from_text (name, text, -1);
  return rs_session_run_source (self, source, arguments);
}

void
rs_session_tell_place (RsSession *self)
{
  rs_vm_wake (self->vm);
}
