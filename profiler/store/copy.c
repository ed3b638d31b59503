/* A trace under another name. The file that is copied may have a log beside it (its program was killed, or still runs):
 * SQLite reads both, as they are when the copy begins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/claim.h"
#include "profiler/store/store-private.h"
#include "runtime/base/replace-file.h"

#define PAGES 1024 /* between two looks at whether it is to end */

static int
copy_pages (RsTraceStore *store, sqlite3 *to, const gint *stop)
{
  sqlite3 *from = rs_trace_store_get_db (store);
  sqlite3_backup *backup = sqlite3_backup_init (to, "main", from, "main");
  int code = backup != NULL ? sqlite3_exec (from, "BEGIN; SELECT 1 FROM meta", NULL, NULL, NULL) : sqlite3_errcode (to);

  while (code == SQLITE_OK)
    code = g_atomic_int_get (stop) ? SQLITE_INTERRUPT : sqlite3_backup_step (backup, PAGES);
  sqlite3_backup_finish (backup);
  sqlite3_exec (from, "ROLLBACK", NULL, NULL, NULL);
  if (code == SQLITE_DONE)
    code = sqlite3_exec (to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
  return code;
}

static int
copy_into (RsTraceStore *store, const char *path, const gint *stop, GError **error)
{
  sqlite3 *to = NULL;
  int code = sqlite3_open_v2 (path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_exec (to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;", NULL, NULL, NULL);
  if (code == SQLITE_OK)
    code = copy_pages (store, to, stop);
  if (code != SQLITE_OK)
    rs_trace_set_error (error, to, code, path);
  sqlite3_close (to);
  return code;
}

gboolean
rs_trace_store_copy (RsTraceStore *store, const char *path, const gint *stop, GError **error)
{
  RsTraceClaim *claim;
  gboolean done;

  if (rs_is_same_file (rs_trace_store_get_path (store), path))
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
                   "%s is the trace itself; give the copy another name", path);
      return FALSE;
    }
  claim = rs_trace_claim_new (path, error);
  if (claim == NULL)
    return FALSE;
  done = copy_into (store, rs_trace_claim_get_path (claim), stop, error) == SQLITE_OK;
  if (done)
    rs_trace_claim_keep (claim);
  else
    rs_trace_claim_drop (claim);
  rs_trace_claim_free (claim);
  return done;
}
