/* Tables of typed cells.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/report.h"

#include "profiler/analysis/reports.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsReport {
  const RsReportKind *kind;
  GArray *cells; /* of RsReportCell, row by row */
  GStringChunk *texts;
  char *head, *note; /* NULL: none */
};

static const RsReportKind *const kinds[] = {
#define RS_REPORT(name) &rs_report_##name,
#include "profiler/analysis/reports.def"
#undef RS_REPORT
};

const RsReportKind *
rs_report_kind_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i]->id, id) == 0)
      return kinds[i];
  return NULL;
}

RsReport *
rs_report_read (const RsReportKind *kind, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsReport) self = g_new0 (RsReport, 1);

  self->kind = kind;
  self->cells = g_array_new (FALSE, TRUE, sizeof (RsReportCell));
  self->texts = g_string_chunk_new (4096);
  if (!kind->read (store, range, self, error))
    return NULL;
  g_assert (self->cells->len % kind->n_columns == 0);
  return g_steal_pointer (&self);
}

void
rs_report_free (RsReport *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cells);
  g_string_chunk_free (self->texts);
  g_free (self->head);
  g_free (self->note);
  g_free (self);
}

const RsReportKind *
rs_report_get_kind (const RsReport *self)
{
  return self->kind;
}

guint
rs_report_count_rows (const RsReport *self)
{
  return self->cells->len / self->kind->n_columns;
}

const RsReportCell *
rs_report_get_cell (const RsReport *self, guint row, guint column)
{
  g_assert (column < self->kind->n_columns && row < rs_report_count_rows (self));
  return &g_array_index (self->cells, RsReportCell, row * self->kind->n_columns + column);
}

gboolean
rs_report_has_column (const RsReport *self, guint column)
{
  gboolean is_known = !self->kind->columns[column].is_optional;

  g_assert (column < self->kind->n_columns);
  for (guint row = 0; !is_known && row < rs_report_count_rows (self); row++)
    is_known = rs_report_get_cell (self, row, column)->is_known;
  return is_known;
}

const char *
rs_report_get_head (const RsReport *self)
{
  return self->head;
}

const char *
rs_report_get_note (const RsReport *self)
{
  return self->note;
}

/* Of the rows that know the column. (transfer full) */
static char *
format_sum (const RsReport *self, guint column)
{
  const RsCellKind kind = self->kind->columns[column].kind;
  gint64 sum = 0;
  double share = 0;

  for (guint row = 0; row < rs_report_count_rows (self); row++)
    {
      const RsReportCell *cell = rs_report_get_cell (self, row, column);

      sum = rs_trace_add (sum, cell->is_known ? cell->integer : 0);
      share += cell->is_known ? cell->number : 0;
    }
  return kind == RS_CELL_DURATION ? rs_format_duration (sum)
         : kind == RS_CELL_BYTES  ? rs_format_bytes (sum)
         : kind == RS_CELL_SHARE  ? g_strdup_printf ("%.1f %%", 100 * share)
                                  : rs_format_count (sum);
}

char *
rs_report_describe_sums (const RsReport *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *rows = rs_format_count (rs_report_count_rows (self));

  for (guint i = 0; rs_report_count_rows (self) > 1 && i < self->kind->n_columns; i++)
    {
      g_autofree char *sum = NULL;

      if (!self->kind->columns[i].is_summed || !rs_report_has_column (self, i))
        continue;
      sum = format_sum (self, i);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", _ (self->kind->columns[i].title), sum);
    }
  return text->len > 0 ? g_strdup_printf (_ ("sum of %s: %s"), rows, text->str) : NULL;
}

/* --- filling --- */

static void
add (RsReport *self, RsReportCell cell)
{
  cell.is_known = TRUE;
  g_array_append_val (self->cells, cell);
}

static RsCellKind
get_next_kind (RsReport *self)
{
  return self->kind->columns[self->cells->len % self->kind->n_columns].kind;
}

void
rs_report_add_text (RsReport *self, const char *text)
{
  g_assert (get_next_kind (self) == RS_CELL_TEXT);
  add (self, (RsReportCell){ .text = g_string_chunk_insert_const (self->texts, text) });
}

void
rs_report_add_place (RsReport *self, const char *file, guint32 line)
{
  g_assert (get_next_kind (self) == RS_CELL_PLACE);
  add (self, (RsReportCell){ .text = g_string_chunk_insert_const (self->texts, file), .line = line });
}

void
rs_report_add_integer (RsReport *self, gint64 value)
{
  g_assert (get_next_kind (self) >= RS_CELL_INTEGER && get_next_kind (self) <= RS_CELL_BYTES);
  add (self, (RsReportCell){ .integer = value, .number = (double)value });
}

void
rs_report_add_number (RsReport *self, double value)
{
  g_assert (get_next_kind (self) >= RS_CELL_SHARE);
  add (self, (RsReportCell){ .number = value });
}

void
rs_report_add_none (RsReport *self)
{
  RsReportCell cell = { .text = "" };

  g_array_append_val (self->cells, cell);
}

void
rs_report_take_head (RsReport *self, char *text)
{
  g_free (self->head);
  self->head = text;
}

void
rs_report_take_note (RsReport *self, char *text)
{
  g_free (self->note);
  self->note = text;
}
