/* Tables on standard output.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/common/table.h"

#include "profiler/analysis/time/summary.h"
#include "profiler/exchange/json.h"
#include "profiler/store/store.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MEASURED_ROWS 1000u /* whose cells give the widths */
#define WIDEST 200          /* characters of a cell */
#define USUAL_WIDTH 80      /* of a terminal that does not say it */
#define MOST_KEYS 3         /* columns that name a row */

struct _RsTable {
  RsTableFormat format;
  gboolean terminal;
  gboolean in_bands;
  guint n_columns, column; /* column: of the next cell */
  guint64 n_rows;          /* complete ones */
  RsTableColumn *columns;  /* [n_columns], owned texts */
  gboolean *right;         /* [n_columns] */
  glong *widths;           /* [n_columns], characters */
  GPtrArray *cells;        /* of char *: rows that wait for the widths; NULL: these are known */
};

RsTable *
rs_table_new_as (RsTableFormat format, const RsTableColumn *columns, guint n)
{
  RsTable *self = g_new0 (RsTable, 1);

  self->format = format;
  self->terminal = isatty (STDOUT_FILENO);
  self->n_columns = n;
  self->columns = g_new0 (RsTableColumn, n);
  self->right = g_new0 (gboolean, n);
  self->widths = g_new0 (glong, n);
  for (guint i = 0; i < n; i++)
    {
      self->right[i] = columns[i].title[0] == '>';
      self->columns[i].title = rs_trace_make_printable (columns[i].title + (self->right[i] ? 1 : 0));
      self->columns[i].key = g_strdup (columns[i].key);
      self->widths[i] = g_utf8_strlen (self->columns[i].title, -1);
    }
  if (format == RS_TABLE_TEXT)
    self->cells = g_ptr_array_new_with_free_func (g_free);
  return self;
}

RsTable *
rs_table_new (const char *const *titles, guint n)
{
  g_autofree RsTableColumn *columns = g_new0 (RsTableColumn, n);

  for (guint i = 0; i < n; i++)
    columns[i] = (RsTableColumn){ titles[i], titles[i] };
  return rs_table_new_as (RS_TABLE_TEXT, columns, n);
}

void
rs_table_free (RsTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_free ((char *)self->columns[i].title);
      g_free ((char *)self->columns[i].key);
    }
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_free (self->columns);
  g_free (self->right);
  g_free (self->widths);
  g_free (self);
}

/* --- aligned --- */

static void
print_text_cell (const RsTable *self, guint column, const char *text, gboolean is_last)
{
  int padding = (int)MAX (self->widths[column] - g_utf8_strlen (text, -1), 0);

  if (column > 0)
    fputs ("  ", stdout);
  if (self->right[column])
    printf ("%*s%s", padding, "", text);
  else if (!is_last)
    printf ("%s%*s", text, padding, "");
  else
    fputs (text, stdout);
  if (is_last)
    putchar ('\n');
}

/* Columns of a table: the keys, which are its first ones, and those of [from, to). */
typedef struct {
  guint n_keys, from, to;
} Band;

static void
print_band (const RsTable *self, Band band)
{
  for (guint row = 0; row <= self->cells->len / self->n_columns; row++)
    for (guint i = 0; i < band.to; i++)
      if (i < band.n_keys || i >= band.from)
        print_text_cell (self, i,
                         row == 0 ? self->columns[i].title : self->cells->pdata[(row - 1) * self->n_columns + i],
                         i + 1 == band.to);
}

