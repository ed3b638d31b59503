/* redshift-cli build: a program as an executable, or as a library that others import.
 *
 * An executable is the launcher (launcher.c), copied, and behind it the package of the program; a library is the
 * package alone. The kernels whose types are known without a run go into the package, compiled. With --train the
 * program is run while it is being built, and the kernels that this run compiles go in as well.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/emit/emit.h"
#include "ide/cli/precompile.h"
#include "runtime/base/replace-file.h"
#include "runtime/session.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  const char *program, *output;
  RsSource *source; /* borrowed: the program */
  gboolean is_library, is_double, blank_sources;
  GPtrArray *folders, *training, *settings; /* of const char *; folders ends with NULL */
} Build;

/* --- training --- */

static void
drop_output (const char *text, gsize length, gpointer data)
{
}

/* Runs the program once with these arguments; the kernels that it needs end up in the store. */
static int
train (const Build *self, RsKernelStore *kernels, const char *line)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RsSession) session = NULL;
  g_autoptr (GError) error = NULL;
  RsSessionOptions options = {
    .settings = settings,
    .device = "cpu",
    .precision = self->is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE,
    .search_path = (const char *const *)self->folders->pdata,
    .kernels = kernels,
    .write_output = drop_output,
    .write_message = rs_cli_write_message,
  };

  if (!rs_cli_apply_settings (settings, self->settings))
    return RS_EXIT_USAGE;
  if (!g_shell_parse_argv (line, NULL, &arguments, &error))
    {
      if (!g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        {
          rs_cli_complain ("--train: %s", error->message);
          return RS_EXIT_USAGE;
        }
      g_clear_error (&error);
    }
  session = rs_session_new (&options, &error);
  if (session == NULL)
    {
      rs_cli_complain_error ("", error);
      return RS_EXIT_USAGE;
    }
  return rs_session_run_source (session, self->source, (const char *const *)arguments);
}

static int
add_kernels (const Build *self, const RsProgram *program, RsPackageBuilder *builder)
{
  g_autoptr (RsKernelStore) kernels = rs_kernel_store_new (NULL, TRUE);
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_autoptr (GPtrArray) keys = NULL;
  g_autoptr (GError) error = NULL;

  if (!rs_cli_apply_settings (settings, self->settings))
    return RS_EXIT_USAGE;
  if (!self->is_library && !rs_precompile (program, settings, kernels))
    rs_cli_complain ("build: there is no C compiler here, so no kernel is compiled in advance");
  if (!self->is_library && !rs_precompile_ahead (program, settings, kernels, &error))
    {
      rs_cli_complain ("build: no kernel can be compiled for GPUs in advance: %s", error->message);
      return RS_EXIT_USAGE;
    }
  for (guint i = 0; i < self->training->len; i++)
    {
      int status = train (self, kernels, self->training->pdata[i]);

      if (status != RS_EXIT_OK)
        {
          rs_cli_complain ("build: the training run failed with status %d", status);
          return status;
        }
    }
  keys = rs_kernel_store_list (kernels);
  for (guint i = 0; i < keys->len; i++)
    rs_package_builder_add_kernel (builder, keys->pdata[i], rs_kernel_store_find (kernels, keys->pdata[i]));
  return RS_EXIT_OK;
}

/* --- the file --- */

/* The executable that is copied: beside this one, or where it is installed. (transfer full) */
static char *
find_launcher (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self != NULL ? self : ".");
  char *path = g_build_filename (folder, "redshift-launcher", NULL);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return path;
  g_free (path);
  return g_build_filename (RS_LAUNCHER_DIR, "redshift-launcher", NULL);
}

static gboolean
write_output (const Build *self, GBytes *launcher, GBytes *package, GError **error)
{
  GByteArray *all = g_byte_array_new ();
  gboolean is_written;

  if (launcher != NULL)
    g_byte_array_append (all, g_bytes_get_data (launcher, NULL), (guint)g_bytes_get_size (launcher));
  g_byte_array_append (all, g_bytes_get_data (package, NULL), (guint)g_bytes_get_size (package));
  is_written = (launcher != NULL ? rs_replace_program_with
                                 : rs_replace_file_with) (self->output, (const char *)all->data, all->len, error);
  g_byte_array_unref (all);
  if (!is_written)
    g_prefix_error (error, "cannot write %s: ", self->output);
  return is_written;
}

static int
finish (const Build *self, RsPackageBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) package = rs_package_builder_finish (builder, &error), launcher = NULL;

  if (package != NULL && !self->is_library)
    {
      g_autofree char *path = find_launcher ();
      g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &error);

      launcher = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
    }
  if (error == NULL && write_output (self, launcher, package, &error))
    {
      rs_cli_tell ("%s: %" G_GSIZE_FORMAT " bytes, %" G_GSIZE_FORMAT " of them the program and its kernels",
                   self->output, (launcher != NULL ? g_bytes_get_size (launcher) : 0) + g_bytes_get_size (package),
                   g_bytes_get_size (package));
      return RS_EXIT_OK;
    }
  rs_cli_complain ("build: %s", error->message);
  return RS_EXIT_FAILED;
}

static int
build (Build *self)
{
  g_autoptr (RsSource) source = rs_cli_open_source (self->program);
  g_autoptr (RsPackageBuilder) builder = NULL;
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  g_autoptr (RsProgram) program = NULL;
  RsCompileOptions options = {
    .will_run = TRUE, /* what fails only where it is met does not keep a program from being built */
    .search_path = (const char *const *)self->folders->pdata,
    .precision = self->is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE,
  };
  int status;

  if (source == NULL)
    return RS_EXIT_USAGE;
  self->source = source;
  builder = options.builder = rs_package_builder_new (self->blank_sources);
  rs_package_builder_set_fact (builder, "version", RS_VERSION);
  rs_package_builder_set_fact (builder, "precision", self->is_double ? "double" : "single");
  diagnostics = rs_diagnostics_new ();
  program = rs_program_compile (source, &options, diagnostics);
  status = rs_emit_tell_diagnostics (diagnostics);
  if (status == RS_EXIT_OK)
    status = add_kernels (self, program, builder);
  return status == RS_EXIT_OK ? finish (self, builder) : status;
}

int
rs_cli_build (int argc, char **argv)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new (), training = g_ptr_array_new (), settings = g_ptr_array_new ();
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  Build self = { .folders = folders, .training = training, .settings = settings };
  const RsOption options[] = {
    { "output", &self.output },
    { "lib", &self.is_library },
    { "double", &self.is_double },
    { "strip", &self.blank_sources },
    { "train", training },
    { "set", settings },
    { "include", folders },
  };
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (operands->len != 1 || self.output == NULL)
    {
      rs_cli_complain ("build: give one program and the file to write: redshift-cli build PROG.q -o OUT");
      return RS_EXIT_USAGE;
    }
  if (self.is_library && !g_str_has_suffix (self.output, ".qlib"))
    {
      rs_cli_complain ("build: the name of a library ends in .qlib: -o %s.qlib", self.output);
      return RS_EXIT_USAGE;
    }
  if (self.is_library && training->len > 0)
    {
      rs_cli_complain ("build: a library is not run: --train goes with an executable");
      return RS_EXIT_USAGE;
    }
  self.program = operands->pdata[0];
  if (!rs_cli_may_replace ("build", self.output, self.program, rs_package_is_in_file,
                           "no program or library that was built"))
    return RS_EXIT_USAGE;
  g_ptr_array_add (folders, NULL);
  return build (&self);
}
