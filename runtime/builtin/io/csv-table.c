/* Texts of numbers in rows, as spreadsheets and other programs write them.
 *
 * Which of , ; tab and blanks separates the numbers is found by reading the first lines with each of them: the one is
 * taken that makes most lines rows of several numbers. Where ; separates, the decimal sign may be a comma, the same one
 * in the whole text. Fields may stand in quotes, and hold separators and ends of lines then. Nothing between two
 * separators counts as 0, NA as NaN; everything else that does not read as a number to its last character is an error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/csv-table.h"

#include "runtime/base/error.h"

#include <math.h>
#include <string.h>

#define LINES_LOOKED_AT 20
#define LONGEST_SHOWN 40

typedef struct
{
  const char *p, *end;
  const char *line_start;
  guint line; /* from 1 */
  char separator;
} Reader;

typedef struct
{
  GString *text; /* without quotes and the blanks around it */
  const char *start, *line_start;
  guint line;         /* where it starts, from 1 */
  gboolean is_last;   /* of its line */
} Field;

/* --- fields --- */

static gboolean
is_blank (const Reader *self, char c)
{
  return c == ' ' || (c == '\t' && self->separator != '\t');
}

static gboolean
is_line_end (char c)
{
  return c == '\n' || c == '\r';
}

static void
pass_line_end (Reader *self)
{
  gboolean is_pair = self->p + 1 < self->end && self->p[0] == '\r' && self->p[1] == '\n';

  self->p += is_pair ? 2 : 1;
  self->line++;
  self->line_start = self->p;
}

static void
pass_blanks (Reader *self)
{
  while (self->p < self->end && is_blank (self, *self->p))
    self->p++;
}

/* From behind the opening quote to behind the closing one; two quotes are one that belongs to the text. */
static void
read_quoted (Reader *self, GString *text)
{
  while (self->p < self->end)
    {
      if (*self->p == '"' && (self->p + 1 == self->end || self->p[1] != '"'))
        {
          self->p++;
          return;
        }
      if (*self->p == '"')
        self->p++;
      if (is_line_end (*self->p))
        {
          pass_line_end (self);
          g_string_append_c (text, '\n');
        }
      else
        g_string_append_c (text, *self->p++);
    }
}

static void
read_field (Reader *self, Field *field)
{
  gboolean blanks_separate = self->separator == ' ';
  gsize kept = 0;

  g_string_truncate (field->text, 0);
  pass_blanks (self);
  field->start = self->p;
  field->line = self->line;
  field->line_start = self->line_start;
  if (self->p < self->end && *self->p == '"')
    {
      self->p++;
      read_quoted (self, field->text);
      kept = field->text->len;
    }
  while (self->p < self->end && !is_line_end (*self->p) && *self->p != self->separator
         && !(blanks_separate && *self->p == '\t'))
    {
      g_string_append_c (field->text, *self->p);
      if (!is_blank (self, *self->p++))
        kept = field->text->len;
    }
  g_string_truncate (field->text, kept);
  if (blanks_separate)
    pass_blanks (self);
  field->is_last = self->p == self->end || is_line_end (*self->p);
  if (!field->is_last && !blanks_separate)
    self->p++;
  else if (self->p < self->end && field->is_last)
    pass_line_end (self);
}

/* Lines of blanks alone are passed over. FALSE at the end of the text. */
static gboolean
find_line (Reader *self)
{
  while (self->p < self->end)
    {
      const char *start = self->p;

      while (self->p < self->end && (*self->p == ' ' || *self->p == '\t'))
        self->p++;
      if (self->p == self->end)
        return FALSE;
      if (!is_line_end (*self->p))
        {
          self->p = start;
          return TRUE;
        }
      pass_line_end (self);
    }
  return FALSE;
}

/* --- numbers --- */

/* decimal: the sign that the text has used so far, 0 for none; may change. */
static gboolean
read_number (const GString *text, char separator, char *decimal, double *x)
{
  const char *sign = strpbrk (text->str, separator == ';' ? ".," : ".");
  g_autofree char *copy = NULL;
  const char *number = text->str;
  char *end;

  *x = 0;
  if (text->len == 0)
    return TRUE;
  if (strlen (text->str) != text->len)
    return FALSE;
  if (g_str_equal (text->str, "NA"))
    {
      *x = (double)NAN;
      return TRUE;
    }
  if (sign != NULL)
    {
      if (*decimal != 0 && *decimal != *sign)
        return FALSE;
      if (*sign == ',')
        {
          copy = g_strdup (text->str);
          copy[sign - text->str] = '.';
          number = copy;
        }
    }
  *x = g_ascii_strtod (number, &end);
  if (*end != '\0' || g_ascii_isspace (*number))
    return FALSE;
  if (sign != NULL)
    *decimal = *sign;
  return TRUE;
}

/* --- separators --- */

