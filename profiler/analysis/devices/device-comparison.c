/* The report about two devices side by side.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/device-comparison.h"

#include "profiler/analysis/reports.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define HEAD "compared"

enum { DEVICE_1, DEVICE_2, TOLERANCE, UNKEPT, N_HEAD };
enum {
  FILE_NAME,
  LINE,
  NAME,
  IN_LOOP,
  SIDE_1,
  SIDE_2 = SIDE_1 + 8,
  COMPARED = SIDE_2 + 8,
  OTHER_SIZE,
  DIFFERENCE,
  RELATIVE,
  AT,
  N_FIELDS
};
/* of a side, from SIDE_1 or SIDE_2 on */
enum { TIMES, TIME, FASTEST, LEAST, MOST, MEAN, NUMBERS, NANS };

/* --- texts --- */

/* A field of its own: nothing in it parts fields. */
static void
append_text (GString *text, const char *field)
{
  for (const char *p = field; *p != '\0'; p++)
    g_string_append_c (text, *p == '\t' ? ' ' : *p);
  g_string_append_c (text, '\t');
}

static void
append_integer (GString *text, gint64 value)
{
  g_string_append_printf (text, "%" G_GINT64_FORMAT "\t", value);
}

static void
append_number (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  append_text (text, g_ascii_dtostr (number, sizeof number, value));
}

static char *
finish (GString *text)
{
  g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

char *
rs_device_comparison_format_head (const char *const *devices, double tolerance, gint64 n_unkept)
{
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  append_text (text, devices[0]);
  append_text (text, devices[1]);
  append_text (text, g_ascii_formatd (number, sizeof number, "%.6g", tolerance));
  append_integer (text, n_unkept);
  return finish (text);
}

char *
rs_device_comparison_format (const RsComparedStatement *statement)
{
  GString *text = g_string_new (NULL);

  append_text (text, statement->file);
  append_integer (text, statement->line);
  append_text (text, statement->name);
  append_integer (text, statement->is_in_loop);
  for (guint i = 0; i < 2; i++)
    {
      const RsComparedSide *side = &statement->sides[i];

      append_integer (text, side->times);
      append_integer (text, side->time);
      append_integer (text, side->fastest);
      append_number (text, side->least);
      append_number (text, side->most);
      append_number (text, side->mean);
      append_integer (text, side->n_numbers);
      append_integer (text, side->n_nan);
    }
  append_integer (text, statement->n_compared);
  append_integer (text, statement->n_other_size);
  append_number (text, statement->difference);
  append_number (text, statement->relative);
  append_text (text, statement->at);
  return finish (text);
}

/* NULL: it is not there, or has another number of fields. (transfer full) */
static GStrv
read_fields (RsTraceStore *store, const char *name, guint n)
{
  g_autofree char *text = rs_trace_store_dup_meta (store, name);
  g_auto (GStrv) fields = text != NULL ? g_strsplit (text, "\t", (int)n + 1) : NULL;

  return fields != NULL && g_strv_length (fields) == n ? g_steal_pointer (&fields) : NULL;
}

static gint64
get_integer (char **fields, guint i)
{
  return g_ascii_strtoll (fields[i], NULL, 10);
}

static double
get_number (char **fields, guint i)
{
  return g_ascii_strtod (fields[i], NULL);
}

/* --- the report --- */

static const RsReportColumn devices_columns[] = {
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("variable"), "variable", RS_CELL_TEXT },
  { N_ ("device"), "device", RS_CELL_TEXT },
  { N_ ("verdict"), "verdict", RS_CELL_TEXT },
  { N_ ("times"), "times", RS_CELL_INTEGER },
  { N_ ("total"), "total_ns", RS_CELL_DURATION },
  { N_ ("fastest"), "fastest_ns", RS_CELL_DURATION },
  { N_ ("minimum"), "minimum", RS_CELL_REAL },
  { N_ ("maximum"), "maximum", RS_CELL_REAL },
  { N_ ("mean"), "mean", RS_CELL_REAL },
  { N_ ("NaN"), "nan", RS_CELL_INTEGER },
  { N_ ("difference"), "difference", RS_CELL_REAL },
  { N_ ("relative"), "relative", RS_CELL_REAL },
  { N_ ("where"), "where", RS_CELL_TEXT },
};

static gboolean
is_reached (char **fields, guint side)
{
  return get_integer (fields, side + TIMES) > 0;
}

