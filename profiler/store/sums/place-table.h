/* What the writer knows of places: their ids, and the sums of their events.
 *
 * A place is a kind, name, file, line and detail. Its id goes into events instead of the five. The table is bounded: a
 * program whose places never repeat (a name with a counter in it) makes it forget, and a place that comes again after
 * that has a second id, with sums that are added to the first's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/schema.h"

typedef struct _RsPlaceTable RsPlaceTable;

/* db outlives the table. NULL when the statements do not fit the file (*code says why). */
RsPlaceTable *rs_place_table_new (sqlite3 *db, int *code);
void rs_place_table_free (RsPlaceTable *table);

/* Adds an event to the sums of its place and gives the place's id, which is in the file. Returns an SQLite code. */
int rs_place_table_add (RsPlaceTable *table, const RsTraceEvent *event, guint32 *place);
/* Adds sums, as of folded events, to a place. */
int rs_place_table_add_sums (RsPlaceTable *table, const RsTotalRow *sums, const RsTraceEvent *key);
/* Adds what changed since the last call to the table totals. Returns an SQLite code. */
int rs_place_table_flush (RsPlaceTable *table);