/* Lines among the first that are rows of several numbers, and all that have several fields. */
static void
try_separator (Reader reader, char separator, guint *n_good, guint *n_several)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Field field = { .text = text };
  char decimal = 0;

  reader.separator = separator;
  *n_good = *n_several = 0;
  for (guint i = 0; i < LINES_LOOKED_AT && find_line (&reader); i++)
    {
      gboolean good = TRUE;
      guint n = 0;

      do
        {
          double x;

          read_field (&reader, &field);
          good = read_number (text, separator, &decimal, &x) && good;
          n++;
        }
      while (!field.is_last);
      *n_good += n > 1 && good;
      *n_several += n > 1;
    }
}

static char
find_separator (const Reader *reader)
{
  static const char candidates[] = { ';', ',', '\t', ' ' };
  char best = ',', seen = 0;
  guint most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      guint n_good, n_several;

      try_separator (*reader, candidates[i], &n_good, &n_several);
      if (n_good > most)
        {
          most = n_good;
          best = candidates[i];
        }
      if (n_several > 0 && seen == 0
          && candidates[i] != ' ') /* blanks stand in headings, dates and what else is no number */
        seen = candidates[i];
    }
  return most > 0 || seen == 0 ? best : seen;
}

/* --- tables --- */

/* The fields of a first line in which none is a number; NULL: it is a row, and the reader stands before it. */
static char **
read_headings (Reader *self, GString *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  Field field = { .text = text };
  Reader before = *self;
  gboolean any = FALSE;

  do
    {
      g_autofree char *valid = NULL;
      char decimal = 0;
      double x;

      read_field (self, &field);
      if (text->len > 0 && read_number (text, self->separator, &decimal, &x))
        {
          *self = before;
          return NULL;
        }
      any |= text->len > 0;
      valid = g_utf8_make_valid (text->str, (gssize)text->len);
      g_strv_builder_add (builder, valid);
    }
  while (!field.is_last);
  if (any)
    return g_strv_builder_end (builder);
  *self = before;
  return NULL;
}

static char *
describe_problem (const Field *field, char decimal)
{
  gsize line = strcspn (field->text->str, "\n"); /* all of it, unless there are ends of lines in quotes */
  g_autofree char *valid = g_utf8_make_valid (field->text->str, (gssize)line);
  guint column = 1 + (guint)g_utf8_strlen (field->line_start, field->start - field->line_start);
  gboolean is_long = line < field->text->len || g_utf8_strlen (valid, -1) > LONGEST_SHOWN;
  g_autofree char *shown = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), LONGEST_SHOWN));

  if (decimal == ',' && strchr (valid, '.') != NULL)
    return g_strdup_printf ("%u:%u: \"%s%s\" is no number: the decimal sign of this file is the comma", field->line,
                            column, shown, is_long ? "..." : "");
  return g_strdup_printf ("%u:%u: \"%s%s\" is no number", field->line, column, shown, is_long ? "..." : "");
}

/* A line without rows behind it, and with something that begins as a number, such as a date, was meant as a row. */
static char *
check_headings (Reader reader, GString *text)
{
  Field field = { .text = text };

  do
    {
      char *end;

      read_field (&reader, &field);
      g_ascii_strtod (text->str, &end);
      if (end > text->str && g_ascii_isdigit (end[-1]))
        return describe_problem (&field, 0);
    }
  while (!field.is_last);
  return NULL;
}

/* It ends early when the program is to stop; what it gives is dropped then. */
static char *
read_rows (Reader *self, GString *text, RsCsvTable *table)
{
  Field field = { .text = text };
  char decimal = 0;
  gint64 since = 0;

  while (find_line (self))
    {
      guint count = 0;

      do
        {
          double x;

          read_field (self, &field);
          if (!read_number (text, self->separator, &decimal, &x))
            return describe_problem (&field, decimal);
          g_array_append_val (table->numbers, x);
          count++;
          if (rs_error_set_stopped_after (&since, 1, NULL))
            return NULL;
        }
      while (!field.is_last);
      g_array_append_val (table->counts, count);
      table->columns = MAX (table->columns, count);
    }
  return NULL;
}

char *
rs_csv_read (const char *text, gsize length, gint64 skip, char separator, RsCsvTable *table)
{
  g_autoptr (GString) field = g_string_new (NULL);
  Reader reader = { .p = text, .end = text + length, .line_start = text, .line = 1 }, first;
  char *problem;

  table->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  table->counts = g_array_new (FALSE, FALSE, sizeof (guint));
  for (gint64 i = 0; i < skip && reader.p < reader.end; i++)
    {
      while (reader.p < reader.end && !is_line_end (*reader.p))
        reader.p++;
      if (reader.p < reader.end)
        pass_line_end (&reader);
    }
  reader.separator = separator != 0 ? separator : find_separator (&reader);
  if (skip < 0 && find_line (&reader))
    {
      first = reader;
      table->headings = read_headings (&reader, field);
    }
  problem = read_rows (&reader, field, table);
  if (problem == NULL && table->headings != NULL && table->counts->len == 0)
    problem = check_headings (first, field);
  return problem;
}

void
rs_csv_table_clear (RsCsvTable *table)
{
  g_clear_pointer (&table->numbers, g_array_unref);
  g_clear_pointer (&table->counts, g_array_unref);
  g_clear_pointer (&table->headings, g_strfreev);
}
