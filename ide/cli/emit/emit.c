/* redshift-cli emit: what the compiler makes of a program, stage by stage.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/emit/emit.h"

#include "compiler/kernel/ir/changes.h"
#include "ide/cli/cli.h"

#include <stdio.h>

static const struct {
  const char *name;
  int (*emit) (const RsProgram *program, const RsEmitOptions *options); /* NULL: the tree, which needs no program */
  gboolean takes_errors;                                                /* printed for programs with errors too */
} stages[] = {
#define RS_EMIT_STAGE(name, function, takes_errors) { name, function, takes_errors },
#include "ide/cli/emit/emit-stages.def"
#undef RS_EMIT_STAGE
};

int
rs_emit_tell_diagnostics (RsDiagnostics *diagnostics)
{
  rs_diagnostics_sort (diagnostics);
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      g_autofree char *text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, i));

      rs_cli_write_message (text, NULL);
    }
  return rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0 ? RS_EXIT_USAGE : RS_EXIT_OK;
}

/* The tree is printed after errors too: it shows how the text was understood. */
static int
emit_ast (RsSource *source)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *text = rs_ast_dump (module);

  fputs (text, stdout);
  return rs_emit_tell_diagnostics (diagnostics);
}

static int
emit_stage (const char *stage, RsSource *source, const RsEmitOptions *options)
{
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  g_autoptr (RsProgram) program = NULL;
  RsCompileOptions compile = { .search_path = options->search_path, .precision = options->precision };
  guint i = 0;
  int status, printed;

  while (!g_str_equal (stages[i].name, stage))
    i++;
  if (stages[i].emit == NULL)
    return emit_ast (source);
  compile.reductions.display = g_str_equal (stage, "typed");
  diagnostics = rs_diagnostics_new ();
  program = rs_program_compile (source, &compile, diagnostics);
  status = rs_emit_tell_diagnostics (diagnostics);
  if (status != RS_EXIT_OK && !stages[i].takes_errors)
    return status;
  printed = stages[i].emit (program, options);
  return MAX (status, printed);
}

int
rs_cli_emit (int argc, char **argv)
{
  const char *stage = "", *after = NULL, *without = "";
  gboolean is_double = FALSE, lists_passes = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new (), folders = g_ptr_array_new ();
  const RsOption options[] = {
    { "stage", &stage },         { "after", &after },      { "without", &without },
    { "passes", &lists_passes }, { "double", &is_double }, { "include", folders },
  };
  g_autoptr (RsSource) source = NULL;
  RsEmitOptions emit = { .precision = RS_PRECISION_SINGLE };
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, files);

  if (status >= 0)
    return status;
  if (*stage == '\0')
    {
      rs_cli_complain ("emit: say what to print; --stage takes one of those that redshift-cli emit --help lists");
      return RS_EXIT_USAGE;
    }
  if (!rs_passes_parse (without, &emit.passes_off, &error))
    {
      rs_cli_complain ("emit: --without: %s", error->message);
      return RS_EXIT_USAGE;
    }
  if (files->len != 1)
    {
      rs_cli_complain ("emit: name one program: redshift-cli emit --stage %s PROG.q", stage);
      return RS_EXIT_USAGE;
    }
  source = rs_cli_open_source (files->pdata[0]);
  if (source == NULL)
    return RS_EXIT_USAGE;
  g_ptr_array_add (folders, NULL);
  emit.after = after;
  emit.lists_passes = lists_passes;
  emit.precision = is_double ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
  emit.search_path = (const char *const *)folders->pdata;
  return emit_stage (stage, source, &emit);
}
