/* redshift-cli trace import: a trace from another tool's file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/exchange/chrome-import.h"
#include "profiler/exchange/nsys-import.h"

int
rs_cli_trace_import (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  const char *from = operands->pdata[operands->len - 1];
  g_autofree char *note = NULL;
  GError *error = NULL;

  if (options->output == NULL)
    {
      rs_cli_complain ("trace import: say where to: -o FILE.rstrace");
      return RS_EXIT_USAGE;
    }
  if (!rs_cli_may_replace ("trace import", options->output, from, rs_trace_store_is_in_file, "no trace"))
    return RS_EXIT_USAGE;
  if (rs_nsys_is_in_file (from) ? !rs_nsys_import (from, options->output, &error)
                                : !rs_chrome_import (from, options->output, &note, &error))
    {
      gboolean is_missing = g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_FOUND);

      rs_cli_trace_fail (error);
      return is_missing ? RS_EXIT_USAGE : RS_EXIT_FAILED;
    }
  if (note != NULL)
    rs_cli_complain ("%s: %s", from, note);
  return RS_EXIT_OK;
}
