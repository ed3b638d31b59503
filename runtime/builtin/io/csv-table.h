/* Texts of numbers in rows: csv-table.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct
{
  GArray *numbers; /* of double, row after row */
  GArray *counts;  /* of guint: numbers in each row */
  guint columns;   /* in the longest one */
  char **headings; /* NULL: none */
} RsCsvTable;

/* Reads text[0..length-1], which may hold anything, into an empty table. skip: lines at the beginning that are passed
 * over; negative: a first line without numbers gives the headings. separator: ',', ';', '\t', ' ' (any number of blanks
 * and tabs) or another character; 0: found in the first lines. NULL, or what is wrong: "2:3: ..." with line and column
 * (transfer full). */
char *
rs_csv_read (const char *text, gsize length, gint64 skip, char separator, RsCsvTable *table);

void
rs_csv_table_clear (RsCsvTable *table);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsCsvTable, rs_csv_table_clear)