static glong
get_terminal_width (void)
{
  struct winsize size;

  if (!isatty (fileno (stdout)))
    return G_MAXLONG;
  return ioctl (fileno (stdout), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_WIDTH;
}

/* Texts at the left name a row, as long as they leave half of the width to the rest. *used: characters. */
static guint
count_keys (const RsTable *self, glong width, glong *used)
{
  guint n = 0;

  for (*used = 0; n < MIN (MOST_KEYS, self->n_columns - 1) && !self->right[n]; n++)
    {
      if (*used + self->widths[n] + 2 > width / 2)
        break;
      *used += self->widths[n] + 2;
    }
  return n;
}

static void
print_bands (const RsTable *self, glong width)
{
  glong keys, used;
  guint n_keys = count_keys (self, width, &keys);

  for (guint from = n_keys, to; from < self->n_columns; from = to)
    {
      used = keys + self->widths[from];
      for (to = from + 1; to < self->n_columns && used + 2 + self->widths[to] <= width; to++)
        used += 2 + self->widths[to];
      if (from > n_keys)
        putchar ('\n');
      print_band (self, (Band){ n_keys, from, to });
    }
}

static void
print_measured (RsTable *self)
{
  const glong width = get_terminal_width ();
  glong whole = 2 * (glong)(self->n_columns - 1);

  for (guint i = 0; i < self->n_columns; i++)
    whole += self->widths[i];
  if (self->in_bands && whole > width && self->n_rows < MEASURED_ROWS)
    print_bands (self, width);
  else
    print_band (self, (Band){ 0, 0, self->n_columns });
  g_clear_pointer (&self->cells, g_ptr_array_unref);
}

void
rs_table_set_in_bands (RsTable *self)
{
  self->in_bands = TRUE;
}

static void
add_text_cell (RsTable *self, const char *text)
{
  g_autofree char *all = rs_trace_make_printable (text);
  gboolean fits = g_utf8_strlen (all, -1) <= WIDEST;
  g_autofree char *beginning = g_utf8_substring (all, 0, fits ? 0 : WIDEST - 1);
  g_autofree char *cell = fits ? g_steal_pointer (&all) : g_strconcat (beginning, "\342\200\246", NULL);

  if (self->cells == NULL)
    {
      print_text_cell (self, self->column, cell, self->column + 1 == self->n_columns);
      return;
    }
  self->widths[self->column] = MAX (self->widths[self->column], g_utf8_strlen (cell, -1));
  g_ptr_array_add (self->cells, g_steal_pointer (&cell));
}

/* --- for programs --- */

static void
print_csv (const RsTable *self, guint column, const char *text)
{
  g_autofree char *printable = self->terminal ? rs_trace_make_printable (text) : g_utf8_make_valid (text, -1);

  if (column > 0)
    putchar (',');
  if (strpbrk (printable, "\",\r\n") == NULL)
    fputs (printable, stdout);
  else
    {
      putchar ('"');
      for (const char *at = printable; *at != '\0'; at++)
        {
          if (*at == '"')
            putchar ('"');
          putchar (*at);
        }
      putchar ('"');
    }
  if (column + 1 == self->n_columns)
    putchar ('\n');
}

static void
print_csv_titles (const RsTable *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    print_csv (self, i, self->columns[i].key);
}

static void
print_json (const RsTable *self, const char *text, gboolean number)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (self->column == 0)
    g_string_append (json, self->n_rows == 0 ? "[\n{" : ",\n{");
  else
    g_string_append (json, ", ");
  rs_json_append_string (json, self->columns[self->column].key);
  g_string_append (json, ": ");
  if (text == NULL)
    g_string_append (json, "null");
  else if (number)
    g_string_append (json, text);
  else
    {
      g_autofree char *printable = self->terminal ? rs_trace_make_printable (text) : g_strdup (text);

      rs_json_append_string (json, printable);
    }
  if (self->column + 1 == self->n_columns)
    g_string_append_c (json, '}');
  fputs (json->str, stdout);
}

static void
print_html (const RsTable *self, guint column, const char *text, const char *tag)
{
  g_autofree char *printable = rs_trace_make_printable (text), *escaped = g_markup_escape_text (printable, -1);

  printf ("%s<%s%s>%s</%s>%s", column == 0 ? "<tr>" : "", tag, self->right[column] ? " class=\"number\"" : "", escaped,
          tag, column + 1 == self->n_columns ? "</tr>\n" : "");
}

static void
print_html_titles (const RsTable *self)
{
  puts ("<table>");
  for (guint i = 0; i < self->n_columns; i++)
    print_html (self, i, self->columns[i].title, "th");
}

