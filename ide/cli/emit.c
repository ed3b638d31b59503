/* redshift-cli emit: what the compiler makes of a program, stage by stage.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"
#include "ide/cli/cli.h"

#include <stdio.h>

/* Diagnostics go to standard error. Returns an exit status. */
static int
tell_diagnostics (RsDiagnostics *diagnostics)
{
  rs_diagnostics_sort (diagnostics);
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      g_autofree char *text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, i));

      fputs (text, stderr);
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
  return tell_diagnostics (diagnostics);
}

static const struct {
  const char *name;
  int (*emit) (RsSource *source);
} stages[] = {
  { "ast", emit_ast },
};

int
rs_cli_emit (int argc, char **argv)
{
  const char *stage = NULL;
  const char *names[G_N_ELEMENTS (stages)];
  const RsOption options[] = {
    { 's', "stage", RS_OPTION_TEXT, &stage, "STAGE", "ast: the syntax tree" },
  };
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (RsSource) source = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, files);

  if (status >= 0)
    return status;
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    names[i] = stages[i].name;
  if (!rs_cli_check_choice ("emit: --stage", stage != NULL ? stage : "", names, G_N_ELEMENTS (names)))
    return RS_EXIT_USAGE;
  if (files->len != 1)
    {
      rs_cli_complain ("emit: name one program: redshift-cli emit --stage %s PROG.q", stage);
      return RS_EXIT_USAGE;
    }
  source = rs_cli_open_source (files->pdata[0]);
  if (source == NULL)
    return RS_EXIT_USAGE;
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    if (g_str_equal (stages[i].name, stage))
      status = stages[i].emit (source);
  return status;
}
