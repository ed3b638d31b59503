/* redshift-cli check: the diagnostics of programs, without running them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/messages.h"
#include "compiler/kernel/report/explain.h"
#include "compiler/kernel/report/loop-outcome.h"
#include "compiler/program.h"
#include "ide/cli/cli.h"
#include "profiler/exchange/json.h"

#include <stdio.h>
#include <string.h>

static void
append_json (GString *json, const RsDiagnostic *diagnostic)
{
  guint line, column, end_line, end_column;

  rs_source_locate (diagnostic->source, diagnostic->span.start, &line, &column);
  rs_source_locate (diagnostic->source, diagnostic->span.end, &end_line, &end_column);
  g_string_append (json, json->len > 1 ? ",\n{\"file\":" : "\n{\"file\":");
  rs_json_append_string (json, rs_source_get_name (diagnostic->source));
  g_string_append_printf (json, ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u,\"severity\":\"%s\"",
                          line, column, end_line, end_column, rs_severity_to_string (diagnostic->severity));
  g_string_append_printf (json, ",\"code\":\"%s\",\"message\":", diagnostic->code);
  rs_json_append_string (json, diagnostic->message);
  g_string_append_c (json, '}');
}

/* A file that can't be read: it has no line. */
static void
append_unread (GString *json, const char *path, const GError *error)
{
  g_string_append (json, json->len > 1 ? ",\n{\"file\":" : "\n{\"file\":");
  rs_json_append_string (json, path);
  g_string_append (json, ",\"line\":0,\"column\":0,\"end_line\":0,\"end_column\":0,\"severity\":\"error\"");
  g_string_append_printf (json, ",\"code\":\"%s\",\"message\":", rs_error_get_code (error));
  rs_json_append_string (json, error->message);
  g_string_append_c (json, '}');
}

/* What becomes of each loop and kernel function, as notes. */
static void
note_loops (RsModule *module, RsPrecision precision, RsDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) outcomes = rs_loop_outcomes_find (module, precision);

  for (guint i = 0; i < outcomes->len; i++)
    {
      const RsLoopOutcome *outcome = g_ptr_array_index (outcomes, i);

      g_autofree char *advice = outcome->advice != NULL ? g_strconcat ("; ", outcome->advice, NULL) : g_strdup ("");

      rs_message_report (diagnostics, RS_SEVERITY_NOTE, module->source, outcome->span, RS_SAY (LOOP_OUTCOME),
                         outcome->is_kernel ? "kernel" : "loop", outcome->text, advice);
    }
}

/* json: NULL for text on standard error. */
static int
check_file (const char *path, const char *const *search_path, gboolean loops, GString *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSource) source = rs_cli_read_source (path, &error);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsProgram) program = NULL;
  RsCompileOptions options = { .search_path = search_path };

  if (source == NULL)
    {
      rs_cli_complain ("%s", error->message);
      if (json != NULL)
        append_unread (json, path, error);
      return RS_EXIT_USAGE;
    }
  program = rs_program_compile (source, &options, diagnostics);
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) == 0)
    {
      rs_explain_module (rs_program_get_main (program), options.precision, loops, diagnostics);
      if (loops)
        note_loops (rs_program_get_main (program), options.precision, diagnostics);
    }
  rs_diagnostics_sort (diagnostics);
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);
      g_autofree char *text = json == NULL ? rs_diagnostic_format (diagnostic) : NULL;

      if (json != NULL)
        append_json (json, diagnostic);
      else
        rs_cli_write_message (text, NULL);
    }
  rs_cli_tell ("%s: %u errors, %u warnings", path, rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR),
               rs_diagnostics_count (diagnostics, RS_SEVERITY_WARNING));
  return rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0 ? RS_EXIT_USAGE : RS_EXIT_OK;
}

int
rs_cli_check (int argc, char **argv)
{
  const char *format = "text";
  gboolean loops = FALSE;
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  const RsOption options[] = {
    { "format", &format },
    { "loops", &loops },
    { "include", folders },
  };
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GString) json = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, files);

  if (status >= 0)
    return status;
  if (files->len == 0)
    {
      rs_cli_complain ("check: a program is missing: redshift-cli check PROG.q...");
      return RS_EXIT_USAGE;
    }
  g_ptr_array_add (folders, NULL);
  if (strcmp (format, "json") == 0)
    json = g_string_new ("[");
  status = RS_EXIT_OK;
  for (guint i = 0; i < files->len; i++)
    {
      int one = check_file (files->pdata[i], (const char *const *)folders->pdata, loops, json);

      status = MAX (status, one);
    }
  if (json != NULL)
    printf ("%s\n]\n", json->str);
  return status;
}
