/* Traces in sqlite3 and Python: `.load redshift-trace` gives an open trace its table `events` and its views.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "profiler/store/chunks/event-table.h"
#include "profiler/store/schema.h"

#if defined(__GNUC__)
#define EXPORTED __attribute__ ((visibility ("default")))
#else
#define EXPORTED
#endif

EXPORTED int sqlite3_extension_init (sqlite3 *db, char **message, const sqlite3_api_routines *api);

static int
read_pragma (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *query = NULL;
  int value = 0;

  if (sqlite3_prepare_v2 (db, sql, -1, &query, NULL) == SQLITE_OK && sqlite3_step (query) == SQLITE_ROW)
    value = sqlite3_column_int (query, 0);
  sqlite3_finalize (query);
  return value;
}

/* A trace of format 1 has everything as plain tables, and other databases are not our concern. */
int
sqlite3_extension_init (sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
  int code;

  SQLITE_EXTENSION_INIT2 (api);
  if (read_pragma (db, "PRAGMA application_id") != RS_TRACE_APPLICATION_ID
      || read_pragma (db, "PRAGMA user_version") != 2)
    return SQLITE_OK;
  code = rs_event_table_register (db, NULL);
  return code == SQLITE_OK ? sqlite3_exec (db, RS_TRACE_TEMP_VIEWS, NULL, NULL, NULL) : code;
}
