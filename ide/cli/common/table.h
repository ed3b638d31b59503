/* Tables on standard output: aligned columns for people, CSV and JSON for programs, HTML for pages.
 *
 * Rows are printed as they come; aligned columns take their widths from the first rows. On a terminal no text of a
 * file's is shown raw: control characters are replaced.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum { RS_TABLE_TEXT, RS_TABLE_CSV, RS_TABLE_JSON, RS_TABLE_HTML } RsTableFormat;

typedef struct {
  const char *title; /* for people; a '>' at its begin: aligned to the right */
  const char *key;   /* for programs: "total_ns" */
} RsTableColumn;

typedef struct _RsTable RsTable;

/* Text; titles: [n], see RsTableColumn.title. */
RsTable *rs_table_new (const char *const *titles, guint n);
/* columns: [n]; copied. */
RsTable *rs_table_new_as (RsTableFormat format, const RsTableColumn *columns, guint n);
/* Before the first cell: where the terminal is narrower than the rows, columns that do not fit stand below, each group
 * of them behind the first columns again. Longer tables than 1000 rows are printed as ever. */
void rs_table_set_in_bands (RsTable *table);
void rs_table_free (RsTable *table);

/* Each adds the next cell of the row at hand; after n cells a row is complete. */
void rs_table_add (RsTable *table, const char *format, ...) G_GNUC_PRINTF (2, 3);
void rs_table_add_text (RsTable *table, const char *text);
/* NULL: empty. A number as it is written; what is infinite is text in JSON. */
void rs_table_add_value (RsTable *table, const char *text, gboolean is_number);
void rs_table_add_integer (RsTable *table, gint64 value);
/* For people in groups of three digits. */
void rs_table_add_count (RsTable *table, gint64 value);
void rs_table_add_duration (RsTable *table, gint64 ns);
/* ns from the start of a recording; to a microsecond for people. */
void rs_table_add_time (RsTable *table, gint64 ns);
void rs_table_add_bytes (RsTable *table, gint64 bytes);
/* value: 0.5 is shown as "50.0 %". */
void rs_table_add_share (RsTable *table, double value);
/* With so many digits behind the point. */
void rs_table_add_number (RsTable *table, double value, guint digits);
/* Of any size: six digits for people, all for programs; what is infinite is text in JSON. */
void rs_table_add_real (RsTable *table, double value);
/* "-" or nothing. */
void rs_table_add_none (RsTable *table);
/* "file.q:12", for people without the folder. */
void rs_table_add_place (RsTable *table, const char *file, guint line);

/* Prints what is left. Nothing is added after it. */
void rs_table_end (RsTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTable, rs_table_free)
