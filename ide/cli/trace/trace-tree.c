/* The report of redshift-cli trace on calls: spans inside each other, and the lines that were sampled below them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/time/call-tree.h"
#include "profiler/analysis/time/lines.h"

#define LEAST_IN_TEXT 0.005 /* of the time by the clock, or of the processor time */

typedef struct {
  RsTable *table;
  gboolean is_text, has_samples;
  gint64 least, least_cpu; /* ns; what takes less of each is left out: a busy machine changes their ratio */
} Printer;

static void
print_node (const Printer *self, const RsCallNode *node, guint depth)
{
  g_autofree char *name = rs_call_node_describe (node);

  if (node->total < self->least && node->cpu < self->least_cpu)
    return;
  rs_table_add_duration (self->table, node->total);
  rs_table_add_duration (self->table, node->self);
  if (self->has_samples)
    {
      rs_table_add_duration (self->table, node->cpu);
      rs_table_add_integer (self->table, node->samples);
    }
  if (node->kind != RS_TRACE_FRAME)
    rs_table_add_count (self->table, node->count);
  else
    rs_table_add_none (self->table);
  rs_table_add_text (self->table, rs_call_node_get_kind_text (node));
  rs_table_add (self->table, "%*s%s", self->is_text ? (int)MIN (depth, 60) * 2 : 0, "",
                self->is_text ? name : node->name);
  if (*node->file != '\0')
    rs_table_add_place (self->table, node->file, node->line);
  else
    rs_table_add_text (self->table, "");
  if (!self->is_text)
    rs_table_add_integer (self->table, depth);
  for (guint i = 0; i < node->children->len; i++)
    print_node (self, node->children->pdata[i], depth + 1);
}

/* (transfer full) */
static RsTable *
make_table (const Printer *printer, RsTableFormat format)
{
  static const RsTableColumn times[]
      = { { ">time", "time_ns" }, { ">own", "own_ns" } },
      sampled[] = { { ">processor", "cpu_ns" }, { ">samples", "samples" } },
      calls[]
      = { { ">times", "count" }, { "kind", "kind" }, { "call", "call" }, { "place", "place" }, { ">depth", "depth" } };
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (RsTableColumn));

  g_array_append_vals (columns, times, G_N_ELEMENTS (times));
  if (printer->has_samples)
    g_array_append_vals (columns, sampled, G_N_ELEMENTS (sampled));
  g_array_append_vals (columns, calls, G_N_ELEMENTS (calls) - printer->is_text);
  return rs_table_new_as (format, (const RsTableColumn *)(gpointer)columns->data, columns->len);
}

int
rs_cli_trace_tree (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsCallNode) root = rs_call_tree_read (store, &options->range, RS_CALLS_BOTH, &error);
  Printer printer = { .is_text = options->format == RS_TABLE_TEXT };
  g_autoptr (RsTable) table = NULL;

  if (root == NULL)
    return rs_cli_trace_fail (error);
  printer.has_samples = root->samples > 0;
  printer.least_cpu = printer.is_text ? (gint64)MAX ((double)root->cpu * LEAST_IN_TEXT, 1) : G_MININT64;
  printer.least = printer.is_text ? (gint64)((double)root->total * LEAST_IN_TEXT) : G_MININT64;
  printer.table = table = make_table (&printer, options->format);
  for (guint i = 0; i < root->children->len; i++)
    print_node (&printer, root->children->pdata[i], 0);
  rs_table_end (table);
  if (printer.is_text && !rs_trace_check_samples (store, &error))
    {
      rs_cli_trace_say ("no lines: %s", error->message);
      g_clear_error (&error);
    }
  rs_cli_trace_warn_lost (store);
  return RS_EXIT_OK;
}