/* "" where the values agree. */
static char *
judge (char **head, char **fields)
{
  const guint missing = !is_reached (fields, SIDE_2) ? DEVICE_2 : !is_reached (fields, SIDE_1) ? DEVICE_1 : G_MAXUINT;

  if (missing != G_MAXUINT)
    return g_strdup_printf (get_integer (fields, IN_LOOP) != 0 ? _ ("in a loop, not reached on %s")
                                                               : _ ("not reached on %s"),
                            head[missing]);
  if (get_integer (fields, OTHER_SIZE) > 0)
    return g_strdup (_ ("other size"));
  if (get_number (fields, RELATIVE) > get_number (head, TOLERANCE))
    return g_strdup (_ ("differs"));
  if (get_integer (fields, SIDE_1 + TIMES) != get_integer (fields, SIDE_2 + TIMES))
    return g_strdup (_ ("other number of times"));
  return g_strdup ("");
}

static void
add_side (RsReport *report, char **side)
{
  const gboolean has_numbers = get_integer (side, NUMBERS) > 0;

  rs_report_add_integer (report, get_integer (side, TIMES));
  rs_report_add_integer (report, get_integer (side, TIME));
  rs_report_add_integer (report, get_integer (side, FASTEST));
  for (guint i = LEAST; i <= MEAN; i++)
    if (has_numbers)
      rs_report_add_number (report, get_number (side, i));
    else
      rs_report_add_none (report);
  rs_report_add_integer (report, get_integer (side, NANS));
}

/* A row for each device that came there; the last one has the difference. */
static void
add_statement (RsReport *report, char **head, char **fields)
{
  const gboolean is_compared = get_integer (fields, COMPARED) > 0;

  for (guint i = 0; i < 2; i++)
    {
      const guint side = i == 0 ? SIDE_1 : SIDE_2;
      const gboolean is_last = i == 1 || !is_reached (fields, SIDE_2);
      g_autofree char *verdict = is_last ? judge (head, fields) : g_strdup ("");

      if (!is_reached (fields, side))
        continue;
      rs_report_add_place (report, fields[FILE_NAME], (guint32)get_integer (fields, LINE));
      rs_report_add_text (report, fields[NAME]);
      rs_report_add_text (report, head[i == 0 ? DEVICE_1 : DEVICE_2]);
      rs_report_add_text (report, verdict);
      add_side (report, fields + side);
      for (guint k = DIFFERENCE; k <= RELATIVE; k++)
        if (is_last && is_compared)
          rs_report_add_number (report, get_number (fields, k));
        else
          rs_report_add_none (report);
      rs_report_add_text (report, is_last ? fields[AT] : "");
    }
}

static char *
describe (char **head, guint n, guint n_marked)
{
  return g_strdup_printf (ngettext ("%u statement compared, %u beyond the tolerance of %s; first %s, then %s",
                                    "%u statements compared, %u beyond the tolerance of %s; first %s, then %s", n),
                          n, n_marked, head[TOLERANCE], head[DEVICE_1], head[DEVICE_2]);
}

static gboolean
read_devices (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_auto (GStrv) head = read_fields (store, HEAD, N_HEAD);
  guint n = 0, n_compared = 0, n_marked = 0;

  if (head == NULL)
    {
      rs_report_take_note (report, g_strdup (_ ("the trace has no comparison of devices; redshift-cli run "
                                                "--compare-devices cpu,opencl --profile TRACE PROG.q records one")));
      return TRUE;
    }
  for (;;)
    {
      g_autofree char *name = g_strdup_printf (HEAD " %u", ++n);
      g_auto (GStrv) fields = read_fields (store, name, N_FIELDS);

      if (fields == NULL)
        break;
      add_statement (report, head, fields);
      n_compared += get_integer (fields, COMPARED) > 0;
      n_marked += get_number (fields, RELATIVE) > get_number (head, TOLERANCE);
    }
  rs_report_take_head (report, describe (head, n_compared, n_marked));
  if (get_integer (head, UNKEPT) > 0)
    rs_report_take_note (report, g_strdup_printf (_ ("values of %s assignments were too many to be kept: of those only "
                                                     "minimum, maximum and mean tell a difference"),
                                                  head[UNKEPT]));
  return TRUE;
}

RS_REPORT_KIND (devices, N_ ("Two devices side by side"));
