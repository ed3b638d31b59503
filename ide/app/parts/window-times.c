/* What lines took in the last profile, beside the texts: read from its trace, shown in the pages of its files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/editor/margin/line-times.h"
#include "ide/editor/margin/squiggles.h"
#include "ide/editor/text/program-lines.h"

#include "profiler/analysis/time/line-times.h"
#include "profiler/analysis/time/loops.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* By file, as the compiler calls it: (element-type RsLineTime). */
static GHashTable *
new_times (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
}

static void
append_sentence (GString *text, char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", sentence);
  g_free (sentence);
}

/* (transfer full) */
static char *
describe_occupancy (const RsOccupancyRow *row)
{
  g_autofree char *limits = rs_occupancy_describe_limits (row->occupancy.limits);
  const guint registers = row->shape.registers;

  if (row->occupancy.blocks == 0)
    return g_strdup_printf (g_dngettext (NULL, "on the GPU: %u register a work item",
                                         "on the GPU: %u registers a work item", registers),
                            registers);
  return g_strdup_printf (g_dngettext (NULL, "on the GPU: %u register a work item, occupancy %.0f %%, limited by %s",
                                       "on the GPU: %u registers a work item, occupancy %.0f %%, limited by %s",
                                       registers),
                          registers, 100 * row->occupancy.share, limits);
}

/* (transfer full) */
static char *
describe_samples (const RsLineTimeRow *row)
{
  g_autofree char *sampled = rs_format_duration (row->sampled);

  return g_strdup_printf (_ ("the line itself: %.0f %% of the processor time, %s"), MAX (1, 100 * row->share), sampled);
}

/* How long what stands there took; of a line inside of a kernel or loop its share of the processor's time.
 * (transfer full) */
static char *
make_label (const RsLineTimeRow *row)
{
  return row->elapsed > 0 ? rs_format_duration (row->elapsed) : g_strdup_printf ("%.0f %%", MAX (1, 100 * row->share));
}

static char *
describe (const RsLineTimeRow *row, const RsPeaks *peaks)
{
  GString *text = g_string_new (NULL);
  g_autofree char *total = rs_format_duration (row->total), *builtin = rs_format_duration (row->builtin_total);

  if (row->total > 0 && row->is_loop)
    append_sentence (text, g_strdup_printf (g_dngettext (NULL, "took %s by the clock in %" PRId64 " run",
                                                         "took %s by the clock in %" PRId64 " runs", (gulong)row->runs),
                                            total, row->runs));
  else if (row->total > 0)
    append_sentence (text, g_strdup_printf (g_dngettext (NULL, "took %s in %" PRId64 " run",
                                                         "took %s in %" PRId64 " runs", (gulong)row->runs),
                                            total, row->runs));
  if (row->builtin_total > 0)
    append_sentence (text,
                     g_strdup_printf (g_dngettext (NULL, "built-in functions: %s in %" PRId64 " call",
                                                   "built-in functions: %s in %" PRId64 " calls", (gulong)row->calls),
                                      builtin, row->calls));
  if (row->share > 0)
    append_sentence (text, describe_samples (row));
  if (row->has_roofline && row->roofline.roof == RS_ROOF_ARITHMETIC)
    append_sentence (text, g_strdup_printf (_ ("limited by arithmetic, %.0f %% of what this machine can do"),
                                            100 * row->roofline.share));
  else if (row->has_roofline)
    {
      g_autofree char *level = rs_roofline_describe_level (peaks, row->roofline.level);

      append_sentence (text, g_strdup_printf (_ ("limited by %s, %.0f %% of what this machine can do"), level,
                                              100 * row->roofline.share));
    }
  if (row->has_occupancy)
    append_sentence (text, describe_occupancy (&row->occupancy));
  return g_string_free (text, FALSE);
}

static GHashTable *
make_times (const GArray *rows, const RsPeaks *peaks)
{
  GHashTable *times = new_times ();

  for (guint i = 0; i < rows->len; i++)
    {
      const RsLineTimeRow *row = &g_array_index (rows, RsLineTimeRow, i);
      GArray *of_file = g_hash_table_lookup (times, row->file);
      RsLineTime time = { row->line, make_label (row), describe (row, peaks) };

      if (of_file == NULL)
        {
          of_file = g_array_new (FALSE, FALSE, sizeof (RsLineTime));
          g_array_set_clear_func (of_file, (GDestroyNotify)rs_line_time_clear);
          g_hash_table_insert (times, g_strdup (row->file), of_file);
        }
      g_array_append_val (of_file, time);
    }
  return times;
}

