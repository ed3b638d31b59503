/* Tables on a terminal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct _RsTable {
  guint n_columns;
  gboolean *right; /* [n_columns] */
  glong *widths;   /* [n_columns], characters */
  GPtrArray *cells; /* of char *; the first row are the titles */
};

static void
add_cell (RsTable *self, char *text)
{
  guint column = self->cells->len % self->n_columns;

  /* A line each, whatever a name holds. */
  g_strdelimit (text, "\r\n\t", ' ');
  g_ptr_array_add (self->cells, text);
  self->widths[column] = MAX (self->widths[column], g_utf8_strlen (text, -1));
}

RsTable *
rs_table_new (const char *const *titles, guint n)
{
  RsTable *self = g_new0 (RsTable, 1);

  self->n_columns = n;
  self->right = g_new0 (gboolean, n);
  self->widths = g_new0 (glong, n);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      self->right[i] = titles[i][0] == '>';
      add_cell (self, g_strdup (titles[i] + (self->right[i] ? 1 : 0)));
    }
  return self;
}

void
rs_table_free (RsTable *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->cells);
  g_free (self->right);
  g_free (self->widths);
  g_free (self);
}

void
rs_table_add (RsTable *self, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  add_cell (self, g_utf8_make_valid (text, -1));
}

static void
print_text_cell (const RsTable *self, guint column, const char *text)
{
  int padding = (int)(self->widths[column] - g_utf8_strlen (text, -1));

  if (column > 0)
    fputs ("  ", stdout);
  if (self->right[column])
    printf ("%*s%s", padding, "", text);
  else if (column + 1 < self->n_columns)
    printf ("%s%*s", text, padding, "");
  else
    fputs (text, stdout);
}

static void
print_csv_cell (guint column, const char *text)
{
  if (column > 0)
    putchar (',');
  if (strpbrk (text, "\",\n") == NULL)
    {
      fputs (text, stdout);
      return;
    }
  putchar ('"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        putchar ('"');
      putchar (*text);
    }
  putchar ('"');
}

void
rs_table_print (const RsTable *self, gboolean csv)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      guint column = i % self->n_columns;

      if (csv)
        print_csv_cell (column, self->cells->pdata[i]);
      else
        print_text_cell (self, column, self->cells->pdata[i]);
      if (column + 1 == self->n_columns)
        putchar ('\n');
    }
}
