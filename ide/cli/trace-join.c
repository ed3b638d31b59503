/* redshift-cli trace join: traces of several processes as one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/join.h"

int
rs_cli_trace_join (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_trace_store_close);
  GError *error = NULL;

  if (options->output == NULL)
    {
      rs_cli_complain ("trace join: say where to: -o FILE");
      return RS_EXIT_USAGE;
    }
  for (guint i = 1; i < operands->len; i++)
    {
      RsTraceStore *opened = rs_trace_store_open (operands->pdata[i], &error);

      if (opened == NULL)
        {
          rs_cli_trace_fail (error);
          return RS_EXIT_USAGE;
        }
      g_ptr_array_add (stores, opened);
    }
  if (!rs_trace_join ((RsTraceStore *const *)stores->pdata, stores->len, options->output, NULL, &error))
    return rs_cli_trace_fail (error);
  for (guint i = 0; i < stores->len; i++)
    rs_cli_trace_warn_dropped (stores->pdata[i]);
  return RS_EXIT_OK;
}