/* A cell; raw: as programs want it, NULL: nothing. */
static void
add_cell (RsTable *self, const char *text, const char *raw, gboolean number)
{
  switch (self->format)
    {
    case RS_TABLE_TEXT:
      add_text_cell (self, text);
      break;
    case RS_TABLE_CSV:
      if (self->n_rows == 0 && self->column == 0)
        print_csv_titles (self);
      print_csv (self, self->column, raw != NULL ? raw : "");
      break;
    case RS_TABLE_JSON:
      print_json (self, raw, number);
      break;
    case RS_TABLE_HTML:
      if (self->n_rows == 0 && self->column == 0)
        print_html_titles (self);
      print_html (self, self->column, text, "td");
      break;
    }
  if (++self->column < self->n_columns)
    return;
  self->column = 0;
  self->n_rows++;
  if (self->cells != NULL && self->n_rows == MEASURED_ROWS)
    print_measured (self);
}

void
rs_table_end (RsTable *self)
{
  if (self->cells != NULL)
    print_measured (self);
  else if (self->format == RS_TABLE_CSV && self->n_rows == 0)
    print_csv_titles (self);
  else if (self->format == RS_TABLE_JSON)
    puts (self->n_rows == 0 ? "[]" : "\n]");
  else if (self->format == RS_TABLE_HTML)
    puts (self->n_rows == 0 ? "<p>none</p>" : "</table>");
}

/* --- cells --- */

void
rs_table_add_text (RsTable *self, const char *text)
{
  add_cell (self, text, text, FALSE);
}

void
rs_table_add (RsTable *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_table_add_text (self, text);
}

void
rs_table_add_value (RsTable *self, const char *text, gboolean is_number)
{
  add_cell (self, text != NULL ? text : "", text, is_number && isfinite (g_ascii_strtod (text, NULL)));
}

void
rs_table_add_integer (RsTable *self, gint64 value)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value);
  add_cell (self, text, text, TRUE);
}

static void
add_formatted (RsTable *self, char *text, gint64 value)
{
  char raw[32];

  g_snprintf (raw, sizeof raw, "%" G_GINT64_FORMAT, value);
  add_cell (self, text, raw, TRUE);
  g_free (text);
}

void
rs_table_add_count (RsTable *self, gint64 value)
{
  add_formatted (self, rs_format_count (value), value);
}

void
rs_table_add_duration (RsTable *self, gint64 ns)
{
  add_formatted (self, rs_format_duration (ns), ns);
}

void
rs_table_add_time (RsTable *self, gint64 ns)
{
  add_formatted (self, rs_format_time (ns), ns);
}

void
rs_table_add_bytes (RsTable *self, gint64 bytes)
{
  add_formatted (self, rs_format_bytes (bytes), bytes);
}

void
rs_table_add_share (RsTable *self, double value)
{
  char text[32], raw[32];

  g_snprintf (text, sizeof text, "%.1f %%", 100 * value);
  g_ascii_formatd (raw, sizeof raw, "%.6f", value);
  add_cell (self, text, raw, TRUE);
}

void
rs_table_add_number (RsTable *self, double value, guint digits)
{
  char text[64], format[16];

  g_snprintf (format, sizeof format, "%%.%uf", MIN (digits, 15));
  g_ascii_formatd (text, sizeof text, format, value);
  add_cell (self, text, text, isfinite (value) != 0);
}

void
rs_table_add_real (RsTable *self, double value)
{
  char text[64], raw[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.6g", value);
  add_cell (self, text, g_ascii_dtostr (raw, sizeof raw, value), isfinite (value) != 0);
}

void
rs_table_add_none (RsTable *self)
{
  add_cell (self, "-", NULL, FALSE);
}

void
rs_table_add_place (RsTable *self, const char *file, guint line)
{
  g_autofree char *name = *file != '\0' ? g_path_get_basename (file) : NULL;
  g_autofree char *text = name != NULL ? g_strdup_printf ("%s:%u", name, line) : g_strdup ("");
  g_autofree char *raw = name != NULL ? g_strdup_printf ("%s:%u", file, line) : g_strdup ("");

  add_cell (self, text, raw, FALSE);
}
