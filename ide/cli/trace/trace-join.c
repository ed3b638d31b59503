/* redshift-cli trace join: traces of several processes as one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/traces/join.h"

/* What the traces lack. */
static int
warn_of_traces (const GPtrArray *stores)
{
  int status = RS_EXIT_OK;

  for (guint i = 0; i < stores->len; i++)
    {
      const char *path = rs_trace_store_get_path (stores->pdata[i]);
      const char *const *damage = rs_trace_store_get_damage (stores->pdata[i]);

      rs_cli_trace_warn_dropped (stores->pdata[i]);
      if (rs_trace_store_get_meta_integer (stores->pdata[i], "complete") == 0)
        rs_cli_complain ("warning: %s is not complete: it was cut off, or is still being recorded", path);
      for (; *damage != NULL; damage++, status = RS_EXIT_FAILED)
        rs_cli_complain ("%s: %s", path, *damage);
    }
  return status;
}

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
  return warn_of_traces (stores);
}
