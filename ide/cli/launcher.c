/* The head of every program that `redshift-cli build` makes: runs the package that stands behind it in its own file.
 *
 * `build` copies this executable and appends a package (compiler/package). All arguments are the program's, but for
 * those at the front that begin with --redshift-: they, and the environment, choose what the options of `run` choose.
 *
 * Exit status and messages are those of `redshift-cli run`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"
#include "ide/cli/cli.h"
#include "ide/cli/common/display.h"
#include "ide/cli/common/ring.h"
#include "ide/cli/common/signals.h"
#include "profiler/record/recorder.h"
#include "runtime/device-peaks.h"
#include "runtime/session.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *device, *figures, *trace;
  RsSettings *settings; /* owned */
} Choices;

static const char *program_name;

void
rs_cli_complain (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fprintf (stderr, "%s: %s\n", program_name, text);
}

static gboolean
set (Choices *self, const char *assignment)
{
  g_autoptr (GError) error = NULL;
  gboolean unknown;

  if (rs_settings_parse (self->settings, assignment, &unknown, &error))
    {
      if (unknown)
        rs_cli_complain ("there is no setting %s", assignment);
      return !unknown;
    }
  rs_cli_complain ("%s", error->message);
  return FALSE;
}

/* RS_DEVICE, and RS_SET with settings between semicolons. */
static gboolean
read_environment (Choices *self)
{
  g_auto (GStrv) settings = g_strsplit (g_getenv ("RS_SET") != NULL ? g_getenv ("RS_SET") : "", ";", 0);

  self->device = g_getenv ("RS_DEVICE");
  for (guint i = 0; settings[i] != NULL; i++)
    if (settings[i][0] != '\0' && !set (self, settings[i]))
      return FALSE;
  return TRUE;
}

static void
print_help (void)
{
  printf ("%s was built with Redshift. Its arguments are its own, but for these at the front:\n\n"
          "  --redshift-device=DEVICE   auto (default), cpu or interp; or the variable RS_DEVICE\n"
          "  --redshift-set=KEY=VALUE   change a setting; or the variable RS_SET=\"KEY=VALUE;KEY=VALUE\"\n"
          "  --redshift-figures=DIR     write what the program shows as PNG and SVG files\n"
          "  --redshift-profile=TRACE   record the run into this file\n"
          "  --redshift-help            this list\n",
          program_name);
}

/* One argument that begins with --redshift-. FALSE: status says how the process ends. */
static gboolean
take_flag (Choices *self, const char *flag, int *status)
{
  const char *value = strchr (flag, '=');
  g_autofree char *name = g_strndup (flag, strcspn (flag, "="));

  *status = RS_EXIT_USAGE;
  if (strcmp (name, "--redshift-help") == 0)
    {
      print_help ();
      *status = 0;
      return FALSE;
    }
  if (value == NULL)
    rs_cli_complain ("%s needs a value, as in %s=VALUE", name, name);
  else if (strcmp (name, "--redshift-device") == 0)
    self->device = value + 1;
  else if (strcmp (name, "--redshift-figures") == 0)
    self->figures = value + 1;
  else if (strcmp (name, "--redshift-profile") == 0)
    self->trace = value + 1;
  else if (strcmp (name, "--redshift-set") == 0)
    return set (self, value + 1);
  else
    {
      rs_cli_complain ("there is no flag %s; --redshift-help lists them", name);
      return FALSE;
    }
  return value != NULL;
}

/* --- running --- */

static int
run (const Choices *self, RsPackage *package, const char *const *arguments)
{
  const char *precision = rs_package_get_fact (package, "precision");
  g_autoptr (RsKernelStore) kernels = rs_kernel_store_new (rs_package_get_kernels (package), FALSE);
  g_autoptr (RsFigures) figures = NULL;
  g_autoptr (RsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = executable != NULL ? g_path_get_dirname (executable) : NULL;
  int status;
  RsSessionOptions options = {
    .settings = self->settings,
    .device = self->device,
    .folder = folder,
    .precision = g_strcmp0 (precision, "double") == 0 ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE,
    .kernels = kernels,
  };

  if (self->figures != NULL)
    {
      figures = rs_figures_new (self->figures, &error);
      options.display = &rs_figures_display;
      options.display_data = figures;
    }
  if (error == NULL)
    session = rs_session_new (&options, &error);
  if (session == NULL)
    {
      g_autofree char *text = rs_error_dup_text (error);

      rs_cli_complain ("%s", text);
      return RS_EXIT_USAGE;
    }
  rs_signals_catch (session, TRUE);
  status = rs_session_run_package (session, package, arguments);
  rs_signals_release ();
  return figures == NULL || rs_figures_finish (figures) ? status : MAX (status, RS_EXIT_FAILED);
}

static int
run_recorded (const Choices *self, RsPackage *package, const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) peaks = NULL;
  g_autoptr (RsRecorderRing) ring = rs_recorder_ring_new_from (self->settings, &error);
  RsRecorder *recorder = NULL;
  int status;

  rs_ring_prepare (ring, FALSE);
  peaks = rs_device_peaks_find (NULL, self->device);
  if (error == NULL)
    recorder = rs_recorder_start_ring (self->trace, ring, &error);
  if (recorder == NULL)
    {
      rs_cli_complain ("--redshift-profile: %s", error->message);
      return RS_EXIT_USAGE;
    }
  rs_recorder_keep (recorder);
  rs_recorder_set_meta (recorder, "program", rs_package_get_module_name (package, 0));
  rs_recorder_set_meta (recorder, "device", self->device != NULL ? self->device : "auto");
  rs_recorder_set_meta (recorder, "version", RS_VERSION);
  rs_recorder_set_facts (recorder, peaks);
  rs_ring_begin (ring, recorder);
  status = run (self, package, arguments);
  rs_ring_end (ring, recorder, status);
  if (!rs_recorder_stop (recorder, &error))
    rs_cli_complain ("warning: --redshift-profile: %s", error->message);
  return status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsPackage) package = NULL;
  Choices choices = { 0 };
  int first = 1, status = 0;

  setlocale (LC_CTYPE, "");
  program_name = argc > 0 ? argv[0] : "program";
  if (rs_debug_topics_tell (stderr))
    return RS_EXIT_OK;
  package = rs_package_open ("/proc/self/exe", &error);
  if (package == NULL)
    {
      rs_cli_complain ("this program can't be run: %s", error->message);
      return RS_EXIT_USAGE;
    }
  choices.settings = rs_settings_new_for_user ();
  if (!read_environment (&choices))
    status = RS_EXIT_USAGE;
  for (; status == 0 && first < argc && g_str_has_prefix (argv[first], "--redshift-"); first++)
    if (!take_flag (&choices, argv[first], &status))
      {
        rs_settings_free (choices.settings);
        return status;
      }
    else
      status = 0;
  argv += MIN (first, argc);
  if (status == 0)
    status = choices.trace != NULL ? run_recorded (&choices, package, (const char *const *)argv)
                                   : run (&choices, package, (const char *const *)argv);
  rs_settings_free (choices.settings);
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      rs_cli_complain ("standard output cannot be written: %s", g_strerror (errno));
      status = MAX (status, RS_EXIT_FAILED);
    }
  rs_signals_die ();
  return status;
}
