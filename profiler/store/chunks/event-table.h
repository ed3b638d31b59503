/* The table `events` of a file of format 2, as an eponymous virtual table of SQLite.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-reader.h"

/* reader: to use, borrowed; NULL: each connection has its own, and damage is an error of the statement.
 * Returns an SQLite code. */
int rs_event_table_register (sqlite3 *db, RsChunkReader *reader);
