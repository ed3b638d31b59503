/* emit --stage bytecode: the instructions of the virtual machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/bytecode.h"
#include "ide/cli/cli.h"
#include "ide/cli/emit/emit.h"

#include <stdio.h>

/* Imported modules are lowered first, as in a run, because the main one refers to their functions by register. */
int
rs_emit_bytecode (const RsProgram *program, const RsEmitOptions *options)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < program->modules->len; i++)
    {
      gboolean is_main = i + 1 == program->modules->len;
      RsLowerOptions lower = {
        .program = program,
        .module_index = i,
        .functions = functions,
        .precision = options->precision,
        .compiles = TRUE,
        .offer_loops = TRUE,
        .offer_expressions = TRUE,
        .joins = TRUE,
        .is_main = is_main,
      };
      g_autoptr (RsBytecode) bytecode = rs_bytecode_new (program->modules->pdata[i], &lower, diagnostics);
      g_autofree char *text = is_main ? rs_proto_dump (bytecode->root) : NULL;

      if (is_main)
        fputs (text, stdout);
    }
  return rs_emit_tell_diagnostics (diagnostics);
}