/* (transfer full) */
static RsLoopDecision *
make_decision (const RsLoopRow *row)
{
  static const RsLoopOutcomeKind kinds[] = {
    [RS_DECISION_INTERPRETED] = RS_LOOP_IS_INTERPRETED, [RS_DECISION_SERIAL] = RS_LOOP_IS_SERIAL,
    [RS_DECISION_PARALLEL] = RS_LOOP_IS_PARALLEL,       [RS_DECISION_REDUCTION] = RS_LOOP_IS_REDUCTION,
    [RS_DECISION_PREFIX] = RS_LOOP_IS_PREFIX,           [RS_DECISION_PARTLY] = RS_LOOP_IS_PARTLY,
  };
  const gboolean is_known = row->kind >= 0 && row->kind < (gint64)G_N_ELEMENTS (kinds);

  return rs_loop_decision_new (is_known ? kinds[row->kind] : RS_LOOP_IS_OPEN, row->decision);
}

/* What the run made of loops, kernels and expressions: file -> line -> RsLoopDecision. Of a place with several
 * decisions, which has a row for each, that by which it ran longest. */
static GHashTable *
make_decisions (const GArray *rows)
{
  GHashTable *decisions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
  g_autoptr (GHashTable) longest = g_hash_table_new (NULL, NULL); /* RsLoopDecision -> RsLoopRow (borrowed) */

  for (guint i = 0; i < rows->len; i++)
    {
      const RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);
      GHashTable *of_file = g_hash_table_lookup (decisions, row->file);
      RsLoopDecision *decision;
      const RsLoopRow *other;

      if (*row->decision == '\0' || row->runs == 0)
        continue;
      if (of_file == NULL)
        {
          of_file = g_hash_table_new_full (NULL, NULL, NULL, rs_loop_decision_free);
          g_hash_table_insert (decisions, g_strdup (row->file), of_file);
        }
      decision = g_hash_table_lookup (of_file, GUINT_TO_POINTER (row->line));
      other = decision != NULL ? g_hash_table_lookup (longest, decision) : NULL;
      if (other != NULL && other->total >= row->total)
        continue;
      if (decision != NULL)
        g_hash_table_remove (longest, decision);
      decision = make_decision (row);
      g_hash_table_insert (longest, decision, (gpointer)row);
      g_hash_table_insert (of_file, GUINT_TO_POINTER (row->line), decision);
    }
  return decisions;
}

/* The answer of a job. */
typedef struct {
  GHashTable *times, *decisions; /* owned */
} Answer;

static gpointer
read_times (RsTraceStore *store, gpointer data, GError **error)
{
  RsPeaks peaks;
  g_autoptr (GArray) rows = rs_line_times_read (store, &peaks, error);
  g_autoptr (GArray) loops = rows != NULL ? rs_loop_table_read (store, error) : NULL;
  Answer *answer;

  if (loops == NULL)
    return NULL;
  answer = g_new (Answer, 1);
  *answer = (Answer){ make_times (rows, &peaks), make_decisions (loops) };
  return answer;
}

static void
show_times (RsWindow *self, RsDocument *document)
{
  rs_line_times_set (GTK_SOURCE_BUFFER (document),
                     self->times != NULL ? g_hash_table_lookup (self->times, rs_document_get_name (document)) : NULL);
}

static void
on_opened (RsWindow *self, gboolean is_read, RsDocument *document)
{
  show_times (self, document);
  rs_window_update_current (self);
}

/* Lines that were deleted are there again, without the marks that their times had. */
static void
on_undone (RsWindow *self, RsDocument *document)
{
  if (self->times == NULL)
    return;
  show_times (self, document);
  rs_window_update_current (self);
}

void
rs_window_watch_times (RsWindow *self, RsEditorPage *page)
{
  RsDocument *document = rs_editor_page_get_document (page);

  g_signal_connect_object (document, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "undo", G_CALLBACK (on_undone), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (document, "redo", G_CALLBACK (on_undone), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsWindow *self = data;
  g_autofree Answer *answer = result;

  self->times_job = NULL;
  if (answer == NULL) /* the trace's own tab tells why */
    return;
  g_clear_pointer (&self->times, g_hash_table_unref);
  self->times = answer->times;
  for (guint i = 0; self->pages != NULL && i < self->pages->len; i++) /* NULL: the window was closed */
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);

      rs_profile_lines_show (GTK_TEXT_BUFFER (document));
      rs_decided_lines_show (GTK_TEXT_BUFFER (document), TRUE);
      show_times (self, document);
      rs_editor_page_set_decisions (page, g_hash_table_lookup (answer->decisions, rs_document_get_name (document)));
    }
  g_hash_table_unref (answer->decisions);
  if (self->pages != NULL)
    rs_window_update_current (self);
}

void
rs_window_read_times (RsWindow *self, const char *path)
{
  if (self->times_job != NULL)
    rs_trace_job_cancel (self->times_job);
  self->times_job = rs_trace_job_start (path, read_times, on_read, g_object_ref (self), g_object_unref);
}
